// Package play is the verb "play": people and the perfect player, in each rule
// book's own dialogue. It builds a cobra command.
//
// match.go runs the games, ask.go asks people for their moves, and end.go asks what to do when a game is over.
// dialogue.go and the files of the five games hold the texts, hint.go and coach.go have the hints and the coach,
// computer.go has the computer's seats, and record.go the files of games. Package gridlock/player chooses the
// computer's moves.
package play

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/cli/files"
	"gridlock/internal/cli/flags"
	"gridlock/player"
	"gridlock/variants"
)

type options struct {
	game     flags.Game
	seats    [2]seat // by variants.Player
	games    int
	level    flags.Choice
	seed     uint64
	talk     bool
	coach    flags.Choice
	save     string
	proof    string
	moveTime flags.Timeout
	db       files.Store
	workers  flags.Workers
	memory   flags.Memory
}

// New returns the command.
func New() *cobra.Command {
	opt := options{seats: [2]seat{human, ai}}
	_ = opt.moveTime.Set("2s")
	cmd := &cobra.Command{
		Use:   "play [GAME] [flags]",
		Short: "Play against the computer, or another person",
		RunE:  cli.Run(opt.run),
	}
	opt.game.AddFlags(cmd)
	flags.TakeArgument(cmd, "coach", opt.isCoachWord, func() bool { return opt.coach.Value() != coachOn })
	plain := cmd.Flags()
	plain.VarP(&opt.seats[variants.X], "x", "x", "who plays X: human, ai, or a level of the computer")
	plain.VarP(&opt.seats[variants.O], "o", "o", "who plays O: human, ai, or a level of the computer")
	flags.Number(cmd, &opt.games, "games", 1, 1, 0, "number of games to play")
	opt.level.AddFlag(cmd, "level", "LEVEL", "how well the computer plays: "+strings.Join(player.Levels(), ", "), player.Levels()...)
	flags.Seed(cmd, &opt.seed, 0, "seed of the random choices of lower levels")
	plain.BoolVar(&opt.talk, "talk", false, "let the computer comment on the position; a ply is one move of one player")
	opt.coach.AddFlag(cmd, "coach", "WHEN", "ask before you give a win away: on, off, or auto, which is on against levels below perfect",
		coachAuto, coachOn, coachOff)
	plain.Lookup("coach").NoOptDefVal = coachOn
	opt.game.AddRecord(cmd, "continue the game in this file")
	flags.Output(cmd, &opt.save, "save", "", "write the game to this file after every move")
	flags.Input(cmd, &opt.proof, "proof", "play the winner's side by the certificate in this file")
	plain.Var(&opt.moveTime, "move-time", "time the computer may search for a move")
	opt.workers.AddFlag(cmd)
	opt.memory.AddFlag(cmd, "approximate memory the computer may use for a search")
	opt.db.AddFlag(cmd)
	cli.Complete(cmd, "x", seatNames()...)
	cli.Complete(cmd, "o", seatNames()...)
	return cmd
}

// The values of --coach.
const (
	coachAuto = "auto"
	coachOn   = "on"
	coachOff  = "off"
)

// isCoachWord reports whether an argument is a value of --coach. No game has such a name.
func (opt *options) isCoachWord(text string) bool {
	return slices.Contains(opt.coach.Words(), strings.ToLower(text))
}

// seat says who plays a side: human, ai, or the name of a level.
type seat string

const (
	human seat = "human"
	ai    seat = "ai"
)

// seatNames returns the words that say who plays a side.
func seatNames() []string { return append([]string{string(human), string(ai)}, player.Levels()...) }

func (s *seat) String() string { return string(*s) }
func (s *seat) Type() string   { return "WHO" }

func (s *seat) Set(text string) error {
	who := seat(strings.ToLower(text))
	if _, err := player.ParseLevel(string(who)); err != nil && who != human && who != ai {
		return fmt.Errorf("a player is human, ai, or a level: %s%s", strings.Join(player.Levels(), ", "), cli.DidYouMean(text, seatNames()))
	}
	*s = who
	return nil
}

// level returns the level of a seat, which is the given one for plain "ai".
func (s seat) level(otherwise string) player.Level {
	level, err := player.ParseLevel(string(s))
	if err != nil {
		level, _ = player.ParseLevel(otherwise)
	}
	return level
}

func (opt *options) run(ctx context.Context, in io.Reader, out, errOut io.Writer) error {
	if opt.save == "-" {
		return cli.Usagef("--save -: the file is written after every move; name one")
	}
	var proven *prover
	if opt.game.Given("proof") {
		var err error
		if proven, err = opt.loadProof(ctx, in, errOut); err != nil {
			return err
		}
	}
	for flag, taken := range map[string]bool{"record": opt.game.StdinRecord(), "proof": opt.proof == "-"} {
		if taken && slices.Contains(opt.seats[:], human) {
			return cli.Usagef("--%s -: your moves come from standard input; name a file, or give both sides to the computer", flag)
		}
	}
	start, moves, err := opt.game.Record()
	if err != nil {
		return err
	}
	if proven != nil {
		if err := proven.player.Follow(moves); err != nil {
			return fmt.Errorf("--moves: %w", err)
		}
	}
	kept, err := opt.db.Keeper(false, errOut)
	if err != nil {
		return err
	}
	defer kept.Close()
	players, err := opt.computers(start.Game(), kept)
	if err != nil {
		return err
	}
	defer players.close()
	m := &match{
		in:      console.NewPrompter(ctx, in, out),
		out:     out,
		width:   console.Columns(out),
		style:   console.StyleFor(out),
		talk:    dialogueOf(start.Game()),
		seats:   opt.seats,
		names:   [2]string{players.levels[variants.X].String(), players.levels[variants.O].String()},
		ai:      [2]adviser{players.seats[variants.X], players.seats[variants.O]},
		hints:   players.perfect,
		analyst: players.analyst,
		aloud:   opt.talk,
		coach:   opt.coached(players.levels),
		file:    opt.save,
		games:   opt.games,
	}
	if proven != nil {
		m.ai[proven.winner], m.names[proven.winner] = proven, "by the certificate"
	}
	return m.play(ctx, start, moves)
}

// coached reports whether the coach warns of moves that give a win away. Without the flag it does so against a computer
// that does not play perfectly.
func (opt *options) coached(levels [2]player.Level) bool {
	if when := opt.coach.Value(); when != coachAuto {
		return when == coachOn
	}
	for side, who := range opt.seats {
		if who != human && levels[side] != player.Perfect {
			return true
		}
	}
	return false
}
