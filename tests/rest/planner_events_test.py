"""Single events of a planner: times of every kind, what they carry, and how they change."""

import time

from planner_case import PlannerCase
from planner_things import EVENTS, EXPORT, NEW_YORK, PLANNER, meeting, planner_path, whole_days
from rest_case import on_every_store

SECONDS = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"


@on_every_store
class PlannerEventsTest(PlannerCase):
    def test_an_event_comes_back_as_it_was_made(self):
        made = self.client.post(EVENTS, meeting(
            description="Daily sync with engineering team", location="Zoom", color="#4285F4",
            tags=["work", "engineering"], reminderMinutes=[60, 15]), expect=201)
        event = made.json
        self.assertEqual(made.headers["Location"], planner_path(event))
        self.assertRegex(event["id"], r"^evt_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
        self.assertRegex(event["createdAt"], SECONDS)
        self.assertEqual(event, {
            "id": event["id"], "kind": "event", "title": "Team Standup",
            "description": "Daily sync with engineering team", "location": "Zoom",
            "color": "#4285F4", "status": "CONFIRMED", "tags": ["engineering", "work"],
            "reminderMinutes": [15, 60], "links": [], "isAllDay": False,
            "startUtc": "2025-12-15T14:00:00Z", "endUtc": "2025-12-15T14:30:00Z",
            "startLocal": "2025-12-15T09:00:00", "endLocal": "2025-12-15T09:30:00",
            "startTzid": NEW_YORK, "endTzid": None, "icalUid": event["icalUid"], "sequence": 0,
            "version": 1, "createdAt": event["createdAt"], "updatedAt": event["createdAt"],
            "etag": "v1"})
        self.assertTrue(event["icalUid"].startswith(event["id"] + "@"))
        self.assertEqual(self.get(event), event)

    def times(self, body):
        event = self.create({"title": "x", **body})
        self.assertEqual(self.get(event), event)
        names = ("isAllDay", "startDate", "endDate", "startUtc", "endUtc", "startLocal",
                 "endLocal", "startTzid", "endTzid")
        return {name: event[name] for name in names if name in event}

    def test_times_of_every_kind(self):
        self.assertEqual(
            self.times({"isAllDay": True, "startDate": "2025-12-24", "endDate": "2025-12-27"}),
            {"isAllDay": True, "startDate": "2025-12-24", "endDate": "2025-12-27",
             "startTzid": None, "endTzid": None})
        self.assertEqual(
            self.times({"isAllDay": True, "startDate": "2024-02-29"}),
            {"isAllDay": True, "startDate": "2024-02-29", "endDate": "2024-03-01",
             "startTzid": None, "endTzid": None})
        self.assertEqual(
            self.times({"start": "2025-12-15T14:00", "end": "2025-12-15T15:00:30",
                        "startTzid": None}),
            {"isAllDay": False, "startLocal": "2025-12-15T14:00:00",
             "endLocal": "2025-12-15T15:00:30", "startTzid": None, "endTzid": None})
        self.assertEqual(
            self.times({"start": "2025-12-15T14:00", "startTzid": "Asia/Kolkata"}),
            {"isAllDay": False, "startUtc": "2025-12-15T08:30:00Z", "endUtc": None,
             "startLocal": "2025-12-15T14:00:00", "endLocal": None, "startTzid": "Asia/Kolkata",
             "endTzid": None})

    def test_a_journey_ends_in_another_zone(self):
        flight = self.times({"start": "2025-12-15T22:00", "startTzid": NEW_YORK,
                             "end": "2025-12-16T10:00", "endTzid": "Europe/London"})
        self.assertEqual((flight["startUtc"], flight["endUtc"], flight["endLocal"]),
                         ("2025-12-16T03:00:00Z", "2025-12-16T10:00:00Z", "2025-12-16T10:00:00"))
        # West across the date line: by the clocks on the wall it ends before it has begun.
        flight = self.times({"start": "2025-12-15T08:00", "startTzid": "Pacific/Auckland",
                             "end": "2025-12-14T22:00", "endTzid": "Pacific/Honolulu"})
        self.assertEqual((flight["startUtc"], flight["endUtc"]),
                         ("2025-12-14T19:00:00Z", "2025-12-15T08:00:00Z"))

    def test_a_time_that_the_clocks_skip_or_show_twice(self):
        """RFC 5545, 3.3.5: by the offset before the gap, and the first of the two."""
        for zone, local, utc in (
                (NEW_YORK, "2025-03-09T02:30", "2025-03-09T07:30:00Z"),
                (NEW_YORK, "2025-11-02T01:30", "2025-11-02T05:30:00Z"),
                ("Europe/London", "2025-03-30T01:30", "2025-03-30T01:30:00Z"),
                ("Australia/Lord_Howe", "2025-04-06T01:45", "2025-04-05T14:45:00Z"),
                ("Pacific/Apia", "2011-12-30T12:00", "2011-12-30T22:00:00Z")):
            with self.subTest(zone=zone, local=local):
                event = self.create(meeting(start=local, end=None, startTzid=zone))
                self.assertEqual(event["startUtc"], utc)

    def test_what_is_not_said_is_as_the_person_prefers(self):
        preferences = self.client.get(f"{PLANNER}/preferences")
        self.client.patch(f"{PLANNER}/preferences", {
            "defaultTzid": "Asia/Kolkata", "defaultReminderMinutes": [5, 30]},
            etag=preferences.etag)
        event = self.create({"title": "x", "start": "2025-12-15T14:00"})
        self.assertEqual((event["startTzid"], event["reminderMinutes"]), ("Asia/Kolkata", [5, 30]))
        self.assertEqual(self.create(whole_days())["reminderMinutes"], [])
        self.assertEqual(self.create(meeting(reminderMinutes=[]))["reminderMinutes"], [])

    def test_what_makes_no_sense_is_refused(self):
        rows = (
            ({"start": "2025-12-15T09:00"}, "title"), (meeting(title=""), "title"),
            (meeting(title="x" * 501), "title"), (meeting(title=None), "title"),
            (meeting(description="x" * 10_241), "description"),
            (meeting(description="ä" * 5_121), "description"),
            (meeting(location="x" * 501), "location"),
            (meeting(color="red"), "color"), (meeting(color="#12345"), "color"),
            (meeting(color="#12345g"), "color"), (meeting(status="DONE"), "status"),
            (meeting(status=None), "status"), (meeting(tags=["x"] * 21), "tags"),
            (meeting(reminderMinutes=[-1]), None), (meeting(reminderMinutes=[40_321]), None),
            (meeting(reminderMinutes=list(range(11))), "reminderMinutes"),
            (meeting(tags=["x" * 51]), None), (meeting(tags=[""]), None),
            (meeting(links=[{"target": "a#b"}]), None), (meeting(links=[{}]), None),
            (meeting(links=[{"target": "a"}, {"target": "a"}]), None),
            (meeting(links=[{"target": str(n)} for n in range(11)]), "links"),
            (meeting(start=None), "start"), (meeting(start="2025-02-30T09:00"), "start"),
            (meeting(start="2025-12-15"), "start"), (meeting(start="2025-12-15T24:01"), "start"),
            (meeting(start="2025-12-15T09:00Z"), "start"),
            (meeting(start="2025-12-15T09:00+01:00"), "start"),
            (meeting(start="2025-12-15 09:00"), "start"),
            (meeting(start="1899-12-31T09:00"), "start"),
            (meeting(end="2025-12-15T08:59"), "end"), (meeting(end="2036-01-01T09:00"), "end"),
            (meeting(startTzid="Nowhere/City"), "startTzid"), (meeting(startTzid=""), "startTzid"),
            (meeting(startTzid="../../etc/passwd"), "startTzid"),
            (meeting(startTzid="/etc/localtime"), "startTzid"),
            (meeting(endTzid="Nowhere"), "endTzid"),
            (whole_days(first="2025-12-24", after="2025-12-24"), "endDate"),
            (whole_days(first="2025-12-24", after="2025-12-23"), "endDate"),
            (whole_days(first="2025-02-29"), "startDate"), (whole_days(first=None), "startDate"),
            (whole_days(start="2025-12-24T09:00"), None), (meeting(startDate="2025-12-15"), None),
            (meeting(ttl=-1), "ttl"), (meeting(ttl="soon"), "ttl"))
        for body, field in rows:
            with self.subTest(body=str(body)[:200]):
                self.refuse(body, field)
        self.assertEqual(self.view("2025-12-01", "2025-12-31")["occurrences"], [])

    def test_as_much_as_there_may_be(self):
        event = self.create(meeting(
            title="x" * 500, description="ä" * 5_120, location="x" * 500,
            tags=[f"{n:050}" for n in range(20)], reminderMinutes=[40_320, *range(9)],
            links=[{"target": "x" * 99 + str(n), "title": "y" * 200} for n in range(10)]))
        self.assertEqual(self.get(event), event)
        self.assertEqual((len(event["tags"]), len(event["links"])), (20, 10))


@on_every_store
class PlannerChangesTest(PlannerCase):
    def test_what_is_not_sent_stays(self):
        event = self.create(meeting(description="d", location="l", color="#123456", tags=["t"],
                                    links=[{"target": "a", "title": None}]))
        changed = self.change(event, {"title": "New"})
        self.assertEqual(changed, event | {
            "title": "New", "version": 2, "sequence": 1, "etag": "v2",
            "updatedAt": changed["updatedAt"]})
        cleared = self.change(changed, {"description": None, "location": None, "color": None,
                                        "tags": [], "reminderMinutes": [], "links": []})
        self.assertEqual(cleared, changed | {
            "description": None, "location": None, "color": None, "tags": [],
            "reminderMinutes": [], "links": [], "version": 3, "sequence": 2, "etag": "v3",
            "updatedAt": cleared["updatedAt"]})
        self.assertEqual(self.get(event), cleared)

    def test_times_change(self):
        event = self.create(meeting())
        moved = self.change(event, {"start": "2026-01-05T11:00"})
        self.assertEqual((moved["startUtc"], moved["endUtc"]),
                         ("2026-01-05T16:00:00Z", "2026-01-05T16:30:00Z"))
        self.assert_soon(lambda: self.seen("2025-12-15"), [])
        self.assert_soon(lambda: self.seen("2026-01-05", tzid="UTC"),
                         [("2026-01-05T16:00:00", "Team Standup")])
        elsewhere = self.change(moved, {"startTzid": "Asia/Kolkata"})
        self.assertEqual((elsewhere["startLocal"], elsewhere["startUtc"]),
                         ("2026-01-05T11:00:00", "2026-01-05T05:30:00Z"))
        floating = self.change(elsewhere, {"startTzid": None})
        self.assertNotIn("startUtc", floating)
        self.assertEqual(floating["startLocal"], "2026-01-05T11:00:00")
        whole = self.change(floating, {"isAllDay": True})
        self.assertEqual((whole["startDate"], whole["endDate"]), ("2026-01-05", "2026-01-06"))
        self.assert_soon(lambda: self.seen("2026-01-05"), [("2026-01-05", "Team Standup")])

    def test_what_makes_no_sense_changes_nothing(self):
        event = self.create(meeting())
        for body in ({"end": "2025-12-15T08:00"}, {"title": ""}, {"startTzid": "Nowhere"},
                     {"rrule": "FREQ=NEVER"}, {"id": "evt_x"}, {"version": 7}, {"color": "x"}):
            with self.subTest(body=body):
                self.change(event, body, expect=400)
        self.assertEqual(self.get(event), event)

    def test_it_is_gone_when_it_is_deleted(self):
        event = self.create(meeting())
        self.remove(event)
        self.get(event, expect=404)
        self.client.delete(planner_path(event), etag="v1", expect=404)
        self.client.patch(planner_path(event), {"title": "x"}, etag="v1", expect=404)
        self.assert_soon(lambda: self.seen("2025-12-15"), [])

    def test_it_expires_by_itself(self):
        now = int(time.time())
        self.refuse(meeting(ttl=now - 1), "ttl")
        gone = self.create(meeting("Gone", ttl=now + 3))
        kept = self.create(meeting("Kept", ttl=now + 1_000_000))
        self.assert_eventually(lambda: self.client.send("GET", planner_path(gone)).status, 404)
        self.client.patch(planner_path(gone), {"title": "x"}, etag="v1", expect=404)
        self.client.delete(planner_path(gone), etag="v1", expect=404)
        self.assertEqual(self.get(kept)["ttl"], now + 1_000_000)
        self.assert_soon(lambda: self.seen("2025-12-15"), [("2025-12-15T14:00:00", "Kept")])
        self.assertEqual(self.found("gone"), [])
        self.assertNotIn(b"SUMMARY:Gone", self.client.get(EXPORT).body)
        self.assertIsNone(self.change(kept, {"ttl": None}).get("ttl"))

    def test_a_key_makes_one_event(self):
        made = [self.client.post(EVENTS, meeting(), key="the-same-key-1", expect=201).json
                for _ in range(2)]
        self.assertEqual(made[0]["id"], made[1]["id"])
        self.client.post(EVENTS, meeting("Another"), key="the-same-key-1", expect=422)
        series = [self.client.post(EVENTS, meeting(rrule="FREQ=DAILY"), key="the-same-key-2",
                                   expect=201).json["id"] for _ in range(2)]
        self.assertEqual(series[0], series[1])
        self.assert_soon(lambda: self.seen("2025-12-16"), [("2025-12-16T14:00:00",
                                                            "Team Standup")])


@on_every_store
class PlannerLinksTest(PlannerCase):
    def linked(self, target):
        events = self.client.get(f"{PLANNER}/linked?target={target}").json["events"]
        return sorted(each["title"] for each in events)

    def test_what_links_to_something_is_found(self):
        goal = self.create(meeting("Goal"))
        links = [{"target": "other_1", "title": "Other"}, {"target": goal["id"], "title": None}]
        event = self.create(meeting("Event", links=links))
        self.create(meeting("Series", rrule="FREQ=DAILY", links=links[1:]))
        self.assertEqual(event["links"], links)
        self.assert_soon(lambda: self.linked(goal["id"]), ["Event", "Series"])
        self.assert_soon(lambda: self.linked("other_1"), ["Event"])
        event = self.change(event, {"links": links[:1]})
        self.assert_soon(lambda: self.linked(goal["id"]), ["Series"])
        self.remove(event)
        self.assert_soon(lambda: self.linked("other_1"), [])
        self.assertEqual(self.linked("nothing"), [])
        for wrong in ("", "a%23b", "x" * 101):
            reply = self.client.send("GET", f"{PLANNER}/linked?target={wrong}")
            self.assertIn(reply.status, (200, 400))
            self.assertEqual(reply.json.get("events", []), [])

    def test_links_of_others_are_not_found(self):
        make = meeting("Secret", links=[{"target": "shared_target"}])
        self.create(make)
        sten = self.stranger()
        self.assertEqual(sten.client.get(f"{PLANNER}/linked?target=shared_target").json["events"],
                         [])
