package testgames

import (
	"fmt"
	"testing"

	"gridlock/bitboard"
	"gridlock/variants"
)

// Foreign returns games that no other package knows, made as any caller can make one. They show
// what general code gets wrong about unknown games.
func Foreign(t testing.TB) []variants.Variant {
	t.Helper()
	var all []variants.Variant
	for _, d := range []variants.Definition{Snort(), KingSnort(), Trek(), RookTron(), Hive(), Slide()} {
		all = append(all, made(t, d))
	}
	return all
}

// made makes a game of a definition.
func made(t testing.TB, d variants.Definition) variants.Variant {
	t.Helper()
	v, err := variants.New(d)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Families returns a game for every value of the family.
func Families(t testing.TB) (all []variants.Variant) {
	t.Helper()
	add := func(f variants.Family) {
		all = append(all, made(t, variants.Definition{ID: fmt.Sprintf("family%d", len(all)), Family: f}))
	}
	for _, near := range []variants.Near{variants.Rook, variants.King} {
		for _, to := range []variants.Close{variants.CloseNone, variants.CloseOwn, variants.CloseOther, variants.CloseAll} {
			add(variants.Family{Kind: variants.Place, Near: near, Close: to})
		}
		add(variants.Family{Kind: variants.Follow, Near: near})
		add(variants.Family{Kind: variants.Walk, Near: near})
		add(variants.Family{Kind: variants.Walk, Near: near, Ends: true})
	}
	add(variants.Family{Kind: variants.Walk, Near: variants.Rook, Ends: true, Block: true})
	return all
}

// snort is Snort (Winning Ways, ch. 3): place on any empty cell that is not next to a marker of
// the opponent.
type snort struct {
	near func(cell int) variants.Board
}

func (r snort) Legal(s variants.State) variants.MoveSet { return s.Mine }

func (r snort) Play(s variants.State, m variants.Move) variants.State {
	cell := bitboard.Of(int(m))
	return variants.State{Mine: s.Yours &^ (cell | r.near(int(m))), Yours: s.Mine &^ cell}
}

// Snort returns the definition of Snort on rook-adjacent cells.
func Snort() variants.Definition {
	return variants.Definition{
		ID:     "snort",
		Traits: variants.Traits{Mine: variants.Cells, Yours: variants.Cells, Symmetric: true},
		Rules:  func(g *bitboard.Grid) variants.Rules { return snort{g.RookAt} },
		State: func(p variants.Position) variants.State {
			open := func(player variants.Player) variants.Board {
				return p.Empty() &^ p.Game().Grid().DilateRook(p.Marks(player.Opponent()))
			}
			return variants.State{Mine: open(p.Side()), Yours: open(p.Side().Opponent())}
		},
		Check: func(p variants.Position) error {
			if p.Game().Grid().DilateRook(p.Marks(variants.X))&p.Marks(variants.O) != 0 {
				return fmt.Errorf("markers of both players next to each other")
			}
			return nil
		},
	}
}

// KingSnort is Snort on king-adjacent cells, with only the required fields.
func KingSnort() variants.Definition {
	return variants.Definition{
		ID:     "kingsnort",
		Traits: variants.Traits{Mine: variants.Cells, Yours: variants.Cells},
		Rules:  func(g *bitboard.Grid) variants.Rules { return snort{g.KingAt} },
		State: func(p variants.Position) variants.State {
			open := func(player variants.Player) variants.Board {
				return p.Empty() &^ p.Game().Grid().DilateKing(p.Marks(player.Opponent()))
			}
			return variants.State{Mine: open(p.Side()), Yours: open(p.Side().Opponent())}
		},
	}
}

// trail is what games have in common whose markers use up the cells they step to.
type trail struct{ grid *bitboard.Grid }

func (trail) Play(s variants.State, m variants.Move) variants.State {
	cell := bitboard.Of(int(m))
	return variants.State{Free: s.Free &^ cell, Mine: s.Yours, Yours: cell}
}

func trailTraits() variants.Traits {
	return variants.Traits{
		Free: variants.Cells, Mine: variants.Marker, Yours: variants.Marker,
		Symmetric: true, MaxDrop: 1,
	}
}

// trek is a game of markers that move: like lockdown with rook steps, but the first player without a step may still
// take any free cell beside the opponent. So cells that a marker cannot reach matter, and separation says nothing.
type trek struct{ trail }

func (r trek) Legal(s variants.State) variants.MoveSet {
	if s.Mine == 0 {
		return s.Free
	}
	if steps := r.grid.RookAt(s.Mine.First()) & s.Free; steps != 0 || s.Yours == 0 {
		return steps
	}
	return r.grid.KingAt(s.Yours.First()) & s.Free
}

// Trek returns the game of markers that move. Its positions and moves are written in the default
// form.
func Trek() variants.Definition {
	return variants.Definition{
		ID: "trek", Traits: trailTraits(),
		Rules: func(g *bitboard.Grid) variants.Rules { return trek{trail{g}} },
	}
}

// rookTron is Tron with rook steps. Its markers step as those of blockade do, but block nothing, and the cells that
// they leave are used up.
type rookTron struct{ trail }

func (r rookTron) Legal(s variants.State) variants.MoveSet {
	if s.Mine == 0 {
		return s.Free
	}
	return r.grid.RookAt(s.Mine.First()) & s.Free
}

// RookTron returns the definition of Tron with rook steps.
func RookTron() variants.Definition {
	return variants.Definition{
		ID: "rooktron", Traits: trailTraits(),
		Rules: func(g *bitboard.Grid) variants.Rules { return rookTron{trail{g}} },
	}
}

// hive is a game whose states need three sets of cells: place anywhere at first, and later
// only beside more markers of your own than of the opponent.
type hive struct{ grid *bitboard.Grid }

func (r hive) Legal(s variants.State) (legal variants.MoveSet) {
	if s.Mine == 0 {
		return s.Free
	}
	for c := range s.Free.Cells() {
		if near := r.grid.KingAt(c); (near & s.Mine).Count() > (near & s.Yours).Count() {
			legal = legal.With(c)
		}
	}
	return legal
}

func (r hive) Play(s variants.State, m variants.Move) variants.State {
	cell := bitboard.Of(int(m))
	return variants.State{Free: s.Free &^ cell, Mine: s.Yours, Yours: s.Mine | cell}
}

// Hive returns the game whose states need three sets of cells.
func Hive() variants.Definition {
	return variants.Definition{
		ID:     "hive",
		Names:  variants.RowColFrom1,
		Traits: variants.Traits{Free: variants.Cells, Mine: variants.Cells, Yours: variants.Cells, Symmetric: true, MaxDrop: 1},
		Rules:  func(g *bitboard.Grid) variants.Rules { return hive{g} },
	}
}

// slide is a game with one marker and a fixed direction: place on an empty cell after the last one, in the order of the
// cells, at most a row further. So no image of a position is equivalent to it.
type slide struct{ grid *bitboard.Grid }

func (r slide) Legal(s variants.State) variants.MoveSet {
	if s.Yours == 0 {
		return s.Free
	}
	last, legal := s.Yours.First(), variants.MoveSet(0)
	for c := last + 1; c <= min(last+r.grid.Cols(), r.grid.Size()-1); c++ {
		legal = legal.With(c)
	}
	return legal & s.Free
}

func (r slide) Play(s variants.State, m variants.Move) variants.State {
	return variants.State{Free: s.Free.Without(int(m)), Yours: bitboard.Of(int(m))}
}

// Slide returns the game with one marker and a fixed direction.
func Slide() variants.Definition {
	return variants.Definition{
		ID:     "slide",
		Traits: variants.Traits{Free: variants.Cells, Yours: variants.Marker},
		Rules:  func(g *bitboard.Grid) variants.Rules { return slide{g} },
	}
}
