// Package draw draws positions and the course of games as SVG.
//
// [Board] draws a position, with the value of moving to each cell, and [Course] who was winning
// when. Both return an [Element], whose text goes into a page that has [CSS], or with
// [Element.File] into a file of its own. Colours follow the reader's preference for light or
// dark if the viewer supports style sheets; otherwise they are the light ones. Nothing is shown
// by colour alone.
package draw
