"""Attacks on a planner with what is sent: rules without end or sense, and files of nonsense."""

import gzip
import os

from planner_case import PlannerCase
from planner_things import (EVENTS, EXPORT, IMPORT, PLANNER, REMINDERS, STATS, THIS_WEEK, VIEW,
                            occurrence_id, planner_path, weekly)
from norn_server import EMBEDDED
from rest_case import on_stores
from rest_client import CALENDAR

MEGABYTE = 1 << 20


@on_stores(EMBEDDED)  # The store makes no difference to it.
class HostileRulesTest(PlannerCase):
    """Whatever rule is sent, an answer comes; the test ends because the server does not search
    without end."""

    RULES = (
        "FREQ=HOURLY;INTERVAL=7;BYDAY=MO;BYHOUR=0", "FREQ=SECONDLY",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31;BYDAY=MO",
        "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MINUTELY;INTERVAL=1440;BYHOUR=3;BYMINUTE=1",
        "FREQ=SECONDLY;INTERVAL=2;BYSECOND=1", "FREQ=YEARLY;BYYEARDAY=366;BYMONTH=1",
        "FREQ=YEARLY;INTERVAL=9999999", "FREQ=DAILY;COUNT=2147483647",
        "FREQ=MONTHLY;BYDAY=5MO;BYSETPOS=5", "FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;BYMONTH=6",
        "FREQ=SECONDLY;BYHOUR=23;BYMINUTE=59;BYSECOND=59;BYMONTHDAY=31;BYMONTH=12;BYDAY=FR",
        "FREQ=DAILY;BYSETPOS=366;BYHOUR=1,2", "FREQ=HOURLY;BYSETPOS=-1;BYMINUTE=0;BYMONTH=2;"
        "BYMONTHDAY=30", "FREQ=YEARLY;BYEASTER=1", "FREQ=DAILY;INTERVAL=" + "9" * 400,
        "FREQ=DAILY;COUNT=-1", "FREQ=DAILY;UNTIL=99999999T999999Z",
        "FREQ=DAILY;BYSECOND=" + ",".join(["1"] * 2000),
        "FREQ=YEARLY;BYDAY=" + ",".join(f"{n}MO" for n in range(1, 54)) * 8,
        "FREQ=DAILY;" * 600, "=" * 5000, "FREQ=DAILY;BYDAY=" + "MO," * 2000)

    def test_they_are_answered(self):
        for rule in self.RULES:
            with self.subTest(rule=rule[:100]):
                reply = self.client.send("POST", EVENTS, weekly(rrule=rule))
                self.assertIn(reply.status, (201, 400), reply.body)
                if reply.status == 400:
                    self.assertIn(reply.json["field"], ("rrule", "start"))
                    continue
                series = reply.json
                for day in ("2025-01-06", "2999-12-31"):
                    view = self.client.send("GET", f"{VIEW}?from={day}&to={day}")
                    self.assertIn(view.status, (200, 400), view.body)
                tag = "20991231" if "ONLY" not in rule else "20991231T000000Z"
                found = self.client.send("GET", planner_path(occurrence_id(series, tag)))
                self.assertIn(found.status, (200, 400, 404))
                for path in (f"{PLANNER}/search?q=standup", REMINDERS, STATS, EXPORT,
                             f"{PLANNER}/bootstrap"):
                    self.assertIn(self.client.send("GET", path).status, (200, 400))
                self.remove(series)

    def test_lists_without_end_are_refused(self):
        days = [f"2{n:03}0101" for n in range(1000)]
        series = self.create(weekly(rrule="FREQ=DAILY", exdate=days))
        self.assertLessEqual(len(series["exdate"]), 1000)
        self.refuse(weekly(exdate=[*days, "20300202"]), "exdate")
        self.refuse(weekly(rdate=[*days, "20300202"]), "rdate")
        self.refuse(weekly(exdate=["20250101"] * 50_000), "exdate")
        # Nor does one cancellation after another get past the bound.
        if len(series["exdate"]) == 1000:
            one = self.occurrence(series, "20250202")
            reply = self.client.send("DELETE", planner_path(one),
                                     headers={"If-Match": f'"{one["etag"]}"'})
            self.assertIn(reply.status, (400, 409), reply.body)


@on_stores(EMBEDDED)  # The store makes no difference to it.
class HostileFilesTest(PlannerCase):
    def take_in(self, text):
        return self.client.send("POST", IMPORT, text, {"Content-Type": CALENDAR})

    def assert_nothing_taken(self, reply):
        self.assertIn(reply.status, (200, 400), reply.body[:300])
        if reply.status == 200:
            report = reply.json
            self.assertEqual((report["created"], report["updated"]), (0, 0))
            self.assertLessEqual(len(report["notes"]), 1000)

    def test_ten_megabytes_of_nonsense(self):
        size = 10 * MEGABYTE - 100
        for text in (os.urandom(size), b"A" * size, b"BEGIN:VCALENDAR\r\n" * (size // 17),
                     b"\r\n" * (size // 2), b"BEGIN:VEVENT\r\n" * (size // 14),
                     b";:,\"=" * (size // 5),
                     b"BEGIN:VCALENDAR\r\n" + b"X:" + b"\r\n x" * (size // 5 - 10),
                     b"BEGIN:VCALENDAR\r\n" + b"END:VEVENT\r\n" * (size // 13)):
            with self.subTest(text=text[:30]):
                self.assert_nothing_taken(self.take_in(text))
        self.assertEqual(self.take_in(b"A" * (10 * MEGABYTE + 1)).status, 413)
        self.client.close()

    def test_files_that_are_meant_to_hurt(self):
        def event(*lines):
            return "\r\n".join(("BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:a@x",
                                *lines, "END:VEVENT", "END:VCALENDAR", "")).encode()
        start = "DTSTART:20251215T140000Z"
        for text in (
                event(start, "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30"),
                event(start, "RRULE:FREQ=DAILY", "EXDATE:" + ",".join(
                    f"2{n:03}1215T140000Z" for n in range(1000)) * 20),
                event(start, "RRULE:FREQ=DAILY",
                      *("EXDATE:20251216T140000Z" for _ in range(50_000))),
                event(start, "SUMMARY:" + "x" * MEGABYTE), event(start, "UID:" + "u" * 100_000),
                event("DTSTART;TZID=../../etc/passwd:20251215T140000"),
                event("DTSTART:99999999T999999Z"), event("DTSTART:00000101T000000Z"),
                event(start, "DTEND:19000101T000000Z"), event(start, "DURATION:P99999999W"),
                event(start, *("ATTENDEE:mailto:a@x" for _ in range(100_000))),
                event(start, *("BEGIN:VALARM\r\nACTION:AUDIO\r\nTRIGGER:-PT5M\r\nEND:VALARM"
                               for _ in range(20_000))),
                event(start, "SUMMARY:a\x00b"), event(start, "CATEGORIES:" + ",".join(
                    str(n) for n in range(10_000))),
                b"BEGIN:VCALENDAR\r\n" + b"BEGIN:X\r\n" * 100_000):
            with self.subTest(text=text[60:120]):
                reply = self.take_in(text)
                self.assertIn(reply.status, (200, 400), reply.body[:300])
                self.assertIn(self.client.send("GET", VIEW + THIS_WEEK).status, (200, 400))
                self.assertEqual(self.client.get(EXPORT).status, 200)

    def test_what_is_packed_small_is_not_unpacked_without_end(self):
        bomb = gzip.compress(b"A" * (60 * MEGABYTE))
        reply = self.client.send("POST", IMPORT, bomb, {"Content-Type": CALENDAR,
                                                        "Content-Encoding": "gzip"})
        self.assertIn(reply.status, (400, 413, 415))
        self.client.close()
