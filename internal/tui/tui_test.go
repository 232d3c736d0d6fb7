package tui_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"gridlock/internal/query"
	"gridlock/internal/report"
	"gridlock/internal/tui"
	"gridlock/variants"
)

// rewrite is the flag by which the golden frames are written again.
func rewrite() bool { return flag.Lookup("update").Value.String() == "true" }

func TestMain(m *testing.M) {
	flag.Bool("update", false, "write the golden frames again")
	flag.Parse()
	os.Exit(m.Run())
}

// newService returns a service without a library.
func newService(t *testing.T) *query.Service {
	d := query.New(query.Options{Memory: 64 << 20, Workers: 1, Searches: 1, Queue: 1})
	t.Cleanup(d.Close)
	return d
}

// player is a user at a board, whose questions are answered at once.
type player struct {
	*tui.Board
	t       *testing.T
	service tui.Service
}

// sit returns a user at a board of a game, on its default board if size is empty.
func sit(t *testing.T, d tui.Service, id, size string, change func(*tui.Options)) *player {
	t.Helper()
	v, err := variants.Lookup(id)
	require.NoError(t, err)
	game := v.Default()
	if size != "" {
		var rows, cols int
		_, err := fmt.Sscanf(size, "%dx%d", &rows, &cols)
		require.NoError(t, err)
		game, err = v.NewGame(rows, cols)
		require.NoError(t, err)
	}
	opt := tui.Options{Service: d, Variant: id, Position: game.Start().String(), Computer: "O", Level: "perfect", Seed: 1}
	opt.Values[tui.Analyse] = true
	if change != nil {
		change(&opt)
	}
	b, problem := tui.New(opt)
	require.Nil(t, problem)
	p := &player{b, t, d}
	p.wait()
	return p
}

// wait answers all that the board wants to know.
func (p *player) wait() {
	p.t.Helper()
	for range 100 {
		job := p.Job()
		if job.Key == "" {
			return
		}
		a, problem := p.service.Ask(context.Background(), job.Question, func(e query.Event) { p.Event(job.Key, e) })
		p.Answer(job.Key, a, problem)
	}
	p.t.Fatal("the board never has enough")
}

// keys presses keys, with spaces between their names, and waits after each.
func (p *player) keys(names string) {
	p.t.Helper()
	for _, name := range strings.Fields(names) {
		p.Key(name)
		p.wait()
	}
}

// text returns what is shown.
func (p *player) text() string { return p.Frame().String() }

// The board of each game at each size, as it is after a few keys.
const graphGame = "follow graph:3x3:0,1,2,3,5,6,7,8:0-1;0-2;0-3;0-8;1-2;1-3;1-5;2-5;3-7;5-7;6-7;7-8"

func TestFrames(t *testing.T) {
	d := newService(t)
	for _, c := range []struct{ id, size, keys string }{
		{"classic", "", "enter right enter w"},
		{"duel", "3x4", "enter right down enter u left enter 3"},
		{"lockdown", "", "enter right enter right enter 4"},
		{"claim", "", "enter down right right h h"},
		{"blockade", "5x5", "b b left left left enter"},
		{"place hex other", "3x3", "enter"},
		{"walk king torus", "3x3", "enter right enter"},
		{graphGame, "", "right enter down"},
	} {
		name := strings.Fields(strings.ReplaceAll(c.id, ":", " "))
		t.Run(c.id, func(t *testing.T) {
			var all strings.Builder
			for _, size := range [][2]int{{80, 24}, {60, 20}, {40, 20}} {
				p := sit(t, d, c.id, c.size, nil)
				p.Resize(size[0], size[1])
				p.keys(c.keys)
				f := p.Frame()
				fmt.Fprintf(&all, "== %dx%d, keys %s, cursor at %d,%d\n%s", size[0], size[1], c.keys, f.CursorX, f.CursorY, f)
			}
			golden(t, strings.Join(name[:min(2, len(name))], "-"), all.String())
		})
	}
}

// The cursor reaches every vertex of a graph, also where none is in the same row or column.
func TestCursorInGraphs(t *testing.T) {
	p := sit(t, liar(newService(t), func(i int) int { return i }), "follow graph:3x3:0,4,5,7:0-4;5-7", "", nil)
	seen := map[string]bool{}
	for _, key := range strings.Fields("up up left left right right down down left up") {
		p.keys(key)
		name, _, _ := strings.Cut(strings.TrimSpace(strings.Split(p.text(), "\n")[22]), ":")
		seen[name] = true
	}
	require.Equal(t, map[string]bool{"1": true, "5": true, "6": true, "8": true}, seen)
}

// The chart of a game, on a small terminal.
func TestChart(t *testing.T) {
	p := sit(t, newService(t), "lockdown", "", nil)
	p.Resize(60, 20)
	p.keys("enter right enter right enter 4")
	golden(t, "chart", p.text())
}

// Of a terminal of any size no more is drawn than bounds the work for a key.
func TestFrameIsBounded(t *testing.T) {
	p := sit(t, newService(t), "lockdown", "", nil)
	p.Resize(3000, 3000)
	f := p.Frame()
	require.Len(t, f.Lines, 120)
	for _, line := range f.Lines {
		width := 0
		for _, run := range line {
			width += len([]rune(run.Text))
		}
		require.Equal(t, 240, width)
	}
	require.Contains(t, f.String(), "lockdown")
}

// Large boards, whose values come from a table.
func TestLargeFrames(t *testing.T) {
	var all strings.Builder
	for _, size := range [][2]int{{80, 24}, {60, 20}, {51, 26}, {40, 20}} {
		p := sit(t, liar(newService(t), func(i int) int { return 60 - i }), "blockade", "8x8", nil)
		p.Resize(size[0], size[1])
		fmt.Fprintf(&all, "== %dx%d\n%s", size[0], size[1], p.text())
	}
	p := sit(t, liar(newService(t), func(i int) int { return 60 - i }), "lockdown", "8x8", nil)
	p.Resize(40, 20)
	golden(t, "large", all.String()+"== 40x20\n"+p.text())
}

// golden compares a text with what is kept.
func golden(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join("testdata", name+".txt")
	if rewrite() {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	kept, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(kept), text)
}

// liarService knows the rules, and makes up everything else at once.
type liarService struct {
	tui.Service
	plies func(i int) int // of the i-th legal move, which wins if the number is odd
}

func liar(d tui.Service, plies func(i int) int) liarService { return liarService{d, plies} }

func (d liarService) Ask(ctx context.Context, q query.Question, emit func(query.Event)) (query.Response, *query.Problem) {
	if q.Kind != query.Analysis {
		return d.Service.Ask(ctx, q, emit)
	}
	position := q
	position.Kind = query.Position
	a, problem := d.Service.Ask(ctx, position, nil)
	if problem != nil {
		return a, problem
	}
	rules := a.Value.(report.Rules)
	var s report.Study
	s.Position, s.ToMove = rules.Position, rules.ToMove
	for i, m := range rules.Moves {
		outcome, plies := "loss", d.plies(i)
		if plies%2 == 1 {
			outcome = "win"
		}
		value := report.MoveValue{Move: m.Move, Outcome: &outcome, Distance: &plies}
		s.Moves = append(s.Moves, report.MoveAnalysis{Move: report.Move{MoveValue: value}, Geometry: m.Geometry})
	}
	return query.Response{Value: s, Complete: true}, nil
}

// What the cells show is what the service says, whatever that is.
func TestCellsShowTheAnswer(t *testing.T) {
	for _, plies := range []func(int) int{func(i int) int { return i + 1 }, func(i int) int { return 40 - i }} {
		p := sit(t, liar(newService(t), plies), "lockdown", "", nil)
		for i := range 16 {
			want := fmt.Sprintf("[W%d]", plies(i))
			if plies(i)%2 == 0 {
				want = fmt.Sprintf("(L%d)", plies(i))
			}
			line := []rune(strings.Split(p.text(), "\n")[4+3*(i/4)] + strings.Repeat(" ", 40))
			require.Equal(t, want, strings.TrimSpace(string(line[1+6*(i%4):6+6*(i%4)])), p.text())
		}
	}
}

// In blockade the marker is drawn where it steps, the cells that can be blocked have values, and
// Esc takes the step back.
func TestStepAndBlock(t *testing.T) {
	p := sit(t, newService(t), "blockade", "4x4", nil)
	before := p.text()
	p.keys("right enter")
	require.Contains(t, p.text(), "Now the cell to block. Esc takes the step back.")
	require.Regexp(t, `2,0 .>2,1 .*\n .L\d+. +|  X  `, p.text())
	require.NotContains(t, strings.Split(p.text(), "\n")[10][:7], "X")
	p.keys("esc left")
	require.Equal(t, before, p.text())
	p.keys("right enter up")
	require.Contains(t, p.text(), "1,1: blocking it ")
	p.keys("enter 3")
	require.Contains(t, p.text(), "<1.2,1@1,1??>")
	require.Contains(t, p.text(), "O to move. ")
}

func TestVariations(t *testing.T) {
	p := sit(t, newService(t), "claim", "3x3", nil)
	p.keys("3 n")
	require.Contains(t, p.text(), "There are no variations")
	p.keys("enter u left enter u u")
	require.Contains(t, p.text(), "There is no move to take back.")
	p.keys("up enter")
	require.Contains(t, p.text(), "start 1.5\n")
	require.Contains(t, p.text(), "<1.1??>\n")
	for _, shown := range []string{"<1.5>", "<1.4??>", "<1.1??>", "<1.5>"} {
		p.keys("n")
		require.Contains(t, p.text(), shown)
	}
	p.keys("p u r")
	require.Contains(t, p.text(), "<1.1??>", "redo goes where one was last")
	p.keys("home")
	require.Contains(t, p.text(), "<start>")
	p.keys("end")
	require.Contains(t, p.text(), "<1.1??>")
	start, moves := p.Record()
	require.Equal(t, ".../.../... x", start)
	require.Equal(t, []string{"1"}, moves)
}

// Hints say how many moves win, then where, then which.
func TestHints(t *testing.T) {
	p := sit(t, newService(t), "claim", "3x3", func(o *tui.Options) { o.Mode, o.Computer = tui.Play, "" })
	require.NotContains(t, p.text(), "[W")
	p.keys("h")
	require.Contains(t, p.text(), "Hint: 1 of 9 moves wins. (h: more)")
	p.keys("h")
	require.Contains(t, p.text(), "Hint: a best move is in the middle. (h: more)")
	p.keys("h")
	require.Regexp(t, `Hint: 5 wins in 1\.`, p.text())
	p.keys("h enter")
	require.NotContains(t, p.text(), "Hint")
	require.Contains(t, p.text(), "O cannot move: X has won.\n")
}

func TestComputer(t *testing.T) {
	p := sit(t, newService(t), "duel", "3x3", func(o *tui.Options) { o.Mode, o.Computer = tui.Play, "X" })
	require.Regexp(t, `play  X: perfect, O: you  ply 1`, p.text())
	require.Regexp(t, `X played \d\.`, p.text())
	p.keys("u")
	require.Contains(t, p.text(), "There is no move to take back.")
	p.keys("v")
	for range 9 {
		p.keys("b")
	}
	require.Regexp(t, `[XO] cannot move: [XO] has won\.`, p.text())
	p.keys("u u")
	require.Contains(t, p.text(), "O to move. O wins in ")
	p.keys("s 3")
	require.Contains(t, p.text(), "two people")
	p.keys("s")
	require.Contains(t, p.text(), "O: perfect", "the computer plays at once")
	p.keys("l")
	require.Contains(t, p.text(), "O: strong")
}

// TestPuzzle solves a puzzle, and fails at one.
func TestPuzzle(t *testing.T) {
	d := newService(t)
	p := sit(t, d, "lockdown", "", func(o *tui.Options) { o.Mode, o.Seed = tui.Puzzle, 3 })
	require.Contains(t, p.text(), "puzzle 3  solved 0 of 0")
	require.Regexp(t, `[XO] to move and win in [357] plies\.`, p.text())
	z, problem := d.Ask(t.Context(), query.Question{Kind: query.Puzzle, Start: lockdown(t), Seed: 3, Low: 3, High: 7}, nil)
	require.Nil(t, problem)
	cell, err := strconv.Atoi(z.Value.(report.Puzzle).Move)
	require.NoError(t, err)
	p.Click(2+6*((cell-1)%4), 4+3*((cell-1)/4))
	p.wait()
	require.Regexp(t, `Right: \d+ wins in [357] plies\. n: next puzzle\.`, p.text())
	require.Contains(t, p.text(), "solved 1 of 1")
	p.Resize(120, 24)
	p.keys("n")
	require.Contains(t, p.text(), "puzzle 4  solved 1 of 1")
	p.keys("3")
	for _, key := range []string{"left", "right", "up", "down"} {
		if p.keys(key + " enter"); strings.Contains(p.text(), "Wrong") {
			break
		}
		p.keys("u")
	}
	require.Regexp(t, `Wrong: \d+ loses in \d+ p[a-z]+\. The answer is [\d ]+\. u: try again\.`, p.text())
	require.Contains(t, p.text(), "solved 1 of 2")
	p.keys("m m m")
	require.Contains(t, p.text(), "Wrong", "the puzzle is still there")
	for i, keys := range []string{"b", "v b", "w 1 h h h enter", "4 b", "h h h"} {
		p.keys("n " + keys)
		require.Contains(t, p.text(), fmt.Sprintf("solved 1 of %d ", 3+i), "who looks has not solved it: %s", keys)
	}
}

// lockdown returns the position with which lockdown begins.
func lockdown(t *testing.T) variants.Position {
	v, err := variants.Lookup("lockdown")
	require.NoError(t, err)
	return v.Default().Start()
}

// A search reports how far it is and what it has found, and can be stopped.
func TestProgress(t *testing.T) {
	p := sit(t, liar(newService(t), func(int) int { return 2 }), "claim", "", nil)
	p.Key("enter")
	job := p.Job()
	require.Contains(t, p.text(), " Searching...  c stop")
	p.Key("h")
	p.Key("h")
	require.Contains(t, p.text(), "The search is not finished.")
	p.Event(job.Key, query.Event{Progress: &report.Progress{Nodes: 1234567, Seconds: 2.34}})
	require.Contains(t, p.text(), " Searching: 1,234,567 positions in 2.3 s, 0 of 7 moves decided  c stop\n")
	p.Event(job.Key, query.Event{Moves: []report.MoveValue{{Move: "16", Outcome: new("win"), Distance: new(3)}}})
	require.Contains(t, p.text(), "1 of 7 moves decided")
	require.Contains(t, p.text(), "[W3]")
	require.Contains(t, p.text(), "  ?  ")
	require.Contains(t, p.text(), "Hint: At least 1 of 7 moves wins. (h: more)")
	p.Key("h")
	p.Key("h")
	require.Contains(t, p.text(), "Hint: 16 wins in 3.")
	p.Resize(40, 20)
	require.Contains(t, p.text(), " 1,234,567 2.3 s 1/7  c stop\n")
	p.Resize(60, 20)
	require.Contains(t, p.text(), " 1,234,567 positions in 2.3 s 1/7  c stop\n")
	p.Event("another", query.Event{Moves: []report.MoveValue{}})
	require.Contains(t, p.text(), "1/7")
	p.Key("c")
	require.Empty(t, p.Job().Key)
	require.Contains(t, p.text(), " c continue  ? help")
	p.Answer(job.Key, query.Response{}, nil)
	p.Key("c")
	require.Equal(t, job.Key, p.Job().Key)
	p.Key("esc")
	require.Empty(t, p.Job().Key)
	p.Key("c")
	p.Answer(p.Job().Key, query.Response{}, &query.Problem{Detail: "out of order"})
	require.Contains(t, p.text(), "out of order")
	require.Empty(t, p.Job().Key)
}

// Clicks on cells, pages, moves and keys do what they say.
func TestClicks(t *testing.T) {
	p := sit(t, liar(newService(t), func(int) int { return 2 }), "claim", "", nil)
	click := func(text string) {
		t.Helper()
		for y, line := range strings.Split(p.text(), "\n") {
			if x := strings.Index(line, text); x >= 0 {
				p.Click(x, y)
				p.wait()
				return
			}
		}
		t.Fatalf("%q is not there:\n%s", text, p.text())
	}
	click("10 ")
	click("Game")
	require.Contains(t, p.text(), "start <1.10>")
	click("4   ")
	require.Contains(t, p.text(), "start 1.10 <2.4>")
	click("1.10")
	require.Contains(t, p.text(), "start <1.10> 2.4")
	click("undo")
	require.Contains(t, p.text(), "<start> 1.10 2.4")
	click("Moves")
	click("2 3 4")
	click("Game")
	require.Contains(t, p.text(), "<1.2>\n")
	click("help")
	require.Contains(t, p.text(), "Any key goes back")
	p.Click(0, 0)
	click("analyse")
	require.Contains(t, p.text(), "play")
	p.Click(79, 23) // nothing is there
}

// The puzzles of claim, whose own board has none, are on a larger one, without holes; the game stays
// on its own.
func TestUsualPuzzles(t *testing.T) {
	p := sit(t, newService(t), "claim", "", func(o *tui.Options) { o.Mode = tui.Puzzle })
	require.Contains(t, p.text(), "claim 5x6")
	p.keys("m")
	require.Contains(t, p.text(), "claim 4x4")
}

// What a key cannot do now, it says.
func TestRefusals(t *testing.T) {
	p := sit(t, newService(t), "blockade", "4x4", nil)
	for _, c := range [][2]string{
		{"enter", "2,0 cannot be played."}, {"s", "press m"}, {"l", "press m"}, {"r", "There is no move to play again."},
		{"u", "There is no move to take back."}, {"n", "There are no variations"}, {"d", "every move is searched for."},
		{"right enter up up enter", "0,1 cannot be blocked."},
	} {
		p.keys(c[0])
		require.Contains(t, p.text(), c[1], c[0])
	}
	p = sit(t, newService(t), "claim", "2x2", func(o *tui.Options) { o.Mode, o.Puzzles = tui.Play, "2x2" })
	p.keys("right enter")
	require.Contains(t, p.text(), "m: see the values of the game. Home: play again.")
	p.keys("b")
	require.Contains(t, p.text(), "The game is over. u takes moves back.")
	p.keys("m h")
	require.Contains(t, p.text(), "There is no puzzle 1.")
	require.Contains(t, p.text(), "n: look for another")
	p.keys("enter u r n")
	require.Contains(t, p.text(), "There is no puzzle 2.")
	p.keys("p p p p")
	require.Contains(t, p.text(), "There is no puzzle 0.")
}

// After Home the game begins again, and the computer answers also what it has answered before.
func TestPlayAgain(t *testing.T) {
	p := sit(t, newService(t), "lockdown", "3x3", func(o *tui.Options) { o.Mode = tui.Play })
	p.keys("enter home")
	require.Contains(t, p.text(), "ply 0")
	p.keys("enter")
	require.Contains(t, p.text(), "ply 2")
	p.keys("u")
	require.Contains(t, p.text(), "ply 0")
	p.keys("r")
	require.Contains(t, p.text(), "ply 2")
}

func TestTooSmall(t *testing.T) {
	p := sit(t, liar(newService(t), func(int) int { return 2 }), "duel", "8x8", nil)
	p.Resize(33, 15)
	require.Equal(t, "The board needs 34 x 15\ncharacters, and the terminal has\n33 x 15. Make it larger, or press\nq to quit.\n",
		strings.TrimRight(p.text(), "\n")+"\n")
	require.False(t, p.Frame().Cursored)
	p.Resize(34, 15)
	require.Contains(t, p.text(), "duel 8x8")
	require.Contains(t, p.text(), "[Moves]")
}

// Whatever is pressed at whatever size, the frame fits the terminal, and the cursor is on it.
func TestFramesFit(t *testing.T) {
	names := strings.Fields("up down left right enter enter space u r home end n p h b w v d c tab shift+tab pgup pgdown m s l ? esc 1 2 3 4 x")
	chance := rand.New(rand.NewPCG(1, 2))
	games := variants.All()
	for _, words := range []string{graphGame, "walk hex torus", "place rook own cylinder"} {
		v, err := variants.Lookup(words)
		require.NoError(t, err)
		games = append(games, v)
	}
	for _, v := range games {
		size := "3x4"
		if v.Family().Rows != 0 {
			size = ""
		}
		p := sit(t, liar(newService(t), func(i int) int { return i + 3 }), v.Key(), size, nil)
		for range 150 {
			width, height := 1+chance.IntN(100), 1+chance.IntN(40)
			p.Resize(width, height)
			p.keys(names[chance.IntN(len(names))])
			f := p.Frame()
			require.Len(t, f.Lines, height)
			for _, line := range f.Lines {
				n := 0
				for _, run := range line {
					n += utf8.RuneCountInString(run.Text)
				}
				require.Equal(t, width, n)
			}
			require.True(t, !f.Cursored || f.CursorX < width && f.CursorY < height)
			p.Click(chance.IntN(width), chance.IntN(height))
			p.wait()
		}
	}
}
