// Package estimate estimates the size of a search: the number of nodes in the tree of all games
// from a position ([ProbeTree]), the number of reachable positions ([CountStates]), and the cost
// of visiting them all ([Costs]).
//
// Sampled numbers are unbiased. Those of positions come with an [Interval] or, if the samples
// say too little, as a lower bound.
package estimate
