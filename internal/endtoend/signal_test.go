package endtoend

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
	"testing"

	"gridlock/internal/testgames"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"
)

// Scripts send signals when they have seen a sign, not after some time, and not from a shell, which
// makes its background jobs ignore SIGINT.
func TestScriptsSignalWhenTheySeeASign(t *testing.T) {
	files, err := filepath.Glob("testdata/*/*.txtar")
	require.NoError(t, err)
	require.Greater(t, len(files), 30)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NotRegexp(t, `\bkill\b|\$!`, string(text), "%s: use the commands await and signal", file)
	}
}

// background is the key of the last command that await or signal found running in the background.
type background struct{}

// await [-ask] FILE REGEXP waits until a file is there and has a match. With -ask it asks the one command in
// the background how far it is, by SIGUSR1, again and again from when the file is there. The command
// has to ignore that until it can answer:
//
//	! exec sh -c 'trap "" USR1; exec gridlock solve claim 2>err' &search&
//	await -ask err ' [1-9][0-9,]* nodes'
//	signal INT
//	wait search
//	exited 130
func await(ts *testscript.TestScript, neg bool, args []string) {
	ask := len(args) > 0 && args[0] == "-ask"
	if ask {
		args = args[1:]
	}
	if neg || len(args) != 2 {
		ts.Fatalf("usage: await [-ask] file regexp")
	}
	sign, err := regexp.Compile(`(?m)` + args[1])
	ts.Check(err)
	found := testgames.Await(func() bool {
		process := running(ts).Process
		ended := errors.Is(process.Signal(syscall.Signal(0)), os.ErrProcessDone)
		text, err := os.ReadFile(ts.MkAbs(args[0]))
		switch {
		case err == nil && sign.Match(text):
			return true
		case ended:
			ts.Fatalf("the command has ended, and %s has no match of %q:\n%s", args[0], args[1], text)
		case err == nil && ask:
			_ = process.Signal(signals()["USR1"])
		}
		return false
	})
	if !found {
		ts.Fatalf("%s has no match of %q:\n%s", args[0], args[1], ts.ReadFile(args[0]))
	}
}

// signal NAME sends a signal to the one command in the background, which may have ended by an earlier one.
func signal(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 || signals()[args[0]] == nil {
		ts.Fatalf("usage: signal HUP|INT|KILL|TERM|USR1")
	}
	if err := running(ts).Process.Signal(signals()[args[0]]); !errors.Is(err, os.ErrProcessDone) {
		ts.Check(err)
	}
}

// exited N checks the status with which the command has ended that await or signal was about. The
// command wait comes before it.
func exited(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: exited N")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if state := (*ts.Value(background{}).(**exec.Cmd)).ProcessState; state.ExitCode() != want {
		ts.Fatalf("%v, want exit status %d", state, want)
	}
}

// running returns the one command in the background.
func running(ts *testscript.TestScript) *exec.Cmd {
	all := ts.BackgroundCmds()
	if len(all) != 1 {
		ts.Fatalf("%d commands are in the background, want 1", len(all))
	}
	*ts.Value(background{}).(**exec.Cmd) = all[0]
	return all[0]
}
