"""Processes on one store are killed at random while people book, write and listen, for
NORN_KILL_SECONDS: nothing that was answered is lost, nothing happens twice."""

import collections
import http.client
import os
import pathlib
import random
import sys
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "rest"))

from botocore.exceptions import ClientError

from booking_things import make_place, nights_of, place_path, range_query, stay
from cluster import Cluster, stolen_leases
from event_stream import EventStream
from norn_server import PATIENCE_S
from people import all_day, make_calendar, path_of
from project_things import make_project, project_path, task_path
from rest_client import Client

SECONDS = float(os.environ.get("NORN_KILL_SECONDS", "5"))
PROCESSES = 3
WRITERS = 3
CALENDARS_TABLE, BOOKINGS_TABLE, PROJECTS_TABLE = "calendsync", "cal-app-sam", "calendar-app-data"
MAX_TASKS = 100  # Of a writer: the bell has at most 500 notifications of a person.
ENDED = 1  # A lease until 1970.
LEASE_MS = {"READER": 60_000, "SWEEP": 30_000}


class Persistent:
    """A browser that tries again when a process was killed under it."""

    def __init__(self, cluster, person):
        self.client = Client(cluster.balancer)
        self.client.cookies = dict(person.client.cookies)

    def send(self, method, path, body=None, key=None, etag=None):
        headers = {"Idempotency-Key": key} if key else {}
        if etag:
            headers["If-Match"] = f'"{etag}"'
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                reply = self.client.send(method, path, body, headers)
                if reply.status < 500:
                    return reply
            except (OSError, http.client.HTTPException):
                pass  # It was killed; nothing is known of the request.
            if time.monotonic() > deadline:
                raise AssertionError(f"no answer to {method} {path}")
            self.client.close()
            time.sleep(0.02)


class Page:
    """An open page, which comes back with the position of the last event when it is cut off."""

    def __init__(self, cluster, person):
        self.client = Client(cluster.balancer)
        self.client.cookies = dict(person.client.cookies)
        self.titles = set()
        self.resets = 0
        self.last_id = None
        self.stopping = False
        self.ready = threading.Event()
        self.stream = None
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()
        if not self.ready.wait(PATIENCE_S):
            raise AssertionError("the page never heard anything")

    def run(self):
        while not self.stopping:
            try:
                self.stream = EventStream(self.client, self.last_id)
                while (event := self.stream.next()) is not None:
                    self.hear(event)
            except (OSError, http.client.HTTPException, AttributeError):
                time.sleep(0.02)  # Cut off, or nobody takes connections for a moment.

    def hear(self, event):
        self.last_id = event.id or self.last_id
        self.resets += event.name == "reset"
        if event.name == "entry" and event.data["entry"]:
            self.titles.add(event.data["entry"]["title"])
        self.ready.set()

    def stop(self):
        """It ends when its process closes the stream."""
        self.stopping = True


class Writer:
    """Adds entries and wants nights, and knows what was answered."""

    def __init__(self, test, number, person):
        self.number = number
        self.browser = Persistent(test.cluster, person)
        self.entries = path_of(test.calendar) + "/entries"
        self.events = place_path(test.place, "/events")
        self.tasks = project_path(test.project, "/tasks")
        self.assignee = test.people[(number + 1) % len(test.people)].id
        self.chance = random.Random(number)
        self.written = []
        self.booked = {}  # The nights, by id.
        self.assigned = 0
        self.failure = None
        self.thread = None

    def run(self, until):
        try:
            for number in range(1_000_000):
                if time.monotonic() > until:
                    return
                self.write_entry(f"entry{self.number}x{number}")
                self.want_nights(number)
                if self.assigned < MAX_TASKS:
                    self.assign_task(number)
        except BaseException as error:
            self.failure = error

    def write_entry(self, title):
        reply = self.browser.send("POST", self.entries, all_day(title), key=f"entry-{title}")
        assert reply.status == 201, (reply.status, reply.body)
        self.written.append(title)

    def assign_task(self, number):
        task = {"title": f"Task {number}", "assigneeId": self.assignee}
        reply = self.browser.send("POST", self.tasks, task, key=f"task-{self.number}-{number}")
        assert reply.status == 201, (reply.status, reply.body)
        self.assigned += 1
        if self.chance.random() < 0.5:
            done = self.browser.send("PATCH", task_path(reply.json), {"status": "DONE"},
                                     etag=reply.json["etag"])
            assert done.status in (200, 412), (done.status, done.body)  # 412: sent twice.

    def want_nights(self, number):
        first = self.chance.randrange(1, 26)
        nights = (f"07-{first:02}", f"07-{first + self.chance.randrange(1, 4):02}")
        reply = self.browser.send("POST", self.events, stay(*nights),
                                  key=f"stay-{self.number}-{number}")
        assert reply.status in (201, 409), (reply.status, reply.body)
        if reply.status == 201:
            self.booked[reply.json["id"]] = nights
            if self.chance.random() < 0.7:  # Others want them, too.
                self.cancel(reply.json)

    def cancel(self, booking):
        reply = self.browser.send("DELETE", f"{self.events}/{booking['id']}",
                                  etag=booking["extendedProps"]["etag"])
        assert reply.status in (204, 404), (reply.status, reply.body)  # 404: sent twice.
        del self.booked[booking["id"]]


class KillsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster(PROCESSES)
        cls.addClassCleanup(cls.cluster.stop)

    def setUp(self):
        world = self.cluster.world
        self.people = [world.sign_up(f"Writer{n}") for n in range(WRITERS)]
        self.calendar = make_calendar(self.people[0], writer=self.people[1:])
        self.place = make_place(self.people[0], member=self.people[1:])
        self.project = make_project(self.people[0], MEMBER=self.people[1:])

    def kill_at_random(self, until):
        chance = random.Random(7)
        kills = 0
        while time.monotonic() < until or kills < 2:
            server = chance.choice(self.cluster.servers)
            self.cluster.kill(server)
            self.end_leases()
            kills += 1
            time.sleep(chance.uniform(0.05, 0.5))  # The others carry on alone.
            self.cluster.start(server)
            time.sleep(chance.uniform(0.1, 0.6))
        return kills

    def end_leases(self):
        """Those who follow the changes of tables hand over now, and not a minute after a crash."""
        for table in (CALENDARS_TABLE, BOOKINGS_TABLE, PROJECTS_TABLE):
            try:
                self.cluster.set_lease(f"READER#{table}", f"READER#{table}", "leaseEndsMs", ENDED)
            except ClientError as error:  # Nobody has it.
                code = error.response["Error"]["Code"]
                self.assertEqual(code, "ConditionalCheckFailedException")

    def assert_becomes(self, read, truth):
        """What is made of the changes of a table comes to the truth, and stays there."""
        deadline = time.monotonic() + PATIENCE_S
        while read() != truth and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertEqual(read(), truth)

    def usage(self, table, owner, kind):
        reply = self.cluster.tables.Table("norn").get_item(
            Key={"PK": f"USAGE#{table}", "SK": owner}, ConsistentRead=True)
        return reply.get("Item", {}).get(kind, 0)

    def statistics(self):
        """The tasks of the project by status, and those that were created, as they are counted."""
        key = {"PK": "PROJECT_STATS", "SK": f"PROJECT#{self.project['id']}"}
        counted = self.cluster.tables.Table("norn").get_item(
            Key=key, ConsistentRead=True).get("Item", {})
        days = self.cluster.items(f"PROJECT_STATS#{self.project['id']}")
        return ({status: counted.get(status, 0) for status in ("TODO", "DONE")},
                sum(day.get("created", 0) for day in days))

    def true_statistics(self):
        reply = self.cluster.tables.Table(PROJECTS_TABLE).scan(
            FilterExpression="entityType = :task AND projectId = :project AND "
                             "attribute_exists(#status)", ConsistentRead=True,
            ExpressionAttributeNames={"#status": "status"},  # Its relations have none.
            ExpressionAttributeValues={":task": "TASK", ":project": self.project["id"]})
        self.assertNotIn("LastEvaluatedKey", reply)
        found = collections.Counter(task["status"] for task in reply["Items"])
        return {status: found[status] for status in ("TODO", "DONE")}, found.total()

    def told(self, person):
        """How often a person was told that a task is theirs."""
        return [each["kind"] for each in self.cluster.items(f"BELL#{person.id}")
                if each["entityType"] == "NOTIFICATION"].count("ASSIGNED")

    def assert_changes_were_handled_once(self, browser, writers):
        self.end_leases()  # Of the last one that was killed.
        written = [title for writer in writers for title in writer.written]
        self.assert_becomes(
            lambda: self.usage(CALENDARS_TABLE, f"CAL#{self.calendar['id']}", "entries"),
            len(written))
        for writer, person in zip(writers, self.people):
            self.assert_becomes(lambda p=person: self.usage(BOOKINGS_TABLE, f"USER#{p.id}",
                                                            "stays"), len(writer.booked))
        self.assertGreater(sum(writer.assigned for writer in writers), 10)
        truth = self.true_statistics()
        self.assertEqual(truth[1], sum(writer.assigned for writer in writers))
        self.assert_becomes(self.statistics, truth)
        for writer in writers:
            [assignee] = [each for each in self.people if each.id == writer.assignee]
            self.assert_becomes(lambda a=assignee: self.told(a), writer.assigned)
            last = writer.written[-1]
            self.assert_becomes(lambda t=last: [hit["title"] for hit in browser.send(
                "GET", f"/api/v1/search?q={t}").json["hits"]], [last])

    def test_nothing_is_lost_and_nothing_happens_twice(self):
        pages = [Page(self.cluster, person) for person in self.people]
        writers = [Writer(self, n, person) for n, person in enumerate(self.people)]
        until = time.monotonic() + SECONDS
        for writer in writers:
            writer.thread = threading.Thread(target=writer.run, args=(until,))
            writer.thread.start()
        kills = self.kill_at_random(until)
        for writer in writers:
            writer.thread.join()
            if writer.failure:
                raise writer.failure
        self.assertGreaterEqual(kills, 2)

        browser = Persistent(self.cluster, self.people[0])
        written = sorted(title for writer in writers for title in writer.written)
        self.assertGreater(len(written), 10)
        found = browser.send(
            "GET", f"{path_of(self.calendar)}/entries?from=2024-01-01&to=2024-01-31")
        self.assertEqual(sorted(each["title"] for each in found.json["entries"]), written)

        booked = {key: nights for writer in writers for key, nights in writer.booked.items()}
        stays = browser.send(
            "GET", place_path(self.place, "/events") + range_query("07-01", "07-30"))
        self.assertEqual({each["id"] for each in stays.json}, set(booked))
        taken = [night for nights in booked.values() for night in nights_of(*nights)]
        self.assertEqual(len(taken), len(set(taken)))
        slots = self.cluster.tables.Table(BOOKINGS_TABLE).query(
            KeyConditionExpression="PK = :pk", ConsistentRead=True,
            ExpressionAttributeValues={":pk": "SLOT"})["Items"]  # Of the first place.
        self.assertEqual({slot["SK"] for slot in slots}, set(taken))

        for page in pages:
            deadline = time.monotonic() + PATIENCE_S
            while not page.titles >= set(written) and not page.resets \
                    and time.monotonic() < deadline:
                time.sleep(0.05)
            # A page that was told to load everything again has nothing to miss.
            missed = set() if page.resets else set(written) - page.titles
            self.assertEqual(missed, set())
            page.stop()
        self.assert_changes_were_handled_once(browser, writers)
        self.assertEqual(stolen_leases(self.cluster.norn_changes(), LEASE_MS), [])


if __name__ == "__main__":
    unittest.main()
