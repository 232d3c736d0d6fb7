package proof

import (
	"context"
	"fmt"
	"io"

	"gridlock/variants"
)

// Player plays the winner's side by a certificate alone, from its root, against any moves of the
// loser. It searches nothing and uses no theory. It is safe for concurrent use.
type Player struct {
	Header Header
	Root   variants.Position
	Work   Counts // the work of checking the certificate

	play play
}

// play is how a method plays. If answer is nil, the method has no answers.
type play struct {
	begin  func(g *course)                       // if begin is not nil, it is called before the first move
	answer func(g *course) (variants.Move, bool) // the winner's move; false if there is none
}

// NewPlayer reads a certificate twice, first to check it. Its errors are those of [Check]. A
// Player needs about as much memory as the certificate's body, uncompressed, or 100 bytes for an interval.
func NewPlayer(ctx context.Context, file io.ReadSeeker, opt Options) (*Player, error) {
	r, work, err := CheckFirst(ctx, file, opt)
	if err != nil {
		return nil, err
	}
	pl := &Player{Header: r.Header, Root: r.Root, Work: work}
	m, err := r.Header.Method.find()
	if err != nil {
		return nil, err
	}
	if pl.play, err = m.player(newChecker(ctx, r, Options{})); err != nil {
		return nil, err
	}
	return pl, r.End()
}

// course is a game in progress, with the winner's commitments.
type course struct {
	variants.Position
	turns  int
	last   variants.Move   // the previous move
	walk   []variants.Move // the rest of a walk
	copies *Copy           // how to copy from now on
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
	if pl.play.begin != nil {
		pl.play.begin(&g)
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
				return g, fmt.Errorf("move %d is %s, but the certificate plays %s in %v and has no answer to other moves",
					i+1, g.MoveText(m), g.MoveText(answer), g.Position)
			}
		} else if g.bounds != nil && !g.bounds.reply(int(m)) {
			return g, fmt.Errorf("the certificate has no answer to %s in %v", g.MoveText(m), g.Position)
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
	case g.copies != nil:
		m = g.copies.Answer(g.last)
	case pl.play.answer == nil:
		ok = false
	default:
		m, ok = pl.play.answer(g)
	}
	if !ok || !g.Legal().Has(int(m)) {
		return 0, fmt.Errorf("the certificate has no answer in %v", g.Position)
	}
	return m, nil
}

// bookPlay plays by the answers of a strategy.
func (c *checker) bookPlay() (play, error) {
	book, err := c.StrategyReader(c.ctx, 0)
	return play{answer: func(g *course) (variants.Move, bool) {
		a, ok := book.Find(g.State())
		switch {
		case ok && (a.Kind == ByWalk || a.Kind == ByPlan):
			g.walk = a.Walk[1:]
		case ok && a.Kind == ByCopy:
			g.copies = new(NewCopy(g.Game(), c.rules.Play(g.State(), a.Move), book.Mirrors[a.Mirror]))
		}
		return a.First(), ok
	}}, err
}
