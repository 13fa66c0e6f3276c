#!/usr/bin/env python3
"""Runs the tests of this folder with node against a norn of their own, and reports them as gtest
would: the cases go to the file of GTEST_OUTPUT=xml:<file>, for tools/count_tests.py.

The packages are installed first when they are not there as package-lock.json says.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent / "support"))
sys.path.insert(0, str(FOLDER.parents[2] / "tools"))
sys.dont_write_bytecode = True
from norn_server import CREDENTIALS, endpoint
from run_unittests import write_report


def install_packages():
    installed = FOLDER / "node_modules" / ".package-lock.json"
    wanted = FOLDER / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < wanted.stat().st_mtime:
        subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=FOLDER,
                       check=True)


def cases(path):
    """{name: (outcome, seconds, message)} of a JUnit file that node wrote."""
    found = {}
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        outcome = next((child.tag for child in case if child.tag in ("failure", "skipped")), None)
        found[f"{len(found) + 1}. {case.get('name')}"] = (
            outcome, float(case.get("time", 0)), case.findtext("failure", ""))
    return found


def main():
    install_packages()
    environment = os.environ | CREDENTIALS | {"NORN_ENDPOINT": endpoint()}
    files = sorted(str(path) for path in FOLDER.glob("*.test.mjs"))
    with tempfile.TemporaryDirectory(prefix="norn-clients-js-") as folder:
        report = pathlib.Path(folder) / "junit.xml"
        command = ["node", "--test", "--test-concurrency=1", "--test-reporter=spec",
                   "--test-reporter-destination=stdout", "--test-reporter=junit",
                   f"--test-reporter-destination={report}", *files]
        code = subprocess.run(command, env=environment, check=False).returncode
        found = cases(report)
    output = os.environ.get("GTEST_OUTPUT", "")
    if output.startswith("xml:"):
        write_report(pathlib.Path(output[len("xml:"):]), found)
    return code if found else 1


if __name__ == "__main__":
    sys.exit(main())
