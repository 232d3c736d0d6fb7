package interchange

import (
	"fmt"
	"slices"
	"strings"

	"gridlock/variants"
)

// The limits of a game that is written out.
const (
	mostPositions = 200_000 // visited
	mostForms     = 2_000   // different ones, besides nimbers
)

// forms are games {L|R} by their options, each form once. A form is a position of any game and everything that can
// follow, also if a player moves several times in a row, as in a sum. Number 0 is {|}, and forms follow their options.
//
// A form whose options are the same for both players, and all nimbers, is itself a nimber (Sprague, Grundy). All forms
// that are the same nimber count as one.
type forms struct {
	all    [][2][]int // options of Left and of Right, in ascending order
	nimber []int      // or -1
	same   map[string]int
	of     map[[2]variants.State]int
}

// explicit writes a sum of positions, each as the game {L|R} of its options. A form that occurs several times becomes a
// variable.
func explicit(sum []variants.Position) (string, error) {
	f := forms{same: map[string]int{}}
	f.add([2][]int{})
	var roots []int
	for _, p := range sum {
		f.of = map[[2]variants.State]int{} // it is for the States of one board
		root, err := f.form(p)
		if err != nil {
			return "", err
		}
		roots = append(roots, root)
	}
	used := make([]int, len(f.all))
	for _, root := range roots {
		f.count(root, used)
	}
	var b strings.Builder
	texts := make([]string, len(f.all))
	for id := range f.all {
		if used[id] == 0 {
			continue
		}
		texts[id] = f.text(id, texts)
		if used[id] > 1 && f.nimber[id] < 0 {
			fmt.Fprintf(&b, "var g%d := %s; ", id, texts[id])
			texts[id] = fmt.Sprintf("g%d", id)
		}
	}
	for i, root := range roots {
		if i > 0 {
			b.WriteString(" + ")
		}
		b.WriteString(texts[root])
	}
	if text := b.String(); !strings.HasPrefix(text, "var") {
		return text, nil
	}
	return "begin " + b.String() + " end", nil
}

// form returns the number of a position's form.
func (f *forms) form(p variants.Position) (int, error) {
	var views [2]variants.Position // the position with each player to move
	for _, player := range []variants.Player{variants.X, variants.O} {
		view, err := p.WithSide(player)
		switch {
		case err == nil:
			views[player] = view
		case p.Neutral():
			views[player] = p // either player has the same moves in it
		default:
			return 0, fmt.Errorf("in a position that can follow, %v, only one player can be to move: %w", p, err)
		}
	}
	key := [2]variants.State{views[0].State(), views[1].State()}
	if id, ok := f.of[key]; ok {
		return id, nil
	}
	var options [2][]int
	for player, view := range views {
		for m := range view.Legal().Cells() {
			id, err := f.form(view.Play(variants.Move(m)))
			if err != nil {
				return 0, err
			}
			options[player] = append(options[player], id)
		}
		slices.Sort(options[player])
		options[player] = slices.Compact(options[player])
	}
	id := f.add(options)
	f.of[key] = id
	if len(f.of) > mostPositions || len(f.all) > mostForms {
		return 0, fmt.Errorf("too large to be written out: more than %d positions or %d different games", mostPositions, mostForms)
	}
	return id, nil
}

// add returns the number of a form.
func (f *forms) add(options [2][]int) int {
	nimber, name := f.mex(options), ""
	if nimber >= 0 {
		name = fmt.Sprint("*", nimber)
	} else {
		name = fmt.Sprint(options)
	}
	id, ok := f.same[name]
	if !ok {
		id = len(f.all)
		f.all, f.nimber, f.same[name] = append(f.all, options), append(f.nimber, nimber), id
	}
	return id
}

// mex returns the least nimber that is not among the options; -1 if these differ for the players, or are not all
// nimbers.
func (f *forms) mex(options [2][]int) int {
	if !slices.Equal(options[0], options[1]) {
		return -1
	}
	there := map[int]bool{}
	for _, id := range options[0] {
		if f.nimber[id] < 0 {
			return -1
		}
		there[f.nimber[id]] = true
	}
	n := 0
	for there[n] {
		n++
	}
	return n
}

// count counts how often forms are written in a form.
func (f *forms) count(id int, used []int) {
	used[id]++
	if used[id] > 1 || f.nimber[id] >= 0 {
		return
	}
	for _, options := range f.all[id] {
		for _, option := range options {
			f.count(option, used)
		}
	}
}

// text writes a form, with the texts of its options.
func (f *forms) text(id int, texts []string) string {
	switch n := f.nimber[id]; {
	case n == 0:
		return "0"
	case n == 1:
		return "*"
	case n > 1:
		return fmt.Sprintf("*%d", n)
	}
	var sides [2]string
	for player, options := range f.all[id] {
		for i, option := range options {
			if i > 0 {
				sides[player] += ","
			}
			sides[player] += texts[option]
		}
	}
	return "{" + sides[0] + "|" + sides[1] + "}"
}
