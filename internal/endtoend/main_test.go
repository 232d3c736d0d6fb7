// Package endtoend tests the whole program, as processes: its command line by the scripts in testdata,
// the examples of the documents, signals, terminals, and what different windows say of the same.
package endtoend

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	ossignal "os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"gridlock/cmd"
	"gridlock/internal/home"
	"gridlock/internal/testgames"
)

func TestMain(m *testing.M) {
	// Many scripts wait, for a terminal or the end of a search.
	if err := flag.Set("test.parallel", strconv.Itoa(runtime.GOMAXPROCS(0)+1)); err != nil {
		panic(err)
	}
	os.Exit(withProgram(home.M{M: m}))
}

// withProgram runs the tests with the program on their path: built once, since it starts in half the time
// of a binary of tests, and some fifteen hundred are started.
func withProgram(m home.M) int {
	dir, err := os.MkdirTemp("", "program")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	args := []string{"build", "-ldflags=-s -w", "-o", dir + string(filepath.Separator)}
	if info, ok := debug.ReadBuildInfo(); ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		args = append(args, "-race")
	}
	if out, err := exec.Command("go", append(args, root)...).CombinedOutput(); err != nil {
		panic(fmt.Sprintf("%v\n%s", err, out))
	}
	if err := os.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH")); err != nil {
		panic(err)
	}
	if program == nil {
		panic("no program")
	}
	return m.Run()
}

// program makes the linker put all of it into the binary of the tests: go test runs them again when that changes.
var program = cmd.Main

// root is the folder of the module.
const root = "../../"

// TestScripts runs the command-line tests in testdata/script. Each bug of the
// command line gets a block there.
func TestScripts(t *testing.T) {
	if hangup, ok := signals()["HUP"]; ok && ossignal.Ignored(hangup) {
		ossignal.Notify(make(chan os.Signal, 1), hangup) // so that programs hear it, though the tests run under nohup
	}
	runScripts(t, "testdata/script")
	if testgames.Of(0, 1) > 0 { // a step of .ci/run
		t.Run("long", func(t *testing.T) { runScripts(t, "testdata/long") })
	}
}

// runScripts runs the scripts of a folder.
func runScripts(t *testing.T, dir string) {
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("GRIDLOCK_DB", "none")
			env.Setenv("GORACE", os.Getenv("GORACE")) // what CI tells the race detector
			env.Setenv("GOMAXPROCS", "1")             // scripts run side by side
			certificates, err := filepath.Abs(root + "proof/testdata")
			env.Setenv("CERTIFICATES", certificates)
			env.Values[background{}] = new(*exec.Cmd)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status,
			"same":   same,
			"await":  await,
			"signal": signal,
			"exited": exited,
		},
	})
}

// status N PROGRAM ARG… runs a program, which must exit with status N.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N program [args…]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// same FILE FILE compares two files in which times and node counts may differ.
func same(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: same file1 file2")
	}
	got, want := timeless(ts.ReadFile(args[0])), timeless(ts.ReadFile(args[1]))
	if got != want {
		ts.Fatalf("%s and %s differ:\n%s\n---\n%s", args[0], args[1], got, want)
	}
}

// timeless replaces what differs from run to run: measured times, and node counts,
// which depend on the number of workers. Tests of package solver compare node counts. It
// leaves out what slow machines say of their progress.
func timeless(text string) string {
	text = regexp.MustCompile(`(?m)^gridlock: .* nodes, .*/s, .*\n`).ReplaceAllString(text, "")
	text = regexp.MustCompile(`\b\d{4}-\d\d-\d\d\b`).ReplaceAllString(text, "DATE")
	text = regexp.MustCompile(` *\b\d+\.\d+ s\b`).ReplaceAllString(text, " TIME")
	text = regexp.MustCompile(`"seconds":[0-9.e-]+`).ReplaceAllString(text, `"seconds":TIME`)
	text = regexp.MustCompile(`(?m)^nodes +[0-9,]+$`).ReplaceAllString(text, "nodes N")
	return regexp.MustCompile(`"nodes":[0-9]+`).ReplaceAllString(text, `"nodes":N`)
}

// shell returns a command that runs a line of shell, in which gridlock is the program.
func shell(t *testing.T, line string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command("sh", "-c", line)
	cmd.Env = append(os.Environ(), "GRIDLOCK_DB=none")
	return cmd
}

// codeBlock is text between ``` in a document.
type codeBlock struct{ language, text string }

// codeBlocks returns the blocks of a document.
func codeBlocks(document []byte) (all []codeBlock) {
	for _, block := range regexp.MustCompile("(?ms)^```([a-z]*)\n(.*?)^```$").FindAllSubmatch(document, -1) {
		all = append(all, codeBlock{string(block[1]), string(block[2])})
	}
	return all
}

// In README.md and docs, every line "$ gridlock …" is run, and must print the
// lines below it up to the next such line or the end of the block.
func TestDocumentedExamples(t *testing.T) {
	files, err := filepath.Glob(root + "docs/*.md")
	require.NoError(t, err)
	ran, dir := 0, t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(root+"proof/testdata")))
	for _, file := range append(files, root+"README.md") {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, block := range codeBlocks(text) {
			for _, example := range regexp.MustCompile(`(?m)^\$ `).Split(block.text, -1)[1:] {
				line, want, _ := strings.Cut(example, "\n")
				if !strings.Contains(line, "gridlock ") || strings.HasPrefix(line, "go ") {
					continue
				}
				cmd := shell(t, line)
				cmd.Dir = dir
				out, err := cmd.CombinedOutput()
				require.NoError(t, err, "%s: %s\n%s", file, line, out)
				require.Equal(t, timeless(strings.TrimSpace(want)), timeless(strings.TrimSpace(string(out))), "%s: %s", file, line)
				ran++
			}
		}
	}
	require.GreaterOrEqual(t, ran, 5)
}

// The programs in README.md and docs compile.
func TestDocumentedProgramsCompile(t *testing.T) {
	files, err := filepath.Glob(root + "docs/*.md")
	require.NoError(t, err)
	programs := 0
	for _, file := range append(files, root+"README.md") {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, block := range codeBlocks(text) {
			if block.language != "go" {
				continue
			}
			name := filepath.Join(t.TempDir(), "main.go")
			require.NoError(t, os.WriteFile(name, []byte(block.text), 0o600))
			vet := exec.Command("go", "vet", name)
			vet.Dir = root
			out, err := vet.CombinedOutput()
			require.NoError(t, err, "%s: %s", file, out)
			programs++
		}
	}
	require.NotZero(t, programs)
}

// The picture in README.md is the one that the program draws.
func TestPictureInTheReadme(t *testing.T) {
	const line = `gridlock analyze lockdown --moves "6 11 7" --last --svg lockdown.svg`
	cmd := shell(t, line)
	cmd.Dir = t.TempDir()
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	drawn, err := os.ReadFile(filepath.Join(cmd.Dir, "lockdown.svg"))
	require.NoError(t, err)
	kept, err := os.ReadFile(root + "docs/lockdown.svg")
	require.NoError(t, err)
	require.Equal(t, string(drawn), string(kept), "draw docs/lockdown.svg again: %s", line)
}

// Every verb's help has examples, and they work as they stand.
func TestHelpExamplesWork(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(root+"proof/testdata")))
	part := shell(t, "gridlock solve blockade --board 4x4 --moves 2,1@2,2 --proof after-1.proof")
	part.Dir = dir
	require.NoError(t, part.Run())
	for _, verb := range []string{
		"solve", "analyze", "play", "perft", "verify", "variants", "version", "convert", "engine", "mcp",
		"tablebase", "tablebase build", "tablebase probe", "tablebase list", "tablebase verify", "tablebase export", "tablebase remove",
		"proof", "proof stats", "proof export", "proof merge",
		"bench", "sweep", "puzzle", // these take long
	}[:testgames.Of(21, 24)] {
		help, err := shell(t, "gridlock "+verb+" --help").CombinedOutput()
		require.NoError(t, err)
		for _, line := range strings.Split(string(help), "\n") {
			require.LessOrEqual(t, len(line), 80, "%s --help: %q", verb, line)
		}
		_, examples, found := strings.Cut(string(help), "Examples:\n")
		require.True(t, found, "%s --help has no examples", verb)
		examples, _, _ = strings.Cut(examples, "\n\n")
		for _, line := range strings.Split(strings.TrimSpace(examples), "\n") {
			require.Contains(t, line, "gridlock "+verb)
			cmd := shell(t, strings.TrimSpace(line))
			cmd.Dir = dir
			cmd.Env = append(cmd.Env, "GRIDLOCK_DB="+filepath.Join(dir, "store"))
			cmd.Stdin = strings.NewReader("quit\n")
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s\n%s", line, out)
		}
	}
}
