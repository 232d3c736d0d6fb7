package variants

import (
	"fmt"
	"strings"

	"gridlock/bitboard"
)

// Sentences returns the rules in plain English, made from the value: who begins, where markers start,
// what a move does, which cells are near each other, how the board is joined, and who has lost. Games
// with different rules have different sentences, except those on graphs, which say how many edges
// there are and not which.
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

// facts returns what is said of start, move, neighbourhood and edges, in this order for all games.
func (f Family) facts() []string {
	return []string{f.startText(), f.moveText(), f.nearText(), f.edgesText()}
}

// startText says where markers start. Other games have none.
func (f Family) startText() string {
	switch {
	case f.Kind != Walk:
		return ""
	case f.Ends:
		return "The marker of X starts at the left end of the middle row, that of O at its right end; of two middle rows it is the lower one."
	case f.From != nil:
		return fmt.Sprintf("On a board of %d rows and %d columns, the marker of X starts at row %d, column %d, that of O at row %d, column %d.",
			f.Rows, f.Cols, f.From[0].Rows+1, f.From[0].Cols+1, f.From[1].Rows+1, f.From[1].Cols+1)
	}
	return "First X puts a marker on any cell, then O puts one on any other cell."
}

// moveText says what a move does.
func (f Family) moveText() string {
	switch f.Kind {
	case Follow:
		return "The first mark is put on any cell. Each later one is put on an empty cell near the last one, whoever put it."
	case Walk:
		if f.Block {
			return "Step your marker to an empty cell near it, then block an empty cell near where it is now. " +
				"The cell it has left is empty again, and may be the one that is blocked."
		}
		return "Step your marker to a cell near it on which no marker has been."
	}
	switch f.Close {
	case CloseOwn:
		return "Put a mark on an empty cell that is not closed to you. A mark closes all cells near it to its owner; the opponent may still take them."
	case CloseOther:
		return "Put a mark on an empty cell that is not closed to you. A mark closes all cells near it to the opponent; its owner may still take them."
	case CloseAll:
		return "Put a mark on an empty cell that is not closed. A mark closes all cells near it, to both players."
	}
	return "Put a mark on any empty cell; which cells are near makes no difference."
}

// nearText says which cells are near each other.
func (f Family) nearText() string {
	switch f.named() {
	case Rook:
		return "The cells are squares; they are near each other if they share a side."
	case King:
		return "The cells are squares; they are near each other if they share a side or a corner."
	case Bishop:
		return "The cells are squares; they are near each other if they share a corner and no side."
	case Knight:
		return "Cells are near each other if a knight of chess goes from one to the other."
	case Hex:
		return "The cells are hexagons, each row half a cell to the right of the row above; they are near each other if they share a side."
	case Queen:
		return "Near a cell are all others in its row, in its column and on its two diagonals, however far away and whatever stands between."
	case ByGraph:
		return fmt.Sprintf("The cells are the vertices of a graph, %s with %s; they are near each other if an edge joins them.",
			counted(f.Graph.Vertices.Count(), "vertex", "vertices"), counted(len(f.Graph.Edges), "edge", "edges"))
	}
	var ways []string
	for _, o := range f.Offsets {
		ways = append(ways, way(o))
	}
	text := "Near a cell are those " + strings.Join(ways, ", or ") + "."
	if !f.undirected() {
		text += " A cell need not be near one that is near it."
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
const noEdges = "No edges of the board are joined."

// edgesText says which edges of the board are joined.
func (f Family) edgesText() string {
	switch f.Wrap {
	case bitboard.Cylinder:
		return "The left and the right edge of the board are joined."
	case bitboard.Torus:
		return "The left and the right edge of the board are joined, and so are the upper and the lower one."
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
