"""What a crash of the server leaves of a planner, and of entries that become events and entries
again: all that was answered, and nothing by half."""

import http.client
import random
import threading

from norn_server import EMBEDDED
from people import all_day, entry_path, make_calendar, make_entry, path_of
from planner_things import (EVENTS, PLANNER, STATS, VIEW, make_event, meeting, planner_path,
                            query_of, weekly)
from rest_case import RestCase, at_once

CRASHES = 3
CHANGES = 60  # Of all writers together, before each crash.
SAID = ("title", "description", "location", "date", "color", "kind")


class PlannerCrashTest(RestCase):
    STORE = EMBEDDED
    OWN_SERVER = ()

    def setUp(self):
        self.nora = self.make_world().sign_up("Nora")

    def work_and_crash(self, work):
        """Lets several clients do it again and again, and kills the server meanwhile. `work` tells
        whether something was changed."""
        changes, dead = threading.Semaphore(0), threading.Event()

        def repeat(client):
            while not dead.is_set():
                try:
                    if work(client):
                        changes.release()
                except (OSError, http.client.HTTPException):
                    return

        def crash():
            for _ in range(CHANGES):
                changes.acquire()
            dead.set()
            self.server.restart(crashing=True)

        clients = [self.nora.client.copy() for _ in range(3)]
        at_once(*(lambda client=client: repeat(client) for client in clients), crash)
        self.nora.client.close()

    def view(self, first, last):
        return self.nora.client.get(VIEW + query_of(**{"from": first, "to": last})).json[
            "occurrences"]

    def test_what_was_written_is_counted_once(self):
        made = []

        def write(client):
            made.append(client.post(EVENTS, meeting(), expect=201).json)
            return True

        for _ in range(CRASHES):
            self.work_and_crash(write)
        for each in made:
            self.nora.client.get(planner_path(each))
        for each in made[::3]:
            self.nora.client.delete(planner_path(each), etag=each["etag"], expect=204)
        # What was being written when it died may be there or not.
        total = len(self.view("2025-12-15", "2025-12-15"))
        self.assertGreaterEqual(total, len(made) - len(made[::3]))
        self.assert_eventually(lambda: self.nora.client.get(STATS).json["totalEvents"], total)

    def test_a_series_is_divided_or_it_is_not(self):
        days = [f"2025-{month:02}-{day:02}" for month in (4, 5) for day in range(1, 31)]
        days.append("2025-05-31")
        make_event(self.nora, weekly("0", "2025-04-01T10:00", "2025-04-01T10:15",
                                     f"FREQ=DAILY;COUNT={len(days)}"))
        chance = random.Random(8)

        def divide_or_change(client):
            day, scope = chance.choice(days), chance.choice(("this", "this", "following"))
            one, = client.get(VIEW + query_of(**{"from": day, "to": day})).json["occurrences"]
            reply = client.send("PATCH", planner_path(one, scope),
                                {"title": str(chance.random())}, {"If-Match": f'"{one["etag"]}"'})
            self.assertIn(reply.status, (200, 404, 409), reply.body)
            return reply.status == 200

        for _ in range(CRASHES):
            self.work_and_crash(divide_or_change)
            seen = self.view(days[0], days[-1])
            self.assertEqual([each["start"][:10] for each in seen], days)
            self.assert_series_are_whole(seen)

    def test_an_entry_is_one_thing_whatever_it_is_turned_into(self):
        calendar, day = make_calendar(self.nora, "Home"), "2025-06-02"
        entries = [make_entry(self.nora, calendar, all_day(f"Entry {number}", day))
                   for number in range(4)]
        chance = random.Random(9)

        def turn(client):
            entry = chance.choice(entries)
            now = client.send("GET", entry_path(entry))
            body = chance.choice(({}, {"rrule": "FREQ=DAILY;COUNT=3"}))
            path = f"{path_of(calendar)}/entries/{entry['id']}/event"
            if now.status == 303:  # Back, whatever it was turned into.
                path, body = f"{now.headers['Location']}/entry", {name: entry[name]
                                                                  for name in SAID}
                now = client.send("GET", now.headers["Location"])
            if now.status != 200:
                return False  # Another client was faster.
            reply = client.send("POST", path, body, {"If-Match": f'"{now.json["etag"]}"'})
            self.assertIn(reply.status, (201, 404, 409, 412), reply.body)
            return reply.status == 201

        days = query_of(**{"from": day, "to": day})
        for _ in range(CRASHES):
            self.work_and_crash(turn)
            there = self.nora.client.get(f"{path_of(calendar)}/entries{days}").json["entries"]
            there += self.nora.client.get(f"{path_of(calendar)}/view{days}").json["occurrences"]
            self.assertEqual(sorted(each["id"].split("_")[-1] for each in there),
                             sorted(entry["id"] for entry in entries))
            for entry in entries:
                now = self.nora.client.send("GET", entry_path(entry))
                self.assertIn(now.status, (200, 303), now.body)
                if now.status == 303:
                    self.nora.client.get(now.headers["Location"])

    def assert_series_are_whole(self, seen):
        changed = {each["id"] for each in seen if each["isException"]}
        stored = set()
        for master_id in {each["masterId"] for each in seen}:
            whole = self.nora.client.get(f"{PLANNER}/series/{master_id}").json
            self.assertEqual(whole["series"]["hasExceptions"], bool(whole["exceptions"]))
            stored |= {each["id"] for each in whole["exceptions"]}
        self.assertEqual(changed, stored)
