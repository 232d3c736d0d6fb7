//go:build long

package draw_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/draw"
	"gridlock/variants"
)

// converted draws a file with rsvg-convert, which is no browser. Where it is missing the test is
// skipped, except in CI.
func converted(t *testing.T, svg string) image.Image {
	t.Helper()
	program, err := exec.LookPath("rsvg-convert")
	if err != nil && os.Getenv("CI") == "" {
		t.Skip("rsvg-convert is missing (Debian: librsvg2-bin)")
	}
	require.NoError(t, err)
	cmd := exec.Command(program)
	cmd.Stdin = strings.NewReader(svg)
	out, err := cmd.Output()
	require.NoError(t, err)
	img, err := png.Decode(bytes.NewReader(out))
	require.NoError(t, err)
	return img
}

// at returns the colour of a pixel.
func at(img image.Image, x, y int) color.RGBA {
	return color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
}

// inked returns the rectangle within another one that is not of the colour of its middle left.
func inked(img image.Image, within image.Rectangle) (box image.Rectangle) {
	ground := at(img, within.Min.X, within.Min.Y+within.Dy()/2)
	for y := within.Min.Y; y < within.Max.Y; y++ {
		for x := within.Min.X; x < within.Max.X; x++ {
			if at(img, x, y) != ground {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

// librsvg draws what a browser does: sizes, colours of every theme, and texts in the middle of
// their cells.
func TestLongLibrsvg(t *testing.T) {
	a := analysed(t, variants.Lockdown, ".xX./..../.oO./...# x", 0)
	for theme, want := range map[draw.Theme][2]color.RGBA{ // of an empty cell, and of a losing move
		draw.Auto:  {{0xf4, 0xf6, 0xf9, 255}, {0xfc, 0xe5, 0xe2, 255}},
		draw.Light: {{0xf4, 0xf6, 0xf9, 255}, {0xfc, 0xe5, 0xe2, 255}},
		draw.Dark:  {{0x23, 0x2a, 0x34, 255}, {0x4a, 0x20, 0x1c, 255}},
		draw.Print: {{0xff, 0xff, 0xff, 255}, {0xe4, 0xe4, 0xe4, 255}},
	} {
		img := converted(t, draw.Look{Theme: theme}.Picture(a, nil))
		require.Equal(t, image.Pt(198, 198), img.Bounds().Size())
		require.Equal(t, want[0], at(img, 3+24+15, 3+24+15), theme)
		require.Equal(t, want[1], at(img, 3+3*48+24+15, 3+24+15), theme)
		value := inked(img, image.Rect(3+3*48+6, 3+18, 4*48-3, 3+48-6)) // of cell 4, below its number
		require.Greater(t, value.Dx(), 8, "there is a text")
		require.InDelta(t, 3+3*48+24, float64(value.Min.X+value.Max.X)/2, 2)
		require.InDelta(t, 3+24+4, float64(value.Min.Y+value.Max.Y)/2, 1.6)
	}
	plainBoard := converted(t, draw.Look{}.Picture(a, nil))
	for name, c := range map[string]struct {
		row, col, dx, dy int // from the middle of a cell
		want             color.RGBA
	}{
		"a hole":           {3, 3, 15, 15, color.RGBA{0xdf, 0xe4, 0xea, 255}},
		"the mark of X":    {0, 2, 0, 0, color.RGBA{0x0a, 0x62, 0xa0, 255}},
		"within that of O": {2, 2, 0, 0, color.RGBA{0xf4, 0xf6, 0xf9, 255}},
		"the mark of O":    {2, 2, 13, 0, color.RGBA{0xa8, 0x4a, 0x00, 255}},
	} {
		require.Equal(t, c.want, at(plainBoard, 3+48*c.col+24+c.dx, 3+48*c.row+24+c.dy), name)
	}
	img := converted(t, draw.Look{Labels: draw.Numbers, Width: 2 * 198}.Picture(a, nil))
	require.Equal(t, image.Pt(2*198, 2*198), img.Bounds().Size())
	number := inked(img, image.Rect(16, 16, 2*48-4, 2*48-4))
	require.InDelta(t, 2*(3+24), float64(number.Min.X+number.Max.X)/2, 4)
	require.InDelta(t, 2*(3+24), float64(number.Min.Y+number.Max.Y)/2, 3)

	blockade := analysed(t, variants.Blockade, "..../..#O/.X#./.... x", 0)
	arrow := draw.Arrows(blockade.Position, blockade.Moves[0].Line()[:1])
	plain, pointed := converted(t, draw.Look{}.Picture(blockade, nil)), converted(t, draw.Look{}.Picture(blockade, arrow))
	require.NotEqual(t, plain, pointed)
}
