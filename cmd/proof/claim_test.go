package proof

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

// Nothing is printed of a certificate that names the wrong winner.
func TestFalseClaimsAreRefused(t *testing.T) {
	names, err := filepath.Glob("../../proof/testdata/*.proof")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	exchange := strings.NewReplacer(`"winner":"X"`, `"winner":"O"`, `"winner":"O"`, `"winner":"X"`)
	for _, name := range names {
		certificate, err := os.ReadFile(name)
		require.NoError(t, err)
		lie := filepath.Join(t.TempDir(), filepath.Base(name))
		require.NoError(t, os.WriteFile(lie, []byte(exchange.Replace(string(certificate))), 0o600))
		for file, refused := range map[string]bool{name: false, lie: true} {
			for _, format := range []string{"text", "json"} {
				for _, cmd := range []*cobra.Command{newExport(), newStats()} {
					var out bytes.Buffer
					cmd.SetArgs([]string{file, "--format", format})
					cmd.SetOut(&out)
					cmd.SilenceErrors, cmd.SilenceUsage = true, true
					err := cmd.Execute()
					require.Equal(t, refused, err != nil, "%s: %v", file, err)
					require.Equal(t, refused, out.Len() == 0, "%s: %s", file, out.String())
				}
			}
		}
	}
}
