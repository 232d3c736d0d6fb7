package theory

import "gridlock/variants"

// Lemma names the lemma that decides a position without a search; "" stands for none. The names are in JSON and in
// stores, so they must not change. Package analysis says how a lemma applies.
type Lemma string

const (
	NoLegalMove      Lemma = "no legal move"
	PerfectMatching  Lemma = "matching"
	CopiesAll        Lemma = "the opponent copies every move"
	CopiesAllButOne  Lemma = "the opponent copies every move but one"
	MarkersSeparated Lemma = "the markers are separated"
	CellsToItself    Lemma = "a marker has cells to itself"
	SpragueGrundy    Lemma = "Sprague-Grundy"
	ColValue         Lemma = "Col value"
	CanonicalForm    Lemma = "canonical form" // the lemma about a sum of positions
)

// Ahead returns the name of the lemma for a position that it decides by the positions after the moves.
func (l Lemma) Ahead() string { return "one move ahead: " + string(l) }

// Lemma returns the lemma that decides a state, which some lemma must decide. It does not search: if nimbers or values
// decide every state it names them, and if the markers cannot meet any more it names separation.
func (t *Theory) Lemma(s variants.State) Lemma {
	if t.game.Rules().Legal(s) == 0 {
		return NoLegalMove
	}
	if lemma := t.lost(s); lemma != "" {
		return lemma
	}
	switch {
	case t.lemmas.Matching:
		return PerfectMatching
	case t.nimbers != nil:
		return SpragueGrundy
	case t.values != nil:
		return ColValue
	case t.separate == nil:
		return ""
	case t.separate.Apart(s):
		return MarkersSeparated
	}
	if t.separate.Withdraw(s) != Open {
		return CellsToItself
	}
	return ""
}
