// Package cgt has the values of combinatorial games: the worth of a game in a sum, whatever its moves look like. Left
// and Right move in turn, and whoever cannot move loses.
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
// Every game equals one that has no dominated and no reversible options, its canonical form. The arena has each once,
// so that comparing values for equality is ==. Numbers, nimbers, ups and sums of these are added without looking at
// their options; other values by their options. See Conway, On Numbers and Games; Berlekamp, Conway & Guy, Winning
// Ways; Siegel, Combinatorial Game Theory (2013), chapter II.
//
// # Limits
//
// An arena has a limit on all bytes that it keeps. It is an error, and never a wrong value, if a calculation would
// exceed the limit, needs a number larger or finer than a [Dyadic], or is stopped by [Arena.Stop]. The arena can be
// used afterwards.
//
// # Without canonical forms
//
// If canonical forms are too many, [Arena.JoinBounds] makes thermographs, or bounds of them, from the thermographs of
// the options. [Arena.AddBounds] makes the same for a sum from the thermographs of the summands.
package cgt
