package cgt

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// Parse reads a value as CGSuite writes it, whether or not the game is in canonical form:
//
//	3  -1/4  *  *2  ^  vv  ^3  2v*3         x + n·↑ + ∗m; v is ↓
//	{2|1,*}  {2||1|0}  2||1|0               options; the longest row of bars is the middle
//	+-2  +-{3|2}  +-{1,{3|0}}               {x|-x}, {x,y|-x,-y}
//	Tiny(2)  +_2  Miny(2)  -_2              {0||0|-2}, {2|0||0}
//	^<3>  ^[3]                              ↑^3, and ↑ + ↑^2 + ↑^3
//
// It also reads ±, ↑, ⇑, ↓, ⇓, ∗ and −, and spaces between signs. It refuses ^2, which means ^^ to some and ^<2> to
// others.
func (a *Arena) Parse(text string) (Value, error) {
	a.err = nil
	p := &parser{arena: a, text: otherSigns.Replace(text)}
	id, err := p.one(p.body())
	if err == nil && p.text != "" {
		err = p.unexpected()
	}
	if err == nil {
		err = a.err
	}
	if err != nil {
		return Value{}, fmt.Errorf("value %.60q: %w", text, err)
	}
	return Value{a, id}, nil
}

var otherSigns = strings.NewReplacer("±", "+-", "↑", "^", "⇑", "^^", "↓", "v", "⇓", "vv", "∗", "*", "−", "-")

// maxDepth is how deep braces may be nested.
const maxDepth = 500

// parser reads a value; text is what is left of it.
type parser struct {
	arena *Arena
	text  string
	depth int
	made  bool // whether the last body had bars
}

// skip skips a sign if it is next.
func (p *parser) skip(sign string) bool {
	p.text = strings.TrimLeft(p.text, " \t\n")
	rest, ok := strings.CutPrefix(p.text, sign)
	p.text = rest
	return ok
}

// unexpected returns an error about what is next.
func (p *parser) unexpected() error {
	if p.text == "" {
		return errors.New("it ends too early")
	}
	return fmt.Errorf("not understood: %.20q", p.text)
}

// one returns the only element of a list.
func (p *parser) one(list []uint32, err error) (uint32, error) {
	if err == nil && len(list) != 1 {
		err = errors.New("one game is needed, not a list")
	}
	if err != nil {
		return 0, err
	}
	return list[0], nil
}

// body reads what is between braces: options or, if there are bars, the game that they make.
func (p *parser) body() ([]uint32, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, errors.New("it is nested too deep")
	}
	defer func() { p.depth-- }()
	var lists [][]uint32
	var bars []int // between the lists
	for {
		list, err := p.list()
		if err != nil {
			return nil, err
		}
		lists = append(lists, list)
		n := 0
		for p.skip("|") {
			n++
		}
		if n == 0 {
			p.made = len(bars) > 0
			return p.join(lists, bars)
		}
		bars = append(bars, n)
	}
}

// list reads options with commas between them. There may be none.
func (p *parser) list() (list []uint32, err error) {
	if p.skip(""); p.text == "" || strings.ContainsRune("|})", rune(p.text[0])) {
		return nil, nil
	}
	for {
		id, err := p.game()
		if err != nil {
			return nil, err
		}
		if list = append(list, id); !p.skip(",") {
			return list, nil
		}
	}
}

// join makes a game of lists with bars between them.
func (p *parser) join(lists [][]uint32, bars []int) ([]uint32, error) {
	if len(bars) == 0 {
		return lists[0], nil
	}
	middle := 0
	for i, n := range bars {
		if n > bars[middle] {
			middle = i
		}
	}
	for i, n := range bars {
		if n == bars[middle] && i != middle {
			return nil, fmt.Errorf("two rows of %d bars: braces are missing", n)
		}
	}
	lefts, err := p.join(lists[:middle+1], bars[:middle])
	if err != nil {
		return nil, err
	}
	rights, err := p.join(lists[middle+1:], bars[middle+1:])
	if err != nil {
		return nil, err
	}
	return []uint32{p.arena.canonical(lefts, rights)}, p.arena.err
}

// game reads a game without bars outside of braces.
func (p *parser) game() (uint32, error) {
	if p.depth++; p.depth > maxDepth {
		return 0, errors.New("it is nested too deep")
	}
	defer func() { p.depth-- }()
	switch {
	case p.skip("{"):
		list, err := p.braces()
		if err == nil && !p.made {
			err = errors.New("there is no bar between braces")
		}
		return p.one(list, err)
	case p.skip("("):
		return p.closed(p.one(p.body()))
	case p.skip("+-{"):
		list, err := p.braces()
		return p.plusMinus(list, err)
	case p.skip("+-"):
		id, err := p.game()
		return p.plusMinus([]uint32{id}, err)
	case p.skip("+_"):
		return p.tiny(p.game())
	case p.skip("Tiny("):
		return p.tiny(p.closed(p.one(p.body())))
	case p.skip("-_"):
		return p.negative(p.tiny(p.game()))
	case p.skip("Miny("):
		return p.negative(p.tiny(p.closed(p.one(p.body()))))
	}
	return p.sum()
}

// braces reads the rest of braces.
func (p *parser) braces() ([]uint32, error) {
	list, err := p.body()
	if err == nil && !p.skip("}") {
		err = p.unexpected()
	}
	return list, err
}

// closed reads the parenthesis behind a game.
func (p *parser) closed(id uint32, err error) (uint32, error) {
	if err == nil && !p.skip(")") {
		err = p.unexpected()
	}
	return id, err
}

// plusMinus returns the game with these left options, whose right options are their negatives.
func (p *parser) plusMinus(list []uint32, err error) (uint32, error) {
	if err != nil {
		return 0, err
	}
	return p.arena.canonical(list, each(list, p.arena.negative)), p.arena.err
}

// negative returns the negative of a game.
func (p *parser) negative(id uint32, err error) (uint32, error) {
	if err != nil {
		return 0, err
	}
	return p.arena.negative(id), p.arena.err
}

// tiny returns {0||0|-G}.
func (p *parser) tiny(id uint32, err error) (uint32, error) {
	if err != nil {
		return 0, err
	}
	threat := p.arena.canonical([]uint32{0}, []uint32{p.arena.negative(id)})
	return p.arena.canonical([]uint32{0}, []uint32{threat}), p.arena.err
}

// sum reads a number, ups and a nimber side by side, of which at least one is there.
func (p *parser) sum() (uint32, error) {
	before := p.text
	x, err := p.number()
	if err != nil {
		return 0, err
	}
	ups, err := p.ups()
	if err != nil {
		return 0, err
	}
	star := 0
	if p.skip("*") {
		if star = 1; p.digit() {
			if star, err = p.integer(); err != nil || star >= maxUps {
				return 0, ErrRange
			}
		}
	}
	if p.text == before {
		return 0, p.unexpected()
	}
	rest := p.arena.insertClosed(closed{x: x, star: uint32(star)})
	if p.arena.err != nil {
		return 0, p.arena.err
	}
	return p.arena.sum(ups, rest), p.arena.err
}

// digit reports whether a digit is next.
func (p *parser) digit() bool { return p.text != "" && '0' <= p.text[0] && p.text[0] <= '9' }

// integer reads digits.
func (p *parser) integer() (int, error) {
	digits := len(p.text) - len(strings.TrimLeft(p.text, "0123456789"))
	n, err := strconv.Atoi(p.text[:digits])
	if err != nil {
		return 0, p.unexpected()
	}
	p.text = p.text[digits:]
	return n, nil
}

// number reads a number. It is 0 if there is none.
func (p *parser) number() (Dyadic, error) {
	sign := int64(1)
	if p.skip("-") {
		if sign = -1; !p.digit() {
			return 0, p.unexpected()
		}
	}
	if !p.digit() {
		return 0, nil
	}
	n, err := p.integer()
	if err != nil {
		return 0, ErrRange
	}
	under := 1
	if p.skip("/") {
		if under, err = p.integer(); err != nil || under <= 0 || under&(under-1) != 0 {
			return 0, errors.New("a denominator is no power of two")
		}
	}
	return NewDyadic(sign*int64(n), bits.TrailingZeros(uint(under)))
}

// ups reads ups or downs. The form is 0 if there are none.
func (p *parser) ups() (uint32, error) {
	n, sign := 0, 1
	switch {
	case p.skip("^"):
		for n = 1; p.skip("^"); {
			n++
		}
	case p.skip("v"):
		for n, sign = 1, -1; p.skip("v"); {
			n++
		}
	}
	for i, around := range []string{"<>", "[]"} {
		if n != 1 || !p.skip(around[:1]) {
			continue
		}
		order, err := p.integer()
		if err == nil && !p.skip(around[1:]) {
			err = p.unexpected()
		}
		if err != nil {
			return 0, err
		}
		id := p.arena.uptimal(order, i == 0)
		if sign < 0 {
			id = p.arena.negative(id)
		}
		return id, p.arena.err
	}
	if n > 0 && p.digit() {
		times, err := p.integer()
		if err != nil || n > 1 || times < 3 {
			return 0, errors.New("how many ups? two are ^^, ten ^10, and up-second is ^<2>")
		}
		n = times
	}
	if n >= maxUps {
		return 0, ErrRange
	}
	return p.arena.insertClosed(closed{ups: int32(sign * n)}), p.arena.err
}

// maxOrder is the greatest n of ↑^n.
const maxOrder = 64

// uptimal returns ↑^n = {0|∗ - ↑[n-1]} or ↑[n] = ↑ + ↑^2 + … + ↑^n = {↑[n-1]|∗} (Siegel, II.4).
func (a *Arena) uptimal(n int, power bool) uint32 {
	if n < 1 || n > maxOrder {
		return a.fail(ErrRange)
	}
	star := a.insertClosed(closed{star: 1})
	var sum uint32 // ↑[0] = 0
	for range n - 1 {
		sum = a.canonical([]uint32{sum}, []uint32{star})
	}
	if power {
		return a.canonical([]uint32{0}, []uint32{a.sum(star, a.negative(sum))})
	}
	return a.canonical([]uint32{sum}, []uint32{star})
}
