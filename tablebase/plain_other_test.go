//go:build !unix

package tablebase_test

func starved(string) {}

func limited(string) {}

func guest(string) {}
