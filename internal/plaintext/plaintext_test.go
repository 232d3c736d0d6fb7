package plaintext

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"gridlock/docs"
)

func TestRender(t *testing.T) {
	page := "# A *title* of `code`\n" +
		"Some **bold** and [linked](there.md#x) words, `code`, `\"quoted\"`,\n[`there`](there.md) and [a page](https://example.org/).\n" +
		"\n- one\n  item\n- two\n1. three\n\n```sh\n# code  |\n\n- x\n```\nafter\n" +
		"\n| head | `code` |\n|---|---|\n| `a` | some words that have to be wrapped |\n| b | |\n"
	require.Equal(t, `A TITLE OF "CODE"

Some bold and linked words, "code",
"quoted", "there" and a page
(https://example.org/).

- one item
- two
1. three

  # code  |

  - x

after

head  code
a     some words that have to be wrapped
b
`, Render(page, 40))
}

func TestRenderWideTable(t *testing.T) {
	page := "| first | second | third |\n|---|---|---|\n| one | a text that needs most of the line | x |\n"
	require.Equal(t, "one   a text that needs most of the\n      line: x\n", Render(page, 36))
}

// Code is not wrapped between words only: none of it is lost, and it keeps within the width.
func TestRenderWideCode(t *testing.T) {
	require.Equal(t, "  gridlock solve\n      lockdown\n  12345678901234\n      56789012\n",
		Render("```\ngridlock solve lockdown\n1234567890123456789012\n```\n", 16))
}

func TestSections(t *testing.T) {
	page := "# Page\nzero\n## One\n1\n### Part\n1.1\n```\n## Three\n```\n## Two\n2\n## Three\n3\n"
	require.Equal(t, "## One\n1\n### Part\n1.1\n```\n## Three\n```\n## Three\n3\n", Sections(page, "One", "Three"))
	require.Equal(t, page, Sections(page, "Page"))
	require.Empty(t, Sections(page, "Four"))
}

// The pages of docs keep within the width, lose no word, and have no markup left except in code.
func TestPages(t *testing.T) {
	for name, page := range map[string]string{
		"rules": docs.Rules, "interchange": docs.Interchange, "proof-format": docs.ProofFormat,
		"exit-status": docs.ExitStatus,
	} {
		text := Render(page, 80)
		for line := range strings.Lines(text) {
			require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), 80, "%s: %s", name, line)
		}
		require.NotContains(t, text, "`", name)
		require.NotContains(t, text, "](", name)
		require.NotContains(t, text, "**", name)
		require.Greater(t, len(strings.Fields(text)), len(strings.Fields(page))*8/10, name)
	}
}
