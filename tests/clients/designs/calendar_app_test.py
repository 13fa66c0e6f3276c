"""calendar-app: its four queries on one table."""

import unittest

from design_case import DesignTest

CREATED = "2024-01-01T00:00:00Z"


def entity(kind, entity_id, **more):
    key = f"{kind}#{entity_id}"
    return {"PK": key, "SK": key, "GSI1PK": key, "GSI1SK": key, "entityType": kind,
            "createdAt": CREATED, "updatedAt": CREATED} | more


def relation(owner, member, **more):
    return {"PK": owner, "SK": member, "GSI1PK": member, "GSI1SK": owner} | more


ITEMS = [
    entity("USER", "u1", name="用戶姓名", email="user@example.com"),
    entity("PROJECT", "p1", name="專案名稱", ownerId="u1", status="ACTIVE", color="#FF9900"),
    entity("PROJECT", "p2", name="第二個專案", ownerId="u2", status="ACTIVE"),
    {"PK": "PROJECT#p1", "SK": "MEMBER#u1", "GSI1PK": "USER#u1", "GSI1SK": "PROJECT#p1",
     "role": "OWNER", "joinedAt": CREATED, "permissions": ["READ", "WRITE"]},
    {"PK": "PROJECT#p2", "SK": "MEMBER#u1", "GSI1PK": "USER#u1", "GSI1SK": "PROJECT#p2",
     "role": "MEMBER", "joinedAt": CREATED, "permissions": ["READ"]},
    entity("TASK", "t1", title="任務標題", status="IN_PROGRESS", priority="HIGH", assigneeId="u1"),
    relation("PROJECT#p1", "TASK#t1", assignedAt=CREATED),
    relation("PROJECT#p1", "TASK#t2", assignedAt=CREATED),
    relation("USER#u1", "TASK#t1", assignedAt=CREATED),
    relation("PROJECT#p1", "EVENT#e1", GSI2PK="EVENT#e1", GSI2SK="PROJECT#p1", addedAt=CREATED),
]


def event(name, start):
    """An event in the shape of the query by date, whose GSI2PK is the same for all."""
    return entity("EVENT", name, GSI2PK="EVENT#", GSI2SK=start, title="事件標題", startDate=start,
                  allDay=False, projectId="p1")


class CalendarAppTest(DesignTest):
    NAME = "calendar-app-data"
    INDEXES = [("GSI1", "GSI1PK", "GSI1SK"), ("GSI2", "GSI2PK", "GSI2SK")]

    def setUp(self):
        super().setUp()
        self.put_all(*ITEMS, event("e1", "2024-01-01T09:00:00Z"),
                     event("e2", "2024-01-15T09:00:00Z"), event("e3", "2024-02-01T09:00:00Z"))

    def test_projects_of_a_user(self):
        found = self.query("GSI1PK = :pk AND begins_with(GSI1SK, :sk)",
                           {":pk": "USER#u1", ":sk": "PROJECT#"}, IndexName="GSI1")
        self.assertEqual([item["PK"] for item in found], ["PROJECT#p1", "PROJECT#p2"])

    def test_tasks_and_events_of_a_project(self):
        for prefix, expected in (("TASK#", ["TASK#t1", "TASK#t2"]), ("EVENT#", ["EVENT#e1"])):
            found = self.query("PK = :pk AND begins_with(SK, :sk)",
                               {":pk": "PROJECT#p1", ":sk": prefix})
            self.assertEqual([item["SK"] for item in found], expected)

    def test_events_between_two_dates(self):
        found = self.query("GSI2PK = :pk AND GSI2SK BETWEEN :start AND :end",
                           {":pk": "EVENT#", ":start": "2024-01-01", ":end": "2024-01-31"},
                           IndexName="GSI2")
        self.assertEqual([item["PK"] for item in found], ["EVENT#e1", "EVENT#e2"])
        self.assertEqual(found[0]["title"], "事件標題")


if __name__ == "__main__":
    unittest.main()
