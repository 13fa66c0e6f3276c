"""Reminders of all apps: listed, dismissed, put off, and told to the pages that are open when they
are due."""

import datetime

from event_stream import EventStream
from people import add_member, all_day, make_calendar, make_entry, path_of, timed
from planner_case import PlannerCase
from planner_things import (EVENTS, NEW_YORK, PLANNER, PREFERENCES, REMINDERS, make_calendar_event,
                            make_event, meeting, occurrence_id, planner_path, query_of,
                            reminder_id, weekly, whole_days)
from project_things import make_project, make_project_event, make_project_task
from rest_case import on_every_store, on_stores_with_tables
from rest_client import quote


def now_and(**later):
    """The wall time in UTC, to the second, and so much later."""
    now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0, tzinfo=None)
    return (now + datetime.timedelta(**later)).isoformat()


class RemindersCase(PlannerCase):
    def reminders(self, first=None, last=None):
        query = query_of(**{"from": first, "to": last}) if first else ""
        return self.client.get(REMINDERS + query).json["reminders"]

    def due(self, *times):
        return [(each["dueAt"], each["item"]["title"]) for each in self.reminders(*times)]

    def settle(self, settled_id, body, expect=204):
        self.client.put(f"{REMINDERS}/{quote(settled_id)}", body, expect=expect)

    def id_of(self, thing_id, minutes):
        return reminder_id(self.nora.id, thing_id, minutes)


@on_every_store
class RemindersTest(RemindersCase):
    def test_they_are_listed_by_when_they_are_due(self):
        event = self.create(meeting(reminderMinutes=[60, 15], location="Zoom", color="#123456"))
        daily = self.create(meeting("Daily", "2025-12-01T09:00", None, rrule="FREQ=DAILY",
                                    reminderMinutes=[5]))
        window = ("2025-12-15T00:00:00Z", "2025-12-16T00:00:00Z")
        self.assert_soon(lambda: self.due(*window), [
            ("2025-12-15T13:00:00Z", "Team Standup"), ("2025-12-15T13:45:00Z", "Team Standup"),
            ("2025-12-15T13:55:00Z", "Daily")])
        first, second, third = self.reminders(*window)
        self.assertEqual((first["id"], first["minutes"]), (self.id_of(event["id"], 60), 60))
        self.assertEqual(first["item"], {
            "kind": "event", "app": "planner", "id": event["id"], "title": "Team Standup",
            "allDay": False, "start": "2025-12-15T14:00:00", "startUtc": "2025-12-15T14:00:00Z",
            "owner": {"kind": "person", "id": self.nora.id}, "self": f"{EVENTS}/{event['id']}",
            "may": ["change", "move", "resize", "delete"], "people": [self.nora.id],
            "location": "Zoom", "color": "#123456"})
        self.assertEqual(second["id"], self.id_of(event["id"], 15))
        self.assertEqual(third["id"], self.id_of(occurrence_id(daily, "20251215"), 5))

    def test_they_are_due_by_their_own_time_not_by_the_start(self):
        self.create(meeting(reminderMinutes=[10_080]))  # A week before.
        self.assert_soon(lambda: self.due("2025-12-08T00:00:00Z", "2025-12-09T00:00:00Z"),
                         [("2025-12-08T14:00:00Z", "Team Standup")])
        self.assertEqual(self.due("2025-12-15T00:00:00Z", "2025-12-16T00:00:00Z"), [])

    def test_whole_days_are_reminded_of_from_midnight_where_the_person_is(self):
        self.client.patch(PREFERENCES, {"defaultTzid": NEW_YORK}, etag="v1")
        self.create(whole_days(reminderMinutes=[60]))
        self.create(meeting("Floating", startTzid=None, reminderMinutes=[0]))
        self.assert_soon(lambda: self.due("2025-12-15T00:00:00Z", "2025-12-25T00:00:00Z"), [
            ("2025-12-15T14:00:00Z", "Floating"), ("2025-12-24T04:00:00Z", "Holiday")])

    def test_cancelled_occurrences_are_not_reminded_of(self):
        series = self.create(meeting("Daily", "2025-12-01T09:00", None, rrule="FREQ=DAILY",
                                     reminderMinutes=[0]))
        self.remove(self.occurrence(series, "20251216"))
        moved = self.occurrence(series, "20251217")
        self.change(moved, {"start": "2025-12-17T20:00", "reminderMinutes": [30]})
        self.assert_soon(lambda: self.due("2025-12-15T00:00:00Z", "2025-12-19T00:00:00Z"), [
            ("2025-12-15T14:00:00Z", "Daily"), ("2025-12-18T00:30:00Z", "Daily"),
            ("2025-12-18T14:00:00Z", "Daily")])

    def test_one_is_dismissed_and_one_is_put_off(self):
        self.create(meeting("Soon", now_and(minutes=10), None, startTzid="UTC",
                            reminderMinutes=[5, 15, 30]))
        self.assert_soon(lambda: [each["minutes"] for each in self.reminders()], [30, 15, 5])
        _, past, ahead = self.reminders()
        self.settle(ahead["id"], {"dismissed": True})
        self.settle(past["id"], {"snoozeMinutes": 7})
        self.assert_soon(lambda: [each["minutes"] for each in self.reminders()], [30, 15])
        put_off = self.reminders()[-1]
        self.assertEqual(put_off["id"], past["id"])
        self.assertGreater(put_off["snoozedUntil"], past["dueAt"])
        self.settle(past["id"], {"dismissed": True})
        self.assert_soon(lambda: [each["minutes"] for each in self.reminders()], [30])

    def test_those_that_are_due_by_now_can_be_asked_for_alone(self):
        self.create(meeting("Soon", now_and(minutes=10), None, startTzid="UTC",
                            reminderMinutes=[5, 15]))
        def due():
            return self.client.get(REMINDERS + "?due=true").json["reminders"]
        self.assert_soon(lambda: [each["minutes"] for each in due()], [15])
        self.assertEqual([each["minutes"] for each in self.reminders()], [15, 5])

    def test_what_makes_no_sense_is_refused(self):
        event = self.create(meeting(reminderMinutes=[15]))
        right = self.id_of(event["id"], 15)
        for body in ({}, {"dismissed": False}, {"snoozeMinutes": 0}, {"snoozeMinutes": 10_081},
                     {"dismissed": True, "snoozeMinutes": 10}, {"snoozeMinutes": "10"}):
            self.settle(right, body, expect=400)
        for wrong in ("x", event["id"], f"{event['id']}.15", right + "A", right.lower(),
                      self.id_of(event["id"], -1), self.id_of(event["id"], 16),
                      self.id_of(event["id"], "015"), self.id_of("EVENT#" + event["id"], 15),
                      reminder_id("x", event["id"], 15),
                      reminder_id(self.nora.id, event["id"], 15, "projects")):
            self.settle(wrong, {"dismissed": True}, expect=404)
        for query in ("?from=x", "?due=yes", "?from=2025-12-15&to=2025-12-16",
                      "?from=2025-12-16T00:00:00Z&to=2025-12-15T00:00:00Z",
                      "?from=2025-01-01T00:00:00Z&to=2025-12-15T00:00:00Z"):
            self.assert_problem(self.client.send("GET", REMINDERS + query), 400)


@on_every_store
class ReminderPushTest(RemindersCase):
    """The server looks every few seconds: whoever listens hears it in the end, however long."""

    def test_a_page_that_is_open_is_told_once(self):
        stream = EventStream(self.client)
        self.addCleanup(stream.close)
        stream.until("hello")
        # A series of moments that goes on until it is heard; whenever the server looks, some of
        # them have become due since the page was opened.
        series = self.create(meeting("Due", now_and(seconds=0), None, startTzid="UTC",
                                     rrule="FREQ=SECONDLY;COUNT=600", reminderMinutes=[0]))
        heard = [stream.until("reminder")[-1].data for _ in range(3)]
        self.assertEqual({each["item"]["title"] for each in heard}, {"Due"})
        ids = [each["id"] for each in heard]
        self.assertEqual(len(set(ids)), 3)
        things = [each["item"]["id"] for each in heard]
        self.assertEqual(things, sorted(things))
        for each in things:
            self.assertTrue(each.endswith(series["id"].removeprefix("mst_")))
        # What was told is what is listed.
        listed = {each["id"] for each in self.reminders()}
        self.assertTrue(set(ids) <= listed)


SETTINGS = f"{REMINDERS}/settings"
NO_KINDS = {"anniversary": [], "birthday": [], "entry": [], "event": [], "stay": [], "task": []}
DAYS = ("2025-12-15T00:00:00Z", "2025-12-18T00:00:00Z")


def override(calendar, thing=None):
    path = f"{REMINDERS}/overrides/calendar:{calendar['id']}"
    return path if thing is None else f"{path}/{thing if isinstance(thing, str) else thing['id']}"


@on_every_store
class RemindersOfKindsTest(RemindersCase):
    def test_everything_else_reminds_as_the_settings_of_its_kind(self):
        self.assertEqual(self.client.get(SETTINGS).json, {
            "events": True, "kinds": NO_KINDS, "dayTime": "09:00", "overrides": []})
        calendar = make_calendar(self.nora, "Home")
        make_entry(self.nora, calendar, all_day("Party", "2025-12-16"))
        make_entry(self.nora, calendar, timed("Doctor", "2025-12-16", "14:00:00", "14:30:00"))
        project = make_project(self.nora, "House")
        make_project_task(self.nora, project, "Paint", assigneeId=self.nora.id,
                          dueDate="2025-12-17")
        make_project_task(self.nora, project, "Not mine", dueDate="2025-12-17")
        self.create(meeting("Call", "2025-12-15T10:00", "2025-12-15T11:00", startTzid="UTC",
                            reminderMinutes=[15]))
        self.assert_soon(lambda: self.due(*DAYS), [("2025-12-15T09:45:00Z", "Call")])
        changed = self.client.patch(SETTINGS, {"kinds": {"entry": [0, 60], "task": [1440]},
                                               "dayTime": "08:30"}).json
        self.assertEqual(changed, {"events": True, "dayTime": "08:30", "overrides": [],
                                   "kinds": {**NO_KINDS, "entry": [0, 60], "task": [1440]}})
        self.assert_soon(lambda: self.due(*DAYS), [
            ("2025-12-15T09:45:00Z", "Call"), ("2025-12-16T07:30:00Z", "Party"),
            ("2025-12-16T08:30:00Z", "Paint"), ("2025-12-16T08:30:00Z", "Party"),
            ("2025-12-16T13:00:00Z", "Doctor"), ("2025-12-16T14:00:00Z", "Doctor")])
        party = self.reminders(*DAYS)[1]
        self.assertEqual((party["item"]["kind"], party["item"]["owner"]["name"], party["minutes"]),
                         ("entry", "Home", 60))
        self.settle(party["id"], {"dismissed": True})
        self.client.patch(SETTINGS, {"events": False, "kinds": {"task": []}})
        self.assert_soon(lambda: self.due(*DAYS), [
            ("2025-12-16T08:30:00Z", "Party"), ("2025-12-16T13:00:00Z", "Doctor"),
            ("2025-12-16T14:00:00Z", "Doctor")])

    def test_events_that_say_nothing_remind_as_the_setting_of_their_kind(self):
        project = make_project(self.nora, "House")
        make_project_event(self.nora, project, "2025-12-16T10:00:00Z", "2025-12-16T11:00:00Z",
                           title="Viewing")
        olga = self.world.sign_up("Olga")
        dinner = make_event(olga, meeting("Dinner", "2025-12-16T19:00", "2025-12-16T20:00",
                                          startTzid="UTC", reminderMinutes=[5]))
        olga.client.post(f"{planner_path(dinner)}/guests", {"email": self.nora.email}, expect=201)
        self.create(meeting("Call", "2025-12-16T12:00", "2025-12-16T13:00", startTzid="UTC",
                            reminderMinutes=[]))
        self.client.patch(SETTINGS, {"kinds": {"event": [60]}})
        self.assert_soon(lambda: self.due(*DAYS), [("2025-12-16T09:00:00Z", "Viewing"),
                                                   ("2025-12-16T18:00:00Z", "Dinner")])
        viewing = self.reminders(*DAYS)[0]
        self.settle(viewing["id"], {"dismissed": True})
        self.client.put(f"{PLANNER}/invitations/{olga.id}/{dinner['id']}/answer",
                        {"answer": "no"})
        self.assert_soon(lambda: self.due(*DAYS), [])
        self.client.put(f"{PLANNER}/invitations/{olga.id}/{dinner['id']}/answer",
                        {"answer": "yes"})
        self.assert_soon(lambda: self.due(*DAYS), [("2025-12-16T18:00:00Z", "Dinner")])

    def test_a_token_sees_and_answers_those_of_its_apps(self):
        calendar = make_calendar(self.nora, "Home")
        make_entry(self.nora, calendar, all_day("Party", "2025-12-16"))
        self.client.patch(SETTINGS, {"kinds": {"entry": [0]}})
        self.assert_soon(lambda: self.due(*DAYS), [("2025-12-16T09:00:00Z", "Party")])
        party = self.reminders(*DAYS)[0]["id"]
        window = query_of(**{"from": DAYS[0], "to": DAYS[1]})
        for scope, count in (("calendars:read", 1), ("planner:read", 0)):
            listed = self.nora.token(scope).get(REMINDERS + window).json["reminders"]
            self.assertEqual(len(listed), count)
        self.nora.token("account:read").get(REMINDERS, expect=403)
        for scope, status in (("calendars:read", 403), ("planner:write", 404),
                              ("calendars:write", 204)):
            self.nora.token(scope).put(f"{REMINDERS}/{party}", {"dismissed": True}, expect=status)
        self.nora.token("calendars:read").get(SETTINGS, expect=403)
        self.nora.token("calendars:write").patch(SETTINGS, {"events": False}, expect=403)

    def test_what_makes_no_sense_is_refused(self):
        for body, field in (({"kinds": {"blocked": [5]}}, "kinds.blocked"),
                            ({"kinds": {"task": [-1]}}, "kinds.task"),
                            ({"kinds": {"task": [40321]}}, "kinds.task"),
                            ({"kinds": {"task": [5, 5]}}, "kinds"),
                            ({"kinds": {"task": list(range(11))}}, "kinds.task"),
                            ({"dayTime": "9:00"}, "dayTime"), ({"dayTime": "24:00"}, "dayTime"),
                            ({"dayTime": "09:00:00"}, "dayTime"), ({"events": "no"}, "events")):
            with self.subTest(body=body):
                reply = self.client.send("PATCH", SETTINGS, body)
                self.assertEqual(reply.status, 400)
                self.assertTrue(reply.json["field"].startswith(field), reply.json)


@on_every_store
class RemindersOfCalendarsTest(RemindersCase):
    def setUp(self):
        super().setUp()
        self.owner = self.world.sign_up("Olga")
        self.calendar = make_calendar(self.owner, "Family", reader=self.nora)
        self.choir = make_calendar_event(self.owner, self.calendar, meeting(
            "Choir", "2025-12-16T19:00", "2025-12-16T20:00", startTzid="UTC",
            reminderMinutes=[15]))
        self.swimming = make_calendar_event(self.owner, self.calendar, weekly(
            "Swimming", "2025-12-03T16:00", "2025-12-03T17:00", startTzid="UTC",
            rrule="FREQ=WEEKLY", reminderMinutes=[30]))

    def test_what_an_event_says_is_a_suggestion_for_each_member(self):
        suggested = [("2025-12-16T18:45:00Z", "Choir"), ("2025-12-17T15:30:00Z", "Swimming")]
        self.assert_soon(lambda: self.due(*DAYS), suggested)
        self.client.put(override(self.calendar), {"minutes": [60]})
        self.client.put(override(self.calendar, occurrence_id(self.swimming, "20251217")),
                        {"minutes": []})
        self.assertEqual(self.client.get(SETTINGS).json["overrides"], [
            {"owner": f"calendar:{self.calendar['id']}", "minutes": [60]},
            {"owner": f"calendar:{self.calendar['id']}", "thingId": self.swimming["id"],
             "minutes": []}])
        self.assertEqual(self.due(*DAYS), [("2025-12-16T18:00:00Z", "Choir")])
        # Nobody else's.
        window = query_of(**{"from": DAYS[0], "to": DAYS[1]})
        others = self.owner.client.get(REMINDERS + window).json["reminders"]
        self.assertEqual([(each["dueAt"], each["item"]["title"]) for each in others], suggested)
        self.client.delete(override(self.calendar, self.swimming), expect=200)
        self.client.put(override(self.calendar), {"minutes": []})
        self.assertEqual(self.due(*DAYS), [])
        self.client.delete(override(self.calendar), expect=200)
        self.assertEqual(self.due(*DAYS), suggested)

    def test_who_leaves_is_reminded_of_nothing(self):
        self.assert_soon(lambda: len(self.due(*DAYS)), 2)
        choir = self.reminders(*DAYS)[0]
        self.client.put(override(self.calendar), {"minutes": [5]})
        self.client.delete(f"{path_of(self.calendar)}/members/{self.nora.id}")
        self.assert_soon(lambda: self.due(*DAYS), [])
        self.settle(choir["id"], {"dismissed": True}, expect=404)
        self.client.put(override(self.calendar), {"minutes": []}, expect=404)
        self.client.put(override(self.calendar, self.choir), {"minutes": []}, expect=404)
        # What was set before can be taken back.
        self.assertEqual(self.client.delete(override(self.calendar), expect=200).json["overrides"],
                         [])
        self.client.delete(override(self.calendar), expect=404)
        add_member(self.owner, self.calendar, self.nora, "writer")
        self.assert_soon(lambda: len(self.due(*DAYS)), 2)


@on_stores_with_tables
class RemindersTracesTest(RemindersCase):
    def test_they_go_with_the_account(self):
        event = self.create(meeting(reminderMinutes=[15]))
        self.settle(self.id_of(event["id"], 15), {"dismissed": True})
        self.client.patch(SETTINGS, {"kinds": {"task": [5]}})
        self.client.post("/api/v1/account/delete", {"password": self.nora.password}, expect=204)
        self.assert_eventually(lambda: self.traces_of(self.nora.id, event["id"]), [])

    def test_settings_of_other_programs_break_nothing(self):
        self.table("norn").put_item(Item={
            "PK": f"USER#{self.nora.id}", "SK": "REMINDERS",
            "kinds": {"task": "x", "entry": [5, "y"]},
            "overrides": [1], "dayMinutes": "noon", "eventsOff": 7})
        self.table("norn").put_item(Item={
            "PK": f"USER#{self.nora.id}", "SK": "REMINDER#x", "ttl": 99999999999,
            "snoozedUntil": "2025-12-16T00:00:00Z"})
        self.assertEqual(self.client.get(SETTINGS).json["kinds"], {**NO_KINDS, "entry": [5]})
        self.assertEqual(self.due(*DAYS), [])
        self.client.patch(SETTINGS, {"kinds": {"task": [5]}})
