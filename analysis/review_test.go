package analysis

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

func review(t *testing.T, id, record string) Review {
	t.Helper()
	v, err := variants.Lookup(id)
	require.NoError(t, err)
	start := v.Default().Start()
	moves, _, err := start.ParseRecord(record)
	require.NoError(t, err)
	g, err := ReviewGame(context.Background(), start, moves, Options{Options: solver.Options{Memory: 1 << 24}})
	require.NoError(t, err)
	return g
}

// marks returns the marks of a game's plies.
func marks(g Review) (all []string) {
	for _, p := range g.Plies {
		all = append(all, p.Mark())
	}
	return all
}

// The legal parts of the rule books' sample games.
func TestReviewsOfRuleBooks(t *testing.T) {
	for _, c := range []struct {
		variant, record string
		marks           []string
		verdict         string
	}{
		{"classic", "2,2 2,3 3,3 4,3", []string{"", "?!", "", "?!"}, "O in 12"},
		{"duel", "6 11 4 2 13 9 16", []string{"", "", "", "??", "", "", ""}, "X has won"},
		{"lockdown", "6 11 7 10", []string{"", "", "", ""}, "O in 12"},
		{"lockdown", "6 11 7 12", []string{"", "", "", "??"}, "X in 7"},
		{"claim", "6 15", []string{"", ""}, "O in 2"},
	} {
		g := review(t, c.variant, c.record)
		require.Equal(t, c.marks, marks(g), "%s %s", c.variant, c.record)
		require.Equal(t, c.verdict, g.End.Verdict(), "%s %s", c.variant, c.record)
	}
}

// A ply is a blunder exactly if it turns a won position into a lost one, and a slow move
// exactly if it ends sooner for a loser, or later for a winner, than it might.
func TestMarksAgreeWithNaive(t *testing.T) {
	testgames.Check(t, 300, func(t *rapid.T) {
		start := testgames.Start(t, testgames.Variant(t), 10)
		var moves []variants.Move
		for p := start; !p.Over(); {
			moves = append(moves, testgames.Move(t, p))
			p = p.Play(moves[len(moves)-1])
		}
		g, err := ReviewGame(context.Background(), start, moves, Options{Auto: auto.Engine{Distance: true}, Options: solver.Options{Memory: 1 << 20}})
		require.NoError(t, err)
		require.Len(t, g.Plies, len(moves))
		first := 0
		for i, ply := range g.Plies {
			before, after := naive(t, g.Position(i).Position), naive(t, g.Position(i+1).Position)
			want := Good
			switch {
			case before.Outcome == after.Outcome:
				want = Blunder
			case before.Distance != after.Distance+1:
				want = Slow
			}
			require.Equal(t, want, ply.Played.Mistake)
			if want == Slow {
				require.Equal(t, after.Distance+1-before.Distance, ply.Played.Change)
			}
			if want == Blunder && first == 0 {
				first = i + 1
			}
		}
		ply, _ := g.FirstBlunder()
		require.Equal(t, first, ply)
	})
}

func TestOnlyMoves(t *testing.T) {
	g := review(t, "lockdown", "6 11 7 12 3 16 2 15 1 14")
	plies, streak := g.OnlyMoves(variants.X)
	require.Equal(t, []int{7, 9}, plies)
	require.Equal(t, 2, streak)
	plies, streak = g.OnlyMoves(variants.O)
	require.Equal(t, []int{6}, plies)
	require.Equal(t, 1, streak)
	require.Equal(t, []string{
		"Turning point: at ply 4, O threw the win away with 12; 10 wins in 13.",
		"At ply 5, X threw the win away with 3; 10 wins in 7.",
		"At ply 6, O threw the win away with 16; 15 wins in 7.",
		"At ply 9, X threw the win away with 1; 5 wins in 5.",
		"X had only one winning move at plies 7 and 9, 2 turns in a row.",
		"O had only one winning move at ply 6.",
		"X had a winning move on 3 turns (4 of 10 moves won). Difficulty: hard.",
		"O had a winning move on 4 turns (8 of 26 moves won). Difficulty: hard.",
	}, g.Sentences())
}

// A move is the only one that wins if all others are known to lose.
func TestOnlyMoveAmongUnknownOnes(t *testing.T) {
	require.True(t, Position{Facts: Facts{Tally: Tally{Legal: 3, Winning: 1, Losing: 2}}}.OnlyMove())
	require.False(t, Position{Facts: Facts{Tally: Tally{Legal: 3, Winning: 1, Losing: 1}}}.OnlyMove())
	require.False(t, Position{Facts: Facts{Tally: Tally{Legal: 1, Winning: 1}}}.OnlyMove(), "there is no choice")
}

// Where something is not known, nobody is accused, nor praised.
func TestReviewOfTheUnknown(t *testing.T) {
	start := testgames.Game(t, "blockade", 8, 8).Start()
	moves, _, err := start.ParseRecord("4,1@3,1 4,6@5,6")
	require.NoError(t, err)
	g, err := ReviewGame(context.Background(), start, moves, Options{Options: solver.Options{Memory: 1 << 20, Nodes: 100}})
	require.ErrorIs(t, err, solver.ErrLimit)
	require.Equal(t, []string{"", ""}, marks(g))
	require.Equal(t, []string{"Nobody is known to have thrown a win away, but not all positions are decided."}, g.Sentences())
	require.Equal(t, "?", g.End.Verdict())
}

// In classic theory knows who wins, and so does a review for which there is no time; it says that plies are not counted.
func TestReviewOfClassicNeedsNoTime(t *testing.T) {
	start := testgames.Game(t, variants.Classic, 8, 8).Start()
	moves, _, err := start.ParseRecord("1,1 2,1 2,2")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g, err := ReviewGame(ctx, start, moves, Options{Options: solver.Options{Memory: 1 << 20}})
	require.ErrorIs(t, err, context.Canceled)
	for ply := range len(moves) + 1 {
		require.Equal(t, "O in ?", g.Position(ply).Verdict())
		require.Zero(t, g.Position(ply).Facts.Legal-g.Position(ply).Facts.Winning-g.Position(ply).Facts.Losing)
	}
}

// A review that was stopped says nothing wrong, and what it says of a move it says of the
// position after it.
func TestPartialReview(t *testing.T) {
	testgames.Check(t, 200, func(t *rapid.T) {
		start := testgames.Start(t, testgames.Variant(t), 10)
		var moves []variants.Move
		for p := start; !p.Over(); {
			moves = append(moves, testgames.Move(t, p))
			p = p.Play(moves[len(moves)-1])
		}
		opt := Options{Options: solver.Options{Memory: 1 << 20, Nodes: uint64(rapid.IntRange(1, 40).Draw(t, "nodes"))}}
		g, _ := ReviewGame(context.Background(), start, moves, opt)
		for i := range len(moves) + 1 {
			requireTrue(t, g.Position(i))
			if i > 0 && g.Plies[i-1].Played.After.Proven {
				require.Equal(t, g.Plies[i-1].Played.After.Outcome, g.Position(i).Result.Outcome)
			}
		}
	})
}
