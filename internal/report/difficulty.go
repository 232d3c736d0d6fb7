package report

import (
	"fmt"
	"strings"

	"gridlock/analysis"
)

// Difficulty is an estimate of how hard a position is to win, or of how hard a game was to win, with the facts behind
// it.
type Difficulty struct {
	Level     string          `json:"level"`         // easy, medium or hard
	Number    int             `json:"number"`        // the larger the harder
	Turns     []analysis.Turn `json:"turns"`         // the turns of the winner, or of a player who could win
	Open      int             `json:"open,omitzero"` // turns of a game with too many unknown moves
	OnlyMoves int             `json:"only_moves"`    // most turns in a row with one winning move among several
	Greedy    *int            `json:"greedy_errs"`   // the first turn, from 1, at which a greedy player may err; or null
	Records   *uint64         `json:"records"`       // always null: nothing looks for a strategy any more
	Text      string          `json:"text"`          // the facts in words
}

// newDifficulty returns a difficulty in JSON, nil if it is unknown.
func newDifficulty(d *analysis.Difficulty) *Difficulty {
	if d == nil {
		return nil
	}
	out := &Difficulty{
		Level: string(d.Level()), Number: d.Number(), Turns: append([]analysis.Turn{}, d.Turns...), Open: d.Open, OnlyMoves: d.OnlyMoves(), Text: DifficultyText(*d),
	}
	if turn := d.Errs(); turn > 0 {
		out.Greedy = &turn
	}
	return out
}

// Estimated writes a difficulty in a few words: "hard (6), an estimate".
func Estimated(d analysis.Difficulty) string {
	return fmt.Sprintf("%s (%d), an estimate", d.Level(), d.Number())
}

// DifficultyText says how hard it is, and from which facts that follows.
func DifficultyText(d analysis.Difficulty) string { return Estimated(d) + "; " + DifficultyFacts(d) }

// DifficultyFacts lists the facts behind a difficulty.
func DifficultyFacts(d analysis.Difficulty) string {
	shares := make([]string, 0, len(d.Turns))
	for _, t := range d.Turns {
		shares = append(shares, fmt.Sprintf("%d of %d", t.Winning, t.Legal))
	}
	text := "moves that win, turn by turn: " + strings.Join(shares, ", ")
	if n := d.OnlyMoves(); n > 0 {
		text += fmt.Sprintf("; only moves in a row: %d", n)
	}
	if turn := d.Errs(); turn > 0 {
		text += fmt.Sprintf("; a greedy player errs at turn %d", turn)
	}
	return text
}
