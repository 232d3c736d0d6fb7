package auto

import (
	"errors"
	"fmt"

	"gridlock/solver"
	"gridlock/solver/negamax"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// Shared is a memory that searches of one game share: a theory, and a table for each engine that
// has one. With it in [Engine], the positions after a move need not be searched again when the
// game continues.
//
// It serves one search at a time, and forgets entries that do not fit. It changes no results. The caller releases it.
type Shared struct {
	pn      *pn.Prover
	negamax *negamax.Memory
	lemmas  *lemmaMemory
}

// NewShared returns an empty memory for searches of a game, of at most memory bytes, which it
// takes as it fills; 0 or less means solver.DefaultMemory.
func NewShared(game *variants.Game, memory int64) (*Shared, error) {
	memory = solver.Options{Memory: memory}.MemoryLimit()
	lemmas := memory / 4
	each := (memory - lemmas) / 2
	pn, err := pn.NewMemory(game, solver.Options{Memory: each})
	if err != nil {
		return nil, err
	}
	negamax, err := negamax.NewMemory(game, each)
	if err != nil {
		pn.Close()
		return nil, err
	}
	return &Shared{pn, negamax, &lemmaMemory{game: game, memory: lemmas}}, nil
}

// ErrOtherGame reports that a position and a [Shared] memory are of different games or boards.
var ErrOtherGame = errors.New("a position of another game or board than the shared memory")

// serves returns an error unless the memory, which may be nil, is of the game.
func (s *Shared) serves(game *variants.Game) error {
	if s == nil || s.lemmas.game == game || s.lemmas.game.String() == game.String() {
		return nil
	}
	return fmt.Errorf("%w: %v, and not %v", ErrOtherGame, game, s.lemmas.game)
}

// Release returns the memory to the system. Shared must not be used afterwards.
func (s *Shared) Release() {
	s.pn.Close()
	s.negamax.Release()
}
