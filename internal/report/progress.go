package report

import (
	"math"

	"gridlock/solver"
	"gridlock/variants"
)

// Progress is the progress of a search. Fields that an engine does not have, or not yet, are null.
type Progress struct {
	Task           *string  `json:"task"`     // which search it is, where there are several: "line 3"
	Position       *string  `json:"position"` // that is searched
	Phase          *string  `json:"phase"`    // the current stage of the search
	Seconds        float64  `json:"seconds"`  // since it began
	Nodes          uint64   `json:"nodes"`    // positions visited
	NodesPerSecond uint64   `json:"nodes_per_second"`
	Proof          *uint32  `json:"proof"`    // proof number of the position; null also for infinite
	Disproof       *uint32  `json:"disproof"` // disproof number; null also for infinite
	Depth          *int     `json:"depth"`    // plies looked ahead
	PV             []string `json:"pv"`       // line held for best
	Stored         *uint64  `json:"stored"`   // positions held in memory
	Fill           *float64 `json:"fill"`     // share of the memory in use, from 0 to 1
	HitRate        *float64 `json:"hit_rate"` // share of look-ups that succeeded
	Memory         *int64   `json:"memory"`   // bytes
	Done           bool     `json:"done"`     // the search has ended, with an answer or without
}

// NewProgress returns in JSON the statistics of a search of a position, which may be the zero Position. Task may be
// empty.
func NewProgress(task string, p variants.Position, stats solver.Stats, done bool) Progress {
	out := Progress{
		Task:           unless("", task),
		Phase:          unless("", stats.Phase),
		Seconds:        stats.Elapsed.Seconds(),
		Nodes:          stats.Nodes,
		NodesPerSecond: uint64(math.Round(Rate(stats))),
		Depth:          unless(0, stats.Depth),
		PV:             p.Record(stats.PV),
		Stored:         unless(0, stats.Stored),
		Memory:         unless(0, stats.Memory),
		Done:           done,
	}
	if p.Game() != nil {
		out.Position = new(p.String())
	}
	if stats.Disproof != 0 {
		out.Proof = &stats.Proof
	}
	if stats.Proof != 0 {
		out.Disproof = &stats.Disproof
	}
	if stats.Capacity != 0 {
		out.Fill = new(Part(stats.Stored, stats.Capacity))
	}
	if stats.Probes != 0 {
		out.HitRate = new(Part(stats.Hits, stats.Probes))
	}
	return out
}

// Batch is the progress of many searches.
type Batch struct {
	Total    int        `json:"total"`    // searches to do
	Finished int        `json:"finished"` // tasks that have ended, with an answer or without
	Seconds  float64    `json:"seconds"`  // since the first began
	Running  []Progress `json:"running"`  // the oldest first
	Done     bool       `json:"done"`     // all have ended, or were interrupted
}

// Rate returns nodes per second.
func Rate(stats solver.Stats) float64 {
	if stats.Elapsed <= 0 {
		return 0
	}
	return float64(stats.Nodes) / stats.Elapsed.Seconds()
}

// Part returns n as a share of the whole.
func Part(n, whole uint64) float64 { return float64(n) / float64(whole) }

// unless returns a pointer to the value, or nil if the value is none, which stands for no value.
func unless[T comparable](none, value T) *T {
	if value == none {
		return nil
	}
	return &value
}
