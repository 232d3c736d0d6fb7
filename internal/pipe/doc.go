// Package pipe is the engine on a pipe: it answers questions about positions in lines of JSON,
// one object a line, over one stream in and one stream out. Serve is all there is to call; the
// questions themselves are those of package query.
//
// # Protocol, version 1
//
// The first line out is a greeting, {"protocol":1,"name":"gridlock","version":"gridlock v1.2.3 …"}.
// A client that does not know the protocol number ends the conversation.
//
// A request is a line in, an object with the field do. The field id, a string or a number, is
// echoed as it was in every reply; without it the replies have "id":null. The other fields are
// the parameters of the question, as texts, numbers or true and false; null stands for a field
// that is not there. For solve the position may be a sum of several, "1/2 + 3 x".
//
//	do        answer                                          parameters
//	analyze   every move and why, as gridlock analyze --json  variant, board or position, moves, distance, class, next, timeout, nodes
//	moves     of that, the moves, outcomes and distances      the same without class and next
//	solve     who wins, as gridlock solve --json              the same with class
//	review    analyze, and the game that moves played         the same
//	move      the computer's choice                           variant, board or position, moves, level, seed, timeout, nodes
//	puzzle    a position in which only equivalent moves win   variant, board, depth, seed, timeout; or day
//	position  what the rules say                              variant, board or position, moves
//	walk      how the winner plays by a certificate           certificate (in base64), moves
//	variants  the games                                       none
//
// Each request has exactly one reply with a result or a problem:
//
//	{"id":1,"result":{…}}
//	{"id":1,"problem":{"type":"moves","status":400,"title":…,"detail":…,…}}
//
// A request with "progress":true gets lines before its reply. {"id":1,"queued":{"ahead":2}} comes at once if it has to
// wait. {"id":1,"progress":{…}} comes five times a second while a search runs, as from gridlock solve --progress json.
// For analyze and moves, {"id":1,"moves":[…]} has all moves decided so far whenever there are more, with "reason":{…}
// once it is known why the position is won or lost. A slow reader misses some of these. A limit that is reached is no
// problem. The result has what is known and the field limit, as in "limit":"time".
//
// Requests that may search wait in a queue and begin in order, as many at a time as there are slots; with one slot
// their replies come in order. All others, and refusals, are answered at once. When the queue is full the answer is the
// problem busy, and the request may be sent again. The queue belongs to one client, who chooses the order: requests do
// not take turns, and the time of a request runs from when it begins.
//
// Two requests have no reply of their own. {"do":"stop","id":1} cancels request 1, running or in the queue; its reply
// is then the problem cancelled, with the result so far as "known", unless its answer was just given. {"do":"stop"}
// cancels all earlier requests. {"do":"quit"} cancels all and ends the conversation; later lines are not read. At the
// end of the input all that is queued is answered first.
//
// A line that is no request gets the problem line with "id":null, and the next line is read; an empty line gets
// nothing. If a request has the id of one without an answer yet, it is refused with "id":null, so that each id has one
// answer.
//
// The choice of a level other than perfect depends on the position and the seed alone: send
// another seed with each request for a player who is not always wrong in the same way.
package pipe
