//go:build long

package benchmarks

import "testing"

// BenchmarkFlagship measures the solves that take seconds to minutes. Run it with
//
//	go test -tags long -run '^$' -bench Flagship -benchtime 1x -timeout 60m ./benchmarks
func BenchmarkFlagship(b *testing.B) {
	for _, e := range flagships() {
		for _, workers := range []int{1, 2} {
			benchmark(b, e, workers)
		}
	}
}
