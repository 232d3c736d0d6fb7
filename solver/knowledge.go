package solver

import (
	"errors"
	"fmt"

	"gridlock/variants"
)

// concluded is the engine of results that follow from several other results.
const concluded = "auto"

// Knowledge collects what is known of a position and of the positions after its moves. Every source (opening book,
// store, lemma, search) adds results with Learn and LearnMove. Knowledge draws conclusions at once, in one place for
// the whole program:
//
//   - a move to a lost position wins: the position is won;
//   - if every move leads to a won position, the position is lost;
//   - every move of a lost position leads to a won position. The best moves of a won position lead to lost positions;
//     if the best moves are all winning moves, the other moves lead to won positions;
//   - distances and nimbers follow from the distances and nimbers after the moves, if enough are known;
//   - positions that are images of each other have the same results.
//
// Only proven results are learnt. Two sources that contradict each other are an error, see Err.
// A Knowledge is not safe for concurrent use. Make it with NewKnowledge.
type Knowledge struct {
	position variants.Position
	result   Result
	moves    []MoveResult             // results in the order of moves
	views    []Image                  // images of the positions after the moves
	states   []variants.State         // the canonical ones
	like     map[variants.State][]int // moves by the canonical state after them
	at       [64]int8                 // index in moves, by move
	ending   variants.MoveSet         // moves that end the game
	conflict error
}

// MoveResult is a legal move and the known result of the position after it.
type MoveResult struct {
	Move variants.Move

	// After is the result of the position after the move, where the opponent is to move: the move wins if After is a
	// loss.
	After Result
}

// NewKnowledge returns a Knowledge of a position that holds nothing yet.
func NewKnowledge(p variants.Position) *Knowledge {
	k := &Knowledge{position: p, result: Undecided(concluded), like: map[variants.State][]int{}}
	for m := range p.Legal().Cells() {
		move := variants.Move(m)
		after := p.Play(move)
		view, state := leastImage(after)
		k.at[m] = int8(len(k.moves))
		k.like[state] = append(k.like[state], len(k.moves))
		k.moves = append(k.moves, MoveResult{move, Undecided(concluded)})
		k.views, k.states = append(k.views, view), append(k.states, state)
		if after.Over() {
			k.ending = k.ending.With(m)
		}
	}
	return k
}

// Position returns the position that k is about.
func (k *Knowledge) Position() variants.Position { return k.position }

// Result returns what is known of the position; nothing after a contradiction.
func (k *Knowledge) Result() Result {
	if k.conflict != nil {
		r := Undecided(concluded)
		r.Stats = k.result.Stats
		return r
	}
	return k.result
}

// Moves returns what is known of every legal move, in the order of moves. The caller must not
// modify it.
func (k *Knowledge) Moves() []MoveResult { return k.moves }

// After returns what is known of the position after a move; nothing if the move is not legal.
func (k *Knowledge) After(m variants.Move) Result {
	i, legal := k.place(m)
	if !legal {
		return Undecided(concluded)
	}
	return k.moves[i].After
}

// place returns the index of a move in moves.
func (k *Knowledge) place(m variants.Move) (i int, legal bool) {
	legal = int(m) < len(k.at) && k.position.Legal().Has(int(m))
	if legal {
		i = int(k.at[m])
	}
	return i, legal
}

// Orbits returns the first move of each group of moves that lead to images of the same position.
func (k *Knowledge) Orbits() (first variants.MoveSet) {
	for _, group := range k.like {
		first = first.With(int(k.moves[group[0]].Move))
	}
	return first
}

// Err returns the contradiction between two sources, nil if there is none. After a contradiction nothing in k is
// reliable.
func (k *Knowledge) Err() error { return k.conflict }

// Learn adds what is known of the position. Statistics are not added up.
func (k *Knowledge) Learn(r Result) {
	news := k.learn(k.position, &k.result, r)
	if k.conflict == nil && r.Proven && r.Outcome == Win { // this includes moves that win later than the known ones
		for m := range r.Best.Cells() {
			after := Result{Outcome: Loss, Proven: true, Distance: NoDistance, Engine: r.Engine}
			news = k.learnMove(int(k.at[m]), after) || news
		}
	}
	if news {
		k.conclude()
	}
}

// LearnAll is Learn for the result of a search of the position. It also takes over the statistics, and the proof
// numbers of an undecided position.
func (k *Knowledge) LearnAll(r Result) {
	k.Learn(r)
	k.result.Stats, k.result.Engine = r.Stats, r.Engine
}

// SetStats sets the statistics of the position's result.
func (k *Knowledge) SetStats(s Stats) { k.result.Stats = s }

// SetMoveStats sets the statistics of the result after a legal move.
func (k *Knowledge) SetMoveStats(m variants.Move, s Stats) {
	if i, legal := k.place(m); legal {
		k.moves[i].After.Stats = s
	}
}

// LearnMove adds a result for the position after a legal move, and so for its images.
func (k *Knowledge) LearnMove(m variants.Move, r Result) {
	i, legal := k.place(m)
	if !legal {
		panic(fmt.Sprintf("solver: LearnMove: %v", k.position.CheckMove(m)))
	}
	if k.learnMove(i, r) {
		k.conclude()
	}
}

// learnMove is LearnMove for the move at an index, without conclusions. It reports whether it
// learnt anything.
func (k *Knowledge) learnMove(i int, r Result) (news bool) {
	for _, j := range k.like[k.states[i]] {
		if k.learn(k.views[j].position, &k.moves[j].After, k.views[i].carry(r, k.views[j])) {
			news = true
		}
	}
	return news
}

// learn adds r to the result of a position and reports whether that is new.
func (k *Knowledge) learn(p variants.Position, known *Result, r Result) (news bool) {
	if !r.Proven || r.Outcome == Unknown {
		return false
	}
	joined, err := known.Join(r)
	if illegal := r.Best &^ p.Legal(); illegal != 0 {
		err = fmt.Errorf("%w: %s names a move that is not legal, %s", ErrContradiction, r.Engine, p.MoveText(variants.Move(illegal.First())))
	}
	if err != nil {
		k.conflict = errors.Join(k.conflict, fmt.Errorf("%v: %w", k.position, err))
		return false
	}
	news = !sameKnowledge(*known, joined)
	joined.Stats = known.Stats
	*known = joined
	return news
}

// sameKnowledge reports whether two results say the same about a position.
func sameKnowledge(a, b Result) bool {
	return a.Outcome == b.Outcome && a.Distance == b.Distance && a.Best == b.Best && a.BestComplete == b.BestComplete &&
		len(a.PV) == len(b.PV) && (a.Nimber == nil) == (b.Nimber == nil) && a.ColValue == b.ColValue && a.Lemma == b.Lemma
}

// carry translates r, a result of the position of i, into a result of the position of to, an image of it.
func (i Image) carry(r Result, to Image) Result {
	if i.position == to.position || r.Best&^i.position.Legal() != 0 {
		return r
	}
	r.Best, _ = to.Original(i.Moves(r.Best))
	r.PV, _ = to.OriginalLine(i.Line(r.PV))
	return r
}

// conclude draws all conclusions.
func (k *Knowledge) conclude() {
	for k.conflict == nil && (k.fromMoves() || k.toMoves()) {
	}
}

// fromMoves draws conclusions about the position from its moves and reports whether any is new.
func (k *Knowledge) fromMoves() bool {
	r := Result{Distance: NoDistance, Engine: concluded, Proven: true}
	decided := true
	for _, m := range k.moves {
		switch {
		case m.After.Outcome == Loss, k.ending.Has(int(m.Move)):
			r.Outcome, r.Best = Win, r.Best.With(int(m.Move))
		case m.After.Outcome == Unknown:
			decided = false
		}
	}
	switch {
	case r.Outcome == Win:
		r.BestComplete = decided
	case decided && len(k.moves) > 0:
		r.Outcome = Loss
	default:
		return false
	}
	if decided {
		r.Nimber = k.mex()
	}
	if distance, best, ok := k.minimax(r.Outcome); ok {
		r.Distance, r.Best, r.BestComplete = distance, best, true
		first := k.moves[k.at[best.First()]]
		if line := first.After.PV; len(line) == distance-1 {
			r.PV = append([]variants.Move{first.Move}, line...)
		}
	}
	return k.learn(k.position, &k.result, r)
}

// minimax returns the distance of the position that follows from its moves, and all moves that achieve it. Ok is false
// if too little is known.
func (k *Knowledge) minimax(o Outcome) (distance int, best variants.MoveSet, ok bool) {
	if k.ending != 0 {
		return 1, k.ending, true
	}
	value := UnknownScore()
	for _, m := range k.moves {
		v := m.After.MoveScore()
		if v.Outcome != o {
			if v.Outcome == Unknown {
				return 0, 0, false
			}
			continue
		}
		if v.Distance == NoDistance {
			return 0, 0, false
		}
		switch {
		case best == 0 || v.Compare(value) < 0:
			value, best = v, variants.MoveSet(0).With(int(m.Move))
		case v == value:
			best = best.With(int(m.Move))
		}
	}
	return value.Distance, best, best != 0
}

// mex returns the nimber of the position: the least number that is not the nimber after a move. It is nil if the nimber
// after some move is unknown.
func (k *Knowledge) mex() *int {
	reached := map[int]bool{}
	for _, m := range k.moves {
		if m.After.Nimber == nil {
			return nil
		}
		reached[*m.After.Nimber] = true
	}
	least := 0
	for reached[least] {
		least++
	}
	return &least
}

// toMoves draws conclusions about the moves from the position and reports whether any is new.
func (k *Knowledge) toMoves() (news bool) {
	r := k.result
	if !r.Proven {
		return false
	}
	for i, m := range k.moves {
		after := Result{Distance: NoDistance, Engine: r.Engine, Proven: true}
		best := r.Best.Has(int(m.Move))
		switch {
		case r.Outcome == Win && best:
			after.Outcome = Loss
		case r.Outcome == Loss, r.BestComplete && r.Distance == NoDistance:
			after.Outcome = Win
		default:
			continue
		}
		if best && r.Distance != NoDistance {
			after.Distance = r.Distance - 1
			if len(r.PV) == r.Distance && r.PV[0] == m.Move {
				after.PV = r.PV[1:]
			}
		}
		if m.After.Proven && (after.Distance == NoDistance || m.After.Distance != NoDistance) && m.After.Outcome == after.Outcome {
			continue // known already
		}
		if k.learnMove(i, after) {
			news = true
		}
	}
	return news
}

// ErrContradiction reports that two sources disagree about a position, or that a source contradicts the rules. At least
// one is wrong, so no result is used.
var ErrContradiction = errors.New("two sources contradict each other")

// Join merges two proven results of one position. Engine and statistics are taken from r, if r is proven. The error is
// ErrContradiction.
func (r Result) Join(s Result) (Result, error) {
	switch {
	case !s.Proven:
		return r, nil
	case !r.Proven:
		s.Stats = r.Stats
		return s, nil
	case r.Outcome != s.Outcome, r.Distance != NoDistance && s.Distance != NoDistance && r.Distance != s.Distance,
		r.Nimber != nil && s.Nimber != nil && *r.Nimber != *s.Nimber, r.ColValue != "" && s.ColValue != "" && r.ColValue != s.ColValue:
		return r, fmt.Errorf("%w: %s says %s, %s says %s", ErrContradiction, r.Engine, r.summary(), s.Engine, s.summary())
	}
	switch {
	case r.Distance == s.Distance:
		r.Best |= s.Best
		r.BestComplete = r.BestComplete || s.BestComplete
		if r.PV == nil || len(s.PV) > len(r.PV) {
			r.PV = s.PV
		}
	case r.Distance == NoDistance:
		r.Distance, r.Best, r.BestComplete, r.PV = s.Distance, s.Best, s.BestComplete, s.PV
	}
	if r.Nimber == nil {
		r.Nimber = s.Nimber
	}
	if r.ColValue == "" {
		r.ColValue = s.ColValue
	}
	if r.Lemma == "" && r.Engine == s.Engine {
		r.Lemma = s.Lemma
	}
	return r, nil
}

// summary describes a result in a few words.
func (r Result) summary() string {
	text := r.Outcome.String()
	if r.Distance != NoDistance {
		text += fmt.Sprintf(" in %d", r.Distance)
	}
	if r.Nimber != nil {
		text += fmt.Sprintf(", nimber %d", *r.Nimber)
	}
	if r.ColValue != "" {
		text += ", value " + r.ColValue
	}
	return text
}
