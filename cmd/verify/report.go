package verify

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"gridlock/internal/cli/console"
	"gridlock/internal/printable"
	"gridlock/internal/report"
	"gridlock/proof"
)

// result is the result of checking a file.
type result struct {
	file   string
	size   uint64        // bytes read
	reader *proof.Reader // nil if the header is refused
	work   proof.Counts
	time   time.Duration
	err    error // why nothing has been proven, or nil
}

// write prints the result. It prints a refused file only in JSON.
func (opt *options) write(w io.Writer, r result, gap bool) error {
	if opt.format.JSON() {
		return printable.WriteJSON(w, report.NewVerdict(r.file, r.size, r.reader, r.work, r.time, r.err))
	}
	if r.err != nil {
		return nil
	}
	text, err := r.text()
	if err != nil {
		return err
	}
	if gap {
		text = "\n" + text
	}
	_, err = io.WriteString(w, text)
	return err
}

// text says what is proven, and what was checked.
func (r result) text() (string, error) {
	about, err := r.reader.Describe(r.work)
	if err != nil {
		return "", err
	}
	var checked []string
	for _, q := range about.Checked {
		checked = append(checked, console.Count(q.Number)+" "+q.Of)
	}
	var b strings.Builder
	root := r.reader.Root
	fmt.Fprintf(&b, "%s\n\n%s\n\nProven: %s wins.\n\n", console.Heading(root), root.Plain(nil), r.reader.Header.WinnerPlayer().Name())
	if r.reader.Header.Nimber != nil {
		b.WriteString(console.Field("nimber", fmt.Sprint(*r.reader.Header.Nimber)))
	}
	if r.reader.Header.Value != "" {
		b.WriteString(console.Field("value", r.reader.Header.Value+", X as Left"))
	}
	b.WriteString(console.Field("method", about.How))
	b.WriteString(console.Field("checked", strings.Join(checked, ", ")))
	if w := r.work; r.reader.Header.Layered() && w.Walks+w.Copies > 0 {
		b.WriteString(console.Field("leaves", fmt.Sprintf("%s by walks or plans (%s turns tried), %s by copying",
			console.Count(w.Walks), console.Count(w.Turns), console.Count(w.Copies))))
	}
	if key := root.Game().Variant().Key(); printable.Excerpt(key) != key { // the heading abridges it
		b.WriteString(console.Verbatim("rules", key))
	}
	b.WriteString(console.Verbatim("position", root.String()))
	b.WriteString(console.Verbatim("file", fmt.Sprintf("%s, %s", printable.Printable(r.file), humanize.IBytes(r.size))))
	b.WriteString(console.Field("time", console.Seconds(r.time)))
	return b.String(), nil
}
