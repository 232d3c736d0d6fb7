package draw_test

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/analysis"
	"gridlock/internal/draw"
	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/variants"
)

// analysed returns an analysis of a position within a few nodes.
func analysed(t testing.TB, id, text string, nodes uint64) analysis.Position {
	t.Helper()
	a, err := analysis.Analyze(context.Background(), testgames.Parse(t, id, text), analysis.Options{Options: solver.Options{Memory: 1 << 24, Nodes: nodes}})
	if nodes == 0 {
		require.NoError(t, err)
	}
	return a
}

// node is an element of a drawing that was read.
type node struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Text    string     `xml:",chardata"`
	Nodes   []node     `xml:",any"`
}

func (n node) get(name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// number returns an attribute that is a number.
func (n node) number(t testing.TB, name string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(n.get(name), 64)
	require.NoError(t, err, "%v %s", n.XMLName.Local, name)
	return v
}

// with returns the elements of a class.
func (n node) with(class string) (all []node) {
	for _, child := range n.Nodes {
		if strings.Contains(" "+child.get("class")+" ", " "+class+" ") {
			all = append(all, child)
		}
	}
	return all
}

// Every shape of every drawing has literal colours.
func TestColoursAreLiteral(t *testing.T) {
	colour := regexp.MustCompile(`^(none|#[0-9a-f]{6})$`)
	drawings := map[string]string{}
	for id, text := range map[string]string{
		variants.Classic: "..../.oX./..../.#.. o", variants.Duel: ".X../...O/.#../.... x", variants.Lockdown: ".xX./..../.oO./...# x",
		variants.Claim: "X.../..../..../..#. o", variants.Blockade: "..../..#O/.X#./.... x",
		"walk hex torus": "X.../..../..O. x", "place graph:2x3:0,1,2,3,4:0-1;0-2;0-3;3-4 other": "X../..# o",
	} {
		for name, nodes := range map[string]uint64{"": 0, ", little known": 1} {
			a := analysed(t, id, text, nodes)
			for i, look := range looks() {
				drawings[fmt.Sprint(id, name, i)] = look.Picture(a, draw.Arrows(a.Position, a.Moves[0].Line()))
			}
		}
	}
	for name, text := range drawings {
		require.NotContains(t, text, "var(", name)
		shapes := 0
		for d := xml.NewDecoder(strings.NewReader(text)); ; {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			require.NoError(t, err, name)
			e, ok := token.(xml.StartElement)
			if !ok || e.Name.Local == "svg" || e.Name.Local == "style" {
				continue
			}
			shapes++
			attributes := map[string]string{}
			for _, a := range e.Attr {
				_, twice := attributes[a.Name.Local]
				require.False(t, twice, "%s: %v", name, e)
				attributes[a.Name.Local] = a.Value
			}
			require.True(t, attributes["fill"] != "" || attributes["stroke"] != "", "%s: %v", name, e)
			for _, property := range []string{"fill", "stroke"} {
				if value, ok := attributes[property]; ok {
					require.Regexp(t, colour, value, "%s: %v", name, e)
				}
			}
		}
		require.Positive(t, shapes, name)
	}
}

// Any text can be read back, except characters that XML does not have.
func TestTextsAreEscaped(t *testing.T) {
	for text, want := range map[string]string{
		`<&>"'`: `<&>"'`, "7×7 ∗2\n\tend": "7×7 ∗2\n\tend", "a\x00\x1bb\xff": "a\uFFFD\uFFFDb\uFFFD",
	} {
		e := draw.Element{Name: "text", Attrs: []draw.Attr{{Name: "title", Value: text}}, Text: text}
		var got struct {
			Title string `xml:"title,attr"`
			Text  string `xml:",chardata"`
		}
		require.NoError(t, xml.Unmarshal([]byte(e.String()), &got))
		require.Equal(t, want, got.Text)
		require.Equal(t, want, got.Title)
	}
}
