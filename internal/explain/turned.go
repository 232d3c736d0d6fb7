package explain

import (
	"gridlock/bitboard"
	"gridlock/proof"
)

// Turned returns a rule turned by a symmetry. Its replies stay as in the original picture.
func (s *Strategy) Turned(r *Rule, sym bitboard.Symmetry) Rule {
	out, grid := *r, s.game.Grid()
	out.Pattern, out.Move = r.Pattern.Image(grid, sym), s.game.ImageMove(sym, r.Move)
	out.Walk = nil
	for _, m := range r.Walk {
		out.Walk = append(out.Walk, s.game.ImageMove(sym, m))
	}
	if r.Copy != nil {
		image := func(cell int) int {
			if cell < 0 {
				return cell
			}
			return grid.Image(sym, bitboard.Of(cell)).First()
		}
		mirror := proof.ImageOfMirror(grid, sym, r.Copy.Mirror)
		out.Copy = &proof.Copy{Mirror: mirror, Unmoved: image(r.Copy.Unmoved), Instead: image(r.Copy.Instead)}
		out.Axis = s.axis(mirror)
	}
	return out
}
