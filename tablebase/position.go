package tablebase

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"gridlock/solver"
	"gridlock/solver/keys"
	"gridlock/variants"
)

// solved is the record of a solved position. Its moves are those of the canonical image.
type solved struct {
	Outcome  string           `json:"outcome"`
	Distance int              `json:"distance"` // or -1
	Best     variants.MoveSet `json:"best"`
	Complete bool             `json:"complete,omitempty"` // Best has all of them
	PV       []variants.Move  `json:"pv,omitempty"`
	Nimber   *int             `json:"nimber,omitempty"`
	Value    string           `json:"value,omitempty"`
	Side     string           `json:"side"` // the side to move, for Value, which is X's
	Engine   string           `json:"engine"`
	Lemma    string           `json:"lemma,omitempty"`
	Nodes    uint64           `json:"nodes"`
	Origin   solver.Origin    `json:"origin"`
}

// canon is a position with the canonical image, whose record all images share.
type canon struct {
	keys.Canonical
	key []byte
}

// canonOf returns the canonical image of a position.
func canonOf(p variants.Position) canon {
	c := keys.New(p.Game()).Canonical(p)
	return canon{c, appendKey(gameKey(positionKind, p.Game()), c.Key)}
}

// record converts a result to a record.
func (c canon) record(r solver.Result, origin solver.Origin) solved {
	return solved{
		Outcome: r.Outcome.String(), Distance: r.Distance, Best: c.Moves(r.Best), Complete: r.BestComplete, PV: c.Line(r.PV),
		Nimber: r.Nimber, Value: r.ColValue, Side: c.Position().Side().String(),
		Engine: r.Engine, Lemma: r.Lemma, Nodes: r.Stats.Nodes, Origin: origin,
	}
}

// result is the inverse of record. Ok is false for an impossible outcome.
func (c canon) result(rec solved) (r solver.Result, ok bool) {
	r = solver.Result{
		Proven: true, Distance: rec.Distance, BestComplete: rec.Complete, Nimber: rec.Nimber, Engine: rec.Engine, Lemma: rec.Lemma,
		Stats: solver.Stats{Nodes: rec.Nodes, Elapsed: time.Duration(rec.Origin.Seconds * float64(time.Second))},
	}
	switch rec.Outcome {
	case solver.Win.String():
		r.Outcome = solver.Win
	case solver.Loss.String():
		r.Outcome = solver.Loss
	default:
		return r, false
	}
	r.ColValue = strings.Replace(rec.Value, "+*", "*", 1) // older stores have this form
	if rec.Side != c.Position().Side().String() {
		r.ColValue = negated(r.ColValue)
	}
	best, bestOK := c.Original(rec.Best)
	pv, pvOK := c.OriginalLine(rec.PV)
	r.Best, r.PV = best, pv
	return r, bestOK && pvOK && (rec.Distance == solver.NoDistance || rec.Distance >= 0 && r.Outcome == solver.OutcomeIn(rec.Distance))
}

// Find implements [solver.Store]: it looks for a solved position, and then in the tables of the
// game. A distance comes with all best moves, or not at all. It takes a few milliseconds at most; if ctx
// ends meanwhile, lines are cut short.
func (s *Store) Find(ctx context.Context, p variants.Position) (solver.Result, error) {
	r, _, err := s.FindWithOrigin(ctx, p)
	return r, err
}

// FindWithOrigin is Find and also returns the origin of the result. If a table adds the distance to a solved position,
// the origin is the table. If there is an error, the result still holds. The error is nil if the distance is known.
func (s *Store) FindWithOrigin(ctx context.Context, p variants.Position) (solver.Result, solver.Origin, error) {
	return s.find(ctx, p, solver.Result.Whole)
}

// FindPlies is FindWithOrigin for callers who need only the distance: some best moves may be missing.
func (s *Store) FindPlies(ctx context.Context, p variants.Position) (solver.Result, solver.Origin, error) {
	return s.find(ctx, p, func(r solver.Result) solver.Result { return r })
}

// find is FindWithOrigin; taken selects the part to use of a solved position's result.
func (s *Store) find(ctx context.Context, p variants.Position, taken func(solver.Result) solver.Result) (solver.Result, solver.Origin, error) {
	r, origin, err := s.solved(p)
	if r = taken(r); r.Proven && r.Distance != solver.NoDistance {
		return r, origin, nil
	}
	fromTable, tableOrigin, tableErr := s.findInTables(ctx, p)
	switch {
	case !fromTable.Proven:
		return r, origin, errors.Join(err, tableErr)
	case !r.Proven:
		return fromTable, tableOrigin, nil
	}
	merged, _, err := merge(p, r, fromTable)
	if err != nil {
		return nothing(), solver.Origin{}, fmt.Errorf("%s: %w", s.dir, err)
	}
	return merged, tableOrigin, nil
}

// nothing returns the result that says nothing.
func nothing() solver.Result { return solver.Result{Distance: solver.NoDistance} }

// FindSolved is FindWithOrigin without the tables.
func (s *Store) FindSolved(p variants.Position) (solver.Result, solver.Origin, error) {
	r, origin, err := s.solved(p)
	return r.Whole(), origin, err
}

// solved returns the result of a solved position.
func (s *Store) solved(p variants.Position) (r solver.Result, origin solver.Origin, err error) {
	r = nothing()
	err = s.withPositions(false, func(v *volume) (err error) {
		r, origin, err = v.recall(canonOf(p))
		origin.Kind = solver.FromStore
		return err
	})
	return r, origin, err
}

// recall returns the result in the record of a position. The result is empty if there is no record, or if the record is
// of other rules.
func (v *volume) recall(c canon) (solver.Result, solver.Origin, error) {
	rec, err := v.solved(c.key)
	if errors.Is(err, ErrMissing) || err == nil && rec.Origin.Rules != RulesVersion {
		return nothing(), solver.Origin{}, nil
	}
	if err != nil {
		return nothing(), solver.Origin{}, err
	}
	r, ok := c.result(rec)
	if !ok {
		return nothing(), solver.Origin{}, damagedf(v.dir, "the record of %v does not fit the position", c.Position())
	}
	return r, rec.Origin, nil
}

// solved reads a record.
func (v *volume) solved(key []byte) (rec solved, err error) {
	text, err := v.get(key)
	if err != nil {
		return rec, err
	}
	if err := json.Unmarshal(text, &rec); err != nil {
		return rec, damagedf(v.dir, "%w", err)
	}
	return rec, nil
}

// Save implements [solver.Store]. It merges the result with the stored one. If they contradict each other, the error is
// solver.ErrContradiction and nothing is changed.
func (s *Store) Save(_ context.Context, p variants.Position, r solver.Result) error {
	if !r.Proven || r.Outcome == solver.Unknown {
		return nil
	}
	c, origin := canonOf(p), s.origin(r.Stats.Elapsed)
	text, err := json.Marshal(c.record(r, origin))
	if err != nil {
		return err
	}
	if err := s.prepare(int64(len(text))); err != nil {
		return err
	}
	return s.withPositions(true, func(v *volume) error { return v.learn(c, r, origin) })
}

// learn merges a result into the volume's record of a position.
func (v *volume) learn(c canon, r solver.Result, origin solver.Origin) error {
	known, before, err := v.recall(c)
	if err != nil {
		return err
	}
	merged := r
	if known.Proven {
		var old bool
		if merged, old, err = merge(c.Position(), known, r); err != nil {
			return fmt.Errorf("%s: %w", v.dir, err)
		}
		if old {
			origin = before
		}
		if reflect.DeepEqual(merged, known) {
			return nil
		}
	}
	text, err := json.Marshal(c.record(merged, origin))
	if err != nil {
		return err
	}
	return v.set(c.key, text)
}

// withPositions calls work with the volume of solved positions, which need not exist if it is
// only read.
func (s *Store) withPositions(write bool, work func(*volume) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.letOthers(write); err != nil {
		return err
	}
	if s.held == nil {
		how := access{write: write || s.opt.Hold, wait: s.opt.Wait, games: s.opt.Games}
		if s.batches > 0 {
			how.write = how.write || s.batchWrites
		}
		v, err := s.openPositions(how)
		if v == nil || err != nil {
			return err
		}
		s.held, s.heldSince = v, time.Now()
	}
	err := work(s.held)
	if err == nil && (s.batches > 0 || s.opt.Hold) {
		return s.held.flushSome()
	}
	return errors.Join(err, s.letGo())
}

// A batch that reads lets others write at intervals. They try every ten milliseconds.
const (
	heldAtMost = 500 * time.Millisecond
	othersTurn = 20 * time.Millisecond
)

// letOthers closes the solved positions if a batch has had them open for long, or if it can only read them and write is
// set.
func (s *Store) letOthers(write bool) error {
	switch {
	case s.held == nil || s.held.write:
		return nil
	case write:
		return s.letGo()
	case time.Since(s.heldSince) < heldAtMost:
		return nil
	}
	err := s.letGo()
	time.Sleep(othersTurn)
	return err
}

// letGo closes the solved positions, if they are open.
func (s *Store) letGo() error {
	if s.held == nil {
		return nil
	}
	v := s.held
	s.held = nil
	return v.close()
}

// Batch keeps the solved positions open while work finds or, if write is set, saves some, since opening them takes far
// longer. They are opened on first use. A writing batch keeps other processes out, so work should be short. A reading
// batch lets them write now and then. Batches of several goroutines may overlap, and share the open files.
func (s *Store) Batch(write bool, work func()) error {
	s.mu.Lock()
	s.batches++
	s.batchWrites = s.batchWrites || write
	s.mu.Unlock()
	work()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.batches--; s.batches > 0 {
		return nil
	}
	s.batchWrites = false
	if s.opt.Hold {
		return nil
	}
	return s.letGo()
}

// openPositions opens the volume of solved positions, which is created if it is to be written.
func (s *Store) openPositions(how access) (*volume, error) {
	dir := filepath.Join(s.dir, positionsName)
	if how.write {
		if err := s.prepare(0); err != nil {
			return nil, err
		}
		if err := s.makePositions(dir); err != nil {
			return nil, err
		}
		if err := s.removeLeftovers(); err != nil {
			return nil, err
		}
	}
	v, err := openNamed(dir, thePositions(), how)
	if errors.Is(err, fs.ErrNotExist) && !exists(dir) {
		return nil, nil
	}
	return v, err
}

// makePositions creates an empty volume of solved positions if there is none.
func (s *Store) makePositions(dir string) error {
	if exists(dir) {
		return nil
	}
	return s.create("",
		func(v *volume) error { return v.set(completeKey(), []byte(`{"positions":"solved"}`)) },
		func(temp string) error {
			if exists(dir) {
				return os.RemoveAll(temp)
			}
			return errors.Join(os.Rename(temp, dir), syncDir(s.dir))
		})
}

// findInTables looks for a position in the tables of the game.
func (s *Store) findInTables(ctx context.Context, p variants.Position) (solver.Result, solver.Origin, error) {
	tables, err := s.TablesOf(p.Game())
	for _, t := range tables {
		r, found, probeErr := t.Result(ctx, p)
		if found {
			r.Stats.Nodes = t.info.Positions
			return r, t.Origin(), nil
		}
		err = errors.Join(err, probeErr)
	}
	return nothing(), solver.Origin{}, err
}
