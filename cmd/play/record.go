package play

import (
	"gridlock/internal/cli"
	"gridlock/variants"
)

// writeRecord writes a game record to a file, which may be another one's, or a new one.
func writeRecord(name string, g variants.GameRecord) error {
	file, err := cli.StageFile(name, func(name string) error {
		_, err := cli.ReadGameRecord(name)
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
