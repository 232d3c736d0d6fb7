package report

import (
	"context"
	"fmt"
	"slices"
	"unicode/utf8"

	"gridlock/bitboard"
	"gridlock/theory"
	"gridlock/variants"
)

// Meaning is the meaning of a game's words, all made from the value of the family.
type Meaning struct {
	Variant
	Near [][]string `json:"near"` // the cells near each cell of the default board, row by row
	File string     `json:"file"` // the rule file
}

// Description is the rules of a game of the family in words and pictures, all made from its value.
type Description struct {
	Meaning
	Pictures []Picture `json:"pictures"` // pictures of a mark and the cells near it, on the default board
	Perft    []uint64  `json:"perft"`    // perft of the depths from 1 on, on the default board
	Theorems []Theorem `json:"theorems"` // who wins on all boards of a kind, of any size
	Like     []Like    `json:"like"`     // known games that differ least
}

// Theorem says who wins on all boards of a kind.
type Theorem struct {
	Name   string `json:"theorem"` // in docs/theorems.md
	When   string `json:"when"`    // the boards, as in "a side is even"
	Winner string `json:"winner"`
}

// NewTheorem returns a theorem of package theory in JSON.
func NewTheorem(t theory.Theorem) Theorem { return Theorem{t.Name, t.When, t.Winner()} }

// Picture shows a mark, with the cells that it closes or from which a move can go on.
type Picture struct {
	Cell    string   `json:"cell"`
	Near    []string `json:"near"`
	Text    string   `json:"text"` // the board, with X, * and .
	Meaning string   `json:"meaning"`
}

// Like is another game, with the sentences by which a game differs from it; none if the rules are the same.
type Like struct {
	Variant string   `json:"variant"`
	But     []string `json:"but"`
}

const (
	perftDepth = 4 // of descriptions
	mostLike   = 3
)

// NewMeaning returns the meaning of the words of a game of the family. The error is that of
// [variants.Variant.RuleFile].
func NewMeaning(v variants.Variant) (Meaning, error) {
	file, err := v.RuleFile()
	if err != nil {
		return Meaning{}, err
	}
	game := v.Default()
	m := Meaning{Variant: NewVariant(v), Near: [][]string{}, File: file}
	for c := range game.Grid().Size() {
		m.Near = append(m.Near, game.CellTexts(game.Near().At(c)))
	}
	return m, nil
}

// NewDescription returns the description of a game of the family. The error is that of ctx, or of NewMeaning.
func NewDescription(ctx context.Context, v variants.Variant, known []variants.Variant) (Description, error) {
	meaning, err := NewMeaning(v)
	if err != nil {
		return Description{}, err
	}
	game := v.Default()
	d := Description{Meaning: meaning, Pictures: pictures(game), Perft: []uint64{}, Theorems: []Theorem{}, Like: likes(v, known)}
	for _, t := range theory.OnEveryBoard(v.Family()) {
		d.Theorems = append(d.Theorems, NewTheorem(t))
	}
	for depth := 1; depth <= perftDepth; depth++ {
		count, err := variants.Perft(ctx, game.Start(), depth, 0)
		if err != nil {
			return d, err
		}
		d.Perft = append(d.Perft, count)
	}
	return d, nil
}

// likes returns the known games of the same kind that differ least from a game, each in another way.
func likes(v variants.Variant, known []variants.Variant) []Like {
	best, least := []Like{}, 0
	for _, other := range known {
		f, theirs := v.Family(), other.Family()
		twoGraphs := f.Graph != nil && theirs.Graph != nil // the sentences do not say how the edges of graphs differ
		if other.ID == v.ID || f.Kind != theirs.Kind || twoGraphs && other.Key() != v.Key() {
			continue
		}
		but := f.Differences(theirs)
		n := max(len(but), len(theirs.Differences(f)))
		if len(best) == 0 || n < least {
			best, least = nil, n
		}
		if n == least && len(best) < mostLike && !slices.ContainsFunc(best, func(l Like) bool { return slices.Equal(l.But, but) }) {
			best = append(best, Like{other.ID, but})
		}
	}
	return best
}

// pictures returns a picture of a mark in the middle and, if edges are joined, of a mark at an edge.
func pictures(game *variants.Game) []Picture {
	f, grid := game.Variant().Family(), game.Grid()
	meaning := meaningOf(f)
	if meaning == "" {
		return []Picture{}
	}
	middle, corner := grid.Cell(grid.Rows()/2, grid.Cols()/2), grid.Cell(grid.Rows()/2, 0)
	if f.Graph != nil {
		for c := range f.Graph.Vertices.Cells() {
			if n := game.Near(); !f.Graph.Vertices.Has(middle) || n.At(c).Count() > n.At(middle).Count() {
				middle = c
			}
		}
	}
	if f.Wrap == bitboard.Torus {
		corner = 0
	}
	all := []Picture{newPicture(game, middle, meaning)}
	if f.Wrap != bitboard.Plane && corner != middle {
		all = append(all, newPicture(game, corner, meaning))
	}
	return all
}

// meaningOf says what X and * mean in pictures of a game, "" if there is no *.
func meaningOf(f variants.Family) string {
	switch {
	case f.Kind == variants.Follow:
		return "X is the last mark; the next one is put on a *."
	case f.Kind == variants.Walk:
		return "X is a marker; it can step to a *."
	case f.Close == variants.CloseOwn:
		return "X is a mark. Its owner may not play on *; the opponent may."
	case f.Close == variants.CloseOther:
		return "X is a mark. The opponent may not play on *; its owner may."
	case f.Close == variants.CloseAll:
		return "X is a mark. Nobody may play on *."
	}
	return ""
}

// newPicture draws a mark and the cells near it on an empty board. All games are drawn alike, whatever their rule books
// do.
func newPicture(game *variants.Game, at int, meaning string) Picture {
	v := game.Variant()
	p := Picture{Cell: game.CellText(at), Near: game.CellTexts(game.Near().At(at)), Meaning: meaning}
	plain, err := variants.New(variants.Definition{ID: "plain", Family: v.Family(), Rows: v.Rows, Cols: v.Cols})
	if err != nil {
		panic("report: " + v.ID + ": " + err.Error())
	}
	start := plain.Default().Start()
	p.Text = start.Render(func(c int, text string) string {
		glyph := "."
		switch {
		case start.Holes().Has(c):
			return text
		case c == at:
			glyph = "X"
		case game.Near().At(at).Has(c):
			glyph = "*"
		}
		return fmt.Sprintf("%*s", utf8.RuneCountInString(text), glyph)
	})
	return p
}
