// Package variants is the executable specification of the five games: what is legal, how
// positions and moves are written, and perft counts. It follows docs/rules.md line by line.
//
// Find a game with [Lookup], read a position with [Variant.Parse] or use [Game.Start], and
// continue with the methods of [Position]. [New] makes a game of your own from a [Definition].
//
// A Position is the board as people see it. A [State] is what a search needs of it. [Rules] work
// on States. [Traits] describe a game to code that does not know it.
package variants
