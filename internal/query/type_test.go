package query_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/query"
)

// Every type has a row, and the document has the table of them.
func TestTypes(t *testing.T) {
	var listed []query.Type
	var table strings.Builder
	for _, info := range query.Types() {
		listed = append(listed, info.Type)
		fmt.Fprintf(&table, "| `%s` | %d | %s | %s |\n", info.Type, info.Status, info.Where, info.Meaning)
		if info.Status != 499 { // that of nginx for a client that has gone
			require.NotEmpty(t, http.StatusText(info.Status), "%s", info.Type)
		}
		require.Equal(t, &query.Problem{Type: info.Type, Status: info.Status, Title: info.Title, Detail: "why"}, info.Type.Problem("why"))
	}
	file, err := parser.ParseFile(token.NewFileSet(), "type.go", nil, 0)
	require.NoError(t, err)
	var declared []query.Type
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && spec.Type != nil {
			word, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			require.NoError(t, err)
			declared = append(declared, query.Type(word))
		}
		return true
	})
	require.Equal(t, declared, listed)
	require.True(t, slices.IsSortedFunc(query.Types(), func(a, b query.TypeInfo) int { return a.Status - b.Status }))
	document, err := os.ReadFile("../../docs/api.md")
	require.NoError(t, err)
	require.True(t, strings.Contains(string(document), "|---|---|---|---|\n"+table.String()+"\n"), "docs/api.md should have:\n%s", &table)
	require.Panics(t, func() { query.Type("weather").Problem("") })
}
