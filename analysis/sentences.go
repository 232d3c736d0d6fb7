package analysis

import (
	"fmt"
	"strings"

	"gridlock/solver"
	"gridlock/variants"
)

// Sentences describes a game: the first mistake that lost, the other mistakes, and the turns at which a player had to
// find the only winning move.
func (g Review) Sentences() (sentences []string) {
	first, blundered := g.FirstBlunder()
	for i, p := range g.Plies {
		if p.Played.Mistake == Blunder {
			sentences = append(sentences, p.blunderText(i+1, i+1 == first))
		}
	}
	if !blundered && len(g.Plies) > 0 {
		sentences = append(sentences, g.faultlessText())
	}
	for _, player := range []variants.Player{variants.X, variants.O} {
		if plies, streak := g.OnlyMoves(player); len(plies) > 0 {
			sentences = append(sentences, onlyMovesText(player, plies, streak))
		}
	}
	for _, player := range []variants.Player{variants.X, variants.O} {
		if d := g.Difficulty(player); len(d.Turns) > 0 {
			sentences = append(sentences, taskText(player, d))
		}
	}
	return sentences
}

// blunderText says how a win was given away.
func (p Ply) blunderText(ply int, first bool) string {
	at, best := p.Before.Position, p.Before.Moves[0]
	which := "At"
	if first {
		which = "Turning point: at"
	}
	return fmt.Sprintf("%s ply %d, %v threw the win away with %s; %s %s.", which, ply, at.Side(),
		at.MoveText(p.Played.Move), at.MoveText(best.Move), best.Words())
}

// faultlessText says that neither player gave a win away, if that is known.
func (g Review) faultlessText() string {
	for i := range g.Plies {
		if !g.Position(i).Result.Proven {
			return "Nobody is known to have thrown a win away, but not all positions are decided."
		}
	}
	winner, ok := g.End.Result.Winner(g.End.Position)
	if !ok {
		return "Nobody threw a win away."
	}
	return fmt.Sprintf("Nobody threw a win away: %v wins from the start.", winner)
}

// onlyMovesText lists the turns on which a player had only one winning move.
func onlyMovesText(player variants.Player, plies []int, streak int) string {
	numbers := make([]string, 0, len(plies))
	for _, ply := range plies {
		numbers = append(numbers, fmt.Sprint(ply))
	}
	text := fmt.Sprintf("%v had only one winning move at ply %s", player, numbers[0])
	if last := len(numbers) - 1; last > 0 {
		text = fmt.Sprintf("%v had only one winning move at plies %s and %s", player, strings.Join(numbers[:last], ", "), numbers[last])
	}
	if streak > 1 {
		text += fmt.Sprintf(", %d turns in a row", streak)
	}
	return text + "."
}

// taskText says how hard it was for a player to keep a win.
func taskText(player variants.Player, d Difficulty) string {
	legal, winning := 0, 0
	for _, t := range d.Turns {
		legal, winning = legal+t.Legal, winning+t.Winning
	}
	at, turns := "on", "turns"
	if d.Open > 0 {
		at = "on at least"
	}
	if len(d.Turns) == 1 {
		turns = "turn"
	}
	return fmt.Sprintf("%v had a winning move %s %d %s (%d of %d moves won). Difficulty: %s.", player, at, len(d.Turns), turns, winning, legal, d.Level())
}

// Comment describes a ply: "X wins in 7", "gives the win away; 6 wins in 7".
func (p Ply) Comment() string {
	at := p.Before.Position
	played := p.Played.Words()
	switch {
	case p.Played.Mistake != Good:
		return fmt.Sprintf("%s; %s %s", played, at.MoveText(p.Before.Moves[0].Move), p.Before.Moves[0].Words())
	case p.Before.OnlyMove():
		return played + ", the only move that does"
	}
	return played
}

// Mark returns the mark of a ply in a record: the mark of a mistake, "!" for the only winning move, or "".
func (p Ply) Mark() string {
	if p.Before.OnlyMove() && p.Played.Outcome == solver.Win {
		return "!"
	}
	return p.Played.Mistake.String()
}

// Winner says in words who wins a position: "X wins in 7", "O wins", "O has won", "not
// known".
func (a Position) Winner() string {
	winner, known := a.Result.Winner(a.Position)
	switch {
	case !known:
		return "not known"
	case a.Position.Over():
		return winner.String() + " has won"
	}
	return winner.String() + " " + solver.Score{Outcome: solver.Win, Distance: a.Result.Distance}.Words()
}

// Verdict says in a few words who wins a position: "X in 7", "O in ?", "O has won", "?".
func (a Position) Verdict() string {
	winner, known := a.Result.Winner(a.Position)
	switch {
	case !known:
		return "?"
	case a.Position.Over():
		return winner.String() + " has won"
	case a.Result.Distance == solver.NoDistance:
		return winner.String() + " in ?"
	}
	return fmt.Sprintf("%v in %d", winner, a.Result.Distance)
}
