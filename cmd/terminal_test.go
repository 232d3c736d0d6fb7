package cmd

import (
	"bytes"
	"os"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"gridlock/internal/cli"
)

// hostile is text that sets a terminal's title and colour, in all the ways there are to say
// so: escape sequences, C1 as a character and as a byte, DEL, and a change of direction.
const hostile = "\x1b]0;x\x07\x1b[31m\u009b31m\x9b31m\x7f\u202e\r\b"

// harmless checks that a terminal obeys nothing in what the program writes when it is
// called with the arguments.
func harmless(t *testing.T, stdin string, args ...string) (status int, stdout string) {
	t.Helper()
	var out, errOut bytes.Buffer
	status = Main(args, strings.NewReader(stdin), &out, &errOut)
	for name, text := range map[string]string{"stdout": out.String(), "stderr": errOut.String()} {
		require.True(t, utf8.ValidString(text), "%q: %s %q", args, name, text)
		for _, r := range text {
			require.False(t, r < ' ' && r != '\n' && r != '\t' || 0x7f <= r && r < 0xa0 || r == '\u202e',
				"%q, with %q on standard input: %s %q", args, stdin, name, text)
		}
	}
	return status, out.String()
}

// short returns the arguments of every verb, made short.
func short() map[string][]string {
	return map[string][]string{
		"bench":            {"--run", "^classic .* theory$"},
		"puzzle":           {"--variant", "claim", "--board", "3x4", "--tries", "1", "--seed", "1"},
		"perft":            {"--variant", "claim", "--board", "2x2", "--depth", "1"},
		"tablebase verify": {}, "engine": {},
		"sweep":    {"claim", "--boards", "2x2"},
		"serve":    {"--listen", "256.0.0.1:0"}, // where nobody can
		"variants": {}, "version": {}, "cluster": {"status"}, "help": {}, "completion bash": {},
		"verify": {"x.proof"}, "proof stats": {"x.proof"}, "proof export": {"x.proof"}, "proof merge": {"x.proof"},
	}
}

// Nothing that stands in a flag, whichever it is, reaches the terminal.
func TestFlagsAreHarmless(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("PATH", "") // what gridlock-cluster prints is not ours
	t.Setenv("GRIDLOCK_DB", "none")
	root, _ := newRoot()
	for _, verb := range cli.Verbs(root) {
		name := strings.TrimPrefix(verb.CommandPath(), "gridlock ")
		if strings.HasPrefix(name, "completion ") {
			continue
		}
		args, ok := short()[name]
		if !ok {
			args = []string{"--variant", "claim", "--board", "2x2"}
		}
		args = append(strings.Fields(name), args...)
		t.Run(name, func(t *testing.T) {
			harmless(t, hostile, append(args, hostile)...)
			harmless(t, hostile, append(args, "--"+hostile)...)
			harmless(t, hostile, append(args, "-"+hostile)...)
			verb.Flags().VisitAll(func(f *pflag.Flag) {
				if f.Name == "help" {
					return
				}
				given := "--" + f.Name + "=" + hostile
				harmless(t, hostile, append(args, given)...)
				if name != "bench" && name != "serve" && name != "sweep" { // which would not end soon
					harmless(t, hostile, append(strings.Fields(name), given)...)
				}
				require.NoError(t, os.RemoveAll(hostile)) // what --db or --save has made
				if kind := f.Value.Type(); kind == "bool" || kind == "int" || kind == "uint64" || kind == "duration" {
					return // which name no file
				}
				if os.WriteFile(hostile, []byte(hostile), 0o644) == nil { // not on every system
					harmless(t, hostile, append(args, given)...)
				}
				require.NoError(t, os.RemoveAll(hostile))
			})
		})
	}
}

// Nothing that stands on standard input does, in whatever place of whatever format.
func TestInputIsHarmless(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("GRIDLOCK_DB", "none")
	object := `{"variant":"V","board":"B","position":"P","outcome":"O","moves":[{"move":"M","outcome":"W","distance":1}]}`
	escaped := `\u001b]0;x\u0007\u009b31m\u007f\u202e`
	for _, c := range []struct {
		args  string
		stdin string // H stands for what is hostile
	}{
		{"convert --variant lockdown --from mcgs", "[gen_king_dirt]\nH\n1,1,1:H\n{B H} {H} 1,1,1:..|.. {B} 1,1,1:..|.H {B}"},
		{"convert --variant lockdown --from mcgs", "[H]\n1,1,1:..|.. {B}\n{version H}\n[H"},
		{"convert --variant lockdown --from mcgs", "1,H,1:..|.. {B}\n1,1,1:..|.. {B win, H}\n(H) /* H"},
		{"convert --variant lockdown --from obf", "H\n../.. H\n../.. x; H:+1\n../.. x; 1:H\n../.. x; 1:+1 H\n../.. x H"},
		{"convert --variant lockdown --from text", "H\nH/.. x\n..H x"},
		{"convert --variant duel --from jsonl --to jsonl", object},
		{"solve --variant claim --stdin", "H\n../.. x\n../.. H"},
		{"analyze --variant claim --stdin", "H\n../.. x\n../.. H"},
		{"tablebase probe --variant claim --db db --stdin", "H\n../.. x\n../.. H"},
		{"play --variant classic", "H\n1,1H\nH 1\nsave H\nsave H/H\nsave .\nH,H\n1\nH"},
		{"play --variant duel --o human", "H\n1 H\nsave H\n(H,1)\n1\nH"},
		{"play --variant lockdown", "H\nsave H\n1\nH\n1\n2"},
		{"play --variant claim", "H\nsave H\n1\nH"},
		{"play --variant blockade --board 4x4 --move-time 1ms", "H\nup\nH\nH@1,1\n1,1@H\nsave H\nundo\nH"},
		{"puzzle --variant lockdown --seed 1 --quiz", "H\nH\nquit"},
		{"engine", "H\n{\"id\":\"H\",\"do\":\"H\"}\n{\"id\":\"H\",\"do\":\"position\",\"H\":1}\n{\"do\":\"position\",\"variant\":\"H\"}"},
		{"engine", "{\"id\":\"H\",\"do\":\"position\",\"variant\":\"claim\",\"moves\":\"H\"}\n{\"do\":\"move\",\"variant\":\"claim\",\"level\":\"H\"}"},
		{"H", ""}, {"solve H", ""}, {"help H", ""}, {"help solve H", ""}, {"completion H", ""}, {"tablebase H", ""},
		{"proof H", ""}, {"variants H", ""}, {"verify H", ""}, {"proof stats H", ""}, {"proof export H", ""}, {"proof merge H", ""}, {"--H", ""}, {"-H", ""},
		{"solve --variant claim --moves 1\u00a0H", ""}, {"analyze --variant blockade --moves H@H", ""},
		{"play --variant classic --moves 1,1\u00a0(H)", ""}, {"solve --variant claim --position ..H/..\u00a0x", ""},
		{"__complete solve --variant H", ""},
	} {
		for _, text := range []string{hostile, escaped} {
			var args []string
			for _, arg := range strings.Fields(strings.ReplaceAll(c.args, "\u00a0", "\x00")) {
				arg = strings.ReplaceAll(arg, "\x00", " ")
				args = append(args, strings.ReplaceAll(arg, "H", text))
			}
			harmless(t, strings.ReplaceAll(c.stdin, "H", text), args...)
		}
	}
	for _, place := range []string{`"V"`, `"B"`, `"P"`, `"O"`, `"M"`, `"W"`, "{", ":1}"} {
		for _, text := range []string{hostile, escaped} {
			line := strings.Replace(object, place, `"`+text+`"`, 1)
			line = strings.NewReplacer(`"V"`, `"duel"`, `"B"`, `"1x3"`, `"P"`, `"... x"`, `"O"`, `"win"`, `"M"`, `"2"`, `"W"`, `"win"`).Replace(line)
			for _, from := range []string{"jsonl", "obf"} {
				harmless(t, line, "convert", "--variant", "duel", "--from", from, "--to", "jsonl")
			}
		}
	}
}

// Nor does what files contain, or what they and the store are called.
func TestFilesAreHarmless(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("GRIDLOCK_DB", "none")
	record := []string{"gridlock-game 1", "variant claim", "start ..../..../..../.... x", "moves 1 16", "result unfinished"}
	for i := range record {
		for _, line := range []string{hostile, record[i] + " " + hostile, record[i] + hostile} {
			lines := append(append(append([]string{}, record[:i]...), line), record[i+1:]...)
			require.NoError(t, os.WriteFile("my.game", []byte(strings.Join(lines, "\n")), 0o644))
			harmless(t, "", "analyze", "--record", "my.game")
			harmless(t, "", "play", "--record", "my.game")
			harmless(t, "", "play", "--variant", "claim", "--record", "my.game")
			harmless(t, "save my.game", "play", "--variant", "claim")
		}
	}
	if runtime.GOOS == "windows" {
		t.Skip("there are no such names of files")
	}
	name := strings.ToValidUTF8(hostile, "") // which macOS asks of a name
	status, _ := harmless(t, "1\nsave "+name+"2", "play", "--variant", "claim", "--save", name)
	require.Zero(t, status)
	require.FileExists(t, name)
	require.FileExists(t, name+"2")
	status, _ = harmless(t, "", "analyze", "--record", name)
	require.Zero(t, status)

	for _, args := range []string{
		"tablebase build --variant claim --board 2x2", "tablebase build --variant claim --board 2x2", "tablebase list",
		"tablebase list --json", "tablebase probe --variant claim --board 2x2", "tablebase probe --variant claim --board 2x2 --json",
		"tablebase verify", "tablebase export --variant claim --board 2x2", "solve --variant claim --board 2x2",
	} {
		status, _ = harmless(t, "", append(strings.Fields(args), "--db", name+".db")...)
		require.Zero(t, status, args)
	}
	status, _ = harmless(t, "", "solve", "--variant", "claim", "--proof", name+".proof")
	require.Zero(t, status)
	harmless(t, "1\n", "play", "--proof", name+".proof")
	harmless(t, "", "play", "--proof", name+".proof", "--o", "human")
	status, _ = harmless(t, "", "bench", "--run", "^classic .* theory$", "--out", name+".json")
	require.Zero(t, status)
	report, err := os.ReadFile(name + ".json")
	require.NoError(t, err)
	harmless(t, "", "bench", "--run", "^classic .* theory$", "--count", "1", "--compare", name+".json")
	for _, field := range []string{"version", "name", "time", "outcome", "go"} {
		changed := strings.Replace(string(report), `"`+field+`": "`, `"`+field+`": "\u001b[31m\u009b\u007f`, 1)
		require.NoError(t, os.WriteFile("changed.json", []byte(changed), 0o644))
		harmless(t, "", "bench", "--run", "^classic .* theory$", "--count", "1", "--compare", "changed.json")
		harmless(t, "", "bench", "--run", "^classic .* theory$", "--count", "1", "--json", "--compare", "changed.json")
	}
}
