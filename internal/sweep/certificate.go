package sweep

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"gridlock/internal/cli/files"
	"gridlock/internal/report"
	"gridlock/proof"
	"gridlock/proof/certify"
	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// certificate is the certificate of a board, which exists or will be written. It is nil if none is wanted.
type certificate struct {
	staged *files.Certificate
	kept   *report.Certificate
	header proof.Header // of kept
}

// fileName returns the name of a board's certificate.
func fileName(start variants.Position) string {
	game := start.Game()
	return fmt.Sprintf("%s-%v.proof.gz", game.Variant().FileName(), game.Grid())
}

// proof prepares the certificate of a board, nil if none is wanted. An existing certificate stays, and is not checked.
func (opt Options) proof(start variants.Position) (*certificate, error) {
	if opt.Proofs == "" {
		return nil, nil
	}
	name := filepath.Join(opt.Proofs, fileName(start))
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		staged, err := files.StageCertificate(name, start.Game(), opt.Ask.Options)
		return &certificate{staged: staged}, err
	}
	if err != nil {
		return nil, err
	}
	h, kept, err := files.KnownCertificate(name)
	if err != nil {
		return nil, fmt.Errorf("will not replace this file: %w", err)
	}
	if h.Key() != start.Game().Variant().Key() || h.Position != start.String() {
		return nil, fmt.Errorf("will not replace %s, the certificate of another position: %s %s", name, h.Key(), h.Position)
	}
	return &certificate{header: h, kept: kept}, nil
}

// discard releases everything that is not needed after a search.
func (c *certificate) discard() {
	if c != nil {
		c.staged.Discard()
	}
}

// prover returns the prover for the search, nil if there is nothing to prove.
func (c *certificate) prover() *pn.Prover {
	if c == nil || c.staged == nil {
		return nil
	}
	return c.staged.Prover
}

// of returns the certificate for the winner, nil if none is wanted, and writes it if it is missing.
func (c *certificate) of(ctx context.Context, start variants.Position, winner variants.Player, limits solver.Options) (*report.Certificate, error) {
	switch {
	case c == nil:
		return nil, nil
	case c.kept == nil:
		return c.staged.Write(ctx, certify.Request{Root: start, Winner: winner, Limits: limits})
	case c.header.WinnerPlayer() != winner:
		return nil, fmt.Errorf("%s says that %s wins, but %v does; check it with \"gridlock verify\"", c.kept.File, c.header.Winner, winner)
	}
	return c.kept, nil
}
