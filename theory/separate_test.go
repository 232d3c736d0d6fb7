package theory

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/bitboard"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// separations are the lemma on boards of several shapes, with blocks and without.
func separations(t *testing.T) []*Separation {
	t.Helper()
	var all []*Separation
	for _, id := range []string{"lockdown", "blockade"} {
		for _, size := range [][2]int{{1, 8}, {3, 4}, {4, 3}, {5, 5}, {7, 7}, {8, 8}} {
			p, ok := NewSeparation(testgames.Game(t, id, size[0], size[1]))
			require.True(t, ok)
			all = append(all, p)
		}
	}
	_, ok := NewSeparation(testgames.Game(t, "claim", 4, 4))
	require.False(t, ok)
	for _, size := range [][2]int{{1, 8}, {3, 4}, {5, 5}} {
		for _, id := range []string{"walk rook", "walk hex torus", "walk knight", "walk king block ends", "walk offsets:-1,0;0,1;1,-1"} {
			all = append(all, newSeparation(testgames.Game(t, id, size[0], size[1])))
		}
	}
	return all
}

// Rook steps without blocks: what the lemma says is true, by plain recursion. What holds for steps and
// blocks is not.
func TestRookStepsWithoutBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(25, 26))
	decided, wrong := map[bool]int{}, 0
	for _, size := range [][2]int{{1, 8}, {3, 3}, {3, 5}, {4, 4}} {
		game := testgames.Game(t, "walk rook", size[0], size[1])
		lemma, ok := NewSeparation(game)
		require.True(t, ok)
		other := newSeparation(testgames.Game(t, "blockade", size[0], size[1]))
		truth := testgames.NewTruth(game)
		for range testgames.Of(1000, 4000) {
			s := draw(r, game.Grid())
			if wins := lemma.Decide(s); wins != Open {
				require.Equal(t, yesOrNo(truth.Distance(s)%2 == 1), wins, "%v %+v", game.Grid(), s)
				decided[lemma.Apart(s)]++
			}
			if plies, known := lemma.Distance(s); known {
				require.Equal(t, truth.Distance(s), plies, "%v %+v", game.Grid(), s)
			}
			if wins := other.Decide(s); wins != Open && wins != yesOrNo(truth.Distance(s)%2 == 1) {
				wrong++
			}
		}
	}
	require.Greater(t, decided[true], 1000)
	require.Greater(t, decided[false], 50)
	require.Greater(t, wrong, 10)
}

// draw draws the cells of two markers and free cells.
func draw(r *rand.Rand, g *bitboard.Grid) variants.State {
	mine, yours := r.IntN(g.Size()), r.IntN(g.Size()-1)
	if yours >= mine {
		yours++
	}
	free := randomSet(r, g).Without(mine).Without(yours)
	return variants.State{Mine: bitboard.Of(mine), Yours: bitboard.Of(yours), Free: free}
}

// A search for a path from both ends finds one if and only if a flood from one end does.
func TestApart(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	for _, p := range separations(t) {
		for range testgames.Of(600, 3000) {
			s := draw(r, p.near.Grid())
			var want bool
			if !p.blocks {
				want = p.region(s.Mine.First(), s.Free)&p.region(s.Yours.First(), s.Free) == 0
			} else {
				want = p.near.Flood(s.Mine, s.Free|s.Mine|s.Yours)&s.Yours == 0
			}
			require.Equal(t, want, p.Apart(s), "%v %+v", p.near.Grid(), s)
		}
	}
}

// all is the slow statement of the greatest number of turns: every way is tried.
func (p *Separation) all(c int, free bitboard.Board) int {
	var f waysOut
	p.list(c, free, &f)
	most := 0
	for _, w := range f.ways[:f.n] {
		most = max(most, 1+p.all(int(w.to), w.free))
	}
	return most
}

// What is found about a marker, from nothing or from what is remembered, agrees with trying
// everything, whatever was asked for.
func TestMeasure(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for _, p := range separations(t) {
		for range testgames.Of(600, 3000) {
			s := draw(r, p.near.Grid())
			c := s.Mine.First()
			if p.region(c, s.Free).Count() > 8 {
				continue
			}
			want := p.all(c, s.Free)
			for range 3 {
				known := p.recall(c, s.Free)
				require.LessOrEqual(t, int(known.least), want)
				require.GreaterOrEqual(t, int(known.most), want, "%v %+v", p.near.Grid(), s)
				enough := int8(r.IntN(10))
				p.measure(&known, enough)
				require.LessOrEqual(t, int(known.least), want)
				require.GreaterOrEqual(t, int(known.most), want)
				if int(enough) <= want {
					require.GreaterOrEqual(t, known.least, enough)
				} else {
					require.Less(t, known.most, enough)
				}
			}
		}
	}
}

// Where the markers are apart, who can take more turns wins, and the mover loses with as many. A budget
// makes less known, and nothing that is known wrong.
func TestDecideWithinABudget(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 28))
	known, unknown := 0, 0
	for _, p := range separations(t) {
		for range testgames.Of(1000, 4000) {
			s := draw(r, p.near.Grid())
			m, y := s.Mine.First(), s.Yours.First()
			if !p.Apart(s) || max(p.region(m, s.Free).Count(), p.region(y, s.Free).Count()) > 9 {
				continue
			}
			mine, yours := p.all(m, s.Free), p.all(y, s.Free)
			p.Most = uint64(r.IntN(12)) // none at all, or little
			p.memory = nil
			if wins := p.Decide(s); wins != Open {
				known++
				require.Equal(t, yesOrNo(mine > yours), wins, "%v %+v", p.near.Grid(), s)
			} else {
				unknown++
				require.NotZero(t, p.Most)
			}
			room := p.Alone(s)
			require.LessOrEqual(t, room.Least, mine, "%v %+v", p.near.Grid(), s)
			require.GreaterOrEqual(t, room.Most, mine, "%v %+v", p.near.Grid(), s)
		}
	}
	require.Greater(t, known, testgames.Of(250, 1000))
	require.Greater(t, unknown, 2)
}

// A walk is legal and as long as wanted, or as long as possible.
func TestWalk(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	for _, id := range []string{"lockdown", "blockade"} {
		for _, size := range [][2]int{{1, 8}, {3, 4}, {4, 3}, {5, 5}, {8, 8}} {
			game := testgames.Game(t, id, size[0], size[1])
			p, _ := NewSeparation(game)
			for range 2000 {
				s := draw(r, p.near.Grid())
				if p.Room(s) > 9 {
					continue
				}
				wanted := r.IntN(12)
				walk := p.Walk(s, wanted, nil)
				require.Equal(t, len(walk) == wanted, p.Takes(s, wanted), "%v %+v", p.near.Grid(), s)
				require.Len(t, walk, min(wanted, p.all(s.Mine.First(), s.Free)), "%v %+v", p.near.Grid(), s)
				for _, m := range walk {
					require.True(t, game.Rules().Legal(s).Has(int(m)), "%v %+v", p.near.Grid(), s)
					after := game.Rules().Play(s, m)
					s = variants.State{Free: after.Free, Mine: after.Yours, Yours: after.Mine}
				}
			}
		}
	}
}

// A walk that takes too much work to find is shorter.
func TestWalkWithinABudget(t *testing.T) {
	position := testgames.Parse(t, "blockade", "X7/8/8/########/########/8/8/7O x")
	p, _ := NewSeparation(position.Game())
	longest := len(p.Walk(position.State(), 64, nil))
	p, _ = NewSeparation(position.Game())
	p.Most = 12
	walk := p.Walk(position.State(), 64, nil)
	require.NotEmpty(t, walk)
	require.Less(t, len(walk), longest)
}

// A decision allocates nothing, and what is remembered is not searched for again.
func TestSeparationRemembers(t *testing.T) {
	for _, c := range []struct{ variant, position string }{
		{"lockdown", "X6#/8/8/########/########/8/7O/4#3 x"},
		{"blockade", "X7/8/8/########/########/8/8/7O x"},
	} {
		position := testgames.Parse(t, c.variant, c.position)
		p, ok := NewSeparation(position.Game())
		require.True(t, ok)
		require.NotEqual(t, Open, p.Decide(position.State()))
		work := p.Work
		require.Zero(t, testing.AllocsPerRun(10, func() {
			*p.memory = [len(p.memory)]stretch{}
			p.Decide(position.State())
		}))
		require.Equal(t, 12*work, p.Work)
		p.Decide(position.State())
		require.Equal(t, 12*work, p.Work)
	}
}
