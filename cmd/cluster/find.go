package cluster

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// findProgram returns the path of another program: beside this one, or in PATH.
func findProgram(name string) (string, error) {
	if self, err := os.Executable(); err == nil {
		if real, err := filepath.EvalSymlinks(self); err == nil {
			self = real
		}
		beside := filepath.Join(filepath.Dir(self), name)
		if runtime.GOOS == "windows" {
			beside += ".exe"
		}
		if path, err := exec.LookPath(beside); err == nil {
			return path, nil
		}
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("%s is neither beside this program nor in PATH", name)
	}
	return path, nil
}
