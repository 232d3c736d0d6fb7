package verify

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"gridlock/internal/cli"
	"gridlock/internal/printable"
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

// report is the JSON output. Of a file that is refused before its claim is known, the
// fields of the claim are null.
type report struct {
	File     string  `json:"file"`
	Variant  *string `json:"variant"`
	Board    *string `json:"board"`
	Position *string `json:"position"`
	ToMove   *string `json:"to_move"`
	Winner   *string `json:"winner"`
	Nimber   *int    `json:"nimber"`
	Value    *string `json:"value"`
	Method   *string `json:"method"`
	Proven   bool    `json:"proven"`
	Error    *string `json:"error"` // why nothing is proven
	Layers   int     `json:"layers"`
	Records  uint64  `json:"records"`
	Replies  uint64  `json:"replies"`
	Walks    uint64  `json:"walks"`
	Copies   uint64  `json:"copies"`
	Turns    uint64  `json:"turns"`
	Bytes    uint64  `json:"bytes"` // of the file
	Seconds  float64 `json:"seconds"`
}

// write prints the result; of a file that is refused, only in JSON.
func (opt *options) write(w io.Writer, r result, gap bool) error {
	if opt.format.JSON() {
		return printable.WriteJSON(w, r.report())
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

func (r result) report() report {
	out := report{
		File: r.file, Proven: r.err == nil, Seconds: r.time.Seconds(),
		Layers: r.work.Layers, Records: r.work.Records, Replies: r.work.Replies,
		Walks: r.work.Walks, Copies: r.work.Copies, Turns: r.work.Turns, Bytes: r.size,
	}
	if r.err != nil {
		out.Error = new(r.err.Error())
	}
	if r.reader != nil {
		h := &r.reader.Header
		out.Variant, out.Board, out.Position = new(h.Key()), &h.Board, &h.Position
		out.ToMove, out.Winner, out.Nimber = &h.ToMove, &h.Winner, h.Nimber
		out.Method = new(string(h.Method))
		if h.Value != "" {
			out.Value = &h.Value
		}
	}
	return out
}

// text says what is proven, and what was checked.
func (r result) text() (string, error) {
	about, err := r.reader.Describe(r.work)
	if err != nil {
		return "", err
	}
	var checked []string
	for _, q := range about.Checked {
		checked = append(checked, cli.Count(q.Number)+" "+q.Of)
	}
	var b strings.Builder
	root, winner := r.reader.Root, r.reader.Header.WinnerPlayer()
	fmt.Fprintf(&b, "%s\n\n%s\n\nProven: Player %d (%v) wins.\n\n", cli.Heading(root), root.Render(nil), winner.Number(), winner)
	if r.reader.Header.Nimber != nil {
		b.WriteString(cli.Field("nimber", fmt.Sprint(*r.reader.Header.Nimber)))
	}
	if r.reader.Header.Value != "" {
		b.WriteString(cli.Field("value", r.reader.Header.Value+", X as Left"))
	}
	b.WriteString(cli.Field("method", about.How))
	b.WriteString(cli.Field("checked", strings.Join(checked, ", ")))
	if w := r.work; r.reader.Header.Layered() && w.Walks+w.Copies > 0 {
		b.WriteString(cli.Field("leaves", fmt.Sprintf("%s by the longer walk (%s turns tried), %s by copying",
			cli.Count(w.Walks), cli.Count(w.Turns), cli.Count(w.Copies))))
	}
	b.WriteString(cli.Verbatim("position", r.reader.Root.String()))
	b.WriteString(cli.Verbatim("file", fmt.Sprintf("%s, %s", printable.Printable(r.file), humanize.IBytes(r.size))))
	b.WriteString(cli.Field("time", cli.Seconds(r.time)))
	return b.String(), nil
}
