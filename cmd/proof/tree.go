package proof

import (
	"context"
	"fmt"

	"gridlock/proof"
	"gridlock/variants"
)

// tree is the part of a strategy to show.
type tree struct {
	header  proof.Header
	mirrors [][]int // the mirrors that answers refer to by number
	root    *node
	nodes   []*node // nodes in the order of their numbers, which begin with 1
}

// node is a position in which the winner is to move; or the root.
type node struct {
	id      int
	ply     int
	pos     variants.Position
	answer  *proof.Answer // nil if the loser is to move
	replies []reply       // replies of the loser to the answer
	more    int           // replies below the depth to show
	parents int           // replies that lead here
}

// reply is a move of the loser's and the node after it, nil below the depth to show.
type reply struct {
	move string
	to   *node
}

// grow reads a strategy down to the depth to show.
func grow(ctx context.Context, r *proof.Reader, depth int) (tree, error) {
	t := tree{header: r.Header, mirrors: r.Header.Mirrors}
	level := map[variants.State]*node{}
	t.root = t.add(r.Root, 0)
	first := 1 // ply of the first answers
	if r.Header.ToMove == r.Header.Winner {
		first = 0
		level[r.Root.State()] = t.root
	} else {
		t.expand(t.root, r.Root, depth, level)
	}
	if depth <= first {
		return t, nil
	}
	book, err := r.StrategyReader(ctx, (depth-first+1)/2)
	if err != nil {
		return t, err
	}
	t.mirrors = book.Mirrors
	for len(level) > 0 && t.nodes[len(t.nodes)-1].ply < depth {
		if level, err = t.answer(book, depth, level); err != nil {
			return t, err
		}
	}
	return t, nil
}

// answer adds the answers to the last positions, and returns the positions of the next layer to show.
func (t *tree) answer(book *proof.StrategyReader, depth int, level map[variants.State]*node) (map[variants.State]*node, error) {
	next := map[variants.State]*node{}
	for _, n := range t.nodes[len(t.nodes)-len(level):] {
		a, ok := book.Find(n.pos.State())
		if !ok || !n.pos.Legal().Has(int(a.First())) {
			return nil, fmt.Errorf("there is no legal answer in %v", n.pos)
		}
		n.answer = &a
		if a.Kind == proof.ByMove {
			t.expand(n, n.pos.Play(a.Move), depth, next)
		}
	}
	return next, nil
}

// add adds a position.
func (t *tree) add(p variants.Position, ply int) *node {
	n := &node{id: len(t.nodes) + 1, ply: ply, pos: p}
	t.nodes = append(t.nodes, n)
	return n
}

// expand adds the loser's moves in p, which is the position of the node or comes after
// the answer to it.
func (t *tree) expand(n *node, p variants.Position, depth int, next map[variants.State]*node) {
	ply := n.ply // the ply of the loser's move
	if n.answer != nil {
		ply++
	}
	if ply >= depth {
		n.more = p.Legal().Count()
		return
	}
	for cell := range p.Legal().Cells() {
		m := variants.Move(cell)
		edge := reply{move: p.MoveText(m)}
		if ply+1 < depth {
			after := p.Play(m)
			key := after.State()
			if next[key] == nil {
				next[key] = t.add(after, ply+1)
			}
			edge.to = next[key]
			edge.to.parents++
		}
		n.replies = append(n.replies, edge)
	}
}

// moves returns the texts of the winner's moves in a node: one move, a walk, or the turns of a plan that some line of
// play uses.
func (n *node) moves() []string {
	switch n.answer.Kind {
	case proof.ByMove, proof.ByCopy:
		return []string{n.pos.MoveText(n.answer.Move)}
	case proof.ByPlan:
		return planned(n.pos, n.answer.Walk)
	}
	var texts []string
	p := n.pos
	for _, m := range n.answer.Walk {
		if !p.Legal().Has(int(m)) {
			return append(texts, fmt.Sprintf("illegal move %d", m))
		}
		texts = append(texts, p.MoveText(m))
		after, err := p.Play(m).WithSide(p.Side())
		if err != nil {
			panic(err) // two markers on the board allow either player to move
		}
		p = after
	}
	return texts
}

// planned returns the texts of the winner's turns of a plan in the longest line of play.
func planned(p variants.Position, turns []variants.Move) []string {
	var rest []string
	after := p.Play(turns[0])
	for cell := range after.Legal().Cells() {
		if more := planned(after.Play(variants.Move(cell)), turns[1:]); len(more) > len(rest) {
			rest = more
		}
	}
	return append([]string{p.MoveText(turns[0])}, rest...)
}

// ends reports whether the loser has no move after the answer.
func (n *node) ends() bool {
	return n.answer.Kind == proof.ByMove && n.more == 0 && len(n.replies) == 0
}
