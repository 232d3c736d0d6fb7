//go:build long

package queue

import "testing"

// Ten runs beside a liar are all decided.
func TestLongBesideLiar(t *testing.T) {
	for seed := range uint64(10) {
		v, told := besideLiar(t, seed)
		t.Logf("seed %d: %.0f s, %d certificates, %d refused, told %v", seed, v.Progress.Seconds, v.Certificates, v.Progress.Refused, told)
	}
}
