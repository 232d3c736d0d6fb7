//go:build !unix

package tablebase_test

func starved(string) {}

func guest(string) {}
