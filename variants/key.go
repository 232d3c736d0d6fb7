package variants

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gridlock/bitboard"
)

// A rule file is a game of the family as TOML; docs/family.md says what its keys mean. This one is Snort:
//
//	title = "Snort"
//	move  = "place"
//	near  = "rook"
//	close = "other"
//	board = "5x5"
const (
	titleKey      = "title"
	literatureKey = "literature"
	summaryKey    = "summary"
	moveKey       = "move"
	nearKey       = "near"
	closeKey      = "close"
	blockKey      = "block"
	startKey      = "start"
	shapeKey      = "shape"
	boardKey      = "board"
	namesKey      = "names"
	pictureKey    = "picture"
	edgesKey      = "edges"
)

// Key returns what identifies the rules of a game, in all that is stored or sent: the name of one of
// the five games, also for another game of the same rules; else the words of its family, as in "place
// rook other"; and the ID of a game that is not of the family. [ByKey] finds games by it.
func (v Variant) Key() string { return v.key }

// FileName returns a short name of the rules, of lower-case letters, digits and "-", for names of files,
// queues and the like: the key if it is such a name, else the beginning of it and 64 bits of a hash of
// all of it. What is found by the name should have the key, too.
func (v Variant) FileName() string {
	strange := func(c rune) bool { return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789", c) }
	if !strings.ContainsFunc(v.key, strange) {
		return v.key
	}
	slug := strings.Join(strings.FieldsFunc(v.key, strange), "-")
	return fmt.Sprintf("%s-%.8x", strings.TrimRight(slug[:min(len(slug), mostSlug)], "-"), sha256.Sum256([]byte(v.key)))
}

// mostSlug is the maximum number of letters of a file name that say what the rules are.
const mostSlug = 24

// keyOf returns the key of a game.
func keyOf(d *Definition) string {
	if d.Family.isZero() {
		return d.ID
	}
	text := d.Family.String()
	return orElse(fiveBy(text), text)
}

// fiveBy returns the name of the one of the five games with the given words, if there is one.
func fiveBy(words string) string {
	return map[string]string{
		"follow rook": Classic, "place king own": Duel, "walk king": Lockdown, "place king all": Claim, "walk rook block ends": Blockade,
	}[words]
}

// The words of the family.
//
//	rules   = "place" near close wrap | "follow" near wrap | "walk" near [ " block" ] [ start ] wrap
//	near    = " " ( "rook" | "king" | "bishop" | "knight" | "hex" | "queen" | offsets | graph )
//	close   = " " ( "none" | "own" | "other" | "all" )
//	wrap    = [ " cylinder" | " torus" ]
//	start   = " ends" | " from:" pair ";" pair "@" size        the marker of X, that of O, the board
//	offsets = "offsets:" pair { ";" pair }                     in ascending order
//	graph   = "graph:" size ":" cell { "," cell } ":" [ edge { ";" edge } ]
//	pair    = rows "," columns          edge = cell "-" cell          size = rows "x" columns

func kindWords() []string { return []string{"", "place", "follow", "walk"} }
func nearWords() []string {
	return []string{"", "rook", "king", "bishop", "knight", "hex", "queen", "offsets", "graph"}
}
func closeWords() []string { return []string{"none", "own", "other", "all"} }
func wrapWords() []string  { return []string{"", "cylinder", "torus"} }

const (
	blockWord = "block"
	endsWord  = "ends"
	fromWord  = "from:"
)

// String returns the words of the rules: the same text for the same rules. [ParseRules] reads it.
func (f Family) String() string {
	if err := f.validate(); err != nil {
		return "no game: " + err.Error()
	}
	words := []string{kindWords()[f.Kind], f.nearWord()}
	if f.Kind == Place {
		words = append(words, closeWords()[f.Close])
	}
	if f.Block {
		words = append(words, blockWord)
	}
	switch {
	case f.Ends:
		words = append(words, endsWord)
	case f.From != nil:
		words = append(words, fmt.Sprintf("%s%s@%dx%d", fromWord, offsetWords(f.From), f.Rows, f.Cols))
	}
	if f.Wrap != bitboard.Plane {
		words = append(words, wrapWords()[f.Wrap])
	}
	return strings.Join(words, " ")
}

// nearWord returns the word of the neighbourhood. Offsets that have a name are called by it.
func (f Family) nearWord() string {
	switch f.Near {
	case ByOffsets:
		for near := Rook; near < Queen; near++ {
			if slices.Equal(Family{Near: near}.Around(), f.Offsets) {
				return nearWords()[near]
			}
		}
		return "offsets:" + offsetWords(f.Offsets)
	case ByGraph:
		var cells, edges []string
		for c := range f.Graph.Vertices.Cells() {
			cells = append(cells, strconv.Itoa(c))
		}
		for _, e := range f.Graph.Edges {
			edges = append(edges, fmt.Sprintf("%d-%d", e[0], e[1]))
		}
		return fmt.Sprintf("graph:%dx%d:%s:%s", f.Rows, f.Cols, strings.Join(cells, ","), strings.Join(edges, ";"))
	}
	return nearWords()[f.Near]
}

func offsetWords(all []bitboard.Offset) string {
	var pairs []string
	for _, o := range all {
		pairs = append(pairs, fmt.Sprintf("%d,%d", o.Rows, o.Cols))
	}
	return strings.Join(pairs, ";")
}

// mostRules is the maximum length of the words of a game: those of a graph of 64 vertices, all joined,
// are shorter.
const mostRules = 1 << 14

// ParseRules reads the words of a game as [Family.String] writes them, and no others: two games with
// the same rules have the same words.
func ParseRules(text string) (f Family, err error) {
	if len(text) > mostRules {
		return Family{}, fmt.Errorf("rules of %d letters, where no game has more than %d", len(text), mostRules)
	}
	if f, err = readRules(strings.Split(text, " ")); err == nil {
		err = f.validate()
	}
	if err != nil {
		return Family{}, fmt.Errorf("rules %s: %w", quoted(text), err)
	}
	if again := f.String(); again != text {
		return Family{}, fmt.Errorf("rules %s are written %s", quoted(text), quoted(again))
	}
	return f, nil
}

// readRules reads the words of a game, in any order after the first two.
func readRules(words []string) (f Family, err error) {
	kind := slices.Index(kindWords()[1:], words[0]) + 1
	if kind == 0 || len(words) < 2 {
		return f, fmt.Errorf(`they begin with a kind, %s, and a neighbourhood, as in "place rook other"`, strings.Join(kindWords()[1:], ", "))
	}
	f.Kind = Kind(kind)
	if err := f.readNear(words[1]); err != nil {
		return f, err
	}
	for _, word := range words[2:] {
		size, isFrom := strings.CutPrefix(word, fromWord)
		switch {
		case slices.Contains(closeWords(), word):
			f.Close = Close(slices.Index(closeWords(), word))
		case word == blockWord:
			f.Block = true
		case word == endsWord:
			f.Ends = true
		case isFrom:
			pairs, board, _ := strings.Cut(size, "@")
			if f.From, err = readOffsets(pairs); err == nil {
				f.Rows, f.Cols, err = readSize(board)
			}
			if err != nil {
				return f, err
			}
		case word != "" && slices.Contains(wrapWords(), word):
			f.Wrap = bitboard.Wrap(slices.Index(wrapWords(), word))
		default:
			return f, fmt.Errorf("%.40q is none of the words that say rules", word)
		}
	}
	return f, nil
}

// readNear reads the word of a neighbourhood.
func (f *Family) readNear(word string) (err error) {
	name, rest, more := strings.Cut(word, ":")
	near := slices.Index(nearWords()[1:], name) + 1
	if f.Near = Near(near); near == 0 || more != (f.Near == ByOffsets || f.Near == ByGraph) {
		return fmt.Errorf("%.40q is no neighbourhood: there are %s", word, strings.Join(nearWords()[1:], ", "))
	}
	switch f.Near {
	case ByOffsets:
		f.Offsets, err = readOffsets(rest)
	case ByGraph:
		parts := strings.Split(rest, ":")
		if len(parts) != 3 {
			return fmt.Errorf("a graph is written graph:ROWSxCOLS:CELL,…:CELL-CELL;…")
		}
		if f.Rows, f.Cols, err = readSize(parts[0]); err == nil {
			f.Graph, err = readGraph(parts[1], parts[2])
		}
	}
	return err
}

// readGraph reads vertices and edges.
func readGraph(vertices, edges string) (g *Graph, err error) {
	g = &Graph{}
	for _, word := range strings.Split(vertices, ",") {
		c, err := strconv.Atoi(word)
		if err != nil || c < 0 || c >= bitboard.MaxCells {
			return nil, fmt.Errorf("%.40q is no vertex", word)
		}
		g.Vertices = g.Vertices.With(c)
	}
	if edges == "" {
		return g, nil
	}
	for _, word := range strings.Split(edges, ";") {
		from, to, _ := strings.Cut(word, "-")
		a, err1 := strconv.Atoi(from)
		b, err2 := strconv.Atoi(to)
		if err := cmp.Or(err1, err2); err != nil {
			return nil, fmt.Errorf("%.40q is no edge", word)
		}
		g.Edges = append(g.Edges, [2]int{a, b})
	}
	return g, nil
}

func readOffsets(text string) (all []bitboard.Offset, err error) {
	for _, word := range strings.Split(text, ";") {
		rows, cols, _ := strings.Cut(word, ",")
		r, err1 := strconv.Atoi(rows)
		c, err2 := strconv.Atoi(cols)
		if err := cmp.Or(err1, err2); err != nil {
			return nil, fmt.Errorf("%.40q is no pair of rows and columns", word)
		}
		all = append(all, bitboard.Offset{Rows: r, Cols: c})
	}
	return all, nil
}

func readSize(text string) (rows, cols int, err error) {
	down, across, _ := strings.Cut(text, "x")
	rows, err1 := strconv.Atoi(down)
	cols, err2 := strconv.Atoi(across)
	if err1 != nil || err2 != nil || rows < 1 || cols < 1 {
		return 0, 0, fmt.Errorf("%.40q is no size of a board, as in 4x4", text)
	}
	return rows, cols, nil
}

// ofFamily returns the game with the given words: one of the five, or a game that is called by its words.
func ofFamily(words string) (Variant, error) {
	f, err := ParseRules(words)
	if err != nil {
		return Variant{}, err
	}
	d := definitionOf(f)
	if d.ID != "" {
		return define(d)
	}
	d.Title = words
	return called(words, d)
}

// definitionOf returns the definition of that one of the five games that has the rules, or else one
// without an ID.
func definitionOf(f Family) Definition {
	id := fiveBy(f.String())
	for _, d := range five() {
		if d.ID == id {
			return d
		}
	}
	return Definition{Family: f}
}

// called makes a game of the family with an ID that need not be one of a [Definition].
func called(id string, d Definition) (Variant, error) {
	d.Title = orElse(d.Title, id)
	d.ID = "family"
	v, err := define(d)
	v.ID = id
	return v, err
}
