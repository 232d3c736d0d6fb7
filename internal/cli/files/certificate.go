package files

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/dustin/go-humanize"

	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/printable"
	"gridlock/internal/report"
	"gridlock/internal/staged"
	"gridlock/proof"
	"gridlock/proof/certify"
	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/solver/retrograde"
	"gridlock/tablebase"
	"gridlock/variants"
)

// Certificate is a file for a certificate, and everything needed to find the certificate. Make it with
// [StageCertificate].
type Certificate struct {
	// Prover keeps the findings of a search for the certificate.
	Prover *pn.Prover

	name string
	file *Staged
	body staged.Scratch // a file for the body until it is complete
}

// StageCertificate prepares to write a certificate of a position, so that an unavoidable error is found before the
// search. It may replace other certificates. The caller calls Discard.
func StageCertificate(name string, game *variants.Game, limits solver.Options) (*Certificate, error) {
	c, err := StageMerged(name)
	if err != nil {
		return nil, err
	}
	if c.Prover, err = pn.NewProver(game, limits); err != nil {
		c.Discard()
		return nil, err
	}
	return c, nil
}

// StageMerged is [StageCertificate] for a certificate that is merged from others, which needs no
// prover.
func StageMerged(name string) (*Certificate, error) {
	file, err := Stage(name, isCertificate)
	if err != nil {
		return nil, err
	}
	body, err := staged.NewScratch(file.folder(), staged.Prefix)
	if err != nil {
		file.Discard()
		return nil, Advise(err)
	}
	return &Certificate{name: name, file: file, body: body}, nil
}

// isCertificate returns why a file is not a certificate, or nil.
func isCertificate(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = header(file)
	return err
}

// header reads the header of a certificate.
func header(file *os.File) (proof.Header, error) {
	r, err := proof.NewReader(context.Background(), file)
	if err != nil {
		return proof.Header{}, fmt.Errorf("%s: %w", file.Name(), err)
	}
	return r.Header, nil
}

// KnownCertificate describes an existing certificate. It does not check it.
func KnownCertificate(name string) (proof.Header, *report.Certificate, error) {
	file, err := os.Open(name)
	if err != nil {
		return proof.Header{}, nil, err
	}
	defer file.Close()
	h, err := header(file)
	if err != nil {
		return h, nil, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return h, nil, err
	}
	hash := sha256.New()
	size, err := io.Copy(hash, file)
	return h, describe(name, h, size, hash), err
}

// CertificateError adds to the error of a certificate the name of its file and, if there is too little memory, advice.
// A terminal can show it.
func CertificateError(name string, err error) error {
	path := new(os.PathError)
	switch name := printable.Printable(name); {
	case err == nil:
		return nil
	case errors.Is(err, proof.ErrMemory):
		return fmt.Errorf("%s: %w; allow it with --memory", name, &solver.LimitError{Kind: solver.LimitMemory, Detail: err.Error(), Cause: err})
	case errors.As(err, &path): // its text has the name
		path.Path = printable.Printable(path.Path)
		return err
	default:
		return fmt.Errorf("%s: %w", name, err)
	}
}

// Refused turns an error of a check into the refusal of a certificate, unless reading failed or the check was stopped.
func Refused(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil || errors.Is(err, proof.ErrMemory) || errors.As(err, new(*os.PathError)) {
		return err
	}
	return fmt.Errorf("refused: %w", err)
}

// WatchCheck lets a monitor show a check of a certificate, which has to call progress.
func WatchCheck(monitor *solver.Monitor) (progress func(proof.Counts)) {
	var work atomic.Pointer[proof.Counts]
	began := time.Now()
	monitor.Watch(func() solver.Stats {
		stats := solver.Stats{Phase: "checking", Elapsed: time.Since(began)}
		if w := work.Load(); w != nil {
			stats.Nodes, stats.Depth = w.Records, 2*w.Layers
		}
		return stats
	})
	return func(w proof.Counts) { work.Store(&w) }
}

// Name returns the name of the file.
func (c *Certificate) Name() string { return c.name }

// Discard removes the unfinished file and frees the memory. A nil *Certificate stands for no certificate.
func (c *Certificate) Discard() {
	if c == nil {
		return
	}
	c.file.Discard()
	_ = c.body.Close()
	if c.Prover != nil {
		c.Prover.Close()
	}
}

// Write finds the certificate that is requested and puts it in its place, compressed if the name ends with .gz. The
// request needs neither prover nor program. The search had all of the memory. Now the prover keeps half of it, and the
// other half is for the certificate.
func (c *Certificate) Write(ctx context.Context, request certify.Request) (*report.Certificate, error) {
	began := time.Now()
	request.Prover, request.Program = c.Prover, cli.Release()
	request.Memory, request.Scratch = request.Limits.MemoryLimit()/2, c.Scratch()
	c.Prover.Shrink(ctx, request.Limits.MemoryLimit()-request.Memory)
	w, err := request.Extract(ctx, c.body)
	if err != nil {
		return nil, fmt.Errorf("%s is not written: %w", c.name, Advise(err))
	}
	check := func() error { return nil }
	if request.Small > 0 { // the search may have used up the time; the check is quick
		check = func() error {
			return c.check(context.WithoutCancel(ctx), proof.Options{Memory: request.Limits.MemoryLimit()})
		}
	}
	return c.finish(ctx, w, began, check)
}

// check checks the written file.
func (c *Certificate) check(ctx context.Context, opt proof.Options) error {
	if _, err := c.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if _, _, err := proof.Check(ctx, c.file, opt); err != nil {
		return fmt.Errorf("the certificate is refused: %w", err)
	}
	return nil
}

// Scratch returns a folder beside the file, for data that does not fit into memory.
func (c *Certificate) Scratch() retrograde.Scratch {
	return tablebase.NewScratch(c.file.folder(), staged.Prefix)
}

// Merge writes the certificate that the parts of a merger give, and puts it in its place after checking it with the
// given memory. It closes the merger. The request needs neither prover nor limits nor program. After an error it may be
// called again, with another merger.
func (c *Certificate) Merge(ctx context.Context, m *certify.Merger, request certify.Request, memory int64) (*report.Certificate, error) {
	began := time.Now()
	request.Program = cli.Release()
	for _, f := range []*os.File{c.file.File, c.body.File} {
		_, err := f.Seek(0, io.SeekStart)
		if err = errors.Join(err, f.Truncate(0)); err != nil {
			return nil, err
		}
	}
	w, err := m.Extract(ctx, request, c.body)
	if err != nil {
		return nil, Advise(err)
	}
	return c.finish(ctx, w, began, func() error {
		m.Close()
		return c.check(ctx, proof.Options{Memory: memory})
	})
}

// finish writes the certificate, and puts it in its place if check returns no error.
func (c *Certificate) finish(ctx context.Context, w *proof.Writer, began time.Time, check func() error) (*report.Certificate, error) {
	hash := sha256.New()
	if err := w.Finish(io.MultiWriter(c.file, hash), strings.EqualFold(filepath.Ext(c.name), ".gz")); err != nil {
		return nil, Advise(staged.Called(err, c.name)) // even if the error is about the scratch file
	}
	info, err := c.file.Stat()
	if err != nil {
		return nil, err
	}
	if err := check(); err != nil {
		return nil, err
	}
	out := describe(c.name, w.Header(), info.Size(), hash)
	if err := c.file.Commit(ctx); err != nil {
		return nil, err
	}
	out.Seconds = new(time.Since(began).Seconds())
	return out, nil
}

// SayCertificate reports that a certificate has been written.
func SayCertificate(w io.Writer, c *report.Certificate) {
	fmt.Fprintf(w, "gridlock: wrote %s: %s, %s records, %s, in %s\n", c.File, c.Method, console.Count(c.Records),
		humanize.IBytes(uint64(c.Bytes)), console.Seconds(time.Duration(*c.Seconds*float64(time.Second))))
}

// describe returns a certificate in JSON, without the time it took.
func describe(name string, h proof.Header, bytes int64, hash hash.Hash) *report.Certificate {
	return &report.Certificate{
		File: name, Method: h.Method, Records: h.Records, Bytes: bytes, SHA256: hex.EncodeToString(hash.Sum(nil)),
	}
}
