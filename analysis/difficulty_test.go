package analysis

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/variants"
)

// race lets two sets spread in turn over free cells, a first, and counts what each holds in the end.
func race(p variants.Position, a, b, free variants.Board) (mine, yours int) {
	free &^= a | b
	for grown := true; grown; {
		grown = false
		for _, set := range []*variants.Board{&a, &b} {
			var next variants.Board
			for c := range set.Cells() {
				for to := range p.Game().Steps().At(c).Cells() {
					if free.Has(to) {
						next = next.With(to)
					}
				}
			}
			grown = grown || next != 0
			*set, free = *set|next, free&^next
		}
	}
	return a.Count(), b.Count()
}

// looks is how well the player to move stands, to a greedy one.
func looks(p variants.Position) int {
	s, legal := p.State(), p.Legal().Count()
	if legal == 0 {
		return -1000
	}
	if traits := p.Game().Traits(); traits.Mine == traits.Yours {
		legal -= p.Game().Rules().Legal(variants.State{Free: s.Free, Mine: s.Yours, Yours: s.Mine}).Count()
	}
	if p.Game().Steps() != nil && s.Mine != 0 && s.Yours != 0 {
		mine, yours := race(p, s.Mine, s.Yours, s.Free)
		legal += 2 * (mine - yours)
	}
	return legal
}

// requireTurn checks what is said of a turn, by the tree of moves.
func requireTurn(t *rapid.T, truth *testgames.Truth, p variants.Position, said Turn) {
	want, least := Turn{Legal: p.Legal().Count(), Greedy: true}, 1000
	for m := range p.Legal().Cells() {
		after := p.Play(variants.Move(m))
		wins := truth.Distance(after.State())%2 == 0
		if wins {
			want.Winning++
		}
		if l := looks(after); l < least {
			least, want.Greedy = l, wins
		} else if l == least {
			want.Greedy = want.Greedy && wins
		}
	}
	require.Equal(t, want, said, "%v", p)
}

// Every fact is what the tree of moves says, along a line of best play, in the five games and others.
func TestDifficultiesAgreeWithTheTree(t *testing.T) {
	all, open, turns, errs, lost := 0, 0, 0, 0, 0
	testgames.Check(t, testgames.Of(1500, 4000), func(t *rapid.T) {
		v := testgames.Variant(t)
		if rapid.Bool().Draw(t, "other") {
			v = testgames.Family(t, 8)
		}
		p := testgames.Position(t, v, 9)
		a, err := Analyze(context.Background(), p, Options{Options: solver.Options{Memory: 1 << 20}, Difficulty: true})
		require.NoError(t, err)
		if p.Over() {
			require.Nil(t, a.Difficulty)
			return
		}
		truth := testgames.NewTruth(p.Game())
		all++
		distance := truth.Distance(p.State())
		d := a.Difficulty
		if d == nil {
			open++ // it takes more nodes
			return
		}
		require.Len(t, d.Turns, (distance+1)/2)
		require.Zero(t, d.Open)
		at := p
		for i, m := range a.Moves[0].Line() {
			plies := distance - i
			require.Equal(t, plies, truth.Distance(at.State()), "the line is best play")
			if plies%2 == 1 {
				requireTurn(t, truth, at, d.Turns[len(d.Turns)-(plies+1)/2])
				turns++
			}
			at = at.Play(m)
		}
		require.True(t, at.Over())
		if d.Errs() > 0 {
			errs++
		}
		if distance%2 == 0 {
			lost++
		}
	})
	t.Logf("%d positions, %d turns, %d greedy players err, %d positions are lost, %d take more nodes", all, turns, errs, lost, open)
	require.Less(t, open, all/50)
	require.Positive(t, turns)
	require.Positive(t, errs)
	require.Positive(t, lost)
}

// The difficulty of a game is that of the turns at which a player could win, as they came.
func TestDifficultiesOfGames(t *testing.T) {
	testgames.Check(t, 400, func(t *rapid.T) {
		start := testgames.Start(t, testgames.Variant(t), 9)
		var moves []variants.Move
		for p := start; !p.Over(); p = p.Play(moves[len(moves)-1]) {
			moves = append(moves, testgames.Move(t, p))
		}
		g, err := ReviewGame(context.Background(), start, moves, Options{Options: solver.Options{Memory: 1 << 20}})
		require.NoError(t, err)
		truth := testgames.NewTruth(start.Game())
		of := [2]Difficulty{g.Difficulty(variants.X), g.Difficulty(variants.O)}
		met, p := [2]int{}, start
		for _, m := range moves {
			if truth.Distance(p.State())%2 == 1 {
				requireTurn(t, truth, p, of[p.Side()].Turns[met[p.Side()]])
				met[p.Side()]++
			}
			p = p.Play(m)
		}
		for _, side := range []variants.Player{variants.X, variants.O} {
			require.Len(t, of[side].Turns, met[side])
			require.Zero(t, of[side].Open)
			_, streak := g.OnlyMoves(side)
			if streak > 0 && met[side] == turnsOf(start, moves, side) { // no turn at which the player was lost is between
				require.Equal(t, streak, of[side].OnlyMoves())
			}
			require.GreaterOrEqual(t, of[side].OnlyMoves(), streak)
		}
	})
}

// turnsOf counts the turns of a player in a game.
func turnsOf(start variants.Position, moves []variants.Move, side variants.Player) (n int) {
	p := start
	for _, m := range moves {
		if p.Side() == side {
			n++
		}
		p = p.Play(m)
	}
	return n
}

// The number counts quarters of the moves that lose, and levels are ranges of it.
func TestNumbersOfDifficulties(t *testing.T) {
	for _, c := range []struct {
		turns  []Turn
		number int
		level  Level
		row    int
		errs   int
	}{
		{nil, 0, Easy, 0, 0},
		{[]Turn{{1, 1, true}}, 0, Easy, 0, 0},
		{[]Turn{{8, 7, true}}, 0, Easy, 0, 0},
		{[]Turn{{8, 6, true}}, 1, Easy, 0, 0},
		{[]Turn{{2, 1, true}, {20, 1, false}}, 5, Hard, 2, 2},
		{[]Turn{{3, 1, true}, {5, 3, true}}, 3, Easy, 1, 0},
		{[]Turn{{2, 1, false}, {1, 1, true}, {2, 1, true}}, 4, Medium, 1, 1},
		{[]Turn{{2, 1, true}, {4, 2, true}, {2, 1, true}, {2, 1, true}}, 8, Hard, 2, 0},
	} {
		d := Difficulty{Turns: c.turns}
		require.Equal(t, c.number, d.Number(), "%v", c.turns)
		require.Equal(t, c.level, d.Level())
		require.Equal(t, c.row, d.OnlyMoves())
		require.Equal(t, c.errs, d.Errs())
	}
}

// With few nodes a difficulty is the same or not known, nobody who has not asked waits for one, and at the
// end of the time there is none.
func TestDifficultyEndsInTime(t *testing.T) {
	start := testgames.Game(t, variants.Lockdown, 4, 4).Start()
	opt := Options{Options: solver.Options{Memory: 1 << 20}}
	all, err := Analyze(context.Background(), start, opt)
	require.NoError(t, err)
	require.Nil(t, all.Difficulty)
	line, missing := all.Moves[0].Line(), 0
	opt.Nodes = nextMoment
	whole, err := Estimate(context.Background(), start, all.Result, line, opt)
	require.NoError(t, err)
	require.Len(t, whole.Turns, 8)
	for _, opt.Nodes = range []uint64{1, 100, 1000, 10_000} {
		d, err := Estimate(context.Background(), start, all.Result, line, opt)
		require.NoError(t, err)
		if d == nil {
			missing++
			continue
		}
		require.Equal(t, whole.Turns, d.Turns)
	}
	require.Positive(t, missing)
	cut, err := Estimate(context.Background(), start, all.Result, line[:6], opt)
	require.NoError(t, err)
	require.Nil(t, cut, "the line does not end the game")
	_, err = Estimate(testgames.CancelAt(1, func() {}), start, all.Result, line, opt)
	require.ErrorIs(t, err, context.Canceled)
}
