# Everything here is a plain Go command; see CONTRIBUTING.md.
.PHONY: build test bench man page site pictures atlas small artifact release ci full

build:
	go build -o gridlock .

test:
	go test ./...

bench:
	go test -run '^$$' -bench . ./benchmarks

# Manual pages of verbs and help topics, and completions, in dist/man and dist/completions.
man:
	go run ./internal/man -out dist -date "$$(git log -1 --format=%cs)"

# The files that the page is sent as, internal/page/made, of its modules, internal/page/web.
page:
	tools/page.sh

# The page without a server, for any host of static files, in dist/site. SITE has further flags, as in
# make site SITE="-address https://games.example.org/".
site:
	go run ./internal/site -out dist/site $(SITE)

# The pictures in docs, the one beside links to the page, and the boards of its first room; needs chromium.
pictures:
	go run . analyze lockdown --moves "6 11 7" --last --svg docs/lockdown.svg >/dev/null
	go test -tags long -run LongPictures ./internal/serve -update
	go test -tags long -run GamesAtOnce ./internal/site -update

# docs/atlas.md and its data: all boards of at most 64 cells. It continues where it was interrupted.
# ATLAS has further flags, as in make atlas ATLAS="-nodes 2000000000".
atlas:
	go run ./internal/atlas $(ATLAS) -version \
		"$$(git describe --tags --always --abbrev=12)$$(git diff --quiet HEAD -- '*.go' '*.s' '*.mod' || echo -modified)"
	python3 publications/oeis/make.py

# docs/small.csv: how many records the small certificates of the atlas have. It finds those that are missing; to do it
# again, remove the file. With -kept FOLDER the certificates stay there, and those that are there are not found again.
small:
	go test -tags long -timeout 0 -run LongSmallTable ./proof/certify -update -v

# The claims of publications/artifact/claims.txt, in less than half an hour.
artifact:
	publications/artifact/run.sh

# All that a release of the last commit publishes, in dist: make release VERSION=v1.2.3
release:
	tools/release.sh "$(VERSION)"

ci:
	.ci/run

full:
	.ci/full
