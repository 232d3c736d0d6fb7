package analysis

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/variants"
)

// begins reports whether a player wins a position by going first, by moves on the board alone: a mark
// of one player, then of the other. Marks stay as they are, whoever goes first.
func begins(t require.TestingT, p variants.Position, first variants.Player) bool {
	if p.Side() != first {
		q, err := p.WithSide(first)
		if err != nil {
			require.True(t, p.Neutral(), "%v: %v", p, err)
			return begins(t, p, p.Side())
		}
		p = q
	}
	for m := range p.Legal().Cells() {
		if !begins(t, p.Play(variants.Move(m)), first.Opponent()) {
			return true
		}
	}
	return false
}

// exchanged returns the position with the marks and the turns of the players exchanged. There is none
// where the rules say that X begins.
func exchanged(p variants.Position) (variants.Position, error) {
	names := strings.NewReplacer("X", "O", "O", "X", "x", "o", "o", "x")
	return p.Game().Variant().Parse(names.Replace(p.String()))
}

// Classes are what play without any search says, in all games of the family, with holes; exchanging
// the players exchanges L and R; and where there is no class, it is the other player's turn by the rules.
func TestClass(t *testing.T) {
	classes, refused := map[string]int{}, 0
	enough := func() bool { return refused > 0 && testgames.Seen(classes, 5, "N", "P", "L", "R") }
	testgames.CheckUntil(t, 2000, enough, func(t *rapid.T) {
		v, cells := testgames.Variant(t), 8
		if rapid.Bool().Draw(t, "of the family") {
			v = testgames.Family(t, cells)
		}
		p := testgames.Position(t, v, cells)
		opt := Options{Options: solver.Options{Memory: 1 << 18}, Class: true}
		a, err := Analyze(context.Background(), p, opt)
		if none, ok := errors.AsType[*NoClassError](err); ok {
			require.Equal(t, variants.Walk, v.Family().Kind, "%v", none)
			require.Equal(t, 1, (p.Live(variants.X) | p.Live(variants.O)).Count())
			refused++
			return
		}
		require.NoError(t, err)
		class, asked := a.Class()
		require.True(t, asked)
		x, o := begins(t, p, variants.X), begins(t, p, variants.O)
		require.Equal(t, [2]solver.Outcome{solver.OutcomeOf(x), solver.OutcomeOf(o)}, class.Outcomes, "%v %v", v.Key(), p)
		name := map[[2]bool]string{{true, true}: "N", {false, false}: "P", {true, false}: "L", {false, true}: "R"}[[2]bool{x, o}]
		require.Equal(t, name, class.Name())
		classes[name]++
		q, err := exchanged(p)
		if err != nil {
			require.Zero(t, p.Marks(variants.X)|p.Marks(variants.O), "%v: %v", p, err)
			return
		}
		b, err := Analyze(context.Background(), q, opt)
		require.NoError(t, err)
		class, _ = b.Class()
		require.Equal(t, map[string]string{"N": "N", "P": "P", "L": "R", "R": "L"}[name], class.Name())
		if v.Family().Kind == variants.Follow || v.Family().Close == variants.CloseAll && v.Family().Kind == variants.Place {
			require.Contains(t, []string{"N", "P"}, name, "both players have the same moves")
		}
	})
	t.Log(classes, refused)
	require.True(t, enough())
}

// A class is known only when both searches have ended; what one of them says is said.
func TestClassNeedsBoth(t *testing.T) {
	p := testgames.Parse(t, variants.Blockade, "X...../....../....../....../.....O x")
	unknown := NewClass(p, solver.Unknown, solver.Loss)
	require.Empty(t, unknown.Name())
	require.Equal(t, "not known; if O begins, X wins", unknown.Text())
	unknown = NewClass(p, solver.Win, solver.Unknown)
	require.Empty(t, unknown.Name())
	require.Equal(t, "not known; if X begins, X wins", unknown.Text())
	require.Equal(t, "not known", NewClass(p, solver.Unknown, solver.Unknown).Text())

	a, err := Analyze(t.Context(), p, Options{Options: solver.Options{Nodes: 10, Memory: 1 << 18}, Class: true})
	require.ErrorIs(t, err, solver.ErrLimit)
	class, asked := a.Class()
	require.True(t, asked)
	require.Empty(t, class.Name())
	_, asked = Position{Position: p}.Class()
	require.False(t, asked)
	_, err = OtherBegins(testgames.Parse(t, variants.Lockdown, "X... o"))
	require.ErrorContains(t, err, "only one player can be to move in it: it cannot be X's turn")
}

// The class of a game's end is kept up with what is learned of it from the plies before.
func TestClassInReview(t *testing.T) {
	start := testgames.Parse(t, variants.Lockdown, "4/4/4/4 x")
	moves, _, err := start.ParseRecord("6 11 7 12")
	require.NoError(t, err)
	g, err := ReviewGame(t.Context(), start, moves, Options{Class: true})
	require.NoError(t, err)
	class, asked := g.End.Class()
	require.True(t, asked)
	require.Equal(t, "L", class.Name())
	_, asked = g.Plies[0].Before.Class()
	require.False(t, asked, "only of the last position")
}

// Solve says what Ask does, and why; where no lemma may be used, none is a reason. A position without a class is an
// error that is not hidden behind a limit.
func TestSolve(t *testing.T) {
	start := testgames.Parse(t, "duel", ".../... x")
	for _, noLemmas := range []bool{false, true} {
		opt := Options{Options: solver.Options{Memory: 1 << 18, NoLemmas: noLemmas}, Class: true}
		want, err := Ask(t.Context(), start, Verdict, opt)
		require.NoError(t, err)
		a, err := Solve(t.Context(), start, opt)
		require.NoError(t, err)
		require.Equal(t, want.Knowledge.Result().Outcome, a.Result().Outcome)
		require.Equal(t, noLemmas, a.Reason == Reason{})
		require.Equal(t, noLemmas, a.Evidence == nil)
		if !noLemmas {
			require.Equal(t, a.Reason.Name(), a.Result().Lemma)
		}
		class, ok := a.Class()
		require.True(t, ok)
		require.Equal(t, "P", class.Name())
	}
	first := testgames.Parse(t, "lockdown", "X.../..../..../.... o")
	opt := Options{Options: solver.Options{Memory: 1 << 18, Nodes: 1, NoLemmas: true}, Class: true}
	_, err := Ask(t.Context(), first, Verdict, opt)
	require.ErrorIs(t, err, solver.ErrLimit)
	_, err = Solve(t.Context(), first, opt)
	require.ErrorAs(t, err, new(*NoClassError))
}
