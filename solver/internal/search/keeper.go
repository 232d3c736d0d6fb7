package search

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gridlock/solver"
	"gridlock/variants"
)

// checkpointFormat is part of the names of checkpoints. It changes whenever keys or data of
// entries change their meaning, so that none is misread.
const checkpointFormat = 2

// checkpointName returns the name of a search's checkpoint. It contains everything that the meaning of an entry depends
// on. A search without lemmas is meant to check them, so it must not begin with a checkpoint that rests on them.
// Limits, memory and workers change no entry.
func checkpointName(engine string, p variants.Position, opt solver.Options) string {
	lemmas := "lemmas"
	if opt.NoLemmas {
		lemmas = "no lemmas"
	}
	return fmt.Sprintf("%s %d %s %v, %s", engine, checkpointFormat, p.Game().Variant().Key(), p, lemmas)
}

// checkpointEntries is the maximum number of positions in a checkpoint, about 80 MB.
const checkpointEntries = 4 << 20

// keeper saves checkpoints of one search. A nil keeper does nothing.
type keeper struct {
	solver.Checkpoint
	ctx     context.Context // the context of the search, but not cancelled with it
	name    string
	engine  string
	table   Table
	control *Control
	before  solver.CheckpointInfo // the checkpoint that the search began with
	partial bool                  // the checkpoint to begin with could not be read
	done    chan struct{}         // closed when the search is over
	idle    chan struct{}         // closed when no checkpoint is being saved
}

// NewKeeper returns the keeper of a search, and resumes the search if opt asks for it.
func NewKeeper(ctx context.Context, engine string, p variants.Position, opt solver.Options, c *Control) *keeper {
	if opt.Checkpoint == nil {
		return nil
	}
	k := &keeper{
		Checkpoint: *opt.Checkpoint, ctx: context.WithoutCancel(ctx), engine: engine, table: c.Table, control: c,
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
		if err := k.load(); err != nil {
			k.partial = true
			k.fail("cannot resume", err)
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

// Finish ends the keeper when all workers have stopped. It saves a last checkpoint if the search
// had to stop, unless it has hardly begun, and drops the checkpoint if it has answered.
func (k *keeper) Finish(answered bool) {
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
		} else if k.before.Nodes > 0 && k.Kept != nil {
			k.Kept(k.before)
		}
	} else if err := k.Store.DropCheckpoint(k.ctx, k.name); err != nil && k.Failed != nil {
		k.Failed(err)
	}
}

// fail reports an error.
func (k *keeper) fail(what string, err error) {
	if k.Failed != nil {
		k.Failed(fmt.Errorf("%s: %w", what, err))
	}
}

// save saves a checkpoint, unless the stored checkpoint is worth more. Workers continue meanwhile.
func (k *keeper) save() {
	info := solver.CheckpointInfo{
		Engine: k.engine, Nodes: k.before.Nodes + k.control.nodes.Load(),
		Elapsed: k.before.Elapsed + time.Since(k.control.Start), Saved: time.Now(),
	}
	least, count := k.table.Worth(checkpointEntries)
	info.Positions = count
	if old := k.stored(); more(old, info) {
		if k.Kept != nil {
			k.Kept(old)
		}
		return
	}
	meta, err := json.Marshal(info)
	if err == nil {
		err = k.Store.SaveCheckpoint(k.ctx, k.name, meta, k.table.Pieces(least))
	}
	switch {
	case err != nil:
		k.fail("cannot save a checkpoint", err)
	case k.Saved != nil:
		k.Saved(info)
	}
}

// more reports whether replacing the old checkpoint would lose much: it took more work, or has many more positions, for
// example from a search with more memory. Small differences are normal, as the number of entries of a full table
// varies.
func more(old, info solver.CheckpointInfo) bool {
	return old.Nodes > info.Nodes || old.Positions > info.Positions+info.Positions/4
}

// stored describes the last checkpoint, if there is one that can be read.
func (k *keeper) stored() (info solver.CheckpointInfo) {
	meta, pieces, err := k.Store.LoadCheckpoint(k.ctx, k.name)
	if err != nil || meta == nil || json.Unmarshal(meta, &info) != nil {
		return solver.CheckpointInfo{}
	}
	if k.partial {
		for _, err := range pieces {
			if err != nil {
				return solver.CheckpointInfo{}
			}
		}
	}
	return info
}

// load fills the table with the last checkpoint, if there is one.
func (k *keeper) load() error {
	meta, pieces, err := k.Store.LoadCheckpoint(k.ctx, k.name)
	if err != nil || meta == nil {
		return err
	}
	var info solver.CheckpointInfo
	if err := json.Unmarshal(meta, &info); err != nil {
		return err
	}
	for piece, err := range pieces {
		if err == nil {
			err = k.table.Restore(piece, k.control.Ended)
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
