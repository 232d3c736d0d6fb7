//go:build long

package browsertest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// axe-core looks for faults that keep people from using a page. Tests get it with npm, in this version only.
const (
	axePackage = "axe-core@4.14.1"
	axeFile    = "package/axe.min.js"
	axeSum     = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c" // SHA-256 of the file
)

// Axe returns the script of axe-core, or skips the test if it cannot be had and the environment does not demand it.
func Axe(t *testing.T) string {
	t.Helper()
	script, err := fetchAxe(t.TempDir())
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skipf("no axe-core to look at the page with: %v; set CI to make this an error", err)
	}
	return script
}

func fetchAxe(dir string) (string, error) {
	npm := exec.Command("npm", "pack", "--silent", axePackage)
	npm.Dir = dir
	name, err := npm.Output()
	if err != nil {
		return "", fmt.Errorf("npm pack %s: %w", axePackage, err)
	}
	tar := exec.Command("tar", "-xzOf", strings.TrimSpace(string(name)), axeFile)
	tar.Dir = dir
	content, err := tar.Output()
	if err != nil {
		return "", fmt.Errorf("tar %s: %w", axePackage, err)
	}
	if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != axeSum {
		return "", fmt.Errorf("%s: %s is not the one that is expected: %x", axePackage, axeFile, sum)
	}
	return string(content), nil
}

// Violations returns the violations of WCAG 2.2 AA and of good practice that axe-core finds in the page of a context,
// each with an explanation.
func Violations(t *testing.T, ctx context.Context, script string) (all []string) {
	t.Helper()
	_, err := chromedp.Run(ctx, chromedp.Evaluate[float64](script+"; 0"))
	require.NoError(t, err)
	found, err := chromedp.Run(ctx, chromedp.Evaluate[string](`axe.run().then(r => JSON.stringify(r.violations.map(v => ({id: v.id, help: v.help, nodes: v.nodes.map(n => n.html.slice(0, 200) + ' ' + n.failureSummary)}))))`, chromedp.EvalAwaitPromise))
	require.NoError(t, err)
	var violations []struct {
		ID, Help string
		Nodes    []string
	}
	require.NoError(t, json.Unmarshal([]byte(found), &violations))
	for _, v := range violations {
		all = append(all, fmt.Sprintf("%s: %s: %d of them: %s", v.ID, v.Help, len(v.Nodes), v.Nodes[0]))
	}
	return all
}
