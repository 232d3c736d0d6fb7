// Package cgt has the values of combinatorial games: what a game is worth in a sum, whatever its moves look like. Left
// and Right move in turn, and who cannot move loses.
//
// For most uses, make an [Arena] and in it values, by [Arena.Make] of their options, [Arena.Parse] or [Arena.Number].
// Values are added ([Arena.Add]), compared ([Arena.Compare]) and written ([Value.String]). [Arena.Thermograph] says how
// much a move is worth.
//
//	a := cgt.NewArena(1 << 28)
//	v, err := a.Parse("{2||1|0}")
//	w, err := a.Add(v, v)
//	g, err := a.Thermograph(w) // of mean 5/2
//
// # Canonical forms
//
// Every game equals one that has no dominated and no reversible options, its canonical form. The arena has each once, so
// that comparing values for equality is ==. Numbers, nimbers, ups and sums of these are added without their options. All
// else is: Conway, On Numbers and Games; Berlekamp, Conway & Guy, Winning Ways; Siegel, Combinatorial Game Theory (2013),
// chapter II.
//
// # Limits
//
// An arena has a limit of bytes, in which all is counted that it keeps. What would exceed it, or is larger or finer than
// [Dyadic] holds, or is stopped by [Arena.Stop], is an error and never a wrong value. The arena can be asked again.
//
// # Without canonical forms
//
// Where these are too many, [JoinThermographs] makes thermographs from those of options, and [SumHeat] has what they say
// of sums.
package cgt
