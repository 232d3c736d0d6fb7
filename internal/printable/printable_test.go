package printable

import (
	"fmt"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestOrdinaryTextStays(t *testing.T) {
	for _, text := range []string{
		"", "5x5.proof", `C:\games\"my" proof.gz`, "Müller–Øst 日本語.proof", "Жизнь، می\u200cخواهم, שלום", "e\u0301",
		"👩‍👩‍👧 ❤️", "a\u00a0b\u3000c", "\ufffd", "∗ ≥ 2⁻⁴⁰",
	} {
		require.Equal(t, text, Printable(text))
	}
}

func TestEscapes(t *testing.T) {
	for text, want := range map[string]string{
		"\x1b[2Jboo":           `\x1b[2Jboo`,
		"a\nb\tc\rd\x00\a\b":   `a\nb\tc\rd\x00\a\b`,
		"\x7f":                 `\x7f`,
		"\u009b31mred\u0085":   `\u009b31mred\u0085`,
		"\x9b31mred":           `\x9b31mred`, // a byte that is C1 in Latin-1
		"abc\u202efdp.exe":     `abc\u202efdp.exe`,
		"\u2066a\u2069\u200e":  `\u2066a\u2069\u200e`,
		"a\u2028b\u2029":       `a\u2028b\u2029`,
		"\ufeffa\u00ad":        `\ufeffa\u00ad`,
		"ä\xffö\xc3":           `ä\xffö\xc3`,
		"\xed\xa0\x80":         `\xed\xa0\x80`, // a surrogate
		"\ufffd\xff":           "\ufffd" + `\xff`,
		"\U000e0041\U0010ffff": `\U000e0041\U0010ffff`,
	} {
		require.Equal(t, want, Printable(text), "%q", text)
	}
}

// No rune, alone or next to others, lets a control or a format character through, or anything
// that is not UTF-8.
func TestNothingUnsafeIsLeft(t *testing.T) {
	check := func(text string) {
		shown := Printable(text)
		if !utf8.ValidString(shown) || Printable(shown) != shown {
			t.Fatalf("%q is shown as %q", text, shown)
		}
		for _, r := range shown {
			if unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp) {
				t.Fatalf("%q is shown as %q", text, shown)
			}
		}
	}
	for r := range rune(unicode.MaxRune + 1) {
		check(string(r))
	}
	for a := range 256 {
		for b := range 256 {
			check(string([]byte{byte(a), byte(b), 'x'}))
		}
	}
}

func ExamplePrintable() {
	fmt.Println(Printable("won.proof\x1b[2K\rProven: Ω wins"))
	// Output: won.proof\x1b[2K\rProven: Ω wins
}
