package solver

import "gridlock/variants"

// Outcome is whether the player to move wins with best play by both sides.
type Outcome uint8

const (
	Unknown Outcome = iota // not decided
	Win                    // the player to move wins
	Loss                   // the player to move loses
)

// OutcomeOf returns Win or Loss.
func OutcomeOf(wins bool) Outcome {
	if wins {
		return Win
	}
	return Loss
}

// OutcomeIn returns the outcome of a game of that many plies. Whoever makes the last move wins, so an odd number is a
// win for the player to move.
func OutcomeIn(plies int) Outcome { return OutcomeOf(plies%2 != 0) }

// String returns "unknown", "win" or "loss".
func (o Outcome) String() string { return [...]string{"unknown", "win", "loss"}[o] }

// Text returns "win" or "loss", or nil if the outcome is unknown, as in JSON.
func (o Outcome) Text() *string {
	if o == Unknown {
		return nil
	}
	return new(o.String())
}

// Result is what an engine has found out about a position. Everything in it is proven; anything unknown is left out.
// The zero Result says nothing: if Outcome is Unknown, ignore the other fields, see Plies.
type Result struct {
	// Outcome is a win or a loss for the player to move, or Unknown.
	Outcome Outcome

	// Proven reports whether Outcome is known for certain, by search or by an exact lemma
	// (docs/soundness.md), never by a heuristic.
	Proven bool

	// Distance is the number of plies to the end of the game with best play, or NoDistance. If it is known, Outcome is
	// known, too.
	Distance int

	// Best is a set of best moves: they win in Distance plies, or lose after Distance plies. If Distance is unknown, it
	// holds moves that win, and is empty unless Outcome is Win.
	Best variants.MoveSet

	// BestComplete reports whether Best holds all best moves: every move that achieves Distance or, if Distance is
	// unknown, every move that wins.
	BestComplete bool

	// PV is the principal variation: a line of best moves, the first of them in the order of
	// moves at each turn. It ends with the game, after Distance plies, unless the search was
	// stopped while it followed the line.
	PV []variants.Move

	// Nimber is the Sprague–Grundy value of the position, in claim, if the engine has found it.
	Nimber *int

	// ColValue is the combinatorial-game value of the position, in duel, with X as Left, if the
	// engine has found it: "0", "-3/4", "*", "1*".
	ColValue string

	// Lemma names the lemma that decides the outcome without search: a theory.Lemma, or one about the positions after
	// the moves.
	Lemma string

	// Engine is the name of the engine.
	Engine string

	// Stats is the work that it took.
	Stats Stats
}

// NoDistance is the Distance of a Result whose distance is unknown.
const NoDistance = -1

// Undecided returns the result of an engine that has found nothing.
func Undecided(engine string) Result { return Result{Distance: NoDistance, Engine: engine} }

// BestMove returns the first of the best moves; ok is false when there is none.
func (r Result) BestMove() (m variants.Move, ok bool) {
	return variants.Move(r.Best.First()), r.Best != 0
}

// Plies returns the distance. Known is false if it is unknown, as in the zero Result.
func (r Result) Plies() (distance int, known bool) {
	if r.Outcome == Unknown || r.Distance == NoDistance {
		return NoDistance, false
	}
	return r.Distance, true
}

// Exact reports whether the distance is known, and a best move if there is a move.
func (r Result) Exact() bool {
	return r.Proven && r.Distance != NoDistance && (r.Best != 0 || r.Distance == 0)
}

// Decides reports whether it is known who wins, and a winning move if the player to move does.
func (r Result) Decides() bool { return r.Outcome == Loss || r.Outcome == Win && r.Best != 0 }

// Whole returns the result without its distance, unless all moves that achieve it are known.
func (r Result) Whole() Result {
	if r.Distance == 0 || r.BestComplete {
		return r
	}
	return r.WithoutDistance()
}

// WithoutDistance returns the result without its distance. It keeps the best moves of a winner: they still win, though
// other moves may win, too. Best moves of a loser mean nothing without a distance.
func (r Result) WithoutDistance() Result {
	if r.Distance == NoDistance {
		return r
	}
	r.Distance, r.BestComplete, r.PV = NoDistance, false, nil
	if r.Outcome == Loss {
		r.Best = 0
	}
	return r
}

// Winner returns who wins the position p that the result is about. Ok is false if the winner is unknown.
func (r Result) Winner(p variants.Position) (winner variants.Player, ok bool) {
	switch r.Outcome {
	case Win:
		return p.Side(), true
	case Loss:
		return p.Side().Opponent(), true
	}
	return 0, false
}
