package variants_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/variants"
)

// A record that was written is read again; cut short anywhere before its end it is not a
// record, and neither is it with a line left out.
func TestGameRecords(t *testing.T) {
	testgames.Check(t, 200, func(t *rapid.T) {
		start := testgames.Position(t, testgames.Variant(t), 30)
		g := variants.GameRecord{Start: start}
		for p := start; !p.Over() && rapid.IntRange(0, 9).Draw(t, "more") > 0; {
			m := testgames.Move(t, p)
			g.Moves, p = append(g.Moves, m), p.Play(m)
		}
		text := g.String()
		read, err := variants.ParseGameRecord(text)
		require.NoError(t, err)
		require.Equal(t, text, read.String())
		require.Equal(t, g.Position().String(), read.Position().String())
		cut := rapid.IntRange(0, len(text)-2).Draw(t, "cut")
		_, err = variants.ParseGameRecord(text[:cut])
		require.Error(t, err, "%q", text[:cut])
		lines := strings.SplitAfter(text, "\n")
		out := rapid.IntRange(0, len(lines)-2).Draw(t, "line left out")
		_, err = variants.ParseGameRecord(strings.Join(append(lines[:out:out], lines[out+1:]...), ""))
		if !strings.HasPrefix(lines[out], "moves") {
			require.Error(t, err)
		}
	})
}

func TestGameRecordIsPlain(t *testing.T) {
	start := testgames.Game(t, "lockdown", 4, 4).Start()
	moves, _, err := start.ParseRecord("6 11 7")
	require.NoError(t, err)
	g := variants.GameRecord{Start: start, Moves: moves}
	want := "gridlock-game 1\nvariant lockdown\nstart ..../..../..../.... x\nmoves 6 11 7\nresult unfinished\n"
	require.Equal(t, want, g.String())
	read, err := variants.ParseGameRecord("# by hand\n" + strings.ReplaceAll(want, "6 11", "6\n\n  moves   11\t"))
	require.NoError(t, err)
	require.Equal(t, want, read.String())
}

func TestBadGameRecords(t *testing.T) {
	const head = "gridlock-game 1\nvariant claim\nstart 1/1 x\n"
	for _, c := range []struct{ text, want string }{
		{"", "not a game record"},
		{"gridlock-game 2\n", "line 1: \"gridlock-game 2\", not"},
		{"gridlock-game 1\n", "cut short"},
		{head, "cut short"},
		{head + "moves 1\nresult X wins\n" + "moves 2\n", "line 6: \"moves 2\" comes after the result"},
		{head + "moves 1\nresult unfinished\n", `the result is "X wins", not "unfinished"`},
		{head + "result X wins\n", `the result is "unfinished", not "X wins"`},
		{head + "moves 7\nresult unfinished\n", "line 4: move 1, \"7\""},
		{head + "moves 1\nmoves 2\nresult unfinished\n", "line 5: move 2, \"2\": the game is over"},
		{"gridlock-game 1\nvariant chess\n", "line 2: unknown variant"},
		{"gridlock-game 1\nstart ./. x\n", "line 2: \"start\" is not expected here"},
		{head + "start ./. x\n", "line 4: \"start\" is not expected here"},
		{"gridlock-game 1\nvariant claim\nstart ./? x\n", "line 3: "},
	} {
		_, err := variants.ParseGameRecord(c.text)
		require.ErrorContains(t, err, c.want, "%q", c.text)
	}
}
