package interchange

import (
	"fmt"
	"strconv"
	"strings"

	"gridlock/solver"
	"gridlock/variants"
)

// kingDirt is MCGS's name of the game of which lockdown is a case.
const kingDirt = "gen_king_dirt"

// mcgsDecoder reads input of MCGS (github.com/ualberta-mueller-group/MCGS, input/info.test). It consists of sections
// [gen_king_dirt], games such as 1,1,1:..X|#..|O.. and commands such as {B, W loss}. A command names the first player
// in the sum of the preceding games.
//
// A game has the numbers of Black's and White's unplaced stones, whether stones must be placed before any moves, and
// the board with X for Black and O for White. It is a position of lockdown if each player has one stone, on the board
// or not. A player who has not placed the stone has no other stone to move, so the order of placing and moving does not
// matter.
type mcgsDecoder struct {
	variant variants.Variant
	section string // empty before the first section: then games are gen_king_dirt
	comment bool   // inside /* */
	games   []dirt // since the last command
	command string // read so far, with its {, while it is incomplete
}

// dirt is a game of gen_king_dirt.
type dirt struct {
	line     int
	unplaced [2]int
	board    string
}

// Line implements [Decoder].
func (d *mcgsDecoder) Line(number int, text string) (entries []Entry, err error) {
	for _, word := range strings.Fields(d.withoutComments(text)) {
		found, wrong := d.word(number, word)
		entries = append(entries, found...)
		if err == nil {
			err = wrong
		}
	}
	return entries, err
}

// withoutComments returns a line without its comments.
func (d *mcgsDecoder) withoutComments(text string) string {
	var b strings.Builder
	for text != "" {
		mark := "/*"
		if d.comment {
			mark = "*/"
		}
		before, after, found := strings.Cut(text, mark)
		if !d.comment {
			b.WriteString(before + " ")
		}
		if found {
			d.comment = !d.comment
		}
		text = after
	}
	return b.String()
}

// word handles a word of a line.
func (d *mcgsDecoder) word(number int, word string) ([]Entry, error) {
	switch {
	case d.command != "" || word[0] == '{':
		d.command += " " + word
		if !strings.HasSuffix(word, "}") {
			return nil, nil
		}
		command := strings.Trim(d.command, " {}")
		d.command = ""
		return d.run(command)
	case word[0] == '[':
		d.section = word
		return nil, nil
	case d.section != "" && !strings.HasSuffix(d.section, "]"):
		d.section += " " + word
		return nil, nil
	}
	g, err := d.game(number, strings.Trim(word, "()"))
	d.games = append(d.games, g)
	return nil, err
}

// game reads a game. If it cannot be read it has no board.
func (d *mcgsDecoder) game(number int, word string) (dirt, error) {
	g := dirt{line: number}
	if d.section != "" && d.section != "["+kingDirt+"]" {
		return g, fmt.Errorf("%.40q is a game of %s, not of [%s]", word, short(d.section), kingDirt)
	}
	parameters, board, found := strings.Cut(word, ":")
	numbers := strings.Split(parameters, ",")
	if !found || board == "" || len(numbers) != 3 {
		return g, fmt.Errorf("%.40q is not a game of %s; one is written as in 1,1,1:..|.#", word, kingDirt)
	}
	for i, text := range numbers {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || i == 2 && n > 1 {
			return g, fmt.Errorf("%.40q: %.20q is not a number of stones to place, or in the third place 0 or 1", word, text)
		}
		if i < 2 {
			g.unplaced[i] = n
		}
	}
	g.board = board
	return g, nil
}

// run handles a command: it returns a position for each player that the command names.
func (d *mcgsDecoder) run(command string) (entries []Entry, err error) {
	games := d.games
	d.games = nil
	if strings.HasPrefix(command, "version ") {
		d.games = games
		return nil, nil
	}
	switch {
	case len(games) == 0:
		return nil, fmt.Errorf("{%s} comes after no game", short(command))
	case len(games) > 1:
		return nil, fmt.Errorf("a sum of %d games, the first in line %d: a position of lockdown is one", len(games), games[0].line)
	case games[0].board == "":
		return nil, nil // reported already
	}
	for _, part := range strings.Split(command, ",") {
		words := append(strings.Fields(part), "", "")
		e, err := d.entry(games[0], words[0])
		if err == nil {
			e.Stated, err = expected(words[1])
		}
		if err != nil {
			return nil, fmt.Errorf("{%s}: %w", short(strings.TrimSpace(part)), err)
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// expected reads the outcome that a command expects for the player to move.
func expected(text string) (solver.Outcome, error) {
	if text == "" {
		return solver.Unknown, nil
	}
	return parseOutcome(&text)
}

// entry returns the position of a game with a player, B or W, to move. In lockdown, X places
// first; if that was White, X stands for White.
func (d *mcgsDecoder) entry(g dirt, mover string) (Entry, error) {
	player := strings.Index("BW", mover)
	if len(mover) != 1 || player < 0 {
		return Entry{}, fmt.Errorf("a command says that B or W moves first, not %.20q", mover)
	}
	if wrong := strings.Trim(g.board, ".#XO|"); wrong != "" {
		return Entry{}, fmt.Errorf("board %.80q: %.1q is not a cell; cells are . # X O", g.board, wrong)
	}
	colours := [2]string{"Black", "White"}
	empty := strings.Contains(g.board, ".")
	for i, stone := range []string{"X", "O"} {
		placed := strings.Count(g.board, stone)
		if total := placed + g.unplaced[i]; total != 1 && (empty || placed > 1) {
			return Entry{}, fmt.Errorf("%s has %d stones, on the board and to place: in lockdown each player has one", colours[i], total)
		}
	}
	// whether the mover, and the opponent, has placed a stone
	mine := strings.Contains(g.board, "XO"[player:player+1])
	theirs := strings.Contains(g.board, "OX"[player:player+1])
	if mine && !theirs {
		return Entry{}, fmt.Errorf("%s is to move a stone before %s has placed one: in lockdown both place first",
			colours[player], colours[1-player])
	}
	rows, side := strings.ReplaceAll(g.board, "|", "/"), "x"
	asX := player // which colour is X: the mover, unless only the opponent has placed
	switch {
	case mine:
		asX, side = 0, "xo"[player:player+1] // both have placed: colours stay
	case theirs:
		asX, side = 1-player, "o"
	}
	if asX == 1 {
		rows = strings.NewReplacer("X", "O", "O", "X").Replace(rows)
	}
	p, err := d.variant.Parse(rows + " " + side)
	return Entry{Position: p}, err
}

// End implements [Decoder].
func (d *mcgsDecoder) End() error {
	switch {
	case d.comment:
		return fmt.Errorf("a comment has no end; write */")
	case d.command != "":
		return fmt.Errorf("a command has no end; write }")
	case len(d.games) > 0:
		return fmt.Errorf("line %d: no command says who moves in this game; write {B} or {W} after it", d.games[0].line)
	}
	return nil
}

// mcgs writes the entry as a game and a command. Cells that markers have left are borders there,
// like holes.
func (e Entry) mcgs() (string, error) {
	p := e.Position
	if id := p.Game().Variant().Key(); id != variants.Lockdown {
		return "", fmt.Errorf("MCGS knows lockdown, as %s, and not %s", kingDirt, id)
	}
	rows, _, _ := strings.Cut(p.String(), " ")
	board := strings.NewReplacer("/", "|", "x", "#", "o", "#").Replace(rows)
	command := "{" + [2]string{"B", "W"}[p.Side()]
	if outcome := e.Outcome(); outcome != solver.Unknown {
		command += " " + outcome.String()
	}
	return fmt.Sprintf("%d,%d,1:%s %s}", 1-p.Live(variants.X).Count(), 1-p.Live(variants.O).Count(), board, command), nil
}
