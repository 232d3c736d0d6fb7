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

// Release says which gridlock this is alone. It is in certificates, which are the same whatever the program was
// built with and for.
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
