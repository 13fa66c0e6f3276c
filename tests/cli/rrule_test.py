"""`norn rrule`: recurrence on the command line."""

import json
import pathlib

from norn_process import NornTest, run

VECTORS = pathlib.Path(__file__).resolve().parent.parent / "ical" / "rrule.json"


class RruleTest(NornTest):
    def expand(self, *arguments):
        """The lines of an expansion that works."""
        result = run("rrule", *arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout.splitlines()

    def assert_wrong(self, result, *words):
        """One sentence that says what is wrong, and where to look."""
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        first, second = result.stderr.splitlines()
        for word in words:
            self.assertIn(word, first)
        self.assertEqual(second, "See `norn rrule --help`.")

    def test_a_line_has_the_wall_time_and_the_instant(self):
        lines = self.expand("--dtstart", "20250106T100000", "--tzid", "America/New_York",
                            "--rrule", "FREQ=WEEKLY;BYDAY=MO", "--from", "20250301",
                            "--to", "20250401")
        shown = json.loads(run(
            "rrule", "--dtstart", "20250106T100000", "--tzid", "America/New_York", "--rrule",
            "FREQ=WEEKLY;BYDAY=MO", "--from", "20250301", "--limit", "1", "--json").stdout)
        self.assertEqual(shown, {"occurrences": [
            {"time": "20250303T100000", "utc": "20250303T150000Z", "duration": None}],
            "more": True})
        self.assertEqual(lines, ["20250303T100000 20250303T150000Z",
                                 "20250310T100000 20250310T140000Z",
                                 "20250317T100000 20250317T140000Z",
                                 "20250324T100000 20250324T140000Z",
                                 "20250331T100000 20250331T140000Z"])
        text = run("rrule", "--help").stdout
        for line in lines:
            self.assertIn(f"\n  {line}\n", text)

    def test_days_floating_times_and_utc_are_printed_as_they_are_given(self):
        for start in ("20250131", "20250131T235959", "20250131T235959Z"):
            lines = self.expand("--dtstart", start, "--rrule", "FREQ=YEARLY;COUNT=2")
            self.assertEqual(lines, [start, start.replace("2025", "2026")])

    def test_dates_are_added_and_left_out(self):
        lines = self.expand("--dtstart", "20250106T100000", "--rrule", "FREQ=DAILY;COUNT=3",
                            "--exdate", "20250106T100000", "--exdate", "20250108T100000",
                            "--rdate", "20250110T100000/PT90M,20250111T100000")
        self.assertEqual(lines, ["20250107T100000", "20250110T100000 PT1H30M", "20250111T100000"])
        self.assertEqual(self.expand("--dtstart", "20250106"), ["20250106"])

    def test_what_is_more_than_the_limit_is_said(self):
        result = run("rrule", "--dtstart", "20250106T100000", "--rrule", "FREQ=SECONDLY",
                     "--limit", "2")
        self.assertEqual((result.returncode, result.stdout),
                         (0, "20250106T100000\n20250106T100001\n"))
        self.assertEqual(result.stderr,
                         "norn: there are more than 2; --limit N prints more of them.\n")
        endless = run("rrule", "--dtstart", "20250106T100000", "--rrule", "FREQ=SECONDLY")
        self.assertEqual(len(endless.stdout.splitlines()), 1000)

    def test_the_far_future_is_there(self):
        lines = self.expand("--dtstart", "20250106T100000", "--tzid", "Europe/London",
                            "--rrule", "FREQ=DAILY", "--from", "30000701", "--to", "30000702")
        self.assertEqual(lines, ["30000701T100000 30000701T090000Z"])

    def test_rules_that_never_come_end(self):
        for rule in ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=SECONDLY;INTERVAL=2;BYSECOND=1",
                     "FREQ=HOURLY;INTERVAL=7;BYDAY=TU;BYHOUR=0"):
            self.assertEqual(self.expand("--dtstart", "20250106T000000", "--rrule", rule), [])

    def test_errors_name_the_option_and_the_part(self):
        start = ("--dtstart", "20250106T100000")
        self.assert_wrong(run("rrule", "--dtstart", "2025-01-06"), "--dtstart", "2025-01-06",
                          "20250106")
        self.assert_wrong(run("rrule", *start, "--rrule", "FREQ=DAILY;BYHOUR=25"), "--rrule",
                          "BYHOUR", "25", "0 to 23")
        self.assert_wrong(run("rrule", *start, "--rrule", "BYHOUR=9"), "--rrule", "FREQ", "DAILY")
        self.assert_wrong(run("rrule", *start, "--tzid", "Mars/Base"), "--tzid", "Mars/Base",
                          "Europe/London")
        self.assert_wrong(run("rrule", "--dtstart", "20250106T100000Z", "--tzid", "Europe/London"),
                          "--tzid", "UTC")
        self.assert_wrong(run("rrule", *start, "--exdate", "x"), "--exdate", "'x'")
        self.assert_wrong(run("rrule", *start, "--rdate", "20250107T100000/x"), "--rdate", "'x'")
        self.assert_wrong(run("rrule", *start, "--from", "x"), "--from", "'x'")
        self.assert_wrong(run("rrule", *start, "--to", "x"), "--to", "'x'")
        self.assert_wrong(run("rrule", "--dtstart", "20250106", "--rrule", "FREQ=HOURLY"),
                          "HOURLY", "time of day")
        self.assert_wrong(run("rrule", "--rrule", "FREQ=DAILY"), "--dtstart")


class VectorsTest(NornTest):
    def write(self, text):
        path = pathlib.Path(self.folder, "cases.json")
        path.write_text(text, encoding="utf-8")
        return str(path)

    def test_all_cases_that_others_agree_on_pass(self):
        result = run("rrule", "--vectors", str(VECTORS))
        cases = json.loads(VECTORS.read_text(encoding="utf-8"))
        self.assertEqual(result.stdout, f"{len(cases)} passed, 0 failed\n")
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_a_case_that_fails_is_a_line(self):
        daily = {"dtstart": "20250106T100000", "tzid": None, "rrule": "FREQ=DAILY;COUNT=2",
                 "exdate": [], "rdate": [], "truncated": False}
        zoned = daily | {"tzid": "America/New_York"}
        both = ["20250106T100000", "20250107T100000"]
        cases = [
            daily | {"name": "right", "expected": both},
            daily | {"name": "a prefix", "expected": both[:1], "truncated": True},
            daily | {"name": "later", "expected": both[1:], "start_at": "20250107T000000"},
            daily | {"name": "too many", "expected": [*both, "20250108T100000"]},
            daily | {"name": "too few", "expected": both[:1]},
            daily | {"name": "another", "expected": ["20250106T100000", "20250108T100000"]},
            zoned | {"name": "another instant", "expected": both,
                     "expected_utc": ["20250106T150000Z", "20250107T140000Z"]},
            daily | {"name": "no rule", "rrule": "FREQ=OFTEN", "expected": both},
        ]
        result = run("rrule", "--vectors", self.write(json.dumps(cases)))
        self.assertEqual((result.returncode, result.stderr), (1, ""))
        self.assertEqual(result.stdout.splitlines(), [
            "too many: ends after 2 of 3 occurrences",
            "too few: goes on after 1 occurrences",
            "another: occurrence 2 is 20250107T100000, expected 20250108T100000",
            "another instant: occurrence 2 (20250107T100000) is at 20250107T150000Z, "
            "expected 20250107T140000Z",
            "no rule: FREQ: 'OFTEN' is not possible; use one of YEARLY, MONTHLY, WEEKLY, DAILY, "
            "HOURLY, "
            "MINUTELY, SECONDLY.",
            "3 passed, 5 failed"])

    def test_a_file_that_is_none_is_an_error(self):
        for path, word in (("/nowhere", "/nowhere"), (self.folder, "read")):
            self.assert_no_cases(path, word)
        for text, word in (("{", "JSON"), ("[1]", "case 1"), ('[{"dtstart": "20250106"}]', "name"),
                           ('[{"name": "a", "expected": []}]', "dtstart"),
                           ('[{"name": "a", "dtstart": "20250106"}]', "expected")):
            self.assert_no_cases(self.write(text), word)

    def assert_no_cases(self, path, word):
        result = run("rrule", "--vectors", path)
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn(word, result.stderr)
