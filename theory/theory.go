package theory

import "gridlock/variants"

// Theory applies every lemma that holds in a game. Make it with [New]. It remembers its
// findings, so it is not safe for concurrent use.
type Theory struct {
	game     *variants.Game
	lemmas   Lemmas
	nimbers  *Nimbers
	values   *Values
	separate *Separation
}

// New returns the theory of a game. stop, if not nil, is called at intervals and reports whether to give up.
func New(game *variants.Game, stop func() bool) *Theory {
	t := &Theory{game: game, lemmas: For(game)}
	if t.lemmas.Nimbers != nil {
		t.nimbers = t.lemmas.Nimbers()
	}
	if t.lemmas.Values != nil {
		t.values = t.lemmas.Values()
	}
	if t.lemmas.Separation != nil {
		t.separate = t.lemmas.Separation()
	}
	for _, b := range t.budgets() {
		b.Stop = stop
	}
	return t
}

// Resume lets the theory go on after stop, of [New], has told it to give up.
func (t *Theory) Resume() {
	for _, b := range t.budgets() {
		b.Resume()
	}
}

// budgets returns the budgets of the lemmas.
func (t *Theory) budgets() (all []*Budget) {
	if t.nimbers != nil {
		all = append(all, &t.nimbers.Budget)
	}
	if t.values != nil {
		all = append(all, &t.values.Budget)
	}
	if t.separate != nil {
		all = append(all, &t.separate.Budget)
	}
	return all
}

// Finding is what theory knows of a position.
type Finding struct {
	Known bool // the outcome is known
	Wins  bool // the player to move wins; meaningless unless Known
	Lemma Lemma

	Nimber *int   // the nimber in games that have [Nimbers]
	Value  *Value // in games that have [Values], if it is found quickly, with the player to move as Left
}

// Decide returns what theory knows of a state of the game.
func (t *Theory) Decide(s variants.State) Finding {
	switch {
	case t.nimbers != nil:
		return t.decideByNimber(s)
	case t.values != nil:
		return t.decideByValue(s)
	case t.lemmas.Matching:
		wins := Inessential(t.game.Near(), s.Free)&t.game.Rules().Legal(s) != 0
		return Finding{Known: true, Wins: wins, Lemma: PerfectMatching}
	case t.game.Rules().Legal(s) == 0:
		return Finding{Known: true, Lemma: NoLegalMove}
	}
	if lemma := t.lost(s); lemma != "" {
		return Finding{Known: true, Lemma: lemma}
	}
	if t.separate == nil {
		return Finding{}
	}
	wins := t.separate.Decide(s)
	switch {
	case wins == Open:
		return Finding{}
	case t.separate.Apart(s):
		return Finding{Known: true, Wins: wins == Yes, Lemma: MarkersSeparated}
	}
	return Finding{Known: true, Wins: wins == Yes, Lemma: CellsToItself}
}

// lost names the lemma by which the mover loses because the opponent can copy; it is "" if none is known.
func (t *Theory) lost(s variants.State) Lemma {
	if t.lemmas.Mirrors == nil {
		return ""
	}
	switch c, lost := t.lemmas.Mirrors.Copying(s); {
	case !lost:
		return ""
	case c.Cell < 0:
		return CopiesAll
	}
	return CopiesAllButOne
}

// decideByNimber looks for a mirror first: then the nimber is 0.
func (t *Theory) decideByNimber(s variants.State) Finding {
	if lemma := t.lost(s); lemma != "" && s.Free != 0 {
		return Finding{Known: true, Lemma: lemma, Nimber: new(int)}
	}
	nimber, ok := t.nimbers.Of(s.Free)
	if !ok {
		return Finding{}
	}
	return Finding{Known: true, Wins: nimber != 0, Lemma: SpragueGrundy, Nimber: &nimber}
}

// decideByValue finds the outcome first. The value may be much more work, so it is included only if it takes little.
func (t *Theory) decideByValue(s variants.State) Finding {
	finding := t.outcomeByValue(s)
	if !finding.Known || finding.Value != nil {
		return finding
	}
	t.values.Most = valueWork
	defer func() { t.values.Most = 0 }()
	finding.Value = t.values.Of(s.Mine, s.Yours)
	return finding
}

// outcomeByValue finds the outcome, and the value if it takes no work.
func (t *Theory) outcomeByValue(s variants.State) Finding {
	if finding := t.copied(s); finding.Known {
		return finding
	}
	wins := t.values.LeftWinsFirst(s.Mine, s.Yours)
	if wins == Open {
		return Finding{}
	}
	return Finding{Known: true, Wins: wins == Yes, Lemma: ColValue}
}

// copied returns what copying says of a position that has a value. A mirror that takes the mover's cells to all cells
// of the opponent exchanges both sets. Then whoever begins loses, so the value is 0.
func (t *Theory) copied(s variants.State) (finding Finding) {
	lemma := t.lost(s)
	if lemma == "" || s.Mine == 0 {
		return Finding{}
	}
	finding = Finding{Known: true, Lemma: lemma}
	if s.Mine.Count() == s.Yours.Count() {
		finding.Value = new(Value)
	}
	return finding
}

// valueWork is the maximum work for a value when only the outcome is needed.
const valueWork = 20000

// Work returns the number of positions that the lemmas have looked into.
func (t *Theory) Work() (work uint64) {
	for _, b := range t.budgets() {
		work += b.Work
	}
	return work
}
