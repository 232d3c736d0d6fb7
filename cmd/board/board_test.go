//go:build unix

package board_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
	"github.com/stretchr/testify/require"
	"golang.org/x/term"

	"gridlock/cmd"
	"gridlock/cmd/analyze"
	"gridlock/cmd/board"
	"gridlock/docs"
	"gridlock/internal/home"
	"gridlock/internal/plaintext"
	"gridlock/internal/query"
	"gridlock/internal/report"
	"gridlock/internal/testgames"
	"gridlock/internal/tui"
)

// asProgram is the environment variable that makes this program gridlock.
const asProgram = "GRIDLOCK_BOARD_TEST"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(cmd.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(home.M{M: m}.Run())
}

// session is a program on a terminal of its own.
type session struct {
	t        *testing.T
	process  *exec.Cmd
	keyboard *os.File       // the user's end of the terminal
	screen   vt10x.Terminal // what the user sees
	before   *term.State    // how the terminal was set
}

// open runs gridlock board on a terminal of a size.
func open(t *testing.T, cols, rows int, args ...string) *session {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	return start(t, cols, rows, exec.Command(self, append([]string{"board"}, args...)...))
}

// start runs a command on a terminal of a size.
func start(t *testing.T, cols, rows int, process *exec.Cmd) *session {
	t.Helper()
	process.Env = append(os.Environ(), asProgram+"=1", "TERM=xterm-256color", "GRIDLOCK_DB=none", "NO_COLOR=", "GOMAXPROCS=1")
	keyboard, tty, err := pty.Open()
	require.NoError(t, err)
	defer tty.Close()
	s := &session{t: t, process: process, keyboard: keyboard, screen: vt10x.New(vt10x.WithSize(cols, rows))}
	s.before, err = term.GetState(int(tty.Fd()))
	require.NoError(t, err)
	require.NoError(t, pty.Setsize(keyboard, &pty.Winsize{Cols: uint16(cols), Rows: uint16(rows)}))
	process.Stdin, process.Stdout, process.Stderr = tty, tty, tty
	process.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	require.NoError(t, process.Start())
	go s.watch()
	t.Cleanup(func() {
		_ = process.Process.Kill()
		_ = process.Wait()
		_ = keyboard.Close()
	})
	return s
}

// watch shows what is written.
func (s *session) watch() {
	buf := make([]byte, 1<<16)
	for {
		n, err := s.keyboard.Read(buf)
		if err != nil {
			return
		}
		_, _ = s.screen.Write(buf[:n])
	}
}

// keys types.
func (s *session) keys(text string) {
	s.t.Helper()
	_, err := s.keyboard.WriteString(text)
	require.NoError(s.t, err)
}

// until waits until the screen satisfies a condition.
func (s *session) until(what string, holds func() bool) {
	s.t.Helper()
	require.True(s.t, testgames.Await(holds), "waiting for %s:\n%s", what, s.screen)
}

// sees waits until the screen matches.
func (s *session) sees(pattern string) {
	s.t.Helper()
	s.until(pattern, func() bool { return regexp.MustCompile(pattern).MatchString(s.screen.String()) })
}

// cursor waits until the cursor is at a place.
func (s *session) cursor(x, y int) {
	s.t.Helper()
	s.until(fmt.Sprintf("the cursor at %d,%d", x, y), func() bool {
		s.screen.Lock()
		defer s.screen.Unlock()
		c := s.screen.Cursor()
		return c.X == x && c.Y == y && s.screen.CursorVisible()
	})
}

// isRestored reports whether the terminal is as it was before.
func (s *session) isRestored() bool {
	const set = vt10x.ModeAltScreen | vt10x.ModeMouseMask | vt10x.ModeMouseSgr
	s.screen.Lock()
	defer s.screen.Unlock()
	state, err := term.GetState(int(s.keyboard.Fd()))
	return err == nil && *state == *s.before && s.screen.Mode()&set == 0 && s.screen.CursorVisible()
}

// restored waits until the terminal is as it was before.
func (s *session) restored() {
	s.t.Helper()
	s.until("the terminal as it was", s.isRestored)
}

// ends waits for the end of the program, and returns its exit status.
func (s *session) ends() int {
	s.t.Helper()
	_ = s.process.Wait()
	s.restored()
	return s.process.ProcessState.ExitCode()
}

// Keys that a terminal sends.
const (
	right     = "\x1b[C"
	enter     = "\r"
	wheelUp   = "\x1b[<64;3;3M"
	wheelDown = "\x1b[<65;3;3M"
)

// click is what a terminal sends when a place is clicked, which is counted from 0.
func click(x, y int) string { return fmt.Sprintf("\x1b[<0;%d;%dM\x1b[<0;%[1]d;%[2]dm", x+1, y+1) }

// Each game by keys, by mouse, and at another size.
func TestSessions(t *testing.T) {
	for _, c := range []struct {
		args      []string
		cell      [2]int // place of the cell with the cursor
		play      string // keys that make a move
		played    string // what is said then
		other     [2]int // a cell to click
		clicked   string
		leftAfter string
	}{
		{[]string{"classic"}, [2]int{7, 7}, enter, `ply 1 (?s:.*)O wins in 11`, [2]int{8, 4}, `ply 2 `, "Record      2,2 1,2"},
		{[]string{"duel"}, [2]int{7, 7}, right + enter, `ply 1 `, [2]int{2, 4}, `ply 2 `, "Record      7 1"},
		{[]string{"lockdown"}, [2]int{7, 7}, enter, `ply 1 .*\n O to move. O wins in 15`, [2]int{15, 7}, `ply 2 .*\n X to move. O wins in 14`, "Record      6 7"},
		{[]string{"claim", "--board", "3x4"}, [2]int{7, 4 + 3}, enter, `ply 1 `, [2]int{2, 4}, "1 cannot be played", "Record      6"},
		{[]string{"blockade", "--board", "5x5"}, [2]int{3, 10}, right + enter, `Now the cell to block`, [2]int{14, 10}, `ply 1 .*\n O to move. X wins in 18`, "Record      2,1@2,2"},
	} {
		t.Run(c.args[0], func(t *testing.T) {
			t.Parallel()
			s := open(t, 80, 24, c.args...)
			s.sees(`ply 0 .*\n X to move. [XO] wins in \d+ pl(?s:.*)\? help`)
			s.cursor(c.cell[0], c.cell[1])
			s.keys(c.play)
			s.sees(c.played)
			s.keys(click(c.other[0], c.other[1]))
			s.sees(c.clicked)
			s.screen.Resize(40, 20)
			require.NoError(t, pty.Setsize(s.keyboard, &pty.Winsize{Cols: 40, Rows: 20}))
			s.sees(`\n \[Moves\] `) // below the cells
			s.keys("q")
			require.Zero(t, s.ends())
			s.sees(c.leftAfter)
		})
	}
}

// A signal ends the board, and the terminal is as it was.
func TestTermination(t *testing.T) {
	t.Parallel()
	s := open(t, 60, 20, "blockade", "--board", "8x8")
	s.sees(`positions in|Searching`)
	require.NoError(t, s.process.Process.Signal(syscall.SIGTERM))
	require.Equal(t, 130, s.ends())
	s.sees("gridlock: interrupted")
}

// Ctrl-Z gives the terminal back to the shell, and fg continues.
func TestSuspension(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	require.NoError(t, err)
	s := start(t, 60, 20, shell(`"$0" board claim; echo stopped $?; read line; fg; echo ended $?`, self))
	s.sees(`\? help`)
	s.keys("\x1a")
	s.sees(`stopped 1\d\d`)
	s.restored()
	s.keys("\n")
	s.sees(`\? help`)
	s.keys(enter)
	s.sees(`ply 1 `)
	s.keys(wheelUp)
	s.sees(`ply 0 `)
	s.keys(wheelDown)
	s.sees(`ply 1 `)
	s.keys("q")
	s.sees("ended 0")
	s.restored()
}

// Where no shell waits, Ctrl-Z says so.
func TestNoSuspension(t *testing.T) {
	t.Parallel()
	s := open(t, 60, 20, "claim", "--values", "off")
	s.sees(`\? help`)
	s.keys("\x1a")
	s.sees("There is no shell")
	s.keys("\x03")
	require.Zero(t, s.ends())
}

// Values have the colours of the background, which the terminal is asked for; none with NO_COLOR.
func TestColours(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	for _, c := range []struct {
		env, reply string
		text, back vt10x.Color // of a value that loses
	}{
		{"COLORTERM=truecolor", "", 0xffcf96, 0x5a3300},
		{"COLORTERM=truecolor", "\x1b]11;rgb:ffff/ffff/ffff\x07", 0x8a3a00, 0xffe0b8},
		{"NO_COLOR=1", "", vt10x.DefaultFG, vt10x.DefaultBG},
	} {
		s := start(t, 80, 24, exec.Command("env", c.env, self, "board", "duel"))
		s.sees(`O wins in 8 (?s:.*)\? help`)
		s.keys(c.reply)
		var value vt10x.Glyph
		s.until(fmt.Sprintf("%+v", c), func() bool {
			s.screen.Lock()
			defer s.screen.Unlock()
			value = s.screen.Cell(2, 4)
			return value.FG == c.text && value.BG == c.back
		})
		require.Equal(t, 'L', value.Char)
		s.keys("q")
		require.Zero(t, s.ends())
	}
}

// faulty is a service that panics when it is to search, or lets another goroutine panic, when something
// is written to a pipe.
type faulty struct {
	tui.Service
	where, pipe string
}

func (d faulty) Ask(ctx context.Context, q query.Question, emit func(query.Event)) (query.Response, *query.Problem) {
	if !q.Searches() {
		return d.Service.Ask(ctx, q, emit)
	}
	if _, err := os.ReadFile(d.pipe); err != nil {
		panic(err)
	}
	if d.where == "elsewhere" {
		go panic("a fault of the test")
		select {}
	}
	panic("a fault of the test")
}

// A panic restores the terminal, and is seen.
func TestPanic(t *testing.T) {
	if where, pipe, child := strings.Cut(os.Getenv("GRIDLOCK_BOARD_PANIC"), " "); child {
		d := faulty{query.New(query.Options{Workers: 1}), where, pipe}
		b, problem := tui.New(tui.Options{Service: d, Variant: "claim", Position: "../.. x"})
		require.Nil(t, problem)
		t.Fatal(board.Show(t.Context(), b, d, os.Stdin, os.Stdout))
	}
	t.Parallel()
	self, err := os.Executable()
	require.NoError(t, err)
	for _, where := range []string{"here", "elsewhere"} {
		pipe := filepath.Join(t.TempDir(), "pipe")
		require.NoError(t, syscall.Mkfifo(pipe, 0o600))
		s := start(t, 80, 200, shell(fmt.Sprintf(`GRIDLOCK_BOARD_PANIC='%s %s' %s= "$0" -test.run "^TestPanic$"`, where, pipe, asProgram), self))
		s.sees(`Searching\.\.\.`)
		require.False(t, s.isRestored())
		require.NoError(t, os.WriteFile(pipe, []byte("now"), 0))
		s.restored()
		s.sees("a fault of the test")
	}
}

// shell returns a command of a shell with job control, in which $0 is a program.
func shell(line, program string) *exec.Cmd {
	return exec.Command("sh", "-c", "set -m; "+line+"; read line", program)
}

// Even a program that is killed leaves the terminal as it was, also after it was suspended.
func TestKilled(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	require.NoError(t, err)
	for _, suspended := range []bool{false, true} {
		s := start(t, 80, 24, shell(`sh -c 'echo process $$; read line; exec "$0" board claim' "$0"; echo stopped; read line; fg`, self))
		s.sees(`process \d+`)
		pid, err := strconv.Atoi(regexp.MustCompile(`process (\d+)`).FindStringSubmatch(s.screen.String())[1])
		require.NoError(t, err)
		s.keys("\n")
		s.sees(`\? help`)
		if suspended {
			s.keys("\x1a")
			s.sees("stopped")
			s.keys("\n")
			s.sees(`\? help`)
		}
		require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
		s.restored()
	}
}

// What the cells show is what analyze says.
func TestCellsShowWhatAnalyzeSays(t *testing.T) {
	for _, c := range []struct{ id, size, moves string }{
		{"classic", "4x4", "2,2 2,3"}, {"duel", "4x4", "6 11"}, {"lockdown", "4x4", "1 16 6"}, {"claim", "4x4", "1"}, {"blockade", "4x4", "2,1@2,2"},
	} {
		var out bytes.Buffer
		verb := analyze.New()
		verb.SetArgs([]string{c.id, "--board", c.size, "--moves", c.moves, "--json", "--db", "none"})
		verb.SetOut(&out)
		require.NoError(t, verb.Execute())
		var said report.Study
		require.NoError(t, json.Unmarshal(out.Bytes(), &said))
		require.NotEmpty(t, said.Moves)

		s := open(t, 80, 24, c.id, "--board", c.size, "--moves", c.moves)
		s.sees(`\n . to move\. . wins in \d+ pl(?s:.*)\? help`)
		require.Contains(t, s.screen.String(), fmt.Sprintf("%s to move. %s wins in %d pl", said.ToMove, *said.Winner, *said.Distance))
		s.keys("1")
		for _, m := range said.Moves {
			require.Contains(t, s.screen.String(), m.Move.Move)
			require.Regexp(t, `\w+ in `+fmt.Sprint(*m.Distance)+` [^A-Z]*\b`+regexp.QuoteMeta(m.Move.Move)+`\b`, s.screen.String())
		}
		values := map[string]report.MoveAnalysis{} // by cell: the best, which comes first
		for _, m := range said.Moves {
			if _, taken := values[m.Geometry.To]; !taken {
				values[m.Geometry.To] = m
			}
		}
		names := regexp.MustCompile(`(\d+,\d+|\d+) *\*?\|`)
		lines := strings.Split(s.screen.String(), "\n")
		shown := 0
		for y, line := range lines[:16] {
			line = line[:24] + "|"
			for _, at := range names.FindAllStringSubmatchIndex(line, -1) {
				m, ok := values[line[at[2]:at[3]]]
				if !ok || y%3 != 0 {
					continue
				}
				open, shut := "[W", "]"
				if *m.Outcome == "loss" {
					open, shut = "(L", ")"
				}
				start := at[2] - 1
				require.Equal(t, fmt.Sprint(open, *m.Distance, shut), strings.TrimSpace(lines[y+1][start:start+5]), s.screen.String())
				shown++
			}
		}
		require.Equal(t, len(values), shown, s.screen.String())
		s.keys("q")
		require.Zero(t, s.ends())
	}
}

// The examples of the help work as they stand.
func TestExamples(t *testing.T) {
	_, examples, found := strings.Cut(plaintext.Sections(docs.Verbs, "board"), "```sh\n")
	require.True(t, found)
	for line := range strings.Lines(strings.TrimRight(examples, "`\n")) {
		args := regexp.MustCompile(`"[^"]*"|\S+`).FindAllString(line, -1)
		for i := range args {
			args[i] = strings.Trim(args[i], `"`)
		}
		s := open(t, 80, 24, args[2:]...)
		s.sees(` ` + args[2] + ` \dx\d  `)
		s.keys("q")
		require.Zero(t, s.ends(), line)
	}
}

// On anything but a terminal the board refuses, and says what to use.
func TestRefusals(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	process := exec.Command(self, "board", "claim")
	process.Env = append(os.Environ(), asProgram+"=1")
	out, err := process.CombinedOutput()
	require.Error(t, err)
	require.Equal(t, 2, process.ProcessState.ExitCode())
	require.Contains(t, string(out), "standard input is no terminal; use gridlock play")
	for flags, text := range map[string]string{
		"--puzzle --play x": "--play and --puzzle do not go together", "--play z": "write x, o or both",
		"--seed 4503599627370497": "write a whole number from 0 to 4503599627370496", "--moves 17": "--moves: ",
	} {
		process := exec.Command(self, append([]string{"board", "claim"}, strings.Fields(flags)...)...)
		process.Env = append(os.Environ(), asProgram+"=1")
		out, err := process.CombinedOutput()
		require.Error(t, err)
		require.Contains(t, string(out), text)
	}
	s := start(t, 80, 24, exec.Command("env", "TERM=dumb", self, "board", "claim"))
	require.Equal(t, 2, s.ends())
	s.sees(`\(TERM=dumb\); use gridlock play`)
	s = start(t, 80, 24, exec.Command("sh", "-c", `"$0" board claim | cat`, self))
	_ = s.ends()
	s.sees("standard output is no terminal; use gridlock play")
}
