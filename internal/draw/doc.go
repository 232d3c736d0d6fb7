// Package draw draws positions as SVG.
//
// [Look.Picture] draws a position with the value of moving to each cell, and [Pattern] the positions of a rule. Colours
// follow the reader's preference for light or dark where the program that draws knows style sheets, and are the light
// ones elsewhere. Nothing is shown by colour alone.
package draw
