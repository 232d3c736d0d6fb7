package endtoend

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"gridlock/cmd/analyze"
	"gridlock/cmd/solve"
	"gridlock/internal/query"
	"gridlock/internal/randomplay"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// said is what a verb says of a position in JSON.
type said struct {
	Position  string
	Outcome   *string
	Distance  *int
	BestMove  *string  `json:"best_move"`
	BestMoves []string `json:"best_moves"`
	Complete  bool     `json:"best_moves_complete"`
	PV        []string
	Nimber    *int
	Value     *string
	Moves     []struct {
		Move     string
		Outcome  *string
		Distance *int
	}
}

// run runs a line of shell and returns what it prints; a limit is no failure.
func run(t *testing.T, input, format string, args ...any) []byte {
	t.Helper()
	line := fmt.Sprintf(format, args...)
	cmd := shell(t, line)
	cmd.Stdin = strings.NewReader(input)
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if err := cmd.Run(); err != nil {
		require.Equal(t, 3, cmd.ProcessState.ExitCode(), "%s: %s", line, errOut.String())
	}
	return out.Bytes()
}

// ask runs a verb that prints a line of JSON for each position.
func ask(t *testing.T, input, format string, args ...any) (all []said) {
	t.Helper()
	for line := range bytes.Lines(run(t, input, format, args...)) {
		var s said
		require.NoError(t, json.Unmarshal(line, &s), "%s", line)
		s.check(t)
		all = append(all, s)
	}
	return all
}

// check checks what has to hold for whatever is said of a position.
func (s said) check(t *testing.T) {
	t.Helper()
	if s.BestMove != nil {
		require.Contains(t, s.BestMoves, *s.BestMove, s.Position)
	}
	require.Equal(t, s.BestMove == nil, len(s.BestMoves) == 0, s.Position)
	wins, losses := 0, 0
	for _, m := range s.Moves {
		best := slices.Contains(s.BestMoves, m.Move)
		switch {
		case m.Outcome == nil:
			require.False(t, s.is("loss"), "%s: %s", s.Position, m.Move)
		case *m.Outcome == "win":
			wins++
			require.True(t, s.is("win"), "%s: %s", s.Position, m.Move)
			require.True(t, best || s.Distance != nil || !s.Complete, "%s: %s", s.Position, m.Move)
		default:
			losses++
			require.False(t, best && s.is("win"), "%s: %s", s.Position, m.Move)
		}
		if best && s.Distance != nil {
			require.Equal(t, s.Distance, m.Distance, "%s: %s", s.Position, m.Move)
		}
	}
	if len(s.Moves) > 0 && losses == len(s.Moves) {
		require.True(t, s.is("loss"), s.Position)
	}
}

func (s said) is(outcome string) bool { return s.Outcome != nil && *s.Outcome == outcome }

// requireAgree checks that two verbs do not say different things: one may know less.
func requireAgree(t *testing.T, a, b said) {
	t.Helper()
	require.Equal(t, a.Position, b.Position)
	if a.Outcome != nil && b.Outcome != nil {
		require.Equal(t, *a.Outcome, *b.Outcome, a.Position)
	}
	if a.Distance != nil && b.Distance != nil {
		require.Equal(t, *a.Distance, *b.Distance, a.Position)
		if a.Complete && b.Complete {
			require.Equal(t, a.BestMoves, b.BestMoves, a.Position)
		}
	}
	if a.Distance == nil && b.Distance == nil && a.Complete && b.Complete {
		require.Equal(t, a.BestMoves, b.BestMoves, a.Position)
	}
	if a.Nimber != nil && b.Nimber != nil {
		require.Equal(t, *a.Nimber, *b.Nimber, a.Position)
	}
	if a.Value != nil && b.Value != nil {
		require.Equal(t, *a.Value, *b.Value, a.Position)
	}
	for _, m := range a.Moves {
		for _, n := range b.Moves {
			if m.Move != n.Move {
				continue
			}
			if m.Outcome != nil && n.Outcome != nil {
				require.Equal(t, *m.Outcome, *n.Outcome, "%s: %s", a.Position, m.Move)
			}
			if m.Distance != nil && n.Distance != nil {
				require.Equal(t, *m.Distance, *n.Distance, "%s: %s", a.Position, m.Move)
			}
		}
	}
}

// somePositions returns positions of random games on boards of several sizes, one a line.
func somePositions(t *testing.T, v variants.Variant, sizes []string, each int) string {
	var b strings.Builder
	r := randomplay.New(26)
	for _, size := range sizes {
		var rows, cols int
		_, err := fmt.Sscanf(size, "%dx%d", &rows, &cols)
		require.NoError(t, err)
		if cols < v.MinCols {
			continue
		}
		game, err := v.NewGame(rows, cols)
		require.NoError(t, err)
		for range each {
			history := randomplay.Game(r, game.Start())
			fmt.Fprintln(&b, history[r.IntN(len(history))])
		}
		fmt.Fprintln(&b, game.Start())
	}
	return b.String()
}

// solve, solve --all-moves and analyze say the same of a position, whatever the limits: one
// may know less, but the one that is asked for more never knows less about the outcome.
func TestVerbsAgree(t *testing.T) {
	sizes := map[int][]string{
		0:      {"1x7", "2x5", "3x4", "4x4"},
		1:      {"3x4", "5x6", "8x8", "6x6", "4x16"},
		100:    {"3x5", "4x7", "7x7", "5x5", "8x8"},
		10_000: {"4x5", "6x6", "5x7", "7x8"},
	}
	for _, v := range variants.All() {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			for nodes, boards := range sizes {
				boards = boards[:testgames.Of(2, len(boards))]
				positions := somePositions(t, v, boards, testgames.Of(1, 5))
				limits := "--workers 1 --memory 64MiB"
				if nodes > 0 {
					limits += fmt.Sprintf(" --nodes %d", nodes)
				}
				solved := ask(t, positions, "gridlock solve --variant %s --stdin %s", v.ID, limits)
				moves := ask(t, positions, "gridlock solve --variant %s --stdin --all-moves %s", v.ID, limits)
				analysed := ask(t, positions, "gridlock analyze --variant %s --stdin %s", v.ID, limits)
				require.Len(t, moves, len(solved))
				require.Len(t, analysed, len(solved))
				for i, s := range solved {
					requireAgree(t, s, moves[i])
					requireAgree(t, s, analysed[i])
					requireAgree(t, moves[i], analysed[i])
					for _, more := range []said{moves[i], analysed[i]} {
						require.True(t, more.Outcome != nil || s.Outcome == nil, "%s with %d nodes", s.Position, nodes)
					}
				}
			}
		})
	}
}

// What is in a store and in the book, solve, analyze, the probes and a hint say alike, and
// whoever is asked without a limit says the same without them.
func TestProbesAgree(t *testing.T) {
	db := t.TempDir()
	for _, c := range []struct{ id, board, moves string }{
		{"lockdown", "3x4", ""}, {"lockdown", "3x4", "1 12"}, {"claim", "4x4", "6"}, {"duel", "3x4", "1"},
		{"classic", "3x4", "1,1"}, {"blockade", "3x4", ""},
	} {
		game := fmt.Sprintf("--variant %s --board %s", c.id, c.board)
		at := fmt.Sprintf("%s --moves %q", game, c.moves)
		run(t, "", "gridlock tablebase build %s --db %s -q", game, db)
		plain := ask(t, "", "gridlock solve %s --json --distance", at)[0]
		require.NotNil(t, plain.Distance)
		answers := []said{
			ask(t, "", "gridlock solve %s --json --db %s", at, db)[0],
			ask(t, "", "gridlock solve %s --json --all-moves --db %s", at, db)[0],
			ask(t, "", "gridlock analyze %s --json --last --db %s", at, db)[0],
			ask(t, "", "gridlock tablebase probe %s --json --db %s", at, db)[0],
			ask(t, plain.Position, "gridlock tablebase probe --variant %s --stdin --json --db %s", c.id, db)[0],
		}
		for _, a := range answers {
			require.Equal(t, plain.Distance, a.Distance)
			for _, b := range append(answers, plain) {
				requireAgree(t, a, b)
			}
		}
		requireHint(t, at+" --db "+db, plain)
	}
}

// requireHint checks the last step of the hint that play gives against what is known of the position.
func requireHint(t *testing.T, at string, known said) {
	t.Helper()
	out := string(run(t, "hint\nhint\nhint\nquit\n", "gridlock play -x human -o human --move-time 20s %s", at))
	hint := regexp.MustCompile(`Hint: (\S+) (?:wins|lasts).*\s(\d+)\s+pl(?:y|ies)\b`).FindStringSubmatch(out)
	require.NotNil(t, hint, out)
	plies, err := strconv.Atoi(hint[2])
	require.NoError(t, err)
	require.Equal(t, *known.Distance, plies, out)
	require.Contains(t, known.BestMoves, hint[1], out)
}

// The book that comes with the program is known to every verb.
func TestBookIsKnownToAll(t *testing.T) {
	for _, moves := range []string{"", "3,1@3,0", "3,1@2,1 3,5@2,5"} {
		at := fmt.Sprintf("--variant blockade --moves %q", moves)
		found := ask(t, "", "gridlock solve %s --json --nodes 1 --workers 1", at)[0]
		require.NotNil(t, found.Distance)
		for _, verb := range []string{"solve --all-moves", "analyze --last"} {
			answer := ask(t, "", "gridlock %s %s --json --nodes 1 --workers 1", verb, at)[0]
			requireAgree(t, found, answer)
			require.Equal(t, found.Distance, answer.Distance, verb)
		}
		requireHint(t, at+" --move-time 0.1", found)
	}
}

// alike returns an answer in JSON without what differs from process to process, or belongs to one window
// only: what a search took, where the answer was found, which limit was reached.
func alike(t *testing.T, object []byte) map[string]any {
	t.Helper()
	var answer map[string]any
	require.NoError(t, json.Unmarshal(object, &answer), "%s", object)
	for _, name := range []string{"nodes", "seconds", "source", "stored", "limit"} {
		delete(answer, name)
	}
	return answer
}

// The engine on a pipe answers as solve and analyze do, and moves as analyze.
func TestEngineAgrees(t *testing.T) {
	var requests strings.Builder
	var want [][]byte
	for _, c := range []struct{ id, board, moves, more string }{
		{"lockdown", "4x4", "", ""}, {"lockdown", "4x4", "6 11", ""}, {"lockdown", "3x4", "1 12", "distance"},
		{"claim", "4x4", "6", ""}, {"claim", "4x5", "", "distance"}, {"duel", "3x4", "1", ""}, {"duel", "4x4", "", ""},
		{"classic", "3x4", "1,1", "distance"}, {"classic", "4x4", "", ""}, {"blockade", "3x4", "", "distance"},
	} {
		game, flags := fmt.Sprintf(`"variant":%q,"board":%q,"moves":%q`, c.id, c.board, c.moves), ""
		if c.more != "" {
			game += `,"distance":true`
			flags = "--distance"
		}
		for _, do := range []string{"solve", "analyze", "moves"} {
			fmt.Fprintf(&requests, `{"id":%d,"do":%q,%s}`+"\n", len(want), do, game)
			verb := strings.NewReplacer("solve", "solve", "analyze", "analyze --last", "moves", "analyze --last").Replace(do)
			want = append(want, run(t, "", "gridlock %s %s --board %s --moves %q %s --json --workers 1 -q", verb, c.id, c.board, c.moves, flags))
		}
	}
	lines := bytes.Split(bytes.TrimSpace(run(t, requests.String(), "gridlock engine --workers 1")), []byte("\n"))
	require.Len(t, lines, len(want)+1)
	for i, line := range lines[1:] {
		var reply struct {
			ID     int
			Result json.RawMessage
		}
		require.NoError(t, json.Unmarshal(line, &reply), "%s", line)
		require.Equal(t, i, reply.ID)
		expected, got := alike(t, want[i]), alike(t, reply.Result)
		if i%3 == 2 { // moves
			for name := range expected {
				if _, has := got[name]; !has {
					delete(expected, name)
				}
			}
			for _, m := range expected["moves"].([]any) {
				move := m.(map[string]any)
				for name := range move {
					if !slices.Contains([]string{"move", "outcome", "distance"}, name) {
						delete(move, name)
					}
				}
			}
		}
		require.Equal(t, expected, got, "%s", line)
	}
}

// window is a place in which a reason is read, as a name, in words, or both.
type window struct {
	read          func(t *testing.T, p variants.Position) reason
	named, worded bool
}

// reason is why a position is won or lost, empty for a search.
type reason struct{ name, words string }

// inProcess runs a command on a position and returns what it prints.
func inProcess(t *testing.T, c *cobra.Command, p variants.Position, flags ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	c.SetOut(&out)
	c.SetErr(io.Discard)
	c.SetArgs(append([]string{"--variant", p.Game().Variant().ID, "--position", p.String(), "--db", "none", "--workers", "1", "--memory", "16MiB"}, flags...))
	require.NoError(t, c.Execute(), "%v", p)
	return out.Bytes()
}

// inText is a window that prints a reason as a field, which may go on in the next lines.
func inText(field string, command func() *cobra.Command, flags ...string) window {
	form := regexp.MustCompile(`(?m)^` + field + ` +(.*(?:\n {12}.*)*)$`)
	return window{worded: true, read: func(t *testing.T, p variants.Position) (r reason) {
		t.Helper()
		if found := form.FindSubmatch(inProcess(t, command(), p, flags...)); found != nil {
			r.words = strings.Join(strings.Fields(string(found[1])), " ")
		}
		if r.words == "by search, no lemma applies" {
			return reason{}
		}
		return r
	}}
}

// jsonReason reads an object.
func jsonReason(t *testing.T, object []byte) reason {
	t.Helper()
	var answer struct{ Lemma, Why string }
	require.NoError(t, json.Unmarshal(object, &answer), "%s", object)
	return reason{answer.Lemma, answer.Why}
}

// atService asks what the server and the engine on a pipe ask.
func atService(d *query.Service, kind query.Kind) func(t *testing.T, p variants.Position) reason {
	return func(t *testing.T, p variants.Position) reason {
		t.Helper()
		a, problem := d.Ask(t.Context(), query.Question{Kind: kind, Start: p}, nil)
		require.Nil(t, problem)
		return jsonReason(t, a.Body)
	}
}

// internalName is what theory calls lemmas; people read words instead.
var internalName = regexp.MustCompile("one move ahead|Sprague-Grundy|Col value|^(matching|no legal move|the opponent copies|the markers are|a marker has)")

// Every window gives the same reason why a position is won or lost, in words: never the name that
// theory has for a lemma.
func TestReasonsAgree(t *testing.T) {
	d := query.New(query.Options{Memory: 64 << 20, Workers: 1, Searches: 1})
	defer d.Close()
	asJSON := func(command func() *cobra.Command) func(t *testing.T, p variants.Position) reason {
		return func(t *testing.T, p variants.Position) reason {
			return jsonReason(t, inProcess(t, command(), p, "--json"))
		}
	}
	windows := map[string]window{
		"solve":             inText("lemma", solve.New),
		"solve --all-moves": inText("lemma", solve.New, "--all-moves"),
		"solve --json":      {read: asJSON(solve.New), named: true},
		"analyze":           inText("why", analyze.New),
		"analyze --json":    {read: asJSON(analyze.New), named: true, worded: true},
		"/solve":            {read: atService(d, query.Solve), named: true},
		"/analysis":         {read: atService(d, query.Analysis), named: true, worded: true},
	}
	names, searched := map[string]bool{}, 0
	for _, v := range variants.All() {
		for line := range strings.Lines(somePositions(t, v, []string{"2x5", "3x4", "4x4"}, testgames.Of(5, 19))) {
			p, err := v.Parse(strings.TrimSpace(line))
			require.NoError(t, err)
			want := windows["analyze --json"].read(t, p)
			require.NotRegexp(t, internalName, want.words)
			names[want.name] = true
			if want.name == "" {
				searched++
			}
			for name, w := range windows {
				got := w.read(t, p)
				if w.named {
					require.Equal(t, want.name, got.name, "%s: %v", name, p)
				}
				if w.worded {
					require.Equal(t, want.words, got.words, "%s: %v", name, p)
				}
			}
		}
	}
	require.Greater(t, len(names), 8, "%v", names)
	require.Greater(t, searched, 2)
}
