package benchmarks

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite what tests compare with")

const signatureFile = "testdata/signature.txt"

// The signature of the search: the nodes of every entry of the suite. A change that is not meant
// to change the search leaves it alone, and one that is says so in its commit; see
// CONTRIBUTING.md.
func TestSignature(t *testing.T) {
	got := signature(t)
	if *update {
		require.NoError(t, os.WriteFile(signatureFile, []byte(got), 0o644))
	}
	want, err := os.ReadFile(signatureFile)
	require.NoError(t, err)
	require.Equal(t, strings.ReplaceAll(string(want), "\r\n", "\n"), got,
		"the search visits other nodes than before; where that is meant: go test ./benchmarks -run Signature -update")
}

func signature(t *testing.T) string {
	t.Helper()
	var lines strings.Builder
	var total uint64
	for _, e := range Suite() {
		m, err := Run(context.Background(), e, 1)
		require.NoError(t, err)
		fmt.Fprintf(&lines, "%v %d %v\n", e, m.Nodes, m.Outcome)
		total += m.Nodes
	}
	return fmt.Sprintf("total %d\n%s", total, lines.String())
}
