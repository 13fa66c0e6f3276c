"""What the tests of the REST API share."""

import sys
import threading
import time
import unittest

from norn_server import EMBEDDED, LAGGING, PATIENCE_S, REMOTE, STORES, Server
from people import World, path_of, shared_world
from rest_client import Client

# Between two looks at what is waited for.
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.01, 0.5


def at_once(*actions):
    """Does all of these at the same time, and returns what each returned."""
    barrier = threading.Barrier(len(actions))
    results = [None] * len(actions)

    def run(place, action):
        barrier.wait()
        try:
            results[place] = action()
        except BaseException as error:  # It is the test's to fail, not the thread's.
            results[place] = error

    threads = [threading.Thread(target=run, args=each) for each in enumerate(actions)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return results


class RestCase(unittest.TestCase):
    """A test against the server that all tests of a store share."""

    STORE = None
    OWN_SERVER = None  # Arguments of a server of its own, for a class that changes the server.
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        if cls.OWN_SERVER is None:
            cls.world = shared_world(cls.STORE)
            cls.world.known.clear()  # Nobody may invite others as often as all tests together do.
            cls.server = cls.world.server
        else:
            cls.server = Server(cls.STORE, *cls.OWN_SERVER)
            cls.addClassCleanup(cls.server.stop)
            cls.world = None

    @classmethod
    def make_world(cls):
        """The first account, for a class with a server of its own."""
        if cls.world is None:
            cls.world = World(cls.server)
        return cls.world

    def anna(self):
        return self.world.person("Anna")

    def bob(self):
        return self.world.person("Bob")

    def cleo(self):
        return self.world.person("Cleo")

    def stranger(self):
        return self.world.person("Sten")

    def visitor(self):
        """A browser in which nobody is signed in."""
        client = Client(self.server)
        self.addCleanup(client.close)
        return client

    def assert_soon(self, read, expected):
        """What is read from an index: exact at once, but for a store whose indexes are behind."""
        if self.STORE == LAGGING:
            self.assert_eventually(read, expected)
        else:
            self.assertEqual(read(), expected)

    def assert_eventually(self, read, expected):
        """What the server does in its own time, whatever the store."""
        deadline = time.monotonic() + PATIENCE_S
        pause_s = FIRST_PAUSE_S
        while (found := read()) != expected and time.monotonic() < deadline:
            time.sleep(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
        self.assertEqual(found, expected)

    def assert_problem(self, reply, status, field=None, *, detail=None):
        """A refusal, and what it says is wrong."""
        self.assertEqual(reply.status, status, reply.body)
        self.assertEqual(reply.content_type, "application/problem+json")
        if field is not None:
            self.assertEqual(reply.json.get("field"), field, reply.body)
        if detail is not None:
            self.assertIn(detail, reply.json["detail"])

    def entries(self, person, calendar, start="2024-01-01", end="2024-01-31"):
        return person.client.get(f"{path_of(calendar)}/entries?from={start}&to={end}").json

    def titles(self, person, calendar, start="2024-01-01", end="2024-01-31"):
        return [entry["title"] for entry in self.entries(person, calendar, start, end)["entries"]]

    def table(self, name="calendsync"):
        """A table as any DynamoDB client sees it; a server with lagging indexes shows none."""
        return self.server.tables.Table(name)

    def item(self, key, sort=None, table="calendsync"):
        """An item of a table; None when there is none."""
        reply = self.table(table).get_item(Key={"PK": key, "SK": sort or key}, ConsistentRead=True)
        return reply.get("Item")

    def all_items(self):
        """Every item of every table, page by page."""
        for table in self.server.tables.tables.all():
            start = {}
            while True:
                page = table.scan(ConsistentRead=True, **start)
                for item in page["Items"]:
                    yield table.name, item
                if "LastEvaluatedKey" not in page:
                    break
                start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}

    def traces_of(self, *texts):
        """The items of all tables that have one of these in them. That something is swept is kept
        for as long as the indexes of a remote store may be behind, so that counts for nothing."""
        return [(table, item) for table, item in self.all_items()
                if item["PK"] != "SWEEPS" and any(text in str(item) for text in texts)]


def on_stores(*stores):
    """Makes EmbeddedX, RemoteX and LaggingX of the tests of a class X, which is no test itself."""
    def make(case):
        for store in (one for one in stores if one in STORES):
            name = store.capitalize() + case.__name__
            made = type(name, (case,), {"STORE": store, "__module__": case.__module__})
            setattr(sys.modules[case.__module__], name, made)
    return make


on_every_store = on_stores(*STORES)
# Where the tables can be looked at.
on_stores_with_tables = on_stores(EMBEDDED, REMOTE)
