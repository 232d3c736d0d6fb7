package proof

import (
	"context"
	"fmt"
	"io"
	"slices"

	"gridlock/variants"
)

// Player plays the winner's side by a certificate alone, from its root, against any moves of the
// loser. It searches nothing and uses no theory. It is safe for concurrent use.
type Player struct {
	Header Header
	Root   variants.Position
	Work   Counts // of the check of the certificate

	book  *Book                                              // strategy, intervals
	table *BoundTable                                        // bounds
	loses func(s variants.State, mover variants.Player) bool // nimbers, values, exclusions: the player to move
}

// NewPlayer reads a certificate twice, first to check it. Its errors are those of [Check]. A
// Player needs about as much memory as the certificate's body, uncompressed, or 100 bytes for an interval.
func NewPlayer(ctx context.Context, file io.ReadSeeker, opt Options) (*Player, error) {
	r, work, err := CheckFirst(ctx, file, opt)
	if err != nil {
		return nil, err
	}
	pl := &Player{Header: r.Header, Root: r.Root, Work: work}
	if err := pl.load(newChecker(ctx, r, Options{})); err != nil {
		return nil, err
	}
	return pl, r.End()
}

// load reads the body.
func (pl *Player) load(c *checker) (err error) {
	switch pl.Header.Method {
	case Strategy, Intervals:
		pl.book, err = c.Book(c.ctx, 0)
	case Bounds:
		pl.table, err = c.boundTable()
	case Exclusions:
		var t *ExclusionTable
		t, err = c.exclusionTable()
		pl.loses = func(s variants.State, _ variants.Player) bool {
			nimber, ok := t.Sum(s.Free)
			return ok && nimber == 0
		}
	case Nimbers:
		t := c.nimberTable()
		_, err = t.read()
		pl.loses = func(s variants.State, mover variants.Player) bool {
			nimber, err := t.sum(t.sides(s, mover))
			return err == nil && nimber == 0
		}
	case Values:
		t := c.valueTable()
		_, err = t.read()
		pl.loses = func(s variants.State, mover variants.Player) bool {
			v, err := t.sum(t.sides(s, mover))
			return err == nil && !v.moverWins(mover)
		}
	case Copying, Matching: // all is in the header
	default:
		err = pl.Header.Method.Unknown()
	}
	return err
}

// course is a game in progress, and the winner's commitments.
type course struct {
	variants.Position
	turns  int
	last   variants.Move   // the previous move
	walk   []variants.Move // what is left of it
	mirror []int           // the mirror to copy by from now on
	bounds *boundPlay
}

// Reply returns the winner's move after a line of moves from the root. It is an error if the
// winner is not to move; other errors are those of [Player.Follow]. It takes one lookup in the
// certificate for each move of the line.
func (pl *Player) Reply(line []variants.Move) (variants.Move, error) {
	g, err := pl.follow(line)
	if err != nil {
		return 0, err
	}
	if g.Side() != pl.Header.WinnerPlayer() {
		return 0, fmt.Errorf("%v is on turn in %v, and the certificate plays for %s", g.Side(), g.Position, pl.Header.Winner)
	}
	return pl.answer(&g)
}

// Follow verifies that the certificate covers a line of moves from the root. The error says
// which move is not legal, or is not the winner's answer.
func (pl *Player) Follow(line []variants.Move) error {
	_, err := pl.follow(line)
	return err
}

func (pl *Player) follow(line []variants.Move) (course, error) {
	g := course{Position: pl.Root}
	if pl.table != nil {
		g.bounds = newBoundPlay(pl.table, winnersSides(pl.Root.State(), pl.Header.ToMove == pl.Header.Winner))
	}
	for i, m := range line {
		if m >= 64 || !g.Legal().Has(int(m)) {
			return g, fmt.Errorf("move %d of the line is not legal in %v", i+1, g.Position)
		}
		if g.Side() == pl.Header.WinnerPlayer() {
			answer, err := pl.answer(&g)
			if err != nil {
				return g, err
			}
			if answer != m {
				return g, fmt.Errorf("move %d is %s, but the certificate plays %s in %v and does not say what follows anything else",
					i+1, g.MoveText(m), g.MoveText(answer), g.Position)
			}
		} else if g.bounds != nil && !g.bounds.reply(int(m)) {
			return g, fmt.Errorf("the certificate does not say what follows %s in %v", g.MoveText(m), g.Position)
		}
		g.Position, g.last, g.turns = g.Play(m), m, g.turns+1
	}
	return g, nil
}

// answer returns the winner's move, and records the commitments that follow from it.
func (pl *Player) answer(g *course) (variants.Move, error) {
	m, ok := variants.Move(0), true
	switch {
	case pl.Header.Opening != nil && g.turns == 0:
		m = *pl.Header.Opening
	case len(g.walk) > 0:
		m, g.walk = g.walk[0], g.walk[1:]
	case g.mirror != nil:
		m, ok = g.copy(g.mirror)
	case pl.Header.Method == Copying:
		m, ok = g.copy(pl.Header.Mirrors[0])
	case pl.Header.Method == Matching:
		m, ok = pl.partner(g.last)
	case g.bounds != nil:
		m, ok = g.bounds.move()
	case pl.book != nil:
		var a Answer
		if a, ok = pl.book.Find(g.State()); ok && a.Kind == ByWalk {
			g.walk = a.Walk[1:]
		} else if ok && a.Kind == ByCopy {
			g.mirror = pl.book.Mirrors[a.Mirror]
		}
		m = a.First()
	default:
		m, ok = pl.good(g.Position)
	}
	if !ok || !g.Legal().Has(int(m)) {
		return 0, fmt.Errorf("the certificate has no answer in %v", g.Position)
	}
	return m, nil
}

// copy returns the image of the last move. If that is the move itself, it returns the first move
// after which all others can be copied; ok is false if there is none.
func (g *course) copy(mirror []int) (m variants.Move, ok bool) {
	if image := variants.Move(mirror[g.last]); image != g.last {
		return image, true
	}
	rules, s := g.Game().Rules(), g.State()
	for cell := range g.Legal().Cells() {
		if m = variants.Move(cell); copies(KeysOf(g.Game()).id, g.Game().Grid(), rules.Play(s, m), mirror) == nil {
			return m, true
		}
	}
	return 0, false
}

// partner returns the other cell of a pair.
func (pl *Player) partner(cell variants.Move) (variants.Move, bool) {
	for _, pair := range pl.Header.Matching {
		if i := slices.Index(pair[:], int(cell)); i >= 0 {
			return variants.Move(pair[1-i]), true
		}
	}
	return 0, false
}

// good returns the first move after which the opponent loses according to the table.
func (pl *Player) good(p variants.Position) (variants.Move, bool) {
	rules, s := p.Game().Rules(), p.State()
	for cell := range p.Legal().Cells() {
		if m := variants.Move(cell); pl.loses(rules.Play(s, m), p.Side().Opponent()) {
			return m, true
		}
	}
	return 0, false
}
