package variants

import (
	"fmt"
	"strings"

	"gridlock/bitboard"
)

// Sentences returns the rules in plain English, made from the value: who begins, where markers start, what a move does,
// which cells are near each other, how the board is joined, and who has lost. Games with different rules have different
// sentences, except on graphs: these have only the number of edges.
func (f Family) Sentences() []string {
	var all []string
	for _, text := range append([]string{"X and O take turns, and X begins."}, f.facts()...) {
		if text != "" && text != noEdges {
			all = append(all, text)
		}
	}
	return append(all, "Whoever cannot move on their turn has lost.")
}

// Differences returns the sentences by which the rules differ from those of another game.
func (f Family) Differences(other Family) (all []string) {
	theirs := other.facts()
	for i, text := range f.facts() {
		if text != theirs[i] && text != "" {
			all = append(all, text)
		}
	}
	return all
}

// facts returns the texts about start, move, neighbourhood and edges, in this order for all games.
func (f Family) facts() []string {
	return []string{f.startText(), f.moveText(), f.nearText(), f.edgesText()}
}

// startText says where markers start. Other games have none.
func (f Family) startText() string {
	switch {
	case f.Kind != Walk:
		return ""
	case f.Ends:
		return "X's marker starts at the left end of the middle row, and O's at the right end. If there are two middle rows, they start in the lower one."
	case f.From != nil:
		return fmt.Sprintf("On a board of %d rows and %d columns, X's marker starts at row %d, column %d, and O's at row %d, column %d.",
			f.Rows, f.Cols, f.From[0].Rows+1, f.From[0].Cols+1, f.From[1].Rows+1, f.From[1].Cols+1)
	}
	return "First X puts a marker on any cell, then O puts one on any other cell."
}

// moveText says what a move does.
func (f Family) moveText() string {
	switch f.Kind {
	case Follow:
		return "The first mark goes on any cell. Each later mark goes on an empty cell near the last one."
	case Walk:
		if f.Block {
			return "Step your marker to an empty cell near it, then block an empty cell near its new place. " +
				"The cell it left is empty again, and you may block it."
		}
		return "Step your marker to a cell near it that no marker has visited."
	}
	switch f.Close {
	case CloseOwn:
		return "Put a mark on an empty cell that is not near your own marks. It may be near your opponent's."
	case CloseOther:
		return "Put a mark on an empty cell that is not near your opponent's marks. It may be near your own."
	case CloseAll:
		return "Put a mark on an empty cell that is not near any mark."
	}
	return "Put a mark on any empty cell."
}

// nearText says which cells are near each other.
func (f Family) nearText() string {
	switch f.named() {
	case Rook:
		return "Cells are near each other if they share a side."
	case King:
		return "Cells are near each other if they share a side or a corner."
	case Bishop:
		return "Cells are near each other if they share a corner and no side."
	case Knight:
		return "Cells are near each other if they are a knight's move apart, as in chess."
	case Hex:
		return "The cells are hexagons, each row half a cell to the right of the row above. Cells are near each other if they share a side."
	case Queen:
		return "Cells are near each other if they are in one row, column or diagonal, at any distance and whatever stands between."
	case ByGraph:
		return fmt.Sprintf("The cells are the vertices of a graph, %s with %s. Cells are near each other if an edge joins them.",
			counted(f.Graph.Vertices.Count(), "vertex", "vertices"), counted(len(f.Graph.Edges), "edge", "edges"))
	}
	var ways []string
	for _, o := range f.Offsets {
		ways = append(ways, way(o))
	}
	text := "Near a cell: " + strings.Join(ways, "; ") + "."
	if !f.undirected() {
		text += " Near may be one-way: if B is near A, A need not be near B."
	}
	return text
}

// way says where an offset leads: "2 up and 1 left".
func way(o bitboard.Offset) string {
	var parts []string
	for _, part := range []struct {
		n    int
		word string
	}{{-o.Rows, "up"}, {o.Rows, "down"}, {-o.Cols, "left"}, {o.Cols, "right"}} {
		if part.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.n, part.word))
		}
	}
	return strings.Join(parts, " and ")
}

// noEdges is said only where another game has joined edges.
const noEdges = "The edges of the board are not joined."

// edgesText says which edges of the board are joined.
func (f Family) edgesText() string {
	switch f.Wrap {
	case bitboard.Cylinder:
		return "The left and right edges of the board are joined."
	case bitboard.Torus:
		return "The left and right edges of the board are joined, and so are the top and bottom edges."
	}
	if f.Graph != nil {
		return ""
	}
	return noEdges
}

// counted writes a number of things: "1 edge", "15 edges".
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
