"""Attacks on projects by people who have an account: with ids of what is not theirs, in paths,
bodies and batches, and with rights that they have elsewhere, or no more."""

from norn_server import EMBEDDED
from project_things import (EVENTS, add_to_project, make_comment, make_link, make_project,
                            make_project_event, make_project_task, make_tag, project_path,
                            task_path)
from rest_case import RestCase, on_stores

BATCH = "/api/v1/task-changes"


@on_stores(EMBEDDED)
class ForeignProjectThingsTest(RestCase):
    def setUp(self):
        self.ada, self.sten = self.anna(), self.stranger()
        self.theirs = make_project(self.ada, "Theirs")
        self.task = make_project_task(self.ada, self.theirs, "Secret", assigneeId=self.ada.id)
        self.tag = make_tag(self.ada, self.theirs)
        self.event = make_project_event(self.ada, self.theirs)
        self.comment = make_comment(self.ada, self.task)
        self.link = make_link(self.ada, self.task)
        self.before = self.snapshot()

    def snapshot(self):
        """All of the project, with what was done in it."""
        paths = [project_path(self.theirs, rest)
                 for rest in ("", "/tasks", "/tags", "/events", "/members", "/activity")]
        paths += [task_path(self.task, rest) for rest in ("/comments", "/attachments")]
        return [self.ada.client.get(path).json for path in paths]

    def batch(self, person, *changes):
        reply = person.client.post(BATCH, {"changes": list(changes)}, expect=200)
        self.assertNotIn("Secret", reply.body.decode())
        return [each["status"] for each in reply.json["results"]]

    def change(self, task, **change):
        return {"id": task["id"], "etag": task["etag"], "action": "change", "change": change}

    def move(self, task, project):
        return {"id": task["id"], "etag": task["etag"], "action": "move",
                "move": {"projectId": project["id"]}}

    def delete(self, task):
        return {"id": task["id"], "etag": task["etag"], "action": "delete"}

    def test_foreign_ids_in_a_batch_do_nothing(self):
        own = make_project(self.sten, "Own")
        task = make_project_task(self.sten, own)
        ids = [self.task["id"]]
        self.assertEqual(self.batch(
            self.sten, self.change(self.task, title="x"), self.move(self.task, own),
            self.delete(self.task), self.move(task, self.theirs), self.change(task, blockedBy=ids),
            self.change(task, parentId=ids[0]), self.change(task, tagIds=[self.tag["id"]]),
            self.change(task, assigneeId=self.ada.id), self.change(self.event, title="x")),
            [404, 404, 404, 404, 409, 409, 409, 409, 404])
        self.assertEqual(self.sten.client.get(task_path(task)).json, task)
        self.assertEqual(self.snapshot(), self.before)

    def test_foreign_ids_in_paths_and_bodies_do_nothing(self):
        own = make_project(self.sten, "Own")
        task, event = make_project_task(self.sten, own), make_project_event(self.sten, own)
        for method, path, body, etag, status in (
                ("POST", project_path(own, "/tasks"), {"title": "x", "parentId": self.task["id"]},
                 None, 409),
                ("POST", task_path(task, "/comments"), {"text": "x", "mentions": [self.ada.id]},
                 None, 409),
                ("POST", task_path(self.task, "/comments"), {"text": "x"}, None, 404),
                ("PATCH", task_path(task, f"/comments/{self.comment['id']}"), {"text": "x"},
                 self.comment["etag"], 404),
                ("DELETE", task_path(task, f"/comments/{self.comment['id']}"), None, None, 404),
                ("DELETE", task_path(task, f"/attachments/{self.link['id']}"), None, None, 404),
                ("PATCH", project_path(own, f"/tags/{self.tag['id']}"), {"name": "x"},
                 self.tag["etag"], 404),
                ("DELETE", project_path(own, f"/tags/{self.tag['id']}"), None, self.tag["etag"],
                 404),
                ("PUT", f"{EVENTS}/{event['id']}/projects/{self.theirs['id']}", None, None, 404),
                ("PUT", f"{EVENTS}/{self.event['id']}/projects/{own['id']}", None, None, 404),
                ("PATCH", f"{EVENTS}/{event['id']}", {"projectId": self.theirs["id"]},
                 event["etag"], 409),
                ("POST", project_path(self.theirs, "/copies"), {"name": "x"}, None, 404),
                ("PUT", project_path(own, "/owner"), {"userId": self.ada.id}, None, 409)):
            reply = self.sten.client.call(method, path, body, etag=etag, expect=status)
            self.assertNotIn("Secret", reply.body.decode(), path)
        self.assertEqual(self.snapshot(), self.before)

    def test_rights_in_one_project_are_none_in_another(self):
        """A member, a viewer, a member who may only read, and one who was removed."""
        bob, cleo = self.bob(), self.cleo()
        open_to_them = make_project(self.ada, "Open", MEMBER=[bob, cleo])
        task = make_project_task(bob, open_to_them)
        add_to_project(self.ada, self.theirs, bob, "VIEWER")
        limited = add_to_project(self.ada, self.theirs, cleo, "ADMIN")
        self.ada.client.put(project_path(self.theirs, f"/members/{cleo.id}/permissions"),
                            {"permissions": ["READ"]}, etag=limited["etag"], expect=204)
        self.before = self.snapshot()

        def attempts(person):
            reply = person.client.post(BATCH, {"changes": [
                self.change(self.task, title="x"), self.move(self.task, open_to_them),
                self.delete(self.task), self.move(task, self.theirs)]}, expect=200)
            return [each["status"] for each in reply.json["results"]]
        for person in (bob, cleo):
            self.assertEqual(attempts(person), [403] * 4)
        self.assertEqual(self.snapshot(), self.before)
        for person in (bob, cleo):
            self.ada.client.delete(project_path(self.theirs, f"/members/{person.id}"), expect=204)
            self.assertEqual(attempts(person), [404] * 4)
            person.client.get(project_path(self.theirs, "/activity"), expect=404)
        tasks = self.ada.client.get(project_path(self.theirs, "/tasks")).json
        self.assertEqual(tasks, self.before[1])


if __name__ == "__main__":
    import unittest
    unittest.main()
