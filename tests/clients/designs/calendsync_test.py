"""calendsync: its eight access patterns, and the commands that it tells people to run."""

import unittest

from design_case import DesignTest

from aws_cli import AwsCli

USER = "550e8400-e29b-41d4-a716-446655440001"
CALENDAR = "550e8400-e29b-41d4-a716-446655440002"
ENTRY = "550e8400-e29b-41d4-a716-446655440003"
TIMES = {"createdAt": "2024-01-15T10:30:00Z", "updatedAt": "2024-01-15T10:30:00Z"}

USER_ITEM = {
    "PK": f"USER#{USER}", "SK": f"USER#{USER}", "GSI2PK": "EMAIL#john@example.com",
    "GSI2SK": f"USER#{USER}", "GSI3PK": "PROV#google#123456789", "GSI3SK": f"USER#{USER}",
    "entityType": "USER", "id": USER, "name": "John Doe", "email": "john@example.com",
    "provider": "google", "providerSubject": "123456789", **TIMES}
CALENDAR_ITEM = {
    "PK": f"CAL#{CALENDAR}", "SK": f"CAL#{CALENDAR}", "entityType": "CALENDAR", "id": CALENDAR,
    "name": "Personal", "color": "#3B82F6", "description": "My personal calendar", **TIMES}


def membership(user, calendar, role="owner"):
    return {"PK": f"CAL#{calendar}", "SK": f"MEMBER#{user}", "GSI1PK": f"USER#{user}",
            "GSI1SK": f"CAL#{calendar}", "entityType": "MEMBERSHIP", "calendarId": calendar,
            "userId": user, "role": role, **TIMES}


def entry(name, date, kind=None):
    return {"PK": f"ENTRY#{name}", "SK": f"ENTRY#{name}", "GSI1PK": f"CAL#{CALENDAR}",
            "GSI1SK": f"ENTRY#{date}#{name}", "entityType": "ENTRY", "id": name,
            "calendarId": CALENDAR, "title": "Standup Meeting", "description": None,
            "location": "Zoom", "date": date, "color": "#3B82F6",
            "kind": kind or {"type": "Timed", "start": "09:00:00", "end": "09:30:00"}, **TIMES}


ENTRIES = [
    entry(ENTRY, "2024-01-15"),
    entry("before", "2023-12-31", {"type": "AllDay"}),
    entry("first", "2024-01-01", {"type": "MultiDay", "start": "2024-01-01", "end": "2024-01-03"}),
    entry("last", "2024-01-31", {"type": "Task", "completed": False}),
    entry("after", "2024-02-01"),
]


class CalendsyncTest(DesignTest):
    NAME = "calendsync"
    INDEXES = [("GSI1", "GSI1PK", "GSI1SK"), ("GSI2", "GSI2PK", "GSI2SK"),
               ("GSI3", "GSI3PK", "GSI3SK")]

    def setUp(self):
        super().setUp()
        self.put_all(USER_ITEM, CALENDAR_ITEM, membership(USER, CALENDAR),
                     membership("another", CALENDAR, "reader"),
                     membership(USER, "second", "writer"), *ENTRIES)

    def test_1_to_3_get_by_id(self):
        for item in (USER_ITEM, CALENDAR_ITEM, ENTRIES[0]):
            found = self.query("PK = :pk AND SK = :sk", {":pk": item["PK"], ":sk": item["SK"]})
            self.assertEqual(found, [item])

    def test_4_users_of_a_calendar(self):
        found = self.query("PK = :pk AND begins_with(SK, :sk_prefix)",
                           {":pk": f"CAL#{CALENDAR}", ":sk_prefix": "MEMBER#"})
        self.assertEqual([(item["userId"], item["role"]) for item in found],
                         [(USER, "owner"), ("another", "reader")])

    def test_5_calendars_of_a_user(self):
        found = self.query("GSI1PK = :pk AND begins_with(GSI1SK, :sk_prefix)",
                           {":pk": f"USER#{USER}", ":sk_prefix": "CAL#"}, IndexName="GSI1")
        self.assertEqual([(item["calendarId"], item["role"]) for item in found],
                         [(CALENDAR, "owner"), ("second", "writer")])

    def test_6_entries_of_a_month(self):
        found = self.query("GSI1PK = :pk AND GSI1SK BETWEEN :start AND :end",
                           {":pk": f"CAL#{CALENDAR}", ":start": "ENTRY#2024-01-01#",
                            ":end": "ENTRY#2024-01-31#~"}, IndexName="GSI1")
        self.assertEqual([item["id"] for item in found], ["first", ENTRY, "last"])
        self.assertEqual(found[1], ENTRIES[0])

    def test_7_and_8_users_by_address_and_by_provider(self):
        found = self.query("GSI2PK = :pk", {":pk": "EMAIL#john@example.com"}, IndexName="GSI2")
        self.assertEqual(found, [USER_ITEM])
        found = self.query("GSI3PK = :pk", {":pk": "PROV#google#123456789"}, IndexName="GSI3")
        self.assertEqual(found, [USER_ITEM])

    def test_the_commands_of_the_document(self):
        cli = AwsCli()
        self.addCleanup(cli.close)
        tables = cli.shell("aws dynamodb list-tables --endpoint-url http://localhost:8000")
        self.assertIn("calendsync", tables["TableNames"])
        table = cli.shell("aws dynamodb describe-table --table-name calendsync "
                          "--endpoint-url http://localhost:8000")["Table"]
        self.assertEqual({i["IndexName"] for i in table["GlobalSecondaryIndexes"]},
                         {"GSI1", "GSI2", "GSI3"})
        items = cli.shell("aws dynamodb scan --table-name calendsync "
                          "--endpoint-url http://localhost:8000")
        self.assertEqual(items["Count"], 10)
        users = cli.shell("""
aws dynamodb query \\
  --table-name calendsync \\
  --key-condition-expression "PK = :pk" \\
  --expression-attribute-values '{":pk": {"S": "USER#<user_id>"}}' \\
  --endpoint-url http://localhost:8000
""".replace("<user_id>", USER))
        self.assertEqual([item["name"]["S"] for item in users["Items"]], ["John Doe"])


if __name__ == "__main__":
    unittest.main()
