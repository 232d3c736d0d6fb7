package retrograde

import (
	"fmt"
	"sync"
	"sync/atomic"

	"gridlock/solver"
)

// depot keeps bytes, in memory up to a limit, then in scratch files.
type depot struct {
	scratch Scratch // nil if there is only memory
	limit   int64   // bytes that may be held in memory
	allowed int64   // memory of the whole build, for the error message
	held    atomic.Int64
}

// shelf is a part of a depot whose content is freed together.
type shelf struct {
	depot *depot
	mu    sync.Mutex
	file  ScratchFile // nil while everything is in memory
	end   int64       // bytes in the file
	held  int64       // bytes in memory
}

// blob is bytes on a shelf.
type blob struct {
	data []byte // nil if in the file
	file ScratchFile
	at   int64
}

// keep puts data on the shelf, which then owns it.
func (s *shelf) keep(data []byte) (blob, error) {
	size := int64(len(data))
	if s.depot.held.Add(size) <= s.depot.limit {
		s.mu.Lock()
		s.held += size
		s.mu.Unlock()
		return blob{data: data}, nil
	}
	s.depot.held.Add(-size)
	return s.spill(data)
}

// spill writes data to the shelf's file.
func (s *shelf) spill(data []byte) (blob, error) {
	s.mu.Lock()
	if s.file == nil {
		if s.depot.scratch == nil {
			s.mu.Unlock()
			return blob{}, fmt.Errorf("%w: the table does not fit into the %d MiB of memory allowed",
				solver.ErrLimit, s.depot.allowed>>20)
		}
		var err error
		if s.file, err = s.depot.scratch.Create(); err != nil {
			s.mu.Unlock()
			return blob{}, fmt.Errorf("scratch file: %w", err)
		}
	}
	b := blob{file: s.file, at: s.end}
	s.end += int64(len(data))
	s.mu.Unlock()
	if _, err := b.file.WriteAt(data, b.at); err != nil {
		return blob{}, fmt.Errorf("scratch file: %w", err)
	}
	return b, nil
}

// clear frees what is on the shelf.
func (s *shelf) clear() {
	s.depot.held.Add(-s.held)
	s.held, s.end = 0, 0
	if s.file != nil {
		_ = s.file.Close() // its content is no longer needed
		s.file = nil
	}
}

// slice returns size bytes, starting at from. It may use buffer for them.
func (b blob) slice(from, size int, buffer []byte) ([]byte, error) {
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
