"""Projects, tasks, events and what was done, over HTTP: what people do with them."""

from event_stream import EventStream
from project_things import (EVENTS, PROJECTS, TASKS, add_to_project, make_comment, make_link,
                            make_project, make_project_event, make_project_task, make_tag,
                            project_path, task_path)
from rest_case import RestCase, at_once, on_every_store


class ProjectCase(RestCase):
    def setUp(self):
        self.ada, self.bob, self.cleo = self.anna(), self.bob(), self.cleo()
        self.project = make_project(self.ada, MEMBER=self.bob, VIEWER=self.cleo)

    def tasks(self, query="", project=None, person=None):
        path = project_path(project or self.project, "/tasks") + query
        return (person or self.cleo).client.get(path).json["tasks"]

    def titles(self, query="", **options):
        return [task["title"] for task in self.tasks(query, **options)]

    def member(self, person):
        members = self.ada.client.get(project_path(self.project, "/members")).json["members"]
        return next(each for each in members if each["userId"] == person.id)

    def member_etag(self, person):
        return self.member(person)["etag"]

    def activity(self, path):
        return [(each["action"], each["entityType"])
                for each in self.ada.client.get(path + "/activity").json["activities"]]

    def change(self, task, expect=200, **body):
        return self.bob.client.patch(task_path(task), body, etag=task["etag"], expect=expect).json

    def move(self, task, expect=200, **body):
        return self.bob.client.call("POST", task_path(task, "/move"), body, etag=task["etag"],
                                    expect=expect).json


@on_every_store
class ProjectsTest(ProjectCase):
    def test_a_project_is_made_changed_and_deleted(self):
        reply = self.ada.client.post(PROJECTS, {"name": " Shed ", "color": "#123456"}, expect=201)
        project = reply.json
        self.assertEqual(reply.headers["Location"], project_path(project))
        self.assertEqual((project["name"], project["status"], project["ownerId"], project["role"]),
                         ("Shed", "ACTIVE", self.ada.id, "OWNER"))
        self.assertEqual(project["permissions"], ["READ", "WRITE", "MANAGE"])
        changed = self.ada.client.patch(
            project_path(project), {"status": "ARCHIVED", "description": "Tools\nand wood"},
            etag=project["etag"]).json
        self.assertEqual(changed["status"], "ARCHIVED")
        stale = self.ada.client.patch(project_path(project), {"name": "x"}, etag=project["etag"],
                                      expect=412)
        self.assertEqual(stale.json["current"], changed)
        self.assert_problem(self.ada.client.post(project_path(project, "/tasks"), {"title": "x"},
                                                 expect=409), 409)
        self.assertEqual(self.activity(project_path(project)),
                         [("STATUS", "PROJECT"), ("CREATE", "PROJECT")])
        self.ada.client.delete(project_path(project), expect=204)
        self.ada.client.get(project_path(project), expect=404)
        self.assert_soon(lambda: project["id"] in [
            each["id"] for each in self.ada.client.get(PROJECTS).json["projects"]], False)

    def test_a_key_that_is_sent_twice_makes_one(self):
        for path, body in ((PROJECTS, {"name": "Once", "color": "#123456"}),
                           (project_path(self.project, "/tasks"), {"title": "Once"}),
                           (project_path(self.project, "/tags"),
                            {"name": "once", "color": "#123456"}),
                           (project_path(self.project, "/events"),
                            {"title": "Once", "startDate": "2024-01-15",
                             "endDate": "2024-01-15"})):
            made = [self.ada.client.post(path, body, key="k" + path[-9:], expect=201).json["id"]
                    for _ in range(2)]
            self.assertEqual(made[0], made[1])

    def test_roles_permissions_and_handing_over(self):
        path = project_path(self.project, f"/members/{self.bob.id}/permissions")

        def limit(permissions, expect, etag=None):
            return self.ada.client.call("PUT", path, {"permissions": permissions},
                                        etag=etag or self.member_etag(self.bob), expect=expect)
        first = self.member_etag(self.bob)
        self.ada.client.put(path, {"permissions": ["READ"]}, expect=428)
        limit(["READ"], 204)
        self.assertEqual(self.member(self.bob)["permissions"], ["READ"])
        self.assertEqual(limit([], 412, first).json["current"]["userId"], self.bob.id)
        self.bob.client.post(project_path(self.project, "/tasks"), {"title": "x"}, expect=403)
        self.assertEqual(self.bob.client.get(project_path(self.project)).json["permissions"],
                         ["READ"])
        self.assert_problem(limit(["FLY"], 400), 400, "permissions")
        limit(None, 204)
        self.assertEqual(self.member(self.bob)["permissions"], ["READ", "WRITE"])
        make_project_task(self.bob, self.project)
        after = self.ada.client.put(project_path(self.project, "/owner"),
                                    {"userId": self.bob.id}).json
        self.assertEqual((after["ownerId"], after["role"]), (self.bob.id, "ADMIN"))
        self.ada.client.delete(project_path(self.project), expect=403)

    def test_a_template_is_used(self):
        make_project_task(self.ada, self.project, dueDate="2024-01-31")
        template = self.ada.client.post(project_path(self.project, "/copies"),
                                        {"name": "Template", "template": True}, expect=201).json
        self.assertTrue(template["template"])
        self.assert_eventually(lambda: len(self.tasks(project=template, person=self.ada)), 1)
        copy = self.ada.client.post(project_path(template, "/copies"),
                                    {"name": "Next", "shiftDays": 1}, expect=201).json
        self.assert_eventually(
            lambda: [each["dueDate"] for each in self.tasks(project=copy, person=self.ada)],
            ["2024-02-01T23:59:59Z"])


@on_every_store
class ProjectTasksTest(ProjectCase):
    def test_a_task_is_what_was_sent(self):
        tag = make_tag(self.bob, self.project)
        body = {"title": "Dig", "description": "**Deep**", "status": "REVIEW", "priority": "URGENT",
                "assigneeId": self.cleo.id, "dueDate": "2024-01-31",
                "plannedStart": "2024-01-30T08:00:00Z", "plannedEnd": "2024-01-30T10:00:00Z",
                "tagIds": [tag["id"]], "checklist": [{"text": "Spade"}],
                "repeat": {"rule": "FREQ=WEEKLY"}}
        task = make_project_task(self.bob, self.project, **body)
        expected = body | {"dueDate": "2024-01-31T23:59:59Z", "projectId": self.project["id"],
                           "checklist": [{"id": "1", "text": "Spade", "done": False}],
                           "repeat": {"rule": "FREQ=WEEKLY", "from": "DUE", "timeZone": None},
                           "parentId": None, "blockedBy": [], "createdBy": self.bob.id}
        self.assertEqual({name: task[name] for name in expected}, expected)
        self.assertEqual(self.cleo.client.get(task_path(task)).json, task)
        self.assertEqual(self.tasks(), [task])
        self.assertEqual([each["id"] for each in self.cleo.client.get(
            TASKS + "?assignee=me&priority=URGENT").json["tasks"]], [task["id"]])

    def test_what_is_no_task_is_refused_with_its_field(self):
        rows = ((400, {"title": ""}, "title"), (400, {"title": "x" * 501}, "title"),
                (400, {"status": "LATER"}, "status"), (400, {"priority": 1}, "priority"),
                (400, {"dueDate": "2024-02-30"}, "dueDate"),
                (400, {"dueDate": "soon"}, "dueDate"),
                (400, {"plannedEnd": "2024-01-01"}, "plannedEnd"),
                (400, {"tagIds": "red"}, "tagIds"), (409, {"tagIds": ["red"]}, "tagIds"),
                (400, {"checklist": [{"text": ""}]}, "checklist[0].text"),
                (400, {"repeat": {"rule": "FREQ=DAILY"}}, "dueDate"),
                (400, {"dueDate": "2024-01-01", "repeat": {"rule": "x"}}, "repeat.rule"),
                (400, {"dueDate": "2024-01-01",
                       "repeat": {"rule": "FREQ=DAILY", "timeZone": "Mars"}}, "repeat.timeZone"),
                (409, {"assigneeId": self.stranger().id}, "assigneeId"),
                (409, {"parentId": "x"}, "parentId"), (409, {"blockedBy": ["x"]}, "blockedBy"),
                (400, {"rank": "x"}, "rank"))
        for status, body, field in rows:
            with self.subTest(body=str(body)[:100]):
                reply = self.bob.client.post(project_path(self.project, "/tasks"),
                                             {"title": "Dig"} | body, expect=status)
                self.assert_problem(reply, status, field)

    def test_cards_are_dragged(self):
        first, second, third = (make_project_task(self.bob, self.project, title)
                                for title in ("A", "B", "C"))
        self.assertEqual(self.titles(), ["A", "B", "C"])
        self.move(third, after=first["id"], before=second["id"])
        self.assertEqual(self.titles(), ["A", "C", "B"])
        moved = self.move(first, status="IN_PROGRESS")
        self.assertEqual(self.titles("?status=IN_PROGRESS"), ["A"])
        self.assertEqual(self.move(first, expect=412, status="DONE")["current"], moved)
        other = make_project(self.bob, "Shed")
        self.move(moved, projectId=other["id"])
        self.assertEqual(self.titles(), ["C", "B"])
        self.assertEqual(self.titles(project=other, person=self.bob), ["A"])
        self.cleo.client.get(task_path(first), expect=404)

    def test_of_two_who_drag_the_same_card_one_sees_what_the_other_did(self):
        task = make_project_task(self.bob, self.project)
        def drag(client, status):
            return lambda: client.send("POST", task_path(task, "/move"), {"status": status},
                                       {"If-Match": f'"{task["etag"]}"'})
        replies = at_once(drag(self.bob.sign_in_again(), "DONE"),
                          drag(self.ada.sign_in_again(), "REVIEW"))
        self.assertEqual(sorted(reply.status for reply in replies), [200, 412])
        won = next(reply.json for reply in replies if reply.status == 200)
        lost = next(reply.json for reply in replies if reply.status == 412)
        self.assertEqual(lost["current"], won)

    def test_many_are_changed_at_once_each_on_its_own(self):
        tasks = [make_project_task(self.bob, self.project, title) for title in "ABC"]
        foreign = make_project_task(self.stranger(), make_project(self.stranger()))
        changes = [
            {"id": tasks[0]["id"], "etag": tasks[0]["etag"], "action": "change",
             "change": {"priority": "LOW"}},
            {"id": tasks[1]["id"], "etag": "old", "action": "move", "move": {"status": "DONE"}},
            {"id": foreign["id"], "etag": foreign["etag"], "action": "delete"},
            {"id": tasks[2]["id"], "etag": tasks[2]["etag"], "action": "delete"}]
        results = self.bob.client.post("/api/v1/task-changes", {"changes": changes},
                                       expect=200).json["results"]
        self.assertEqual([each["status"] for each in results], [200, 412, 404, 204])
        self.assertEqual(results[0]["task"]["priority"], "LOW")
        self.assertEqual(results[1]["problem"]["current"]["id"], tasks[1]["id"])
        self.assertEqual(self.titles(), ["A", "B"])
        self.assertEqual(self.stranger().client.get(task_path(foreign)).json, foreign)
        refused = self.bob.client.post(
            "/api/v1/task-changes", {"changes": [changes[0] | {"action": "explode"}]}, expect=400)
        self.assert_problem(refused, 400, "changes[0].action")

    def test_comments_links_and_what_was_done(self):
        task = make_project_task(self.bob, self.project)
        comment = make_comment(self.bob, task, "<script>", mentions=[self.cleo.id])
        link = make_link(self.bob, task)
        for url in ("javascript:alert(1)", "data:text/html,x", "//example.com"):
            self.assert_problem(self.bob.client.post(
                task_path(task, "/attachments"), {"name": "x", "url": url}, expect=400), 400, "url")
        self.assert_problem(self.bob.client.post(
            task_path(task, "/comments"), {"text": "x", "mentions": [self.stranger().id]},
            expect=409), 409, "mentions")
        self.assertEqual(self.cleo.client.get(task_path(task, "/comments")).json["comments"],
                         [comment])
        self.assertEqual(self.cleo.client.get(task_path(task, "/attachments")).json["attachments"],
                         [link])
        self.change(task, status="DONE", title="Dug")
        page = self.cleo.client.get(task_path(task, "/activity") + "?limit=1").json
        self.assertEqual(page["activities"][0]["changes"],
                         [{"field": "title", "from": "Dig", "to": "Dug"},
                          {"field": "status", "from": "TODO", "to": "DONE"}])
        rest = self.cleo.client.get(
            task_path(task, "/activity") + f"?cursor={page['next'].replace('#', '%23')}").json
        self.assertEqual([each["action"] for each in rest["activities"]],
                         ["CREATE", "COMMENT", "CREATE"])
        done = self.cleo.client.get(f"/api/v1/project-activity?person={self.bob.id}").json
        self.assertIn(page["activities"][0], done["activities"])
        self.assertNotIn(task["id"], [each["entityId"] for each in self.stranger().client.get(
            f"/api/v1/project-activity?person={self.bob.id}").json["activities"]])

    def test_sub_tasks_and_tags_go_with_what_they_belong_to(self):
        tag = make_tag(self.bob, self.project)
        task = make_project_task(self.bob, self.project, tagIds=[tag["id"]])
        make_project_task(self.bob, self.project, "Part", parentId=task["id"])
        path = project_path(self.project, f"/tags/{tag['id']}")
        self.bob.client.delete(path, etag=tag["etag"], expect=204)
        self.assert_eventually(
            lambda: self.bob.client.get(task_path(task)).json["tagIds"], [])
        task = self.bob.client.get(task_path(task)).json
        self.bob.client.delete(task_path(task), etag=task["etag"], expect=204)
        self.assertEqual(self.titles(), [])


@on_every_store
class ProjectEventsTest(ProjectCase):
    def events(self, query, person=None):
        return [each["id"] for each in (person or self.cleo).client.get(
            EVENTS + query).json["events"]]

    def test_events_of_several_projects_by_their_days(self):
        event = make_project_event(self.bob, self.project)
        long = make_project_event(self.bob, self.project, "2023-12-01", "2024-02-01", allDay=True)
        self.assertEqual(long["endDate"], "2024-02-01T00:00:00Z")
        other = make_project(self.bob, "Shed")
        path = f"{EVENTS}/{event['id']}/projects/{other['id']}"
        event = self.bob.client.put(path, expect=200).json
        self.assertEqual(event["projectIds"], [self.project["id"], other["id"]])
        days = "?from=2024-01-15&to=2024-01-15"
        self.assert_soon(lambda: set(self.events(days)), {event["id"], long["id"]})
        self.assert_soon(lambda: self.events(days, self.stranger()), [])
        listed = self.bob.client.get(project_path(other, "/events") + days).json["events"]
        self.assertEqual(listed, [event])
        event = self.bob.client.patch(f"{EVENTS}/{event['id']}", {"startDate": "2024-03-15"},
                                      etag=event["etag"]).json
        self.assertEqual(event["endDate"], "2024-03-15T01:00:00Z")
        self.assert_soon(lambda: self.events(days), [long["id"]])
        self.bob.client.delete(f"{EVENTS}/{event['id']}/projects/{self.project['id']}", expect=409)
        self.bob.client.delete(path, expect=204)
        self.assertEqual(self.bob.client.get(project_path(other, "/events")).json["events"], [])
        self.assert_problem(self.bob.client.get(EVENTS + "?from=2024-01-15", expect=400), 400, "to")
        self.assert_problem(self.bob.client.get(EVENTS + days + "&timeZone=Mars", expect=400), 400,
                            "timeZone")


@on_every_store
class ProjectsLiveTest(ProjectCase):
    def test_members_hear_what_happens(self):
        nora = self.world.sign_up("Nora")  # Who hears of no other project.
        add_to_project(self.ada, self.project, nora, "VIEWER")
        stream = EventStream(nora.client)
        self.addCleanup(stream.close)
        stream.until("hello")
        task = make_project_task(self.bob, self.project)
        heard = stream.until("project-task")[-1].data
        self.assertEqual(heard, {"projectId": self.project["id"], "id": task["id"], "task": task})
        comment = make_comment(self.bob, task)
        self.assertEqual(stream.until("task-comment")[-1].data["comment"], comment)
        other = make_project(self.bob, "Shed")
        self.move(task, projectId=other["id"])
        self.assertEqual(stream.until("project-task")[-1].data["task"], None)
        event = make_project_event(self.bob, self.project)
        self.assertEqual(stream.until("project-event")[-1].data["event"], event)
        project = self.ada.client.get(project_path(self.project)).json
        self.ada.client.patch(project_path(project), {"name": "New"}, etag=project["etag"])
        told = stream.until("project")[-1].data["project"]
        self.assertEqual((told["name"], told["role"]), ("New", "VIEWER"))
        self.ada.client.delete(project_path(self.project, f"/members/{nora.id}"), expect=204)
        self.assertEqual(stream.until("project-member")[-1].data,
                         {"projectId": self.project["id"], "userId": nora.id, "role": None})


if __name__ == "__main__":
    import unittest
    unittest.main()
