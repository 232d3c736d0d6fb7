// Package shipped has results that come with the program: positions near the start of games that take long
// to solve, with who wins, in how many plies, and by which moves.
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

// text has the results. A line with the name of a game, as in "blockade 7x7", comes before those of its
// positions, and an empty line after them. A position is "position;outcome distance moves", for all its images.
// The distance is "-" where it is not known. With it, the moves are all that are best; without it, some that
// win, or none.
//
//go:embed results.txt
var text string

// Results are the results that come with the program. They are a store (analysis.Store) that keeps nothing
// else. The zero value is ready, and may be used by several goroutines.
type Results struct {
	mu    sync.Mutex
	games map[string]*results // by name; nil where there are none
}

// results are those of a game. Moves are those of the image that has the key.
type results struct {
	keys  keys.Keys
	byKey map[keys.Key]solver.Result
}

// Find returns what is known of a position.
func (r *Results) Find(_ context.Context, p variants.Position) (found solver.Result, origin solver.Origin, ok bool) {
	origin = solver.Origin{Kind: solver.FromBook}
	known := r.of(p.Game())
	if known == nil {
		return solver.Result{Distance: solver.NoDistance}, origin, false
	}
	c := known.keys.Canonical(p)
	if found, ok = known.byKey[c.Key]; !ok {
		return solver.Result{Distance: solver.NoDistance}, origin, false
	}
	found.Best, _ = c.Original(found.Best)
	return found, origin, true
}

// Save does nothing.
func (r *Results) Save(context.Context, variants.Position, solver.Result, error) {}

// Batch calls work.
func (r *Results) Batch(_ bool, work func()) { work() }

// of returns the results of a game, nil where there are none.
func (r *Results) of(game *variants.Game) *results {
	r.mu.Lock()
	defer r.mu.Unlock()
	name := game.String()
	known, met := r.games[name]
	if met {
		return known
	}
	if _, after, ok := strings.Cut("\n\n"+text, "\n\n"+name+"\n"); ok {
		lines, _, _ := strings.Cut(after, "\n\n")
		known = &results{keys.New(game), map[keys.Key]solver.Result{}}
		for line := range strings.Lines(lines) {
			if err := known.add(game, strings.TrimSuffix(line, "\n")); err != nil {
				panic(fmt.Sprintf("shipped: %s: %v", line, err)) // it is in the program, and tested
			}
		}
	}
	if r.games == nil {
		r.games = map[string]*results{}
	}
	r.games[name] = known
	return known
}

// add adds a line of the text.
func (r *results) add(game *variants.Game, line string) error {
	position, value, _ := strings.Cut(line, ";")
	p, err := game.Variant().Parse(position)
	if err != nil {
		return err
	}
	words := strings.Fields(value)
	if len(words) < 2 {
		return errors.New("no outcome and distance")
	}
	found := solver.Result{Proven: true, Distance: solver.NoDistance, Engine: solver.FromBook}
	switch words[0] {
	case solver.Win.String():
		found.Outcome = solver.Win
	case solver.Loss.String():
		found.Outcome = solver.Loss
	default:
		return errors.New("no outcome")
	}
	if words[1] != "-" {
		if found.Distance, err = strconv.Atoi(words[1]); err != nil {
			return err
		}
		found.BestComplete = true
	}
	c := r.keys.Canonical(p)
	for _, word := range words[2:] {
		m, err := p.ParseMove(word)
		if err != nil {
			return err
		}
		found.Best = found.Best.With(int(m))
	}
	found.Best = c.Moves(found.Best)
	if _, twice := r.byKey[c.Key]; twice {
		return errors.New("an image of it comes before")
	}
	r.byKey[c.Key] = found
	return nil
}
