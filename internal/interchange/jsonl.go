package interchange

import (
	"encoding/json"
	"fmt"

	"gridlock/solver"
	"gridlock/variants"
)

// object is a line of JSON. The names are those of "gridlock solve --json", whose lines can be
// read, too.
type object struct {
	Variant  string       `json:"variant"`
	Words    string       `json:"words,omitempty"`
	Board    string       `json:"board"`
	Position string       `json:"position"`
	Outcome  *string      `json:"outcome"` // the outcome for the player to move
	Nimber   *int         `json:"nimber,omitempty"`
	Value    *string      `json:"value,omitempty"`
	Moves    []moveObject `json:"moves"`
}

// moveObject is a move in JSON.
type moveObject struct {
	Move     string  `json:"move"`
	Outcome  *string `json:"outcome"`  // the outcome for the player who makes the move
	Distance *int    `json:"distance"` // plies from the position before the move
}

// parseJSON reads a line of JSON.
func parseJSON(v variants.Variant, line string) (Entry, error) {
	var in object
	if err := json.Unmarshal([]byte(line), &in); err != nil {
		return Entry{}, fmt.Errorf("not a JSON object: %w", err)
	}
	if named, err := variants.Lookup(in.Variant, v); in.Variant != "" && (err != nil || named.Key() != v.Key()) {
		return Entry{}, fmt.Errorf("a position of %.20q, not of %s", in.Variant, v.ID)
	}
	p, err := v.Parse(in.Position)
	if err != nil {
		return Entry{}, err
	}
	e := Entry{Position: p, Nimber: in.Nimber}
	if in.Value != nil {
		e.Value = *in.Value
	}
	if e.Stated, err = parseOutcome(in.Outcome); err != nil {
		return Entry{}, err
	}
	for _, m := range in.Moves {
		value := solver.UnknownScore()
		if value.Outcome, err = parseOutcome(m.Outcome); err != nil {
			return Entry{}, fmt.Errorf("move %s: %w", short(m.Move), err)
		}
		if m.Distance != nil && value.Outcome != solver.Unknown {
			value.Distance = *m.Distance
		}
		if err := check(value); err != nil {
			return Entry{}, fmt.Errorf("move %s: %w", short(m.Move), err)
		}
		if err := e.add(m.Move, value); err != nil {
			return Entry{}, err
		}
	}
	return e, nil
}

func parseOutcome(text *string) (solver.Outcome, error) {
	if text == nil {
		return solver.Unknown, nil
	}
	for _, o := range []solver.Outcome{solver.Win, solver.Loss} {
		if o.String() == *text {
			return o, nil
		}
	}
	return solver.Unknown, fmt.Errorf("outcome %.20q: write \"win\", \"loss\" or null", *text)
}

// json writes the entry as a line of JSON, with all legal moves.
func (e Entry) json() (string, error) {
	out := object{
		Variant:  e.Position.Game().Variant().Name(),
		Words:    e.Position.Game().Variant().Words(),
		Board:    e.Position.Game().Grid().String(),
		Position: e.Position.String(),
		Outcome:  e.Outcome().Text(),
		Nimber:   e.Nimber,
		Moves:    []moveObject{},
	}
	if e.Value != "" {
		out.Value = &e.Value
	}
	for _, m := range e.all() {
		move := moveObject{Move: e.Position.MoveText(m.Move), Outcome: m.Outcome.Text()}
		if m.Distance != solver.NoDistance {
			move.Distance = new(m.Distance)
		}
		out.Moves = append(out.Moves, move)
	}
	line, err := json.Marshal(out)
	return string(line), err
}
