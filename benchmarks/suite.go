package benchmarks

import (
	"fmt"
	"strings"
	"time"

	"gridlock/bitboard"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/brute"
	"gridlock/solver/negamax"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// Entry is a position of the suite and the engine that solves it.
type Entry struct {
	Variant string // ID of the game

	// Board is the size of the board, as in "5x6". A word that tells the entry from others may follow: "5x6-gaps".
	Board string

	// Position is the text of the position. If it is empty the entry is the start of a game on
	// Board.
	Position string

	Engine solver.Engine
	Memory int64 // limit of the engine's memory, in bytes

	// Limit, if not 0, is the processor time after which the entry is given up. It is for entries whose
	// time is processor time.
	Limit time.Duration
}

// Memory is the memory limit of most entries: enough for everything that they visit, and small
// enough for any machine. It is fixed, since node counts depend on it.
const Memory = 128 << 20

// tight is a memory limit that is reached most of the time.
const tight = 1 << 18

// String returns the unique name of the entry: "blockade 5x6 pn".
func (e Entry) String() string {
	return fmt.Sprintf("%s %s %s", e.Variant, e.Board, e.Engine.Name())
}

// Root returns the position to solve.
func (e Entry) Root() (variants.Position, error) {
	v, err := variants.Lookup(e.Variant)
	if err != nil {
		return variants.Position{}, err
	}
	if e.Position != "" {
		return v.Parse(e.Position)
	}
	size, _, _ := strings.Cut(e.Board, "-")
	rows, cols, err := bitboard.ParseSize(size)
	if err != nil {
		return variants.Position{}, fmt.Errorf("board %q: %w", e.Board, err)
	}
	game, err := v.NewGame(rows, cols)
	if err != nil {
		return variants.Position{}, err
	}
	return game.Start(), nil
}

// Suite returns the fixed suite. With one worker, every entry takes well under two seconds, and
// the same number of nodes on every machine.
func Suite() []Entry {
	exact := []solver.Engine{brute.Memo{}, negamax.Engine{}} // engines that find distances
	far := []solver.Engine{negamax.Engine{}}                 // engines that find distances on larger boards
	proof := []solver.Engine{pn.Engine{}}                    // engines that find who wins
	known := []solver.Engine{auto.Theory{}}
	asked := []solver.Engine{auto.Engine{}}

	var suite []Entry
	add := func(variant, board, position string, memory int64, engines []solver.Engine) {
		for _, e := range engines {
			suite = append(suite, Entry{Variant: variant, Board: board, Position: position, Engine: e, Memory: memory})
		}
	}
	add("classic", "4x5", "", Memory, exact)
	add("classic", "6x8", "", Memory, proof)
	add("classic", "7x9", "", Memory, known)
	add("duel", "4x5", "", Memory, exact)
	add("duel", "5x5", "", Memory, far)
	add("duel", "5x6", "", Memory, asked)
	add("duel", "5x6-gaps", "6/1#3#/O5/3#2/6 x", Memory, proof)
	add("duel", "4x6-played", "X5/6/6/6 o", Memory, known)
	add("lockdown", "3x5", "", Memory, exact)
	add("lockdown", "5x7", "", Memory, proof)
	add("lockdown", "5x5", "", Memory, far)
	add("lockdown", "5x6-hole", "6/6/6/6/5# x", Memory, proof)
	add("lockdown", "5x6-tight", "6/6/6/6/5# x", tight, proof)
	add("lockdown", "8x8-apart", "X7/8/8/########/8/8/8/7O x", Memory, known)
	add("claim", "6x6", "", Memory, exact)
	add("claim", "7x7", "", Memory, proof)
	add("claim", "7x7", "", Memory, known)
	add("blockade", "4x4", "", Memory, exact)
	add("blockade", "5x6", "", Memory, far)
	add("blockade", "5x6-tight", "", tight, far)
	add("blockade", "6x6", "", Memory, proof)
	add("blockade", "6x6", "", Memory, asked)
	add("blockade", "6x6-tight", "", tight, proof)
	add("blockade", "6x7", "", Memory, proof)
	add("blockade", "8x8-wide", "8/1##2##1/8/X2##3/3##2O/8/1##2##1/4#3 x", Memory, proof)
	return suite
}
