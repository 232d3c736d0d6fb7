package joblevel

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"gridlock/proof"
	"gridlock/proof/certify"
	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// ErrRefuted reports that a verdict is wrong.
var ErrRefuted = errors.New("the verdict is wrong")

// Prove writes a certificate, compressed, that the player to move in an exact state wins, or loses. The error is
// ErrRefuted if the claim is false, or the search's if it had to stop.
func (s *Searcher) Prove(ctx context.Context, state variants.State, wins bool, program string, to io.Writer) error {
	p, err := s.position(state)
	if err != nil {
		return err
	}
	found, err := pn.Engine{Prover: s.prover}.Solve(ctx, p, solver.Options{})
	if err != nil {
		return err
	}
	if (found.Outcome == solver.Win) != wins {
		return ErrRefuted
	}
	winner, _ := found.Winner(p)
	request := certify.Request{Root: p, Winner: winner, Strategy: true, Wide: true, Prover: s.prover, Program: program}
	certificate, err := request.Extract(ctx, new(bytes.Buffer))
	if err != nil {
		return err
	}
	return certificate.Finish(to, true)
}

// CheckProof returns an error unless a certificate proves that the player to move in a state of the
// game wins, or loses. If merger is not nil, it gets the certificate as a part.
func CheckProof(ctx context.Context, game *variants.Game, state variants.State, wins bool, certificate io.Reader, merger *certify.Merger, opt proof.Options) error {
	r, err := proof.NewReader(ctx, certificate)
	if err != nil {
		return err
	}
	of := r.Root.Game()
	switch {
	case of.String() != game.String(), r.Root.State() != state:
		return fmt.Errorf("joblevel: the certificate is about %s %v", of.Variant().ID, r.Root)
	case (r.Header.WinnerPlayer() == r.Root.Side()) != wins:
		return fmt.Errorf("joblevel: the certificate proves the opposite of %v", r.Root)
	case merger != nil:
		return merger.Add(ctx, r, opt)
	}
	_, err = r.Check(ctx, opt)
	return err
}
