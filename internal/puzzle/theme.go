package puzzle

import (
	"slices"

	"gridlock/analysis"
	"gridlock/theory"
	"gridlock/variants"
)

// Theme is the idea of a puzzle, by the evidence of [analysis.Analyze] before and after the winning move.
type Theme string

// The themes.
const (
	Matching   Theme = "matching"   // cells are matched in pairs
	Copying    Theme = "copying"    // the solution leaves a position in which the winner copies
	Parity     Theme = "parity"     // a sum of parts with nimbers 0 or 1: the number of ones decides
	Nimbers    Theme = "nimbers"    // a sum of parts with larger nimbers
	Values     Theme = "sums"       // a sum of parts, by their values
	Separation Theme = "separation" // the players count turns on cells that only they can reach
	Search     Theme = "search"     // none of these: look ahead
)

// Themes returns all themes.
func Themes() []Theme {
	return []Theme{Matching, Copying, Parity, Nimbers, Values, Separation, Search}
}

// ThemesOf returns the themes that puzzles of a game may have.
func ThemesOf(game *variants.Game) (themes []Theme) {
	known := theory.For(game)
	has := map[Theme]bool{
		Matching: known.Matching, Copying: known.Mirrors != nil,
		Parity: known.Nimbers != nil, Nimbers: known.Nimbers != nil, Values: known.Values != nil,
		Separation: known.Separation != nil, Search: !known.Decides,
	}
	for _, t := range Themes() {
		if has[t] {
			themes = append(themes, t)
		}
	}
	return themes
}

// themes returns the themes of a puzzle, in the order of [Themes]. It has Search only if there is no other theme, and
// Parity only if there is no Nimbers.
func (z Puzzle) themes() (themes []Theme) {
	before, after := themeOf(z.Analysis.Evidence), themeOf(z.Analysis.Move(z.Line[0]).Evidence)
	for _, t := range Themes() {
		switch {
		case t != before && t != after, t == Search, t == Parity && (before == Nimbers || after == Nimbers):
		default:
			themes = append(themes, t)
		}
	}
	if themes == nil {
		return []Theme{Search}
	}
	return themes
}

// themeOf returns the theme of evidence.
func themeOf(e *analysis.Evidence) Theme {
	switch {
	case e == nil:
	case e.Matching != nil:
		return Matching
	case e.Mirror != nil:
		return Copying
	case e.Sum != nil && !slices.ContainsFunc(e.Sum.Components, func(c analysis.NimberComponent) bool { return c.Nimber > 1 }):
		return Parity
	case e.Sum != nil:
		return Nimbers
	case e.Values != nil:
		return Values
	case e.Separation != nil:
		return Separation
	}
	return Search
}

// Words returns themes or levels as texts.
func Words[W ~string](all []W) []string {
	words := make([]string, len(all))
	for i, w := range all {
		words[i] = string(w)
	}
	return words
}
