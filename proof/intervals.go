package proof

import (
	"errors"
	"fmt"
	"slices"

	"gridlock/internal/interval"
	"gridlock/variants"
)

// intervalsFormat is the format of answers for many positions at once.
func intervalsFormat() format {
	return format{
		name: Intervals, version: versionIntervals,
		need: []string{"layers"}, may: []string{"mirrors"},
		least:  1, // a kind
		memory: intervalBytes,
		agrees: agreed,
	}
}

func intervalsMethod() method {
	return method{
		format:   intervalsFormat(),
		check:    (*checker).intervals,
		stats:    (*checker).intervalStats,
		part:     noTable,
		strategy: (*checker).readIntervalStrategy,
		player:   (*checker).bookPlay,
		describe: func(_ *Reader, work Counts) Description {
			return Description{
				How:     "intervals: a strategy that answers many positions at once",
				Checked: layersChecked("intervals", work),
				Records: "intervals", One: "interval, in which ? is free or not",
			}
		},
	}
}

// intervalLayer is a layer of a certificate by intervals.
type intervalLayer struct {
	LayerStats
	number int
	all    []settled
	cover  *interval.Cover // finds intervals among all
	in     []uint32        // how many moves of the loser lead to each interval
}

// settled is an interval whose answer has been checked, and the move, or leaf.
type settled struct {
	Interval
	move variants.Move
}

// intervalBytes is about the memory that a check takes for each record of the largest layer.
const intervalBytes = 160

// intervalWalk goes through a certificate by intervals and checks it. The next layer has to cover the intervals that a
// layer leaves to answer. If no record read so far covers an interval, the next record is read.
type intervalWalk struct {
	*checker
	rules   *interval.Rules
	replies []Interval // buffer

	most int                        // layers to read; 0 for all
	done func(layer *intervalLayer) // if done is not nil, it is called for each layer, with all of its statistics
}

// intervals checks a certificate by intervals.
func (c *checker) intervals() error {
	w, err := c.intervalWalk()
	if err != nil {
		return err
	}
	return w.run()
}

func (c *checker) intervalWalk() (*intervalWalk, error) {
	rules, ok := interval.RulesOf(c.Root.Game())
	if !ok {
		return nil, c.family.refused("intervals are")
	}
	for i, n := range c.Header.Layers {
		if c.opt.Memory > 0 && n > uint64(c.opt.Memory)/intervalBytes {
			return nil, fmt.Errorf("%w: layer %d has %d records", ErrMemory, i, n)
		}
	}
	return &intervalWalk{checker: c, rules: rules}, nil
}

// run reads and checks all layers.
func (w *intervalWalk) run() error {
	next := w.newLayer(0)
	for _, i := range w.rules.Begin(w.Root, w.Header.WinnerPlayer()) {
		if err := w.settle(next, i); err != nil {
			return fmt.Errorf("root: %w", err)
		}
	}
	for {
		if err := w.complete(next); err != nil || len(next.all) == 0 || next.number+1 == w.most {
			return err
		}
		current := next
		current.cover = nil
		next = w.newLayer(current.number + 1)
		for i, r := range current.all {
			if err := w.follow(current, next, r); err != nil {
				return err
			}
			if err := w.tick(i); err != nil {
				return err
			}
		}
		if w.done != nil {
			w.done(current)
		}
	}
}

func (w *intervalWalk) newLayer(number int) *intervalLayer {
	l := &intervalLayer{number: number, cover: w.rules.NewCover()}
	l.Ply = 2 * number
	if w.Header.ToMove != w.Header.Winner {
		l.Ply++
	}
	return l
}

// complete verifies that a layer has as many records as the header says.
func (w *intervalWalk) complete(l *intervalLayer) error {
	if n := uint64(len(l.all)); n != w.records(l.number) {
		return fmt.Errorf("layer %d: %d records, the header says %d", l.number, n, w.records(l.number))
	}
	return nil
}

// records returns the number of records of a layer according to the header.
func (w *intervalWalk) records(layer int) uint64 {
	if layer >= len(w.Header.Layers) {
		return 0
	}
	return w.Header.Layers[layer]
}

// follow settles the intervals that the answer in an interval leaves to answer.
func (w *intervalWalk) follow(l, next *intervalLayer, r settled) error {
	if r.move == leaf {
		return nil
	}
	w.replies = w.rules.Replies(r.Interval, r.move, w.replies[:0])
	for _, reply := range w.replies {
		if err := w.settle(next, reply); err != nil {
			return fmt.Errorf("layer %d, after %s in %s: %w", l.number, w.moveText(r.move), w.intervalText(r.Interval), err)
		}
	}
	w.work.Replies += uint64(len(w.replies))
	l.Replies += uint64(len(w.replies))
	if len(w.replies) == 0 {
		l.Ends++
	}
	return nil
}

// settle finds the record of a layer that covers due, or else reads the next record.
func (w *intervalWalk) settle(l *intervalLayer, due Interval) error {
	if m, ok := l.cover.Find(due); ok {
		l.in[m.Number]++
		return nil
	}
	if l.Records == w.records(l.number) {
		return fmt.Errorf("%s is missing in layer %d, which the header says is of %d records", w.intervalText(due), l.number, l.Records)
	}
	due, _ = w.rules.Normal(due)
	is, answer, turns, err := w.interval(due)
	if err == nil {
		answer, err = w.answerAll(l, is, answer, turns)
	}
	if err != nil {
		return fmt.Errorf("layer %d, record %d, for %s: %w", l.number, l.Records, w.intervalText(due), err)
	}
	if w.opt.Record != nil {
		w.opt.Record(is, answer)
	}
	move := answer.Move
	if answer.Kind != ByMove {
		move = leaf
	}
	l.cover.Add(is)
	l.all, l.in = append(l.all, settled{is, move}), append(l.in, 1)
	l.Records++
	w.work.Records, w.work.Layers = w.work.Records+1, l.number+1
	return nil
}

// answerAll verifies that an answer is legal in all positions of an interval and that, if it is a leaf, it satisfies
// the conditions. It adds the walk to the answer.
func (w *intervalWalk) answerAll(l *intervalLayer, i Interval, a Answer, turns int) (Answer, error) {
	var err error
	switch a.Kind {
	case ByWalk:
		l.Walks++
		w.work.Walks++
		a.Walk, err = w.longerWalk(i, turns)
		return a, err
	case ByPlan:
		l.Walks++
		w.work.Walks++
		used, err := w.plan(i, a.Walk, w.work.Turns+MostTurns)
		if err == nil && used < len(a.Walk) {
			err = fmt.Errorf("turns from number %d on are for nothing in %s", used+1, w.intervalText(i))
		}
		return a, err
	}
	if !w.checker.rules.Legal(i.Least()).Has(int(a.Move)) {
		return a, fmt.Errorf("%s is not legal in all positions of %s", w.moveText(a.Move), w.intervalText(i))
	}
	if a.Kind == ByCopy {
		l.Copies++
		w.work.Copies++
		err = w.copiesAll(i, a)
	}
	return a, err
}

// longerWalk verifies two facts. The winner, who is to move, can take the given number of turns out of the loser's
// reach. The loser cannot take that number of turns, even if nobody else moves. It returns the winner's turns.
func (w *intervalWalk) longerWalk(i Interval, turns int) ([]variants.Move, error) {
	winner, err := w.secluded(i.Least(), i.Most())
	if err != nil {
		return nil, fmt.Errorf("%w in %s", err, w.intervalText(i))
	}
	if err := w.fallsShort(passed(i.Most()), turns); err != nil {
		return nil, fmt.Errorf("a walk of %d turns in %s: %w", turns, w.intervalText(i), err)
	}
	walk, err := w.alone(winner, turns, w.work.Turns+MostTurns)
	if err == nil && walk == nil {
		err = errors.New("the winner cannot take that many turns on cells out of the loser's reach")
	}
	if err != nil {
		return nil, fmt.Errorf("a walk of %d turns in %s: %w", turns, w.intervalText(i), err)
	}
	slices.Reverse(walk)
	return walk, nil
}

// plan verifies that turns win in all positions of an interval, whatever the loser does. Each turn has to be legal
// wherever the turns before it lead, and the last one may leave nothing to answer. It returns how many turns are used.
// The error is the context's, or reports that too many of the loser's moves would have to be tried.
func (w *intervalWalk) plan(i Interval, turns []variants.Move, allowed uint64) (used int, err error) {
	if !w.checker.rules.Legal(i.Least()).Has(int(turns[0])) {
		return 0, fmt.Errorf("%s is not legal in all positions of %s", w.moveText(turns[0]), w.intervalText(i))
	}
	replies := w.rules.Replies(i, turns[0], nil)
	if len(turns) == 1 && len(replies) > 0 {
		return 0, fmt.Errorf("after %s, the last of the turns, the loser can move in %s", w.moveText(turns[0]), w.intervalText(i))
	}
	for _, reply := range replies {
		if w.work.Turns++; w.work.Turns > allowed {
			return 0, errTooManyTurns
		}
		if w.work.Turns%4096 == 0 && w.ctx.Err() != nil {
			return 0, w.ctx.Err()
		}
		more, err := w.plan(reply, turns[1:], allowed)
		if err != nil {
			return 0, err
		}
		used = max(used, more)
	}
	return 1 + used, nil
}

// copiesAll verifies that in all positions of an interval the winner can copy after the move. The cells that a marker
// can reach after the move, in the position with the most free cells, have to be free in all positions.
func (w *intervalWalk) copiesAll(i Interval, a Answer) error {
	rules := w.checker.rules
	s := rules.Play(i.Most(), a.Move)
	least := rules.Play(i.Least(), a.Move)
	if s.Mine != 0 && s.Yours != 0 {
		s.Free = w.around(s) | w.around(passed(s))
	}
	if s.Free&^least.Free != 0 {
		return fmt.Errorf("copying in %s: the markers can reach cells that need not be free", w.intervalText(i))
	}
	return w.family.copies(s, w.Header.Mirrors[a.Mirror])
}

// intervalStats describes the layers of a certificate by intervals.
func (c *checker) intervalStats(shared int) (s Stats, err error) {
	w, err := c.intervalWalk()
	if err != nil {
		return s, err
	}
	w.done = func(l *intervalLayer) {
		s.Layers = append(s.Layers, l.LayerStats)
		s.Shared = most(s.Shared, l.in, shared, func(i int) (Shared, bool) {
			return Shared{Position: c.intervalText(l.all[i].Interval), Ply: l.Ply}, true
		})
	}
	err = w.run()
	return s, err
}

// intervalStrategy holds the records of a certificate by intervals.
type intervalStrategy struct {
	*reflector
	cover   *interval.Cover
	answers []Answer
}

// readIntervalStrategy reads, and checks, the first layers of a certificate by intervals; all if most
// is 0.
func (c *checker) readIntervalStrategy(most int) (*StrategyReader, error) {
	b := &intervalStrategy{reflector: newReflector(c.Root.Game(), c.Header.Mirrors)}
	w, err := c.intervalWalk()
	if err != nil {
		return nil, err
	}
	b.cover = w.rules.NewCover()
	w.most = most
	w.opt.Record = func(i Interval, a Answer) {
		b.cover.Add(i)
		b.answers = append(b.answers, a)
	}
	return &StrategyReader{b.mirrors, b}, w.run()
}

// find returns the answer to a position: the answer of a record, taken back by the symmetry that leads from the
// position to the record.
func (b *intervalStrategy) find(s variants.State) (Answer, bool) {
	m, ok := b.cover.Find(interval.Of(s))
	if !ok {
		return Answer{}, false
	}
	return b.answer(m.By.Inverse(), b.answers[m.Number]), true
}
