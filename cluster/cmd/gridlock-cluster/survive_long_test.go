//go:build unix && long

package main

import "testing"

// The same on a board on which there is more to lose.
func TestLongCertificateAfterEverythingWasKilled(t *testing.T) {
	killEverything(newCast(t, 11), "--board", "6x8", "--memory", "1GiB")
}
