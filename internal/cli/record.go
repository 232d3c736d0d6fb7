package cli

import (
	"fmt"
	"io"
	"os"
	"strings"

	"gridlock/internal/lines"
	"gridlock/variants"
)

// maxRecord is the size of the largest file that is read as a game, in bytes; a game has
// 64 moves at most.
const maxRecord = 1 << 16

// ReadGameRecord reads a file with a game record. The error names the file.
func ReadGameRecord(name string) (variants.GameRecord, error) {
	text, err := readGameFile(name)
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
	text, err := g.recordText()
	if err != nil {
		return start, nil, fmt.Errorf("--record: %w", err)
	}
	if !variants.IsGameRecord(text) && g.variant.value.Key() != "" {
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

// recordText returns the text of what --record names.
func (g *GameFlags) recordText() (string, error) {
	if g.StdinRecord() {
		return readGame("standard input", g.cmd.InOrStdin())
	}
	return readGameFile(g.record)
}

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

// readGameFile returns the text of a file that may hold a game.
func readGameFile(name string) (string, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return "", err
	case info.IsDir():
		return "", fmt.Errorf("%s is a directory, not a game record", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return readGame(name, f)
}

// readGame returns the text of what may hold a game.
func readGame(name string, r io.Reader) (string, error) {
	text, err := io.ReadAll(io.LimitReader(lines.Text(r), maxRecord+1))
	if err == nil && len(text) > maxRecord {
		err = fmt.Errorf("%s: more than %d bytes are too many for a game record", name, maxRecord)
	}
	return string(text), err
}
