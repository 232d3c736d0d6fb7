// Package benchmarks measures the program.
//
// # The suite
//
// [Suite] is a fixed list of positions and engines, [Run] solves one of them. The
// nodes that one worker visits are the same every time and everywhere. Their list,
// the signature, is kept in testdata/signature.txt, and a test compares it:
//
//	go test ./benchmarks -run Signature -update
//
// rewrites it after a change that is meant to change the search.
//
// # Comparing
//
// The verb bench runs the suite, keeps a [Report] in a file, and compares it with an
// earlier one, by [Compare]: nodes exactly, times with the statistics they need. For
// Go's own tools there are benchmarks of the same names:
//
//	go test -run '^$' -bench . -count 10 ./benchmarks
//
// Compare two runs with benchstat, which can pivot on the parts of the names
// (variant, board, engine, workers). With -tags long there is BenchmarkFlagship too,
// for what takes minutes. Nothing here asserts a time.
package benchmarks
