#!/usr/bin/env python3
"""Keeps the rules of the code that a machine can keep: see CONTRIBUTING.md.

Prints one line per finding, `path:line: what is wrong`, and fails when there is one. Long files are
no findings: it lists them, because such a file may hold two ideas, and succeeds.
"""

import argparse
import pathlib
import re
import sys

LONG_FILE_LINES = 600
MAX_FUNCTION_LINES = 70
MAX_COLUMNS = 100

# Who may include whom, by folder of src/. Every folder may include itself and base.
MAY_INCLUDE = {
    "base": set(),
    "store": set(),
    "embedded": {"store"},
    "http": set(),
    "dynamodb": {"store", "http"},
    "sandbox": {"store", "embedded", "http", "dynamodb"},
    "rest": {"http"},
    "live": {"store", "http", "rest"},
    "ical": set(),
    "gedcom": set(),
    "pictures": set(),
    "apps": {"store", "ical", "gedcom", "pictures"},
    "cli": {"store", "embedded", "http", "dynamodb", "rest", "live", "ical", "gedcom", "apps"},
}

# The files of src/apps/ that see every app.
APP_LISTS = {"all.cc", "all.h", "all_test.cc"}
# What the folders of src/apps that are no apps may include of one another; an app may include all.
COMMON_OF_APPS = {
    "shared": (),
    "accounts": ("shared",),
    "sharing": ("shared", "accounts"),
    "attention": ("shared", "accounts"),
    "quotas": ("shared", "accounts"),
    "console": ("shared", "accounts"),
    "bin": ("shared", "accounts"),
    "search": ("shared",),
    "agenda": ("shared", "accounts"),
    "reminders": ("shared", "accounts", "agenda"),
    "availability": ("shared", "accounts", "agenda"),
    "files": ("shared", "accounts", "quotas"),
    "events": ("shared", "accounts", "quotas", "search", "agenda", "reminders"),
}

# The words are put together here so that this file may be checked like any other.
# In quotes they are values: a task that nobody has begun has such a status.
UNFINISHED = re.compile(
    r"(?<![\"'`])\b(" + "|".join(("TO" + "DO", "FIX" + "ME", "X" * 3)) + r")\b(?![\"'`])")
OUTSIDE = "../" + "shared"
# A package that is installed could run anything that its author, or a thief of its name, wants.
INSTALL_WITH_SCRIPTS = re.compile(r"\bnpm\W{1,5}(ci|install)\b(?!.*--ignore-scripts)")

CODE_SUFFIXES = {".cc", ".h"}
TEXT_SUFFIXES = CODE_SUFFIXES | {".py", ".sh", ".cmake", ".md", ".txt", ".js", ".ts", ".svelte"}
# Prose, and what prettier breaks where it can be broken.
WIDE_SUFFIXES = {".md", ".js", ".ts", ".svelte"}
TEXT_NAMES = {"run", "check", "packages"}
SKIPPED_FOLDERS = {".git", "build", "node_modules", "__pycache__", "corpus"}

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')


def is_generated(path):
    """Made by tools/web_types.py or web/messages/types.mjs, with lines as long as they come."""
    return path.name in {"api_types.ts", "api_limits.ts", "sign_in_limits.ts", "message_types.ts"}


def text_files(root):
    for path in sorted(root.rglob("*")):
        parts = path.relative_to(root).parts
        if not path.is_file() or SKIPPED_FOLDERS & set(parts):
            continue
        if is_generated(path):
            continue
        if path.suffix in TEXT_SUFFIXES or path.name in TEXT_NAMES:
            yield path


def check_lines(path, lines):
    for number, line in enumerate(lines, 1):
        if line != line.rstrip():
            yield number, "trailing space"
        if len(line) > MAX_COLUMNS and path.suffix not in WIDE_SUFFIXES and "://" not in line:
            yield number, f"{len(line)} columns; the limit is {MAX_COLUMNS}"
        if match := UNFINISHED.search(line):
            yield number, f"'{match[0]}': finish it, or say in the docs that it is missing"
        if OUTSIDE in line:
            yield number, f"'{OUTSIDE}' is outside of the repository"
        if match := INSTALL_WITH_SCRIPTS.search(line):
            yield number, f"'{match[0]}' without --ignore-scripts"


def may_include(including, included):
    """Whether a file of src/ (path parts) may include another (path parts)."""
    if len(including) == 1 or len(included) == 1:  # main.cc sees everything.
        return len(including) == 1
    source, target = including[0], included[0]
    if target not in MAY_INCLUDE:
        return False
    if source == target == "apps":
        if including[1] in APP_LISTS:
            return True
        common = COMMON_OF_APPS.get(including[1], tuple(COMMON_OF_APPS))
        return included[1] in (including[1], "app.h", "context.h", *common)
    if source == "apps" and target in ("http", "rest"):
        return any(part.startswith(("routes", "commands", "app.")) for part in including[2:])
    if source == "apps" and target == "live":
        return included[-1] == "feed.h"
    return target in (source, "base") or target in MAY_INCLUDE.get(source, set())


def check_include_direction(path, root, lines):
    including = path.relative_to(root / "src").parts
    is_test = path.stem.endswith("_test") or path.stem.startswith("test_")
    is_app_test = including[0] in ("apps", "live") and is_test
    if len(including) > 1 and including[0] not in MAY_INCLUDE:
        yield 1, f"src/{including[0]} is not in the folder table of tools/tidy.py"
        return
    for number, line in enumerate(lines, 1):
        match = INCLUDE.match(line)
        if match and is_app_test and match[1].startswith(("support/", "embedded/")):
            continue  # The stores that tests of apps and of live run on.
        if match and not may_include(including, pathlib.PurePosixPath(match[1]).parts):
            yield number, f"{'/'.join(including)} may not include {match[1]}"


def own_header(path, root):
    """The header that a .cc file implements or tests, as it is included; None without one."""
    stem = path.stem
    header = path.with_name(stem + ".h")
    if not header.exists() and stem.endswith("_test"):
        header = path.with_name(stem.removesuffix("_test") + ".h")
    if not header.exists():
        return None
    parts = header.relative_to(root).parts
    return "/".join(parts[1:])


def check_included_kinds(lines):
    for number, line in enumerate(lines, 1):
        match = INCLUDE.match(line)
        if match and match[1].endswith(".cc"):
            yield number, (f"{match[1]} is included; only batches, which CMake makes, "
                           "include sources")


def check_file_head(path, root, lines):
    if path.suffix == ".h":
        code = (line for line in lines if line.strip() and not line.startswith("//"))
        if next(code, "") != "#pragma once":
            yield 1, "a header starts with #pragma once"
        return
    header = own_header(path, root)
    includes = ((n, line) for n, line in enumerate(lines, 1) if line.startswith("#include"))
    number, first = next(includes, (1, ""))
    if header and first != f'#include "{header}"':
        yield number, f'the first include is the own header, "{header}"'


def blank_literals(text):
    """The text with comments, strings and preprocessor lines blanked; lines stay where they are."""
    pattern = re.compile(
        r'R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"'
        r'|"(?:\\.|[^"\\\n])*"'
        r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'"
        r"|//[^\n]*"
        r"|/\*.*?\*/"
        r"|^[ \t]*#(?:\\\n|[^\n])*",
        re.DOTALL | re.MULTILINE)
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def brace_kind(text, position, head):
    """What a `{` opens when only namespaces and types are open around it."""
    if head.count("(") > head.count(")") or head.endswith("="):
        return "values"
    if position and not text[position - 1].isspace():
        return "values"  # name{...}: a function's body stands after a space.
    if "(" in head:
        return "function"
    return "scope" if re.search(r"\b(namespace|class|struct|union|enum)\b", head) else "values"


def functions(text):
    """(first line, last line) of every function body, found by its braces."""
    text = blank_literals(text)
    open_braces = []  # (kind, line)
    head_start = 0
    line = 1
    for position, character in enumerate(text):
        if character == "\n":
            line += 1
        elif character == "{":
            inside = bool(open_braces) and open_braces[-1][0] != "scope"
            head = text[head_start:position].strip()
            kind = "inner" if inside else brace_kind(text, position, head)
            open_braces.append((kind, line))
            if kind in ("scope", "function"):
                head_start = position + 1
        elif character == "}" and open_braces:
            kind, first = open_braces.pop()
            if kind == "function":
                yield first, line
            if kind in ("scope", "function"):
                head_start = position + 1
        elif character == ";" and not (open_braces and open_braces[-1][0] != "scope"):
            head_start = position + 1


def check_function_length(lines):
    for first, last in functions("\n".join(lines)):
        if last - first + 1 > MAX_FUNCTION_LINES:
            yield first, (f"a function of {last - first + 1} lines; "
                          f"the limit is {MAX_FUNCTION_LINES}")


def check_file(path, root):
    lines = path.read_text(encoding="utf-8").splitlines()
    yield from check_lines(path, lines)
    if path.suffix not in CODE_SUFFIXES:
        return
    yield from check_file_head(path, root, lines)
    yield from check_included_kinds(lines)
    yield from check_function_length(lines)
    if path.relative_to(root).parts[0] == "src":
        yield from check_include_direction(path, root, lines)


def check_sentences(root):
    """Every sentence of a `sentences.h` is in its list, for the description of the API, and is said
    somewhere."""
    sources = [path for path in text_files(root / "src") if path.suffix in CODE_SUFFIXES]
    code = "\n".join(path.read_text(encoding="utf-8") for path in sources
                     if path.name != "sentences.h" and not path.stem.endswith("_test"))
    said = set(re.findall(r"\bk[A-Z]\w*", code))
    for path in sources:
        if path.name != "sentences.h":
            continue
        text = path.read_text(encoding="utf-8")
        listed = set(re.findall(r"\bk[A-Z]\w*", text.partition("SentenceText ")[2]))
        for match in re.finditer(r"Sentence<\d*> (k\w+)\{", text):
            number = text.count("\n", 0, match.start()) + 1
            if match[1] not in listed:
                yield path, number, f"{match[1]} is not in the list at the end of the file"
            if match[1] not in said:
                yield path, number, f"{match[1]} is said nowhere"


def check_tree(root):
    """All findings under `root`, as lines of text."""
    findings = [(path, number, message)
                for path in text_files(root) for number, message in check_file(path, root)]
    return [f"{path.relative_to(root)}:{number}: {message}"
            for path, number, message in (*findings, *check_sentences(root))]


def long_files(root):
    """A line of text for every file that is longer than one idea usually is; the longest first."""
    lengths = [(len(path.read_text(encoding="utf-8").splitlines()), str(path.relative_to(root)))
               for path in text_files(root) if path.suffix != ".md"]
    return [f"{name}: {length} lines"
            for length, name in sorted(lengths, key=lambda each: (-each[0], each[1]))
            if length > LONG_FILE_LINES]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    default = pathlib.Path(__file__).resolve().parent.parent
    parser.add_argument("root", nargs="?", type=pathlib.Path, default=default)
    root = parser.parse_args().root.resolve()
    findings = check_tree(root)
    for finding in findings:
        print(finding)
    if long := long_files(root):
        print(f"Files of more than {LONG_FILE_LINES} lines; does each hold one idea?")
        for line in long:
            print(f"  {line}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
