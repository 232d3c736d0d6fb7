package interval

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// Join asks a cover about many intervals together: an interval that cannot answer any of several questions is left out
// once for all of them. The zero value is ready; it keeps its buffers for the next call. It is not safe for concurrent
// use.
type Join struct {
	of        []int // indices of the intervals that are asked about
	images    []int // how many questions there are about each
	questions []question
	asked     []*question // a stack
	room      []int32
	spare     []*list // by depth
}

// Each is [Cover.Each] for many intervals, and at most that many matches of each. It calls yield with the index of an
// interval, and the number and symmetry of one of the interval's matches, until yield returns false. Indices come in
// any order, but all matches of an index come together. If successive intervals resemble each other, this is several
// times faster than a call of [Cover.Each] for each.
func (j *Join) Each(c *Cover, all []Interval, most int, yield func(i, number int, by bitboard.Symmetry) bool) {
	for order := c.in.ByClass(all); len(order) > 0; order = order[len(j.of):] {
		if !j.ask(c, all, order, most, yield) {
			return
		}
	}
}

// question asks which intervals cover an image.
type question struct {
	need, may variants.Board
	by        bitboard.Symmetry // makes the image
	found     []int32           // numbers, up to the capacity
}

const (
	mostQuestions = 1 << 15 // the number of questions that are answered together
	fewQuestions  = 3       // the number of questions that are answered one after the other

	// samples is how many intervals it compares to estimate how many are left.
	samples = 64
)

// ask answers the questions about the first intervals in order that are of the same marker class.
func (j *Join) ask(c *Cover, all []Interval, order []int, most int, yield func(i, number int, by bitboard.Symmetry) bool) bool {
	class := c.in.MarkerClass(all[order[0]])
	j.of, j.images, j.questions, j.asked = j.of[:0], j.images[:0], j.questions[:0], j.asked[:0]
	for _, i := range order {
		if len(j.questions) >= mostQuestions || c.in.MarkerClass(all[i]) != class {
			break
		}
		begin := len(j.questions)
		for set := c.in.images(all[i]); set != 0; set = set.Rest() {
			sym := c.in.all[set.First()]
			image := all[i].Image(c.in.game.Grid(), sym)
			j.questions = append(j.questions, question{need: image.Need, may: image.May, by: sym})
		}
		j.of, j.images = append(j.of, i), append(j.images, len(j.questions)-begin)
	}
	if n := most * len(j.questions); n > len(j.room) {
		j.room = make([]int32, n)
	}
	for n := range j.questions {
		j.questions[n].found = j.room[n*most : n*most : (n+1)*most]
		j.asked = append(j.asked, &j.questions[n])
	}
	if root := c.roots[class]; root != nil {
		j.branch(root, j.asked)
	}
	questions := j.questions
	for n, i := range j.of {
		left := most
		for _, q := range questions[:j.images[n]] {
			for _, number := range q.found[:min(left, len(q.found))] {
				if left--; !yield(i, int(number), q.by) {
					return false
				}
			}
		}
		questions = questions[j.images[n]:]
	}
	return true
}

// branch does for questions what [branch.each] does for one.
func (j *Join) branch(b *branch, asked []*question) {
	top := len(j.asked)
	for ; b.divided; b = b.or {
		for _, q := range asked {
			if q.need.Has(b.cell) {
				j.asked = append(j.asked, q)
			}
		}
		j.branch(b.with, j.asked[top:])
		j.asked = j.asked[:top]
		for _, q := range asked {
			if !q.may.Has(b.cell) {
				j.asked = append(j.asked, q)
			}
		}
		j.branch(b.without, j.asked[top:])
		j.asked = j.asked[:top]
	}
	j.list(&b.list, asked, 0)
}

// list answers questions by a list. It halves the questions, and makes a shorter list if that pays.
func (j *Join) list(l *list, asked []*question, depth int) {
	if len(asked) > fewQuestions && len(l.number) > fewEntries {
		need, may := variants.Board(0), ^variants.Board(0)
		for _, q := range asked {
			need, may = need|q.need, may&q.may
		}
		if l.leaves(need, may) < samples/2 {
			l, depth = j.shorter(l, need, may, depth), depth+1
		}
	}
	if len(asked) <= fewQuestions || len(l.number) <= fewEntries {
		for _, q := range asked {
			q.ask(l)
		}
		return
	}
	half := len(asked) / 2
	j.list(l, asked[:half], depth)
	j.list(l, asked[half:], depth)
}

// leaves returns how many of the samples of a list may cover an interval whose Need is within need, and whose May
// contains may.
func (l *list) leaves(need, may variants.Board) (n int) {
	for s := range samples {
		if l.covers(s*len(l.number)/samples, need, may) {
			n++
		}
	}
	return n
}

// shorter returns the entries of l that can cover some interval whose Need is a subset of need and whose May contains
// may.
func (j *Join) shorter(l *list, need, may variants.Board, depth int) *list {
	if depth == len(j.spare) {
		j.spare = append(j.spare, new(list))
	}
	short := j.spare[depth]
	short.need, short.not, short.number = short.need[:0], short.not[:0], short.number[:0]
	for i := range l.number {
		if l.covers(i, need, may) {
			short.add(l.need[i], l.not[i], l.number[i])
		}
	}
	return short
}

// ask adds the intervals of a list that cover the image, as long as there is room.
func (q *question) ask(l *list) {
	for i := 0; i < len(l.number) && len(q.found) < cap(q.found); i++ {
		i += disjoint(l.not[i:], l.need[i:], q.may, ^q.need)
		if i < len(l.number) && l.covers(i, q.need, q.may) {
			q.found = append(q.found, l.number[i])
		}
	}
}
