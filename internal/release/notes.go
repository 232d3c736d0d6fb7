package main

import (
	"fmt"
	"regexp"
	"strings"
)

// notes returns what the first section of CHANGELOG.md says, which has to be that of the version, with
// its date, unless the version is one before a release, as v1.2.3-rc.1: this gets what is there, also
// what is still called Unreleased.
func notes(changes, version string) (string, error) {
	found := regexp.MustCompile(`(?m)^## (v\d+\.\d+\.\d+ \(\d{4}-\d{2}-\d{2}\)|Unreleased)$`).FindStringSubmatchIndex(changes)
	if found == nil {
		return "", fmt.Errorf("CHANGELOG.md has no heading like ## v1.2.3 (2026-01-31)")
	}
	text, _, _ := strings.Cut(changes[found[1]:], "\n## ")
	heading := changes[found[0]:found[1]]
	if !strings.Contains(version, "-") && !strings.HasPrefix(heading, "## "+version+" (") {
		return "", fmt.Errorf("the first heading of CHANGELOG.md is %q: it has to be the version, %s, with its date", heading, version)
	}
	return "# gridlock " + version + "\n\n" + strings.TrimSpace(text) + "\n", nil
}
