// Package interchange reads and writes positions with the values of their moves, in formats that
// other programs can use: one-line entries modelled on Edax's OBF, JSON lines, and the input of
// MCGS. docs/interchange.md defines them.
package interchange
