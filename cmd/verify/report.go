package verify

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"gridlock/internal/cli"
	"gridlock/internal/printable"
	"gridlock/proof"
	"gridlock/variants"
)

// result is the result of checking a file.
type result struct {
	file   string
	size   uint64 // bytes read
	header proof.Header
	root   variants.Position
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
	if opt.json {
		return cli.WriteJSON(w, r.report())
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
	if h := r.header; h.Variant != "" {
		out.Variant, out.Board, out.Position = &h.Variant, &h.Board, &h.Position
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
	method, checked, err := r.described()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	v, winner := r.root.Game().Variant(), r.header.WinnerPlayer()
	fmt.Fprintf(&b, "%s (%s) on %v, %v to move\n\n", v.Title, v.ID, r.root.Game().Grid(), r.root.Side())
	fmt.Fprintf(&b, "%s\n\nProven: Player %d (%v) wins.\n\n", r.root.Render(nil), winner.Number(), winner)
	if r.header.Nimber != nil {
		b.WriteString(cli.Field("nimber", fmt.Sprint(*r.header.Nimber)))
	}
	if r.header.Value != "" {
		b.WriteString(cli.Field("value", r.header.Value+", X as Left"))
	}
	b.WriteString(cli.Field("method", method))
	b.WriteString(cli.Field("checked", checked))
	if w := r.work; r.header.Layered() && w.Walks+w.Copies > 0 {
		b.WriteString(cli.Field("leaves", fmt.Sprintf("%s by the longer walk (%s turns tried), %s by copying",
			cli.Count(w.Walks), cli.Count(w.Turns), cli.Count(w.Copies))))
	}
	b.WriteString(cli.Verbatim("position", r.root.String()))
	b.WriteString(cli.Verbatim("file", fmt.Sprintf("%s, %s", printable.Printable(r.file), humanize.IBytes(r.size))))
	b.WriteString(cli.Field("time", cli.Seconds(r.time)))
	return b.String(), nil
}

// described says how a certificate proves its claim, and how much was checked.
func (r result) described() (method, checked string, err error) {
	w := r.work
	records, moves := cli.Count(w.Records), cli.Count(w.Replies)
	layers := english.Plural(w.Layers, "layer", "")
	switch r.header.Method {
	case proof.Strategy:
		method = "strategy: an answer to every move of the loser"
		if r.header.Images > 0 {
			method += ", up to symmetry"
		}
		return method, fmt.Sprintf("%s positions in %s, %s replies", records, layers, moves), nil
	case proof.Intervals:
		return "intervals: a strategy that answers many positions at once",
			fmt.Sprintf("%s intervals in %s, %s replies", records, layers, moves), nil
	case proof.Copying:
		method = "copying: the winner answers every move with its mirror image"
		if cell, ok := r.header.Unmoved(); ok {
			method = fmt.Sprintf("copying: the winner answers every move except %s with its mirror image", r.root.Game().CellText(cell))
		}
		return method, "one rearrangement of the cells", nil
	case proof.Matching:
		return "matching: the winner answers every move with the partner of its cell",
			fmt.Sprintf("%d pairs of cells, %d cells to answer", len(r.header.Matching), w.Replies), nil
	case proof.Nimbers, proof.Values:
		return string(r.header.Method) + ": a table of components", fmt.Sprintf("%s components, %s moves", records, moves), nil
	case proof.Exclusions: // of some components there are several records
		return "exclusions: nimbers that components have, or have not", fmt.Sprintf("%s records, %s moves", records, moves), nil
	case proof.Bounds:
		return "bounds: what components are worth at least", fmt.Sprintf("%s records, %s moves", records, moves), nil
	}
	return "", "", r.header.Method.Unknown()
}
