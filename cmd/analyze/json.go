package analyze

import (
	"gridlock/analysis"
	"gridlock/internal/cli"
	"gridlock/theory"
	"gridlock/variants"
)

// report is the JSON output: what solve prints, and more.
type report struct {
	cli.ResultReport
	Moves []moveReport `json:"moves"` // best first
	Why   *string      `json:"why"`   // how the lemma applies
	Facts factsReport  `json:"facts"`
	Game  *gameReport  `json:"game,omitzero"` // if moves were played
}

// moveReport is a move. Change is how many plies later it wins or sooner it loses than the
// best move, 0 where that is not known or does not apply.
type moveReport struct {
	cli.MoveReport
	Mistake string   `json:"mistake"` // "", "?!" or "??"
	Change  int      `json:"change"`
	Lemma   *string  `json:"lemma"`
	Why     *string  `json:"why"`
	PV      []string `json:"pv"` // with the move
}

// factsReport is what was counted of the position.
type factsReport struct {
	Legal      int         `json:"legal"`
	Winning    int         `json:"winning"`
	Losing     int         `json:"losing"`
	OnlyMove   bool        `json:"only_move"`
	Images     int         `json:"images"`
	Components [][]string  `json:"components"` // cells
	Partner    *string     `json:"partner"`
	Rooms      *roomsEntry `json:"rooms"`
}

// roomsEntry is what the players have to themselves.
type roomsEntry struct {
	X roomReport `json:"X"`
	O roomReport `json:"O"`
}

// roomReport is the cells that a player can reach, and bounds on the longest walk.
type roomReport struct {
	Reach []string `json:"reach"`
	Least int      `json:"least"`
	Most  int      `json:"most"`
}

// gameReport is a review.
type gameReport struct {
	Start        string      `json:"start"`
	Plies        []plyReport `json:"plies"`
	FirstBlunder *int        `json:"first_blunder"` // ply, from 1
	OnlyMoves    onlyReport  `json:"only_moves"`
	Sentences    []string    `json:"sentences"`
}

// onlyReport is where the players had one winning move only, and how often in a row.
type onlyReport struct {
	X streakReport `json:"X"`
	O streakReport `json:"O"`
}

type streakReport struct {
	Plies  []int `json:"plies"`
	Streak int   `json:"streak"`
}

// plyReport is a move of a game: what it was worth for the player who made it, and what
// the best move was.
type plyReport struct {
	Ply      int              `json:"ply"`
	Player   string           `json:"player"`
	Mark     string           `json:"mark"` // "", "!", "?!" or "??"
	Played   moveReport       `json:"played"`
	Best     moveReport       `json:"best"`
	Position cli.ResultReport `json:"position"` // before the move
}

// newReport returns what there is in JSON.
func newReport(g analysis.Game) report {
	a := g.End
	out := report{
		ResultReport: cli.NewResultReport(a.Position, a.Result),
		Moves:        []moveReport{}, Why: cli.TextOrNil(a.Reason.Text), Facts: newFacts(a),
	}
	for _, m := range a.Moves {
		out.Moves = append(out.Moves, newMove(a.Position, m))
	}
	if len(g.Plies) > 0 {
		out.Game = newGame(g)
	}
	return out
}

func newMove(p variants.Position, m analysis.Move) moveReport {
	return moveReport{
		MoveReport: cli.NewMoveReport(p, m), Mistake: m.Mistake.String(), Change: m.Plies,
		Lemma: cli.TextOrNil(m.Reason.Lemma), Why: cli.TextOrNil(m.Reason.Text), PV: p.Record(m.Line()),
	}
}

func newFacts(a analysis.Position) factsReport {
	f, game := a.Facts, a.Position.Game()
	out := factsReport{
		Legal: f.Legal, Winning: f.Winning, Losing: f.Losing, OnlyMove: a.OnlyMove(), Images: f.Images,
		Components: [][]string{},
	}
	for _, c := range f.Components {
		out.Components = append(out.Components, cellNames(game, c))
	}
	if f.Partner != nil {
		out.Partner = new(game.CellText(*f.Partner))
	}
	if f.Rooms != nil {
		room := func(r theory.Room) roomReport { return roomReport{cellNames(game, r.Region), r.Least, r.Most} }
		out.Rooms = &roomsEntry{room(f.Rooms[variants.X]), room(f.Rooms[variants.O])}
	}
	return out
}

func cellNames(game *variants.Game, cells variants.Board) []string {
	names := make([]string, 0, cells.Count())
	for c := range cells.Cells() {
		names = append(names, game.CellText(c))
	}
	return names
}

func newGame(g analysis.Game) *gameReport {
	out := &gameReport{Start: g.Position(0).Position.String(), Plies: []plyReport{}, Sentences: g.Sentences()}
	for i, p := range g.Plies {
		at := p.Before.Position
		out.Plies = append(out.Plies, plyReport{
			Ply: i + 1, Player: at.Side().String(), Mark: p.Mark(),
			Played: newMove(at, p.Played), Best: newMove(at, p.Before.Moves[0]), Position: cli.NewResultReport(at, p.Before.Result),
		})
	}
	if ply, ok := g.FirstBlunder(); ok {
		out.FirstBlunder = &ply
	}
	streak := func(player variants.Player) streakReport {
		plies, streak := g.OnlyMoves(player)
		return streakReport{append([]int{}, plies...), streak}
	}
	out.OnlyMoves = onlyReport{streak(variants.X), streak(variants.O)}
	return out
}
