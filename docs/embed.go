// Package docs has the pages of this directory that "gridlock help" prints, as Markdown, and the table that the web
// page shows.
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

// Verbs has the help text of each verb, in a section for each.
//
//go:embed verbs.md
var Verbs string

// ExitStatus lists the exit statuses of the program.
//
//go:embed exit-status.md
var ExitStatus string

// Atlas says who wins on every board of at most 64 cells, as comma-separated values; datapackage.json describes its
// columns.
//
//go:embed atlas.csv
var Atlas string
