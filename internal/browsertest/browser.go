//go:build long

// Package browsertest starts a browser for tests that look at pages.
package browsertest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// Start returns a context with a browser. Without one it skips the test, unless the environment says that there is one.
func Start(t *testing.T) context.Context {
	t.Helper()
	path := Find(t, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.UserDataDir(t.TempDir()), chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	require.NoError(t, chromedp.Do(ctx)) // starts it
	return ctx
}

// Find returns the path of the first program that exists, or skips the test, as [Start] says.
func Find(t *testing.T, names ...string) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("CI") != "" {
		t.Fatal("no browser: install " + names[0])
	}
	t.Skipf("no browser to look at the page with: install %s, or set CI to make this an error", names[0])
	return ""
}

// Shifts is an expression for how far visible things have moved on a page, other than by a click, as the browser counts
// it (web.dev/cls). FewShifts is the greatest score that counts as good.
const (
	Shifts = `(async () => {
		let sum = 0;
		const add = entries => entries.forEach(e => { if (!e.hadRecentInput) sum += e.value; }), seen = new PerformanceObserver(list => add(list.getEntries()));
		seen.observe({ type: 'layout-shift', buffered: true });
		for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame); // those before are told in a task
		add(seen.takeRecords());
		return sum;
	})()`
	FewShifts = 0.1
)

// Complaints collects faults of a page: output on the console, failures, and requests to other sites.
type Complaints struct {
	own  string // how its own addresses begin
	mu   sync.Mutex
	said []string
}

// Listen collects complaints about the pages of a context, whose own addresses begin with own.
func Listen(t *testing.T, ctx context.Context, own string) *Complaints {
	t.Helper()
	c := &Complaints{own: own}
	require.NoError(t, chromedp.Listen(ctx, c.hear))
	return c
}

// All returns the complaints so far.
func (c *Complaints) All() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.said
}

func (c *Complaints) hear(event any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		c.said = append(c.said, fmt.Sprintf("console: %s", e.Type))
	case *runtime.EventExceptionThrown:
		said := "exception: " + e.ExceptionDetails.Text
		if object := e.ExceptionDetails.Exception; object != nil {
			said += " " + object.Description
		}
		c.said = append(c.said, said)
	case *log.EventEntryAdded:
		c.said = append(c.said, "log: "+e.Entry.Text)
	case *network.EventRequestWillBeSent:
		if at := e.Request.URL; !strings.HasPrefix(at, c.own) && !strings.HasPrefix(at, "data:") {
			c.said = append(c.said, "request: "+at)
		}
	}
}
