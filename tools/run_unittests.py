#!/usr/bin/env python3
"""Runs the *_test.py files of a folder, and reports them as gtest would. With --with PATTERN, those
in whose text the regular expression is found.

With GTEST_OUTPUT=xml:<file> in the environment the cases are written there, so that
count_tests.py can count Python and C++ tests alike.
"""

import argparse
import os
import pathlib
import re
import sys
import time
import unittest
import xml.etree.ElementTree as ElementTree


class Recorder(unittest.TextTestResult):
    """Keeps the outcome and the time of every case."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.outcomes = {}
        self.seconds = {}
        self.messages = {}
        self.began = 0.0

    def cases(self):
        """{name: (outcome, seconds, message)}. A class whose set-up failed is a case that took no
        time."""
        return {name: (outcome, self.seconds.get(name, 0.0), self.messages.get(name, ""))
                for name, outcome in self.outcomes.items()}

    def fail(self, test, err):
        self.outcomes[test.id()] = "failure"
        self.messages[test.id()] = self._exc_info_to_string(err, test)

    def startTest(self, test):
        super().startTest(test)
        self.outcomes[test.id()] = None
        self.began = time.monotonic()

    def stopTest(self, test):
        super().stopTest(test)
        self.seconds[test.id()] = time.monotonic() - self.began

    def addSuccess(self, test):
        super().addSuccess(test)
        self.outcomes[test.id()] = None

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.fail(test, err)

    def addError(self, test, err):
        super().addError(test, err)
        self.fail(test, err)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.fail(test, err)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.outcomes[test.id()] = "skipped"


def without_controls(text):
    """The text without the characters that no XML may have."""
    return re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", "", text)


def write_report(path, cases):
    """Writes {name: (outcome, seconds, message)}; the outcome is None, "failure" or "skipped"."""
    root = ElementTree.Element("testsuites")
    suite = ElementTree.SubElement(root, "testsuite", name="unittest")
    for name, (outcome, seconds, message) in cases.items():
        result = "skipped" if outcome == "skipped" else "completed"
        case = ElementTree.SubElement(suite, "testcase", name=name, status="run", result=result,
                                      time=f"{seconds:.3f}")
        if outcome == "failure":
            ElementTree.SubElement(case, "failure").text = without_controls(message)
    path.parent.mkdir(parents=True, exist_ok=True)
    ElementTree.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)


def load(folder, pattern=""):
    """The tests of the files in whose text the pattern is found."""
    suite = unittest.TestSuite()
    loader = unittest.TestLoader()
    for path in sorted(pathlib.Path(folder).glob("*_test.py")):
        if re.search(pattern, path.read_text(encoding="utf-8")):
            suite.addTests(loader.discover(folder, pattern=path.name))
    return suite


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--with", dest="pattern", default="")
    arguments = parser.parse_args()
    sys.dont_write_bytecode = True
    suite = load(arguments.folder, arguments.pattern)
    result = unittest.TextTestRunner(resultclass=Recorder, verbosity=2).run(suite)
    output = os.environ.get("GTEST_OUTPUT", "")
    if output.startswith("xml:"):
        write_report(pathlib.Path(output[len("xml:"):]), result.cases())
    return 0 if result.wasSuccessful() and result.testsRun else 1


if __name__ == "__main__":
    sys.exit(main())
