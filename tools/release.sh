#!/usr/bin/env bash
# Makes what a release publishes of the last commit: for each platform an archive with the program, its manual pages
# and completions, the documentation, and the licences and a bill of materials (CycloneDX) of all that is linked in;
# wheels, which are packages for Python with the program in them; notes, and hashes.
#
#	tools/release.sh VERSION [FOLDER [PLATFORM…]]
#
# It builds in a clone of its own, so that nothing else gets into the archives. The same commit, version, Go
# toolchain and zlib give the same bytes, wherever and whenever it runs. Needs git, Go and Python 3.9.
set -euo pipefail
export LC_ALL=C
umask 022

# Of a third word, v3 has instructions that are in most processors since 2015.
platforms=(darwin/amd64 darwin/arm64 freebsd/amd64 linux/386 linux/amd64 linux/amd64/v3 linux/arm64 linux/riscv64
	windows/amd64 windows/arm64)

fail() {
	echo "release: $*" >&2
	exit 1
}

# for_platform PLATFORM COMMAND…: runs a command with the variables that decide what the go command makes. They do
# not depend on the settings of whoever makes the release.
for_platform() {
	local os arch level
	[[ $1 =~ ^[a-z0-9]+/([a-z0-9]+|amd64/v[1-4])$ ]] || fail "$1: not a platform like linux/amd64 or linux/amd64/v3"
	IFS=/ read -r os arch level <<<"$1"
	env GOOS="$os" GOARCH="$arch" GOAMD64="${level:-v1}" GOARM64=v8.0 GO386=sse2 GORISCV64=rva20u64 CGO_ENABLED=0 \
		GOFLAGS= GOEXPERIMENT= GOFIPS140=off GOWORK=off "${@:2}"
}

# clone: copies the last commit to the folder source, and tags it there with the version: from the tag the go command
# knows what to record in the program.
clone() {
	local head tagged
	head=$(git rev-parse HEAD)
	tagged=$(git rev-parse --quiet --verify "refs/tags/$version^{commit}") || tagged=$head
	[ "$tagged" = "$head" ] ||
		fail "$version is commit $tagged, and the last one is $head: check the tag out, or take another version"
	[ -z "$(git status --porcelain)" ] || echo "release: there are changes that are not committed, and not released" >&2
	git clone --quiet --no-tags . "$work/source"
	git -C "$work/source" checkout --quiet --detach "$head"
	git -C "$work/source" tag --no-sign "$version" "$head"
}

# notes: what the first section of CHANGELOG.md says. It has to be that of the version, with its date, unless the
# version is one before a release, as v1.2.3-rc.1: this gets what is there, also what is still called Unreleased.
notes() {
	local heading
	heading=$(grep -m1 -E '^## (v[0-9]+\.[0-9]+\.[0-9]+ \([0-9]{4}-[0-9]{2}-[0-9]{2}\)|Unreleased)$' CHANGELOG.md) ||
		fail "CHANGELOG.md has no heading like ## v1.2.3 (2026-01-31)"
	[[ $version == *-* || $heading == "## $version ("* ]] ||
		fail "the first heading of CHANGELOG.md is \"$heading\": it has to be the version, $version, with its date"
	printf '# gridlock %s\n\n%s\n' "$version" \
		"$(awk -v first="$heading" 'on && /^## / {exit} on && (NF || begun) {begun = 1; print} $0 == first {on = 1}' CHANGELOG.md)"
}

# pack FOLDER ARCHIVE: packs a folder, so that the archive depends on names, contents and the time of the commit only,
# not on order, owners, permissions on disk or time zones. Only the program can be executed.
pack() {
	python3 - "$@" "$seconds" <<'EOF'
import gzip, pathlib, sys, tarfile, time, zipfile

folder, archive, seconds = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
files = [(f"{folder.name}/{f.relative_to(folder).as_posix()}", f) for f in folder.rglob("*") if f.is_file()]
programs = [folder / "gridlock", folder / "gridlock.exe"]
if archive.endswith(".zip"):
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name, file in sorted(files):
            entry = zipfile.ZipInfo(name, time.gmtime(seconds)[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, so that the mode below counts
            entry.external_attr = (0o100755 if file in programs else 0o100644) << 16
            out.writestr(entry, file.read_bytes())
else:
    with open(archive, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as out:
        for name, file in sorted(files):
            entry = tarfile.TarInfo(name)
            entry.mode, entry.mtime, entry.size = 0o755 if file in programs else 0o644, seconds, file.stat().st_size
            with file.open("rb") as content:
                out.addfile(entry, content)
EOF
}

# materials PROGRAM LICENCES BILL: writes the bill of materials of a program, the modules that the program says it is
# made of, and checks that there are licences of these and of no others. Hashes of the tool, which depend on the
# machine where it was built, are left out.
materials() {
	(cd "$(dirname "$1")" && "$work/cyclonedx" bin -json -noserial -notimestamp -std -output-version 1.6 "$(basename "$1")") >"$work/bill"
	python3 - "$work/bill" "$2" "$3" <<'EOF'
import json, pathlib, sys

with open(sys.argv[1], encoding="utf-8") as file:
    bill = json.load(file)
for tool in bill["metadata"]["tools"]:
    tool.pop("hashes", None)
licences = pathlib.Path(sys.argv[2])
modules = [licences / ("go" if c["name"] == "std" else c["name"]) for c in bill["components"]]
for module in modules:
    if not module.is_dir() or not any(file.is_file() for file in module.iterdir()):
        sys.exit(f"release: {module.relative_to(licences)} is in the bill of materials, and has no licence")
for file in licences.rglob("*"):
    if file.is_file() and not any(module in file.parents for module in modules):
        sys.exit(f"release: {file} is the licence of something that is not in the bill of materials")
with open(sys.argv[3], "w", encoding="utf-8") as file:
    file.write(json.dumps(bill, indent=2, sort_keys=True, ensure_ascii=False) + "\n")
EOF
}

# python_tag PLATFORM: Python's name of a platform for which there is a wheel. The program needs no C library, so one
# wheel is for both that Linux has; macOS 12 is the first that Go 1.26 runs on.
python_tag() {
	case $1 in
	linux/amd64) echo manylinux2014_x86_64.musllinux_1_1_x86_64 ;;
	linux/arm64) echo manylinux2014_aarch64.musllinux_1_1_aarch64 ;;
	darwin/amd64) echo macosx_12_0_x86_64 ;;
	darwin/arm64) echo macosx_12_0_arm64 ;;
	windows/amd64) echo win_amd64 ;;
	esac
}

# make_platform PLATFORM: an archive of the program with what belongs to it, the bill of materials, and a wheel where
# Python knows the platform.
make_platform() {
	local name=gridlock-$version-${1//\//-} program=gridlock archive tag recorded
	local folder=$work/$name info=$work/info
	archive=$name.tar.gz
	if [[ $1 == windows/* ]]; then program=gridlock.exe archive=$name.zip; fi
	cp -R "$work/common" "$folder"
	for_platform "$1" go build -trimpath -buildvcs=true -ldflags '-s -w -buildid=' -o "$folder/$program" .
	recorded=$(go version -m "$folder/$program" | awk '$1 == "mod" {print $3}')
	[ "$recorded" = "$version" ] ||
		fail "the go command has recorded the version $recorded, not $version: from v2 on, the path of the module has to end in /v2"
	for_platform "$1" "$work/site" -out "$folder" -licences .
	materials "$folder/$program" "$folder/licences" "$made/$name.cdx.json"
	tag=$(python_tag "$1")
	if [ -n "$tag" ]; then
		rm -rf "$info"
		mkdir -p "$info/sboms"
		cp -R "$folder/licences" "$info/licenses"
		cp LICENSE "$info/licenses/"
		cp "$made/$name.cdx.json" "$info/sboms/sbom.cdx.json"
		python3 python/build_wheel.py "$made" --program "$folder/$program" --platform "$tag" --version "$version" --info "$info" >/dev/null
	fi
	cp "$made/$name.cdx.json" "$folder/licences/sbom.cdx.json"
	pack "$folder" "$made/$archive"
	rm -rf "$folder"
	du -h "$made/$archive" | sed "s|$made/||" >&2
}

version=${1-} out=${2-dist}
[[ $version =~ ^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$ ]] ||
	fail "no version \"$version\" to release; name one, as in: make release VERSION=v1.2.3"
if [ $# -gt 2 ]; then platforms=("${@:3}"); fi
for platform in "${platforms[@]}"; do for_platform "$platform" true; done # none is refused later
cd "$(dirname "$0")/.."
mkdir -p "$out"
out=$(cd "$out" && pwd)
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
made=$work/made
mkdir "$made" "$work/common"
clone
cd "$work/source"
notes >"$made/gridlock-$version-notes.md"
seconds=$(git log -1 --format=%ct)
date=$(TZ=UTC git log -1 --format=%cd --date=format-local:%Y-%m-%d)
host=$(go env GOHOSTOS)/$(go env GOHOSTARCH)
for_platform "$host" go build -trimpath -buildvcs=false -o "$work/site" ./internal/site
for_platform "$host" go build -C tools -trimpath -buildvcs=false -o "$work/cyclonedx" github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod
for_platform "$host" go run -trimpath ./internal/man -out "$work/common" -date "$date"
cp -R LICENSE README.md docs "$work/common/"
for platform in "${platforms[@]}"; do make_platform "$platform"; done
(cd "$made" && sha256sum -- *) >"$work/SHA256SUMS"
mv "$made"/* "$work/SHA256SUMS" "$out/"
