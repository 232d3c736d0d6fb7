package crosscheck

import (
	"cmp"
	"context"
	"strings"

	"gridlock/variants"
)

// minimise makes a position smaller, step by step, as long as the sources of the answers
// still disagree in the field: by playing on, by cutting rows and columns off, by taking
// marks off and by making holes of free cells. It returns the last position and what the
// sources say there. A source that knows single positions only, as a file does, has
// nothing to say about others, so the position stays.
//
// The result is a local minimum: every smaller position one step away is none on which
// they disagree.
func (c *Checker) minimise(ctx context.Context, f Field, p variants.Position, pair []answer) (variants.Position, []Statement) {
	says := statements(f, pair, p)
	for {
		smaller, found := c.step(ctx, f, p, pair)
		if found == nil {
			return p, says
		}
		p, says = smaller, statements(f, found, smaller)
	}
}

// step returns the first smaller position on which the sources disagree, and their
// answers; none if there is none.
func (c *Checker) step(ctx context.Context, f Field, p variants.Position, pair []answer) (variants.Position, []answer) {
	for _, q := range smaller(p) {
		bounded, cancel := c.bound(ctx)
		var answers []answer
		for _, a := range pair {
			if a.source.Applies == nil || a.source.Applies(q) {
				verdict, _ := a.source.Ask(bounded, q) // what is said before a limit counts as well
				answers = append(answers, answer{a.source, verdict})
			}
		}
		cancel()
		if found := conflict(f, answers, q); found != nil && len(answers) == len(pair) {
			return q, answers
		}
	}
	return p, nil
}

// smaller returns the positions that are one step smaller than p, the largest steps first.
func smaller(p variants.Position) (all []variants.Position) {
	for _, text := range cuts(p) {
		if q, err := p.Game().Variant().Parse(text); err == nil && less(q, p) {
			all = append(all, q)
		}
	}
	for m := range p.Legal().Cells() {
		all = append(all, p.Play(variants.Move(m)))
	}
	return all
}

// cuts returns the texts of positions with a row or column less at the edge, a mark less,
// or a hole more. Some are not positions.
func cuts(p variants.Position) (texts []string) {
	board, side, _ := strings.Cut(p.String(), " ")
	rows := strings.Split(strings.ReplaceAll(board, "-", "."), "/")
	add := func(rows []string) { texts = append(texts, strings.Join(rows, "/")+" "+side) }
	add(rows[1:])
	add(rows[:len(rows)-1])
	for _, at := range []int{0, len(rows[0]) - 1} {
		cut := make([]string, len(rows))
		for i, row := range rows {
			cut[i] = row[:at] + row[at+1:]
		}
		add(cut)
	}
	for i, row := range rows {
		for at := range row {
			if row[at] != '#' {
				cut := append([]string(nil), rows...)
				cut[i] = row[:at] + "#" + row[at+1:]
				add(cut)
			}
		}
	}
	return texts
}

// less reports whether q is smaller than p: it has fewer free cells, or as many and a
// smaller board, or also as many marks fewer.
func less(q, p variants.Position) bool {
	marks := func(p variants.Position) int {
		return (p.Marks(variants.X) | p.Marks(variants.O)).Count()
	}
	return cmp.Or(
		cmp.Compare(q.Empty().Count(), p.Empty().Count()),
		cmp.Compare(q.Game().Grid().Size(), p.Game().Grid().Size()),
		cmp.Compare(marks(q), marks(p)),
	) < 0
}
