package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"gridlock/internal/lines"
	"gridlock/variants"
)

// maxRecord is the size of the largest file that is read as a game, in bytes; a game has
// 64 moves at most.
const maxRecord = 1 << 16

// ReadGameRecord reads a file with a game record. The error names the file.
func ReadGameRecord(name string) (variants.GameRecord, error) {
	text, err := readGame(context.Background(), name, nil)
	if err != nil {
		return variants.GameRecord{}, err
	}
	g, err := variants.ParseGameRecord(text)
	if err != nil {
		return g, fmt.Errorf("%s: %w", name, err)
	}
	return g, nil
}

// fromFile returns what [GameFlags.Record] does, of the file that the flag --record names: a game
// record, whose game is then that of the flags; or, for the game that the flags name, moves
// with spaces between them. It is wrong usage if the flags say something else than a game
// record, or have moves, too.
func (g *GameFlags) fromFile() (start variants.Position, moves []variants.Move, err error) {
	ctx, cancel := Reading(g.cmd)
	defer cancel()
	text, err := readGame(ctx, g.record, g.cmd.InOrStdin())
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
func (g *GameFlags) StdinRecord() bool { return g.record == stream }

// bareMoves reads the moves of a file that is no game record. What follows a # is a comment.
func (g *GameFlags) bareMoves(text string) (start variants.Position, moves []variants.Move, err error) {
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

// readGame returns the text of a file that may hold a game.
func readGame(ctx context.Context, name string, in io.Reader) (string, error) {
	text, err := readText(ctx, name, in, "a game record", maxRecord)
	if err == nil && len(text) > maxRecord {
		err = fmt.Errorf("%s: more than %d bytes are too many for a game record", name, maxRecord)
	}
	if err != nil {
		return "", err
	}
	text, err = io.ReadAll(lines.Text(bytes.NewReader(text)))
	return string(text), err
}
