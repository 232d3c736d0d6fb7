package benchmarks

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// latencyText has the positions of [Latency], one a line: game, board with a word, position.
// TestLatencyPositions makes them.
//
//go:embed latency.txt
var latencyText string

// Latency returns the questions that people wait for: who wins after every move of a position (engine "wins"), and in
// how many plies (engine "plies"). The 228 random positions are on 4×4 (blockade 7×7), 6×6, 7×7 and 8×8. Each board has
// nine positions from the middle half of a random game ("mid1"), and three early ones, after no, one and two random
// moves ("new1"). An answer may take limit of processor time.
func Latency(limit time.Duration) (suite []Entry) {
	for line := range strings.Lines(latencyText) {
		part := strings.SplitN(strings.TrimSpace(line), " ", 3)
		for _, distance := range []bool{false, true} {
			suite = append(suite, Entry{
				Variant: part[0], Board: part[1], Position: part[2], Engine: everyMove{distance}, Memory: latencyMemory, Limit: limit,
			})
		}
	}
	return suite
}

// latencyMemory is the memory of an answer.
const latencyMemory = 512 << 20

// everyMove answers for all moves of a position, who wins or in how many plies, and does no more.
type everyMove struct{ distance bool }

// Name returns the name of the request.
func (e everyMove) Name() string {
	if e.distance {
		return "plies"
	}
	return "wins"
}

// Solve is auto.Engine.AllMoves, until all moves have their answer.
func (e everyMove) Solve(ctx context.Context, p variants.Position, opt solver.Options) (solver.Result, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	engine := auto.Engine{Distance: e.distance, Learned: func(known *solver.Knowledge) {
		if e.answered(known) {
			cancel()
		}
	}}
	known, err := engine.AllMoves(ctx, p, opt)
	if known.Err() == nil && e.answered(known) {
		err = nil
	}
	return known.Result(), err
}

// answered reports whether all moves have their answer.
func (e everyMove) answered(known *solver.Knowledge) bool {
	return !slices.ContainsFunc(known.Moves(), func(m solver.MoveResult) bool {
		return !m.After.Proven || e.distance && m.After.Distance == solver.NoDistance
	})
}

// bounds are the times by which [Report.Shares] counts.
var bounds = []time.Duration{time.Second / 10, time.Second, 10 * time.Second}

// Share says which part of some answers of [Latency] came within certain times.
type Share struct {
	Name   string // of the answers: "duel mid wins", "all new plies"
	Count  int
	Within []float64 // parts of the answers, from 0 to 1, that came within 0.1, 1 and 10 seconds, up to the limit
}

// Shares returns which parts of the answers of [Latency] came within each time: for each game and all games, each kind
// of position, and each question. It returns none for other reports.
func (r Report) Shares() (all []Share) {
	for _, game := range []string{"", "all"} {
		for _, e := range r.Entries {
			if e.Limit > 0 {
				_, word, _ := strings.Cut(e.Board, "-")
				name := fmt.Sprintf("%s %s %s", cmp.Or(game, e.Variant), strings.TrimRight(word, "0123456789"), e.Engine)
				all = count(all, name, e)
			}
		}
	}
	for _, s := range all {
		for i := range s.Within {
			s.Within[i] /= float64(s.Count)
		}
	}
	return all
}

// count counts an answer to the share of a name.
func count(all []Share, name string, e Record) []Share {
	i := slices.IndexFunc(all, func(s Share) bool { return s.Name == name })
	if i < 0 {
		i, all = len(all), append(all, Share{Name: name})
		for _, bound := range bounds {
			if bound.Seconds() <= e.Limit {
				all[i].Within = append(all[i].Within, 0)
			}
		}
	}
	all[i].Count++
	for j := range all[i].Within {
		if !e.Cut && e.Time().Median <= bounds[j].Seconds() {
			all[i].Within[j]++
		}
	}
	return all
}
