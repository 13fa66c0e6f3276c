"""The table `calendsync`, read with an ordinary DynamoDB client: the items are those that the
design shows, and each of its eight access patterns returns what it says."""

from people import (add_member, all_day, make_calendar, make_entry, multi_day, task, timed)
from rest_case import RestCase, on_stores_with_tables

SECONDS = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"


@on_stores_with_tables
class DesignItemsTest(RestCase):
    def times(self, item):
        self.assertRegex(item["createdAt"], SECONDS)
        self.assertRegex(item["updatedAt"], SECONDS)
        return {"createdAt": item["createdAt"], "updatedAt": item["updatedAt"]}

    def test_a_calendar(self):
        made = self.anna().client.post(
            "/api/v1/calendars", {"name": "Personal", "color": "#3B82F6",
                                  "description": "My personal calendar"}, expect=201).json
        key = f"CAL#{made['id']}"
        item = self.item(key)
        self.assertEqual(item, {
            "PK": key, "SK": key, "entityType": "CALENDAR", "id": made["id"], "name": "Personal",
            "color": "#3B82F6", "description": "My personal calendar", **self.times(item)})

    def test_a_membership(self):
        anna = self.anna()
        calendar = make_calendar(anna, reader=self.bob())
        for user_id, role in ((anna.id, "owner"), (self.bob().id, "reader")):
            item = self.item(f"CAL#{calendar['id']}", f"MEMBER#{user_id}")
            self.assertEqual(item, {
                "PK": f"CAL#{calendar['id']}", "SK": f"MEMBER#{user_id}",
                "GSI1PK": f"USER#{user_id}", "GSI1SK": f"CAL#{calendar['id']}",
                "entityType": "MEMBERSHIP", "calendarId": calendar["id"], "userId": user_id,
                "role": role, **self.times(item)})

    def entry_item(self, entry):
        item = self.item(f"ENTRY#{entry['id']}")
        self.times(item)
        return item

    def test_a_timed_entry(self):
        calendar = make_calendar(self.anna())
        entry = make_entry(self.anna(), calendar, timed(location="Zoom", color="#3B82F6"))
        item, key = self.entry_item(entry), f"ENTRY#{entry['id']}"
        self.assertEqual(item, {
            "PK": key, "SK": key, "GSI1PK": f"CAL#{calendar['id']}",
            "GSI1SK": f"ENTRY#2024-01-15#{entry['id']}", "entityType": "ENTRY",
            "id": entry["id"], "calendarId": calendar["id"], "title": "Standup Meeting",
            "description": None, "location": "Zoom", "date": "2024-01-15", "color": "#3B82F6",
            "kind": {"type": "Timed", "start": "09:00:00", "end": "09:30:00"},
            "createdAt": item["createdAt"], "updatedAt": item["createdAt"],
            # Beyond the design.
            "createdBy": self.anna().id, "updatedBy": self.anna().id})

    def test_every_kind(self):
        calendar = make_calendar(self.anna())
        rows = ((multi_day(), "2024-01-14",
                 {"type": "MultiDay", "start": "2024-01-14", "end": "2024-01-16"}),
                (all_day(), "2024-01-15", {"type": "AllDay"}),
                (timed(start="09:00", end="09:30"), "2024-01-15",
                 {"type": "Timed", "start": "09:00:00", "end": "09:30:00"}),
                (task(), "2024-01-15", {"type": "Task", "completed": False}))
        for body, date, kind in rows:
            item = self.entry_item(make_entry(self.anna(), calendar, body))
            self.assertEqual((item["date"], item["kind"]), (date, kind))
            self.assertEqual(item["GSI1SK"], f"ENTRY#{date}#{item['id']}")

    def test_an_entry_that_moves_takes_its_keys_along(self):
        anna = self.anna()
        calendar, other = make_calendar(anna), make_calendar(anna)
        entry = make_entry(anna, calendar)
        anna.client.patch(f"/api/v1/entries/{entry['id']}",
                          {"date": "2024-02-01", "calendarId": other["id"]}, etag=entry["etag"])
        item = self.entry_item(entry)
        self.assertEqual((item["GSI1PK"], item["GSI1SK"], item["calendarId"], item["date"]),
                         (f"CAL#{other['id']}", f"ENTRY#2024-02-01#{entry['id']}", other["id"],
                          "2024-02-01"))


@on_stores_with_tables
class AccessPatternsTest(RestCase):
    """The queries as the design writes them."""

    def query(self, condition, values, **options):
        values = {f":{name}": value for name, value in values.items()}
        reply = self.table().query(KeyConditionExpression=condition,
                                   ExpressionAttributeValues=values, **options)
        self.assertNotIn("LastEvaluatedKey", reply)
        return reply["Items"]

    def by_key(self, key):
        return self.query("PK = :pk AND SK = :sk", {"pk": key, "sk": key})

    def test_1_get_user_by_id(self):
        items = self.by_key(f"USER#{self.anna().id}")
        self.assertEqual([(each["entityType"], each["email"]) for each in items],
                         [("USER", self.anna().email)])

    def test_2_get_calendar_by_id(self):
        calendar = make_calendar(self.anna())
        items = self.by_key(f"CAL#{calendar['id']}")
        self.assertEqual([(each["entityType"], each["name"]) for each in items],
                         [("CALENDAR", "Personal")])

    def test_3_get_entry_by_id(self):
        entry = make_entry(self.anna(), make_calendar(self.anna()))
        items = self.by_key(f"ENTRY#{entry['id']}")
        self.assertEqual([(each["entityType"], each["title"]) for each in items],
                         [("ENTRY", "Standup Meeting")])

    def test_4_get_all_users_for_a_calendar(self):
        anna, bob, cleo = self.anna(), self.bob(), self.cleo()
        calendar = make_calendar(anna, reader=bob, writer=cleo)
        items = self.query("PK = :pk AND begins_with(SK, :sk_prefix)",
                           {"pk": f"CAL#{calendar['id']}", "sk_prefix": "MEMBER#"})
        self.assertEqual({each["userId"]: each["role"] for each in items},
                         {anna.id: "owner", bob.id: "reader", cleo.id: "writer"})
        keys = [{"PK": f"USER#{each['userId']}", "SK": f"USER#{each['userId']}"}
                for each in items]
        users = self.server.tables.batch_get_item(RequestItems={"calendsync": {"Keys": keys}})
        self.assertEqual({each["email"] for each in users["Responses"]["calendsync"]},
                         {anna.email, bob.email, cleo.email})

    def test_5_get_all_calendars_for_a_user(self):
        nora = self.world.sign_up("Nora")
        own, shared = make_calendar(nora), make_calendar(self.bob())
        add_member(self.bob(), shared, nora, "reader")
        items = self.query("GSI1PK = :pk AND begins_with(GSI1SK, :sk_prefix)",
                           {"pk": f"USER#{nora.id}", "sk_prefix": "CAL#"}, IndexName="GSI1")
        self.assertEqual({each["calendarId"]: each["role"] for each in items},
                         {own["id"]: "owner", shared["id"]: "reader"})

    def test_6_get_entries_for_a_calendar_within_a_date_range(self):
        calendar, other = make_calendar(self.anna()), make_calendar(self.anna())
        for date in ("2023-12-31", "2024-01-31", "2024-01-01", "2024-02-01", "2024-01-15"):
            make_entry(self.anna(), calendar, all_day(date, date))
            make_entry(self.anna(), other, all_day(f"not {date}", date))
        items = self.query("GSI1PK = :pk AND GSI1SK BETWEEN :start AND :end",
                           {"pk": f"CAL#{calendar['id']}", "start": "ENTRY#2024-01-01#",
                            "end": "ENTRY#2024-01-31#~"}, IndexName="GSI1")
        self.assertEqual([each["title"] for each in items],
                         ["2024-01-01", "2024-01-15", "2024-01-31"])

    def test_7_get_user_by_email(self):
        items = self.query("GSI2PK = :pk", {"pk": f"EMAIL#{self.anna().email}"}, IndexName="GSI2")
        self.assertEqual([each["id"] for each in items], [self.anna().id])

    def test_8_get_user_by_oauth_provider(self):
        # Nobody here came with a provider; oidc_test.py has those who did.
        items = self.query("GSI3PK = :pk", {"pk": "PROV#google#123456789"}, IndexName="GSI3")
        self.assertEqual(items, [])

    def test_the_table_is_the_one_of_the_design(self):
        table = self.table()
        self.assertEqual(table.key_schema, [{"AttributeName": "PK", "KeyType": "HASH"},
                                            {"AttributeName": "SK", "KeyType": "RANGE"}])
        indexes = {each["IndexName"]: each for each in table.global_secondary_indexes}
        self.assertEqual(set(indexes), {"GSI1", "GSI2", "GSI3"})
        for name, index in indexes.items():
            self.assertEqual(index["KeySchema"],
                             [{"AttributeName": f"{name}PK", "KeyType": "HASH"},
                              {"AttributeName": f"{name}SK", "KeyType": "RANGE"}])
            self.assertEqual(index["Projection"], {"ProjectionType": "ALL"})
        self.assertEqual(table.billing_mode_summary["BillingMode"], "PAY_PER_REQUEST")
