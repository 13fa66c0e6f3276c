"""Items that other programs wrote to the table of bookings: as the design shows them they work like
Norn's own; what is wrong with others never breaks a reply."""

import uuid
from urllib.parse import quote

from booking_case import BookingCase
from booking_things import (
    BOOKINGS, PLACES, WISHES, YEAR, day, feed_path, nights_of, place_path, stay)
from norn_server import EMBEDDED
from rest_case import on_stores

TABLE = "cal-app-sam"
ATTENTION = "/api/v1/attention"


class ForeignCase(BookingCase):
    def put(self, item):
        item = {name: value for name, value in item.items() if value is not None}
        self.table(TABLE).put_item(Item=item)

    def put_event(self, event_id=None, first="07-01", end="07-04", **attributes):
        """An event of the design's own program; None leaves an attribute out."""
        event_id = event_id or str(uuid.uuid4())
        self.put({"PK": f"EVENT#{self.place['id']}", "SK": event_id, "startDate": day(first),
                  "endDate": day(end), "title": "Grandma", "version": 1, **attributes})
        return event_id

    def put_slots(self, first, end):
        for night in nights_of(first, end):
            self.put({"PK": f"SLOT#{self.place['id']}", "SK": night})

    def event_path(self, event_id):
        return self.path(f"/events/{quote(event_id, safe='')}")

    def update_member(self, person, **attributes):
        """Both items of a membership."""
        keys = (f"PLACE#{self.place['id']}", f"MEMBER#{person.id}"), \
               (f"USER#{person.id}", f"PLACE#{self.place['id']}")
        for pk, sk in keys:
            item = self.item(pk, sk, TABLE)
            self.put(item | attributes)

    def assert_nothing_breaks(self, person):
        """Everything that reads all events of the place."""
        client = person.client
        self.assertIsNotNone(self.bookings(person))
        self.everywhere(person)
        client.get(BOOKINGS + "/own", expect=200)
        self.quote(person, "07-01", "07-03")
        client.get(self.path(f"/statistics?year={YEAR}"), expect=200)
        client.get(feed_path(person, self.place), expect=200)
        client.get(WISHES, expect=200)
        client.get(PLACES, expect=200)
        client.get(self.path("/members"), expect=200)

    def attention(self, person=None):
        """Of this test's place: those who are in it are in places of other tests, too."""
        items = (person or self.ada).client.get(ATTENTION, expect=200).json["items"]
        return [each for each in items if self.place["id"] in each["pk"]]


# A remote store is read every 12 seconds, which is too long to wait for.
@on_stores(EMBEDDED)
class BookingsForeignTest(ForeignCase):
    def test_unreadable_events_are_left_out_and_need_attention(self):
        own = self.book(self.bob, "07-10", "07-12")
        faults = {"`version` is missing": {"version": None},
                  "`version` is not a whole number": {"version": "1"},
                  "`endDate` is missing": {"endDate": None},
                  "`endDate` has an invalid value": {"endDate": "soon"},
                  "`endDate` is not a text": {"endDate": 5},
                  "`endDate` is not after its start": {"endDate": day("06-30")},
                  "`startDate` has an invalid value": {"startDate": day("07-01") + "Tnoon"}}
        ids = {self.put_event(**attributes): fault for fault, attributes in faults.items()}
        for person in (self.ada, self.bob, self.eve):
            self.assert_nothing_breaks(person)
            self.assertEqual([each["id"] for each in self.bookings(person)], [own["id"]])
        self.assert_eventually(lambda: len(self.attention()), len(faults))
        for each in self.attention():
            self.assertEqual(each["reason"], f"The event cannot be read: {ids[each['sk']]}.")
            self.assertEqual(each["item"]["title"], {"S": "Grandma"})
            self.assert_problem(self.ada.client.send("GET", self.event_path(each["sk"])), 422,
                                detail=ids[each["sk"]])
        self.assertEqual(self.attention(self.bob), [], "only administrators of the place")
        first, *rest = self.attention()
        self.assert_problem(self.bob.client.send("DELETE", f"{ATTENTION}/{first['id']}"), 404)
        self.ada.client.delete(f"{ATTENTION}/{first['id']}", expect=204)
        self.assertIsNone(self.item(first["pk"], first["sk"], TABLE))
        self.put_event(rest[0]["sk"])  # Repaired.
        self.assert_eventually(lambda: len(self.attention()), len(rest) - 1)
        self.assertEqual(len(self.bookings(self.eve)), 2)

    def test_deleting_an_unreadable_event_frees_its_nights(self):
        self.book(self.ada, "07-04", "07-06")
        broken = self.put_event(version=None)
        for night in nights_of("07-01", "07-04"):
            self.put({"PK": f"SLOT#{self.place['id']}", "SK": night, "eventId": broken})
        self.assert_eventually(lambda: [each["sk"] for each in self.attention()], [broken])
        taken = self.bob.client.send("POST", self.path("/events"), stay("07-01", "07-04"))
        self.assert_problem(taken, 409)
        self.ada.client.delete(f"{ATTENTION}/{self.attention()[0]['id']}", expect=204)
        self.book(self.bob, "07-01", "07-04")
        taken = self.bob.client.send("POST", self.path("/events"), stay("07-04", "07-05"))
        self.assert_problem(taken, 409)

    def test_a_time_is_read_as_its_day(self):
        event_id = self.put_event("evt_time", startDate=day("07-01") + "T00:00:00Z",
                                  endDate=day("07-04") + "T10:00:00.000Z")
        self.put_slots("07-01", "07-04")
        self.assertEqual(self.seen(self.eve), [(day("07-01"), day("07-04"), "Grandma")])
        self.assertEqual(len(self.bookings(self.eve, "07-01", "07-02")), 1)
        self.assert_nothing_breaks(self.bob)
        booking = self.ada.client.get(self.event_path(event_id), expect=200).json
        moved = self.change(self.ada, booking, end=day("07-05"))
        self.assertEqual((moved["start"], moved["end"]), (day("07-01"), day("07-05")))
        self.assertEqual(self.item(f"EVENT#{self.place['id']}", event_id, TABLE)["startDate"],
                         day("07-01"))

    def test_ids_of_any_form(self):
        for event_id in ("evt_abc123def456", "Oma & Opa", "7"):
            with self.subTest(event_id):
                self.put_event(event_id)
                self.put_slots("07-01", "07-04")
                path = self.event_path(event_id)
                listed, = self.bookings(self.ada)
                self.assertEqual(listed["id"], event_id)
                booking = self.ada.client.get(path, expect=200).json
                etag = booking["extendedProps"]["etag"]
                quoted = self.quote(self.ada, "07-02", "07-06", instead=event_id)
                self.assertEqual(quoted["taken"], [])
                changed = self.ada.client.patch(path, {"end": day("07-05")}, etag=etag,
                                                expect=200)
                self.ada.client.delete(path, etag=changed.etag, expect=204)
                self.assertEqual(self.bookings(self.ada), [])
        self.book(self.bob, "07-01", "07-05")
        for event_id in ("a#b", "..", "x" * 129):
            self.assert_problem(self.ada.client.send("GET", self.event_path(event_id)), 404)

    def test_what_is_absent_or_mistyped_has_a_default(self):
        self.put_event("plain", title=None, kind="party", note=7, userId=["x"], total="much",
                       currency="euros", createdAt=None)
        booking = self.ada.client.get(self.event_path("plain"), expect=200).json
        properties = booking["extendedProps"]
        self.assertEqual((booking["title"], properties["kind"], properties["note"],
                          properties["userId"], properties["total"], properties["currency"]),
                         ("(no title)", "booking", None, None, 0, "EUR"))
        self.assert_nothing_breaks(self.bob)

    def test_an_unknown_role_gives_no_rights_and_breaks_no_list(self):
        self.update_member(self.bob, role="king")
        self.assert_problem(self.bob.client.send("GET", self.path()), 404)
        for path in (PLACES, BOOKINGS + "/own", WISHES):
            self.bob.client.get(path, expect=200)
        self.assertNotIn(self.place["id"], str(self.bob.client.get(PLACES).json))
        self.assert_nothing_breaks(self.ada)
        members = self.ada.client.get(self.path("/members"), expect=200).json
        self.assertNotIn(self.bob.id, str(members))
        self.assert_eventually(
            lambda: [each["reason"] for each in self.attention()],
            ["The membership cannot be read: `role` has an invalid value."])
        self.update_member(self.bob, role="member")
        self.assert_nothing_breaks(self.bob)

    def test_the_key_of_a_membership_says_whose_it_is(self):
        self.update_member(self.bob, placeId=None, userId=None, createdAt=None, updatedAt=None)
        self.assert_nothing_breaks(self.bob)
        self.book(self.bob)
        member, = [each for each in self.ada.client.get(self.path("/members")).json["members"]
                   if each["userId"] == self.bob.id]
        self.ada.client.patch(self.path(f"/members/{self.bob.id}"), {"role": "viewer"},
                              etag=member["etag"], expect=200)

    def test_an_unreadable_place_hides_no_other_one(self):
        other = self.place
        self.setUp()
        item = self.item(f"PLACE#{self.place['id']}", "PLACE", TABLE)
        self.put(item | {"maxNights": "many"})
        self.addCleanup(self.put, item)
        places = self.ada.client.get(PLACES, expect=200).json
        self.assertIn(other["id"], str(places))
        self.assertNotIn(self.place["id"], str(places))
        self.everywhere(self.bob)
        self.assert_problem(self.ada.client.send("GET", place_path(self.place)), 422)
        self.assert_eventually(
            lambda: [each["reason"] for each in self.attention()],
            ["The place cannot be read: `maxNights` is not a whole number."])
        self.assertEqual(self.attention(self.bob), [])

    def test_a_new_place_takes_stays_of_99_nights(self):
        self.assertEqual(self.place["maxNights"], 99)
        self.book(self.bob, "07-01", "10-08")
