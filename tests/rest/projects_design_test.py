"""The table `calendar-app-data`, used with an ordinary DynamoDB client: the design's four queries
return what it says, what its createProject and createTask write is like Norn's own over HTTP, and
what is wrong with an item never breaks a reply."""

import uuid
from urllib.parse import quote

from norn_server import EMBEDDED
from project_things import (EVENTS, PROJECTS, TABLE, TASKS, add_to_project, make_project,
                            make_project_event, make_project_task, project_path, task_path)
from rest_case import RestCase, on_stores, on_stores_with_tables

CREATED = "2024-01-01T00:00:00.000Z"
ATTENTION = "/api/v1/attention"


class DesignCase(RestCase):
    def setUp(self):
        self.ada, self.bob = self.world.sign_up("Ada"), self.world.sign_up("Bob")

    def put(self, item):
        self.table(TABLE).put_item(Item=item)

    def query(self, condition, index=None, **values):
        options = {"IndexName": index} if index else {"ConsistentRead": True}
        return self.table(TABLE).query(
            KeyConditionExpression=condition,
            ExpressionAttributeValues={f":{name}": value for name, value in values.items()},
            **options)["Items"]

    def put_thing(self, kind, thing_id, **data):
        """dataTransformers.toDynamoDB; None leaves an attribute out."""
        key = f"{kind}#{thing_id}"
        item = {"PK": key, "SK": key, "GSI1PK": key, "GSI1SK": key, "id": thing_id,
                "entityType": kind, "createdAt": CREATED, "updatedAt": CREATED} | data
        self.put({name: value for name, value in item.items() if value is not None})

    def put_relation(self, owner, member, reverse=None, **data):
        self.put({"PK": owner, "SK": member, "GSI1PK": reverse or member, "GSI1SK": owner} | data)

    def create_project(self, owner, **data):
        project = {"id": f"project-{uuid.uuid4().hex[:6]}", "name": "專案名稱", "ownerId": owner.id,
                   "color": "#FF9900", "status": "ACTIVE"} | data
        self.put_thing("PROJECT", project["id"], **project)
        self.put_relation(f"PROJECT#{project['id']}", f"MEMBER#{owner.id}", f"USER#{owner.id}",
                          role="OWNER", joinedAt=CREATED)
        return project

    def create_task(self, project, assignee=None, **data):
        task = {"id": f"task_{uuid.uuid4().hex[:6]}", "projectId": project["id"],
                "title": "任務標題", "status": "TODO", "priority": "HIGH"} | data
        if assignee:
            task["assigneeId"] = assignee.id
        self.put_thing("TASK", task["id"], **task)
        key = f"TASK#{task['id']}"
        self.put_relation(f"PROJECT#{project['id']}", key, assignedAt=CREATED)
        if assignee:
            self.put_relation(f"USER#{assignee.id}", key, assignedAt=CREATED)
        return task


@on_stores_with_tables
class ProjectsDesignTest(DesignCase):
    def test_the_four_queries(self):
        project = make_project(self.ada, MEMBER=self.bob)
        other = make_project(self.ada, "Shed")
        tasks = [make_project_task(self.ada, project, assigneeId=self.bob.id) for _ in range(2)]
        make_project_task(self.ada, other)
        event = make_project_event(self.ada, project, "2019-06-02T09:00:00Z",
                                   "2019-06-02T10:00:00Z")
        make_project_event(self.ada, other, "2019-07-02T09:00:00Z", "2019-07-02T10:00:00Z")
        key = f"PROJECT#{project['id']}"
        found = self.query("GSI1PK = :pk AND begins_with(GSI1SK, :sk)", "GSI1",
                           pk=f"USER#{self.ada.id}", sk="PROJECT#")
        self.assertEqual({item["PK"] for item in found}, {key, f"PROJECT#{other['id']}"})
        found = self.query("PK = :pk AND begins_with(SK, :sk)", pk=key, sk="TASK#")
        self.assertEqual({item["SK"] for item in found}, {f"TASK#{task['id']}" for task in tasks})
        found = self.query("PK = :pk AND begins_with(SK, :sk)", pk=key, sk="EVENT#")
        self.assertEqual([item["SK"] for item in found], [f"EVENT#{event['id']}"])
        found = self.query("GSI2PK = :pk AND GSI2SK BETWEEN :start AND :end", "GSI2", pk="EVENT#",
                           start="2019-06-01T00:00:00Z", end="2019-06-30T23:59:59Z")
        self.assertEqual([item["PK"] for item in found], [f"EVENT#{event['id']}"])
        self.assertEqual(found[0]["title"], "Meeting")

    def test_what_its_program_writes_is_like_norns_own(self):
        project = self.create_project(self.ada)
        task = self.create_task(project, self.ada, dueDate="2024-01-31T23:59:59Z")
        bare = self.create_task(project, priority=None, status=None, description=None)
        self.assertIn(project["id"], [
            each["id"] for each in self.ada.client.get(PROJECTS).json["projects"]])
        add_to_project(self.ada, project, self.bob, "MEMBER")
        listed = self.bob.client.get(project_path(project, "/tasks")).json["tasks"]
        self.assertEqual({each["id"] for each in listed}, {task["id"], bare["id"]})
        mine = self.ada.client.get(TASKS + "?due=overdue").json["tasks"]
        self.assertEqual([each["id"] for each in mine], [task["id"]])
        read = self.bob.client.get(task_path(task)).json
        changed = self.bob.client.patch(task_path(task), {"status": "DONE"},
                                        etag=read["etag"]).json
        item = self.item(f"TASK#{task['id']}", table=TABLE)
        self.assertEqual((item["status"], item["title"]), ("DONE", "任務標題"))
        self.bob.client.delete(task_path(task), etag=changed["etag"], expect=204)
        self.assertIsNone(self.item(f"TASK#{task['id']}", table=TABLE))
        self.assertIsNone(self.item(f"USER#{self.ada.id}", f"TASK#{task['id']}", table=TABLE))
        self.ada.client.delete(project_path(project), expect=204)
        self.ada.client.delete(f"/api/v1/project-bin/{project['id']}", expect=204)
        self.assert_eventually(lambda: self.query("PK = :pk", pk=f"PROJECT#{project['id']}"), [])

    def test_the_items_of_the_design(self):
        project = make_project(self.ada)
        task = make_project_task(self.ada, project, assigneeId=self.ada.id, dueDate="2024-01-31")
        created = task["createdAt"]
        key = f"TASK#{task['id']}"
        self.assertEqual(self.item(key, table=TABLE), {
            "PK": key, "SK": key, "GSI1PK": key, "GSI1SK": key, "title": "Dig",
            "description": None, "status": "TODO", "priority": "MEDIUM",
            "assigneeId": self.ada.id, "dueDate": "2024-01-31T23:59:59Z", "entityType": "TASK",
            "createdAt": created, "updatedAt": created, "projectId": project["id"],
            "rank": task["rank"], "createdBy": self.ada.id})
        owner = self.item(f"PROJECT#{project['id']}", f"MEMBER#{self.ada.id}", table=TABLE)
        self.assertEqual((owner["role"], owner["permissions"], owner["GSI1PK"]),
                         ("OWNER", ["READ", "WRITE", "MANAGE"], f"USER#{self.ada.id}"))
        done = self.query("PK = :pk AND begins_with(SK, :sk)", pk=key, sk="ACTIVITY#")
        self.assertEqual(len(done), 1)
        activity = self.item(done[0]["GSI1PK"], table=TABLE)
        self.assertEqual((activity["action"], activity["entityType"], activity["entityId"]),
                         ("CREATE", "TASK", task["id"]))


# A remote store is read every 12 seconds, which is too long to wait for.
@on_stores(EMBEDDED)
class ForeignItemsTest(DesignCase):
    def test_what_is_wrong_is_left_out_and_needs_attention(self):
        project = self.create_project(self.ada)
        good = self.create_task(project)
        broken = self.create_task(project, title=None)
        odd = self.create_task(project, status="BACKLOG", priority=7, assigneeId=["x"],
                               dueDate="whenever", tagIds="red", checklist={"a": 1},
                               repeat="daily", rank=3, createdAt=5)
        path = project_path(project, "/tasks")
        listed = self.ada.client.get(path).json["tasks"]
        self.assertEqual({each["id"] for each in listed}, {good["id"], odd["id"]})
        self.assert_problem(self.ada.client.get(task_path(broken), expect=422), 422)
        self.bob.client.get(task_path(broken), expect=404)
        self.assert_eventually(
            lambda: [each["reason"] for each in self.ada.client.get(ATTENTION).json["items"]],
            ["The task cannot be read: `title` is missing."])
        item, = self.ada.client.get(ATTENTION).json["items"]
        self.ada.client.delete(f"{ATTENTION}/{item['id']}", expect=204)
        self.ada.client.get(task_path(broken), expect=404)
        self.ada.client.delete(project_path(project), expect=204)
        self.ada.client.delete(f"/api/v1/project-bin/{project['id']}", expect=204)
        self.assert_eventually(lambda: self.traces_of(good["id"], odd["id"]), [])

    def test_events_of_others_show_up_on_their_days(self):
        project = self.create_project(self.ada)
        event_id = f"evt_{uuid.uuid4().hex[:6]}"
        self.put_thing("EVENT", event_id, title="會議", startDate="2018-01-20T09:00:00Z",
                       endDate="2018-01-25T10:00:00Z", GSI2PK="EVENT#",
                       GSI2SK="2018-01-20T09:00:00Z", projectId=project["id"])
        self.put_relation(f"PROJECT#{project['id']}", f"EVENT#{event_id}", addedAt=CREATED,
                          GSI2PK=f"EVENT#{event_id}", GSI2SK=f"PROJECT#{project['id']}")
        found = lambda day: [each["id"] for each in self.ada.client.get(
            f"{EVENTS}?from={day}&to={day}").json["events"]]
        self.assert_eventually(lambda: found("2018-01-24"), [event_id])
        self.table(TABLE).update_item(
            Key={"PK": f"EVENT#{event_id}", "SK": f"EVENT#{event_id}"},
            UpdateExpression="SET startDate = :at, endDate = :at, GSI2SK = :at",
            ExpressionAttributeValues={":at": "2018-03-01T09:00:00Z"})
        self.assert_eventually(lambda: (found("2018-01-24"), found("2018-03-01")), ([], [event_id]))

    def test_the_longest_ids_come_back_from_the_bin(self):
        project = self.create_project(self.ada)
        tasks = [self.create_task(project, id="😀" * 127 + end) for end in "12"]
        for task in tasks:
            path = f"{TASKS}/{quote(task['id'])}"
            self.ada.client.call("DELETE", path, etag=self.ada.client.get(path).json["etag"],
                                 expect=204)
        bin_path = project_path(project, "/bin")
        first = self.ada.client.get(f"{bin_path}?limit=1").json
        second = self.ada.client.get(f"{bin_path}?limit=1&after={quote(first['next'])}").json
        for thing in first["things"] + second["things"]:
            self.ada.client.post(f"{bin_path}/{quote(thing['id'])}/restore", expect=200)
        self.assertEqual(len(self.ada.client.get(project_path(project, "/tasks")).json["tasks"]), 2)


if __name__ == "__main__":
    import unittest
    unittest.main()
