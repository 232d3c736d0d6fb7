package tablebase

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"gridlock/solver/keys"

	lru "github.com/hashicorp/golang-lru/v2"

	"gridlock/solver"
	"gridlock/variants"
)

// Table is a complete table: the outcome and exact distance of every position that is reachable
// from a start. It is safe for concurrent use.
type Table struct {
	name   string
	v      *volume
	info   Info
	game   *variants.Game
	keys   keys.Keys
	prefix []byte
	firsts map[int][]keys.Key // the first keys of the blocks of each layer
	cache  *lru.Cache[blockID, *block]
	mu     sync.RWMutex
	closed bool
}

// blockID names a block.
type blockID struct {
	layer int
	first keys.Key
}

// Info returns a description of the table.
func (t *Table) Info() Info { return t.info }

// Origin returns the origin of the table's results.
func (t *Table) Origin() solver.Origin {
	o := t.info.Origin
	o.Kind, o.Table = solver.FromTable, t.name
	return o
}

// Name returns the name of the table in the store.
func (t *Table) Name() string { return t.name }

// Game returns the game of the table.
func (t *Table) Game() *variants.Game { return t.game }

// Keys returns the packing of the table's positions.
func (t *Table) Keys() keys.Keys { return t.keys }

// openTable opens the table of a name.
func (s *Store) openTable(name string) (*Table, error) {
	v, err := s.latest(tablesName, name)
	if err != nil {
		return nil, err
	}
	t := &Table{name: name, v: v, firsts: map[int][]keys.Key{}}
	if err := t.load(s); err != nil {
		return nil, errors.Join(err, v.close())
	}
	return t, nil
}

// load reads the description and the index.
func (t *Table) load(s *Store) error {
	if err := t.v.complete(&t.info); err != nil {
		return err
	}
	variant, err := variants.ByKey(t.info.Game, s.opt.Games...)
	if err != nil {
		return fmt.Errorf("%s: %w", t.v.dir, err)
	}
	if t.game, err = variant.NewGame(t.info.Rows, t.info.Cols); err != nil {
		return damagedf(t.v.dir, "%w", err)
	}
	t.keys, t.prefix = keys.New(t.game), gameKey(blockKind, t.game)
	perBlock := int64(t.info.Positions)/int64(max(1, t.info.Blocks)) + 1
	t.cache, err = lru.New[blockID, *block](int(max(16, s.cache/(17*perBlock))))
	if err != nil {
		return err
	}
	return t.index()
}

// index reads the index of blocks.
func (t *Table) index() error {
	blocks := 0
	prefix := gameKey(indexKind, t.game)
	err := t.v.each([]byte{indexKind}, func(key, content []byte) error {
		rest, ok := bytes.CutPrefix(key, prefix)
		if !ok || len(rest) != 1+keySize || len(content)%keySize != 0 {
			return damagedf(t.v.dir, "a record %q that does not belong there", key)
		}
		layer := int(rest[0])
		for ; len(content) > 0; content = content[keySize:] {
			t.firsts[layer] = append(t.firsts[layer], readKey(content))
			blocks++
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case blocks == 0 && t.info.Blocks > 0:
		return fmt.Errorf("%s: %w: it has no index; build it again", t.v.dir, ErrVersion)
	case blocks != t.info.Blocks:
		return damagedf(t.v.dir, "%d blocks, not %d", blocks, t.info.Blocks)
	}
	return nil
}

// close releases the files.
func (t *Table) close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	return t.v.close()
}

// errClosed is the error of a table that is closed.
var errClosed = errors.New("the table is closed")

// Distance returns the distance of a state, which is even if the player to move loses. Ok is
// false if the state is not reachable from the start of the table.
func (t *Table) Distance(s variants.State) (distance int, ok bool, err error) {
	return t.distance(t.keys.Of(s))
}

func (t *Table) distance(k keys.Key) (int, bool, error) {
	layer := t.keys.Layer(k)
	i, found := slices.BinarySearchFunc(t.firsts[layer], k, keys.Key.Compare)
	if !found {
		i--
	}
	if i < 0 {
		return 0, false, nil
	}
	b, err := t.block(blockID{layer, t.firsts[layer][i]})
	if err != nil {
		return 0, false, err
	}
	d, ok := b.find(k)
	return int(d), ok, nil
}

// block returns a block, from the cache if it is there.
func (t *Table) block(id blockID) (*block, error) {
	if b, ok := t.cache.Get(id); ok {
		return b, nil
	}
	b, err := t.read(id)
	if err == nil {
		t.cache.Add(id, b)
	}
	return b, err
}

// read reads a block from the store.
func (t *Table) read(id blockID) (*block, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if t.closed {
		return nil, errClosed
	}
	key := appendKey(append(bytes.Clone(t.prefix), byte(id.layer)), id.first)
	content, err := t.v.get(key)
	if errors.Is(err, ErrMissing) {
		return nil, damagedf(t.v.dir, "the block %q is gone", key)
	}
	if err != nil {
		return nil, err
	}
	b, err := decodeBlock(t.v.dir, content)
	if err == nil && b.keys[0] != id.first {
		err = damagedf(t.v.dir, "the block %q begins with another position", key)
	}
	return b, err
}

// Table returns the table from a position. If there is none the error is ErrMissing.
func (s *Store) Table(start variants.Position) (*Table, error) {
	t, err := s.table(tableName(start))
	if err == nil && t.game.String() != start.Game().String() {
		return nil, damagedf(t.v.dir, "it is a table of %v, and not of %v", t.game, start.Game())
	}
	return t, err
}

// table returns the open table of a name, or opens it.
func (s *Store) table(name string) (*Table, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.tables[name]; t != nil {
		return t, nil
	}
	t, err := s.openTable(name)
	if err == nil {
		s.tables[name] = t
	}
	return t, err
}

// forget closes a table that a newer one has replaced.
func (s *Store) forget(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.tables[name]; t != nil {
		_ = t.close()
		delete(s.tables, name)
	}
}

// tableNames returns the names of all tables.
func (s *Store) tableNames() ([]string, error) {
	volumes, err := s.volumes(tablesName)
	var names []string
	for _, v := range volumes {
		if name, _, ok := splitGeneration(v); ok {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, cmp.Compare[string])
	return slices.Compact(names), err
}

// Tables returns all tables, by name. Tables that cannot be opened are left out; the error names them, and anything
// that is not a table.
func (s *Store) Tables() ([]*Table, error) {
	all, err := s.tablesLike(func(string) bool { return true })
	return all, errors.Join(err, s.strays(tablesName))
}

// TablesOf returns the tables of a game on a board of its size.
func (s *Store) TablesOf(game *variants.Game) ([]*Table, error) {
	prefix := fmt.Sprintf("%s-%v", game.Variant().FileName(), game.Grid())
	all, err := s.tablesLike(func(name string) bool { return name == prefix || strings.HasPrefix(name, prefix+"-") })
	return slices.DeleteFunc(all, func(t *Table) bool { return t.game.String() != game.String() }), err
}

// tablesLike returns the tables whose names match accepts. The error covers the tables that cannot be opened.
func (s *Store) tablesLike(match func(name string) bool) (all []*Table, err error) {
	names, err := s.tableNames()
	for _, name := range slices.DeleteFunc(names, func(name string) bool { return !match(name) }) {
		t, openErr := s.table(name)
		if openErr != nil {
			err = errors.Join(err, openErr)
			continue
		}
		all = append(all, t)
	}
	return all, err
}
