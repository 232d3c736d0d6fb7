// Package benchmarks measures the program. Run it with
//
//	go test -bench . -count 10 ./benchmarks
//
// and compare two runs with benchstat, which can pivot on the parts of the names
// (variant, board, engine, workers). Nothing here asserts a time.
package benchmarks
