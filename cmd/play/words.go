package play

import (
	"fmt"
	"strings"

	"gridlock/internal/printable"
	"gridlock/variants"
)

// inWords is the dialogue of a game of the family that has no rule book. Its sentences are made from the
// value.
type inWords struct {
	plain
	variants.Variant
}

func (d inWords) welcome() string { return d.Title + "\n" }

func (d inWords) prompt(p variants.Position, _ string) string {
	return fmt.Sprintf("%s, %s, such as %s: ", p.Side().Name(), d.task(p), p.MoveText(variants.Move(p.Legal().First())))
}

func (inWords) refused(err error) string {
	return "Error: Invalid move. " + printable.Sentence(detail(err)) + "\n"
}

func (inWords) over(p variants.Position) string {
	return fmt.Sprintf("Player %d has no move left.\nPlayer %d wins!\n", p.Side().Number(), winner(p))
}

// task says what the player to move has to do.
func (d inWords) task(p variants.Position) string {
	f, marker := d.Family(), p.Live(p.Side())
	if f.Kind == variants.Follow {
		marker = p.Live(p.Side().Opponent())
	}
	at := p.Game().CellText(marker.First())
	switch {
	case f.Kind == variants.Place:
		return "put a mark on a cell"
	case f.Kind == variants.Follow && marker == 0:
		return "put a mark on any cell"
	case f.Kind == variants.Follow:
		return "put a mark near the last one, at " + at
	case marker == 0:
		return "put your marker on a cell"
	case f.Block:
		return "step your marker from " + at + " and block a cell near it"
	}
	return "step your marker from " + at
}

func (d inWords) played(p variants.Position, m variants.Move) string {
	f, text := d.Family(), p.MoveText(m)
	if marker := p.Live(p.Side()); f.Kind == variants.Walk && marker != 0 {
		if to, block, blocks := strings.Cut(text, "@"); blocks {
			return fmt.Sprintf("steps from %s to %s and blocks %s", p.Game().CellText(marker.First()), to, block)
		}
		return fmt.Sprintf("steps from %s to %s", p.Game().CellText(marker.First()), text)
	}
	return fmt.Sprintf("puts %v on %s", p.Side(), text)
}
