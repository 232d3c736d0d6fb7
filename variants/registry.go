package variants

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"gridlock/bitboard"
)

// The ids of the five games.
const (
	Classic  = "classic"
	Duel     = "duel"
	Lockdown = "lockdown"
	Claim    = "claim"
	Blockade = "blockade"
)

// Variant is a game, without the size of a board. Get one from [All], [Library] or [Lookup], or make
// one with [ParseFamily] or [New]. The zero value is no game.
type Variant struct {
	ID         string // its name for people, e.g. "lockdown"; stored data has the Key
	Title      string // the title of its rule book
	Literature string // its name elsewhere
	Summary    string // the rule in one line
	Rows, Cols int    // the default board
	MinCols    int    // the minimum number of columns, 1 or 2

	key     string
	def     *Definition // complete
	guarded bool        // its rules are checked at every move
	draws   bool        // every reachable state has a position

	cellMoves bool // a move is the cell that is played to
}

// known is one of the five games, with its definition and the words of its rules.
type known struct {
	Variant
	definition Definition
	words      string
}

// five are the five games, made when a game is first asked for.
var five = sync.OnceValue(func() (games []known) {
	for _, d := range []Definition{classicGame(), duelGame(), lockdownGame(), claimGame(), blockadeGame()} {
		_, words, err := d.Family.normal()
		if err != nil {
			panic("variants: " + d.ID + ": " + err.Error())
		}
		v, err := newVariant(d, d.ID)
		if err != nil {
			panic("variants: " + d.ID + ": " + err.Error())
		}
		games = append(games, known{v, d, words})
	}
	return games
})

// knownBy returns the game among the five whose rules have the given words, or nil.
func knownBy(words string) *known {
	games := five()
	if i := slices.IndexFunc(games, func(g known) bool { return g.words == words }); i >= 0 {
		return &games[i]
	}
	return nil
}

// All returns the five games, in the order in which they are always listed.
func All() (all []Variant) {
	for _, g := range five() {
		all = append(all, g.Variant)
	}
	return all
}

// IDs returns the IDs of the five games, in the order of [All].
func IDs() []string { return []string{Classic, Duel, Lockdown, Claim, Blockade} }

// Lookup returns the game with the given name, in either case: one of the five, of the others or of the library. It
// also takes the words of a family, in any order (see [Variant.Key]); the words of a game of the library mean that
// game. The error of an unknown ID lists the known ones. Use [ByKey] for stored keys.
func Lookup(name string, others ...Variant) (Variant, error) {
	id := strings.ToLower(name)
	if i := slices.Index(IDs(), id); i >= 0 {
		return five()[i].Variant, nil
	}
	for _, v := range others {
		if strings.EqualFold(v.ID, name) || v.Key() == name {
			return v, nil
		}
	}
	if i := inLibrary(id); i >= 0 {
		return libraryGames()[i](), nil
	}
	if strings.ContainsFunc(name, unicode.IsSpace) {
		return ofFamily(readRules(name))
	}
	ids := IDs()
	for _, v := range others {
		ids = append(ids, v.ID)
	}
	return Variant{}, fmt.Errorf("unknown variant %s: there are %s", quoted(name), strings.Join(append(ids, LibraryIDs()...), ", "))
}

// ByKey returns the game with a [Variant.Key]: one of the others, of the five, or of the family. Names of the library
// are no keys.
func ByKey(key string, others ...Variant) (Variant, error) {
	for _, v := range others {
		if v.Key() == key {
			return v, nil
		}
	}
	if i := slices.Index(IDs(), key); i >= 0 {
		return five()[i].Variant, nil
	}
	if strings.Contains(key, " ") {
		return ofFamily(parseRules(key))
	}
	return Variant{}, fmt.Errorf("unknown variant %s: there are %s, and games by their rules, as in %q", quoted(key), strings.Join(IDs(), ", "), "place rook other")
}

// errNoGame is the error of the zero Variant.
var errNoGame = errors.New("no game: a Variant comes from All, Lookup or New")

// NewGame returns the game on a board of the given size. For the zero Variant it returns an
// error.
func (v Variant) NewGame(rows, cols int) (*Game, error) {
	if v.def == nil {
		return nil, errNoGame
	}
	grid, err := bitboard.NewGrid(rows, cols)
	if err != nil {
		return nil, err
	}
	if cols < v.MinCols {
		return nil, fmt.Errorf("%s needs at least %d columns, one for each marker, not %v", v.ID, v.MinCols, grid)
	}
	if err := v.def.Family.fits(grid); err != nil {
		return nil, fmt.Errorf("%s: %w", v.ID, err)
	}
	g := &Game{variant: v, grid: grid}
	g.setRules()
	if v.guarded {
		g.rules = guarded{g.rules, g}
	}
	return g, nil
}

// setRules sets the rules, and the neighbourhood that they use.
func (g *Game) setRules() {
	def := g.variant.def
	f := def.Family
	if f.Kind == NoKind {
		g.rules, g.symmetries = def.Rules(g.grid), []bitboard.Symmetry{bitboard.Identity}
		if def.Traits.Symmetric {
			g.symmetries = g.grid.Symmetries()
		}
		return
	}
	g.near = f.neighbours(g.grid)
	g.symmetries = f.symmetries(g.near, g.grid)
	if f.Block {
		g.siege = f.newSiege(g.grid, g.near, g.symmetries)
		g.symmetries = g.siege.symmetries
	}
	g.rules = f.rules(g.grid, g.near, g.siege)
}

// Default returns the game on its default board, nil for the zero Variant.
func (v Variant) Default() *Game {
	if v.def == nil {
		return nil
	}
	g, err := v.NewGame(v.Rows, v.Cols)
	if err != nil {
		panic("variants: default board: " + err.Error())
	}
	return g
}

// Game is one of the games on a board of one size. It is immutable, and safe for concurrent use.
type Game struct {
	variant    Variant
	grid       *bitboard.Grid
	rules      Rules
	symmetries []bitboard.Symmetry
	near       *bitboard.Near // the neighbourhood in games of the family
	siege      *siege         // the rules in games with blocks

	once   sync.Once
	theory any // see Theory
}

// Theory returns the result of the first call of derive for the game. Package theory derives its lemmas once for each
// game.
func (g *Game) Theory(derive func() any) any {
	g.once.Do(func() { g.theory = derive() })
	return g.theory
}

// String names the game and the size of its board: "claim 4x4". Two games with the same text have the same rules and
// the same board.
func (g *Game) String() string { return g.variant.Key() + " " + g.grid.String() }

// Variant returns the variant of the game.
func (g *Game) Variant() Variant { return g.variant }

// Grid returns the shape of the board.
func (g *Game) Grid() *bitboard.Grid { return g.grid }

// Rules returns the rules on States, for searches.
func (g *Game) Rules() Rules { return g.rules }

// Start returns the first position of a game, X to move.
func (g *Game) Start() Position {
	p, err := g.StartWithHoles(0)
	if err != nil {
		panic("variants: start: " + err.Error())
	}
	return p
}

// StartWithHoles returns the first position on a board without the given cells. In blockade the
// two cells where the markers start must be there.
func (g *Game) StartWithHoles(holes Board) (Position, error) {
	if out := holes &^ g.grid.All(); out != 0 {
		return Position{}, fmt.Errorf("a hole at cell %d, outside the board of %v", out.First(), g.grid)
	}
	holes |= g.grid.All() &^ g.variant.def.Family.there(g.grid)
	p := g.variant.def.Start(Position{game: g, holes: holes})
	if hit := p.live & holes; hit != 0 {
		return Position{}, fmt.Errorf("a hole at %s, where a marker starts", g.describe(hit.First()))
	}
	if g.variant.guarded {
		if err := p.validate(); err != nil {
			return Position{}, fmt.Errorf("the first position of %s, %v, is impossible: %w", g.variant.ID, p, err)
		}
	}
	return p, nil
}
