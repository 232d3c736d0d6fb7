package course

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"sync"

	"gridlock/internal/explain"
	"gridlock/internal/query"
	"gridlock/proof"
	"gridlock/variants"
)

// Proofs has the last certificates that were walked through, which need not be checked again. The zero value has none.
// It is safe for concurrent use.
type Proofs struct {
	mu   sync.Mutex
	last []checked // the last one used is at the end
}

// checked is a certificate that has been checked, as rules.
type checked struct {
	sum      [sha256.Size]byte
	strategy *explain.Strategy
}

// keptRecords is the maximum number of records in kept certificates; each takes a kilobyte.
const keptRecords = 2 * explain.MostRecords

// find returns the rules of a certificate that was checked before, nil if there are none.
func (w *Proofs) find(sum [sha256.Size]byte) *explain.Strategy {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, c := range w.last {
		if c.sum == sum {
			w.last = append(append(w.last[:i:i], w.last[i+1:]...), c)
			return c.strategy
		}
	}
	return nil
}

// add keeps the rules of a certificate. The rules that were unused for the longest time go.
func (w *Proofs) add(c checked) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last = append(w.last, c)
	records := uint64(0)
	for i := len(w.last) - 1; i >= 0; i-- {
		if records += 1 + w.last[i].strategy.Header.Records; records > keptRecords {
			w.last = append([]checked{}, w.last[i+1:]...)
			return
		}
	}
}

// strategy checks a certificate, if that has not been done before, and returns its rules.
func (w *Proofs) strategy(ctx context.Context, certificate []byte, memory int64) (*explain.Strategy, *query.Problem) {
	sum := sha256.Sum256(certificate)
	if s := w.find(sum); s != nil {
		return s, nil
	}
	s, err := explain.Read(ctx, bytes.NewReader(certificate), proof.Options{Memory: memory})
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, query.Large.Problem("it could not be checked in time")
	case ctx.Err() != nil:
		return nil, query.Cancelled.Problem("nobody waits for the answer any more")
	case errors.Is(err, explain.ErrLarge), errors.Is(err, proof.ErrMemory):
		return nil, query.Large.Problem(err.Error())
	case err != nil:
		return nil, query.BadCertificate.Problem(err.Error())
	}
	w.add(checked{sum, s})
	return s, nil
}

// Answer answers a question to walk through a certificate with a [Course]. memory is the maximum memory of the check,
// in bytes.
func (w *Proofs) Answer(ctx context.Context, certificate []byte, moves string, memory int64) (any, *query.Problem) {
	s, problem := w.strategy(ctx, certificate, memory)
	if problem != nil {
		return nil, problem
	}
	line, _, err := s.Root.ParseRecord(moves)
	if err != nil {
		return nil, query.BadMove(err)
	}
	if _, err := s.Follow(line); err != nil {
		return nil, astray(s, line, err)
	}
	c, err := Through(s, line)
	if err != nil {
		return nil, query.Internal(err)
	}
	return c, nil
}

// astray is the problem of a line in which the winner departs from the certificate.
func astray(s *explain.Strategy, line []variants.Move, err error) *query.Problem {
	p := query.BadMove(err)
	for n := range line {
		if at, failed := s.Follow(line[:n]); failed == nil && at.Move != nil && *at.Move != line[n] {
			p.Ply, p.Reason, p.Legal = n+1, "not-the-answer", []string{at.Position.MoveText(*at.Move)}
		}
	}
	return p
}
