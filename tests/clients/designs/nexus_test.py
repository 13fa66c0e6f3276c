"""Nexus: the agenda view (AP1), and what goes with it."""

import unittest

from design_case import DesignTest, number

TABLE = "ProductivityData"
YEAR_VIEW = "GSI1-YearView"
LOOKUP = "GSI2-RecurrenceLookup"


def event(name, start, **more):
    return {"PK": "USER#user_123", "SK": f"EVENT#{name}", "GSI1PK": f"USER#user_123#{start[:4]}",
            "GSI1SK": start, "entityType": "EVENT", "eventId": name, "title": "Team Standup",
            "isAllDay": False, "startUtc": start, "startTzid": "America/New_York",
            "endTzid": None, "status": "CONFIRMED", "tags": {"work", "engineering"},
            "reminderMinutes": {number(15), number(60)}, "links": [], "version": number(1),
            "sequence": number(0), "icalUid": f"{name}@nexus.app"} | more


MASTER = event("mst_weekly_standup", "2025-01-06T15:00:00Z", SK="MASTER#mst_weekly_standup",
               GSI2PK="MASTER#mst_weekly_standup", GSI2SK="MASTER", entityType="MASTER",
               rrule="FREQ=WEEKLY;BYDAY=MO", exdate=["20251225", "20260101"], rdate=[])
INSTANCE = event("inst_20251224", "2025-12-24T16:00:00Z",
                 SK="INSTANCE#mst_weekly_standup#20251224", GSI2PK="MASTER#mst_weekly_standup",
                 GSI2SK="INSTANCE#20251224", entityType="INSTANCE")


class NexusTest(DesignTest):
    NAME = TABLE
    INDEXES = [(YEAR_VIEW, "GSI1PK", "GSI1SK"), (LOOKUP, "GSI2PK", "GSI2SK")]

    def setUp(self):
        super().setUp()
        self.events = [event(f"evt_{day:02}_{n}", f"2025-12-{day:02}T{10 + n}:00:00Z")
                       for day in range(1, 29) for n in range(5)]
        self.put_all(MASTER, INSTANCE, *self.events, event("other", "2026-01-01T10:00:00Z"))

    def test_ap1_the_agenda_of_a_week(self):
        reply = self.client.query(
            TableName=TABLE, IndexName=YEAR_VIEW,
            KeyConditionExpression="GSI1PK = :pk AND GSI1SK BETWEEN :start AND :end",
            ExpressionAttributeValues={":pk": {"S": "USER#user_123#2025"},
                                       ":start": {"S": "2025-12-08T00:00:00.000Z"},
                                       ":end": {"S": "2025-12-15T00:00:00.000Z"}}, Limit=100)
        found = [item["GSI1SK"]["S"] for item in reply["Items"]]
        self.assertEqual(found, [e["GSI1SK"] for e in self.events
                                 if "2025-12-08" <= e["GSI1SK"] < "2025-12-15"])
        self.assertEqual(len(found), 35)
        first = reply["Items"][0]
        self.assertCountEqual(first["tags"]["SS"], ["work", "engineering"])
        self.assertCountEqual(first["reminderMinutes"]["NS"], ["15", "60"])
        self.assertEqual(first["endTzid"], {"NULL": True})

    def test_ap1_across_the_years(self):
        weeks = [self.query("GSI1PK = :pk AND GSI1SK BETWEEN :start AND :end",
                            {":pk": f"USER#user_123#{year}", ":start": "2025-12-26T00:00:00.000Z",
                             ":end": "2026-01-02T00:00:00.000Z"}, IndexName=YEAR_VIEW, Limit=100)
                 for year in (2025, 2026)]
        self.assertEqual([len(items) for items in weeks], [15, 1])

    def test_ap2_one_event(self):
        key = {"PK": "USER#user_123", "SK": "EVENT#evt_03_1"}
        self.assertEqual(self.table.get_item(Key=key)["Item"]["startUtc"], "2025-12-03T11:00:00Z")

    def test_ap4_an_update_of_what_was_read(self):
        def reschedule(version):
            return self.table.update_item(
                Key={"PK": "USER#user_123", "SK": "EVENT#evt_03_1"},
                UpdateExpression="SET startUtc = :s, GSI1SK = :s, version = version + :one",
                ConditionExpression="version = :v", ReturnValues="ALL_NEW",
                ExpressionAttributeValues={":s": "2025-12-04T09:00:00Z", ":one": 1, ":v": version})
        self.assertEqual(reschedule(1)["Attributes"]["version"], 2)
        with self.assertRaises(self.client.exceptions.ConditionalCheckFailedException):
            reschedule(1)
        moved = self.query("GSI1PK = :pk AND GSI1SK = :s",
                           {":pk": "USER#user_123#2025", ":s": "2025-12-04T09:00:00Z"},
                           IndexName=YEAR_VIEW)
        self.assertEqual([item["eventId"] for item in moved], ["evt_03_1"])

    def test_ap7_a_series_has_its_master_last_and_its_exceptions(self):
        found = self.query("GSI2PK = :m", {":m": "MASTER#mst_weekly_standup"}, IndexName=LOOKUP)
        self.assertEqual([item["entityType"] for item in found], ["INSTANCE", "MASTER"])


if __name__ == "__main__":
    unittest.main()
