package query

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"
)

// turns decides which questions may compute. Each question starts in a lane, so short questions never queue behind long
// ones. There are as many lanes as slots, which are for long searches. Puzzles stay in a lane for longer. A question
// computes for a slice of time. If others wait then, it is paused, with its memory, until its next turn. If nobody
// waits it goes on.
//
// The next turn goes to the client with the least use so far, and there to the question with the least use. Every
// fourth slot goes to the question that has waited longest. So a new question is soon answered, clients have equal
// shares however much they ask, and everybody has a turn within four slices for each waiting question.
//
// A client who arrives is charged max(its own earlier use, the least use of those present), so leaving and coming back
// gains nothing.
type turns struct {
	slots int // for any question
	lanes int // the number of lanes for questions that have computed for less than their brief
	most  int // questions at a time
	share int // questions at a time of one client that has a name
	open  int // questions at a time that have begun, so they use memory

	mu      sync.Mutex
	clients map[string]*client
	waiting []*turn // the turns in the order in which they began to wait
	inSlots int
	inLanes int
	begun   int // questions that have begun and not left
	all     int // questions that have not left
	grants  int // the number of slots granted so far
}

// slice is how long a question may compute while others wait.
const slice = 50 * time.Millisecond

// patience: every patience-th slot goes to the question that has waited longest.
const patience = 4

// client is a client that asks questions.
type client struct {
	name      string
	used      time.Duration // time in slots and lanes
	questions int
}

// turn is a question, as turns sees it. It implements [yield.Turn].
type turn struct {
	turns *turns
	over  <-chan struct{} // the end of the question's context
	brief time.Duration   // the time for which it may compute in lanes

	// Guarded by turns:
	client  *client
	state   state
	begun   bool          // it has had a turn
	used    time.Duration // time in slots and lanes
	since   time.Time     // the time when it began to wait, or when its turn began
	charged time.Time     // used counts the time until then
	granted chan struct{} // closed when it gets its turn; new each time it waits
}

// state is the state of a question.
type state uint8

const (
	waits state = iota
	inSlot
	inLane
	ended // it needs no more turns
)

// newTurns returns turns for searches at a time, while queue more may wait, and at most open may have begun.
func newTurns(searches, queue, open int) *turns {
	return &turns{
		slots: searches, lanes: searches, most: searches + queue, share: searches + queue/2, open: max(open, 2*searches),
		clients: map[string]*client{},
	}
}

// admit lets a question of a client wait for its turn; it returns nil if there is no room. The turn may be in a lane
// until the question has computed for brief. It takes no more turns once ctx has ended. Call leave in the end.
func (s *turns) admit(ctx context.Context, name string, brief time.Duration) *turn {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.client(name)
	if s.all >= s.most || name != "" && c.questions >= s.share {
		s.forget()
		return nil
	}
	t := &turn{turns: s, over: ctx.Done(), brief: brief, client: c}
	s.all++
	c.questions++
	s.wait(t, time.Now())
	s.dispatch()
	context.AfterFunc(ctx, t.end)
	return t
}

// client returns the client of a name.
func (s *turns) client(name string) *client {
	c := s.clients[name]
	if c == nil {
		c = &client{name: name}
		s.clients[name] = c
	}
	if least, present := s.least(); present && c.questions == 0 {
		c.used = max(c.used, least)
	}
	return c
}

// least returns the least use of the clients that have questions.
func (s *turns) least() (used time.Duration, present bool) {
	for _, c := range s.clients {
		if c.questions > 0 && (!present || c.used < used) {
			used, present = c.used, true
		}
	}
	return used, present
}

// mostAbsent is the number of absent clients whose use is remembered.
const mostAbsent = 1 << 12

// forget forgets clients that have no questions and would be charged like new ones.
func (s *turns) forget() {
	least, present := s.least()
	for name, c := range s.clients {
		if c.questions == 0 && (!present || c.used <= least || len(s.clients) > mostAbsent) {
			delete(s.clients, name)
		}
	}
}

// Wait returns when the question may compute, or its context or ctx has ended.
func (t *turn) Wait(ctx context.Context) {
	granted := t.next()
	if granted == nil {
		return
	}
	select {
	case <-granted:
	case <-t.over:
	case <-ctx.Done():
	}
}

// next ends the turn if it is time, and returns a channel that is closed when the next turn begins, nil if the question
// may compute.
func (t *turn) next() <-chan struct{} {
	s := t.turns
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	s.charge(t, now)
	if (t.state == inSlot || t.state == inLane) && now.Sub(t.since) >= slice && s.wanted(t) {
		s.take(t)
		s.wait(t, now)
		s.dispatch()
	}
	if t.state != waits {
		return nil
	}
	return t.granted
}

// wanted reports whether another question should get the place of t. A lane always goes to another question; questions
// that have had a lane come after new ones.
func (s *turns) wanted(t *turn) bool {
	return t.state == inLane || slices.ContainsFunc(s.waiting, s.eligible)
}

// eligible reports whether there is memory for a waiting question, so it may have a turn.
func (s *turns) eligible(t *turn) bool { return t.begun || s.begun < s.open }

// charge counts the time that a question has computed.
func (s *turns) charge(t *turn, now time.Time) {
	if t.state != inSlot && t.state != inLane {
		return
	}
	d := now.Sub(t.charged)
	t.used, t.client.used, t.charged = t.used+d, t.client.used+d, now
}

// wait puts a question in line.
func (s *turns) wait(t *turn, now time.Time) {
	t.state, t.since, t.granted = waits, now, make(chan struct{})
	s.waiting = append(s.waiting, t)
}

// take takes a question out of its slot, its lane or the line.
func (s *turns) take(t *turn) {
	switch t.state {
	case inSlot:
		s.inSlots--
	case inLane:
		s.inLanes--
	case waits:
		s.waiting = slices.DeleteFunc(s.waiting, func(other *turn) bool { return other == t })
	}
}

// dispatch gives free places to questions.
func (s *turns) dispatch() {
	for s.inLanes < s.lanes && s.grant(inLane, s.first(func(t *turn) bool { return t.used < t.brief && s.eligible(t) })) {
		s.inLanes++
	}
	for s.inSlots < s.slots && s.grant(inSlot, s.chosen()) {
		s.inSlots++
		s.grants++
	}
}

// chosen returns the question that gets the next slot.
func (s *turns) chosen() *turn {
	if s.grants%patience == patience-1 {
		if i := slices.IndexFunc(s.waiting, s.eligible); i >= 0 {
			return s.waiting[i]
		}
	}
	return s.first(s.eligible)
}

// first returns the first question in line that may have a place, nil for none.
func (s *turns) first(may func(*turn) bool) (found *turn) {
	for _, t := range s.waiting {
		if may(t) && (found == nil || before(t, found)) {
			found = t
		}
	}
	return found
}

// before reports whether a question gets its turn before another question, which began to wait earlier.
func before(t, other *turn) bool {
	return cmp.Or(cmp.Compare(t.client.used, other.client.used), cmp.Compare(t.used, other.used)) < 0
}

// grant gives a place to a question, if there is one.
func (s *turns) grant(place state, t *turn) bool {
	if t == nil {
		return false
	}
	s.take(t)
	now := time.Now()
	t.state, t.since, t.charged = place, now, now
	if !t.begun {
		t.begun = true
		s.begun++
	}
	close(t.granted)
	return true
}

// end gives the question's place away at once. The rest of its work takes no turn.
func (t *turn) end() {
	s := t.turns
	s.mu.Lock()
	defer s.mu.Unlock()
	if t.state == ended {
		return
	}
	s.charge(t, time.Now())
	s.take(t)
	t.state = ended
	s.dispatch()
}

// leave is called when the question is answered and its memory is free.
func (t *turn) leave() {
	t.end()
	s := t.turns
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all--
	t.client.questions--
	if t.begun {
		s.begun--
	}
	s.forget()
	s.dispatch()
}

// claim moves the question to another client that asks it, too, if that client has used less.
func (t *turn) claim(name string) {
	s := t.turns
	s.mu.Lock()
	defer s.mu.Unlock()
	s.charge(t, time.Now())
	if c := s.client(name); c.used < t.client.used {
		t.client.questions--
		c.questions++
		t.client = c
	}
	s.forget()
}

// ahead returns how many questions get their turn before this one, and whether this one has not begun.
func (t *turn) ahead() (n int, queued bool) {
	s := t.turns
	s.mu.Lock()
	defer s.mu.Unlock()
	if t.begun || t.state == ended {
		return 0, false
	}
	n = s.inSlots + s.inLanes
	earlier := true
	for _, other := range s.waiting {
		switch {
		case other == t:
			earlier = false
		case before(other, t), earlier && !before(t, other):
			n++
		}
	}
	return n, true
}

// queued returns how many waiting questions have not begun.
func (s *turns) queued() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.waiting {
		if !t.begun {
			n++
		}
	}
	return n
}
