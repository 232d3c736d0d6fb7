package play

import (
	"context"
	"fmt"
	"io"

	"gridlock/internal/cli"
	"gridlock/player"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/variants"
)

// prover plays the winner's side by a certificate.
type prover struct{ *proof.Player }

func (pr prover) choose(_ context.Context, _ variants.Position, line []variants.Move) (player.Choice, error) {
	m, err := pr.Reply(line)
	wins := variants.MoveSet(0).With(int(m))
	return player.Choice{Move: m, Result: solver.Result{Outcome: solver.Win, Distance: solver.NoDistance, Best: wins}}, err
}

// loadProof reads and checks the certificate of --proof, and makes sure that the other
// flags agree with it: the winner's side is the computer's.
func (opt *options) loadProof(ctx context.Context, in io.Reader, errOut io.Writer) (*proof.Player, error) {
	f, err := cli.OpenTwice(ctx, opt.proof, in)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	pl, err := proof.NewPlayer(ctx, f, proof.Options{Memory: int64(opt.memory)})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", opt.proof, err)
	}
	if err := opt.game.Begin(pl.Root); err != nil {
		return nil, err
	}
	winner := pl.Header.WinnerPlayer()
	flag := []string{variants.X: "x", variants.O: "o"}[winner]
	if opt.seats[winner] == human && opt.game.Given(flag) {
		return nil, cli.Usagef("--%s human: %s plays for %v, who wins; the other side is yours", flag, opt.proof, winner)
	}
	opt.seats[winner] = ai
	if other := winner.Opponent(); !opt.game.Given([]string{variants.X: "x", variants.O: "o"}[other]) {
		opt.seats[other] = human
	}
	fmt.Fprintf(errOut, "%s is valid: Player %d (%v) wins, and plays by it.\n", opt.proof, winner.Number(), winner)
	return pl, nil
}
