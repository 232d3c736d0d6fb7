package main

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"gridlock/internal/staged"
)

// pythonTag returns Python's name of a platform for which there is a wheel, and otherwise nothing. The
// program needs no C library, so one wheel is for both that Linux has; macOS 12 is the first that Go 1.26
// runs on.
func pythonTag(platform string) string {
	switch platform {
	case "linux/amd64":
		return "manylinux2014_x86_64.musllinux_1_1_x86_64"
	case "linux/arm64":
		return "manylinux2014_aarch64.musllinux_1_1_aarch64"
	case "darwin/amd64":
		return "macosx_12_0_x86_64"
	case "darwin/arm64":
		return "macosx_12_0_arm64"
	case "windows/amd64":
		return "win_amd64"
	}
	return ""
}

// addWheel adds a wheel that carries the program and its licences. The folder work must not exist.
func (s source) addWheel(made files, tag, program string, all files, work string) error {
	info := files{"licenses/LICENSE": all["LICENSE"], "sboms/sbom.cdx.json": all["licences/sbom.cdx.json"]}
	for name, text := range all {
		if rest, found := strings.CutPrefix(name, "licences/"); found && rest != "sbom.cdx.json" {
			info["licenses/"+rest] = text
		}
	}
	if err := staged.WriteAll(filepath.Join(work, "info"), info, 0o644); err != nil {
		return err
	}
	name, err := run(s.dir, nil, "python3", filepath.Join("python", "build_wheel.py"), work, "--program", program,
		"--platform", tag, "--version", pythonVersion(s.version), "--info", filepath.Join(work, "info"))
	if err != nil {
		return err
	}
	wheel, err := os.ReadFile(filepath.Join(work, name))
	if err != nil {
		return err
	}
	made[name], err = repack(wheel)
	return err
}

// repack compresses a zip archive again, so that its bytes do not depend on the library that has
// compressed it.
func repack(archive []byte) ([]byte, error) {
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, file := range r.File {
		header := &zip.FileHeader{Name: file.Name, Method: zip.Deflate, Modified: file.Modified.UTC()}
		header.SetMode(file.Mode())
		to, err := w.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		from, err := file.Open()
		if err != nil {
			return nil, err
		}
		if _, err := io.Copy(to, from); err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return b.Bytes(), err
}

// pythonVersion returns a version as Python writes it (PEP 440). What comes before a release comes
// before it there, too; of words that Python does not know it is a development version.
func pythonVersion(version string) string {
	number, pre, found := strings.Cut(strings.TrimPrefix(version, "v"), "-")
	if !found {
		return number
	}
	if m := regexp.MustCompile(`^(alpha|beta|rc)\.?(\d+)$`).FindStringSubmatch(pre); m != nil {
		return number + map[string]string{"alpha": "a", "beta": "b", "rc": "rc"}[m[1]] + m[2]
	}
	return number + ".dev0+" + strings.ToLower(regexp.MustCompile(`[^0-9A-Za-z]+`).ReplaceAllString(pre, "."))
}
