package variants

import (
	"fmt"
	"math/rand/v2"

	"gridlock/bitboard"
)

// tried plays random games on small boards, with holes and without, and checks that every position satisfies the
// conditions of a definition. It returns the first violation. It takes a few milliseconds, and the same definition
// always gives the same error.
func tried(v Variant) (err error) {
	at := "the default board"
	defer func() {
		if failed := recover(); failed != nil {
			err = fmt.Errorf("%s: panic: %v", at, failed)
		}
	}()
	random := rand.New(rand.NewPCG(1, 1))
	for _, size := range trialSizes(v) {
		for round := range trialRounds {
			at = fmt.Sprintf("%dx%d", size[0], size[1])
			g, err := v.NewGame(size[0], size[1])
			if err != nil {
				return err
			}
			if err := tryGame(g, random, float64(round)/10, &at); err != nil {
				return fmt.Errorf("%s: %w", at, err)
			}
		}
	}
	return nil
}

// trialRounds is the number of games played on each board, the first without holes.
const trialRounds = 4

// trialSizes returns the boards on which a game is tried.
func trialSizes(v Variant) [][2]int {
	sizes := [][2]int{{v.Rows, v.Cols}}
	for _, size := range [][2]int{{1, 1}, {1, 2}, {2, 1}, {1, 4}, {4, 1}, {2, 3}, {3, 2}, {3, 3}, {3, 4}, {4, 4}, {5, 4}, {2, 7}} {
		if size[1] >= v.MinCols {
			sizes = append(sizes, size)
		}
	}
	return sizes
}

// tryGame plays a random game on a board from which each cell is missing with the given chance. at says how far it is,
// for the error.
func tryGame(g *Game, random *rand.Rand, chance float64, at *string) error {
	p := g.Start()
	var holes Board
	for c := range (g.grid.All() &^ p.live).Cells() {
		if random.Float64() < chance {
			holes = holes.With(c)
		}
	}
	p, err := g.StartWithHoles(holes)
	if err != nil {
		return err
	}
	for {
		*at = fmt.Sprintf("%v, %v", g.grid, p)
		if err := tryPosition(p); err != nil {
			return err
		}
		moves := p.Legal()
		if moves == 0 {
			return nil
		}
		for range random.IntN(moves.Count()) {
			moves = moves.Rest()
		}
		p = p.Play(Move(moves.First()))
	}
}

// tryPosition returns what is wrong with the functions of the definition at a position, or nil.
func tryPosition(p Position) error {
	g := p.game
	if err := p.validate(); err != nil {
		return fmt.Errorf("the position is impossible, yet it comes of a game: %w", err)
	}
	again, err := g.variant.Parse(p.String())
	if err != nil {
		return fmt.Errorf("the text of the position cannot be read: %w", err)
	}
	if again.State() != p.State() {
		return fmt.Errorf("the text of the position leaves out what matters: State makes %+v of the position, and %+v of the text",
			p.State(), again.State())
	}
	if drawn, ok := g.Drawn(p.State()); ok && drawn.State() != p.State() {
		return fmt.Errorf("Drawn returns %v, which has another state", drawn)
	}
	p.Render(nil)
	for m := range p.Legal().Cells() {
		if err := tryMove(p, Move(m)); err != nil {
			return err
		}
	}
	for _, sym := range g.Symmetries() {
		if err := trySymmetry(p, sym); err != nil {
			return err
		}
	}
	return nil
}

// trySymmetry returns what differs in an image of a position, or nil.
func trySymmetry(p Position, sym bitboard.Symmetry) error {
	g := p.game
	rules, s, moves := g.rules, p.State(), p.Legal()
	image := s.Image(g.grid, sym)
	if p.Image(sym).State() != image {
		return fmt.Errorf("trait Symmetric: the state of %v, an image, is not the image of the state", p.Image(sym))
	}
	var images MoveSet
	for m := range moves.Cells() {
		images = images.With(int(p.ImageMove(sym, Move(m))))
	}
	if legal := rules.Legal(image); legal != images {
		return fmt.Errorf("trait Symmetric: in %v, an image, moves %v are legal, and not the images %v of those that are",
			p.Image(sym), members(legal), members(images))
	}
	for m := range moves.Cells() {
		got, want := rules.Play(image, p.ImageMove(sym, Move(m))), rules.Play(s, Move(m)).Image(g.grid, sym)
		if got != want {
			return fmt.Errorf("trait Symmetric: the image of move %d in %v, an image, leads to %+v, and not to the image %+v",
				m, p.Image(sym), got, want)
		}
	}
	return nil
}

// members lists a set.
func members(set MoveSet) (list []int) {
	for m := range set.Cells() {
		list = append(list, m)
	}
	return list
}

// tryMove returns what is wrong with a legal move, or nil.
func tryMove(p Position, m Move) error {
	if err := p.game.Traits().follows(p.State(), p.game.variant.def.Rules(p.game.grid).Play(p.State(), m), p.game.grid.All()); err != nil {
		return fmt.Errorf("move %d: %w", m, err)
	}
	next := p.game.variant.def.Place(p, m)
	next.side = p.side.Opponent()
	if err := disagreement(p, m, next); err != nil {
		return err
	}
	text := p.MoveText(m)
	if got, err := p.ParseMove(text); err != nil || got != m {
		return fmt.Errorf("move %d is written %q, which is read as move %d (%v)", m, text, got, err)
	}
	return nil
}
