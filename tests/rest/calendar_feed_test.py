"""Shared calendars as calendar files that other programs subscribe to."""

import urllib.parse

from norn_server import EMBEDDED
from people import PASSWORD, add_member, make_calendar, make_entry, path_of, task, timed
from planner_things import make_calendar_event, weekly
from rest_case import RestCase, on_every_store, on_stores
from rest_client import CALENDAR

SEVERAL = "/api/v1/calendar-feed"


def feed_path(reply):
    return urllib.parse.urlsplit(reply.json["url"]).path


class CalendarFeedCase(RestCase):
    def setUp(self):
        self.calendar = make_calendar(self.anna(), writer=self.bob(), reader=self.cleo())
        self.path = path_of(self.calendar) + "/feed"

    def create(self, person):
        return feed_path(person.client.post(self.path, expect=201))

    def create_several(self, person, *calendars):
        body = {"calendarIds": [each["id"] for each in calendars]}
        return feed_path(person.client.post(SEVERAL, body, expect=201))

    def read(self, path, headers=None):
        return self.visitor().send("GET", path, headers=headers)

    def lines(self, path):
        reply = self.read(path)
        self.assertEqual((reply.status, reply.content_type), (200, CALENDAR), reply.body)
        return reply.body.decode().replace("\r\n ", "").split("\r\n")

    def titles(self, path):
        return sorted(line.removeprefix("SUMMARY:") for line in self.lines(path)
                      if line.startswith("SUMMARY:"))


@on_every_store
class CalendarFeedTest(CalendarFeedCase):
    def test_it_has_entries_tasks_and_events(self):
        make_entry(self.anna(), self.calendar, timed("Dentist"))
        make_entry(self.anna(), self.calendar, task("Call"))
        make_calendar_event(self.bob(), self.calendar, weekly("Swimming"))
        path = self.create(self.cleo())
        self.assertTrue(path.endswith("/calendar.ics"))
        self.assert_soon(lambda: self.titles(path), ["Call", "Dentist", "Swimming"])
        lines = self.lines(path)
        for line in ("BEGIN:VTODO", f"X-WR-CALNAME:{self.calendar['name']}"):
            self.assertIn(line, lines)
        self.assertTrue(any(line.startswith("RRULE:FREQ=WEEKLY") for line in lines))
        exported = self.cleo().client.send("GET", path_of(self.calendar) + "/export")
        self.assertIn("SUMMARY:Dentist", exported.body.decode())
        first = self.read(path)
        same = self.read(path, {"If-None-Match": f'"{first.etag}"'})
        self.assertEqual((same.status, same.body), (304, b""))

    def test_it_ends_with_the_membership(self):
        path = self.create(self.cleo())
        several = self.create_several(self.cleo(), self.calendar)
        make_entry(self.anna(), self.calendar, timed("Dentist"))
        self.assert_soon(lambda: self.titles(several), ["Dentist"])
        self.anna().client.delete(f"{path_of(self.calendar)}/members/{self.cleo().id}", expect=204)
        self.assertEqual(self.read(path).status, 404)
        self.assertEqual(self.titles(several), [])
        add_member(self.anna(), self.calendar, self.cleo(), "reader")
        self.assert_soon(lambda: self.titles(several), ["Dentist"])


@on_stores(EMBEDDED)
class OneStoreCalendarFeedTest(CalendarFeedCase):
    def test_its_state_and_its_end(self):
        self.assertEqual(self.cleo().client.get(self.path).json, {"exists": False})
        path = self.create(self.cleo())
        self.assertIsNone(self.cleo().client.get(self.path).json["lastReadAt"])
        self.lines(path)
        self.assertIsNotNone(self.cleo().client.get(self.path).json["lastReadAt"])
        newer = self.create(self.cleo())
        self.assertEqual((self.read(path).status, self.read(newer).status), (404, 200))
        self.assertEqual(self.read(newer.replace("calendar.ics", "calendars.ics")).status, 404)
        self.cleo().client.delete(self.path, expect=204)
        self.cleo().client.delete(self.path, expect=204)
        self.assertEqual(self.read(newer).status, 404)

    def test_one_of_several_calendars(self):
        cleo = self.cleo()
        club = make_calendar(self.anna(), reader=cleo)
        secret = make_calendar(self.anna())
        make_entry(self.anna(), self.calendar, timed("Dentist"))
        make_entry(self.anna(), club, timed("Match"))
        self.assertEqual(cleo.client.get(SEVERAL).json, {"exists": False, "calendarIds": []})
        cleo.client.put(SEVERAL, {"calendarIds": [club["id"]]}, expect=404)
        for bad in ([], [club["id"]] * 101):
            problem = cleo.client.post(SEVERAL, {"calendarIds": bad}, expect=400).json
            self.assertEqual(problem["field"], "calendarIds")
        for unseen in ([secret["id"]], ["a#b"], [club["id"], secret["id"]]):
            cleo.client.post(SEVERAL, {"calendarIds": unseen}, expect=404)
        path = self.create_several(cleo, self.calendar, club)
        self.assertEqual(self.titles(path), ["Dentist", "Match"])
        state = cleo.client.put(SEVERAL, {"calendarIds": [club["id"]]}).json
        self.assertEqual((state["exists"], state["calendarIds"]), (True, [club["id"]]))
        self.assertEqual(self.titles(path), ["Match"])
        self.assertEqual(cleo.client.get(SEVERAL).json["calendarIds"], [club["id"]])
        self.anna().client.delete(path_of(club), expect=204)
        self.assertEqual(self.titles(path), [])
        cleo.client.delete(SEVERAL, expect=204)
        self.assertEqual(self.read(path).status, 404)

    def test_it_ends_with_the_account(self):
        nora = self.world.sign_up("Nora")
        add_member(self.anna(), self.calendar, nora, "reader")
        paths = [self.create(nora), self.create_several(nora, self.calendar)]
        for path in paths:
            self.assertEqual(self.read(path).status, 200)
        nora.client.copy().post("/api/v1/account/delete", {"password": PASSWORD}, expect=204)
        for path in paths:
            self.assertEqual(self.read(path).status, 404)
