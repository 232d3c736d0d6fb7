package proof

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"gridlock/bitboard"
	"gridlock/variants"
)

const (
	magic            = "gridlock-proof "
	version          = "1"
	versionIntervals = "2"
	versionFamily    = "3"     // the version for games of the family without a name
	maxHeader        = 1 << 20 // bytes of the line
)

// Header is the first lines of a certificate: the claim and a description of the body. Fields
// that the method does not use are zero.
type Header struct {
	Variant  string         `json:"variant,omitzero"` // the game, if it has a name: one of the five, or a game outside the family
	Rules    string         `json:"rules,omitzero"`   // the words of any other game of the family
	Board    string         `json:"board"`
	Position string         `json:"position"` // the root
	ToMove   string         `json:"to_move"`
	Winner   string         `json:"winner"`
	Method   Method         `json:"method"`
	Opening  *variants.Move `json:"opening,omitzero"`  // the winner's first move, if the method needs the loser to move
	Mirrors  [][]int        `json:"mirrors,omitzero"`  // permutations of the cells, as lists of images
	Images   int            `json:"images,omitzero"`   // number of images for which a record stands, see [Images]; 0: only its own position
	Matching [][2]int       `json:"matching,omitzero"` // pairs of cells
	Nimber   *int           `json:"nimber,omitzero"`   // of the root
	Value    string         `json:"value,omitzero"`    // the value of the root, with X as Left
	Reduce   int            `json:"reduce,omitzero"`   // bounds: largest components that lose cells of no use
	Records  uint64         `json:"records"`           // in the body
	Layers   []uint64       `json:"layers,omitzero"`   // records in each layer
	Bytes    int64          `json:"bytes"`             // of the body
	SHA256   string         `json:"sha256"`            // of the body
	Program  string         `json:"program,omitzero"`

	games []variants.Variant // games besides the five
}

// NewHeader returns a header with the claim that the player wins the position. The caller adds the other fields of the
// method, and the [Writer] adds the description of the body.
func NewHeader(root variants.Position, winner variants.Player, method Method) Header {
	h := Header{
		Board:    root.Game().Grid().String(),
		Position: root.String(),
		ToMove:   root.Side().String(),
		Winner:   winner.String(),
		Method:   method,
	}
	if f, err := method.format(); err == nil && slices.Contains(f.need, "matching") {
		h.Matching = [][2]int{} // since the field is required
	}
	if v := root.Game().Variant(); inWords(v.Key()) {
		h.Rules = v.Key()
	} else if h.Variant = v.Key(); v.Family().Kind == variants.NoKind {
		h.games = []variants.Variant{v}
	}
	return h
}

// inWords reports whether the key of a game is its rules, and not a name.
func inWords(key string) bool { return strings.Contains(key, " ") }

// Key returns the key of the game, see [variants.Variant.Key].
func (h Header) Key() string { return h.Variant + h.Rules }

// version returns the version of the format for a method.
func (h Header) version(f format) string {
	if h.Rules != "" {
		return versionFamily
	}
	return f.version
}

// variant returns the game. A name in place of rules, or rules in place of a name, is an error.
func (h Header) variant() (variants.Variant, error) {
	if (h.Rules == "") != inWords(h.Key()) {
		v, err := variants.ByKey(h.Key(), h.games...)
		if err == nil && v.Key() != h.Key() {
			err = fmt.Errorf("the game is written %q", v.Key())
		}
		return v, err
	}
	return variants.Variant{}, fmt.Errorf("a game is written by its name, or from version %s on by its rules, and not as %.40q", versionFamily, h.Key())
}

// same reports whether two headers say the same.
func (h Header) same(as Header) bool {
	one, err1 := json.Marshal(h)
	other, err2 := json.Marshal(as)
	return err1 == nil && err2 == nil && bytes.Equal(one, other)
}

// WinnerPlayer returns the claimed winner.
func (h Header) WinnerPlayer() variants.Player {
	if h.Winner == variants.O.String() {
		return variants.O
	}
	return variants.X
}

// Layered reports whether the body is a strategy in layers: by positions or by intervals.
func (h Header) Layered() bool {
	f, err := h.Method.format()
	return err == nil && f.layered()
}

// Root returns the position that the certificate is about.
func (h Header) Root() (variants.Position, error) {
	v, err := h.variant()
	if err != nil {
		return variants.Position{}, err
	}
	return v.Parse(h.Position)
}

// Opened returns the position after the opening, or the root if there is none. Methods that need the loser to move
// begin there. An illegal, missing or superfluous opening is an error.
func (h Header) Opened() (variants.Position, error) {
	p, err := h.Root()
	switch {
	case err != nil:
		return p, err
	case (h.Opening != nil) != (h.ToMove == h.Winner):
		return p, errors.New("there is an opening if and only if the winner is to move")
	case h.Opening == nil:
		return p, nil
	case *h.Opening >= 64 || !p.Legal().Has(int(*h.Opening)):
		return p, fmt.Errorf("the opening, move %d, is not legal in %v", *h.Opening, p)
	}
	return p.Play(*h.Opening), nil
}

// parseHeader reads the line of the header and verifies that it is consistent.
func parseHeader(line []byte, games []variants.Variant) (Header, error) {
	h := Header{games: games}
	var pairs [][]int
	fields := map[string]any{
		"variant": &h.Variant, "rules": &h.Rules, "board": &h.Board, "position": &h.Position,
		"to_move": &h.ToMove, "winner": &h.Winner, "method": &h.Method,
		"opening": &h.Opening, "mirrors": &h.Mirrors, "images": &h.Images, "matching": &pairs,
		"nimber": &h.Nimber, "value": &h.Value, "reduce": &h.Reduce, "records": &h.Records,
		"layers": &h.Layers, "bytes": &h.Bytes, "sha256": &h.SHA256, "program": &h.Program,
	}
	given, err := readFields(line, fields)
	if err != nil {
		return h, err
	}
	for _, pair := range pairs {
		if len(pair) != 2 {
			return h, fmt.Errorf("a pair of %d cells", len(pair))
		}
		h.Matching = append(h.Matching, [2]int(pair))
	}
	f, err := h.Method.format()
	if err == nil {
		err = f.checkFields(given)
	}
	if err == nil {
		err = f.checkHeader(h, given)
	}
	return h, err
}

// readFields reads a JSON object, whose fields must be among the given ones, each at most once,
// and returns the names of those present. Package json alone would ignore a second field of the
// same name, and read null as 0.
func readFields(line []byte, fields map[string]any) (given []string, err error) {
	if !utf8.Valid(line) {
		return nil, errors.New("not UTF-8")
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return nil, errors.New("not a JSON object")
	}
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return nil, err
		}
		name, _ := token.(string)
		field, known := fields[name]
		var raw json.RawMessage
		switch err := dec.Decode(&raw); {
		case err != nil:
			return nil, fmt.Errorf("%.40q: %w", name, err)
		case !known:
			return nil, fmt.Errorf("unknown field %.40q", name)
		case slices.Contains(given, name):
			return nil, fmt.Errorf("two fields %q", name)
		case raw[0] != '"' && bytes.ContainsFunc(raw, notCounts):
			return nil, fmt.Errorf("%q: neither text nor numbers in plain decimal digits", name)
		}
		if err := json.Unmarshal(raw, field); err != nil {
			return nil, fmt.Errorf("%q: %.200s", name, err)
		}
		given = append(given, name)
	}
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	if dec.InputOffset() != int64(len(bytes.TrimRight(line, " \t\r"))) {
		return nil, errors.New("something comes after the JSON object")
	}
	return given, nil
}

// notCounts reports whether a letter cannot occur in numbers in plain decimal digits or in lists
// of them.
func notCounts(letter rune) bool { return !strings.ContainsRune("0123456789[], \t", letter) }

// checkFields verifies that the fields are those of the method.
func (f format) checkFields(given []string) error {
	game := "variant"
	if slices.Contains(given, "rules") {
		game = "rules"
	}
	need := append([]string{game, "board", "position", "to_move", "winner", "method", "records", "bytes", "sha256"}, f.need...)
	may := append([]string{"program"}, f.may...)
	for _, name := range need {
		if !slices.Contains(given, name) {
			return fmt.Errorf("the field %q is missing", name)
		}
	}
	for _, name := range given {
		if !slices.Contains(need, name) && !slices.Contains(may, name) {
			return fmt.Errorf("the field %q has no place in a certificate by %s", name, f.name)
		}
	}
	return nil
}

// checkHeader verifies that the fields agree with each other.
func (f format) checkHeader(h Header, given []string) error {
	p, err := h.Root()
	if err != nil {
		return err
	}
	var sum uint64
	for _, n := range h.Layers {
		if sum += n; n == 0 || sum < n {
			return errors.New("layers are of at least one record, and of no more than can be counted")
		}
	}
	for i, m := range h.Mirrors {
		if !isPermutation(m, p.Game().Grid().Size()) {
			return fmt.Errorf("mirror %d is not a permutation of the cells", i)
		}
	}
	switch grid := p.Game().Grid(); {
	case h.Position != p.String():
		return fmt.Errorf("the position is written %q", p)
	case h.Board != grid.String():
		return fmt.Errorf("the header has the board %.40q, but the position has %v", h.Board, grid)
	case h.ToMove != p.Side().String():
		return fmt.Errorf("%.40q is said to be on turn, in the position it is %v", h.ToMove, p.Side())
	case h.Winner != variants.X.String() && h.Winner != variants.O.String():
		return fmt.Errorf("the winner is X or O, not %.40q", h.Winner)
	case slices.Contains(given, "images") && !h.hasImages(p.Game()):
		return fmt.Errorf("records are said to stand for %d images each, which is no number of %s on %v", h.Images, h.Key(), grid)
	case f.layered() && h.Records != sum:
		return fmt.Errorf("%d records, but the layers have %d together", h.Records, sum)
	case h.Reduce > bitboard.MaxCells:
		return fmt.Errorf("components of up to %d cells, where no board has more than %d", h.Reduce, bitboard.MaxCells)
	case f.least == 0 && (h.Records != 0 || h.Bytes != 0):
		return fmt.Errorf("a body, where a certificate by %s has none", h.Method)
	case f.least > 0 && h.Records > uint64(h.Bytes)/f.least:
		return fmt.Errorf("%d records by %s in %d bytes, and each takes at least %d", h.Records, h.Method, h.Bytes, f.least)
	}
	return f.agrees(h, p)
}

// hasImages reports whether records of a game can stand for the header's number of images.
func (h Header) hasImages(game *variants.Game) bool {
	images, ok := ImagesOf(game)
	return ok && h.Images == images.Count()
}

func isPermutation(images []int, n int) bool {
	var seen variants.Board
	for _, c := range images {
		if c >= n {
			return false
		}
		seen = seen.With(c)
	}
	return len(images) == n && seen.Count() == n
}
