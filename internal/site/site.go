package main

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"slices"
	"strings"

	"gridlock/internal/page"
	"gridlock/internal/query"
	"gridlock/internal/report"
	"gridlock/variants"
)

//go:embed web
var web embed.FS

// cards is the cards of the games on the home page as the script makes them, so that they can be seen before it is
// there. TestLongSiteShowsGamesAtOnce compares the cards with the script's, and writes them again with -update.
//
//go:embed cards.html
var cards string

// early is a script in the page: it shows the home page, before the other scripts are there, where the address asks for
// no other room.
const early = `if (location.hash.length < 2 && !/[?&]embed/.test(location.search)) { document.body.dataset.mode = 'home'; document.body.dataset.apart = ''; }`

// site returns the files of the site: the page with another engine, the list of games, the program, and the scripts that
// run and cache it. address is empty if it is not known.
func site(built, glue []byte, address string) (files, error) {
	all := files{program: built, "wasm_exec.js": glue}
	for _, f := range page.Files() {
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
	if all["starts.json"], err = starts(); err != nil {
		return nil, err
	}
	if all["index.html"], err = index(all["index.html"], address, len(built)); err != nil {
		return nil, err
	}
	keeper, err := serviceWorker(all)
	if err != nil {
		return nil, err
	}
	all["sw.js"] = keeper
	return all, nil
}

// starts returns the answers of the program to the question for each game's first position, by game. So a board can be
// shown before the program is there.
func starts() ([]byte, error) {
	service := query.New(query.Options{})
	defer service.Close()
	all := map[string]json.RawMessage{}
	for _, v := range slices.Concat(variants.All(), variants.Library()) {
		q, problem := query.Parse(query.Position, map[string]string{"variant": v.Name()})
		if problem != nil {
			return nil, problem
		}
		a, problem := service.Ask(context.Background(), q, func(query.Event) {})
		if problem != nil {
			return nil, problem
		}
		all[v.Name()] = a.Body
	}
	return json.Marshal(all)
}

// policy is the content security policy of the page: it may use the files beside it, run two of them as workers, and
// run its own script.
const policy = "default-src 'none'; script-src 'self' %s; worker-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types gridlock"

// index adapts the page: a server would send the policy, have an API, and answer sooner than a program that has to be
// loaded.
func index(content []byte, address string, size int) ([]byte, error) {
	text := string(content)
	sum := sha256.Sum256([]byte(early))
	allowed := fmt.Sprintf(policy, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	body, home := `<body data-mode="">`, `<section id="cards" aria-label="Games">`
	for _, change := range []struct{ old, new string }{
		{`<meta charset="utf-8">`, `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="` + allowed + `">`},
		{`content="` + page.PreviewName + `"`, `content="` + html.EscapeString(address) + page.PreviewName + `"`},
		{body, body + "<script>" + early + "</script>"},
		{home, home + cards},
		{` <a href="/api/">The API</a> does not.`, ``},
		{`<p id="verdict" role="status"></p>`, fmt.Sprintf(`<p id="loading" data-size="%d">Loading the solver…</p><p id="verdict" role="status"></p>`, size)},
		{`The server does not answer. Is it still running?`, `The site cannot be loaded. Are you offline?`},
	} {
		if strings.Count(text, change.old) != 1 {
			return nil, fmt.Errorf("index.html does not have %q once", change.old)
		}
		text = strings.Replace(text, change.old, change.new, 1)
	}
	return []byte(text), nil
}

// serviceWorker returns the service worker, which names all other files with their hashes. The version is the hash of
// these, and of the service worker.
func serviceWorker(all files) ([]byte, error) {
	hashes := map[string]string{}
	for name, content := range all {
		sum := sha256.Sum256(content)
		switch name {
		case "index.html":
			name = "./" // since some hosts redirect from one of these names to the other
		case "sw.js":
			continue
		}
		hashes[name] = "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
	}
	list, err := json.Marshal(hashes) // the hashes are in the order of names
	if err != nil {
		return nil, err
	}
	version := sha256.Sum256(append(list, all["sw.js"]...))
	return fmt.Appendf(nil, "const version = '%x', files = %s;\n%s", version[:8], list, all["sw.js"]), nil
}
