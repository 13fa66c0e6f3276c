"""The bell of projects, over HTTP."""

from event_stream import EventStream
from norn_server import EMBEDDED
from project_things import (TABLE, add_to_project, make_comment, make_project, make_project_task,
                            notification_of, project_path)
from rest_case import RestCase, on_stores

BELL = "/api/v1/notifications"


# A remote store is asked every ten seconds; what differs between stores is below all this.
@on_stores(EMBEDDED)
class NotificationsTest(RestCase):
    def setUp(self):
        self.ada, self.ben = self.world.sign_up("Ada"), self.world.sign_up("Ben")
        self.project = make_project(self.ada, MEMBER=self.ben)

    def bell(self, query=""):
        return self.ben.client.get(BELL + query).json

    def test_a_person_is_told_and_reads_it_on_all_devices(self):
        stream = EventStream(self.ben.client)
        self.addCleanup(stream.close)
        stream.until("hello")
        task = make_project_task(self.ada, self.project, "Dig", assigneeId=self.ben.id)
        heard = stream.until("notification")[-1].data
        told = notification_of(self.ben, task)
        self.assertEqual(heard, {"id": told["id"], "notification": told})
        self.assertEqual(
            (told["kind"], told["taskTitle"], told["projectName"], told["actorName"], told["read"]),
            ("ASSIGNED", "Dig", "Garden", "Ada", False))
        make_comment(self.ada, task, "Look, **Ben**", mentions=[self.ben.id])
        self.assertEqual(notification_of(self.ben, task, "MENTIONED")["text"], "Look, **Ben**")
        first = self.bell("?limit=1")
        self.assertEqual((len(first["notifications"]), first["unread"]), (1, 2))
        rest = self.bell("?limit=1&cursor=" + first["next"])
        self.assertEqual([each["id"] for each in rest["notifications"]], [told["id"]])
        read = self.ben.client.patch(f"{BELL}/{told['id']}", {"read": True}).json
        self.assertEqual(read, told | {"read": True})
        self.assertEqual(self.bell()["unread"], 1)
        self.assertEqual(self.ben.client.patch(BELL, {"until": told["id"]},
                                              expect=200).json, {"unread": 1})
        self.assertEqual(self.ben.client.patch(BELL, {}, expect=200).json, {"unread": 0})
        self.assertEqual(self.bell()["unread"], 0)
        self.ada.client.patch(f"{BELL}/{told['id']}", {"read": False}, expect=404)
        self.assert_problem(self.ben.client.get(BELL + "?cursor=a%23b", expect=400), 400, "cursor")
        self.assert_problem(self.ben.client.get(BELL + "?limit=0", expect=400), 400, "limit")

    def test_who_lost_access_sees_no_titles_any_more(self):
        task = make_project_task(self.ada, self.project, "Secret", assigneeId=self.ben.id)
        told = notification_of(self.ben, task)
        self.ada.client.delete(project_path(self.project, f"/members/{self.ben.id}"), expect=204)
        self.assertEqual((self.bell()["notifications"], self.bell()["unread"]), ([], 0))
        self.ben.client.patch(f"{BELL}/{told['id']}", {"read": True}, expect=404)
        self.assertNotIn("Secret", str(self.item(f"BELL#{self.ben.id}", f"AT#{told['id']}",
                                                 "norn")))

    def test_settings_are_kept_by_project(self):
        path = project_path(self.project, "/notification-settings")
        every = {"assigned": True, "mentioned": True, "due": True, "changed": True}
        self.assertEqual(self.ben.client.get(path).json, every)
        self.assertEqual(self.ben.client.patch(path, {"assigned": False}).json,
                         every | {"assigned": False})
        self.assertEqual(self.ada.client.get(path).json, every)
        self.assert_problem(self.ben.client.patch(path, {"due": 1}, expect=400), 400, "due")
        make_project_task(self.ada, self.project, "Quiet", assigneeId=self.ben.id)
        loud = make_project_task(self.ben, self.project, "Loud")
        make_comment(self.ada, loud, mentions=[self.ben.id])
        notification_of(self.ben, loud, "MENTIONED")
        self.assertEqual([each["kind"] for each in self.bell()["notifications"]], ["MENTIONED"])

    def test_a_bell_goes_with_its_account(self):
        gus = self.world.sign_up("Gus")
        add_to_project(self.ada, self.project, gus, "MEMBER")
        gus.client.patch(project_path(self.project, "/notification-settings"), {"due": False})
        notification_of(gus, make_project_task(self.ada, self.project, assigneeId=gus.id))
        gus.client.post("/api/v1/account/delete", {"password": gus.password}, expect=204)
        self.assert_eventually(lambda: self.traces_of(f"BELL#{gus.id}"), [])

    def test_tasks_of_other_programs_ring_and_broken_ones_stop_nothing(self):
        table, project = self.table(TABLE), f"PROJECT#{self.project['id']}"
        for key in ("TASK#x", "COMMENT#x"):
            table.put_item(Item={"PK": key, "SK": key, "title": 7, "text": None, "mentions": "x",
                                 "projectId": self.project["id"], "assigneeId": self.ben.id})
        table.put_item(Item={"PK": "TASK#task-001", "SK": "TASK#task-001", "title": "會議",
                             "assigneeId": self.ben.id})
        table.put_item(Item={"PK": project, "SK": "TASK#task-001", "GSI1PK": "TASK#task-001",
                             "GSI1SK": project})
        self.assertEqual(notification_of(self.ben, {"id": "task-001"})["taskTitle"], "會議")


if __name__ == "__main__":
    import unittest
    unittest.main()
