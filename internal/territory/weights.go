package territory

// Weights are the factors of the [Terms] in the logarithm of the odds that the mover wins, in parts of [Unit]. They are
// whole numbers, so that a search is the same on every machine.
type Weights [10]int32

// Unit is the weight of a term that multiplies the odds by e.
const Unit = 128

// weightsFor returns the weights for games with blocks, or without. The weights are from one game each, by logistic
// regression of who wins leaves of searches: from 22,500 leaves of blockade, on boards 5..7x5..7, 5x8, 8x5, 5x9 and
// 8x6; from 20,000 leaves of lockdown, on 3x11, 3x13, 4x9, 5x7, 6x6, 6x7, 7x7 and 5x9. The program that sampled and
// fitted them is in the history, as internal/fit.
func weightsFor(blocks bool) Weights {
	if blocks {
		return Weights{49, -57, 23, 55, -41, -3, -17, -121, 8, 11}
	}
	return Weights{42, -81, 14, 37, -35, 34, -40, -5, 26, -27}
}
