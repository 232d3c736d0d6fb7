package explain

import (
	"context"

	"gridlock/bitboard"
	"gridlock/internal/interval"
	"gridlock/proof"
	"gridlock/variants"
)

// record is a record of a strategy in layers.
type record struct {
	proof.Interval
	proof.Answer
}

// order makes rules of the records of a strategy in layers, in the order in which a reader meets them.
type order struct {
	*Strategy
	records []record
	find    func(i proof.Interval, yield func(n int) bool) // calls yield for records that cover an image, and maybe others
	numbers []int                                          // the numbers of the rules of records, 0 for a record without a rule
	mirrors [][]int
}

// order checks a certificate and makes rules of its records.
func (s *Strategy) order(ctx context.Context, r *proof.Reader, opt proof.Options) (err error) {
	o := &order{Strategy: s, mirrors: r.Header.Mirrors}
	o.find = o.byImage()
	add := func(proof.Interval) {}
	if rules, ok := interval.RulesOf(s.game); ok && r.Header.Method == proof.Intervals {
		cover := rules.NewCover()
		add = func(i proof.Interval) { cover.Add(i) }
		o.find = func(i proof.Interval, yield func(n int) bool) {
			cover.Each(i, func(m interval.Match) bool { return yield(m.Number) })
		}
	}
	opt.Record = func(i proof.Interval, a proof.Answer) {
		add(i)
		o.records = append(o.records, record{i, a})
	}
	if _, err = r.Check(ctx, opt); err != nil {
		return err
	}
	o.numbers = make([]int, len(o.records))
	o.begin()
	for n := 0; n < len(s.Rules); n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		o.follow(&s.Rules[n])
	}
	return nil
}

// byImage returns a function that finds the record of an image of a position.
func (o *order) byImage() func(proof.Interval, func(int) bool) {
	numbers := map[proof.Interval][]int{} // the numbers of records, by the least image of their intervals
	seen := 0
	least := func(i proof.Interval) proof.Interval {
		first := i
		for _, sym := range o.game.Symmetries()[1:] {
			if j := i.Image(o.game.Grid(), sym); j.Mine < first.Mine || j.Mine == first.Mine &&
				(j.Yours < first.Yours || j.Yours == first.Yours && j.Need < first.Need) {
				first = j
			}
		}
		return first
	}
	return func(i proof.Interval, yield func(int) bool) {
		for ; seen < len(o.records); seen++ {
			key := least(o.records[seen].Interval)
			numbers[key] = append(numbers[key], seen)
		}
		for _, n := range numbers[least(i)] {
			if !yield(n) {
				return
			}
		}
	}
}

// begin makes the rules with which the game begins.
func (o *order) begin() {
	s, rules := o.Root.State(), o.game.Rules()
	if o.Root.Side() == o.Winner {
		o.Start = []Reply{o.refer(0, interval.Of(s))}
		return
	}
	for cell := range rules.Legal(s).Cells() {
		m := variants.Move(cell)
		o.Start = append(o.Start, o.refer(m, interval.Of(rules.Play(s, m))))
	}
}

// follow adds the replies to the winner's move in a rule.
func (o *order) follow(r *Rule) {
	if r.Kind != Moves {
		return
	}
	rules := o.game.Rules()
	open, after := r.Pattern.May&^r.Pattern.Need, rules.Play(r.Pattern.Most(), r.Move)
	number := r.Number // r is invalid once rules are added
	var replies []Reply
	for cell := range rules.Legal(after).Cells() {
		m := variants.Move(cell)
		left := interval.Of(rules.Play(after, m))
		left.Need &^= open
		replies = append(replies, o.refer(m, left))
	}
	r = &o.Rules[number-1]
	if r.Replies = replies; len(replies) == 0 {
		r.Kind = Ends
	}
}

// refer returns the rule that follows a reply. If there is none yet, it makes one.
func (o *order) refer(m variants.Move, left proof.Interval) Reply {
	best, found := Reply{Move: m}, -1
	o.find(left, func(n int) bool {
		if number := o.numbers[n]; number > 0 {
			turn, ok := o.turn(o.Rules[number-1].Pattern, left)
			if ok && (best.Rule == 0 || effort(turn) < effort(best.Turn) || turn == best.Turn && number < best.Rule) {
				best.Rule, best.Turn = number, turn
			}
		} else if _, ok := o.turn(o.records[n].Interval, left); ok &&
			(found < 0 || o.records[found].Kind == proof.ByMove && o.records[n].Kind != proof.ByMove) {
			found = n
		}
		return true
	})
	if best.Rule == 0 {
		best.Rule = o.add(found, left)
	}
	return best
}

// turn returns the easiest symmetry that turns an interval so that another interval covers it.
func (o *order) turn(picture, left proof.Interval) (turn bitboard.Symmetry, ok bool) {
	for _, sym := range o.game.Symmetries() {
		if (!ok || effort(sym) < effort(turn)) && picture.Covers(left.Image(o.game.Grid(), sym)) {
			turn, ok = sym, true
		}
	}
	return turn, ok
}

// effort orders symmetries by the work for a person with a board and counters: none; turning the board; setting it up
// again.
func effort(sym bitboard.Symmetry) int {
	switch sym {
	case bitboard.Identity:
		return 0
	case bitboard.HalfTurn:
		return 1
	case bitboard.QuarterTurnLeft, bitboard.QuarterTurnRight:
		return 2 + int(sym)
	}
	return 16 + int(sym)
}

// add adds the rule of a record, turned so that it covers an interval as it is, and returns its number.
func (o *order) add(n int, left proof.Interval) int {
	if n < 0 {
		panic("explain: a certificate that was accepted has no answer to a reply") // see docs/soundness-certificates.md
	}
	record := o.records[n]
	turn, _ := o.turn(record.Interval, left)
	back, grid := turn.Inverse(), o.game.Grid()
	answer := record.Answer.Image(o.game, back)
	r := Rule{Number: len(o.Rules) + 1, Pattern: record.Interval.Image(grid, back)}
	switch answer.Kind {
	case proof.ByMove:
		r.Kind, r.Move = Moves, answer.Move
	case proof.ByWalk:
		r.Kind, r.Walk = Walks, answer.Walk
	case proof.ByPlan:
		r.Kind, r.Walk = Plans, answer.Walk
	case proof.ByCopy:
		r.Kind, r.Move = Copies, answer.Move
		o.copies(&r, o.game.Rules().Play(r.Pattern.Most(), r.Move), proof.ImageOfMirror(grid, back, o.mirrors[answer.Mirror]))
	}
	o.numbers[n] = r.Number
	o.Rules = append(o.Rules, r)
	return r.Number
}
