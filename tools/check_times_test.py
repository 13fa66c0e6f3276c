"""check_times.py on small build folders."""

import contextlib
import io
import pathlib
import tempfile
import unittest

import check_times

NINJA_HEAD = "# ninja log v5\n"


def ninja_log(*commands):
    """A log of (start, end, output) in milliseconds; every command has a hash of its own."""
    return NINJA_HEAD + "".join(
        f"{start}\t{end}\t1794817680711834409\t{output}\t{number:x}\n"
        for number, (start, end, output) in enumerate(commands))


def object_of(source, target="norn_base"):
    return f"CMakeFiles/{target}.dir/{source}.o"


def ctest(*programs):
    cases = "".join(f'<testcase name="{name}" classname="{name}" time="{time}" status="run"/>'
                    for name, time in programs)
    return f'<?xml version="1.0"?><testsuite name="(empty)">{cases}</testsuite>'


def gtest(suite, *cases):
    elements = "".join(
        f'<testcase name="{name}" status="run" result="completed" time="{time}" '
        f'classname="{suite}"/>' for name, time in cases)
    return f'<testsuites><testsuite name="{suite}">{elements}</testsuite></testsuites>'


class BuildFolderTest(unittest.TestCase):
    def report(self, files, top=20):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for file, text in files.items():
                path = folder / file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return check_times.report(folder, top)

    def section(self, files, title, top=20):
        """The lines of one table, without its title."""
        lines = self.report(files, top)
        self.assertIn(title, lines)
        lines = lines[lines.index(title) + 1:]
        return lines[:lines.index("")]


class StepTest(BuildFolderTest):
    def test_steps_are_listed_in_their_order_with_their_sum(self):
        times = "style\t2\tok\nbuild release\t612\tok\nclang-tidy\t98\tFAILED\n"
        self.assertEqual(self.section({"logs/times.tsv": times}, "Steps"), [
            "  seconds  step",
            "      2.0  style",
            "    612.0  build release",
            "     98.0  clang-tidy     FAILED",
            "    712.0  all steps",
        ])

    def test_there_is_nothing_to_report_before_the_first_check(self):
        self.assertEqual(self.report({}), [])
        self.assertEqual(self.report({"logs/times.tsv": ""}), [])


class TestTest(BuildFolderTest):
    FILES = {
        "logs/times.tsv": "test release\t98\tok\ntest tsan\t200\tok\nlong crash\t60\tok\n",
        "release/ctest.xml": ctest(("base", 1.5), ("rest_api", 90.25)),
        "release/results/base.xml": gtest("Base", ("Works", 0.25), ("Fails", 1.0)),
        "release/results/rest_api.xml": gtest("", ("a_test.A.test_a", 80)),
        "tsan/ctest.xml": ctest(("base", 12)),
        "tsan/results/base.xml": gtest("Base", ("Works", 3), ("Untimed", "")),
        "release/results/web.xml": gtest("src/a.test.ts", ("adds a day", 70)),
        "long/results/crash.xml": gtest("Crash", ("Kills", 59)),
        "asan/ctest.xml": ctest(("base", 1000)),
        "asan/results/base.xml": gtest("Base", ("Works", 1000)),
    }

    def test_programs_are_listed_per_build_by_their_time(self):
        self.assertEqual(self.section(self.FILES, "Test programs, release"), [
            "  seconds  in cases  program",
            "     90.2      80.0  rest_api",
            "      1.5       1.2  base",
        ])
        self.assertEqual(self.section(self.FILES, "Test programs, tsan"), [
            "  seconds  in cases  program",
            "     12.0       3.0  base",
        ])

    def test_cases_of_all_builds_are_listed_by_their_time(self):
        self.assertEqual(self.section(self.FILES, "Slowest of 7 test cases", top=4), [
            "  seconds  build    program   case",
            "     80.0  release  rest_api  a_test.A.test_a",
            "     70.0  release  web       src/a.test.ts: adds a day",
            "     59.0  long     crash     Crash.Kills",
            "      3.0  tsan     base      Base.Works",
        ])

    def test_results_of_builds_that_were_not_tested_are_old(self):
        self.assertFalse([line for line in self.report(self.FILES) if "asan" in line])
        self.assertIn("Test programs, asan", self.report(
            self.FILES | {"logs/times.tsv": "test asan\t1\tok\n"}))
        self.assertNotIn("Test programs, asan", self.report(
            self.FILES | {"logs/times.tsv": "build asan\t1\tFAILED\n"}))

    def test_a_broken_result_does_not_hide_the_others(self):
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            lines = self.report(self.FILES | {"release/results/base.xml": "<testsuites><te"})
        self.assertIn("Slowest of 5 test cases", lines)
        self.assertIn("base.xml", said.getvalue())


class CompileTest(BuildFolderTest):
    def compiled(self, log):
        files = {"logs/times.tsv": "build release\t1\tok\n", "release/.ninja_log": log}
        return self.section(files, "Builds: what ninja took, and the sums of its commands")[1]

    def test_files_are_listed_per_build_and_in_all(self):
        files = {
            "logs/times.tsv": "build release\t9\tok\nbuild asan\t9\tok\n",
            "release/.ninja_log": ninja_log(
                (3, 18, "/clone/build/release/CMakeFiles/cmake.verify_globs"),
                (20, 2020, "CMakeFiles/norn_base.dir/cmake_pch.hxx.gch"),
                (2020, 5020, object_of("src/base/a.cc")),
                (2020, 6520, object_of("batches/apps_1.cc", "norn_apps")),
                (6520, 7020, "libnorn_base.a")),
            "asan/.ninja_log": ninja_log((0, 4000, object_of("src/base/a.cc"))),
        }
        self.assertEqual(
            self.section(files, "Builds: what ninja took, and the sums of its commands"), [
                "  seconds  compiling  files  all else  build",
                "      7.0        9.5      3       0.5  release",
                "      4.0        4.0      1       0.0  asan",
            ])
        self.assertEqual(self.section(files, "Slowest of 3 files to compile, release"), [
            "  seconds  file",
            "      4.5  batches/apps_1.cc",
            "      3.0  src/base/a.cc",
            "      2.0  precompiled header of norn_base",
        ])
        self.assertEqual(self.section(files, "Slowest of 4 files to compile, all builds", top=2), [
            "  seconds  build    file",
            "      4.5  release  batches/apps_1.cc",
            "      4.0  asan     src/base/a.cc",
        ])

    def test_only_the_last_run_of_ninja_counts(self):
        whole = [(3, 18, "globs"), (20, 5000, object_of("a.cc")), (20, 6000, object_of("b.cc"))]
        again = [(3, 15, "globs"), (20, 900, object_of("b.cc"))]
        nothing = [(3, 18, "globs")]
        self.assertEqual(self.compiled(ninja_log(*whole)).split()[:3], ["6.0", "11.0", "2"])
        self.assertEqual(self.compiled(ninja_log(*whole, *again)).split()[:3], ["0.9", "0.9", "1"])
        self.assertEqual(self.compiled(ninja_log(*whole, *nothing)).split()[:3],
                         ["0.0", "0.0", "0"])
        # Time does not go back between these two, but an output comes again.
        self.assertEqual(self.compiled(ninja_log(*nothing, (3, 19, "globs"))).split()[0], "0.0")
        self.assertEqual(
            self.compiled(ninja_log((0, 100, object_of("a.cc")), (0, 200, object_of("a.cc")))
                          ).split()[:3], ["0.2", "0.2", "1"])

    def test_a_command_with_two_outputs_counts_once(self):
        line = "0\t2000\t1\tweb/{}\tabc\n"
        log = NINJA_HEAD + line.format("app.pack") + line.format("licenses.txt")
        self.assertEqual(self.compiled(log).split(), ["2.0", "0.0", "0", "2.0", "release"])

    def test_a_build_that_ran_nothing_has_no_list(self):
        lines = self.report({"logs/times.tsv": "build release\t1\tok\n",
                             "release/.ninja_log": NINJA_HEAD})
        self.assertFalse([line for line in lines if "Slowest" in line])


if __name__ == "__main__":
    unittest.main()
