#!/usr/bin/env python3
"""Runs the browser tests of this folder with node, and reports them as gtest would: the cases go
to the file of GTEST_OUTPUT=xml:<file>, for tools/count_tests.py. What a failed test saw is kept in
the folder `browser` of the build.

  run.py [FILE...]            all *.test.mjs, or these; in Chromium. With NORN_QUICK=1 in the
                              environment, those of OFTEN instead of all.
  firefox/run.py [FILE...]    those of the folder firefox

The packages are installed first when they are not there as package-lock.json says.
"""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]
sys.path.insert(0, str(ROOT / "tools"))
sys.dont_write_bytecode = True
from run_unittests import without_controls, write_report

# What people do most: of every app something, in a few minutes.
OFTEN = ("sign_in", "first_run", "sharing", "session_end", "agenda", "dragging", "planner_tasks",
         "planner_series_editing", "bookings_conflicts", "projects_tasks", "family")
LEAST_NODE = 20
# Eight minutes are usual; a machine that does much else is slower.
LIMIT_S = 2300
# Files at a time. Each has a norn and a browser of its own.
CONCURRENCY = 2


def find_node():
    """A Node.js that playwright-core runs on: the machine's, or the one that ./check installs."""
    own = ROOT.glob("tools/node/node_modules/node-linux-*/bin/node")
    for node in [shutil.which("node"), *map(str, sorted(own))]:
        if not node:
            continue
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
        if said.returncode == 0 and int(said.stdout.lstrip("v").split(".")[0]) >= LEAST_NODE:
            return node
    sys.exit(f"The browser tests need a Node.js of at least {LEAST_NODE}: ./check installs one.")


def install_packages():
    installed = FOLDER / "node_modules" / ".package-lock.json"
    wanted = FOLDER / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < wanted.stat().st_mtime:
        subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=FOLDER,
                       check=True)


def cases(path):
    """{name: (outcome, seconds, message)} of a JUnit file that node wrote; nothing if it wrote
    none."""
    found = {}
    if not path.exists() or not path.stat().st_size:
        return found
    try:
        root = ElementTree.fromstring(without_controls(path.read_text(errors="replace")))
    except ElementTree.ParseError as error:
        print(f"the report is broken: {error}", file=sys.stderr)
        return found
    for case in root.iter("testcase"):
        outcome = next((child.tag for child in case if child.tag in ("failure", "skipped")), None)
        found[f"{len(found) + 1}. {case.get('name')}"] = (
            outcome, float(case.get("time", 0)), case.findtext("failure", ""))
    return found


def is_wanted(path):
    is_often = path.parent != FOLDER or path.name.removesuffix(".test.mjs") in OFTEN
    return is_often or not os.environ.get("NORN_QUICK")


def run_node(command, environment):
    """The exit code. Node and the servers that it started end with it, whatever happens."""
    with subprocess.Popen(command, env=environment, start_new_session=True) as node:
        try:
            return node.wait(LIMIT_S)
        except subprocess.TimeoutExpired:
            print(f"the tests took more than {LIMIT_S} s", file=sys.stderr)
            return 1
        finally:
            try:
                os.killpg(node.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass


def main(folder=FOLDER, name="browser"):
    """Runs the tests of a folder. What they keep is in a folder of this name of the build."""
    install_packages()
    report_to = os.environ.get("GTEST_OUTPUT", "").removeprefix("xml:")
    build = pathlib.Path(report_to).parents[1] if report_to else ROOT / "build"
    kept = build / name
    shutil.rmtree(kept, ignore_errors=True)
    environment = os.environ | {"NORN_BROWSER_OUTPUT": str(kept)}
    files = sys.argv[1:] or sorted(str(path) for path in folder.glob("*.test.mjs")
                                   if is_wanted(path))
    with tempfile.TemporaryDirectory(prefix="norn-browser-") as reports:
        report = pathlib.Path(reports) / "junit.xml"
        command = [find_node(), "--test", f"--test-concurrency={CONCURRENCY}",
                   "--test-reporter=spec", "--test-reporter-destination=stdout",
                   "--test-reporter=junit", f"--test-reporter-destination={report}", *files]
        code = run_node(command, environment)
        found = cases(report)
    if report_to:
        write_report(pathlib.Path(report_to), found)
    return code if found else 1


if __name__ == "__main__":
    sys.exit(main())
