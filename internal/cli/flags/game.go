// Package flags holds the flags that verbs share: for a game, a board and a position, for limits of a search, and for
// the format.
package flags

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gridlock/bitboard"
	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/cli/files"
	"gridlock/theory"
	"gridlock/variants"
)

// Game is how a user names a game, by the first argument or a flag, and a position of it, by
// flags.
type Game struct {
	variant  variants.Variant // the zero value if none is given
	pipe     string           // a rule file to read once all flags are known: --timeout may come after it
	board    size             // the zero value if none is given; it may have too many cells
	position string
	moves    string
	record   string // a file
	flags    *pflag.FlagSet
	cmd      *cobra.Command
	given    *variants.Position // the position that Begin has set, or nil
}

// AddVariant makes a command take a game, as its only argument and by a flag.
func (g *Game) AddVariant(cmd *cobra.Command) {
	g.flags = cmd.Flags()
	g.cmd = cmd
	g.flags.Var(&value[variants.Variant]{&g.variant, "GAME", g.readVariant, func(v variants.Variant) string { return v.ID }}, "variant", "the game, if it is not the first argument: "+strings.Join(variants.IDs(), ", ")+", one of the library, or a rule file")
	CompleteGames(cmd)
	cmd.Args = g.argument
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 || g.Given("variant") {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return GameNames()(cmd, args, "")
	}
}

// argument reads the game from the arguments of a command, its name or its words, as if --variant had been given.
func (g *Game) argument(cmd *cobra.Command, args []string) error {
	if err := g.readPipe(); err != nil {
		return err
	}
	if len(args) == 0 {
		return nil
	}
	named, err := g.parseVariant(args[0])
	if err != nil && len(args) > 1 { // the words of a game as separate arguments
		args = []string{strings.Join(args, " ")}
		named, err = g.parseVariant(args[0])
	}
	switch {
	case cli.ExitStatus(err) > cli.ExitUsage: // a limit, or an interruption
		return err
	case err != nil:
		if flag := fileFlag(cmd, args[0]); flag != "" && !strings.HasSuffix(args[0], ruleFileEnd) {
			return cli.Usagef("%q: no such game; did you mean --%s %[1]q?", args[0], flag)
		}
		var wrong *variants.RuleFileError
		if errors.As(err, &wrong) || strings.Contains(args[0], " ") { // its text names the file, or the words
			return cli.Usagef("%w", err)
		}
		return cli.Usagef("%q: %w", args[0], err)
	case len(args) > 1:
		return cli.Usagef("unexpected argument %q", args[1])
	case g.Given("variant") && g.variant.Key() != named.Key():
		return cli.Usagef("%s and --variant %s are different games; give only one", named.ID, g.variant.ID)
	}
	g.variant = named
	g.flags.Lookup("variant").Changed = true
	return nil
}

// AddBoard makes a command take a game and the size of its board.
func (g *Game) AddBoard(cmd *cobra.Command) {
	g.AddVariant(cmd)
	g.flags.Var(&value[size]{&g.board, "RxC", parseBoard, size.String}, "board", "size of the board, rows x columns, as in 4x5 (default: as in the rule book)")
}

// AddFlags adds the flags to a command.
func (g *Game) AddFlags(cmd *cobra.Command) {
	g.AddBoard(cmd)
	g.flags.StringVar(&g.position, "position", "", "begin with this `POSITION`, as in \".xX./..../.oO./.... x\" (default: the start of a game)")
	g.flags.StringVar(&g.moves, "moves", "", "play these `MOVES` first, as in \"6 11 7\"")
}

// AddRecord adds the flag for a file with a game to a command that has the other flags.
func (g *Game) AddRecord(cmd *cobra.Command, usage string) {
	Input(cmd, &g.record, "record", usage)
	cli.Exclude(cmd, "moves", "record")
}

// Given reports whether the user has set the flag of a command.
func (g *Game) Given(flag string) bool { return g.flags.Changed(flag) }

// Begin takes the game and the first position from elsewhere, such as a file. Contradicting flags are wrong usage.
func (g *Game) Begin(p variants.Position) error {
	v, grid := p.Game().Variant(), p.Game().Grid()
	switch {
	case g.Given("variant") && g.variant.Key() != v.Key():
		return cli.Usagef("the game is %s, but the position is one of %s; leave the game out", g.variant.ID, v.ID)
	case g.board != (size{}) && g.board.String() != grid.String():
		return cli.Usagef("--board %v: the position's board is %v; leave the flag out", g.board, grid)
	}
	g.variant = v
	if g.Given("position") {
		given, err := g.fromText(v)
		if err != nil {
			return err
		}
		if given.String() != p.String() {
			return cli.Usagef("--position: it is %v, and not %v; leave the flag out, and use --moves to continue from there", p, given)
		}
	}
	g.given = &p
	return nil
}

// Variant returns the game that the flags name.
func (g *Game) Variant() (variants.Variant, error) {
	if g.variant.Key() == "" {
		return variants.Variant{}, cli.Usagef("no game given: name one of %s", strings.Join(variants.IDs(), ", "))
	}
	return g.variant, nil
}

// Position returns the position that the flags name, after the moves.
func (g *Game) Position() (variants.Position, error) {
	start, moves, err := g.Record()
	return variants.GameRecord{Start: start, Moves: moves}.Position(), err
}

// Record returns the position that the flags name before the moves, and the
// moves.
func (g *Game) Record() (variants.Position, []variants.Move, error) {
	if g.Given("record") {
		return g.fromFile()
	}
	start, err := g.start()
	if err != nil {
		return start, nil, err
	}
	moves, _, err := start.ParseRecord(g.moves)
	if err != nil {
		return start, nil, fmt.Errorf("--moves: %w", err)
	}
	return start, moves, nil
}

func (g *Game) start() (variants.Position, error) {
	if g.given != nil {
		return *g.given, nil
	}
	v, err := g.Variant()
	if err != nil {
		return variants.Position{}, err
	}
	if g.Given("position") {
		return g.fromText(v)
	}
	rows, cols := v.Rows, v.Cols
	if g.board != (size{}) {
		rows, cols = g.board.rows, g.board.cols
	}
	game, err := v.NewGame(rows, cols)
	if _, theorem, ok := g.Theorem(); err != nil && ok {
		return variants.Position{}, cli.Usagef("--board: %w; but %v", err, theorem)
	}
	if err != nil {
		return variants.Position{}, cli.Usagef("--board: %w", err)
	}
	return game.Start(), nil
}

// Theorem returns the board of --board and the theorem that says who wins on it; false if there is none, or if the board
// is small enough for a game.
func (g *Game) Theorem() (board string, t theory.Theorem, ok bool) {
	if g.board.rows*g.board.cols <= bitboard.MaxCells || g.Given("position") || g.moves != "" {
		return "", t, false
	}
	t, ok = theory.OnBoard(g.variant.Family(), g.board.rows, g.board.cols)
	return g.board.String(), t, ok
}

// IsSum reports whether --position is a sum of several positions.
func (g *Game) IsSum() bool {
	text, _ := console.Pasted(g.position)
	return strings.Contains(text, "+") && !strings.Contains(text, "\n")
}

// Sum returns the positions of the sum in --position. It is wrong usage if other flags for the position are set.
func (g *Game) Sum() ([]variants.Position, error) {
	v, err := g.Variant()
	if err != nil {
		return nil, err
	}
	for _, flag := range []string{"board", "moves"} {
		if g.Given(flag) {
			return nil, cli.Usagef("--%s does not go with a sum of positions", flag)
		}
	}
	text, _ := console.Pasted(g.position)
	return v.ParseSum(text)
}

// fromText reads the position from its text.
func (g *Game) fromText(v variants.Variant) (variants.Position, error) {
	if g.IsSum() {
		return variants.Position{}, cli.Usagef("--position %q: a sum of positions, where one position is needed; solve and analyze add positions up, and convert writes sums", g.position)
	}
	text, heading := console.Pasted(g.position)
	p, err := v.Parse(text)
	if err != nil {
		return p, err
	}
	if heading != "" && heading != console.Heading(p) {
		return p, cli.Usagef("--position: the heading is %q, but this board has the heading %q", heading, console.Heading(p))
	}
	if grid := p.Game().Grid(); g.board != (size{}) && g.board.String() != grid.String() {
		return p, cli.Usagef("--board %v does not fit --position, whose board is %v", g.board, grid)
	}
	return p, nil
}

// fileFlag returns the command's flag for a file of this kind, if the file exists, or "".
func fileFlag(cmd *cobra.Command, name string) string {
	if info, err := os.Stat(name); err != nil || info.IsDir() {
		return ""
	}
	for _, flag := range []string{"record", "file"} {
		if cmd.Flags().Lookup(flag) != nil {
			return flag
		}
	}
	return ""
}

// readVariant reads the value of --variant, and leaves files that may make it wait to readPipe.
func (g *Game) readVariant(text string) (variants.Variant, error) {
	if g.pipe = ""; files.MayWait(text) {
		g.pipe = text
		return variants.Variant{}, nil
	}
	return g.parseVariant(text)
}

// readPipe reads the file that readVariant has left.
func (g *Game) readPipe() (err error) {
	if g.pipe == "" {
		return nil
	}
	g.variant, err = g.parseVariant(g.pipe)
	switch {
	case err == nil:
		return nil
	case cli.ExitStatus(err) > cli.ExitUsage: // a limit, or an interruption
		return fmt.Errorf("--variant %q: %w", g.pipe, err)
	}
	return cli.Usagef("--variant %q: %w", g.pipe, err)
}

// parseVariant reads the name of a game, or a rule file.
func (g *Game) parseVariant(text string) (variants.Variant, error) {
	ctx, cancel := Reading(g.cmd)
	defer cancel()
	return ParseVariant(ctx, text)
}

// size is the size of a board, which may have more cells than a game can have here.
type size struct{ rows, cols int }

// String writes it as it would be given.
func (s size) String() string {
	if s == (size{}) {
		return ""
	}
	return fmt.Sprintf("%dx%d", s.rows, s.cols)
}

// parseBoard reads the value of --board. It does not check whether the game has such a board.
func parseBoard(text string) (size, error) {
	rows, cols, err := bitboard.ParseSize(text)
	var large *bitboard.SizeError
	if errors.As(err, &large) {
		err = nil
	}
	return size{rows, cols}, err
}
