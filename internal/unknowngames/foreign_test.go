// Package unknowngames tests that general code is right about unknown games: games made with
// variants.New go through everything that the five go through, and are compared with plain
// recursion over their rules.
package foreign_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/analysis"
	"gridlock/internal/draw"
	"gridlock/internal/interchange"
	"gridlock/internal/page"
	"gridlock/internal/puzzle"
	"gridlock/internal/randomplay"
	"gridlock/internal/testgames"
	"gridlock/player"
	"gridlock/proof"
	"gridlock/proof/certify"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/brute"
	"gridlock/solver/keys"
	"gridlock/solver/negamax"
	"gridlock/solver/pn"
	"gridlock/solver/retrograde"
	"gridlock/tablebase"
	"gridlock/variants"
)

// board returns the start of a game on a board.
func board(t testing.TB, v variants.Variant, rows, cols int) variants.Position {
	t.Helper()
	game, err := v.NewGame(rows, cols)
	require.NoError(t, err)
	return game.Start()
}

// each runs a test for each foreign game, of which none has a lemma, and for values of the family, whose
// lemmas come from what they say. Where marks close nothing every move is as good as another.
func each(t *testing.T, test func(t *testing.T, v variants.Variant)) {
	for _, v := range append(testgames.Foreign(t), testgames.Families(t)...) {
		if f := v.Family(); f.Kind != variants.Place || f.Close != variants.CloseNone {
			t.Run(v.ID, func(t *testing.T) { test(t, v) })
		}
	}
}

// onlyToItsReaders checks what a reader who has not been given a game says of a file of it: that it does
// not know the game. Games of the family are in files by their rules, which all readers know.
func onlyToItsReaders(t testing.TB, v variants.Variant, err error) {
	t.Helper()
	if v.Family().Kind != variants.NoKind {
		require.NoError(t, err)
		return
	}
	require.ErrorContains(t, err, `unknown variant "`+v.ID+`"`)
}

// naive solves a position by plain recursion.
func naive(t testing.TB, p variants.Position) solver.Result {
	t.Helper()
	r, err := brute.Naive{}.Solve(t.Context(), p, solver.Options{})
	require.NoError(t, err)
	return r
}

// Every engine, with lemmas and without, with one worker and several, with much memory and
// little, agrees with plain recursion on outcome, distance and best moves.
func TestEngines(t *testing.T) {
	engines := []struct {
		engine  solver.Engine
		options solver.Options
		answers bool // whatever the position
	}{
		{brute.Memo{}, solver.Options{}, true},
		{pn.Engine{}, solver.Options{}, true},
		{pn.Engine{}, solver.Options{NoLemmas: true, Memory: 1 << 12}, true},
		{pn.Engine{}, solver.Options{Workers: 2}, true},
		{negamax.Engine{}, solver.Options{}, true},
		{negamax.Engine{}, solver.Options{NoLemmas: true, Memory: 1 << 12}, true},
		{negamax.Engine{}, solver.Options{Workers: 2}, true},
		{retrograde.Engine{}, solver.Options{}, true},
		{retrograde.Engine{}, solver.Options{Memory: 1 << 12, Workers: 2}, true},
		{auto.Theory{}, solver.Options{}, false},
		{auto.Engine{}, solver.Options{}, true},
		{auto.Engine{Distance: true}, solver.Options{NoLemmas: true}, true},
	}
	each(t, func(t *testing.T, v variants.Variant) {
		for _, p := range positions(t, v, 9, testgames.Of(12, 60)) {
			want := naive(t, p)
			for _, e := range engines {
				if e.options.Memory == 0 {
					e.options.Memory = 1 << 20
				}
				r, err := e.engine.Solve(t.Context(), p, e.options)
				if !e.answers && err != nil {
					require.ErrorIs(t, err, solver.ErrLimit)
					continue
				}
				require.NoError(t, err, "%s: %v", e.engine.Name(), p)
				require.Equal(t, want.Outcome, r.Outcome, "%s: %v", e.engine.Name(), p)
				if r.Distance != solver.NoDistance {
					require.Equal(t, want.Distance, r.Distance, "%s: %v", e.engine.Name(), p)
					require.Equal(t, want.Best, r.Best, "%s: %v", e.engine.Name(), p)
				}
			}
		}
	})
}

// All engines, all moves, images, and certificates agree on larger boards.
func TestAllAgree(t *testing.T) {
	each(t, func(t *testing.T, v variants.Variant) {
		all, answers := positions(t, v, 16, testgames.Of(6, 40)), map[string]int{}
		for _, p := range all {
			agree(t, t.Context(), p, sources(solver.Options{Nodes: 50_000, Memory: 4 << 20, Workers: 1}), answers)
		}
		for _, source := range []string{"negamax", "pn", "retrograde", "auto", "all moves", "certificate"} {
			require.GreaterOrEqual(t, answers[source], len(all)/2, source)
		}
	})
}

// Perft counts what playing on the board counts.
func TestPerft(t *testing.T) {
	var count func(p variants.Position, depth int) uint64
	count = func(p variants.Position, depth int) (sum uint64) {
		if depth == 0 {
			return 1
		}
		for m := range p.Legal().Cells() {
			sum += count(p.Play(variants.Move(m)), depth-1)
		}
		return sum
	}
	each(t, func(t *testing.T, v variants.Variant) {
		p := board(t, v, 3, 4)
		for depth := range 5 {
			got, err := variants.Perft(t.Context(), p, depth, 2)
			require.NoError(t, err)
			require.Equal(t, count(p, depth), got)
		}
	})
}

// everything returns the distances of all reachable positions, by plain recursion.
func everything(p variants.Position) map[variants.State]int {
	rules, known := p.Game().Rules(), map[variants.State]int{}
	var visit func(s variants.State) int
	visit = func(s variants.State) int {
		if d, ok := known[s]; ok {
			return d
		}
		win, loss := -1, 0
		for m := range rules.Legal(s).Cells() {
			switch d := visit(rules.Play(s, variants.Move(m))) + 1; {
			case d%2 == 0:
				loss = max(loss, d)
			case win < 0 || d < win:
				win = d
			}
		}
		if win < 0 {
			win = loss
		}
		known[s] = win
		return win
	}
	visit(p.State())
	return known
}

// A table is built, read, checked and exported, and its positions are counted before.
func TestTables(t *testing.T) {
	each(t, func(t *testing.T, v variants.Variant) {
		p := board(t, v, 3, 3)
		truth := everything(p)
		dir := t.TempDir()
		store, err := tablebase.Open(dir, tablebase.Options{Games: []variants.Variant{v}})
		require.NoError(t, err)
		defer store.Close()
		info, err := store.Build(p, func(w retrograde.TableWriter) (retrograde.Built, error) {
			return retrograde.Engine{Writer: w, Scratch: store.Scratch()}.Build(t.Context(), p, solver.Options{Memory: 1 << 16, Workers: 2})
		})
		require.NoError(t, err)
		table, err := store.Table(p)
		require.NoError(t, err)
		keys := map[keys.Key]bool{}
		for s, want := range truth {
			keys[table.Keys().Of(s)] = true
			d, ok, err := table.Distance(s)
			require.NoError(t, err)
			require.True(t, ok)
			require.Equal(t, want, d, "%+v", s)
		}
		require.EqualValues(t, len(keys), info.Positions)
		checked, err := table.Verify(t.Context(), 0, 1)
		require.NoError(t, err)
		require.EqualValues(t, len(keys), checked.Derived)
		r, err := store.Find(t.Context(), p)
		require.NoError(t, err)
		require.Equal(t, truth[p.State()], r.Distance)

		var lines bytes.Buffer
		require.NoError(t, table.ExportJSON(t.Context(), &lines))
		require.Equal(t, len(keys), strings.Count(lines.String(), "\n"))
		for line := range strings.Lines(lines.String()) {
			var e struct {
				Position          string
				Free, Mine, Yours variants.Board
				Distance          int
			}
			require.NoError(t, json.Unmarshal([]byte(line), &e))
			s := variants.State{Free: e.Free, Mine: e.Mine, Yours: e.Yours}
			if e.Position != "" {
				q, err := v.Parse(e.Position)
				require.NoError(t, err)
				require.Equal(t, s, q.State())
			}
			require.Contains(t, keys, table.Keys().Of(s))
		}
		lines.Reset()
		require.NoError(t, table.ExportCSV(t.Context(), &lines))

		needs, exact, err := retrograde.Sample(t.Context(), p, solver.Options{})
		require.NoError(t, err)
		require.True(t, exact)
		require.EqualValues(t, len(keys), needs.Positions)

		unknowing, err := tablebase.Open(dir, tablebase.Options{})
		require.NoError(t, err)
		defer unknowing.Close()
		_, err = unknowing.Table(p)
		onlyToItsReaders(t, v, err)
	})
}

// Single positions saved in the store are found again, and so are their images.
func TestStoreOfPositions(t *testing.T) {
	each(t, func(t *testing.T, v variants.Variant) {
		store, err := tablebase.Open(t.TempDir(), tablebase.Options{Hold: true})
		require.NoError(t, err)
		defer store.Close()
		for _, p := range positions(t, v, 9, 4) {
			want := naive(t, p)
			require.NoError(t, store.Save(t.Context(), p, want))
			for _, sym := range p.Game().Symmetries() {
				got, err := store.Find(t.Context(), p.Image(sym))
				require.NoError(t, err)
				require.Equal(t, want.Outcome, got.Outcome)
				require.Equal(t, want.Distance, got.Distance)
				require.Equal(t, naive(t, p.Image(sym)).Best, got.Best)
			}
		}
	})
}

// certificate returns a certificate of who wins a position.
func certificate(t testing.TB, p variants.Position) (file []byte, winner variants.Player, method proof.Method) {
	t.Helper()
	limits := solver.Options{Memory: 4 << 20}
	prover, err := pn.NewProver(p.Game(), limits)
	require.NoError(t, err)
	defer prover.Close()
	r, err := auto.Engine{Prover: prover}.Solve(t.Context(), p, limits)
	require.NoError(t, err)
	winner, _ = r.Winner(p)
	w, err := certify.Request{Root: p, Winner: winner, Prover: prover, Limits: limits}.Extract(t.Context(), new(bytes.Buffer))
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, w.Finish(&out, false))
	return out.Bytes(), winner, w.Header().Method
}

// Certificates are strategies, in the family also by what is known there. A reader who knows the rules can check them and play by them,
// another cannot.
func TestCertificates(t *testing.T) {
	each(t, func(t *testing.T, v variants.Variant) {
		known := proof.Options{Games: []variants.Variant{v}}
		for _, p := range positions(t, v, 12, 25) {
			file, winner, method := certificate(t, p)
			require.True(t, method == proof.Strategy || v.Family().Kind != variants.NoKind, method)
			require.Equal(t, naive(t, p).Outcome == solver.Win, winner == p.Side())
			r, _, err := proof.Check(t.Context(), bytes.NewReader(file), known)
			require.NoError(t, err, "%v", p)
			require.Equal(t, winner, r.Header.WinnerPlayer())
			require.Equal(t, p.String(), r.Root.String())
			_, _, err = proof.Check(t.Context(), bytes.NewReader(file), proof.Options{})
			onlyToItsReaders(t, v, err)

			lie := bytes.Replace(file, fmt.Appendf(nil, `"winner":"%v"`, winner), fmt.Appendf(nil, `"winner":"%v"`, winner.Opponent()), 1)
			_, _, err = proof.Check(t.Context(), bytes.NewReader(lie), known)
			require.Error(t, err, "%v", p)
			follow(t, file, known, p, winner)
		}
	})
}

// follow lets the winner play by a certificate against a loser who plays at random.
func follow(t testing.TB, file []byte, opt proof.Options, p variants.Position, winner variants.Player) {
	pl, err := proof.NewPlayer(t.Context(), bytes.NewReader(file), opt)
	require.NoError(t, err)
	chance := randomplay.New(1)
	for range 5 {
		at, line := p, []variants.Move(nil)
		for !at.Over() {
			m := randomplay.Move(chance, at.Legal())
			if at.Side() == winner {
				m, err = pl.Reply(line)
				require.NoError(t, err)
			}
			line, at = append(line, m), at.Play(m)
		}
		require.Equal(t, winner, at.Side().Opponent())
	}
}

// Positions of three sets of more than 42 cells do not fit into a certificate; that is an error.
func TestCertificateOfTooMuch(t *testing.T) {
	v, err := variants.New(testgames.Hive())
	require.NoError(t, err)
	p, err := v.Parse("8/8/8/8/8/8/8/OX#5 x")
	require.NoError(t, err)
	_, err = certify.Request{Root: p, Winner: variants.X}.Extract(t.Context(), new(bytes.Buffer))
	require.ErrorContains(t, err, "128 bits")
}

// An analysis agrees with plain recursion on every move, and can be drawn.
func TestAnalysis(t *testing.T) {
	each(t, func(t *testing.T, v variants.Variant) {
		for _, p := range positions(t, v, 9, testgames.Of(5, 12)) {
			a, err := analysis.Analyze(t.Context(), p, analysis.Options{Auto: auto.Engine{Distance: true}, Options: solver.Options{Memory: 1 << 20}})
			require.NoError(t, err)
			require.Equal(t, naive(t, p).Outcome, a.Result.Outcome)
			require.Len(t, a.Moves, p.Legal().Count())
			for _, m := range a.Moves {
				require.Equal(t, naive(t, p.Play(m.Move)).Distance+1, m.Distance, "%v %s", p, p.MoveText(m.Move))
				require.NotEmpty(t, draw.Look{}.Picture(a, draw.Arrows(a.Position, m.Line())))
			}
			require.Equal(t, v.Family().Kind != variants.NoKind, a.Facts.Components != nil)
		}
		p := board(t, v, 3, 3)
		var moves []variants.Move
		for at := p; !at.Over(); at = at.Play(moves[len(moves)-1]) {
			moves = append(moves, variants.Move(at.Legal().First()))
		}
		g, err := analysis.ReviewGame(t.Context(), p, moves, analysis.Options{Auto: auto.Engine{Distance: true}, Options: solver.Options{Memory: 1 << 20}})
		require.NoError(t, err)
		require.NotEmpty(t, g.Sentences())
		require.NoError(t, page.Report(io.Discard, g))
	})
}

// The perfect player wins won positions; the other levels make legal moves.
func TestPlayers(t *testing.T) {
	each(t, func(t *testing.T, v variants.Variant) {
		p := board(t, v, 3, 3)
		winner, _ := naive(t, p).Winner(p)
		for seed := range uint64(4) {
			for _, name := range player.Levels() {
				level, err := player.ParseLevel(name)
				require.NoError(t, err)
				perfect := player.New(p.Game(), player.Options{Memory: 1 << 20, Seed: seed})
				other := player.New(p.Game(), player.Options{Level: level, Memory: 1 << 20, Seed: seed})
				at := p
				for !at.Over() {
					pl := other
					if at.Side() == winner {
						pl = perfect
					}
					choice, err := pl.Choose(t.Context(), at)
					require.NoError(t, err)
					require.True(t, at.Legal().Has(int(choice.Move)))
					at = at.Play(choice.Move)
				}
				require.Equal(t, winner, at.Side().Opponent(), name)
				perfect.Close()
				other.Close()
			}
		}
	})
}

// In puzzles all other moves lose.
func TestPuzzles(t *testing.T) {
	each(t, func(t *testing.T, v variants.Variant) {
		p := board(t, v, 3, 4)
		f := puzzle.NewFinder(p, puzzle.Options{Low: 1, High: 9, Seed: 1, Tries: 500, Solver: solver.Options{Memory: 1 << 20, Nodes: 20_000}})
		z, err := f.Next(t.Context())
		require.NoError(t, err)
		for m := range z.Position.Legal().Cells() {
			after := naive(t, z.Position.Play(variants.Move(m)))
			require.Equal(t, z.Moves.Has(m), after.Outcome == solver.Loss)
		}
	})
}

// Positions and the values of their moves survive writing and reading.
func TestInterchange(t *testing.T) {
	each(t, func(t *testing.T, v variants.Variant) {
		for _, p := range positions(t, v, 9, 5) {
			all, err := auto.Engine{Distance: true}.AllMoves(t.Context(), p, solver.Options{Memory: 1 << 20})
			require.NoError(t, err)
			entry := interchange.Entry{Position: p, Moves: interchange.Values(all.Moves())}
			for _, format := range []string{interchange.OBF, interchange.JSONL} {
				line, err := interchange.Encode(format, entry)
				require.NoError(t, err)
				decoder, err := interchange.NewDecoder(format, v)
				require.NoError(t, err)
				read, err := decoder.Line(1, line)
				require.NoError(t, err)
				require.Len(t, read, 1)
				require.Equal(t, p.String(), read[0].Position.String())
				require.ElementsMatch(t, entry.Moves, read[0].Moves)
			}
			_, err = interchange.Encode(interchange.MCGS, entry)
			require.Equal(t, v.Key() == variants.Lockdown, err == nil)
		}
	})
}

// A search that is stopped and resumed, and one on a large board that is far from its end,
// return only what is true.
func TestLimits(t *testing.T) {
	each(t, func(t *testing.T, v variants.Variant) {
		p := board(t, v, 3, 3)
		want := naive(t, p)
		for _, e := range []solver.Engine{pn.Engine{}, negamax.Engine{}, auto.Engine{}, retrograde.Engine{}} {
			for _, nodes := range []uint64{1, 2, 3, 5, 8, 13, 21, 34} {
				r, err := e.Solve(context.Background(), p, solver.Options{Nodes: nodes, Memory: 1 << 16})
				if r.Proven {
					require.Equal(t, want.Outcome, r.Outcome, e.Name())
				} else {
					require.ErrorIs(t, err, solver.ErrLimit, e.Name())
				}
			}
			_, err := e.Solve(context.Background(), board(t, v, 6, 7), solver.Options{Nodes: 300, Memory: 1 << 20})
			if err != nil {
				require.ErrorIs(t, err, solver.ErrLimit, e.Name())
			}
		}
	})
}

// Random games on the largest boards stay within 64 plies.
func TestLength(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	each(t, func(t *testing.T, v variants.Variant) {
		for range 20 {
			require.LessOrEqual(t, len(randomplay.Game(r, randomplay.Start(r, board(t, v, 8, 8).Game(), 0.1)))-1, 64)
		}
	})
}
