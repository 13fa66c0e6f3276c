"""Quotas: what people have is counted, and who has too much of a kind makes no more of it."""

from booking_things import (
    add_to_place, book, booking_path, make_place, place_path, settings_of, stay)
from people import add_member, all_day, entry_path, make_calendar, make_entry, path_of
from planner_things import CALENDAR_FILE, EVENTS, IMPORT, make_event, meeting, planner_path, weekly
from rest_case import RestCase, on_stores_with_tables

QUOTAS = "/api/v1/quotas"
SETTINGS = "/api/v1/settings"


def if_match(thing):
    return {"If-Match": f'"{thing["etag"]}"'}


@on_stores_with_tables
class QuotasTest(RestCase):
    OWN_SERVER = ()

    def setUp(self):
        self.make_world()
        self.admin = self.world.administrator
        self.nora = self.world.sign_up("Nora")

    def allow(self, **quotas):
        """Sets quotas of Nora."""
        return self.admin.client.put(f"/api/v1/users/{self.nora.id}/quotas", quotas).json["quotas"]

    def quota(self, kind):
        return next(each for each in self.nora.client.get(QUOTAS).json["quotas"]
                    if each["kind"] == kind)

    def used(self, kind):
        return self.quota(kind)["used"]

    def assert_reached(self, kind, method, path, body, headers=None):
        reply = self.nora.client.send(method, path, body, headers or {})
        self.assert_problem(reply, 403, detail=f"The quota `{kind}` is reached")
        self.assertEqual(reply.json["code"], "quotaReached")

    def assert_used(self, **expected):
        for kind, used in expected.items():
            self.assert_eventually(lambda kind=kind: self.used(kind), used)

    def test_what_people_have_is_counted(self):
        self.assertEqual(self.quota("events"), {
            "kind": "events", "used": 0, "allowed": 100_000, "isOwn": False})
        event = make_event(self.nora)
        make_event(self.nora, weekly())
        calendar = make_calendar(self.nora)
        make_entry(self.nora, calendar)
        make_entry(self.nora, calendar)
        place = make_place(self.nora)
        book(self.nora, place)
        self.assert_used(events=1, series=1, calendars=1, places=1, entries=None, stays=None)
        self.assertGreater(self.used("bytes"), 1_000)
        self.nora.client.delete(planner_path(event), etag=event["etag"])
        self.nora.client.delete(path_of(calendar))
        self.assert_used(events=0, series=1, calendars=0)

    def test_who_has_enough_makes_no_more_and_may_change_and_delete(self):
        event = make_event(self.nora)
        make_calendar(self.nora)
        place = make_place(self.nora)
        self.assert_used(events=1, calendars=1, places=1)
        self.allow(events=1, series=0, calendars=1, places=1)
        for kind, path, body in (("events", EVENTS, meeting()), ("series", EVENTS, weekly()),
                                 ("calendars", "/api/v1/calendars",
                                  {"name": "x", "color": "#123456"}),
                                 ("places", "/api/v1/places", settings_of())):
            self.assert_reached(kind, "POST", path, body)
        event = self.nora.client.patch(planner_path(event), {"title": "x"},
                                       etag=event["etag"]).json
        self.nora.client.delete(planner_path(event), etag=event["etag"])
        self.nora.client.delete(place_path(place))
        self.assert_eventually(
            lambda: self.nora.client.send("POST", EVENTS, meeting()).status, 201)

    def test_entries_count_in_each_calendar(self):
        first, second = make_calendar(self.nora), make_calendar(self.nora)
        entry = make_entry(self.nora, first)
        self.addCleanup(self.admin.client.put, SETTINGS,
                        {"signUp": "open", "quotas": {"entries": None}})
        self.admin.client.put(SETTINGS, {"signUp": "open", "quotas": {"entries": 1}})
        path = path_of(first) + "/entries"
        self.assert_eventually(
            lambda: self.nora.client.send("POST", path, all_day()).status, 403)
        self.assert_reached("entries", "POST", path, all_day())
        made = make_entry(self.nora, second)
        self.assert_reached("entries", "PATCH", entry_path(made), {"calendarId": first["id"]},
                            if_match(made))
        entry = self.nora.client.patch(entry_path(entry), {"title": "x"}, etag=entry["etag"]).json
        self.nora.client.delete(entry_path(entry), etag=entry["etag"])

    def test_without_bytes_nothing_is_changed(self):
        event = make_event(self.nora)
        self.assert_used(events=1)
        self.allow(bytes=10)
        self.assert_reached("bytes", "PATCH", planner_path(event), {"title": "x"},
                            if_match(event))
        self.assert_reached("bytes", "POST", EVENTS, meeting())
        self.nora.client.delete(planner_path(event), etag=event["etag"])

    def test_stays_ahead_count_in_each_place(self):
        places = [make_place(self.admin, member=self.nora) for _ in range(2)]
        booking = book(self.nora, places[0], "07-01", "07-04")
        # Changes are counted in their order: what came before this place is counted when it is.
        make_place(self.nora)
        self.assert_used(places=1)
        before = self.used("bytes")
        other = book(self.nora, places[1], "07-01", "07-04")
        self.assert_eventually(lambda: self.used("bytes") > before, True)
        self.nora.client.delete(booking_path(other), etag=other["extendedProps"]["etag"])
        self.assert_eventually(lambda: self.used("bytes"), before)
        self.allow(stays=1)
        self.assert_reached("stays", "POST", place_path(places[0], "/events"),
                            stay("07-10", "07-12"))
        book(self.nora, places[1], "07-10", "07-12")
        book(self.admin, places[0], "07-20", "07-22")
        self.nora.client.delete(booking_path(booking), etag=booking["extendedProps"]["etag"])
        book(self.nora, places[0], "07-10", "07-12")

    def test_an_import_leaves_out_what_is_too_much(self):
        self.allow(events=0, series=0)
        report = self.nora.client.post(IMPORT, CALENDAR_FILE, expect=200).json
        self.assertEqual(report["created"], 0)
        self.assertIn("The quota `events` is reached", str(report["notes"]))

    def test_settings_hold_for_those_without_their_own(self):
        before = self.admin.client.get(SETTINGS).json
        self.addCleanup(self.admin.client.put, SETTINGS,
                        {"signUp": "open", "quotas": {"events": None}})
        changed = self.admin.client.put(SETTINGS, {"signUp": "open", "quotas": {"events": 0}}).json
        self.assertEqual(changed["quotas"], before["quotas"] | {"events": 0})
        self.assert_eventually(
            lambda: self.nora.client.send("POST", EVENTS, meeting()).status, 403)
        self.assert_reached("events", "POST", EVENTS, meeting())
        self.admin.client.put(SETTINGS, {"signUp": "open"})
        self.assertEqual(self.quota("events")["allowed"], 0)
        own = self.allow(events=5)
        self.assertEqual([(each["kind"], each["allowed"]) for each in own if each["isOwn"]],
                         [("events", 5)])
        self.assert_eventually(
            lambda: self.nora.client.send("POST", EVENTS, meeting()).status, 201)
        self.allow(events=None)
        self.assertEqual(self.quota("events")["isOwn"], False)
        self.assertEqual(self.quota("events")["allowed"], 0)

    def test_what_is_wrong_is_refused(self):
        path = f"/api/v1/users/{self.nora.id}/quotas"
        for body, field in (({"events": -1}, "events"), ({"events": "x"}, "events"),
                            ({"cats": 1}, "cats")):
            self.assert_problem(self.admin.client.send("PUT", path, body), 400, field)
            self.assert_problem(self.admin.client.send("PUT", SETTINGS, {
                "signUp": "open", "quotas": body}), 400, f"quotas.{field}")
        self.assert_problem(self.admin.client.send("PUT", path, {"entries": 1}), 400, "entries")
        self.nora.client.put(path, {"events": 1}, expect=403)
        self.nora.client.get(path, expect=403)
        for method, body in (("GET", None), ("PUT", {"events": 1})):
            self.assert_problem(
                self.admin.client.send(method, "/api/v1/users/nobody/quotas", body), 404)
        for kind, most in (("series", 2_000), ("calendars", 500), ("places", 100)):
            self.assert_problem(self.admin.client.send("PUT", path, {kind: most + 1}), 400, kind)

    def test_the_bytes_of_calendars_count_for_their_owners(self):
        first, second = make_calendar(self.nora), make_calendar(self.nora)
        guest = self.world.sign_up("Guest")
        add_member(self.nora, first, guest, "writer")
        before = self.used("bytes")
        for calendar in (first, second):
            make_entry(self.nora, calendar, all_day(description="x" * 4_000))
        self.assert_eventually(lambda: self.used("bytes") > before + 8_000, True)
        self.allow(bytes=8_000)
        self.assert_eventually(
            lambda: guest.client.send("POST", path_of(first) + "/entries", all_day()).status, 403)
        self.assert_reached("bytes", "POST", path_of(second) + "/entries", all_day())

    def test_items_of_other_programs_do_not_stop_the_counting(self):
        long = "x" * 1_500
        person = f"USER#{self.nora.id}"
        for table, items in (
            ("ProductivityData", (
                {"PK": f"USER#{long}", "SK": "EVENT#1", "entityType": "EVENT"},
                {"PK": "USER#", "SK": "EVENT#1", "entityType": "EVENT"},
                {"PK": "USER#a#b", "SK": "MASTER#1", "entityType": "MASTER"},
                {"PK": person, "SK": "EVENT#other", "entityType": 5})),
            ("cal-app-sam", (
                {"PK": "EVENT", "SK": "1", "userId": long},
                {"PK": f"EVENT#{long}", "SK": "1", "userId": 5},
                {"PK": "WISH", "SK": "1", "userId": {"S": "x"}},
                {"PK": f"PLACE#{long}", "SK": f"MEMBER#{long}"[:1_000], "role": "administrator"})),
            ("calendsync", (
                {"PK": f"ENTRY#{long}", "SK": "ENTRY#1", "GSI1PK": f"CAL#{long}", "GSI1SK": "x"},
                {"PK": "ENTRY#2", "SK": "ENTRY#2", "GSI1PK": "CAL#", "GSI1SK": "x"},
                {"PK": f"CAL#{long}", "SK": f"MEMBER#{self.nora.id}", "role": "owner"})),
        ):
            for item in items:
                self.table(table).put_item(Item=item)
        make_event(self.nora)
        make_calendar(self.nora)
        make_place(self.nora)
        self.assert_used(events=2, calendars=1, places=1)
        self.table("ProductivityData").delete_item(Key={"PK": person, "SK": "EVENT#other"})
        self.assert_used(events=1)

    def test_deleted_accounts_leave_no_counters_behind(self):
        make_event(self.nora)
        calendar = make_calendar(self.nora)
        make_entry(self.nora, calendar)
        place = make_place(self.nora)
        shared = make_place(self.admin)
        add_to_place(self.admin, shared, self.nora, "administrator")
        for each in (place, shared):
            book(self.nora, each)
            book(self.nora, each, "07-10", "07-12", kind="blocked")
        self.assert_used(events=1, calendars=1, places=2)

        def counted():
            usage = [item["SK"] for _, item in self.all_items()
                     if item.get("entityType") == "USAGE"]
            names = (self.nora.id, calendar["id"], place["id"])
            return any(name in key for key in usage for name in names)

        self.assertTrue(counted())
        self.nora.client.post("/api/v1/account/delete", {"password": self.nora.password})
        self.assert_eventually(counted, False)
