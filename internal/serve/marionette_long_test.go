//go:build long

package serve_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/browsertest"
	"gridlock/internal/testgames"
)

// firefox is Firefox, driven by the protocol that it has in it, Marionette: the commands of WebDriver as
// JSON over a connection, each text with its length and a colon before it.
type firefox struct {
	t    *testing.T
	conn net.Conn
	from *bufio.Reader
	id   int
}

// startFirefox starts Firefox with a profile of its own, or skips the test where there is none and nobody
// says that there should be.
func startFirefox(t *testing.T) *firefox {
	t.Helper()
	path := browsertest.Find(t, "firefox-esr", "firefox")
	home := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(home, "user.js"), []byte(`user_pref("marionette.port", 0);`), 0o644))
	browser := exec.Command(path, "--headless", "--marionette", "--no-remote", "--profile", home)
	browser.Env = append(os.Environ(), "HOME="+home)
	require.NoError(t, browser.Start())
	ended := make(chan error, 1)
	go func() { ended <- browser.Wait() }()
	f := &firefox{t: t}
	t.Cleanup(func() {
		if f.conn != nil {
			f.conn.Close()
		}
		browser.Process.Kill()
		<-ended
	})
	require.True(t, testgames.Await(func() bool { // the browser writes down which port it has
		port, err := os.ReadFile(filepath.Join(home, "MarionetteActivePort"))
		if err != nil {
			return false
		}
		f.conn, err = net.Dial("tcp", net.JoinHostPort("127.0.0.1", string(port)))
		return err == nil
	}), "Firefox does not listen")
	f.from = bufio.NewReader(f.conn)
	_, err := f.read() // what it is
	require.NoError(t, err)
	f.do("WebDriver:NewSession", map[string]any{}, nil)
	return f
}

// do sends a command, and reads its result into value, unless that is nil.
func (f *firefox) do(command string, parameters, value any) {
	f.t.Helper()
	require.NoError(f.t, f.try(command, parameters, value), command)
}

func (f *firefox) try(command string, parameters, value any) error {
	f.id++
	text, err := json.Marshal([]any{0, f.id, command, parameters})
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(f.conn, "%d:%s", len(text), text); err != nil {
		return err
	}
	answer, err := f.read()
	if err != nil {
		return err
	}
	var parts [4]json.RawMessage // that it is an answer, to which command, an error, a result
	if err := json.Unmarshal(answer, &parts); err != nil {
		return fmt.Errorf("%w: %s", err, answer)
	}
	if failed := string(parts[2]); failed != "null" || string(parts[1]) != strconv.Itoa(f.id) {
		return fmt.Errorf("answer to %d: %s", f.id, answer)
	}
	if value == nil {
		return nil
	}
	return json.Unmarshal(parts[3], &struct {
		Value any `json:"value"`
	}{value})
}

// read reads a text.
func (f *firefox) read() ([]byte, error) {
	var size int
	if _, err := fmt.Fscanf(f.from, "%d:", &size); err != nil {
		return nil, err
	}
	text := make([]byte, size)
	_, err := io.ReadFull(f.from, text)
	return text, err
}

// Open opens an address.
func (f *firefox) Open(address string) {
	f.t.Helper()
	f.do("WebDriver:Navigate", map[string]any{"url": address}, nil)
}

// Back goes back in the history of the browser.
func (f *firefox) Back() {
	f.t.Helper()
	f.do("WebDriver:Back", map[string]any{}, nil)
}

// Evaluate returns the value of an expression in the page as text.
func (f *firefox) Evaluate(expression string) (value string) {
	f.t.Helper()
	f.do("WebDriver:ExecuteScript", map[string]any{"script": "return String(" + expression + ")", "args": []any{}}, &value)
	return value
}

// Until waits until an expression has a value.
func (f *firefox) Until(expression, value string) {
	f.t.Helper()
	last := ""
	require.True(f.t, testgames.Await(func() bool { last = f.Evaluate(expression); return last == value }), "%s is %q", expression, last)
}

// Click clicks in the middle of what a selector finds first, as a mouse does. What moves the element
// between the look at where it is and the click lets the click miss: then it is done again.
func (f *firefox) Click(selector string) {
	f.t.Helper()
	f.point("mouse", selector)
}

// Tap is Click with a finger.
func (f *firefox) Tap(selector string) {
	f.t.Helper()
	f.point("touch", selector)
}

func (f *firefox) point(pointer, selector string) {
	f.t.Helper()
	script := fmt.Sprintf(`(selector => {
		document.querySelector(selector).scrollIntoView({block: 'center', behavior: 'instant'});
		window.clicked = false;
		document.addEventListener('click', e => { window.clicked = e.target.closest(selector) != null }, {capture: true, once: true});
	})(%q)`, selector)
	require.True(f.t, testgames.Await(func() bool {
		f.Evaluate(script)
		var element map[string]string
		f.do("WebDriver:FindElement", map[string]any{"using": "css selector", "value": selector}, &element)
		f.act(map[string]any{"type": "pointer", "id": pointer, "parameters": map[string]any{"pointerType": pointer}}, map[string]any{"type": "pointerMove", "x": 0, "y": 0, "origin": element},
			map[string]any{"type": "pointerDown", "button": 0}, map[string]any{"type": "pointerUp", "button": 0})
		return f.Evaluate("window.clicked") == "true"
	}), "no click reaches %s", selector)
}

// Press presses keys, as a keyboard does.
func (f *firefox) Press(keys string) {
	f.t.Helper()
	for _, key := range keys {
		f.act(map[string]any{"type": "key", "id": "key"}, map[string]any{"type": "keyDown", "value": string(key)}, map[string]any{"type": "keyUp", "value": string(key)})
	}
}

// act lets a device do something.
func (f *firefox) act(device map[string]any, actions ...map[string]any) {
	f.t.Helper()
	device["actions"] = actions
	f.do("WebDriver:PerformActions", map[string]any{"actions": []any{device}}, nil)
}
