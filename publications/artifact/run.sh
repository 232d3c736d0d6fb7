#!/usr/bin/env bash
# Reproduces the claims of claims.txt: runs their commands and looks for the line that each has to print. The status is
# 1 if one fails. Claims that take more than MINUTES are left out; PROGRAM is the gridlock to ask, if none is to be built.
#
#	publications/artifact/run.sh [MINUTES [PROGRAM]]
set -euo pipefail
limit=${1-30} program=$(realpath -m "${2-$(dirname "$0")/../../dist/artifact/gridlock}")
cd "$(dirname "$0")/../.."
export GRIDLOCK_DB=none
rm -rf dist/artifact
mkdir -p dist/artifact # where the commands write
[ $# -gt 1 ] || go build -trimpath -o "$program" .

claim='' command='' table='' held=0 failed=0 left=0

# spaced: each run of blanks becomes one.
spaced() { sed -E 's/[[:blank:]]+/ /g; s/^ //; s/ $//'; }

# check LINE: runs the command, which has to print the line.
check() {
	local pattern status=0
	pattern=$(spaced <<<"$1" | sed 's/[][\.*^$+?(){}|]/\\&/g; s/…/.*/g')
	[ "$verdict" = pass ] || return 0
	echo "  \$ $command"
	read -ra words <<<"${command/#gridlock /program }"
	if [ "${words[0]}" = program ]; then words[0]=$program; fi
	"${words[@]}" >dist/artifact/output 2>&1 </dev/null || status=$?
	grep -xE -m1 -- "$pattern" <<<"$(spaced <dist/artifact/output)" && [ $status = 0 ] && return
	cat dist/artifact/output
	echo "  FAIL: no line \"$1\", or status $status"
	verdict=FAIL
}

# finish: the claim so far is over.
finish() {
	[ -n "$claim" ] || return 0
	[ -z "$command" ] && [ "$steps" -gt 0 ] || verdict=FAIL # a claim without a line proves nothing
	case $verdict in pass) held=$((held + 1)) ;; FAIL) failed=$((failed + 1)) ;; *) left=$((left + 1)) ;; esac
	table+=$(printf '%s  %4d s  %s' "$verdict" $((SECONDS - began)) "$claim")$'\n'
}

while IFS= read -r line <&3; do
	case $line in
	'' | '#'*) ;;
	'$ '*) command=${command:+$command; }${line#'$ '} ;;
	'> '*) check "${line#> }" && command='' steps=$((steps + 1)) ;;
	*)
		finish
		read -r minutes claim <<<"$line"
		began=$SECONDS command='' steps=0 verdict=pass
		if awk "BEGIN {exit !($minutes > $limit)}"; then verdict=left; else echo "$claim"; fi
		;;
	esac
done 3<publications/artifact/claims.txt
finish
printf '\n%s%d claims hold, %d failed, %d left out\n' "$table" $held $failed $left
[ $failed = 0 ] && [ $held -gt 0 ]
