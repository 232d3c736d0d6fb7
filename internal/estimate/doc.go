// Package estimate says how much there is to search: how large the tree of all games from a
// position is ([ProbeTree]), how many positions can be reached ([CountStates]), and what it
// takes to visit them all ([Costs]).
//
// Sampled numbers are without bias. Those of positions come with an [Interval], or, where the
// samples say too little, as a lower bound.
package estimate
