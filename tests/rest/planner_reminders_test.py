"""Reminders: listed, dismissed, put off, and told to the pages that are open when they are due."""

import datetime

from event_stream import EventStream
from planner_case import PlannerCase
from planner_things import (NEW_YORK, PREFERENCES, REMINDERS, meeting, occurrence_id, query_of,
                            whole_days)
from rest_case import on_every_store
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
        return [(each["dueAt"], each["title"]) for each in self.reminders(*times)]

    def settle(self, reminder_id, body, expect=204):
        self.client.put(f"{REMINDERS}/{quote(reminder_id)}", body, expect=expect)


@on_every_store
class PlannerRemindersTest(RemindersCase):
    def test_they_are_listed_by_when_they_are_due(self):
        event = self.create(meeting(reminderMinutes=[60, 15], location="Zoom", color="#123456"))
        daily = self.create(meeting("Daily", "2025-12-01T09:00", None, rrule="FREQ=DAILY",
                                    reminderMinutes=[5]))
        window = ("2025-12-15T00:00:00Z", "2025-12-16T00:00:00Z")
        self.assert_soon(lambda: self.due(*window), [
            ("2025-12-15T13:00:00Z", "Team Standup"), ("2025-12-15T13:45:00Z", "Team Standup"),
            ("2025-12-15T13:55:00Z", "Daily")])
        first, second, third = self.reminders(*window)
        self.assertEqual(
            {name: first[name] for name in ("id", "eventId", "start", "isAllDay", "minutes",
                                            "location", "color")},
            {"id": f"{event['id']}.60", "eventId": event["id"], "start": "2025-12-15T14:00:00",
             "isAllDay": False, "minutes": 60, "location": "Zoom", "color": "#123456"})
        self.assertEqual(second["id"], f"{event['id']}.15")
        self.assertEqual(third["id"], occurrence_id(daily, "20251215") + ".5")

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
        right = f"{event['id']}.15"
        for body in ({}, {"dismissed": False}, {"snoozeMinutes": 0}, {"snoozeMinutes": 10_081},
                     {"dismissed": True, "snoozeMinutes": 10}, {"snoozeMinutes": "10"}):
            self.settle(right, body, expect=400)
        for wrong in ("x", event["id"], f"{event['id']}.", f"{event['id']}.x", f"{right}.15",
                      f"{event['id']}.-1", f"{event['id']}.99999999999999999999", ".15",
                      f"EVENT#{right}", f"{event['id']}.16"):
            self.settle(wrong, {"dismissed": True}, expect=404)
        for query in ("?from=x", "?due=yes", "?from=2025-12-15&to=2025-12-16",
                      "?from=2025-12-16T00:00:00Z&to=2025-12-15T00:00:00Z",
                      "?from=2025-01-01T00:00:00Z&to=2025-12-15T00:00:00Z"):
            self.assert_problem(self.client.send("GET", REMINDERS + query), 400)


@on_every_store
class PlannerReminderPushTest(RemindersCase):
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
        self.assertEqual({each["title"] for each in heard}, {"Due"})
        ids = [each["id"] for each in heard]
        self.assertEqual(len(set(ids)), 3)
        self.assertEqual(ids, sorted(ids))
        for each in heard:
            self.assertTrue(each["id"].endswith(series["id"].removeprefix("mst_") + ".0"))
        # What was told is what is listed.
        listed = {each["id"] for each in self.reminders()}
        self.assertTrue(set(ids) <= listed)
