package analyze

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/analysis"
	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/draw"
	"gridlock/internal/printable"
	"gridlock/internal/report"
	"gridlock/internal/testgames"
)

// update makes the golden tests write what they get. Look at what has changed.
var update = flag.Bool("update", false, "write the golden files anew")

// golden compares a text with the file of that name.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o777))
		require.NoError(t, os.WriteFile(file, []byte(got), 0o666))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), got, "%s; run the test with -update, and look at what has changed", file)
}

// timeless replaces what differs from run to run.
func timeless(text string) string {
	text = regexp.MustCompile(`\d+\.\d{2,3} s\b`).ReplaceAllString(text, "TIME")
	text = regexp.MustCompile(`(?m)^nodes +[0-9,]+$`).ReplaceAllString(text, "nodes       N")
	text = regexp.MustCompile(`"nodes":\d+`).ReplaceAllString(text, `"nodes":0`)
	return regexp.MustCompile(`"seconds":[0-9.e-]+`).ReplaceAllString(text, `"seconds":0`)
}

func TestGoldenText(t *testing.T) {
	for name, g := range games(t) {
		opt := options{lines: 2, depth: 8}
		text := timeless(opt.text(g, console.Style{}, cli.Width))
		golden(t, name+".txt", text)
		for _, line := range strings.Split(text, "\n") {
			require.LessOrEqual(t, utf8.RuneCountInString(line), cli.Width)
		}
	}
}

// A position is drawn as solve draws it, but that moves have values in place of the numbers of cells, and that cells
// without either have dots.
func TestBoardIsThatOfSolve(t *testing.T) {
	testgames.Check(t, 500, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Family(t, 16), 16)
		drawn := board(analysis.Position{Position: p}, console.Style{})
		require.Equal(t, signs(p.Plain(nil)), signs(strings.Join(append(drawn.lines, drawn.notes...), "\n")))
	})
}

// signs are the words of a picture, with a dot for every number.
func signs(picture string) []string {
	return strings.Fields(regexp.MustCompile(`\d+`).ReplaceAllString(picture, "."))
}

func TestGoldenJSON(t *testing.T) {
	for name, g := range games(t) {
		var out bytes.Buffer
		require.NoError(t, printable.WriteJSON(&out, report.NewStudy(g, nil)))
		golden(t, name+".json", timeless(out.String()))
	}
}

func TestGoldenSVG(t *testing.T) {
	for name, g := range games(t) {
		text := draw.Look{}.Picture(g.End, nil)
		golden(t, name+"-board.svg", text)
		requireXML(t, text)
	}
}

// requireXML checks that a text is well-formed.
func requireXML(t *testing.T, text string) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			return
		} else {
			require.NoError(t, err)
		}
	}
}

// Colours are added to the text, and change nothing else.
func TestColoursAreNotNeeded(t *testing.T) {
	escapes := regexp.MustCompile("\x1b\\[[0-9;]*m")
	opt := options{lines: 1}
	for _, g := range games(t) {
		plain, painted := opt.text(g, console.Style{}, cli.Width), opt.text(g, console.Painted(), cli.Width)
		require.NotEqual(t, plain, painted)
		require.Equal(t, plain, escapes.ReplaceAllString(painted, ""))
	}
}

func TestBoardsTooWideGoAboveTheTable(t *testing.T) {
	left, right := picture{lines: []string{"aa", "bb"}, width: 2}, picture{lines: []string{"cc", "dd", "ee"}, width: 2}
	require.Equal(t, "aa   cc\nbb   dd\n     ee\n", beside(left, right, cli.Width))
	require.Equal(t, "aa   cc\nbb   dd\n     ee\n", beside(picture{lines: left.lines, width: 2}, picture{lines: right.lines, width: 75}, cli.Width))
	require.Equal(t, "aa\nbb\n\ncc\ndd\nee\n", beside(left, picture{lines: right.lines, width: 76}, cli.Width))
	require.Equal(t, "cc   aa\ndd   bb\nee\n", beside(right, left, cli.Width))
}

// Text keeps within the columns that there are, as long as a board fits, and uses them.
func TestTextKeepsWithinColumns(t *testing.T) {
	g := review(t, "lockdown", 4, 4, 0, "6 11 7")
	heights := map[int]int{}
	for _, width := range []int{40, 60, 80, 100} {
		var opt options
		lines := strings.Split(opt.text(g, console.Style{}, width), "\n")
		for _, line := range lines {
			require.LessOrEqual(t, len(line), width, line)
		}
		heights[width] = len(lines)
	}
	require.Greater(t, heights[40], heights[60])
	require.Greater(t, heights[60], heights[100])
}
