package search

// Rank is a distance as a number that grows with the mover's preference:
//
//	rank      0 1 2 … 32 33 … 63 64
//	distance  0 2 4 … 64 63 …  3  1
//
// Ranks up to LastLoss are losses, the others wins.
type Rank int8

// The limits of ranks.
const (
	LastLoss Rank = 32 // the greatest rank of a loss: loss in 64 plies
	LastRank Rank = 64 // the greatest rank: win in 1 ply
)

// RankOf returns the rank of a distance.
func RankOf(d Distance) Rank {
	if d.Wins() {
		return LastRank - Rank(d/2)
	}
	return Rank(d / 2)
}

// Distance returns the distance of a rank.
func (r Rank) Distance() Distance {
	if r > LastLoss {
		return 2*Distance(LastRank-r) + 1
	}
	return 2 * Distance(r)
}

// Before returns the rank of a position whose only move leads to a position of rank r. It falls as r grows. No position
// after a move is lost in 64 plies.
func (r Rank) Before() Rank {
	if r > LastLoss {
		return LastRank + 1 - r
	}
	return LastRank - min(r, LastLoss-1)
}

// Refutes returns the least rank with which the position after a move refutes "the move has at least rank r". r is not
// 0, and r <= c.Before() if and only if c < r.Refutes().
func (r Rank) Refutes() Rank {
	if r > LastLoss {
		return LastRank + 1 - r
	}
	return LastRank + 2 - r
}

// Ranks are bounds of a rank: it lies between Low and High, which may be equal.
type Ranks struct{ Low, High Rank }

// AnyRank returns the bounds of an unknown rank.
func AnyRank() Ranks { return Ranks{0, LastRank} }

// And returns the bounds that follow from both b and c.
func (b Ranks) And(c Ranks) Ranks { return Ranks{max(b.Low, c.Low), min(b.High, c.High)} }

// Within returns the bounds b of a position with at most that many plies left. A bound that would take more plies moves
// to the nearest rank that does not.
func (b Ranks) Within(plies int) Ranks {
	longestLoss, longestWin := Rank(plies/2), LastRank-Rank((plies-1)/2)
	if plies == 0 {
		longestWin = LastRank + 1
	}
	if b.Low > longestLoss {
		b.Low = max(b.Low, longestWin)
	}
	if b.High < longestWin {
		b.High = min(b.High, longestLoss)
	}
	return b
}

// Answer reports whether b decides whether the rank is at least g.
func (b Ranks) Answer(g Rank) bool { return b.Low >= g || b.High < g }

// Decided reports whether b decides who wins.
func (b Ranks) Decided() bool { return b.Low > LastLoss || b.High <= LastLoss }

// lostRanks returns the bounds of a loss.
func lostRanks() Ranks { return Ranks{0, LastLoss} }

// OutcomeRanks returns the bounds of a win, or of a loss.
func OutcomeRanks(wins bool) Ranks {
	if wins {
		return Ranks{LastLoss + 1, LastRank}
	}
	return lostRanks()
}
