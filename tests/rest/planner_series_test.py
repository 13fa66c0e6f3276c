"""Series: what they expand to, and how one occurrence, the following ones or all are changed."""

from planner_case import PlannerCase
from planner_things import (PLANNER, NEW_YORK, meeting, occurrence_id, planner_path, weekly,
                            whole_days)
from rest_case import on_every_store

# The Mondays of January 2025, by which the weekly series of these tests go.
MONDAYS = ["2025-01-06", "2025-01-13", "2025-01-20", "2025-01-27"]


class SeriesCase(PlannerCase):
    def january(self, **query):
        return self.days_of("2025-01-01", "2025-01-31", **query)

    def series_of(self, series):
        reply = self.client.get(f"{PLANNER}/series/{series['id']}").json
        return reply["series"], reply["exceptions"]

    def exceptions(self, series):
        return [each["id"] for each in self.series_of(series)[1]]


@on_every_store
class PlannerSeriesTest(SeriesCase):
    def test_a_series_comes_back_as_it_was_made(self):
        series = self.create(weekly(exdate=["20250113"], rdate=["20250115"]))
        self.assertRegex(series["id"], r"^mst_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
        self.assertEqual(
            {name: series[name] for name in ("kind", "masterId", "rrule", "rruleUntil", "exdate",
                                             "rdate", "hasExceptions", "startUtc", "etag")},
            {"kind": "series", "masterId": series["id"], "rrule": "FREQ=WEEKLY;BYDAY=MO",
             "rruleUntil": None, "exdate": ["20250113"], "rdate": ["20250115"],
             "hasExceptions": False, "startUtc": "2025-01-06T15:00:00Z", "etag": "v1"})
        self.assertEqual(self.get(series), series)
        self.assertEqual(self.january(), ["2025-01-06", "2025-01-15", "2025-01-20", "2025-01-27"])

    def test_an_occurrence_has_an_id_although_it_is_not_stored(self):
        series = self.create(weekly())
        one = self.occurrence(series, "20250120")
        self.assertEqual(
            {name: one[name] for name in ("kind", "masterId", "recurrenceId", "isException",
                                          "title", "startUtc", "endUtc", "rrule", "etag")},
            {"kind": "occurrence", "masterId": series["id"],
             "recurrenceId": "2025-01-20T15:00:00Z", "isException": False,
             "title": "Weekly Team Standup", "startUtc": "2025-01-20T15:00:00Z",
             "endUtc": "2025-01-20T15:15:00Z", "rrule": "FREQ=WEEKLY;BYDAY=MO", "etag": "v1.0"})
        for none in ("20250121", "20250105", "20241230", "20250120T150000Z", "20250230"):
            self.get(occurrence_id(series, none), expect=404)

    def test_the_time_on_the_wall_stays_across_the_year(self):
        self.create(weekly(start="2019-01-07T09:00", end="2019-01-07T10:00"))
        for day, utc in (("2025-03-03", "14"), ("2025-03-10", "13"), ("2025-10-27", "13"),
                         ("2025-11-03", "14"), ("2040-07-02", "13")):
            self.assertEqual(self.seen(day, tzid="UTC"),
                             [(f"{day}T{utc}:00:00", "Weekly Team Standup")])
            self.assertEqual(self.seen(day, tzid=NEW_YORK),
                             [(f"{day}T09:00:00", "Weekly Team Standup")])

    def test_rules_that_are_none_are_refused(self):
        for rule in ("", "FREQ=NEVER", "BYDAY=MO", "FREQ=WEEKLY;BYDAY=XX", "FREQ=DAILY;COUNT=0",
                     "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;COUNT=2;UNTIL=20260101T000000Z",
                     "FREQ=DAILY\nX:1", "RRULE:FREQ=DAILY\r\nDTSTART:20250101", "FREQ=DAILY;X=1",
                     "FREQ=DAILY;FREQ=WEEKLY", "FREQ=MONTHLY;BYMONTHDAY=32", 7, []):
            with self.subTest(rule=rule):
                self.refuse(weekly(rrule=rule), "rrule")
        for name, wrong in (("exdate", ["2025-01-13"]), ("exdate", ["20250230"]),
                            ("exdate", "20250113"), ("rdate", ["x"]), ("rdate", [7]),
                            ("rdate", ["20250115T100000Z/PT-1H"])):
            with self.subTest(name=name, wrong=wrong):
                self.assert_problem(self.client.send("POST", f"{PLANNER}/events",
                                                     weekly(**{name: wrong})), 400)

    def test_series_of_other_kinds_of_times(self):
        days = self.create(whole_days("Days", "2025-01-06", "2025-01-08",
                                      rrule="FREQ=WEEKLY;COUNT=3"))
        self.assertEqual(self.seen("2025-01-14"), [("2025-01-13", "Days")])
        self.assertEqual(self.occurrence(days, "20250113")["recurrenceId"], "2025-01-13")
        floating = self.create(meeting("Float", "2025-02-01T08:00", "2025-02-01T09:00",
                                       startTzid=None, rrule="FREQ=DAILY;COUNT=2"))
        for zone in ("UTC", NEW_YORK, "Asia/Kolkata"):
            self.assertEqual(self.seen("2025-02-02", tzid=zone),
                             [("2025-02-02T08:00:00", "Float")])
        self.assertEqual(self.occurrence(floating, "20250202")["recurrenceId"],
                         "2025-02-02T08:00:00")
        hourly = self.create(meeting("Hour", "2025-03-01T00:00", None, startTzid="UTC",
                                     rrule="FREQ=HOURLY;INTERVAL=6;COUNT=4"))
        self.assertEqual([start[11:13] for start, _ in self.seen("2025-03-01", tzid="UTC")],
                         ["00", "06", "12", "18"])
        self.assertEqual(self.occurrence(hourly, "20250301T120000Z")["startUtc"],
                         "2025-03-01T12:00:00Z")

    def test_an_event_becomes_a_series(self):
        event = self.create(meeting(tags=["work"], links=[{"target": "a"}, {"target": "b"}]))
        series = self.change(event, {"rrule": "FREQ=DAILY;COUNT=3"})
        self.assertEqual((series["kind"], series["tags"], series["startUtc"]),
                         ("series", ["work"], event["startUtc"]))
        self.get(event, expect=404)
        self.assert_soon(lambda: self.days_of("2025-12-01", "2025-12-31"),
                         ["2025-12-15", "2025-12-16", "2025-12-17"])
        self.assert_soon(lambda: [each["id"] for each in self.client.get(
            f"{PLANNER}/linked?target=b").json["events"]], [series["id"]])

    def test_a_series_becomes_an_event(self):
        series = self.create(weekly(description="Weekly sync", tags=["work"]))
        self.change(self.occurrence(series, "20250113"), {"title": "Changed"})
        one = self.occurrence(series, "20250120")
        self.change(one, {"rrule": None}, scope="this", expect=400)
        self.change(one, {"rrule": None}, scope="following", expect=400)
        event = self.change(one, {"rrule": None}, scope="all")
        self.assertEqual(
            (event["kind"], event["id"][:4], event["startUtc"], event["icalUid"], event["tags"]),
            ("event", "evt_", one["startUtc"], series["icalUid"], ["work"]))
        self.get(series, expect=404)
        self.get(one, expect=404)
        self.assert_soon(lambda: self.days_of("2025-01-01", "2025-12-31"), ["2025-01-20"])


@on_every_store
class PlannerThisOneTest(SeriesCase):
    def test_one_occurrence_is_changed(self):
        series = self.create(weekly(description="Weekly sync"))
        one = self.change(self.occurrence(series, "20250120"),
                          {"title": "Moved", "start": "2025-01-21T11:00"})
        self.assertEqual(
            (one["isException"], one["startUtc"], one["endUtc"], one["recurrenceId"],
             one["description"], sorted(one["modifiedFields"]), one["etag"]),
            (True, "2025-01-21T16:00:00Z", "2025-01-21T16:15:00Z", "2025-01-20T15:00:00Z",
             "Weekly sync", ["endUtc", "startUtc", "title"], "v2.1"))
        self.assertEqual(self.get(one), one)
        self.assert_soon(self.january, ["2025-01-06", "2025-01-13", "2025-01-21", "2025-01-27"])
        master = self.get(series)
        self.assertEqual((master["hasExceptions"], master["version"]), (True, 2))
        self.assert_soon(lambda: self.exceptions(series), [one["id"]])
        again = self.change(one, {"location": "Here"})
        self.assertEqual((again["etag"], again["title"]), ("v3.2", "Moved"))

    def test_an_occurrence_moves_to_another_year_and_back(self):
        series = self.create(weekly(start="2025-12-29T10:00", end="2025-12-29T10:15"))
        one = self.change(self.occurrence(series, "20251229"), {"start": "2026-02-17T10:00"})
        self.assert_soon(lambda: self.days_of("2025-12-22", "2026-01-04"), [])
        self.assert_soon(lambda: self.days_of("2026-02-16", "2026-02-22"),
                         ["2026-02-16", "2026-02-17"])
        self.change(one, {"start": "2025-12-30T10:00"})
        self.assert_soon(lambda: self.days_of("2025-12-22", "2026-01-04"), ["2025-12-30"])
        self.assert_soon(lambda: self.days_of("2026-02-17"), [])

    def test_one_occurrence_is_cancelled_in_either_way(self):
        series = self.create(weekly())
        self.remove(self.occurrence(series, "20250113"))
        cancelled = self.change(self.occurrence(series, "20250120"), {"status": "CANCELLED"})
        self.assert_soon(self.january, ["2025-01-06", "2025-01-27"])
        master = self.get(series)
        self.assertEqual((master["exdate"], master["hasExceptions"]), (["20250113"], True))
        self.assertEqual(self.get(cancelled)["status"], "CANCELLED")
        self.assertEqual(self.occurrences_restored(series), MONDAYS)

    def occurrences_restored(self, series):
        master = self.get(series)
        path = f"{planner_path(occurrence_id(series, '20250113'))}/restore"
        restored = self.client.post(path, etag=f"{master['etag']}.0", expect=200).json
        self.assertFalse(restored["isException"])
        one = self.restore(self.occurrence(series, "20250120"))
        self.assertEqual((one["isException"], one["status"]), (False, "CONFIRMED"))
        master = self.get(series)
        self.assertEqual((master["exdate"], master["hasExceptions"]), ([], False))
        self.assert_soon(self.january, MONDAYS)
        return self.january()

    def test_a_changed_occurrence_that_is_deleted_leaves_nothing(self):
        series = self.create(weekly())
        one = self.change(self.occurrence(series, "20250113"), {"title": "Other"})
        self.remove(one)
        master = self.get(series)
        self.assertEqual((master["exdate"], master["hasExceptions"]), (["20250113"], False))
        self.assert_soon(lambda: self.exceptions(series), [])
        self.assert_soon(self.january, ["2025-01-06", "2025-01-20", "2025-01-27"])

    def test_its_rule_is_not_changed_for_one(self):
        series = self.create(weekly())
        self.change(self.occurrence(series, "20250113"), {"rrule": "FREQ=DAILY"}, expect=400)
        self.client.patch(planner_path(series, "nonsense"), {"title": "x"}, etag="v1", expect=400)


@on_every_store
class PlannerFollowingTest(SeriesCase):
    def test_this_and_the_following_become_another_series(self):
        series = self.create(weekly(rrule="FREQ=WEEKLY;BYDAY=MO;COUNT=6", exdate=["20250203"]))
        kept = self.change(self.occurrence(series, "20250113"), {"title": "Early"})
        later = self.change(self.occurrence(series, "20250127"), {"title": "Late"})
        made = self.change(self.occurrence(series, "20250120"), {"title": "New"}, "following")
        self.assertEqual((made["kind"], made["title"], made["exdate"], made["hasExceptions"]),
                         ("series", "New", ["20250203"], True))
        self.assertNotEqual(made["id"], series["id"])
        self.assertIn("COUNT=4", made["rrule"])
        old = self.get(series)
        self.assertEqual((old["rruleUntil"], old["exdate"], old["hasExceptions"]),
                         ("2025-01-20T14:59:59Z", [], True))
        self.assert_soon(lambda: self.seen("2025-01-01", "2025-03-01", tzid="UTC"), [
            ("2025-01-06T15:00:00", "Weekly Team Standup"), ("2025-01-13T15:00:00", "Early"),
            ("2025-01-20T15:00:00", "New"), ("2025-01-27T15:00:00", "Late"),
            ("2025-02-10T15:00:00", "New")])
        self.get(later, expect=404)
        self.assert_soon(lambda: self.exceptions(series), [kept["id"]])
        self.assert_soon(lambda: self.exceptions(made), [occurrence_id(made, "20250127")])

    def test_the_following_move_to_another_day_and_their_exceptions_with_them(self):
        series = self.create(weekly())
        self.change(self.occurrence(series, "20250127"), {"title": "Late"})
        made = self.change(self.occurrence(series, "20250120"),
                           {"start": "2025-01-21T12:00", "end": "2025-01-21T13:00"}, "following")
        self.assertIn("BYDAY=TU", made["rrule"])
        self.assert_soon(lambda: self.seen("2025-01-13", "2025-01-31", tzid=NEW_YORK), [
            ("2025-01-13T10:00:00", "Weekly Team Standup"),
            ("2025-01-21T12:00:00", "Weekly Team Standup"), ("2025-01-28T12:00:00", "Late")])

    def test_from_the_first_on_it_is_the_whole_series(self):
        series = self.create(weekly())
        changed = self.change(self.occurrence(series, "20250106"), {"title": "New"}, "following")
        self.assertEqual((changed["id"], changed["title"]), (series["id"], "New"))
        self.remove(self.occurrence(changed, "20250106"), "following")
        self.get(series, expect=404)
        self.assertEqual(self.january(), [])

    def test_more_than_can_be_moved_at_once_is_left_as_it_is(self):
        series = self.create(weekly(rrule="FREQ=DAILY"))
        for day in range(50):
            month, date = divmod(day, 25)
            one = self.occurrence(series, f"2025{month + 2:02}{date + 1:02}")
            self.change(one, {"title": str(day)})
        first = self.occurrence(series, "20250110")
        refused = self.change(first, {"title": "New"}, "following", expect=409)
        self.assertNotIn("current", refused)
        self.assertEqual(self.get(first), first)
        self.assertEqual(len(self.january()), 26)
        # From later on there is less to move, and all is well.
        made = self.change(self.occurrence(series, "20250301"), {"title": "New"}, "following")
        self.assert_soon(lambda: len(self.exceptions(made)), 24)

    def test_a_series_is_ended(self):
        series = self.create(weekly())
        self.change(self.occurrence(series, "20250127"), {"title": "Late"})
        self.remove(self.occurrence(series, "20250120"), "following")
        master = self.get(series)
        self.assertEqual((master["rruleUntil"], master["hasExceptions"]),
                         ("2025-01-20T14:59:59Z", False))
        self.assert_soon(self.january, ["2025-01-06", "2025-01-13"])
        self.get(occurrence_id(series, "20250120"), expect=404)
        self.assert_soon(lambda: self.exceptions(series), [])


@on_every_store
class PlannerAllTest(SeriesCase):
    def test_all_are_changed_by_way_of_one(self):
        series = self.create(weekly())
        changed = self.change(self.occurrence(series, "20250120"), {"title": "New"}, "all")
        self.assertEqual((changed["id"], changed["kind"], changed["title"], changed["etag"]),
                         (series["id"], "series", "New", "v2"))
        self.assertEqual(self.january(), MONDAYS)

    def test_all_move_with_one(self):
        series = self.create(weekly(exdate=["20250113"]))
        self.change(self.occurrence(series, "20250127"), {"title": "Late"})
        changed = self.change(self.occurrence(series, "20250120"),
                              {"start": "2025-01-22T11:00", "end": "2025-01-22T12:00"}, "all")
        self.assertEqual((changed["startLocal"], changed["endLocal"], changed["exdate"]),
                         ("2025-01-08T11:00:00", "2025-01-08T12:00:00", ["20250115"]))
        self.assertIn("BYDAY=WE", changed["rrule"])
        self.assert_soon(lambda: self.seen("2025-01-01", "2025-01-31", tzid=NEW_YORK), [
            ("2025-01-08T11:00:00", "Weekly Team Standup"),
            ("2025-01-22T11:00:00", "Weekly Team Standup"), ("2025-01-29T11:00:00", "Late")])

    def test_another_rule_drops_the_exceptions_that_it_does_not_have(self):
        series = self.create(weekly())
        self.change(self.occurrence(series, "20250113"), {"title": "Odd"})
        self.change(self.occurrence(series, "20250120"), {"title": "Even"})
        changed = self.change(self.get(series), {"rrule": "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"})
        self.assertTrue(changed["hasExceptions"])
        self.assert_soon(lambda: [title for _, title in self.seen("2025-01-01", "2025-01-31")],
                         ["Weekly Team Standup", "Even"])
        self.assert_soon(lambda: self.exceptions(series), [occurrence_id(series, "20250120")])

    def test_a_series_that_is_deleted_for_good_leaves_nothing(self):
        series = self.create(weekly(links=[{"target": "a"}, {"target": "b"}]))
        one = self.change(self.occurrence(series, "20250113"), {"title": "Other"})
        self.remove(self.get(series))
        for gone in (series, one, occurrence_id(series, "20250120")):
            self.get(gone, expect=404)
        self.client.get(f"{PLANNER}/series/{series['id']}", expect=404)
        self.assert_soon(self.january, [])
        # Its exceptions stay where they are while it can be restored.
        self.client.delete(f"{PLANNER}/bin/{series['id']}", expect=204)
        if self.server.api_url:
            self.assert_eventually(lambda: [item for table, item in self.traces_of(series["id"])
                                            if table == "ProductivityData"], [])
