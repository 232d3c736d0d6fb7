// Package match is the verb "match", which lets two players play each other from many
// openings and prints the score. It builds a cobra command; the playing itself is in package
// gridlock/internal/match.
package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"strings"
	"time"

	"github.com/dustin/go-humanize/english"
	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/match"
	"gridlock/player"
	"gridlock/variants"
)

type options struct {
	game     cli.GameFlags
	names    [2]string // of A and B
	games    int       // that start from each position
	openings int       // the same, each for two games
	plies    int
	seed     uint64
	moveTime cli.Timeout
	nodes    uint64
	workers  cli.Workers
	memory   cli.Memory
	format   cli.Format
	progress cli.Progress
}

// New returns the command.
func New() *cobra.Command {
	opt := options{moveTime: cli.TimeoutOf(2 * time.Second)}
	cmd := &cobra.Command{
		Use:   "match [GAME] A B [flags]",
		Short: "Let two players play each other, and print the score",
		Long: `Let the players A and B play each other. Each opening, --plies random moves, is
played twice: A plays X, and then O. So --games 20 is the same as --openings 10.
Without GAME they play all five games, each equally often.

A player is a level of the computer (perfect, strong, casual or random) or, in
quotes, a command that speaks the protocol of "gridlock engine". Its moves are
checked by the rules. Whoever makes an illegal move, ends, writes what is no
reply, or needs more than two seconds longer than --move-time has lost the game;
the exit status is then 1.

The score comes with a 95 % confidence interval (Wilson 1927) for the part of
the games that A wins from such openings. Two perfect players win one game each
from every opening.

The level perfect uses the opening book, but no store. With a --seed, levels
play the same games again. Where perfect cannot search to the end in time, this
also takes --nodes, a --move-time that is long enough, and --workers 1.`,
		Example: `  gridlock match lockdown perfect random --openings 1
  gridlock match strong casual --openings 1 --seed 7
  gridlock match claim perfect "gridlock engine" --board 3x4 --openings 2
  gridlock match duel casual random --board 3x4 --plies 1 --json`,
		RunE: cli.Run(opt.run),
	}
	opt.game.AddFlags(cmd)
	takeGame, completeGame := cmd.Args, cmd.ValidArgsFunction
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		first := len(args) - len(opt.names)
		if first < 0 {
			return cli.Usagef("two players are needed: levels (%s), or commands in quotes", cli.List(player.Levels()))
		}
		copy(opt.names[:], args[first:])
		return takeGame(cmd, args[:first])
	}
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, start string) ([]string, cobra.ShellCompDirective) {
		games, how := completeGame(cmd, args, start)
		return append(games, player.Levels()...), how
	}
	flags := cmd.Flags()
	cli.Number(cmd, &opt.games, "games", 20, 1, 2*mostOpenings, "number of games to play of each variant, rounded up to an even one")
	cli.Number(cmd, &opt.openings, "openings", 10, 1, mostOpenings, "number of openings of each variant, each for two games")
	cli.Exclude(cmd, "games", "each opening is played twice", "openings")
	cli.Number(cmd, &opt.plies, "plies", 2, 0, mostPlies, "length of an opening, in plies")
	cli.Seed(cmd, &opt.seed, 0, "seed of the openings and of what players leave to chance")
	flags.Var(&opt.moveTime, "move-time", "time for a search")
	cli.Number(cmd, &opt.nodes, "nodes", 0, 0, 0, "maximum number of positions that perfect, or a command, visits for a move (default: no limit)")
	opt.workers.AddFlag(cmd)
	opt.memory.AddFlag(cmd, "approximate memory for the searches of a player")
	opt.format.AddFlags(cmd, "json has all games", "text", "json")
	opt.progress.AddFlags(cmd)
	return cmd
}

// The limits of the flags.
const (
	mostOpenings = 1_000_000
	mostPlies    = 64
)

// pairGames takes the number of games for that of openings, each of which is played twice, and says so: until
// November 2026, --games was what --openings is.
func (opt *options) pairGames(errOut io.Writer) {
	if !opt.game.Given("games") {
		return
	}
	opt.openings = (opt.games + 1) / 2
	if !opt.progress.Quiet() {
		fmt.Fprintf(errOut, "gridlock: %s, each played twice: %s\n",
			english.Plural(opt.openings, "opening", ""), english.Plural(2*opt.openings, "game", ""))
	}
}

// grace is how much longer than --move-time a command may take.
const grace = 2 * time.Second

func (opt *options) run(ctx context.Context, _ io.Reader, out, errOut io.Writer) error {
	opt.pairGames(errOut)
	starts, err := opt.starts()
	if err != nil {
		return err
	}
	var players [2]match.Player
	r := result{seed: opt.seed}
	for i, name := range opt.names {
		players[i], r.names[i], err = opt.player(ctx, name, errOut)
		if err != nil {
			return err
		}
		defer players[i].Close()
	}
	batch, stop := opt.progress.Batch(out, errOut, opt.openings*len(starts), "openings")
	for i, start := range starts {
		var of one
		of, err = opt.play(ctx, batch, players, start, uint64(i))
		r.games = append(r.games, of)
		if err != nil {
			break
		}
	}
	stop()
	err = errors.Join(opt.format.Print(out, r.report(), r.text()), err)
	if faults := r.total().Faults; err == nil && faults > 0 {
		err = fmt.Errorf("games that ended with a fault: %d", faults)
	}
	return err
}

// starts returns where the games begin: the position that the flags name, or the starts of
// all games.
func (opt *options) starts() (all []variants.Position, err error) {
	if opt.game.Given("variant") || opt.game.Given("position") || opt.game.Given("moves") {
		p, err := opt.game.Position()
		if err == nil && p.Over() {
			err = fmt.Errorf("the game is over in %v", p)
		}
		return []variants.Position{p}, err
	}
	for _, v := range variants.All() {
		rows, cols := opt.game.Size()
		if rows == 0 {
			rows, cols = v.Rows, v.Cols
		}
		game, err := v.NewGame(rows, cols)
		if err != nil {
			return nil, cli.Usagef("--board: %w", err)
		}
		all = append(all, game.Start())
	}
	return all, nil
}

// name is what a player is called.
type name struct {
	Player  string  `json:"player"`  // as it was given
	Program *string `json:"program"` // what a command says of itself
}

// player makes a player of its name.
func (opt *options) player(ctx context.Context, text string, errOut io.Writer) (match.Player, name, error) {
	if level, err := player.ParseLevel(text); err == nil {
		var books *cli.Keeper // none, so nothing but books
		return match.NewLevel(match.LevelOptions{
			Level: level, MoveTime: opt.moveTime.Limit(), Nodes: opt.nodes,
			Workers: opt.workers.Count(), Memory: int64(opt.memory), Store: books.Library(),
		}), name{Player: level.String()}, nil
	}
	words, err := match.Words(text)
	if err != nil {
		return nil, name{}, cli.Usagef("player %q: %w", text, err)
	}
	if _, err := exec.LookPath(words[0]); err != nil {
		return nil, name{}, cli.Usagef("player %q: neither a level (%s) nor a program%s", text,
			strings.Join(player.Levels(), ", "), cli.DidYouMean(text, player.Levels()))
	}
	e, err := match.NewEngine(ctx, match.EngineOptions{
		Start: match.Command(words, errOut), MoveTime: opt.moveTime.Limit(), Grace: grace, Nodes: opt.nodes,
	})
	if err != nil {
		return nil, name{}, fmt.Errorf("player %q: %w", text, err)
	}
	greeting := e.Greeting()
	program := greeting.Version
	if program == "" {
		program = greeting.Name
	}
	return e, name{text, &program}, nil
}

// play plays all openings from a start.
func (opt *options) play(ctx context.Context, batch *cli.Display, players [2]match.Player, start variants.Position, number uint64) (of one, err error) {
	of.start = start
	openings := match.Openings(rand.New(rand.NewPCG(opt.seed, 2*number)), start, opt.plies, opt.openings)
	chance := rand.New(rand.NewPCG(opt.seed, 2*number+1))
	for _, o := range openings {
		done := batch.Step(start.Game().Variant().ID)
		pair, err := match.Pair(ctx, players[0], players[1], o, chance)
		done()
		of.games = append(of.games, pair...)
		of.score.Add(pair)
		if err != nil {
			return of, err
		}
	}
	return of, nil
}
