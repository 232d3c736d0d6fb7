# Everything here is a plain Go command; see CONTRIBUTING.md.
.PHONY: build test bench man site pictures atlas release ci

build:
	go build -o gridlock .

test:
	go test ./...

bench:
	go test -run '^$$' -bench . ./benchmarks

# Manual pages of verbs and help topics, and completions, in dist/man and dist/completions.
man:
	go run ./internal/man -out dist -date "$$(git log -1 --format=%cs)"

# The page without a server, for any host of static files, in dist/site.
site:
	go run ./internal/site -out dist/site

# The pictures of the page in docs; needs chromium.
pictures:
	go test -tags long -run LongPictures ./internal/serve -update

# docs/atlas.md and its data: all boards of at most 64 cells. It continues where it was interrupted.
# ATLAS has further flags, as in make atlas ATLAS="-boards 7x9 -nodes 2000000000".
atlas:
	go run ./internal/atlas $(ATLAS) -version \
		"$$(git describe --tags --always --abbrev=12)$$(git diff --quiet HEAD -- '*.go' '*.s' '*.mod' || echo -modified)"

# Archives of the last commit for every platform, in dist: make release VERSION=v1.2.3
release:
	go run ./internal/release -version "$(VERSION)" -out dist

ci:
	.ci/run
