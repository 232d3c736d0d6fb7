package certify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"gridlock/internal/extsort"
	"gridlock/internal/interval"
	"gridlock/internal/spill"
	"gridlock/proof"
	"gridlock/theory"
	"gridlock/variants"
)

// Merger makes a certificate of a position from certificates, the parts, of later positions. An answer that wins in a
// position wins there however the position was reached. So the parts may overlap, come in any order, and say more than
// is needed. Make it with [NewMerger].
//
// All records are sorted, by turns and by positions or markers, in memory or, if memory is too small, in scratch files.
// Then layers are written one after the other. The questions that the previous layer leaves are sorted in the same way,
// so they meet their records in order, and different workers can take different markers. Memory and workers do not
// change the certificate.
type Merger struct {
	*sorting
	game    *variants.Game
	mirrors [][]int
	pool    pool

	rows *runs // the records

	mu    sync.Mutex
	least int // the least room at the roots of the parts
}

// MergeOptions limit a merge. The zero value sets no limit, and is for one worker.
type MergeOptions struct {
	Memory  int64         // about the maximum memory for records, in bytes; 0 for no limit
	Workers int           // number of goroutines
	Scratch spill.Scratch // makes files for the records that exceed Memory; nil if there is only memory
}

// pool has the records of a merger, by positions or by intervals.
type pool interface {
	// row returns an answer of the winner as a row. at is the room at the turn of the answer.
	row(at int, i interval.Interval, a proof.Answer) row

	// finder returns a function that reports whether a record answers a position.
	finder() func(s variants.State) (bool, error)

	// write writes all layers.
	write(ctx context.Context, w *proof.Writer, r Request) error
}

// NewMerger returns a merger of certificates about positions of a game. The caller calls Close.
func NewMerger(game *variants.Game, opt MergeOptions) *Merger {
	m := &Merger{game: game, mirrors: mirrors(game), least: game.Grid().Size(), sorting: newSorting(opt)}
	m.rows = newRuns[row](m.sorting, rowKey)
	if spans, wide := interval.RulesOf(game); wide {
		m.pool = &intervalPool{m, &intervalPlan{sorting: m.sorting, game: game, spans: spans, once: true}}
	} else {
		m.pool = &positionPool{m, newPlan(game), theory.For(game).Mirrors}
	}
	return m
}

// sortedAtOnce returns the number of rows to sort at a time. A quarter of the memory is for rows being sorted: those of
// each worker, and the rest of all workers.
func (o MergeOptions) sortedAtOnce() int {
	const fewest, most = 1 << 9, 1 << 18 // more would make little difference
	if o.Memory <= 0 {
		return most
	}
	return int(min(max(o.Memory/int64(4*rowBytes*(o.Workers+1)), fewest), most))
}

// row is the unit of sorting in a merge: three numbers for the key, and one for the value. Of rows with the same key
// only the one with the least value counts.
type row [4]uint64

const rowKey = 3

// key returns the key.
func (r row) key() [rowKey]uint64 { return [rowKey]uint64(r[:rowKey]) }

// rowBytes is the size of a row in memory, and of its copy while it is sorted.
const rowBytes = 64

// runs keeps rows.
type runs = extsort.Runs[row]

// Close frees memory and removes scratch files.
func (m *Merger) Close() { m.rows.Clear() }

// Add checks a part whose header has been read, and keeps its records. It has to be a strategy, by positions or by
// intervals, for the merger's game. After an error nothing is kept. The error is proof.ErrMemory if checking the part
// needs more than opt.Memory, or if a merger without scratch files has no memory for its records. At most as many
// goroutines as there are workers may add parts at once.
func (m *Merger) Add(ctx context.Context, part *proof.Reader, opt proof.Options) error {
	of := part.Root.Game()
	switch {
	case of.Variant().Key() != m.game.Variant().Key() || of.Grid().String() != m.game.Grid().String():
		return fmt.Errorf("certify: a part about %s on %v, where the others are about %s on %v",
			of.Variant().Key(), of.Grid(), m.game.Variant().Key(), m.game.Grid())
	case !part.Header.Layered():
		return fmt.Errorf("certify: a part by %s: only strategies, by positions or by intervals, can be merged", part.Header.Method)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	taken := m.take(part)
	opt.Record = func(i interval.Interval, a proof.Answer) {
		if taken.failed == nil {
			taken.record(i, a)
		}
		if taken.failed != nil {
			cancel()
		}
	}
	_, err := part.Check(ctx, opt)
	switch {
	case taken.failed != nil:
		return taken.failed
	case err != nil:
		return err
	}
	m.mu.Lock()
	m.least = min(m.least, m.room(part.Root.State()))
	m.mu.Unlock()
	return taken.rows.Keep()
}

// taken takes the records of a part.
type taken struct {
	rows   *extsort.Sorter[row]
	merger *Merger
	header *proof.Header
	at     int // the room at the turn of the current layer
	layer  int
	left   uint64 // records of the layer that are yet to come
	failed error
}

// take begins to take the records of a part.
func (m *Merger) take(part *proof.Reader) *taken {
	t := &taken{rows: m.rows.Sorter(), merger: m, header: &part.Header, layer: -1}
	t.at = m.firstRoom(part.Root, part.Header.WinnerPlayer()) + 2
	return t
}

// record takes the next record.
func (t *taken) record(i interval.Interval, a proof.Answer) {
	for t.left == 0 {
		t.layer++
		t.left, t.at = t.header.Layers[t.layer], t.at-2
	}
	t.left--
	if a.Kind == proof.ByPlan {
		t.failed = errors.New("certify: a part with a plan cannot be merged; parts that are made without --small can")
		return
	}
	if a.Kind == proof.ByCopy {
		mirror := t.header.Mirrors[a.Mirror]
		a.Mirror = slices.IndexFunc(t.merger.mirrors, func(known []int) bool { return slices.Equal(known, mirror) })
		if a.Mirror < 0 {
			t.failed = fmt.Errorf("certify: a part with a mirror that is no symmetry of the board cannot be merged")
			return
		}
	}
	t.failed = t.rows.Add(t.merger.pool.row(t.at, i, a))
}

// Move adds a move of the winner above the parts.
func (m *Merger) Move(s variants.State, move variants.Move) error {
	if !m.game.Rules().Legal(s).Has(int(move)) {
		return fmt.Errorf("certify: the move %d is not legal in %s", move, drawn(m.game, s))
	}
	return m.addMoves(map[variants.State]variants.Move{s: move})
}

// addMoves adds moves of the winner.
func (m *Merger) addMoves(moves map[variants.State]variants.Move) error {
	rows := m.rows.Sorter()
	for s, move := range moves {
		if err := rows.Add(m.pool.row(m.room(s), interval.Of(s), proof.Answer{Move: move})); err != nil {
			return err
		}
	}
	return rows.Keep()
}

// Extract returns the merged certificate, like [Request.Extract]; the request needs neither prover nor limits. The
// error is that of [Merger.Proves], of ctx, of body or of a scratch file. It is proof.ErrMemory if a layer needs more
// memory than is allowed; checking the certificate would need it, too.
func (m *Merger) Extract(ctx context.Context, r Request, body io.ReadWriter) (*proof.Writer, error) {
	if err := cmp.Or(m.Proves(ctx, r.Root, r.Winner), m.rows.Seal()); err != nil {
		return nil, err
	}
	w := proof.NewWriter(r.strategyHeader(), body)
	return w, m.pool.write(ctx, w, r)
}

// room returns the number of cells that are left. It falls with every move, and by exactly one in games that have
// intervals.
func (m *Merger) room(s variants.State) int {
	if m.game.Traits().Free == variants.Unused {
		return (s.Mine | s.Yours).Count()
	}
	return s.Free.Count()
}

// firstRoom returns the room at the winner's first turn, in a game that has intervals.
func (m *Merger) firstRoom(root variants.Position, winner variants.Player) int {
	if root.Side() == winner {
		return m.room(root.State())
	}
	return m.room(root.State()) - 1
}

// value returns an answer as a number of 32 bits. A walk is represented by the number of its turns alone.
func value(a proof.Answer) uint64 {
	return uint64(a.Kind)<<24 | uint64(a.Mirror)<<16 | uint64(a.Move)<<8 | uint64(len(a.Walk))
}

// answerOf is the inverse of value. The turns of a walk are missing.
func answerOf(value uint64) proof.Answer {
	a := proof.Answer{Kind: proof.Kind(value >> 24), Mirror: int(uint8(value >> 16)), Move: variants.Move(uint8(value >> 8))}
	if turns := uint8(value); turns > 0 {
		a.Walk = make([]variants.Move, turns)
	}
	return a
}
