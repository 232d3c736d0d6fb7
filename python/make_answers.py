"""Writes gridlock/answers.py, the types of answers, from the description of the HTTP API; and api.d.ts, for the page.

    python3 make_answers.py [--check]
"""

from __future__ import annotations

import json
import keyword
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
FROM = os.path.join(HERE, "..", "internal", "serve", "testdata", "openapi.json")
TO = os.path.join(HERE, "gridlock", "answers.py")
TO_PAGE = os.path.join(HERE, "..", "internal", "page", "web", "api.d.ts")

HEAD = '''"""The types of answers, which docs/api.md explains. Written by make_answers.py."""

from __future__ import annotations

import sys
from typing import Any, Dict, List, Optional, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:  # for type checkers; nothing reads these annotations at run time
    NotRequired = Optional

'''

# What the engine on a pipe says, and the command line, beside the HTTP API.
TAIL = '''

class Move(TypedDict):
    move: str
    outcome: Optional[str]
    distance: Optional[int]


class Verdict(TypedDict):
    file: str
    variant: Optional[str]
    words: Optional[str]
    board: Optional[str]
    position: Optional[str]
    to_move: Optional[str]
    winner: Optional[str]
    nimber: Optional[int]
    value: Optional[str]
    method: Optional[str]
    proven: bool
    error: Optional[str]
    layers: int
    records: int
    replies: int
    walks: int
    copies: int
    turns: int
    bytes: int
    seconds: float
'''

SIMPLE = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def type_of(schema: dict) -> str:
    """The Python type of a schema. One that is not known here is an error."""
    if "$ref" in schema:
        return schema["$ref"].rpartition("/")[2]
    if "anyOf" in schema:
        options = [type_of(s) for s in schema["anyOf"]]
        rest = [o for o in options if o != "None"]
        inner = rest[0] if len(rest) == 1 else "Union[" + ", ".join(rest) + "]"
        return "Optional[" + inner + "]" if len(rest) < len(options) else inner
    kind = schema.get("type")
    if kind == "array":
        return "List[" + type_of(schema["items"]) + "]"
    if kind == "object" and "properties" not in schema:
        more = schema.get("additionalProperties")
        return "Dict[str, " + (type_of(more) if isinstance(more, dict) else "Any") + "]"
    if kind in SIMPLE:
        return SIMPLE[kind]
    raise SystemExit("a schema of a kind that make_answers.py does not know: %s" % json.dumps(schema))


def answers() -> str:
    with open(FROM, encoding="utf-8") as file:
        schemas = json.load(file)["components"]["schemas"]
    text = HEAD
    for name in sorted(schemas):
        required = set(schemas[name].get("required", ()))
        fields = {}
        for field, of in sorted(schemas[name]["properties"].items()):
            fields[field] = type_of(of) if field in required else "NotRequired[" + type_of(of) + "]"
        if any(keyword.iskeyword(field) for field in fields):
            text += '\n%s = TypedDict(\n    "%s",\n    {\n' % (name, name)
            text += "".join('        "%s": "%s",\n' % field for field in fields.items()) + "    },\n)\n\n"
        else:
            text += "\nclass %s(TypedDict):\n" % name
            text += "".join("    %s: %s\n" % field for field in fields.items()) + "\n"
    return text.rstrip("\n") + "\n" + TAIL


def script_type_of(schema: dict) -> str:
    """The type of a schema in TypeScript, by its type in Python."""
    text = type_of(schema)
    for python, script in (("Optional[", "Maybe<"), ("List[", "Array<"), ("Dict[str, ", "Record<string, "), ("]", ">")):
        text = text.replace(python, script)
    for python, script in (("str", "string"), ("int", "number"), ("float", "number"), ("bool", "boolean")):
        text = re.sub(r"\b%s\b" % python, script, text)
    return text


def page_answers() -> str:
    with open(FROM, encoding="utf-8") as file:
        schemas = json.load(file)["components"]["schemas"]
    text = "// The types of answers, which docs/api.md explains. Written by python/make_answers.py.\n\ntype Maybe<T> = T | null;\n"
    for name in sorted(schemas):
        required = set(schemas[name].get("required", ()))
        text += "\nexport interface %s {\n" % name
        for field, of in sorted(schemas[name]["properties"].items()):
            text += "\t%s%s: %s;\n" % (field, "" if field in required else "?", script_type_of(of))
        text += "}\n"
    return text


def main() -> None:
    written = {TO: answers(), TO_PAGE: page_answers()}
    if sys.argv[1:] not in ([], ["--check"]):
        raise SystemExit(__doc__)
    for path, text in written.items():
        if sys.argv[1:]:
            with open(path, encoding="utf-8") as file:
                if file.read() != text:
                    raise SystemExit("%s is not what make_answers.py writes: run it" % os.path.relpath(path))
        else:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)


if __name__ == "__main__":
    main()
