package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"gridlock/internal/cli"
	"gridlock/internal/staged"
	"gridlock/solver"
)

// Staged is a file that is written aside and put in its place when it is whole. Make it
// with [Stage].
type Staged struct {
	*os.File
	name  string
	place *staged.File   // the file, if its place is a plain file
	temp  staged.Scratch // the file, if it goes to a device, a pipe or a stream
	to    *os.File       // the device, pipe or stream; nil as long as a pipe has no reader
}

// Stage prepares to write a file, so that an unavoidable error is found before the work. It may replace only an empty
// plain file, or one that readable accepts by its name. If the name is a link, its target is replaced. Output to a
// device, a pipe or a stream (such as "-") is written once it is complete. From then on the program outlives the
// readers of its standard streams, so that the file gets into its place.
func Stage(name string, readable func(name string) error) (*Staged, error) {
	info, err := os.Stat(name)
	if name == cli.Stream {
		info, err = os.Stdout.Stat()
	}
	var f *Staged
	switch {
	case err == nil && info.IsDir():
		err = fmt.Errorf("%s is a folder; add the name of a file", name)
	case err == nil && (!info.Mode().IsRegular() || streamOf(info) != nil):
		f, err = stageThrough(name, info)
	case err == nil || errors.Is(err, fs.ErrNotExist):
		f, err = stagePlain(name, info, readable)
	}
	if err != nil {
		return nil, Advise(err)
	}
	survivePipes()
	return f, nil
}

// stagePlain stages a plain file. info describes the present file; it is nil if there is none.
func stagePlain(name string, info fs.FileInfo, readable func(name string) error) (*Staged, error) {
	place, err := behindLinks(name)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Dir(place)); err != nil {
		return nil, err
	}
	if info != nil && info.Size() > 0 {
		if err := readable(name); err != nil {
			return nil, fmt.Errorf("will not replace this file: %w", err)
		}
	}
	f, err := staged.Create(place, 0o666)
	if err != nil {
		return nil, err
	}
	return &Staged{File: f.File, name: name, place: f}, nil
}

// mostLinks is the greatest number of links in a chain.
const mostLinks = 40

// behindLinks returns the name of the file that a link leads to, which need not exist.
func behindLinks(name string) (string, error) {
	for range mostLinks {
		target, err := os.Readlink(name)
		if err != nil {
			return name, nil
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(name), target)
		}
		name = target
	}
	return "", fmt.Errorf("%s: too many links; name a file", name)
}

// streamOf returns the standard output or error of the program if the file is the same one, such as /dev/stdout; else
// nil.
func streamOf(info fs.FileInfo) *os.File {
	for _, stream := range []*os.File{os.Stdout, os.Stderr} {
		if its, err := stream.Stat(); err == nil && os.SameFile(its, info) {
			return stream
		}
	}
	return nil
}

// stageThrough stages output to a device, a pipe or a stream.
func stageThrough(name string, info fs.FileInfo) (*Staged, error) {
	to := streamOf(info)
	if to == nil {
		var err error
		if to, err = openThrough(name); err != nil && !errors.Is(err, errNoReader) {
			return nil, err
		}
	}
	temp, err := staged.NewScratch(os.TempDir(), staged.Prefix)
	if err != nil {
		return nil, err
	}
	return &Staged{File: temp.File, name: name, temp: temp, to: to}, nil
}

// errNoReader is the error of a pipe that nobody reads.
const errNoReader = syscall.ENXIO

// openThrough opens a device or a pipe to write to it, without waiting.
func openThrough(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_WRONLY|syscall.O_NONBLOCK, 0)
}

// lookForReader is the time between two looks at whether a pipe has a reader.
const lookForReader = 20 * time.Millisecond

// awaitReader opens a pipe when it has a reader. The error is that of [solver.Stopped] if ctx ends first.
func awaitReader(ctx context.Context, name string) (*os.File, error) {
	for {
		to, err := openThrough(name)
		if !errors.Is(err, errNoReader) {
			return to, err
		}
		select {
		case <-ctx.Done():
			return nil, solver.Stopped(ctx)
		case <-time.After(lookForReader):
		}
	}
}

// WrittenBy returns a check for [Stage]: that a file begins like the files of a verb.
func WrittenBy(verb, begin string) func(name string) error {
	return func(name string) error {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		text := make([]byte, len(begin))
		if _, err := io.ReadFull(f, text); err != nil || string(text) != begin {
			return fmt.Errorf("%s was not written by gridlock %s; choose another name, or delete it", name, verb)
		}
		return nil
	}
}

// Write writes to the file.
func (f *Staged) Write(data []byte) (int, error) {
	n, err := f.File.Write(data)
	return n, Advise(staged.Called(err, f.name))
}

// Commit puts the file in its place. If that is a pipe, it waits for a reader, or until ctx ends.
func (f *Staged) Commit(ctx context.Context) error {
	if f.place == nil {
		return Advise(f.pass(ctx))
	}
	err := f.Sync()
	if err == nil {
		err = f.place.Commit()
	}
	return Advise(staged.Called(err, f.name))
}

// pass copies the staged file to its target, after waiting for the reader of a pipe.
func (f *Staged) pass(ctx context.Context) (err error) {
	if f.to == nil {
		f.to, err = awaitReader(ctx, f.name)
	}
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err == nil {
		_, err = io.Copy(&cli.Writer{W: f.to, Ctx: ctx}, f.File)
	}
	if limit := solver.Stopped(ctx); err != nil && limit != nil {
		err = fmt.Errorf("nobody reads %s: %w", f.name, limit)
	}
	return errors.Join(err, f.close())
}

// close closes the target, unless it is a stream of the program.
func (f *Staged) close() error {
	to := f.to
	f.to = nil
	if to == nil || to == os.Stdout || to == os.Stderr {
		return nil
	}
	return to.Close()
}

// Discard removes the unfinished file, unless it is in its place. A nil *Staged stands for no file.
func (f *Staged) Discard() {
	switch {
	case f == nil:
	case f.place != nil:
		f.place.Discard()
	default:
		_, _ = f.temp.Close(), f.close()
	}
}

// folder returns the folder in which the file is written.
func (f *Staged) folder() string {
	if f.place == nil {
		return os.TempDir()
	}
	return filepath.Dir(f.place.Name())
}

// Advise adds advice to an error of the file system.
func Advise(err error) error {
	var advice string
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.Is(err, syscall.EFBIG):
		advice = "make room on the disk, or choose another folder"
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		advice = "choose a folder that you may write to"
	case errors.Is(err, syscall.ENOTDIR):
		advice = "a file is where a folder should be; choose another name"
	case errors.Is(err, fs.ErrNotExist):
		advice = "make the folder first, or choose another"
	default:
		return err
	}
	return fmt.Errorf("%w; %s", err, advice)
}
