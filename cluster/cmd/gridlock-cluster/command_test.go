package main

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/cluster/queue"
	"gridlock/internal/cli"
)

// run runs the program in this process.
func run(args ...string) (status int, stdout, stderr string) {
	var out, errOut bytes.Buffer
	status = cli.NewProgram(newRoot(queue.Work)).Run(args, strings.NewReader(""), &out, &errOut)
	return status, out.String(), errOut.String()
}

// What is wrong with a command line is said, with the flag to blame.
func TestWrongUsage(t *testing.T) {
	for args, want := range map[string]string{
		"serv":                                    `did you mean "serve"?`,
		"solve":                                   "no game given",
		"solve chess":                             "no such game",
		"solve ./missing.toml":                    "no such rule file",
		"solve blockade --sweep 1ms":              "--lease, --ack-wait and --sweep take at least 1s",
		"solve blockade --proof=":                 "write the name of a file",
		"solve blockade --proof nowhere/x":        "--proof: ",
		"solve blockade --run a.b":                `--run: "a.b" cannot name a run`,
		"solve blockade --server x --access y":    "--access and --server do not go together",
		"serve --listen 4222":                     "write an address and a port",
		"serve --listen 0.0.0.0:4222":             "name it with --host",
		"serve --listen 0.0.0.0:0 --host h":       "needs a port",
		"serve --run a":                           "--run goes with --host",
		"serve --host h --run a.b":                "cannot name a run",
		"worker --run a.b":                        "cannot name a run",
		"worker --threads 0":                      "from 1 to 1024",
		"up blockade --threads 0":                 "from 1 to 1024",
		"cancel":                                  "name one run",
		"cancel a.b":                              "cannot name a run",
		"simulate blockade --workers 0":           "from 1 to",
		"up blockade --workers 0":                 "from 1 to 1024",
		"simulate blockade --board 5x5 --moves x": "--moves",
	} {
		status, out, errOut := run(strings.Split(args, " ")...)
		require.NotZero(t, status, args)
		require.Empty(t, out, args)
		require.Contains(t, errOut, want, args)
	}
}

// No line of a help text is longer than a terminal is wide, and every verb has an example.
func TestHelp(t *testing.T) {
	for _, c := range cli.Verbs(newRoot(queue.Work)) {
		_, out, _ := run(strings.Fields(strings.TrimPrefix(c.CommandPath(), "gridlock-cluster ") + " --help")...)
		require.Contains(t, out, "Examples:", c.Name())
		for line := range strings.Lines(out) {
			require.LessOrEqual(t, len([]rune(strings.TrimSpace(line))), 80, line)
		}
	}
}

func TestSimulate(t *testing.T) {
	status, out, errOut := run("simulate", "blockade", "--board", "5x5", "--workers", "1,3")
	require.Zero(t, status, errOut)
	require.Contains(t, out, "blockade ...../...../X...O/...../..... x: a ")
	require.Len(t, strings.Split(strings.TrimSpace(out), "\n"), 5)
	again, second, _ := run("simulate", "blockade", "--board", "5x5", "--workers", "1,3")
	require.Equal(t, status, again)
	require.Equal(t, out, second)
}

func TestNoServer(t *testing.T) {
	for _, args := range []string{"status", "cancel a", "worker --wait 0s", "solve blockade --wait 0s"} {
		status, _, errOut := run(append(strings.Fields(args), "--server", "nats://127.0.0.1:1")...)
		require.Equal(t, cli.ExitError, status, args)
		require.Contains(t, errOut, "no server at nats://127.0.0.1:1", args)
		require.Contains(t, errOut, "gridlock-cluster serve", args)
	}
	status, _, errOut := run("solve", "blockade", "--server", "nats://127.0.0.1:1", "--timeout", "100ms")
	require.Equal(t, cli.ExitLimit, status, errOut)
	require.Regexp(t, `(?m)no server at nats://127.0.0.1:1: .*gridlock-cluster serve"; waits for it, at most 1m0s$`, errOut)
	status, _, errOut = run("status", "--access", "nowhere")
	require.Equal(t, cli.ExitError, status)
	require.Contains(t, errOut, "--access")
	status, _, errOut = run("status", "--access", "-")
	require.Equal(t, cli.ExitError, status)
	require.Contains(t, errOut, "- is no access file")
}

// What docs/cluster.md says that a simulation prints, it prints.
func TestDocumentedExamples(t *testing.T) {
	text, err := os.ReadFile("../../../docs/cluster.md")
	require.NoError(t, err)
	ran := 0
	for _, block := range regexp.MustCompile("(?ms)^```[a-z]*\n\\$ gridlock-cluster (.*?)\n(.*?)^```$").FindAllStringSubmatch(string(text), -1) {
		status, out, errOut := run(strings.Fields(block[1])...)
		require.Zero(t, status, errOut)
		require.Equal(t, block[2], out)
		ran++
	}
	require.NotZero(t, ran)
}
