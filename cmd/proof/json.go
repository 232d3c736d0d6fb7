package proof

import (
	"gridlock/internal/report"
	"gridlock/proof"
)

// exportReport is the JSON output of export. Fields that the method does not use are null.
type exportReport struct {
	report.Claim
	Mirrors    [][]string        `json:"mirrors"` // the images of all cells
	Pairs      [][]string        `json:"pairs"`
	Positions  []positionReport  `json:"positions"`
	Components []componentReport `json:"components"`
}

// positionReport is a position in which the winner is to move, or the root.
type positionReport struct {
	ID       int           `json:"id"`
	Ply      int           `json:"ply"`
	Position string        `json:"position"`
	Move     *string       `json:"move"` // the winner's; null if the loser is to move
	Leaf     *string       `json:"leaf"` // "end", "walk", "plan" or "copy"
	Walk     []string      `json:"walk"`
	Mirror   *int          `json:"mirror"`
	Replies  []replyReport `json:"replies"`
	More     int           `json:"more"` // replies below the depth shown
}

// replyReport is a move of the loser's.
type replyReport struct {
	Move string `json:"move"`
	To   *int   `json:"to"` // the id of the position after it, null if not shown
}

type componentReport struct {
	Component string   `json:"component"`
	Left      []string `json:"left"`
	Right     []string `json:"right"`
	Nimber    *int     `json:"nimber"`
	Value     *string  `json:"value"`
	Not       *int     `json:"not"`      // a nimber that it does not have
	AtLeast   *string  `json:"at_least"` // lower bound, with the winner as Left
	Because   *string  `json:"because"`  // the reason for Not and AtLeast: a cell, replies, or a mirror
}

func newExportReport(r *proof.Reader, t tree, parts []proof.Part) exportReport {
	h, game, out := r.Header, r.Root.Game(), exportReport{Claim: report.NewClaim(r)}
	mirrors := h.Mirrors
	if h.Layered() {
		mirrors = t.mirrors
	}
	for _, mirror := range mirrors {
		var images []string
		for _, c := range mirror {
			images = append(images, game.CellText(c))
		}
		out.Mirrors = append(out.Mirrors, images)
	}
	if h.Matching != nil {
		out.Pairs = game.PairTexts(h.Matching)
	}
	for _, n := range t.nodes {
		out.Positions = append(out.Positions, n.report())
	}
	for _, p := range parts {
		out.Components = append(out.Components, newComponentReport(r, p))
	}
	return out
}

func newComponentReport(r *proof.Reader, p proof.Part) componentReport {
	game := r.Root.Game()
	out := componentReport{
		Component: drawn(r.Header, game.Grid(), p), Left: game.CellTexts(p.Left), Right: game.CellTexts(p.Right),
		Nimber: p.Nimber, Not: p.Not,
	}
	if p.Value != nil {
		out.Value = new(p.Value.String())
	}
	if p.Least != nil {
		out.AtLeast = new(p.Least.String())
	}
	if p.Reason != nil {
		out.Because = new(because(game, *p.Reason))
	}
	return out
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
