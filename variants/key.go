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

// Key returns the text that stands for the rules of a game in files, stores and messages. For the rules of one of the
// five games the key is the name of the game. For other games of the family it is the words, as in "place rook other".
// For a game outside the family it is the ID. [ByKey] finds games by it.
func (v Variant) Key() string { return v.key }

// Name returns the name of a game for programs, as in JSON. If one of the five games or of the library has the same
// rules, Name returns the name of that game, whatever a rule file says; otherwise it returns the Key. [Lookup] finds
// games by it.
func (v Variant) Name() string {
	if i := inLibrary(v.ID); i >= 0 && library[i].words == v.key {
		return v.ID
	}
	if i := byWords(v.key); i >= 0 {
		return library[i].ID
	}
	return v.key
}

// Words returns the words of the rules of a game, also for the five games, and "" for a game that is not of the family.
func (v Variant) Words() string {
	if f := v.Family(); f.Kind != NoKind {
		return f.words()
	}
	return ""
}

// FileName returns a short name of the rules for files and queues, of lower-case letters, digits and "-". It is the key
// if the key has such letters only, else the beginning of the key and 64 bits of its hash. Who finds something by the
// name should compare its key.
func (v Variant) FileName() string {
	strange := func(c rune) bool { return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789", c) }
	if !strings.ContainsFunc(v.key, strange) {
		return v.key
	}
	slug := strings.Join(strings.FieldsFunc(v.key, strange), "-")
	return fmt.Sprintf("%s-%.8x", strings.TrimRight(slug[:min(len(slug), mostSlug)], "-"), sha256.Sum256([]byte(v.key)))
}

// mostSlug is the maximum number of letters in a file name for the rules.
const mostSlug = 24

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

// The words of each kind of constant, in their order. There is no word for the plane.
var (
	kindWords  = []string{"", "place", "follow", "walk"}
	nearWords  = []string{"", "rook", "king", "bishop", "knight", "hex", "queen", "offsets", "graph"}
	closeWords = []string{"none", "own", "other", "all"}
	wrapWords  = []string{"", "cylinder", "torus"}
)

const (
	blockWord = "block"
	endsWord  = "ends"
	fromWord  = "from"
)

// String returns the words of the rules: the same text for the same rules. [ParseRules] reads it.
func (f Family) String() string {
	_, words, err := f.normal()
	if err != nil {
		return "no game: " + err.Error()
	}
	return words
}

// words writes rules that are normal.
func (f Family) words() string {
	words := []string{kindWords[f.Kind], f.nearWord()}
	if f.Kind == Place {
		words = append(words, closeWords[f.Close])
	}
	if f.Block {
		words = append(words, blockWord)
	}
	switch {
	case f.Ends:
		words = append(words, endsWord)
	case f.From != nil:
		words = append(words, fmt.Sprintf("%s:%s@%dx%d", fromWord, offsetWords(f.From), f.Rows, f.Cols))
	}
	if f.Wrap != bitboard.Plane {
		words = append(words, wrapWords[f.Wrap])
	}
	return strings.Join(words, " ")
}

// nearWord returns the word of the neighbourhood.
func (f Family) nearWord() string {
	switch f.Near {
	case ByOffsets:
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
	return nearWords[f.Near]
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

// ParseRules reads the words of a game exactly as [Family.String] writes them: two games with the same rules have the
// same words. [Lookup] takes them in any order.
func ParseRules(text string) (Family, error) {
	f, _, err := parseRules(text)
	return f, err
}

// parseRules is ParseRules, and returns the words, too.
func parseRules(text string) (f Family, words string, err error) {
	f, words, err = readRules(text)
	if err == nil && words != text {
		return Family{}, "", fmt.Errorf("rules %s are written %s", quoted(text), quoted(words))
	}
	return f, words, err
}

// readRules reads the words of a game in any order and either case, with white space around them, and beside commas,
// semicolons and @. It returns the rules and their words, both normal.
func readRules(text string) (f Family, words string, err error) {
	if len(text) > mostRules {
		return f, "", fmt.Errorf("rules of %d letters, where no game has more than %d", len(text), mostRules)
	}
	said, err := f.readWords(strings.Fields(joined(strings.ToLower(text))))
	if err == nil {
		if lacks := f.lacks(said); lacks != "" {
			return Family{}, "", fmt.Errorf("%s lacks %s", quoted(text), lacks)
		}
		f, words, err = f.normal()
	}
	if err != nil {
		return Family{}, "", fmt.Errorf("rules %s: %w", quoted(text), err)
	}
	return f, words, nil
}

// joined returns a text without white space beside commas, semicolons and @.
func joined(text string) string {
	var b strings.Builder
	for _, word := range strings.Fields(text) {
		if at := b.String(); at != "" && !strings.ContainsAny(at[len(at)-1:]+word[:1], ",;@") {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	return b.String()
}

// readWords reads the words of a game, and returns them by the keys of a rule file.
func (f *Family) readWords(words []string) (said map[string]string, err error) {
	said = map[string]string{}
	var unknown []string
	for _, word := range words {
		key, err := f.readWord(word)
		switch {
		case err != nil:
			return nil, err
		case key == "":
			unknown = append(unknown, word)
		case said[key] != "":
			return nil, fmt.Errorf("both %q and %.40q, but a game has only one of the two", said[key], word)
		default:
			said[key] = fmt.Sprintf("%.40s", word)
		}
	}
	switch {
	case len(unknown) > 0 && said[nearKey] == "" && said[moveKey] != "":
		return nil, fmt.Errorf("%.40q is no neighbourhood: there are %s", unknown[0], strings.Join(nearWords[1:], ", "))
	case len(unknown) > 0:
		return nil, fmt.Errorf("%.40q is not a word for rules: %s", unknown[0],
			strings.Join(slices.Concat(kindWords[1:], nearWords[1:], closeWords, wrapWords[1:], []string{blockWord, endsWord}), ", "))
	case said[closeKey] != "" && f.Kind != Place && f.Kind != NoKind:
		return nil, fmt.Errorf("%q is for place: in other games a mark closes its own cell alone", said[closeKey])
	}
	return said, nil
}

// lacks says which word is missing, "" if none is missing.
func (f *Family) lacks(said map[string]string) string {
	switch {
	case said[moveKey] == "":
		return "what a move does: " + orList(kindWords[1:])
	case said[nearKey] == "":
		return "which cells are near: " + orList(nearWords[1:])
	case said[closeKey] != "" || f.Kind != Place:
		return ""
	case len(said) == 2:
		return "its third word: " + orList(closeWords)
	}
	return "to whom a mark closes the cells near it: " + orList(closeWords)
}

// orList joins words to a list: "a, b or c".
func orList(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// readWord reads a word and returns the key of a rule file that it sets.
func (f *Family) readWord(word string) (key string, err error) {
	name, rest, more := strings.Cut(word, ":")
	kind, near := slices.Index(kindWords, word), slices.Index(nearWords, name)
	to, wrap := slices.Index(closeWords, word), slices.Index(wrapWords, word)
	switch {
	case kind > 0:
		f.Kind = Kind(kind)
		return moveKey, nil
	case near > 0:
		f.Near = Near(near)
		return nearKey, f.readNear(word, rest, more)
	case to >= 0:
		f.Close = Close(to)
		return closeKey, nil
	case word == blockWord:
		f.Block = true
		return blockKey, nil
	case word == endsWord:
		f.Ends = true
		return startKey, nil
	case name == fromWord && more:
		pairs, board, _ := strings.Cut(rest, "@")
		if f.From, err = readOffsets(pairs); err == nil {
			err = f.setBoard(board)
		}
		return startKey, err
	case wrap > 0:
		f.Wrap = bitboard.Wrap(wrap)
		return shapeKey, nil
	}
	return "", nil
}

// setBoard sets the only size of board of a graph or of a start.
func (f *Family) setBoard(size string) error {
	rows, cols, err := bitboard.ParseSize(size)
	if err == nil && f.Rows != 0 && (f.Rows != rows || f.Cols != cols) {
		err = fmt.Errorf("two boards, %dx%d and %dx%d", f.Rows, f.Cols, rows, cols)
	}
	f.Rows, f.Cols = rows, cols
	return err
}

// readNear reads the word of a neighbourhood; if more is set, rest is the text after its colon.
func (f *Family) readNear(word, rest string, more bool) (err error) {
	if more != (f.Near == ByOffsets || f.Near == ByGraph) {
		return fmt.Errorf("%.40q is no neighbourhood: there are %s", word, strings.Join(nearWords[1:], ", "))
	}
	switch f.Near {
	case ByOffsets:
		f.Offsets, err = readOffsets(rest)
		slices.SortFunc(f.Offsets, compareOffsets)
	case ByGraph:
		parts := strings.Split(rest, ":")
		if len(parts) != 3 {
			return fmt.Errorf("a graph is written graph:ROWSxCOLS:CELL,…:CELL-CELL;…")
		}
		if err = f.setBoard(parts[0]); err == nil {
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

// ofFamily returns the game with the given normal rules: one of the five, or a game whose name is its words.
func ofFamily(f Family, words string, err error) (Variant, error) {
	if err != nil {
		return Variant{}, err
	}
	if g := knownBy(words); g != nil {
		return g.Variant, nil
	}
	if i := byWords(words); i >= 0 {
		return libraryGames()[i](), nil
	}
	return newVariant(Definition{ID: words, Family: f}, words)
}
