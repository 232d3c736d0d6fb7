package analyze

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"gridlock/analysis"
	"gridlock/internal/draw"
)

// writeFiles writes the files that were asked for.
func (opt *options) writeFiles(g analysis.Game) error {
	var failed []error
	if opt.svg != "" {
		failed = append(failed, writeFile("--svg", opt.svg, []byte(draw.Board(g.End, nil).File())))
	}
	if opt.report != "" {
		var page bytes.Buffer
		if err := writePage(&page, g); err != nil {
			return err
		}
		failed = append(failed, writeFile("--report", opt.report, page.Bytes()))
	}
	return errors.Join(failed...)
}

// writeFile writes a file for a flag.
func writeFile(flag, name string, content []byte) error {
	if err := os.WriteFile(name, content, 0o666); err != nil {
		return fmt.Errorf("%s: %w", flag, err)
	}
	return nil
}
