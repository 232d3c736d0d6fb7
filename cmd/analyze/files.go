package analyze

import (
	"context"
	"errors"
	"fmt"
	"io"

	"gridlock/analysis"
	"gridlock/internal/cli"
	"gridlock/internal/cli/files"
	"gridlock/internal/page"
)

// output is a requested file.
type output struct {
	flag  string
	name  string
	begin string // beginning of files that it may replace
	file  *files.Staged
	write func(io.Writer, analysis.Review) error
}

// outputs are the requested files.
type outputs []output

// wanted are the files requested for a game of some plies.
func (opt *options) wanted(plies int) (all []output) {
	picture := func(flag, name string, ply int) output {
		return output{flag: flag, name: name, begin: boardBegin, write: func(w io.Writer, g analysis.Review) error {
			return opt.pictures.write(w, g, min(ply, len(g.Plies)), opt.depth)
		}}
	}
	if opt.pictures.svg != "" {
		all = append(all, picture("--svg", opt.pictures.svg, plies))
	}
	if opt.report != "" {
		all = append(all, output{flag: "--report", name: opt.report, begin: page.ReportBegin, write: page.Report})
	}
	if opt.pictures.everyPly != "" {
		for ply, name := range opt.pictures.files(plies) {
			all = append(all, picture("--every-ply", name, ply))
		}
	}
	return all
}

// stage prepares to write the requested files. So a file that cannot be written, or that gridlock may not replace, is
// refused before the analysis.
func (opt *options) stage(plies int) (all outputs, err error) {
	flags := map[string]string{} // the flag of each file name
	for _, o := range opt.wanted(plies) {
		if flags[o.name] != "" {
			all.discard()
			return nil, cli.Usagef("%s and %s cannot be the same file, %q", flags[o.name], o.flag, o.name)
		}
		flags[o.name] = o.flag
		if o.file, err = files.Stage(o.name, files.WrittenBy("analyze", o.begin)); err != nil {
			all.discard()
			return nil, fmt.Errorf("%s: %w", o.flag, err)
		}
		all = append(all, o)
	}
	return all, nil
}

// write writes the files and puts them in their places.
func (all outputs) write(ctx context.Context, g analysis.Review) error {
	var failed []error
	for _, o := range all {
		err := o.write(o.file, g)
		if err == nil {
			err = o.file.Commit(ctx)
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", o.flag, err))
		}
	}
	return errors.Join(failed...)
}

// discard removes files that are not in their places.
func (all outputs) discard() {
	for _, o := range all {
		o.file.Discard()
	}
}

// boardBegin is how pictures of positions begin.
const boardBegin = `<svg xmlns="http://www.w3.org/2000/svg" class="drawing board" `
