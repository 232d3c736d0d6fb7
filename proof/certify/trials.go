package certify

import (
	"gridlock/bitboard"
	"gridlock/theory"
	"gridlock/variants"
)

// trials finds out whether a marker can take a number of turns alone. It tries the same turns as a checker
// (docs/proof-format.md), and counts them. It remembers findings for a while, since successive positions mostly share
// one player's room. It is not safe for concurrent use.
type trials struct {
	rules      variants.Rules
	separation *theory.Separation
	most       int // turns to try for a question
	tried      int // turns for the last question
	stop       func() bool
	stopped    bool // whether stop has stopped it for good
	known      [1 << trialBits]trial
}

// trial has the findings about a marker and a number of turns.
type trial struct {
	region bitboard.Board // the cells that the marker can reach
	at     int8
	turns  int8
	lasts  bool
	tried  int32
}

// trialBits is the binary logarithm of the number of trials that are remembered.
const trialBits = 15

// alone reports whether the player to move can take that many turns while the opponent stands still. known is false if
// a checker would have to try too many turns, or if t was stopped.
func (t *trials) alone(s variants.State, turns int) (lasts, known bool) {
	t.tried = 0
	lasts = t.lasts(s, turns)
	return lasts, !t.over()
}

// over reports whether the question is given up.
func (t *trials) over() bool { return t.stopped || t.tried > t.most }

// lasts returns the first result of alone, or true if the question is given up.
func (t *trials) lasts(s variants.State, turns int) bool {
	if turns == 0 {
		return true
	}
	region := t.separation.Region(s)
	if region.Count() < turns {
		return false
	}
	at := s.Mine.First()
	slot := &t.known[(uint64(region)+uint64(at)<<1+uint64(turns)<<7)*0x9e3779b97f4a7c15>>(64-trialBits)]
	if slot.region == region && int(slot.at) == at && int(slot.turns) == turns {
		t.tried += int(slot.tried)
		return slot.lasts || t.over()
	}
	before := t.tried
	lasts := t.try(s, turns)
	if !t.stopped && (t.tried <= t.most || before == 0) {
		*slot = trial{region, int8(at), int8(turns), lasts, int32(t.tried - before)}
	}
	return lasts
}

// turnsAtOnce is the number of turns that are tried between two calls of stop.
const turnsAtOnce = 256

// try finds out what alone returns, if there is room for the turns.
func (t *trials) try(s variants.State, turns int) bool {
	for moves := t.rules.Legal(s); moves != 0; moves = moves.Rest() {
		if t.tried++; t.tried%turnsAtOnce == 0 && !t.stopped {
			t.stopped = t.stop()
		}
		if t.over() {
			return true
		}
		after := t.rules.Play(s, variants.Move(moves.First()))
		if t.lasts(variants.State{Free: after.Free, Mine: after.Yours}, turns-1) {
			return true
		}
	}
	return false
}
