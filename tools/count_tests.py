#!/usr/bin/env python3
"""Adds up the test cases of ctest runs and prints "N passed, N failed".

Each build folder given holds results/*.xml, one per test program in gtest's format, and ctest.xml
(ctest --output-junit), which also knows the programs that died before they could report.
"""

import argparse
import pathlib
import sys
import xml.etree.ElementTree as ElementTree


def count_program(path):
    """The (passed, failed) cases of one gtest XML file; skipped ones are neither."""
    passed = failed = 0
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif case.get("status") != "notrun" and case.get("result") not in ("skipped", "suppressed"):
            passed += 1
    return passed, failed


def count_build(build):
    counts = {path.stem: count_program(path) for path in sorted(build.glob("results/*.xml"))}
    ctest = build / "ctest.xml"
    if ctest.exists():
        for program in ElementTree.parse(ctest).getroot().iter("testcase"):
            name = program.get("name")
            passed, failed = counts.get(name, (0, 0))
            if program.get("status") != "run" and failed == 0:
                counts[name] = (passed, 1)
    return sum(c[0] for c in counts.values()), sum(c[1] for c in counts.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--also-failed", type=int, default=0, help="failures that are not tests")
    parser.add_argument("builds", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    counts = [count_build(build) for build in arguments.builds]
    passed = sum(count[0] for count in counts)
    failed = sum(count[1] for count in counts) + arguments.also_failed
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
