//go:build linux

package endtoend

import (
	"os/exec"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/ptytest"
)

// sit starts a command at a terminal.
func sit(t *testing.T, at *ptytest.Typist, cmd *exec.Cmd) {
	t.Helper()
	cmd.Env = append(cmd.Env, "TERM=xterm", "NO_COLOR=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = at.TTY, at.TTY, at.TTY
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	require.NoError(t, cmd.Start())
}

// On a terminal one line is painted over and over, and wiped out in the end.
func TestLineOnATerminal(t *testing.T) {
	at := ptytest.New(t, 80)
	cmd := shell(t, "exec gridlock solve --variant blockade --board 8x8 --engine pn --workers 2")
	sit(t, at, cmd)
	for range 2 {
		at.See("\rpn ")
		require.Regexp(t, `^[\d.]+ m?s, .* nodes, .*/s`, at.See("\r"))
	}
	at.Press("\x03")
	require.Regexp(t, `\r +\r$`, at.See("GridLock: Two-Player Strategic Blockade"))
	require.Error(t, cmd.Wait())
	require.Equal(t, 130, cmd.ProcessState.ExitCode())
}

// At a prompt, Ctrl-Z gives the terminal back to the shell as it was, and after fg the prompt is
// there again with what has been entered.
func TestCtrlZ(t *testing.T) {
	bash, err := exec.LookPath("bash")
	require.NoError(t, err)
	at := ptytest.New(t, 80)
	cmd := shell(t, "")
	cmd.Path, cmd.Args = bash, []string{"bash", "--norc", "--noprofile", "--noediting", "-i"}
	cmd.Env = append(cmd.Env, "PS1=shell> ")
	sit(t, at, cmd)
	at.See("shell> ")
	at.Press("gridlock play claim --x human --o human\r")
	at.See("want to claim: ")
	at.Press("1")
	at.See("1")
	at.Press("\x1a")
	at.See("^Z\r\n")
	at.See("Stopped")
	at.See("shell> ")
	at.Press("stty -a\r")
	at.See(" icanon ")
	at.See("shell> ")
	at.Press("fg\r")
	at.See("want to claim: 1")
	at.Press("6\r")
	at.See("want to claim: ") // by the other player
	at.Press("quit\r")
	at.See("Record      16\r\n")
	at.See("shell> ")
	at.Press("exit\r")
	require.NoError(t, cmd.Wait())
}
