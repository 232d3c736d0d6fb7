package tablebase_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/solver"
	"gridlock/solver/retrograde"
	"gridlock/tablebase"
)

// Every exported position can be read back, and solving it gives the exported value. Both
// formats agree.
func TestExportsReadBack(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		id         string
		rows, cols int
	}{{"classic", 3, 4}, {"duel", 3, 3}, {"duel", 4, 4}, {"duel", 2, 6}, {"lockdown", 3, 3}, {"claim", 4, 5}, {"blockade", 3, 3}} {
		p := start(t, c.id, c.rows, c.cols)
		s := open(t, dir, tablebase.Options{})
		_, err := s.Build(p, func(w retrograde.TableWriter) (retrograde.Built, error) {
			return retrograde.Engine{Writer: w}.Build(t.Context(), p, solver.Options{})
		})
		require.NoError(t, err)
		table, err := s.Table(p)
		require.NoError(t, err)
		var lines, values bytes.Buffer
		require.NoError(t, table.ExportJSON(t.Context(), &lines))
		require.NoError(t, table.ExportCSV(t.Context(), &values))
		rows, err := csv.NewReader(&values).ReadAll()
		require.NoError(t, err)
		n := 0
		all := reachable(p)
		for in := json.NewDecoder(&lines); in.More(); n++ {
			var x struct {
				Position, Outcome string
				Distance          int
			}
			require.NoError(t, in.Decode(&x))
			require.Equal(t, []string{x.Position, x.Outcome, strconv.Itoa(x.Distance)}, []string{rows[n+1][0], rows[n+1][5], rows[n+1][6]})
			q, err := p.Game().Variant().Parse(x.Position)
			require.NoError(t, err)
			key := table.Keys().Of(q.State())
			want, ok := all[key]
			require.True(t, ok, x.Position)
			delete(all, key)
			require.EqualValues(t, want, x.Distance)
			if n%97 == 0 {
				r := solve(t, q)
				require.Equal(t, x.Distance, r.Distance, x.Position)
				require.Equal(t, x.Outcome, r.Outcome.String())
			}
		}
		require.Empty(t, all, "%v", p)
		require.Len(t, rows, n+1)
	}
}
