package report

import "gridlock/proof"

// Certificate is the file of a certificate, in JSON.
type Certificate struct {
	File    string       `json:"file"`
	Method  proof.Method `json:"method"`
	Records uint64       `json:"records"`
	Bytes   int64        `json:"bytes"`   // of the file
	SHA256  string       `json:"sha256"`  // of the file
	Seconds *float64     `json:"seconds"` // seconds to find and write it; null if it existed before
}

// Claim is the claim of a certificate, in JSON. Fields that do not apply are null.
type Claim struct {
	Named
	Board    string       `json:"board"`
	Position string       `json:"position"`
	ToMove   string       `json:"to_move"`
	Winner   string       `json:"winner"`
	Method   proof.Method `json:"method"`
	Nimber   *int         `json:"nimber"`
	Value    *string      `json:"value"`
	Opening  *string      `json:"opening"` // the winner's first move, if the header has one
}

// NewClaim returns the claim of a certificate in JSON.
func NewClaim(r *proof.Reader) Claim {
	h := r.Header
	out := Claim{NewNamed(r.Root.Game().Variant()), h.Board, h.Position, h.ToMove, h.Winner, h.Method, h.Nimber, textOrNil(h.Value), nil}
	if h.Opening != nil && r.Root.Legal().Has(int(*h.Opening)) {
		out.Opening = new(r.Root.MoveText(*h.Opening))
	}
	return out
}
