package certify

import (
	"context"
	"fmt"
	"io"
	"slices"

	"gridlock/bitboard"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/variants"
)

// Merger makes one certificate of several: of a position from certificates of positions that come
// later in the game. An answer that wins in a position wins there however it was reached, so the
// parts may overlap, come in any order, and say more than is needed. Make it with [NewMerger]. It
// keeps all records in memory.
type Merger struct {
	game    *variants.Game
	mirrors [][]int
	pool    pool
	records uint64 // in the pool
	least   int    // the least room at the roots of the parts
}

// pool is answers of the winner, by positions or by intervals of them.
type pool interface {
	add(i proof.Interval, a proof.Answer)
	has(s variants.State) bool
	write(ctx context.Context, w *proof.Writer, r Request) error
}

// mergeBytes is about the memory for a record of a part, at most: while they are added or written.
const mergeBytes = 400

// mostClimbs is the maximum number of positions above the parts that a merger looks at.
const mostClimbs = 200_000

// NewMerger returns a merger of certificates about positions of a game.
func NewMerger(game *variants.Game) *Merger {
	m := &Merger{game: game, mirrors: mirrors(game), least: game.Grid().Size()}
	if spans, wide := proof.IntervalRulesOf(game); wide {
		m.pool = intervalPool{newExplorer(context.Background(), game, spans)}
	} else {
		m.pool = &positionPool{newPlan(game), newLeaves(game), map[proof.Key]proof.Answer{}}
	}
	return m
}

// Add checks a part, of which the header has been read, and keeps its records. It has to be a
// strategy, by positions or by intervals, of a position of the merger's game. After an error nothing
// of it is kept. The error is proof.ErrMemory if it, or all parts, need more than opt.Memory.
func (m *Merger) Add(ctx context.Context, part *proof.Reader, opt proof.Options) error {
	of := part.Root.Game()
	switch {
	case of.Variant().ID != m.game.Variant().ID || of.Grid().String() != m.game.Grid().String():
		return fmt.Errorf("certify: a part about %s on %v, where the others are about %s on %v",
			of.Variant().ID, of.Grid(), m.game.Variant().ID, m.game.Grid())
	case !part.Header.Layered():
		return fmt.Errorf("certify: a part by %s: only strategies, by positions or by intervals, can be merged", part.Header.Method)
	case opt.Memory > 0 && (m.records+part.Header.Records) > uint64(opt.Memory)/mergeBytes:
		return fmt.Errorf("%w: the parts have %d records so far", proof.ErrMemory, m.records+part.Header.Records)
	}
	type record struct {
		proof.Interval
		proof.Answer
	}
	var all []record
	opt.Record = func(i proof.Interval, a proof.Answer) { all = append(all, record{i, a}) }
	if _, err := part.Check(ctx, opt); err != nil {
		return err
	}
	for i, r := range all {
		if r.Kind != proof.ByCopy {
			continue
		}
		mirror := part.Header.Mirrors[r.Mirror]
		all[i].Mirror = slices.IndexFunc(m.mirrors, func(known []int) bool { return slices.Equal(known, mirror) })
		if all[i].Mirror < 0 {
			return fmt.Errorf("certify: a part with a mirror that is no symmetry of the board cannot be merged")
		}
	}
	for _, r := range all {
		m.add(r.Interval, r.Answer)
	}
	m.least = min(m.least, m.room(part.Root.State()))
	return nil
}

// Move adds a move of the winner above the parts.
func (m *Merger) Move(s variants.State, move variants.Move) error {
	if !m.game.Rules().Legal(s).Has(int(move)) {
		return fmt.Errorf("certify: the move %d is not legal in %s", move, drawn(m.game, s))
	}
	m.add(proof.IntervalOf(s), proof.Answer{Move: move})
	return nil
}

func (m *Merger) add(i proof.Interval, a proof.Answer) {
	m.pool.add(i, a)
	m.records++
}

// Proves returns an error unless the parts prove that the player wins the position. Moves of the
// winner above the parts that [Merger.Move] has not added are found if they are few. The error names
// a position that no part proves.
func (m *Merger) Proves(ctx context.Context, root variants.Position, winner variants.Player) error {
	c := climber{Merger: m, ctx: ctx, lost: map[variants.State]bool{}}
	return c.climb(root.State(), root.Side() == winner)
}

// Extract returns the certificate that the parts add up to, like [Request.Extract]; the request
// needs neither prover nor limits. The error is that of [Merger.Proves], of ctx, or of body.
func (m *Merger) Extract(ctx context.Context, r Request, body io.ReadWriter) (*proof.Writer, error) {
	if err := m.Proves(ctx, r.Root, r.Winner); err != nil {
		return nil, err
	}
	w := proof.NewWriter(r.strategyHeader(), body)
	return w, m.pool.write(ctx, w, r)
}

// room returns the number of cells that are left. It falls with every move.
func (m *Merger) room(s variants.State) int {
	if m.game.Traits().Free == variants.Unused {
		return (s.Mine | s.Yours).Count()
	}
	return s.Free.Count()
}

// climber finds moves of the winner above the parts.
type climber struct {
	*Merger
	ctx   context.Context
	lost  map[variants.State]bool // positions from which the winner cannot be seen to win
	tried int
}

// climb adds moves of the winner from the root down to the parts.
func (c *climber) climb(root variants.State, wins bool) error {
	rules := c.game.Rules()
	var open []variants.State
	switch {
	case !wins:
		open = c.open(root)
	case !c.wins(root):
		open = []variants.State{root}
		fewest := -1
		for m := range rules.Legal(root).Cells() {
			after := rules.Play(root, variants.Move(m))
			if left := c.open(after); len(left) < rules.Legal(after).Count() && (fewest < 0 || len(left) < fewest) {
				open, fewest = left, len(left)
			}
		}
	}
	switch {
	case len(open) == 0:
		return nil
	case c.ctx.Err() != nil:
		return solver.Stopped(c.ctx)
	case c.tried > mostClimbs:
		return fmt.Errorf("%w: more than %d positions lie between the root and the parts", errMissing(c.game, open[0]), mostClimbs)
	}
	return errMissing(c.game, open[0])
}

// open returns the positions after the moves of the loser, who is to move, in which the winner
// cannot be seen to win.
func (c *climber) open(s variants.State) (all []variants.State) {
	rules := c.game.Rules()
	for m := range rules.Legal(s).Cells() {
		if next := rules.Play(s, variants.Move(m)); !c.wins(next) {
			all = append(all, next)
		}
	}
	return all
}

// wins reports whether a part proves that the player to move wins, or some move, which it adds, leads
// to such positions only.
func (c *climber) wins(s variants.State) bool {
	if c.pool.has(s) {
		return true
	}
	if c.lost[s] || c.room(s) <= c.least || c.tried > mostClimbs || c.ctx.Err() != nil {
		return false
	}
	c.tried++
	rules := c.game.Rules()
	for m := range rules.Legal(s).Cells() {
		if c.loses(rules.Play(s, variants.Move(m))) {
			c.add(proof.IntervalOf(s), proof.Answer{Move: variants.Move(m)})
			return true
		}
	}
	c.lost[s] = true
	return false
}

// loses reports whether the player to move loses, since the other one wins after every move.
func (c *climber) loses(s variants.State) bool {
	rules := c.game.Rules()
	for m := range rules.Legal(s).Cells() {
		if !c.wins(rules.Play(s, variants.Move(m))) {
			return false
		}
	}
	return true
}

// errMissing is the error of a position, with the winner to move, that no part proves.
func errMissing(game *variants.Game, s variants.State) error {
	return fmt.Errorf("certify: no part proves that the player to move wins %s", drawn(game, s))
}

// drawn returns the text of a position with a state.
func drawn(game *variants.Game, s variants.State) string {
	if p, ok := game.Drawn(s); ok {
		return p.String()
	}
	return fmt.Sprintf("%+v", s)
}

// intervalPool is answers in intervals.
type intervalPool struct{ *explorer }

func (p intervalPool) add(i proof.Interval, a proof.Answer) {
	p.explorer.add(found{Interval: i, kind: a.Kind, move: a.Move, turns: uint8(len(a.Walk))})
}

func (p intervalPool) has(s variants.State) bool {
	_, _, ok := p.cover.Find(proof.IntervalOf(s))
	return ok
}

func (p intervalPool) write(ctx context.Context, w *proof.Writer, r Request) error {
	p.ctx = ctx
	return r.selected(w, p.explorer)
}

// positionPool is answers in positions.
type positionPool struct {
	*strategist
	leaves  *leaves
	answers map[proof.Key]proof.Answer
}

func (p *positionPool) add(i proof.Interval, a proof.Answer) {
	s := i.Most()
	if p.images != nil {
		var sym bitboard.Symmetry
		s, sym = p.images.Normal(s)
		if a.Move = p.game.ImageMove(sym, a.Move); a.Kind == proof.ByCopy {
			c, _ := p.leaves.mirrors.Copying(p.rules.Play(s, a.Move))
			a.Mirror = c.Mirror
		}
	}
	p.answers[p.keys.Of(s)] = a
}

func (p *positionPool) has(s variants.State) bool {
	_, ok := p.answers[p.record(s)]
	return ok
}

func (p *positionPool) write(ctx context.Context, w *proof.Writer, r Request) error {
	return r.layers(ctx, w, p.strategist, func(ctx context.Context, keys []proof.Key) ([]proof.Answer, *layer, error) {
		answers, next := make([]proof.Answer, len(keys)), newLayer()
		for i, k := range keys {
			a, ok := p.answers[k]
			state, err := p.keys.State(k)
			if err == nil && !ok {
				err = errMissing(r.Root.Game(), state)
			}
			if err != nil {
				return nil, nil, err
			}
			answers[i] = a
			if a.Kind == proof.ByMove {
				next.add(p.replies(nil, p.rules.Play(state, a.Move)))
			}
		}
		return answers, next, solver.Stopped(ctx)
	})
}
