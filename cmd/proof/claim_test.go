package proof

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/cli"
)

// Nothing is printed of a certificate that names the wrong winner.
func TestFalseClaimsAreRefused(t *testing.T) {
	ctx := context.Background()
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
			for _, format := range []string{formatText, formatJSON} {
				export := exportOptions{depth: 4, format: cli.NewChoice("", format)}
				stats := statsOptions{json: format == formatJSON}
				for _, print := range []func(out *bytes.Buffer) error{
					func(out *bytes.Buffer) error { return export.run(ctx, file, out) },
					func(out *bytes.Buffer) error { return stats.run(ctx, file, out) },
				} {
					var out bytes.Buffer
					err := print(&out)
					require.Equal(t, refused, err != nil, "%s: %v", file, err)
					require.Equal(t, refused, out.Len() == 0, "%s: %s", file, out.String())
				}
			}
		}
	}
}
