"""Items that other programs wrote to the planner's table: as the design shows them they work like
Norn's own; what is wrong with others never breaks a reply."""

from decimal import Decimal
from urllib.parse import quote

from planner_case import PlannerCase
from planner_things import (EVENTS, EXPORT, NEW_YORK, PREFERENCES, STATS, make_feed, meeting,
                            planner_path)
from norn_server import EMBEDDED
from rest_case import on_stores

TABLE = "ProductivityData"
ATTENTION = "/api/v1/attention"


class ForeignCase(PlannerCase):
    def put(self, sort, **attributes):
        """An item as the design's own program writes it; None leaves an attribute out."""
        start = attributes.get("startUtc") or attributes.get("startDate") or "2025-12-15"
        item = {"PK": f"USER#{self.nora.id}", "SK": sort, "GSI1PK": f"USER#{self.nora.id}#2025",
                "GSI1SK": start, "version": 1, "status": "CONFIRMED", "title": "Foreign",
                "createdAt": "2025-11-20T10:00:00Z", "updatedAt": "2025-11-20T10:00:00Z",
                **attributes}
        item = {name: value for name, value in item.items() if value is not None}
        self.table(TABLE).put_item(Item=item)

    def put_event(self, event_id="evt_abc123def456", **attributes):
        self.put(f"EVENT#{event_id}", **{
            "entityType": "EVENT", "eventId": event_id, "isAllDay": False,
            "startUtc": "2025-12-15T14:00:00Z", "endUtc": "2025-12-15T14:30:00Z",
            "startTzid": NEW_YORK, **attributes})

    def put_standup(self, master_id="mst_weekly_standup", **attributes):
        self.put(f"MASTER#{master_id}", **{
            "entityType": "MASTER", "eventId": master_id, "masterId": master_id,
            "title": "Weekly Team Standup", "rrule": "FREQ=WEEKLY;BYDAY=MO", "isAllDay": False,
            "exdate": ["20251225", "20260101"], "startUtc": "2025-01-06T15:00:00Z",
            "endUtc": "2025-01-06T15:15:00Z", "startTzid": NEW_YORK,
            "GSI2PK": f"MASTER#{master_id}", "GSI2SK": "MASTER", "hasExceptions": True,
            **attributes})

    def put_moved_standup(self, master_id="mst_weekly_standup", **attributes):
        """The design's own INSTANCE, which has no `isAllDay`."""
        self.put(f"INSTANCE#{master_id}#20251224", **{
            "entityType": "INSTANCE", "eventId": "inst_20251224_xyz789", "masterId": master_id,
            "recurrenceId": "2025-12-24T15:00:00Z", "title": "Weekly Team Standup (MOVED)",
            "startUtc": "2025-12-24T16:00:00Z", "endUtc": "2025-12-24T16:15:00Z",
            "startTzid": NEW_YORK, "modifiedFields": ["startUtc", "endUtc", "title"],
            "GSI2PK": f"MASTER#{master_id}", "GSI2SK": "INSTANCE#20251224", **attributes})

    def titles_in(self, first, last=None):
        return sorted(title for _, title in self.seen(first, last))

    def assert_nothing_breaks(self):
        """Everything of a person that reads all of their items."""
        self.client.get(EXPORT, expect=200)
        self.client.get(make_feed(self.nora).path, expect=200)
        self.client.get(STATS, expect=200)
        self.client.get("/api/v1/planner/bootstrap?from=2025-12-01&to=2025-12-31", expect=200)
        self.client.get("/api/v1/reminders?from=2025-12-01T00:00:00Z"
                        "&to=2025-12-08T00:00:00Z", expect=200)
        self.found("Foreign")

    def attention(self):
        return self.client.get(ATTENTION, expect=200).json["items"]

    def reasons(self):
        return sorted(each["reason"] for each in self.attention())


# A remote store is read every 12 seconds, which is too long to wait for.
@on_stores(EMBEDDED)
class PlannerForeignTest(ForeignCase):
    def test_an_event_of_the_design_works_like_one_of_norns_own(self):
        self.put_event(tags=["work", "home"], reminderMinutes=[Decimal(15), Decimal(60)])
        self.assertEqual(self.titles_in("2025-12-15"), ["Foreign"])
        event = self.get("evt_abc123def456")
        self.assertEqual((event["tags"], event["reminderMinutes"]), (["home", "work"], [15, 60]))
        changed = self.change(event, {"title": "Changed"})
        self.assertEqual(self.titles_in("2025-12-15"), ["Changed"])
        self.assert_nothing_breaks()
        self.remove(changed)
        self.assertEqual(self.titles_in("2025-12-15"), [])

    def test_ids_of_any_form(self):
        for event_id in ("standup", "Früh stück", "inst_x", "mst_event"):
            with self.subTest(event_id):
                self.put_event(event_id)
                path = f"{EVENTS}/{quote(event_id, safe='')}"
                event = self.client.get(path, expect=200).json
                self.assertEqual(event["id"], event_id)
                self.client.delete(path, etag=event["etag"], expect=204)
        self.put_standup("standup")
        series = self.get("standup")
        self.assertEqual(series["rrule"], "FREQ=WEEKLY;BYDAY=MO")
        [monday] = self.view("2025-12-15")["occurrences"]
        self.change(self.get(monday["id"]), {"title": "Other"}, scope="this")
        self.assertEqual(self.titles_in("2025-12-15"), ["Other"])
        self.remove(self.get("standup"), scope="all")
        self.assertEqual(self.titles_in("2025-12-01", "2025-12-31"), [])

    def test_a_series_and_an_occurrence_of_the_design(self):
        self.put_standup()
        self.put_moved_standup()
        self.assertEqual(self.seen("2025-12-24", tzid="UTC"),
                         [("2025-12-24T16:00:00", "Weekly Team Standup (MOVED)")])
        [moved] = self.view("2025-12-24")["occurrences"]
        occurrence = self.get(moved["id"])
        whole = self.client.get("/api/v1/planner/series/mst_weekly_standup", expect=200).json
        self.assertEqual(len(whole["exceptions"]), 1)
        self.change(occurrence, {"title": "Renamed"}, scope="this")
        self.assertEqual(self.titles_in("2025-12-24"), ["Renamed"])
        self.assert_nothing_breaks()
        self.change(self.get("mst_weekly_standup"), {"location": "Room 2"}, scope="all")
        self.remove(self.get(moved["id"]), scope="this")
        self.assertEqual(self.titles_in("2025-12-24"), [])

    def test_an_absent_has_exceptions_means_look(self):
        self.put_standup(hasExceptions=None)
        self.put_moved_standup(GSI1PK=None, GSI1SK=None)
        self.assertEqual(self.titles_in("2025-12-24"), ["Weekly Team Standup (MOVED)"])

    def test_a_floating_event_has_its_time_in_start_utc(self):
        self.put_event(startTzid=None)
        self.client.patch(PREFERENCES, {"defaultTzid": "Asia/Tokyo"},
                          etag=self.client.get(PREFERENCES).etag, expect=200)
        self.assertEqual(self.seen("2025-12-15"), [("2025-12-15T14:00:00", "Foreign")])

    def test_what_is_absent_or_mistyped_has_a_default(self):
        self.put_event(title=None, status="confirmed", color="red", isAllDay="no", links="none",
                       endUtc="2025-12-15T13:00:00Z", createdAt=None, updatedAt=None)
        event = self.get("evt_abc123def456")
        self.assertEqual((event["title"], event["status"], event.get("color"), event.get("end")),
                         ("(no title)", "CONFIRMED", None, None))
        self.assert_nothing_breaks()

    def test_a_bad_zone_of_a_person_is_utc(self):
        self.table(TABLE).update_item(
            Key={"PK": f"USER#{self.nora.id}", "SK": f"USER_META#{self.nora.id}"},
            UpdateExpression="SET defaultTzid = :zone",
            ExpressionAttributeValues={":zone": "Mars/Base"})
        self.create(meeting())
        self.assertEqual(self.seen("2025-12-15"), [("2025-12-15T14:00:00", "Team Standup")])
        self.assert_nothing_breaks()

    def test_unreadable_items_need_attention_and_hide_nothing(self):
        self.create(meeting())
        self.put_event("evt_1", version=None)
        self.put_event("evt_2", startUtc="yesterday")
        self.put_standup("mst_1", rrule="FREQ=SECONDLY")
        self.put_standup("mst_2", rrule="FREQ=SOMETIMES")
        self.put_standup("mst_3")
        self.put_moved_standup("mst_3", recurrenceId=None)
        self.assertEqual(self.titles_in("2025-12-15"), ["Team Standup", "Weekly Team Standup"])
        self.assert_nothing_breaks()
        self.assert_eventually(lambda: len(self.attention()), 5)
        self.assertIn("The event cannot be read: `version` is missing.", self.reasons())
        self.assert_problem(self.client.send("GET", planner_path("evt_1")), 422,
                            detail="`version` is missing")
        shown = {each["sk"]: each for each in self.attention()}
        event = shown["EVENT#evt_1"]
        self.assertEqual(event["item"]["title"], {"S": "Foreign"})
        self.assertEqual(event["table"], TABLE)
        self.client.delete(f"{ATTENTION}/{event['id']}", expect=204)
        self.assertIsNone(self.item(f"USER#{self.nora.id}", "EVENT#evt_1", TABLE))
        self.put_standup("mst_2")  # Repaired.
        self.assert_eventually(lambda: len(self.attention()), 3)
        self.assert_problem(self.client.send("DELETE", f"{ATTENTION}/{event['id']}"), 404)

    def test_only_those_who_may_repair_an_item_see_it(self):
        self.put_event("evt_1", version=None)
        self.assert_eventually(lambda: len(self.attention()), 1)
        [own] = self.attention()
        other = self.world.sign_up("Otto")
        self.assertEqual(other.client.get(ATTENTION, expect=200).json["items"], [])
        self.assert_problem(other.client.send("DELETE", f"{ATTENTION}/{own['id']}"), 404)
        self.assert_problem(other.client.send("GET", f"{ATTENTION}-of-everybody"), 403)
        administrator = self.world.administrator.client
        everything = administrator.get(f"{ATTENTION}-of-everybody", expect=200).json["items"]
        [seen] = [each for each in everything if each["id"] == own["id"]]
        self.assertIsNone(seen["item"])
        self.assert_problem(administrator.send("DELETE", f"{ATTENTION}/{own['id']}"), 404)
        self.client.delete(f"{ATTENTION}/{own['id']}", expect=204)

    def test_a_long_event_is_there_on_all_of_its_days(self):
        self.put_event(isAllDay=True, startUtc=None, endUtc=None, startTzid=None,
                       startDate="2025-11-01", endDate="2025-12-31", GSI1SK="2025-11-01")
        self.assert_eventually(lambda: self.titles_in("2025-12-15"), ["Foreign"])

    def test_a_meta_without_stats_does_not_stop_the_statistics(self):
        self.table(TABLE).update_item(
            Key={"PK": f"USER#{self.nora.id}", "SK": f"USER_META#{self.nora.id}"},
            UpdateExpression="REMOVE stats")
        self.create(meeting())
        other = self.world.sign_up("Otto")
        other.client.post(EVENTS, meeting(), expect=201)
        for person in (self.nora, other):
            self.assert_eventually(
                lambda client=person.client: client.get(STATS).json["totalEvents"], 1)
