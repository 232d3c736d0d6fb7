package retrograde

import (
	"context"
	"io"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/spill"
	"gridlock/solver"
	"gridlock/variants"
)

// A build that reads anything from a scratch file but what it has written ends with an error.
func TestDamagedScratchFile(t *testing.T) {
	for _, position := range []string{
		".../.../... x",
		"...#########/...#########/...######### x", // keys of two words
	} {
		sound := &damagedScratch{tempScratch: tempScratch{t}, at: -1}
		require.NoError(t, spilled(t, position, sound))
		n := sound.reads.Load()
		require.Greater(t, n, int64(50))
		for at := range n {
			err := spilled(t, position, &damagedScratch{tempScratch: tempScratch{t}, at: at})
			require.ErrorIs(t, err, spill.ErrDamaged, "read %d of %d", at, n)
		}
	}
}

// spilled builds a table of duel with everything in scratch files.
func spilled(t *testing.T, position string, s Scratch) error {
	v, err := variants.Lookup(variants.Duel)
	require.NoError(t, err)
	p, err := v.Parse(position)
	require.NoError(t, err)
	e, opt := Engine{Scratch: s, Journal: forgetful{}, Writer: tableMap{}}, solver.Options{Memory: 1 << 20}
	r := e.begin(context.Background(), p, opt)
	defer r.release()
	r.pool.Limit = 0
	if err := e.build(r, p, opt); err != nil {
		return err
	}
	r.Search(p.State())
	return r.control.Err()
}

// damagedScratch makes scratch files of which one read returns a byte that is wrong.
type damagedScratch struct {
	tempScratch
	at    int64 // the number of the read
	reads atomic.Int64
}

func (s *damagedScratch) Create() (ScratchFile, error) {
	f, err := s.tempScratch.Create()
	return damagedFile{f, s}, err
}

type damagedFile struct {
	ScratchFile
	scratch *damagedScratch
}

func (f damagedFile) ReadAt(data []byte, at int64) (int, error) {
	n, err := f.ScratchFile.ReadAt(data, at)
	if len(data) > 0 {
		if read := f.scratch.reads.Add(1) - 1; read == f.scratch.at {
			data[int(read)%len(data)] ^= 1
		}
	}
	return n, err
}

// forgetful is a journal in which there is never anything.
type forgetful struct{}

func (forgetful) Save(_ string, _ int64, write func(io.Writer) error) error { return write(io.Discard) }
func (forgetful) Load(string) (io.ReadCloser, error)                        { return nil, nil }
