//go:build long

package explain

import "testing"

// On every board of the atlas with at most 100 records, which takes a minute or two. Where there are too many replies to
// try all, thousands of games at random.
func TestLongReadersWinOnAllBoards(t *testing.T) { readersWin(t, boards(t, 100), 20) }
