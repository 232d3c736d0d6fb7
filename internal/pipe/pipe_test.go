package pipe

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/course"
	"gridlock/internal/query"
	"gridlock/internal/report"
	"gridlock/internal/testgames"
	"gridlock/proof"
)

// answered serves a text with a service of its own and returns the lines after the greeting.
func answered(t testing.TB, text string) []string {
	t.Helper()
	d := query.New(query.Options{Memory: 64 << 20, Workers: 1, Queue: 1, Walk: new(course.Proofs).Answer})
	defer d.Close()
	var out bytes.Buffer
	require.NoError(t, Serve(context.Background(), strings.NewReader(text), &out, Options{Service: d, Version: "v1", Queue: 100}))
	greeting, rest, _ := strings.Cut(out.String(), "\n")
	require.JSONEq(t, `{"protocol":1,"name":"gridlock","version":"v1"}`, greeting)
	if rest == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(rest, "\n"), "\n")
}

// reply is a reply as a client reads it.
type reply struct {
	ID       json.RawMessage
	Progress map[string]any
	Moves    []map[string]any
	Reason   map[string]any
	Queued   map[string]any
	Result   json.RawMessage
	Problem  *query.Problem
}

func read(t rapid.TB, line string) (r reply) {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&r); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return r
}

// encoded returns a certificate in base64.
func encoded(t testing.TB, name string) string {
	t.Helper()
	certificate, err := os.ReadFile("../../proof/testdata/" + name + ".proof")
	require.NoError(t, err)
	return base64.StdEncoding.EncodeToString(certificate)
}

func TestRequests(t *testing.T) {
	long := strings.Repeat("x", mostLine)
	for _, c := range []struct{ request, want string }{ // want matches the only reply
		{`{"id":1,"do":"position","variant":"claim","board":"1x2"}`, `^{"id":1,"result":{"variant":"claim","words":"place king all","board":"1x2",`},
		{`{"id":"a b","do":"variants"}`, `^{"id":"a b","result":\[{"variant":"classic"`},
		{`{"id":"\u00e4","do":"variants"}`, `^{"id":"\\u00e4","result"`},
		{`{"id":1.50,"do":"variants"}`, `^{"id":1.50,"result"`},
		{`{"id":null,"do":"variants"}`, `^{"id":null,"result"`},
		{` {"do" : "variants" } `, `^{"id":null,"result"`},
		{`{"id":1,"do":"solve","variant":"lockdown","board":"3x3"}`, `^{"id":1,"result":{.*"outcome":"win".*"limit":null}}$`},
		{`{"id":1,"do":"solve","variant":"lockdown","board":null,"position":".../.../... x"}`, `^{"id":1,"result":{.*"outcome":"win"`},
		{`{"id":1,"do":"solve","variant":"claim","board":"2x2","moves":1}`, `"position":"X-/-- o".*"outcome":"loss"`},
		{`{"id":1,"do":"solve","variant":"blockade","board":"8x8","nodes":1}`, `"outcome":null.*"limit":"nodes"}}$`},
		{`{"id":1,"do":"solve","variant":"blockade","board":"8x8","timeout":0.000001}`, `"outcome":null.*"limit":"time"}}$`},
		{`{"id":1,"do":"solve","variant":"duel","position":"O.. + X.. + 1 x"}`, `"best_moves":\["3:1"\].*"value":"\*".*"limit":null}}$`},
		{`{"id":1,"do":"moves","variant":"duel","position":"O.. + X.. + 1 x"}`, `"type":"position".*solve adds positions up`},
		{`{"id":1,"do":"analyze","variant":"claim","board":"2x2","distance":true}`, `"moves":\[{"move":"1","outcome":"win","distance":1,.*"limit":null}}$`},
		{`{"id":1,"do":"moves","variant":"claim","board":"2x2","distance":1}`, `"outcome":"win","distance":1,"moves":\[{"move":"1","outcome":"win","distance":1},{.*\],"limit":null}}$`},
		{`{"id":1,"do":"analyze","variant":"claim","board":"1x3","next":true}`, `"next":{"after":\["1"\],"legal":1,"winning":1,"losing":0}`},
		{`{"id":1,"do":"moves","variant":"claim","board":"2x2","next":true}`, `"parameter":"next"`},
		{`{"id":1,"do":"moves","variant":"claim","board":"2x2","class":true}`, `"parameter":"class"`},
		{`{"id":1,"do":"solve","variant":"blockade","board":"2x2","class":true}`, `"outcome_class":{"class":"P","x_first":"O","o_first":"X",`},
		{`{"id":1,"do":"moves","variant":"claim","position":"X-/-- o"}`, `"outcome":"loss","distance":0,"moves":\[\],"limit":null}}$`},
		{`{"id":1,"do":"review","variant":"claim","board":"2x2","moves":"1"}`, `"game":{"start":"../.. x","plies":\[{"ply":1,`},
		{`{"id":1,"do":"move","variant":"claim","board":"1x1","level":"random","seed":3}`, `^{"id":1,"result":{"move":"1","level":"random",`},
		{`{"id":1,"do":"puzzle","variant":"claim","depth":"1-3","seed":4}`, `^{"id":1,"result":{"variant":"claim".*"seed":4,"number":1,"day":null}}$`},
		{`{"id":1,"do":"puzzle","variant":"claim","board":"1x1","seed":4}`, `"type":"no-puzzle","status":404`},

		{`{"id":1,"do":"walk"}`, `"type":"certificate"`},
		{`{"id":1,"do":"walk","certificate":"?"}`, `"type":"parameter".*"parameter":"certificate"`},
		{`{"id":1,"do":"walk","certificate":"` + encoded(t, "lockdown") + `"}`, `"claim":{"variant":"lockdown".*"left":{"rules":`},
		{`{"id":1,"do":"walk","certificate":"` + encoded(t, "lockdown") + `","moves":"99"}`, `"type":"moves"`},

		{`{"id":1,"do":"solve"}`, `^{"id":1,"problem":{"type":"variant","status":400`},
		{`{"id":1,"do":"solve","variant":"claim","moves":"1 1"}`, `"type":"moves".*"ply":2,"reason":"occupied","legal":\["3",`},
		{`{"id":1,"do":"solve","variant":"claim","position":"?"}`, `"type":"position"`},
		{`{"id":1,"do":"solve","variant":"claim","seed":1}`, `"type":"parameter".*"parameter":"seed"`},
		{`{"id":1,"do":"solve","variant":"claim","timeout":-1}`, `"parameter":"timeout"`},
		{`{"id":1,"do":"solve","variant":"claim","moves":["1"]}`, `"parameter":"moves"`},
		{`{"id":1,"do":"solve","variant":"claim","progress":2}`, `"parameter":"progress"`},
		{`{"id":1,"do":"analysis","variant":"claim"}`, `"parameter":"do"`},
		{`{"id":1}`, `^{"id":1,"problem":{.*"parameter":"do"`},
		{`{"id":1,"do":"quit","now":1}`, `^{"id":1,"problem":{.*"parameter":"now"`},
		{`{"id":1,"do":"stop","now":1}`, `^{"id":null,"problem":{.*"parameter":"now"`},
		{`{"id":true,"do":"variants"}`, `^{"id":null,"problem":{.*"parameter":"id"`},
		{`{"id":[1],"do":"variants"}`, `^{"id":null,"problem":{.*"parameter":"id"`},
		{`{"id":1,"do":"variants","do":"solve"}`, `^{"id":null,"problem":{"type":"line".*twice`},
		{`{"id":1,"do":"variants"} {}`, `"type":"line".*behind`},
		{`{"id":1,"do":"variants"`, `"type":"line".*ends inside`},
		{`{"id":1,,}`, `"type":"line"`},
		{`[1]`, `"type":"line"`},
		{`quit`, `"type":"line"`},
		{"{\"id\":\"\xff\"}", `"type":"line".*UTF-8`},
		{long + "x", `"type":"line".*1 MiB`},
		{`{"` + long[:mostLine-20] + `":1}`, `"parameter":"do"`},
		{`{"id":1,"do":"` + long[:mostLine-20] + `"}`, `^{"id":1,.{1,310}"parameter":"do"}}$`},
	} {
		lines := answered(t, c.request+"\n")
		require.Len(t, lines, 1, "%.200s", c.request)
		require.Regexp(t, c.want, lines[0], "%.200s", c.request)
		read(t, lines[0])
	}
}

// A certificate, which is no text, comes whole.
func TestCertificates(t *testing.T) {
	for _, board := range []string{`"blockade","board":"4x4"`, `"lockdown","board":"3x4"`, `"claim"`, `"duel"`, `"classic"`} {
		lines := answered(t, `{"do":"certificate","variant":`+board+"}\n")
		require.Len(t, lines, 1)
		var file []byte
		require.NoError(t, json.Unmarshal(read(t, lines[0]).Result, &file), "%s", board)
		_, _, err := proof.Check(context.Background(), bytes.NewReader(file), proof.Options{})
		require.NoError(t, err, "%s", board)
	}
}

// An empty line, stop and quit have no reply; a last line needs no line break; behind quit
// nothing is read.
func TestLinesWithoutReply(t *testing.T) {
	require.Empty(t, answered(t, ""))
	require.Empty(t, answered(t, "\n \r\n"+`{"do":"stop"}`+"\n"+`{"id":7,"do":"stop"}`+"\n"+`{"do":"quit"}`+"\n"+`{"do":"variants"}`))
	require.Len(t, answered(t, "\n\n"+`{"do":"variants"}`), 1)
}

// What is wrong loses nothing else: the lines before and after it have their answers.
func TestNothingIsLost(t *testing.T) {
	lines := answered(t, `{"id":1,"do":"solve","variant":"claim"}
{
{"id":2,"do":"solve","variant":"claim","board":"2x3"}
`+strings.Repeat("x", 3<<20)+`
{"id":3,"do":"solve","variant":"chess"}
{"id":4,"do":"variants"}
{"id":5,"do":"solve","variant":"duel","board":"2x3"}`)
	ids := map[string]int{}
	var results []string
	for _, line := range lines {
		r := read(t, line)
		ids[string(r.ID)]++
		if r.Result != nil && string(r.ID) != "4" {
			results = append(results, string(r.ID))
		}
	}
	require.Equal(t, map[string]int{"1": 1, "2": 1, "3": 1, "4": 1, "5": 1, "null": 2}, ids)
	require.Equal(t, []string{"1", "2", "5"}, results, "one slot answers in order")
}

// slow is a service that answers when it is released, or when the request is cancelled.
type slow struct {
	mu    sync.Mutex
	asked []string // boards, in order
	let   map[string]chan bool
}

func newSlow() *slow { return &slow{let: map[string]chan bool{}} }

func (s *slow) gate(board string) chan bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.let[board] == nil {
		s.let[board] = make(chan bool)
	}
	return s.let[board]
}

func (s *slow) Ask(ctx context.Context, q query.Question, emit func(query.Event)) (query.Response, *query.Problem) {
	if !q.Searches() {
		return query.Response{Value: string(q.Kind)}, nil
	}
	board := q.Start.Game().Grid().String()
	s.mu.Lock()
	s.asked = append(s.asked, board)
	s.mu.Unlock()
	if emit != nil {
		emit(query.Event{Progress: &report.Progress{}})
		emit(query.Event{Moves: []report.MoveValue{{Move: "1"}}})
	}
	select {
	case <-s.gate(board):
		return query.Response{Value: board}, nil
	case <-ctx.Done():
		return query.Response{}, query.Cancelled.Problem("")
	}
}

// talk is a conversation in a bubble of synctest.
type talk struct {
	t       *testing.T
	service *slow
	in      *io.PipeWriter
	end     context.CancelFunc // of the context

	mu   sync.Mutex
	got  []string
	err  error
	over bool
}

// inTalk has a conversation, which must have ended when do returns.
func inTalk(t *testing.T, searches, queue int, do func(*talk)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		in, write := io.Pipe()
		ctx, end := context.WithCancel(context.Background())
		defer end()
		c := &talk{t: t, service: newSlow(), in: write, end: end}
		go func() {
			err := Serve(ctx, in, c, Options{Service: c.service, Searches: searches, Queue: queue})
			c.mu.Lock()
			defer c.mu.Unlock()
			c.err, c.over = err, true
		}()
		c.want(`{"protocol":1,"name":"gridlock","version":""}`)
		do(c)
		synctest.Wait()
		require.True(t, c.over)
		in.Close() // a read cannot be cancelled
	})
}

// Write takes a line of output.
func (c *talk) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.got = append(c.got, string(p))
	return len(p), nil
}

func (c *talk) send(format string, args ...any) {
	c.t.Helper()
	_, err := fmt.Fprintf(c.in, format+"\n", args...)
	require.NoError(c.t, err)
	synctest.Wait()
}

func (c *talk) release(board string) {
	c.service.gate(board) <- true
	synctest.Wait()
}

// want checks which lines were written since the last call, in any order.
func (c *talk) want(lines ...string) {
	c.t.Helper()
	synctest.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	var got []string
	for _, line := range c.got {
		require.True(c.t, strings.HasSuffix(line, "\n") && strings.Count(line, "\n") == 1, "%q: one write, one line", line)
		got = append(got, strings.TrimSuffix(line, "\n"))
	}
	require.ElementsMatch(c.t, lines, got)
	c.got = nil
}

const (
	ask         = `{"id":%d,"do":"solve","variant":"claim","board":"1x%d"}`
	stoppedText = `,"problem":{"type":"cancelled","status":499,"title":"Cancelled","detail":"stopped before there was an answer"}}`
	busy        = `,"problem":{"type":"busy","status":503,"title":"Busy","detail":"the queue is full; wait for an answer, and send the request again"}}`
)

func TestOneSlotAnswersInOrderAndTheRestAtOnce(t *testing.T) {
	inTalk(t, 1, 2, func(c *talk) {
		c.send(ask, 1, 1)
		c.send(ask, 2, 2)
		c.send(ask, 3, 3)
		c.want()
		c.send(`{"id":4,"do":"variants"}`)
		c.want(`{"id":4,"result":"variants"}`)
		c.send(ask, 5, 5) // one runs and two wait
		c.want(`{"id":5` + busy)
		c.send(ask, 2, 5)
		c.want(`{"id":null,"problem":{"type":"parameter","status":400,"title":"Wrong parameter",` +
			`"detail":"id: a request with the id 2 has no answer yet","parameter":"id"}}`)
		c.release("1x1")
		c.want(`{"id":1,"result":"1x1"}`)
		c.send(ask, 1, 4) // its id is free again
		c.want()
		c.release("1x2")
		c.release("1x3")
		c.release("1x4")
		c.want(`{"id":2,"result":"1x2"}`, `{"id":3,"result":"1x3"}`, `{"id":1,"result":"1x4"}`)
		require.Equal(t, []string{"1x1", "1x2", "1x3", "1x4"}, c.service.asked)
		c.in.Close()
	})
}

func TestSlotsAnswerOutOfOrder(t *testing.T) {
	inTalk(t, 2, 5, func(c *talk) {
		for i := 1; i <= 3; i++ {
			c.send(ask, i, i)
		}
		c.release("1x2")
		c.want(`{"id":2,"result":"1x2"}`)
		c.release("1x3")
		c.want(`{"id":3,"result":"1x3"}`)
		c.in.Close()
		c.want() // the end of the input waits for what is left
		require.False(t, c.over)
		c.release("1x1")
		c.want(`{"id":1,"result":"1x1"}`)
		require.NoError(t, c.err)
	})
}

func TestProgressIsForThoseWhoAsk(t *testing.T) {
	inTalk(t, 1, 0, func(c *talk) {
		c.send(`{"id":"p","do":"analyze","variant":"claim","board":"1x1","progress":true}`)
		synctest.Wait()
		require.Len(t, c.got, 2)
		require.Regexp(t, `^{"id":"p","progress":{"task":null,`, c.got[0])
		require.JSONEq(t, `{"id":"p","moves":[{"move":"1","outcome":null,"distance":null}]}`, c.got[1])
		c.got = nil
		c.release("1x1")
		c.want(`{"id":"p","result":"1x1"}`)
		c.in.Close()
	})
}

// Who has to wait hears at once how many are before it, if it asks for progress.
func TestQueued(t *testing.T) {
	inTalk(t, 2, 5, func(c *talk) {
		const watched = `{"id":%d,"do":"solve","variant":"claim","board":"1x%d","progress":true}`
		c.send(ask, 1, 1)
		c.send(ask, 2, 2)
		c.send(ask, 3, 3)
		c.want()
		c.send(watched, 4, 4)
		c.want(`{"id":4,"queued":{"ahead":3}}`)
		for i := 1; i <= 3; i++ {
			c.release(fmt.Sprintf("1x%d", i))
		}
		synctest.Wait()
		c.got = nil
		c.send(watched, 5, 5) // a slot is free
		synctest.Wait()
		require.Regexp(t, `^{"id":5,"progress":`, c.got[0])
		c.got = nil
		c.send(`{"do":"quit"}`)
		c.want(`{"id":4`+stoppedText, `{"id":5`+stoppedText)
	})
}

func TestStop(t *testing.T) {
	inTalk(t, 1, 5, func(c *talk) {
		for i := 1; i <= 3; i++ {
			c.send(ask, i, i)
		}
		c.send(`{"do":"solve","variant":"claim","board":"1x4"}`)
		c.send(`{"do":"solve","variant":"claim","board":"1x5"}`)
		c.send(`{"do":"stop","id":"1"}`) // the text is another id than the number
		c.send(`{"do":"stop","id":9}`)
		c.want()
		c.send(`{"do":"stop","id":2}`) // waits, and has its answer at once
		c.want(`{"id":2` + stoppedText)
		c.send(ask, 2, 7)
		c.send(`{"do":"stop","id":2}`)
		c.want(`{"id":2` + stoppedText)
		c.send(`{"do":"stop","id":1}`)
		c.want(`{"id":1` + stoppedText)
		require.Equal(t, []string{"1x1", "1x3"}, c.service.asked)
		c.send(`{"do":"stop"}`)
		c.want(`{"id":3`+stoppedText, `{"id":null`+stoppedText, `{"id":null`+stoppedText)
		c.send(ask, 1, 6)
		c.release("1x6")
		c.want(`{"id":1,"result":"1x6"}`)
		c.in.Close()
	})
}

func TestQuitCancelsAll(t *testing.T) {
	inTalk(t, 2, 5, func(c *talk) {
		for i := 1; i <= 3; i++ {
			c.send(ask, i, i)
		}
		c.send(`{"do":"quit"}`)
		c.want(`{"id":1`+stoppedText, `{"id":2`+stoppedText, `{"id":3`+stoppedText)
		require.NoError(t, c.err)
	})
}

func TestSignalCancelsAll(t *testing.T) {
	inTalk(t, 1, 5, func(c *talk) {
		c.send(ask, 1, 1)
		c.send(ask, 2, 2)
		c.end()
		c.want(`{"id":1`+stoppedText, `{"id":2`+stoppedText)
		require.ErrorIs(t, c.err, context.Canceled)
	})
	inTalk(t, 1, 5, func(c *talk) { // also behind the end of the input
		c.send(ask, 1, 1)
		c.in.Close()
		c.end()
		c.want(`{"id":1` + stoppedText)
		require.ErrorIs(t, c.err, context.Canceled)
	})
}

// broken is a stream that fails when some lines have been written.
type broken struct{ left int }

func (b *broken) Write(p []byte) (int, error) {
	if b.left--; b.left < 0 {
		return 0, errors.New("broken pipe")
	}
	return len(p), nil
}

func TestBrokenPipeEndsIt(t *testing.T) {
	for lines := range 3 {
		synctest.Test(t, func(t *testing.T) {
			in, write := io.Pipe()
			go func() {
				for i := range 4 {
					if _, err := fmt.Fprintf(write, `{"id":%d,"do":"variants"}`+"\n", i); err != nil {
						return
					}
				}
			}()
			err := Serve(t.Context(), in, &broken{lines}, Options{Service: newSlow()})
			require.EqualError(t, err, "broken pipe")
			in.Close()
		})
	}
}

// badReader fails in the middle of the input.
type badReader struct{ io.Reader }

func (r *badReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err == io.EOF {
		err = errors.New("disk on fire")
	}
	return n, err
}

func TestErrorOfTheInput(t *testing.T) {
	var out bytes.Buffer
	in := &badReader{strings.NewReader(`{"id":1,"do":"variants"}` + "\n")}
	require.EqualError(t, Serve(t.Context(), in, &out, Options{Service: newSlow()}), "standard input: disk on fire")
	require.Contains(t, out.String(), `{"id":1,"result"`)
}

// With a real service, stop ends a long search at once, quit another, and no goroutine is left.
func TestSearchesEndAtOnce(t *testing.T) {
	before := runtime.NumGoroutine()
	d := query.New(query.Options{Memory: 64 << 20, Workers: 1, Queue: 1, Every: 10 * time.Millisecond})
	in, write := io.Pipe()
	readOut, out := io.Pipe()
	done := make(chan error)
	go func() {
		err := Serve(context.Background(), in, out, Options{Service: d, Queue: 5})
		d.Close()
		out.Close()
		done <- err
	}()
	lines := bufio.NewScanner(readOut)
	next := func() string {
		require.True(t, lines.Scan())
		return lines.Text()
	}
	next()
	for i, end := range []string{`{"do":"stop","id":1}`, `{"do":"quit"}`} {
		fmt.Fprintf(write, `{"id":%d,"do":"solve","variant":"blockade","board":"8x8","progress":true}`+"\n", i+1)
		require.Contains(t, next(), fmt.Sprintf(`{"id":%d,"progress":{`, i+1))
		fmt.Fprintln(write, end)
		line := next()
		for strings.Contains(line, `"progress"`) {
			line = next()
		}
		require.Contains(t, line, fmt.Sprintf(`{"id":%d,"problem":{"type":"cancelled"`, i+1))
		require.Equal(t, i == 0, strings.Contains(line, `,"known":{"variant":"blockade",`), line)
		require.Equal(t, i == 0, strings.Contains(line, `"limit":"interrupted"`), line)
	}
	go io.Copy(io.Discard, readOut) //nolint:errcheck // there is no more
	require.NoError(t, <-done)
	in.Close()
	require.True(t, testgames.Await(func() bool { return runtime.NumGoroutine() <= before }), "goroutines are left")
}

// Whatever the lines are, nothing panics, the output is JSON, and each request with an id of
// its own has exactly one answer.
func TestAnyLines(t *testing.T) {
	value := rapid.OneOf(
		rapid.SampledFrom([]string{`"claim"`, `"lockdown"`, `"duel"`, `"2x2"`, `"1x3"`, `"1"`, `"1 2"`, `1`, `0`, `-1`, `1e9`, `true`, `false`, `null`,
			`[]`, `{}`, `""`, `"../.. x"`, `"random"`, `"3"`, `0.01`, `"\u0000"`, `"\ud800"`, `nul`, `"`, `[[`}),
		rapid.Custom(func(t *rapid.T) string {
			text, _ := json.Marshal(rapid.String().Draw(t, "text"))
			return string(text)
		}))
	name := rapid.OneOf(rapid.SampledFrom([]string{"do", "variant", "board", "position", "moves", "level", "seed", "nodes", "timeout",
		"distance", "depth", "progress", "x"}), rapid.StringN(0, 5, -1))
	do := rapid.SampledFrom([]string{`"analyze"`, `"moves"`, `"solve"`, `"review"`, `"move"`, `"position"`, `"variants"`, `"stop"`, `"puzzle"`, `"x"`, `1`})
	rapid.Check(t, func(t *rapid.T) {
		d := query.New(query.Options{Memory: 16 << 20, Workers: 1, Queue: 2, Timeout: 5 * time.Millisecond})
		defer d.Close()
		var text strings.Builder
		text.WriteString("\n") // else the noise might say that all is UTF-16
		want := map[string]bool{}
		for i := range rapid.IntRange(0, 8).Draw(t, "lines") {
			if rapid.IntRange(0, 4).Draw(t, "kind") == 0 {
				noise := rapid.SliceOfN(rapid.Byte(), 0, 20).Draw(t, "noise")
				text.Write(bytes.ReplaceAll(noise, []byte("\n"), nil))
				text.WriteString("\n")
				continue
			}
			what := do.Draw(t, "do")
			line := fmt.Sprintf(`{"id":%d,"do":%s,"board":"2x3"`, i, what)
			if rapid.Bool().Draw(t, "variant") {
				line += `,"variant":"lockdown"`
			}
			for range rapid.IntRange(0, 2).Draw(t, "fields") {
				field, _ := json.Marshal(name.Draw(t, "name"))
				line += fmt.Sprintf(`,%s:%s`, field, value.Draw(t, "value"))
			}
			line += "}"
			_, err := query.ReadObject(line)
			want[fmt.Sprint(i)] = err == nil && what != `"stop"`
			text.WriteString(line + "\n")
		}
		var out bytes.Buffer
		err := Serve(context.Background(), strings.NewReader(text.String()), &out, Options{Service: d, Searches: 2, Queue: 100})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]int{}
		_, rest, _ := strings.Cut(out.String(), "\n")
		for line := range strings.Lines(rest) {
			if r := read(t, line); r.Problem != nil || r.Result != nil {
				got[string(r.ID)]++
			}
		}
		for id, valid := range want {
			if valid && got[id] != 1 || !valid && got[id] != 0 {
				t.Fatalf("request %s: %d answers, valid %v\n%s\n---\n%s", id, got[id], valid, text.String(), out.String())
			}
		}
	})
}
