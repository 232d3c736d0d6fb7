package cgt

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTexts(t *testing.T) {
	a := NewArena(1 << 24)
	for _, c := range []struct{ text, want, latex string }{
		{"-3/4", "", `-\frac{3}{4}`},
		{"5|", "6", "6"},
		{"{|}", "0", "0"},
		{"{*|1}", "0", "0"},
		{"{^|1}", "1/2", `\frac{1}{2}`},
		{"2v*3", "", `2{\downarrow}{\ast}3`},
		{"⇑∗", "^^*", `{\Uparrow}{\ast}`},
		{"^3", "", `{\uparrow}3`},
		{"^^^", "^3", `{\uparrow}3`},
		{"{0,*|0}", "^*", `{\uparrow}{\ast}`},
		{" { 0 | * } ", "^", `{\uparrow}`},
		{"{*999|*999}", "0", "0"},
		{"^[2]", "", `{\uparrow}^{[2]}`},
		{"{^|*}", "^[2]", `{\uparrow}^{[2]}`},
		{"{0|v*}", "^<2>", `{\uparrow}^{2}`},
		{"v<3>", "", `{\downarrow}^{3}`},
		{"^<2>*", "{0,*|v}", `\{0,{\ast}\mathrel{|}{\downarrow}\}`},
		{"2||1|0", "{2||1|0}", `\{2\mathrel{||}1\mathrel{|}0\}`},
		{"{4||1|0 ||| 0|−1||−4}", "+-{4||1|0}", `\pm \{4\mathrel{||}1\mathrel{|}0\}`},
		{"8||||4|||2||1|0", "{8||||4|||2||1|0}", ""},
		{"16|||||8||||4|||2||1|0", "{16|{8||||4|||2||1|0}}", ""},
		{"±1", "+-1", `\pm 1`},
		{"1*|-1*", "+-(1*)", `\pm (1{\ast})`},
		{"+-+-1", "0", "0"},
		{"+-{1,{3|0}}", "", `\pm \{1,\{3\mathrel{|}0\}\}`},
		{"+_1", "Tiny(1)", `\operatorname{Tiny}(1)`},
		{"-_1/2*", "Miny(1/2*)", ""},
		{"Tiny({2|1})", "{0|||0||-1|-2}", ""},
		{"{1,{10|0}|-1}", "", ""},
	} {
		v := must[Value](t)(a.Parse(c.text))
		if c.want == "" {
			c.want = c.text
		}
		require.Equal(t, c.want, v.String())
		require.Equal(t, v, must[Value](t)(a.Parse(c.want)))
		if c.latex != "" {
			require.Equal(t, c.latex, v.LaTeX())
		}
		if len(c.want) > 3 {
			cut, whole := v.Text(3)
			require.False(t, whole)
			require.Equal(t, c.want[:3]+"…", cut)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	a := NewArena(1 << 24)
	for text, want := range map[string]string{
		"":                                 "one game is needed",
		"1,2":                              "one game is needed",
		"{1}":                              "no bar",
		"{1,2}":                            "one game is needed",
		"{1|2":                             "ends too early",
		"1|2}":                             `not understood: "}"`,
		"2|1|0":                            "braces are missing",
		"{1,3|0|-1,{0|-3}}":                "braces are missing",
		"1+1":                              `not understood: "+1"`,
		"1,":                               "ends too early",
		"{1|,0}":                           `not understood: ",0}"`,
		"a game":                           "not understood",
		"-":                                "not understood",
		"^2":                               "up-second is ^<2>",
		"^^3":                              "up-second",
		"^<0>":                             "up-second",
		"1/3":                              "power of two",
		"1/0":                              "power of two",
		"99999999999999999999":             "too large",
		"2097152":                          "too large",
		"1/4398046511104":                  "too large or too fine",
		"*1024":                            "too large",
		"^1024":                            "too large",
		strings.Repeat("{", 1000):          "nested",
		strings.Repeat("+-", 1000):         "nested",
		strings.Repeat("+_", 1000):         "nested",
		"{1/1099511627776|1/549755813888}": "too fine",
	} {
		_, err := a.Parse(text)
		require.ErrorContains(t, err, want, text)
	}
}

// What is read is written as it would be read again, and no text is too much.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"{4||1|0|||0|-1||-4}", "+-{1,{3|0}}", "2v*3", "Tiny(1/2*)", "-_(1*)", "^[2]", "v<3>*4", "(1|0)||-1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a := NewArena(1 << 22)
		steps := 0
		a.Stop = func() bool { steps++; return steps > 10 }
		v, err := a.Parse(text)
		if err != nil {
			return
		}
		again, whole := v.Text(1 << 12)
		if !whole {
			return
		}
		if w, err := a.Parse(again); err == nil {
			require.Equal(t, v, w, again)
			require.Equal(t, again, w.String())
		}
	})
}
