package plaintext

import (
	"regexp"
	"strings"
)

// prose returns a text without markup. Code is put in quotation marks, unless it has quotation marks itself.
func prose(text string) string {
	return inline(text, func(code string) string {
		if strings.Contains(code, `"`) {
			return code
		}
		return `"` + code + `"`
	})
}

// bare returns a text without markup, for the cells of tables.
func bare(text string) string {
	return inline(text, func(code string) string { return code })
}

// inline returns a text without markup, code in the form that quote gives it.
func inline(text string, quote func(code string) string) string {
	emphasis := regexp.MustCompile(`(\*\*|\*)([^*]+)(\*\*|\*)`)
	var out strings.Builder
	text = unlinked(text)
	for text != "" {
		before, rest, ok := strings.Cut(text, "`")
		out.WriteString(emphasis.ReplaceAllString(before, "$2"))
		code, after, closed := strings.Cut(rest, "`")
		switch {
		case !ok:
		case closed:
			out.WriteString(quote(code))
		default:
			out.WriteString("`" + rest)
		}
		text = after
	}
	return out.String()
}

// unlinked returns a text without links. Addresses of external pages stay.
func unlinked(text string) string {
	link := regexp.MustCompile(`\[([^]]*)\]\(([^)]*)\)`)
	return link.ReplaceAllStringFunc(text, func(whole string) string {
		parts := link.FindStringSubmatch(whole)
		if strings.Contains(parts[2], "://") {
			return parts[1] + " (" + parts[2] + ")"
		}
		return parts[1]
	})
}
