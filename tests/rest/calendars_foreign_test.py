"""Items that other programs wrote to the calendars' table: as the design shows them they work like
Norn's own; what is wrong with others never breaks a reply."""

import uuid
from urllib.parse import quote

from norn_server import EMBEDDED
from rest_case import RestCase, on_stores

CALENDARS = "/api/v1/calendars"
ENTRIES = "/api/v1/entries"
ATTENTION = "/api/v1/attention"


class ForeignCase(RestCase):
    def setUp(self):
        self.ada = self.world.sign_up("Ada")
        self.bob = self.world.sign_up("Bob")

    def put(self, **attributes):
        item = {name: value for name, value in attributes.items() if value is not None}
        self.table().put_item(Item=item)

    def put_calendar(self, calendar_id=None, **attributes):
        """As the design shows it; None leaves an attribute out."""
        calendar_id = calendar_id or f"cal-{uuid.uuid4().hex[:8]}"
        key = f"CAL#{calendar_id}"
        self.put(**{"PK": key, "SK": key, "entityType": "CALENDAR", "id": calendar_id,
                    "name": "Foreign", "color": "#3B82F6", "description": None,
                    "createdAt": "2024-01-15T10:30:00Z", "updatedAt": "2024-01-15T10:30:00Z",
                    **attributes})
        return calendar_id

    def put_member(self, calendar_id, person, role="owner", **attributes):
        key = f"CAL#{calendar_id}"
        self.put(**{"PK": key, "SK": f"MEMBER#{person.id}", "GSI1PK": f"USER#{person.id}",
                    "GSI1SK": key, "entityType": "MEMBERSHIP", "calendarId": calendar_id,
                    "userId": person.id, "role": role, "createdAt": "2024-01-15T10:30:00Z",
                    "updatedAt": "2024-01-15T10:30:00Z", **attributes})

    def put_entry(self, calendar_id, entry_id=None, date="2024-01-15", **attributes):
        entry_id = entry_id or f"evt_{uuid.uuid4().hex[:8]}"
        key = f"ENTRY#{entry_id}"
        self.put(**{"PK": key, "SK": key, "GSI1PK": f"CAL#{calendar_id}",
                    "GSI1SK": f"ENTRY#{date}#{entry_id}", "entityType": "ENTRY", "id": entry_id,
                    "calendarId": calendar_id, "title": "Foreign", "description": None,
                    "location": None, "date": date, "color": "#3B82F6",
                    "kind": {"type": "AllDay"}, "createdAt": "2024-01-15T08:00:00Z",
                    "updatedAt": "2024-01-15T08:00:00Z", **attributes})
        return entry_id

    def calendars(self, person):
        return person.client.get(CALENDARS, expect=200).json["calendars"]

    def attention(self, person):
        return person.client.get(ATTENTION, expect=200).json["items"]


# A remote store is read every 12 seconds, which is too long to wait for.
@on_stores(EMBEDDED)
class CalendarsForeignTest(ForeignCase):
    def test_a_calendar_with_ids_of_any_form_works_like_one_of_norns_own(self):
        calendar_id = self.put_calendar(f"family {uuid.uuid4().hex[:6]}")
        self.put_member(calendar_id, self.ada)
        path = f"{CALENDARS}/{quote(calendar_id)}"
        calendar = self.ada.client.get(path, expect=200).json
        self.assertEqual(calendar["id"], calendar_id)
        self.assertIn(calendar, self.calendars(self.ada))
        self.ada.client.patch(path, {"name": "Renamed"}, etag=calendar["etag"], expect=200)
        entry_id = self.put_entry(calendar_id, f"tree-{uuid.uuid4().hex[:6]}")
        entries = self.ada.client.get(f"{path}/entries?from=2024-01-01&to=2024-01-31",
                                      expect=200).json["entries"]
        self.assertEqual([each["id"] for each in entries], [entry_id])
        entry_path = f"{ENTRIES}/{entry_id}"
        entry = self.ada.client.get(entry_path, expect=200).json
        changed = self.ada.client.patch(entry_path, {"title": "Changed"}, etag=entry["etag"],
                                        expect=200)
        self.ada.client.delete(entry_path, etag=changed.etag, expect=204)
        self.ada.client.post(f"{path}/members", {"email": self.bob.email, "role": "reader"},
                             expect=201)
        self.ada.client.delete(path, expect=204)
        self.assertEqual([each for each in self.calendars(self.ada)
                          if each["id"] == calendar_id], [])

    def test_what_is_absent_has_a_default(self):
        calendar_id = self.put_calendar(color=None, updatedAt=None, id=None)
        self.put_member(calendar_id, self.ada, calendarId=None, userId=None, updatedAt=None)
        self.put_member(calendar_id, self.bob, "reader", calendarId=None, updatedAt=None)
        calendar, = [each for each in self.calendars(self.ada) if each["id"] == calendar_id]
        self.assertEqual((calendar["color"], calendar["role"]), ("#3B82F6", "owner"))
        path = f"{CALENDARS}/{calendar_id}"
        changed = self.ada.client.patch(path, {"color": "#123456"}, etag=calendar["etag"],
                                        expect=200).json
        self.assertEqual(changed["color"], "#123456")
        members = self.ada.client.get(f"{path}/members", expect=200).json["members"]
        bob, = [each for each in members if each["userId"] == self.bob.id]
        self.ada.client.patch(f"{path}/members/{self.bob.id}", {"role": "writer"},
                              etag=bob["etag"], expect=200)
        self.ada.client.delete(f"{path}/members/{self.bob.id}", expect=204)

    def test_an_unknown_role_gives_no_rights_and_breaks_no_list(self):
        calendar_id = self.put_calendar()
        self.put_member(calendar_id, self.ada)
        self.put_member(calendar_id, self.bob, "king")
        path = f"{CALENDARS}/{calendar_id}"
        self.assert_problem(self.bob.client.send("GET", path), 404)
        self.assertNotIn(calendar_id, [each["id"] for each in self.calendars(self.bob)])
        members = self.ada.client.get(f"{path}/members", expect=200).json["members"]
        self.assertEqual([each["userId"] for each in members], [self.ada.id])
        self.assert_eventually(
            lambda: [each["reason"] for each in self.attention(self.ada)],
            ["The membership cannot be read: `role` has an invalid value."])
        self.assertEqual(self.attention(self.bob), [])

    def test_an_unreadable_calendar_hides_no_other_one(self):
        good, bad = self.put_calendar(), self.put_calendar(name=None)
        for each in (good, bad):
            self.put_member(each, self.ada)
        listed = [each["id"] for each in self.calendars(self.ada)]
        self.assertIn(good, listed)
        self.assertNotIn(bad, listed)
        self.assert_problem(self.ada.client.send("GET", f"{CALENDARS}/{bad}"), 422)
        self.assert_eventually(lambda: [each["reason"] for each in self.attention(self.ada)],
                               ["The calendar cannot be read: `name` is missing."])

    def test_a_bad_entry_needs_attention_and_can_be_deleted(self):
        calendar_id = self.put_calendar()
        self.put_member(calendar_id, self.ada)
        self.put_member(calendar_id, self.bob, "writer")
        bad = self.put_entry(calendar_id, kind={"type": "Weekly"})
        self.put_entry(calendar_id, title="Good")
        found = self.ada.client.get(
            f"{CALENDARS}/{calendar_id}/entries?from=2024-01-01&to=2024-01-31", expect=200).json
        self.assertEqual([each["title"] for each in found["entries"]], ["Good"])
        self.assert_problem(self.bob.client.send("GET", f"{ENTRIES}/{bad}"), 422,
                            detail="`kind` has an invalid value")
        stranger = self.world.sign_up("Zoe")
        self.assert_problem(stranger.client.send("GET", f"{ENTRIES}/{bad}"), 404)
        self.assert_eventually(lambda: len(self.attention(self.ada)), 1)
        self.assertEqual(self.attention(self.bob), [], "only owners of the calendar")
        entry, = self.attention(self.ada)
        self.assertEqual(entry["item"]["title"], {"S": "Foreign"})
        self.ada.client.delete(f"{ATTENTION}/{entry['id']}", expect=204)
        self.assertIsNone(self.item(f"ENTRY#{bad}"))

    def test_an_entry_of_several_days_is_there_on_all_of_them(self):
        calendar_id = self.put_calendar()
        self.put_member(calendar_id, self.ada)
        path = f"{CALENDARS}/{calendar_id}/entries?from=2024-03-01&to=2024-03-02"

        def titles():
            return [each["title"] for each in self.ada.client.get(path).json["entries"]]

        self.assertEqual(titles(), [])
        self.put_entry(calendar_id, date="2024-01-15",
                       kind={"type": "MultiDay", "start": "2024-01-15", "end": "2024-03-31"})
        self.assert_eventually(titles, ["Foreign"])
        self.put_calendar(calendar_id, name="Replaced")  # Without `longestSpanDays`.
        self.assert_eventually(
            lambda: int(self.item(f"CAL#{calendar_id}").get("longestSpanDays", 0)), 77)
        self.assertEqual(titles(), ["Foreign"])
