package play

import (
	"context"
	"fmt"
	"strings"

	"gridlock/internal/cli/console"
	"gridlock/internal/cli/files"
	"gridlock/internal/printable"
	"gridlock/variants"
)

// writeRecord writes a game record to a new file, or in place of another game record.
func writeRecord(ctx context.Context, name string, g variants.GameRecord) error {
	file, err := files.Stage(name, files.CheckGameRecord)
	if err != nil {
		return err
	}
	defer file.Discard()
	if _, err := file.WriteString(g.String()); err != nil {
		return err
	}
	return file.Commit(ctx)
}

// keep writes the game to its file, if it has one.
func (m *match) keep(ctx context.Context) error {
	if m.file == "" {
		return nil
	}
	if err := writeRecord(ctx, m.file, m.record()); err != nil {
		return fmt.Errorf("--save: %w", err)
	}
	return nil
}

// record returns the game so far.
func (m *match) record() variants.GameRecord {
	return variants.GameRecord{Start: m.history[0], Moves: m.moves}
}

// saving reports whether an entry asks to save the game, and returns the name of the file.
func saving(entry string) (file string, ok bool) {
	word, file, _ := strings.Cut(entry, " ")
	return strings.TrimSpace(file), strings.EqualFold(word, "save")
}

// saveAs writes the game to a file that a person has named.
func (m *match) saveAs(ctx context.Context, file string) {
	if file == "" {
		m.say("No file name: enter save FILE.\n")
		return
	}
	if err := writeRecord(ctx, file, m.record()); err != nil {
		m.say("Not saved: %s.\n", printable.Printable(err.Error()))
		return
	}
	m.say("%s", console.VerbatimTo("Saved to", file, m.width))
}
