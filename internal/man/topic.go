package main

import (
	"fmt"
	"strings"

	"gridlock/cmd"
	"gridlock/internal/plaintext"
)

// width is how wide the lines of options, tables and lists are: man(1) indents them by 7 of 80 columns.
const width = 72

// topicName returns the name of a help topic's page, as in gridlock-rules.
func topicName(t cmd.Topic) string { return "gridlock-" + t.Name }

// topicPage returns the manual page of a help topic. A title at the beginning of the topic becomes the section
// DESCRIPTION. The other headings are sections, too.
func topicPage(t cmd.Topic, date string) string {
	var b strings.Builder
	b.WriteString(head(topicName(t), t.Short, 7, date))
	begun := false // the section, whose first paragraph needs no .PP
	for i, part := range plaintext.Parts(portable(t.Page()), width) {
		switch {
		case part.Level == 1 && i == 0:
			b.WriteString(".SH DESCRIPTION\n")
		case part.Level == 1, part.Level == 2:
			fmt.Fprintf(&b, ".SH %s\n", escape(strings.ToUpper(part.Text)))
		case part.Level > 2:
			fmt.Fprintf(&b, ".SS %s\n", escape(part.Text))
		case part.Fill && begun:
			b.WriteString(".PP\n" + prose(part.Text))
		case part.Fill:
			b.WriteString(prose(part.Text))
		case begun:
			b.WriteString(".PP\n" + literal(part.Text))
		default:
			b.WriteString(literal(part.Text))
		}
		begun = part.Level == 0
	}
	b.WriteString(".SH SEE ALSO\n\\fBgridlock\\fR(1)\n")
	return b.String()
}
