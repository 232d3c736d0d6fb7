//go:build unix

package board

import (
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime/debug"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/sys/unix"
)

// suspend stops the program until the shell continues it, if there is a shell with job control. Such a shell has put
// the program into another process group than its own. In the group of the leader of the session, nobody would wake it.
func (p *program) suspend() tea.Cmd {
	if session, err := unix.Getsid(0); err != nil || session == unix.Getpgrp() {
		p.board.Say("There is no shell that could continue the program later.")
		return nil
	}
	return tea.Exec(pause{p}, func(error) tea.Msg { return tea.ClearScreen() })
}

// pause is, for the library, a program that takes the terminal: the shell. The library's own way to suspend has a race:
// if the program is continued before a goroutine has stopped the old ticker for drawing, the goroutine stops the new
// one, and drawing ends.
type pause struct{ *program }

// goroutines is the time to wait for that goroutine.
const goroutines = 20 * time.Millisecond

func (p pause) SetStdin(io.Reader)  {}
func (p pause) SetStdout(io.Writer) {}
func (p pause) SetStderr(io.Writer) {}

// Run returns when the program is continued.
func (p pause) Run() error {
	time.Sleep(goroutines)
	p.guard.release()
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, unix.SIGCONT)
	defer signal.Stop(continued)
	if err := unix.Kill(0, unix.SIGTSTP); err != nil {
		return err
	}
	<-continued
	p.guard = newGuard(p.screen, p.usual)
	return nil
}

// watchman is the shell script of a guard. It waits for a word; if its input ends without one, it restores the terminal
// (descriptor 3) to the settings in $1. It also turns off mouse, paste, synchronised output, the other screen, the
// hidden cursor and its shape, the reports of keys, and colours. Then it shows what is in the file $2.
const watchman = `trap "" INT TERM HUP TTOU TSTP
read -r word && exit
stty "$1" <&3
printf '\033[?1002l\033[?1006l\033[?2004l\033[?2026l\033[?1049l\033[?25h\033[0 q\033[<u\033[>4m\033[m'
cat "$2"
rm -f "$2"`

// settings returns the settings of a terminal as stty writes them, or nothing if stty fails.
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
	fault *os.File // takes the runtime's text of a panic
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
