package proof

import (
	"context"
	"errors"
	"io"
	"math"
	"slices"

	"gridlock/variants"
)

// ErrMemory reports that checking a certificate needs more memory than is allowed.
var ErrMemory = errors.New("more memory is needed")

// Options are the options of a check. The zero value sets none.
type Options struct {
	Memory   int64              // about the maximum number of bytes for records; 0 for no limit
	Games    []variants.Variant // games besides the five; their rules are trusted
	Progress func(work Counts)  // called every few thousand records

	// Record, if not nil, is called with each record of a strategy when the record itself has been checked. A position
	// comes as [interval.Of] it. The positions after the answer are checked later.
	Record func(i Interval, a Answer)
}

// Counts counts what has been checked.
type Counts struct {
	Layers  int    // of a strategy
	Records uint64 // positions with the winner to move, intervals or components
	Replies uint64 // answered moves of the loser; options of a component
	Walks   uint64 // leaves by a walk or a plan
	Copies  uint64 // leaves by copying
	Turns   uint64 // tried for walks, and the loser's for plans
}

// Check reads a certificate and verifies that it proves its claim: that the winner in Reader.Header wins the position
// Reader.Root. The error is an error of ctx or of reading, or it names the fault of the certificate and its position.
// After an error the claim may still be true.
//
// It takes a few hundred nanoseconds for each reply of a strategy. It needs memory for the two largest consecutive
// layers, about 18 bytes a record (80 for an interval), or for the whole table.
func Check(ctx context.Context, from io.Reader, opt Options) (*Reader, Counts, error) {
	r, err := NewReader(ctx, from, opt.Games...)
	if err != nil {
		return nil, Counts{}, err
	}
	work, err := r.Check(ctx, opt)
	return r, work, err
}

// CheckFirst checks a certificate, and returns a reader that begins at its start, and the work of the check. Its errors
// are those of [Check].
func CheckFirst(ctx context.Context, file io.ReadSeeker, opt Options) (*Reader, Counts, error) {
	start, err := file.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, Counts{}, err
	}
	checked, work, err := Check(ctx, file, opt)
	if err != nil {
		return nil, work, err
	}
	if _, err := file.Seek(start, io.SeekStart); err != nil {
		return nil, work, err
	}
	r, err := NewReader(ctx, file, opt.Games...)
	if err == nil && !r.Header.same(checked.Header) {
		err = errors.New("the certificate has been changed since it was checked")
	}
	return r, work, err
}

// Check is [Check] for a certificate after its header has been read.
func (r *Reader) Check(ctx context.Context, opt Options) (Counts, error) {
	c := newChecker(ctx, r, opt)
	m, err := r.Header.Method.find()
	if err == nil {
		err = m.check(c)
	}
	if err == nil {
		err = r.End()
	}
	return c.work, err
}

// Memory returns about the number of bytes that [Reader.Check] takes for records.
func (r *Reader) Memory() int64 {
	most := r.Header.Records
	if r.Header.Layered() {
		most = slices.Max(append([]uint64{0}, r.Header.Layers...))
	}
	f, err := r.Header.Method.format()
	if err != nil {
		return math.MaxInt64
	}
	return int64(min(most, math.MaxInt64/f.memory) * f.memory)
}

func newChecker(ctx context.Context, r *Reader, opt Options) *checker {
	c := &checker{Reader: r, ctx: ctx, opt: opt, rules: r.Root.Game().Rules(), keys: KeysOf(r.Root.Game()), family: familyOf(r.Root.Game())}
	if r.Header.Images > 0 {
		c.images, _ = ImagesOf(r.Root.Game())
	}
	return c
}

// checker is a check in progress.
type checker struct {
	*Reader
	ctx    context.Context
	opt    Options
	rules  variants.Rules
	keys   Keys
	family *family
	images *Images // nil if records do not stand for images
	work   Counts

	shortfalls []shortfall // of walks
}

// tick checks at intervals whether the check has been cancelled, and reports its progress.
func (c *checker) tick(i int) error {
	if i%64 != 0 {
		return nil
	}
	if i%4096 == 0 && c.opt.Progress != nil {
		c.opt.Progress(c.work)
	}
	return c.ctx.Err()
}
