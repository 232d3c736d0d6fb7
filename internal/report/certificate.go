package report

import "gridlock/proof"

// Certificate is the file of a certificate, in JSON.
type Certificate struct {
	File    string       `json:"file"`
	Method  proof.Method `json:"method"`
	Records uint64       `json:"records"`
	Bytes   int64        `json:"bytes"`   // of the file
	SHA256  string       `json:"sha256"`  // of the file
	Seconds *float64     `json:"seconds"` // to find and to write it; null if it was there before
}
