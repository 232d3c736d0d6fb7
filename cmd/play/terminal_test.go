//go:build unix

package play_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"gridlock/cmd/play"
	"gridlock/internal/ptytest"
)

// session is a game at a terminal.
type session struct {
	*ptytest.Typist
	t     *testing.T
	width int
	ended chan error
}

// start begins a game at a terminal of some columns. More are arguments that may have spaces.
func start(t *testing.T, width int, args string, more ...string) *session {
	t.Helper()
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "1")
	t.Setenv("GRIDLOCK_DB", "none")
	s := &session{ptytest.New(t, width), t, width, make(chan error, 1)}
	cmd := play.New()
	cmd.SetArgs(append(strings.Fields("--move-time 5m --memory 16MiB "+args), more...))
	cmd.SetIn(s.TTY)
	cmd.SetOut(s.TTY)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	go func() { s.ended <- cmd.ExecuteContext(ctx) }()
	return s
}

// until waits for the end of a prompt and returns the lines before it, none of which is longer
// than the terminal is wide. In front of a prompt the editor may move the cursor.
func (s *session) until(prompt string) string {
	s.t.Helper()
	text := strings.ReplaceAll(s.See(prompt), "\r", "")
	text = regexp.MustCompile(`\x1b\[[0-9]*[A-Z]`).ReplaceAllString(text, "")
	for _, line := range strings.Split(text, "\n") {
		require.LessOrEqual(s.t, utf8.RuneCountInString(line), s.width, line)
	}
	return text
}

// A game of blockade: the first screen, the coach, hints, undo, and a line that is recalled.
func TestBlockadeAtATerminal(t *testing.T) {
	s := start(t, 60, "--variant blockade --board 4x4 --level casual --seed 1")
	first := s.until("> ")
	require.Contains(t, first, "Welcome to GridLock!\n\nX and O take turns, and X begins. X's marker starts at the")
	require.Contains(t, first, " on their turn has lost.\n"+
		"You are Player 1 (X); the computer (casual) is Player 2 (O).\nThe coach asks")
	s.Press("right\r")
	require.Contains(t, s.until("> "), "right\nYou moved to (2, 1).\n")
	s.Press("up\r")
	require.Contains(t, s.until("(yes/no) "), "up\nThat gives the win away (2,1@1,1 loses in 12; there was a\nwin in 11).\nTake it back? ")
	s.Press("y\r")
	s.until("> ")
	s.Press("hint\r")
	require.Contains(t, s.until("> "), "\nHint: 2 of 9 moves win. (hint again: where)\n")
	s.Press(ptytest.Up + "\r") // brings it back
	require.Contains(t, s.until("> "), "\nHint: the quickest is in the same row as your marker. (hint\nagain: the move)\n")
	s.Press("right\r")
	s.until("> ")
	s.Press("right\r")
	played := s.until("> ")
	require.Contains(t, played, "right\nBlock placed at (2, 2).\n")
	require.Regexp(t, `Player 2 \(AI\) moves (up|down|left) to \(\d, \d\) and blocks \(\d, \d\)\.`, played)
	s.Press("quit\r")
	s.until("Record ")
	require.NoError(t, <-s.ended)
}

// On a narrow terminal nothing is wider than it, whatever is entered, in any game.
func TestNarrowTerminal(t *testing.T) {
	for game, last := range map[string]string{
		"classic": "(1-3): ", "duel": "marker: ", "lockdown": "): ", "claim": "claim: ", "blockade": "> ",
		"walk hex block ends torus": "5@4: ", "place offsets:-2,1;1,0 other cylinder": "such as 1: ",
	} {
		t.Run(game, func(t *testing.T) {
			s := start(t, 40, "--o human --board 3x3 --variant", game)
			require.Contains(t, s.until(last), "Two people play")
			for _, entry := range []string{"rules", "help", "moves", "hint", "hint", "hint", "x", "save", "undo"} {
				s.Press(entry + "\r")
				s.until(last)
			}
			s.Press("\x03")
			require.ErrorIs(t, <-s.ended, context.Canceled)
		})
	}
}

// At the end one can review the game, take moves back, and play again.
func TestMenuAtTheEnd(t *testing.T) {
	s := start(t, 40, "--o human --board 1x3 --variant claim")
	s.until("claim: ")
	s.Press("2\r")
	s.until("quit: ")
	s.Press("review\r")
	require.Contains(t, s.until("quit: "), "ply  move           wins in\n  0                 X in 1\n  1  X 2         !  X has won\n")
	s.Press("perhaps\r")
	require.Contains(t, s.until("quit: "), "Enter review")
	s.Press("undo\r")
	s.until("claim: ")
	s.Press("1\r")
	s.until("claim: ")
	s.Press("3\r")
	require.Contains(t, s.until("quit: "), "Player 2 wins!")
	s.Press("again\r")
	require.NotContains(t, s.until("claim: "), "Two people play")
	s.Press("2\r")
	require.Contains(t, s.until("quit: "), "Score after game 2 of 2: Player 1 (X) 1,")
	s.Press("\x04")
	require.NoError(t, <-s.ended)
}
