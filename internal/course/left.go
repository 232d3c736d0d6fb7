package course

import (
	"gridlock/internal/explain"
	"gridlock/variants"
)

// left returns the rest of the proof for a position of the game.
func (w walker) left(at explain.Stand) Left {
	free := w.cells(at.Position.State())
	turns := free / 2 // each turn takes a cell
	if at.Move != nil {
		turns = (free + 1) / 2
	}
	if !w.Header.Layered() {
		return Left{Rules: len(w.Rules), Turns: turns}
	}
	c := counter{walker: w, seen: make([]bool, len(w.Rules)), turns: map[[2]int]int{}}
	var next []explain.Reply
	most := 0
	switch r := at.Rule; {
	case r == nil:
		next = w.Start
		free--
	case r.Walk != nil:
		most = len(r.Walk) - at.Taken
	case r.Kind == explain.Copies:
		most = turns
	case r.Kind == explain.Ends:
		most = 1 - at.Taken
	case at.Move != nil:
		next = []explain.Reply{{Rule: r.Number}}
	default:
		next = r.Replies
		free--
	}
	for _, r := range next {
		most = max(most, c.most(r.Rule, free))
		c.reach(r.Rule)
	}
	out := Left{Turns: min(most, turns)}
	if at.Rule != nil {
		c.seen[at.Rule.Number-1] = true
	}
	for _, seen := range c.seen {
		if seen {
			out.Rules++
		}
	}
	return out
}

// cells returns the number of cells that players can still take.
func (w walker) cells(s variants.State) int {
	if w.Root.Game().Traits().Free != variants.Unused {
		return s.Free.Count()
	}
	return (s.Mine | s.Yours).Count()
}

// counter counts rules and turns.
type counter struct {
	walker
	seen  []bool         // by rule
	turns map[[2]int]int // the most turns from a rule with a number of free cells
}

// reach marks a rule and the rules that can follow it.
func (c *counter) reach(n int) {
	todo := []int{n}
	for len(todo) > 0 {
		n, todo = todo[len(todo)-1], todo[:len(todo)-1]
		if c.seen[n-1] {
			continue
		}
		c.seen[n-1] = true
		for _, r := range c.Rules[n-1].Replies {
			todo = append(todo, r.Rule)
		}
	}
}

// most returns the most turns of the winner from a rule with at most free cells free; 0 if the rule needs more. A turn
// and its reply take two cells, so this ends although rules lead back to each other.
func (c *counter) most(n, free int) int {
	r := &c.Rules[n-1]
	if c.cells(r.Pattern.Least()) > free {
		return 0
	}
	free = min(free, c.cells(r.Pattern.Most()))
	switch r.Kind {
	case explain.Ends:
		return 1
	case explain.Walks, explain.Plans:
		return len(r.Walk)
	case explain.Copies:
		return (free + 1) / 2
	}
	key := [2]int{n, free}
	if turns, known := c.turns[key]; known {
		return turns
	}
	most := 0
	for _, reply := range r.Replies {
		most = max(most, c.most(reply.Rule, free-2))
	}
	c.turns[key] = 1 + most
	return 1 + most
}
