"""What a planner knows of its person: preferences, counts, and all of it at once."""

import datetime

from event_stream import EventStream
from planner_case import PlannerCase
from planner_things import (NEW_YORK, PLANNER, PREFERENCES, STATS, meeting, query_of, weekly,
                            whole_days)
from rest_case import at_once, on_every_store

DEFAULTS = {"defaultTzid": "UTC", "weekStart": 1, "defaultEventDuration": 30,
            "defaultCalendarIncrement": 15, "defaultReminderMinutes": [15], "theme": "auto",
            "autoArchiveCompletedTasks": True, "autoArchiveDelayHours": 24,
            "enableBrowserNotifications": True, "enableSoundNotifications": False,
            "weekNumbers": False, "version": 1, "etag": "v1"}


@on_every_store
class PlannerPreferencesTest(PlannerCase):
    def preferences(self):
        return self.client.get(PREFERENCES).json

    def test_they_begin_as_designed_and_change(self):
        self.assertEqual(self.preferences(), DEFAULTS)
        change = {"defaultTzid": NEW_YORK, "weekStart": 0, "defaultEventDuration": 45,
                  "defaultCalendarIncrement": 60, "defaultReminderMinutes": [60, 5],
                  "theme": "dark", "autoArchiveCompletedTasks": False,
                  "autoArchiveDelayHours": 48, "enableBrowserNotifications": False,
                  "enableSoundNotifications": True, "weekNumbers": True}
        changed = self.client.patch(PREFERENCES, change, etag="v1").json
        self.assertEqual(changed, change | {"defaultReminderMinutes": [5, 60], "version": 2,
                                            "etag": "v2"})
        self.assertEqual(self.preferences(), changed)
        changed = self.client.patch(PREFERENCES, {"theme": "light"}, etag="v2").json
        self.assertEqual((changed["theme"], changed["weekStart"]), ("light", 0))

    def test_what_cannot_be_is_refused(self):
        for name, wrong in (
                ("defaultTzid", "Nowhere/City"), ("defaultTzid", ""), ("defaultTzid", None),
                ("defaultTzid", "../UTC"), ("weekStart", 2), ("weekStart", -1),
                ("weekStart", "1"), ("defaultEventDuration", 20), ("defaultEventDuration", 0),
                ("defaultCalendarIncrement", 5), ("defaultReminderMinutes", [-1]),
                ("defaultReminderMinutes", list(range(11))), ("defaultReminderMinutes", 15),
                ("theme", "pink"), ("autoArchiveDelayHours", 0), ("autoArchiveDelayHours", 721),
                ("autoArchiveCompletedTasks", "yes"), ("enableBrowserNotifications", 1),
                ("version", 7), ("stats", {}), ("longestEventMinutes", 1)):
            with self.subTest(name=name, wrong=wrong):
                reply = self.client.send("PATCH", PREFERENCES, {name: wrong},
                                         {"If-Match": '"v1"'})
                self.assert_problem(reply, 400)
        self.assertEqual(self.preferences(), DEFAULTS)

    def test_a_stale_change_is_told_what_is_there(self):
        changed = self.client.patch(PREFERENCES, {"weekStart": 0}, etag="v1").json
        reply = self.client.send("PATCH", PREFERENCES, {"weekStart": 1}, {"If-Match": '"v1"'})
        self.assert_problem(reply, 409)
        self.assertEqual((reply.json["current"], reply.etag), (changed, "v2"))

    def test_events_do_not_make_them_stale(self):
        self.create(whole_days(first="2020-01-01", after="2025-01-01"))
        self.client.patch(PREFERENCES, {"weekStart": 0}, etag="v1")

    def test_of_changes_at_the_same_time_none_is_lost(self):
        def raise_delay(client):
            done = 0
            while done < 8:
                now = client.get(PREFERENCES).json
                reply = client.send(
                    "PATCH", PREFERENCES,
                    {"autoArchiveDelayHours": now["autoArchiveDelayHours"] + 1},
                    {"If-Match": f'"{now["etag"]}"'})
                self.assertIn(reply.status, (200, 409))
                done += reply.status == 200
        at_once(*(lambda: raise_delay(self.client.copy()) for _ in range(3)))
        self.assertEqual(self.preferences()["autoArchiveDelayHours"], 24 + 24)

    def test_open_pages_hear_of_them(self):
        stream = EventStream(self.client)
        self.addCleanup(stream.close)
        stream.until("hello")
        self.create(meeting())  # Which is counted in the same item, and chosen by nobody.
        self.client.patch(PREFERENCES, {"weekStart": 0}, etag="v1")
        events = stream.until("planner-preferences")
        self.assertEqual([event.name for event in events], ["planner", "planner-preferences"])


@on_every_store
class PlannerStatsTest(PlannerCase):
    def stats(self):
        return self.client.get(STATS).json

    def test_they_are_what_there_is(self):
        self.assertEqual(self.stats(), {
            "totalEvents": 0, "totalTasks": 0, "totalReminders": 0, "totalNotes": 0,
            "upcomingEvents": 0, "overdueTasks": 0, "lastEventCreated": None,
            "lastTaskCompleted": None})
        event = self.create(meeting())
        series = self.create(weekly())
        self.change(self.occurrence(series, "20250113"), {"title": "Changed"})
        self.assert_eventually(lambda: (self.stats()["totalEvents"],
                                        self.stats()["lastEventCreated"]),
                               (2, series["createdAt"]))
        self.remove(event)
        self.assert_eventually(lambda: self.stats()["totalEvents"], 1)
        self.remove(self.get(series))
        self.assert_eventually(lambda: self.stats()["totalEvents"], 0)

    def test_what_is_coming_is_counted_by_the_clock(self):
        now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0, tzinfo=None)
        def at(**later):
            return (now + datetime.timedelta(**later)).isoformat()
        self.create(meeting("Soon", at(hours=1), None, startTzid="UTC"))
        self.create(meeting("Over", at(days=-3), None, startTzid="UTC"))
        self.create(meeting("Far", at(days=8), None, startTzid="UTC"))
        self.create(meeting("Often", at(days=-30, hours=1), None, startTzid="UTC",
                            rrule="FREQ=DAILY"))
        self.assert_soon(lambda: self.stats()["upcomingEvents"], 1 + 7)


@on_every_store
class PlannerBootstrapTest(PlannerCase):
    def test_everything_at_once(self):
        self.create(meeting(tags=["work", "deep"]))
        # It is over: one that went on would have a reminder that is due on a Monday.
        self.create(weekly(tags=["standup"], rrule="FREQ=WEEKLY;BYDAY=MO;UNTIL=20260101T000000Z"))
        week = {"from": "2025-12-15", "to": "2025-12-21", "tzid": NEW_YORK}
        path = f"{PLANNER}/bootstrap{query_of(**week)}"
        self.assert_soon(lambda: self.client.get(path).json["tags"], ["deep", "standup", "work"])
        start = self.client.get(path).json
        self.assertEqual(start["person"], {"id": self.nora.id, "name": "Nora"})
        self.assertEqual(start["preferences"], DEFAULTS)
        self.assertEqual(start["feed"], {"exists": False})
        self.assertEqual(len(start["palette"]), 12)
        self.assertIn({"name": "green", "color": "#22c55e"}, start["palette"])
        self.assert_soon(lambda: self.client.get(path).json["view"],
                         self.view("2025-12-15", "2025-12-21", tzid=NEW_YORK))
        self.assertEqual([each["title"] for each in start["view"]["occurrences"]],
                         ["Team Standup", "Weekly Team Standup"])

    def test_the_week_of_today_by_where_weeks_begin(self):
        for week_start, weekday in ((1, 0), (0, 6)):
            etag = self.client.get(PREFERENCES).etag
            self.client.patch(PREFERENCES, {"weekStart": week_start}, etag=etag)
            start = self.client.get(f"{PLANNER}/bootstrap?tzid=Asia/Kolkata").json
            first, last = (datetime.date.fromisoformat(start["view"][name])
                           for name in ("from", "to"))
            now = datetime.datetime.fromisoformat(start["now"].replace("Z", "+00:00"))
            today = (now + datetime.timedelta(hours=5, minutes=30)).date()
            self.assertEqual((first.weekday(), (last - first).days), (weekday, 6))
            self.assertTrue(first <= today <= last, (first, today, last))

    def test_what_it_cannot_show_is_refused(self):
        for query in ("?from=2025-12-15", "?tzid=Nowhere", "?from=2025-12-16&to=2025-12-15"):
            self.assert_problem(self.client.send("GET", f"{PLANNER}/bootstrap{query}"), 400)
