#!/usr/bin/env bash
# The largest boards of 15 games of the library that each program decides within 10 and within 60 seconds of processor
# time, with one worker. The first open cell is closed, as copying decides symmetric boards. Boards are tried in order,
# up to the first that takes longer than 60 seconds. About an hour for a program.
#
#	benchmarks/library.sh PROGRAM…
set -euo pipefail
export GRIDLOCK_DB=none
games=(col cylindersnort hexblockade hexcol hexkayles hexsnort kinggeography kingsnort knightkayles knighttron nodekayles
	queens snort toruskings tron)
boards=(3x3 3x4 4x4 4x5 5x5 4x7 5x6 4x8 5x7 6x6 5x8 6x7 5x9 6x8 7x7 5x11 7x8 7x9 8x8)

# seconds PROGRAM GAME BOARD: the processor time of the answer, 61 if that takes longer.
seconds() {
	local TIMEFORMAT='%U %S' start used
	start=$("$1" perft "$2" --board "$3" --depth 1 | sed -n '2s/[.]/#/p') || exit
	used=$({
		time bash -c 'ulimit -t 61; exec "$@"' - "$1" solve "$2" --position "$start" --workers 1 >/dev/null 2>&1
	} 2>&1) || {
		[ $? -gt 128 ] || exit # not killed at the limit, but wrong
		used="61 0"
	}
	awk '{print $1 + $2}' <<<"$used"
}

# above LIMIT NUMBER: whether a number is above a limit.
above() { awk -v limit="$1" -v number="$2" 'BEGIN {exit number <= limit}'; }

for game in "${games[@]}"; do
	printf '| %s |' "$game"
	for program in "$@"; do
		ten=- sixty=-
		for board in "${boards[@]}"; do
			took=$(seconds "$program" "$game" "$board")
			above 60 "$took" && break
			above 10 "$took" || ten="$board, $took s"
			sixty="$board, $took s"
		done
		printf ' %s | %s |' "$ten" "$sixty"
	done
	echo
done
