// Package book keeps opening books: positions near the start of a game, with who wins, how
// soon, and by which moves, so that nobody has to find out at the board.
//
// For most uses, take the book that comes with the program with [Embedded], or read one
// with [Read], and look positions up with [Book.Find]. A [Builder] makes books.
//
// # What is in a book
//
// In the first plies every move is followed. Further on a strategy is enough: in a won
// position one of the best moves is followed, in a lost one every move. So whoever has won
// knows the answer to whatever the other one does, to the depth of the book. Positions that
// are images of each other are in the book once.
//
// # Files
//
// docs/book-format.md describes the files. A file that is not what was written is an error,
// never a wrong answer.
package book
