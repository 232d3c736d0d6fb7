package analysis

import (
	"strings"

	"gridlock/variants"
)

// Group is a group of moves with the same results.
type Group []Move

// Groups joins successive moves for which same returns true.
func Groups(moves []Move, same func(a, b Move) bool) (groups []Group) {
	for i, m := range moves {
		if i == 0 || !same(moves[i-1], m) {
			groups = append(groups, nil)
		}
		last := &groups[len(groups)-1]
		*last = append(*last, m)
	}
	return groups
}

// Text lists the moves of a group, which are moves of the position.
func (g Group) Text(p variants.Position) string {
	texts := make([]string, 0, len(g))
	for _, m := range g {
		texts = append(texts, p.MoveText(m.Move))
	}
	return strings.Join(texts, " ")
}
