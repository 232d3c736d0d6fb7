package proof

import (
	"bufio"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
	"github.com/spf13/cobra"

	"gridlock/internal/cli/console"
	"gridlock/internal/cli/files"
	"gridlock/internal/cli/flags"
	"gridlock/internal/report"
	"gridlock/proof"
)

func newStats() *cobra.Command {
	var opt options
	cmd := opt.newReader("stats FILE [flags]", "Show the size of a certificate, and its parts", opt.stats)
	flags.Number(cmd, &opt.top, "top", 5, 0, 0, "number of most shared positions to list")
	opt.format.AddFlags(cmd, "", "text", "json")
	opt.progress.AddFlags(cmd)
	return cmd
}

// statsReport is the JSON output.
type statsReport struct {
	File string `json:"file"`
	report.Claim
	Bytes      int64  `json:"bytes"`            // not compressed
	Compressed int64  `json:"compressed_bytes"` // with gzip
	Records    uint64 `json:"records"`
	Depth      int    `json:"depth"` // in a strategy: plies to the last record
	proof.Stats
	Pairs   int `json:"pairs"`
	Mirrors int `json:"mirrors"`
}

func (opt *options) stats(ctx context.Context, out io.Writer, name string, f io.ReadSeeker, r *proof.Reader) error {
	stats, err := r.Stats(ctx, opt.top)
	if err != nil {
		return files.CertificateError(name, err)
	}
	s := statsReport{
		File: name, Claim: report.NewClaim(r), Records: r.Header.Records, Pairs: len(r.Header.Matching), Mirrors: len(r.Header.Mirrors),
		Stats: proof.Stats{
			Layers: append([]proof.LayerStats{}, stats.Layers...), Sizes: append([]proof.SizeStats{}, stats.Sizes...), Shared: append([]proof.Shared{}, stats.Shared...),
		},
	}
	if n := len(s.Layers); n > 0 {
		s.Depth = s.Layers[n-1].Ply
	}
	if s.Bytes, s.Compressed, err = sizes(f); err != nil {
		return files.CertificateError(name, err)
	}
	about, err := r.Describe(proof.Counts{})
	if err != nil {
		return err
	}
	return opt.format.Print(out, s, s.text(claim(r), about))
}

// text is the report for people.
func (s statsReport) text(claim string, about proof.Description) string {
	var b strings.Builder
	b.WriteString(console.Field("claim", claim))
	b.WriteString(console.Verbatim("position", s.Position))
	b.WriteString(console.Field("method", string(s.Method)))
	b.WriteString(console.Field("size", fmt.Sprintf("%s, %s with gzip", humanize.IBytes(uint64(s.Bytes)), humanize.IBytes(uint64(s.Compressed)))))
	if s.Opening != nil {
		b.WriteString(console.Field("opening", *s.Opening))
	}
	if s.Nimber != nil {
		b.WriteString(console.Field("nimber", fmt.Sprint(*s.Nimber)))
	}
	if s.Value != nil {
		b.WriteString(console.Field("value", *s.Value+", X as Left"))
	}
	switch {
	case about.One != "":
		b.WriteString(s.strategy(about))
	case about.Records != "":
		b.WriteString(console.Field(about.Records, strings.TrimSuffix(console.Count(s.Records)+", "+about.Each, ", ")))
		b.WriteString("\n" + s.sizeTable(about.Records))
	case s.Method == proof.Matching:
		b.WriteString(console.Field("pairs", fmt.Sprint(s.Pairs)))
	}
	return b.String()
}

// strategy describes the content of a strategy.
func (s statsReport) strategy(about proof.Description) string {
	var b strings.Builder
	var sum proof.LayerStats
	for _, l := range s.Layers {
		sum.Replies, sum.Ends = sum.Replies+l.Replies, sum.Ends+l.Ends
		sum.Walks, sum.Copies = sum.Walks+l.Walks, sum.Copies+l.Copies
	}
	b.WriteString(console.Field(about.Records, fmt.Sprintf("%s in %s, the last at ply %d", console.Count(s.Records), english.Plural(len(s.Layers), "layer", ""), s.Depth)))
	b.WriteString(console.Field("replies", console.Count(sum.Replies)))
	b.WriteString(console.Field("ends", fmt.Sprintf("%s without a reply, %s by walks or plans, %s by copying",
		console.Count(sum.Ends), console.Count(sum.Walks), console.Count(sum.Copies))))
	if len(s.Layers) > 0 {
		b.WriteString("\n" + s.layerTable(about.Records))
	}
	if len(s.Shared) > 0 {
		fmt.Fprintf(&b, "\nReplies that lead to the same %s:\n", about.One)
		for _, p := range s.Shared {
			fmt.Fprintf(&b, "%8s  %s (ply %d)\n", console.Count(p.Moves), p.Position, p.Ply)
		}
	}
	return b.String()
}

func (s statsReport) layerTable(records string) string {
	return table("ply\t"+records+"\treplies\tends\twalks\tcopies\t", len(s.Layers), func(i int) string {
		l := s.Layers[i]
		return fmt.Sprintf("%d\t%s\t%s\t%s\t%s\t%s\t", l.Ply, console.Count(l.Records), console.Count(l.Replies), console.Count(l.Ends), console.Count(l.Walks), console.Count(l.Copies))
	})
}

// sizeTable counts records by the size of their components.
func (s statsReport) sizeTable(records string) string {
	return table("cells\t"+records+"\t", len(s.Sizes), func(i int) string {
		return fmt.Sprintf("%d\t%s\t", s.Sizes[i].Cells, console.Count(s.Sizes[i].Components))
	})
}

// table aligns lines of cells that end with tabs.
func table(head string, lines int, line func(i int) string) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, head)
	for i := range lines {
		fmt.Fprintln(w, line(i))
	}
	_ = w.Flush() // to a Builder
	return b.String()
}

// sizes returns the number of bytes of a certificate, plain and compressed.
func sizes(f io.ReadSeeker) (plain, packed int64, err error) {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return 0, 0, err
	}
	in := bufio.NewReader(f)
	if head, _ := in.Peek(2); string(head) == "\x1f\x8b" {
		zip, err := gzip.NewReader(in)
		if err != nil {
			return 0, 0, err
		}
		if plain, err = io.Copy(io.Discard, zip); err != nil {
			return 0, 0, err
		}
		packed, err = f.Seek(0, io.SeekEnd)
		return plain, packed, err
	}
	var n counter
	zip := gzip.NewWriter(&n)
	if plain, err = io.Copy(zip, in); err == nil {
		err = zip.Close()
	}
	return plain, int64(n), err
}

// counter counts the bytes written to it.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
