"""count_tests.py on small build folders."""

import contextlib
import io
import pathlib
import tempfile
import unittest
import unittest.mock

import count_tests

GTEST = """<testsuites><testsuite name="Leap">
  <testcase name="Years" status="run" result="completed" classname="Leap"/>
  <testcase name="Days" status="run" result="completed" classname="Leap">
    <failure message="short">leap_test.cc:7: expected 29</failure>
  </testcase>
  <testcase name="Later" status="notrun" result="suppressed" classname="Leap"/>
  <testcase name="Never" status="run" result="skipped" classname="Leap"/>
</testsuite></testsuites>"""
CTEST = """<testsuite><testcase name="dates" status="fail"/>
  <testcase name="died" status="fail"/><testcase name="fine" status="run"/></testsuite>"""


class CountTest(unittest.TestCase):
    def count(self, files, *options):
        """(exit code, lines printed) for a build folder with these files."""
        printed = io.StringIO()
        with tempfile.TemporaryDirectory() as folder:
            build = pathlib.Path(folder, "release")
            (build / "results").mkdir(parents=True)
            for name, text in files.items():
                (build / name).write_text(text, encoding="utf-8")
            with (contextlib.redirect_stdout(printed),
                  unittest.mock.patch("sys.argv", ["count_tests.py", *options, str(build)])):
                code = count_tests.main()
        return code, printed.getvalue().splitlines()

    def test_names_what_failed_and_counts(self):
        code, lines = self.count({"results/dates.xml": GTEST, "ctest.xml": CTEST})
        self.assertEqual(code, 1)
        self.assertEqual(lines, ["failed in release: dates: Leap.Days",
                                 "    leap_test.cc:7: expected 29",
                                 "failed in release: died",
                                 "    The program failed as a whole.",
                                 "1 passed, 2 failed"])

    def test_steps_count_as_failures(self):
        good = GTEST.replace("failure", "properties")
        self.assertEqual(self.count({"results/dates.xml": good}), (0, ["2 passed, 0 failed"]))
        self.assertEqual(self.count({"results/dates.xml": good}, "--also-failed", "3"),
                         (1, ["2 passed, 3 failed"]))

    def test_no_test_at_all_is_a_failure(self):
        self.assertEqual(self.count({}), (1, ["0 passed, 0 failed"]))


if __name__ == "__main__":
    unittest.main()
