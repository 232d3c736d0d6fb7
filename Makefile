# Everything here is a plain Go command; see CONTRIBUTING.md.
.PHONY: build test bench man site pictures release ci

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

# Archives of the last commit for every platform, in dist: make release VERSION=v1.2.3
release:
	go run ./internal/release -version "$(VERSION)" -out dist

ci:
	.ci/run
