package board

import (
	"strings"

	"charm.land/lipgloss/v2"

	"gridlock/internal/tui"
)

// painter colours text, for a dark background or a light one. The colours are those of the web page, which can be told
// apart with any colour vision. Letters say the same. The library leaves colours out if the terminal has none, or if
// NO_COLOR is set.
type painter struct{ inks map[tui.Ink]lipgloss.Style }

func newPainter(dark bool) painter {
	choose := lipgloss.LightDark(dark)
	value := func(light, lightBack, dark, darkBack string) lipgloss.Style {
		return lipgloss.NewStyle().
			Foreground(choose(lipgloss.Color(light), lipgloss.Color(dark))).
			Background(choose(lipgloss.Color(lightBack), lipgloss.Color(darkBack)))
	}
	return painter{map[tui.Ink]lipgloss.Style{
		tui.Plain:   lipgloss.NewStyle(),
		tui.Faint:   lipgloss.NewStyle().Foreground(choose(lipgloss.Color("#666666"), lipgloss.Color("#9a9a9a"))),
		tui.Win:     value("#0a4a8f", "#cfe4ff", "#b5d8ff", "#123c69"),
		tui.Loss:    value("#8a3a00", "#ffe0b8", "#ffcf96", "#5a3300"),
		tui.Unknown: value("#4a4a4a", "#ececec", "#cfcfcf", "#333333"),
	}}
}

// line returns a line as the terminal takes it.
func (p painter) line(runs []tui.Run) string {
	var b strings.Builder
	for _, run := range runs {
		b.WriteString(p.inks[run.Style.Ink].Bold(run.Style.Bold).Reverse(run.Style.Reverse).Render(run.Text))
	}
	return b.String()
}
