package analysis

import (
	"gridlock/bitboard"
	"gridlock/solver"
	"gridlock/theory"
	"gridlock/variants"
)

// Facts are what can be counted of a position without search.
type Facts struct {
	Legal, Winning, Losing int // moves: all, and those known to win and to lose

	// Images is the number of different positions that the symmetries of the game make
	// of this one, from 1 to 8.
	Images int

	// Components are the parts that the cells fall into to which a player may still play,
	// the largest first; nil where it is not known when cells belong together.
	Components []bitboard.Board

	// Partner is, in geography, as classic is, the cell that goes with the last marker in a maximum
	// matching of it and the free cells, if every such matching has one: it wins.
	Partner *int

	// Rooms are, where markers walk, what the players have to themselves, X's first, once the markers are separated.
	Rooms *[2]theory.Room
}

// facts counts what can be counted.
func (l *lemmas) facts(p variants.Position, moves []Move) Facts {
	f := Facts{Images: images(p), Components: l.components(p), Partner: l.partner(p), Rooms: l.rooms(p)}
	f.count(moves)
	return f
}

// count counts moves.
func (f *Facts) count(moves []Move) {
	f.Legal, f.Winning, f.Losing = len(moves), 0, 0
	for _, m := range moves {
		switch m.Outcome {
		case solver.Win:
			f.Winning++
		case solver.Loss:
			f.Losing++
		}
	}
}

// images counts the different images of a position.
func images(p variants.Position) int {
	different := map[variants.State]bool{}
	for _, sym := range p.Game().Symmetries() {
		different[p.State().Image(p.Game().Grid(), sym)] = true
	}
	return len(different)
}

// components returns the parts of the board, if it is known when cells belong together.
func (l *lemmas) components(p variants.Position) []bitboard.Board {
	if l.Components == nil {
		return nil
	}
	return l.Components(p.State())
}

// partner returns the partner of the last marker in geography.
func (l *lemmas) partner(p variants.Position) *int {
	s := p.State()
	if !l.Lemmas.Matching || s.Yours == 0 {
		return nil
	}
	partner, ok := theory.Partner(p.Game().Near(), s.Free|s.Yours, s.Yours.First())
	if !ok {
		return nil
	}
	return &partner
}

// rooms returns the rooms of the players, X's first, once they are apart.
func (l *lemmas) rooms(p variants.Position) *[2]theory.Room {
	if l.separation == nil {
		return nil
	}
	rooms := l.separation.Rooms(p.State())
	if rooms != nil && p.Side() == variants.O {
		rooms[0], rooms[1] = rooms[1], rooms[0]
	}
	return rooms
}
