package cli

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNearest(t *testing.T) {
	words := []string{"solve", "analyze", "pn", "negamax", "text", "naive", "stats", "tablebase", "on", "off"}
	for text, want := range map[string]string{
		"solve": "solve", "solv": "solve", "slove": "solve", "Analyse": "analyze", "po": "pn", "nagemax": "negamax",
		"txt": "text", "table": "tablebase", "stat": "stats", "o": "on off", "magic": "", "maybe": "", "": "", "xy": "", "lockdown": "",
	} {
		require.Equal(t, want, strings.Join(Nearest(text, words), " "), text)
	}
	require.Equal(t, `; did you mean "off"?`, DidYouMean("of", words[8:]))
	require.Empty(t, DidYouMean("perhaps", words))
}
