package auto

import (
	"gridlock/solver"
	"gridlock/solver/negamax"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// Shared is what searches of one game leave to those that come after them: a theory, and
// a table for each engine that has one. With it in [Options], the positions after a move
// need not be searched anew when the game has gone on.
//
// It serves searches of one game, one at a time, and is no more than a memory: results are
// the same without it, and what does not fit is forgotten. Release it in the end.
type Shared struct {
	pn      *pn.Prover
	negamax *negamax.Memory
	lemmas  *lemmaMemory
}

// NewShared returns an empty memory for searches of a game, of so many bytes at most; 0 or
// less means DefaultMemory. It takes them as it fills.
func NewShared(game *variants.Game, memory int64) (*Shared, error) {
	memory = solver.Options{Memory: memory}.MemoryLimit()
	lemmas := memory / 4
	each := (memory - lemmas) / 2
	pn, err := pn.NewProver(game, solver.Options{Memory: each})
	if err != nil {
		return nil, err
	}
	negamax, err := negamax.NewMemory(game, each)
	if err != nil {
		pn.Close()
		return nil, err
	}
	return &Shared{pn, negamax, newLemmaMemory(game, lemmas)}, nil
}

// Release gives the memory back. Nobody may use it any more.
func (s *Shared) Release() {
	s.pn.Close()
	s.negamax.Release()
}
