package match

import (
	"context"
	"time"

	"gridlock/analysis"
	"gridlock/player"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// LevelOptions says how a level plays, beside its name. All but the first are for perfect.
type LevelOptions struct {
	Level    player.Level
	MoveTime time.Duration // for a search
	Nodes    uint64        // of a search; 0 for no limit
	Workers  int
	Memory   int64
	Store    analysis.Store // nil for none
}

// level is a level of this program.
type level struct {
	opt    LevelOptions
	now    *player.Player // of the current game, or nil
	shared *auto.Shared   // what searches on the board remember, or nil
	board  string         // that shared is of
}

// NewLevel returns a level of this program as a player. Its games depend on the seeds and, for
// perfect, on the time that searches have, and on more than one worker.
func NewLevel(opt LevelOptions) Player { return &level{opt: opt} }

func (l *level) Begin(_ context.Context, game *variants.Game, seed uint64) error {
	l.end()
	if l.opt.Level == player.Perfect {
		if err := l.remember(game); err != nil {
			return err
		}
	}
	l.now = player.New(game, player.Options{
		Level: l.opt.Level, Seed: seed, Store: l.opt.Store, Nodes: l.opt.Nodes, Workers: l.opt.Workers, Shared: l.shared,
	})
	return nil
}

// remember makes sure that there is a memory for the board.
func (l *level) remember(game *variants.Game) (err error) {
	board := game.String()
	if l.board == board {
		return nil
	}
	l.forget()
	l.shared, err = auto.NewShared(game, l.opt.Memory)
	if err == nil {
		l.board = board
	}
	return err
}

func (l *level) Choose(ctx context.Context, p variants.Position) (string, error) {
	bounded, cancel := context.WithTimeout(ctx, l.opt.MoveTime)
	defer cancel()
	c, err := l.now.Choose(bounded, p)
	if err != nil {
		return "", err
	}
	return p.MoveText(c.Move), nil
}

// end ends the current game.
func (l *level) end() {
	if l.now != nil {
		l.now.Close()
	}
	l.now = nil
}

// forget gives the memory back.
func (l *level) forget() {
	if l.shared != nil {
		l.shared.Release()
	}
	l.shared, l.board = nil, ""
}

func (l *level) Close() {
	l.end()
	l.forget()
}
