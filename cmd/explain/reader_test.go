package explain

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/variants"
)

// reader is somebody who has the printed text, knows the rules of the game, and nothing else.
type reader struct {
	t        testing.TB
	game     *variants.Game
	player   variants.Player
	sections map[string][]string // lines, by heading

	opening string
	rules   map[int]readRule
	start   []readRow
	grid    []string          // of pairs or images, cell by cell; nil if there is none
	pairs   bool              // what the grid is
	table   map[string]string // what is known of each group, however it lies
	turns   []string          // in which groups are alike
	moved   bool              // a group may be moved up and down
	aside   bool              // and left and right
	atMost  bool              // the sum has to be 0 or less, not 0 or more
}

type readRule struct {
	picture []string // cell by cell
	says    string
	rows    []readRow
	images  []string
}

type readRow struct {
	rule  int
	turn  string
	moves []string
}

// place is what a reader keeps in mind during a game.
type place struct {
	rule   int
	view   []int    // the cell of the board at each cell of the picture
	walk   []string // turns that are left, by the picture
	images []string // answers, by the picture
	sum    int      // of the numbers of a cell and the answer to it, on the board as it is; 0 if there is none
}

// read reads the text.
func readText(t testing.TB, game *variants.Game, text string) *reader {
	r := &reader{t: t, game: game, sections: map[string][]string{}, rules: map[int]readRule{}}
	heading := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if line != "" && line == strings.ToUpper(line) && regexp.MustCompile(`^[A-Z]`).MatchString(line) && !strings.HasSuffix(line, ".") {
			heading = line
			continue
		}
		r.sections[heading] = append(r.sections[heading], line)
		if head := regexp.MustCompile(`HOW ([XO]) WINS$`).FindStringSubmatch(heading); head != nil && head[1] == "O" {
			r.player = variants.O
		}
	}
	require.Contains(t, r.sections, "WHAT TO DO")
	steps := strings.Join(strings.Fields(strings.Join(r.sections["WHAT TO DO"], " ")), " ")
	start := blocksOf(r.sections["START"])
	for _, b := range start[1:] {
		prose := strings.Join(b, " ")
		switch begins := regexp.MustCompile(`^([XO]) begins: [XO] (?:goes to|takes) (.*)\.$`).FindStringSubmatch(prose); {
		case begins != nil:
			r.opening = begins[2]
		case strings.HasPrefix(b[0], "then "):
			r.start = r.rows(b)
		}
	}
	if answers := blocksOf(r.sections["ANSWERS"]); answers != nil {
		r.grid, r.pairs = r.cells(answers[0]), strings.Contains(steps, "go to its partner")
	}
	r.table = map[string]string{}
	r.atMost = strings.Contains(steps, "0 or less")
	if strings.Contains(steps, "in one group") {
		r.turns = []string{"as it is"}
	}
	if list := regexp.MustCompile(`if one becomes the other by one of these: ([^.]*)\.`).FindStringSubmatch(steps); list != nil {
		for _, way := range strings.Split(list[1], ", ") {
			switch way {
			case "shift":
				r.moved, r.aside = true, true
			case "shift up or down":
				r.moved = true
			default:
				r.turns = append(r.turns, way)
			}
		}
	}
	for head, lines := range r.sections {
		var number int
		if _, err := fmt.Sscanf(head, "RULE %d", &number); err == nil {
			r.rules[number] = r.rule(blocksOf(lines))
		}
		if words := strings.Fields(head); words[0] == "NIMBER" || words[0] == "VALUE" {
			for _, picture := range pictures(lines) {
				r.table[r.key(picture)] = words[1]
			}
		}
	}
	return r
}

// blocksOf divides lines at empty ones.
func blocksOf(lines []string) (all [][]string) {
	open := false
	for _, line := range lines {
		if line == "" {
			open = false
			continue
		}
		if !open {
			all, open = append(all, nil), true
		}
		all[len(all)-1] = append(all[len(all)-1], line)
	}
	return all
}

// rule reads a rule: a picture, what to do, and what follows.
func (r *reader) rule(blocks [][]string) readRule {
	out := readRule{picture: r.cells(blocks[0]), says: strings.Join(blocks[1], " ")}
	for _, b := range blocks[2:] {
		if strings.HasPrefix(b[0], "then ") {
			out.rows = r.rows(b)
		} else {
			out.images = r.cells(b)
		}
	}
	return out
}

// rows reads a table of replies.
func (r *reader) rows(lines []string) (rows []readRow) {
	turns := strings.Contains(lines[0], "turn the board")
	for _, line := range lines[1:] {
		fields := regexp.MustCompile(`  +`).Split(strings.TrimSpace(line), -1)
		if strings.HasPrefix(line, " ") {
			rows[len(rows)-1].moves = append(rows[len(rows)-1].moves, listed(fields[0])...)
			continue
		}
		row := readRow{turn: "as it is", moves: listed(fields[len(fields)-1])}
		if turns {
			require.Len(r.t, fields, 3, line)
			row.turn = fields[1]
		}
		_, err := fmt.Sscanf(fields[0], "rule %d", &row.rule)
		require.NoError(r.t, err)
		rows = append(rows, row)
	}
	return rows
}

// listed divides a list of moves.
func listed(text string) []string {
	text = strings.TrimRight(text, ";, ")
	if strings.Contains(text, ";") || regexp.MustCompile(`\d,\d`).MatchString(text) {
		return strings.Split(text, "; ")
	}
	return strings.Split(text, ", ")
}

// cells reads a board. Long rows continue in the next line.
func (r *reader) cells(lines []string) (texts []string) {
	words := strings.Fields(strings.Join(lines, " "))
	cols, labels := r.game.Grid().Cols(), 0
	if strings.Contains(r.game.CellText(0), ",") {
		words, labels = words[cols:], 1
	}
	require.Len(r.t, words, r.game.Grid().Rows()*(cols+labels), "%s", lines)
	for row := range slices.Chunk(words, cols+labels) {
		texts = append(texts, row[labels:]...)
	}
	return texts
}

// pictures reads pictures that stand beside each other.
func pictures(lines []string) (all [][]string) {
	for _, block := range blocksOf(lines) {
		wide := 0
		for _, line := range block {
			wide = max(wide, len(line))
		}
		space := make([]bool, wide+4)
		for i := range space {
			space[i] = !slices.ContainsFunc(block, func(line string) bool { return i < len(line) && line[i] != ' ' })
		}
		for from := 0; from < wide; {
			for from < wide && space[from] {
				from++
			}
			to := from
			for to < wide && !(space[to] && space[to+1] && space[to+2]) {
				to++
			}
			var picture []string
			for _, line := range block {
				if part := strings.Join(strings.Fields(line[min(from, len(line)):min(to, len(line))]), ""); part != "" {
					picture = append(picture, part)
				}
			}
			if picture != nil {
				all = append(all, picture)
			}
			from = to
		}
	}
	return all
}

// source returns the cell that comes to a row and a column when a board of n rows and m columns is turned.
func source(turn string, row, col, n, m int) (int, int) {
	switch turn {
	case "as it is":
		return row, col
	case "half turn":
		return n - 1 - row, m - 1 - col
	case "flip up-down":
		return n - 1 - row, col
	case "flip left-right":
		return row, m - 1 - col
	case `flip along \`:
		return col, row
	case "flip along /":
		return n - 1 - col, m - 1 - row
	case "turn left":
		return col, m - 1 - row
	case "turn right":
		return n - 1 - col, row
	}
	panic("a turn that is not explained: " + turn)
}

// turned2 turns a picture.
func turned2(picture []string, turn string) (out []string) {
	n, m := len(picture), len(picture[0])
	rows, cols := n, m
	if slices.Contains([]string{`flip along \`, "flip along /", "turn left", "turn right"}, turn) {
		rows, cols = m, n
	}
	for row := range rows {
		line := ""
		for col := range cols {
			r, c := source(turn, row, col, n, m)
			line += picture[r][c : c+1]
		}
		out = append(out, line)
	}
	return out
}

// key is the same for all groups that are alike.
func (r *reader) key(picture []string) string {
	var keys []string
	for _, turn := range r.turns {
		keys = append(keys, r.placed(turned2(picture, turn)))
	}
	return slices.Min(keys)
}

// placed is a picture of a group, moved up and left, as far as that is allowed.
func (r *reader) placed(picture []string) string {
	empty := func(line string) bool { return strings.Trim(line, "#") == "" }
	if r.moved {
		for empty(picture[0]) {
			picture = picture[1:]
		}
		for empty(picture[len(picture)-1]) {
			picture = picture[:len(picture)-1]
		}
	}
	for _, first := range []bool{true, false} {
		for r.aside && !slices.ContainsFunc(picture, func(line string) bool {
			return first && line[0] != '#' || !first && line[len(line)-1] != '#'
		}) {
			var narrow []string
			for _, line := range picture {
				if first {
					narrow = append(narrow, line[1:])
				} else {
					narrow = append(narrow, line[:len(line)-1])
				}
			}
			picture = narrow
		}
	}
	return strings.Join(picture, "/")
}

// number returns the cell of a name.
func (r *reader) number(name string) int {
	for c := range r.game.Grid().Size() {
		if r.game.CellText(c) == name {
			return c
		}
	}
	require.Fail(r.t, "no cell", name)
	return 0
}

// turn turns a view.
func (r *reader) turn(view []int, turn string) []int {
	grid := r.game.Grid()
	out := make([]int, len(view))
	for c := range out {
		row, col := grid.RowCol(c)
		row, col = source(turn, row, col, grid.Rows(), grid.Cols())
		out[c] = view[grid.Cell(row, col)]
	}
	return out
}

// begin returns what a reader has in mind at the start.
func (r *reader) begin() place {
	at := place{}
	for c := range r.game.Grid().Size() {
		at.view = append(at.view, c)
	}
	if len(r.rules) > 0 && r.start == nil {
		at.rule = 1
	}
	return at
}

// answer returns the move that the reader makes, and what they have in mind after that.
func (r *reader) answer(p variants.Position, at place, first bool, last variants.Move) (variants.Move, place) {
	switch {
	case first && r.opening != "":
		m, err := p.ParseMove(r.opening)
		require.NoError(r.t, err)
		return m, at
	case r.grid != nil && r.pairs:
		for c, n := range r.grid {
			if n == r.grid[last] && c != int(last) {
				return variants.Move(c), at
			}
		}
		require.Fail(r.t, "no partner", "%v", p)
	case r.grid != nil:
		return variants.Move(r.number(r.grid[last])), at
	case r.turns != nil:
		return r.byTable(p), at
	case at.sum > 0:
		number, err := strconv.Atoi(r.game.CellText(int(last)))
		require.NoError(r.t, err)
		return variants.Move(r.number(strconv.Itoa(at.sum - number))), at
	case at.images != nil:
		reply := slices.Index(at.view, int(last))
		return variants.Move(at.view[r.number(at.images[reply])]), at
	case len(at.walk) > 0:
		m := r.move(p, at.view, at.walk[0])
		at.walk = at.walk[1:]
		return m, at
	}
	rule, ok := r.rules[at.rule]
	require.True(r.t, ok, "no rule %d", at.rule)
	r.looks(p, at.view, rule.picture)
	if turns := regexp.MustCompile(`^[XO] (?:goes to|takes|plays) ([^.]*), in this order, whatever [XO] does\.`).FindStringSubmatch(rule.says); turns != nil {
		list := listed(turns[1])
		at.walk = list[1:]
		return r.move(p, at.view, list[0]), at
	}
	says := regexp.MustCompile(`^[XO] (?:goes to|takes) ([\d,]*\d)(?: and blocks ([\d,]*\d))?(, and then answers each move of [XO]'s with its image)?\.`).FindStringSubmatch(rule.says)
	if opposite := regexp.MustCompile(`^[XO] (?:goes to|takes) (\d+), and from then on answers with the cell opposite [XO]'s: (\d+) minus its number\.`).FindStringSubmatch(rule.says); opposite != nil {
		sum, err := strconv.Atoi(opposite[2])
		require.NoError(r.t, err)
		at.sum = sum
		return r.move(p, at.view, opposite[1]), at
	}
	if says == nil {
		says = regexp.MustCompile(`^[XO] goes to ([\d,]*\d)@([\d,]*\d)()\.`).FindStringSubmatch(rule.says)
	}
	require.NotNil(r.t, says, rule.says)
	if says[3] != "" {
		at.images = rule.images
	}
	text := says[1]
	if says[2] != "" {
		text += "@" + says[2]
	}
	return r.move(p, at.view, text), at
}

// move returns the move on the board that a text means in a picture.
func (r *reader) move(p variants.Position, view []int, text string) variants.Move {
	to, block, blocks := strings.Cut(text, "@")
	text = r.game.CellText(view[r.number(to)])
	if blocks {
		text += "@" + r.game.CellText(view[r.number(block)])
	}
	m, err := p.ParseMove(text)
	require.NoError(r.t, err)
	return m
}

// reply finds the rule that follows a move on the board.
func (r *reader) reply(p variants.Position, at place, m variants.Move) place {
	if len(r.rules) == 0 || at.images != nil || at.sum > 0 || at.walk != nil || at.rule > 0 && r.rules[at.rule].rows == nil {
		return at
	}
	to, block, blocks := strings.Cut(p.MoveText(m), "@")
	text := r.game.CellText(slices.Index(at.view, r.number(to)))
	if blocks {
		text += "@" + r.game.CellText(slices.Index(at.view, r.number(block)))
	}
	rows := r.start
	if at.rule > 0 {
		rows = r.rules[at.rule].rows
	}
	for _, row := range rows {
		if slices.Contains(row.moves, text) {
			return place{rule: row.rule, view: r.turn(at.view, row.turn)}
		}
	}
	require.Fail(r.t, "no row", "rule %d has no row for %s, in %v", at.rule, text, p)
	return at
}

// looks makes sure that the board looks like a picture.
func (r *reader) looks(p variants.Position, view []int, picture []string) {
	for c, text := range picture {
		cell := view[c]
		free := p.Empty().Has(cell) && !p.Closed(variants.X).Has(cell) && !p.Closed(variants.O).Has(cell)
		text = strings.Trim(text, "[]{}")
		good := false
		switch {
		case text == "X":
			good = p.Live(variants.X).Has(cell)
		case text == "O":
			good = p.Live(variants.O).Has(cell)
		case text == "#":
			good = !free && (p.Game().Variant().Family().Kind != variants.Place || p.Closed(variants.X).Has(cell) == p.Closed(variants.O).Has(cell))
		case strings.HasSuffix(text, "?"):
			good = !p.Live(variants.X).Has(cell) && !p.Live(variants.O).Has(cell)
		case strings.HasSuffix(text, "x"):
			good = p.Empty().Has(cell) && !p.Closed(variants.X).Has(cell) && p.Closed(variants.O).Has(cell)
		case strings.HasSuffix(text, "o"):
			good = p.Empty().Has(cell) && !p.Closed(variants.O).Has(cell) && p.Closed(variants.X).Has(cell)
		default:
			good = free
		}
		require.True(r.t, good, "%v does not look like %v at cell %s", p, picture, r.game.CellText(cell))
	}
}

// byTable returns the first move that leaves what the table says a move should leave.
func (r *reader) byTable(p variants.Position) variants.Move {
	for cell := range p.Legal().Cells() {
		if r.leaves(p.Play(variants.Move(cell))) {
			return variants.Move(cell)
		}
	}
	require.Fail(r.t, "no move", "%v", p)
	return 0
}

// leaves reports whether the groups of a position add up to what they should.
func (r *reader) leaves(p variants.Position) bool {
	grid, near := r.game.Grid(), r.game.Near().Both()
	x, o := p.Empty()&^p.Closed(variants.X), p.Empty()&^p.Closed(variants.O)
	nim, star, sum := 0, false, new(big.Rat)
	_, nimbers := r.sections["SUMS"]
	var groups []string
	for rest := x | o; rest != 0; {
		group := rest & -rest
		for grown := variants.Board(0); grown != group; {
			grown = group
			group |= near.Dilate(grown&x)&x | near.Dilate(grown&o)&o
		}
		rest &^= group
		var picture []string
		for c := range grid.Size() {
			if c%grid.Cols() == 0 {
				picture = append(picture, "")
			}
			sign := "#"
			switch mine, yours := x.Has(c), o.Has(c); {
			case !group.Has(c):
			case mine && yours:
				sign = "."
			case mine:
				sign = "x"
			case yours:
				sign = "o"
			}
			picture[len(picture)-1] += sign
		}
		key := r.key(picture)
		if i := slices.Index(groups, key); nimbers && i >= 0 {
			groups = slices.Delete(groups, i, i+1)
		} else {
			groups = append(groups, key)
		}
	}
	for _, group := range groups {
		worth, ok := r.table[group]
		if !ok {
			return false
		}
		if nimbers {
			n, err := strconv.Atoi(worth)
			require.NoError(r.t, err)
			nim ^= n
			continue
		}
		number, starry := strings.CutSuffix(worth, "*")
		star = star != starry
		if value, ok := new(big.Rat).SetString(number); ok {
			sum.Add(sum, value)
		} else {
			require.Empty(r.t, number)
		}
	}
	switch {
	case nimbers:
		return nim == 0
	case r.atMost:
		return sum.Sign() < 0 || sum.Sign() == 0 && !star
	}
	return sum.Sign() > 0 || sum.Sign() == 0 && !star
}
