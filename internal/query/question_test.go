package query_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridlock/analysis"
	"gridlock/internal/query"
	"gridlock/variants"
)

type params = map[string]string

// Every kind of question has its answer, and the parameters that a kind has are the ones that it
// takes.
func TestEveryKind(t *testing.T) {
	d := open(t, query.Options{Report: func(w io.Writer, g analysis.Review) error {
		_, err := io.WriteString(w, "a report")
		return err
	}})
	for _, c := range []struct {
		kind   query.Kind
		params params
		want   string // a part of the answer
	}{
		{query.Variants, nil, `"variant":"duel"`},
		{query.Variants, params{"variant": "place rook other"}, `"name":"snort","fixed":false,"library":true,"rules":["X and O take turns`},
		{query.Variants, nil, `{"variant":"snort","words":"place rook other","title":"Snort"`},
		{query.Variants, params{"variant": "walk graph:1x2:0,1:0-1"}, `"board":"1x2"`},
		{query.Variants, params{"variant": "walk graph:1x2:0,1:0-1"}, `"fixed":true`},
		{query.Variants, params{"variant": "place king own"}, `[{"variant":"duel","words":"place king own","title":"GridLock Duel"`},
		{query.Rules, params{"variant": "place king own"}, `"words":"place king own"`},
		{query.Rules, params{"variant": "place rook other", "board": "1x3"}, `"near":[["2"],["1","3"],["2"]],"file":"title = \"Snort\"\n`},
		{query.Rules, params{"variant": "walk bishop", "board": "2x3", "title": "Mine"}, `"file":"title = \"Mine\"\nmove  = \"walk\"\nnear  = \"bishop\"\nboard = \"2x3\"\n`},
		{query.Position, params{"variant": "claim", "moves": "1"}, `"moves":[{"move":"3"`},
		{query.Position, params{"variant": "follow hex torus", "board": "3x3"}, `"shape":"hexagon","wrap":"torus","edges":[]`},
		{query.Position, params{"variant": "walk graph:1x3:0,2:0-2"}, `"shape":"vertex","wrap":"plane","edges":[["1","3"]]`},
		{query.Analysis, params{"variant": "place rook other", "board": "3x3", "moves": "5"}, `"variant":"snort"`},
		{query.Solve, params{"variant": "lockdown", "board": "3x3", "distance": "1", "nodes": "100000", "timeout": "1m"}, `"outcome":"win"`},
		{query.Analysis, params{"variant": "lockdown", "board": "3x3"}, `"evidence":`},
		{query.Solve, params{"variant": "blockade", "board": "3x3", "class": "1"}, `"outcome_class":{"class":"N","x_first":"X","o_first":"O",`},
		{query.Solve, params{"variant": "lockdown", "class": "1"}, `"outcome_class":{"class":"P","x_first":"O","o_first":"X","nodes":0,"seconds":0},"limit":null`},
		{query.Solve, params{"variant": "duel", "position": "O.. + X.. + O.. x", "class": "1"}, `"outcome_class":{"class":"L","x_first":"X","o_first":"X","nodes":0,"seconds":0},"moves":[{"move":"1:3","outcome":"win",`},
		{query.Analysis, params{"variant": "snort", "position": "X../... o", "class": "1"}, `"outcome_class":{"class":"L","x_first":"X","o_first":"X",`},
		{query.Review, params{"variant": "lockdown", "board": "3x3", "moves": "1 9", "class": "1"}, `"outcome_class":{"class":"`},
		{query.Analysis, params{"variant": "lockdown", "board": "3x3", "next": "1"}, `"next":{"after":["1"],"legal":`},
		{query.Review, params{"variant": "lockdown", "board": "3x3", "moves": "1"}, `"plies":`},
		{query.Move, params{"variant": "lockdown", "board": "3x3"}, `"move":"5"`},
		{query.Move, params{"variant": "lockdown", "board": "3x3", "level": "strong", "seed": "3"}, `"level":"strong"`},
		{query.Move, params{"variant": "claim", "position": "X-/-- o", "level": "random"}, `"move":null`},
		{query.Puzzle, params{"variant": "duel", "depth": "3", "seed": "4"}, `"depth":3`},
		{query.Puzzle, params{"day": "2026-11-23"}, `"day":"2026-11-23"`},
		{query.Picture, params{"variant": "claim"}, "<svg"},
		{query.Picture, params{"variant": "claim", "values": "1"}, "<svg"},
		{query.Proof, params{"variant": "lockdown", "board": "3x3"}, "gridlock-proof"},
		{query.Record, params{"variant": "lockdown", "moves": "6 11"}, "moves 6 11\n"},
		{query.Report, params{"variant": "claim", "moves": "6"}, "a report"},
	} {
		for name := range c.params {
			require.Contains(t, query.Parameters(c.kind), name)
		}
		a, problem := d.Ask(t.Context(), parse(t, c.kind, c.params), nil)
		require.Nil(t, problem, "%s", c.kind)
		require.True(t, a.Complete, "%s", c.kind)
		require.Contains(t, string(a.Body), c.want, "%s", c.kind)
	}
}

// All answers call a game by its name and say its words, whichever of them was asked for.
func TestAnswersHaveNameAndWords(t *testing.T) {
	d := open(t, query.Options{})
	for _, v := range append(variants.All(), variants.Library()...) {
		board := "2x3"
		if v.Family().Rows != 0 {
			board = v.Default().Grid().String()
		}
		for _, kind := range []query.Kind{query.Variants, query.Rules, query.Position, query.Solve, query.Analysis, query.Review, query.Move} {
			for _, called := range []string{v.ID, v.Family().String()} {
				if v.ID == "dawson" && called != v.ID {
					continue // they mean nodekayles, which has more rows
				}
				given := params{"variant": called, "board": board, "nodes": "1000"}
				for name := range given {
					if !slices.Contains(query.Parameters(kind), name) {
						delete(given, name)
					}
				}
				a, problem := d.Ask(t.Context(), parse(t, kind, given), nil)
				require.Nil(t, problem, "%s %s", kind, called)
				body := string(a.Body)
				require.Contains(t, body, fmt.Sprintf(`"variant":%q,"words":%q`, v.ID, v.Family()), "%s %s", kind, called)
				require.Equal(t, strings.Count(body, `"variant":`), strings.Count(body, fmt.Sprintf(`"variant":%q`, v.ID)), "%s", body)
			}
		}
	}
}

// What cannot be answered has a problem, which says why.
func TestNoAnswer(t *testing.T) {
	d := open(t, query.Options{})
	broken := open(t, query.Options{Report: func(io.Writer, analysis.Review) error { return errors.New("no ink") }})
	for _, c := range []struct {
		service *query.Service
		kind    query.Kind
		params  params
		want    query.Type
		status  int
	}{
		{d, query.Proof, params{"variant": "blockade", "board": "8x8", "nodes": "10"}, query.NoCertificate, 404},
		{d, query.Rules, params{"variant": "claim", "title": "two\nlines"}, query.BadParameter, 400},
		{d, query.Puzzle, params{"variant": "claim", "board": "1x1"}, query.NoPuzzle, 404},
		{d, query.Report, params{"variant": "claim"}, query.NoReport, 404},
		{broken, query.Report, params{"variant": "claim"}, query.InternalError, 500},
	} {
		_, problem := c.service.Ask(t.Context(), parse(t, c.kind, c.params), nil)
		require.NotNil(t, problem, "%s", c.kind)
		require.Equal(t, c.want, problem.Type)
		require.Equal(t, c.status, problem.Status)
		require.Equal(t, "urn:gridlock:problem:"+c.want, problem.Named().Type)
		require.Equal(t, problem.Title+": "+problem.Detail, problem.Error())
	}
}

// Wrong parameters are named, with what would be right.
func TestWrongParameters(t *testing.T) {
	long := strings.Repeat("1 ", 1001)
	for _, c := range []struct {
		kind    query.Kind
		params  params
		problem query.Type
		detail  string
	}{
		{"dance", nil, "parameter", `do: there is no question "dance"`},
		{query.Solve, nil, "variant", "no game given"},
		{query.Solve, params{"variant": "chess"}, "variant", `there is no game "chess"`},
		{query.Solve, params{"variant": "place rock other"}, "variant", `"rock" is no neighbourhood: there are rook, king`},
		{query.Variants, params{"variant": "chess"}, "variant", `there is no game "chess"`},
		{query.Variants, params{"board": "4x4"}, "parameter", `"variants" has no parameter "board"`},
		{query.Solve, params{"variant": "claim", "level": "casual"}, "parameter", `"solve" has no parameter "level"`},
		{query.Solve, params{"variant": "claim", "moves": long}, "parameter", "moves: more than 2000 bytes"},
		{query.Solve, params{"variant": strings.Repeat(long, 9)}, "variant", "where no game has more than 16384"},
		{query.Solve, params{"variant": strings.Repeat("x", 2001)}, "variant", "there is no game \"" + strings.Repeat("x", 60) + "…\""},
		{query.Solve, params{"variant": "claim", "board": "4"}, "parameter", "board: not a size"},
		{query.Solve, params{"variant": "claim", "board": "4xx"}, "parameter", "board: not a size"},
		{query.Solve, params{"variant": "claim", "board": "9x9"}, "parameter", "board: "},
		{query.Solve, params{"variant": "claim", "board": "4x4", "position": ".. x"}, "parameter", "board: give either"},
		{query.Solve, params{"variant": "claim", "position": "?"}, "position", ""},
		{query.Solve, params{"variant": "claim", "position": "1 + ? x"}, "position", "part 2 of the sum"},
		{query.Solve, params{"variant": "lockdown", "position": "1 + 1 x"}, "position", "part 1 of the sum: positions of lockdown cannot be added"},
		{query.Solve, params{"variant": "claim", "position": "1 + 1 x", "moves": "1:1"}, "parameter", "moves: they do not go with a sum"},
		{query.Solve, params{"variant": "claim", "position": "1 + 1 x", "distance": "1"}, "parameter", "distance: it does not go with a sum"},
		{query.Solve, params{"variant": "claim", "nodes": "-1"}, "parameter", "nodes: write a number from 0 to"},
		{query.Solve, params{"variant": "claim", "distance": "maybe"}, "parameter", "distance: write 1 or 0"},
		{query.Solve, params{"variant": "claim", "timeout": "2h"}, "parameter", "timeout: write seconds"},
		{query.Solve, params{"variant": "claim", "timeout": "3601"}, "parameter", "timeout: write seconds"},
		{query.Solve, params{"variant": "claim", "class": "maybe"}, "parameter", "class: write 1 or 0"},
		{query.Analysis, params{"variant": "lockdown", "moves": "6", "class": "1"}, "parameter", "class: the position has no outcome class"},
		{query.Report, params{"variant": "claim", "class": "1"}, "parameter", `"report" has no parameter "class"`},
		{query.Move, params{"variant": "claim", "level": "genius"}, "parameter", `level: no level "genius"`},
		{query.Move, params{"variant": "claim", "seed": "9007199254740993"}, "parameter", "seed: write a number"},
		{query.Puzzle, params{"variant": "claim", "depth": "0"}, "parameter", "depth: write a number of moves from 1 to 99"},
		{query.Puzzle, params{"variant": "claim", "depth": "5-3"}, "parameter", "depth: write a number of moves from 1 to 99"},
		{query.Puzzle, params{"variant": "claim", "depth": "4"}, "parameter", "depth: the player to move wins after an odd number"},
		{query.Puzzle, params{"day": "2026-02-30"}, "parameter", "day: write a date"},
		{query.Puzzle, params{"day": "2026-11-23", "variant": "claim"}, "parameter", "day: the day says which puzzle it is: give it alone"},
		{query.Move, params{"day": "2026-11-23", "variant": "claim"}, "parameter", `"move" has no parameter "day"`},
	} {
		_, problem := query.Parse(c.kind, c.params)
		require.NotNil(t, problem, "%v", c)
		require.Equal(t, c.problem, problem.Type, "%v", c)
		require.Equal(t, 400, problem.Status)
		require.Contains(t, problem.Detail, c.detail)
	}
	for _, kind := range query.Kinds() {
		if slices.Contains(query.Parameters(kind), "position") && kind != query.Solve {
			_, problem := query.Parse(kind, params{"variant": "claim", "position": "1 + 1 x"})
			require.Equal(t, "solve adds positions up", problem.Detail[strings.Index(problem.Detail, "; ")+2:], "%s", kind)
			require.Equal(t, query.BadPosition, problem.Type)
		}
	}
	for _, c := range []struct{ variant, moves, reason string }{
		{"claim", "x", "unreadable"},
		{"claim", "17", "off-board"},
		{"claim", "1 1", "occupied"},
		{"claim", "1 2", "blocked"},
		{"lockdown", "6 11 16", "not-adjacent"},
	} {
		_, problem := query.Parse(query.Solve, params{"variant": c.variant, "moves": c.moves})
		require.NotNil(t, problem, "%v", c)
		require.Equal(t, query.BadMoves, problem.Type)
		require.Equal(t, c.reason, problem.Reason, "%v: %s", c, problem.Detail)
		require.Equal(t, len(strings.Fields(c.moves)), problem.Ply)
	}
}

// The numbers of parameters, and what they mean where they are left out.
// Where a position is wrong is said in values.
func TestWrongCells(t *testing.T) {
	for _, c := range []struct {
		variant, position string
		want              []query.Place
	}{
		{"duel", "XX2/.... x", []query.Place{{Row: 0, Col: 0}, {Row: 0, Col: 1}}},
		{"blockade", "X.O/..O x", []query.Place{{Row: 1, Col: 2}}},
		{"lockdown", "../.X/.?. x", []query.Place{{Row: 2, Col: 1}}},
		{"claim", "X1- o", []query.Place{{Row: 0, Col: 2}}},
		{"lockdown", "..", nil},
	} {
		_, problem := query.Parse(query.Position, params{"variant": c.variant, "position": c.position})
		require.Equal(t, query.BadPosition, problem.Type)
		require.Equal(t, c.want, problem.Cells, c.position)
	}
}

func TestParameters(t *testing.T) {
	q := parse(t, query.Puzzle, params{"variant": "claim"})
	require.Equal(t, []int{3, 7}, []int{q.Low, q.High})
	q = parse(t, query.Puzzle, params{"variant": "claim", "depth": "5-9"})
	require.Equal(t, []int{5, 9}, []int{q.Low, q.High})
	for text, want := range map[string]time.Duration{"1.5": 1500 * time.Millisecond, "1m30s": 90 * time.Second, "3600": time.Hour, "0": 1} {
		require.Equal(t, want, parse(t, query.Solve, params{"variant": "claim", "timeout": text}).Timeout, text)
	}
	require.True(t, parse(t, query.Solve, params{"variant": "claim", "distance": "true"}).Distance)
	require.False(t, parse(t, query.Solve, params{"variant": "claim", "distance": "0"}).Distance)
}

// Questions have different keys, unless they have the same answer.
func TestKeys(t *testing.T) {
	q := parse(t, query.Solve, params{"variant": "claim"})
	require.Equal(t, q.Key(), parse(t, query.Solve, params{"variant": "claim"}).Key())
	require.NotEqual(t, q.Key(), parse(t, query.Solve, params{"variant": "claim", "nodes": "7"}).Key())
	keys := map[string]bool{}
	for _, kind := range []query.Kind{query.Variants, query.Solve} {
		for _, variant := range []string{"claim", "duel", "place king other", "place rook other"} {
			keys[parse(t, kind, params{"variant": variant}).Key()] = true
		}
	}
	keys[parse(t, query.Variants, nil).Key()] = true
	for _, position := range []string{"1 x", "1 + 1 x", "1 + 1 o", "1 + 2 x", "1 + 1 + 1 x", "1/1 + 1 x", "1 + duel: 1 x", "1 + snort: 1 x", "1 + place rook all: 1 x"} {
		keys[parse(t, query.Solve, params{"variant": "claim", "position": position}).Key()] = true
	}
	require.Len(t, keys, 18)
	require.Equal(t, parse(t, query.Solve, params{"variant": "claim", "position": "1 + 2 x"}).Key(),
		parse(t, query.Solve, params{"variant": "claim", "position": ". x+.. X"}).Key())
}
