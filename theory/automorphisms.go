package theory

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// Automorphism permutes cells and keeps which are near. It has the images of all sets of four cells in a row.
type Automorphism [bitboard.MaxCells / 4][1 << 4]bitboard.Board

const (
	mostAutomorphisms = 128
	automorphismWork  = 1 << 16 // images of a cell tried
)

// automorphisms returns the group of permutations of some cells that take near cells to near cells, the identity first.
// It returns none if there are too many, or if they are too much work to find.
func automorphisms(near *bitboard.Near, cells bitboard.Board) []Automorphism {
	s := &automorphismSearch{near: near, back: near.Back(), cells: cells}
	for rest := cells; rest != 0; rest = rest.Without(s.order[len(s.order)-1]) { // outwards: few images are left
		next := rest
		for _, c := range s.order {
			if beside := near.Both().At(c) & rest; beside != 0 {
				next = beside
				break
			}
		}
		s.order = append(s.order, next.First())
	}
	s.extend(0, 0)
	if s.work > automorphismWork || len(s.found) > mostAutomorphisms {
		return nil
	}
	return s.found
}

type automorphismSearch struct {
	near, back *bitboard.Near
	cells      bitboard.Board
	order      []int
	at         [bitboard.MaxCells]bitboard.Board // images
	found      []Automorphism
	work       int
}

// extend finds images for the cells of order from the i-th on. used are the images of the cells before the i-th.
func (s *automorphismSearch) extend(i int, used bitboard.Board) {
	if i == len(s.order) {
		a := Automorphism{}
		for c, image := range s.at {
			for set := 1 << (c % 4); set < 2<<(c%4); set++ {
				a[c/4][set] = image | a[c/4][set-1<<(c%4)]
			}
		}
		s.found = append(s.found, a)
		return
	}
	c := s.order[i]
	free := s.cells &^ used
	for _, d := range s.order[:i] {
		if image := s.at[d].First(); s.near.At(d).Has(c) {
			free &= s.near.At(image)
		} else {
			free &^= s.near.At(image)
		}
		if image := s.at[d].First(); s.back.At(d).Has(c) {
			free &= s.back.At(image)
		} else {
			free &^= s.back.At(image)
		}
	}
	for ; free != 0 && s.work <= automorphismWork && len(s.found) <= mostAutomorphisms; free = free.Rest() {
		s.work++
		s.at[c] = free & -free
		s.extend(i+1, used|s.at[c])
	}
}

// Image returns the image of a state in which no marker steps.
func (a *Automorphism) Image(s variants.State) variants.State {
	return variants.State{Free: a.Of(s.Free), Mine: a.Of(s.Mine), Yours: a.Of(s.Yours)}
}

// Of returns the image of a set.
func (a *Automorphism) Of(b bitboard.Board) (image bitboard.Board) {
	for i := 0; b != 0; i++ {
		image |= a[i%len(a)][b%16]
		b /= 16
	}
	return image
}
