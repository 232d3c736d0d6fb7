package seed

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// logged is a test that remembers what it prints.
type logged struct {
	testing.TB
	text string
}

func (l *logged) Helper()                      {}
func (l *logged) Logf(format string, a ...any) { l.text += fmt.Sprintf(format, a...) }

// What is printed repeats a run, and runs differ otherwise.
func TestRepeat(t *testing.T) {
	first := &logged{TB: t}
	want := Random(first).Uint64()
	require.NotEqual(t, want, Random(&logged{TB: t}).Uint64())
	said := regexp.MustCompile(`^repeat with (GRIDLOCK_SEED)=(\d+)$`).FindStringSubmatch(first.text)
	require.Len(t, said, 3)
	t.Setenv(said[1], said[2])
	require.Equal(t, want, Random(&logged{TB: t}).Uint64())
}
