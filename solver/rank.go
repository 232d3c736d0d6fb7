package solver

// rank is a distance as a number that grows with what the mover would rather have:
//
//	rank      0 1 2 … 32 33 … 63 64
//	distance  0 2 4 … 64 63 …  3  1
//
// Ranks up to lastLoss are losses, the others wins.
type rank int8

const (
	lastLoss rank = 32
	lastRank rank = 64
)

// rankOf returns the rank of a distance.
func rankOf(d distance) rank {
	if d.wins() {
		return lastRank - rank(d/2)
	}
	return rank(d / 2)
}

// distance returns the distance of a rank.
func (r rank) distance() distance {
	if r > lastLoss {
		return 2*distance(lastRank-r) + 1
	}
	return 2 * distance(r)
}

// before returns the rank of a position whose only move leads to one of rank r. It
// falls as r grows. No position behind a move is lost in 64 plies.
func (r rank) before() rank {
	if r > lastLoss {
		return lastRank + 1 - r
	}
	return lastRank - min(r, lastLoss-1)
}

// refutes returns the least rank that the position behind a move must not have for
// the move to have at least rank r, which is not 0: r <= c.before() if and only if
// c < r.refutes().
func (r rank) refutes() rank {
	if r > lastLoss {
		return lastRank + 1 - r
	}
	return lastRank + 2 - r
}

// ranks is what is known of a rank: it lies between low and high, which may be
// equal.
type ranks struct{ low, high rank }

// anyRank says nothing.
func anyRank() ranks { return ranks{0, lastRank} }

// and returns what two statements about one position say together.
func (b ranks) and(c ranks) ranks { return ranks{max(b.low, c.low), min(b.high, c.high)} }

// within returns what b says together with the position being over after at most
// so many plies: an end of b that would take longer goes on to the next rank that
// does not.
func (b ranks) within(plies int) ranks {
	longestLoss, longestWin := rank(plies/2), lastRank-rank((plies-1)/2)
	if plies == 0 {
		longestWin = lastRank + 1
	}
	if b.low > longestLoss {
		b.low = max(b.low, longestWin)
	}
	if b.high < longestWin {
		b.high = min(b.high, longestLoss)
	}
	return b
}

// answer reports whether b says if a rank is at least g.
func (b ranks) answer(g rank) bool { return b.low >= g || b.high < g }

// decided reports whether b says who wins.
func (b ranks) decided() bool { return b.low > lastLoss || b.high <= lastLoss }

// lostRanks returns the ranks of a loss.
func lostRanks() ranks { return ranks{0, lastLoss} }

// outcomeRanks returns the ranks of a win, or of a loss.
func outcomeRanks(wins bool) ranks {
	if wins {
		return ranks{lastLoss + 1, lastRank}
	}
	return lostRanks()
}
