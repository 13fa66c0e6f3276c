"""Calendar files: taken in, given out, and subscribed to."""

import json

from people import PASSWORD
from planner_case import PlannerCase
from planner_things import (CALENDAR_FILE, EXPORT, FEED, IMPORT, NEW_YORK, make_feed, meeting,
                            weekly, whole_days)
from rest_case import on_every_store, on_stores_with_tables
from rest_client import CALENDAR


def calendar_of(*lines):
    return "\r\n".join(("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//EN", *lines,
                        "END:VCALENDAR", ""))


SERIES = calendar_of(
    "BEGIN:VEVENT", "UID:series@example.com", "DTSTAMP:20250101T000000Z", "SEQUENCE:1",
    "DTSTART;TZID=America/New_York:20250106T100000", "DTEND;TZID=America/New_York:20250106T101500",
    "RRULE:FREQ=WEEKLY;BYDAY=MO", "EXDATE;TZID=America/New_York:20250113T100000",
    "SUMMARY:Weekly\\, with a comma", "CATEGORIES:work,standup", "LOCATION:Zoom",
    "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "DESCRIPTION:x", "END:VALARM",
    "END:VEVENT",
    "BEGIN:VEVENT", "UID:series@example.com", "DTSTAMP:20250101T000000Z", "SEQUENCE:1",
    "RECURRENCE-ID;TZID=America/New_York:20250120T100000",
    "DTSTART;TZID=America/New_York:20250121T110000", "DTEND;TZID=America/New_York:20250121T111500",
    "SUMMARY:Moved", "END:VEVENT")


class ExchangeCase(PlannerCase):
    def take_in(self, text, dry_run=False):
        query = "?dryRun=true" if dry_run else ""
        return self.client.post(IMPORT + query, text, expect=200).json

    def counts(self, report):
        return tuple(report[name] for name in ("created", "updated", "unchanged", "skipped"))

    def exported(self):
        """The lines of the file, put together again."""
        reply = self.client.get(EXPORT)
        self.assertEqual(reply.content_type, CALENDAR)
        return reply.body.decode().replace("\r\n ", "").split("\r\n")


@on_every_store
class PlannerImportTest(ExchangeCase):
    def test_a_file_is_taken_in_once(self):
        preview = self.take_in(SERIES, dry_run=True)
        self.assertEqual((self.counts(preview), [each["kind"] for each in preview["events"]]),
                         ((1, 0, 0, 0), ["series"]))
        self.assertEqual(self.seen("2025-01-01", "2025-01-31"), [])
        self.assertEqual(self.counts(self.take_in(SERIES)), (1, 0, 0, 0))
        expected = [("2025-01-06T10:00:00", "Weekly, with a comma"),
                    ("2025-01-21T11:00:00", "Moved"),
                    ("2025-01-27T10:00:00", "Weekly, with a comma")]
        self.assert_soon(lambda: self.seen("2025-01-01", "2025-01-31", tzid=NEW_YORK), expected)
        self.assertEqual(self.counts(self.take_in(SERIES)), (0, 0, 1, 0))
        newer = SERIES.replace("SEQUENCE:1", "SEQUENCE:2").replace("SUMMARY:Moved", "SUMMARY:New")
        self.assertEqual(self.counts(self.take_in(newer)), (0, 1, 0, 0))
        self.assert_soon(lambda: self.seen("2025-01-21", tzid=NEW_YORK),
                         [("2025-01-21T11:00:00", "New")])

    def test_what_a_series_brings_along(self):
        self.take_in(SERIES)
        one = self.view("2025-01-06")["occurrences"][0]
        series = self.get(one["masterId"])
        self.assertEqual(
            (series["rrule"], series["exdate"], series["tags"], series["reminderMinutes"],
             series["location"], series["startTzid"], series["icalUid"]),
            ("FREQ=WEEKLY;BYDAY=MO", ["20250113"], ["standup", "work"], [15], "Zoom", NEW_YORK,
             "series@example.com"))

    def test_what_is_not_understood_is_said(self):
        report = self.take_in(calendar_of(
            "BEGIN:VEVENT", "UID:a@x", "DTSTART:20251215T140000Z", "RRULE:FREQ=NEVER",
            "SUMMARY:Odd rule", "END:VEVENT",
            "BEGIN:VEVENT", "UID:b@x", "SUMMARY:No start", "END:VEVENT",
            "BEGIN:VEVENT", "UID:c@x", "DTSTART:20251215T140000Z", "SUMMARY:Fine", "END:VEVENT"))
        self.assertGreaterEqual(report["created"], 1)
        self.assertGreaterEqual(report["skipped"], 1)
        self.assertTrue(report["notes"])
        for note in report["notes"]:
            self.assertTrue(note["text"])
        self.assert_soon(lambda: ("2025-12-15T14:00:00", "Fine") in self.seen("2025-12-15"), True)

    def test_what_is_no_calendar_is_refused(self):
        for text in ("", "nonsense", "BEGIN:VCALENDAR", "{}", "\x00", "BEGIN:VEVENT\r\nEND:VEVENT"):
            with self.subTest(text=text):
                reply = self.client.send("POST", IMPORT, text)
                if reply.status == 200:
                    self.assertEqual((self.counts(reply.json)[:3], bool(reply.json["notes"])),
                                     ((0, 0, 0), True))
                else:
                    self.assert_problem(reply, 400)
        self.assert_problem(self.client.send("POST", f"{IMPORT}?dryRun=x", CALENDAR_FILE), 400,
                            "dryRun")
        self.assert_problem(self.client.send("POST", IMPORT, {}), 415)
        self.assert_problem(self.client.send("POST", IMPORT, b"", {"Content-Type": "text/plain"}),
                            415)

    def test_times_of_every_kind(self):
        self.take_in(calendar_of(
            "BEGIN:VEVENT", "UID:1@x", "DTSTART;VALUE=DATE:20251224", "DTEND;VALUE=DATE:20251227",
            "SUMMARY:Days", "END:VEVENT",
            "BEGIN:VEVENT", "UID:2@x", "DTSTART:20251215T090000", "DURATION:PT1H",
            "SUMMARY:Floating", "END:VEVENT",
            "BEGIN:VEVENT", "UID:3@x", "DTSTART:20251215T140000Z", "SUMMARY:Moment", "END:VEVENT"))
        self.assert_soon(lambda: self.seen("2025-12-15", "2025-12-26", tzid="Asia/Kolkata"), [
            ("2025-12-15T09:00:00", "Floating"), ("2025-12-15T19:30:00", "Moment"),
            ("2025-12-24", "Days")])


@on_every_store
class PlannerExportTest(ExchangeCase):
    def fill(self):
        self.create(meeting("Comma, semicolon; and\u2028line", reminderMinutes=[30],
                            description="a\nb", tags=["work"]))
        self.create(whole_days())
        self.create(meeting("Floating", startTzid=None))
        series = self.create(weekly(exdate=["20250113"]))
        self.change(self.occurrence(series, "20250120"), {"title": "Changed"})
        return series

    def test_everything_is_in_the_file(self):
        series = self.fill()
        self.assert_soon(lambda: "SUMMARY:Changed" in self.exported(), True)
        lines = self.exported()
        self.assertEqual((lines[0], lines[-2], lines[-1]),
                         ("BEGIN:VCALENDAR", "END:VCALENDAR", ""))
        for line in ("DTSTART;TZID=America/New_York:20251215T090000", "DTSTART:20251215T090000",
                     "DTSTART;VALUE=DATE:20251224", "DTEND;VALUE=DATE:20251227",
                     "RRULE:FREQ=WEEKLY;BYDAY=MO", "EXDATE;TZID=America/New_York:20250113T100000",
                     "RECURRENCE-ID;TZID=America/New_York:20250120T100000", "SUMMARY:Changed",
                     "TRIGGER:-PT30M", "DESCRIPTION:a\\nb", f"UID:{series['icalUid']}",
                     "BEGIN:VTIMEZONE", "TZID:America/New_York", "CATEGORIES:work"):
            self.assertIn(line, lines)
        self.assertTrue(all(len(line.encode()) <= 75 for line in
                            self.client.get(EXPORT).body.decode().split("\r\n")))

    def test_it_says_whether_something_is_new(self):
        self.fill()
        self.assert_soon(lambda: "SUMMARY:Changed" in self.exported(), True)
        first = self.client.get(EXPORT)
        tag = {"If-None-Match": f'"{first.etag}"'}
        self.assertEqual(self.client.send("GET", EXPORT, headers=tag).status, 304)
        self.create(meeting("Another"))
        self.assert_soon(lambda: self.client.send("GET", EXPORT, headers=tag).status, 200)

    def test_somebody_else_takes_it_in_and_sees_the_same(self):
        self.fill()
        self.assert_soon(lambda: "SUMMARY:Changed" in self.exported(), True)
        text = self.client.get(EXPORT).body.decode()
        days = (("2025-01-01", "2025-01-31"), ("2025-12-01", "2025-12-31"))
        ours = [self.seen(*each) for each in days]
        self.setUp()
        report = self.take_in(text)
        self.assertEqual((self.counts(report), report["notes"]), ((4, 0, 0, 0), []))
        self.assert_soon(lambda: [self.seen(*each) for each in days], ours)
        self.assertEqual(self.counts(self.take_in(text)), (0, 0, 4, 0))


@on_every_store
class PlannerFeedTest(ExchangeCase):
    def test_whoever_knows_the_address_reads(self):
        self.create(meeting("In the feed"))
        self.assertEqual(self.client.get(FEED).json, {"exists": False})
        feed = make_feed(self.nora)
        state = self.client.get(FEED).json
        self.assertEqual((state["exists"], state["lastReadAt"]), (True, None))
        self.assertNotIn(feed.secret, json.dumps(state))
        visitor = self.visitor()
        self.assert_soon(lambda: b"SUMMARY:In the feed" in visitor.get(feed.path).body, True)
        reply = visitor.get(feed.path)
        self.assertEqual((reply.content_type, reply.headers["Cache-Control"]),
                         (CALENDAR, "private, no-cache"))
        again = visitor.send("GET", feed.path, headers={"If-None-Match": f'"{reply.etag}"'})
        self.assertEqual((again.status, again.body), (304, b""))
        self.assertEqual(visitor.send("HEAD", feed.path).status, 200)
        self.assertIsNotNone(self.client.get(FEED).json["lastReadAt"])

    def test_a_new_address_ends_the_old_one(self):
        old = make_feed(self.nora)
        new = make_feed(self.nora)
        self.assertNotEqual(old.secret, new.secret)
        self.visitor().get(old.path, expect=404)
        self.visitor().get(new.path)
        self.client.delete(FEED, expect=204)
        self.visitor().get(new.path, expect=404)
        self.assertEqual(self.client.get(FEED).json, {"exists": False})
        self.client.delete(FEED, expect=204)

    def test_it_ends_with_the_account(self):
        feed = make_feed(self.nora)
        self.client.copy().post("/api/v1/account/delete", {"password": PASSWORD}, expect=204)
        self.visitor().get(feed.path, expect=404)

    def test_it_is_made_and_ended_in_a_browser_only(self):
        program = self.nora.token("planner:read", "planner:write")
        program.post(FEED, expect=403)
        program.delete(FEED, expect=403)
        self.assertEqual(program.get(FEED).json, {"exists": False})


@on_stores_with_tables
class PlannerFeedSecretTest(ExchangeCase):
    def test_it_is_in_no_table_and_in_no_log(self):
        feed = make_feed(self.nora)
        for path in (feed.path, feed.path + "x", f"/ical/{feed.secret}x/planner.ics",
                     f"{feed.path}?x=%00"):
            self.visitor().send("GET", path)
        everything = json.dumps(list(self.all_items()), default=repr)
        self.assertNotIn(feed.secret, everything)
        self.assertNotIn(feed.secret, self.server.main.said())
        administrator = self.visitor()
        administrator.address = "127.0.0.1"  # Who alone may read the metrics.
        self.assertNotIn(feed.secret, administrator.get("/metrics").body.decode())
