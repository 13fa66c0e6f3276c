#!/usr/bin/env python3
"""Adds up the test cases of ctest runs, names those that failed and prints "N passed, N failed".

Each build folder given holds results/*.xml, one per test program in gtest's format, and ctest.xml
(ctest --output-junit), which also knows the programs that died before they could report.
"""

import argparse
import pathlib
import sys
import xml.etree.ElementTree as ElementTree


# What is printed of why a test failed: the end says most (an exception comes after its traceback).
LINES = 12


def why(case):
    """What a case says of its failure; None if it did not fail."""
    failure = next((child for child in case if child.tag in ("failure", "error")), None)
    return None if failure is None else failure.text or failure.get("message") or ""


def count_program(path):
    """How many cases of one gtest XML file passed, and [(name, why)] of those that failed; skipped
    ones are neither."""
    passed, failed = 0, []
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        reason = why(case)
        if reason is not None:
            name = ".".join(filter(None, (case.get("classname"), case.get("name"))))
            failed.append((f"{path.stem}: {name}", reason))
        elif case.get("status") != "notrun" and case.get("result") not in ("skipped", "suppressed"):
            passed += 1
    return passed, failed


def count_build(build):
    """As count_program, of all programs of a build folder."""
    counts = {path.stem: count_program(path) for path in sorted(build.glob("results/*.xml"))}
    ctest = build / "ctest.xml"
    if ctest.exists():
        for program in ElementTree.parse(ctest).getroot().iter("testcase"):
            name = program.get("name")
            passed, failed = counts.get(name, (0, []))
            if program.get("status") != "run" and not failed:
                counts[name] = (passed, [(name, "The program failed as a whole.")])
    return sum(c[0] for c in counts.values()), [case for c in counts.values() for case in c[1]]


def tell(build, failed):
    for name, reason in failed:
        print(f"failed in {build.name}: {name}")
        for line in reason.strip().splitlines()[-LINES:]:
            print(f"    {line[:300]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--also-failed", type=int, default=0, help="failures that are not tests")
    parser.add_argument("builds", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    counts = [count_build(build) for build in arguments.builds]
    passed = sum(count[0] for count in counts)
    failed = sum(len(count[1]) for count in counts) + arguments.also_failed
    for build, count in zip(arguments.builds, counts):
        tell(build, count[1])
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
