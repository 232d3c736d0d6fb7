// Package book provides opening books: positions near the start of a game, with who wins, how
// soon, and by which moves.
//
// For most uses, take the book that is embedded in the program with [Embedded], or read one with
// [Read], and look positions up with [Book.Find]. A [Builder] makes books.
//
// In the first plies a book follows every move. Further on a strategy is enough: it follows one
// of the best moves in a won position, every move in a lost one. So a player who wins has an
// answer to every move of the opponent, to the depth of the book. Positions that are images of
// each other are in the book once.
//
// docs/book-format.md describes the files. A damaged file is an error, never a wrong answer.
package book
