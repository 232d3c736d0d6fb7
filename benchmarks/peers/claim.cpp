// Nimbers of Node Kayles on a king's graph up to 8x8, plainly, to compare `gridlock solve claim --board ROWSxCOLS` with:
//     g++ -O2 -o /tmp/claim benchmarks/peers/claim.cpp && time /tmp/claim 7 7
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>
using Set = uint64_t; // cell (row, column) is bit 8*row + column
const Set left = 0x0101010101010101, right = left << 7;
std::unordered_map<Set, int> known;
Set grow(Set s) { s |= s << 1 & ~left | s >> 1 & ~right; return s | s << 8 | s >> 8; }
Set corner(Set s) { while (!(s & 0xff)) s >>= 8; while (!(s & left)) s >>= 1; return s; }
int nimber(Set s) {
	int sum = 0;
	while (s) {
		Set part = s & -s;
		for (Set next; (next = grow(part) & s) != part;) part = next;
		s ^= part, part = corner(part);
		auto it = known.find(part);
		if (it == known.end()) {
			Set reached = 0;
			for (Set cells = part; cells; cells &= cells - 1) reached |= 1ull << nimber(part & ~grow(cells & -cells));
			it = known.emplace(part, __builtin_ctzll(~reached)).first;
		}
		sum ^= it->second;
	}
	return sum;
}
int main(int, char **argv) {
	Set board = 0;
	for (int r = 0; r < atoi(argv[1]); r++) board |= ((1ull << atoi(argv[2])) - 1) << 8 * r;
	printf("%d\n", nimber(board));
}
