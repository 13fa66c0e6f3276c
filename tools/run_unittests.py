#!/usr/bin/env python3
"""Runs the *_test.py files of a folder, and reports them as gtest would.

With GTEST_OUTPUT=xml:<file> in the environment the cases are written there, so that
count_tests.py can count Python and C++ tests alike.
"""

import os
import pathlib
import sys
import unittest
import xml.etree.ElementTree as ElementTree


class Recorder(unittest.TextTestResult):
    """Keeps what became of every case."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.outcomes = {}

    def startTest(self, test):
        super().startTest(test)
        self.outcomes[test.id()] = None

    def addSuccess(self, test):
        super().addSuccess(test)
        self.outcomes[test.id()] = None

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.outcomes[test.id()] = "failure"

    def addError(self, test, err):
        super().addError(test, err)
        self.outcomes[test.id()] = "failure"

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.outcomes[test.id()] = "failure"

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.outcomes[test.id()] = "skipped"


def write_report(path, outcomes):
    root = ElementTree.Element("testsuites")
    suite = ElementTree.SubElement(root, "testsuite", name="unittest")
    for name, outcome in outcomes.items():
        result = "skipped" if outcome == "skipped" else "completed"
        case = ElementTree.SubElement(suite, "testcase", name=name, status="run", result=result)
        if outcome == "failure":
            ElementTree.SubElement(case, "failure")
    path.parent.mkdir(parents=True, exist_ok=True)
    ElementTree.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)


def main():
    folder = sys.argv[1]
    sys.dont_write_bytecode = True
    suite = unittest.defaultTestLoader.discover(folder, pattern="*_test.py")
    result = unittest.TextTestRunner(resultclass=Recorder, verbosity=2).run(suite)
    output = os.environ.get("GTEST_OUTPUT", "")
    if output.startswith("xml:"):
        write_report(pathlib.Path(output[len("xml:"):]), result.outcomes)
    return 0 if result.wasSuccessful() and result.testsRun else 1


if __name__ == "__main__":
    sys.exit(main())
