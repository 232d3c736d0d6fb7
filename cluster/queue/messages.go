package queue

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"time"

	"gridlock/cluster/joblevel"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// Protocol is the version of the messages. Processes that speak another one are refused.
const Protocol = 1

// Config describes a run. It never changes.
type Config struct {
	Protocol int       `json:"protocol"`
	Program  string    `json:"program"` // version of the program that began the run
	Variant  string    `json:"variant"`
	Position string    `json:"position"`
	Begun    time.Time `json:"begun"`
}

// Root returns the position of the run.
func (c Config) Root() (variants.Position, error) {
	if c.Protocol != Protocol {
		return variants.Position{}, fmt.Errorf("the run has protocol %d, and this program speaks %d: use version %s, which began the run", c.Protocol, Protocol, c.Program)
	}
	v, err := variants.ByKey(c.Variant)
	if err != nil {
		return variants.Position{}, err
	}
	p, err := v.Parse(c.Position)
	if err == nil && !proof.KeysOf(p.Game()).Fit() {
		err = fmt.Errorf("positions of %s on %v take more than 128 bits", c.Variant, p.Game().Grid())
	}
	return p, err
}

// Verdict is the end of a run.
type Verdict struct {
	Outcome      string    `json:"outcome,omitempty"` // win or loss for the player to move; empty if the run was cancelled
	Ended        time.Time `json:"ended"`
	Progress     Progress  `json:"progress"`
	Certificates int       `json:"certificates,omitempty"` // certificates that the coordinator has checked; 0 if it was not asked to
}

// Winner returns who wins the position of the run. It is an error if the run was cancelled.
func (v Verdict) Winner(p variants.Position) (variants.Player, error) {
	if v.Outcome == "" {
		return 0, fmt.Errorf("it was cancelled at %s", v.Ended.Format(time.DateTime))
	}
	o, err := outcome(v.Outcome)
	winner, _ := solver.Result{Outcome: o}.Winner(p)
	return winner, err
}

// Progress is how far a run is.
type Progress struct {
	Coordinator string  `json:"coordinator"`
	Seconds     float64 `json:"seconds"`   // by this coordinator
	Jobs        int     `json:"jobs"`      // with a result
	Nodes       uint64  `json:"nodes"`     // visited for these
	Out         int     `json:"out"`       // jobs that are out
	Tree        int     `json:"tree"`      // positions in the tree
	Slots       int     `json:"slots"`     // of the workers
	Proof       uint32  `json:"proof"`     // numbers of the root
	Disproof    uint32  `json:"disproof"`  //
	Leaves      int     `json:"leaves"`    // leaves to be proven, once the root is decided
	Proven      int     `json:"proven"`    // those that are
	Refused     int     `json:"refused"`   // results or certificates that were wrong
	Published   int     `json:"published"` // jobs, again or for the first time
}

// Presence is the message of a worker about itself.
type Presence struct {
	Name    string `json:"name"`
	Program string `json:"program"`
	Run     string `json:"run"`   // the run it works for, or empty
	Slots   int    `json:"slots"` // jobs at a time
	Jobs    int    `json:"jobs"`  // done
	Nodes   uint64 `json:"nodes"` // visited
}

// Job is a message for a worker.
type Job struct {
	Protocol int       `json:"protocol"`
	Begun    time.Time `json:"begun"` // when the run began: another run may have its name later
	ID       string    `json:"id"`
	Nodes    uint64    `json:"nodes,omitempty"` // positions that a search may visit
	Prove    bool      `json:"prove,omitempty"` // write a certificate instead, of a verdict:
	Wins     bool      `json:"wins,omitempty"`  // whether the player to move wins
}

// JobResult is a worker's message about a job.
type JobResult struct {
	Protocol int         `json:"protocol"`
	Begun    time.Time   `json:"begun"` // the Begun of the job
	ID       string      `json:"id"`
	Worker   string      `json:"worker"`
	Outcome  string      `json:"outcome,omitempty"`  // win or loss of the player to move, or undecided
	Children [][2]uint32 `json:"children,omitempty"` // numbers, if undecided
	Nodes    uint64      `json:"nodes"`
	Object   string      `json:"object,omitempty"` // the name of the certificate, of a leaf that is proven
	Failed   bool        `json:"failed,omitempty"` // the job has ended several workers, or cannot be done
}

// codec translates between the states of a game and IDs.
type codec struct {
	game *variants.Game
	keys proof.Keys
}

func newCodec(game *variants.Game) codec { return codec{game, proof.KeysOf(game)} }

// id returns the ID of a state.
func (c codec) id(s variants.State) string {
	k := c.keys.Of(s)
	return fmt.Sprintf("%016x%016x", k.Hi, k.Lo)
}

// state returns the state of an ID. The error reports a text that is no ID.
func (c codec) state(id string) (variants.State, error) {
	if len(id) != 32 {
		return variants.State{}, fmt.Errorf("%q is no state: 32 hexadecimal digits are needed", id)
	}
	hi, errHi := strconv.ParseUint(id[:16], 16, 64)
	lo, errLo := strconv.ParseUint(id[16:], 16, 64)
	if errHi != nil || errLo != nil {
		return variants.State{}, fmt.Errorf("%q is no state: 32 hexadecimal digits are needed", id)
	}
	s, err := c.keys.State(proof.Key{Hi: hi, Lo: lo})
	if err == nil && c.id(s) != id {
		err = fmt.Errorf("%q is no state", id)
	}
	return s, err
}

// fill adds a result to an answer.
func (c codec) fill(a JobResult, r joblevel.Result) JobResult {
	a.Nodes = r.Nodes
	if r.Decided() {
		a.Outcome = r.Numbers.Outcome().String()
		return a
	}
	for _, n := range r.Children {
		a.Children = append(a.Children, [2]uint32{n.Proof, n.Disproof})
	}
	return a
}

// result returns the result of a message. It does not validate the numbers, see joblevel.Result.Validate.
func (c codec) result(a JobResult) (r joblevel.Result, err error) {
	r.State, err = c.state(a.ID)
	if err != nil {
		return r, err
	}
	r.Nodes = a.Nodes
	if a.Outcome != "" {
		o, err := outcome(a.Outcome)
		r.Numbers = joblevel.Decided(o)
		return r, err
	}
	for _, n := range a.Children {
		r.Children = append(r.Children, pn.Numbers{Proof: n[0], Disproof: n[1]})
	}
	return r, nil
}

// outcome reads an outcome.
func outcome(text string) (solver.Outcome, error) {
	for _, o := range []solver.Outcome{solver.Win, solver.Loss} {
		if o.String() == text {
			return o, nil
		}
	}
	return solver.Unknown, fmt.Errorf("%q is no outcome", text)
}

// decode reads a message of at most a megabyte.
func decode[M any](data []byte) (m M, err error) {
	if len(data) > 1<<20 {
		return m, fmt.Errorf("a message of %d bytes", len(data))
	}
	err = json.Unmarshal(data, &m)
	return m, err
}

// encode writes a message.
func encode(m any) []byte {
	data, err := json.Marshal(m)
	if err != nil {
		panic(err) // the messages have no fields that cannot be written
	}
	return data
}

// CheckRun returns an error if a text cannot be the name of a run.
func CheckRun(run string) error {
	if !regexp.MustCompile(`^[A-Za-z0-9-]{1,64}$`).MatchString(run) {
		return fmt.Errorf("%q cannot name a run; use up to 64 letters, digits and hyphens", run)
	}
	return nil
}
