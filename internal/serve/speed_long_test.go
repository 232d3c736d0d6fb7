//go:build long

package serve_test

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"gridlock/internal/browsertest"
	"gridlock/internal/query"
	"gridlock/internal/serve"
)

// call sends a command to the browser.
func call[P, R any](v visitor, command cdp.Command[P, R], params P) (result R) {
	v.t.Helper()
	require.NoError(v.t, chromedp.Do(v.ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) (err error) {
		result, err = cdp.Call(ctx, target, command, params)
		return err
	})))
	return result
}

// watch notes when the first board is painted, and when a cell of it can be played.
const watch = `(() => {
	const times = window.times = {};
	new MutationObserver(() => {
		if (document.querySelector('#place .cell')) requestAnimationFrame(() => times.board ??= performance.now());
		if (document.querySelector('#place .cell.playable')) times.ready ??= performance.now();
	}).observe(document, {subtree: true, childList: true, attributes: true});
})()`

// How long it takes from the first byte to the first board, and to one that can be played; frames, what the page
// computes, and how soon a click is drawn, while a search goes on. The times are printed, not judged: machines differ.
func TestLongSpeed(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 1, Queue: 10})
	root := browsertest.Start(t)
	for _, fragment := range []string{"mode=play&v=lockdown", "v=lockdown", "v=blockade&s=8x8", "v=claim&s=8x8"} {
		v := visit(t, root, s.URL, "about:blank", 1280, "light")
		call(v, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: watch})
		call(v, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks})
		require.NoError(t, chromedp.Do(v.ctx, chromedp.Navigate(s.URL+"/#"+fragment)))
		v.until(func(s state) bool {
			return s.Cells > 0 && v.text("window.times.board && window.times.ready") != "undefined"
		})
		times, err := chromedp.Run(v.ctx, chromedp.Evaluate[[]float64](`(() => {
			const {responseStart} = performance.getEntriesByType('navigation')[0];
			return [times.board - responseStart, times.ready - responseStart];
		})()`))
		require.NoError(t, err)
		t.Logf("%s: first board %.0f ms after the first byte, playable after %.0f ms; the page has computed for %.0f ms", fragment, times[0], times[1],
			1000*computed(v))
		redraw, err := chromedp.Run(v.ctx, chromedp.Evaluate[[]float64](`(async () => {
			const times = [], values = document.getElementById('values');
			for (let n = 0; n < 100; n++) {
				const began = performance.now();
				values.onchange();
				times.push(performance.now() - began);
				await new Promise(requestAnimationFrame);
			}
			times.sort((a, b) => a - b);
			return [times[0], times[50]];
		})()`, chromedp.EvalAwaitPromise))
		require.NoError(t, err)
		t.Logf("%s: %.1f ms for a redraw, at least %.1f ms", fragment, redraw[1], redraw[0])
		if !v.until(func(state) bool { return true }).Searching {
			continue
		}
		before := computed(v)
		frames, err := chromedp.Run(v.ctx, chromedp.Evaluate[[]float64](`(async () => {
			const gaps = [], lines = new Set(), progress = document.getElementById('progress'), stop = document.getElementById('stop');
			for (let last = await new Promise(requestAnimationFrame), n = 0; n < 300 && !stop.hidden; n++) {
				const now = await new Promise(requestAnimationFrame);
				gaps.push(now - last);
				last = now;
				lines.add(progress.textContent);
			}
			gaps.sort((a, b) => a - b);
			return [gaps.length, gaps[gaps.length >> 1], gaps[gaps.length * .99 | 0], gaps.at(-1), lines.size];
		})()`, chromedp.EvalAwaitPromise))
		require.NoError(t, err)
		after := computed(v)
		t.Logf("%s: %.0f frames while searching, %.1f ms (median), %.1f ms (99 %%), %.1f ms (longest); %.0f lines of progress; %.2f ms computed a frame",
			fragment, frames[0], frames[1], frames[2], frames[3], frames[4], 1000*(after-before)/frames[0])
		call(v, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: 4})
		click, err := chromedp.Run(v.ctx, chromedp.Evaluate[float64](`(async () => {
			const cell = document.querySelector('.cell.playable'), began = performance.now();
			const drawn = new Promise(done => requestAnimationFrame(() => setTimeout(done))); // before what the page does after the frame
			cell.dispatchEvent(new MouseEvent('click', {bubbles: true}));
			await drawn;
			return document.querySelector('.cell.last .mark, .mark.ghost') ? performance.now() - began : -1;
		})()`, chromedp.EvalAwaitPromise))
		require.NoError(t, err)
		require.Positive(t, click, "nothing is drawn of the click")
		t.Logf("%s: a click is drawn after %.0f ms, at a quarter of the processor, while searching", fragment, click)
	}
}

// computed returns for how many seconds the page has computed, on whatever processor.
func computed(v visitor) float64 {
	for _, m := range call(v, performance.GetMetrics, cdp.Empty{}).Metrics {
		if m.Name == "TaskDuration" {
			return m.Value
		}
	}
	v.t.Fatal("the browser does not say for how long it has computed")
	return 0
}
