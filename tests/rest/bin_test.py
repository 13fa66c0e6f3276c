"""The bin: what is deleted can be restored for 30 days, by those who may write."""

import json
from urllib.parse import quote

from event_stream import EventStream
from people import all_day, entry_path, make_calendar, make_entry, path_of, timed
from planner_case import PlannerCase
from planner_things import meeting, occurrence_id, weekly
from project_things import (EVENTS, make_comment, make_project, make_project_event,
                            make_project_task, project_path, task_path)
from rest_case import RestCase, at_once, on_every_store, on_stores_with_tables

CALENDARS_BIN = "/api/v1/calendar-bin"
PLANNER_BIN = "/api/v1/planner/bin"
PROJECTS_BIN = "/api/v1/project-bin"


def bin_of(calendar, thing=None, rest=""):
    path = f"{path_of(calendar)}/bin"
    return path if thing is None else f"{path}/{thing['id']}{rest}"


def titles_in(client, path):
    return [each["title"] for each in client.get(path).json["things"]]


class BinCase(RestCase):
    def listen(self, person):
        stream = EventStream(person.client)
        self.addCleanup(stream.close)
        stream.until("hello")
        return stream


@on_every_store
class EntryBinTest(BinCase):
    def remove(self, person, entry):
        person.client.delete(entry_path(entry), etag=entry["etag"], expect=204)

    def test_an_entry_comes_back_as_it_was_whoever_restores_it(self):
        anna, bob = self.anna(), self.bob()
        calendar = make_calendar(anna, writer=bob)
        entry = make_entry(anna, calendar, timed("Dentist"))
        self.remove(bob, entry)
        anna.client.get(entry_path(entry), expect=404)
        page = anna.client.get(bin_of(calendar)).json
        thing = page["things"][0]
        self.assertEqual((thing["id"], thing["kind"], thing["title"], thing["startsAt"]),
                         (entry["id"], "entry", "Dentist", "2024-01-15T09:00:00"))
        self.assertEqual(thing["deletedBy"], {"userId": bob.id, "name": "Bob"})
        self.assertGreater(thing["expiresAt"], thing["deletedAt"])
        restored = anna.client.post(bin_of(calendar, entry, "/restore"))
        self.assertEqual(restored.json, entry)
        self.assertEqual(restored.etag, entry["etag"])
        self.assertEqual(bob.client.get(entry_path(entry)).json, entry)
        self.assert_soon(lambda: self.titles(bob, calendar), ["Dentist"])
        self.assertEqual(anna.client.get(bin_of(calendar)).json["things"], [])
        anna.client.post(bin_of(calendar, entry, "/restore"), expect=404)
        # A change that is based on another state is still refused.
        changed = bob.client.patch(entry_path(entry), {"title": "Doctor"}, etag=entry["etag"]).json
        anna.client.patch(entry_path(entry), {"title": "x"}, etag=entry["etag"], expect=412)
        self.assertEqual(changed["id"], entry["id"])

    def test_who_may_what(self):
        anna, bob, cleo = self.anna(), self.bob(), self.cleo()
        calendar = make_calendar(anna, writer=bob, reader=cleo)
        entry = make_entry(bob, calendar)
        self.remove(bob, entry)
        self.assertFalse(bob.client.get(bin_of(calendar)).json["mayDelete"])
        for person, status in ((cleo, 403), (self.stranger(), 404)):
            person.client.get(bin_of(calendar), expect=status)
            person.client.post(bin_of(calendar, entry, "/restore"), expect=status)
        for person, status in ((bob, 403), (cleo, 403), (self.stranger(), 404)):
            person.client.delete(bin_of(calendar, entry), expect=status)
            person.client.delete(bin_of(calendar), expect=status)
        reader = anna.token("calendars:read")
        reader.get(bin_of(calendar))
        reader.post(bin_of(calendar, entry, "/restore"), expect=403)
        anna.token("calendars:write").post(bin_of(calendar, entry, "/restore"))

    def test_it_is_listed_page_by_page_deleted_from_and_emptied(self):
        anna = self.anna()
        calendar = make_calendar(anna)
        entries = [make_entry(anna, calendar, all_day(f"Day {number}")) for number in range(5)]
        for entry in entries:
            self.remove(anna, entry)
        first = anna.client.get(f"{bin_of(calendar)}?limit=3").json
        rest = anna.client.get(f"{bin_of(calendar)}?limit=3&after={quote(first['next'])}").json
        self.assertEqual([len(page["things"]) for page in (first, rest)], [3, 2])
        things = first["things"] + rest["things"]
        self.assertEqual({each["id"] for each in things}, {each["id"] for each in entries})
        deleted = [each["deletedAt"] for each in things]
        self.assertEqual(deleted, sorted(deleted, reverse=True))
        self.assertIsNone(rest["next"])
        anna.client.get(f"{bin_of(calendar)}?limit=0", expect=400)
        anna.client.get(f"{bin_of(calendar)}?after={'x' * 2000}", expect=400)
        anna.client.delete(bin_of(calendar, entries[0]), expect=204)
        anna.client.delete(bin_of(calendar, entries[0]), expect=404)
        self.assertEqual(len(titles_in(anna.client, bin_of(calendar))), 4)
        anna.client.delete(bin_of(calendar), expect=204)
        self.assertEqual(titles_in(anna.client, bin_of(calendar)), [])
        anna.client.post(bin_of(calendar, entries[1], "/restore"), expect=404)

    def test_of_many_who_restore_and_delete_one_is_right(self):
        anna, bob = self.anna(), self.bob()
        calendar = make_calendar(anna, writer=bob)
        entry = make_entry(anna, calendar)
        self.remove(anna, entry)
        path = bin_of(calendar, entry, "/restore")
        statuses = at_once(
            lambda: anna.client.copy().send("POST", path).status,
            lambda: bob.client.copy().send("POST", path).status,
            lambda: anna.client.copy().send("DELETE", bin_of(calendar, entry)).status)
        self.assertEqual(statuses.count(404), 2)
        is_there = 200 in statuses
        anna.client.get(entry_path(entry), expect=200 if is_there else 404)

    def test_open_pages_hear_of_it(self):
        anna, bob = self.anna(), self.bob()
        calendar = make_calendar(anna, writer=bob)
        entry = make_entry(anna, calendar)
        self.remove(anna, entry)
        stream = self.listen(bob)
        anna.client.post(bin_of(calendar, entry, "/restore"))
        self.assertEqual(stream.until("entry")[-1].data["entry"], entry)


@on_every_store
class DeletedCalendarsTest(BinCase):
    def test_a_calendar_comes_back_with_everything_in_it(self):
        anna, bob = self.anna(), self.bob()
        calendar = make_calendar(anna, "Garden", writer=bob)
        entry = make_entry(bob, calendar)
        anna.client.delete(path_of(calendar), expect=204)
        mine = lambda person: [each["title"] for each in
                               person.client.get(CALENDARS_BIN).json["things"]
                               if each["id"] == calendar["id"]]
        self.assert_soon(lambda: mine(anna), ["Garden"])
        self.assertEqual(mine(bob), [])
        restore = f"{CALENDARS_BIN}/{calendar['id']}/restore"
        bob.client.post(restore, expect=403)
        self.stranger().client.post(restore, expect=404)
        bob.client.get(path_of(calendar), expect=404)
        stream = self.listen(bob)
        self.assertEqual(anna.client.post(restore).json, calendar)
        self.assertEqual(stream.until("calendar")[-1].data["calendar"]["role"], "writer")
        self.assertEqual(bob.client.get(entry_path(entry)).json, entry)
        self.assertEqual(mine(anna), [])
        anna.client.post(restore, expect=404)

    def test_emptying_deletes_them_to_the_last_item(self):
        nora = self.world.sign_up("Nora")
        calendars = [make_calendar(nora, name) for name in ("One", "Two")]
        for calendar in calendars:
            make_entry(nora, calendar)
            nora.client.delete(path_of(calendar), expect=204)
        self.assert_soon(lambda: titles_in(nora.client, CALENDARS_BIN), ["Two", "One"])
        nora.client.delete(CALENDARS_BIN, expect=204)
        self.assertEqual(titles_in(nora.client, CALENDARS_BIN), [])
        if self.server.api_url:
            self.assert_eventually(lambda: self.traces_of(*[each["id"] for each in calendars]), [])


@on_every_store
class PlannerBinTest(PlannerCase):
    def bring_back(self, bin_id, expect=200):
        return self.client.post(f"{PLANNER_BIN}/{bin_id}/restore", expect=expect).json

    def test_an_event_comes_back_as_it_was(self):
        event = self.create(meeting())
        self.remove(event)
        self.get(event, expect=404)
        thing = self.client.get(PLANNER_BIN).json["things"][0]
        self.assertEqual((thing["id"], thing["kind"], thing["deletedBy"]),
                         (event["id"], "event", None))
        self.assertEqual(self.bring_back(event["id"]), event)
        self.assertEqual(self.get(event), event)
        self.bring_back(event["id"], expect=404)

    def test_a_series_comes_back_with_what_was_special_in_it(self):
        series = self.create(weekly())
        tag = occurrence_id(series, self.first_tag(series))
        changed = self.change(self.get(tag), {"title": "Other"}, "this")
        self.remove(self.get(series["id"]))
        self.get(changed["id"], expect=404)
        self.bring_back(series["id"])
        self.assertEqual(self.get(changed["id"])["title"], "Other")

    def test_an_occurrence_comes_back_changed_as_it_was(self):
        series = self.create(weekly())
        occurrence = self.get(occurrence_id(series, self.first_tag(series)))
        changed = self.change(occurrence, {"title": "Other"}, "this")
        self.remove(self.get(changed["id"]), "this")
        self.get(changed["id"], expect=404)
        self.assertEqual(self.bring_back(changed["id"])["title"], "Other")
        self.assertEqual(self.get(changed["id"])["title"], "Other")

    def first_tag(self, series):
        return (series.get("startLocal") or series["startDate"])[:10].replace("-", "")

    def test_it_is_emptied_and_nobody_elses(self):
        event, series = self.create(meeting()), self.create(weekly())
        self.remove(event)
        self.remove(series)
        self.stranger().client.post(f"{PLANNER_BIN}/{event['id']}/restore", expect=404)
        self.assertEqual(len(titles_in(self.client, PLANNER_BIN)), 2)
        self.client.delete(f"{PLANNER_BIN}/{event['id']}", expect=204)
        self.client.delete(PLANNER_BIN, expect=204)
        self.assertEqual(titles_in(self.client, PLANNER_BIN), [])
        self.bring_back(series["id"], expect=404)
        reader = self.nora.token("planner:read")
        reader.get(PLANNER_BIN)
        reader.delete(PLANNER_BIN, expect=403)


@on_every_store
class ProjectBinTest(BinCase):
    def test_a_task_comes_back_with_its_comments_and_an_event_as_it_was(self):
        anna, bob = self.anna(), self.bob()
        project = make_project(anna, "Bin of tasks", MEMBER=bob)
        task = make_project_task(bob, project, "Dig", dueDate="2027-03-01", assigneeId=bob.id)
        make_comment(anna, task)
        event = make_project_event(bob, project)
        live = self.listen(anna)
        bob.client.delete(task_path(task), etag=task["etag"], expect=204)
        bob.client.delete(f"{EVENTS}/{event['id']}", etag=event["etag"], expect=204)
        anna.client.get(task_path(task), expect=404)
        page = anna.client.get(project_path(project, "/bin")).json
        self.assertTrue(page["mayDelete"])
        self.assertEqual([(each["id"], each["kind"], each["deletedBy"]["name"])
                          for each in page["things"]],
                         [(event["id"], "event", "Bob"), (task["id"], "task", "Bob")])
        restored = anna.client.post(project_path(project, f"/bin/{task['id']}/restore"))
        self.assertEqual(restored.json, {"task": task, "event": None})
        self.assertEqual(restored.etag, task["etag"])
        self.assertEqual(anna.client.get(task_path(task)).json, task)
        self.assertEqual(len(anna.client.get(task_path(task, "/comments")).json["comments"]), 1)
        back = bob.client.post(project_path(project, f"/bin/{event['id']}/restore")).json
        self.assertEqual(back, {"task": None, "event": event})
        anna.client.post(project_path(project, f"/bin/{task['id']}/restore"), expect=404)
        told = live.until("project-event")[-1].data
        while told["event"] is None:
            told = live.until("project-event")[-1].data
        self.assertEqual(told["id"], event["id"])

    def test_who_may_what(self):
        anna, bob, cleo = self.anna(), self.bob(), self.cleo()
        project = make_project(anna, "Bin of some", MEMBER=bob, VIEWER=cleo)
        task = make_project_task(bob, project)
        bob.client.delete(task_path(task), etag=task["etag"], expect=204)
        path, one = project_path(project, "/bin"), project_path(project, f"/bin/{task['id']}")
        self.assertFalse(bob.client.get(path).json["mayDelete"])
        for person, status in ((cleo, 403), (self.stranger(), 404)):
            person.client.get(path, expect=status)
            person.client.post(f"{one}/restore", expect=status)
        for person, status in ((bob, 403), (cleo, 403), (self.stranger(), 404)):
            person.client.delete(one, expect=status)
            person.client.delete(path, expect=status)
        anna.client.delete(path, expect=204)
        anna.client.post(f"{one}/restore", expect=404)

    def test_a_project_comes_back_or_goes_for_good(self):
        nora, bob = self.world.sign_up("Nora"), self.bob()
        project = make_project(nora, "Shed", MEMBER=bob)
        task = make_project_task(bob, project)
        before = nora.client.get(project_path(project)).json
        nora.client.delete(project_path(project), expect=204)
        bob.client.get(task_path(task), expect=404)
        self.assert_soon(lambda: titles_in(nora.client, PROJECTS_BIN), ["Shed"])
        path = f"{PROJECTS_BIN}/{project['id']}"
        bob.client.post(f"{path}/restore", expect=403)
        self.stranger().client.post(f"{path}/restore", expect=404)
        self.assertEqual(nora.client.post(f"{path}/restore").json, before)
        self.assertEqual(bob.client.get(task_path(task)).json, task)
        nora.client.delete(project_path(project), expect=204)
        self.assert_soon(lambda: titles_in(nora.client, PROJECTS_BIN), ["Shed"])
        nora.client.delete(PROJECTS_BIN, expect=204)
        nora.client.post(f"{path}/restore", expect=404)
        if self.server.api_url:
            # That the person deleted it, and how much that is, stays.
            stays = ("ACTIVITY#", "USAGE#", "USER#")
            self.assert_eventually(
                lambda: [item["PK"] for _, item in self.traces_of(project["id"])
                         if not item["PK"].startswith(stays)], [])


@on_stores_with_tables
class BinItemsTest(RestCase):
    def test_what_is_deleted_is_in_the_table_norn_until_it_expires(self):
        nora = self.world.sign_up("Nora")
        calendar = make_calendar(nora)
        entry = make_entry(nora, calendar, all_day("Holiday"))
        before = self.item(f"ENTRY#{entry['id']}")
        nora.client.delete(entry_path(entry), etag=entry["etag"], expect=204)
        self.assertIsNone(self.item(f"ENTRY#{entry['id']}"), "it is not only marked")
        binned = self.item(f"BIN#CAL#{calendar['id']}", f"THING#{entry['id']}", "norn")
        content = json.loads(binned["content"])
        self.assertEqual([each["table"] for each in content], ["calendsync"])
        self.assertEqual(content[0]["item"]["title"], {"S": before["title"]})
        self.assertEqual(set(content[0]["item"]), set(before))
        self.assertEqual(binned["deletedBy"], nora.id)
        self.assertEqual(int(binned["ttl"]), int(binned["deletedMs"]) // 1000 + 30 * 86_400)
        description = self.server.tables.meta.client.describe_time_to_live(TableName="norn")
        self.assertEqual(description["TimeToLiveDescription"]["AttributeName"], "ttl")
        self.assertEqual(description["TimeToLiveDescription"]["TimeToLiveStatus"], "ENABLED")

    def test_what_has_expired_is_not_restored(self):
        nora = self.world.sign_up("Nora")
        calendar = make_calendar(nora)
        entry = make_entry(nora, calendar)
        nora.client.delete(entry_path(entry), etag=entry["etag"], expect=204)
        self.table("norn").update_item(
            Key={"PK": f"BIN#CAL#{calendar['id']}", "SK": f"THING#{entry['id']}"},
            UpdateExpression="SET deletedMs = deletedMs - :days",
            ExpressionAttributeValues={":days": 31 * 86_400_000})
        reply = nora.client.send("POST", bin_of(calendar, entry, "/restore"))
        self.assert_problem(reply, 404, detail="30 days")
