// Package queue spreads one search over many processes with the help of a NATS server with
// JetStream. [Solve] is the coordinator: it holds the tree of package joblevel, publishes jobs and
// enters results. [Work] is a worker. Both connect with [Connect], to a server that [Serve] starts
// or to any other.
//
// # What is on the server
//
//	GL_runs             key-value: RUN, its Config; RUN.verdict, how it ended
//	GL_leases           key-value, entries live 15 s: RUN, its coordinator and its Progress
//	GL_workers          key-value, entries live 30 s: the workers and what they do
//	GL_RUN_jobs         work queue: gl.RUN.job.ID and gl.RUN.job.proof.ID, a message for each job
//	GL_RUN_results      key-value: ID and proof.ID, an Answer each; the coordinator's whole state
//	GL_RUN_proofs       object store: ID, the certificate of a leaf of the solution
//	gl.RUN.cancel       the IDs of jobs that nobody needs any more
//
// An ID is the exact state of a position, in hexadecimal, never a hash.
//
// # What may fail
//
// Nothing rests on the server's durability or on a worker's honesty: every record is a hint, or is proven again by a
// certificate that the coordinator checks. Losing records costs only work. The sweep publishes a lost job again. The
// server delivers a job again if its worker does not finish it. A result that arrives twice is entered once. If a
// coordinator ends, or loses its lease for a while, another one takes over and reads the results.
package queue
