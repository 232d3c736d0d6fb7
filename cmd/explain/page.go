package explain

import (
	"fmt"
	"slices"
	"strings"

	"gridlock/bitboard"
	"gridlock/internal/cli/console"
	"gridlock/internal/explain"
	"gridlock/internal/printable"
	"gridlock/proof"
	"gridlock/variants"
)

// page is a strategy as words and pictures, in the order of printing. All formats for people are made from it.
type page struct {
	*explain.Strategy
	Title string
	Lead  []string // who wins, and how to read these pages
	Game  []string // the rules of the game
	Signs []sign   // of pictures
	Turns bool     // whether a reply turns the board
	Steps []string // what to do, one after the other
	Board string   // the first position
	Begin string   // how
	Start []row    // the rules after the loser's first moves
	Rules []section
	Grid  string // a grid of pairs, or of images
	Sums  string // how nimbers add up
	Parts []known
}

// sign is a sign of pictures and what it means.
type sign struct {
	Sign, Means string
	Of          explain.Sign // or one of the following
}

// What the winner does in a picture.
const (
	signGo explain.Sign = 100 + iota
	signBlock
)

// section is a rule of a strategy.
type section struct {
	*explain.Rule
	Picture string
	Says    string
	Grid    string // a grid of images, empty if the winner does not copy
	Replies []row
}

// With returns a table of replies.
func (p *page) With(rows []row) table { return table{p, rows} }

// table is a table of replies.
type table struct {
	Page *page
	Rows []row
}

// row has the replies that lead to one rule with the same turn of the board.
type row struct {
	Rule  int
	Turn  string
	Moves string
}

// known is a group of components with the same nimber or value.
type known struct {
	Head     string
	Pictures []part
}

// part is a component.
type part struct {
	*explain.Rule
	Picture string
	Because string // empty if it needs no reason
}

// mostRules is how many rules a page has without --all.
const mostRules = 100

// newPage returns the page of a strategy, with all of its rules or the first of them. Components without a known nimber
// are left out, since no move needs them.
func newPage(s *explain.Strategy, all bool) *page {
	rules := slices.DeleteFunc(s.Rules, func(r explain.Rule) bool { return r.Part != nil && r.Part.Not != nil })
	s.Rules = rules
	if !all {
		s.Rules = rules[:min(len(rules), mostRules)]
	}
	p := &page{Strategy: s, Board: board(s)}
	game := s.Root.Game()
	p.Title = fmt.Sprintf("%s on %v: how %v wins", printable.Excerpt(game.Variant().Title), game.Grid(), s.Winner)
	p.Game = game.Variant().Family().Sentences()
	p.lead(len(rules))
	switch {
	case s.Header.Layered():
		p.layered()
	case s.Header.Method == proof.Matching:
		p.pairs()
	case s.Header.Method == proof.Copying:
		p.copying()
	case s.Header.Method == proof.Nimbers, s.Header.Method == proof.Exclusions, s.Header.Method == proof.Values, s.Header.Method == proof.Bounds:
		p.table()
	default:
		panic(fmt.Sprintf("no page for certificates by %s", s.Header.Method)) // package explain refuses it
	}
	return p
}

// board draws the first position.
func board(s *explain.Strategy) string {
	p := s.Root
	return s.Grid(func(c int) string {
		for _, player := range []variants.Player{variants.X, variants.O} {
			switch {
			case p.Live(player).Has(c):
				return player.String()
			case p.Marks(player).Has(c):
				return strings.ToLower(player.String())
			}
		}
		switch {
		case p.Holes().Has(c):
			return "#"
		case (p.Closed(variants.X) & p.Closed(variants.O)).Has(c):
			return "-"
		}
		return s.Glyph(explain.Free, c)
	})
}

// lead says who wins and, if some rules are left out, how many there are.
func (p *page) lead(rules int) {
	p.Lead = []string{fmt.Sprintf("%v wins %s, whatever %v does. This is how. "+
		"It comes from a certificate, which has been checked.", p.Winner, console.Heading(p.Root), p.Loser())}
	if len(p.Strategy.Rules) < rules {
		p.Lead = append(p.Lead, fmt.Sprintf("There are %s rules, and these are the first %d: --all prints all.", console.Count(rules), mostRules))
	}
	if p.Opening != nil {
		p.Begin = fmt.Sprintf("%v begins: %v %s %s.", p.Winner, p.Winner, p.Verb(), p.Root.MoveText(*p.Opening))
	}
}

// layered makes the page of rules.
func (p *page) layered() {
	x, o := p.Winner, p.Loser()
	walks := slices.ContainsFunc(p.Strategy.Rules, func(r explain.Rule) bool { return len(r.Walk) > 1 })
	p.Begin = "Begin with rule 1."
	if p.Root.Side() == p.Winner {
		p.Begin = fmt.Sprintf("%v begins, with rule 1.", x)
	} else {
		p.Begin = fmt.Sprintf("%v begins. Look up the move in this table: it says which rule comes next.", o)
		p.Start = p.rows(nil, p.Strategy.Start)
	}
	for i := range p.Strategy.Rules {
		p.Rules = append(p.Rules, p.section(&p.Strategy.Rules[i]))
	}
	p.Steps = []string{
		fmt.Sprintf("You play %v. Set the board up as at the start, with paper and %s, beside these pages.", x, p.counters()),
		fmt.Sprintf("A rule has a picture of the board when it is your turn. Make the move that the rule says, and wait for %v's move.", o),
		fmt.Sprintf("Look up %v's move in the table below the rule: it says which rule comes next. Moves have the names of the cells in the picture.", o) + p.example(),
	}
	if p.Turns {
		p.Steps = append(p.Steps,
			fmt.Sprintf("Where the table says how to turn the board, turn it before your next move, and leave it so: then it looks like the picture of the next rule. A flip is a mirror image: set the %s up again, mirrored.", p.counters()),
			"From then on call each cell by the name at its place in the picture, however the board lies.")
	}
	if walks {
		p.Steps = append(p.Steps, fmt.Sprintf("Where a rule names several cells in this order, go to them one after the other, without looking at what %v does. By then, or sooner, %[1]v cannot move.", o))
	}
	if slices.ContainsFunc(p.Strategy.Rules, func(r explain.Rule) bool { _, ok := p.Opposite(&r); return ok }) && p.Turns {
		p.Steps = append(p.Steps, "Where a rule answers with opposite cells, there is nothing more to look up: opposite cells stay opposite however the board is turned.")
	}
	if slices.ContainsFunc(p.Rules, func(s section) bool { return s.Grid != "" }) {
		p.Steps = append(p.Steps, fmt.Sprintf("Where a rule says that %v answers each move with its image, there is a board below it: find the place of %v's move, and go to the cell that is named there. It is like this to the end.", x, o))
	}
	p.Steps = append(p.Steps, fmt.Sprintf("A rule without a list of %v's moves is an end: %[1]v has lost, now or in a few turns.", o))
	p.signs()
}

// counters is the word for the pieces on a board.
func (p *page) counters() string {
	if p.Root.Game().Traits().Mine == variants.Marker {
		return "markers"
	}
	return "marks"
}

// example explains the notation of moves that are more than a cell.
func (p *page) example() string {
	if !p.Root.Game().Traits().Blocks {
		return ""
	}
	a, b := p.Root.Game().CellText(0), p.Root.Game().CellText(p.Root.Game().Grid().Size()-1)
	return fmt.Sprintf(" %s@%s is a step to %[1]s and a block of %s.", a, b)
}

// section makes a rule of a strategy ready to be printed.
func (p *page) section(r *explain.Rule) section {
	out := section{Rule: r, Picture: p.Picture(r), Replies: p.rows(r, r.Replies)}
	end := "."
	if len(out.Replies) > 0 {
		end = ":"
	}
	out.Says = fmt.Sprintf("%s. %s%s", p.Does(r), p.Why(r), end)
	out.Grid = p.images(r)
	return out
}

// images draws how the winner copies: the answer to each cell. It is empty if they do not, or if words say it.
func (p *page) images(r *explain.Rule) string {
	c, game := r.Copy, p.Root.Game()
	if c == nil {
		return ""
	}
	if _, ok := p.Opposite(r); ok && p.Header.Layered() {
		return ""
	}
	return p.Strategy.Grid(func(cell int) string {
		switch {
		case p.Root.Holes().Has(cell):
			return "#"
		case cell == c.Unmoved:
			return game.CellText(c.Instead)
		}
		return game.CellText(c.Mirror[cell])
	})
}

// rows groups replies by the next rule and the turn of the board, in the order of the first reply of each group.
func (p *page) rows(r *explain.Rule, replies []explain.Reply) (rows []row) {
	type way struct {
		rule int
		turn bitboard.Symmetry
	}
	moves := map[way][]string{}
	var ways []way
	for _, reply := range replies {
		w := way{reply.Rule, reply.Turn}
		if moves[w] == nil {
			ways = append(ways, w)
		}
		moves[w] = append(moves[w], p.ReplyText(r, reply))
		p.Turns = p.Turns || reply.Turn != bitboard.Identity
	}
	for _, w := range ways {
		rows = append(rows, row{w.rule, explain.TurnText(w.turn), explain.Join(moves[w])})
	}
	return rows
}

// signs explains the signs that the pictures have.
func (p *page) signs() {
	free, any := "12", "12?"
	if !p.Named() {
		free, any = ".", "?"
	}
	x, o := p.Winner.String(), p.Loser().String()
	mine, yours := "your marker", o+"'s marker"
	if traits := p.Root.Game().Traits(); traits.Mine != variants.Marker {
		mine, yours = "your mark", "the last mark"
	}
	freeText, goneText := "has to be free", "is not free: used up, blocked, or no cell of the board"
	if p.Root.Game().Variant().Family().Kind == variants.Place {
		freeText, goneText = "both can take it", "nobody can take it"
	}
	has := map[explain.Sign]bool{}
	blocks := false
	for _, r := range p.Rules {
		for c := range p.Root.Game().Grid().Size() {
			has[p.Sign(r.Rule, c)] = true
		}
		blocks = blocks || strings.Contains(r.Picture, "{")
	}
	for _, s := range []struct {
		sign        explain.Sign
		text, means string
	}{
		{explain.Winners, x, mine},
		{explain.Losers, o, yours},
		{explain.Free, free, freeText},
		{explain.Any, any, "may be free or not: it does not matter"},
		{explain.ForWinner, p.Glyph(explain.ForWinner, 11), "only " + x + " can take it"},
		{explain.ForLoser, p.Glyph(explain.ForLoser, 11), "only " + o + " can take it"},
		{explain.Gone, "#", goneText},
	} {
		if has[s.sign] {
			p.Signs = append(p.Signs, sign{s.text, s.means, s.sign})
		}
	}
	p.Signs = append(p.Signs, sign{"[ ]", "go there", signGo})
	if blocks {
		p.Signs = append(p.Signs, sign{"{ }", "block it after that", signBlock})
	}
}

// pairs makes the page of a matching.
func (p *page) pairs() {
	number := map[int]string{}
	for i, pair := range p.Header.Matching {
		number[pair[0]], number[pair[1]] = fmt.Sprint(i+1), fmt.Sprint(i+1)
	}
	p.Steps = []string{
		"The board under Answers has pairs of cells: two cells with the same number are partners, and near each other.",
		fmt.Sprintf("Whatever cell %v goes to, go to its partner.", p.Loser()),
		fmt.Sprintf("The partner is always free, because it is only ever taken after its cell. %v can only go to cells that have a partner. So %[1]v is the first who cannot move.", p.Loser()),
	}
	p.Grid = p.Strategy.Grid(func(c int) string {
		if n := number[c]; n != "" {
			return n
		}
		return "-"
	})
}

// copying makes the page of a mirror.
func (p *page) copying() {
	r := &p.Strategy.Rules[0]
	p.Steps = []string{
		fmt.Sprintf("Whatever cell %v %s, find its place on the board under Answers. Answer with the cell that is named there.", p.Loser(), p.Verb()),
		upper(p.Why(r)) + ".",
		fmt.Sprintf("So %v is the first who cannot move.", p.Loser()),
	}
	p.Grid = p.images(r)
}

// upper makes the first letter of a sentence a capital.
func upper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
