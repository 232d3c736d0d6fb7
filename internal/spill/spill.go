// Package spill keeps bytes in memory up to a limit, then in scratch files.
package spill

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sync"
	"sync/atomic"
)

// Pool keeps bytes, in memory up to a limit, then in scratch files. It is safe for concurrent use.
type Pool struct {
	Create func() (File, error) // makes a scratch file; nil if there is only memory
	Limit  int64                // bytes that may be held in memory
	Full   error                // the error if there is only memory, and too little of it

	held atomic.Int64
}

// File is a scratch file. Several goroutines may read and write different parts of it at once.
type File interface {
	io.ReaderAt
	io.WriterAt
	io.Closer // also removes the file
}

// Scratch makes scratch files.
type Scratch interface {
	// Create returns a new, empty file.
	Create() (File, error)
}

// Held returns the number of bytes in memory.
func (d *Pool) Held() int64 { return d.held.Load() }

// NewSegment returns an empty segment.
func (d *Pool) NewSegment() *Segment { return &Segment{pool: d} }

// Segment is part of a pool whose content is freed together.
type Segment struct {
	pool *Pool
	mu   sync.Mutex
	file File  // nil while everything is in memory
	end  int64 // bytes in the file
	held int64 // bytes in memory
}

// Chunk is bytes in a segment. The zero value is none.
type Chunk struct {
	data []byte // nil if in the file
	file File
	at   int64
}

// Keep puts data in the segment, which then owns it.
func (s *Segment) Keep(data []byte) (Chunk, error) {
	size := int64(len(data))
	if s.pool.held.Add(size) <= s.pool.Limit {
		s.mu.Lock()
		s.held += size
		s.mu.Unlock()
		return Chunk{data: data}, nil
	}
	s.pool.held.Add(-size)
	return s.spill(data)
}

// spill writes data to the segment's file.
func (s *Segment) spill(data []byte) (Chunk, error) {
	s.mu.Lock()
	if s.file == nil {
		if s.pool.Create == nil {
			s.mu.Unlock()
			return Chunk{}, s.pool.Full
		}
		var err error
		if s.file, err = s.pool.Create(); err != nil {
			s.mu.Unlock()
			return Chunk{}, fmt.Errorf("scratch file: %w", err)
		}
	}
	b := Chunk{file: s.file, at: s.end}
	s.end += int64(len(data))
	s.mu.Unlock()
	if _, err := b.file.WriteAt(data, b.at); err != nil {
		return Chunk{}, fmt.Errorf("scratch file: %w", err)
	}
	return b, nil
}

// Clear frees what is in the segment.
func (s *Segment) Clear() {
	s.pool.held.Add(-s.held)
	s.held, s.end = 0, 0
	if s.file != nil {
		_ = s.file.Close() // its content is no longer needed
		s.file = nil
	}
}

// InFile reports whether the bytes are in a scratch file.
func (b Chunk) InFile() bool { return b.file != nil }

// Slice returns size bytes, starting at from. If they are in the file, it reads them into buffer, and
// compares their sum.
func (b Chunk) Slice(from, size int, sum uint32, buffer *[]byte) ([]byte, error) {
	if b.file == nil {
		return b.data[from : from+size], nil
	}
	if cap(*buffer) < size {
		*buffer = make([]byte, size)
	}
	data := (*buffer)[:size]
	if _, err := b.file.ReadAt(data, b.at+int64(from)); err != nil {
		return nil, fmt.Errorf("scratch file: %w", err)
	}
	if Sum(data) != sum {
		return nil, ErrDamaged
	}
	return data, nil
}

// Sum returns the checksum of bytes that are read together.
func Sum(data []byte) uint32 { return crc32.ChecksumIEEE(data) }

// ErrDamaged reports a scratch file that has changed since it was written.
var ErrDamaged = errors.New("a scratch file is damaged: what was read is not what was written; check the disk")
