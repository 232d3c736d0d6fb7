package main

import (
	"slices"

	"gridlock/bitboard"
	"gridlock/internal/sweep"
	"gridlock/variants"
)

// starts returns the starts of games on all boards of at most 64 cells, game by game, and by rows
// and then columns. Of two boards that are each other transposed, only the one with fewer rows is
// among them.
func starts(games []variants.Variant) (all []variants.Position) {
	plan, _, _ := sweep.Plan(games, everySize())
	for _, start := range plan {
		if grid := start.Game().Grid(); grid.Rows() <= grid.Cols() || !transposes(start) {
			all = append(all, start)
		}
	}
	return all
}

// everySize returns the sizes of all boards.
func everySize() []sweep.Sizes {
	every := sweep.Range{From: 1, To: bitboard.MaxCells}
	return []sweep.Sizes{{Rows: every, Cols: every}}
}

// edition is a part of the atlas, with its boards and the names of its files in the folder of the data.
type edition struct {
	facts, runs string
	starts      []variants.Position
}

// libraryCells is the number of cells of the largest boards of the library.
const libraryCells = 36

// every returns the atlas of the five games, and that of the library.
func every() []edition {
	large := func(p variants.Position) bool { return p.Game().Grid().Size() > libraryCells }
	return []edition{
		{"atlas.jsonl", "runs.jsonl", starts(variants.All())},
		{"library.jsonl", "library-runs.jsonl", slices.DeleteFunc(starts(libraryGames()), large)},
	}
}

// libraryGames returns the games of the library, of those with the same rules that with most rows.
func libraryGames() []variants.Variant {
	return slices.DeleteFunc(variants.Library(), func(v variants.Variant) bool {
		return slices.ContainsFunc(variants.Library(), func(w variants.Variant) bool { return w.Key() == v.Key() && w.Rows > v.Rows })
	})
}

// allStarts returns the boards of all editions.
func allStarts(every []edition) (all []variants.Position) {
	for _, e := range every {
		all = append(all, e.starts...)
	}
	return all
}

// transposes reports whether the start of a game is, with rows and columns exchanged, the start on
// the board with rows and columns exchanged.
func transposes(start variants.Position) bool {
	game := start.Game()
	grid := game.Grid()
	other, err := game.Variant().NewGame(grid.Cols(), grid.Rows())
	if err != nil || !transposable(game.Variant()) {
		return false
	}
	s, t := start.State(), other.Start().State()
	for c := range grid.Size() {
		row, col := grid.RowCol(c)
		d := other.Grid().Cell(col, row)
		if s.Free.Has(c) != t.Free.Has(d) || s.Mine.Has(c) != t.Mine.Has(d) || s.Yours.Has(c) != t.Yours.Has(d) {
			return false
		}
	}
	return true
}

// transposable reports whether the rules of a game are the same when rows and columns are
// exchanged, as those of a game are whose square boards have that symmetry. On the largest one
// offsets lead everywhere that they lead to on any board, and joined edges are far from each other.
func transposable(v variants.Variant) bool {
	square, err := v.NewGame(8, 8)
	if err != nil {
		return false
	}
	return slices.Contains(square.Symmetries(), bitboard.Transpose)
}
