package testgames

import "gridlock/variants"

// Truth finds the distances of states by plain recursion on the rules: the number of plies to
// the end of the game, odd if the player to move wins. It keeps all states in memory.
type Truth struct {
	rules variants.Rules

	// Known holds the distances of all states met so far.
	Known map[variants.State]int
}

// NewTruth returns an empty Truth for the states of a game.
func NewTruth(game *variants.Game) *Truth {
	return &Truth{game.Rules(), map[variants.State]int{}}
}

// Distance returns the distance of a state.
func (t *Truth) Distance(s variants.State) int {
	if d, ok := t.Known[s]; ok {
		return d
	}
	win, loss := 0, 0
	for m := range t.rules.Legal(s).Cells() {
		d := t.Distance(t.rules.Play(s, variants.Move(m))) + 1
		switch {
		case d%2 == 0:
			loss = max(loss, d)
		case win == 0 || d < win:
			win = d
		}
	}
	if win == 0 {
		win = loss
	}
	t.Known[s] = win
	return win
}
