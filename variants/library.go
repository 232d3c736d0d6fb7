package variants

import (
	"slices"
	"sync"
)

// published is a game of the library: its texts, its default board, the words of its rules and, for a graph, the
// letters of its vertices in the order of their cells.
type published struct {
	ID, Title, Literature, Summary string
	Rows, Cols                     int
	words, letters                 string
}

// library has the games of the library, in the order of their IDs.
var library = [...]published{
	{ID: "col", Title: "Col", Literature: "Vout; Winning Ways, ch. 2", Summary: "place anywhere but next to a marker of your own",
		Rows: 5, Cols: 5, words: "place rook own"},
	{ID: "cylindersnort", Title: "Snort on a cylinder", Literature: "Snort on the product of a path and a cycle", Summary: "place anywhere but next to a marker of your opponent, on a cylinder",
		Rows: 4, Cols: 5, words: "place rook other cylinder"},
	{ID: "dawson", Title: "Dawson's Chess", Literature: "Dawson 1935; Guy and Smith 1956, octal game 0.137; Winning Ways, ch. 4", Summary: "take a cell of a row, which closes the cells beside it",
		Rows: 1, Cols: 20, words: "place rook all"},
	{ID: "hexblockade", Title: "Blockade on hexagons", Literature: "a restricted Isola, on hexagons", Summary: "step your marker, then block a hexagon beside it",
		Rows: 4, Cols: 4, words: "walk hex block ends"},
	{ID: "hexcol", Title: "Col on hexagons", Literature: "Col on the triangular lattice", Summary: "place anywhere but next to a marker of your own, on hexagons",
		Rows: 5, Cols: 5, words: "place hex own"},
	{ID: "hexkayles", Title: "Kayles on hexagons", Literature: "Node Kayles on the triangular lattice", Summary: "take a hexagon, which closes all those around it",
		Rows: 6, Cols: 6, words: "place hex all"},
	{ID: "hexsnort", Title: "Snort on hexagons", Literature: "Gauthier and Huntemann 2024, on triangular grids", Summary: "place anywhere but next to a marker of your opponent, on hexagons",
		Rows: 4, Cols: 5, words: "place hex other"},
	{ID: "icosian", Title: "Geography on a dodecahedron", Literature: "undirected vertex geography, on the board of Hamilton's Icosian Game, 1857", Summary: "move along an edge to a corner that has not been visited",
		Rows: 7, Cols: 9, words: "follow graph:7x9:4,13,18,20,24,26,28,30,32,34,39,41,46,49,52,54,55,58,61,62:4-13;4-18;4-26;13-20;13-24;18-28;18-54;20-28;20-30;24-32;24-34;26-34;26-62;28-46;30-32;30-39;32-41;34-52;39-46;39-49;41-49;41-52;46-55;49-58;52-61;54-55;54-62;55-58;58-61;61-62", letters: "afeokbjtpgsqnrldimhc"},
	{ID: "kinggeography", Title: "Geography of a king", Literature: "undirected vertex geography; Fraenkel, Scheinerman and Ullman 1993", Summary: "move one king in turn, never to a cell where it has been",
		Rows: 5, Cols: 5, words: "follow king"},
	{ID: "kingsnort", Title: "Snort of kings", Literature: "Snort on the graph of a king", Summary: "place anywhere but next to a marker of your opponent, corners included",
		Rows: 5, Cols: 5, words: "place king other"},
	{ID: "knightgeography", Title: "The knight's game", Literature: "undirected vertex geography; math.SE 897092", Summary: "move one knight in turn, never to a cell where it has been",
		Rows: 8, Cols: 8, words: "follow knight"},
	{ID: "knightkayles", Title: "Non-attacking knights", Literature: "Node Kayles on the graph of a knight", Summary: "place a knight that no other one attacks",
		Rows: 6, Cols: 6, words: "place knight all"},
	{ID: "knighttron", Title: "Tron of knights", Literature: "Tron on the graph of a knight", Summary: "go by knight leaps to a cell where no marker has been",
		Rows: 4, Cols: 5, words: "walk knight"},
	{ID: "nodekayles", Title: "Node Kayles", Literature: "Schaefer 1978; on the grid of a chessboard's rook steps", Summary: "take a cell, which closes all cells beside it",
		Rows: 5, Cols: 5, words: "place rook all"},
	{ID: "petersen", Title: "Kayles on the Petersen graph", Literature: "Node Kayles on the graph of Petersen 1898", Summary: "take a vertex, which closes the three that are joined to it",
		Rows: 5, Cols: 5, words: "place graph:5x5:2,7,10,11,13,14,16,18,20,24:2-7;2-10;2-14;7-16;7-18;10-11;10-20;11-13;11-18;13-14;13-16;14-24;16-20;18-24;20-24 all", letters: "afejgbihdc"},
	{ID: "queens", Title: "Non-attacking queens", Literature: "Noon and Van Brummelen 2006; OEIS A344227", Summary: "place a queen that no other one attacks",
		Rows: 8, Cols: 8, words: "place queen all"},
	{ID: "snort", Title: "Snort", Literature: "Norton; On Numbers and Games; Winning Ways", Summary: "place anywhere but next to a marker of your opponent",
		Rows: 5, Cols: 5, words: "place rook other"},
	{ID: "toruskings", Title: "Kings on a torus", Literature: "Node Kayles on the graph of a king, drawn on a torus", Summary: "place a king that no other one attacks, on a torus",
		Rows: 7, Cols: 7, words: "place king all torus"},
	{ID: "tron", Title: "Tron", Literature: "Bodlaender 1993; whoever cannot move loses", Summary: "step to a cell where no marker has been",
		Rows: 4, Cols: 4, words: "walk rook"},
}

// libraryGames are the games of the library, each made when it is first asked for.
var libraryGames = sync.OnceValue(func() (games []func() Variant) {
	for _, g := range library {
		games = append(games, sync.OnceValue(g.variant))
	}
	return games
})

// variant makes the game.
func (g published) variant() Variant {
	f, _, err := parseRules(g.words)
	if err != nil {
		panic("variants: " + g.ID + ": " + err.Error())
	}
	d := Definition{ID: g.ID, Title: g.Title, Literature: g.Literature, Summary: g.Summary, Rows: g.Rows, Cols: g.Cols, Family: f}
	if g.letters != "" {
		d.letters, d.lettered = map[string]int{}, true
		for cell := range f.Graph.Vertices.Cells() {
			d.letters[g.letters[len(d.letters):][:1]] = cell
		}
	}
	v, err := newVariant(d, g.words)
	if err != nil {
		panic("variants: " + g.ID + ": " + err.Error())
	}
	return v
}

// Library returns the games of the library, in the order of their IDs: games of the family from the
// literature, besides the five.
func Library() (all []Variant) {
	for _, game := range libraryGames() {
		all = append(all, game())
	}
	return all
}

// LibraryIDs returns the IDs of the games of the library, in the order of [Library].
func LibraryIDs() (all []string) {
	for _, g := range library {
		all = append(all, g.ID)
	}
	return all
}

// inLibrary returns the number of the game of the library with an ID, -1 if there is none.
func inLibrary(id string) int {
	return slices.IndexFunc(library[:], func(g published) bool { return g.ID == id })
}

// byWords returns the index in the library of the game with the given words, or -1. If there are several, it is the
// game with the most rows.
func byWords(words string) int {
	best := -1
	for i, g := range library {
		if g.words == words && (best < 0 || g.Rows > library[best].Rows) {
			best = i
		}
	}
	return best
}
