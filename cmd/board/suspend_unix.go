//go:build unix

package board

import "golang.org/x/sys/unix"

// canSuspend reports whether somebody can wake the program after it has suspended itself: a
// shell with job control, which has put it into a process group that is not the shell's own. In
// the group of the leader of the session, there is nobody.
func canSuspend() bool {
	session, err := unix.Getsid(0)
	return err == nil && session != unix.Getpgrp()
}
