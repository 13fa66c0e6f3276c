"""Files of projects: given out, and taken in from Norn and from other programs."""

import json

from project_things import (make_comment, make_link, make_project, make_project_event,
                            make_project_task, make_tag, project_path)
from rest_case import RestCase, on_every_store

IMPORT = "/api/v1/project-imports"
FILE = "application/octet-stream"

TRELLO = json.dumps({
    "name": "Website", "desc": "", "prefs": {"backgroundColor": "#0079BF"},
    "lists": [{"id": "l1", "name": "To Do", "closed": False},
              {"id": "l2", "name": "Waiting", "closed": False}],
    "labels": [], "members": [], "checklists": [], "actions": [],
    "cards": [{"id": "65e1c1a00000000000000001", "idList": "l1", "name": "Plan", "pos": 1},
              {"id": "65e1c1a00000000000000002", "idList": "l2", "name": "<img src=x>", "pos": 2,
               "attachments": [{"name": "x", "url": "javascript:alert(1)"}]}]})
TODOIST = ("TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE\n"
           "task,Buy seeds @errand,,1,1,,,2027-04-01,en,Europe/Berlin\n"
           "task,Compare,,4,2,,,,en,Europe/Berlin\n")
VIKUNJA = json.dumps([{"id": 1, "title": "Inbox", "tasks": [
    {"id": 1, "title": "Paint", "done": True, "due_date": "0001-01-01T00:00:00Z"}]}])


class ExchangeCase(RestCase):
    def take_in(self, person, text, path=IMPORT, expect=200, key=None, **query):
        query = "&".join(f"{name}={value}" for name, value in query.items())
        return person.client.call("POST", f"{path}?{query}", text.encode(), expect=expect, key=key,
                                  headers={"Content-Type": FILE})

    def exported(self, person, project, form="norn"):
        return person.client.get(project_path(project, f"/export?format={form}"), expect=200)

    def titles(self, person, project):
        tasks = person.client.get(project_path(project, "/tasks")).json["tasks"]
        return [(task["status"], task["title"]) for task in tasks]


@on_every_store
class ProjectExchangeTest(ExchangeCase):
    def test_a_project_goes_out_and_comes_in_as_it_was(self):
        anna, bob = self.anna(), self.bob()
        project = make_project(anna, "=Garden", VIEWER=bob)
        tag = make_tag(anna, project, "red")
        dig = make_project_task(anna, project, "+Dig", dueDate="2027-03-01", tagIds=[tag["id"]],
                                checklist=[{"text": "Spade", "done": True}], assigneeId=anna.id)
        make_project_task(anna, project, "Sow", blockedBy=[dig["id"]])
        make_project_task(anna, project, "Part", parentId=dig["id"])
        make_comment(anna, dig, "*Hello*")
        make_link(anna, dig)
        make_project_event(anna, project)
        reply = self.exported(bob, project)
        self.assertEqual(reply.content_type, FILE)
        self.assertEqual(reply.headers["Content-Disposition"],
                         'attachment; filename="project.json"')
        self.assertEqual(reply.headers["X-Content-Type-Options"], "nosniff")
        text = reply.body.decode()
        preview = self.take_in(anna, text, format="norn", dryRun="true").json
        self.assertEqual((preview["projects"], preview["notes"]),
                         ([{"id": None, "name": "=Garden", "tasks": 3, "events": 1, "tags": 1,
                            "comments": 1, "links": 1}], []))
        made = self.take_in(anna, text, format="norn").json["projects"][0]
        self.assertEqual(self.exported(anna, made).body.decode(), text)
        table = self.exported(anna, project, "csv").body.decode()
        self.assertIn(",'+Dig,", table)
        again = self.take_in(anna, table, format="csv", name="From%20CSV").json["projects"][0]
        self.assertEqual(again["name"], "From CSV")
        self.assertEqual(self.exported(anna, again, "csv").body.decode(), table)
        self.assertEqual(self.titles(anna, again), self.titles(anna, project))

    def test_files_of_other_programs(self):
        anna = self.anna()
        report = self.take_in(anna, TRELLO, format="trello").json
        self.assertEqual([note["code"] for note in report["notes"]], ["importLinksSkipped"])
        self.assertEqual(report["notes"][0]["params"], {"title": "<img src=x>", "count": 1})
        self.assertEqual(self.titles(anna, report["projects"][0]),
                         [("TODO", "Plan"), ("TODO", "<img src=x>")])
        project = make_project(anna, "All")
        for text, form in ((TODOIST, "todoist"), (VIKUNJA, "vikunja")):
            self.take_in(anna, text, path=project_path(project, "/import"), format=form)
        self.assertEqual(self.titles(anna, project),
                         [("TODO", "Buy seeds"), ("TODO", "Compare"), ("DONE", "Paint")])

    def test_the_same_key_imports_once(self):
        anna = self.anna()
        first = self.take_in(anna, VIKUNJA, key="import-once", format="vikunja").json
        second = self.take_in(anna, VIKUNJA, key="import-once", format="vikunja").json
        self.assertEqual(first, second)
        self.assertEqual(self.titles(anna, first["projects"][0]), [("DONE", "Paint")])
        self.take_in(anna, TRELLO, key="import-once", format="trello", expect=422)

    def test_who_may_and_what_is_refused(self):
        anna, bob, cleo = self.anna(), self.bob(), self.cleo()
        project = make_project(anna, "Shared", MEMBER=bob, VIEWER=cleo)
        path = project_path(project, "/import")
        for person, status in ((bob, 200), (cleo, 403), (self.stranger(), 404)):
            self.take_in(person, "title\nx\n", path=path, format="csv", expect=status)
        self.stranger().client.get(project_path(project, "/export"), expect=404)
        reader = anna.token("projects:read")
        reader.get(project_path(project, "/export"), expect=200)
        for query in ({"format": "excel"}, {}, {"format": "csv", "dryRun": "perhaps"}):
            self.take_in(anna, "title\nx\n", expect=400, **query)
        for form in ("norn", "csv", "trello", "todoist", "vikunja"):
            for text in ("", "{}", "[" * 3000, "\0", "title;\n"):
                reply = self.take_in(anna, text, format=form, expect=400)
                self.assert_problem(reply, 400, "file")
        reply = anna.client.send("POST", f"{IMPORT}?format=csv", {"title": "x"})
        self.assert_problem(reply, 415)
