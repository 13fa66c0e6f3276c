#!/usr/bin/env python3
"""Writes what the web app takes from the program's OpenAPI document: types, limits, sentences.

  tools/web_types.py            writes api_types.ts, api_limits.ts, sign_in_limits.ts and
                                fault_codes.json of web/src/lib
  tools/web_types.py --check    fails, and says what to do, when they are not what the program says

The program is build/release/norn, or the one that NORN_PROGRAM names. It is started on a folder
of its own and asked for /api/openapi.json. The files are committed, so that a build of the web
app needs no program; tests/cli/web_types_test.py keeps them up to date.
"""

import argparse
import difflib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIB = ROOT / "web" / "src" / "lib"
READY = re.compile(r"Norn is ready at (http://\S+) ")
PATIENCE_S = 60

HEADER = """\
// {idea}
// Made by tools/web_types.py from the program's OpenAPI document: change the schemas, and run it.

"""
TYPES_IDEA = "The objects of the REST API."
LIMITS_IDEA = "What the REST API accepts: how long, how many, how much, which words."
FIRST_LIMITS_IDEA = ("What the REST API accepts of those who sign in: a part of the page that "
                     "loads nothing else.")
# The schemas of which that is so.
FIRST_LIMITS = ("SignIn", "SignUp")

# What of a schema becomes a limit. Those with `x-` are ours: JSON Schema cannot say how far apart
# two dates may be, and how large an upload may be that is attached to something.
KEYWORDS = ("minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems", "x-maxDays",
            "x-maxAttachmentBytes", "enum")


def openapi(program):
    """The document of a program that runs for this question only."""
    with tempfile.TemporaryDirectory(prefix="norn-types-") as folder:
        command = [program, "serve", "--data", os.path.join(folder, "data"),
                   "--listen", "127.0.0.1:0", "--dynamodb-listen", "none",
                   "--log-level", "warn"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                ready = READY.match(server.stdout.readline())
                if not ready:
                    sys.exit(f"web_types: {program} does not start.")
                address = ready[1] + "/api/openapi.json"
                with urllib.request.urlopen(address, timeout=PATIENCE_S) as reply:
                    return json.load(reply)
            finally:
                server.terminate()


def shape(schema):
    """A schema without its descriptions: another word in one of them is no other type."""
    if isinstance(schema, list):
        return [shape(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: {name: shape(member) for name, member in value.items()}
                 if key == "properties" else shape(value)
            for key, value in schema.items() if key not in ("description", "x-sentences")}


def types(document):
    """Types of all schemas, made by openapi-typescript. The page calls routes by functions of its
    own (`*_api.ts`), so that paths are left out."""
    schemas = {name: shape(schema) for name, schema in document["components"]["schemas"].items()}
    short = {"openapi": document["openapi"], "info": document["info"], "paths": {},
             "components": {"schemas": schemas}}
    # The Node that will do, as for the build of the web app.
    script = (f'root={ROOT}; . "$root/tools/steps.sh"; use_node && exec node '
              '"$root/web/node_modules/openapi-typescript/bin/cli.js" "$1" --root-types '
              '--root-types-no-schema-prefix')
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(short, file)
        file.flush()
        done = subprocess.run(["bash", "-c", script, "bash", file.name], capture_output=True,
                              text=True, timeout=PATIENCE_S, check=False)
    if done.returncode != 0:
        sys.exit("web_types: openapi-typescript fails. Are the npm packages of web/ installed?\n"
                 + done.stderr)
    # Its own header speaks of itself, and what has no paths has no other parts.
    text = re.sub(r"\A/\*\*.*?\*/\s*", "", done.stdout, flags=re.DOTALL)
    text = re.sub(r"^export (interface webhooks|type (paths|webhooks|\$defs|operations)) ?.*\n", "",
                  text, flags=re.MULTILINE)
    return HEADER.format(idea=TYPES_IDEA) + text


def limits_of(schema):
    """The limits of a schema and, below the names of its members, of these; None without any. A
    schema that has a name is looked up under its own."""
    if "$ref" in schema:
        return None
    limits = {}
    for keyword in KEYWORDS:
        if keyword in schema:
            limits[keyword.removeprefix("x-")] = schema[keyword]
    members = dict(schema.get("properties", {}))
    if "items" in schema:
        members["items"] = schema["items"]
    for name, member in members.items():
        found = limits_of(member)
        if found:
            limits[name] = found
    for choice in schema.get("oneOf", []):
        limits.update(limits_of(choice) or {})
    return limits or None


def script_value(value, indent):
    """A value as TypeScript, in the form that prettier would give it."""
    if isinstance(value, dict):
        inner = " " * (indent + 2)
        lines = [f"{inner}{name}: {script_value(each, indent + 2)},\n"
                 for name, each in value.items()]
        return "{\n" + "".join(lines) + " " * indent + "}"
    if isinstance(value, list):
        return "[" + ", ".join(script_value(each, indent) for each in value) + "]"
    if isinstance(value, str):
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
    return json.dumps(value)


def limits(document, idea, is_wanted):
    """A constant for each schema that has limits: `newEntryLimits.title.maxLength`."""
    text = HEADER.format(idea=idea)
    for name, schema in sorted(document["components"]["schemas"].items()):
        found = limits_of(schema)
        if found and is_wanted(name):
            constant = name[0].lower() + name[1:] + "Limits"
            text += f"export const {constant} = {script_value(found, 0)} as const;\n\n"
    return text.rstrip("\n") + "\n"


def sentences(document):
    """What the program says to people, in English, by code: what the page has to translate. The
    parameters are the names in braces."""
    code = document["components"]["schemas"]["Problem"]["properties"]["code"]
    return json.dumps(code["x-sentences"], indent=2, ensure_ascii=False, sort_keys=True) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true",
                        help="change nothing; fail when something would change")
    check = parser.parse_args().check
    document = openapi(os.environ.get("NORN_PROGRAM", str(ROOT / "build" / "release" / "norn")))
    stale = False
    for path, made in ((LIB / "api_types.ts", types(document)),
                       (LIB / "api_limits.ts",
                        limits(document, LIMITS_IDEA, lambda name: name not in FIRST_LIMITS)),
                       (LIB / "sign_in_limits.ts",
                        limits(document, FIRST_LIMITS_IDEA, lambda name: name in FIRST_LIMITS)),
                       (LIB / "fault_codes.json", sentences(document))):
        there = path.read_text() if path.exists() else ""
        if there == made:
            continue
        stale = True
        if check:
            name = str(path.relative_to(ROOT))
            sys.stderr.writelines(difflib.unified_diff(
                there.splitlines(keepends=True), made.splitlines(keepends=True), name,
                "what the program says"))
        else:
            path.write_text(made)
    if check and stale:
        sys.exit("web_types: the web app has other types than the program: run tools/web_types.py")


if __name__ == "__main__":
    main()
