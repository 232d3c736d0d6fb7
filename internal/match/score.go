package match

import (
	"math"

	"gridlock/variants"
)

// Score counts games.
type Score struct {
	Games   int
	AWins   [2]int // of A, by its side
	BWins   [2]int // of B, by the side of A
	Faults  int
	ABoth   int // openings that A won with both sides
	BBoth   int // openings that B won with both sides
	OneEach int // openings that each won once
}

// Add counts the games of an opening, both or the one that was played.
func (s *Score) Add(pair []Played) {
	won := 0
	for _, g := range pair {
		s.Games++
		if g.WonByA() {
			won++
			s.AWins[g.A]++
		} else {
			s.BWins[g.A]++
		}
		if g.Fault != nil {
			s.Faults++
		}
	}
	switch {
	case len(pair) < 2:
	case won == 2:
		s.ABoth++
	case won == 1:
		s.OneEach++
	default:
		s.BBoth++
	}
}

// A returns the number of games that A has won.
func (s Score) A() int { return s.AWins[variants.X] + s.AWins[variants.O] }

// B returns the number of games that B has won.
func (s Score) B() int { return s.BWins[variants.X] + s.BWins[variants.O] }

// Wilson returns the 95 % confidence interval of a probability of which n trials have shown
// k successes (Wilson 1927). It takes trials for independent; the two games of an opening are
// not quite. Without trials it is 0 to 1.
func Wilson(k, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	const z = 1.959963984540054 // 97.5 % of the normal distribution are below it
	trials, p := float64(n), float64(k)/float64(n)
	middle := p + z*z/(2*trials)
	width := z * math.Sqrt(p*(1-p)/trials+z*z/(4*trials*trials))
	whole := 1 + z*z/trials
	return max(0, (middle-width)/whole), min(1, (middle+width)/whole)
}
