"""The search over all apps, over HTTP."""

from booking_things import make_place
from norn_server import EMBEDDED
from people import make_calendar, make_entry, timed
from planner_things import make_event, meeting
from project_things import (TABLE, make_comment, make_project, make_project_event,
                            make_project_task)
from rest_case import RestCase, on_stores
from rest_client import quote

SEARCH = "/api/v1/search"


# A remote store is asked every ten seconds; what differs between stores is below all this.
@on_stores(EMBEDDED)
class SearchTest(RestCase):
    def setUp(self):
        self.ada, self.ben = self.world.sign_up("Ada"), self.world.sign_up("Ben")
        self.project = make_project(self.ada, "Allotment", MEMBER=self.ben)

    def found(self, text, client=None):
        hits = (client or self.ben.client).get(f"{SEARCH}?q={quote(text)}").json["hits"]
        return [(each["app"], each["kind"], each["title"]) for each in hits]

    def test_one_search_goes_through_all_apps(self):
        task = make_project_task(self.ada, self.project, "Dig the Bed", description="Café zwölf")
        make_project_event(self.ada, self.project, title="Harvest zwölf")
        make_comment(self.ada, task, "zwolf spades")
        make_project_task(self.ada, self.project, "完成任務")
        calendar = make_calendar(self.ben, name="Zwölf days")
        make_entry(self.ben, calendar, timed("Zwölf apples"))
        make_place(self.ben, name="Zwölf rooms")
        make_event(self.ben, meeting(title="Meet zwölf people"))
        self.assert_eventually(lambda: sorted(self.found("ZWOLF")), sorted([
            ("calendars", "calendar", "Zwölf days"), ("calendars", "entry", "Zwölf apples"),
            ("planner", "event", "Meet zwölf people"),
            ("projects", "event", "Harvest zwölf"), ("projects", "comment", "zwolf spades"),
            ("projects", "task", "Dig the Bed"), ("bookings", "place", "Zwölf rooms")]))
        self.assertEqual(self.found("任務"), [("projects", "task", "完成任務")])
        self.assertEqual(self.found("bed cafe"), [("projects", "task", "Dig the Bed")])
        self.assertEqual(self.found("ada"), [("projects", "person", "Ada")])
        entry = self.ben.client.get(SEARCH + "?q=apples").json["hits"][0]
        self.assertEqual((entry["within"]["name"], entry["at"]),
                         ("Zwölf days", "2024-01-15T09:00:00"))
        self.assertEqual(self.found("zwolf", self.stranger().client), [])
        hit = self.ben.client.get(SEARCH + "?q=bed").json["hits"][0]
        self.assertEqual(hit["within"], {"kind": "project", "id": self.project["id"],
                                         "name": "Allotment"})
        self.assertEqual(len(self.ben.client.get(SEARCH + "?q=zwolf&limit=1").json["hits"]), 4)

    def test_a_token_finds_what_its_scopes_allow(self):
        make_calendar(self.ben, name="Quux")
        make_project_task(self.ada, self.project, "Quux")
        self.assert_eventually(lambda: len(self.found("quux")), 2)
        self.assertEqual(self.found("quux", self.ben.token("calendars:read")),
                         [("calendars", "calendar", "Quux")])
        self.ben.token("account:read").get(SEARCH + "?q=quux", expect=403)

    def test_what_is_no_word_is_refused(self):
        for query in ("", "?q=", "?q=%20", "?q=%21%3F", "?q=" + "x" * 201, "?q=a&limit=0"):
            self.assert_problem(self.ben.client.get(SEARCH + query, expect=400), 400)
        self.assertEqual(self.found("#/\"' OR 1 <b>"), [])
        self.assertEqual(self.found("x" * 200), [])

    def test_items_of_other_programs_break_nothing(self):
        table = self.table(TABLE)
        for key in ("TASK#x", "EVENT#x", "COMMENT#x", "PROJECT#x"):
            table.put_item(Item={"PK": key, "SK": key, "title": 7, "text": None, "name": ["x"],
                                 "projectId": self.project["id"], "taskId": "x",
                                 "mentions": "x", "assigneeId": self.ben.id})
        table.put_item(Item={"PK": "TASK#t-plugh", "SK": "TASK#t-plugh", "title": "會議 plugh",
                             "assigneeId": self.ben.id})
        table.put_item(Item={"PK": f"PROJECT#{self.project['id']}", "SK": "TASK#t-plugh",
                             "GSI1PK": "TASK#t-plugh", "GSI1SK": f"PROJECT#{self.project['id']}"})
        make_project_task(self.ada, self.project, "Plugh too")
        self.assert_eventually(lambda: sorted(title for _, _, title in self.found("plugh")),
                               ["Plugh too", "會議 plugh"])


if __name__ == "__main__":
    import unittest
    unittest.main()
