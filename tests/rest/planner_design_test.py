"""The table `ProductivityData`, read with an ordinary DynamoDB client: the items are those that the
design shows, and its queries, run as it writes them, return what it says."""

from people import PASSWORD
from planner_case import PlannerCase
from planner_things import (NEW_YORK, PREFERENCES, REMINDERS, make_feed, meeting, occurrence_id,
                            reminder_id, weekly, whole_days)
from rest_case import on_stores_with_tables

TABLE = "ProductivityData"


class DesignCase(PlannerCase):
    def item_of(self, sort):
        return self.item(f"USER#{self.nora.id}", sort, TABLE)

    def query(self, index, condition, values, **options):
        values = {f":{name}": value for name, value in values.items()}
        reply = self.table(TABLE).query(IndexName=index, KeyConditionExpression=condition,
                                        ExpressionAttributeValues=values, **options)
        self.assertNotIn("LastEvaluatedKey", reply)
        return reply["Items"]

    def own_items(self):
        """Everything in the partition of the person."""
        return self.table(TABLE).query(
            KeyConditionExpression="PK = :pk", ConsistentRead=True,
            ExpressionAttributeValues={":pk": f"USER#{self.nora.id}"})["Items"]


@on_stores_with_tables
class PlannerItemsTest(DesignCase):
    def test_an_event(self):
        event = self.create(meeting(
            description="Daily sync with engineering team", color="#4285F4",
            location="Zoom: https://zoom.us/j/123456789", tags=["work", "engineering"],
            reminderMinutes=[15, 60]))
        user, event_id = f"USER#{self.nora.id}", event["id"]
        self.assertEqual(self.item_of(f"EVENT#{event_id}"), {
            "PK": user, "SK": f"EVENT#{event_id}", "GSI1PK": f"{user}#2025",
            "GSI1SK": "2025-12-15T14:00:00Z", "entityType": "EVENT", "eventId": event_id,
            "title": "Team Standup", "description": "Daily sync with engineering team",
            "isAllDay": False, "startUtc": "2025-12-15T14:00:00Z",
            "endUtc": "2025-12-15T14:30:00Z", "startTzid": NEW_YORK, "endTzid": None,
            "location": "Zoom: https://zoom.us/j/123456789", "color": "#4285F4",
            "status": "CONFIRMED", "tags": {"work", "engineering"}, "reminderMinutes": {15, 60},
            "links": [], "version": 1, "createdAt": event["createdAt"],
            "updatedAt": event["createdAt"], "icalUid": event["icalUid"], "sequence": 0})

    def test_a_series_and_one_of_its_occurrences(self):
        series = self.create(weekly(
            start="2025-01-06T10:00", end="2025-01-06T10:15", reminderMinutes=[],
            description="Weekly sync with the team", location="Zoom", color="#22c55e",
            rrule="FREQ=WEEKLY;BYDAY=MO,WE", exdate=["20251222"], tags=["work", "standup"]))
        moved = self.change(self.occurrence(series, "20251224"), {
            "title": "Weekly Team Standup (MOVED)", "description": "Rescheduled due to holiday",
            "start": "2025-12-24T11:00", "end": "2025-12-24T11:15"})
        user, master_id = f"USER#{self.nora.id}", series["id"]
        master = self.item_of(f"MASTER#{master_id}")
        common = {"PK": user, "GSI2PK": f"MASTER#{master_id}", "masterId": master_id,
                  "isAllDay": False, "startTzid": NEW_YORK, "location": "Zoom",
                  "color": "#22c55e", "status": "CONFIRMED", "tags": {"work", "standup"},
                  "links": []}
        self.assertEqual(master, common | {
            "SK": f"MASTER#{master_id}", "GSI1PK": f"{user}#2025",
            "GSI1SK": "2025-01-06T15:00:00Z", "GSI2SK": "MASTER", "entityType": "MASTER",
            "eventId": master_id, "title": "Weekly Team Standup",
            "description": "Weekly sync with the team", "rrule": "FREQ=WEEKLY;BYDAY=MO,WE",
            "rruleUntil": None, "exdate": ["20251222"], "rdate": [], "hasExceptions": True,
            "startUtc": "2025-01-06T15:00:00Z", "endUtc": "2025-01-06T15:15:00Z", "version": 2,
            "createdAt": series["createdAt"], "updatedAt": master["updatedAt"],
            "icalUid": series["icalUid"], "sequence": 1})
        instance = self.item_of(f"INSTANCE#{master_id}#20251224")
        self.assertEqual(sorted(instance.pop("modifiedFields")),
                         ["description", "endUtc", "startUtc", "title"])
        self.assertEqual(instance, common | {
            "SK": f"INSTANCE#{master_id}#20251224", "GSI1PK": f"{user}#2025",
            "GSI1SK": "2025-12-24T16:00:00Z", "GSI2SK": "INSTANCE#20251224",
            "entityType": "INSTANCE", "eventId": moved["id"],
            "recurrenceId": "2025-12-24T15:00:00Z", "title": "Weekly Team Standup (MOVED)",
            "description": "Rescheduled due to holiday", "startUtc": "2025-12-24T16:00:00Z",
            "endUtc": "2025-12-24T16:15:00Z", "version": 1,
            "createdAt": moved["createdAt"], "updatedAt": moved["updatedAt"]})
        self.assertEqual(moved["id"], f"inst_20251224_{master_id.removeprefix('mst_')}")

    def test_days_and_times_of_nowhere(self):
        days = self.create(whole_days())
        item = self.item_of(f"EVENT#{days['id']}")
        self.assertEqual((item["GSI1SK"], item["startDate"], item["endDate"], item["startTzid"]),
                         ("2025-12-24", "2025-12-24", "2025-12-27", None))
        self.assertNotIn("startUtc", item)
        floating = self.create(meeting(startTzid=None))
        item = self.item_of(f"EVENT#{floating['id']}")
        self.assertEqual((item["GSI1SK"], item["startLocal"], item["startTzid"]),
                         ("2025-12-15T09:00:00", "2025-12-15T09:00:00", None))
        self.assertNotIn("startUtc", item)

    def test_no_tags_are_no_attribute(self):
        event = self.create(meeting(tags=["a"], reminderMinutes=[5]))
        self.change(event, {"tags": [], "reminderMinutes": []})
        item = self.item_of(f"EVENT#{event['id']}")
        self.assertNotIn("tags", item)
        self.assertNotIn("reminderMinutes", item)

    def test_what_is_chosen(self):
        self.client.patch(PREFERENCES, {"defaultTzid": NEW_YORK, "theme": "dark"}, etag="v1")
        self.create(whole_days(first="2025-12-24", after="2025-12-31"))
        item = self.item_of(f"USER_META#{self.nora.id}")
        self.assertEqual(
            {name: item[name] for name in ("entityType", "userId", "defaultTzid", "preferences",
                                           "version", "longestEventMinutes")},
            {"entityType": "USER_META", "userId": self.nora.id, "defaultTzid": NEW_YORK,
             "preferences": {
                 "weekStart": 1, "defaultEventDuration": 30, "defaultCalendarIncrement": 15,
                 "defaultReminderMinutes": [15], "theme": "dark",
                 "autoArchiveCompletedTasks": True, "autoArchiveDelayHours": 24,
                 "enableBrowserNotifications": True, "enableSoundNotifications": False,
                 "weekNumbers": False},
             "version": 2, "longestEventMinutes": 7 * 1440})
        self.assert_eventually(
            lambda: self.item_of(f"USER_META#{self.nora.id}")["stats"]["totalEvents"], 1)
        self.assertEqual(self.item_of(f"USER_META#{self.nora.id}")["version"], 2)

    def test_links_have_their_keys(self):
        links = [{"target": f"target_{n}"} for n in range(3)]
        event = self.create(meeting(links=links))
        for n in range(3):
            items = self.query("GSI4", "GSI4PK = :pk", {"pk": f"LINK#target_{n}"})
            own = [each for each in items if each["PK"] == f"USER#{self.nora.id}"]
            self.assertEqual([each["GSI4SK"] for each in own], [f"EVENT#{event['id']}"])
        self.remove(event)
        self.assertEqual([each["SK"] for each in self.own_items()],
                         [f"USER_META#{self.nora.id}"])


@on_stores_with_tables
class PlannerAccessPatternsTest(DesignCase):
    def test_1_week_view(self):
        for title, start in (("Before", "2025-12-14T23:59"), ("First", "2025-12-15T00:00"),
                             ("Last", "2025-12-21T23:00"), ("After", "2025-12-22T00:01")):
            self.create(meeting(title, start, None, startTzid="UTC"))
        items = self.query(
            "GSI1-YearView", "GSI1PK = :pk AND GSI1SK BETWEEN :start AND :end",
            {"pk": f"USER#{self.nora.id}#2025", "start": "2025-12-15T00:00:00.000Z",
             "end": "2025-12-22T00:00:00.000Z"}, Limit=100)
        # The milliseconds that a Date has sort before the "Z" of the items: what starts on the
        # very second of the start is there.
        self.assertEqual([each["title"] for each in items], ["First", "Last"])

    def test_2_get_single_event(self):
        event, series = self.create(meeting()), self.create(weekly())
        one = self.change(self.occurrence(series, "20250113"), {"title": "Changed"})
        self.assertEqual(self.item_of(f"EVENT#{event['id']}")["title"], "Team Standup")
        self.assertEqual(self.item_of(f"MASTER#{series['id']}")["title"], "Weekly Team Standup")
        # The design's key of an occurrence would be INSTANCE#inst_...; its own example (4.3) is
        # INSTANCE#<series>#<day>, which the id leads to.
        _, day, uuid = one["id"].split("_")
        self.assertEqual(self.item_of(f"INSTANCE#mst_{uuid}#{day}")["title"], "Changed")

    def test_4_update_with_optimistic_locking(self):
        """Another program, with the design's own condition, and ours: only one of them wins."""
        event = self.create(meeting())
        self.table(TABLE).update_item(
            Key={"PK": f"USER#{self.nora.id}", "SK": f"EVENT#{event['id']}"},
            UpdateExpression="SET title = :title, version = version + :one",
            ConditionExpression="version = :v",
            ExpressionAttributeValues={":title": "Theirs", ":one": 1, ":v": 1})
        current = self.change(event, {"title": "Ours"}, expect=409)["current"]
        self.assertEqual((current["title"], current["version"]), ("Theirs", 2))

    def test_7_get_recurring_series(self):
        series = self.create(weekly())
        for day in ("20250127", "20250113", "20250120"):
            self.change(self.occurrence(series, day), {"title": day})
        items = self.query("GSI2-RecurrenceLookup", "GSI2PK = :pk",
                           {"pk": f"MASTER#{series['id']}"}, ScanIndexForward=True)
        # "Returns master first": but "INSTANCE#..." sorts before "MASTER", as the design's own
        # comments on GSI2SK do not see; whoever wants the series first reads backwards.
        self.assertEqual([each["GSI2SK"] for each in items],
                         ["INSTANCE#20250113", "INSTANCE#20250120", "INSTANCE#20250127", "MASTER"])
        self.assertEqual([each["eventId"] for each in items], [
            occurrence_id(series, "20250113"), occurrence_id(series, "20250120"),
            occurrence_id(series, "20250127"), series["id"]])

    def test_10_filter_by_tags(self):
        self.create(meeting("Work", tags=["work", "deep"]))
        self.create(meeting("Home", tags=["home"]))
        self.create(meeting("Next year", "2026-01-05T09:00", None, tags=["work"]))
        items = self.query("GSI1-YearView", "GSI1PK = :pk",
                           {"pk": f"USER#{self.nora.id}#2025", "tag": "work"},
                           FilterExpression="contains(tags, :tag)")
        self.assertEqual([each["title"] for each in items], ["Work"])

    def test_the_table_is_the_one_of_the_design(self):
        indexes = {each["IndexName"]: each for each in
                   self.table(TABLE).global_secondary_indexes}
        self.assertEqual(set(indexes), {"GSI1-YearView", "GSI2-RecurrenceLookup", "GSI3", "GSI4"})
        for name, index in indexes.items():
            key = name.partition("-")[0]
            self.assertEqual(index["KeySchema"],
                             [{"AttributeName": f"{key}PK", "KeyType": "HASH"},
                              {"AttributeName": f"{key}SK", "KeyType": "RANGE"}])
            self.assertEqual(index["Projection"], {"ProjectionType": "ALL"})


@on_stores_with_tables
class PlannerGoneTest(DesignCase):
    def test_nothing_of_a_person_is_left_when_they_go(self):
        kept = self.stranger().client.post("/api/v1/planner/events", meeting(), expect=201).json
        event = self.create(meeting(links=[{"target": "a"}, {"target": "b"}]))
        series = self.create(weekly())
        self.change(self.occurrence(series, "20250113"), {"title": "Changed"})
        for n in range(60):
            self.create(meeting(str(n), reminderMinutes=[15]))
        reminder = f"{REMINDERS}/{reminder_id(self.nora.id, event['id'], 15)}"
        self.client.put(reminder, {"dismissed": True}, expect=204)
        make_feed(self.nora)
        self.client.copy().post("/api/v1/account/delete", {"password": PASSWORD}, expect=204)
        self.assert_eventually(lambda: self.traces_of(self.nora.id, event["id"], series["id"]), [])
        self.stranger().client.get(f"/api/v1/planner/events/{kept['id']}")
