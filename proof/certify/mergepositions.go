package certify

import (
	"context"

	"gridlock/bitboard"
	"gridlock/internal/extsort"
	"gridlock/internal/interval"
	"gridlock/proof"
	"gridlock/theory"
	"gridlock/variants"
)

// positionPool has answers for positions. The key of a row is the room and the key of the position. There are no walks:
// games with walks have intervals.
type positionPool struct {
	*Merger
	*plan
	mirrors *theory.Mirrors
}

func (p *positionPool) row(_ int, i interval.Interval, a proof.Answer) row {
	s := i.Most()
	if p.images != nil {
		var sym bitboard.Symmetry
		s, sym = p.images.Normal(s)
		if a.Move = p.game.ImageMove(sym, a.Move); a.Kind == proof.ByCopy {
			c, _ := p.mirrors.Copying(p.rules.Play(s, a.Move))
			a.Mirror = c.Mirror
		}
	}
	r := p.at(s)
	r[3] = value(a)
	return r
}

// at returns the key of the rows of a position.
func (p *positionPool) at(s variants.State) row {
	k := p.record(s)
	return row{uint64(p.room(s)), k[0], k[1]}
}

func (p *positionPool) finder() func(s variants.State) (bool, error) {
	return func(s variants.State) (bool, error) {
		at := p.at(s)
		c, err := p.Merger.rows.From(at)
		if err != nil {
			return false, err
		}
		found := c.Row()
		return found != nil && found.key() == at.key(), nil
	}
}

func (p *positionPool) write(ctx context.Context, w *proof.Writer, r Request) error {
	return p.plan.write(ctx, w, r, p.sorting, func() (workers []answering) {
		for range p.workers {
			workers = append(workers, (&positionFinder{positionPool: p, rooms: map[uint64]*extsort.Cursor[row]{}}).answer)
		}
		return workers
	})
}

// positionFinder finds the answers in positions, which come in the order of their keys.
type positionFinder struct {
	*positionPool
	rooms map[uint64]*extsort.Cursor[row] // its place in the records, by room
	after []position                      // buffer
}

// answer does what answering says.
func (f *positionFinder) answer(s variants.State) (a proof.Answer, due []position, err error) {
	if a, err = f.find(s); err == nil && a.Kind == proof.ByMove {
		f.after = f.replies(f.after[:0], f.rules.Play(s, a.Move))
		due = f.after
	}
	return a, due, err
}

// find returns the answer in a position.
func (f *positionFinder) find(s variants.State) (a proof.Answer, err error) {
	at := f.at(s)
	c := f.rooms[at[0]]
	if c == nil {
		c, err = f.Merger.rows.From(at)
		f.rooms[at[0]] = c
	} else {
		err = c.Seek(at)
	}
	if err != nil {
		return a, err
	}
	found := c.Row()
	if found == nil || found.key() != at.key() {
		return a, errMissing(f.game, s)
	}
	return answerOf(found[3]), nil
}
