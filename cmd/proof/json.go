package proof

import (
	"gridlock/proof"
	"gridlock/variants"
)

// exportReport is the JSON output of export. What the method does not use is null.
type exportReport struct {
	Variant    string            `json:"variant"`
	Board      string            `json:"board"`
	Position   string            `json:"position"`
	ToMove     string            `json:"to_move"`
	Winner     string            `json:"winner"`
	Method     proof.Method      `json:"method"`
	Nimber     *int              `json:"nimber"`
	Value      *string           `json:"value"`
	Opening    *string           `json:"opening"`
	Mirrors    [][]string        `json:"mirrors"` // the images of all cells
	Pairs      [][2]string       `json:"pairs"`
	Positions  []positionReport  `json:"positions"`
	Components []componentReport `json:"components"`
}

// positionReport is a position in which the winner is to move, or the root.
type positionReport struct {
	ID       int           `json:"id"`
	Ply      int           `json:"ply"`
	Position string        `json:"position"`
	Move     *string       `json:"move"` // the winner's; null where the loser is to move
	Leaf     *string       `json:"leaf"` // "end", "walk", "plan" or "copy"
	Walk     []string      `json:"walk"`
	Mirror   *int          `json:"mirror"`
	Replies  []replyReport `json:"replies"`
	More     int           `json:"more"` // replies that are deeper
}

// replyReport is a move of the loser's.
type replyReport struct {
	Move string `json:"move"`
	To   *int   `json:"to"` // the id of the position after it, null if that is deeper
}

type componentReport struct {
	Component string   `json:"component"`
	Left      []string `json:"left"`
	Right     []string `json:"right"`
	Nimber    *int     `json:"nimber"`
	Value     *string  `json:"value"`
	Not       *int     `json:"not"`      // a nimber that it has not
	AtLeast   *string  `json:"at_least"` // what it is worth to the winner, who is Left then
	Because   *string  `json:"because"`  // of a move to a cell, of replies, or of a mirror; for the two before
}

func newExportReport(r *proof.Reader, t tree, parts []proof.Part) exportReport {
	h, game := r.Header, r.Root.Game()
	report := exportReport{
		Variant: h.Key(), Board: h.Board, Position: h.Position, ToMove: h.ToMove,
		Winner: h.Winner, Method: h.Method, Nimber: h.Nimber,
	}
	if h.Value != "" {
		report.Value = &h.Value
	}
	if h.Opening != nil && r.Root.Legal().Has(int(*h.Opening)) {
		report.Opening = new(r.Root.MoveText(*h.Opening))
	}
	mirrors := h.Mirrors
	if h.Layered() {
		mirrors = t.mirrors
	}
	for _, mirror := range mirrors {
		var images []string
		for _, c := range mirror {
			images = append(images, game.CellText(c))
		}
		report.Mirrors = append(report.Mirrors, images)
	}
	for _, pair := range h.Matching {
		report.Pairs = append(report.Pairs, [2]string{game.CellText(pair[0]), game.CellText(pair[1])})
	}
	for _, n := range t.nodes {
		report.Positions = append(report.Positions, n.report())
	}
	for _, p := range parts {
		report.Components = append(report.Components, newComponentReport(r, p))
	}
	return report
}

func newComponentReport(r *proof.Reader, p proof.Part) componentReport {
	game := r.Root.Game()
	report := componentReport{
		Component: drawn(r.Header, game.Grid(), p), Left: cells(game, p.Left), Right: cells(game, p.Right),
		Nimber: p.Nimber, Not: p.Not,
	}
	if p.Value != nil {
		report.Value = new(p.Value.String())
	}
	if p.Least != nil {
		report.AtLeast = new(p.Least.String())
	}
	if p.Reason != nil {
		report.Because = new(because(game, *p.Reason))
	}
	return report
}

func (n *node) report() positionReport {
	report := positionReport{ID: n.id, Ply: n.ply, Position: n.pos.String(), Replies: []replyReport{}, More: n.more}
	if n.answer != nil {
		moves := n.moves()
		report.Move = &moves[0]
		switch {
		case n.answer.Kind == proof.ByWalk:
			report.Leaf, report.Walk = new("walk"), moves
		case n.answer.Kind == proof.ByPlan:
			report.Leaf, report.Walk = new("plan"), moves
		case n.answer.Kind == proof.ByCopy:
			report.Leaf, report.Mirror = new("copy"), &n.answer.Mirror
		case n.ends():
			report.Leaf = new("end")
		}
	}
	for _, r := range n.replies {
		edge := replyReport{Move: r.move}
		if r.to != nil {
			edge.To = &r.to.id
		}
		report.Replies = append(report.Replies, edge)
	}
	return report
}

// cells returns the names of the cells of a set.
func cells(game *variants.Game, set variants.Board) []string {
	texts := []string{}
	for c := range set.Cells() {
		texts = append(texts, game.CellText(c))
	}
	return texts
}
