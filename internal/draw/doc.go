// Package draw draws positions, the course of games, and measurements as SVG.
//
// [Board] draws a position, with what moving to each cell gives, [Course] who was winning
// when, and [Plot] how measurements changed from run to run. Each returns an [Element],
// whose text goes into a page that has [CSS], or with [Element.File] into a file of its own.
// Colours follow the reader's preference for light or dark where the program that draws
// knows style sheets, and are the light ones elsewhere. Nothing is shown by colour alone.
package draw
