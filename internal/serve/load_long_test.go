//go:build long

package serve_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridlock/internal/query"
	"gridlock/internal/serve"
	"gridlock/internal/shipped"
	"gridlock/internal/testgames"
)

// load sends requests over some connections and returns how long each took.
func load(t *testing.T, address string, connections, each int, uri func(i int) string) []time.Duration {
	t.Helper()
	var all sync.WaitGroup
	took := make([][]time.Duration, connections)
	for c := range connections {
		all.Go(func() {
			client := &http.Client{Transport: &http.Transport{}}
			defer client.CloseIdleConnections()
			for i := range each {
				began := time.Now()
				resp, err := client.Get(address + uri(c*each+i))
				if err != nil || resp.StatusCode != 200 {
					t.Errorf("%v %v", resp, err)
					return
				}
				_ = drain(resp)
				took[c] = append(took[c], time.Since(began))
			}
		})
	}
	all.Wait()
	return slices.Concat(took...)
}

func drain(resp *http.Response) error {
	defer resp.Body.Close()
	buffer := make([]byte, 1<<16)
	for {
		if _, err := resp.Body.Read(buffer); err != nil {
			return err
		}
	}
}

// How fast the server is: it reports figures and asserts none but that all are answered.
func TestLongLoad(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 1000, Workers: 1})
	report := func(name string, connections, each int, uri func(i int) string) {
		began := time.Now()
		took := load(t, s.URL, connections, each, uri)
		slices.Sort(took)
		at := func(part float64) time.Duration {
			return took[int(part*float64(len(took)-1))].Round(10 * time.Microsecond)
		}
		t.Logf("%-18s %6.0f/s  p50 %v  p95 %v  p99 %v", name, float64(len(took))/time.Since(began).Seconds(), at(.5), at(.95), at(.99))
	}
	report("position", 8, 500, func(int) string { return "/api/v1/position?variant=lockdown&moves=6_11" })
	report("analysis, kept", 8, 500, func(int) string { return "/api/v1/analysis?variant=lockdown&moves=6_11_7" })
	report("analysis, cold", 1, 200, func(i int) string {
		return fmt.Sprintf("/api/v1/analysis?variant=claim&board=4x4&timeout=%d", 10+i) // the same work, another question
	})
}

// crowd is many clients of a server, who ask one question after the other.
type crowd struct {
	t *testing.T
	s *httptest.Server

	mu       sync.Mutex
	took     map[string][]time.Duration // by kind
	statuses map[int]int
}

// newCrowd returns clients of a server that has the opening books, while another client has asked
// about blockade on 8x8.
func newCrowd(t *testing.T) *crowd {
	s := server(t, serve.Options{}, query.Options{
		Library: new(shipped.Results), Searches: 1, Queue: 512, Memory: 1 << 30, Workers: runtime.NumCPU(), Timeout: time.Minute,
	})
	hold(t, s, blockade(""))
	return &crowd{t: t, s: s, took: map[string][]time.Duration{}, statuses: map[int]int{}}
}

// ask asks and notes how long the answer took. Who is refused has to hear when to ask again; 404 is a
// puzzle for which there was no time.
func (c *crowd) ask(kind, parameters string) {
	began := time.Now()
	resp, err := c.s.Client().Get(c.s.URL + "/api/v1/" + kind + "?" + parameters)
	if err != nil {
		c.t.Error(err)
		return
	}
	_ = drain(resp)
	took := time.Since(began)
	switch {
	case resp.StatusCode == 200, resp.StatusCode == 404 && kind == "puzzle":
	case resp.StatusCode != 503 || resp.Header.Get("Retry-After") == "":
		c.t.Errorf("%s?%s: %d", kind, parameters, resp.StatusCode)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.took[kind] = append(c.took[kind], took)
	c.statuses[resp.StatusCode]++
}

// log logs how many were answered with each status, and how long they took.
func (c *crowd) log() {
	c.t.Logf("answers by status: %v", c.statuses)
	for _, kind := range slices.Sorted(maps.Keys(c.took)) {
		each := c.took[kind]
		slices.Sort(each)
		at := func(part float64) time.Duration { return each[int(part*float64(len(each)-1))].Round(time.Millisecond) }
		c.t.Logf("%-8s %5d  p50 %v  p95 %v  p99 %v  longest %v", kind, len(each), at(.5), at(.95), at(.99), at(1))
	}
}

// games are those that the clients of a crowd ask about, on their default boards.
func games() []string { return []string{"classic", "duel", "lockdown", "claim", "blockade"} }

// Thirty clients ask at once, one of them about blockade on 8x8: nobody is refused. It reports how
// long casual moves and analyses took.
func TestLongMixedClients(t *testing.T) {
	c := newCrowd(t)
	var all sync.WaitGroup
	for n := range 29 {
		all.Go(func() {
			for i := range 20 {
				game := "variant=" + games()[(n+i)%5]
				if i%4 < 3 {
					c.ask("move", game+"&level=casual")
				} else {
					c.ask("analysis", fmt.Sprintf("%s&nodes=%d", game, 1<<40+n*100+i)) // the same work, another question
				}
			}
		})
	}
	all.Wait()
	c.log()
	require.Equal(t, map[int]int{200: 29 * 20}, c.statuses)
}

// Two hundred clients ask all that there is for two minutes, one of them about blockade on 8x8 and others
// about boards that take seconds. It reports how many were refused, and how long the others waited.
func TestLongMixedCrowd(t *testing.T) {
	c := newCrowd(t)
	began := time.Now()
	var all sync.WaitGroup
	for n := range 199 {
		all.Go(func() {
			for i := n; time.Since(began) < 2*time.Minute; i++ {
				game, other := "variant="+games()[i/8%5], 1<<40+n<<20+i
				switch i % 8 {
				case 3:
					c.ask("puzzle", fmt.Sprintf("%s&seed=%d", game, other))
				case 5:
					c.ask("analysis", fmt.Sprintf("%s&nodes=%d", game, other))
				case 7:
					c.ask("solve", fmt.Sprintf("variant=blockade&board=7x6&timeout=5&nodes=%d", other))
				default:
					c.ask("move", game+"&level=casual")
				}
			}
		})
	}
	all.Wait()
	c.log()
}

// An hour's worth of mixed questions in a short time leaves the memory as it was after the
// first part of them.
func TestLongMemoryStaysFlat(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 1000, Workers: 1, Memory: 64 << 20, Timeout: time.Minute})
	variants := []string{"classic", "duel", "lockdown", "claim", "blockade"}
	kinds := []string{"position", "solve", "analysis", "move", "board.svg"} // not every board has a puzzle
	mixed := func(i int) string {
		r := rand.New(rand.NewPCG(uint64(i), 1))
		kind := kinds[r.IntN(len(kinds))]
		uri := fmt.Sprintf("/api/v1/%s?variant=%s&board=%dx%d", kind, variants[r.IntN(5)], 2+r.IntN(5), 2+r.IntN(5))
		if kind == "solve" || kind == "analysis" || kind == "move" {
			uri += "&nodes=1000"
		}
		return uri
	}
	var heap []uint64
	for part := range 5 {
		load(t, s.URL, 4, 500, func(i int) string { return mixed(part*2000 + i) })
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		heap = append(heap, m.HeapAlloc>>20)
	}
	t.Logf("MiB of heap after each 2,000 requests: %v", heap)
	require.Less(t, heap[4], heap[1]+heap[1]/2+16)
}

// A client that does not read is given up; others are served meanwhile.
func TestLongSlowClients(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 1, Queue: 0, Every: 100 * time.Microsecond, Timeout: time.Minute})
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
	require.NoError(t, err)
	defer conn.Close()
	require.NoError(t, conn.(*net.TCPConn).SetReadBuffer(1))
	_, err = fmt.Fprintf(conn, "GET /api/v1/solve/stream?variant=blockade&board=8x8 HTTP/1.1\r\nHost: localhost\r\n\r\n")
	require.NoError(t, err)
	_, err = conn.Read(make([]byte, 1)) // so that it has the slot
	require.NoError(t, err)
	require.True(t, testgames.Await(func() bool {
		resp, _ := ask(t, s, "GET", "/api/v1/position?variant=claim")
		require.Equal(t, 200, resp.StatusCode, "rules need no slot")
		resp, _ = ask(t, s, "GET", "/api/v1/solve?variant=claim")
		return resp.StatusCode == 200
	}), "the slot is not taken from the client")
}
