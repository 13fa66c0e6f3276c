"""What a crash of the server leaves of projects: all that was answered, and nothing by half."""

import collections
import http.client
import random
import threading

from norn_server import EMBEDDED
from project_things import (PROJECTS, TABLE, TASKS, make_project, make_tag, project_path, task_path)
from rest_case import RestCase, at_once

CRASHES = 4
CHANGES = 120  # Of all writers together, before each crash.
STATUSES = ("TODO", "IN_PROGRESS", "REVIEW", "DONE")
ROWS = 30  # Of a file: more than one transaction has room for.
COMPARED = ("title", "status", "projectId", "assigneeId", "parentId", "blockedBy", "tagIds")


class Writer:
    """A client that changes its own tasks in projects that it shares with others, and knows what
    the server has answered."""

    def __init__(self, person, number, projects, people, tags):
        self.person, self.number = person, number
        self.projects, self.people, self.tags = projects, people, tags
        self.client = None
        self.chance = random.Random(number)
        self.tasks = {}      # What was answered last, by id; None of those that were deleted.
        self.actions = {}    # The activities that each must have.
        self.comments = {}   # Their ids, by task.
        self.own_projects = {}  # Whether they are there, by id.
        self.imports = {}    # How many tasks each import may have left, by their title.
        self.unsure = set()  # The ids of what a crash may have changed or not.
        self.made = 0

    def send(self, ids, *call, etag=None):
        """Whatever it does to these, nobody knows before the reply."""
        self.unsure |= set(ids)
        headers = {"If-Match": f'"{etag}"'} if etag else None
        reply = self.client.send(*call, headers=headers)
        self.unsure -= set(ids)
        if reply.status not in (200, 201, 204):
            raise AssertionError(f"{call}: {reply.status} {reply.body}")
        return reply.json if reply.status != 204 else None

    def alive(self):
        return [task for task in self.tasks.values() if task and task["id"] not in self.unsure]

    def children(self, task):
        return [each for each in self.tasks.values() if each and each["parentId"] == task["id"]]

    def know(self, task, *actions):
        self.tasks[task["id"]] = task
        self.actions.setdefault(task["id"], collections.Counter()).update(actions)

    def create(self):
        project = self.chance.choice(self.projects)
        here = [task for task in self.alive() if task["projectId"] == project["id"]]
        self.made += 1
        body = {"title": f"w{self.number}x{self.made}y", "status": self.chance.choice(STATUSES),
                "assigneeId": self.chance.choice([None, *self.people]),
                "tagIds": [self.tags[project["id"]]] if self.chance.random() < .3 else []}
        parents = [task for task in here if not task["parentId"]]
        if parents and self.chance.random() < .3:
            body["parentId"] = self.chance.choice(parents)["id"]
        elif here and self.chance.random() < .4:
            body["blockedBy"] = [self.chance.choice(here)["id"]]
        parent = [body["parentId"]] if "parentId" in body else []
        # What became of a task without an answer, nobody can ask for: only its parent is unsure.
        task = self.send(parent, "POST", project_path(project, "/tasks"), body)
        self.know(task, "CREATE")

    def assign(self, task):
        person = self.chance.choice([each for each in (None, *self.people)
                                     if each != task["assigneeId"]])
        self.know(self.send([task["id"]], "PATCH", task_path(task), {"assigneeId": person},
                            etag=task["etag"]), "ASSIGN")

    def drag(self, task):
        status = self.chance.choice([each for each in STATUSES if each != task["status"]])
        self.know(self.send([task["id"]], "POST", task_path(task, "/move"), {"status": status},
                            etag=task["etag"]), "STATUS")

    def move(self, task):
        if task["parentId"]:
            return self.drag(task)
        project, = (each for each in self.projects if each["id"] != task["projectId"])
        children = self.children(task)
        ids = [task["id"], *(each["id"] for each in children)]
        moved = self.send(ids, "POST", task_path(task, "/move"), {"projectId": project["id"]},
                          etag=task["etag"])
        self.know(moved, "MOVE", "MOVE")  # In the one and in the other.
        for each in children:
            self.unsure.add(each["id"])
            self.know(self.client.get(task_path(each)).json)
            self.unsure.remove(each["id"])
        return None

    def comment(self, task):
        made = self.send([task["id"]], "POST", task_path(task, "/comments"), {"text": "Hello"})
        self.comments.setdefault(task["id"], []).append(made["id"])
        self.know(task, "COMMENT")

    def delete(self, task):
        ids = [task["id"], *(each["id"] for each in self.children(task))]
        self.send(ids, "DELETE", task_path(task), etag=task["etag"])
        self.know(task, "DELETE")
        self.tasks |= dict.fromkeys(ids)

    def make_project(self):
        made = self.send([], "POST", PROJECTS, {"name": "Shed", "color": "#00FF00"})
        self.own_projects[made["id"]] = True
        self.send([], "POST", project_path(made, "/tasks"), {"title": "Inside"})

    def delete_project(self):
        there = [each for each, is_there in self.own_projects.items()
                 if is_there and each not in self.unsure]
        if there:
            self.send(there[:1], "DELETE", f"{PROJECTS}/{there[0]}")
            self.own_projects[there[0]] = False

    def import_file(self):
        """Into a project, or as a new one."""
        title = f"imported{self.number}n{len(self.imports)}"
        path = self.chance.choice((project_path(self.chance.choice(self.projects), "/import"),
                                   "/api/v1/project-imports"))
        self.imports[title] = {0, ROWS}
        rows = ("title\n" + f"{title}\n" * ROWS).encode()
        reply = self.client.send("POST", f"{path}?format=csv", rows,
                                 {"Content-Type": "application/octet-stream"})
        if reply.status != 200:
            raise AssertionError(f"{reply.status} {reply.body}")
        self.imports[title] = {ROWS}

    def work(self):
        tasks = self.alive()
        if len(tasks) < 4 or self.chance.random() < .3:
            return self.create()
        if self.chance.random() < .15:
            return self.chance.choice((self.make_project, self.delete_project,
                                       self.import_file))()
        change = self.chance.choice((self.assign, self.drag, self.move, self.comment, self.delete))
        return change(self.chance.choice(tasks))


class ProjectsCrashTest(RestCase):
    STORE = EMBEDDED
    OWN_SERVER = ()

    def work_and_crash(self, writers):
        changes, dead = threading.Semaphore(0), threading.Event()

        def repeat(writer):
            writer.client = writer.person.client.copy()
            while not dead.is_set():
                try:
                    writer.work()
                except (OSError, http.client.HTTPException):
                    return
                finally:
                    changes.release()

        def crash():
            for _ in range(CHANGES):
                changes.acquire()
            dead.set()
            self.server.restart(crashing=True)

        at_once(*(lambda writer=writer: repeat(writer) for writer in writers), crash)
        for writer in writers:
            writer.client.close()
            writer.person.client.close()

    def test_what_was_answered_is_there_and_everything_agrees(self):
        world = self.make_world()
        nora, ben = world.sign_up("Nora"), world.sign_up("Ben")
        projects = [make_project(nora, name, ADMIN=ben) for name in ("Garden", "House")]
        tags = {each["id"]: make_tag(nora, each, "red")["id"] for each in projects}
        writers = [Writer(person, number, projects, [nora.id, ben.id], tags)
                   for number, person in enumerate((nora, nora, ben, ben))]
        for _ in range(CRASHES):
            self.work_and_crash(writers)
            self.assert_eventually(self.moving_imports, [])
            for writer in writers:
                writer.client = writer.person.client
                self.assert_answered_is_there(writer)
                self.assert_imports_are_whole(writer)
            self.assert_everything_agrees(writers)
        self.assertGreater(sum(task is None for each in writers for task in each.tasks.values()), 3)
        for project in projects:
            self.assert_statistics_agree(nora, project)
        self.assert_search_agrees(nora, writers)

    def assert_answered_is_there(self, writer):
        for task_id, known in writer.tasks.items():
            reply = writer.client.send("GET", f"{TASKS}/{task_id}")
            self.assertIn(reply.status, (200, 404), reply.body)
            now = reply.json if reply.status == 200 else None
            if task_id not in writer.unsure:
                self.assertEqual(now and {name: now[name] for name in COMPARED},
                                 known and {name: known[name] for name in COMPARED})
            if now:
                comments = writer.client.get(f"{TASKS}/{task_id}/comments").json["comments"]
                self.assertLessEqual(set(writer.comments.get(task_id, ())),
                                     {each["id"] for each in comments})
            writer.tasks[task_id] = now
        for project_id, is_there in writer.own_projects.items():
            status = writer.client.send("GET", f"{PROJECTS}/{project_id}").status
            if project_id not in writer.unsure:
                self.assertEqual(status, 200 if is_there else 404)
            writer.own_projects[project_id] = status == 200

    def moving_imports(self):
        """Those that were accepted and are not finished."""
        return [item["SK"] for table, item in self.all_items()
                if table == "norn" and item.get("kind") == "project-import-into"]

    def assert_imports_are_whole(self, writer):
        found = collections.Counter()
        for project in writer.client.get(PROJECTS).json["projects"]:
            tasks = writer.client.get(project_path(project, "/tasks")).json["tasks"]
            found.update(task["title"] for task in tasks)
        for title, counts in writer.imports.items():
            self.assertIn(found[title], counts, title)
            writer.imports[title] = {found[title]}

    def scan(self):
        items = {}
        for table, item in self.all_items():
            if table == TABLE:
                items[item["PK"], item["SK"]] = item
        return items

    def assert_everything_agrees(self, writers):
        items = self.scan()
        things = {pk: item for (pk, sk), item in items.items() if pk == sk}
        tasks = {pk: item for pk, item in things.items() if pk.startswith("TASK#")}
        related = {(pk, sk) for pk, sk in items if pk != sk}

        def relations(owner, member):
            return {(pk, sk) for pk, sk in related
                    if pk.startswith(owner) and sk.startswith(member)}

        self.assertEqual(relations("PROJECT#", "TASK#"),
                         {(f"PROJECT#{task['projectId']}", key) for key, task in tasks.items()})
        self.assertEqual(relations("USER#", "TASK#"),
                         {(f"USER#{task['assigneeId']}", key) for key, task in tasks.items()
                          if task.get("assigneeId")})
        # Those of deleted tasks wait in the bin with them.
        of_tasks = {(pk, sk) for pk, sk in related if pk in tasks}
        expected, counts = set(), collections.Counter()
        for key, task in tasks.items():
            expected |= {(key, f"BLOCKEDBY#{each}") for each in task.get("blockedBy", ())}
            expected |= {(key, f"TAG#{each}") for each in task.get("tagIds", ())}
            if task.get("parentId"):
                parent = f"TASK#{task['parentId']}"
                self.assertEqual(tasks[parent]["projectId"], task["projectId"])
                expected.add((parent, "SUB" + key))
                counts[parent] += 1
        self.assertEqual({(pk, sk) for pk, sk in of_tasks
                          if sk.startswith(("BLOCKEDBY#", "TAG#", "SUBTASK#"))}, expected)
        for key, task in tasks.items():
            self.assertEqual(task.get("subtaskCount", 0), counts[key], task)
        self.assertEqual(relations("TASK#", "COMMENT#"),
                         {(f"TASK#{item['taskId']}", key) for key, item in things.items()
                          if key.startswith("COMMENT#")})
        self.assert_activities_agree(things, relations("", "ACTIVITY#"), writers)

    def assert_activities_agree(self, things, related, writers):
        activities = {key: item for key, item in things.items() if key.startswith("ACTIVITY#")}
        expected, actions = set(), collections.defaultdict(collections.Counter)
        for key, item in activities.items():
            sort = f"ACTIVITY#{item['timestamp']}#{key.removeprefix('ACTIVITY#')}"
            expected.add((f"USER#{item['userId']}", sort))
            if (item["entityType"], item["action"]) != ("PROJECT", "DELETE"):
                expected.add((f"PROJECT#{item['projectId']}", sort))
            task = item["entityId"] if item["entityType"] == "TASK" else item.get("taskId")
            if task:
                expected.add((f"TASK#{task}", sort))
                actions[task][item["action"]] += 1
        self.assertEqual(related, expected)
        for writer in writers:
            for task_id, known in writer.actions.items():
                if task_id not in writer.unsure:
                    self.assertEqual(actions[task_id], known)
                writer.actions[task_id] = collections.Counter(actions[task_id])
            writer.unsure.clear()

    def assert_statistics_agree(self, person, project):
        counts, stays = dict.fromkeys(STATUSES, 0), dict.fromkeys(STATUSES, 0)
        for (pk, sk), item in self.scan().items():
            if pk != sk or item.get("projectId") != project["id"]:
                continue
            if pk.startswith("TASK#"):
                counts[item["status"]] += 1
            elif pk.startswith("ACTIVITY#") and "columnSeconds" in item:
                change, = (each for each in item["changes"] if each["field"] == "status")
                stays[change["from"]] += 1

        def read():
            found = person.client.get(project_path(project, "/statistics")).json
            return found["counts"], [each["stays"] for each in found["columns"]]
        self.assert_eventually(read, (counts, list(stays.values())))

    def assert_search_agrees(self, person, writers):
        """By one word at a time: each task has a word of its own."""
        titles = {}
        for (pk, sk), item in self.scan().items():
            is_own = not item.get("title", "").startswith(("Inside", "imported"))
            if pk == sk and pk.startswith("TASK#") and is_own:
                titles[item["title"]] = pk.removeprefix("TASK#")
        words = {f"w{writer.number}x{made + 1}y" for writer in writers
                 for made in range(writer.made)}
        self.assertLessEqual(set(titles), words)

        def found():
            hits = {}
            for word in words:
                for hit in person.client.get(f"/api/v1/search?q={word}").json["hits"]:
                    hits[hit["title"]] = hit["id"]
            return hits
        self.assert_eventually(found, titles)


if __name__ == "__main__":
    import unittest
    unittest.main()
