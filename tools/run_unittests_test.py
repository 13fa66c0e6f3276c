"""The report of run_unittests.py: the outcome and the time of every case."""

import io
import itertools
import pathlib
import tempfile
import unittest
import unittest.mock
import xml.etree.ElementTree as ElementTree

import run_unittests


def samples():
    """A suite with a case of every outcome. Inside a function, so that no runner finds it."""

    class Sample(unittest.TestCase):
        def test_good(self):
            pass

        def test_bad(self):
            self.fail()

        def test_bad_in_part(self):
            with self.subTest(part=1):
                self.fail()

        @unittest.skip("why not")
        def test_skipped(self):
            pass

    class Broken(unittest.TestCase):
        @classmethod
        def setUpClass(cls):
            raise RuntimeError

        def test_never_runs(self):
            pass

    load = unittest.defaultTestLoader.loadTestsFromTestCase
    return unittest.TestSuite([load(Sample), load(Broken)])


class LoadTest(unittest.TestCase):
    def test_takes_the_files_that_have_the_pattern(self):
        case = "import unittest\nclass T{0}(unittest.TestCase):\n  def test_{0}(self): {1}()\n"
        with tempfile.TemporaryDirectory() as folder:
            for name, called in (("alone", "id"), ("together", "at_once")):
                pathlib.Path(folder, f"{name}_of_a_sample_test.py").write_text(
                    case.format(name, called), encoding="utf-8")
            for pattern, expected in (("", 2), (r"at_once\(", 1), ("nowhere", 0)):
                with self.subTest(pattern=pattern):
                    loaded = run_unittests.load(folder, pattern)
                    self.assertEqual(loaded.countTestCases(), expected)


class ReportTest(unittest.TestCase):
    def setUp(self):
        runner = unittest.TextTestRunner(stream=io.StringIO(), resultclass=run_unittests.Recorder)
        with unittest.mock.patch("run_unittests.time") as clock:
            clock.monotonic.side_effect = itertools.count(10, 1.5)
            result = runner.run(samples())
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder, "results", "sample.xml")
            run_unittests.write_report(report, result.cases())
            root = ElementTree.parse(report).getroot()
        self.cases = {case.get("name").split(".")[-1].rstrip(")"): case
                      for case in root.iter("testcase")}

    def test_has_the_outcome_of_every_case(self):
        failed = {name for name, case in self.cases.items() if case.find("failure") is not None}
        skipped = {name for name, case in self.cases.items() if case.get("result") == "skipped"}
        self.assertEqual(failed, {"test_bad", "test_bad_in_part", "Broken"})
        self.assertEqual(skipped, {"test_skipped"})
        self.assertEqual(set(self.cases) - failed - skipped, {"test_good"})

    def test_says_why_a_case_failed(self):
        self.assertIn("RuntimeError", self.cases["Broken"].findtext("failure"))
        self.assertIn("AssertionError", self.cases["test_bad_in_part"].findtext("failure"))

    def test_has_the_time_of_every_case(self):
        seconds = {name: case.get("time") for name, case in self.cases.items()}
        self.assertEqual(seconds.pop("Broken"), "0.000")
        self.assertEqual(set(seconds.values()), {"1.500"})


if __name__ == "__main__":
    unittest.main()
