package course

import (
	"strings"

	"gridlock/bitboard"
	"gridlock/internal/explain"
	"gridlock/variants"
)

// rule returns the rule of the winner's last move, with its picture turned to the board; nil if there is none.
func (w walker) rule(at explain.Stand) *Rule {
	if at.Rule == nil {
		return nil
	}
	on := w.Turned(at.Rule, at.Turn.Inverse())
	r := &Rule{
		Number: on.Number, Turn: at.Taken, Kind: on.Kind.String(), Turned: at.Turn != bitboard.Identity, Does: w.Does(&on), Why: w.Why(&on),
		Signs: []string{}, Walk: []string{}, Pairs: [][]int{}, Some: []string{},
	}
	switch on.Kind {
	case explain.Pairs:
		for _, pair := range on.Pairs {
			r.Pairs = append(r.Pairs, pair[:])
		}
	case explain.Copies:
		for cell := range w.grid.Size() {
			if other := int(on.Copy.Answer(variants.Move(cell))); cell < other {
				r.Pairs = append(r.Pairs, []int{cell, other})
			}
		}
	case explain.Walks, explain.Plans:
		r.Walk = w.WalkOf(&on)
	}
	if !w.Header.Layered() {
		return r
	}
	if on.Walk == nil {
		r.Answer = new(w.MoveText(on.Pattern.Least(), on.Move))
	} else {
		r.Answer = &r.Walk[0]
	}
	for cell := range w.grid.Size() {
		sign := w.Sign(&on, cell)
		r.Signs = append(r.Signs, sign.String())
		if sign == explain.Any {
			r.Either++
		}
	}
	if r.Either > 0 {
		r.Some = w.some(r)
	}
	return r
}

// some returns example positions of a rule: two, or four if there are as many. The positions between the first and the
// last are arbitrary.
func (w walker) some(r *Rule) []string {
	all := []func(n int) bool{
		func(int) bool { return false }, func(n int) bool { return n%2 == 0 }, func(n int) bool { return n%2 == 1 }, func(int) bool { return true },
	}
	if r.Either == 1 {
		all = []func(int) bool{all[0], all[3]}
	}
	texts := []string{}
	for _, free := range all {
		var b strings.Builder
		n := 0 // the number of cells that may be free or not
		for cell, sign := range r.Signs {
			if _, col := w.grid.RowCol(cell); col == 0 && cell > 0 {
				b.WriteByte('/')
			}
			symbol := map[string]string{"free": ".", "winner": w.Winner.String(), "loser": w.Winner.Opponent().String()}[sign]
			if sign == "any" && free(n) {
				symbol = "."
			}
			if sign == "any" {
				n++
			}
			if symbol == "" {
				symbol = "#"
			}
			b.WriteString(symbol)
		}
		texts = append(texts, b.String()+" "+strings.ToLower(w.Winner.String()))
	}
	return texts
}
