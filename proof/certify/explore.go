package certify

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"gridlock/bitboard"
	"gridlock/internal/interval"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// found is an interval that the winner wins, and how.
type found struct {
	interval.Interval
	kind  proof.Kind
	move  variants.Move // ByMove, ByCopy
	turns uint8         // ByWalk
	plan  string        // ByPlan: the turns, a byte each; only small certificates have these
}

// textOf writes the turns of a plan.
func textOf(turns []variants.Move) string {
	text := make([]byte, len(turns))
	for n, m := range turns {
		text[n] = byte(m)
	}
	return string(text)
}

// planImage returns the plan of an image of the interval.
func (f found) planImage(game *variants.Game, sym bitboard.Symmetry) string {
	image := []byte(f.plan)
	for n, m := range image {
		image[n] = byte(game.ImageMove(sym, variants.Move(m)))
	}
	return string(image)
}

// row returns an interval of a marker class as a row, whose number is the value of the answer.
func (f found) row(class int) row {
	return intervalRow(class, f.Interval, uint64(f.kind)<<24|uint64(f.move)<<8|uint64(f.turns))
}

// foundBytes is about the memory for an interval that is found, with garbage that is not collected yet.
const foundBytes = 192

// findings are intervals that the winner of a game wins, for any number of explorers.
//
// If memory is limited there are two generations, as in [interval.Cache]. When the younger generation is full it
// becomes the elder one, and explorers forget the former elder one, except intervals that they have used since. If they
// need a forgotten interval, they find it again. The layers read everything ever found from sorted runs.
type findings struct {
	*sorting
	game    *variants.Game
	spans   *interval.Rules
	classes []class // by marker class
	busy    *busy   // nil for one explorer

	most  int64        // intervals in a generation
	count atomic.Int64 // intervals in the younger generation
	aging sync.Mutex
	aged  int   // how often a generation was full
	runs  *runs // forgotten intervals; the first number of a row is the marker class
}

// class is the intervals of a marker class that have been found, as normal images.
type class struct {
	sync.RWMutex
	interval.Generations[found]
}

// newFindings returns empty findings for a request.
func newFindings(r Request, spans *interval.Rules) *findings {
	s := newSorting(MergeOptions{Memory: (r.Memory + 1) / 2, Workers: r.Limits.Workers, Scratch: r.Scratch})
	s.memory = 0 // a layer and a marker class may take any memory, or the search would be lost
	f := &findings{sorting: s, game: r.Root.Game(), spans: spans, classes: make([]class, spans.MarkerClasses()), most: math.MaxInt64}
	if r.Memory > 0 {
		f.most = max(1, r.Memory*3/8/foundBytes)
	}
	f.runs = newRuns[row](s, rowKey)
	return f
}

// explore finds intervals that suffice for a win. Several workers go through the same positions, and defer positions
// that another worker is searching.
func (f *findings) explore(ctx context.Context, r Request) error {
	if f.workers > 1 {
		f.busy = new(busy)
	}
	group, ctx := errgroup.WithContext(ctx)
	for range f.workers {
		group.Go(func() error {
			e := f.explorer(ctx, r.Prover.Guide())
			defer e.guide.Close()
			return e.explore(r)
		})
	}
	return group.Wait()
}

// intervals writes the layers of a certificate by intervals. It finds intervals that suffice. Then it writes, layer by
// layer, only the intervals that are needed, narrowed to the used part.
func (r Request) intervals(ctx context.Context, w *proof.Writer, spans *interval.Rules) error {
	f := newFindings(r, spans)
	defer f.runs.Clear()
	if err := f.explore(ctx, r); err != nil {
		return err
	}
	return f.write(ctx, w, r)
}

// write writes the layers of a certificate from the intervals found. They may answer intervals that are due at any
// turn.
func (f *findings) write(ctx context.Context, w *proof.Writer, r Request) error {
	p := &intervalPlan{game: f.game, spans: f.spans, sorting: f.sorting, wide: r.Wide}
	if f.aged == 0 {
		known := func(class int) (*interval.Set[found], error) { return &f.classes[class].Young, nil }
		return p.write(ctx, w, r, func() []knowing { return slices.Repeat([]knowing{known}, p.workers) })
	}
	if err := cmp.Or(f.age(ctx), f.age(ctx), f.runs.Seal()); err != nil {
		return err
	}
	return p.write(ctx, w, r, func() []knowing { return p.finders(f.runs, 0) })
}

// age forgets the elder generation, and replaces it by the younger one.
func (f *findings) age(ctx context.Context) error {
	f.aged++
	f.count.Store(0)
	forgotten := f.runs.Sorter()
	for i := range f.classes {
		s := &f.classes[i]
		s.Lock()
		old := s.Age()
		s.Unlock()
		err := solver.Poll(ctx)
		for j := 0; j < len(old.Values) && err == nil; j++ {
			err = forgotten.Add(old.Values[j].row(i))
		}
		if err != nil {
			return err
		}
	}
	return forgotten.Keep()
}

// limit ages the findings if a generation is full.
func (f *findings) limit(ctx context.Context) error {
	if f.count.Load() < f.most {
		return nil
	}
	f.aging.Lock()
	defer f.aging.Unlock()
	if f.count.Load() < f.most {
		return nil // another worker has done so
	}
	return f.age(ctx)
}

// match returns an interval that covers an image of i. If it is of the elder generation, it becomes young again.
func (f *findings) match(i interval.Interval) (m interval.Match, ok bool) {
	s := &f.classes[f.spans.MarkerClass(i)]
	s.RLock()
	m, a, old, ok := s.Find(i)
	s.RUnlock()
	if old {
		s.Lock()
		defer s.Unlock()
		f.put(s, a)
	}
	return m, ok
}

// put keeps a found interval in a locked class.
func (f *findings) put(s *class, a found) {
	s.Young.Add(f.spans, a.Interval, a)
	f.count.Add(1)
}

// covered reports whether an interval is within a found one.
func (f *findings) covered(i interval.Interval) bool {
	_, ok := f.match(i)
	return ok
}

// add keeps what has been found, as its normal image.
func (f *findings) add(a found) {
	var sym bitboard.Symmetry
	a.Interval, sym = f.spans.Normal(a.Interval)
	a.move = f.game.ImageMove(sym, a.move)
	s := &f.classes[f.spans.MarkerClass(a.Interval)]
	s.Lock()
	defer s.Unlock()
	if f.busy != nil { // another worker may have found such an interval meanwhile
		if _, _, _, ok := s.Find(a.Interval); ok {
			return
		}
	}
	f.put(s, a)
}

// explorer finds intervals that suffice for a win, for one goroutine. It makes intervals as wide as it can, since a
// position in one interval needs no other interval.
type explorer struct {
	*findings
	ctx    context.Context
	rules  variants.Rules
	guide  *pn.Guide
	leaves *leaves
}

func (f *findings) explorer(ctx context.Context, guide *pn.Guide) *explorer {
	return &explorer{findings: f, ctx: ctx, rules: f.game.Rules(), guide: guide, leaves: newLeaves(f.game, ended(ctx))}
}

// explore finds intervals for all positions that a certificate has to answer.
func (e *explorer) explore(r Request) error {
	for _, i := range e.spans.Begin(r.Root, r.Winner) {
		if _, err := e.prove(i.Most()); err != nil {
			return err
		}
	}
	return nil
}

// prove returns an interval with a position that the winner, to move, wins.
func (e *explorer) prove(s variants.State) (interval.Interval, error) {
	if m, ok := e.match(interval.Of(s)); ok {
		return m.Interval.Image(e.game.Grid(), m.By.Inverse()), nil
	}
	if leaf, ok := e.leaves.interval(s); ok {
		e.add(leaf)
		return leaf.Interval, nil
	}
	if err := cmp.Or(solver.Poll(e.ctx), e.limit(e.ctx)); err != nil {
		return interval.Interval{}, err
	}
	moves, err := e.guide.Moves(s)
	if err != nil {
		return interval.Interval{}, err
	}
	var later func(variants.State) bool
	if e.busy != nil {
		if place := e.busy.enter(s); place != nil {
			defer place.Store(0)
		}
		later = e.busy.has
	}
	move := e.cheapest(s, moves)
	i, err := interval.Around(e.game, s, move, e.prove, e.covered, later)
	if err == nil {
		e.add(found{Interval: i, move: move})
	}
	return i, err
}

// cheapest returns a move that leaves the fewest uncovered replies. When ctx has ended, it chooses among the moves seen
// so far.
func (e *explorer) cheapest(s variants.State, moves variants.MoveSet) (best variants.Move) {
	if moves.Rest() == 0 {
		return variants.Move(moves.First())
	}
	least := -1
	for ; moves != 0 && least != 0 && (least < 0 || solver.Poll(e.ctx) == nil); moves = moves.Rest() {
		m := variants.Move(moves.First())
		missing := 0
		after := e.rules.Play(s, m)
		for replies := e.rules.Legal(after); replies != 0; replies = replies.Rest() {
			next := e.rules.Play(after, variants.Move(replies.First()))
			if !e.covered(interval.Of(next)) {
				missing++
			}
		}
		if least < 0 || missing < least {
			best, least = m, missing
		}
	}
	return best
}

// busy has hashes of the positions that explorers are searching. It may miss a position, or take one for another, which
// only changes the order of the work.
type busy [1 << busyBits]atomic.Uint64

// busyBits is the binary logarithm of the number of places, which are many more than the positions searched at a time.
const busyBits = 12

// place returns the place of a position, and the mark that the place holds while an explorer is searching the position.
func (b *busy) place(s variants.State) (place *atomic.Uint64, mark uint64) {
	const odd = 0x9e3779b97f4a7c15
	h := ((uint64(s.Free)*odd^uint64(s.Mine))*odd ^ uint64(s.Yours)) * odd
	return &b[h>>(64-busyBits)], h | 1
}

// enter notes that an explorer is searching a position. It returns nil if the place is taken, by this position or
// another one. Otherwise the explorer stores 0 in the place when it leaves.
func (b *busy) enter(s variants.State) (place *atomic.Uint64) {
	place, mark := b.place(s)
	if !place.CompareAndSwap(0, mark) {
		return nil
	}
	return place
}

// has reports whether an explorer is searching a position.
func (b *busy) has(s variants.State) bool {
	place, mark := b.place(s)
	return place.Load() == mark
}
