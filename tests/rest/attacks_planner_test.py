"""Attacks on the planners of others: by people who have one, and by programs with little scope."""

from event_stream import EventStream
from planner_case import PlannerCase
from planner_things import (CALENDAR_FILE, EVENTS, EXPORT, FEED, IMPORT, PLANNER, PREFERENCES,
                            REMINDERS, STATS, THIS_WEEK, VIEW, make_feed, meeting, occurrence_id,
                            planner_path, reminder_id, weekly)
from rest_case import on_every_store
from rest_client import CALENDAR, quote


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
        for owner in (self.nora.id, self.stranger().id):
            sten.put(f"{REMINDERS}/{reminder_id(owner, event['id'], 15)}", {"snoozeMinutes": 10},
                     expect=404)
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
                   ("PATCH", PREFERENCES, {"weekStart": 0}, "v1"))
        reads = (planner_path(event), VIEW + THIS_WEEK, f"{PLANNER}/bootstrap", PREFERENCES, STATS,
                 EXPORT, FEED, f"{PLANNER}/search?q=x", f"{PLANNER}/linked?target=x")
        for scopes, may_read, may_write in (
                (("planner:read",), True, False), (("planner:write",), None, True),
                (("calendars:read", "calendars:write", "projects:read", "projects:write",
                  "bookings:read", "bookings:write", "account:read"), False, False)):
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
        for name in ("browser", "both"):
            heard = [streams[name].until("planner")[-1].data for _ in range(2)]
            self.assertEqual(heard, [{"id": event["id"], "kind": "event"},
                                     {"id": event["id"], "kind": "event", "gone": True}])
        # They have heard it, so whoever does not hear it before what comes next never will.
        calendar = {"name": "Heard", "color": "#123456"}
        self.client.post("/api/v1/calendars", calendar, expect=201)
        heard = {each.name for each in streams["calendars"].until("calendar")}
        self.assertNotIn("planner", heard)

    def test_nobody_hears_of_the_planners_of_others(self):
        sten = self.world.sign_up("Sten")
        stream = self.listen(sten.client)
        self.create(meeting("Secret"))
        own = sten.client.post(EVENTS, meeting("Own"), expect=201).json
        self.assertEqual([event.data for event in stream.until("planner")],
                         [{"id": own["id"], "kind": "event"}])


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
            self.assertNotEqual(visitor.send("GET", path).content_type, CALENDAR, path)
        # It opens nothing else.
        for headers in ({"Authorization": f"Bearer {secret}"}, {"Cookie": f"norn={secret}"}):
            self.assertEqual(visitor.send("GET", STATS, headers=headers).status, 401)
