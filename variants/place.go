package variants

import (
	"fmt"

	"gridlock/bitboard"
)

// place is the rules of games like duel, in which a mark closes cells to one player or to nobody. Mine is the cells
// that the mover may still take, and Yours the cells that the opponent may. A cell that neither may take no longer
// matters.
type place struct{ own, other *bitboard.Near } // what a mark closes to its owner, and to the opponent

func (r place) Legal(s State) MoveSet { return s.Mine }

func (r place) Play(s State, m Move) State {
	return State{
		Mine:  s.Yours &^ (m.cell() | r.other.At(int(m))),
		Yours: s.Mine &^ (m.cell() | r.own.At(int(m))),
	}
}

// kayles is the rules of games like claim, in which a mark closes cells to both players. They are impartial: only Free
// matters, the cells that can be taken.
type kayles struct{ near *bitboard.Near }

func (r kayles) Legal(s State) MoveSet { return s.Free }

func (r kayles) Play(s State, m Move) State {
	return State{Free: s.Free &^ (m.cell() | r.near.At(int(m)))}
}

// definePlace sets what all games of [Place] have in common.
func (f Family) definePlace(d *Definition) {
	d.Check, d.Refuse = f.checkPlace, f.refusePlace
	if f.Close == CloseAll {
		d.Blocked = func(p Position) Board { return f.closed(p, X) & p.Empty() }
		return
	}
	d.State, d.Drawn = f.statePlace, f.drawnPlace
}

// closers returns the marks that close cells to a player.
func (f Family) closers(p Position, player Player) Board {
	switch f.Close {
	case CloseOwn:
		return p.marks[player]
	case CloseOther:
		return p.marks[player.Opponent()]
	case CloseAll:
		return p.marks[X] | p.marks[O]
	}
	return 0
}

// closed returns the cells that are closed to a player.
func (f Family) closed(p Position, player Player) Board {
	return p.game.near.Of(f.closers(p, player))
}

func (f Family) statePlace(p Position) State {
	open := func(player Player) Board { return p.Empty() &^ f.closed(p, player) }
	return State{Mine: open(p.side), Yours: open(p.side.Opponent())}
}

// checkPlace returns why marks cannot stand as they do: of two near marks, whichever came later would be on a closed
// cell. If near is not symmetric it allows all marks, since their order is not known.
func (f Family) checkPlace(p Position) error {
	if !p.game.near.Symmetric() {
		return nil
	}
	for _, player := range []Player{X, O} {
		for c := range p.marks[player].Cells() {
			by := p.game.near.At(c) & f.closers(p, player)
			if by == 0 {
				continue
			}
			at, other := p.game.describe(c), p.game.describe(by.First())
			cells := bitboard.Of(c, by.First())
			switch f.Close {
			case CloseOwn:
				return p.game.wrongAt(cells, "%v has two markers %s each other, at %s and at %s", player, f.by(), at, other)
			case CloseAll:
				return p.game.wrongAt(cells, "two %ss %s each other, at %s and at %s: the first would have blocked the second",
					p.game.variant.def.Mark, f.by(), at, other)
			}
			return p.game.wrongAt(cells, "markers of %v and %v %s each other, at %s and at %s", player, player.Opponent(), f.by(), at, other)
		}
	}
	return nil
}

func (f Family) refusePlace(p Position, c int) (Reason, string) {
	by := p.game.near.Back().At(c) & f.closers(p, p.side)
	at, other := p.game.describe(c), p.game.describe(by.First())
	switch f.Close {
	case CloseOwn:
		return NextToOwn, fmt.Sprintf("%s is %s %v's own marker at %s", at, f.by(), p.side, other)
	case CloseAll:
		return Blocked, fmt.Sprintf("%s is blocked by the %s at %s", at, p.game.variant.def.Mark, other)
	}
	return Blocked, fmt.Sprintf("%s is %s %v's marker at %s", at, f.by(), p.side.Opponent(), other)
}

// drawnPlace finds stones that give a state. Each cell that only one player may take is near a stone that closes it to
// the other player. No stone closes a cell that has to stay open, or the cell of another stone. The stones of a
// reachable position satisfy this, so it always finds some for a reachable state.
func (f Family) drawnPlace(g *Game, s State) (p Position, ok bool) {
	d := drawing{open: s.Mine | s.Yours}
	if !f.bar(&d, g.near, s) {
		return p, false
	}
	return d.position(g, s)
}

// bar adds stones until every cell that only one player may take is barred to the other, and
// reports whether that is possible.
func (f Family) bar(d *drawing, near *bitboard.Near, s State) bool {
	stones, open, theirs := f.barring(d, true), s.Mine&^s.Yours, s.Yours
	if open &^= near.Of(*stones); open == 0 {
		stones, open, theirs = f.barring(d, false), s.Yours&^s.Mine, s.Mine
		open &^= near.Of(*stones)
	}
	if open == 0 {
		return true
	}
	if f.Close == CloseNone {
		return false
	}
	apart := *stones // two stones on these would close each other's cells
	if f.Close == CloseOther {
		apart = (d.mine | d.yours) &^ *stones
	}
	places := near.Back().At(open.First()) &^ (d.open | d.mine | d.yours | near.Back().Of(theirs))
	if near.Symmetric() {
		places &^= near.Of(apart)
	}
	for c := range places.Cells() {
		before := *stones
		*stones |= bitboard.Of(c)
		if f.bar(d, near, s) {
			return true
		}
		*stones = before
	}
	return false
}

// barring returns the stones that close cells to the opponent, or to the player to move.
func (f Family) barring(d *drawing, toOpponent bool) *Board {
	if toOpponent == (f.Close == CloseOther) {
		return &d.mine
	}
	return &d.yours
}
