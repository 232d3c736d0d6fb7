package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Version describes this build, as far as the build has recorded it: version, Go, and platform.
func Version() string {
	return fmt.Sprintf("%s %s %s/%s", Release(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// Release is the version alone. Certificates contain it, since they do not depend on Go and platform.
func Release() string {
	name := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok {
		if info.Main.Version != "" {
			name = info.Main.Version
		}
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				name += " " + s.Value[:min(12, len(s.Value))]
			}
		}
	}
	return "gridlock " + name
}
