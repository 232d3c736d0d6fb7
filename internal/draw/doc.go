// Package draw draws positions as SVG.
//
// [Look.Picture] draws a position, with what moving to each cell gives, and [Pattern] what positions look like in which
// a rule applies. Colours follow the
// reader's preference for light or dark where the program that draws knows style sheets, and are the light ones
// elsewhere. Nothing is shown by colour alone.
package draw
