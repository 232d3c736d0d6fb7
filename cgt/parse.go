package cgt

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
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
// It also reads ±, ↑, ⇑, ↓, ⇓, ∗ and −, and spaces between games. It refuses ^2, which means ^^ to some and ^<2> to
// others.
func (a *Arena) Parse(text string) (Value, error) {
	v, err := a.run(func() uint32 {
		p := &parser{Arena: a, text: otherSigns.Replace(text)}
		id := p.one(p.body())
		p.want("")
		return id
	})
	if err != nil {
		err = fmt.Errorf("value %.60q: %w", text, err)
	}
	return v, err
}

var otherSigns = strings.NewReplacer("±", "+-", "↑", "^", "⇑", "^^", "↓", "v", "⇓", "vv", "∗", "*", "−", "-")

var errUps = errors.New("two ups are ^^, ten ^10, and up-second is ^<2>")

// parser reads a value. An error is the arena's.
type parser struct {
	*Arena
	text  string // what is left
	depth int
	game  bool // whether the last part read had bars
}

// skip skips a sign if it is next.
func (p *parser) skip(sign string) bool {
	rest, ok := strings.CutPrefix(strings.TrimLeft(p.text, " \t\n"), sign)
	if ok {
		p.text = rest
	}
	return ok
}

// want skips a sign that has to be next; "" is the end.
func (p *parser) want(sign string) {
	if !p.skip(sign) || sign == "" && p.text != "" {
		p.unexpected()
	}
}

// unexpected fails because of the next sign.
func (p *parser) unexpected() uint32 {
	if p.text == "" {
		return p.fail(errors.New("it ends too early"))
	}
	return p.fail(fmt.Errorf("not understood: %.20q", p.text))
}

// one returns the only element of a list.
func (p *parser) one(list []uint32) uint32 {
	if len(list) != 1 {
		return p.fail(errors.New("one game is needed in place of a list"))
	}
	return list[0]
}

// body reads the text between braces: options or, if there are bars, the game that they make.
func (p *parser) body() []uint32 {
	var lists [][]uint32
	var bars []int // between the lists
	for p.err == nil {
		lists = append(lists, p.list())
		n := 0
		for p.skip("|") {
			n++
		}
		if n == 0 {
			p.game = len(bars) > 0
			return p.join(lists, bars)
		}
		bars = append(bars, n)
	}
	return nil
}

// list reads options with commas between them. There may be none.
func (p *parser) list() (list []uint32) {
	if p.skip(""); p.text == "" || strings.ContainsRune("|})", rune(p.text[0])) {
		return nil
	}
	for p.err == nil {
		if list = append(list, p.option()); !p.skip(",") {
			break
		}
	}
	return list
}

// join makes a game of lists with bars between them.
func (p *parser) join(lists [][]uint32, bars []int) []uint32 {
	if len(bars) == 0 || p.err != nil {
		return lists[0]
	}
	longest := slices.Max(bars)
	middle := slices.Index(bars, longest)
	if slices.Contains(bars[middle+1:], longest) {
		p.fail(errors.New("braces are missing where two rows of bars have the same length"))
	}
	lefts, rights := p.join(lists[:middle+1], bars[:middle]), p.join(lists[middle+1:], bars[middle+1:])
	return []uint32{p.canonical(lefts, rights)}
}

// option reads a game without bars outside of braces.
func (p *parser) option() uint32 {
	p.depth++
	defer func() { p.depth-- }()
	switch {
	case p.depth > 500:
		return p.fail(errors.New("it is nested too deep"))
	case p.skip("{"):
		id := p.one(p.enclosed("}"))
		if !p.game {
			p.fail(errors.New("there is no bar between braces"))
		}
		return id
	case p.skip("("):
		return p.one(p.enclosed(")"))
	case p.skip("+-{"):
		list := p.enclosed("}")
		return p.canonical(list, each(list, p.negative))
	case p.skip("+-"):
		id := p.option()
		return p.canonical([]uint32{id}, []uint32{p.negative(id)})
	case p.skip("+_"):
		return p.tiny(p.option())
	case p.skip("-_"):
		return p.negative(p.tiny(p.option()))
	case p.skip("Tiny("):
		return p.tiny(p.one(p.enclosed(")")))
	case p.skip("Miny("):
		return p.negative(p.tiny(p.one(p.enclosed(")"))))
	}
	return p.closed()
}

// enclosed reads a body and the sign after it.
func (p *parser) enclosed(end string) []uint32 {
	list := p.body()
	p.want(end)
	return list
}

// tiny returns {0||0|-G}.
func (p *parser) tiny(id uint32) uint32 {
	return p.canonical([]uint32{0}, []uint32{p.canonical([]uint32{0}, []uint32{p.negative(id)})})
}

// closed reads a number, ups and a nimber side by side; at least one of the three must be there.
func (p *parser) closed() uint32 {
	p.skip("")
	before := p.text
	over, under := p.between("-", ""), 1
	if over != "" {
		over = "-" + over
	} else {
		over = p.take(decimal)
	}
	if over != "" {
		under = p.integer(p.between("/", ""), 1)
	}
	arrows, star := p.take("^"), 0
	if arrows == "" {
		arrows = p.take("v")
	}
	var power, sum, times string
	if arrows != "" {
		if power, sum = p.between("<", ">"), p.between("[", "]"); power+sum == "" {
			times = p.take(decimal)
		}
	}
	if rest, ok := strings.CutPrefix(p.text, "*"); ok {
		p.text = rest
		star = p.integer(p.take(decimal), 1)
	}
	if p.text == before {
		return p.unexpected()
	}
	x, err := NewDyadic(int64(p.integer(over, 0)), bits.TrailingZeros(uint(under)))
	if under&(under-1) != 0 || under == 0 {
		err = errors.New("a denominator is no power of two")
	} else if star >= maxUps {
		err = ErrRange
	}
	if err != nil {
		return p.fail(err)
	}
	return p.sum(p.ups(arrows, power, sum, times), p.insertClosed(closed{x: x, star: uint32(star)}))
}

const decimal = "0123456789"

// run returns how many bytes of a set a text begins with.
func run(text, set string) int { return len(text) - len(strings.TrimLeft(text, set)) }

// take takes the next bytes that are in a set.
func (p *parser) take(set string) (all string) {
	n := run(p.text, set)
	all, p.text = p.text[:n], p.text[n:]
	return all
}

// between takes digits between two signs. If these are not next, it takes nothing.
func (p *parser) between(begin, end string) (digits string) {
	rest, ok := strings.CutPrefix(p.text, begin)
	n := run(rest, decimal)
	if !ok || n == 0 || !strings.HasPrefix(rest[n:], end) {
		return ""
	}
	p.text = rest[n+len(end):]
	return rest[:n]
}

// ups returns the form of arrows and their suffix: a power, a sum of powers, or a number of arrows.
func (p *parser) ups(arrows, power, sum, times string) (id uint32) {
	n := p.integer(power+sum+times, len(arrows))
	switch {
	case power+sum+times != "" && len(arrows) > 1 || power+sum != "" && n == 0 || times != "" && n < 3:
		return p.fail(errUps)
	case power+sum == "":
		id = p.insertClosed(closed{ups: int32(min(n, maxUps))})
	case n > 64:
		return p.fail(ErrRange)
	default:
		id = p.uptimal(n, power != "")
	}
	if strings.HasPrefix(arrows, "v") {
		id = p.negative(id)
	}
	return id
}

// integer returns the number that digits write, or other if there are none.
func (p *parser) integer(digits string, other int) int {
	if digits == "" {
		return other
	}
	n, err := strconv.ParseInt(digits, 10, 32)
	if err != nil {
		p.fail(ErrRange)
	}
	return int(n)
}
