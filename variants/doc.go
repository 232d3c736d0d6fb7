// Package variants is the executable specification of gridlock's five games:
// what is legal, how positions and moves are written, and how often each can be
// reached (perft). Searches, stored tables and proofs are all checked against
// it, so it is written to be compared with docs/rules.md line by line.
//
// For most uses, find a game with [Lookup], read a position with
// [Variant.Parse] or start from [Game.Start], and go on with the methods of
// [Position]: Legal, Play, ParseMove, MoveText, Render.
//
// # Two views of a position
//
// A [Position] is the board as people see it: whose mark is where, whose turn
// it is. A [State] is what is left of it for a search: a few bit sets, seen from
// the player to move, without anything that cannot matter any more. Each game's
// [Rules] are stated once, on States; a Position asks the rules what is legal
// and only moves the marks about. Tests hold the two together: playing on the
// board and then taking the State gives the same as taking the State and then
// playing.
//
// # Each game in one file
//
// classic.go, duel.go, lockdown.go, claim.go and blockade.go each hold one game:
// its rules, what makes one of its positions impossible, why a move is refused,
// and how its rule book draws the board, put together in a [Definition]. registry.go
// lists the games.
//
// Code elsewhere does not ask which game it has. What it may want to know of the rules is
// in the game's [Traits].
//
// # Games of your own
//
// [New] makes a game of any [Definition]; the five come about in the same way. All engines
// solve it. See docs/adding-a-game.md.
//
// # Names of cells
//
// Inside, a cell is a number from 0, row by row (see package bitboard). In text
// each game names cells as its rule book does; [Position.MoveText] writes that
// form and [Position.ParseMove] reads it and its close relatives.
package variants
