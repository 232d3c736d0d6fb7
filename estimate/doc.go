// Package estimate says beforehand how much there is to search: how large the tree of all
// games from a position is, and about how many positions can be reached.
package estimate
