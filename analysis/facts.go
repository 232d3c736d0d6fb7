package analysis

import (
	"fmt"

	"gridlock/bitboard"
	"gridlock/solver"
	"gridlock/theory"
	"gridlock/variants"
)

// Tally counts moves: all, and those known to win and to lose.
type Tally struct {
	Legal   int `json:"legal"`
	Winning int `json:"winning"`
	Losing  int `json:"losing"`
}

// TallyOf counts the moves of a position.
func TallyOf(k *solver.Knowledge) (t Tally) {
	t.Legal = len(k.Moves())
	for _, m := range k.Moves() {
		switch m.After.Outcome {
		case solver.Loss:
			t.Winning++
		case solver.Win:
			t.Losing++
		}
	}
	return t
}

// OnlyMove reports whether one move is known to win, and all others to lose.
func (t Tally) OnlyMove() bool {
	return t.Winning == 1 && t.Losing == t.Legal-1 && t.Legal > 1
}

// HowMany says in words how many of the moves win.
func (t Tally) HowMany() string {
	open := t.Legal > t.Winning+t.Losing
	switch {
	case t.Losing == t.Legal:
		return "No move wins."
	case t.Winning == t.Legal:
		return "Every move wins."
	case t.Winning == 0:
		return "No move is known to win."
	case open && t.Winning == 1:
		return fmt.Sprintf("At least 1 of %d moves wins.", t.Legal)
	case open:
		return fmt.Sprintf("At least %d of %d moves win.", t.Winning, t.Legal)
	case t.Winning == 1:
		return fmt.Sprintf("1 of %d moves wins.", t.Legal)
	}
	return fmt.Sprintf("%d of %d moves win.", t.Winning, t.Legal)
}

// Facts are counts of a position that take no search.
type Facts struct {
	Tally
	HowMany  string `json:"how_many"` // moves win, in words
	OnlyMove bool   `json:"only_move"`

	// Images is the number of different images of the position under the symmetries of the game, from 1 to 8.
	Images int `json:"images"`

	// Components are the parts of the open cells, the largest first. They are nil in games without a lemma about
	// components.
	Components [][]string `json:"components"`

	// Partner is for geography, such as classic: the partner of the last marker in a maximum matching of the marker and
	// the free cells. A move there wins. It is nil if some maximum matching misses the marker.
	Partner *string `json:"partner"`

	// Rooms are for separated markers: the cells that each player can reach alone.
	Rooms *Rooms `json:"rooms"`
}

// Rooms has the room of each player.
type Rooms struct {
	X Room `json:"X"`
	O Room `json:"O"`
}

// Room has the cells that a player can reach, and bounds on the longest walk.
type Room struct {
	Reach []string `json:"reach"`
	Least int      `json:"least"`
	Most  int      `json:"most"`
}

// facts returns the facts of a position.
func (l *lemmas) facts(k *solver.Knowledge) Facts {
	p := k.Position()
	t := TallyOf(k)
	f := Facts{Tally: t, HowMany: t.HowMany(), OnlyMove: t.OnlyMove(), Images: images(p), Partner: l.partner(p), Rooms: l.rooms(p)}
	if parts := l.components(p); parts != nil {
		f.Components = [][]string{}
		for _, part := range parts {
			f.Components = append(f.Components, p.Game().CellTexts(part))
		}
	}
	return f
}

// images counts the different images of a position.
func images(p variants.Position) int {
	different := map[variants.State]bool{}
	for _, sym := range p.Game().Symmetries() {
		different[p.State().Image(p.Game().Grid(), sym)] = true
	}
	return len(different)
}

// components returns the parts of the board, if a lemma says which cells belong together.
func (l *lemmas) components(p variants.Position) []bitboard.Board {
	if l.Components == nil {
		return nil
	}
	return l.Components(p.State())
}

// partner returns the partner of the last marker in geography.
func (l *lemmas) partner(p variants.Position) *string {
	s := p.State()
	if !l.Lemmas.Matching || s.Yours == 0 {
		return nil
	}
	partner, ok := theory.Partner(p.Game().Near(), s.Free|s.Yours, s.Yours.First())
	if !ok {
		return nil
	}
	return new(p.Game().CellText(partner))
}

// rooms returns the rooms of the players, once they are apart.
func (l *lemmas) rooms(p variants.Position) *Rooms {
	if l.separation == nil {
		return nil
	}
	rooms := l.separation.Rooms(p.State())
	if rooms == nil {
		return nil
	}
	room := func(r theory.Room) Room { return Room{p.Game().CellTexts(r.Region), r.Least, r.Most} }
	mine, yours := room(rooms[0]), room(rooms[1])
	if p.Side() == variants.O {
		mine, yours = yours, mine
	}
	return &Rooms{mine, yours}
}
