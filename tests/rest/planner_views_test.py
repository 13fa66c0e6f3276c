"""What overlaps some days, in order, by the clocks of whoever looks; and what is found by words."""

import datetime

from planner_case import PlannerCase
from planner_things import (NEW_YORK, PLANNER, VIEW, meeting, planner_path, query_of, weekly,
                            whole_days)
from rest_case import on_every_store


@on_every_store
class PlannerViewTest(PlannerCase):
    def assert_seen(self, expected, *days, **query):
        self.assert_soon(lambda: [title for _, title in self.seen(*days, **query)], expected)

    def test_a_view_has_what_a_page_shows(self):
        event = self.create(meeting(description="Not in views", location="Zoom", tags=["work"],
                                    color="#123456", reminderMinutes=[5]))
        self.assert_seen(["Team Standup"], "2025-12-15")
        view = self.view("2025-12-15", "2025-12-21", tzid="Asia/Kolkata")
        self.assertEqual((view["from"], view["to"], view["tzid"]),
                         ("2025-12-15", "2025-12-21", "Asia/Kolkata"))
        shown = {name: event[name] for name in (
            "id", "kind", "title", "location", "color", "status", "tags", "reminderMinutes",
            "isAllDay", "startUtc", "endUtc", "startLocal", "endLocal", "startTzid", "endTzid",
            "version", "etag")}
        one, = view["occurrences"]
        self.assertEqual({name: one.get(name) for name in shown}, shown)
        self.assertEqual((one["start"], one["end"]),
                         ("2025-12-15T19:30:00", "2025-12-15T20:00:00"))
        self.assertNotIn("description", one)

    def test_what_overlaps_belongs_to_it(self):
        for title, start, end in (
                ("Before", "2025-12-14T08:00", "2025-12-15T00:00"),
                ("Into", "2025-12-14T23:00", "2025-12-15T01:00"),
                ("Across", "2025-11-01T00:00", "2026-01-15T00:00"),
                ("Moment at the start", "2025-12-15T00:00", None),
                ("Out of", "2025-12-21T23:00", "2025-12-22T01:00"),
                ("After", "2025-12-22T00:00", "2025-12-22T01:00")):
            self.create(meeting(title, start, end, startTzid="UTC"))
        self.create(whole_days("Days before", "2025-12-10", "2025-12-15"))
        self.create(whole_days("Days into", "2025-12-10", "2025-12-16"))
        self.create(whole_days("Days after", "2025-12-22", "2025-12-23"))
        self.assert_seen(["Across", "Days into", "Into", "Moment at the start", "Out of"],
                         "2025-12-15", "2025-12-21", tzid="UTC")

    def test_a_long_event_from_years_ago_is_still_there(self):
        self.create(whole_days("Decade", "2018-01-01", "2028-01-01"))
        self.create(meeting("Era", "2019-06-01T00:00", "2029-01-01T00:00", startTzid="UTC"))
        self.assert_seen(["Decade", "Era"], "2027-12-31", tzid="UTC")
        self.assert_seen(["Era"], "2028-01-01", tzid="UTC")
        self.assert_seen([], "2029-01-01", tzid="UTC")

    def test_the_order_is_by_day_and_then_all_day_first(self):
        for title, start in (("Nine", "09:00"), ("b at eight", "08:00"), ("a at eight", "08:00")):
            self.create(meeting(title, f"2025-12-15T{start}", None, startTzid="UTC"))
        self.create(meeting("Sunday", "2025-12-14T23:00", None, startTzid="UTC"))
        self.create(whole_days("Monday", "2025-12-15", "2025-12-16"))
        self.create(weekly("Series", "2025-12-08T08:30", None, startTzid="UTC"))
        self.create(meeting("Floating", "2025-12-15T08:45", None, startTzid=None))
        self.assert_seen(["Sunday", "Monday", "a at eight", "b at eight", "Series", "Floating",
                          "Nine"], "2025-12-14", "2025-12-15", tzid="UTC")

    def test_days_are_those_of_whoever_looks(self):
        self.create(meeting("Late", "2025-12-15T23:30", None))  # 04:30 UTC the next day.
        self.create(meeting("Float", "2025-12-15T23:45", None, startTzid=None))
        self.create(whole_days("Day", "2025-12-15", "2025-12-16"))
        self.assert_seen(["Day", "Late", "Float"], "2025-12-15", tzid=NEW_YORK)
        self.assert_seen(["Day", "Float"], "2025-12-15", tzid="UTC")
        self.assert_seen(["Late"], "2025-12-16", tzid="UTC")
        self.assert_seen(["Late"], "2025-12-16", tzid="Pacific/Kiritimati")
        preferences = self.client.get(f"{PLANNER}/preferences")
        self.client.patch(f"{PLANNER}/preferences", {"defaultTzid": NEW_YORK},
                          etag=preferences.etag)
        self.assert_seen(["Day", "Late", "Float"], "2025-12-15")

    def test_a_day_of_23_or_25_hours(self):
        """A rule goes by the clocks on the wall: what they show twice it has once."""
        self.create(meeting("Each hour", "2025-03-08T00:30", None, rrule="FREQ=HOURLY"))
        self.create(meeting("Late", "2025-11-02T23:30", "2025-11-03T00:00"))
        for day, hours in (("2025-03-09", 23), ("2025-03-10", 24), ("2025-11-02", 24)):
            hourly = [title for _, title in self.seen(day, tzid=NEW_YORK) if title != "Late"]
            self.assertEqual(len(hourly), hours, day)
        self.assert_soon(lambda: self.seen("2025-11-02", tzid=NEW_YORK)[-1],
                         ("2025-11-02T23:30:00", "Late"))

    def test_the_turn_of_the_year(self):
        for title, start in (("Old", "2025-12-31T23:00"), ("New", "2026-01-01T01:00")):
            self.create(meeting(title, start, None, startTzid="UTC"))
        self.create(weekly("Wednesdays", "2020-01-01T12:00", None, "FREQ=WEEKLY", startTzid="UTC"))
        self.assert_seen(["Wednesdays", "Old", "New"], "2025-12-29", "2026-01-04", tzid="UTC")
        self.assert_seen(["Old", "New"], "2026-01-01", tzid="Asia/Kolkata")

    def test_only_what_has_the_tags(self):
        self.create(meeting("Both", tags=["work", "deep"]))
        self.create(meeting("Work", tags=["work"]))
        self.create(meeting("None"))
        series = self.create(weekly("Series", "2025-12-15T10:00", None, tags=["work"]))
        self.assert_seen(["Both"], "2025-12-15", tag=["work", "deep"])
        self.assert_seen(["Both", "Work", "Series"], "2025-12-15", tag="work")
        self.assert_seen(["Both", "Work", "Series"], "2025-12-15", tag="WORK")
        self.assert_seen([], "2025-12-15", tag="other")
        one = self.occurrence_of(series)
        self.change(one, {"tags": ["other"]})
        self.assert_seen(["Both", "Work"], "2025-12-15", tag="work")
        self.assert_seen(["Series"], "2025-12-15", tag="other")

    def occurrence_of(self, series):
        return self.occurrence(series, "20251215")

    def test_the_items_themselves(self):
        event = self.create(meeting())
        series = self.create(weekly(start="2025-01-06T10:00"))
        one = self.change(self.occurrence_of(series), {"title": "Changed"})
        self.assert_soon(
            lambda: sorted((each["kind"], each["id"]) for each in
                           self.view("2025-12-15", "2025-12-21", expand="false")["items"]),
            sorted([("event", event["id"]), ("series", series["id"]), ("occurrence", one["id"])]))

    def test_it_says_whether_something_is_new(self):
        event = self.create(meeting())
        self.assert_seen(["Team Standup"], "2025-12-15")
        path = VIEW + query_of(**{"from": "2025-12-15", "to": "2025-12-21"})
        first = self.client.get(path)
        tag = {"If-None-Match": f'"{first.etag}"'}
        self.assertEqual(self.client.send("GET", path, headers=tag).status, 304)
        self.change(event, {"title": "Changed"})
        self.assert_seen(["Changed"], "2025-12-15")
        again = self.client.send("GET", path, headers=tag)
        self.assertEqual(again.status, 200)
        self.assertNotEqual(again.etag, first.etag)
        self.client.patch(planner_path(event), {"title": "x"}, etag=first.etag, expect=409)

    def test_what_cannot_be_shown_is_refused(self):
        for query, field in (
                ({}, "from"), ({"from": "2025-12-15"}, "to"),
                ({"from": "2025-02-30", "to": "2025-03-01"}, "from"),
                ({"from": "2025-12-16", "to": "2025-12-15"}, "to"),
                ({"from": "2025-01-01", "to": "2026-12-31"}, "to"),
                ({"from": "x", "to": "y"}, "from"),
                ({"from": "2025-12-15", "to": "2025-12-15", "tzid": "Nowhere"}, "tzid"),
                ({"from": "2025-12-15", "to": "2025-12-15", "tzid": "../UTC"}, "tzid"),
                ({"from": "2025-12-15", "to": "2025-12-15", "expand": "perhaps"}, "expand")):
            with self.subTest(query=query):
                self.assert_problem(self.client.send("GET", VIEW + query_of(**query)), 400, field)

    def test_more_than_can_be_shown(self):
        self.refuse(meeting("Often", "2025-12-15T00:00", None, rrule="FREQ=SECONDLY"), "rrule")
        for title in ("Often", "Again"):
            self.create(meeting(title, "2025-12-15T00:00", None, startTzid="UTC",
                                rrule="FREQ=MINUTELY;INTERVAL=30"))
        week = {"from": "2025-12-15", "to": "2025-12-21", "tzid": "UTC"}
        self.assertEqual(len(self.client.get(VIEW + query_of(**week)).json["occurrences"]),
                         2 * 7 * 48)
        year = {"from": "2026-01-01", "to": "2026-12-31"}
        self.assert_problem(self.client.send("GET", VIEW + query_of(**year)), 400, "to")

    def test_years_far_away(self):
        self.create(weekly("Old", "1900-01-01T10:00", None, startTzid="UTC"))
        for day in ("1900-01-01", "2999-12-30", "9999-12-27"):
            self.assert_seen(["Old"], day, tzid="UTC")


@on_every_store
class PlannerSearchTest(PlannerCase):
    def test_words_in_any_order_case_and_accent(self):
        self.create(meeting("Café with Zoë"))
        self.create(weekly("Zoe's yoga"))
        self.create(meeting("Unrelated", description="zoe"))
        for words, expected in (("zoe cafe", ["Café with Zoë"]), ("CAFÉ", ["Café with Zoë"]),
                                ("yoga", ["Zoe's yoga"]), ("caf", ["Café with Zoë"]),
                                ("zoe nothing", []), ("%", []), ("*", [])):
            with self.subTest(words=words):
                self.assert_soon(lambda words=words: self.found(words), expected)
        self.assert_soon(lambda: sorted(self.found("zoe")), ["Café with Zoë", "Zoe's yoga"])

    def test_what_is_ahead_comes_first(self):
        today = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0, tzinfo=None)
        for title, days in (("Standup past", -30), ("Standup far", 60), ("Standup near", 2)):
            start = (today + datetime.timedelta(days=days)).isoformat()
            self.create(meeting(title, start, None, startTzid="UTC"))
        self.create(meeting("Standup often", (today - datetime.timedelta(hours=1)).isoformat(),
                            None, startTzid="UTC", rrule="FREQ=DAILY"))
        self.assert_soon(lambda: self.found("standup"),
                         ["Standup often", "Standup near", "Standup far", "Standup past"])
        self.assertEqual(self.found("standup", limit=2), ["Standup often", "Standup near"])
        results = self.client.get(f"{PLANNER}/search?q=standup").json["results"]
        self.assertTrue(results[0]["next"]["id"].startswith("inst_"))
        self.assertIsNone(results[-1]["next"])

    def test_what_is_no_search_is_refused(self):
        for query in ("", "?q=" + "x" * 501, "?q=x&limit=0", "?q=x&limit=101", "?q=x&limit=x"):
            self.assert_problem(self.client.send("GET", f"{PLANNER}/search{query}"), 400)
