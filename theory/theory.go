package theory

import "gridlock/variants"

// Theory applies every lemma that there is for a game. Make it with [New]. It
// remembers what it has found out, so one serves one goroutine.
type Theory struct {
	game     *variants.Game
	mirrors  *Mirrors
	nimbers  *Nimbers
	values   *Values
	separate *Separation
}

// New returns the theory of a game. stop, if not nil, is asked now and then whether
// to give up.
func New(game *variants.Game, stop func() bool) *Theory {
	t := &Theory{game: game}
	switch game.Variant().ID {
	case variants.Duel:
		t.mirrors, t.values = NewMirrors(game.Grid()), NewValues(game.Grid())
		t.values.Stop = stop
	case variants.Lockdown:
		t.mirrors = NewMirrors(game.Grid())
	case variants.Claim:
		t.nimbers = NewNimbers(game.Grid())
		t.nimbers.Stop = stop
	}
	if separate, ok := NewSeparation(game); ok {
		t.separate = separate
		t.separate.Stop = stop
	}
	return t
}

// Finding is what theory says of a position.
type Finding struct {
	Known bool   // the outcome is known
	Wins  bool   // the player to move wins; says nothing unless Known
	Lemma string // by which lemma, in a few words

	Nimber *int   // in claim
	Value  *Value // in duel, with the player to move as Left, where it is found quickly
}

// Decide says what theory knows of a state of the game.
func (t *Theory) Decide(s variants.State) Finding {
	switch {
	case t.nimbers != nil:
		return t.decideClaim(s)
	case t.values != nil:
		return t.decideDuel(s)
	case t.game.Variant().ID == variants.Classic:
		wins := Inessential(t.game.Grid(), s.Free)&t.game.Rules().Legal(s) != 0
		return Finding{Known: true, Wins: wins, Lemma: "matching"}
	case t.game.Rules().Legal(s) == 0:
		return Finding{Known: true, Lemma: "no legal move"}
	case t.mirrors != nil && t.mirrors.Lost(s):
		return Finding{Known: true, Lemma: "the opponent copies every move"}
	}
	if wins, known := t.separate.Decide(s); known {
		return Finding{Known: true, Wins: wins, Lemma: "the markers are separated"}
	}
	return Finding{}
}

func (t *Theory) decideClaim(s variants.State) Finding {
	nimber, ok := t.nimbers.Of(s.Free)
	if !ok {
		return Finding{}
	}
	return Finding{Known: true, Wins: nimber != 0, Lemma: "Sprague-Grundy", Nimber: &nimber}
}

// decideDuel finds the outcome first. The value may be much more work, so it is given
// only where that is little.
func (t *Theory) decideDuel(s variants.State) Finding {
	if s.Mine != 0 && t.mirrors.Lost(s) {
		return Finding{Known: true, Lemma: "the opponent copies every move", Value: new(Value)}
	}
	wins, ok := t.values.LeftWinsFirst(s.Mine, s.Yours)
	if !ok {
		return Finding{}
	}
	finding := Finding{Known: true, Wins: wins, Lemma: "Col value"}
	t.values.Most = valueWork
	defer func() { t.values.Most = 0 }()
	if value, ok := t.values.Of(s.Mine, s.Yours); ok {
		finding.Value = &value
	}
	return finding
}

// valueWork is how much work a value may be when only the outcome has to be known.
const valueWork = 20000

// Work returns the number of positions that the lemmas have looked into.
func (t *Theory) Work() uint64 {
	var work uint64
	if t.nimbers != nil {
		work += t.nimbers.Work
	}
	if t.values != nil {
		work += t.values.Work
	}
	if t.separate != nil {
		work += t.separate.Work
	}
	return work
}
