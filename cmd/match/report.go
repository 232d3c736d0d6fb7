package match

import (
	"fmt"
	"slices"
	"strings"

	"gridlock/internal/cli"
	"gridlock/internal/match"
	"gridlock/variants"
)

// result is what came of a match.
type result struct {
	names [2]name // of A and B
	seed  uint64
	games []one
}

// one is the part of a match that is of one game.
type one struct {
	start variants.Position
	games []match.Played
	score match.Score
}

// total returns the score of all games.
func (r result) total() (sum match.Score) {
	for _, of := range r.games {
		s := of.score
		sum.Games += s.Games
		sum.Faults += s.Faults
		sum.ABoth += s.ABoth
		sum.BBoth += s.BBoth
		sum.OneEach += s.OneEach
		for side := range s.AWins {
			sum.AWins[side] += s.AWins[side]
			sum.BWins[side] += s.BWins[side]
		}
	}
	return sum
}

// letter names a player of the match: the one who plays a side, given that of A.
func letter(side, a variants.Player) string {
	if side == a {
		return "A"
	}
	return "B"
}

// text writes the result for people.
func (r result) text() string {
	var b strings.Builder
	for i, n := range r.names {
		text := n.Player
		if n.Program != nil && *n.Program != "" {
			text += "  (" + *n.Program + ")"
		}
		b.WriteString(cli.Verbatim(string(rune('A'+i)), text))
	}
	fmt.Fprintf(&b, "\n%-10s %-6s %10s %10s %10s\n", "A : B", "board", "A plays X", "A plays O", "both")
	row := func(name, board string, s match.Score) {
		fmt.Fprintf(&b, "%-10s %-6s %10s %10s %10s\n", name, board,
			against(s.AWins[variants.X], s.BWins[variants.X]), against(s.AWins[variants.O], s.BWins[variants.O]), against(s.A(), s.B()))
	}
	for _, of := range r.games {
		row(of.start.Game().Variant().ID, of.start.Game().Grid().String(), of.score)
	}
	total := r.total()
	if len(r.games) > 1 {
		row("all", "", total)
	}
	b.WriteString("\n" + cli.Field("score", scoreText(total)))
	b.WriteString(cli.Field("openings", fmt.Sprintf("A wins both games of %d, B wins both of %d, each wins one of %d", total.ABoth, total.BBoth, total.OneEach)))
	b.WriteString(cli.Field("seed", fmt.Sprint(r.seed)))
	for _, of := range r.games {
		for i, g := range of.games {
			if g.Fault != nil {
				b.WriteString(faultText(i+1, g))
			}
		}
	}
	return b.String()
}

func against(a, b int) string { return fmt.Sprintf("%d : %d", a, b) }

// scoreText says which part of the games A has won.
func scoreText(s match.Score) string {
	if s.Games == 0 {
		return "no game was finished"
	}
	low, high := match.Wilson(s.A(), s.Games)
	return fmt.Sprintf("A wins %d of %d games, %.1f %% (95 %% interval: %.1f to %.1f %%)",
		s.A(), s.Games, percent(float64(s.A())/float64(s.Games)), percent(low), percent(high))
}

func percent(part float64) float64 { return 100 * part }

// faultText says why a game ended with a fault.
func faultText(number int, g match.Played) string {
	v := g.Start.Game().Variant()
	return "\n" + cli.Field("fault", fmt.Sprintf("%s, game %d: %s (%v): %s", v.ID, number, letter(g.Fault.By, g.A), g.Fault.By, g.Fault.Kind)) +
		cli.Verbatim("", g.Fault.Detail) + cli.Verbatim("position", g.Fault.At.String())
}

// report is the JSON output.
type report struct {
	A      name         `json:"a"`
	B      name         `json:"b"`
	Seed   uint64       `json:"seed"`
	Score  score        `json:"score"`
	ByGame []gameScore  `json:"by_game"`
	Played []gameReport `json:"games"`
}

// score is a score in JSON.
type score struct {
	Games    int      `json:"games"`
	AWins    int      `json:"a_wins"`
	BWins    int      `json:"b_wins"`
	AsX      sides    `json:"a_plays_x"`
	AsO      sides    `json:"a_plays_o"`
	Openings openings `json:"openings"`
	Rate     *float64 `json:"rate"` // part of the games that A won
	Low      float64  `json:"low"`  // 95 % confidence interval of the rate
	High     float64  `json:"high"`
	Faults   int      `json:"faults"`
}

// sides is a score with one side.
type sides struct {
	AWins int `json:"a_wins"`
	BWins int `json:"b_wins"`
}

// openings counts openings by who won their games.
type openings struct {
	ABoth   int `json:"a_both"`
	BBoth   int `json:"b_both"`
	OneEach int `json:"one_each"`
}

// gameScore is the score of one game.
type gameScore struct {
	Variant string `json:"variant"`
	Board   string `json:"board"`
	score
}

// gameReport is a game in JSON.
type gameReport struct {
	Variant string       `json:"variant"`
	Start   string       `json:"start"`
	Opening []string     `json:"opening"`
	Moves   []string     `json:"moves"` // behind those of the opening
	X       string       `json:"x"`     // who plays X: A or B
	Winner  string       `json:"winner"`
	Fault   *faultReport `json:"fault"`
}

// faultReport is a fault in JSON.
type faultReport struct {
	Player   string `json:"player"` // A or B
	Kind     string `json:"kind"`
	Detail   string `json:"detail"`
	Position string `json:"position"`
}

func newScore(s match.Score) score {
	low, high := match.Wilson(s.A(), s.Games)
	out := score{
		Games: s.Games, AWins: s.A(), BWins: s.B(), Low: low, High: high, Faults: s.Faults,
		AsX:      sides{s.AWins[variants.X], s.BWins[variants.X]},
		AsO:      sides{s.AWins[variants.O], s.BWins[variants.O]},
		Openings: openings{s.ABoth, s.BBoth, s.OneEach},
	}
	if s.Games > 0 {
		out.Rate = new(float64(s.A()) / float64(s.Games))
	}
	return out
}

func newGame(g match.Played) gameReport {
	moves := g.Start.Record(append(slices.Clone(g.Opening.Moves), g.Moves...))
	plies := len(g.Opening.Moves)
	out := gameReport{
		Variant: g.Start.Game().Variant().Key(), Start: g.Start.String(), Opening: moves[:plies:plies], Moves: moves[plies:],
		X: letter(variants.X, g.A), Winner: letter(g.Winner, g.A),
	}
	if f := g.Fault; f != nil {
		out.Fault = &faultReport{letter(f.By, g.A), f.Kind, f.Detail, f.At.String()}
	}
	return out
}

func (r result) report() report {
	out := report{A: r.names[0], B: r.names[1], Seed: r.seed, Score: newScore(r.total()), ByGame: []gameScore{}, Played: []gameReport{}}
	for _, of := range r.games {
		game := of.start.Game()
		out.ByGame = append(out.ByGame, gameScore{game.Variant().Key(), game.Grid().String(), newScore(of.score)})
		for _, g := range of.games {
			out.Played = append(out.Played, newGame(g))
		}
	}
	return out
}
