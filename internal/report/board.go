package report

// Board is a sweep's result of a board, in JSON. Nodes and seconds are those of the search that found it, even in an
// earlier run.
type Board struct {
	Solved
	Status      string       `json:"status"` // solved, limit or failed
	Error       *string      `json:"error"`  // why it is not solved
	Certificate *Certificate `json:"certificate"`
}
