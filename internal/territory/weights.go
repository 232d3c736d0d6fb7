package territory

// Weights are what each of the [Terms] adds to the logarithm of the odds that the mover wins, in
// parts of [Unit]. They are whole numbers, so that a search is the same on every machine.
type Weights [10]int32

// Unit is the weight of a term that multiplies the odds by e.
const Unit = 128

// Names says what the terms count.
func Names() [10]string {
	return [...]string{
		"1",
		"cells that the mover reaches first, less those of the opponent",
		"the same if the opponent began",
		"pairs of neighbours among the mover's cells",
		"pairs of neighbours among the opponent's",
		"turns that the mover can take there at most",
		"turns that the opponent can take at most",
		"1 if the markers are on cells of different colours",
		"legal moves",
		"legal moves if it were the opponent's turn",
	}
}

// WeightsFor returns the weights for games with blocks, or without. Both are those of one game: for
// blockade they are from 22,500 leaves: go run ./internal/fit. For lockdown they are from
// 20,000: go run ./internal/fit -variant lockdown -boards 3x11,3x13,4x9,5x7,6x6,6x7,7x7,5x9 -held 6x8,3x15,5x8.
func WeightsFor(blocks bool) Weights {
	if blocks {
		return Weights{49, -57, 23, 55, -41, -3, -17, -121, 8, 11}
	}
	return Weights{42, -81, 14, 37, -35, 34, -40, -5, 26, -27}
}
