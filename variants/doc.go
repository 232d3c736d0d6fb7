// Package variants is the executable specification of the five games: what is legal, how positions
// and moves are written, and perft counts. It follows docs/rules.md line by line.
//
// Find a game with [Lookup], read a position with [Variant.Parse] or use [Game.Start], and continue with the methods of
// [Position]. [New] makes a game of your own from a [Definition]. Its rules are a [Family], which three words can
// describe, or code.
//
// A Definition makes a [Variant]; a Variant on a board is a [Game]; its [Rules] are two functions, Legal and Play; a
// Family is rules as data; [Traits] are the facts that searches use about a game that they do not know.
//
// A Position is the board as people see it. A [State] is the part that the rest of the game depends on; searches and
// Rules work on States.
//
// # One core for five games
//
// A search sees a State: three bit sets, seen from the player to move. It leaves out cells and marks that no longer
// matter, so many positions have the same State. Legal moves are a bit set as well. Values go in and values come out; a
// test asserts that nothing is allocated. People see a Position, which knows whose mark is where: it asks the rules
// what is legal, and moves the marks. Tests, and every move under the build tag invariants, check that board and state
// agree.
package variants
