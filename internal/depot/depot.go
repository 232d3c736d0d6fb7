// Package depot keeps bytes in memory up to a limit, then in scratch files.
package depot

import (
	"fmt"
	"io"
	"sync"
	"sync/atomic"
)

// Depot keeps bytes, in memory up to a limit, then in scratch files. It is safe for concurrent use.
type Depot struct {
	Create func() (File, error) // makes a scratch file; nil if there is only memory
	Limit  int64                // bytes that may be held in memory
	Full   error                // the error where there is only memory, and too little

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
func (d *Depot) Held() int64 { return d.held.Load() }

// NewShelf returns an empty shelf.
func (d *Depot) NewShelf() *Shelf { return &Shelf{depot: d} }

// Shelf is a part of a depot whose content is freed together.
type Shelf struct {
	depot *Depot
	mu    sync.Mutex
	file  File  // nil while everything is in memory
	end   int64 // bytes in the file
	held  int64 // bytes in memory
}

// Blob is bytes on a shelf. The zero value is none.
type Blob struct {
	data []byte // nil if in the file
	file File
	at   int64
}

// Keep puts data on the shelf, which then owns it.
func (s *Shelf) Keep(data []byte) (Blob, error) {
	size := int64(len(data))
	if s.depot.held.Add(size) <= s.depot.Limit {
		s.mu.Lock()
		s.held += size
		s.mu.Unlock()
		return Blob{data: data}, nil
	}
	s.depot.held.Add(-size)
	return s.spill(data)
}

// spill writes data to the shelf's file.
func (s *Shelf) spill(data []byte) (Blob, error) {
	s.mu.Lock()
	if s.file == nil {
		if s.depot.Create == nil {
			s.mu.Unlock()
			return Blob{}, s.depot.Full
		}
		var err error
		if s.file, err = s.depot.Create(); err != nil {
			s.mu.Unlock()
			return Blob{}, fmt.Errorf("scratch file: %w", err)
		}
	}
	b := Blob{file: s.file, at: s.end}
	s.end += int64(len(data))
	s.mu.Unlock()
	if _, err := b.file.WriteAt(data, b.at); err != nil {
		return Blob{}, fmt.Errorf("scratch file: %w", err)
	}
	return b, nil
}

// Clear frees what is on the shelf.
func (s *Shelf) Clear() {
	s.depot.held.Add(-s.held)
	s.held, s.end = 0, 0
	if s.file != nil {
		_ = s.file.Close() // its content is no longer needed
		s.file = nil
	}
}

// InFile reports whether the bytes are in a scratch file.
func (b Blob) InFile() bool { return b.file != nil }

// Slice returns size bytes, starting at from. It may use buffer for them.
func (b Blob) Slice(from, size int, buffer []byte) ([]byte, error) {
	if b.file == nil {
		return b.data[from : from+size], nil
	}
	if cap(buffer) < size {
		buffer = make([]byte, size)
	}
	if _, err := b.file.ReadAt(buffer[:size], b.at+int64(from)); err != nil {
		return nil, fmt.Errorf("scratch file: %w", err)
	}
	return buffer[:size], nil
}
