package solve

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"gridlock/internal/cli"
	"gridlock/proof"
	"gridlock/proof/certify"
	"gridlock/solver/auto"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// certificate is the file of --proof, and what is needed to write it.
type certificate struct {
	name   string
	file   *cli.StagedFile
	body   *os.File // where the body is kept until it is complete
	prover *pn.Prover
}

// proofReport is a certificate that has been written, in JSON.
type proofReport struct {
	File    string       `json:"file"`
	Method  proof.Method `json:"method"`
	Records uint64       `json:"records"`
	Bytes   int64        `json:"bytes"`   // of the file
	Seconds float64      `json:"seconds"` // to find and to write it
}

// checkProof checks whether --proof goes with the other flags.
func (opt *options) checkProof() error {
	switch {
	case opt.proof == "-" || opt.proof == "" && opt.game.Given("proof"):
		return cli.Usagef("--proof %q: a certificate needs the name of a file", opt.proof)
	case opt.proof == "":
		return nil
	case opt.stdin || opt.allMoves:
		return cli.Usagef("--proof writes the certificate of one position, not with --stdin or --all-moves")
	}
	return nil
}

// newCertificate prepares to write what --proof asks for; nil if it does not.
func (opt *options) newCertificate(game *variants.Game) (c *certificate, err error) {
	if opt.proof == "" {
		return nil, nil
	}
	c = &certificate{name: opt.proof}
	defer func() {
		if err != nil {
			c.discard()
			err = fmt.Errorf("--proof: %w", err)
		}
	}()
	if c.file, err = cli.StageFile(opt.proof, isCertificate); err != nil {
		return nil, err
	}
	if c.body, err = os.CreateTemp(filepath.Dir(opt.proof), ".gridlock-*"); err != nil {
		return nil, err
	}
	c.prover, err = pn.NewProver(game, opt.limits())
	return c, err
}

// isCertificate returns why a file is not a certificate.
func isCertificate(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := proof.NewReader(context.Background(), file); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// discard removes what has been written aside and gives the memory back.
func (c *certificate) discard() {
	if c == nil {
		return
	}
	c.file.Discard()
	if c.body != nil {
		_ = c.body.Close()
		_ = os.Remove(c.body.Name())
	}
	if c.prover != nil {
		c.prover.Close()
	}
}

// prove writes the certificate of an answer, and shows its progress.
func (opt *options) prove(ctx context.Context, display *cli.Display, c *certificate, a answer) (*proofReport, error) {
	winner, ok := a.result.Winner(a.position)
	if !ok {
		if !opt.progress.Quiet() {
			fmt.Fprintf(opt.errOut, "gridlock: %s is not written: nothing has been proven\n", c.name)
		}
		return nil, nil
	}
	began := time.Now()
	monitor, done := display.Watch("", a.position)
	defer done()
	limits := opt.limits()
	limits.Monitor = monitor
	w, err := certify.Request{
		Root: a.position, Winner: winner, Strategy: opt.wantsStrategy(),
		Prover: c.prover, Limits: limits, Program: cli.Version(),
	}.Extract(ctx, c.body)
	if err != nil {
		return nil, fmt.Errorf("%s is not written: %w", c.name, err)
	}
	size, err := c.finish(w)
	if err != nil {
		return nil, err
	}
	h := w.Header()
	return &proofReport{c.name, h.Method, h.Records, size, time.Since(began).Seconds()}, nil
}

// wantsStrategy reports whether the user has asked for an engine that searches.
func (opt *options) wantsStrategy() bool {
	return opt.noLemmas() || !opt.engine.isDefault() && opt.engine.Name() != auto.Theory{}.Name()
}

// finish puts the file in its place and returns its size.
func (c *certificate) finish(w *proof.Writer) (size int64, err error) {
	if err := w.Finish(c.file, strings.EqualFold(filepath.Ext(c.name), ".gz")); err != nil {
		return 0, err
	}
	info, err := c.file.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), c.file.Commit()
}

// say says what has been written.
func (r *proofReport) say(w io.Writer) {
	fmt.Fprintf(w, "gridlock: wrote %s: %s, %s records, %s, in %s\n", r.File, r.Method, cli.Count(r.Records),
		humanize.IBytes(uint64(r.Bytes)), cli.Seconds(time.Duration(r.Seconds*float64(time.Second))))
}
