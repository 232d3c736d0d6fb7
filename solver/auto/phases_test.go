package auto

import (
	"bytes"
	"fmt"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/stretchr/testify/require"
)

// The package comment has the tables of phases and of plans: where one has changed, copy it from the failure.
func TestTablesOfTheComment(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "auto.go", nil, parser.ParseComments|parser.PackageClauseOnly)
	require.NoError(t, err)
	require.Contains(t, file.Doc.Text(), phaseTable())
	require.Contains(t, file.Doc.Text(), planTable())
	for _, plan := range plans {
		for _, st := range plan.e.plan(plan.all, plan.trials) {
			for _, ph := range st.phases {
				require.Contains(t, phaseTable(), "\t"+ph.name+" ", "a phase of the plan %s is not in the table", plan.name)
			}
		}
	}
	require.Equal(t, wholeLine, want(1<<(len(wantWords)-1)), "each fact has its word")
}

// phaseTable returns the table of all phases.
func phaseTable() string {
	nodes := func(n uint64) string {
		if n == 0 {
			return "-"
		}
		return strconv.FormatUint(n, 10)
	}
	return table("phase\tnodes\tof sums\tneeds\tfinds\n", func(w *tabwriter.Writer) {
		for _, ph := range (Engine{Distance: true, Alone: true}).plan(false, true)[0].phases { // which has all
			fmt.Fprintf(w, "%s\t%s\t%s\t%v\t%v\n", ph.name, nodes(ph.nodes), nodes(ph.sums), ph.needs, ph.finds)
		}
	})
}

// plans are the plans of the table.
var plans = []struct {
	name   string
	e      Engine
	all    bool
	trials bool
}{
	{"Solve", Engine{}, false, true},
	{"with Distance", Engine{Distance: true}, false, true},
	{"with Distance and Alone", Engine{Distance: true, Alone: true}, false, true},
	{"AllMoves", Engine{}, true, false},
	{"of sums, or with Nodes", Engine{}, true, true},
}

// planTable returns the table of all plans.
func planTable() string {
	return table("plan\tabout\tphases\n", func(w *tabwriter.Writer) {
		for _, c := range plans {
			fmt.Fprint(w, planRows(c.name, c.e.plan(c.all, c.trials)))
		}
		first, both := Engine{}.plan(true, false), Engine{Distance: true}.plan(true, false)
		fmt.Fprint(w, planRows("then, with Distance", both[len(first):]))
	})
}

// planRows returns the rows of a plan, the first with its name.
func planRows(name string, plan []stage) (rows string) {
	for _, st := range plan {
		about := "position"
		if st.moves {
			about = "moves"
		}
		rows += name + "\t" + about + "\t"
		for _, ph := range st.phases {
			rows += ph.name + " "
		}
		rows, name = rows+"\n", ""
	}
	return rows
}

// table returns the text of a table, each line indented as in a comment.
func table(head string, rows func(w *tabwriter.Writer)) string {
	var text bytes.Buffer
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, head)
	rows(w)
	w.Flush()
	var lines strings.Builder
	for line := range strings.Lines(text.String()) {
		lines.WriteString("\t" + strings.TrimRight(line, " \n") + "\n")
	}
	return lines.String()
}
