package player_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/player"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// seat returns a player, which is closed when the test is over.
func seat(t testing.TB, game *variants.Game, opt player.Options) *player.Player {
	t.Helper()
	pl := player.New(game, opt)
	t.Cleanup(pl.Close)
	return pl
}

// record is a game.
type record struct {
	start variants.Position
	moves []variants.Move
	first int // the ply from which on the players moved
}

// opening plays some moves at random.
func opening(start variants.Position, plies int, r *rand.Rand) (rec record) {
	p := start
	rec.start = start
	for range plies {
		if p.Over() {
			break
		}
		next := p.Play(anyMove(p, r))
		if next.Over() {
			break
		}
		rec.moves, p = append(rec.moves, lastMove(p, next)), next
	}
	rec.first = len(rec.moves)
	return rec
}

func anyMove(p variants.Position, r *rand.Rand) variants.Move {
	moves := p.Legal()
	for range r.IntN(moves.Count()) {
		moves = moves.Rest()
	}
	return variants.Move(moves.First())
}

func lastMove(p, next variants.Position) variants.Move {
	for m := range p.Legal().Cells() {
		if p.Play(variants.Move(m)) == next {
			return variants.Move(m)
		}
	}
	panic("no such move")
}

// end plays a game to its end; seats are by player.
func (rec *record) end(t testing.TB, seats [2]*player.Player) (winner variants.Player) {
	p := rec.start
	for _, m := range rec.moves {
		p = p.Play(m)
	}
	for !p.Over() {
		c, err := seats[p.Side()].Choose(context.Background(), p)
		require.NoError(t, err)
		require.True(t, p.Legal().Has(int(c.Move)), "%v", p)
		rec.moves, p = append(rec.moves, c.Move), p.Play(c.Move)
	}
	return p.Side().Opponent()
}

// In 1,000 games of each kind on 4×4, from random openings, the perfect player never errs:
// the records show that each of its moves wins in as few plies, or lasts as many, as there
// can be. So it loses no position that is won, and wins every game whose start it can win.
func TestPerfectPlayerNeverErrs(t *testing.T) {
	games := testgames.Of(120, 1000)
	for _, v := range variants.All() {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			game := testgames.Game(t, v.ID, 4, 4)
			exact := testgames.NewTruth(game)
			perfect := seat(t, game, player.Options{Workers: 1, Memory: 64 << 20})
			chance := rand.New(rand.NewPCG(20, 26))
			won, winnable := 0, 0
			for i := range games {
				side := variants.Player(i % 2)
				level := []player.Level{player.Random, player.Strong}[i/2%2]
				rec := opening(game.Start(), i/4%5, chance)
				opponent := seat(t, game, player.Options{Level: level, Seed: uint64(i)})
				seats := [2]*player.Player{opponent, opponent}
				seats[side] = perfect
				winner := rec.end(t, seats)

				could := false // win, when it came to move first
				p := rec.start
				for ply, m := range rec.moves {
					next := p.Play(m)
					if ply >= rec.first && p.Side() == side {
						before, after := exact.Distance(p.State()), exact.Distance(next.State())
						require.Equal(t, before-1, after, "%v: %s", p, p.MoveText(m))
						could = could || before%2 == 1
					}
					p = next
				}
				if could {
					winnable++
					require.Equal(t, side, winner)
				}
				if winner == side {
					won++
				}
			}
			t.Logf("won %d of %d games, %d of which could be won", won, games, winnable)
			require.Greater(t, winnable, games/4)
			require.GreaterOrEqual(t, won, winnable)
		})
	}
}

// The levels are of different strength, and a beginner can win against a casual player.
func TestLevelsDiffer(t *testing.T) {
	const games = 60
	for _, c := range []struct {
		id         string
		rows, cols int
	}{
		{"classic", 5, 5}, {"duel", 6, 6}, {"lockdown", 5, 5}, {"claim", 6, 6}, {"blockade", 6, 6},
	} {
		t.Run(c.id, func(t *testing.T) {
			t.Parallel()
			game := testgames.Game(t, c.id, c.rows, c.cols)
			wins := func(a, b player.Level) (count int) {
				for i := range games {
					one := seat(t, game, player.Options{Level: a, Seed: uint64(i)})
					two := seat(t, game, player.Options{Level: b, Seed: uint64(1000 + i)})
					seats := [2]*player.Player{one, two}
					if i%2 == 1 {
						seats = [2]*player.Player{two, one}
					}
					rec := record{start: game.Start()}
					if int(rec.end(t, seats)) == i%2 {
						count++
					}
				}
				return count
			}
			strong, casual := wins(player.Strong, player.Casual), wins(player.Casual, player.Random)
			t.Logf("strong won %d of %d against casual, casual %d against random", strong, games, casual)
			require.Greater(t, strong, games/2)
			require.Greater(t, casual, games/2)
			require.Less(t, casual, games)
		})
	}
}

// With the same seed a level makes the same moves.
func TestSeeds(t *testing.T) {
	for _, level := range []player.Level{player.Strong, player.Casual, player.Random} {
		games := map[string]bool{}
		for seed := range uint64(20) {
			var first string
			for range 2 {
				rec := record{start: testgames.Game(t, "lockdown", 4, 4).Start()}
				pl := seat(t, rec.start.Game(), player.Options{Level: level, Seed: seed})
				rec.end(t, [2]*player.Player{pl, pl})
				text := fmt.Sprint(rec.start.Record(rec.moves))
				require.True(t, first == "" || first == text, "%v %d", level, seed)
				first = text
			}
			games[first] = true
		}
		require.Greater(t, len(games), 10, "%v", level)
	}
}

func TestParseLevel(t *testing.T) {
	for i, name := range player.Levels() {
		level, err := player.ParseLevel(name)
		require.NoError(t, err)
		require.Equal(t, player.Level(i), level)
		require.Equal(t, name, level.String())
	}
	_, err := player.ParseLevel("grandmaster")
	require.ErrorContains(t, err, "the levels are perfect, strong, casual, random")
}

// library is a store that knows some positions, by their texts, and keeps nothing.
type library map[string]solver.Result

func (l library) Find(_ context.Context, p variants.Position) (r solver.Result, origin solver.Origin, ok bool) {
	r, ok = l[p.String()]
	return r, origin, ok
}
func (l library) Save(context.Context, variants.Position, solver.Result, error) {}
func (l library) Batch(_ bool, work func())                                     { work() }

// Where the time is up at once, the player plays by what it can look up: the position
// itself, or those after its moves.
func TestKnowledgeNeedsNoTime(t *testing.T) {
	start := testgames.Game(t, "blockade", 4, 4).Start() // won by 2,1@2,2 in 11, and by 2,1@3,1 in 13
	ctx, cancel := context.WithTimeout(context.Background(), 0)
	defer cancel()
	all, err := auto.Engine{Distance: true}.AllMoves(context.Background(), start, solver.Options{})
	require.NoError(t, err)
	after := library{}
	for _, m := range all.Moves() {
		r := m.After
		r.PV, r.Stats = nil, solver.Stats{}
		after[start.Play(m.Move).String()] = r
	}
	root, err := auto.Engine{Distance: true}.Solve(context.Background(), start, solver.Options{})
	require.NoError(t, err)
	quick, err := start.ParseMove("2,1@2,2")
	require.NoError(t, err)
	slow, err := start.ParseMove("2,1@3,1")
	require.NoError(t, err)
	both := library{}
	for _, m := range []variants.Move{slow, quick} {
		both[start.Play(m).String()] = after[start.Play(m).String()]
	}
	slowOnly := library{start.Play(slow).String(): after[start.Play(slow).String()]}
	bare := after[start.Play(slow).String()]
	bare.Distance, bare.Best = solver.NoDistance, 0

	for _, c := range []struct {
		name   string
		known  library
		move   variants.Move
		atMost int
	}{
		{"position", library{start.String(): root}, quick, 11},
		{"all moves", after, quick, 11},
		{"two moves", both, quick, 11},
		{"one move", slowOnly, slow, 13},
		{"one move without distance", library{start.Play(slow).String(): bare}, slow, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			pl := seat(t, start.Game(), player.Options{Memory: 1 << 20, Store: c.known})
			choice, err := pl.Choose(ctx, start)
			require.NoError(t, err)
			require.Equal(t, solver.Win, choice.Result.Outcome)
			require.Equal(t, start.MoveText(c.move), start.MoveText(choice.Move))
			require.Equal(t, c.atMost, choice.AtMost)
		})
	}

	t.Run("nothing", func(t *testing.T) {
		pl := seat(t, start.Game(), player.Options{Memory: 1 << 20})
		choice, err := pl.Choose(ctx, start)
		require.NoError(t, err)
		require.Equal(t, solver.Unknown, choice.Result.Outcome)
		require.ErrorIs(t, choice.Limit, solver.ErrLimit)
		require.True(t, start.Legal().Has(int(choice.Move)))
	})

	t.Run("what loses", func(t *testing.T) { // a guess avoids it
		losing := library{}
		for m := range start.Legal().Without(int(slow)).Without(int(quick)).Cells() {
			text := start.Play(variants.Move(m)).String()
			losing[text] = after[text]
		}
		delete(losing, start.Play(quick).String())
		pl := seat(t, start.Game(), player.Options{Memory: 1 << 20, Store: losing})
		choice, err := pl.Choose(ctx, start)
		require.NoError(t, err)
		require.Equal(t, solver.Unknown, choice.Result.Outcome)
		require.Contains(t, []variants.Move{slow, quick}, choice.Move)
	})
}

// A lost position's move is, of those that last longest, one with the fewest answers that
// win.
func TestTraps(t *testing.T) {
	for _, id := range []string{"lockdown", "duel", "classic", "blockade"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			game := testgames.Game(t, id, 4, 4)
			exact := testgames.NewTruth(game)
			answers := func(p variants.Position) (count int) {
				for m := range p.Legal().Cells() {
					if exact.Distance(p.Play(variants.Move(m)).State())%2 == 0 {
						count++
					}
				}
				return count
			}
			pl := seat(t, game, player.Options{Memory: 64 << 20})
			chance, lost := rand.New(rand.NewPCG(1, 2)), 0
			for i := 0; lost < 100; i++ {
				rec := opening(game.Start(), i%6, chance)
				p := game.Start()
				for _, m := range rec.moves {
					p = p.Play(m)
				}
				if exact.Distance(p.State())%2 == 1 || exact.Distance(p.State()) == 0 {
					continue
				}
				lost++
				fewest, longest := 99, exact.Distance(p.State())
				for m := range p.Legal().Cells() {
					if next := p.Play(variants.Move(m)); exact.Distance(next.State()) == longest-1 {
						fewest = min(fewest, answers(next))
					}
				}
				c, err := pl.Choose(context.Background(), p)
				require.NoError(t, err)
				require.Equal(t, solver.Loss, c.Result.Outcome)
				require.Equal(t, int(longest), c.Result.Distance)
				require.Equal(t, fewest, answers(p.Play(c.Move)), "%v", p)
				if c.Replies > 0 {
					require.Equal(t, fewest, c.Answers)
					require.Equal(t, p.Play(c.Move).Legal().Count(), c.Replies)
				}
			}
		})
	}
}

// With a limit of nodes and one worker the same moves come every time, and knowledge of one
// move serves for the next.
func TestNodeBudgetIsDeterministic(t *testing.T) {
	var first []variants.Move
	for range 2 {
		game := testgames.Game(t, "blockade", 6, 6)
		pl := seat(t, game, player.Options{Memory: 64 << 20, Nodes: 5000, Workers: 1})
		rec := record{start: game.Start()}
		rec.end(t, [2]*player.Player{pl, pl})
		require.True(t, first == nil || fmt.Sprint(first) == fmt.Sprint(rec.moves))
		first = rec.moves
	}
}

// A player who is called off says so.
func TestCalledOff(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	game := testgames.Game(t, "blockade", 7, 7)
	_, err := seat(t, game, player.Options{Memory: 1 << 20}).Choose(ctx, game.Start())
	require.ErrorIs(t, err, context.Canceled)
}
