package play

import (
	"fmt"
	"os"

	"gridlock/internal/cli"
	"gridlock/variants"
)

// maxRecord is the size of the largest file that is read as a game record, in bytes; a
// game has 64 moves at most.
const maxRecord = 1 << 16

// readRecord reads a file with a game record.
func readRecord(name string) (variants.GameRecord, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return variants.GameRecord{}, err
	case info.IsDir():
		return variants.GameRecord{}, fmt.Errorf("%s is a directory, not a game record", name)
	case info.Size() > maxRecord:
		return variants.GameRecord{}, fmt.Errorf("%s: %d bytes are no game record", name, info.Size())
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return variants.GameRecord{}, err
	}
	g, err := variants.ParseGameRecord(string(text))
	if err != nil {
		return g, fmt.Errorf("%s: %w", name, err)
	}
	return g, nil
}

// writeRecord writes a game record to a file, which may be another one's, or a new one.
func writeRecord(name string, g variants.GameRecord) error {
	file, err := cli.StageFile(name, func(name string) error {
		_, err := readRecord(name)
		return err
	})
	if err != nil {
		return err
	}
	defer file.Discard()
	if _, err := file.WriteString(g.String()); err != nil {
		return err
	}
	return file.Commit()
}

// begin returns where the game begins, and the moves to play first: those of --record, or
// of the flags.
func (opt *options) begin() (start variants.Position, moves []variants.Move, err error) {
	if opt.record == "" {
		return opt.game.Record()
	}
	if opt.game.Given("moves") {
		return start, nil, cli.Usagef("--moves does not go with --record, which has moves")
	}
	g, err := readRecord(opt.record)
	if err == nil {
		err = opt.game.Begin(g.Start)
	}
	return g.Start, g.Moves, err
}
