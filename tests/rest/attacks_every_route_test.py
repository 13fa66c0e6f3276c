"""Attacks on every operation that the API describes, new ones included: hostile values in bodies,
queries and headers, and items that another program has spoilt."""

import itertools
import json

from norn_server import ALL_STORES, EMBEDDED, STORES
from rest_case import on_stores
from rest_client import contract_of, quote
from routes_walk_test import WalkCase
from scene import ANYONE, EXAMPLES, Request, Scene

LONG = "x" * 20_000
TEXTS = ("", " ", "\x00", "a\nb", "\u202e", "<script>alert(1)</script>", "#", "USER#x", "../..",
         "2024-02-30", "9999-12-31", "0000-00-00", "-1", "1e999", "99999999999999999999", "{}",
         "%00", "\ud83d", LONG)
VALUES = (*TEXTS, None, True, 0, -1, 1.5, 2**63, 10**40, [], [None], ["x"] * 2000, {}, {"a": {}},
          [[[[[]]]]])
HEADERS = ("If-Match", "If-None-Match", "Idempotency-Key", "Accept",
           "Accept-Language", "Last-Event-ID", "X-Forwarded-For", "Range", "Content-Encoding")
# These end the session of whoever sends them, or never end.
NOT_WALKED = ("followEvents",)
# Slow builds spoil one attribute of three; the others spoil all.
ATTRIBUTES_PER_TURN = 1 if STORES == ALL_STORES else 3
# All that an app reads is read once for so many spoilt items. With more, one of them would too
# often hide the others: what is below a calendar that cannot be read is not read either.
ITEMS_PER_ROUND = 4


@on_stores(EMBEDDED)
class HostileValuesTest(WalkCase):
    """The client holds each reply to the description (contract.py); here none is an error of the
    server."""

    def setUp(self):
        self.scene = Scene(self.world)

    def walk(self, check):
        def checked(operation, example):
            if operation.id not in NOT_WALKED:
                if example.harmful:
                    self.scene = Scene(self.world)  # Its person is not the same afterwards.
                client = (self.visitor() if example.rights == ANYONE
                          else self.permitted(example, self.scene).copy())
                check(operation, Request(operation, self.scene), client)
        self.for_each(checked)

    def assert_answered(self, reply, what):
        self.assertLess(reply.status, 500, what)

    def test_in_a_body(self):
        def check(operation, request, client):
            if not isinstance(request.body, dict):
                return
            schema = self.schema_of(operation)
            for name in sorted(set(schema.get("properties", {})) | set(request.body)):
                for value in VALUES:
                    body = json.dumps(request.body | {name: value})
                    reply = request.send(client, body=body.encode(),
                                         headers={"Content-Type": "application/json"})
                    self.assert_answered(reply, (name, value if value != LONG else "long"))
                    if 200 <= reply.status < 300 and EXAMPLES[operation.id].harmful:
                        return
        self.walk(check)

    def schema_of(self, operation):
        schemas = contract_of(self.server).document["components"]["schemas"]
        content = operation.description.get("requestBody", {}).get("content", {})
        for media in content.values():
            return schemas[media["schema"]["$ref"].rpartition("/")[2]]
        return {}

    def test_in_a_query(self):
        def check(operation, request, client):
            path, _, query = request.path.partition("?")
            given = dict(part.partition("=")[::2] for part in query.split("&") if part)
            names = [each["name"] for each in operation.description["parameters"]
                     if each.get("in") == "query"]
            for name in names:
                for value in TEXTS[:-2] + (LONG[:3000],):
                    changed = given | {name: quote(value)}
                    request.path = path + "?" + "&".join(f"{k}={v}" for k, v in changed.items())
                    if operation.method == "GET":
                        self.assert_answered(request.send(client), request.path[:200])
        self.walk(check)

    def test_in_a_header(self):
        values = ("", " ", "x", '"', '"x", "y"', "*", "W/", "a" * 3000, "\u00ff", "bytes=0-0",
                  "127.0.0.1, nonsense", "br;q=2, gzip;q=-1", "0", "-1", "%00")
        turns = itertools.cycle(values)
        def check(operation, request, client):
            if operation.method != "GET":
                return
            for name in HEADERS:
                # Some of them each time: one way of reading headers serves all routes.
                for value in itertools.islice(turns, 4):
                    reply = request.send(client, headers={name: value})
                    self.assert_answered(reply, (name, value[:50]))
        self.walk(check)


@on_stores(EMBEDDED)
class SpoiltItemsTest(WalkCase):
    """Every attribute of every item of the apps' tables is replaced or removed, a few at a time.
    All that can be read is read then: what is in a table is never a reason for an error of the
    server, or for a reply that is none."""

    # Of each table, the app that reads it; all others do not.
    TABLES = {"calendsync": "calendars", "ProductivityData": "planner", "cal-app-sam": "bookings",
              "calendar-app-data": "projects", "Yggdrasil": "family", "norn-files": "projects",
              "norn": None}
    APPS = set(filter(None, TABLES.values()))
    REMOVED = object()

    def setUp(self):
        self.scene = Scene(self.world)
        for name in ("calendar", "member", "entry", "calendar_event", "calendar_series",
                     "planner_event", "planner_series", "planner_task", "place",
                     "place_member", "booking", "blocked", "wish", "project", "project_task",
                     "project_tag", "comment", "link", "attached_file", "deleted_entry",
                     "deleted_calendar", "deleted_planner_event", "notification", "tree",
                     "relative", "child", "spouse", "fact", "photo", "deleted_relative"):
            getattr(self.scene, name)

    def spoilt_values(self, value):
        """Others than it is, of another type."""
        others = (self.REMOVED, None, "nonsense", 7, ["x", 7, None], {"a": None}, True, "")
        return [each for each in others if type(each) is not type(value) or isinstance(value, str)]

    def items(self):
        """Of the people and things of the scene."""
        ids = {self.scene.owner.id, self.scene.writer.id, self.scene.calendar["id"],
               self.scene.entry["id"], self.scene.place["id"], self.scene.planner_event["id"],
               self.scene.planner_series["id"], self.scene.planner_task["id"],
               self.scene.booking["id"],
               self.scene.deleted_calendar["id"], self.scene.project["id"],
               self.scene.project_task["id"], self.scene.notification["id"],
               self.scene.attached_file["id"], self.scene.attached_file["uploadId"],
               self.scene.tree["treeId"], self.scene.relative["personId"]}
        for name, app in self.TABLES.items():
            table = self.table(name)
            found = table.scan(ConsistentRead=True)["Items"]
            for item in found:
                if any(each in item["PK"] or each in item["SK"] for each in ids):
                    of_calendar = item["PK"].startswith("USER#cal_")
                    yield table, "calendars" if of_calendar else app, item

    def reads(self, app):
        """All that one app reads, and whatever is of no app."""
        others = self.APPS - {app} if app else set()
        for operation in self.operations:
            if others.intersection(operation.description["tags"]):
                continue
            example = EXAMPLES[operation.id]
            if operation.method == "GET" and operation.id not in NOT_WALKED:
                client = self.permitted(example, self.scene)
                yield operation.id, Request(operation, self.scene), client

    def spoilt_items(self):
        """{app: [(table, item, item spoilt or None, what was done)]}."""
        found = {}
        turn = 0
        for table, app, item in self.items():
            cases = found.setdefault(app, [])
            for name in sorted(set(item) - {"PK", "SK"}):
                values = self.spoilt_values(item[name])
                turn += 1
                if turn % ATTRIBUTES_PER_TURN:
                    continue
                value = values[turn % len(values)]  # One of them each time: there are many.
                spoilt = {k: v for k, v in item.items() if k != name}
                if value is not self.REMOVED:
                    spoilt[name] = value
                cases.append((table, item, spoilt, (name, value)))
            cases.append((table, item, None, "deleted"))
        return found

    def test_they_break_no_reply(self):
        for app, cases in self.spoilt_items().items():
            reads = list(self.reads(app))
            # Those of a round are far apart, so that they are of different items.
            rounds = -(-len(cases) // ITEMS_PER_ROUND)
            for number in range(rounds):
                self.read_spoilt(reads, cases[number::rounds])

    def read_spoilt(self, reads, cases):
        done = []
        for table, item, spoilt, what in cases:
            if spoilt is None:
                table.delete_item(Key={"PK": item["PK"], "SK": item["SK"]})
            # The table does not take a key of an index of another type.
            elif not self.put(table, spoilt):
                continue
            done.append((table.name, item["PK"], item["SK"], what))
        if done:
            self.read_all(reads, done)
        for table, item, _, _ in cases:
            table.put_item(Item=item)

    def read_all(self, reads, what):
        for operation, request, client in reads:
            with self.subTest(operation=operation, spoilt=what):
                reply = request.send(client)
                self.assertLess(reply.status, 500, reply.body)

    def put(self, table, item):
        try:
            table.put_item(Item=item)
        except table.meta.client.exceptions.ClientError:
            return False
        return True
