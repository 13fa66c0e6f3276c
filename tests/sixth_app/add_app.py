#!/usr/bin/env python3
"""Adds the app of this folder to Norn as CONTRIBUTING.md says, in a copy below FOLDER:

  add_app.py FOLDER    FOLDER/all.cc is src/apps/all.cc with one line more, and its include;
                       FOLDER/web is web/ with the app's folder, and one line more in src/apps.ts

Nothing else is changed: what an app needs beyond its folders is these two lines.
"""

import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def insert(text, before, line):
    """The text with `line` before the only place where it says `before`."""
    if text.count(before) != 1:
        sys.exit(f"add_app.py: {before!r} is not there exactly once")
    return text.replace(before, line + before)


def add_to_program(folder):
    text = (ROOT / "src/apps/all.cc").read_text()
    text = insert(text, "\nnamespace norn::apps {", '#include "sixth_app/notes/app.h"\n')
    line = "  apps.push_back(std::make_unique<notes::NotesApp>());\n"
    text = insert(text, "  return apps;", line)
    (folder / "all.cc").write_text(text)


def add_to_web(folder):
    web = folder / "web"
    shutil.rmtree(web, ignore_errors=True)
    shutil.copytree(ROOT / "web", web, ignore=shutil.ignore_patterns("node_modules", "*.test.ts"))
    (web / "node_modules").symlink_to(ROOT / "web/node_modules")
    shutil.copytree(HERE / "web", web / "src/notes")
    list_of_apps = web / "src/apps.ts"
    text = insert(list_of_apps.read_text(), "\nexport const apps",
                  "import { notes } from './notes/app';\n")
    list_of_apps.write_text(insert(text, "];", "  notes,\n"))


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    add_to_program(folder)
    add_to_web(folder)
