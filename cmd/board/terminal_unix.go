//go:build unix

package board

import (
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"

	"golang.org/x/sys/unix"
)

// canSuspend reports whether somebody can wake the program after it has suspended itself: a
// shell with job control, which has put it into a process group that is not the shell's own. In
// the group of the leader of the session, there is nobody.
func canSuspend() bool {
	session, err := unix.Getsid(0)
	return err == nil && session != unix.Getpgrp()
}

// watchman is what a shell does for a guard: it waits for a word and, where its input ends
// without one, restores the terminal (descriptor 3) to the settings in $1, and turns off mouse,
// paste, synchronised output, the other screen, the hidden cursor and its shape, the reports of
// keys, and colours. Then it shows what is in the file $2.
const watchman = `trap "" INT TERM HUP TTOU TSTP
read -r word && exit
stty "$1" <&3
printf '\033[?1002l\033[?1006l\033[?2004l\033[?2026l\033[?1049l\033[?25h\033[0 q\033[<u\033[>4m\033[m'
cat "$2"
rm -f "$2"`

// settings returns the settings of a terminal as stty writes them, nothing where it does not.
func settings(t terminal) string {
	stty := exec.Command("stty", "-g")
	stty.Stdin = t.in
	text, err := stty.Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// guard restores the terminal where the program cannot: when it is killed, or a goroutine of a
// search panics.
type guard struct {
	shell *exec.Cmd
	word  io.WriteCloser
	fault *os.File // takes what the runtime says of a panic
}

// newGuard starts to guard a terminal with the settings to restore. It returns nil where that is
// not possible.
func newGuard(t terminal, settings string) *guard {
	if settings == "" {
		return nil
	}
	fault, err := os.CreateTemp("", "gridlock-fault-")
	if err != nil {
		return nil
	}
	shell := exec.Command("sh", "-c", watchman, "gridlock", settings, fault.Name())
	shell.Stdout, shell.ExtraFiles = t.out, []*os.File{t.in}
	word, err := shell.StdinPipe()
	if err == nil {
		err = shell.Start()
	}
	if err == nil {
		err = debug.SetCrashOutput(fault, debug.CrashOptions{})
	}
	g := &guard{shell, word, fault}
	if err != nil {
		g.release()
		return nil
	}
	return g
}

// release ends the guard, when the terminal is restored.
func (g *guard) release() {
	if g == nil {
		return
	}
	_ = debug.SetCrashOutput(nil, debug.CrashOptions{})
	if g.word != nil {
		_, _ = io.WriteString(g.word, "restored\n")
		_ = g.word.Close()
	}
	_ = g.shell.Wait()
	_ = g.fault.Close()
	_ = os.Remove(g.fault.Name())
}
