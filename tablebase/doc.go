// Package tablebase keeps results in files: complete tables of games, solved positions, and
// checkpoints of searches.
//
// Open a [Store] with [Open]. [Store.Find] returns what is known of a position, [Store.Save]
// adds to it: a Store is a [solver.Store]. [Store.Build] makes a complete table with
// [retrograde.Engine], and [Store.Table] opens one, in which [Table.Distance] looks up single
// states and [Table.Values] all moves of a position.
//
// # Failures
//
// Whatever happens to the files, a store returns what was put in, or nothing, or an error:
// [ErrDamaged], [ErrLocked], [ErrVersion], [ErrSpace], [ErrNotStore], [ErrMissing], [ErrSystem],
// [ErrMisnamed], [solver.ErrContradiction]. After any of them the caller can compute the result
// again. See docs/soundness-search.md.
package tablebase
