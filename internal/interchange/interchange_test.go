package interchange_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/interchange"
	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

func lookup(t testing.TB, id string) variants.Variant {
	t.Helper()
	v, err := variants.Lookup(id)
	require.NoError(t, err)
	return v
}

// decode reads a text without errors.
func decode(t require.TestingT, format string, v variants.Variant, text string) (entries []interchange.Entry) {
	d, err := interchange.NewDecoder(format, v)
	require.NoError(t, err)
	for i, line := range strings.Split(text, "\n") {
		found, err := d.Line(i+1, line)
		require.NoError(t, err, line)
		entries = append(entries, found...)
	}
	require.NoError(t, d.End())
	return entries
}

func TestValues(t *testing.T) {
	for text, want := range map[string]solver.Score{
		"+7": {Outcome: solver.Win, Distance: 7}, "-4": {Outcome: solver.Loss, Distance: 4}, "+?": {Outcome: solver.Win, Distance: solver.NoDistance},
		"-?": {Outcome: solver.Loss, Distance: solver.NoDistance}, "?": solver.UnknownScore(),
	} {
		got, err := interchange.ParseValue(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got)
		require.Equal(t, text, got.String())
	}
	for text, want := range map[string]string{
		"": "is not a value", "7": "is not a value", "+": "is not a value", "+-7": "is not a value", "++7": "is not a value",
		"+7.5": "is not a value", "??": "is not a value", "+99999999999999999999": "is not a value",
		"+6": "odd number", "-3": "even number", "-0": "at least 2", "+0": "odd number",
	} {
		_, err := interchange.ParseValue(text)
		require.ErrorContains(t, err, want, text)
	}
}

func TestOutcomeOfAnEntry(t *testing.T) {
	for line, want := range map[string]solver.Outcome{
		"X.O x": solver.Unknown, "X.O x; 2:+1": solver.Win, "X.O x; 2:?": solver.Unknown, "X#O x": solver.Loss,
		"X../..O x; 2:-4 4:-4": solver.Unknown, "X../..O x; 2:-4 4:-4 5:-?": solver.Loss,
		"X../..O x; 2:? 4:+?": solver.Win,
	} {
		e, err := interchange.ParseOBF(lookup(t, "lockdown"), line)
		require.NoError(t, err, line)
		require.Equal(t, want, e.Outcome(), line)
	}
}

// entry draws a position and values for some of its moves.
func entry(t *rapid.T) interchange.Entry {
	p := testgames.Position(t, testgames.Variant(t), 20)
	e := interchange.Entry{Position: p}
	for m := range p.Legal().Cells() {
		text := rapid.SampledFrom(strings.Fields("+1 +13 +? -2 -40 -? ?")).Draw(t, "value")
		v, err := interchange.ParseValue(text)
		require.NoError(t, err)
		e.Moves = append(e.Moves, interchange.MoveValue{Move: variants.Move(m), Score: v})
	}
	return e
}

// What is written is read back unchanged: values of moves in OBF and JSON, outcomes in JSON and
// MCGS, positions in all, in MCGS without what no longer matters.
func TestRoundTrips(t *testing.T) {
	testgames.Check(t, 1000, func(t *rapid.T) {
		e := entry(t)
		v := e.Position.Game().Variant()
		for _, format := range []string{interchange.Text, interchange.OBF, interchange.JSONL, interchange.MCGS} {
			line, err := interchange.Encode(format, e)
			if format == interchange.MCGS && v.ID != variants.Lockdown {
				require.ErrorContains(t, err, "MCGS knows lockdown")
				continue
			}
			require.NoError(t, err)
			require.NotContains(t, line, "\n")
			back := decode(t, format, v, line)
			require.Len(t, back, 1, line)
			require.Equal(t, e.Position.State(), back[0].Position.State(), line)
			require.Equal(t, e.Position.Side(), back[0].Position.Side(), line)
			if format == interchange.OBF || format == interchange.JSONL {
				require.Equal(t, e.Position.String(), back[0].Position.String())
				require.Equal(t, e.Moves, back[0].Moves, line)
			}
			if format != interchange.Text {
				require.Equal(t, e.Outcome(), back[0].Outcome(), line)
			}
			again, err := interchange.Encode(format, back[0])
			require.NoError(t, err)
			require.Equal(t, line, again)
		}
	})
}

func TestOBFIsReadAsPeopleWriteIt(t *testing.T) {
	blockade := lookup(t, "blockade")
	for _, line := range []string{
		"2/XO x;0,1@0,0:?", "  ../XO  x ;  UP@0,1:+1 ", "../XO x; 0,0@0,1:+1; % as Edax ends its fields", "../XO x % none",
	} {
		_, err := interchange.ParseOBF(blockade, line)
		if strings.Contains(line, "0,1@0,0") {
			require.ErrorContains(t, err, "does not share a side", line)
			continue
		}
		require.NoError(t, err, line)
	}
	require.Empty(t, decode(t, interchange.OBF, blockade, "\n  % a comment\n"))
	for line, want := range map[string]string{
		"../XO; 0,0@0,1:+1":                      "the side to move is missing",
		"../XO x; 0,0@0,1":                       "is not a move with its value",
		"../XO x; 0,0@0,1:+1 up@right:+1":        "is not a cell",
		"../XO x; 0,0@0,1:+1 0,0@0,1:-2":         "two values, +1 and -2",
		"../XO x; 0,0@0,1:win":                   `move 0,0@0,1: "win" is not a value`,
		"../XO x; 5,5@0,1:+1":                    "off the board",
		"../X x; 0,0@0,1:+1":                     "row 1 has 1 cells",
		"../XO x; :+1":                           "not a move",
		"../XO x; 0,0@0,1:+1 0,0@0,1:+1; more:?": "two values",
	} {
		_, err := interchange.ParseOBF(blockade, line)
		require.ErrorContains(t, err, want, line)
	}
}

func TestJSONIsReadAsSolvePrintsIt(t *testing.T) {
	duel := lookup(t, "duel")
	entries := decode(t, interchange.JSONL, duel, `{"variant":"duel","position":"X.. o","outcome":"win","nodes":3,"moves":[{"move":"2","outcome":"win","distance":1,"value":"1"},{"move":"3","outcome":null,"distance":null}]}`)
	require.Equal(t, "X.. o; 2:+1 3:?", entries[0].OBF())
	require.Equal(t, solver.Win, entries[0].Stated)
	for line, want := range map[string]string{
		`X.. o`:                                  "not a JSON object",
		`{"position":"X.. z"}`:                   "the side to move",
		`{"variant":"claim","position":"1 x"}`:   `a position of "claim", not of duel`,
		`{"position":"X.. o","outcome":"maybe"}`: `outcome "maybe"`,
		`{"position":"X.. o","moves":[{"move":"2","outcome":"win","distance":2}]}`: "odd number",
		`{"position":"X.. o","moves":[{"move":"1","outcome":"win"}]}`:              "occupied by X",
		`{"position":"X.. o","moves":[{"move":"2","outcome":7}]}`:                  "not a JSON object",
	} {
		d, err := interchange.NewDecoder(interchange.JSONL, duel)
		require.NoError(t, err)
		_, err = d.Line(1, line)
		require.ErrorContains(t, err, want, line)
	}
}

// Games of gen_king_dirt as MCGS's own tests write them, and what they are in lockdown.
func TestMCGS(t *testing.T) {
	for text, want := range map[string]string{
		"1,1,1:...|...|... {B}":   ".../.../... x",
		"1,1,1:...|.#. {W}":       ".../.#. x", // whoever moves first is X
		"1,1,0:..|.. {B}":         "../.. x",
		"0,1,1:X.|.. {W}":         "X./.. o",
		"1,0,1:.O. {B}":           ".X. o",
		"0,0,0:.X..|.O#. {B, W}":  ".X../.O#. x|.X../.O#. o",
		"0,0,1:.X..|.O#. {W win}": ".X../.O#. o",
		"(1,1,1:#.#.) {B loss}":   "#.#. x",
		"0,0,0:##|## {W}":         "##/## x", // nothing to place a stone on
		"5,5,1:##|## {B}":         "##/## x",
		"0,1,1:#X {W}":            "#X o",
		"{version 1.7}\n[gen_king_dirt]\n/* one\ntwo */ 1,1,1:.|. /*_ three */\n\n{B win,\n W win}": "./. x|./. x",
	} {
		var got []string
		for _, e := range decode(t, interchange.MCGS, lookup(t, "lockdown"), text) {
			got = append(got, e.Position.String())
		}
		require.Equal(t, want, strings.Join(got, "|"), text)
	}
}

func TestMCGSRefusesWhatIsNotLockdown(t *testing.T) {
	for text, want := range map[string]string{
		"[nogo] .X|.. {B}":                      `".X|.." is a game of [nogo], not of [gen_king_dirt]`,
		"[impartial gen_king_dirt] 1,1,1:. {B}": "[impartial gen_king_dirt]",
		"2,1,1:.... {B}":                        "Black has 2 stones",
		"1,1,1:.X.O {B}":                        "Black has 2 stones",
		"0,1,1:.... {B}":                        "Black has 0 stones",
		"0,0,0:XX.O {B}":                        "Black has 2 stones",
		"0,1,1:X... {B}":                        "Black is to move a stone before White has placed one",
		"1,0,1:O... {W}":                        "White is to move a stone before Black has placed one",
		"1,1,1:.... .... {B}":                   "is not a game of gen_king_dirt",
		"1,1,1:. 1,1,1:. {B}":                   "a sum of 2 games, the first in line 1",
		"1,1,1:.|.. {B}":                        "row 2 has 2 cells",
		"1,1,1:.Q. {B}":                         `"Q" is not a cell`,
		"1,1,1: {B}":                            "is not a game",
		"1,1,2:. {B}":                           "in the third place 0 or 1",
		"1,-1,1:. {B}":                          "is not a number of stones",
		"1,1:. {B}":                             "is not a game",
		"1,1,1:. {N}":                           `B or W moves first, not "N"`,
		"1,1,1:. {B maybe}":                     `outcome "maybe"`,
		"{B}":                                   "{B} comes after no game",
		"1,1,1:.":                               "line 1: no command says who moves",
		"1,1,1:. {B":                            "a command has no end",
		"1,1,1:. {B} /* open":                   "a comment has no end",
		"1,1,1:" + strings.Repeat(".", 65) + " {B}": "more than 64 cells",
	} {
		d, err := interchange.NewDecoder(interchange.MCGS, lookup(t, "lockdown"))
		require.NoError(t, err)
		entries, err := d.Line(1, text)
		if err == nil {
			err = d.End()
		} else {
			require.Empty(t, entries, text)
		}
		require.ErrorContains(t, err, want, text)
	}
	_, err := interchange.NewDecoder(interchange.MCGS, lookup(t, "claim"))
	require.ErrorContains(t, err, "not claim")
}

// A wrong line has no effect on the next ones.
func TestMCGSGoesOnAfterAnError(t *testing.T) {
	d, err := interchange.NewDecoder(interchange.MCGS, lookup(t, "lockdown"))
	require.NoError(t, err)
	_, err = d.Line(1, "9,1,1:.... {B}")
	require.Error(t, err)
	_, err = d.Line(2, "nonsense")
	require.Error(t, err)
	entries, err := d.Line(3, "{B}")
	require.NoError(t, err, "what is wrong has been said")
	require.Empty(t, entries)
	entries, err = d.Line(4, "1,1,1:.. {B loss}")
	require.NoError(t, err)
	require.Equal(t, ".. x", entries[0].Position.String())
	require.NoError(t, d.End())
}

// The values of Generalized King Dirt <1,1,1> that MCGS ships, from CGSuite 2.2, and its own
// runs on empty boards, agree with the solver's results for lockdown.
func TestMCGSAgreesOnWhoWins(t *testing.T) {
	for _, e := range decode(t, interchange.MCGS, lookup(t, "lockdown"), `[gen_king_dirt]
1,1,1:...|...|... {B win, W win}
1,1,1:...|...|.#. {B loss, W loss}
1,1,1:..#|...|... {B loss}
1,1,1:...|...|#.. {B loss}
1,1,1:#..|#..|... {B loss}
1,1,1:...|...|...|... {B loss}
1,1,1:...|...|...|...|... {B win}
1,1,1:....|....|....|.... {W loss}`) {
		r, err := auto.Engine{}.Solve(context.Background(), e.Position, solver.Options{})
		require.NoError(t, err)
		require.Equal(t, e.Stated, r.Outcome, e.Position.String())
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{"X.O x; 2:+1", "1,1,1:..|.# {B win, W}", `{"position":"X.O x","moves":[{"move":"2"}]}`, "[a b] ( {", "/* x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, format := range []string{interchange.OBF, interchange.JSONL, interchange.MCGS} {
			d, err := interchange.NewDecoder(format, lookup(t, "lockdown"))
			require.NoError(t, err)
			for i, line := range strings.Split(text, "\n") {
				entries, _ := d.Line(i+1, line)
				for _, e := range entries {
					again, err := interchange.Encode(format, e)
					require.NoError(t, err)
					require.Len(t, decode(t, format, lookup(t, "lockdown"), again), 1, again)
				}
			}
			_ = d.End()
		}
	})
}

// A line may name its game in any way that people do; a position of another game is refused, and a name
// is never that of a file.
func TestLinesNameGames(t *testing.T) {
	snort, err := variants.Lookup("snort")
	require.NoError(t, err)
	for name, ok := range map[string]bool{
		"snort": true, "Snort": true, "place rook other": true, "place rook own": false, "col": false, "./snort.toml": false, "snort.toml": false,
	} {
		decoder, err := interchange.NewDecoder(interchange.JSONL, snort)
		require.NoError(t, err)
		_, err = decoder.Line(1, `{"variant":"`+name+`","position":"2/2 x"}`)
		require.Equal(t, ok, err == nil, name)
	}
}
