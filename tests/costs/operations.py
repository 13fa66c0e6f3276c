"""What is measured: operations of all apps over the API, on data of a stated size."""

from booking_things import PLACES, make_place, place_path, range_query, stay
from family_things import TREES, link, make_relative, make_tree, person_path, tree_path
from people import PASSWORD, all_day, entry_path, make_calendar, make_entry, path_of, task
from planner_things import (EVENTS, VIEW, make_calendar_event, make_event, make_planner_task,
                            meeting, occurrence_id, planner_path, query_of, weekly)
from planner_things import TASKS as PLANNER_TASKS
from project_things import (PROJECTS, make_comment, make_project, make_project_event,
                            make_project_task, project_path, task_path)
from rest_client import Client

SESSION = "/api/v1/session"
ENTRIES, WEEK_EVENTS, SERIES, TASKS, STAYS, CARDS, PEOPLE = 60, 70, 5, 30, 8, 100, 100
WEEK = {"from": "2025-12-15", "to": "2025-12-21"}


class Scene:
    """Two people, and what they have. All texts have a fixed length, so that sizes are the same
    each time."""

    def __init__(self, world):
        self.world = world
        self.ada = world.sign_up("Ada", email="ada.costs@example.com")
        self.bob = world.sign_up("Bob", email="bob.costs@example.com")
        self.client = self.ada.client
        self.make_calendar()
        self.make_planner()
        self.make_place()
        self.make_project()
        self.make_tree()

    def make_calendar(self):
        self.calendar = make_calendar(self.ada, "Family", writer=self.bob)
        for number in range(ENTRIES):
            self.entry = make_entry(self.ada, self.calendar,
                                    all_day(f"Entry {number:03}", f"2024-01-{1 + number % 30:02}"))
        self.todo = make_entry(self.ada, self.calendar, task("To do", "2024-01-20"))

    def make_planner(self):
        for number in range(WEEK_EVENTS):
            day = f"2025-12-{15 + number % 7:02}"
            self.event = make_event(self.ada, meeting(
                f"Meeting {number:03}", f"{day}T{8 + number // 7:02}:00",
                f"{day}T{8 + number // 7:02}:30"))
        for number in range(SERIES):
            self.series = make_event(self.ada, weekly(f"Weekly {number:03}"))
        for number in range(TASKS):
            self.planned = make_planner_task(self.ada, f"Task {number:03}")

    def make_place(self):
        make_place(self.ada, "The first")  # Which has keys of its own in the design.
        self.place = make_place(self.ada, "Cottage", member=self.bob)
        for number in range(STAYS):
            self.booking = self.book(f"08-{1 + 3 * number:02}", f"08-{4 + 3 * number:02}")

    def book(self, first, end):
        return self.client.post(place_path(self.place, "/events"), stay(first, end),
                                expect=201).json

    def make_project(self):
        self.project = make_project(self.ada, "Garden", MEMBER=self.bob)
        for number in range(CARDS):
            self.card = make_project_task(self.ada, self.project, f"Card {number:03}")

    def make_tree(self):
        self.tree = make_tree(self.ada, "Smith")
        self.other_tree = make_tree(self.ada, "Other")
        self.persons = []
        for number in range(PEOPLE):
            parents = {"parents": [self.persons[-1]]} if number % 10 else {}
            self.persons.append(make_relative(self.ada, self.tree, f"Person {number:03}",
                                              **parents))

    def read_quotas(self):
        """Changes that ask how much a person and a calendar have, which is known for 2 seconds
        then."""
        make_planner_task(self.ada, "Not measured")
        make_entry(self.ada, self.calendar, all_day("Not measured", "2030-01-01"))
        make_relative(self.ada, self.other_tree, "Not measured")

    # Operations that need more than a line.

    def sign_in(self):
        self.other = Client(self.world.server)
        self.other.post(SESSION, {"email": self.ada.email, "password": PASSWORD})

    def change_entry(self):
        self.entry = self.client.patch(entry_path(self.entry), {"title": "Entry 999"},
                                       etag=self.entry["etag"]).json

    def change_event(self):
        self.event = self.client.patch(planner_path(self.event), {"title": "Meeting 999"},
                                       etag=self.event["etag"]).json

    def change_occurrence(self):
        path = planner_path(occurrence_id(self.series, self.occurrence["id"].split("_")[1]))
        self.client.patch(f"{path}?scope=this", {"title": "Another one"},
                          etag=self.occurrence["etag"])

    def read_occurrence(self):
        view = self.client.get(VIEW + query_of(**WEEK)).json["occurrences"]
        found = next(each for each in view if each["id"].endswith(
            self.series["id"].removeprefix("mst_")))
        self.occurrence = self.client.get(planner_path(found["id"])).json

    def finish_task(self):
        self.client.patch(f"{PLANNER_TASKS}/{self.planned['id']}", {"done": True},
                          etag=self.planned["etag"])

    def change_booking(self):
        self.booking = self.client.patch(
            place_path(self.place, f"/events/{self.booking['id']}"),
            stay("08-22", "08-26"), etag=self.booking["extendedProps"]["etag"]).json

    def cancel_booking(self):
        self.client.delete(place_path(self.place, f"/events/{self.booking['id']}"),
                           etag=self.booking["extendedProps"]["etag"], expect=204)

    def change_card(self):
        self.card = self.client.patch(task_path(self.card), {"status": "DONE"},
                                      etag=self.card["etag"]).json

    def change_person(self):
        person = self.client.get(person_path(self.persons[5])).json
        self.client.patch(person_path(person), {"lastName": "Jones"}, etag=person["etag"])


# (app, operation, what is done, what the design says of it; empty: nothing).
OPERATIONS = [
    ("Accounts", "sign in", Scene.sign_in, ""),
    ("", "any request of a person who is signed in", lambda s: s.client.get(SESSION), ""),
    ("", "sign out", lambda s: s.other.delete(SESSION, expect=204), ""),
    ("`calendsync`", "create a calendar", lambda s: make_calendar(s.ada), ""),
    ("", "list calendars (2)", lambda s: s.client.get("/api/v1/calendars"), "5: one query of GSI1"),
    ("", "create an entry", lambda s: make_entry(s.ada, s.calendar, all_day("Entry new")), ""),
    ("", "read an entry", lambda s: s.client.get(entry_path(s.entry)), "3: one item"),
    ("", "change an entry", Scene.change_entry, ""),
    ("", "tick a task", lambda s: s.client.put(entry_path(s.todo) + "/completed",
                                               {"completed": True}), ""),
    ("", f"a month ({ENTRIES} entries)", lambda s: s.client.get(
        path_of(s.calendar) + "/entries?from=2024-01-01&to=2024-01-31"), "6: one query of GSI1"),
    ("", "delete an entry", lambda s: s.client.delete(
        entry_path(s.entry), etag=s.entry["etag"], expect=204), ""),
    ("", "create an event in a calendar",
     lambda s: make_calendar_event(s.ada, s.calendar, meeting("In common")), ""),
    ("`ProductivityData`", f"a week ({WEEK_EVENTS} events, {SERIES} series)",
     lambda s: s.client.get(VIEW + query_of(**WEEK)), "AP1: about 35 read"),
    ("", "read an event", lambda s: s.client.get(planner_path(s.event)), "AP2: 0.5 read"),
    ("", "create an event", lambda s: make_event(s.ada, meeting("New thing")), "AP3: 2 write"),
    ("", "change an event", Scene.change_event, "AP4: 2 write"),
    ("", "create a series", lambda s: make_event(s.ada, weekly("New series")), "AP5: not said"),
    ("", "read a series", lambda s: s.client.get(f"/api/v1/planner/series/{s.series['id']}"),
     "AP7: about 10 read"),
    ("", "read an occurrence, after the week", Scene.read_occurrence, ""),
    ("", "change one occurrence", Scene.change_occurrence, "AP8: 4 write"),
    ("", "delete an event", lambda s: s.client.delete(
        planner_path(s.event), etag=s.event["etag"], expect=204), "AP6: 1 write"),
    ("", "create a task", lambda s: make_planner_task(s.ada, "Task new"), ""),
    ("", f"tasks without a date ({TASKS})",
     lambda s: s.client.get(PLANNER_TASKS + "?unscheduled=true"), ""),
    ("", "finish a task", Scene.finish_task, ""),
    ("`cal-app-sam`", "create a place", lambda s: s.client.post(
        PLACES, {"name": "House", "color": "#22C55E", "pricePerNight": 1}, expect=201), ""),
    ("", f"a month ({STAYS} bookings)", lambda s: s.client.get(
        place_path(s.place, "/events") + range_query("08-01", "08-31")),
     "one query of the local index"),
    ("", "price and availability of 3 nights", lambda s: s.client.get(
        place_path(s.place, "/quote") + range_query("09-01", "09-04")), ""),
    ("", "book 3 nights", lambda s: s.book("09-01", "09-04"),
     "one transaction of 4 items"),
    ("", "add a night", Scene.change_booking, "one transaction of 2 items"),
    ("", "cancel 4 nights", Scene.cancel_booking, "one transaction of 5 items"),
    ("`calendar-app-data`", "create a project", lambda s: make_project(s.ada), ""),
    ("", "list projects (2)", lambda s: s.client.get(PROJECTS), "1: one query of GSI1"),
    ("", "create a task of a project",
     lambda s: make_project_task(s.ada, s.project, "Card new"), ""),
    ("", f"the board ({CARDS + 1} tasks)",
     lambda s: s.client.get(project_path(s.project, "/tasks")), "2: one query"),
    ("", "read a task of a project", lambda s: s.client.get(task_path(s.card)), ""),
    ("", "change a task of a project", Scene.change_card, ""),
    ("", "comment on a task", lambda s: make_comment(s.ada, s.card, "A comment"), ""),
    ("", "create an event of a project", lambda s: make_project_event(s.ada, s.project), ""),
    ("", "what was done in a project (50)",
     lambda s: s.client.get(project_path(s.project, "/activity?limit=50")), ""),
    ("`Yggdrasil`", "create a tree", lambda s: make_tree(s.ada, "Jones"), ""),
    ("", "list trees (3)", lambda s: s.client.get(TREES), "one query"),
    ("", "add a person", lambda s: make_relative(s.ada, s.tree, "Person new"), "1 write"),
    ("", "make two people parent and child",
     lambda s: link(s.ada, s.persons[0], s.persons[10]), "2 write"),
    ("", "read a person", lambda s: s.client.get(person_path(s.persons[5])), "0.5 read"),
    ("", "change a person", Scene.change_person, "1 write"),
    ("", f"list people ({PEOPLE})",
     lambda s: s.client.get(tree_path(s.tree, "/persons?limit=100")),
     "one query: 0.5 read for each 4 KB"),
    ("", f"the chart ({PEOPLE + 1} people)", lambda s: s.client.get(tree_path(s.tree, "/graph")),
     ""),
    ("", "how two people are related", lambda s: s.client.get(
        tree_path(s.tree, "/kinship") + query_of(**{
            "from": s.persons[3]["personId"], "to": s.persons[7]["personId"]})), ""),
    ("All apps", "the agenda of a week",
     lambda s: s.client.get("/api/v1/agenda" + query_of(**WEEK)), ""),
    ("", "search", lambda s: s.client.get("/api/v1/search?q=meeting"), ""),
]
