package explain

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/internal/interval"
	"gridlock/internal/seed"
	"gridlock/internal/testgames"
	"gridlock/proof"
	"gridlock/proof/certify"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// certificate returns the certificate of a position.
func certificate(t require.TestingT, p variants.Position, strategy bool) []byte {
	ctx, opt := context.Background(), solver.Options{Memory: 1 << 22}
	prover, err := pn.NewProver(p.Game(), opt)
	require.NoError(t, err)
	defer prover.Close()
	result, err := auto.Engine{Prover: prover}.Solve(ctx, p, opt)
	require.NoError(t, err)
	winner, ok := result.Winner(p)
	require.True(t, ok)
	w, err := certify.Request{Root: p, Winner: winner, Strategy: strategy, Prover: prover, Limits: opt}.Extract(ctx, new(bytes.Buffer))
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, w.Finish(&file, false))
	return file.Bytes()
}

func read(t require.TestingT, file []byte, games ...variants.Variant) *Strategy {
	s, err := Read(context.Background(), bytes.NewReader(file), proof.Options{Games: games})
	require.NoError(t, err)
	return s
}

// beatAll plays every line of the loser, or, where rng is given, one of its moves each time, and returns how many
// games that were. What a rule says of a position has to be true.
func beatAll(t require.TestingT, s *Strategy, rng *rand.Rand) (games int) {
	seen := map[string]bool{}
	var play func(line []variants.Move)
	play = func(line []variants.Move) {
		at, err := s.Follow(line)
		require.NoError(t, err)
		moves := at.Position.Legal()
		if at.Position.Side() == s.Winner {
			require.NotNil(t, at.Move)
			key := fmt.Sprint(at.Position, at.Turn, at.Taken)
			if at.Rule != nil {
				key += fmt.Sprint(at.Rule.Number)
				agrees(t, s, at)
			}
			if seen[key] && at.Taken == 0 {
				return
			}
			seen[key] = true
			play(append(line[:len(line):len(line)], *at.Move))
			return
		}
		require.Nil(t, at.Move)
		if at.Position.Over() {
			games++
		}
		for rng != nil && moves.Count() > 1 && rng.IntN(moves.Count()) > 0 {
			moves = moves.Rest()
		}
		for ; moves != 0; moves = moves.Rest() {
			play(append(line[:len(line):len(line)], variants.Move(moves.First())))
			if rng != nil {
				return
			}
		}
	}
	play(nil)
	return games
}

// agrees makes sure that the picture of a rule of a strategy is that of the position, sign by sign.
func agrees(t require.TestingT, s *Strategy, at Stand) {
	if !s.Header.Layered() || at.Taken > 0 {
		return
	}
	first := slices.IndexFunc(s.Rules, func(r Rule) bool {
		return slices.ContainsFunc(s.game.Symmetries(), func(turn bitboard.Symmetry) bool {
			return r.Pattern.Covers(interval.Of(at.Position.State()).Image(s.game.Grid(), turn))
		})
	})
	require.True(t, 0 <= first && first < at.Rule.Number)
	state, grid := at.Position.State().Image(s.game.Grid(), at.Turn), s.game.Grid()
	traits := s.game.Traits()
	for c := range grid.Size() {
		free, mine, yours := state.Free.Has(c), state.Mine.Has(c), state.Yours.Has(c)
		if traits.Free == variants.Unused {
			free, mine, yours = mine && yours, mine && !yours, yours && !mine
		}
		want := map[Sign]bool{Gone: !free && !mine && !yours, Free: free, Any: !mine && !yours, Winners: mine, Losers: yours, ForWinner: mine, ForLoser: yours}
		require.True(t, want[s.Sign(at.Rule, c)], "%v, rule %d, cell %d", at.Position, at.Rule.Number, c)
	}
}

// Random games of the family, and games that are not of it, are won by the rules against every reply, by whatever
// method.
func TestRulesWinAgainstEveryReply(t *testing.T) {
	testgames.Check(t, 600, func(t *rapid.T) {
		v := testgames.Family(t, 9)
		wins(t, read(t, certificate(t, testgames.Position(t, v, 9), rapid.Bool().Draw(t, "strategy"))))
	})
}

// wins plays every line of the loser's. Rules are numbered as they stand.
func wins(t require.TestingT, s *Strategy) {
	require.Positive(t, beatAll(t, s, nil))
	for i, r := range s.Rules {
		require.Equal(t, i+1, r.Number)
	}
}

// Small boards have all methods, all kinds of rules, boards that are turned, and copies across several axes.
func TestRulesOfAllKinds(t *testing.T) {
	methods, kinds, axes, turned := map[proof.Method]int{}, map[Kind]int{}, map[bitboard.Symmetry]int{}, 0
	var all []*Strategy
	for _, name := range variants.IDs() {
		for _, board := range [][2]int{{1, 7}, {2, 2}, {2, 4}, {3, 3}, {3, 4}, {4, 3}} {
			for _, strategy := range []bool{false, true} {
				all = append(all, read(t, certificate(t, testgames.Game(t, name, board[0], board[1]).Start(), strategy)))
			}
		}
	}
	for _, name := range []string{"plans", "blockplans"} {
		file, err := os.ReadFile("../../proof/testdata/" + name + ".proof")
		require.NoError(t, err)
		all = append(all, read(t, file))
	}
	for _, s := range all {
		wins(t, s)
		methods[s.Header.Method]++
		for _, r := range s.Rules {
			kinds[r.Kind]++
			if r.Walk != nil {
				require.Equal(t, len(r.Walk) == 1, strings.Contains(s.Why(&r), "cannot prevent it"), s.Why(&r))
			}
			if r.Axis != nil {
				axes[*r.Axis]++
			}
			for _, reply := range r.Replies {
				if reply.Turn != bitboard.Identity {
					turned++
				}
			}
		}
	}
	t.Log(methods, kinds, axes, turned)
	for _, m := range []proof.Method{proof.Strategy, proof.Intervals, proof.Copying, proof.Matching, proof.Nimbers, proof.Values} {
		require.Positive(t, methods[m], m)
	}
	for kind := Moves; kind <= Knows; kind++ {
		require.Positive(t, kinds[kind], kind)
	}
	require.Positive(t, turned)
	require.NotContains(t, axes, bitboard.Identity)
	require.Greater(t, len(axes), 2)
}

// Games that nobody knows have rules, too.
func TestRulesOfForeignGames(t *testing.T) {
	for _, v := range testgames.Foreign(t) {
		game, err := v.NewGame(2, 3)
		require.NoError(t, err)
		s := read(t, certificate(t, game.Start(), false), v)
		require.Positive(t, beatAll(t, s, nil), v.ID)
	}
}

// All methods on whole boards: every reply, or some at random.
func TestStoredCertificates(t *testing.T) {
	rng := seed.Random(t)
	names, err := filepath.Glob("../../proof/testdata/*.proof")
	require.NoError(t, err)
	methods := map[proof.Method]bool{}
	for _, name := range names {
		file, err := os.ReadFile(name)
		require.NoError(t, err)
		s := read(t, file)
		methods[s.Header.Method] = true
		for range 20 {
			require.Equal(t, 1, beatAll(t, s, rng), name)
		}
	}
	require.Len(t, methods, len(proof.Methods()))
}

// There are no more rules than records, and images of a record are one.
func TestFewRules(t *testing.T) {
	for _, c := range []struct {
		rules         string
		rows, cols    int
		records, most int
	}{
		{variants.Blockade, 4, 4, 29, 29},
		{variants.Lockdown, 5, 5, 100, 98},
		{variants.Claim, 4, 4, 47, 20},
	} {
		s := read(t, certificate(t, testgames.Game(t, c.rules, c.rows, c.cols).Start(), false))
		t.Log(c, len(s.Rules))
		require.Equal(t, uint64(c.records), s.Header.Records)
		require.LessOrEqual(t, len(s.Rules), c.most)
	}
}

// A position falls into components, and the table knows each, turned or not.
func TestComponents(t *testing.T) {
	s := read(t, certificate(t, testgames.Game(t, variants.Claim, 4, 4).Start(), false))
	p := testgames.Parse(t, variants.Claim, "--../O---/---X/..-- x")
	parts := s.Components(p)
	require.Len(t, parts, 2)
	for i, want := range []struct {
		cells  variants.Board
		nimber int
	}{{bitboard.Of(2, 3), 1}, {bitboard.Of(12, 13), 1}} {
		require.Equal(t, want.cells, parts[i].Cells.Left)
		require.Len(t, parts[i].Rules, 1)
		require.Equal(t, want.nimber, *s.Rules[parts[i].Rules[0]-1].Part.Nimber)
	}
}

// A certificate that is damaged, or that claims what is not so, has no rules; nor has a file that is none.
func TestNothingOfWhatIsRefused(t *testing.T) {
	names, err := filepath.Glob("../../proof/testdata/*.proof")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		file, err := os.ReadFile(name)
		require.NoError(t, err)
		exchange := strings.NewReplacer(`"winner":"X"`, `"winner":"O"`, `"winner":"O"`, `"winner":"X"`)
		_, err = Read(context.Background(), strings.NewReader(exchange.Replace(string(file))), proof.Options{})
		require.Error(t, err, name)
		body := bytes.Index(file, []byte("}\n")) + 2 // a byte of the header may be of the program's name
		for i := body; i < len(file); i++ {
			file[i] ^= 1
			s, err := Read(context.Background(), bytes.NewReader(file), proof.Options{})
			require.Error(t, err, "%s, byte %d", name, i)
			require.Nil(t, s)
			file[i] ^= 1
		}
		_, err = Read(context.Background(), bytes.NewReader(file[:len(file)-1]), proof.Options{})
		require.Error(t, err)
	}
	_, err = Read(context.Background(), bytes.NewReader(nil), proof.Options{})
	require.Error(t, err)
}

// Lines that are not the strategy's are refused.
func TestOtherLines(t *testing.T) {
	s := read(t, certificate(t, testgames.Game(t, variants.Blockade, 4, 4).Start(), false))
	at, err := s.Follow(nil)
	require.NoError(t, err)
	for cell := range at.Position.Legal().Cells() {
		_, err := s.Follow([]variants.Move{variants.Move(cell)})
		require.Equal(t, variants.Move(cell) == *at.Move, err == nil)
	}
	_, err = s.Follow([]variants.Move{63})
	require.Error(t, err)
}
