package analysis

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/theory"
	"gridlock/variants"
)

// Whatever is drawn to show why a position is won or lost is true: pairs can be played by,
// mirrors copied, walks walked, and components add up to what decides.
func TestEvidenceIsTrue(t *testing.T) {
	kinds := map[string]int{}
	testgames.Check(t, testgames.Of(2400, 6000), func(t *rapid.T) {
		v, cells := testgames.Variant(t), 14
		if rapid.Bool().Draw(t, "of the family") {
			cells = 12
			v = testgames.Family(t, cells)
		}
		p := testgames.Position(t, v, cells)
		a, err := Analyze(context.Background(), p, Options{Options: solver.Options{Memory: 1 << 18}})
		require.NoError(t, err)
		kinds[checkEvidence(t, p, a.Result, a.Reason, a.Evidence)]++
		if len(a.Moves) > 0 {
			m := a.Moves[rapid.IntRange(0, len(a.Moves)-1).Draw(t, "move")]
			kinds[checkEvidence(t, p.Play(m.Move), m.After, m.Reason, m.Evidence)]++
		}
		for m := range p.Legal().Cells() {
			checkGeometry(t, p, variants.Move(m))
		}
	})
	t.Log(kinds)
	for _, kind := range []string{"matching", "mirror", "sum", "values", "separation", "search"} {
		require.Greater(t, kinds[kind], 10, kind)
	}
}

// checkEvidence checks the evidence for a position by the rules and returns its kind.
func checkEvidence(t *rapid.T, p variants.Position, r solver.Result, reason Reason, e Evidence) string {
	lemma := reason.Lemma
	switch {
	case e.Matching != nil:
		require.Equal(t, theory.PerfectMatching, lemma)
		checkMatching(t, p, r.Outcome, *e.Matching)
		return "matching"
	case e.Mirror != nil:
		require.Equal(t, theory.CopiesAll, lemma)
		require.Equal(t, solver.Loss, r.Outcome)
		checkMirror(t, p, *e.Mirror)
		return "mirror"
	case e.Sum != nil:
		require.Equal(t, theory.SpragueGrundy, lemma)
		checkSum(t, p, r.Outcome, *e.Sum)
		return "sum"
	case e.Values != nil:
		require.Contains(t, []theory.Lemma{theory.ColValue, theory.CopiesAll, theory.CopiesAllButOne}, lemma)
		checkValues(t, p, r.Outcome, *e.Values)
		return "values"
	case e.Separation != nil:
		require.Equal(t, theory.MarkersSeparated, lemma)
		checkWalks(t, p, r.Outcome, *e.Separation)
		return "separation"
	}
	require.True(t, reason.Ahead || slices.Contains([]theory.Lemma{"", theory.NoLegalMove, theory.CellsToItself}, lemma), "small boards have evidence for every other lemma")
	for at := p; len(e.Line) > 0; e.Line = e.Line[1:] {
		require.NoError(t, at.CheckMove(e.Line[0]))
		at = at.Play(e.Line[0])
	}
	return "search"
}

// checkMatching plays by the pairs against random moves.
func checkMatching(t *rapid.T, p variants.Position, o solver.Outcome, m Matching) {
	near, s := p.Game().Near(), p.State()
	partner := map[int]int{}
	for _, pair := range m.Pairs {
		require.True(t, near.At(pair[0]).Has(pair[1]))
		for i, c := range pair {
			require.True(t, (s.Free | s.Yours).Has(c))
			require.NotContains(t, partner, c)
			require.False(t, m.Single.Has(c))
			partner[c] = pair[1-i]
		}
	}
	require.Equal(t, s.Yours != 0, m.Last != nil)
	at := p
	if o == solver.Win {
		first := m.Single.First()
		if m.Partner != nil {
			first = *m.Partner
			require.Equal(t, *m.Last, partner[first])
		}
		at = at.Play(variants.Move(first))
	}
	for !at.Over() {
		reply := testgames.Move(t, at)
		require.Contains(t, partner, int(reply), "%v: %v", p, at)
		at = at.Play(reply)
		at = at.Play(variants.Move(partner[int(reply)]))
	}
}

// checkMirror lets the opponent copy random moves.
func checkMirror(t *rapid.T, p variants.Position, m Mirror) {
	grid := p.Game().Grid()
	for _, pair := range m.Images {
		require.Equal(t, bitboard.Of(pair[1]), grid.Image(m.Symmetry, bitboard.Of(pair[0])))
		require.Less(t, pair[0], pair[1])
	}
	for c := range grid.Size() {
		require.Equal(t, m.Fixed.Has(c), grid.Image(m.Symmetry, bitboard.Of(c)) == bitboard.Of(c))
	}
	for !p.Over() {
		move := testgames.Move(t, p)
		require.False(t, m.Fixed.Has(Target(p, move)))
		copied := p.Game().ImageMove(m.Symmetry, move)
		p = p.Play(move)
		require.NoError(t, p.CheckMove(copied))
		p = p.Play(copied)
	}
}

// checkSum adds up the nimbers of components, each by its definition.
func checkSum(t *rapid.T, p variants.Position, o solver.Outcome, s Sum) {
	rules, known := p.Game().Rules(), map[bitboard.Board]int{}
	var mex func(free bitboard.Board) int
	mex = func(free bitboard.Board) int {
		if n, ok := known[free]; ok {
			return n
		}
		left := map[int]bool{}
		for m := range free.Cells() {
			left[mex(rules.Play(variants.State{Free: free}, variants.Move(m)).Free)] = true
		}
		n := 0
		for left[n] {
			n++
		}
		known[free] = n
		return n
	}
	var all bitboard.Board
	total := 0
	for _, c := range s.Components {
		require.Zero(t, all&c.Cells)
		all |= c.Cells
		require.Equal(t, mex(c.Cells), c.Nimber)
		total ^= c.Nimber
	}
	require.Equal(t, p.State().Free, all)
	require.Equal(t, total, s.Total)
	require.Equal(t, total != 0, o == solver.Win)
	require.Equal(t, total != 0, s.Zeroing != nil)
	if s.Zeroing != nil {
		require.Zero(t, mex(p.Play(*s.Zeroing).State().Free))
	}
}

// checkValues adds up the values of components.
func checkValues(t *rapid.T, p variants.Position, o solver.Outcome, v ColSum) {
	s := p.State()
	x, y := s.Mine, s.Yours
	if p.Side() == variants.O {
		x, y = y, x
	}
	var total theory.Value
	var left, right bitboard.Board
	for _, c := range v.Components {
		require.Zero(t, (left|right)&(c.X|c.O))
		left, right = left|c.X, right|c.O
		require.Equal(t, theory.NewValues(p.Game()).Of(c.X, c.O), &c.Value)
		total = total.Plus(c.Value)
	}
	require.Equal(t, []bitboard.Board{x, y}, []bitboard.Board{left, right})
	require.Equal(t, total, v.Total)
	if p.Side() == variants.O {
		total = total.Minus()
	}
	require.Equal(t, total.LeftWinsFirst(), o == solver.Win)
}

// checkWalks walks them, with the other player standing still.
func checkWalks(t *rapid.T, p variants.Position, o solver.Outcome, walks [2]Walk) {
	rules := p.Game().Rules()
	for player, walk := range walks {
		require.Len(t, walk.Steps, walk.Room.Least)
		require.LessOrEqual(t, walk.Room.Least, walk.Room.Most)
		s := p.State()
		if p.Side() != variants.Player(player) {
			s.Mine, s.Yours = s.Yours, s.Mine
		}
		for _, step := range walk.Steps {
			found := false
			for m := range rules.Legal(s).Cells() {
				after := rules.Play(s, variants.Move(m))
				blocked := bitboard.Board(0)
				if step.Block >= 0 {
					blocked = bitboard.Of(step.Block)
				}
				if after.Yours == bitboard.Of(step.To) && (step.Block < 0 || (s.Free|s.Mine)&^after.Free&^after.Yours == blocked) {
					s, found = variants.State{Free: after.Free, Mine: after.Yours, Yours: after.Mine}, true
					break
				}
			}
			require.True(t, found, "%v: %v takes a turn that it cannot", p, variants.Player(player))
			require.True(t, walk.Room.Region.Has(step.To) || p.Live(variants.Player(player)).Has(step.To))
		}
	}
	mine, yours := walks[p.Side()].Room, walks[p.Side().Opponent()].Room
	if mine.Least == mine.Most && yours.Least == yours.Most {
		require.Equal(t, mine.Most > yours.Most, o == solver.Win)
	}
}

// checkGeometry compares what a move is said to do with the board after it.
func checkGeometry(t *rapid.T, p variants.Position, m variants.Move) {
	g, after, side := GeometryOf(p, m), p.Play(m), p.Side()
	require.Equal(t, after, g.Child)
	require.False(t, p.Marks(side).Has(g.To))
	require.True(t, after.Marks(side).Has(g.To))
	require.True(t, p.Empty().Has(g.To))
	if g.From >= 0 {
		require.True(t, p.Live(side).Has(g.From))
		require.False(t, after.Live(side).Has(g.From))
	}
	blocked := bitboard.Board(0)
	if g.Block >= 0 {
		blocked = bitboard.Of(g.Block)
	}
	require.Equal(t, blocked, after.Holes()&^p.Holes())
}
