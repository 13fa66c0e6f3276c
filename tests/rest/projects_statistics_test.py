"""The statistics of projects, over HTTP."""

from norn_server import EMBEDDED
from project_things import make_project, make_project_task, project_path, task_path
from rest_case import RestCase, on_stores


@on_stores(EMBEDDED)
class ProjectStatisticsTest(RestCase):
    def test_they_follow_the_tasks(self):
        ada = self.world.sign_up("Ada")
        project = make_project(ada)
        path = project_path(project, "/statistics")
        first = make_project_task(ada, project, dueDate="2001-01-01")
        make_project_task(ada, project, dueDate="2001-01-01")
        make_project_task(ada, project)
        ada.client.patch(task_path(first), {"status": "DONE"}, etag=first["etag"])
        counts = {"TODO": 2, "IN_PROGRESS": 0, "REVIEW": 0, "DONE": 1}
        self.assert_eventually(lambda: ada.client.get(path).json["counts"], counts)
        found = ada.client.get(path + "?weeks=2&weekStart=0&timeZone=Asia/Tokyo").json
        self.assertEqual(found["overdue"], 1)
        self.assertEqual(found["columns"][0]["stays"], 1)
        self.assertEqual([(each["created"], each["completed"]) for each in found["weeks"]],
                         [(0, 0), (3, 1)])
        self.assertEqual((found["days"][-1]["remaining"], found["days"][-1]["total"]), (2, 3))
        self.assertEqual(len(ada.client.get(path).json["weeks"]), 12)
        for query, field in (("?weeks=0", "weeks"), ("?weekStart=2", "weekStart"),
                             ("?timeZone=Mars", "timeZone")):
            self.assert_problem(ada.client.get(path + query, expect=400), 400, field)


if __name__ == "__main__":
    import unittest
    unittest.main()
