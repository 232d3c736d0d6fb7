package main

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"gridlock/internal/page"
	"gridlock/internal/report"
)

//go:embed web
var web embed.FS

// programName is the name of the program in the site.
const programName = "gridlock.wasm"

// site returns the files of the site: those of the page, with another engine, the list of games, the
// program, and what runs and keeps it.
func site(program, glue []byte) (files, error) {
	all := files{programName: program, "wasm_exec.js": glue}
	for _, f := range page.Files(page.HTTP) {
		all[f.Name] = f.Content
	}
	entries, err := web.ReadDir("web")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if all[e.Name()], err = web.ReadFile("web/" + e.Name()); err != nil {
			return nil, err
		}
	}
	if all["games.json"], err = json.Marshal(report.NewVariants()); err != nil {
		return nil, err
	}
	if all["index.html"], err = index(all["index.html"]); err != nil {
		return nil, err
	}
	keeper, err := serviceWorker(all)
	if err != nil {
		return nil, err
	}
	all["sw.js"] = keeper
	return all, nil
}

// policy is what the page may do: use the files beside it, and run two of them as workers.
const policy = "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types gridlock"

// index changes the page: a server would send the policy, have an API, and answer sooner.
func index(page []byte) ([]byte, error) {
	text := string(page)
	for _, change := range []struct{ old, new string }{
		{`<meta charset="utf-8">`, `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="` + policy + `">`},
		{` <a href="/api/">The API</a> does not.`, ``},
		{`<p id="verdict" role="status"></p>`, `<p id="loading">Loading the solver…</p><p id="verdict" role="status"></p>`},
		{`The server does not answer. Is it still running?`, `The site cannot be loaded. Are you offline?`},
	} {
		if strings.Count(text, change.old) != 1 {
			return nil, fmt.Errorf("index.html does not have %q once", change.old)
		}
		text = strings.Replace(text, change.old, change.new, 1)
	}
	return []byte(text), nil
}

// serviceWorker returns the service worker, which names all other files with their hashes. The
// version is the hash of those, and of the service worker.
func serviceWorker(all files) ([]byte, error) {
	hashes := map[string]string{}
	for name, content := range all {
		sum := sha256.Sum256(content)
		switch name {
		case "index.html":
			name = "./" // so that hosts which send the one to the other do no harm
		case "sw.js":
			continue
		}
		hashes[name] = "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
	}
	list, err := json.Marshal(hashes) // in the order of names
	if err != nil {
		return nil, err
	}
	version := sha256.Sum256(append(list, all["sw.js"]...))
	return fmt.Appendf(nil, "const version = '%x', files = %s;\n%s", version[:8], list, all["sw.js"]), nil
}
