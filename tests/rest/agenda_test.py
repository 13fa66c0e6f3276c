"""The agenda: everything that a person has on some days, of all apps, over HTTP."""

import datetime
import urllib.parse

from booking_things import YEAR, book, day, days_from_today, make_place, place_path
from family_things import add_to_tree, make_relative, make_tree, marry, tree_path
from norn_server import LAGGING
from people import add_member, all_day, make_calendar, make_entry, multi_day, path_of, task, timed
from planner_things import (make_calendar_event, make_event, meeting, planner_path, weekly,
                            whole_days)
from project_things import (add_to_project, make_project, make_project_event, make_project_task,
                            project_path, task_path)
from rest_case import RestCase, on_every_store, on_stores_with_tables
from rest_client import CALENDAR

AGENDA = "/api/v1/agenda"
PREFERENCES = f"{AGENDA}/preferences"
FEED = f"{AGENDA}/feed"
NOTHING_HIDDEN = {"hiddenKinds": [], "hiddenOwners": [], "declinedHidden": False}


def query_of(first, last, **options):
    return "?" + urllib.parse.urlencode({"from": day(first), "to": day(last), **options})


def feed_of(person):
    """The path of a new secret address."""
    return urllib.parse.urlsplit(person.client.post(FEED, expect=201).json["url"]).path


class AgendaCase(RestCase):
    def setUp(self):
        self.ada, self.ben = self.world.sign_up("Ada"), self.world.sign_up("Ben")

    def agenda(self, person, first="07-01", last="07-07", **options):
        options.setdefault("zone", "UTC")
        reply = person.client.get(AGENDA + query_of(first, last, **options)).json
        self.assertEqual(reply["failed"], [])
        return reply

    def titles(self, person, first="07-01", last="07-07", **options):
        return [item["title"] for item in self.agenda(person, first, last, **options)["items"]]

    def item(self, person, title, **options):
        found = [item for item in self.agenda(person, **options)["items"]
                 if item["title"] == title]
        self.assertEqual(len(found), 1, title)
        return found[0]


@on_every_store
class AgendaTest(AgendaCase):
    def make_everything(self):
        """Something of each kind in the first week of July, of Ada, shared with Ben."""
        self.calendar = make_calendar(self.ada, "Family", reader=self.ben)
        make_entry(self.ada, self.calendar, multi_day("Camp", day("06-30"), day("07-02")))
        make_entry(self.ada, self.calendar, timed("Doctor", day("07-02"), "09:00:00", "09:30:00"))
        make_entry(self.ada, self.calendar, task("Buy milk", day("07-03")))
        make_event(self.ada, meeting("Call", f"{YEAR}-07-02T09:15", f"{YEAR}-07-02T10:00",
                                     startTzid="Europe/Berlin"))
        make_event(self.ada, whole_days("Fair", day("07-04"), day("07-06")))
        make_event(self.ada, weekly("Swimming", f"{YEAR}-06-02T17:00", f"{YEAR}-06-02T18:00",
                                    rrule="FREQ=DAILY;INTERVAL=30;COUNT=3", startTzid="UTC"))
        make_calendar_event(self.ada, self.calendar, weekly(
            "Choir", f"{YEAR}-06-03T19:00", f"{YEAR}-06-03T20:00",
            rrule="FREQ=DAILY;INTERVAL=30;COUNT=3", startTzid="Europe/Berlin"))
        self.project = make_project(self.ada, "House", MEMBER=self.ben)
        make_project_task(self.ada, self.project, "Paint", assigneeId=self.ada.id,
                          dueDate=day("07-05"), plannedStart=f"{YEAR}-07-02T06:00:00Z",
                          plannedEnd=f"{YEAR}-07-02T07:00:00Z")
        make_project_event(self.ada, self.project, f"{YEAR}-07-06T12:00:00Z",
                           f"{YEAR}-07-06T13:00:00Z", title="Roofer")
        self.place = make_place(self.ada, "Cottage", member=self.ben)
        book(self.ada, self.place, "06-28", "07-01")
        book(self.ada, self.place, "07-06", "07-08", kind="blocked")
        self.tree = make_tree(self.ada, "Smith", read=self.ben)
        anna = make_relative(self.ada, self.tree, "Anna", birthDate=f"{YEAR - 80}-07-03")
        otto = make_relative(self.ada, self.tree, "Otto", birthDate=f"{YEAR - 81}-01-03")
        marry(self.ada, anna, otto, status="Married", marriageDate=f"{YEAR - 50}-07-04")

    def test_it_has_what_all_apps_have_by_start(self):
        self.make_everything()
        shown = lambda: [(item["start"][5:], item["kind"], item["app"], item["title"])
                         for item in self.agenda(self.ada)["items"]]
        self.assert_soon(shown, [
            ("06-28", "stay", "bookings", "Ada"),
            ("06-30", "entry", "calendars", "Camp"),
            ("07-02T06:00:00", "task", "projects", "Paint"),
            ("07-02T07:15:00", "event", "planner", "Call"),
            ("07-02T09:00:00", "entry", "calendars", "Doctor"),
            ("07-02T17:00:00", "event", "planner", "Swimming"),
            ("07-03", "birthday", "family", "Anna Smith"),
            ("07-03", "task", "calendars", "Buy milk"),
            ("07-03T17:00:00", "event", "calendars", "Choir"),
            ("07-04", "anniversary", "family", "Anna Smith & Otto Smith"),
            ("07-04", "event", "planner", "Fair"),
            ("07-05", "task", "projects", "Paint"),
            ("07-06", "blocked", "bookings", "Blocked"),
            ("07-06T12:00:00", "event", "projects", "Roofer")])
        reply = self.agenda(self.ada, kinds="task,stay", zone="Asia/Tokyo")
        self.assertEqual((reply["from"], reply["to"], reply["zone"]),
                         (day("07-01"), day("07-07"), "Asia/Tokyo"))
        self.assertEqual([(item["start"][5:], item["kind"]) for item in reply["items"]], [
            ("06-28", "stay"), ("07-02T15:00:00", "task"), ("07-03", "task"), ("07-05", "task")])

    def test_each_thing_says_what_it_is_and_what_may_be_done_to_it(self):
        self.make_everything()
        self.assert_soon(lambda: len(self.agenda(self.ada)["items"]), 14)
        items = self.agenda(self.ada)["items"]
        for item in items:
            reply = self.ada.client.get(item["self"])
            if "etag" in item:
                self.assertEqual(reply.headers["ETag"], f'"{item["etag"]}"', item)
            self.assertEqual(item["may"] == [], item["app"] == "family", item)
        by_title = {item["title"]: item for item in items}
        paint = by_title["Paint"]
        self.assertEqual(paint["owner"], {"kind": "project", "id": self.project["id"],
                                          "name": "House"})
        self.assertEqual(paint["task"], {
            "as": "due", "done": False, "status": "TODO", "priority": "MEDIUM",
            "due": day("07-05"), "planned": {"start": f"{YEAR}-07-02T06:00:00",
                                             "end": f"{YEAR}-07-02T07:00:00"}})
        self.assertEqual(by_title["Buy milk"]["task"],
                         {"as": "due", "done": False, "due": day("07-03")})
        self.assertEqual(by_title["Buy milk"]["may"], ["change", "move", "complete", "delete"])
        self.assertEqual(by_title["Call"]["owner"], {"kind": "person", "id": self.ada.id})
        self.assertEqual((by_title["Call"]["startUtc"], by_title["Call"]["end"]),
                         (f"{YEAR}-07-02T07:15:00Z", f"{YEAR}-07-02T08:00:00"))
        self.assertTrue(by_title["Swimming"]["seriesId"].startswith("mst_"))
        choir = by_title["Choir"]
        self.assertEqual((choir["owner"], choir["may"], choir["self"]), (
            {"kind": "calendar", "id": self.calendar["id"], "name": "Family"},
            ["change", "move", "resize", "delete"],
            f"{path_of(self.calendar)}/events/{choir['id']}"))
        self.assertTrue(choir["seriesId"].startswith("mst_"))
        self.assertEqual(by_title["Ada"]["stay"], {
            "nights": 3, "guest": "Ada", "isOwn": True, "arrival": day("06-28"),
            "departure": day("07-01"), "checkIn": "16:00", "checkOut": "10:00"})
        self.assertEqual((by_title["Ada"]["end"], by_title["Ada"]["people"]),
                         (day("07-02"), [self.ada.id]))
        self.assertEqual(by_title["Anna Smith"]["day"]["years"], 80)
        # Those who share it with her see it as their roles allow, and nothing of her own.
        seen = {item["title"]: item["may"] for item in self.agenda(self.ben)["items"]}
        self.assertEqual(seen, {
            "Ada": [], "Camp": [], "Doctor": [], "Buy milk": [], "Anna Smith": [], "Blocked": [],
            "Anna Smith & Otto Smith": [], "Choir": [],
            "Roofer": ["change", "move", "resize", "delete"]})

    def test_who_leaves_sees_nothing_any_more(self):
        self.make_everything()
        self.assert_soon(lambda: len(self.agenda(self.ben)["items"]), 9)
        for path, gone in (
                (path_of(self.calendar), {"Camp", "Doctor", "Buy milk", "Choir"}),
                (project_path(self.project), {"Roofer"}),
                (place_path(self.place), {"Ada", "Blocked"}),
                (tree_path(self.tree), {"Anna Smith", "Anna Smith & Otto Smith"})):
            before = set(self.titles(self.ben))
            self.assertLessEqual(gone, before)
            self.ben.client.delete(f"{path}/members/{self.ben.id}")
            self.assert_soon(lambda: set(self.titles(self.ben)), before - gone)
        # And whoever comes back sees it again.
        add_member(self.ada, self.calendar, self.ben, "writer")
        add_to_project(self.ada, self.project, self.ben, "VIEWER")
        add_to_tree(self.ada, self.tree, self.ben, "write")
        self.assert_soon(lambda: len(self.titles(self.ben)), 7)
        self.assertEqual(self.item(self.ben, "Roofer")["may"], [])
        self.assertEqual(len(self.item(self.ben, "Choir")["may"]), 4)

    def test_a_change_of_any_app_is_in_it_at_once(self):
        self.make_everything()
        self.assert_soon(lambda: len(self.titles(self.ada)), 14)

        def change(title, sends):
            before = self.agenda(self.ada)
            sends(self.item(self.ada, title))
            self.assert_soon(lambda: self.agenda(self.ada) != before, True)

        def rename(item):
            self.ada.client.patch(item["self"], {"title": item["title"] + "!"}, etag=item["etag"])

        for title in ("Camp", "Doctor", "Fair", "Call", "Roofer", "Ada"):
            change(title, rename)
        change("Choir", lambda item: self.ada.client.patch(
            item["self"] + "?scope=this", {"title": "Choir!"}, etag=item["etag"]))
        change("Buy milk", lambda item: self.ada.client.put(item["self"] + "/completed",
                                                            {"completed": True}))
        change("Swimming", lambda item: self.ada.client.delete(planner_path(item["id"], "this"),
                                                               etag=item["etag"]))
        change("Anna Smith", lambda item: self.ada.client.patch(
            item["self"], {"firstName": "Hanna"},
            etag=self.ada.client.get(item["self"]).json["etag"]))
        self.assertEqual(sorted(self.titles(self.ada)), sorted([
            "Ada!", "Camp!", "Paint", "Call!", "Doctor!", "Hanna Smith", "Buy milk",
            "Hanna Smith & Otto Smith", "Fair!", "Paint", "Blocked", "Roofer!", "Choir!"]))
        # Names of calendars, who one is in a tree, and one's language and zone are parts of it.
        self.ada.client.patch(path_of(self.calendar), {"name": "Kin"}, etag=self.ada.client.get(
            path_of(self.calendar)).json["etag"])
        self.assertEqual(self.item(self.ada, "Doctor!")["owner"]["name"], "Kin")
        hanna, otto = self.item(self.ada, "Hanna Smith & Otto Smith")["day"]["personIds"]
        self.ada.client.put(tree_path(self.tree, "/self"), {"personId": otto})
        self.assert_soon(lambda: self.item(self.ada, "Hanna Smith")["day"].get("kinship"), "spouse")
        self.ada.client.patch("/api/v1/account", {"language": "de"})
        self.assertNotEqual(self.item(self.ada, "Hanna Smith")["day"]["kinship"], "spouse")
        preferences = self.ada.client.get("/api/v1/planner/preferences").json
        self.assertEqual(self.agenda(self.ada, zone="")["zone"], preferences["defaultTzid"])
        self.ada.client.patch("/api/v1/planner/preferences", {"defaultTzid": "Asia/Tokyo"},
                              etag=preferences["etag"])
        self.assertEqual(self.agenda(self.ada, zone="")["zone"], "Asia/Tokyo")
        self.assertTrue(hanna)

    def test_what_was_deleted_and_restored_comes_back(self):
        calendar = make_calendar(self.ada, "Family", reader=self.ben)
        make_entry(self.ada, calendar, all_day("Party", day("07-03")))
        self.assert_soon(lambda: self.titles(self.ben), ["Party"])
        self.ada.client.delete(path_of(calendar))
        self.assert_soon(lambda: self.titles(self.ben), [])
        deleted = self.ada.client.get("/api/v1/calendar-bin").json["things"][0]
        self.ada.client.post(f"/api/v1/calendar-bin/{deleted['id']}/restore")
        self.assert_soon(lambda: self.titles(self.ben), ["Party"])

    def test_an_unchanged_agenda_is_not_sent_again(self):
        make_event(self.ada, whole_days("Fair", day("07-04"), day("07-06")))
        path = AGENDA + query_of("07-01", "07-07")
        first = self.ada.client.get(path)
        self.assertEqual(first.headers["Cache-Control"], "private, no-cache")
        tag = {"If-None-Match": first.headers["ETag"]}
        self.assertEqual(self.ada.client.send("GET", path, headers=tag).status, 304)
        make_event(self.ada, whole_days("Feast", day("07-04"), day("07-06")))
        if self.STORE != LAGGING:
            self.assertEqual(self.ada.client.send("GET", path, headers=tag).status, 200)

    def test_many_things_come_page_by_page(self):
        make_event(self.ada, weekly("Tick", f"{YEAR}-07-02T00:00", f"{YEAR}-07-02T00:01",
                                    rrule="FREQ=MINUTELY;COUNT=1100", startTzid="UTC"))
        make_event(self.ada, whole_days("Fair", day("07-02"), day("07-03")))
        calendar = make_calendar(self.ada)
        make_entry(self.ada, calendar, timed("Tock", day("07-02"), "16:39:00", "16:40:00"))
        self.assert_soon(lambda: self.titles(self.ada, kinds="entry"), ["Tock"])
        first = self.agenda(self.ada)
        second = self.agenda(self.ada, cursor=first["next"])
        self.assertEqual((len(first["items"]), len(second["items"])), (1000, 102))
        self.assertNotIn("next", second)
        both = first["items"] + second["items"]
        self.assertEqual(len({item["id"] for item in both}), 1102)
        self.assertEqual(both, sorted(both, key=lambda item: item["start"]))
        self.assertEqual(both[0]["title"], "Fair")

    def test_late_tasks_are_on_today(self):
        project = make_project(self.ada, "House")

        def add(title, due, **options):
            return make_project_task(self.ada, project, title, assigneeId=self.ada.id,
                                     dueDate=days_from_today(due), **options)

        add("late", -40)
        add("late too", -1)
        add("now", 0)
        done = add("was late", -1)
        make_project_task(self.ada, project, "not mine", dueDate=days_from_today(0))
        calendar = make_calendar(self.ada)
        make_entry(self.ada, calendar, task("errand", days_from_today(-5)))
        make_entry(self.ada, calendar, task("ticked", days_from_today(-5), completed=True))
        self.ada.client.patch(task_path(done), {"status": "DONE"}, etag=done["etag"])

        def shown(first, last):
            items = self.agenda(self.ada, days_from_today(first), days_from_today(last))["items"]
            return sorted((item["title"], item["start"], item["task"]["as"], item["task"]["done"])
                          for item in items)

        today, yesterday = days_from_today(0), days_from_today(-1)
        self.assert_soon(lambda: shown(-2, 2), [
            ("errand", today, "overdue", False),
            ("late", today, "overdue", False), ("late too", today, "overdue", False),
            ("now", today, "due", False), ("was late", yesterday, "due", True)])
        self.assertEqual(shown(1, 3), [])
        self.assertEqual(shown(-3, -1), [("late too", yesterday, "due", False),
                                         ("was late", yesterday, "due", True)])

    def test_tasks_without_a_time_are_listed_apart(self):
        project = make_project(self.ada, "House", VIEWER=self.ben)
        someday = make_project_task(self.ada, project, "Someday", assigneeId=self.ada.id)
        make_project_task(self.ada, project, "Due", assigneeId=self.ada.id, dueDate=day("07-01"))
        make_project_task(self.ada, project, "Planned", assigneeId=self.ada.id,
                          plannedStart=f"{YEAR}-07-02T06:00:00Z",
                          plannedEnd=f"{YEAR}-07-02T07:00:00Z")
        done = make_project_task(self.ada, project, "Done", assigneeId=self.ada.id)
        self.ada.client.patch(task_path(done), {"status": "DONE"}, etag=done["etag"])
        reply = self.ada.client.get(f"{AGENDA}/unscheduled").json
        self.assertEqual(reply["failed"], [])
        self.assertEqual([item["id"] for item in reply["items"]], [someday["id"]])
        self.assertEqual(reply["items"][0]["task"],
                         {"done": False, "status": "TODO", "priority": "MEDIUM"})
        self.assertEqual(self.ben.client.get(f"{AGENDA}/unscheduled").json["items"], [])

    def test_a_token_sees_the_apps_of_its_scopes(self):
        self.make_everything()
        self.assert_soon(lambda: len(self.titles(self.ada)), 14)
        path = AGENDA + query_of("07-01", "07-07")
        for scope, apps in (("planner:read", {"planner"}), ("bookings:read", {"bookings"}),
                            ("family:read", {"family"})):
            reply = self.ada.token(scope).get(path).json
            self.assertEqual({item["app"] for item in reply["items"]}, apps)
        self.ada.token("account:read").get(path, expect=403)
        # What is hidden names things of all apps.
        self.ada.token("planner:read").get(PREFERENCES, expect=403)
        self.ada.token("planner:read").put(PREFERENCES, NOTHING_HIDDEN, expect=403)

    def test_what_makes_no_sense_is_refused(self):
        for query, field in (
                ("", "from"), ("?from=2024-01-01", "to"), ("?from=2024-01-01&to=2024-02-30", "to"),
                ("?from=2024-01-02&to=2024-01-01", "to"),
                ("?from=2024-01-01&to=2024-03-03", "to"),
                ("?from=2024-01-01&to=2024-01-02&zone=Mars/Base", "zone"),
                ("?from=2024-01-01&to=2024-01-02&kinds=event,feast", "kinds"),
                ("?from=2024-01-01&to=2024-01-02&kinds=event,", "kinds"),
                ("?from=2024-01-01&to=2024-01-02&cursor=x", "cursor"),
                ("?from=2024-01-01&to=2024-01-02&cursor=MSMwI2V2ZW50", "cursor")):
            self.assert_problem(self.ada.client.get(AGENDA + query, expect=400), 400, field)
        for first, last in (("0001-01-01", "0001-01-31"), ("9999-12-01", "9999-12-31"),
                            ("2024-01-01", "2024-03-02")):
            self.assertEqual(self.titles(self.ada, first, last), [])
        for body, field in (
                ({**NOTHING_HIDDEN, "hiddenKinds": ["feast"]}, "hiddenKinds"),
                ({**NOTHING_HIDDEN, "hiddenOwners": ["calendar"]}, "hiddenOwners"),
                ({**NOTHING_HIDDEN, "hiddenOwners": ["boat:1"]}, "hiddenOwners"),
                ({**NOTHING_HIDDEN, "hiddenOwners": ["place:a/b"]}, "hiddenOwners"),
                ({**NOTHING_HIDDEN, "hiddenOwners": ["place:1"] * 501}, "hiddenOwners"),
                ({"hiddenKinds": [], "hiddenOwners": []}, "declinedHidden")):
            self.assert_problem(self.ada.client.put(PREFERENCES, body, expect=400), 400, field)


@on_every_store
class AgendaFeedTest(AgendaCase):
    def events(self, path):
        reply = self.visitor().send("GET", path)
        self.assertEqual((reply.status, reply.content_type), (200, CALENDAR), reply.body)
        lines = reply.body.decode().replace("\r\n ", "").split("\r\n")
        titles = [line.removeprefix("SUMMARY:").replace("\\", "") for line in lines
                  if line.startswith("SUMMARY:")]
        starts = [line.removeprefix("DTSTART").removeprefix(";VALUE=DATE").removeprefix(":")
                  for line in lines if line.startswith("DTSTART")]
        uids = [line for line in lines if line.startswith("UID:")]
        self.assertEqual(len(set(uids)), len(titles))
        return list(zip(starts, titles))

    def test_it_is_everything_but_what_is_hidden_at_a_secret_address(self):
        self.assertEqual(self.ada.client.get(FEED).json, {"exists": False})
        date = days_from_today(3)
        plain = date.replace("-", "")
        calendar = make_calendar(self.ada, "Family")
        make_entry(self.ada, calendar, all_day("Party", date))
        make_event(self.ada, meeting("Call", f"{date}T09:00", f"{date}T10:00", startTzid="UTC"))
        make_calendar_event(self.ada, calendar, meeting("Choir", f"{date}T19:00", f"{date}T20:00",
                                                        startTzid="UTC"))
        project = make_project(self.ada, "House")
        make_project_task(self.ada, project, "Paint", assigneeId=self.ada.id, dueDate=date)
        place = make_place(self.ada, "Cottage")
        book(self.ada, place, date, days_from_today(5))
        tree = make_tree(self.ada, "Smith")
        born = datetime.date.fromisoformat(date).replace(year=1980)
        make_relative(self.ada, tree, "Anna", birthDate=born.isoformat())
        path = feed_of(self.ada)
        age = int(date[:4]) - 1980
        everything = [(plain, f"Anna Smith, {age}"), (plain, "Party"), (plain, "Cottage: Ada"),
                      (plain, "☐ Paint"), (f"{plain}T090000Z", "Call"),
                      (f"{plain}T190000Z", "Choir")]
        self.assert_soon(lambda: self.events(path), everything)
        hidden = {"hiddenKinds": ["birthday", "stay"], "declinedHidden": True,
                  "hiddenOwners": [f"project:{project['id']}", f"calendar:{calendar['id']}",
                                   f"project:{project['id']}"]}
        stored = self.ada.client.put(PREFERENCES, hidden).json
        self.assertEqual(stored, {**hidden, "hiddenOwners": sorted(set(hidden["hiddenOwners"]))})
        self.assertEqual(self.ada.client.get(PREFERENCES).json, stored)
        self.assertEqual(self.events(path), [(f"{plain}T090000Z", "Call")])
        self.assertEqual(len(self.titles(self.ada, date, date)), 6)
        self.ada.client.put(PREFERENCES, NOTHING_HIDDEN)
        self.assertTrue(self.ada.client.get(FEED).json["lastReadAt"])
        # A new address ends the one before, and so does deleting it.
        newer = feed_of(self.ada)
        self.assertEqual(self.visitor().send("GET", path).status, 404)
        self.assertEqual(self.events(newer), everything)
        self.ada.client.delete(FEED)
        self.assertEqual(self.visitor().send("GET", newer).status, 404)


@on_stores_with_tables
class AgendaTracesTest(AgendaCase):
    def test_it_goes_with_the_account(self):
        zed = self.world.sign_up("Zed")
        zed.client.put(PREFERENCES, {**NOTHING_HIDDEN, "hiddenKinds": ["stay"]})
        path = feed_of(zed)
        self.assertEqual(self.item_of(zed)["hiddenKinds"], ["stay"])
        zed.client.post("/api/v1/account/delete", {"password": zed.password}, expect=204)
        self.assertIsNone(self.item_of(zed))
        self.assertEqual(self.visitor().send("GET", path).status, 404)
        self.assert_eventually(lambda: self.traces_of(zed.id), [])

    def item_of(self, person):
        return super(AgendaCase, self).item(f"USER#{person.id}", "AGENDA", "norn")

    def test_items_of_other_programs_break_nothing(self):
        calendar = make_calendar(self.ada)
        make_entry(self.ada, calendar, all_day("Party", day("07-03")))
        project = make_project(self.ada)
        broken = {"title": 7, "date": "never", "startDate": "x", "assigneeId": self.ada.id}
        for table, pk, sk, more in (
                ("calendsync", "ENTRY#x", "ENTRY#x",
                 {"GSI1PK": f"CAL#{calendar['id']}", "GSI1SK": f"ENTRY#{day('07-03')}#x"}),
                ("calendar-app-data", "TASK#x", "TASK#x", {"dueDate": 1}),
                ("calendar-app-data", f"USER#{self.ada.id}", "TASK#x", {}),
                ("calendar-app-data", f"PROJECT#{project['id']}", f"DATED#{day('07-03')}#x", {}),
                ("ProductivityData", f"USER#{self.ada.id}", "EVENT#evt_x",
                 {"GSI1PK": f"USER#{self.ada.id}#YEAR#{YEAR}", "GSI1SK": day("07-03")}),
                ("cal-app-sam", f"USER#{self.ada.id}", "PLACE#x", {}),
                ("Yggdrasil", f"USER#{self.ada.id}", "TREE#x", {}),
                ("norn", f"USER#{self.ada.id}", "AGENDA",
                 {"hiddenKinds": "stay", "hiddenOwners": [1, "x", "tree:t"]})):
            self.table(table).put_item(Item={"PK": pk, "SK": sk, **broken, **more})
        self.assertEqual(self.titles(self.ada), ["Party"])
        self.assertEqual(self.ada.client.get(PREFERENCES).json,
                         {**NOTHING_HIDDEN, "hiddenOwners": ["tree:t"]})
        # A task of another program, which names no project: its relation does.
        self.table("calendar-app-data").put_item(Item={
            "PK": "TASK#t", "SK": "TASK#t", "title": "Foreign", "assigneeId": self.ada.id,
            "dueDate": f"{day('07-04')}T23:59:59Z"})
        self.table("calendar-app-data").put_item(Item={"PK": f"USER#{self.ada.id}", "SK": "TASK#t"})
        self.assertEqual(self.titles(self.ada), ["Party"])
        self.table("calendar-app-data").put_item(Item={
            "PK": f"PROJECT#{project['id']}", "SK": "TASK#t", "GSI1PK": "TASK#t",
            "GSI1SK": f"PROJECT#{project['id']}"})
        self.assertEqual(self.titles(self.ada), ["Party", "Foreign"])
