package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gridlock/bitboard"
	"gridlock/internal/printable"
	"gridlock/internal/sweep"
	"gridlock/theory"
	"gridlock/variants"
)

// edition is a part of the atlas: its games, and the name of the file with its data.
type edition struct {
	name  string
	Games []game
}

// game is a game and its boards.
type game struct {
	variants.Variant
	Boards boards
}

// boards are some boards.
type boards []*board

// board is a board and the fact about it, if there is one. Program is empty if there is none.
type board struct {
	Fact
	start      variants.Position
	Rows, Cols int
}

// libraryCells is the number of cells of the largest boards of the library.
const libraryCells = 36

// editions returns the atlas of the five games and the atlas of the library, with the data in the folder of the
// documents. Of games of the library with the same rules it has only the game with the most rows.
func editions(docs string) ([]edition, error) {
	library := slices.DeleteFunc(variants.Library(), func(v variants.Variant) bool {
		return slices.ContainsFunc(variants.Library(), func(w variants.Variant) bool { return w.Key() == v.Key() && w.Rows > v.Rows })
	})
	all := []edition{
		{name: "atlas/atlas.jsonl", Games: games(variants.All(), bitboard.MaxCells)},
		{name: "atlas/library.jsonl", Games: games(library, libraryCells)},
	}
	return all, errors.Join(all[0].read(docs), all[1].read(docs))
}

// games returns games with their boards of at most the given number of cells, by rows and then columns. Of two boards
// that are transposes of each other it has only the one with fewer rows.
func games(all []variants.Variant, cells int) (some []game) {
	every := sweep.Range{From: 1, To: cells}
	for _, v := range all {
		g, transposes := game{Variant: v}, transposes(v)
		starts, _, _ := sweep.Plan([]variants.Variant{v}, []sweep.Sizes{{Rows: every, Cols: every}})
		for _, start := range starts {
			grid := start.Game().Grid()
			if grid.Size() <= cells && (grid.Rows() <= grid.Cols() || !transposes) {
				g.Boards = append(g.Boards, &board{start: start, Rows: grid.Rows(), Cols: grid.Cols()})
			}
		}
		if len(g.Boards) > 0 {
			some = append(some, g)
		}
	}
	return some
}

// transposes reports whether a game begins without marks and has the same rules when rows and columns are exchanged.
// Then its square boards have that symmetry. It looks at the largest board, where an offset leads to another cell
// wherever it does so on any board, and joined edges are far from each other.
func transposes(v variants.Variant) bool {
	square, err := v.NewGame(8, 8)
	return err == nil && square.Start().Empty() == square.Grid().All() && slices.Contains(square.Symmetries(), bitboard.Transpose)
}

// read adds the data, if there is a file, to the boards.
func (e edition) read(docs string) error {
	content, err := os.ReadFile(filepath.Join(docs, e.name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	facts := map[[2]string]Fact{}
	for line := range bytes.Lines(content) {
		var f Fact
		err = errors.Join(err, json.Unmarshal(line, &f))
		facts[[2]string{f.Variant, f.Board}] = f
	}
	for _, b := range e.Boards() {
		b.Fact = facts[b.key()]
	}
	return err
}

// data returns the files of the data: for each edition a line of JSON for each board with a fact.
func data(all []edition) (files, error) {
	found := files{}
	for _, e := range all {
		var lines bytes.Buffer
		for _, b := range e.Boards().which(known) {
			if err := printable.WriteJSON(&lines, b.Fact); err != nil {
				return nil, err
			}
		}
		found[e.name] = lines.Bytes()
	}
	return found, nil
}

// known reports whether there is a fact about a board.
func known(b *board) bool { return b.Program != "" }

// Boards returns the boards of all games.
func (e edition) Boards() (all boards) {
	for _, g := range e.Games {
		all = append(all, g.Boards...)
	}
	return all
}

// key names a board in the data: its game, and its size.
func (b *board) key() [2]string {
	return [2]string{b.start.Game().Variant().Name(), b.start.Game().Grid().String()}
}

// Size writes the size of a board: "5×11".
func (b *board) Size() string { return fmt.Sprintf("%d×%d", b.Rows, b.Cols) }

// done reports whether a board need not be solved again: it is solved completely, or was tried with limits at least as
// wide.
func (b *board) done(l Limits) bool {
	return b.complete() || b.Limits.Nodes >= l.Nodes && b.Limits.PliesNodes >= l.PliesNodes && b.Limits.Memory >= l.Memory
}

// wins reports whether a player is known to win.
func (f Fact) wins(player variants.Player) bool {
	return f.Winner != nil && *f.Winner == player.String()
}

// kinds are the kinds of boards that the pages count.
var kinds = map[string]func(*board) bool{
	"decided":   func(b *board) bool { return b.Winner != nil },
	"open":      func(b *board) bool { return b.Winner == nil },
	"first":     func(b *board) bool { return b.wins(variants.X) },
	"second":    func(b *board) bool { return b.wins(variants.O) },
	"late":      func(b *board) bool { return b.wins(variants.O) && b.Rows >= 4 && b.Cols >= 3 },
	"measured":  func(b *board) bool { return b.Plies != nil },
	"certified": func(b *board) bool { return b.Certificate != nil },
	"theorem":   func(b *board) bool { return b.Theorem() != "" },
	"lemma":     func(b *board) bool { return b.Theorem() == "" && b.Lemma != nil },
	"search":    func(b *board) bool { return b.Theorem() == "" && b.Lemma == nil && b.Winner != nil },
}

// Theorem returns the name of the theorem that says who wins a board; "" if there is none.
func (b *board) Theorem() string {
	t, _ := theory.OnBoard(b.start.Game().Variant().Family(), b.Rows, b.Cols)
	return t.Name
}

// That returns the boards of a kind, which has to be one of kinds.
func (all boards) That(kind string) boards { return all.which(kinds[kind]) }

func (all boards) which(is func(*board) bool) (some boards) {
	for _, b := range all {
		if is(b) {
			some = append(some, b)
		}
	}
	return some
}

// String lists the sizes: "3×17, 5×11".
func (all boards) String() string {
	var sizes []string
	for _, b := range all {
		sizes = append(sizes, b.Size())
	}
	return cmp.Or(strings.Join(sizes, ", "), "none")
}

// Largest returns the board whose certificate has most records; nil if none has any.
func (all boards) Largest() *board {
	proven := all.which(func(b *board) bool { return b.Certificate != nil && b.Certificate.Records > 0 })
	if len(proven) == 0 {
		return nil
	}
	return slices.MaxFunc(proven, func(a, b *board) int { return cmp.Compare(a.Certificate.Records, b.Certificate.Records) })
}
