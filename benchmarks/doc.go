// Package benchmarks measures the program.
//
// # The suite
//
// [Suite] is a fixed list of positions and engines, [Run] solves one of them. One worker visits
// the same number of nodes every time and on every machine. These numbers, the signature, are
// kept in testdata/signature.txt, and a test compares them:
//
//	go test ./benchmarks -run Signature -update
//
// rewrites the file after a change that is meant to change the search.
//
// [Latency] is the suite of what people wait for: the outcomes and the distances of all moves of
// a position. The nodes of some of its entries are in testdata/latency.txt.
//
// # Comparing
//
// The verb bench runs the suite, writes a [Report] to a file, and compares it with an earlier
// one, by [Compare]: nodes exactly, times statistically. For Go's own tools there are benchmarks
// of the same names:
//
//	go test -run '^$' -bench . -count 10 ./benchmarks
//
// Compare two runs with benchstat, which can pivot on the parts of the names (variant, board,
// engine, workers). With -tags long there is also BenchmarkFlagship, for positions that take
// minutes. No test asserts a time.
package benchmarks
