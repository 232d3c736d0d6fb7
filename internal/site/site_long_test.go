//go:build long

package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"gridlock/internal/browsertest"
	"gridlock/internal/course"
	"gridlock/internal/query"
	"gridlock/internal/randomplay"
	"gridlock/internal/shipped"
	"gridlock/internal/staged"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// host is a server of files, with the site in a folder.
type host struct {
	*httptest.Server
	simple  bool          // does not know the type of programs
	slow    string        // the name of a file that is not sent before its time
	time    chan struct{} // closed when that has come
	gone    atomic.Bool   // closes connections without an answer
	mu      sync.Mutex
	missing []string // what was asked for and is not there
}

// hold holds a file back until release is called.
func (h *host) hold(t *testing.T, name string) (release func()) {
	h.slow, h.time = name, make(chan struct{})
	release = sync.OnceFunc(func() { close(h.time) })
	t.Cleanup(release)
	return release
}

// folder is where the site is.
const folder = "/a/folder/"

// serve serves the site in dir, at an address where nothing else is.
func serve(t *testing.T, dir string) *host {
	t.Helper()
	h := &host{}
	send := http.StripPrefix(folder, http.FileServer(http.Dir(dir)))
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h.gone.Load() {
			panic(http.ErrAbortHandler)
		}
		name, inside := strings.CutPrefix(r.URL.Path, folder)
		if _, err := os.Stat(filepath.Join(dir, name)); !inside || err != nil {
			h.mu.Lock()
			h.missing = append(h.missing, r.URL.Path)
			h.mu.Unlock()
		}
		if h.slow != "" && name == h.slow {
			<-h.time
		}
		w.Header().Set("Cache-Control", "no-store") // so that only the service worker keeps anything
		if h.simple && strings.HasSuffix(name, ".wasm") {
			w.Header().Set("Content-Type", "application/octet-stream")
		}
		send.ServeHTTP(w, r)
	}))
	t.Cleanup(h.Close)
	return h
}

// tab is a tab of the browser.
type tab struct {
	t     *testing.T
	ctx   context.Context
	close func()
}

// opened opens a new tab.
func opened(t *testing.T, browser context.Context) tab {
	t.Helper()
	ctx, closeTab := chromedp.NewContext(browser)
	t.Cleanup(closeTab)
	return tab{t, ctx, closeTab}
}

// open opens an address in a new tab.
func open(t *testing.T, browser context.Context, address string) tab {
	t.Helper()
	v := opened(t, browser)
	require.NoError(t, chromedp.Do(v.ctx, chromedp.Navigate(address)))
	return v
}

// run runs the body of an asynchronous function, in which engine is the module that asks questions.
func run[T any](v tab, script string) T {
	v.t.Helper()
	found, err := chromedp.Run(v.ctx, chromedp.Evaluate[T]("(async () => { const engine = await import('./engine.js'); "+script+" })()", chromedp.EvalAwaitPromise))
	require.NoError(v.t, err, script)
	return found
}

// until waits until a script returns true.
func (v tab) until(script string) {
	v.t.Helper()
	require.True(v.t, testgames.Await(func() bool { return run[bool](v, script) }), script)
}

// verdict is true when the page shows who wins.
const verdict = `return / wins/.test(document.getElementById('verdict').textContent)`

// made makes the site in a new folder.
func made(t *testing.T) string {
	t.Helper()
	var said bytes.Buffer
	dir := t.TempDir()
	require.NoError(t, makeSite("../..", dir, "", &said))
	t.Log(said.String())
	return dir
}

// question is what is asked of both services.
type question struct {
	Kind   query.Kind        `json:"kind"`
	Params map[string]string `json:"params"`
}

// questions returns questions of all kinds about all games, some of them wrong.
func questions(t *testing.T) (all []question) {
	ask := func(k query.Kind, params ...string) {
		q := question{k, map[string]string{}}
		for i := 0; i < len(params); i += 2 {
			q.Params[params[i]] = params[i+1]
		}
		all = append(all, q)
	}
	ask(query.Variants)
	for _, words := range []string{"place rook other", "walk hex torus", "follow graph:2x2:0,1,2:0-1;0-2", "follow hax"} {
		ask(query.Variants, "variant", words)
		ask(query.Rules, "variant", words, "title", "Ärger")
		ask(query.Position, "variant", words)
		ask(query.Analysis, "variant", words)
		ask(query.Picture, "variant", words)
	}
	for _, v := range variants.All() {
		for seed, board := range []string{"3x4", "4x4", "5x4"} {
			rows, cols := int(board[0]-'0'), int(board[2]-'0')
			game, err := v.NewGame(rows, cols)
			require.NoError(t, err)
			history := randomplay.Game(randomplay.New(uint64(seed)), game.Start())
			middle := history[len(history)/3].String()
			ask(query.Position, "variant", v.ID, "board", board)
			ask(query.Analysis, "variant", v.ID, "board", board)
			ask(query.Analysis, "variant", v.ID, "position", middle, "distance", "1")
			ask(query.Solve, "variant", v.ID, "position", history[len(history)/2].String())
			for _, level := range []string{"perfect", "strong", "casual", "random"} {
				ask(query.Move, "variant", v.ID, "position", middle, "level", level, "seed", fmt.Sprint(seed))
			}
			ask(query.Picture, "variant", v.ID, "position", middle, "values", "1")
			ask(query.Proof, "variant", v.ID, "position", middle)
			ask(query.Record, "variant", v.ID, "board", board)
		}
		ask(query.Puzzle, "variant", v.ID, "board", "4x4", "depth", "3-5", "seed", "1")
		ask(query.Review, "variant", v.ID, "board", "4x4", "moves", v.ID)
		ask(query.Solve, "variant", v.ID, "position", "?", "moves", "")
	}
	for day := range 9 { // of all games of days
		ask(query.Puzzle, "day", fmt.Sprintf("2026-11-2%d", day+1))
	}
	ask(query.Analysis, "variant", "blockade", "board", "7x7", "nodes", "100000") // from the book
	ask(query.Review, "variant", "lockdown", "board", "4x4", "moves", "6 11 7 3")
	ask(query.Solve, "variant", "chess")
	ask(query.Solve, "variant", "duel", "level", "random")
	ask("chess")
	certificates, err := filepath.Glob("../../proof/testdata/*.proof")
	require.NoError(t, err)
	require.NotEmpty(t, certificates)
	for _, file := range certificates {
		certificate, err := os.ReadFile(file)
		require.NoError(t, err)
		ask(query.Walk, "certificate", base64.StdEncoding.EncodeToString(certificate))
		ask(query.Walk, "certificate", base64.StdEncoding.EncodeToString(certificate), "moves", "1 2 x")
		ask(query.Walk, "certificate", base64.StdEncoding.EncodeToString(certificate[:len(certificate)-1]))
	}
	return all
}

// plain returns an answer of the native service as the engine of the page gives it, without what
// differs from one search to the next.
func plain(t *testing.T, d *query.Service, ask question) any {
	t.Helper()
	params := map[string]string{}
	for name, text := range ask.Params {
		if text != "" {
			params[name] = text
		}
	}
	var body []byte
	q, problem := query.Parse(ask.Kind, params)
	if problem == nil {
		var a query.Response
		if a, problem = d.Ask(t.Context(), q, nil); problem == nil {
			if _, bytes := a.Value.([]byte); bytes && ask.Kind == query.Proof {
				return base64.StdEncoding.EncodeToString(a.Body)
			} else if bytes {
				return string(a.Body)
			}
			body = a.Body
		}
	}
	if problem != nil {
		var err error
		body, err = json.Marshal(problem.Named())
		require.NoError(t, err)
	}
	var out any
	require.NoError(t, json.Unmarshal(body, &out))
	return timeless(out)
}

// timeless returns an answer without what differs from one search to the next, and without the records of
// difficulties, since the program for browsers does not look for small strategies.
func timeless(value any) any {
	switch value := value.(type) {
	case map[string]any:
		if facts, ok := value["text"].(string); ok && value["only_moves"] != nil {
			value["text"], _, _ = strings.Cut(facts, "; records of the smallest")
			delete(value, "records")
		}
		for name := range value {
			if name == "seconds" || name == "nodes" { // nodes: the page has asked before
				delete(value, name)
				continue
			}
			value[name] = timeless(value[name])
		}
	case []any:
		for i := range value {
			value[i] = timeless(value[i])
		}
	}
	return value
}

// The program in the browser gives the same answers as the service on this machine.
func TestLongSiteAnswersAsTheServiceDoes(t *testing.T) {
	h := serve(t, made(t))
	v := open(t, browsertest.Start(t), h.URL+folder+"#v=lockdown")
	d := query.New(query.Options{Library: new(shipped.Results), Memory: 512 << 20, Searches: 1, Workers: 1, Program: "gridlock js/wasm", Walk: new(course.Proofs).Answer})
	defer d.Close()
	for asked := range slices.Chunk(questions(t), 20) {
		text, err := json.Marshal(asked)
		require.NoError(t, err)
		got := run[[]any](v, `const all = [];
			for (const { kind, params } of `+string(text)+`) {
				try {
					if (params.certificate) params.certificate = Uint8Array.from(atob(params.certificate), c => c.charCodeAt(0));
					const found = await engine.ask(kind, params);
					all.push(found instanceof Uint8Array ? btoa(String.fromCharCode(...found)) : found);
				} catch (e) {
					all.push(e.problem ?? String(e));
				}
			}
			return all;`)
		require.Len(t, got, len(asked))
		for i, q := range asked {
			require.Equal(t, plain(t, d, q), timeless(got[i]), "%v", q)
		}
	}
}

// Every game is analysed by the page itself; nothing is asked of others, nothing is missing, and
// the policy forbids nothing that is wanted.
func TestLongSiteAnalysesEveryGame(t *testing.T) {
	h := serve(t, made(t))
	browser := browsertest.Start(t)
	ctx, cancel := chromedp.NewContext(browser)
	defer cancel()
	heard := browsertest.Listen(t, ctx, h.URL+folder)
	v := tab{t: t, ctx: ctx}
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(h.URL+folder+"#v=lockdown")))
	for _, game := range []string{"classic&s=3x4", "duel&s=4x4", "lockdown&s=4x4", "claim&s=5x5", "blockade&s=7x7", "lockdown&p=X%23..%2F.%23O.%20x"} {
		run[bool](v, "location.hash = 'v="+game+"'; return true;")
		v.until(`return document.getElementById('variant').value == '` + game[:strings.IndexByte(game, '&')] + `' && / wins/.test(document.getElementById('verdict').textContent)`)
	}
	// A game that somebody has drawn comes by its link.
	run[bool](v, "location.hash = 'mode=make&v=place_graph:3x4:0,1,4,6:0-1;0-4;1-4;1-6_all'; return true;")
	v.until(`return document.querySelectorAll('svg.board .edge').length == 4 && document.querySelectorAll('.cell').length == 12 && !document.getElementById('make-play').disabled`)
	run[bool](v, "document.getElementById('make-analyse').click(); return true;")
	v.until(`return document.body.dataset.mode == 'analyse' && document.querySelectorAll('.cell').length == 4 && / wins/.test(document.getElementById('verdict').textContent)`)
	require.True(t, run[bool](v, "return document.getElementById('loading') == null;"))
	// The atlas is a file, and the certificates of its boards are made here.
	run[bool](v, `location.hash = 'mode=atlas&v=duel';
		window.saved = []; URL.createObjectURL = b => { b.text().then(text => saved.push(text)); return 'data:,'; }; URL.revokeObjectURL = () => {};
		return true;`)
	v.until(`return document.querySelectorAll('.strip a').length == 144`)
	run[bool](v, `document.getElementById('atlas-board').value = '3x4'; document.getElementById('atlas-proof').click(); return true;`)
	v.until(`return saved.some(text => text.startsWith('gridlock-proof') && text.includes('"board":"3x4"'))`)
	require.Empty(t, heard.All())
	require.Empty(t, h.missing)
}

// A long search reports progress, other questions are answered while it runs, and it ends when
// it is cancelled. The page is never blocked.
func TestLongSiteSearchesInTheBackground(t *testing.T) {
	h := serve(t, made(t))
	v := open(t, browsertest.Start(t), h.URL+folder+"#v=lockdown")
	v.until(verdict)
	found := run[struct {
		Events         []string
		Frames         int
		Gap            float64 // the longest time between two frames, in milliseconds
		Long, All      float64 // time in tasks of more than 50 ms, and of the whole, in milliseconds
		Between, After float64 // until the answer to a small question, in milliseconds
		Reason         string
	}](v, `
		const params = { variant: 'blockade', board: '8x8' }, stop = new AbortController(), events = [];
		let frames = 0, gap = 0, before = performance.now(), enough, long = 0;
		const began = before;
		new PerformanceObserver(list => { for (const e of list.getEntries()) long += e.duration; }).observe({ type: 'longtask' });
		const seen = new Promise(done => { enough = done; });
		requestAnimationFrame(function frame(now) {
			frames++;
			gap = Math.max(gap, now - before);
			before = now;
			if (!stop.signal.aborted) requestAnimationFrame(frame);
		});
		const time = async (kind, params) => { const began = performance.now(); await engine.ask(kind, params); return performance.now() - began; };
		const search = engine.stream('analysis', params, stop.signal, name => { events.push(name); if (events.length == 10) enough(); });
		await seen;
		const between = await time('position', params);
		stop.abort();
		const reason = await search.then(() => 'none', e => e.name);
		const all = performance.now() - began;
		return { events, frames, gap, long, all, between, after: await time('solve', { variant: 'lockdown', board: '3x3' }), reason };`)
	require.Contains(t, found.Events, "progress")
	require.NotContains(t, found.Events, "result")
	require.Equal(t, "AbortError", found.Reason)
	t.Logf("%d frames, the longest after %.0f ms, %.0f of %.0f ms in long tasks; a question while it searches takes %.0f ms, one after stopping it %.0f ms",
		found.Frames, found.Gap, found.Long, found.All, found.Between, found.After)
	// A page that searched by itself would do nothing else; a busy machine may make a few of its
	// tasks long.
	require.Less(t, found.Long, found.All/4)
	require.Greater(t, found.Frames, len(found.Events))
}

// keep waits until the service worker keeps all files.
func (v tab) keep() {
	v.t.Helper()
	v.until(`return (await navigator.serviceWorker.ready).active.state == 'activated'`)
}

// After the first visit the site works offline; a new version is used as a whole, when no page of
// the old one is open.
func TestLongSiteOffline(t *testing.T) {
	dir := made(t)
	h := serve(t, dir)
	browser := browsertest.Start(t)
	v := open(t, browser, h.URL+folder+"#v=lockdown")
	v.keep()
	h.gone.Store(true)
	h.CloseClientConnections()
	v.close()
	v = open(t, browser, h.URL+folder+"#v=duel&s=4x4")
	v.until(verdict)

	text, err := os.ReadFile(filepath.Join(dir, "app.js"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "app.js"), append(text, "// new\n"...), 0o644))
	h.gone.Store(false)
	words := `const text = await (await fetch('app.js')).text(); return text.endsWith('// new\n');`
	// The service worker is the same still, and the file is not what it says.
	require.False(t, run[bool](v, `await (await navigator.serviceWorker.ready).update(); `+words))

	all := files{}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		if !e.IsDir() {
			all[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name()))
			require.NoError(t, err)
		}
	}
	all["sw.js"], err = web.ReadFile("web/sw.js")
	require.NoError(t, err)
	all["sw.js"], err = serviceWorker(all)
	require.NoError(t, err)
	require.NoError(t, staged.WriteAll(dir, all, 0o644))
	run[bool](v, `await (await navigator.serviceWorker.ready).update(); return true;`)
	v.until(`return (await navigator.serviceWorker.ready).waiting?.state == 'installed'`)
	require.False(t, run[bool](v, words))
	v.until(`return document.getElementById('renewed').checkVisibility()`)
	run[bool](v, `window.old = true; document.getElementById('renew').click(); return true;`)
	v.until(`return !window.old && document.querySelector('#place .cell') != null`)
	v.until(words)
	require.Equal(t, 1, run[int](v, `return (await caches.keys()).length;`))
}

var update = flag.Bool("update", false, "write the cards of the home page again")

// The home page shows its games before any script is there, and they stay where they are, and as they are, when it is.
func TestLongSiteShowsGamesAtOnce(t *testing.T) {
	dir := made(t)
	browser := browsertest.Start(t)
	const whole = `return document.querySelector('#today-card h3') != null`
	if *update {
		v := open(t, browser, serve(t, dir).URL+folder)
		v.until(whole)
		require.NoError(t, os.WriteFile("cards.html", []byte(run[string](v, `return document.getElementById('cards').innerHTML`)), 0o644))
		return
	}
	for _, width := range []int64{390, 1280} {
		h := serve(t, dir) // of which no service worker has kept anything yet
		release := h.hold(t, "app.js")
		v := opened(t, browser)
		require.NoError(t, chromedp.Do(v.ctx, chromedp.EmulateViewport(width, 900), chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, page.Navigate, page.NavigateParams{URL: h.URL + folder})
			return err
		})))
		const games = `return [...document.querySelectorAll('#cards .picture, #cards button')].filter(e => e.checkVisibility({ visibilityProperty: true })).length`
		v.until(`if (document.body?.dataset.mode != 'home') return false; ` + games + ` == 20`)
		v.until(`return performance.getEntriesByName('first-contentful-paint').length == 1`)
		before := run[string](v, `window.first = document.querySelector('#cards .picture'); return document.getElementById('cards').innerHTML`)
		release()
		v.until(whole)
		require.Equal(t, run[string](v, `return document.getElementById('cards').innerHTML`), before, "write cards.html again with -update")
		require.True(t, run[bool](v, `return first == document.querySelector('#cards .picture')`))
		require.Less(t, run[float64](v, `return `+browsertest.Shifts), browsertest.FewShifts)
		t.Logf("%d: first paint after %.0f ms", width, run[float64](v, `return performance.getEntriesByName('first-contentful-paint')[0].startTime`))
	}
}

// The board with which a game begins is there before the program, and stays where it is.
func TestLongSiteShowsBoardsAtOnce(t *testing.T) {
	dir := made(t)
	browser := browsertest.Start(t)
	for _, at := range []struct {
		width    int64
		fragment string
	}{{390, "#v=lockdown"}, {1280, "#v=lockdown"}, {1280, "?embed#v=snort&mode=play"}, {390, "#mode=play&v=blockade"}} {
		h := serve(t, dir)
		release := h.hold(t, program)
		v := opened(t, browser)
		require.NoError(t, chromedp.Do(v.ctx, chromedp.EmulateViewport(at.width, 900), chromedp.Navigate(h.URL+folder+at.fragment)))
		v.until(`return document.querySelector('svg.board .cell') != null && document.getElementById('loading').checkVisibility()`)
		const place = `JSON.stringify(document.querySelector('svg.board').getBoundingClientRect())`
		before := run[string](v, `window.first = document.querySelector('svg.board .cell'); return `+place)
		release()
		v.until(`return document.getElementById('loading') == null && (/ wins/.test(document.getElementById('verdict').textContent) || document.body.dataset.mode == 'play')`)
		require.Equal(t, before, run[string](v, `return `+place), at.fragment)
		require.True(t, run[bool](v, `return first == document.querySelector('svg.board .cell')`))
	}
	// Of what is not in the site the program says what it says.
	v := open(t, browser, serve(t, dir).URL+folder+"#v=lockdown&s=3x3&m=5")
	v.until(verdict)
}

// A worker that dies fails its questions with a problem, and the next question starts another; even
// from a host that does not know what programs are.
func TestLongSiteSurvivesItsWorker(t *testing.T) {
	dir := made(t)
	text, err := os.ReadFile(filepath.Join(dir, "worker.js"))
	require.NoError(t, err)
	text = append(text, "\naddEventListener('message', ({ data }) => { if (data.kind == 'chess') throw new Error('dies'); });\n"...)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "worker.js"), text, 0o644))
	h := serve(t, dir)
	h.simple = true
	v := open(t, browsertest.Start(t), h.URL+folder+"#v=lockdown")
	found := run[[]string](v, `
		await engine.ask('variants', { variant: 'duel' }); // which a worker answers
		const end = engine.ask('analysis', { variant: 'blockade', board: '8x8' }).catch(e => e.problem?.title ?? String(e));
		engine.ask('chess', {}).catch(() => {});
		return [await end, (await engine.ask('solve', { variant: 'duel', board: '4x4' })).winner];`)
	require.Equal(t, []string{"Ended", "O"}, found)
}

// Prints how long the program takes to start.
func TestLongSiteStarts(t *testing.T) {
	dir := made(t)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "start.html"), []byte("<!doctype html>"), 0o644))
	h := serve(t, dir)
	ctx, cancel := chromedp.NewContext(browsertest.Start(t))
	defer cancel()
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(h.URL+folder+"start.html")))
	times, err := chromedp.Run(ctx, chromedp.Evaluate[[]float64](`(async () => {
		const times = [];
		for (let i = 0; i < 5; i++) {
			const began = performance.now(), worker = new Worker('worker.js', { type: 'module', name: '`+program+`' });
			await new Promise((done, fail) => { worker.onmessage = ({ data }) => { if (data[1] != 'loading') data[1] == 'started' ? done() : fail(data[1]); }; });
			times.push(performance.now() - began);
			worker.terminate();
		}
		return times;
	})()`, chromedp.EvalAwaitPromise))
	require.NoError(t, err)
	t.Logf("starts in %.0f ms; the budget is 300 ms", times)
}
