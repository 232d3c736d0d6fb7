package report

// Board is in JSON what a sweep found of a board. Nodes and seconds are those of the search
// that found it, also if that was in an earlier run.
type Board struct {
	Solved
	Status      string       `json:"status"` // solved, limit or failed
	Error       *string      `json:"error"`  // why it is not solved
	Certificate *Certificate `json:"certificate"`
}
