package main

import (
	"cmp"
	"math"
	"slices"

	"gridlock/internal/territory"
)

// The regression.
const (
	rounds = 25   // of Newton's method, far more than it needs
	ridge  = 1e-3 // keeps weights that the samples leave open near 0
)

const terms = len(territory.Weights{})

// regress returns the weights that make the samples most likely (logistic regression by Newton's
// method).
func regress(samples []sample) (found territory.Weights) {
	var w [terms]float64
	for range rounds {
		var m [terms][terms + 1]float64 // the second derivatives, and the first
		for i := range terms {
			m[i][i], m[i][terms] = ridge, -ridge*w[i]
		}
		for _, s := range samples {
			p := chance(w, s.terms)
			miss := -p
			if s.wins {
				miss++
			}
			for i, x := range s.terms {
				m[i][terms] += float64(x) * miss
				for j, y := range s.terms {
					m[i][j] += p * (1 - p) * float64(x) * float64(y)
				}
			}
		}
		for i, step := range solve(m) {
			w[i] += step
		}
	}
	for i := range w {
		found[i] = int32(math.Round(w[i] * territory.Unit))
	}
	return found
}

// chance returns the probability that the mover wins.
func chance(w [terms]float64, t territory.Terms) float64 {
	z := 0.
	for i, x := range t {
		z += w[i] * float64(x)
	}
	return 1 / (1 + math.Exp(-z))
}

// solve solves linear equations, whose matrix is positive definite, by elimination.
func solve(m [terms][terms + 1]float64) (x [terms]float64) {
	for i := range terms {
		for j := i + 1; j < terms; j++ {
			f := m[j][i] / m[i][i]
			for k := i; k <= terms; k++ {
				m[j][k] -= f * m[i][k]
			}
		}
	}
	for i := terms - 1; i >= 0; i-- {
		x[i] = m[i][terms]
		for j := i + 1; j < terms; j++ {
			x[i] -= m[i][j] * x[j]
		}
		x[i] /= m[i][i]
	}
	return x
}

// quality says how well weights foretell who wins.
type quality struct {
	logLoss float64 // mean of −ln of the probability of what is so; 0.693 for guessing
	auc     float64 // probability that a won leaf has higher odds than a lost one
}

// judge returns the quality of weights on samples, of which some are won and some are lost.
func judge(weights territory.Weights, samples []sample) (q quality) {
	var w [terms]float64
	for i, x := range weights {
		w[i] = float64(x) / territory.Unit
	}
	type guess struct {
		chance float64
		wins   bool
	}
	guesses := make([]guess, len(samples))
	for i, s := range samples {
		guesses[i] = guess{chance(w, s.terms), s.wins}
		if s.wins {
			q.logLoss -= math.Log(guesses[i].chance)
		} else {
			q.logLoss -= math.Log(1 - guesses[i].chance)
		}
	}
	q.logLoss /= float64(len(samples))
	slices.SortFunc(guesses, func(a, b guess) int { return cmp.Compare(a.chance, b.chance) })
	lost, right := 0., 0.
	for _, g := range guesses {
		if g.wins {
			right += lost
		} else {
			lost++
		}
	}
	q.auc = right / (lost * (float64(len(samples)) - lost))
	return q
}
