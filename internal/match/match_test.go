package match

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/pipe"
	"gridlock/internal/query"
	"gridlock/internal/random"
	"gridlock/internal/testgames"
	"gridlock/player"
	"gridlock/variants"
)

// program returns how to start a function as a program.
func program(run func(in io.Reader, out io.Writer) error) func() (*Conn, error) {
	return func() (*Conn, error) {
		in, write := io.Pipe()
		read, out := io.Pipe()
		done := make(chan error, 1)
		go func() {
			err := run(in, out)
			in.Close()
			out.Close()
			done <- err
		}()
		return &Conn{In: write, Out: read, Wait: func() error { return <-done }, Kill: func() {
			in.Close()
			out.Close()
		}}, nil
	}
}

// gridlock is this program's engine.
func gridlock() func() (*Conn, error) {
	return program(func(in io.Reader, out io.Writer) error {
		d := query.New(query.Options{Memory: 64 << 20, Workers: 1, Queue: 1})
		defer d.Close()
		return pipe.Serve(context.Background(), in, out, pipe.Options{Service: d})
	})
}

// The protocol is enough to play: the engine on a pipe wins all that is won, against any
// moves, as the truth by the rules alone is.
func TestEngineWinsWhatIsWon(t *testing.T) {
	e, err := NewEngine(t.Context(), EngineOptions{Start: gridlock(), MoveTime: 10 * time.Second, Grace: 10 * time.Second})
	require.NoError(t, err)
	defer e.Close()
	require.Equal(t, "gridlock", e.Greeting().Name)
	any := NewLevel(LevelOptions{Level: player.Random})
	defer any.Close()
	seeds := rand.New(rand.NewPCG(26, 0))
	won := 0
	for _, v := range variants.All() {
		game, err := v.NewGame(3, 4)
		require.NoError(t, err)
		truth := testgames.NewTruth(game)
		for _, o := range Openings(seeds, game.Start(), 2, testgames.Of(4, 20)) {
			games, err := Pair(t.Context(), e, any, o, seeds)
			require.NoError(t, err)
			require.Len(t, games, 2)
			for i, g := range games {
				require.Nil(t, g.Fault)
				require.Equal(t, variants.Player(i), g.A)
				p := o.Position()
				if mine := p.Side() == g.A; mine == (truth.Distance(p.State())%2 == 1) {
					won++
					require.True(t, g.WonByA(), "%s %v: %v", v.ID, p, p.Record(g.Moves))
				}
				for _, m := range g.Moves {
					require.NoError(t, p.CheckMove(m))
					p = p.Play(m)
				}
				require.True(t, p.Over())
				require.Equal(t, p.Side().Opponent(), g.Winner)
			}
		}
	}
	require.Equal(t, testgames.Of(4, 20)*len(variants.All()), won, "one side of each opening")
}

// A perfect level is as good as the engine: each wins one game of every opening.
func TestPerfectPlayersShareTheOpenings(t *testing.T) {
	e, err := NewEngine(t.Context(), EngineOptions{Start: gridlock(), MoveTime: 10 * time.Second, Grace: 10 * time.Second})
	require.NoError(t, err)
	defer e.Close()
	perfect := NewLevel(LevelOptions{Level: player.Perfect, MoveTime: 10 * time.Second, Memory: 64 << 20, Workers: 1})
	defer perfect.Close()
	seeds, score := rand.New(rand.NewPCG(1, 2)), Score{}
	for _, v := range variants.All() {
		game, err := v.NewGame(3, 3)
		require.NoError(t, err)
		for _, o := range Openings(seeds, game.Start(), 1, 3) {
			pair, err := Pair(t.Context(), e, perfect, o, seeds)
			require.NoError(t, err)
			score.Add(pair)
		}
	}
	require.Equal(t, 15, score.OneEach, "%+v", score)
	require.Equal(t, 15, score.A())
	require.Equal(t, 30, score.Games)
}

// With the same seed, levels play the same games.
func TestLevelsPlayTheSameAgain(t *testing.T) {
	games := func() (texts []string) {
		seeds := rand.New(rand.NewPCG(7, 0))
		a := NewLevel(LevelOptions{Level: player.Casual})
		b := NewLevel(LevelOptions{Level: player.Perfect, MoveTime: time.Minute, Nodes: 2000, Workers: 1, Memory: 16 << 20})
		defer a.Close()
		defer b.Close()
		for _, id := range []string{variants.Lockdown, variants.Blockade} {
			start := testgames.Game(t, id, 4, 4).Start()
			for _, o := range Openings(seeds, start, 2, 2) {
				pair, err := Pair(t.Context(), a, b, o, seeds)
				require.NoError(t, err)
				for _, g := range pair {
					texts = append(texts, fmt.Sprint(id, o.Position(), o.Position().Record(g.Moves), g.Winner))
				}
			}
		}
		return texts
	}
	require.Equal(t, games(), games())
}

func TestOpenings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := testgames.Start(t, testgames.Variant(t), 12)
		if start.Over() {
			t.Skip("nothing to play")
		}
		plies, seed := rapid.IntRange(0, 6).Draw(t, "plies"), rapid.Uint64().Draw(t, "seed")
		all := Openings(random.New(seed), start, plies, 5)
		require.Len(t, all, 5)
		for i, again := range Openings(random.New(seed), start, plies, 5) {
			require.Equal(t, again.Position().String(), all[i].Position().String())
		}
		for _, o := range all {
			p := start
			for _, m := range o.Moves {
				require.NoError(t, p.CheckMove(m))
				p = p.Play(m)
			}
			require.False(t, p.Over())
			require.LessOrEqual(t, len(o.Moves), plies)
			if len(o.Moves) < plies {
				for m := range p.Legal().Cells() {
					require.True(t, p.Play(variants.Move(m)).Over())
				}
			}
		}
	})
	seen := map[string]bool{}
	for _, o := range Openings(random.New(1), testgames.Game(t, variants.Claim, 4, 4).Start(), 1, 16) {
		seen[o.Position().String()] = true
	}
	require.Greater(t, len(seen), 13, "openings are not drawn again")
}

// hello is the greeting of a program that then answers each request with a text.
const hello = `{"protocol":1,"name":"test"}` + "\n"

// answering returns a program that answers the n-th request with the n-th text, in which ID
// stands for its id.
func answering(texts ...string) func() (*Conn, error) {
	return program(func(in io.Reader, out io.Writer) error {
		io.WriteString(out, hello) //nolint:errcheck // the reader notices
		lines := bufio.NewScanner(in)
		for i := 1; lines.Scan() && i <= len(texts); i++ {
			io.WriteString(out, strings.ReplaceAll(texts[i-1], "ID", fmt.Sprint(i))) //nolint:errcheck // so here
		}
		return errors.New("exit status 7")
	})
}

// silent never answers.
func silent(in io.Reader, out io.Writer) error {
	io.WriteString(out, hello)        //nolint:errcheck // the reader notices
	_, err := io.Copy(io.Discard, in) // until it is killed
	return err
}

// What goes wrong loses the game, is named with the position, and does not spoil the next.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name, kind, detail string
		start              func() (*Conn, error)
	}{
		{"illegal", Illegal, `"99"`, answering(`{"id":ID,"result":{"move":"99"}}` + "\n")},
		{"none", Illegal, "no move", answering(`{"id":ID,"result":{"move":null}}` + "\n")},
		{"refused", Refused, `Busy: no \x1b`, answering(`{"id":ID,"problem":{"title":"Busy","detail":"no \u001b"}}` + "\n")},
		{"refused in a word", Refused, `refused: busy`, answering(`{"id":ID,"problem":{"type":"busy"}}` + "\n")},
		{"junk", Protocol, `no reply, but "I play 3"`, answering("I play 3\n")},
		{"other result", Protocol, "no move, but", answering(`{"id":ID,"result":[1]}` + "\n")},
		{"crash", Crash, "exit status 7", answering()},
		{"long line", Crash, "too long", answering(strings.Repeat("x", mostLine+1))},
		{"silent", Timeout, "no answer in time", program(silent)},
		{"other id", Timeout, "no answer in time", func() (*Conn, error) {
			return program(func(in io.Reader, out io.Writer) error {
				io.WriteString(out, hello+`{"id":17,"result":{"move":"1"}}`+"\n"+`{"id":1,"progress":{}}`+"\n") //nolint:errcheck // noticed
				_, err := io.Copy(io.Discard, in)
				return err
			})()
		}},
		{"does not read", Timeout, "no answer in time", func() (*Conn, error) {
			forever := make(chan bool)
			var once sync.Once
			conn, err := program(func(in io.Reader, out io.Writer) error {
				io.WriteString(out, hello) //nolint:errcheck // noticed
				<-forever
				return nil
			})()
			kill := conn.Kill
			conn.Kill = func() { kill(); once.Do(func() { close(forever) }) }
			return conn, err
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				starts := 0
				e, err := NewEngine(t.Context(), EngineOptions{MoveTime: time.Second, Grace: time.Second, Start: func() (*Conn, error) {
					starts++
					return c.start()
				}})
				require.NoError(t, err)
				any := NewLevel(LevelOptions{Level: player.Random})
				o := Opening{variants.GameRecord{Start: testgames.Game(t, variants.Claim, 3, 3).Start()}}
				games, err := Pair(t.Context(), e, any, o, random.New(1))
				require.NoError(t, err)
				e.Close()
				require.Len(t, games, 2)
				for i, g := range games {
					require.NotNil(t, g.Fault)
					if i == 0 {
						require.Equal(t, c.kind, g.Fault.Kind)
						require.Contains(t, g.Fault.Error(), c.detail)
						require.Equal(t, o.Start.String(), g.Fault.At.String())
					}
					require.Equal(t, g.A, g.Fault.By)
					require.False(t, g.WonByA())
				}
				want := 2 // it is started again for the second game
				if c.kind == Illegal || c.kind == Refused {
					want = 1
				}
				require.Equal(t, want, starts)
			})
		})
	}
}

func TestGreetings(t *testing.T) {
	for greeting, want := range map[string]string{
		"":                                 "crash: the program ended",
		"hello\n":                          "protocol: no greeting, but \"hello\"",
		`{"name":"x"}` + "\n":              "protocol: protocol 0 in the greeting, and not 1",
		`{"protocol":2,"name":"x"}` + "\n": "protocol: protocol 2 in the greeting, and not 1",
	} {
		_, err := NewEngine(t.Context(), EngineOptions{Start: program(func(_ io.Reader, out io.Writer) error {
			_, err := io.WriteString(out, greeting)
			return err
		})})
		require.EqualError(t, err, want)
	}
	synctest.Test(t, func(t *testing.T) {
		_, err := NewEngine(t.Context(), EngineOptions{Start: program(func(in io.Reader, _ io.Writer) error {
			_, err := io.Copy(io.Discard, in)
			return err
		})})
		require.EqualError(t, err, "timeout: no greeting in time")
	})
	_, err := NewEngine(t.Context(), EngineOptions{Start: Command([]string{"/nowhere/at/all"}, io.Discard)})
	require.Error(t, err)
}

// A match that is cancelled ends with the error of the context, and not with a fault.
func TestCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, nil)
		defer cancel()
		e, err := NewEngine(ctx, EngineOptions{Start: program(silent), MoveTime: time.Minute})
		require.NoError(t, err)
		games, err := Pair(ctx, e, e, Opening{variants.GameRecord{Start: testgames.Game(t, variants.Claim, 3, 3).Start()}}, random.New(1))
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Empty(t, games)
		e.Close()
	})
}

// The values are those of Newcombe 1998, table I, method 3, and by hand.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		k, n      int
		low, high float64
	}{{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718}, {10, 10, 0.7225, 1}, {0, 0, 0, 1}} {
		low, high := Wilson(c.k, c.n)
		require.InDelta(t, c.low, low, 0.00005, "%d of %d", c.k, c.n)
		require.InDelta(t, c.high, high, 0.00005, "%d of %d", c.k, c.n)
	}
}

func TestWords(t *testing.T) {
	for text, want := range map[string][]string{
		"gridlock engine --db none": {"gridlock", "engine", "--db", "none"},
		` a  'b c' "d'e"f '' `:      {"a", "b c", "d'ef", ""},
		`C:\x\y.exe`:                {`C:\x\y.exe`},
	} {
		words, err := Words(text)
		require.NoError(t, err)
		require.Equal(t, want, words)
	}
	for _, text := range []string{"", "  ", "a 'b", `"`} {
		_, err := Words(text)
		require.Error(t, err, text)
	}
}
