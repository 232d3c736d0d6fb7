//go:build unix && long

package main

import "testing"

// After forty kills nothing is left.
func TestLongKilledUp(t *testing.T) {
	longest, left := killUp(t, 2, 40)
	t.Logf("workers stayed for at most %v, and at most %d files and folders at a time", longest, left)
}

// The same on a board on which there is more to lose.
func TestLongCertificateAfterEverythingWasKilled(t *testing.T) {
	killEverything(newCast(t, 11), "--board", "6x8", "--memory", "1GiB")
}
