package retrograde

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"

	"gridlock/internal/extsort"
	"gridlock/solver/internal/search"
	"gridlock/solver/keys"
)

// Journal keeps the finished parts of a build, so that a later build from the same position can continue.
type Journal interface {
	// Save keeps size bytes, which write writes, in place of earlier ones of the same name. If the error is not nil,
	// nothing is kept.
	Save(name string, size int64, write func(io.Writer) error) error

	// Load returns a reader of the bytes saved under a name, or nil if they are missing or incomplete. It never returns
	// other bytes.
	Load(name string) (io.ReadCloser, error)
}

// Resumed describes what a build continues from.
type Resumed struct {
	Found  uint64 // positions that an earlier build has found, in layers that are complete
	Solved uint64 // positions of Found whose distances are known, in complete layers
	Layer  int    // the last complete layer: the lowest one found, or the highest one solved

	// Elapsed is the time of the earlier builds.
	Elapsed time.Duration
}

// journalFormat is part of the names in a journal. It changes whenever keys, runs or ranks change their meaning, so old
// records are never misread.
const journalFormat = 1

// keysName and ranksName return the names of a layer's records.
func keysName(cells int) string  { return fmt.Sprintf("keys%d-%03d", journalFormat, cells) }
func ranksName(cells int) string { return fmt.Sprintf("ranks%d-%03d", journalFormat, cells) }

// The record of a layer's keys: a head, and for each part a head, the directory and the data. The record of its ranks:
// the time taken, and a byte for each rank. Numbers are little-endian.
type (
	journalHead struct {
		Positions, Before uint64
		Elapsed           time.Duration
		Next              int64 // the layer after this one that has positions, or -1
		Parts             uint64
	}
	journalPart struct{ Blocks, Rows, Size uint64 }
)

// noteKeys saves a layer whose children are found.
func (r *builder) noteKeys(l *layer) error {
	if r.journal == nil {
		return nil
	}
	head := journalHead{l.Positions, l.Unreduced, r.elapsed(), int64(r.nextFound(l.Cells)), uint64(len(l.parts.All))}
	size := int64(binary.Size(head))
	for _, part := range l.parts.All {
		size += int64(binary.Size(journalPart{})+binary.Size(part.Blocks)) + int64(part.Size)
	}
	return r.journal.Save(keysName(l.Cells), size, func(w io.Writer) error {
		if err := binary.Write(w, binary.LittleEndian, head); err != nil {
			return err
		}
		for i := range l.parts.All {
			if err := writeRun(w, &l.parts.All[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// elapsed returns the time of this build and those before it.
func (r *builder) elapsed() time.Duration { return r.resumed.Elapsed + time.Since(r.control.Start) }

// nextFound returns the first layer after the given one in which anything was found, or -1.
func (r *builder) nextFound(cells int) int {
	for cells--; cells >= 0 && len(r.found[cells].All) == 0; cells-- {
	}
	return cells
}

// writeRun writes a run to the record of a layer.
func writeRun(w io.Writer, r *run) error {
	if err := binary.Write(w, binary.LittleEndian, journalPart{uint64(len(r.Blocks)), r.Rows, r.Size}); err != nil {
		return err
	}
	if err := binary.Write(w, binary.LittleEndian, r.Blocks); err != nil {
		return err
	}
	var buffer []byte
	for i := range r.Blocks {
		rows, err := r.Open(i, &buffer)
		if err == nil {
			_, err = w.Write(rows.Data)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readRun is the inverse of writeRun: it adds a run to others.
func readRun(in io.Reader, to *runs) error {
	var head journalPart
	if err := binary.Read(in, binary.LittleEndian, &head); err != nil {
		return err
	}
	r := run{Format: to.Format, Rows: head.Rows, Blocks: make([]extsort.Block[row], head.Blocks)}
	if err := binary.Read(in, binary.LittleEndian, r.Blocks); err != nil {
		return err
	}
	data := make([]byte, head.Size)
	_, err := io.ReadFull(in, data)
	if err == nil {
		err = r.Keep(data, to.Segment)
	}
	to.All = append(to.All, r)
	return err
}

// reload takes over the layers that an earlier build has found, from the first one up to the first that is missing.
// Next is the layer after them that has positions, or -1.
func (r *builder) reload(top int) (next int, err error) {
	for next = top; next >= 0 && r.journal != nil; {
		cells := next
		in, err := r.journal.Load(keysName(cells))
		if err != nil || in == nil {
			return next, err
		}
		r.layers[cells] = &layer{Layer: Layer{Cells: cells}, parts: r.newRuns()}
		var head journalHead
		head, err = r.layers[cells].read(in)
		next = int(head.Next)
		if closeErr := in.Close(); err == nil {
			err = closeErr
		}
		if err != nil {
			return next, fmt.Errorf("layer %d of an earlier build: %w", cells, err)
		}
		r.resumed.Found += r.layers[cells].Positions
		r.resumed.Layer, r.resumed.Elapsed = cells, head.Elapsed
	}
	return next, nil
}

// read reads the record of a layer.
func (l *layer) read(in io.Reader) (head journalHead, err error) {
	if err = binary.Read(in, binary.LittleEndian, &head); err != nil {
		return head, err
	}
	for range head.Parts {
		if err := readRun(in, l.parts); err != nil {
			return head, err
		}
	}
	l.Unreduced = head.Before
	l.number()
	if l.Positions != head.Positions {
		err = fmt.Errorf("%d positions, not %d", l.Positions, head.Positions)
	}
	return head, err
}

// refind finds the children of reloaded layers again, if these children are in layers from next on.
func (r *builder) refind(next int) error {
	r.wanted = next
	for cells := min(next+r.keys.Drop(), keys.MaxLayers-1); cells > next; cells-- {
		if l := r.layers[cells]; l != nil {
			r.at.Store(int64(cells))
			if err := r.expand(l, false); err != nil {
				return err
			}
		}
	}
	return nil
}

// noteRanks saves the ranks of a layer.
func (r *builder) noteRanks(l *layer) error {
	if r.journal == nil {
		return nil
	}
	return r.journal.Save(ranksName(l.Cells), 8+int64(l.Positions), func(w io.Writer) error {
		if err := binary.Write(w, binary.LittleEndian, r.elapsed()); err != nil {
			return err
		}
		var buffer []byte
		for _, b := range l.blocks {
			ranks, err := l.ranksOf(b, &buffer)
			if err == nil {
				_, err = w.Write(ranks)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// recall takes the ranks of a layer from an earlier build, if they are there.
func (r *builder) recall(l *layer) (known bool, err error) {
	if r.journal == nil {
		return false, nil
	}
	in, err := r.journal.Load(ranksName(l.Cells))
	if err != nil || in == nil {
		return false, err
	}
	var elapsed time.Duration
	ranks := make([]byte, l.Positions)
	if err = binary.Read(in, binary.LittleEndian, &elapsed); err == nil {
		_, err = io.ReadFull(in, ranks)
	}
	if err == nil {
		if n, _ := in.Read(make([]byte, 1)); n > 0 {
			err = errors.New("too many")
		}
	}
	if closeErr := in.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return false, fmt.Errorf("distances in layer %d of an earlier build: %w", l.Cells, err)
	}
	for _, k := range ranks {
		if k > uint8(search.LastRank) {
			return false, fmt.Errorf("distances in layer %d of an earlier build: %d is none", l.Cells, k)
		}
		l.count(search.Rank(k))
	}
	r.solved.Add(l.Positions)
	r.resumed.Solved += l.Positions
	r.resumed.Layer, r.resumed.Elapsed = l.Cells, elapsed
	return true, l.keepRanks(ranks)
}

// reportResumed reports once where the build continues, if it does.
func (r *builder) reportResumed() {
	if r.resumed.Found > 0 && r.report != nil {
		r.report(r.resumed)
	}
	r.report = nil
}
