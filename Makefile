# Everything here is a plain Go command; see CONTRIBUTING.md.
.PHONY: build test bench ci

build:
	go build -o gridlock .

test:
	go test ./...

bench:
	go test -run '^$$' -bench . ./benchmarks

ci:
	.ci/run
