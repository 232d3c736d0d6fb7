package solver

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"

	"gridlock/variants"
)

// Checkpoint makes a search leave what it has found out in a store, every so often and
// when it has to stop, and a later search of the same position by the same engine, with or
// without lemmas like the first, continue from there. PN, Negamax, and Auto by them, can do so.
//
// A checkpoint holds entries of the search's table, those that took the most work, so it
// holds for certain what these held: see docs/soundness.md.
type Checkpoint struct {
	Store Store

	// Every is the time between two checkpoints; 0 means a minute.
	Every time.Duration

	// Least is how many nodes a search that has to stop must have visited to be worth a
	// checkpoint; 0 means some tenths of a second's worth.
	Least uint64

	// Resume makes the search begin with the last checkpoint, if there is one.
	Resume bool

	// Resumed, if not nil, is told what the search begins with, once for each engine
	// that does.
	Resumed func(CheckpointInfo)

	// Saving, if not nil, is told before a search that has to stop saves its last
	// checkpoint, which may take some seconds. To end the program meanwhile leaves the
	// checkpoint before that one.
	Saving func()

	// Saved, if not nil, is told of every checkpoint that is saved.
	Saved func(CheckpointInfo)

	// Failed, if not nil, is told why a checkpoint could not be saved or read. The
	// search goes on without it.
	Failed func(error)
}

// CheckpointInfo says what a checkpoint holds.
type CheckpointInfo struct {
	Engine    string        `json:"engine"`
	Positions uint64        `json:"positions"` // entries of the table
	Nodes     uint64        `json:"nodes"`     // that it took to find them out, by all searches so far
	Elapsed   time.Duration `json:"elapsed"`   // likewise
	Saved     time.Time     `json:"saved"`
}

// checkpointFormat is part of the names of checkpoints. It changes whenever keys or data of
// entries change their meaning, so that none is misread.
const checkpointFormat = 2

// checkpointName returns the name of the checkpoint of a search: everything that the meaning
// of an entry depends on. A search without lemmas must not begin with what lemmas have found,
// since it is meant to check them. Limits, memory and workers change no entry.
func checkpointName(engine string, p variants.Position, opt Options) string {
	lemmas := "lemmas"
	if opt.Bare {
		lemmas = "no lemmas"
	}
	return fmt.Sprintf("%s %d %s %v, %s", engine, checkpointFormat, p.Game().Variant().ID, p, lemmas)
}

// checkpointEntries is how many positions a checkpoint holds at most, some 80 MB.
const checkpointEntries = 4 << 20

// keeper saves checkpoints of one search. A nil keeper does nothing.
type keeper struct {
	Checkpoint
	ctx     context.Context // of the search, but not called off with it
	name    string
	engine  string
	table   *table
	control *control
	before  CheckpointInfo // what the search began with
	done    chan struct{}  // closed when the search is over
	idle    chan struct{}  // closed when no checkpoint is being saved any more
}

// newKeeper returns the keeper of a search, having resumed it if so asked.
func newKeeper(ctx context.Context, engine string, p variants.Position, opt Options, c *control) *keeper {
	if opt.Checkpoint == nil || opt.Shared != nil {
		return nil
	}
	k := &keeper{
		Checkpoint: *opt.Checkpoint, ctx: context.WithoutCancel(ctx), engine: engine, table: c.table, control: c,
		name: checkpointName(engine, p, opt),
		done: make(chan struct{}), idle: make(chan struct{}),
	}
	if k.Every == 0 {
		k.Every = time.Minute
	}
	if k.Least == 0 {
		k.Least = 1 << 17
	}
	if k.Resume {
		if err := k.load(); err != nil && k.Failed != nil {
			k.Failed(fmt.Errorf("cannot resume: %w", err))
		}
	}
	go k.run()
	return k
}

// run saves checkpoints until the search is over.
func (k *keeper) run() {
	defer close(k.idle)
	ticker := time.NewTicker(k.Every)
	defer ticker.Stop()
	for {
		select {
		case <-k.done:
			return
		case <-ticker.C:
			k.save()
		}
	}
}

// finish ends the keeper when no worker is at work any more: with a last checkpoint when
// the search had to stop, and without any when it has answered.
func (k *keeper) finish(answered bool) {
	if k == nil {
		return
	}
	close(k.done)
	<-k.idle
	if !answered {
		if k.control.nodes.Load() >= k.Least {
			if k.Saving != nil {
				k.Saving()
			}
			k.save()
		}
	} else if err := k.Store.DropCheckpoint(k.ctx, k.name); err != nil && k.Failed != nil {
		k.Failed(err)
	}
}

// save saves a checkpoint. Workers go on meanwhile.
func (k *keeper) save() {
	info := CheckpointInfo{
		Engine: k.engine, Nodes: k.before.Nodes + k.control.nodes.Load(),
		Elapsed: k.before.Elapsed + time.Since(k.control.start), Saved: time.Now(),
	}
	least, count := k.table.worth(checkpointEntries)
	info.Positions = count
	meta, err := json.Marshal(info)
	if err == nil {
		err = k.Store.SaveCheckpoint(k.ctx, k.name, meta, k.table.pieces(least))
	}
	switch {
	case err != nil && k.Failed != nil:
		k.Failed(fmt.Errorf("cannot save a checkpoint: %w", err))
	case err == nil && k.Saved != nil:
		k.Saved(info)
	}
}

// load fills the table with the last checkpoint, if there is one.
func (k *keeper) load() error {
	meta, pieces, err := k.Store.LoadCheckpoint(k.ctx, k.name)
	if err != nil || meta == nil {
		return err
	}
	var info CheckpointInfo
	if err := json.Unmarshal(meta, &info); err != nil {
		return err
	}
	for piece, err := range pieces {
		if err == nil {
			err = k.table.restore(piece, k.control.ended)
		}
		if err != nil {
			return err
		}
	}
	k.before = info
	if k.Resumed != nil {
		k.Resumed(info)
	}
	return nil
}

// worth returns the logarithm of the work from which on entries belong into a checkpoint
// of so many at most, and how many there are about.
func (t *table) worth(most uint64) (least, count uint64) {
	var counts [1 << (workBits - 8)]uint64 // by whole doublings
	for i := range t.mask.Load() + 1 {
		works := t.buckets[i][workWord].Load()
		for ; works != 0; works >>= workBits {
			counts[works&workMask>>8]++
		}
	}
	doublings := len(counts)
	for doublings > 1 && count+counts[doublings-1] <= most {
		doublings--
		count += counts[doublings]
	}
	return uint64(doublings) << 8, count
}

// pieceEntries is the number of entries in a piece of a checkpoint.
const pieceEntries = 4096

// pieces returns the entries that took at least so much work, as it is kept, in pieces of
// a checkpoint: key, data and work of each. It may run while others use the table; of a
// bucket that somebody is just writing to it says nothing.
func (t *table) pieces(least uint64) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		piece := make([]byte, 0, pieceEntries*t.entryBytes())
		for i := range t.mask.Load() + 1 {
			piece = t.appendBucket(piece, &t.buckets[i], least)
			if len(piece) > cap(piece)-t.pack.ways()*t.entryBytes() {
				if !yield(piece, nil) {
					return
				}
				piece = piece[:0]
			}
		}
		yield(piece, nil)
	}
}

// entryBytes is the size of an entry in a checkpoint.
func (t *table) entryBytes() int { return 8*t.pack.size() + 2 }

// appendBucket appends the entries of a bucket that took at least so much work.
func (t *table) appendBucket(piece []byte, b *bucket, least uint64) []byte {
	turn := b[turnWord].Load()
	begun := len(piece)
	works := b[workWord].Load()
	for slot := range t.pack.ways() {
		work := works >> (workBits * slot) & workMask
		at := t.at(slot)
		if work < least || work == 0 || b[at+t.pack.size()-1].Load() == 0 {
			continue
		}
		for word := range t.pack.size() {
			piece = binary.LittleEndian.AppendUint64(piece, b[at+word].Load())
		}
		piece = binary.LittleEndian.AppendUint16(piece, uint16(work))
	}
	if turn&1 != 0 || b[turnWord].Load() != turn {
		return piece[:begun]
	}
	return piece
}

// errCheckpoint is the error of a checkpoint that is not one of this table.
var errCheckpoint = errors.New("the checkpoint does not fit the position")

// restore stores the entries of a piece. The table grows as it needs, unless over says
// that the search is.
func (t *table) restore(piece []byte, over func() bool) error {
	if len(piece)%t.entryBytes() != 0 {
		return errCheckpoint
	}
	for ; len(piece) > 0; piece = piece[t.entryBytes():] {
		var words [3]uint64
		for i := range t.pack.size() {
			words[i] = binary.LittleEndian.Uint64(piece[8*i:])
		}
		k, data := key{a: words[0]}, words[t.pack.size()-1]
		if t.pack.wide {
			k.b = words[1]
		}
		if t.place(k, data, uint64(binary.LittleEndian.Uint16(piece[8*t.pack.size():]))) {
			t.stored.Add(1)
		}
	}
	t.grow(t.stored.Load(), over)
	return nil
}
