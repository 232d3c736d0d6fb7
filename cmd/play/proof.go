package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"gridlock/internal/cli"
	"gridlock/internal/course"
	"gridlock/internal/explain"
	"gridlock/player"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/variants"

	"github.com/dustin/go-humanize/english"

	"gridlock/internal/cli/files"
)

// prover plays the winner's side by a certificate, and names the rules that it follows.
type prover struct {
	player interface { // the rules if there are any, else the certificate
		Reply(line []variants.Move) (variants.Move, error)
		Follow(line []variants.Move) error
	}
	root   variants.Position
	winner variants.Player
	rules  *explain.Strategy // nil if the certificate is too large for rules
}

func (pr prover) choose(_ context.Context, _ variants.Position, line []variants.Move) (player.Choice, error) {
	m, err := pr.player.Reply(line)
	wins := variants.MoveSet(0).With(int(m))
	return player.Choice{Move: m, Result: solver.Result{Outcome: solver.Win, Distance: solver.NoDistance, Best: wins}}, err
}

// byRules plays by the rules made from a certificate.
type byRules struct{ *explain.Strategy }

func (b byRules) Reply(line []variants.Move) (variants.Move, error) {
	at, err := b.Strategy.Follow(line)
	switch {
	case err != nil:
		return 0, err
	case at.Move == nil:
		return 0, fmt.Errorf("%v is on turn in %v, and the certificate plays for %v", at.Position.Side(), at.Position, b.Winner)
	}
	return *at.Move, nil
}

func (b byRules) Follow(line []variants.Move) error {
	_, err := b.Strategy.Follow(line)
	return err
}

// explain says by which rule the next move is made, why it wins, and how much of the proof is left; "" if there are no
// rules.
func (pr prover) explain(line []variants.Move) (string, error) {
	if pr.rules == nil {
		return "", nil
	}
	c, err := course.Through(pr.rules, line)
	if err != nil {
		return "", err
	}
	return because(c), nil
}

// because says why an answer wins.
func because(c course.Course) string {
	left := "no turn is left"
	if turns := c.Left.Turns - 1; turns > 0 {
		left = english.Plural(turns, "turn", "") + " left at most"
	}
	if c.Rule == nil {
		text := "By " + c.Claim.Method
		var known []string
		for _, part := range c.Parts {
			if len(part.Known) > 0 {
				known = append(known, strings.Join(part.Known, " and "))
			}
		}
		if known != nil {
			text += ", with components of " + strings.Join(known, ", ")
		}
		return text + ": " + left + ".\n"
	}
	text := fmt.Sprintf("By rule %d of %d", c.Rule.Number, c.Claim.Rules)
	switch {
	case c.Rule.Turn > 1 && len(c.Rule.Walk) > 0:
		return fmt.Sprintf("%s, turn %d of %d: %s.\n", text, c.Rule.Turn, len(c.Rule.Walk), left)
	case c.Rule.Turn > 1:
		return fmt.Sprintf("%s, turn %d: %s.\n", text, c.Rule.Turn, left)
	case c.Rule.Kind == "moves":
		return fmt.Sprintf("%s: %s. %s and %s.\n", text, c.Rule.Why, english.Plural(c.Left.Rules-1, "rule", ""), left)
	case c.Rule.Kind == "ends":
		return fmt.Sprintf("%s: %s.\n", text, c.Rule.Why)
	}
	return fmt.Sprintf("%s: %s. %s%s.\n", text, c.Rule.Does, strings.ToUpper(c.Rule.Why[:1]), c.Rule.Why[1:])
}

// loadProof reads and checks the certificate of --proof, and makes sure that the other
// flags agree with it: the winner's side is the computer's.
func (opt *options) loadProof(ctx context.Context, in io.Reader, errOut io.Writer) (*prover, error) {
	f, err := files.OpenTwice(ctx, opt.proof, in)
	if err != nil {
		return nil, files.CertificateError(opt.proof, err)
	}
	defer f.Close()
	pl, err := readProof(ctx, f, proof.Options{Memory: int64(opt.memory)})
	if err != nil {
		return nil, files.CertificateError(opt.proof, err)
	}
	if err := opt.game.Begin(pl.root); err != nil {
		return nil, err
	}
	winner, flags := pl.winner, [2]string{"x", "o"}
	if opt.seats[winner] == human && opt.game.Given(flags[winner]) {
		return nil, cli.Usagef("--%s human: %s plays for %v, who wins; the other side is yours", flags[winner], opt.proof, winner)
	}
	opt.seats[winner] = ai
	if other := winner.Opponent(); !opt.game.Given(flags[other]) {
		opt.seats[other] = human
	}
	fmt.Fprintf(errOut, "%s is valid: %s wins, and plays by it.\n", opt.proof, winner.Name())
	return pl, nil
}

// readProof checks a certificate, and makes rules from it if it is not too large.
func readProof(ctx context.Context, f io.ReadSeeker, opt proof.Options) (*prover, error) {
	start, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, err
	}
	s, err := explain.Read(ctx, f, opt)
	if err == nil {
		return &prover{byRules{s}, s.Root, s.Winner, s}, nil
	}
	if !errors.Is(err, explain.ErrLarge) {
		return nil, err
	}
	if _, err := f.Seek(start, io.SeekStart); err != nil {
		return nil, err
	}
	pl, err := proof.NewPlayer(ctx, f, opt)
	if err != nil {
		return nil, err
	}
	return &prover{player: pl, root: pl.Root, winner: pl.Header.WinnerPlayer()}, nil
}
