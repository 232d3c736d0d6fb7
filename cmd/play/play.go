// Package play is the verb "play": people and the perfect player, in each rule
// book's own dialogue. It builds a cobra command.
//
// match.go runs the games, dialogue.go and the files of the five games hold what
// is said, and player.go is the perfect player.
package play

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/proof"
	"gridlock/variants"
)

type options struct {
	game     cli.Game
	seats    [2]seat // by variants.Player
	games    int
	proof    string
	moveTime cli.Timeout
	db       cli.Store
	workers  cli.Workers
	memory   cli.Memory
}

// New returns the command.
func New() *cobra.Command {
	opt := options{seats: [2]seat{human, ai}}
	if err := opt.moveTime.Set("5s"); err != nil {
		panic(err)
	}
	cmd := &cobra.Command{
		Use:   "play {--variant ID | --proof FILE} [flags]",
		Short: "Play against the perfect player, or another person",
		Long: `Play a game in its rule book's own dialogue. At any prompt you can also enter

  moves   to see the legal moves
  hint    to be told a best move
  undo    to take back your last move with the computer's answer; between two
          people, the last move; or what you have entered of a move
  quit    to stop; the game so far is printed, to go on with --moves

Moves are read in the form the rule book prompts for, and whole, as in game
records ("2,3", "7", "3,1@2,1").

The computer looks for a move that wins, and then for the quickest win or the
longest resistance. Wherever it finds those within --move-time it plays
perfectly; where it does not, it plays a move that it has proven to win, or says
that it guesses.

With --proof it checks a certificate, and then plays the side that wins by that
alone, without a search, from the position that the certificate is about. You
have the other side; or, with ai there, the computer searches for its moves.`,
		Example: `  gridlock play --variant lockdown
  gridlock play --variant claim --x ai --o human
  gridlock play --variant duel --x human --o human --games 3
  gridlock play --variant classic --x ai --o ai
  gridlock play --proof lockdown.proof`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return opt.run(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	opt.game.AddFlags(cmd)
	flags := cmd.Flags()
	flags.VarP(&opt.seats[variants.X], "x", "x", "who plays X: human or ai")
	flags.VarP(&opt.seats[variants.O], "o", "o", "who plays O: human or ai")
	flags.IntVar(&opt.games, "games", 1, "number of games in the match")
	flags.StringVar(&opt.proof, "proof", "", "play the winner's side by the certificate in this file")
	flags.Var(&opt.moveTime, "move-time", "time the computer may search for a move")
	opt.workers.AddFlag(cmd)
	opt.memory.AddFlag(cmd, "memory the computer may use for a search, about")
	opt.db.AddFlag(cmd)
	cli.CompleteFiles(cmd, "proof")
	cli.Complete(cmd, "x", string(human), string(ai))
	cli.Complete(cmd, "o", string(human), string(ai))
	return cmd
}

// seat says who plays a side.
type seat string

const (
	human seat = "human"
	ai    seat = "ai"
)

func (s *seat) String() string { return string(*s) }
func (s *seat) Type() string   { return "WHO" }

func (s *seat) Set(text string) error {
	switch who := seat(strings.ToLower(text)); who {
	case human, ai:
		*s = who
		return nil
	}
	return fmt.Errorf("a player is human or ai")
}

func (opt *options) run(ctx context.Context, in io.Reader, out, errOut io.Writer) error {
	if opt.games < 1 {
		return cli.Usagef("--games %d: a match has at least one game", opt.games)
	}
	var proven *proof.Player
	if opt.game.Given("proof") {
		var err error
		if proven, err = opt.loadProof(ctx, errOut); err != nil {
			return err
		}
	}
	start, moves, err := opt.game.Record()
	if err != nil {
		return err
	}
	if proven != nil {
		if err := proven.Follow(moves); err != nil {
			return fmt.Errorf("--moves: %w", err)
		}
	}
	kept, err := opt.db.Keeper(false, errOut)
	if err != nil {
		return err
	}
	defer kept.Close()
	searcher := player{opt.moveTime.Limit(), int64(opt.memory), opt.workers.Count(), kept}
	m := &match{
		lines: cli.ReadLines(ctx, in),
		echo:  !cli.IsTerminal(in),
		out:   out,
		style: cli.StyleFor(out),
		talk:  dialogueOf(start.Game()),
		seats: opt.seats,
		ai:    [2]adviser{searcher, searcher},
		games: opt.games,
	}
	if proven != nil {
		m.ai[proven.Header.WinnerPlayer()] = prover{proven}
	}
	return m.play(ctx, start, moves)
}
