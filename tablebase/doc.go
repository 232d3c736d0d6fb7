// Package tablebase keeps results in files: complete tables of games, positions that
// have been solved one by one, and checkpoints of searches.
//
// For most uses, open a [Store] with [Open], and let [Store.Find] look for what is known
// of a position and [Store.Save] add to it. [Store.Build] makes a complete table with
// [retrograde.Engine], and [Store.Table] opens one, in which [Table.Distance] looks up
// single states and [Table.Values] all moves of a position. A Store is a [solver.Store].
//
// # Files
//
// A store is a directory of volumes, each a Badger database with a seal: a list of the
// hashes of its files. Tables and checkpoints are volumes that are written once, next to
// those that there are, and renamed when they are complete. See docs/layout.md.
//
// # Failures
//
// Whatever has happened to the files, a store gives what was put in, or nothing, or an
// error: [ErrDamaged], [ErrLocked], [ErrVersion], [ErrSpace], [ErrNotStore], [ErrMissing],
// [ErrSystem], [ErrMisnamed], [solver.ErrContradiction]. None of them keeps anybody from computing what is needed once more. See
// docs/soundness.md.
//
// # Caveats
//
// Badger keeps files mapped into memory. What is found damaged there is an error where
// it is read by the package's own goroutines; so is a read error of the disk.
package tablebase
