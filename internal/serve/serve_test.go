package serve_test

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/course"
	"gridlock/internal/page"
	"gridlock/internal/query"
	"gridlock/internal/report"
	"gridlock/internal/serve"
	"gridlock/internal/testgames"
)

// server starts a server on loopback. No goroutine is left when the test is over.
func server(t testing.TB, opt serve.Options, d query.Options) *httptest.Server {
	t.Helper()
	if d.Memory == 0 {
		d.Memory = 32 << 20
	}
	before := runtime.NumGoroutine()
	d.Report, d.Walk = page.Report, new(course.Proofs).Answer
	opt.Service, opt.Version = query.New(d), "a test"
	s := httptest.NewUnstartedServer(nil)
	s.Config = serve.New(opt).HTTP()
	s.Start()
	t.Cleanup(func() {
		opt.Service.Close()
		s.Close()
		http.DefaultClient.CloseIdleConnections()
		require.True(t, testgames.Await(func() bool { return runtime.NumGoroutine() <= before }), "goroutines are left")
	})
	return s
}

// ask sends a request and returns the answer and its body.
func ask(t testing.TB, s *httptest.Server, method, uri string, header ...string) (*http.Response, []byte) {
	t.Helper()
	r, err := http.NewRequest(method, s.URL+uri, nil)
	require.NoError(t, err)
	for i := 0; i < len(header); i += 2 {
		if header[i] == "Host" {
			r.Host = header[i+1]
		}
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := s.Client().Do(r)
	require.NoError(t, err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp, body
}

// problemType returns the word that a problem is called by.
func problemType(t testing.TB, body []byte) string {
	t.Helper()
	var p query.Problem
	require.NoError(t, json.Unmarshal(body, &p), "%s", body)
	return strings.TrimPrefix(string(p.Type), "urn:gridlock:problem:")
}

// document loads and validates the description that the server gives of itself.
func document(t *testing.T, s *httptest.Server) *openapi3.T {
	t.Helper()
	_, body := ask(t, s, "GET", "/api/openapi.json")
	doc, err := openapi3.NewLoader().LoadFromData(body)
	require.NoError(t, err)
	return doc
}

// valid checks an answer against the description.
func valid(t *testing.T, doc *openapi3.T, path string, resp *http.Response, body []byte) {
	t.Helper()
	item := doc.Paths.Find(path)
	require.NotNil(t, item, path)
	operation := cmp.Or(item.Get, item.Post)
	answer := operation.Responses.Value(fmt.Sprint(resp.StatusCode))
	if answer == nil {
		answer = operation.Responses.Default()
	}
	media, _, _ := strings.Cut(resp.Header.Get("Content-Type"), ";")
	schema := answer.Value.Content.Get(media)
	require.NotNil(t, schema, "%s: %d %s", path, resp.StatusCode, media)
	var value any = string(body)
	if strings.HasSuffix(media, "json") {
		require.NoError(t, json.Unmarshal(body, &value))
	}
	require.NoError(t, schema.Schema.Value.VisitJSON(value), "%s: %s", path, body)
}

// The page may be shown in frames of the pages that are named, and of no others.
func TestFrameAncestors(t *testing.T) {
	for want, ancestors := range map[string][]string{
		"; frame-ancestors 'none'":                                  nil,
		"; frame-ancestors https://a.example http://b.example:8080": {"https://a.example", "http://b.example:8080"},
	} {
		resp, _ := ask(t, server(t, serve.Options{Ancestors: ancestors}, query.Options{}), "GET", "/")
		policy := resp.Header.Get("Content-Security-Policy")
		require.True(t, strings.HasSuffix(policy, want), policy)
	}
}

// Every example of the description is answered, as it describes; and the description names
// the routes that there are.
func TestExamplesAreAnsweredAsDescribed(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{})
	doc := document(t, s)
	paths := []string{}
	for path, item := range doc.Paths.Map() {
		paths = append(paths, path)
		if item.Get == nil {
			require.Equal(t, "/api/v1/walk", path)
			continue
		}
		example := item.Get.Extensions["x-example"].(string)
		resp, body := ask(t, s, "GET", example)
		require.Equal(t, 200, resp.StatusCode, "%s: %s", example, body)
		valid(t, doc, path, resp, body)
		for _, header := range []string{"Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy"} {
			require.NotEmpty(t, resp.Header.Get(header))
		}
		head, nothing := ask(t, s, "HEAD", example)
		require.Equal(t, 200, head.StatusCode)
		require.Empty(t, nothing)
	}
	kinds := 0
	for _, k := range query.Kinds() {
		require.Contains(t, paths, "/api/v1/"+string(k))
		kinds++
	}
	require.Len(t, paths, kinds+3, "three of them are streams, too")
}

var update = flag.Bool("update", false, "write the files in testdata anew")

// The description keeps what it once promised: no field, parameter or path goes away. With -update
// it accepts what was added.
func TestPromisesAreKept(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{})
	_, body := ask(t, s, "GET", "/api/openapi.json")
	const file = "testdata/openapi.json"
	if *update {
		var b bytes.Buffer
		require.NoError(t, json.Indent(&b, body, "", "\t"))
		require.NoError(t, os.WriteFile(file, b.Bytes(), 0o644))
	}
	golden, err := os.ReadFile(file)
	require.NoError(t, err)
	require.JSONEq(t, string(golden), string(body), "it has changed; if only by what was added, see the comment of this test")
}

// Good questions and bad ones.
func TestAnswers(t *testing.T) {
	s := server(t, serve.Options{Metrics: true}, query.Options{})
	doc := document(t, s)
	for _, c := range []struct {
		path, query string
		status      int
		want        string // type of a problem, or a part of the body
	}{
		{"/api/v1/solve", "variant=lockdown", 200, `"outcome":"loss"`},
		{"/api/v1/solve", "variant=LOCKDOWN&board=3x3", 200, `"outcome":"win"`},
		{"/api/v1/solve", "variant=blockade&board=8x8&timeout=0.000001", 200, `"limit":"time"`},
		{"/api/v1/solve", "variant=blockade&board=8x8&nodes=100", 200, `"limit":"nodes"`},
		{"/api/v1/solve", "variant=blockade&board=8x8&timeout=0", 200, `"limit":"time"`},
		{"/api/v1/solve", "variant=duel&position=.X../...O/..../...._x", 200, `"distance":6`},
		{"/api/v1/solve", "variant=lockdown&position=X%23O_x", 200, `"outcome":"loss"`},
		{"/api/v1/solve", "variant=place_rook_all&board=1x3", 200, `"variant":"nodekayles","words":"place rook all"`},
		{"/api/v1/solve", "variant=place+rook+all&board=1x3", 200, `"variant":"nodekayles","words":"place rook all"`},
		{"/api/v1/position", "variant=place_graph:1x2:0,1:0-1_all&moves=1", 200, `"shape":"vertex"`},
		{"/api/v1/variants", "variant=follow_hex", 200, `"title":"follow hex"`},
		{"/api/v1/variants", "variant=follow_hax", 400, "variant"},
		{"/api/v1/solve", "", 400, "variant"},
		{"/api/v1/solve", "variant=chess", 400, "variant"},
		{"/api/v1/solve", "variant=duel&position=O.._%2B_X.._%2B_1_x", 200, `"best_moves":["3:1"]`},
		{"/api/v1/solve", "variant=duel&position=O..+%2B+X..%2b1+x&nodes=20", 200, `"value":"*"`},
		{"/api/v1/solve", "variant=duel&position=O..+X..+1_x", 400, "position"},
		{"/api/v1/analysis", "variant=duel&position=1%2B1_x", 400, "position"},
		{"/api/v1/solve", "variant=claim&board=9x9", 400, "parameter"},
		{"/api/v1/solve", "variant=claim&board=4", 400, "parameter"},
		{"/api/v1/solve", "variant=claim&board=4x4&position=.._x", 400, "parameter"},
		{"/api/v1/solve", "variant=claim&position=nonsense", 400, "position"},
		{"/api/v1/solve", "variant=claim&moves=1_2", 400, "moves"},
		{"/api/v1/solve", "variant=claim&moves=1&moves=2", 400, "parameter"},
		{"/api/v1/solve", "variant=claim&level=casual", 400, "parameter"},
		{"/api/v1/solve", "variant=claim&timeout=-1", 400, "parameter"},
		{"/api/v1/solve", "variant=claim&nodes=x", 400, "parameter"},
		{"/api/v1/solve", "variant=claim&distance=maybe", 400, "parameter"},
		{"/api/v1/solve", "variant=claim&moves=%zz", 400, "parameter"},
		{"/api/v1/variants", "x=1", 400, "parameter"},
		{"/api/v1/analysis", "variant=claim&moves=6", 200, `"evidence":`},
		{"/api/v1/review", "variant=claim&moves=6_15", 200, `"game":`},
		{"/api/v1/move", "variant=claim&position=X-/--_o", 200, `"move":null`},
		{"/api/v1/move", "variant=claim&level=random&seed=3", 200, `"level":"random"`},
		{"/api/v1/move", "variant=claim&level=genius", 400, "parameter"},
		{"/api/v1/puzzle", "variant=duel&depth=3&seed=4", 200, `"depth":3`},
		{"/api/v1/puzzle", "variant=claim&board=1x2&depth=9", 404, "no-puzzle"},
		{"/api/v1/puzzle", "variant=claim&depth=4", 400, "parameter"},
		{"/api/v1/board.svg", "variant=claim&values=1", 200, "<svg"},
		{"/api/v1/record", "variant=lockdown&moves=6_11_7", 200, "moves 6 11 7\n"},
		{"/api/v1/report", "variant=claim&moves=6", 200, "<!doctype html>"},
		{"/api/v1/certificate", "variant=lockdown&board=3x3", 200, "gridlock-proof 2"},
		{"/api/v1/certificate", "variant=blockade&board=8x8&timeout=1us", 404, "no-certificate"},
	} {
		resp, body := ask(t, s, "GET", c.path+"?"+c.query)
		require.Equal(t, c.status, resp.StatusCode, "%s?%s: %s", c.path, c.query, body)
		valid(t, doc, c.path, resp, body)
		if c.status == 200 {
			require.Contains(t, string(body), c.want)
		} else {
			require.Equal(t, c.want, problemType(t, body))
			require.Equal(t, "no-store", resp.Header.Get("Cache-Control"))
		}
		if strings.Contains(string(body), `"limit":"`) {
			require.Equal(t, "no-store", resp.Header.Get("Cache-Control"))
		}
	}
	for _, c := range []struct {
		method, uri string
		status      int
		header      []string
	}{
		{"POST", "/api/v1/solve?variant=claim", 405, nil},
		{"DELETE", "/", 405, nil},
		{"GET", "/api/v2/solve", 404, nil},
		{"GET", "/api/v1/solve/stream/x", 404, nil},
		{"GET", "/api/v1/solve?variant=claim", 406, []string{"Accept", "text/html"}},
		{"GET", "/api/v1/solve?variant=claim", 200, []string{"Accept", "text/html, application/json;q=0.1"}},
		{"GET", "/api/v1/solve/stream?variant=claim", 406, []string{"Accept", "application/json"}},
		{"GET", "/api/v1/solve?variant=claim&moves=" + strings.Repeat("1_", 5000), 414, nil},
		{"GET", "/api/v1/solve?variant=claim&moves=" + strings.Repeat("1_", 1500), 400, nil},
		{"GET", "/api/v1/solve?variant=claim", 431, []string{"X-Long", strings.Repeat("x", 1<<20)}},
		{"GET", "/livez", 200, nil},
		{"GET", "/readyz", 200, nil},
		{"GET", "/metrics", 200, nil},
		{"GET", "/", 200, nil},
		{"GET", "/style.css", 200, nil},
		{"GET", "/app.js", 200, nil},
		{"GET", "/api/", 200, nil},
		{"GET", "/index.html", 404, nil},
	} {
		resp, body := ask(t, s, c.method, c.uri, c.header...)
		require.Equal(t, c.status, resp.StatusCode, "%.80s: %.300s", c.uri, body)
	}
	_, body := ask(t, s, "GET", "/api/v1/solve?variant=duel&position=O..+X..+1_x")
	require.Contains(t, string(body), "%2B", "what is meant by a plus is said")
	_, body = ask(t, s, "GET", "/api/v1/solve?variant=duel&position=O.._X.._1_x")
	require.NotContains(t, string(body), "%2B")
	_, body = ask(t, s, "GET", "/metrics")
	require.Contains(t, string(body), `gridlock_requests_total{route="GET /api/v1/solve",status="200"}`)
}

// A certificate is sent, and nothing else is; pages of other origins may not, unless they are named.
func TestWalk(t *testing.T) {
	s := server(t, serve.Options{Origins: []string{"https://friend.example"}}, query.Options{})
	doc := document(t, s)
	good, err := os.ReadFile("../../proof/testdata/intervals.proof")
	require.NoError(t, err)
	const path = "/api/v1/walk"
	for _, c := range []struct {
		method, query string
		body          []byte
		header        []string
		status        int
		want          string
	}{
		{"POST", "", good, nil, 200, `"winner":"X"`},
		{"POST", "?moves=", good, []string{"Origin", "https://friend.example"}, 200, `"left":{`},
		{"POST", "?moves=99", good, nil, 400, "moves"},
		{"POST", "?certificate=x", good, nil, 400, "parameter"},
		{"POST", "?moves=1&moves=2", good, nil, 400, "parameter"},
		{"POST", "", good[:40], nil, 400, "certificate"},
		{"POST", "", nil, nil, 400, "certificate"},
		{"POST", "", make([]byte, query.MostCertificate+1), nil, 413, "large"},
		{"POST", "", good, []string{"Origin", "https://other.example"}, 403, "origin"},
		{"POST", "", good, []string{"Sec-Fetch-Site", "cross-site"}, 403, "origin"},
		{"POST", "", good, []string{"Host", "other.example"}, 421, "host"},
		{"GET", "", nil, nil, 405, "method"},
		{"GET", "", good, nil, 400, "body"},
		{"PUT", "", good, nil, 400, "body"},
	} {
		for _, chunked := range []bool{false, true} {
			body := io.Reader(bytes.NewReader(c.body))
			if chunked {
				body = struct{ io.Reader }{body} // of a length that is not known
			}
			r, err := http.NewRequest(c.method, s.URL+path+c.query, body)
			require.NoError(t, err)
			for i := 0; i < len(c.header); i += 2 {
				r.Header.Set(c.header[i], c.header[i+1])
				if c.header[i] == "Host" {
					r.Host = c.header[i+1]
				}
			}
			if chunked && c.body == nil {
				continue
			}
			resp, err := s.Client().Do(r)
			require.NoError(t, err)
			got, err := io.ReadAll(resp.Body)
			require.NoError(t, err)
			require.NoError(t, resp.Body.Close())
			require.Equal(t, c.status, resp.StatusCode, "%s %s %v: %s", c.method, c.query, c.header, got)
			valid(t, doc, path, resp, got)
			require.Equal(t, "no-store", resp.Header.Get("Cache-Control"))
			if c.status == 200 {
				require.Contains(t, string(got), c.want)
			} else {
				require.Equal(t, c.want, problemType(t, got))
			}
		}
	}
}

// A body is refused, not waited for.
func TestBodiesAreRefused(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{})
	resp, err := s.Client().Post(s.URL+"/api/v1/solve?variant=claim", "text/plain", strings.NewReader("x"))
	require.NoError(t, err)
	defer resp.Body.Close()
	require.Equal(t, 400, resp.StatusCode)
	r, err := http.NewRequest("GET", s.URL+"/api/v1/solve?variant=claim", strings.NewReader("x"))
	require.NoError(t, err)
	resp, err = s.Client().Do(r)
	require.NoError(t, err)
	defer resp.Body.Close()
	require.Equal(t, 400, resp.StatusCode)
}

// Whatever parameters are drawn, there is an answer or a problem that says what is wrong.
func TestNoParametersAreAnError(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Timeout: 5 * time.Millisecond, Queue: 100})
	doc := document(t, s)
	text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[0-9xX.#/ _@,+-]{0,20}`),
		rapid.SampledFrom([]string{"lockdown", "blockade", "claim", "4x4", "8x8", "6 11", "../.. x", "../.. + . x", "1", "0", "casual", "1-3", "1e300", "NaN", "99999999999999999999"}))
	rapid.Check(t, func(t2 *rapid.T) {
		k := rapid.SampledFrom(query.Kinds()).Draw(t2, "kind")
		query := url.Values{}
		for range rapid.IntRange(0, 5).Draw(t2, "parameters") {
			name := rapid.SampledFrom([]string{"variant", "board", "position", "moves", "distance", "timeout", "nodes", "level", "seed", "depth", "values", "x"}).Draw(t2, "name")
			query.Set(name, text.Draw(t2, "value"))
		}
		if rapid.Bool().Draw(t2, "known game") {
			query.Set("variant", rapid.SampledFrom([]string{"classic", "duel", "lockdown", "claim", "blockade"}).Draw(t2, "game"))
		}
		path := "/api/v1/" + string(k)
		resp, body := ask(t, s, "GET", path+"?"+query.Encode())
		require.Less(t, resp.StatusCode, 500, "%s?%s: %s", path, query.Encode(), body)
		valid(t, doc, path, resp, body)
	})
}

// Who may ask: by the name of the host, the origin of a page, and what a browser says of it.
func TestWhoMayAsk(t *testing.T) {
	s := server(t, serve.Options{Hosts: []string{"games.example.org"}, Origins: []string{"https://friend.example"}}, query.Options{})
	const uri = "/api/v1/position?variant=claim"
	own := strings.TrimPrefix(s.URL, "http://")
	for _, c := range []struct {
		header []string
		status int
	}{
		{nil, 200},
		{[]string{"Host", "localhost"}, 200},
		{[]string{"Host", "LOCALHOST:8064"}, 200},
		{[]string{"Host", "[::1]:8064"}, 200},
		{[]string{"Host", "games.example.org"}, 200},
		{[]string{"Host", "evil.example"}, 421},
		{[]string{"Host", "localhost.evil.example"}, 421},
		{[]string{"Origin", s.URL}, 200},
		{[]string{"Origin", "http://evil.example"}, 403},
		{[]string{"Origin", "null"}, 403},
		{[]string{"Origin", "https://friend.example"}, 200},
		{[]string{"Origin", "https://friend.example", "Sec-Fetch-Site", "cross-site"}, 200},
		{[]string{"Origin", "https://friend.example.evil"}, 403},
		{[]string{"Sec-Fetch-Site", "cross-site"}, 403},
		{[]string{"Sec-Fetch-Site", "same-site"}, 403},
		{[]string{"Sec-Fetch-Site", "same-origin"}, 200},
		{[]string{"Sec-Fetch-Site", "none"}, 200},
		{[]string{"Host", own, "Origin", "http://" + own, "Sec-Fetch-Site", "same-origin"}, 200},
	} {
		resp, _ := ask(t, s, "GET", uri, c.header...)
		require.Equal(t, c.status, resp.StatusCode, "%v", c.header)
		friend := len(c.header) > 1 && c.header[1] == "https://friend.example"
		require.Equal(t, friend, resp.Header.Get("Access-Control-Allow-Origin") != "", "%v", c.header)
	}
	resp, _ := ask(t, s, "GET", "/", "Sec-Fetch-Site", "cross-site")
	require.Equal(t, 200, resp.StatusCode, "a link from elsewhere may lead to the page")
}

// The rate of an address is limited.
func TestRate(t *testing.T) {
	s := server(t, serve.Options{Rate: 5}, query.Options{})
	statuses := map[int]int{}
	for range 40 {
		resp, _ := ask(t, s, "GET", "/api/v1/variants")
		statuses[resp.StatusCode]++
		if resp.StatusCode == 429 {
			require.NotEmpty(t, resp.Header.Get("Retry-After"))
		}
	}
	require.GreaterOrEqual(t, statuses[200], 20)
	require.Positive(t, statuses[429])
}

// A complete answer is not sent again to a client that has it.
func TestCaching(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{})
	const uri = "/api/v1/analysis?variant=lockdown&moves=6_11"
	first, body := ask(t, s, "GET", uri)
	tag := first.Header.Get("ETag")
	require.True(t, strings.HasPrefix(tag, `W/"`))
	again, same := ask(t, s, "GET", uri)
	require.Equal(t, tag, again.Header.Get("ETag"))
	require.Equal(t, body, same)
	cached, nothing := ask(t, s, "GET", uri, "If-None-Match", `"x", `+tag)
	require.Equal(t, 304, cached.StatusCode)
	require.Empty(t, nothing)
	other, _ := ask(t, s, "GET", "/api/v1/analysis?variant=lockdown&moves=6_12", "If-None-Match", tag)
	require.Equal(t, 200, other.StatusCode)
}

// event is a server-sent event.
type event struct{ name, data string }

// stream reads events until the stream or the context ends.
func stream(ctx context.Context, s *httptest.Server, uri string, each func(event)) error {
	r, err := http.NewRequestWithContext(ctx, "GET", s.URL+uri, nil)
	if err != nil {
		return err
	}
	resp, err := s.Client().Do(r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 1<<20)
	var e event
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		switch name {
		case "event":
			e.name = value
		case "data":
			e.data = value
		case "":
			each(e)
		}
	}
	return lines.Err()
}

// A stream has progress, moves and the reason, and ends with one result.
func TestStreams(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Every: time.Millisecond})
	count := map[string]int{}
	last := ""
	require.NoError(t, stream(t.Context(), s, "/api/v1/analysis/stream?variant=blockade&board=5x6&timeout=10", func(e event) {
		require.True(t, json.Valid([]byte(e.data)))
		count[e.name]++
		last = e.name
	}))
	require.Positive(t, count["progress"])
	require.Positive(t, count["moves"])
	require.Positive(t, count["reason"])
	require.Equal(t, 1, count["result"])
	require.Equal(t, "result", last)
	resp, body := ask(t, s, "GET", "/api/v1/solve/stream?variant=chess")
	require.Equal(t, 400, resp.StatusCode)
	require.Equal(t, "variant", problemType(t, body))
}

// A stream goes on after its result only if it is asked to: with the next choices, as next=1 has them, and with earlier
// positions, as they are answered alone but without what takes time and is not shown.
func TestStreamsThatGoOn(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{})
	const game, moves = "/api/v1/analysis%s?variant=snort&board=3x3&moves=", "1_9_3_8"
	const hard = "/api/v1/analysis/stream?variant=duel&board=8x8&moves=1_2&nodes=1&then=next_0"
	read := func(uri string) (names []string, data map[string][]json.RawMessage) {
		data = map[string][]json.RawMessage{}
		require.NoError(t, stream(t.Context(), s, uri, func(e event) {
			if e.name != "moves" && e.name != "reason" && e.name != "progress" && e.name != "queued" {
				names = append(names, e.name)
				data[e.name] = append(data[e.name], json.RawMessage(e.data))
			}
		}))
		return names, data
	}
	study := func(moves string) (out report.Study) {
		_, body := ask(t, s, "GET", fmt.Sprintf(game, "")+moves)
		require.NoError(t, json.Unmarshal(body, &out))
		out.Nodes, out.Seconds = 0, 0
		return out
	}
	names, _ := read(fmt.Sprintf(game, "/stream") + moves)
	require.Equal(t, []string{"result"}, names)
	names, data := read(fmt.Sprintf(game, "/stream") + moves + "&then=next_3_1_0")
	require.Equal(t, []string{"result", "next", "history", "history", "history", "end"}, names)
	var result report.Study
	require.NoError(t, json.Unmarshal(data["result"][0], &result))
	require.NotNil(t, result.Worth)
	var next, want []report.Next
	require.NoError(t, json.Unmarshal(data["next"][0], &next))
	for _, m := range study(moves + "&next=1").Moves {
		if m.Next != nil {
			want = append(want, *m.Next)
		}
	}
	require.NotEmpty(t, want)
	require.Equal(t, want, next)
	for i, ply := range []int{3, 1, 0} {
		var got report.Study
		require.NoError(t, json.Unmarshal(data["history"][i], &got))
		alone := study(moves[:max(0, 2*ply-1)])
		alone.Worth, alone.Difficulty, alone.Value = nil, nil, nil
		got.Nodes, got.Seconds = 0, 0
		require.Equal(t, alone, got)
	}
	for _, wrong := range []string{"", "4", "-1", "0_1", "0_next", "next_next", "1_1", "x"} {
		resp, body := ask(t, s, "GET", fmt.Sprintf(game, "/stream")+moves+"&then="+wrong)
		require.Equal(t, 400, resp.StatusCode, wrong)
		require.Equal(t, "parameter", problemType(t, body))
	}
	for _, other := range []string{"analysis?", "solve/stream?"} {
		resp, _ := ask(t, s, "GET", "/api/v1/"+other+"variant=claim&then=next")
		require.Equal(t, 400, resp.StatusCode, other)
	}
	names, _ = read(hard)
	require.Equal(t, []string{"result", "history", "end"}, names, "there is a limit")
}

// A client that goes away cancels its search, and the slot is free soon; one that stays is
// told when the server stops.
func TestClientsThatGo(t *testing.T) {
	d := query.Options{Searches: 1, Queue: 0}
	s := server(t, serve.Options{}, d)
	const hard, easy = "/api/v1/solve/stream?variant=blockade&board=8x8", "/api/v1/solve?variant=claim"
	ctx, cancel := context.WithCancel(t.Context())
	first := make(chan struct{})
	gone := make(chan error)
	go func() {
		once := sync.OnceFunc(func() { close(first) })
		gone <- stream(ctx, s, hard, func(event) { once() })
	}()
	<-first
	resp, body := ask(t, s, "GET", easy)
	require.Equal(t, 503, resp.StatusCode)
	require.Equal(t, "busy", problemType(t, body))
	require.NotEmpty(t, resp.Header.Get("Retry-After"))
	cancel()
	require.Error(t, <-gone)
	require.True(t, testgames.Await(func() bool {
		resp, _ := ask(t, s, "GET", easy)
		return resp.StatusCode == 200
	}))
}

// A thousand open streams of one question take one search, and others are served.
func TestManyStreams(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Timeout: 20 * time.Second})
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	opened := make(chan bool, 1000)
	for range 1000 {
		all.Go(func() {
			once := sync.OnceFunc(func() { opened <- true })
			_ = stream(ctx, s, "/api/v1/solve/stream?variant=blockade&board=8x8", func(event) { once() })
		})
	}
	for range 1000 {
		<-opened
	}
	resp, _ := ask(t, s, "GET", "/api/v1/solve?variant=claim")
	require.Equal(t, 200, resp.StatusCode)
	cancel()
	all.Wait()
}

// A server that stops tells those that wait.
func TestShutdown(t *testing.T) {
	d := query.New(query.Options{Memory: 32 << 20})
	s := httptest.NewUnstartedServer(nil)
	s.Config = serve.New(serve.Options{Service: d, Version: "a test"}).HTTP()
	s.Start()
	first, last := make(chan struct{}), make(chan event, 1)
	go func() {
		once := sync.OnceFunc(func() { close(first) })
		var latest event
		_ = stream(context.Background(), s, "/api/v1/solve/stream?variant=blockade&board=8x8", func(e event) { once(); latest = e })
		last <- latest
	}()
	<-first
	d.Close()
	s.Close()
	require.Equal(t, "problem", (<-last).name)
}
