package query

import (
	"context"
	"strconv"
	"strings"
	"time"

	"gridlock/internal/report"
)

// Then is the parameter for the events that the stream of an analysis sends after the result.
const Then = "then"

// ParseStream reads a question for [Service.Stream] as [Parse] does. It removes Then from the parameters.
func ParseStream(k Kind, params map[string]string) (Question, *Problem) {
	then, given := params[Then]
	if !given || k != Analysis {
		return Parse(k, params)
	}
	delete(params, Then)
	q, problem := Parse(k, params)
	for name := range strings.SplitSeq(then, "_") {
		ply, err := strconv.Atoi(name)
		if name == "next" {
			ply, err = len(q.Moves), nil
		}
		twice := len(q.then) > 0 && q.then[len(q.then)-1] <= ply
		if problem == nil && (err != nil || ply < 0 || ply > len(q.Moves) || ply == len(q.Moves) && name != "next" || twice) {
			problem = WrongParameter(Then, "write next, and numbers of moves that are less than all, the greatest first: next_2_1_0")
		}
		q.then = append(q.then, ply)
	}
	return q, problem
}

// besides is the maximum time for each further question of a stream.
const besides = 2 * time.Second

// Stream answers a question as [Service.Ask] does, and passes all that happens to emit by its name, as it is sent: the
// events, the result, and what [Then] says: next, unless the result is not complete, a history for each ply, and an
// end. Each of these is a question of its own that takes turns as if the client had asked it.
func (d *Service) Stream(ctx context.Context, q Question, emit func(name string, r Response)) *Problem {
	var unsent *Problem // the problem of an event that cannot be written as JSON
	send := func(name string, value any) {
		r, problem := newAnswer(value, false)
		if problem != nil {
			unsent = problem
			return
		}
		emit(name, r)
	}
	result, problem := d.Ask(ctx, q, func(e Event) {
		switch {
		case e.Progress != nil:
			send("progress", e.Progress)
		case e.Queued != nil:
			send("queued", e.Queued)
		default:
			if send("moves", e.Moves); e.Reason != nil {
				send("reason", e.Reason)
			}
		}
	})
	if problem != nil {
		return problem
	}
	emit("result", result)
	for _, ply := range q.then {
		on := Question{Kind: Analysis, Client: q.Client, Start: q.Start, Moves: q.Moves[:ply], Nodes: q.Nodes, Timeout: besides, beside: true}
		if on.Next = ply == len(q.Moves); on.Next && !result.Complete {
			continue
		}
		a, problem := d.Ask(ctx, on, nil)
		switch {
		case problem != nil:
			return problem
		case on.Next:
			choices := []report.Next{}
			for _, m := range a.Value.(report.Study).Moves {
				if m.Next != nil {
					choices = append(choices, *m.Next)
				}
			}
			send("next", choices)
		default:
			emit("history", a)
		}
	}
	if q.then != nil {
		send("end", struct{}{})
	}
	return unsent
}
