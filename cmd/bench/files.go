package bench

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"gridlock/benchmarks"
	"gridlock/internal/cli"
	"gridlock/internal/printable"
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
	file, err := cli.Open(ctx, name, in)
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
func stage(name string) (*cli.StagedFile, error) {
	if name == "" {
		return nil, nil
	}
	return cli.StageFile(name, func(name string) error {
		_, err := readReport(context.Background(), name, nil)
		return err
	})
}

// write writes the report and puts the file, if there is one, in its place.
func write(ctx context.Context, file *cli.StagedFile, report benchmarks.Report) error {
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

// history is the file of --history, to which lines are appended. The zero value is
// none.
type history struct {
	file  *os.File
	begin string // what goes before the line: a line break where one is missing
}

// openHistory opens a file that is a history already, or empty or new.
func openHistory(name string) (history, error) {
	if name == "" {
		return history{}, nil
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return history{}, err
	}
	begin, err := endOfHistory(file)
	if err != nil {
		_ = file.Close()
		return history{}, fmt.Errorf("will not append to this file: %s: %w", name, err)
	}
	return history{file, begin}, nil
}

// endOfHistory returns what has to be written before the next line of a history, or
// an error when the file is none.
func endOfHistory(file *os.File) (begin string, err error) {
	info, err := file.Stat()
	if err != nil || info.Size() == 0 {
		return "", err
	}
	first, err := bufio.NewReader(file).ReadBytes('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	if _, err := benchmarks.ReadReport(bytes.NewReader(first)); err != nil {
		return "", err
	}
	last := make([]byte, 1)
	if _, err := file.ReadAt(last, info.Size()-1); err != nil || last[0] == '\n' {
		return "", err
	}
	return "\n", nil
}

// add appends the report as a line of JSON.
func (h history) add(report benchmarks.Report) error {
	if h.file == nil {
		return nil
	}
	var line bytes.Buffer
	line.WriteString(h.begin)
	if err := printable.WriteJSON(&line, report); err != nil {
		return err
	}
	_, err := h.file.Write(line.Bytes())
	return err
}

// close closes the file, in which all is written by then.
func (h history) close() {
	if h.file != nil {
		_ = h.file.Close()
	}
}
