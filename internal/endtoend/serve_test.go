package endtoend

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/randomplay"
	"gridlock/variants"
)

// serving starts the server in a process of its own and returns its address.
func serving(t *testing.T, flags string) (address string, process *exec.Cmd) {
	t.Helper()
	cmd := shell(t, "exec gridlock serve --listen 127.0.0.1:0 --log off "+flags)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	address = regexp.MustCompile(`http://\S+/`).FindString(line)
	require.NotEmpty(t, address, line)
	return address, cmd
}

// get asks the server.
func get(t *testing.T, address string) (status int, body []byte) {
	t.Helper()
	resp, err := http.Get(address)
	require.NoError(t, err)
	defer resp.Body.Close()
	body, err = io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp.StatusCode, body
}

// The server says what the verbs say.
func TestServerSaysWhatTheVerbsSay(t *testing.T) {
	t.Parallel()
	address, _ := serving(t, "--db none --workers 1")
	chance := randomplay.New(5)
	for _, v := range variants.All() {
		for range 3 {
			game := v.Default()
			if v.ID == "blockade" {
				var err error
				game, err = v.NewGame(4, 4)
				require.NoError(t, err)
			}
			history := randomplay.Game(chance, game.Start())
			p := history[len(history)/2]
			query := "variant=" + v.ID + "&position=" + url.QueryEscape(strings.ReplaceAll(p.String(), " ", "_"))
			_, body := get(t, address+"api/v1/solve?"+query)
			require.Equal(t, alike(t, run(t, "", "gridlock solve %s --json --workers 1 --position '%v'", v.ID, p)), alike(t, body), "%v", p)
			_, body = get(t, address+"api/v1/analysis?"+query)
			require.Equal(t, alike(t, run(t, "", "gridlock analyze %s --json --workers 1 --position '%v'", v.ID, p)), alike(t, body), "%v", p)
		}
	}
	for _, sum := range []string{"O.. + X.. + 1 x", "3/3+.X./... o+2/2 o"} {
		want := alike(t, run(t, "", "gridlock solve duel --json --position '%s'", sum))
		_, body := get(t, address+"api/v1/solve?variant=duel&position="+url.QueryEscape(strings.ReplaceAll(sum, " ", "_")))
		require.Equal(t, want, alike(t, body))
		_, line, _ := strings.Cut(string(run(t, `{"do":"solve","variant":"duel","position":"`+sum+`"}`, "gridlock engine")), "\n")
		var reply struct{ Result json.RawMessage }
		require.NoError(t, json.Unmarshal([]byte(line), &reply))
		require.Equal(t, want, alike(t, reply.Result))
	}
	_, body := get(t, address+"api/v1/variants")
	require.JSONEq(t, string(run(t, "", "gridlock variants --json")), string(body))
	_, body = get(t, address+"api/v1/puzzle?variant=lockdown&seed=1&depth=3")
	require.Equal(t, alike(t, run(t, "", "gridlock puzzle lockdown --seed 1 --depth 3 --json")), alike(t, body))

	_, body = get(t, address+"api/v1/puzzle?day=2026-11-24")
	require.Equal(t, alike(t, run(t, "", "gridlock puzzle --daily 2026-11-24 --json")), alike(t, body))

	_, body = get(t, address+"api/v1/certificate?variant=lockdown&board=4x4")
	file := filepath.Join(t.TempDir(), "a.proof")
	require.NoError(t, os.WriteFile(file, body, 0o644))
	require.Contains(t, string(run(t, "", "gridlock verify '%s'", file)), "Proven: Player 2 (O) wins.")
}

// A server that is killed has lost nothing that it has answered; one that is asked to end
// keeps what its searches have proven, and ends.
func TestKilledServer(t *testing.T) {
	t.Parallel()
	store := filepath.Join(t.TempDir(), "store")
	address, process := serving(t, "--db "+store)
	answered := []string{"3x3", "3x4", "4x4"}
	for _, board := range answered {
		status, _ := get(t, address+"api/v1/solve?variant=lockdown&board="+board)
		require.Equal(t, 200, status)
	}
	searching, err := http.Get(address + "api/v1/solve/stream?variant=blockade&board=8x8")
	require.NoError(t, err)
	defer searching.Body.Close()
	_, err = searching.Body.Read(make([]byte, 1))
	require.NoError(t, err)
	require.NoError(t, process.Process.Kill())
	_ = process.Wait()
	for _, board := range answered {
		require.Contains(t, string(run(t, "", "gridlock solve lockdown --board %s --db '%s' --json", board, store)), `"kind":"solved"`)
	}

	address, process = serving(t, "--db "+store)
	status, _ := get(t, address+"livez")
	require.Equal(t, 200, status)
	require.NoError(t, process.Process.Signal(syscall.SIGTERM))
	require.Error(t, process.Wait())
	require.Equal(t, 130, process.ProcessState.ExitCode())
}

// The examples of docs/api.md work as they stand, at the address of this server.
func TestAPIExamples(t *testing.T) {
	t.Parallel()
	address, _ := serving(t, "--db none")
	text, err := os.ReadFile(root + "docs/api.md")
	require.NoError(t, err)
	ran := 0
	for _, block := range codeBlocks(text) {
		code := strings.ReplaceAll(block.text, "http://127.0.0.1:8064/", address)
		if block.language != "sh" || !strings.HasPrefix(code, "curl ") || missing(t, "curl") {
			continue
		}
		out, err := exec.Command("sh", "-c", code).Output()
		require.NoError(t, err)
		require.True(t, json.Valid(out), "%s: %s", code, out)
		ran++
	}
	if os.Getenv("CI") != "" {
		require.Equal(t, 3, ran)
	}
}

// missing reports whether a program is not there, which is an error where CI is set.
func missing(t *testing.T, program string) bool {
	_, err := exec.LookPath(program)
	if err != nil && os.Getenv("CI") != "" {
		t.Fatalf("no %s: install it", program)
	}
	if err != nil {
		t.Logf("without the examples for %s, which is not installed", program)
	}
	return err != nil
}
