"""Requests that take much: exports of any size in little memory, and a queue of each person."""

import http.client
import json
import threading
import time
import urllib.parse

from norn_server import EMBEDDED, PATIENCE_S
from planner_case import PlannerCase
from planner_foreign_test import TABLE
from planner_things import EXPORT, VIEW, make_feed
from rest_case import at_once, on_stores

MIB = 1 << 20


def memory_bytes(server, name):
    with open(f"/proc/{server.main.process.pid}/status", encoding="ascii") as status:
        for line in status:
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) * 1024
    raise RuntimeError(f"there is no {name}")


def forget_peak(server):
    with open(f"/proc/{server.main.process.pid}/clear_refs", "w", encoding="ascii") as file:
        file.write("5")


class HeavyCase(PlannerCase):
    OWN_SERVER = ("--cache-mb", "8")

    def setUp(self):
        self.make_world()
        super().setUp()

    def put_events(self, count, description):
        """Events as another program writes them, as many at a time as a request takes."""
        address = urllib.parse.urlsplit(self.server.api_url)
        at_a_time = max(1, min(25, 4 * MIB // max(1, len(description))))

        def put(first, last):
            connection = http.client.HTTPConnection(address.hostname, address.port,
                                                    timeout=PATIENCE_S)
            for begin in range(first, last, at_a_time):
                items = [{"PutRequest": {"Item": self.event_item(number, description)}}
                         for number in range(begin, min(last, begin + at_a_time))]
                connection.request("POST", "/", json.dumps({"RequestItems": {TABLE: items}}), {
                    "X-Amz-Target": "DynamoDB_20120810.BatchWriteItem",
                    "Content-Type": "application/x-amz-json-1.0",
                    "Authorization": "AWS4-HMAC-SHA256 Credential=local/20250101/us-east-1/dynamodb"
                                     "/aws4_request, SignedHeaders=host, Signature=0",
                    "X-Amz-Date": "20250101T000000Z"})
                reply = connection.getresponse()
                body = reply.read()
                self.assertEqual(reply.status, 200, body)
            connection.close()

        parts = 8
        bounds = [count * part // parts for part in range(parts + 1)]
        at_once(*(lambda first=first, last=last: put(first, last)
                  for first, last in zip(bounds, bounds[1:])))

    def event_item(self, number, description):
        event_id = f"evt_{number:08}"
        start = f"2025-{number % 12 + 1:02}-{number % 28 + 1:02}T10:00:00Z"
        texts = {"PK": f"USER#{self.nora.id}", "SK": f"EVENT#{event_id}", "entityType": "EVENT",
                 "GSI1PK": f"USER#{self.nora.id}#2025", "GSI1SK": start, "status": "CONFIRMED",
                 "eventId": event_id, "title": f"Event {number}", "startUtc": start,
                 "startTzid": "Europe/Berlin", "createdAt": "2025-11-20T10:00:00Z",
                 "updatedAt": "2025-11-20T10:00:00Z", "description": description}
        return {name: {"S": text} for name, text in texts.items()} | {"version": {"N": "1"}}

    def open_export(self):
        """The reply to an export, of which nothing but the head was read."""
        connection = http.client.HTTPConnection(self.server.host, self.server.port,
                                                timeout=PATIENCE_S)
        self.addCleanup(connection.close)
        connection.request("GET", EXPORT, headers=self.client.own_headers("GET"))
        return connection.getresponse()


@on_stores(EMBEDDED)
class HeavyExportTest(HeavyCase):
    def test_more_than_a_hundred_thousand_events(self):
        count = 100_200
        self.put_events(count, "")
        reply = self.open_export()
        text = reply.read()
        self.assertEqual((reply.status, text.count(b"BEGIN:VEVENT"), text[-15:]),
                         (200, count, b"END:VCALENDAR\r\n"))
        feed = make_feed(self.nora).path
        etag = self.client.get(feed, expect=200).headers["ETag"]
        self.assertEqual(self.client.send("GET", feed, headers={"If-None-Match": etag}).status,
                         304)

    def test_memory_does_not_grow_with_the_export(self):
        with open(f"/proc/{self.server.main.process.pid}/maps", encoding="utf-8") as maps:
            if "jemalloc" not in maps.read():
                self.skipTest("Sanitizers keep memory that was freed.")
        self.put_events(200, "x" * 300_000)  # 60 MB.
        self.open_export().read()
        forget_peak(self.server)
        before = memory_bytes(self.server, "VmRSS")
        slow = [self.open_export() for _ in range(2)]
        time.sleep(1)  # Nobody reads.
        self.assertLess(memory_bytes(self.server, "VmHWM") - before, 32 * MIB)
        for reply in slow:
            self.assertGreater(len(reply.read()), 60_000_000)
        self.assertLess(memory_bytes(self.server, "VmHWM") - before, 32 * MIB)

    def test_a_view_of_too_much_is_refused(self):
        self.put_events(200, "x" * 300_000)
        reply = self.client.send("GET", f"{VIEW}?from=2025-01-01&to=2025-12-31")
        self.assert_problem(reply, 400)


@on_stores(EMBEDDED)
class HeavyQueueTest(HeavyCase):
    def test_forty_of_one_person_leave_the_others_alone(self):
        self.put_events(20_000, "x" * 1_000)
        bob = self.world.sign_up("Bob")
        replies = []

        def ask():
            client = self.client.copy()
            replies.append(client.send("GET", "/api/v1/planner/search?q=event").status)

        threads = [threading.Thread(target=ask) for _ in range(40)]
        for thread in threads:
            thread.start()
        slowest_s = 0
        while any(thread.is_alive() for thread in threads):
            begun = time.monotonic()
            bob.client.get(f"{VIEW}?from=2025-01-01&to=2025-01-31", expect=200)
            slowest_s = max(slowest_s, time.monotonic() - begun)
        for thread in threads:
            thread.join()
        self.assertEqual(set(replies), {200, 429})
        self.assertGreaterEqual(replies.count(200), 18)
        self.assertLess(slowest_s, 2)
