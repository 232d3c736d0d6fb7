package puzzle

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridlock/variants"
)

func TestDay(t *testing.T) {
	now := time.Date(2026, 12, 31, 23, 30, 0, 0, time.FixedZone("west", -7*3600))
	for text, want := range map[string]string{
		"today": "2026-12-31", "Tomorrow": "2027-01-01", "yesterday": "2026-12-30", "2026-11-22": "2026-11-22",
	} {
		got, err := day(text, now)
		require.NoError(t, err)
		require.Equal(t, want, got.Format(time.DateOnly), text)
	}
	for text, want := range map[string]string{
		"2026-02-30": "no such day; write yesterday, today, tomorrow, or a date as in 2026-11-22",
		"tommorow":   `no such day; write yesterday, today, tomorrow, or a date as in 2026-11-22; did you mean "tomorrow"?`,
	} {
		_, err := day(text, now)
		require.EqualError(t, err, want)
	}
}

// No game is taken for a day.
func TestGamesAreNoDays(t *testing.T) {
	for _, v := range variants.All() {
		require.False(t, isDay(v.ID))
		require.False(t, isDay(v.ID[:2]))
	}
	for _, text := range []string{"2026-11-22", "1", "tomorrow", "tommorow", "YESTERDAY"} {
		require.True(t, isDay(text), text)
	}
}
