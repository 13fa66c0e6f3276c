"""What several pages do to one planner at the same time."""

import threading

from planner_case import PlannerCase
from planner_things import (EVENTS, PLANNER, PREFERENCES, meeting, occurrence_id, planner_path,
                            weekly)
from rest_case import at_once, on_every_store

ROUNDS = 6


@on_every_store
class PlannerConflictsTest(PlannerCase):
    """Every change says what it is based on, and is told what is there when that is old."""

    def assert_conflict(self, method, path, body, stale, current):
        without = self.client.send(method, path, body)
        self.assert_problem(without, 428)
        reply = self.client.send(method, path, body, {"If-Match": f'"{stale}"'})
        self.assert_problem(reply, 409)
        self.assertEqual((reply.json["current"], reply.etag), (current, current["etag"]))

    def test_an_event(self):
        event = self.create(meeting())
        current = self.change(event, {"title": "Changed"})
        for method, body in (("PATCH", {"title": "x"}), ("DELETE", None)):
            self.assert_conflict(method, planner_path(event), body, "v1", current)
        self.assertEqual(self.get(event), current)

    def test_a_series(self):
        series = self.create(weekly())
        current = self.change(series, {"title": "Changed"})
        for method, body in (("PATCH", {"title": "x"}), ("DELETE", None)):
            self.assert_conflict(method, planner_path(series), body, "v1", current)
        self.assertEqual(self.get(series), current)

    def test_occurrences(self):
        series = self.create(weekly())
        one = self.occurrence(series, "20250120")
        self.change(self.occurrence(series, "20250113"), {"title": "Another"})
        now = self.get(one)
        self.assertEqual((one["etag"], now["etag"]), ("v1.0", "v2.0"))
        for scope in ("this", "following", "all"):
            for method, body in (("PATCH", {"title": "x"}), ("DELETE", None)):
                with self.subTest(scope=scope, method=method):
                    self.assert_conflict(method, planner_path(one, scope), body, "v1.0", now)
        current = self.change(now, {"title": "Changed"})
        for stale in ("v3.0", "v2.1", "v3.2", "v3"):
            self.assert_conflict("PATCH", planner_path(one), {"title": "x"}, stale, current)
        self.assert_conflict("POST", f"{planner_path(one)}/restore", None, "v3.0", current)
        self.assertEqual(self.get(one), current)

    def test_preferences(self):
        current = self.client.patch(PREFERENCES, {"theme": "dark"}, etag="v1").json
        self.assert_conflict("PATCH", PREFERENCES, {"theme": "light"}, "v1", current)


@on_every_store
class PlannerConcurrencyTest(PlannerCase):
    def insist(self, client, thing, body, scope=None):
        """Changes it on top of whatever others have made of it meanwhile."""
        while True:
            now = client.get(planner_path(thing)).json
            change = body(now) if callable(body) else body
            reply = client.send("PATCH", planner_path(thing, scope), change,
                                {"If-Match": f'"{now["etag"]}"'})
            self.assertIn(reply.status, (200, 409), reply.body)
            if reply.status == 200:
                return reply.json

    def test_many_edit_one_series_and_nothing_is_lost(self):
        series = self.create(weekly("0", rrule="FREQ=DAILY;COUNT=60"))
        days = [f"202501{day:02}" for day in range(6, 31)]

        def count_up(client):
            for _ in range(ROUNDS):
                self.insist(client, series, lambda now: {"title": str(int(now["title"]) + 1)})

        def rename(client, own):
            for day in own:
                self.insist(client, occurrence_id(series, day), {"location": day})

        def cancel(client):
            for day in days[20:]:
                one = planner_path(occurrence_id(series, day))
                while True:
                    now = client.get(one).json
                    reply = client.send("DELETE", one, headers={"If-Match": f'"{now["etag"]}"'})
                    self.assertIn(reply.status, (204, 409), reply.body)
                    if reply.status == 204:
                        break

        clients = [self.client.copy() for _ in range(5)]
        at_once(lambda: count_up(clients[0]), lambda: count_up(clients[1]),
                lambda: rename(clients[2], days[:10]), lambda: rename(clients[3], days[10:20]),
                lambda: cancel(clients[4]))
        master = self.get(series)
        self.assertEqual((master["title"], master["hasExceptions"]), (str(2 * ROUNDS), True))
        self.assertEqual(master["exdate"], days[20:])
        self.assertEqual(master["version"], 1 + 2 * ROUNDS + len(days))
        self.assertEqual([self.occurrence(series, day)["location"] for day in days[:20]],
                         days[:20])
        self.assert_soon(lambda: len(self.client.get(
            f"{PLANNER}/series/{series['id']}").json["exceptions"]), 20)
        self.assert_soon(lambda: sorted(start[:10].replace("-", "") for start, _ in
                                        self.seen("2025-01-01", "2025-01-30")), days[:20])

    def test_one_of_two_divides_a_series(self):
        """Whoever loses is told so, or finds that the old series no longer comes to that day."""
        for _ in range(ROUNDS):
            series = self.create(weekly(rrule="FREQ=DAILY;COUNT=10"))
            one = self.occurrence(series, "20250110")
            path = planner_path(one, "following")
            replies = at_once(*(
                lambda client=client, name=name: client.send(
                    "PATCH", path, {"title": name}, {"If-Match": f'"{one["etag"]}"'})
                for client, name in ((self.client, "One"), (self.client.copy(), "Two"))))
            statuses = sorted(reply.status for reply in replies)
            self.assertIn(statuses, ([200, 404], [200, 409]))
            winner = next(reply.json for reply in replies if reply.status == 200)
            self.assertEqual(len(self.seen("2025-01-01", "2025-01-31")), 10)
            self.remove(winner)
            self.remove(self.get(series))

    def test_one_key_makes_one_event_for_many(self):
        ids = at_once(*(lambda client=client: client.send(
            "POST", EVENTS, weekly(), {"Idempotency-Key": "one-key-for-many"})
            for client in (self.client.copy() for _ in range(4))))
        made = {reply.json["id"] for reply in ids if reply.status == 201}
        self.assertTrue({reply.status for reply in ids} <= {201, 409}, ids)
        self.assertEqual(len(made), 1)
        self.assertEqual(len(self.seen("2025-01-06")), 1)

    def test_a_series_is_deleted_while_it_is_edited(self):
        series = self.create(weekly(rrule="FREQ=DAILY"))
        begun = threading.Event()

        def edit(client):
            for day in range(6, 31):
                one = planner_path(occurrence_id(series, f"202501{day:02}"))
                now = client.send("GET", one)
                if now.status == 404:
                    return
                reply = client.send("PATCH", one, {"title": "x"}, {"If-Match": f'"{now.etag}"'})
                self.assertIn(reply.status, (200, 404, 409))
                begun.set()

        def delete(client):
            begun.wait()
            while True:
                now = client.get(planner_path(series))
                reply = client.send("DELETE", planner_path(series),
                                    headers={"If-Match": f'"{now.etag}"'})
                if reply.status == 204:
                    return

        at_once(lambda: edit(self.client.copy()), lambda: delete(self.client.copy()))
        self.assert_soon(lambda: self.seen("2025-01-01", "2025-01-31"), [])
        # Its exceptions stay where they are while it can be restored.
        self.client.delete(f"{PLANNER}/bin/{series['id']}", expect=204)
        if self.server.api_url:
            self.assert_eventually(lambda: [item for table, item in self.traces_of(series["id"])
                                            if table == "ProductivityData"], [])
