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

// CheckGameRecord reports why a file is no game record. The error names the file.
func CheckGameRecord(name string) error {
	text, err := ReadGame(context.Background(), name, nil)
	if err != nil {
		return err
	}
	if _, err := variants.ParseGameRecord(text); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
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
