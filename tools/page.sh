#!/usr/bin/env bash
# Makes the files that the page is sent as, internal/page/made, of its modules and styles, internal/page/web: app.js,
# the rooms that few people enter, make.js and proof.js, tour.js, and the chunks that these share; engine.js, which others
# may replace; and report.js, all of them in one script, with the engine for a page that is a file.
#
#	tools/page.sh [FOLDER]
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
mkdir -p "${1-internal/page/made}"
out=$(cd "${1-internal/page/made}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -C tools -o "$work/esbuild" github.com/evanw/esbuild/cmd/esbuild
cp -R internal/page/web "$work/web"
made=$work/made
(cd internal/page/web && sha256sum -- *.js *.css) >"$work/SHA256SUMS" # a test compares these
cd "$work/web"
bundle() { "$work/esbuild" --bundle --minify --format=esm --target=es2022 --charset=utf8 --log-level=warning "$@"; }
bundle app.js make.js proof.js tour.js style.css proof.css --splitting --chunk-names='chunk-[hash]' --external:./engine.js --outdir="$made"
bundle engine-http.js --outfile="$made/engine.js"
cp engine-file.js engine.js
bundle app.js --external:./make.js --external:./proof.js --external:./tour.js --outfile="$made/report.js" # a report has none of them
rm -f "$out"/*
cp "$made"/* "$work/SHA256SUMS" "$out/"
