//go:build !js

package variants

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gridlock/bitboard"
)

var ruleKeys = []string{titleKey, literatureKey, summaryKey, moveKey, nearKey, closeKey, blockKey, startKey, shapeKey, boardKey, namesKey,
	pictureKey, edgesKey}

const mostID = 40 // letters

// MaxRuleFile is the maximum number of bytes of a rule file.
const MaxRuleFile = 64 << 10

// RuleFileError is what is wrong with a rule file.
type RuleFileError struct {
	File string
	Line int    // the line, from 1; 0 if the error is about the whole file
	Key  string // "" if it is about none
	Err  error

	// Unknown is the wrong word, if a word is not one of Known.
	Unknown string
	Known   []string
}

func (e *RuleFileError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.File, e.Err)
	}
	return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err)
}

func (e *RuleFileError) Unwrap() error { return e.Err }

// ParseFamily reads a rule file. The ID of the game is the name of the file, without folders and ".toml", in lower
// case. A game is identified by its rules, see [Variant.Key]; another game may have the same rules. The error is a
// *RuleFileError.
func ParseFamily(data []byte, name string) (Variant, error) {
	r := ruleReader{name: name, given: map[string]ruleEntry{}}
	v, err := r.variant(data)
	if err == nil {
		return v, nil
	}
	var as *RuleFileError
	var contradiction *ruleError
	switch {
	case errors.As(err, &as):
		return Variant{}, as
	case errors.As(err, &contradiction):
		return Variant{}, r.failed(contradiction.key, "%w", err)
	}
	return Variant{}, r.failed("", "%w", err)
}

// ruleReader reads a rule file.
type ruleReader struct {
	name    string
	given   map[string]ruleEntry
	letters map[string]int // the letters of the picture, and the cells that they name
}

// ruleEntry is the value of a key: a string, an int, a bool, a []any of these, or an oddity.
type ruleEntry struct {
	line  int
	value any
}

// failed returns an error about a key, at its line if the file has it.
func (r *ruleReader) failed(key, format string, args ...any) *RuleFileError {
	return &RuleFileError{File: r.name, Line: r.given[key].line, Key: key, Err: fmt.Errorf(format, args...)}
}

// unknown returns the error about a word that is not known.
func (r *ruleReader) unknown(key, word string, known []string, format string, args ...any) *RuleFileError {
	err := r.failed(key, format, args...)
	err.Unknown, err.Known = word, slices.Clone(known)
	return err
}

// variant reads the file.
func (r *ruleReader) variant(data []byte) (Variant, error) {
	id, err := r.id()
	if err != nil {
		return Variant{}, err
	}
	if err := r.readable(data); err != nil {
		return Variant{}, err
	}
	if err := r.read(data); err != nil {
		return Variant{}, err
	}
	f, err := r.family()
	if err != nil {
		return Variant{}, err
	}
	f, words, err := f.normal()
	if err != nil {
		return Variant{}, err
	}
	d, key := Definition{Family: f}, words
	if g := knownBy(words); g != nil {
		d, key = g.definition, g.ID
	}
	if slices.Contains(IDs(), id) && id != key {
		return Variant{}, r.failed("", "%s is the name of a game with other rules: rename the file", id)
	}
	d.ID = id
	if err := r.describe(&d); err != nil {
		return Variant{}, err
	}
	v, err := newVariant(d, key)
	if err != nil {
		return Variant{}, err
	}
	if _, err := v.NewGame(v.Rows, v.Cols); err != nil {
		return Variant{}, r.failed(boardKey, "the default board, %dx%d: %w", v.Rows, v.Cols, err)
	}
	return v, nil
}

// id returns the name of the file, in lower case.
func (r *ruleReader) id() (string, error) {
	id := strings.ToLower(path.Base(strings.ReplaceAll(r.name, `\`, "/")))
	id = strings.TrimSuffix(id, ".toml")
	strange := strings.IndexFunc(id, func(c rune) bool {
		return !strconv.IsPrint(c) || c < utf8.RuneSelf && !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789-_", c)
	})
	if strange >= 0 || id == "" || !utf8.ValidString(id) || utf8.RuneCountInString(id) > mostID {
		return "", r.failed("", "the file names the game, by at most %d letters, digits, - and _: rename it", mostID)
	}
	return id, nil
}

// readable returns why the content is no text to read, or nil.
func (r *ruleReader) readable(data []byte) error {
	switch {
	case len(data) > MaxRuleFile:
		return r.failed("", "more than %d KiB are too many for rules", MaxRuleFile>>10)
	case !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0:
		return r.failed("", "no text: a rule file is TOML")
	case len(bytes.TrimSpace(data)) == 0:
		return r.failed("", `it is empty: rules are at least lines such as move = "place", near = "rook" and close = "other"`)
	}
	return nil
}

// family returns the rules.
func (r *ruleReader) family() (f Family, err error) {
	move, wrongMove := r.word(moveKey, kindWords[1:])
	to, wrongClose := r.word(closeKey, closeWords)
	wrap, wrongShape := r.word(shapeKey, shapeWords)
	block, isBool := r.given[blockKey].value.(bool)
	f = Family{Kind: Kind(move + 1), Close: Close(max(0, to)), Wrap: bitboard.Wrap(max(0, wrap)), Block: block}
	switch err := cmp.Or(wrongMove, wrongClose, wrongShape); {
	case err != nil:
		return f, err
	case move < 0:
		return f, r.failed(moveKey, "move is missing: it is one of %s", strings.Join(kindWords[1:], ", "))
	case to < 0 && f.Kind == Place:
		return f, r.failed(moveKey, "close is missing: to whom a mark closes the cells near it, one of %s", strings.Join(closeWords, ", "))
	case to >= 0 && f.Kind != Place:
		return f, r.failed(closeKey, closeIsForPlace)
	case r.has(blockKey) && !isBool:
		return f, r.failed(blockKey, "block is true or false, and not %s", typeOf(r.given[blockKey].value))
	}
	for _, read := range []func(*Family) error{r.readNear, r.readGraph, r.readStart} {
		if err := read(&f); err != nil {
			return f, err
		}
	}
	return f, nil
}

// shapeWords are wrapWords with a word for the plane.
var shapeWords = []string{"plane", "cylinder", "torus"}

func (r *ruleReader) readNear(f *Family) error {
	graph := r.has(pictureKey) || r.has(edgesKey)
	switch value := r.given[nearKey].value.(type) {
	case nil:
		if !graph {
			return r.failed(moveKey, "near is missing: which cells are neighbours, one of %s, a list of offsets, or a graph by picture and edges",
				strings.Join(namedNear(), ", "))
		}
		f.Near = ByGraph
		return nil
	case []any:
		f.Near = ByOffsets
		if err := r.readOffsets(value, f); err != nil {
			return err
		}
	default:
		near, err := r.word(nearKey, namedNear())
		if err != nil {
			return err
		}
		f.Near = Near(near + 1)
	}
	if graph {
		return r.failed(nearKey, "either near, or a graph by picture and edges: both say which cells are neighbours")
	}
	return nil
}

// namedNear are the words of near.
func namedNear() []string { return nearWords[1:ByOffsets] }

// readOffsets reads near = [[-1, 0], [1, 0]], in any order.
func (r *ruleReader) readOffsets(list []any, f *Family) error {
	f.Offsets = []bitboard.Offset{}
	for _, item := range list {
		var o bitboard.Offset
		pair, _ := item.([]any)
		ok := len(pair) == 2
		if ok {
			o.Rows, ok = pair[0].(int)
		}
		if ok {
			o.Cols, ok = pair[1].(int)
		}
		if !ok {
			return r.failed(nearKey, "near: an offset is two numbers, rows down and columns right, as in [-1, 0]")
		}
		f.Offsets = append(f.Offsets, o)
	}
	slices.SortFunc(f.Offsets, compareOffsets)
	return nil
}

// readStart reads start = "ends" or two cells, which are written as moves are, as in ["4,1", "4,7"].
func (r *ruleReader) readStart(f *Family) (err error) {
	word, isWord := r.given[startKey].value.(string)
	cells, _ := r.given[startKey].value.([]any)
	switch f.Ends = word == endsWord; {
	case f.Ends || !r.has(startKey):
		return nil
	case isWord:
		return r.unknown(startKey, word, []string{endsWord}, `start: %s is neither "ends" nor two cells, as in ["4,1", "4,7"]`, quoted(word))
	case len(cells) != 2:
		return r.failed(startKey, `start is "ends" or two cells, as in ["4,1", "4,7"]`)
	case slices.ContainsFunc(cells, func(cell any) bool { _, isText := cell.(string); return !isText }):
		return r.failed(startKey, `start: a cell is written as in moves, in quotes, as in "4,1"`)
	case f.Graph == nil && !r.has(boardKey):
		return r.failed(startKey, "board is missing: the cells of start are on one board, and no other")
	case f.Graph == nil:
		if f.Rows, f.Cols, err = r.board(); err != nil {
			return err
		}
	}
	grid, err := bitboard.NewGrid(f.Rows, f.Cols)
	if err != nil {
		return r.failed(startKey, "%w", err)
	}
	game := &Game{variant: Variant{def: &Definition{letters: r.letters}}, grid: grid}
	for _, cell := range cells {
		c, wrong := game.parseCell(cell.(string))
		if wrong != nil {
			return r.failed(startKey, "start: %s", wrong.Detail)
		}
		row, col := grid.RowCol(c)
		f.From = append(f.From, bitboard.Offset{Rows: row, Cols: col})
	}
	return nil
}

// board reads board = "5x5".
func (r *ruleReader) board() (rows, cols int, err error) {
	text, err := r.text(boardKey)
	if err != nil {
		return 0, 0, err
	}
	if rows, cols, err = bitboard.ParseSize(text); err != nil {
		return 0, 0, r.failed(boardKey, "board: %w", err)
	}
	return rows, cols, nil
}

// describe sets everything besides the rules: texts for people, the default board, and how cells are written.
func (r *ruleReader) describe(d *Definition) error {
	for _, text := range []struct {
		key string
		to  *string
	}{{titleKey, &d.Title}, {literatureKey, &d.Literature}, {summaryKey, &d.Summary}} {
		*text.to = ""
		if !r.has(text.key) {
			continue
		}
		value, err := r.text(text.key)
		if err != nil {
			return err
		}
		if err := checkText(text.key, value); err != nil {
			return r.failed(text.key, "%w", err)
		}
		*text.to = value
	}
	switch {
	case d.Family.Rows != 0 && d.Family.Graph == nil: // read with start
	case !r.has(boardKey):
	case d.Family.Graph != nil:
		return r.failed(boardKey, "board: the picture of a graph is its board, of %dx%d; leave it out", d.Family.Rows, d.Family.Cols)
	default:
		rows, cols, err := r.board()
		if err != nil {
			return err
		}
		d.Rows, d.Cols = rows, cols
	}
	d.letters = r.letters
	d.lettered = d.Family.Graph != nil && len(r.letters) == d.Family.Graph.Vertices.Count() && !r.has(namesKey)
	return r.names(d)
}

// names reads how cells are written. The rules decide where rows and columns count from, so games with the same rules
// read each other's records.
func (r *ruleReader) names(d *Definition) error {
	chosen, err := r.word(namesKey, namesWords)
	if err != nil || chosen < 0 {
		return err
	}
	names := Names(chosen)
	if names == RowColFrom1 && d.Names == RowColFrom0 {
		names = RowColFrom0
	}
	if names != d.Names {
		d.Names, d.Render = names, nil
	}
	return nil
}

// has reports whether the file has a key.
func (r *ruleReader) has(key string) bool {
	_, ok := r.given[key]
	return ok
}

// text returns the value of a key, which the file has, if it is a text.
func (r *ruleReader) text(key string) (string, error) {
	value := r.given[key].value
	if text, ok := value.(string); ok {
		return text, nil
	}
	return "", r.failed(key, "%s is a text in quotes, and not %s", key, typeOf(value))
}

// word returns the index of the value of a key among words, or -1 if the file does not have the key.
func (r *ruleReader) word(key string, words []string) (int, error) {
	if !r.has(key) {
		return -1, nil
	}
	text, err := r.text(key)
	if err != nil {
		return 0, err
	}
	i := slices.Index(words, text)
	if i < 0 {
		return 0, r.unknown(key, text, words, "%s: there is no %s, only %s", key, quoted(text), strings.Join(words, ", "))
	}
	return i, nil
}
