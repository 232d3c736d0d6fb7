package main

import (
	"fmt"
	"reflect"

	"gridlock/proof"
)

// Fact has the known facts about a board, a line of atlas.jsonl. All facts can be reproduced: the same version with the
// same command finds the same facts. Unknown fields are null.
type Fact struct {
	Variant string  `json:"variant"`
	Board   string  `json:"board"`
	Winner  *string `json:"winner"` // X, who moves first, or O

	// Plies is the length of the game with best play by both sides. PliesNodes is the work of
	// a second search for it, null if there was none.
	Plies      *int    `json:"plies"`
	PliesNodes *uint64 `json:"plies_nodes"`

	Nimber   *int    `json:"nimber"`
	Value    *string `json:"value"`
	BestMove *string `json:"best_move"` // a move that wins or, with Plies, lasts longest

	// Engine found the winner; Lemma is the reason if no search was needed. Nodes is the work of one worker, until it gave
	// up if the board is open.
	Engine string  `json:"engine"`
	Lemma  *string `json:"lemma"`
	Nodes  uint64  `json:"nodes"`

	Certificate *Certificate `json:"certificate"` // null if none was found within the limits

	Limits       Limits  `json:"limits"`
	Command      string  `json:"command"`       // that finds it
	PliesCommand *string `json:"plies_command"` // the second search, null if there was none
	Program      string  `json:"program"`       // the version that found it
}

// Certificate has those facts about a certificate that are the same in every run. Bytes and hash are the size and the
// hash of the unpacked file (docs/proof-format.md), without the name of the program in its header.
type Certificate struct {
	Method  proof.Method `json:"method"`
	Records uint64       `json:"records"`
	Bytes   int          `json:"bytes"`
	SHA256  string       `json:"sha256"`
}

// Limits are the limits with which a board was solved.
type Limits struct {
	Nodes      uint64 `json:"nodes"`       // nodes to find the winner, and to find the certificate
	PliesNodes uint64 `json:"plies_nodes"` // nodes of the second search, for the number of plies
	Memory     int64  `json:"memory"`      // bytes
}

// answers counts the answers: who wins, in how many plies, and the certificate.
func (f Fact) answers() (n int) {
	for _, known := range []bool{f.Winner != nil, f.Plies != nil, f.Certificate != nil} {
		if known {
			n++
		}
	}
	return n
}

// complete reports whether all answers are known.
func (f Fact) complete() bool { return f.answers() == 3 }

// same reports whether two facts have the same answers, even if by other versions with other limits.
func (f Fact) same(g Fact) bool {
	g.Limits, g.Command, g.PliesCommand, g.Program = f.Limits, f.Command, f.PliesCommand, f.Program
	return reflect.DeepEqual(f, g)
}

// update returns the fact to keep when a board has been solved again: the old one, if it has as many answers. The error
// reports a contradiction between the two.
func (f Fact) update(again Fact) (Fact, error) {
	switch {
	case differ(f.Winner, again.Winner), differ(f.Plies, again.Plies), differ(f.Nimber, again.Nimber), differ(f.Value, again.Value):
		return f, fmt.Errorf("%s %s: %s contradicts %s; one of them is wrong", f.Variant, f.Board, again.Program, f.Program)
	case f.answers() > again.answers(), f.same(again) && (f.complete() || f.Limits == again.Limits):
		return f, nil
	}
	return again, nil
}

// differ reports whether two values are known and not equal.
func differ[T comparable](a, b *T) bool { return a != nil && b != nil && *a != *b }
