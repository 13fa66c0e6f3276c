"""Tasks of the planner: made, planned, ticked, deleted and restored, counted, archived, and in
files."""

import datetime

from event_stream import EventStream
from planner_case import PlannerCase
from planner_things import (EXPORT, IMPORT, NEW_YORK, PLANNER, STATS, TASKS, make_feed,
                            make_planner_task, query_of)
from norn_server import EMBEDDED
from rest_case import on_every_store, on_stores

BIN = f"{PLANNER}/bin"
ATTENTION = "/api/v1/attention"


class TaskCase(PlannerCase):
    def add(self, title="Call the plumber", **options):
        return make_planner_task(self.nora, title, **options)

    def patch(self, task, expect=200, **change):
        return self.client.patch(f"{TASKS}/{task['id']}", change, etag=task["etag"],
                                 expect=expect).json

    def listed(self, **query):
        tasks = self.client.get(TASKS + query_of(**query)).json["tasks"]
        return [task["title"] for task in tasks]

    def stats(self):
        return self.client.get(STATS).json


@on_every_store
class PlannerTasksTest(TaskCase):
    def test_a_task_is_made_planned_ticked_and_opened_again(self):
        task = self.add(due="2026-11-20", tags=["house"], priority="HIGH",
                        description="*Soon*", color="#22c55e")
        self.assertEqual((task["due"], task["dueUtc"], task["planned"], task["done"],
                          task["percent"], task["etag"]),
                         ("2026-11-20", None, None, False, 0, "v1"))
        planned = self.patch(task, planned="2026-11-19T09:00", plannedTzid=NEW_YORK)
        self.assertEqual((planned["planned"], planned["plannedUtc"], planned["plannedMinutes"]),
                         ("2026-11-19T09:00:00", "2026-11-19T14:00:00Z", 30))
        done = self.patch(planned, done=True)
        self.assertTrue(done["done"] and done["completedAt"] and done["percent"] == 100)
        again = self.patch(done, done=False, planned=None)
        self.assertEqual((again["completedAt"], again["plannedMinutes"], again["due"]),
                         (None, None, "2026-11-20"))
        self.assertEqual(self.client.get(f"{TASKS}/{task['id']}").json, again)
        stale = self.client.send("PATCH", f"{TASKS}/{task['id']}", {"done": True},
                                 {"If-Match": '"v1"'})
        self.assert_problem(stale, 409)
        self.assertEqual((stale.json["current"], stale.etag), (again, "v4"))

    def test_what_cannot_be_is_refused(self):
        for body, field in (({}, "title"), ({"title": ""}, "title"),
                            ({"title": "x", "due": "tomorrow"}, "due"),
                            ({"title": "x", "due": "2026-11-20T09:00Z"}, "due"),
                            ({"title": "x", "dueTzid": "UTC"}, "dueTzid"),
                            ({"title": "x", "due": "2026-11-20", "dueTzid": "UTC"}, "dueTzid"),
                            ({"title": "x", "plannedMinutes": 15}, "plannedMinutes"),
                            ({"title": "x", "percent": 100}, "percent"),
                            ({"title": "x", "color": "red"}, "color"),
                            ({"title": "x", "order": {"beside": "y"}}, "order.beside"),
                            ({"title": "x", "status": "DONE"}, "status")):
            with self.subTest(body=body):
                self.refuse(body, field, path=TASKS)
        for query, field in (({"from": "2026-11-20"}, "to"), ({"to": "2026-11-20"}, "from"),
                             ({"from": "2026-11-20", "to": "2026-11-19"}, "to"),
                             ({"from": "2020-01-01", "to": "2026-11-19"}, "to"),
                             ({"done": "maybe"}, "done"), ({"tzid": "Mars"}, "tzid")):
            with self.subTest(query=query):
                reply = self.client.send("GET", TASKS + query_of(**query))
                self.assert_problem(reply, 400, field)

    def test_they_are_listed_by_day_and_order(self):
        first = self.add("first")
        second = self.add("second")
        self.add("later", due="2026-12-24")
        self.add("at nine", planned="2026-11-19T09:00")
        self.patch(self.add("done"), done=True)
        self.assert_soon(lambda: self.listed(done="false"),
                         ["at nine", "later", "first", "second"])
        self.patch(second, order={"before": first["id"]})
        self.assert_soon(lambda: self.listed(unscheduled="true", done="false"),
                         ["second", "first"])
        self.assert_soon(lambda: self.listed(**{"from": "2026-12-24", "to": "2026-12-24"}),
                         ["later"])
        self.assert_soon(lambda: self.listed(done="true"), ["done"])
        tomorrow = datetime.date.today() + datetime.timedelta(2)
        self.assert_soon(lambda: self.listed(completedFrom=tomorrow, unscheduled="true"),
                         ["second", "first"])

    def test_a_deleted_one_comes_back_as_it_was_and_is_nobody_elses(self):
        task = self.add(due="2026-11-20")
        bob = self.world.sign_up("Bob").client
        bob.get(f"{TASKS}/{task['id']}", expect=404)
        bob.delete(f"{TASKS}/{task['id']}", etag="v1", expect=404)
        self.client.delete(f"{TASKS}/{task['id']}", etag="v1", expect=204)
        self.client.get(f"{TASKS}/{task['id']}", expect=404)
        thing = self.client.get(BIN).json["things"][0]
        self.assertEqual((thing["id"], thing["kind"], thing["startsAt"]),
                         (task["id"], "task", "2026-11-20"))
        restored = self.client.post(f"{BIN}/{task['id']}/restore")
        self.assertEqual((restored.json, restored.etag), (task, "v1"))
        self.assert_soon(self.listed, ["Call the plumber"])
        # An event is still restored as one.
        event = self.create({"title": "Event", "start": "2026-11-20T09:00"})
        self.remove(event)
        self.assertEqual(self.client.post(f"{BIN}/{event['id']}/restore").json, event)

    def test_they_are_told_counted_and_found(self):
        stream = EventStream(self.client)
        self.addCleanup(stream.close)
        stream.until("hello")
        yesterday = datetime.date.today() - datetime.timedelta(2)
        late = self.add("Late plumber", due=str(yesterday))
        self.assertEqual(stream.until("planner")[-1].data, {"id": late["id"], "kind": "task"})
        self.assert_soon(lambda: self.stats()["overdueTasks"], 1)
        done = self.patch(late, done=True)
        self.assert_soon(lambda: self.stats()["overdueTasks"], 0)
        self.assert_eventually(lambda: (self.stats()["totalTasks"],
                                        self.stats()["lastTaskCompleted"]),
                               (1, done["completedAt"]))
        found = self.client.get("/api/v1/search?q=plumb").json["hits"]
        self.assertIn(("planner", "task", late["id"]),
                      [(each["app"], each["kind"], each["id"]) for each in found])

    def test_files_have_them(self):
        self.add("Kept, with; signs", due="2026-11-20T09:00", planned="2026-11-19")
        text = self.client.get(EXPORT).body.decode()
        self.assertIn("BEGIN:VTODO", text)
        self.assertIn("BEGIN:VTODO", self.world.sign_up("Bob").client.get(
            make_feed(self.nora).path).body.decode())
        report = self.import_file(self.client, text)
        self.assertEqual((report["unchanged"], report["created"]), (1, 0))
        anna = self.world.sign_up("Anna").client
        report = self.import_file(anna, text)
        self.assertEqual((report["created"], report["events"][0]["kind"]), (1, "task"))
        self.assert_soon(lambda: [task["title"] for task in anna.get(TASKS).json["tasks"]],
                         ["Kept, with; signs"])

    def import_file(self, client, text):
        return client.send("POST", IMPORT, text).json


@on_stores(EMBEDDED)
class ForeignTasksTest(TaskCase):
    def put(self, sort, **attributes):
        self.table("ProductivityData").put_item(Item={
            "PK": f"USER#{self.nora.id}", "SK": sort, "entityType": "TASK", **attributes})

    def test_they_are_listed_changed_and_archived_or_need_attention(self):
        self.put("TASK#t1", title="Foreign", version=1, dueDate="2026-11-20")
        self.put("TASK#t2", title="Long done", version=1, status="COMPLETED",
                 completedAt="2020-01-01T00:00:00Z")
        self.put("TASK#t3", title="No version")
        self.assert_eventually(self.listed, ["Foreign"])
        self.assert_eventually(lambda: bool(self.client.get(f"{TASKS}/t2").json["archivedAt"]),
                               True)
        self.assert_eventually(
            lambda: [each["reason"] for each in self.client.get(ATTENTION).json["items"]],
            ["The task cannot be read: `version` is missing."])
        task = self.client.get(f"{TASKS}/t1").json
        self.assertTrue(self.patch(task, done=True)["done"])
