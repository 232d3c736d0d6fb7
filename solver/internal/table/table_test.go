package table

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/internal/randomplay"
	"gridlock/internal/testgames"
	"gridlock/solver/internal/layout"
	"gridlock/variants"
)

// sampleTables returns a table with narrow keys and one with wide keys.
func sampleTables(t *testing.T, memory int64) map[string]*Table {
	t.Helper()
	all := map[string]*Table{}
	for name, side := range map[string]int{"narrow": 7, "wide": 8} {
		var err error
		all[name], err = New(memory, testgames.Game(t, "blockade", side, side))
		require.NoError(t, err)
		require.Equal(t, name == "wide", all[name].Packing.Wide)
		t.Cleanup(all[name].Release)
	}
	return all
}

// randomKey returns one of n keys of a table, the same ones every time.
func randomKey(t *Table, r *rand.Rand, n int) Key {
	of := rand.New(rand.NewPCG(uint64(r.IntN(n)), 1))
	k := Key{A: of.Uint64()}
	if t.Packing.Wide {
		k.B = of.Uint64()
	}
	return k
}

// dataOf returns data that identifies its key.
func dataOf(k Key, version uint64) uint64 { return k.hash()&^0xff | version&0x7f | 0x80 }

// A table returns what was stored last, or nothing.
func TestTableGivesBackWhatWasPutIn(t *testing.T) {
	for _, memory := range []int64{1, 1 << 10, 1 << 20} {
		for name, table := range sampleTables(t, memory) {
			r := rand.New(rand.NewPCG(1, uint64(memory)))
			last := map[Key]uint64{}
			stored, found := uint64(0), 0
			for range 20000 {
				k := randomKey(table, r, 3000)
				if data := table.Probe(k); data != 0 {
					require.Equal(t, last[k], data, name)
					found++
				}
				last[k] = dataOf(k, r.Uint64())
				if table.Store(k, last[k], r.Uint64N(1000)) {
					stored++
					table.Added(1)
				}
				require.Equal(t, last[k], table.Probe(k), "what was put in just now is there")
				table.Grow(never)
			}
			require.LessOrEqual(t, stored, table.capacity())
			require.NotZero(t, found)
			if memory == 1<<20 {
				require.Greater(t, int(stored), len(last)*95/100, "there is room for nearly all")
			}
			require.LessOrEqual(t, table.bytes(), max(memory, 64))
		}
	}
}

// Keys of two words are compared in both.
func TestTableComparesBothWords(t *testing.T) {
	table := sampleTables(t, 1)["wide"] // of one bucket
	table.Store(Key{A: 5, B: 1}, 10, 1)
	require.Zero(t, table.Probe(Key{A: 5, B: 2}))
	require.True(t, table.Store(Key{A: 5, B: 2}, 20, 1), "another entry")
	require.Equal(t, uint64(10), table.Probe(Key{A: 5, B: 1}))
	require.Equal(t, uint64(20), table.Probe(Key{A: 5, B: 2}))
}

// In a full bucket, entries of little work are replaced; those of much work stay for long, but
// not for ever.
func TestTableKeepsWhatTookMostWork(t *testing.T) {
	for name, table := range sampleTables(t, 1) {
		dear := Key{A: 1}
		require.True(t, table.Store(dear, 1, 1<<20))
		count := uint64(2)
		for ; table.Probe(dear) != 0; count++ {
			require.Less(t, count, uint64(10000), name)
			table.Store(Key{A: count}, count, 1)
			require.Equal(t, count, table.Probe(Key{A: count}))
		}
		// Each loses an eighth of a doubling when something else goes.
		require.Greater(t, count, uint64(100), name)
		require.False(t, table.Store(Key{A: count}, count, 1), "it takes the place of another")
	}
}

// A position seldom seems busy because of workers who are elsewhere, however many they are.
func TestBusyIsSeldomShared(t *testing.T) {
	for _, workers := range []int{2, 3, 16, 100} {
		r := rand.New(rand.NewPCG(2, uint64(workers)))
		key := func() Key { return Key{r.Uint64(), r.Uint64()} }
		busy := NewBusy(workers)
		for range workers * 40 { // plies
			busy.Add(key(), 1)
		}
		shared := 0
		for range 10_000 {
			shared += min(1, int(busy.Below(key())))
		}
		require.Less(t, shared, 150, "%d workers", workers)
	}
}

func TestTableUpdatesInPlace(t *testing.T) {
	for _, table := range sampleTables(t, 1) {
		for data := uint64(1); data < 100; data++ {
			require.Equal(t, data == 1, table.Store(Key{A: 7}, data, data))
			require.Equal(t, data, table.Probe(Key{A: 7}))
			require.Zero(t, table.Probe(Key{A: 8}))
			if table.Packing.Wide {
				require.Zero(t, table.Probe(Key{A: 7, B: 1}))
			}
		}
	}
}

// A table that grows loses nothing if nothing else is stored meanwhile.
func TestTableGrows(t *testing.T) {
	for name, table := range sampleTables(t, 1<<22) {
		small := table.capacity()
		r := rand.New(rand.NewPCG(3, 0))
		var held []Key
		for uint64(len(held)) < small/2 {
			k := Key{A: r.Uint64()}
			if table.Packing.Wide {
				k.B = r.Uint64()
			}
			if table.Store(k, dataOf(k, 1), 1) {
				held = append(held, k)
			}
		}
		count := func() (n int) {
			for _, k := range held {
				if data := table.Probe(k); data != 0 {
					require.Equal(t, dataOf(k, 1), data)
					n++
				}
			}
			return n
		}
		before := count()
		table.stored.Store(uint64(len(held)) - 1)
		table.Grow(never)
		require.Equal(t, small, table.capacity(), "there is room still")
		table.Added(1)
		table.Grow(never)
		require.Equal(t, 2*small, table.capacity())
		require.Equal(t, before, count(), name)
		for range 20 {
			fill(table)
			table.Grow(never)
		}
		require.Equal(t, int64(1<<22), table.bytes())
		require.Equal(t, before, count(), name)
	}
}

// Goroutines that read and write one small table at once, while it grows too, never see the data
// of another key.
func TestTableIsSharedSafely(t *testing.T) {
	for _, memory := range []int64{1, 1 << 9, 1 << 20} {
		for _, table := range sampleTables(t, memory) {
			var group sync.WaitGroup
			wrong := make([]int, 8)
			for worker := range wrong {
				group.Go(func() {
					r := rand.New(rand.NewPCG(uint64(worker), 2))
					for i := range 5000 {
						k := randomKey(table, r, 50)
						table.Prefetch(k)
						if data := table.Probe(k); data != 0 && dataOf(k, data) != data {
							wrong[worker]++
						}
						table.Store(k, dataOf(k, r.Uint64()), r.Uint64N(100))
						if i%1000 == 999 {
							fill(table)
							table.Grow(never)
						}
					}
				})
			}
			group.Wait()
			require.Equal(t, make([]int, 8), wrong)
		}
	}
}

// A table takes the memory that it is given, and can return it.
func TestTableTakesTheMemoryItIsGiven(t *testing.T) {
	game := testgames.Game(t, "duel", 4, 4)
	for _, memory := range []int64{0, 1, 64, 100, 1 << 12, 3 << 20} {
		table, err := New(memory, game)
		require.NoError(t, err)
		require.LessOrEqual(t, int64(table.buckets.Len())*64, max(memory, 64))
		require.Greater(t, int64(table.buckets.Len()+1)*64, memory)
		require.Equal(t, uint64(table.Packing.ways()), table.capacity()/table.used.Load())
		table.Release()
		require.Zero(t, table.buckets.Len())
	}
}

// A table grows to any number of buckets, and still has all entries.
func TestTableGrowsToAnySize(t *testing.T) {
	game := testgames.Game(t, "duel", 4, 4)
	for _, buckets := range []uint64{firstBuckets - 5, firstBuckets, firstBuckets + 1, 3*firstBuckets - 1, 4*firstBuckets + 100} {
		table, err := New(int64(buckets*64+63), game)
		require.NoError(t, err)
		const entries = 2000
		key := func(i uint64) Key {
			return table.Packing.Key(variants.State{Mine: variants.Board(i & 0xff), Yours: variants.Board(i << 8 & 0xff00)})
		}
		stored := map[Key]uint64{}
		for i := range uint64(entries) {
			if k := key(i); stored[k] == 0 {
				table.Store(k, i+1, 1)
				stored[k] = i + 1
			}
		}
		for table.used.Load() < buckets {
			fill(table)
			table.Grow(never)
			for k, data := range stored {
				require.Equal(t, data, table.Probe(k))
			}
		}
		require.Equal(t, buckets, table.buckets.Len())
		table.Release()
	}
}

// A table that shrinks, to any size, keeps what has room, takes what is stored later, and does not grow
// again. What took much work stays.
func TestTableShrinks(t *testing.T) {
	for _, to := range []int64{64, 64 * 1000, 1<<19 + 64*1001, 1 << 20, 1<<22 - 64, 1 << 22} {
		for name, table := range sampleTables(t, 1<<22) {
			r := rand.New(rand.NewPCG(5, uint64(to)))
			for table.bytes() < 1<<22 {
				fill(table)
				table.Grow(never)
			}
			last := map[Key]uint64{}
			hard := randomKey(table, r, 1)
			for len(last) < 20_000 {
				k := randomKey(table, r, 30_000)
				last[k] = dataOf(k, r.Uint64())
				table.Store(k, last[k], 1+r.Uint64N(1000))
			}
			last[hard] = dataOf(hard, 1)
			table.Store(hard, last[hard], 1<<40)
			table.stored.Store(uint64(len(last)))
			table.Shrink(to, never)
			require.Equal(t, to, int64(table.buckets.Len())*64)
			found := 0
			for k, data := range last {
				if got := table.Probe(k); got != 0 {
					require.Equal(t, data, got)
					found++
				}
			}
			if to > 64 { // in a single bucket everything grows old
				require.Equal(t, last[hard], table.Probe(hard), name)
			}
			require.LessOrEqual(t, uint64(found), table.capacity())
			require.Greater(t, found, min(len(last), int(table.capacity()))*7/10, "%s with %d bytes", name, to)
			require.LessOrEqual(t, uint64(found), table.stored.Load())
			for range 20_000 {
				k := randomKey(table, r, 60_000)
				table.Store(k, dataOf(k, 2), 1<<50)
				require.Equal(t, dataOf(k, 2), table.Probe(k))
			}
			for range 20 {
				fill(table)
				table.Grow(never)
			}
			require.LessOrEqual(t, table.bytes(), to)
		}
	}
}

// A table whose shrinking is cut short still has what was in its place.
func TestTableShrinksInAHurry(t *testing.T) {
	for name, table := range sampleTables(t, 1<<22) {
		for table.bytes() < 1<<22 {
			fill(table)
			table.Grow(never)
		}
		r, found := rand.New(rand.NewPCG(6, 0)), 0
		for range 10_000 {
			k := randomKey(table, r, 5000)
			table.Store(k, dataOf(k, 1), 1)
		}
		table.Shrink(1<<21, func() bool { return true })
		for range 10_000 {
			k := randomKey(table, r, 5000)
			if data := table.Probe(k); data != 0 {
				require.Equal(t, dataOf(k, 1), data)
				found++
			}
		}
		require.InDelta(t, 4323, found, 400, "%s: half of the keys, of which 86 %% were stored", name)
	}
}

// A hash keeps its bucket, or moves to the one that is new instead.
func TestIndex(t *testing.T) {
	r := randomplay.New(1)
	for range 100_000 {
		used, hash := 1+r.Uint64N(1000), r.Uint64()
		before, after := index(hash, used), index(hash, used+1)
		require.Less(t, before, used)
		require.True(t, after == before || after == used)
	}
}

func TestLogarithm(t *testing.T) {
	require.Equal(t, Logarithm(1), Logarithm(0))
	for work := uint64(1); work < 1<<20; work += 1 + work/7 {
		require.Equal(t, Logarithm(work)+256, Logarithm(2*work))
		require.LessOrEqual(t, Logarithm(work), Logarithm(work+1))
		require.NotZero(t, aged(Logarithm(work)))
	}
	require.LessOrEqual(t, Logarithm(^uint64(0)), uint64(workMask))
	require.Equal(t, uint64(0x0100_0000_00e0), aged(0x0120_0000_0100))
}

// never reports that the search continues.
func never() bool { return false }

// fill makes the table grow at the next opportunity, however few entries it has.
func fill(t *Table) { t.stored.Store(1 << 40) }

// A checkpoint restores the entries of a table, narrow and wide.
func TestTablePieces(t *testing.T) {
	for _, board := range []int{4, 8} {
		game := testgames.Game(t, "blockade", board, board)
		from, to := sampleTable(t, game), sampleTable(t, game)
		for i := range uint64(5000) {
			from.Store(from.Packing.Key(variants.State{Free: variants.Board(i * 977 & 0xffff), Mine: 1, Yours: 2}), i+1, i)
		}
		least, count := from.Worth(2000)
		require.LessOrEqual(t, count, uint64(2000))
		require.Greater(t, count, uint64(500))
		for piece := range from.Pieces(least) {
			require.NoError(t, to.Restore(piece, never))
		}
		require.Equal(t, count, to.stored.Load())
		for i := range uint64(5000) {
			k := from.Packing.Key(variants.State{Free: variants.Board(i * 977 & 0xffff), Mine: 1, Yours: 2})
			if data := to.Probe(k); data != 0 {
				require.Equal(t, from.Probe(k), data)
			}
		}
	}
}

func sampleTable(t *testing.T, game *variants.Game) *Table {
	table, err := New(1<<20, game)
	require.NoError(t, err)
	t.Cleanup(table.Release)
	return table
}

// Different positions of a game have different keys.
func TestKeysAreWholePositions(t *testing.T) {
	for _, v := range append(variants.All(), testgames.Foreign(t)...) {
		type place struct {
			board string
			key   Key
		}
		seen := map[place]variants.State{}
		testgames.Check(t, 3000, func(t *rapid.T) {
			p := testgames.Position(t, v, 64)
			pack := PackingFor(p.Game())
			k := place{p.Game().Grid().String(), pack.Exact(p.State())}
			if known, ok := seen[k]; ok {
				require.Equal(t, known, p.State())
			}
			seen[k] = p.State()
		})
	}
}

// In every layout the set that leads decides which of two keys is less.
func TestLeadingSets(t *testing.T) {
	r := randomplay.New(43)
	for kept := layout.FreeOnly; kept <= layout.Planes; kept++ {
		for _, side := range []int{5, 8} {
			grid, err := bitboard.NewGrid(side, side)
			require.NoError(t, err)
			p := Packing{layout: kept, Wide: side == 8, shift: uint(side*side) % bitboard.MaxCells, Grid: grid}
			images := ImagesBy(grid.Symmetries()[1:])
			for range 1000 {
				s := stateOf(r, kept, grid.All())
				want := p.Exact(s)
				for _, sym := range grid.Symmetries() {
					if k := p.Exact(s.Image(grid, sym)); k.A < want.A || k.A == want.A && k.B < want.B {
						want = k
					}
				}
				least, key := p.Least(s, images)
				require.Equal(t, want, key, "layout %d of %v: %+v", kept, grid, s)
				require.Equal(t, want, p.Exact(least), "layout %d of %v: %+v", kept, grid, s)
			}
		}
	}
}

// stateOf returns a random state of some layout.
func stateOf(r *rand.Rand, kept layout.Layout, all bitboard.Board) (s variants.State) {
	s.Free = bitboard.Board(r.Uint64()|r.Uint64()) & all
	some := func() bitboard.Board { return bitboard.Board(r.Uint64()) & all &^ s.Free }
	switch marker := func() bitboard.Board { b := some(); return b & -b }; kept {
	case layout.OneMark:
		s.Yours = marker()
	case layout.TwoMarks:
		s.Mine, s.Yours = marker(), marker()
	case layout.TwoSets:
		s.Free = 0
		s.Mine, s.Yours = some(), some()
	case layout.Planes:
		s.Mine = some()
		s.Yours = some() &^ s.Mine
	}
	return s
}

// Where images share a key, it is the least of those of all images, whatever the symmetries of the game:
// all eight, those of a rectangle or rhombus, or turns alone; round a cylinder; those of a small torus, which is a graph too.
func TestKeysAreThoseOfTheLeastImage(t *testing.T) {
	r := randomplay.New(41)
	for _, c := range []struct {
		rules      string
		rows, cols int
		symmetries int
		more       int // automorphisms
	}{
		{"place king own", 6, 6, 8, 0}, {"place king own", 5, 5, 8, 0}, {"walk king", 5, 7, 4, 0}, {"walk king", 8, 8, 8, 0},
		{"follow rook", 6, 6, 8, 0}, {"follow king", 8, 8, 8, 0}, {"place rook other", 5, 5, 8, 0},
		{"place hex all", 6, 6, 4, 0}, {"place rook other torus", 8, 8, 8, 0},
		{"place offsets:-2,-1;-1,2;1,-2;2,1 all", 7, 7, 4, 0},
		{"place rook other cylinder", 4, 6, 4, 24}, {"place king own cylinder", 7, 7, 4, 28}, {"place rook other torus", 3, 5, 4, 60},
		{"place offsets:0,1 other torus", 1, 30, 2, 30}, {"place graph:2x3:0,1,2,3,4:0-1;0-4;1-2;2-3;3-4 own", 2, 3, 1, 10},
	} {
		game := testgames.Game(t, c.rules, c.rows, c.cols)
		require.Len(t, game.Symmetries(), c.symmetries, c.rules)
		pack, shared := PackingFor(game), 0
		require.Equal(t, c.more, len(pack.Automorphisms), c.rules)
		for range 300 {
			for _, p := range randomplay.Game(r, game.Start()) {
				s := p.State()
				if !pack.Symmetric(s) {
					continue
				}
				least := pack.Exact(s)
				is := func(image variants.State) {
					if k := pack.Exact(image); k.A < least.A || k.A == least.A && k.B < least.B {
						least = k
					}
				}
				for _, sym := range game.Symmetries() {
					is(s.Image(game.Grid(), sym))
				}
				for i := range pack.Automorphisms {
					is(pack.Automorphisms[i].Image(s))
				}
				require.Equal(t, least, pack.Key(s), "%s: %v", c.rules, p)
				shared++
			}
		}
		require.Greater(t, shared, 300, c.rules)
	}
}
