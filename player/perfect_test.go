package player

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/variants"
)

// learnt returns a result that somebody has proven.
func learnt(o solver.Outcome) solver.Result {
	return solver.Result{Outcome: o, Proven: true, Distance: solver.NoDistance, Engine: "test"}
}

// Where it is not known who wins, a move that is known to lose is not made.
func TestGuessAvoidsWhatLoses(t *testing.T) {
	for _, v := range variants.All() {
		for m := range v.Default().Start().Legal().Cells() {
			avoidsWhatLoses(t, v.Default().Start(), variants.Move(m))
		}
	}
	testgames.Check(t, 300, func(t *rapid.T) {
		if p := testgames.Position(t, testgames.Variant(t), 12); !p.Over() {
			avoidsWhatLoses(t, p, testgames.Move(t, p))
		}
	})
}

// avoidsWhatLoses guesses where moves are known to lose, except one, and what is like it.
func avoidsWhatLoses(t require.TestingT, p variants.Position, open variants.Move) {
	k := solver.NewKnowledge(p)
	if k.Orbits().Count() < 2 {
		return
	}
	for _, m := range k.Moves() {
		if m.Move != open && k.After(open).Outcome == solver.Unknown {
			k.LearnMove(m.Move, learnt(solver.Win))
		}
	}
	made := guess(k)
	require.NotEqual(t, solver.Win, k.After(made).Outcome, "%s of %v", p.MoveText(made), p)
}

// A state of duel is the same for either player, and its value is not.
func TestRecentHasNoValues(t *testing.T) {
	duel, err := variants.Lookup(variants.Duel)
	require.NoError(t, err)
	p, err := duel.Parse("...X/.... o")
	require.NoError(t, err)
	s := &recent{proven: map[variants.State]solver.Result{}}
	r := learnt(solver.Win)
	r.ColValue = "1"
	s.Save(context.Background(), p, r, nil)
	found, _, ok := s.Find(context.Background(), p)
	require.True(t, ok)
	require.Equal(t, solver.Win, found.Outcome)
	require.Empty(t, found.ColValue)
}

// The number of plies within which a player says it wins falls from turn to turn.
func TestAnnouncedWinsComeNearer(t *testing.T) {
	p := testgames.Game(t, variants.Lockdown, 4, 4).Start()
	pl := New(p.Game(), Options{})
	defer pl.Close()
	m := variants.Move(p.Legal().First())
	require.Equal(t, 9, pl.announce(p, m, 9))
	next := p.Play(m)
	next = next.Play(variants.Move(next.Legal().First()))
	move := variants.Move(next.Legal().First())
	require.Equal(t, 7, pl.announce(next, move, 7))
	require.Equal(t, 5, pl.announce(next, move, 5), "less is fine")
	require.Zero(t, pl.announce(next, move, 9), "more is not said")
}
