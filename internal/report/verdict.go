package report

import (
	"io"
	"time"

	"gridlock/proof"
)

// Verdict is the result of checking a certificate, in JSON. If a file is refused before its claim is known, the fields
// of the claim are null.
type Verdict struct {
	File     string  `json:"file"`
	Variant  *string `json:"variant"`
	Words    *string `json:"words"`
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

// NewVerdict returns the verdict on a file, from the reader and the work of the check. The reader is nil if the header
// was refused, and err says why nothing is proven.
func NewVerdict(file string, size uint64, reader *proof.Reader, work proof.Counts, took time.Duration, err error) Verdict {
	out := Verdict{
		File: file, Proven: err == nil, Seconds: took.Seconds(),
		Layers: work.Layers, Records: work.Records, Replies: work.Replies,
		Walks: work.Walks, Copies: work.Copies, Turns: work.Turns, Bytes: size,
	}
	if err != nil {
		out.Error = new(err.Error())
	}
	if reader != nil {
		h, game := &reader.Header, NewNamed(reader.Root.Game().Variant())
		out.Variant, out.Words, out.Board, out.Position = &game.Variant, &game.Words, &h.Board, &h.Position
		out.ToMove, out.Winner, out.Nimber = &h.ToMove, &h.Winner, h.Nimber
		out.Method = new(string(h.Method))
		if h.Value != "" {
			out.Value = &h.Value
		}
	}
	return out
}

// Counter counts the bytes that are read.
type Counter struct {
	From io.Reader
	N    *uint64
}

func (c *Counter) Read(p []byte) (int, error) {
	n, err := c.From.Read(p)
	*c.N += uint64(n)
	return n, err
}
