package analysis

import (
	"context"
	"slices"
	"strings"
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
func checkEvidence(t *rapid.T, p variants.Position, r solver.Result, reason Reason, e *Evidence) string {
	lemma := reason.Lemma
	switch {
	case e == nil:
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
	if e != nil {
		line, _, err := p.ParseRecord(strings.Join(e.Search.PV, " "))
		require.NoError(t, err)
		require.NotEmpty(t, line)
	}
	return "search"
}

// cells returns the cells that have names.
func cells(p variants.Position, names ...string) (all bitboard.Board) {
	for c := range p.Game().Grid().Size() {
		if slices.Contains(names, p.Game().CellText(c)) {
			all = all.With(c)
		}
	}
	return all
}

// cell returns the cell that has a name.
func cell(p variants.Position, name string) int { return cells(p, name).First() }

// checkMatching plays by the pairs against random moves.
func checkMatching(t *rapid.T, p variants.Position, o solver.Outcome, m Matching) {
	near, s := p.Game().Near(), p.State()
	partner, single := map[int]int{}, cells(p, m.Single...)
	for _, names := range m.Pairs {
		pair := []int{cell(p, names[0]), cell(p, names[1])}
		require.True(t, near.At(pair[0]).Has(pair[1]))
		for i, c := range pair {
			require.True(t, (s.Free | s.Yours).Has(c))
			require.NotContains(t, partner, c)
			require.False(t, single.Has(c))
			partner[c] = pair[1-i]
		}
	}
	require.Equal(t, s.Yours != 0, m.Last != nil)
	at := p
	if o == solver.Win {
		first := single.First()
		if m.Partner != nil {
			first = cell(p, *m.Partner)
			require.Equal(t, cell(p, *m.Last), partner[first])
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
	grid, fixed := p.Game().Grid(), cells(p, m.Fixed...)
	symmetries := p.Game().Symmetries()
	sym := symmetries[slices.IndexFunc(symmetries, func(sym bitboard.Symmetry) bool { return sym != bitboard.Identity && SymmetryName(sym) == m.Symmetry })]
	for _, pair := range m.Images {
		require.Equal(t, cells(p, pair[1]), grid.Image(sym, cells(p, pair[0])))
		require.Less(t, cell(p, pair[0]), cell(p, pair[1]))
	}
	for c := range grid.Size() {
		require.Equal(t, fixed.Has(c), grid.Image(sym, bitboard.Of(c)) == bitboard.Of(c))
	}
	for !p.Over() {
		move := testgames.Move(t, p)
		require.False(t, fixed.Has(Target(p, move)))
		copied := p.Game().ImageMove(sym, move)
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
		part := cells(p, c.Cells...)
		require.Zero(t, all&part)
		all |= part
		require.Equal(t, mex(part), c.Nimber)
		total ^= c.Nimber
	}
	require.Equal(t, p.State().Free, all)
	require.Equal(t, total, s.Total)
	require.Equal(t, total != 0, o == solver.Win)
	require.Equal(t, total != 0, s.ZeroingMove != nil)
	if s.ZeroingMove != nil {
		zeroing, err := p.ParseMove(*s.ZeroingMove)
		require.NoError(t, err)
		require.Zero(t, mex(p.Play(zeroing).State().Free))
	}
}

// checkValues adds up the values of components.
func checkValues(t *rapid.T, p variants.Position, o solver.Outcome, v Values) {
	s := p.State()
	x, y := s.Mine, s.Yours
	if p.Side() == variants.O {
		x, y = y, x
	}
	var total theory.Value
	var left, right bitboard.Board
	for _, c := range v.Components {
		x, o := cells(p, c.X...), cells(p, c.O...)
		require.Zero(t, (left|right)&(x|o))
		require.Equal(t, x|o, cells(p, c.Cells...))
		left, right = left|x, right|o
		value := theory.NewValues(p.Game()).Of(x, o)
		require.Equal(t, value.String(), c.Value)
		total = total.Plus(*value)
	}
	require.Equal(t, []bitboard.Board{x, y}, []bitboard.Board{left, right})
	require.Equal(t, total.String(), v.Total)
	if p.Side() == variants.O {
		total = total.Minus()
	}
	require.Equal(t, total.LeftWinsFirst(), o == solver.Win)
}

// checkWalks walks them, with the other player standing still.
func checkWalks(t *rapid.T, p variants.Position, o solver.Outcome, both Separation) {
	rules, walks := p.Game().Rules(), [2]Walk{both.X, both.O}
	for player, walk := range walks {
		require.Len(t, walk.Walk, walk.Room.Least)
		require.LessOrEqual(t, walk.Room.Least, walk.Room.Most)
		s := p.State()
		if p.Side() != variants.Player(player) {
			s.Mine, s.Yours = s.Yours, s.Mine
		}
		for _, step := range walk.Walk {
			to, found := cell(p, step.To), false
			for m := range rules.Legal(s).Cells() {
				after := rules.Play(s, variants.Move(m))
				blocked := bitboard.Board(0)
				if step.Block != nil {
					blocked = cells(p, *step.Block)
				}
				if after.Yours == bitboard.Of(to) && (step.Block == nil || (s.Free|s.Mine)&^after.Free&^after.Yours == blocked) {
					s, found = variants.State{Free: after.Free, Mine: after.Yours, Yours: after.Mine}, true
					break
				}
			}
			require.True(t, found, "%v: %v takes a turn that it cannot", p, variants.Player(player))
			require.True(t, slices.Contains(walk.Reach, step.To) || p.Live(variants.Player(player)).Has(to))
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
