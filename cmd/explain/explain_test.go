package explain

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"gridlock/internal/cli"
	"gridlock/internal/explain"
	"gridlock/internal/plaintext"
	"gridlock/internal/query"
	"gridlock/internal/seed"
	"gridlock/internal/testgames"
	"gridlock/proof"
	"gridlock/proof/certify"
	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// textOf explains a position by a certificate that so many steps have made small.
func textOf(t testing.TB, p variants.Position, small int) (text string, method proof.Method) {
	file, err := query.Certificate(context.Background(), certify.Request{Root: p, Limits: solver.Options{Memory: 1 << 22}, Small: small})
	require.NoError(t, err)
	return textOfFile(t, file)
}

// textOfFile explains a certificate, in lines of no more than 80 columns.
func textOfFile(t testing.TB, file []byte) (text string, method proof.Method) {
	s, err := explain.Read(context.Background(), bytes.NewReader(file), proof.Options{})
	require.NoError(t, err)
	text = plaintext.Render(newPage(s, true).markdown(), cli.Width)
	for line := range strings.Lines(text) {
		require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimRight(line, "\n")), cli.Width, line)
	}
	return text, s.Header.Method
}

// strategyOf returns a strategy by positions or intervals, whatever other methods there are.
func strategyOf(t testing.TB, p variants.Position) []byte {
	ctx, opt := context.Background(), solver.Options{Memory: 1 << 22}
	prover, err := pn.NewProver(p.Game(), opt)
	require.NoError(t, err)
	defer prover.Close()
	result, err := pn.Engine{Prover: prover}.Solve(ctx, p, opt)
	require.NoError(t, err)
	winner, ok := result.Winner(p)
	require.True(t, ok)
	w, err := certify.Request{Root: p, Winner: winner, Strategy: true, Prover: prover, Limits: opt}.Extract(ctx, new(bytes.Buffer))
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, w.Finish(&file, false))
	return file.Bytes()
}

// games is what a reader has played.
type games struct {
	all    int // positions in which every reply was tried
	random int // games, where that would be too many
}

// mostPositions is how many positions are looked at before replies are drawn at random.
const mostPositions = 3000

// beat plays every reply of the loser or, where these are too many, games at random. The reader has to win all.
func (r *reader) beat(root variants.Position, rng *rand.Rand, atRandom int) (out games) {
	seen := map[string]bool{}
	var play func(p variants.Position, at place, first bool, last variants.Move, random bool)
	play = func(p variants.Position, at place, first bool, last variants.Move, random bool) {
		if p.Side() == r.player {
			m, next := r.answer(p, at, first, last)
			require.True(r.t, p.Legal().Has(int(m)), "%v: %s", p, p.MoveText(m))
			p, at = p.Play(m), next
		}
		moves := p.Legal()
		if random && moves != 0 {
			for range rng.IntN(moves.Count()) {
				moves = moves.Rest()
			}
		}
		for ; moves != 0; moves = moves.Rest() {
			m := variants.Move(moves.First())
			after, next := p.Play(m), r.reply(p, at, m)
			key := fmt.Sprint(after, next, m)
			if !random && (seen[key] || len(seen) > mostPositions) {
				continue
			}
			seen[key] = true
			play(after, next, false, m, random)
			if random {
				return
			}
		}
	}
	play(root, r.begin(), true, 0, false)
	out.all = len(seen)
	if len(seen) > mostPositions {
		for range atRandom {
			play(root, r.begin(), true, 0, true)
			out.random++
		}
	}
	return out
}

// boards returns the boards of the atlas whose certificates have at most so many records.
func boards(t testing.TB, most int) (all []*variants.Game) {
	f, err := os.Open("../../docs/atlas.csv")
	require.NoError(t, err)
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	require.NoError(t, err)
	column := map[string]int{}
	for i, name := range rows[0] {
		column[name] = i
	}
	for _, row := range rows[1:] {
		if n, err := strconv.Atoi(row[column["certificate_records"]]); err == nil && n <= most {
			sizes := [2]int{}
			for i, name := range []string{"rows", "cols"} {
				sizes[i], err = strconv.Atoi(row[column[name]])
				require.NoError(t, err)
			}
			all = append(all, testgames.Game(t, row[column["variant"]], sizes[0], sizes[1]))
		}
	}
	return all
}

// readersWin explains boards and plays from the text.
func readersWin(t *testing.T, all []*variants.Game, atRandom int) {
	rng := seed.Random(t)
	methods := map[proof.Method]int{}
	var total games
	for _, game := range all {
		t.Run(fmt.Sprint(game.Variant().ID, game.Grid()), func(t *testing.T) {
			text, method := textOf(t, game.Start(), 0)
			played := readText(t, game, text).beat(game.Start(), rng, atRandom)
			methods[method]++
			total.all, total.random = total.all+played.all, total.random+played.random
		})
	}
	t.Logf("%d boards, by %v: every reply in %d positions, and %d games at random", len(all), methods, total.all, total.random)
}

// Whoever has the text alone wins against every reply.
func TestReadersWin(t *testing.T) {
	var some []*variants.Game
	for i, game := range boards(t, 100) {
		if game.Grid().Size() <= 12 || i%37 == 0 {
			some = append(some, game)
		}
	}
	readersWin(t, some, 5)
}

// Games of the family are read, too, by the method that they have, and as strategies.
func TestReadersWinGamesOfTheFamily(t *testing.T) {
	rng, methods := seed.Random(t), map[proof.Method]int{}
	for _, c := range []struct {
		rules      string
		rows, cols int
	}{
		{"place rook all torus", 3, 4}, {"place rook all cylinder", 3, 4}, {"place hex all", 3, 4}, {"place rook own", 1, 7},
		{"place rook other", 3, 3}, {"place king own", 2, 5}, {"place offsets:0,1;1,-1 all", 3, 3}, {"follow king", 3, 3}, {"follow knight torus", 3, 4},
		{"walk hex torus", 3, 3}, {"walk rook", 3, 4}, {"walk king block ends", 2, 4}, {"walk rook block ends torus", 3, 4},
		{"walk graph:2x4:0,1,2,3,4,5,7:0-1;0-4;1-2;1-5;2-3;3-7;4-5", 2, 4}, {"place graph:2x4:0,1,2,3,4,5,7:0-1;0-4;1-2;1-5;2-3;3-7;4-5 all", 2, 4},
	} {
		root := testgames.Game(t, c.rules, c.rows, c.cols).Start()
		for _, strategy := range []bool{false, true} {
			t.Run(fmt.Sprint(c.rules, strategy), func(t *testing.T) {
				text, method := textOf(t, root, 0)
				if strategy {
					text, method = textOfFile(t, strategyOf(t, root))
				}
				methods[method]++
				require.Positive(t, readText(t, root.Game(), text).beat(root, rng, 20).all)
			})
		}
	}
	t.Log(methods)
	for _, m := range proof.Methods() {
		if m != proof.Bounds && m != proof.Exclusions { // of bounds the text says what is missing; exclusions are on boards of the atlas
			require.Positive(t, methods[m], m)
		}
	}
}

// The board is turned in all ways, if it has to be.
func TestReadersTurnBoards(t *testing.T) {
	game := testgames.Game(t, variants.Lockdown, 5, 5)
	text, _ := textOf(t, game.Start(), 1)
	for _, sym := range game.Symmetries() {
		require.Contains(t, text, explain.TurnText(sym)+"  ")
	}
	readText(t, game, text).beat(game.Start(), seed.Random(t), 200)
}

// Whoever has the text of a small certificate alone wins against every reply, with turns that are the same whatever the other does, too.
func TestReadersWinByPlans(t *testing.T) {
	rng, plans := seed.Random(t), 0
	for _, c := range []struct {
		rules      string
		rows, cols int
	}{
		{variants.Lockdown, 3, 5}, {variants.Lockdown, 3, 7}, {variants.Blockade, 4, 4}, {variants.Blockade, 5, 3}, {variants.Blockade, 2, 9},
		{variants.Blockade, 5, 4}, {"walk hex", 3, 5}, {"walk hex torus", 3, 3}, {"walk king block ends", 2, 4}, {"walk rook block ends torus", 3, 4},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			root := testgames.Game(t, c.rules, c.rows, c.cols).Start()
			text, _ := textOf(t, root, 200)
			plans += strings.Count(strings.Join(strings.Fields(text), " "), "can prevent none of these moves")
			played := readText(t, root.Game(), text).beat(root, rng, 100)
			t.Logf("every reply in %d positions, and %d games at random", played.all, played.random)
		})
	}
	require.Greater(t, plans, 10)
}
