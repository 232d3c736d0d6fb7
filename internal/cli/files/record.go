package files

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"gridlock/internal/lines"
	"gridlock/variants"
)

// maxRecord is the size of the largest file that is read as a game, in bytes; a game has
// 64 moves at most.
const maxRecord = 1 << 16

// ReadGameRecord reads a file with a game record. The error names the file.
func ReadGameRecord(name string) (variants.GameRecord, error) {
	text, err := ReadGame(context.Background(), name, nil)
	if err != nil {
		return variants.GameRecord{}, err
	}
	g, err := variants.ParseGameRecord(text)
	if err != nil {
		return g, fmt.Errorf("%s: %w", name, err)
	}
	return g, nil
}

// ReadGame returns the text of a file that may hold a game.
func ReadGame(ctx context.Context, name string, in io.Reader) (string, error) {
	text, err := ReadText(ctx, name, in, "a game record", maxRecord)
	if err == nil && len(text) > maxRecord {
		err = fmt.Errorf("%s: more than %d bytes are too many for a game record", name, maxRecord)
	}
	if err != nil {
		return "", err
	}
	text, err = io.ReadAll(lines.Text(bytes.NewReader(text)))
	return string(text), err
}
