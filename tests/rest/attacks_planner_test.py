"""Attacks on planners: by people who have one, by programs with little scope, and by what is
sent."""

import gzip
import os

from event_stream import EventStream
from planner_case import PlannerCase
from planner_things import (CALENDAR_FILE, EVENTS, EXPORT, FEED, IMPORT, PLANNER, PREFERENCES,
                            REMINDERS, STATS, THIS_WEEK, VIEW, make_feed, meeting, occurrence_id,
                            planner_path, weekly)
from rest_case import on_every_store
from rest_client import quote

MEGABYTE = 1 << 20


@on_every_store
class ForeignPlannerTest(PlannerCase):
    def test_what_is_not_theirs_looks_as_if_it_was_not_there(self):
        event, series = self.create(meeting()), self.create(weekly())
        one = self.change(self.occurrence(series, "20250113"), {"title": "Changed"})
        sten = self.stranger().client
        nothing = {"evt": "evt_00000000-0000-4000-8000-000000000000",
                   "mst": "mst_00000000-0000-4000-8000-000000000000",
                   "inst": "inst_20250113_00000000-0000-4000-8000-000000000000"}
        for thing in (event, series, one, {"id": occurrence_id(series, "20250120")}):
            none = nothing[thing["id"].partition("_")[0]]
            for method, path, body in (
                    ("GET", "", None), ("PATCH", "", {"title": "x"}), ("DELETE", "", None),
                    ("PATCH", "?scope=all", {"title": "x"}), ("DELETE", "?scope=all", None),
                    ("PATCH", "?scope=following", {"title": "x"}), ("POST", "/restore", None)):
                headers = {"If-Match": f'"{thing.get("etag", "v2.0")}"'}
                theirs = sten.send(method, planner_path(thing) + path, body, headers)
                nobodys = sten.send(method, planner_path(none) + path, body, headers)
                with self.subTest(id=thing["id"], method=method, path=path):
                    if method == "POST" and not thing["id"].startswith("inst_"):
                        self.assertIn(theirs.status, (400, 404))
                    else:
                        self.assertEqual(theirs.status, 404)
                    self.assertEqual(theirs.json, nobodys.json)
        sten.get(f"{PLANNER}/series/{series['id']}", expect=404)
        for thing in (event, one):
            self.assertEqual(self.get(thing), thing)

    def test_nothing_of_theirs_is_seen_by_another_way(self):
        event = self.create(meeting("Secret", tags=["secret"], links=[{"target": "secret"}],
                                    reminderMinutes=[15]))
        self.create(weekly("Secret", tags=["secret"], reminderMinutes=[15]))
        sten = self.stranger().client
        sten.put(f"{REMINDERS}/{event['id']}.15", {"snoozeMinutes": 10})
        week = "?from=2025-12-15T00:00:00Z&to=2025-12-22T00:00:00Z"
        for path in (VIEW + THIS_WEEK, f"{VIEW}{THIS_WEEK}&expand=false",
                     f"{VIEW}{THIS_WEEK}&tag=secret", f"{PLANNER}/search?q=secret",
                     f"{PLANNER}/linked?target=secret", f"{PLANNER}/linked?target={event['id']}",
                     f"{PLANNER}/bootstrap{THIS_WEEK}", REMINDERS + week, REMINDERS, EXPORT, STATS):
            with self.subTest(path=path):
                self.assertNotIn(b"ecret", sten.get(path).body)

    def test_links_lead_nowhere(self):
        """Whoever links to a foreign thing learns nothing of it."""
        event = self.create(meeting("Secret"))
        sten = self.stranger()
        sten.client.post(EVENTS, meeting("Mine", links=[{"target": event["id"]}]), expect=201)
        self.assertEqual(self.client.get(f"{PLANNER}/linked?target={event['id']}").json["events"],
                         [])

    def test_a_file_does_not_touch_the_planners_of_others(self):
        """The UID of another's event is no key to it."""
        event = self.create(meeting("Mine"))
        text = CALENDAR_FILE.replace("imported@example.com", event["icalUid"])
        report = self.stranger().client.post(IMPORT, text).json
        self.assertEqual(report["created"], 1)
        self.assertEqual(self.get(event), event)


@on_every_store
class PlannerScopesTest(PlannerCase):
    def test_a_token_does_what_its_scopes_say(self):
        event = self.create(meeting())
        changes = (("POST", EVENTS, meeting(), None), ("POST", IMPORT, CALENDAR_FILE, None),
                   ("PATCH", planner_path(event), {"title": "x"}, "v1"),
                   ("DELETE", planner_path(event), None, "v1"),
                   ("PATCH", PREFERENCES, {"weekStart": 0}, "v1"),
                   ("PUT", f"{REMINDERS}/{event['id']}.15", {"dismissed": True}, None))
        reads = (planner_path(event), VIEW + THIS_WEEK, f"{PLANNER}/bootstrap", PREFERENCES, STATS,
                 EXPORT, FEED, REMINDERS, f"{PLANNER}/search?q=x", f"{PLANNER}/linked?target=x")
        for scopes, may_read, may_write in (
                (("planner:read",), True, False), (("planner:write",), None, True),
                (("calendars:read", "calendars:write", "account:read"), False, False)):
            program = self.nora.token(*scopes)
            for path in reads if may_read is not None else ():
                with self.subTest(scopes=scopes, path=path):
                    program.get(path, expect=200 if may_read else 403)
            for method, path, body, etag in () if may_write else changes:
                with self.subTest(scopes=scopes, method=method, path=path):
                    program.call(method, path, body, etag=etag, expect=403)
        self.assertEqual(self.get(event), event)
        self.nora.token("planner:write").patch(planner_path(event), {"title": "x"}, etag="v1")
        program = self.nora.token("planner:read", "planner:write")
        program.get("/api/v1/calendars", expect=403)

    def listen(self, client):
        stream = EventStream(client)
        self.addCleanup(stream.close)
        self.assertEqual(stream.status, 200)
        stream.until("hello")
        return stream

    def test_a_token_hears_what_it_may_read(self):
        streams = {"browser": self.listen(self.client),
                   "both": self.listen(self.nora.token("calendars:read", "planner:read")),
                   "calendars": self.listen(self.nora.token("calendars:read"))}
        event = self.create(meeting("Secret"))
        self.remove(event)
        calendar = {"name": "Heard", "color": "#123456"}
        self.client.post("/api/v1/calendars", calendar, expect=201)
        for name, stream in streams.items():
            events = stream.until("calendar")
            heard = [(each.data["id"], each.data.get("gone", False)) for each in events
                     if each.name == "planner"]
            with self.subTest(name=name):
                self.assertEqual(heard, [] if name == "calendars" else
                                 [(event["id"], False), (event["id"], True)])

    def test_nobody_hears_of_the_planners_of_others(self):
        sten = self.world.sign_up("Sten")
        stream = self.listen(sten.client)
        self.create(meeting("Secret"))
        own = sten.client.post(EVENTS, meeting("Own"), expect=201).json
        self.assertEqual([event.data for event in stream.until("planner")],
                         [{"id": own["id"], "kind": "event"}])


@on_every_store
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
        self.refuse(weekly(exdate=["20250101"] * 100_000), "exdate")
        # Nor does one cancellation after another get past the bound.
        if len(series["exdate"]) == 1000:
            one = self.occurrence(series, "20250202")
            reply = self.client.send("DELETE", planner_path(one),
                                     headers={"If-Match": f'"{one["etag"]}"'})
            self.assertIn(reply.status, (400, 409), reply.body)


@on_every_store
class HostileFilesTest(PlannerCase):
    def take_in(self, text):
        return self.client.send("POST", IMPORT, text, {"Content-Type": "text/calendar"})

    def assert_nothing_taken(self, reply):
        self.assertIn(reply.status, (200, 400), reply.body[:300])
        if reply.status == 200:
            report = reply.json
            self.assertEqual((report["created"], report["updated"]), (0, 0))
            self.assertLessEqual(len(report["notes"]), 1000)

    def test_ten_megabytes_of_nonsense(self):
        size = 10 * MEGABYTE - 100
        for text in (os.urandom(size), b"A" * size, b"BEGIN:VCALENDAR\r\n" * (size // 17),
                     b"\r\n" * (size // 2), b"BEGIN:VEVENT\r\n" * (size // 14), b";:,\"=" * (size // 5),
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
                event(start, "RRULE:FREQ=DAILY", *("EXDATE:20251216T140000Z" for _ in range(50_000))),
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
        reply = self.client.send("POST", IMPORT, bomb, {"Content-Type": "text/calendar",
                                                        "Content-Encoding": "gzip"})
        self.assertIn(reply.status, (400, 413, 415))
        self.client.close()


@on_every_store
class FeedAddressTest(PlannerCase):
    def test_nothing_but_the_secret_leads_to_it(self):
        feed = make_feed(self.nora)
        secret = feed.secret
        visitor = self.visitor()
        visitor.get(feed.path)
        for wrong in (secret[:-1], secret + "A", secret + "=", secret.swapcase(), "A" * len(secret),
                      "%2e%2e", quote("#"), f"{secret}%00", f"{secret}%2f", "x" * 5000, "",
                      self.nora.id, f"{secret}%0a", quote(f"FEED#{secret}"), f"%20{secret}"):
            with self.subTest(wrong=wrong[:60]):
                reply = visitor.send("GET", f"/ical/{wrong}/planner.ics")
                self.assertIn(reply.status, (400, 404))
        for path in (f"/ical/{secret}", f"/ical/{secret}/", f"/ical/{secret}/other.ics",
                     f"/ical/{secret}/planner.ics/", f"/api/v1/planner/ical/{secret}/planner.ics"):
            self.assertEqual(visitor.send("GET", path).status, 404, path)
        # It opens nothing else.
        for headers in ({"Authorization": f"Bearer {secret}"}, {"Cookie": f"norn={secret}"}):
            self.assertEqual(visitor.send("GET", STATS, headers=headers).status, 401)
