package analyze

import (
	"fmt"
	"os"
	"strings"

	"gridlock/variants"
)

// maxRecord is the size of the largest file that is read as a record, in bytes; a game
// has 64 moves at most.
const maxRecord = 1 << 16

// moves returns the position that the flags name before the moves, and the moves.
func (opt *options) moves() (start variants.Position, moves []variants.Move, err error) {
	start, moves, err = opt.game.Record()
	if err != nil || opt.record == "" {
		return start, moves, err
	}
	text, err := readRecord(opt.record)
	if err == nil {
		moves, _, err = start.ParseRecord(text)
	}
	if err != nil {
		return start, nil, fmt.Errorf("--record %s: %w", opt.record, err)
	}
	return start, moves, nil
}

// readRecord reads a file of moves, without its comments.
func readRecord(name string) (string, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return "", err
	case info.Size() > maxRecord:
		return "", fmt.Errorf("%d bytes are no record of a game", info.Size())
	}
	content, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	lines := strings.Split(string(content), "\n")
	for i, line := range lines {
		lines[i], _, _ = strings.Cut(line, "#")
	}
	return strings.Join(lines, "\n"), nil
}
