"""Two and three processes on one remote store: nothing about a person, a page or a piece of work
lives in one of them."""

import pathlib
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "rest"))

from booking_things import make_place, place_path, stay
from cluster import Cluster, stolen_leases
from event_stream import EventStream
from family_crash_test import gedcom_file
from file_things import BYTES, UPLOADS, upload_path
from norn_server import PATIENCE_S
from people import all_day, make_calendar, make_entry, path_of
from rest_case import at_once
from rest_client import Client
from subscriptions_test import SUBSCRIPTIONS, Feeds, calendar, event

LEASE_MS = {"READER": 60_000, "SWEEP": 30_000}
ENDED = 1  # A lease until 1970.
JOBS = "/api/v1/tree-import-jobs"
CALLS_PER_SECOND = 4
FOLLOWING_CALLS_PER_SECOND = 1
BEGINNING_CALLS = 6
RATE_SECONDS = 3


def eventually(read, is_right):
    """What is read as soon as it is right; what it is at last when it never is."""
    deadline = time.monotonic() + PATIENCE_S
    while not is_right(found := read()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return found


class ProcessesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster(3, "--allow-feed-host", "127.0.0.1")
        cls.addClassCleanup(cls.cluster.stop)
        cls.world = cls.cluster.world
        cls.servers = cls.cluster.servers

    def at(self, place, person):
        """The browser of a person, as one of the processes or the common address sees it."""
        client = Client(place)
        client.cookies = dict(person.client.cookies)
        self.addCleanup(client.close)
        return client

    def listen(self, place, person):
        stream = EventStream(self.at(place, person))
        self.addCleanup(stream.close)
        stream.until("hello")
        return stream

    def test_each_process_is_in_the_table(self):
        found = self.cluster.items("PROCESSES")
        self.assertGreaterEqual(len(found), len(self.servers))  # And those that were killed.
        for item in found:
            self.assertGreater(item["ttl"], time.time())

    def test_a_session_is_valid_everywhere_and_ends_everywhere_at_once(self):
        nora = self.world.sign_up("Nora")
        clients = [self.at(server, nora) for server in self.servers]
        for client in clients:
            self.assertEqual(client.get("/api/v1/session").json["id"], nora.id)
        clients[1].delete("/api/v1/session", expect=204)
        for client in (clients[0], clients[2]):
            client.get("/api/v1/session", expect=401)

    def test_what_expires_is_over_everywhere_and_is_removed_once(self):
        nora = self.world.sign_up("Nora")
        clients = [self.at(server, nora) for server in self.servers]
        table, partition = self.cluster.tables.Table("norn"), f"USER#{nora.id}"
        sessions = lambda: [item["SK"] for item in self.cluster.items(partition)
                            if item["SK"].startswith("SESSION#")]
        [session] = sessions()

        def change(attribute, value):
            table.update_item(Key={"PK": partition, "SK": session},
                              UpdateExpression="SET #a = :value",
                              ExpressionAttributeNames={"#a": attribute},
                              ExpressionAttributeValues={":value": value})

        change("expiresAt", "2026-01-02T03:04:05.678Z")  # It is still there.
        for client in clients:
            client.get("/api/v1/session", expect=401)
        self.assertEqual(sessions(), [session])
        change("ttl", int(time.time()) - 60)
        self.assertEqual(eventually(sessions, lambda found: not found), [])
        removed = [old for old, new in self.cluster.norn_changes()
                   if not new and old["SK"]["S"] == session]
        self.assertEqual(len(removed), 1)

    def test_behind_one_address_a_person_does_not_notice(self):
        nora = self.world.sign_up("Nora")
        client = self.at(self.cluster.balancer, nora)
        made = []
        for number in range(6):
            client.close()  # The next connection is to another process.
            made.append(client.post("/api/v1/calendars",
                                    {"name": f"C{number}", "color": "#3B82F6"},
                                    expect=201).json["id"])
            client.close()
            client.get(f"/api/v1/calendars/{made[-1]}")
        self.assertEqual(len(set(made)), 6)

    def test_guesses_are_counted_over_all_processes(self):
        victim = self.world.sign_up("Victim")
        wrong = {"email": victim.email, "password": "a wrong guess"}
        attackers = [Client(server) for server in self.servers]
        for attacker in attackers:
            attacker.address = attackers[0].address
        statuses = [attacker.send("POST", "/api/v1/session", wrong).status
                    for _ in range(5) for attacker in attackers]
        self.assertEqual(statuses, [401] * 10 + [429] * 5)

    def test_the_same_creation_at_two_processes_is_made_once(self):
        nora = self.world.sign_up("Nora")
        body = {"name": "Once", "color": "#3B82F6"}
        clients = [self.at(server, nora) for server in self.servers]
        replies = at_once(*(lambda client=client: client.post(
            "/api/v1/calendars", body, key="the-same") for client in clients))
        self.assertEqual(len({reply.json["id"] for reply in replies}), 1)

    def test_a_change_made_anywhere_is_heard_once_on_every_page(self):
        ada, bob = self.world.sign_up("Ada"), self.world.sign_up("Bob")
        shared = make_calendar(ada, writer=bob)
        pages = [self.listen(server, bob) for server in self.servers]
        for number, server in enumerate(self.servers):
            self.at(server, ada).post(f"{path_of(shared)}/entries", all_day(f"from {number}"),
                                      expect=201)
        make_entry(ada, shared, all_day("last"))
        for page in pages:
            heard = [each.data["entry"]["title"] for each in page.until_title("last")
                     if each.name == "entry"]
            self.assertEqual(sorted(heard), ["from 0", "from 1", "from 2", "last"])

    def test_a_page_goes_on_at_another_process_when_its_own_is_killed(self):
        ada = self.world.sign_up("Ada")
        shared = make_calendar(ada)
        page = self.listen(self.servers[2], ada)
        make_entry(ada, shared, all_day("before"))
        seen = page.until_title("before")[-1].id
        self.cluster.kill(self.servers[2])
        self.addCleanup(self.cluster.start, self.servers[2])
        page.close()
        make_entry(ada, shared, all_day("meanwhile"))
        again = EventStream(self.at(self.cluster.balancer, ada), seen)
        self.addCleanup(again.close)
        titles = [each.data["entry"]["title"] for each in again.until("hello")
                  if each.name == "entry"]
        self.assertEqual(titles, ["meanwhile"])

    def test_a_shard_is_read_four_times_a_second_whatever_the_number_of_processes(self):
        for server in self.servers:
            server.restart()  # Each has counted all the others when the last has started.
        self.world.administrator.client.close()
        ada = self.world.sign_up("Ada")
        for server in self.servers:
            self.listen(server, ada)
        before = self.cluster.tap.counts.copy()
        began = time.monotonic()
        time.sleep(RATE_SECONDS)
        seconds = time.monotonic() - began
        counts = self.cluster.tap.counts - before
        # Besides the live feeds, one of the processes follows the changes of each table. A window
        # has one more poll of each process at its edges, and another process may begin to follow.
        most = ((CALLS_PER_SECOND + FOLLOWING_CALLS_PER_SECOND) * seconds + len(self.servers)
                + BEGINNING_CALLS)
        self.assertIn("calendsync", counts)
        for table, calls in counts.items():
            self.assertLessEqual(calls, most, table)

    def test_of_those_who_want_a_night_at_different_processes_one_has_it(self):
        ada, bob = self.world.sign_up("Ada"), self.world.sign_up("Bob")
        place = make_place(ada, member=bob)
        for night in range(1, 5):
            body = stay(f"07-0{night}", f"07-0{night + 1}")
            clients = [self.at(server, person) for server in self.servers
                       for person in (ada, bob)]
            replies = at_once(*(lambda client=client: client.send(
                "POST", place_path(place, "/events"), body) for client in clients))
            self.assertEqual(sorted(reply.status for reply in replies), [201] + [409] * 5)

    def test_a_feed_of_another_server_is_fetched_by_one_process(self):
        feeds = Feeds()
        self.addCleanup(feeds.stop)
        feeds.replies["/a.ics"] = (200, {}, calendar(event("a@x", "New Year")))
        ada = self.world.sign_up("Ada")
        made = self.at(self.servers[1], ada).post(
            SUBSCRIPTIONS, {"address": feeds.url("/a.ics"), "color": "#22C55E"}, expect=201).json
        read = lambda: self.at(self.servers[2], ada).get(f"{SUBSCRIPTIONS}/{made['id']}").json
        eventually(read, lambda found: found["checkedAt"] is not None)
        self.assertEqual([path for path, _ in feeds.asked], ["/a.ics"])

    def searched(self, server, person, word):
        found = self.at(server, person).get(f"/api/v1/search?q={word}").json
        return [each["title"] for each in found["hits"]]

    def test_what_follows_a_table_goes_on_in_another_process(self):
        """The search index is kept by the process that has the lease on the table's changes."""
        key = "READER#calendsync"
        nora = self.world.sign_up("Nora")
        shared = make_calendar(nora)
        holder = self.cluster.item(key)["process"]
        self.cluster.set_lease(key, key, "leaseEndsMs", int(time.time() * 1000) + 10 * 60_000)
        for server in list(self.servers):
            self.cluster.kill(server)
            self.cluster.start(server)
        self.assertEqual(self.cluster.item(key)["process"], holder)
        self.cluster.set_lease(key, key, "leaseEndsMs", ENDED)
        nora.client.close()
        self.world.administrator.client.close()
        make_entry(nora, shared, all_day("Zanzibar"))
        found = eventually(lambda: self.searched(self.servers[1], nora, "zanzibar"), bool)
        self.assertEqual(found, ["Zanzibar"])
        self.assertNotEqual(self.cluster.item(key)["process"], holder)

    def test_an_import_goes_on_in_another_process(self):
        ada = self.world.sign_up("Ada")
        content = gedcom_file(400)
        job = self.begin_import(self.at(self.servers[1], ada), content)
        self.cluster.kill(self.servers[1])
        self.addCleanup(self.cluster.start, self.servers[1])
        other = self.at(self.servers[2], ada)
        read = lambda: other.get(f"{JOBS}/{job['id']}").json
        if read()["state"] != "done":
            self.end_import_lease(ada, job)
            self.begin_import(other, gedcom_file(1), preview=True)  # Which wakes the other process.
        self.assertEqual(eventually(read, lambda now: now["state"] in ("done", "failed"))["state"],
                         "done")
        self.assertEqual(len(other.get("/api/v1/trees").json["trees"]), 1)

    def begin_import(self, client, content, **options):
        upload = client.post(UPLOADS, {"name": "line.ged", "size": len(content),
                                       "purpose": "familyTree"}, expect=201).json
        client.put(upload_path(upload, "/parts/1"), content, headers=BYTES)
        return client.post(JOBS, {"uploadId": upload["id"], **options}, expect=202).json

    def end_import_lease(self, person, job):
        """Unless nobody has taken it yet."""
        partition = f"TREE_IMPORTS#{person.id}"
        if any("leaseUntil" in item for item in self.cluster.items(partition)):
            self.cluster.set_lease(partition, job["id"], "leaseUntil", ENDED)

    def wake_sweeps(self):
        """Gives all processes something to sweep, after which they look at the others' sweeps."""
        nora = self.world.sign_up("Nora")
        for server in self.servers:
            client = self.at(server, nora)
            made = client.post("/api/v1/calendars", {"name": "C", "color": "#3B82F6"}).json
            client.patch(path_of(made), {"color": "#22C55E"}, etag=made["etag"])
            name = f"SWEEP#recolor#{made['id']}"
            eventually(lambda: self.sweep(name, is_whole=False),
                       lambda sweep: not sweep or "settleAfter" in sweep)

    def sweep(self, name, is_whole=True):
        return next((item for item in self.cluster.items("SWEEPS")
                     if item["SK"] == name or not is_whole and item["SK"].startswith(name)), None)

    def test_a_sweep_of_a_killed_process_is_left_alone_until_its_lease_ends(self):
        name = "SWEEP#calendar#of-a-process-that-was-killed"
        self.cluster.tables.Table("norn").put_item(Item={
            "PK": "SWEEPS", "SK": name, "entityType": "SWEEP", "kind": "calendar",
            "subject": "of-a-process-that-was-killed", "leaseOwner": "the one that was killed",
            "leaseUntil": int(time.time() * 1000) + 20 * 60_000})
        self.wake_sweeps()
        self.assertEqual(self.sweep(name)["leaseOwner"], "the one that was killed")
        self.cluster.set_lease("SWEEPS", name, "leaseUntil", ENDED)
        self.wake_sweeps()
        # It was done, and is looked at once more when the indexes have caught up.
        self.assertIn("settleAfter", self.sweep(name))
        self.assertNotIn("leaseOwner", self.sweep(name))

    @classmethod
    def tearDownClass(cls):
        stolen = stolen_leases(cls.cluster.norn_changes(), LEASE_MS)
        if stolen:
            raise AssertionError(f"a lease was taken before it ended: {stolen}")


class LeasesTest(unittest.TestCase):
    """The checker that the other tests use."""

    @staticmethod
    def change(old, new):
        def item(owner, end):
            return {"entityType": {"S": "SWEEP"}, "leaseOwner": {"S": owner},
                    "leaseUntil": {"N": str(end)}}
        return item(*old), item(*new)

    def test_a_lease_that_ended_may_be_taken_and_no_other(self):
        lasts = {"SWEEP": 10}
        self.assertEqual(stolen_leases([self.change(("a", 100), ("a", 105))], lasts), [])
        self.assertEqual(stolen_leases([self.change(("a", 100), ("b", 115))], lasts), [])
        self.assertEqual(len(stolen_leases([self.change(("a", 100), ("b", 105))], lasts)), 1)


if __name__ == "__main__":
    unittest.main()
