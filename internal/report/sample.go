package report

import "gridlock/analysis"

// Sample is in JSON a position of a dataset, with every legal move. Outcomes are exact, and so are
// distances, nimbers and values, which are null where they are not known.
type Sample struct {
	Split    string  `json:"split"` // train, validation or test
	Group    string  `json:"group"` // the same for positions that ask the same, which are in the same part
	Variant  string  `json:"variant"`
	Board    string  `json:"board"`
	Position string  `json:"position"`
	ToMove   string  `json:"to_move"`
	Outcome  *string `json:"outcome"` // for the player to move
	Distance *int    `json:"distance"`
	Nimber   *int    `json:"nimber"`
	Value    *string `json:"value"`
	Moves    []Move  `json:"moves"` // best first
}

// NewSample returns what there is in JSON of an answer.
func NewSample(a analysis.Answer, group, split string) Sample {
	all := NewAnswer(a)
	return Sample{
		split, group, all.Variant, all.Board, all.Position, all.ToMove, all.Outcome, all.Distance, all.Nimber, all.Value, all.Moves,
	}
}
