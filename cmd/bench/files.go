package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"gridlock/benchmarks"
	"gridlock/internal/cli/files"
)

// readBaseline reads the report that --compare names, nil if it is not given.
func (opt *options) readBaseline(ctx context.Context, in io.Reader, entries []benchmarks.Entry) (*benchmarks.Report, error) {
	if opt.compare == "" {
		return nil, nil
	}
	report, err := readReport(ctx, opt.compare, in)
	if err != nil {
		return nil, err
	}
	if err := report.CanCompare(entries); err != nil {
		return nil, fmt.Errorf("%s: %w; write it again with --out", opt.compare, err)
	}
	return &report, nil
}

func readReport(ctx context.Context, name string, in io.Reader) (benchmarks.Report, error) {
	file, err := files.Open(ctx, name, in)
	if err != nil {
		return benchmarks.Report{}, err
	}
	defer file.Close()
	report, err := benchmarks.ReadReport(file)
	if err != nil {
		return report, fmt.Errorf("%s: %w", name, err)
	}
	return report, nil
}

// stage prepares to write a report to a file, which may be an earlier report but
// nothing else. No name is for no file.
func stage(name string) (*files.Staged, error) {
	if name == "" {
		return nil, nil
	}
	return files.Stage(name, func(name string) error {
		_, err := readReport(context.Background(), name, nil)
		return err
	})
}

// write writes the report and puts the file, if there is one, in its place.
func write(ctx context.Context, file *files.Staged, report benchmarks.Report) error {
	if file == nil {
		return nil
	}
	text, err := json.MarshalIndent(report, "", "  ")
	if err != nil {
		return err
	}
	if _, err := file.Write(append(text, '\n')); err != nil {
		return err
	}
	return file.Commit(ctx)
}
