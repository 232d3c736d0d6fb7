package certify

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"gridlock/bitboard"
	"gridlock/internal/interval"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// repertoire has intervals that the winner of a game wins, its members, each with a move or a leaf. It is closed:
// members cover the intervals that a member's move leaves to answer. So any members that cover the due intervals of a
// layer can be its records. It is not safe for concurrent use.
type repertoire struct {
	ctx     context.Context
	game    *variants.Game
	rules   variants.Rules
	spans   *interval.Rules
	guide   *pn.Guide
	leaves  *leaves
	planner *planner                // nil for none
	sets    []interval.Set[*member] // by marker class
	size    int

	outcomes map[variants.State]solver.Outcome
	failed   map[attempt]struct{}
	replied  map[attempt][]*due
	dues     map[interval.Interval]*due
	stamp    int // the last one
	rng      *rand.Rand
	most     int // dues
	left     int // intervals that a proof may still visit
	work     int // the work that may still be done
	err      error
}

// due is an interval that may have to be answered. It is a normal image, and exists once.
type due struct {
	interval.Interval
	class   int
	by      []cover // the members that cover it, among the first seen of its class
	seen    int
	worth   float64 // as estimated by [repertoire.worthOf], 0 before that
	tried   bool    // for a leaf
	leaf    *member // the leaf without a plan, if one was sought; nil for none
	sought  bool
	planned bool // whether there is a plan
	images  []image
	stamp   int
}

// image is an image of an interval with the markers of the normal image.
type image struct {
	interval.Interval
	by bitboard.Symmetry
}

// member is an interval of a repertoire, as its normal image.
type member struct {
	found
	number int
	stamp  int
	at     int
}

// attempt is a move in an interval.
type attempt struct {
	interval.Interval
	move variants.Move
}

// cover is a member that covers an interval, and the image of the interval that it covers.
type cover struct {
	*member
	image
}

func newRepertoire(ctx context.Context, game *variants.Game, spans *interval.Rules, guide *pn.Guide) *repertoire {
	return &repertoire{
		ctx: ctx, game: game, rules: game.Rules(), spans: spans, guide: guide, leaves: newLeaves(game, ended(ctx)), work: mostWork,
		sets:     make([]interval.Set[*member], spans.MarkerClasses()),
		outcomes: map[variants.State]solver.Outcome{}, failed: map[attempt]struct{}{},
		rng:     rand.New(rand.NewPCG(seed, seed)),
		replied: map[attempt][]*due{}, dues: map[interval.Interval]*due{},
	}
}

// dueBytes is about the memory for a due and its data. Between fewestDues and mostDues are kept, as memory allows.
const (
	dueBytes   = 1 << 11
	fewestDues = 1 << 12
	mostDues   = 1 << 18
)

// forget forgets everything but the members. The dues in drafts remain valid, but later calls of due make new ones for
// the same intervals.
func (p *repertoire) forget() {
	clear(p.dues)
	clear(p.replied)
	clear(p.failed)
	clear(p.outcomes)
}

// mostWork limits the work of a repertoire to a minute or two; most boards take a tenth of it. Work is 1 for each
// interval visited for plans, and noted for each due and each outcome asked for.
const (
	mostWork = 1 << 28
	noted    = 200
)

// errWork says that all the work is done.
var errWork = errors.New("the work for a small certificate is done")

// worked counts work.
func (p *repertoire) worked(n int) {
	if p.work -= n; p.work < 0 {
		p.err = cmp.Or(p.err, errWork)
	}
}

// add adds a found interval, unless it is there, and returns it.
func (p *repertoire) add(f found) *member {
	var sym bitboard.Symmetry
	f.Interval, sym = p.spans.Normal(f.Interval)
	switch f.kind {
	case proof.ByMove, proof.ByCopy:
		f.move = p.game.ImageMove(sym, f.move)
	case proof.ByPlan:
		f.plan = f.planImage(p.game, sym)
	}
	set := &p.sets[p.spans.MarkerClass(f.Interval)]
	for _, m := range set.Values {
		if m.found == f {
			return m
		}
	}
	m := &member{found: f, number: p.size}
	p.size++
	set.Add(p.spans, f.Interval, m)
	return m
}

// mostCovers is the maximum number of members considered for an interval.
const mostCovers = 64

// due returns the due of an interval, and makes it if there is none.
func (p *repertoire) due(i interval.Interval) *due {
	i, _ = p.spans.Normal(i)
	d := p.dues[i]
	if d == nil {
		p.worked(noted)
		d = &due{Interval: i, class: p.spans.MarkerClass(i)}
		for _, sym := range p.game.Symmetries() {
			j := i.Image(p.game.Grid(), sym)
			if j.Mine == i.Mine && j.Yours == i.Yours && !slices.ContainsFunc(d.images, func(im image) bool { return im.Interval == j }) {
				d.images = append(d.images, image{j, sym})
			}
		}
		p.dues[i] = d
	}
	return d
}

// covering returns the members that cover an interval.
func (p *repertoire) covering(d *due) []cover {
	set := &p.sets[d.class]
	for ; d.seen < len(set.Values); d.seen++ {
		m := set.Values[d.seen]
		if c, ok := m.of(d); ok && len(d.by) < mostCovers {
			d.by = append(d.by, c)
		}
	}
	return d.by
}

// of returns how a member covers a due, if it does.
func (m *member) of(d *due) (c cover, ok bool) {
	for _, im := range d.images {
		if m.Covers(im.Interval) {
			return cover{m, im}, true
		}
	}
	return c, false
}

// replies returns the dues that a move in an interval leaves to answer, each once.
func (p *repertoire) replies(i interval.Interval, m variants.Move) (all []*due) {
	key := attempt{i, m}
	all, ok := p.replied[key]
	if ok {
		return all
	}
	p.stamp++
	for _, r := range p.spans.Replies(i, m, nil) {
		if d := p.due(r); d.stamp != p.stamp {
			d.stamp = p.stamp
			all = append(all, d)
		}
	}
	p.replied[key] = all
	return all
}

// searchedFor is the proof number at which the search for the outcome of a position gives up.
const searchedFor = 20_000

// wins reports whether the player to move is known to win.
func (p *repertoire) wins(s variants.State) bool {
	o, ok := p.outcomes[s]
	if !ok {
		p.worked(noted)
		var err error
		if o, err = p.guide.Outcome(s, searchedFor); err != nil {
			p.err = cmp.Or(p.err, err)
			return false
		}
		p.outcomes[s] = o
	}
	return o == solver.Win
}

// loses reports whether the player to move is known to lose.
func (p *repertoire) loses(s variants.State) bool { return !p.wins(s) && p.outcomes[s] == solver.Loss }

// winning returns the moves that may win in all positions of an interval, since they win in the least and the most.
func (p *repertoire) winning(i interval.Interval) (moves variants.MoveSet) {
	least, most := i.Least(), i.Most()
	for m := range p.rules.Legal(least).Cells() {
		if p.err != nil {
			return 0
		}
		move := variants.Move(m)
		if p.loses(p.rules.Play(most, move)) && (least == most || p.loses(p.rules.Play(least, move))) {
			moves = moves.With(m)
		}
	}
	return moves
}

// prove returns a member that covers an interval, a normal image; nil if it does not find one.
func (p *repertoire) prove(d *due) *member {
	i := d.Interval
	if by := p.covering(d); len(by) > 0 {
		return widest(by).member
	}
	if _, ok := p.failed[attempt{i, anyMove}]; ok || p.left <= 0 || p.err != nil {
		return nil
	}
	if p.err = solver.Poll(p.ctx); p.err != nil {
		return nil
	}
	p.left--
	if m := p.leaf(i); m != nil {
		return m
	}
	for _, move := range p.inOrder(i) {
		if m := p.byMove(i, move); m != nil || p.left <= 0 || p.err != nil {
			return m
		}
	}
	p.failed[attempt{i, anyMove}] = struct{}{}
	return nil
}

// anyMove stands for all moves.
const anyMove = variants.Move(255)

// leaf returns a leaf that covers an interval, nil if there is none.
func (p *repertoire) leaf(i interval.Interval) *member {
	d := p.due(i)
	if !d.sought {
		d.sought = true
		f, ok := p.leaves.interval(i.Most())
		if !ok || !f.Covers(i) {
			f, ok = p.leaves.walkOver(i)
		}
		if ok && f.Covers(i) {
			d.leaf = p.add(f)
		}
	}
	if p.planner != nil && !d.planned {
		d.planned = true
		if plan := p.planned(i); plan != nil {
			return plan
		}
	}
	return d.leaf
}

// inOrder returns the moves that may win in an interval, those with the fewest uncovered replies first.
func (p *repertoire) inOrder(i interval.Interval) (moves []variants.Move) {
	missing := map[variants.Move]int{}
	for m := range p.winning(i).Cells() {
		move := variants.Move(m)
		for _, r := range p.replies(i, move) {
			if len(p.covering(r)) == 0 {
				missing[move]++
			}
		}
		moves = append(moves, move)
	}
	slices.SortStableFunc(moves, func(a, b variants.Move) int { return cmp.Compare(missing[a], missing[b]) })
	return moves
}

// byMove returns a member that covers an interval and answers by a move; nil if it finds none.
func (p *repertoire) byMove(i interval.Interval, move variants.Move) *member {
	key := attempt{i, move}
	if _, ok := p.failed[key]; ok || !p.rules.Legal(i.Least()).Has(int(move)) {
		return nil
	}
	for _, r := range p.replies(i, move) {
		if p.prove(r) == nil {
			if p.left > 0 && p.err == nil {
				p.failed[key] = struct{}{}
			}
			return nil
		}
	}
	return p.add(found{Interval: p.widen(i, move), move: move})
}

// widen returns an interval around i in which the same move wins, as far as the repertoire can show.
func (p *repertoire) widen(i interval.Interval, move variants.Move) interval.Interval {
	open := i.May &^ i.Need
	wide, _ := interval.Around(p.game, i.Most(), move, func(next variants.State) (interval.Interval, error) {
		i := interval.Of(next)
		i.Need &^= open
		c := widest(p.covering(p.due(i)))
		_, sym := p.spans.Normal(i)
		return c.member.Interval.Image(p.game.Grid(), c.by.Inverse()).Image(p.game.Grid(), sym.Inverse()), nil
	}, func(i interval.Interval) bool { return len(p.covering(p.due(i))) > 0 }, nil)
	return wide
}

// widest returns the cover with the most positions.
func widest(all []cover) cover {
	return slices.MaxFunc(all, func(a, b cover) int { return cmp.Compare(a.freedom(), b.freedom()) })
}

// freedom returns the number of cells that may be free, but need not be.
func (m *member) freedom() int { return (m.May &^ m.Need).Count() }

// worthOf estimates how many records it takes to answer an interval, looking one turn ahead. It compares some known
// answers and takes the cheapest.
func (p *repertoire) worthOf(d *due) float64 {
	if d.worth > 0 {
		return d.worth
	}
	d.worth = hard
	all := p.covering(d)
	for _, c := range all[:min(len(all), compared)] {
		d.worth = min(d.worth, p.estimate(d, c, func(*due) float64 { return 1 + shared }))
	}
	return d.worth
}

// estimate estimates the number of records that it takes to answer an interval as a member does, by the intervals left
// to answer.
func (p *repertoire) estimate(d *due, c cover, worth func(*due) float64) float64 {
	if c.kind != proof.ByMove {
		return 1
	}
	all, sum := p.replies(d.Interval, p.game.ImageMove(c.by.Inverse(), c.move)), 0.0
	for n, r := range all {
		w := worth(r)
		if slices.ContainsFunc(all[:n], func(before *due) bool { return before.class == r.class }) {
			w *= alike // one record may answer both
		}
		sum += w
	}
	return 1 + shared*sum
}

// Shares of the cost of an answer that count: for intervals with the markers of an earlier one, since a record may
// answer both; and for intervals that other records may also leave (docs/tried.md).
const (
	alike  = 0.3
	shared = 0.6

	hard     = 20 // the cost of an interval that has no answer yet
	compared = 6  // answers
)
