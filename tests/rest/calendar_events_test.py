"""Events of shared calendars: the engine of the planner, for members by their roles."""

import json

from event_stream import EventStream
from norn_server import EMBEDDED
from people import add_member, entry_path, make_calendar, make_entry, path_of, timed
from planner_things import (CALENDAR_FILE, NEW_YORK, PREFERENCES, make_calendar_event, make_event,
                            meeting, occurrence_id, query_of, weekly, whole_days)
from rest_case import RestCase, on_every_store, on_stores

JANUARY = {"from": "2025-01-01", "to": "2025-01-31"}


class CalendarEventsCase(RestCase):
    def setUp(self):
        self.calendar = make_calendar(self.anna(), writer=self.bob(), reader=self.cleo())
        self.path = path_of(self.calendar)

    def create(self, body=None, person=None):
        return make_calendar_event(person or self.bob(), self.calendar, body)

    def event_path(self, thing, scope=None):
        path = f"{self.path}/events/{thing if isinstance(thing, str) else thing['id']}"
        return f"{path}?scope={scope}" if scope else path

    def get(self, thing, person=None, expect=200):
        return (person or self.cleo()).client.get(self.event_path(thing), expect=expect).json

    def change(self, thing, body, scope=None):
        return self.bob().client.patch(self.event_path(thing, scope), body,
                                       etag=thing["etag"]).json

    def remove(self, thing, scope=None):
        self.bob().client.delete(self.event_path(thing, scope), etag=thing["etag"], expect=204)

    def seen(self, person=None, **query):
        parameters = query_of(**(JANUARY | query))
        view = (person or self.cleo()).client.get(f"{self.path}/view{parameters}").json
        return [(each["start"], each["title"]) for each in view["occurrences"]]


@on_every_store
class CalendarEventsTest(CalendarEventsCase):
    def test_a_lesson_every_week_is_seen_by_all_members(self):
        reply = self.bob().client.post(f"{self.path}/events", weekly("Swimming"), expect=201)
        series = reply.json
        self.assertEqual(reply.headers["Location"], self.event_path(series))
        self.assertEqual(series["reminderMinutes"], [])
        expected = [(f"2025-01-{day:02}T10:00:00", "Swimming") for day in (6, 13, 20, 27)]
        for person in (self.anna(), self.bob(), self.cleo()):
            self.assert_soon(lambda who=person: self.seen(who, tzid=NEW_YORK), expected)
        one = self.get(occurrence_id(series, "20250113"))
        moved = self.change(one, {"start": "2025-01-14T10:00", "end": "2025-01-14T11:00"}, "this")
        self.assertTrue(moved["isException"])
        rest = self.change(self.get(occurrence_id(series, "20250120")), {"title": "Diving"},
                           "following")
        self.assertEqual(self.get(rest, self.anna())["title"], "Diving")
        self.assert_soon(lambda: self.seen(tzid=NEW_YORK),
                         [("2025-01-06T10:00:00", "Swimming"), ("2025-01-14T10:00:00", "Swimming"),
                          ("2025-01-20T10:00:00", "Diving"), ("2025-01-27T10:00:00", "Diving")])
        self.remove(self.get(rest), "all")
        self.assert_soon(lambda: self.seen(tzid=NEW_YORK),
                         [("2025-01-06T10:00:00", "Swimming"), ("2025-01-14T10:00:00", "Swimming")])
        whole = self.cleo().client.get(f"{self.path}/series/{series['id']}").json
        self.assertEqual([each["id"] for each in whole["exceptions"]], [one["id"]])

    def test_everybody_sees_it_by_their_own_clock(self):
        """Also when a reply was kept for somebody in another zone."""
        self.create(weekly(rrule="FREQ=WEEKLY;COUNT=1"))
        there, here = (self.world.sign_up(name) for name in ("Tess", "Hans"))
        for person, zone in ((there, "Asia/Tokyo"), (here, "Europe/Berlin")):
            etag = person.client.get(PREFERENCES).etag
            person.client.patch(PREFERENCES, {"defaultTzid": zone}, etag=etag)
            add_member(self.anna(), self.calendar, person, "reader")
        for _ in range(2):
            self.assert_soon(lambda: self.seen(there),
                             [("2025-01-07T00:00:00", "Weekly Team Standup")])
            self.assert_soon(lambda: self.seen(here),
                             [("2025-01-06T16:00:00", "Weekly Team Standup")])

    def test_it_is_in_nobodys_planner(self):
        event = self.create(meeting())
        for person in (self.anna(), self.bob()):
            person.client.get(f"/api/v1/planner/events/{event['id']}", expect=404)
        token = self.bob().token("planner:read", "planner:write")
        token.get(self.event_path(event), expect=403)
        other = make_calendar(self.anna())
        self.anna().client.get(f"{path_of(other)}/events/{event['id']}", expect=404)

    def test_who_leaves_sees_and_changes_nothing(self):
        event = self.create(meeting())
        self.anna().client.delete(f"{self.path}/members/{self.bob().id}", expect=204)
        bob = self.bob().client
        bob.get(self.event_path(event), expect=404)
        bob.patch(self.event_path(event), {"title": "Mine"}, etag=event["etag"], expect=404)
        bob.get(f"{self.path}/export", expect=404)
        self.assertEqual(self.get(event)["title"], event["title"])

    def test_a_stale_change_is_refused_with_what_is_there(self):
        event = self.create(meeting())
        changed = self.change(event, {"title": "Newer"})
        reply = self.anna().client.patch(self.event_path(event), {"title": "Older"},
                                         etag=event["etag"], expect=409)
        self.assertEqual(reply.json["current"], changed)

    def test_a_file_goes_in_and_out(self):
        report = self.bob().client.post(f"{self.path}/import", CALENDAR_FILE).json
        self.assertEqual(report["created"], 1)
        reply = self.cleo().client.get(f"{self.path}/export")
        self.assertIn(b"SUMMARY:Imported", reply.body)
        self.assertIn("calendar.ics", reply.headers["Content-Disposition"])
        self.cleo().client.post(f"{self.path}/import", CALENDAR_FILE, expect=403)

    def test_deleted_events_are_in_the_bin_of_the_calendar(self):
        event = self.create(whole_days("Camp", "2025-01-03", "2025-01-05"))
        self.remove(event)
        things = self.anna().client.get(f"{self.path}/bin").json["things"]
        self.assertEqual([(each["id"], each["kind"], each["deletedBy"]["userId"])
                          for each in things], [(event["id"], "event", self.bob().id)])
        restore = f"{self.path}/bin/{event['id']}/restore"
        self.cleo().client.post(restore, expect=403)
        self.assertEqual(self.anna().client.post(restore).json, event)
        self.assert_soon(self.seen, [("2025-01-03", "Camp")])
        self.anna().client.post(restore, expect=404)

    def test_a_calendar_comes_back_with_its_events(self):
        self.create(whole_days("Camp", "2025-01-03", "2025-01-05"))
        self.anna().client.delete(self.path, expect=204)
        self.cleo().client.get(f"{self.path}/view{query_of(**JANUARY)}", expect=404)
        self.anna().client.post(f"/api/v1/calendar-bin/{self.calendar['id']}/restore")
        self.assert_soon(self.seen, [("2025-01-03", "Camp")])

    def test_a_key_creates_one_event_in_each_calendar(self):
        other = make_calendar(self.bob())
        made = [self.bob().client.post(f"{path_of(calendar)}/events", meeting(),
                                       key="the-same", expect=201).json
                for calendar in (self.calendar, self.calendar, other)]
        self.assertEqual(made[0]["id"], made[1]["id"])
        self.assertNotEqual(made[0]["id"], made[2]["id"])

    def test_members_hear_of_changes_and_planners_do_not(self):
        streams = {}
        for person in (self.anna(), self.cleo()):
            streams[person.id] = EventStream(person.client)
            self.addCleanup(streams[person.id].close)
            streams[person.id].until("hello")
        event = self.create(meeting())
        self.remove(event)
        expected = {"calendarId": self.calendar["id"], "id": event["id"], "kind": "event"}
        for stream in streams.values():
            heard = [stream.until("calendar-event", "planner")[-1] for _ in range(2)]
            self.assertEqual([each.name for each in heard], ["calendar-event"] * 2)
            self.assertEqual([each.data for each in heard], [expected, expected | {"gone": True}])


@on_every_store
class SearchTest(CalendarEventsCase):
    def hits(self, person, text):
        hits = person.client.get(f"/api/v1/search{query_of(q=text)}").json["hits"]
        return [(each["kind"], each["id"], each["within"]["kind"], each["within"]["id"])
                for each in hits if each["app"] == "calendars"]

    def test_those_who_read_a_calendar_find_its_events(self):
        series = self.create(weekly("Zumba for beginners"))
        event = self.create(meeting("Zumba party"))
        make_calendar_event(self.anna(), make_calendar(self.anna(), name="Hers"),
                            weekly("Zumba alone"))
        where = ("calendar", self.calendar["id"])
        expected = sorted([("series", series["id"], *where), ("event", event["id"], *where)])
        for person in (self.bob(), self.cleo()):
            self.assert_eventually(lambda person=person: sorted(self.hits(person, "zumb")),
                                   expected)
        self.assert_eventually(lambda: len(self.hits(self.anna(), "zumb")), 3)
        self.assertEqual(self.hits(self.stranger(), "zumb"), [])
        path = f"{self.path}/search{query_of(q='begin')}"
        found = self.cleo().client.get(path).json["results"]
        self.assertEqual([each["event"]["id"] for each in found], [series["id"]])
        self.stranger().client.get(path, expect=404)
        # Who has left finds nothing any more.
        self.anna().client.delete(f"{self.path}/members/{self.cleo().id}", expect=204)
        self.assert_soon(lambda: self.hits(self.cleo(), "zumb"), [])
        self.cleo().client.get(path, expect=404)


@on_every_store
class AuthorsTest(CalendarEventsCase):
    def authors(self, thing, person=None, expect=200):
        path = f"{self.path}/events/{thing['id']}/authors"
        return (person or self.cleo()).client.get(path, expect=expect).json

    def names(self, thing):
        return [person and person["name"] for person in self.authors(thing).values()]

    def test_an_event_names_who_created_and_who_changed_it(self):
        series = self.create(weekly())
        bob, anna = self.bob(), self.anna()
        self.assertEqual((series["createdBy"], series["updatedBy"]), (bob.id, bob.id))
        self.assertEqual(self.names(series), ["Bob", "Bob"])
        one = self.cleo().client.get(
            f"{self.path}/view?from=2025-01-06&to=2025-01-12&tzid=UTC").json["occurrences"][0]
        self.assertNotIn("createdBy", one)
        changed = anna.client.patch(f"{self.path}/events/{one['id']}?scope=this",
                                    {"title": "Diving"}, etag=one["etag"]).json
        self.assertEqual((changed["createdBy"], changed["updatedBy"]), (bob.id, anna.id))
        self.assertEqual(self.names(one), ["Bob", "Anna"])
        self.assertEqual(self.names(series), ["Bob", "Anna"])
        self.authors(series, self.stranger(), expect=404)
        self.authors({"id": "evt_nowhere"}, expect=404)

    def test_who_imports_a_file_is_its_author(self):
        def imported(person, text):
            person.client.post(f"{self.path}/import", text)
            self.assert_soon(lambda: len(self.found("Imported")), 1)
            return [self.found("Imported")[0]["event"][name] for name in ("createdBy", "updatedBy")]
        self.assertEqual(imported(self.bob(), CALENDAR_FILE), [self.bob().id] * 2)
        newer = CALENDAR_FILE.replace("END:VEVENT", "SEQUENCE:1\r\nEND:VEVENT")
        self.assertEqual(imported(self.anna(), newer), [self.bob().id, self.anna().id])

    def found(self, text):
        return self.cleo().client.get(f"{self.path}/search{query_of(q=text)}").json["results"]

    def test_in_a_planner_nobody_is_named(self):
        event = self.create(weekly())
        moved = self.bob().client.post(f"{self.event_path(event)}/move", {"to": "planner"},
                                       etag=event["etag"]).json
        self.assertNotIn("createdBy", moved)
        self.assertNotIn("updatedBy", moved)


@on_every_store
class TurningTest(CalendarEventsCase):
    def turn(self, entry, change, expect=201):
        return self.bob().client.post(f"{self.path}/entries/{entry['id']}/event", change,
                                      etag=entry["etag"], expect=expect)

    def test_an_entry_that_gets_a_rule_becomes_a_series(self):
        entry = make_entry(self.bob(), self.calendar, timed("Swimming", "2025-01-06", "16:00:00",
                                                            "17:00:00"))
        reply = self.turn(entry, {"rrule": "FREQ=WEEKLY", "startTzid": NEW_YORK})
        series = reply.json
        self.assertEqual(series["id"], f"mst_{entry['id']}")
        self.assertEqual(reply.headers["Location"], self.event_path(series))
        self.assertEqual((series["startLocal"], series["startTzid"]),
                         ("2025-01-06T16:00:00", NEW_YORK))
        self.assert_soon(lambda: len(self.seen(tzid=NEW_YORK)), 4)
        self.assert_soon(lambda: self.cleo().client.send("GET", entry_path(entry)).status, 303)
        leads = self.cleo().client.send("GET", entry_path(entry))
        self.assertEqual(leads.headers["Location"], self.event_path(series))
        self.stranger().client.get(entry_path(entry), expect=404)
        self.turn(entry, {}, expect=404)
        self.bob().client.post(f"{self.event_path(series)}/entry", etag=series["etag"], expect=409)

    def test_it_turns_back_while_an_entry_can_say_it(self):
        entry = make_entry(self.bob(), self.calendar, timed("Dinner", "2025-01-06"))
        event = self.turn(entry, {"reminderMinutes": [10]}).json
        back = f"{self.event_path(event)}/entry"
        self.bob().client.post(back, etag=event["etag"], expect=409)
        event = self.change(event, {"reminderMinutes": []})
        again = self.bob().client.post(back, etag=event["etag"], expect=201).json
        same = ("id", "calendarId", "title", "date", "kind", "color", "createdAt")
        self.assertEqual({name: again[name] for name in same}, {name: entry[name] for name in same})
        self.assertEqual(self.cleo().client.get(entry_path(entry)).json, again)
        self.get(event, expect=404)

    def test_that_an_entry_became_a_series_is_undone(self):
        entry = make_entry(self.bob(), self.calendar, timed("Swimming", "2025-01-06"))
        names = ("title", "description", "location", "date", "color", "kind")
        said = {name: entry[name] for name in names}
        series = self.turn(entry, {"rrule": "FREQ=WEEKLY", "title": "Lessons"}).json
        back = f"{self.event_path(series)}/entry"
        self.cleo().client.post(back, said, etag=series["etag"], expect=403)
        self.stranger().client.post(back, said, etag=series["etag"], expect=404)
        other = make_calendar(self.bob())
        self.bob().client.post(f"/api/v1/calendars/{other['id']}/events/{series['id']}/entry", said,
                               etag=series["etag"], expect=404)
        self.bob().client.post(back, said | {"title": ""}, etag=series["etag"], expect=400)
        self.bob().client.post(back, said | {"etag": "x"}, etag=series["etag"], expect=400)
        one = occurrence_id(series, "20250113")
        self.anna().client.patch(f"{self.path}/events/{one}?scope=this", {"title": "Diving"},
                                 etag="v1.0")
        self.bob().client.post(back, said, etag=series["etag"], expect=409)
        series = self.get(series)
        reply = self.bob().client.post(back, said, etag=series["etag"], expect=201)
        again = reply.json
        self.assertEqual(reply.headers["Location"], entry_path(entry))
        same = (*names, "id", "calendarId", "createdAt")
        self.assertEqual({name: again[name] for name in same}, {name: entry[name] for name in same})
        self.assertEqual(self.cleo().client.get(entry_path(entry)).json, again)
        self.get(series, expect=404)
        self.assert_soon(self.seen, [])

    def test_an_entry_leads_to_the_planner_only_those_who_may_read_it(self):
        entry = make_entry(self.bob(), self.calendar, timed("Dinner", "2025-01-06"))
        event = self.turn(entry, {"reminderMinutes": [10]}).json
        self.bob().client.post(f"{self.event_path(event)}/move", {"to": "planner"},
                               etag=event["etag"])
        leads = self.bob().client.send("GET", entry_path(entry))
        self.assertEqual((leads.status, leads.headers["Location"]),
                         (303, f"/api/v1/planner/events/{event['id']}"))
        self.bob().token("calendars:read").get(entry_path(entry), expect=404)
        self.cleo().client.get(entry_path(entry), expect=404)

    def test_what_was_a_series_can_be_an_entry(self):
        entry = make_entry(self.bob(), self.calendar, timed("Dinner", "2025-01-06"))
        series = self.turn(entry, {"rrule": "FREQ=WEEKLY"}).json
        event = self.change(series, {"rrule": None})
        again = self.bob().client.post(f"{self.event_path(event)}/entry", etag=event["etag"],
                                       expect=201).json
        self.assertEqual((again["kind"], again["createdAt"]), (entry["kind"], entry["createdAt"]))

    def test_an_event_moves_with_its_id(self):
        planned = make_event(self.bob(), weekly())
        move = f"/api/v1/planner/events/{planned['id']}/move"
        here = self.bob().client.post(move, {"to": self.calendar["id"]},
                                      etag=planned["etag"]).json
        self.assertEqual(here["id"], planned["id"])
        self.assertEqual(self.get(here)["title"], planned["title"])
        self.bob().client.get(f"/api/v1/planner/events/{planned['id']}", expect=404)
        token = self.bob().token("calendars:write")
        token.post(f"{self.event_path(here)}/move", {"to": "planner"}, etag=here["etag"],
                   expect=403)
        back = self.bob().client.post(f"{self.event_path(here)}/move", {"to": "planner"},
                                      etag=here["etag"]).json
        self.get(here, expect=404)
        foreign = make_calendar(self.anna())
        self.bob().client.post(move, {"to": foreign["id"]}, etag=back["etag"], expect=404)
        self.bob().client.post(move, {"to": "nowhere"}, etag=back["etag"], expect=404)


# A remote store is read every 12 seconds, which is too long to wait for.
@on_stores(EMBEDDED)
class CalendarEventItemsTest(CalendarEventsCase):
    def test_the_items_are_those_of_a_partition_of_its_own(self):
        series = self.create(weekly(), self.anna())
        items = self.partition()
        self.assertEqual({item["SK"] for item in items}, {
            f"MASTER#{series['id']}", f"USER_META#cal_{self.calendar['id']}"})
        self.anna().client.delete(self.path, expect=204)
        self.anna().client.delete(f"/api/v1/calendar-bin/{self.calendar['id']}", expect=204)
        self.assert_eventually(self.partition, [])

    def partition(self):
        pk = f"USER#cal_{self.calendar['id']}"
        return [item for item in self.table("ProductivityData").scan(ConsistentRead=True)["Items"]
                if item["PK"] == pk]

    def test_what_cannot_be_read_is_for_the_owners_to_repair(self):
        self.table("ProductivityData").put_item(Item={
            "PK": f"USER#cal_{self.calendar['id']}", "SK": "EVENT#evt_broken",
            "entityType": "EVENT", "eventId": "evt_broken", "title": "Broken"})
        self.create(whole_days("Camp", "2025-01-03", "2025-01-05"))
        self.assert_soon(self.seen, [("2025-01-03", "Camp")])

        def broken(person):
            things = person.client.get("/api/v1/attention").json["items"]
            return sum("Broken" in json.dumps(each) for each in things)
        self.assert_eventually(lambda: broken(self.anna()), 1)
        self.assertEqual(broken(self.bob()), 0)
