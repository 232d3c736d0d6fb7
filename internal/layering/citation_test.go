package layering

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What there is to cite is the newest version that CHANGELOG.md has, wherever it is named.
func TestVersionsAgree(t *testing.T) {
	file := func(name string) string { return read(t, filepath.Join(root, name)) }
	one := func(text, pattern string) string {
		found := regexp.MustCompile("(?m)" + pattern).FindStringSubmatch(text)
		require.NotNil(t, found, pattern)
		return found[1]
	}
	released := regexp.MustCompile(`(?m)^## v(\S+) \((\S+)\)$`).FindStringSubmatch(file("CHANGELOG.md"))
	require.NotNil(t, released)
	version, date := released[1], released[2]

	citation := file("CITATION.cff")
	require.Equal(t, version, one(citation, `^version: "(.*)"$`))
	require.Equal(t, date, one(citation, `^date-released: "(.*)"$`))
	require.Equal(t, version, one(file("python/gridlock/__init__.py"), `^__version__ = "(.*)"$`))

	var zenodo struct {
		Title, Version, Description, License string
		Date                                 string `json:"publication_date"`
		Creators                             []struct{ Name string }
		Keywords                             []string
	}
	require.NoError(t, json.Unmarshal([]byte(file(".zenodo.json")), &zenodo))
	require.Equal(t, version, zenodo.Version)
	require.Equal(t, date, zenodo.Date)
	require.Equal(t, one(citation, `^title: "(.*)"$`), zenodo.Title)
	require.Equal(t, one(citation, `^license: (.*)$`), zenodo.License)
	require.Equal(t, strings.Join(strings.Fields(one(citation, `^abstract: >-\n((?:  .*\n)*)`)), " "), zenodo.Description)
	for _, creator := range zenodo.Creators {
		require.Contains(t, citation, `- name: "`+creator.Name+`"`)
	}
	for _, word := range zenodo.Keywords {
		require.Contains(t, citation, `- "`+word+`"`)
	}
	require.Equal(t, strings.Count(citation, "\n  - "), len(zenodo.Creators)+len(zenodo.Keywords))
}
