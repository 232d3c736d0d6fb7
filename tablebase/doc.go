// Package tablebase keeps results in files: complete tables of games, solved positions, and
// checkpoints of searches.
//
// Open a [Store] with [Open]. A Store is a [solver.Store]: [Store.Find] returns the result of a position, and
// [Store.Save] adds one. [Store.Build] makes a complete table with [retrograde.Engine], and [Store.Table] opens one.
// There [Table.Distance] looks up single states, and [Table.Values] all moves of a position.
//
// # Failures
//
// Whatever happens to the files, a store returns the result that was saved, or nothing, or an error: [ErrDamaged],
// [ErrLocked], [ErrVersion], [ErrSpace], [ErrNotStore], [ErrMissing], [ErrSystem], [ErrMisnamed],
// [solver.ErrContradiction]. After any of them the caller can compute the result again. See docs/soundness-search.md.
//
// # The directory
//
//	GRIDLOCK                          marks the directory as a store, of this version
//	positions/                        solved positions
//	tables/lockdown-4x5@000001/       a complete table, and its generation
//	checkpoints/4f…@000007/           entries from the memory of a search
//	builds/lockdown-5x5/              finished layers of an unfinished build
//	…/new-…/                          a volume being made, or left by a killed process
//
// Each directory, except those of builds, is a volume: it has tables in Badger's format, and a manifest that lists
// them. The volume of solved positions gets a small table with each addition; tables that are not much bigger are
// joined with it. Other volumes are filled once, in a directory whose name begins with new-, and get their name, with
// the next generation, when they are complete. Then the previous generation is removed, unless a process reads it. So
// an incomplete volume never replaces a complete one, damage costs one table only, and a table can be read while
// another one is built.
//
// The store uses Badger's code that reads and writes tables, but not its database. The database has a log of values,
// which small records do not need, and goroutines that write through mapped memory. The database ends the process if it
// cannot open its list of discarded values, and retries a failing write for ever. Here the caller does all writes, so a
// full disk or a limit of the system is an error of that call. Logs of the database, in stores of earlier versions, are
// read once (log.go).
//
// A build of a table keeps each finished layer in a file with a hash: the keys on the way forward, the distances on the
// way back (journal.go). The files take about two bytes a position, and are removed when the table is complete. Before
// the way back the build compares its needs with the available memory and disk ([retrograde.Needs]).
//
// A volume that was closed in order has a seal (seal.go), a file with the sizes and hashes of all its other files. The
// files are compared with their hashes before they are read. While a volume is written its seal has another name.
//
// The keys of records begin with a byte for the kind, the game, the board and the version of the
// record; their values with an xxhash64 over key and content. Tables are in blocks of a few
// thousand positions in the order of their keys (package keys), stored as differences, with the
// distances packed behind them (block.go). Solved positions are JSON. An index behind the blocks is
// read when a table is opened; a probe unpacks one block, and the last ones stay in memory.
//
// The next write removes the leftovers of killed processes (leftover.go), unless a lock says that they are in use:
// unfinished volumes, temporary files, earlier generations, layers of a build that are older than its table.
//
// Volumes are open only as long as needed, since other processes may want them: a lookup takes a third of a
// millisecond, an addition 5 to 20 ms. Many processes may read a volume, one may write. A caller who looks up many
// positions keeps the volume open for them ([Store.Batch]), and lets others write every half second.
package tablebase
