// Package shipped has results that come with the program: for early positions that take long to solve, who wins, in how
// many plies, and by which moves.
package shipped

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"gridlock/solver"
	"gridlock/solver/keys"
	"gridlock/variants"
)

// text has the results. A line with the name of a game, as in "blockade 7x7", comes before those of its positions, and
// an empty line after them. A position is "position;outcome distance moves"; it is the image with the least key, see
// [keys.Keys], as [variants.Game.Drawn] draws it. The distance is "-" if it is unknown. With a distance the moves are
// all best moves; without, some winning moves, or none.
//
//go:embed results.txt
var text string

// Results are the results that come with the program. They are a store (analysis.Store) that keeps nothing
// else. The zero value is ready, and may be used by several goroutines.
type Results struct {
	mu    sync.Mutex
	games map[string]game // by name
}

// game is the results of a game.
type game struct {
	lines string // lines of the text, after a line break; "" where there are none
	keys  keys.Keys
}

// Find returns the result of a position, by a search in the text.
func (r *Results) Find(_ context.Context, p variants.Position) (found solver.Result, origin solver.Origin, ok bool) {
	found, origin = solver.Result{Distance: solver.NoDistance}, solver.Origin{Kind: solver.FromBook}
	known := r.of(p.Game())
	if known.lines == "" {
		return found, origin, false
	}
	c := known.keys.Canonical(p)
	image, ok := p.Game().Drawn(known.keys.State(c.Key))
	if !ok {
		return found, origin, false
	}
	_, rest, ok := strings.Cut(known.lines, "\n"+image.String()+";")
	if !ok {
		return found, origin, false
	}
	value, _, _ := strings.Cut(rest, "\n")
	found, err := read(image, value)
	if err != nil {
		panic(fmt.Sprintf("shipped: %v: %v", image, err)) // it is in the program, and tested
	}
	found.Best, _ = c.Original(found.Best)
	return found, origin, true
}

// Save does nothing.
func (r *Results) Save(context.Context, variants.Position, solver.Result, error) {}

// Batch calls work.
func (r *Results) Batch(_ bool, work func()) { work() }

// of returns the results of a game.
func (r *Results) of(g *variants.Game) game {
	r.mu.Lock()
	defer r.mu.Unlock()
	name := g.String()
	known, met := r.games[name]
	if met {
		return known
	}
	if _, lines, ok := strings.Cut("\n\n"+text, "\n\n"+name+"\n"); ok {
		lines, _, _ = strings.Cut(lines, "\n\n")
		known = game{"\n" + lines, keys.New(g)}
	}
	if r.games == nil {
		r.games = map[string]game{}
	}
	r.games[name] = known
	return known
}

// read reads the result of a position.
func read(p variants.Position, value string) (solver.Result, error) {
	found := solver.Result{Proven: true, Distance: solver.NoDistance, Engine: solver.FromBook}
	words := strings.Fields(value)
	if len(words) < 2 {
		return found, errors.New("no outcome and distance")
	}
	switch words[0] {
	case solver.Win.String():
		found.Outcome = solver.Win
	case solver.Loss.String():
		found.Outcome = solver.Loss
	default:
		return found, errors.New("no outcome")
	}
	if words[1] != "-" {
		plies, err := strconv.Atoi(words[1])
		if err != nil {
			return found, err
		}
		found.Distance, found.BestComplete = plies, true
	}
	for _, word := range words[2:] {
		m, err := p.ParseMove(word)
		if err != nil {
			return found, err
		}
		found.Best = found.Best.With(int(m))
	}
	return found, nil
}
