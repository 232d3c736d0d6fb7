package solve

import (
	"errors"
	"fmt"
	"io"

	"gridlock/internal/cli/console"
	"gridlock/internal/cli/flags"
	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/solver/retrograde"
	"gridlock/tablebase"
	"gridlock/variants"
)

// engineFor returns the engine with what it needs: PN with the prover, if there is one;
// retrograde with the store, for the layers that it finishes and for what does not fit into
// memory. End is to be called after a search that ended with err.
func (opt *options) engineFor(display *console.Display, p variants.Position, prover *pn.Prover, kept *resumable) (engine solver.Engine, end func(err error)) {
	engine, end = opt.engine.Engine, func(error) {}
	store := opt.kept.Builder()
	switch engine.(type) {
	case pn.Engine:
		return pn.Engine{Prover: prover}, end
	case retrograde.Engine:
	default:
		return engine, end
	}
	if store == nil || opt.stdin {
		return engine, end
	}
	file, err := store.Journal(p)
	if err != nil {
		kept.fail(fmt.Errorf("cannot save the finished layers: %w", err))
		return engine, end
	}
	return retrograde.Engine{
			Scratch: store.Scratch(), Journal: &journal{Journal: file, anew: opt.anew, kept: kept},
			Resumed: func(b retrograde.Resumed) {
				display.Note("%s", console.BegunText(b))
				kept.saveLayer() // they are still there
			},
			Check: func(n retrograde.Needs) error { return errors.Join(flags.CheckMemory(n.Memory), store.Room(n, false)) },
		}, func(err error) {
			end := file.Close
			if err == nil {
				end = file.Drop
			}
			if err := end(); err != nil {
				kept.fail(err)
			}
		}
}

// journal is the journal of a search. The search continues when it cannot be written.
type journal struct {
	*tablebase.Journal
	anew   bool // nothing is read from it
	kept   *resumable
	failed bool
}

// Save implements [retrograde.Journal].
func (j *journal) Save(name string, size int64, write func(io.Writer) error) error {
	if j.failed {
		return nil
	}
	if err := j.Journal.Save(name, size, write); err != nil {
		j.failed = true
		j.kept.fail(fmt.Errorf("cannot save the finished layers: %w", err))
		return nil
	}
	j.kept.saveLayer()
	return nil
}

// Load implements [retrograde.Journal].
func (j *journal) Load(name string) (io.ReadCloser, error) {
	if j.anew {
		return nil, nil
	}
	return j.Journal.Load(name)
}
