"""Builds the package: a PEP 517 backend that needs nothing but the standard library.

    pip install ./python                  the package alone, which finds gridlock on PATH
    python3 build_wheel.py DIR [--program FILE --platform TAG] [--version V] [--info FOLDER]

The second form writes a wheel into DIR, with a program in it if there is one: TAG is the platform of that, as in
manylinux2014_x86_64, or several with dots between them. FOLDER has files to put beside the metadata, as the licences of
the program. The same files give the same bytes. V is as in v1.2.3-rc.1.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import io
import os
import pathlib
import re
import sys
import tarfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
NAME = "gridlock"
CREATED = (1980, 1, 1, 0, 0, 0)  # of everything in a wheel, the first date that an archive can have
VERSION = re.compile(rb'^__version__ = "([^"]+)"$', re.MULTILINE)


def version() -> str:
    """The version of the package, which is in its source."""
    found = VERSION.search(read(NAME + "/__init__.py"))
    if not found:
        raise SystemExit("gridlock/__init__.py has no line __version__ = \"…\"")
    return found.group(1).decode()


def sources() -> list[str]:
    """The files of the package, by their names below this folder, in order."""
    folder = os.path.join(HERE, NAME)
    return [NAME + "/" + name for name in sorted(os.listdir(folder)) if name.endswith(".py") or name == "py.typed"]


def read(name: str) -> bytes:
    with open(os.path.join(HERE, name), "rb") as file:
        return file.read()


def metadata(v: str) -> bytes:
    """The core metadata (PEP 566), with the README as the description."""
    head = [
        "Metadata-Version: 2.1",
        "Name: " + NAME,
        "Version: " + v,
        "Summary: Exact solving and analysis of small two-player grid games",
        "License: MIT",
        "Requires-Python: >=3.9",
        "Description-Content-Type: text/markdown",
        "Classifier: Typing :: Typed",
    ]
    return ("\n".join(head) + "\n\n").encode() + read("README.md")


def pep440(v: str) -> str:
    """A version such as v1.2.3-rc.1 as Python writes it. What comes before a release comes before it there, too; of words
    that Python does not know it is a development version."""
    number, _, before = v[1 if v.startswith("v") else 0 :].partition("-")
    if not before:
        return number
    known = re.fullmatch(r"(alpha|beta|rc)\.?(\d+)", before)
    if known:
        return number + {"alpha": "a", "beta": "b", "rc": "rc"}[known[1]] + known[2]
    return number + ".dev0+" + re.sub("[^0-9A-Za-z]+", ".", before).lower()


def beside(folder: str) -> dict[str, bytes]:
    """The files in a folder and in those below it, by their names with slashes, in order."""
    found = {}
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.is_file():
            found[path.relative_to(folder).as_posix()] = path.read_bytes()
    return found


def write(folder: str, v: str, program: str | None = None, platform: str = "any", more: str | None = None) -> str:
    """Writes a wheel (PEP 427) into a folder, and returns its name."""
    tag = "py3-none-" + platform
    info = NAME + "-" + v + ".dist-info/"
    files = {name: read(name) for name in sources()}
    files[NAME + "/__init__.py"] = VERSION.sub(b'__version__ = "%s"' % v.encode(), files[NAME + "/__init__.py"])
    executable = ""
    if program:
        executable = NAME + "/" + ("gridlock.exe" if platform.startswith("win") else "gridlock")
        with open(program, "rb") as file:
            files[executable] = file.read()
    files[info + "METADATA"] = metadata(v)
    files[info + "WHEEL"] = (
        "Wheel-Version: 1.0\nGenerator: gridlock\nRoot-Is-Purelib: %s\n" % ("false" if program else "true")
        + "".join("Tag: py3-none-%s\n" % one for one in platform.split("."))
    ).encode()
    for name, content in beside(more).items() if more else ():
        files[info + name] = content
    record = ""
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += "%s,sha256=%s,%d\n" % (name, digest, len(content))
    files[info + "RECORD"] = (record + info + "RECORD,,\n").encode()

    name = "%s-%s-%s.whl" % (NAME, v, tag)
    with zipfile.ZipFile(os.path.join(folder, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for file, content in files.items():
            entry = zipfile.ZipInfo(file, CREATED)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, so that the mode below counts
            entry.external_attr = (0o100755 if file == executable else 0o100644) << 16  # a regular file, or pip drops its mode
            wheel.writestr(entry, content)
    return name


# What PEP 517 and PEP 660 ask of a backend.


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return write(wheel_directory, version())


def build_sdist(sdist_directory, config_settings=None):
    v = version()
    top = NAME + "-" + v + "/"
    files = {name: read(name) for name in sources() + ["README.md", "pyproject.toml", "build_wheel.py"]}
    files["PKG-INFO"] = metadata(v)
    name = NAME + "-" + v + ".tar.gz"
    with tarfile.open(os.path.join(sdist_directory, name), "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for file, content in files.items():
            entry = tarfile.TarInfo(top + file)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return name


def main() -> None:
    parser = argparse.ArgumentParser(description="Write a wheel of the package.")
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("--program", metavar="FILE", help="a gridlock program to carry")
    parser.add_argument("--platform", metavar="TAG", default="any", help="the platform of the program")
    parser.add_argument("--version", metavar="V", default=version())
    parser.add_argument("--info", metavar="FOLDER", help="files to put beside the metadata, as licences")
    opt = parser.parse_args()
    if bool(opt.program) != (opt.platform != "any"):
        parser.error("--program and --platform go together")
    print(write(opt.folder, pep440(opt.version), opt.program, opt.platform, opt.info))


if __name__ == "__main__":
    sys.exit(main())
