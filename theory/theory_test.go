package theory_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/brute"
	"gridlock/theory"
	"gridlock/variants"
)

func naive(t require.TestingT, p variants.Position) solver.Outcome {
	r, err := brute.Naive{}.Solve(context.Background(), p, solver.Options{})
	require.NoError(t, err)
	return r.Outcome
}

// Naive agrees with theory.
func TestLemmasAgreeWithNaive(t *testing.T) {
	compareLemmasWithNaive(t, 1000)
}

func compareLemmasWithNaive(t *testing.T, draws int) {
	t.Helper()
	for _, c := range []struct {
		variant string
		known   float64 // least share of the positions that the lemmas decide
	}{
		{"classic", 1}, {"duel", 1}, {"lockdown", 0.3}, {"claim", 1}, {"blockade", 0.3},
	} {
		t.Run(c.variant, func(t *testing.T) {
			v, err := variants.Lookup(c.variant)
			require.NoError(t, err)
			drawn, known := 0, 0
			testgames.Check(t, draws, func(t *rapid.T) {
				p := testgames.Position(t, v, testgames.Of(10, 12))
				drawn++
				lemmas := theory.New(p.Game(), nil)
				f := lemmas.Decide(p.State())
				if f.Known {
					known++
					require.NotEmpty(t, f.Lemma)
				}
				agreesWithNaive(t, f, p)
				for m := range p.Legal().Cells() { // with what it remembers
					after := p.Play(variants.Move(m))
					agreesWithNaive(t, lemmas.Decide(after.State()), after)
				}
				require.Equal(t, f, lemmas.Decide(p.State()))
			})
			require.GreaterOrEqual(t, float64(known), c.known*float64(drawn))
		})
	}
}

func agreesWithNaive(t require.TestingT, f theory.Finding, p variants.Position) {
	if f.Known {
		require.Equal(t, naive(t, p) == solver.Win, f.Wins, "%s", f.Lemma)
	}
}

// A finding holds for the images of a position as well.
func TestLemmasAreSymmetric(t *testing.T) {
	testgames.Check(t, 1000, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), 16)
		image := p.Image(testgames.Symmetry(t, p))
		require.Equal(t, theory.New(p.Game(), nil).Decide(p.State()), theory.New(p.Game(), nil).Decide(image.State()))
	})
}

// Every position that a mirror decides is one in which it exchanges the sides, or, in duel, takes
// those of the mover to some of the opponent's.
func TestMirrorsAreFound(t *testing.T) {
	exact, included := map[string]int{}, 0
	enough := func() bool { return len(exact) == 2 && included > 0 }
	testgames.CheckUntil(t, testgames.Of(1500, 3000), enough, func(t *rapid.T) {
		v := rapid.SampledFrom([]string{variants.Duel, variants.Lockdown}).Draw(t, "variant")
		variant, err := variants.Lookup(v)
		require.NoError(t, err)
		p := testgames.Position(t, variant, 12)
		grid, s := p.Game().Grid(), p.State()
		mirrors := theory.For(p.Game()).Mirrors
		if i, ok := mirrors.Find(s); ok {
			exact[v]++
			require.True(t, mirrors.Lost(s))
			require.Equal(t, variants.State{Free: s.Free, Mine: s.Yours, Yours: s.Mine}, s.Image(grid, mirrors.Axes()[i]))
		} else if c, ok := mirrors.Copying(s); ok {
			included++
			require.Equal(t, variants.Duel, v)
			image := s.Image(grid, mirrors.Axes()[c.Mirror])
			require.Zero(t, image.Mine&^s.Yours)
		}
		require.False(t, mirrors.Lost(s) && naive(t, p) == solver.Win)
	})
	require.True(t, enough(), "%v by exchange, %d by copying", exact, included)
}

// A second player in duel copies on boards of every shape, with holes, whatever the players have
// already lost: naive agrees.
func TestCopyingInDuel(t *testing.T) {
	lost, answered := map[string]int{}, 0
	boards := [][2]int{{1, 2}, {1, 7}, {1, 12}, {9, 1}, {2, 5}, {6, 2}, {3, 3}, {3, 4}, {5, 3}}
	for _, board := range boards {
		game := testgames.Game(t, variants.Duel, board[0], board[1])
		grid, rules, mirrors := game.Grid(), game.Rules(), theory.For(game).Mirrors
		known := map[variants.State]bool{}
		r := rand.New(rand.NewPCG(uint64(board[0]), uint64(board[1])))
		for range 3000 {
			axes := mirrors.Axes()
			s := variants.State{Mine: bitboard.Board(r.Uint64()) & grid.All()}
			s.Yours = grid.Image(axes[r.IntN(len(axes))], s.Mine) | bitboard.Board(r.Uint64()&r.Uint64()&r.Uint64())&grid.All()
			if c := r.IntN(grid.Size()); r.IntN(2) == 0 {
				s.Yours = s.Yours.Without(c)
			}
			c, ok := mirrors.Copying(s)
			if !ok {
				continue
			}
			lost[grid.String()]++
			require.False(t, wins(rules, s, known), "%v %+v", grid, s)
			if s.Mine.Count() == s.Yours.Count() {
				require.False(t, wins(rules, variants.State{Mine: s.Yours, Yours: s.Mine}, known), "%v %+v", grid, s)
			}
			if c.Cell < 0 {
				continue
			}
			answered++
			after := rules.Play(rules.Play(s, variants.Move(c.Cell)), variants.Move(c.Answer))
			c, ok = mirrors.Copying(after)
			require.True(t, ok && c.Cell < 0, "%v %+v", grid, s)
		}
	}
	for board, n := range lost {
		require.Greater(t, n, 100, board)
	}
	require.Len(t, lost, len(boards))
	require.Greater(t, answered, 1000)
}

// On a board with a side of 3, the second player in duel copies, and has an answer to the centre.
// Other odd boards are not decided like that.
func TestBoardsOfThreeRowsAreCopied(t *testing.T) {
	for cols := 2; cols <= 21; cols++ {
		for _, board := range [][2]int{{3, cols}, {cols, 3}} {
			game := testgames.Game(t, variants.Duel, board[0], board[1])
			finding := theory.New(game, nil).Decide(game.Start().State())
			require.True(t, finding.Known && !finding.Wins)
			require.Equal(t, new(theory.Value), finding.Value)
			c, ok := theory.For(game).Mirrors.Copying(game.Start().State())
			require.True(t, ok)
			require.Equal(t, cols%2 == 1, c.Cell >= 0)
		}
	}
	for _, board := range [][2]int{{1, 1}, {1, 5}, {5, 5}, {5, 7}, {7, 7}} {
		game := testgames.Game(t, variants.Duel, board[0], board[1])
		require.False(t, theory.For(game).Mirrors.Lost(game.Start().State()), "%v", board)
	}
}

// The pairs of a maximum matching are neighbours and disjoint, and there are as many as trying
// everything finds: with every set of cells of a small board, and some of others.
func TestMatching(t *testing.T) {
	holds := func(t require.TestingT, near *bitboard.Near, free bitboard.Board) {
		pairs, covered := theory.Matching(near, free), bitboard.Board(0)
		for _, pair := range pairs {
			require.True(t, near.At(pair[0]).Has(pair[1]))
			require.False(t, covered.Has(pair[0]) || covered.Has(pair[1]))
			covered = covered.With(pair[0]).With(pair[1])
		}
		require.Zero(t, covered&^free)
		require.Equal(t, mostPairs(near, free), len(pairs))
	}
	small := testgames.Game(t, variants.Classic, 3, 3)
	for free := range small.Grid().All() + 1 {
		holds(t, small.Near(), free)
	}
	testgames.Check(t, 500, func(t *rapid.T) {
		v, err := variants.Lookup(variants.Classic)
		require.NoError(t, err)
		p := testgames.Start(t, v, 16)
		holds(t, p.Game().Near(), p.State().Free)
	})
}

// mostPairs tries every partner of the first cell, and none.
func mostPairs(near *bitboard.Near, free bitboard.Board) int {
	if free == 0 {
		return 0
	}
	first := free.First()
	most := mostPairs(near, free.Rest())
	for c := range (near.At(first) & free).Cells() {
		most = max(most, 1+mostPairs(near, free.Rest().Without(c)))
	}
	return most
}

func TestABudgetStopsTheory(t *testing.T) {
	for _, c := range []struct {
		id         string
		rows, cols int
	}{{"claim", 8, 7}, {"duel", 7, 7}} { // in duel copying helps on even boards
		start := testgames.Game(t, c.id, c.rows, c.cols).Start()
		asked := 0
		th := theory.New(start.Game(), func() bool { asked++; return asked == 3 })
		require.False(t, th.Decide(start.State()).Known)
		require.Equal(t, 3, asked)
		require.Equal(t, uint64(3*theory.PollEvery), th.Work())
		require.False(t, th.Decide(start.State()).Known)
		require.Equal(t, 3, asked)
		require.Equal(t, uint64(3*theory.PollEvery), th.Work(), "what has stopped does nothing")
		th.Resume()
		asked = 2
		require.False(t, th.Decide(start.State()).Known)
		require.Equal(t, uint64(4*theory.PollEvery), th.Work())
	}
}

// What is cut off is unknown, and not false: whenever theory is stopped, it says the same afterwards as a
// theory that knows nothing yet.
func TestStoppedTheory(t *testing.T) {
	for _, c := range []struct{ id, text string }{
		{"claim", "7/7/7/7/5#1/7 x"}, {"duel", "X4/5/3#1/5/5 o"}, {"duel", "6/3O2/6/#5/6 x"},
		{"lockdown", "X6#/8/8/########/########/8/7O/4#3 x"}, {"blockade", "X7/8/8/########/########/8/8/7O x"},
	} {
		p := testgames.Parse(t, c.id, c.text)
		states := []variants.State{p.State()}
		for m := range p.Legal().Cells() {
			states = append(states, p.Play(variants.Move(m)).State())
		}
		fresh := theory.New(p.Game(), nil)
		stopped := 0
		for k := 1; ; k += 1 + k/2 {
			asked := 0
			th := theory.New(p.Game(), func() bool { asked++; return asked == k })
			for _, s := range states {
				th.Decide(s)
			}
			work := th.Work()
			th.Decide(states[0])
			if asked < k {
				break
			}
			stopped++
			require.Equal(t, work, th.Work(), "what is stopped does nothing")
			th.Resume()
			for _, s := range states {
				want, got := fresh.Decide(s), th.Decide(s)
				require.Equal(t, want.Known, got.Known, "%v", p)
				require.Equal(t, want.Wins, got.Wins, "%v", p)
				require.Equal(t, want.Nimber, got.Nimber, "%v", p)
				if want.Value != nil && got.Value != nil {
					require.Equal(t, want.Value, got.Value, "%v", p)
				}
			}
		}
		require.True(t, stopped > 2 || c.id == "lockdown" || c.id == "blockade", "%v: %d", p, stopped)
	}
}

// In lockdown and duel the second player copies on every full board with an even
// side.
func TestEvenBoardsAreCopied(t *testing.T) {
	for rows := 1; rows <= 8; rows++ {
		for cols := 1; cols <= 8; cols++ {
			for _, id := range []string{"lockdown", "duel"} {
				start := testgames.Game(t, id, rows, cols).Start()
				_, found := theory.For(start.Game()).Mirrors.Find(start.State())
				require.Equal(t, rows%2 == 0 || cols%2 == 0, found, "%s %dx%d", id, rows, cols)
			}
		}
	}
}

// The winning moves of classic, move by move.
func TestClassicWinningMoves(t *testing.T) {
	classic, err := variants.Lookup("classic")
	require.NoError(t, err)
	testgames.Check(t, 2000, func(t *rapid.T) {
		p := testgames.Position(t, classic, 12)
		wins := theory.Inessential(p.Game().Near(), p.State().Free)
		for m := range p.Legal().Cells() {
			require.Equal(t, naive(t, p.Play(variants.Move(m))) == solver.Loss, wins.Has(m), "move %d", m)
		}
	})
}

// Fraenkel, Scheinerman & Ullman (1993): the second player wins a full board iff it
// has an even number of cells; on the others the winning first cells are those of
// the majority colour.
func TestClassicFullBoards(t *testing.T) {
	for rows := 1; rows <= 64; rows++ {
		for cols := 1; rows*cols <= 64; cols++ {
			game := testgames.Game(t, "classic", rows, cols)
			grid := game.Grid()
			want := 0
			if rows*cols%2 == 1 {
				want = (rows*cols + 1) / 2
			}
			wins := theory.Inessential(game.Near(), grid.All())
			require.Equal(t, want, wins.Count(), "%v", grid)
			for c := range wins.Cells() {
				row, col := grid.RowCol(c)
				require.Zero(t, (row+col)%2)
			}
		}
	}
}

// Separated positions whose regions are too large to play out: the comparison
// settles them.
func TestSeparationOnLargeBoards(t *testing.T) {
	for _, c := range []struct {
		variant, position string
		wins              bool
	}{
		{"lockdown", "X6#/8/8/########/########/8/7O/4#3 x", false}, // 22 turns against 22
		{"lockdown", "X7/8/8/########/########/8/7O/4#3 x", true},   // 23 and 22
		{"lockdown", "X7/8/8/########/########/8/7O/4#3 o", false},
		{"lockdown", "X7/8/8/8/########/8/8/7O o", false},
		{"blockade", "X7/8/8/########/########/8/8/7O x", false},
		{"blockade", "X7/8/8/8/########/8/8/7O x", true},
	} {
		p := testgames.Parse(t, c.variant, c.position)
		separation, ok := theory.NewSeparation(p.Game())
		require.True(t, ok)
		require.Equal(t, answer(c.wins), separation.Decide(p.State()), "%s %v", c.variant, p)
		require.Less(t, separation.Work, uint64(100000))
	}
}

// answer returns the answer that is known.
func answer(yes bool) theory.Answer {
	return map[bool]theory.Answer{true: theory.Yes, false: theory.No}[yes]
}

func ExampleTheory() {
	claim, err := variants.Lookup("claim")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := claim.Parse("6/6/6/6/6/6 x")
	if err != nil {
		fmt.Println(err)
		return
	}
	finding := theory.New(p.Game(), nil).Decide(p.State())
	fmt.Println("the player to move wins:", finding.Wins)
	fmt.Println("by", finding.Lemma, "with nimber", *finding.Nimber)
	// Output:
	// the player to move wins: true
	// by Sprague-Grundy with nimber 1
}

// A move to the partner of the last marker wins, and after any other move its own partner is the
// answer; a winning move has none.
func TestPartners(t *testing.T) {
	v, err := variants.Lookup("classic")
	require.NoError(t, err)
	testgames.Check(t, 1000, func(t *rapid.T) {
		p := testgames.Position(t, v, 12)
		near, s := p.Game().Near(), p.State()
		if s.Yours != 0 {
			partner, wins := theory.Partner(near, s.Free|s.Yours, s.Yours.First())
			require.Equal(t, naive(t, p) == solver.Win, wins)
			if wins {
				require.Equal(t, solver.Loss, naive(t, p.Play(variants.Move(partner))))
			}
		}
		for m := range p.Legal().Cells() {
			after := p.Play(variants.Move(m))
			partner, ok := theory.Partner(near, s.Free, m)
			require.Equal(t, naive(t, after) == solver.Win, ok)
			if ok {
				require.Equal(t, solver.Loss, naive(t, after.Play(variants.Move(partner))))
			}
		}
	})
}

// Separated players have the numbers of turns of their rooms.
func TestRooms(t *testing.T) {
	for _, id := range []string{"lockdown", "blockade"} {
		v, err := variants.Lookup(id)
		require.NoError(t, err)
		seen := 0
		testgames.Check(t, 2000, func(t *rapid.T) {
			p := testgames.Position(t, v, 12)
			separation, _ := theory.NewSeparation(p.Game())
			rooms := separation.Rooms(p.State())
			if rooms == nil {
				return
			}
			mine, yours := rooms[0], rooms[1]
			seen++
			require.Equal(t, mine.Least, mine.Most)
			require.Equal(t, yours.Least, yours.Most)
			require.LessOrEqual(t, mine.Most, mine.Region.Count())
			require.Zero(t, mine.Region&yours.Region)
			require.Equal(t, naive(t, p) == solver.Win, mine.Most > yours.Most)
		})
		require.Greater(t, seen, 60)
	}
}

// In lockdown a player who lasts longer on cells that the other can never reach wins, even if the
// markers can still meet: naive agrees, on boards of every shape, with holes. All of the other's
// cells count against it, also those that both can reach.
func TestWithdrawing(t *testing.T) {
	boards := [][2]int{{1, 9}, {11, 1}, {2, 5}, {6, 2}, {3, 3}, {3, 4}, {4, 3}, {5, 2}}
	for _, board := range boards {
		game := testgames.Game(t, variants.Lockdown, board[0], board[1])
		separation, _ := theory.NewSeparation(game)
		grid, rules, known := game.Grid(), game.Rules(), map[variants.State]bool{}
		r := rand.New(rand.NewPCG(uint64(board[0]), uint64(board[1])))
		outcomes := map[bool]int{}
		for range testgames.Of(8000, 30000) {
			mine, yours := r.IntN(grid.Size()), r.IntN(grid.Size())
			s := variants.State{Mine: bitboard.Of(mine), Yours: bitboard.Of(yours)}
			s.Free = bitboard.Board(r.Uint64()|r.Uint64()) & grid.All() &^ (s.Mine | s.Yours)
			if mine == yours || separation.Apart(s) {
				continue
			}
			passed := variants.State{Free: s.Free, Mine: s.Yours, Yours: s.Mine}
			require.Zero(t, separation.Own(s)&separation.Alone(passed).Region)
			decided := separation.Decide(s)
			if decided == theory.Open {
				continue
			}
			won := decided == theory.Yes
			outcomes[won]++
			require.Equal(t, wins(rules, s, known), won, "%v %+v", grid, s)
			own, other, lead := s, separation.Alone(passed), 1
			if !won {
				own, other, lead = passed, separation.Alone(s), 0
			}
			own.Free = separation.Own(own)
			require.GreaterOrEqual(t, separation.Alone(own).Least, other.Most+lead, "%v %+v", grid, s)
		}
		require.Greater(t, outcomes[true], 50, "%v", grid)
		require.Greater(t, outcomes[false], 50, "%v", grid)
	}
}

// Just outside of what decides it nothing is said: one cell more for the other player, or one
// that joins a player's own cells with the rest.
func TestWithdrawingJustFails(t *testing.T) {
	for _, c := range []struct {
		position    string
		wins, known bool
	}{
		{"..X.O x", true, true}, {"..X.O. x", true, true}, {"..X..O. x", false, false}, {".X.O. x", false, true},
		{"..X.O o", false, true}, {".X.O. o", false, true}, {".X.O.. x", false, true}, {".X.O.#/...... x", false, false},
		{"...../##X##/#...O x", true, true}, {"...../##X##/....O x", false, false}, {".....#/##X##./....O. x", false, false},
	} {
		p := testgames.Parse(t, variants.Lockdown, c.position)
		separation, _ := theory.NewSeparation(p.Game())
		want := theory.Open
		if c.known {
			want = answer(c.wins)
		}
		require.Equal(t, want, separation.Decide(p.State()), c.position)
		if c.known && !separation.Apart(p.State()) {
			_, known := separation.Distance(p.State())
			require.False(t, known, c.position)
			require.Equal(t, theory.CellsToItself, theory.New(p.Game(), nil).Decide(p.State()).Lemma)
		}
	}
}
