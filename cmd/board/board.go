// Package board is the verb "board", a full-screen board on the terminal. It builds a cobra command.
//
// Package gridlock/internal/tui has the content of the board and the effects of keys. program.go connects it with a
// terminal, by Bubble Tea, and with the service that answers its questions. paint.go colours it, by Lip Gloss.
// terminal_unix.go restores the terminal if nothing else does.
package board

import (
	"bytes"
	"context"
	"io"
	"os"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/cli/files"
	"gridlock/internal/cli/flags"
	"gridlock/internal/query"
	"gridlock/internal/tui"
	"gridlock/player"
)

type options struct {
	game    flags.Game
	side    flags.Choice
	level   flags.Choice
	puzzle  bool
	values  flags.Choice
	seed    uint64
	db      files.Store
	workers flags.Workers
	memory  flags.Memory

	usual string // the position with which games of this kind begin
}

// New returns the command.
func New() *cobra.Command {
	var opt options
	cmd := &cobra.Command{
		Use:   "board [GAME] [flags]",
		Short: "Analyse, play and solve puzzles on a full-screen board",
		RunE:  cli.Run(opt.run),
	}
	opt.game.AddFlags(cmd)
	opt.game.AddRecord(cmd, "continue the game in this file")
	plain := cmd.Flags()
	opt.side.AddFlag(cmd, "play", "SIDE", "begin with a game, in which you play x, o or both; the computer plays the rest", "x", "o", "both")
	plain.Lookup("play").DefValue = "" // without a value, --play begins with a board for analysis
	opt.level.AddFlag(cmd, "level", "LEVEL", "how well the computer plays: "+strings.Join(player.Levels(), ", "), player.Levels()...)
	plain.BoolVar(&opt.puzzle, "puzzle", false, "begin with a puzzle")
	opt.values.AddFlag(cmd, "values", "WHEN", "show values at first: on, off, or auto, which is on in mode analyse", "auto", "on", "off")
	flags.Seed(cmd, &opt.seed, mostSeed, "seed of puzzles and of the choices of lower levels")
	cli.Exclude(cmd, "puzzle", "play")
	opt.workers.AddFlag(cmd)
	opt.memory.AddFlag(cmd, "approximate memory for all searches")
	opt.db.AddFlag(cmd)
	return cmd
}

// queue is how many questions may wait while a cancelled search ends: usually one, but more if the user is quick.
const queue = 64

// mostSeed is the greatest seed that may be given, so that the next numbers are valid seeds, too.
const mostSeed = 1 << 52

func (opt *options) run(ctx context.Context, in io.Reader, out, errOut io.Writer) error {
	if opt.game.StdinRecord() {
		return cli.Usagef("--record -: the keys come from standard input; name a file")
	}
	settings, err := opt.settings()
	if err != nil {
		return err
	}
	screen, err := terminalOf(in, out, os.Getenv("TERM"))
	if err != nil {
		return err
	}
	var notes bytes.Buffer // nothing else may write to the terminal meanwhile
	defer func() { _, _ = notes.WriteTo(errOut) }()
	kept, err := opt.db.Keeper(false, &notes)
	if err != nil {
		return err
	}
	defer kept.Close()
	d := query.New(query.Options{
		Library: kept.Library(), Memory: int64(opt.memory), Workers: opt.workers.Count(),
		Searches: 1, Queue: queue, Program: cli.Release(),
	})
	defer d.Close()
	settings.Service = d
	b, problem := tui.New(settings)
	if problem != nil {
		return problem
	}
	if err := newProgram(ctx, b, d, screen).run(); err != nil {
		return err
	}
	_, err = io.WriteString(out, opt.record(b))
	return err
}

// settings returns the options of the board, except the service.
func (opt *options) settings() (s tui.Options, err error) {
	start, moves, err := opt.game.Record()
	if err != nil {
		return s, err
	}
	opt.usual = start.Game().Variant().Default().Start().String()
	s = tui.Options{
		Variant: start.Game().Variant().Name(), Name: start.Game().Variant().ID, Position: start.String(), Moves: start.Record(moves),
		Computer: "O", Level: opt.level.Value(), Seed: opt.seed,
	}
	if board := start.Game().Grid().String(); opt.game.Given("board") || board != start.Game().Variant().Default().Grid().String() {
		s.Puzzles = board
	}
	switch {
	case opt.puzzle:
		s.Mode = tui.Puzzle
	case opt.game.Given("play"):
		s.Mode = tui.Play
		s.Computer = map[string]string{"x": "O", "o": "X"}[opt.side.Value()]
	}
	for mode := range s.Values {
		s.Values[mode] = opt.values.Value() == "on" || opt.values.Value() == "auto" && tui.Mode(mode) == tui.Analyse
	}
	return s, nil
}

// record returns the text with which the game can be continued: its moves, and its first position unless that is the
// default.
func (opt *options) record(b *tui.Board) string {
	start, moves := b.Record()
	if len(moves) == 0 {
		return ""
	}
	text := console.Field("Record", strings.Join(moves, " "))
	if start != opt.usual {
		text = console.Verbatim("Start", start) + text
	}
	return text
}

// terminal is where the board is shown.
type terminal struct{ in, out *os.File }

// terminalOf returns the terminal of two streams. It is a usage error if they are no terminal, or a terminal that
// cannot show a board.
func terminalOf(in io.Reader, out io.Writer, name string) (t terminal, err error) {
	const instead = "; use gridlock play, which needs none"
	switch {
	case !console.IsTerminal(in):
		return t, cli.Usagef("standard input is no terminal%s", instead)
	case !console.IsTerminal(out):
		return t, cli.Usagef("standard output is no terminal%s", instead)
	case name == "dumb" || name == "" && runtime.GOOS != "windows": // Windows does not set it
		return t, cli.Usagef("the terminal cannot show a board (TERM=%s)%s", name, instead)
	}
	return terminal{in: cli.File(in), out: cli.File(out)}, nil
}
