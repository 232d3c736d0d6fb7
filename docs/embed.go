// Package docs has the pages of this directory that "gridlock help" prints, as Markdown.
package docs

import _ "embed" // for the files

// Rules is about the games, and how positions and moves are written.
//
//go:embed rules.md
var Rules string

// Interchange is about the formats of positions with the values of their moves.
//
//go:embed interchange.md
var Interchange string

// ProofFormat is about the format of certificates.
//
//go:embed proof-format.md
var ProofFormat string

// BookFormat is about the format of opening books.
//
//go:embed book-format.md
var BookFormat string

// ExitStatus lists the exit statuses of the program.
//
//go:embed exit-status.md
var ExitStatus string
