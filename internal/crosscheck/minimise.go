package crosscheck

import (
	"cmp"
	"context"
	"strings"

	"gridlock/variants"
)

// minimise makes a position smaller, step by step, while the sources of the answers still
// disagree in the field: by playing on, removing rows and columns, removing marks, and replacing
// free cells by holes. It returns the last position and the verdicts there. A source that knows
// single positions only, such as a file, has no verdict on others, so the position stays.
//
// The result is a local minimum: they do not disagree on any position that is one step smaller.
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
				verdict, _ := a.source.Ask(bounded, q) // a verdict before a limit counts, too
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

// cuts returns the texts of positions with one row or column fewer at the edge, one mark fewer,
// or one hole more. Some are invalid.
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

// less reports whether q is smaller than p: it has fewer free cells, or the same number on a
// smaller board, or also on the same size fewer marks.
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
