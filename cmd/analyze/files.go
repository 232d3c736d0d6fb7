package analyze

import (
	"errors"
	"fmt"
	"io"

	"gridlock/analysis"
	"gridlock/internal/cli"
	"gridlock/internal/draw"
	"gridlock/internal/page"
)

// output is a file that was asked for.
type output struct {
	flag  string
	file  *cli.StagedFile
	write func(io.Writer, analysis.Game) error
}

// outputs are the files that were asked for.
type outputs []output

// stage prepares to write the files that were asked for, so that one which cannot be written,
// or is not gridlock's to replace, is refused before the analysis.
func (opt *options) stage() (all outputs, err error) {
	for _, o := range []struct {
		flag, name, begin string
		write             func(io.Writer, analysis.Game) error
	}{
		{"--svg", opt.svg, boardBegin, writeBoard},
		{"--report", opt.report, page.ReportBegin, page.Report},
	} {
		if o.name == "" {
			continue
		}
		file, err := cli.StageFile(o.name, cli.WrittenBy("analyze", o.begin))
		if err != nil {
			all.discard()
			return nil, fmt.Errorf("%s: %w", o.flag, err)
		}
		all = append(all, output{o.flag, file, o.write})
	}
	return all, nil
}

// write writes the files and puts them in their places.
func (all outputs) write(g analysis.Game) error {
	var failed []error
	for _, o := range all {
		err := o.write(o.file, g)
		if err == nil {
			err = o.file.Commit()
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", o.flag, err))
		}
	}
	return errors.Join(failed...)
}

// discard removes what is not in its place.
func (all outputs) discard() {
	for _, o := range all {
		o.file.Discard()
	}
}

// boardBegin is how the files of --svg begin.
const boardBegin = `<svg xmlns="http://www.w3.org/2000/svg" class="drawing board" `

// writeBoard draws the position at the end of the game.
func writeBoard(w io.Writer, g analysis.Game) error {
	_, err := io.WriteString(w, draw.Board(g.End, nil).File())
	return err
}
