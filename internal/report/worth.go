package report

import (
	"gridlock/analysis"
	"gridlock/cgt"
	"gridlock/internal/draw"
	"gridlock/variants"
)

// Worth is the worth of a position in JSON, with X as Left. Numbers are written as "-9/4". Unknown fields are null.
type Worth struct {
	Heat
	LaTeX       *string          `json:"latex"` // of the value
	Class       *string          `json:"class"` // N, P, L or R
	Thermograph *Thermograph     `json:"thermograph"`
	Components  []ComponentWorth `json:"components"` // the largest first
	Moves       []HotMove        `json:"moves"`      // the moves of both players, the hottest first
	Limited     bool             `json:"limited"`    // there were too many canonical forms
}

// Heat is a value and its temperature or, without Exact, an upper bound of the temperature. The text of a value that is
// longer than a MiB ends with "…".
type Heat struct {
	Value       *string `json:"value"`
	Mean        *string `json:"mean"`
	Temperature *string `json:"temperature"`
	Exact       bool    `json:"exact"`
	LeftStop    *string `json:"left_stop"`
	RightStop   *string `json:"right_stop"`
}

// Thermograph has the corners of its walls, each a tax and a place, and a picture.
type Thermograph struct {
	Left  [][]string `json:"left"`
	Right [][]string `json:"right"`
	SVG   string     `json:"svg"`
}

// ComponentWorth is the worth of a component.
type ComponentWorth struct {
	Cells []string `json:"cells"`
	Heat
}

// HotMove is a move of a player, who need not be the player to move. Temperature is the tax at which the move is as
// good as no move, and Gain is how much it raises the mean for the player.
type HotMove struct {
	Player      string `json:"player"`
	Move        string `json:"move"`
	Temperature string `json:"temperature"`
	Gain        string `json:"gain"`
	Hottest     bool   `json:"hottest"` // no move of the player is hotter
}

// mostValue is about the most bytes of a value's text.
const mostValue = 1 << 20

// NewWorth returns the worth of a position in JSON, nil for nil.
func NewWorth(p variants.Position, w *analysis.Worth) *Worth {
	if w == nil {
		return nil
	}
	out := &Worth{Heat: newHeat(w.Heat), Components: []ComponentWorth{}, Moves: []HotMove{}, Limited: w.Limited}
	if w.Known() {
		if _, whole := w.Value.Text(mostValue); whole {
			out.LaTeX = new(w.Value.LaTeX())
		}
	}
	if g := w.Thermograph(); g != nil {
		out.Thermograph = &Thermograph{newWall(g.Left), newWall(g.Right), draw.Thermograph(g)}
	}
	if w.Low != nil {
		if class, ok := w.Outcome(); ok {
			out.Class = new(class.String())
		}
	}
	for _, c := range w.Components {
		out.Components = append(out.Components, ComponentWorth{p.Game().CellTexts(c.Cells), newHeat(c.Heat)})
	}
	for _, m := range w.Moves {
		out.Moves = append(out.Moves, HotMove{
			m.Player.String(), p.Game().CellText(m.Cell), m.Temperature.String(), m.Gain.String(), m.Hottest,
		})
	}
	return out
}

// newHeat returns a value and its temperature in JSON.
func newHeat(h analysis.Heat) (out Heat) {
	if h.Known() {
		text, _ := h.Value.Text(mostValue)
		out.Value = &text
	}
	if b := h.Bounds; b.Low != nil {
		out.Temperature, out.Exact = new(b.Hottest.String()), b.Coolest == b.Hottest
		if mean, ok := b.Mean(); ok {
			out.Mean = new(mean.String())
		}
	}
	if g := h.Thermograph(); g != nil {
		left, right := g.Stops()
		out.LeftStop, out.RightStop = new(left.At.String()), new(right.At.String())
	}
	return out
}

func newWall(w cgt.Wall) (corners [][]string) {
	for _, p := range w {
		corners = append(corners, []string{p.T.String(), p.X.String()})
	}
	return corners
}
