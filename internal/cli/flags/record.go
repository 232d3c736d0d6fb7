package flags

import (
	"fmt"
	"strings"

	"gridlock/internal/cli"
	"gridlock/internal/cli/files"
	"gridlock/variants"
)

// fromFile does what [Game.Record] does for the file of the flag --record. The file is a game record, which names its
// game, or a list of moves of the game that the flags name. Flags that contradict a game record, or that give moves,
// too, are wrong usage.
func (g *Game) fromFile() (start variants.Position, moves []variants.Move, err error) {
	ctx, cancel := Reading(g.cmd)
	defer cancel()
	text, err := files.ReadGame(ctx, g.record, g.cmd.InOrStdin())
	if err != nil {
		return start, nil, fmt.Errorf("--record: %w", err)
	}
	if !variants.IsGameRecord(text) && g.variant.Key() != "" {
		return g.bareMoves(text)
	}
	record, err := variants.ParseGameRecord(text)
	if err != nil {
		return start, nil, fmt.Errorf("--record %s: %w", g.record, err)
	}
	return record.Start, record.Moves, g.Begin(record.Start)
}

// StdinRecord reports whether --record names standard input.
func (g *Game) StdinRecord() bool { return g.record == cli.Stream }

// bareMoves reads the moves of a file that is no game record. Text after a # is a comment.
func (g *Game) bareMoves(text string) (start variants.Position, moves []variants.Move, err error) {
	if start, err = g.start(); err != nil {
		return start, nil, err
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i], _, _ = strings.Cut(line, "#")
	}
	moves, _, err = start.ParseRecord(strings.Join(lines, "\n"))
	switch {
	case err != nil:
		return start, nil, fmt.Errorf("--record %s: %w", g.record, err)
	case len(moves) == 0:
		return start, nil, fmt.Errorf("--record %s: neither a game record nor moves", g.record)
	}
	return start, moves, nil
}
