"""A place that does not show names: nobody but administrators learns who comes, by no way."""

import json

from booking_case import BookingCase
from booking_things import booking_path, day, feed_path, make_wish, nights_of, range_query
from event_stream import EventStream
from rest_case import on_every_store

SECRET = "Secret words"


@on_every_store
class HiddenNamesTest(BookingCase):
    SETTINGS = {"showsNames": False}

    def setUp(self):
        super().setUp()
        self.booking = self.book(self.ada, "07-01", "07-04", title=SECRET, note=SECRET)
        self.own = self.book(self.bob, "07-10", "07-12", note="Mine")
        self.blocked = self.book(self.ada, "07-20", "07-22", kind="blocked", title="New roof")

    def assert_hidden(self, text):
        """Neither what was said nor whose it is."""
        text = text.decode() if isinstance(text, bytes) else json.dumps(text)
        self.assertNotIn(SECRET, text)
        self.assertNotIn(self.ada.id, text)
        self.assertNotIn('"Ada"', text)

    def test_the_booking_of_another(self):
        for person in (self.bob, self.eve):
            seen = self.get(person, self.booking)
            self.assertEqual((seen["title"], seen["start"], seen["end"], seen["editable"]),
                             ("Taken", day("07-01"), day("07-04"), False))
            properties = seen["extendedProps"]
            self.assertEqual([properties[name] for name in ("userId", "note", "total", "createdBy",
                                                            "updatedBy", "isOwn", "kind")],
                             [None, None, None, None, None, False, "booking"])
            self.assertEqual(person.client.get(booking_path(self.booking) + "/authors").json,
                             {"createdBy": None, "updatedBy": None})
            # Who has blocked nights is no secret, so these are looked at without.
            before = range_query("01-01", "07-20")
            for reply in (person.client.get(self.path("/events" + before)),
                          person.client.get("/api/v1/bookings" + before),
                          person.client.get("/api/v1/bookings/own"),
                          person.client.get(self.path("/quote" + range_query("07-01", "07-04")))):
                self.assert_hidden(reply.body)

    def test_ones_own_and_blocked_nights_are_known(self):
        self.assertEqual([each[2] for each in self.seen(self.bob)], ["Taken", "Bob", "New roof"])
        self.assertEqual([each[2] for each in self.seen(self.eve)], ["Taken", "Taken", "New roof"])
        self.assertEqual([each[2] for each in self.seen(self.ada)], [SECRET, "Bob", "New roof"])
        self.assertEqual(self.get(self.bob, self.own)["extendedProps"]["note"], "Mine")

    def test_a_conflict_says_which_nights_and_not_whose(self):
        reply = self.try_booking(self.bob, "07-03", "07-05")
        self.assert_broken(reply, 409, "overlap",
                           "July 3 is taken. Choose other nights, or wish for these.")
        self.assertEqual(reply.json["taken"], [{"night": day("07-03")}])
        self.assert_hidden(reply.body)
        moved = self.try_change(self.bob, self.own, start=day("07-02"), end=day("07-04"))
        self.assert_broken(moved, 409, "overlap")
        self.assert_hidden(moved.body)
        self.assertEqual(self.quote(self.bob, "07-03", "07-05")["taken"],
                         [{"night": day("07-03")}])
        known = self.quote(self.ada, "07-03", "07-05")["taken"]
        self.assertEqual(known[0]["event"]["title"], SECRET)

    def test_what_is_refused_says_nothing(self):
        for method, body in (("PATCH", {"note": "x"}), ("DELETE", None)):
            for etag in ("v1", "v7"):
                reply = self.bob.client.send(
                    method, self.path(f"/events/{self.booking['id']}"), body,
                    {"If-Match": f'"{etag}"'})
                self.assert_problem(reply, 403)
                self.assert_hidden(reply.body)

    def test_statistics_know_oneself_and_others(self):
        path = self.path(f"/statistics?year={day('07-01')[:4]}")
        reply = self.bob.client.get(path)
        self.assert_hidden(reply.body)
        self.assertEqual([(each["userId"], each["nights"]) for each in reply.json["people"]],
                         [(None, 3), (self.bob.id, 2)])
        known = self.ada.client.get(path).json["people"]
        self.assertEqual([(each["name"], each["nights"]) for each in known],
                         [("Ada", 3), ("Bob", 2)])

    def test_the_calendar_file(self):
        for person, titles in ((self.bob, ["Taken", "Bob", "New roof"]),
                               (self.eve, ["Taken", "Taken", "New roof"]),
                               (self.ada, [SECRET, "Bob", "New roof"])):
            text = self.visitor().get(feed_path(person, self.place)).body.decode()
            self.assertEqual([line.partition(":")[2] for line in text.split("\r\n")
                              if line.startswith("SUMMARY")], titles)
            if person is not self.ada:
                self.assert_hidden(text.encode())

    def test_what_open_pages_hear(self):
        stream = EventStream(self.eve.client)
        self.addCleanup(stream.close)
        stream.until("hello")
        made = self.book(self.ada, "08-01", "08-02", title=SECRET)
        self.remove(self.ada, made)
        heard = [event.data for _ in "12" for event in stream.until("booking")]
        self.assertEqual(len(heard), 2)
        self.assert_hidden(heard)

    def test_wishes_are_the_administrators(self):
        nights = {"start": day("07-01"), "end": day("07-03")}
        made = make_wish(self.bob, self.place, nights)
        self.assert_hidden(self.bob.client.get(self.path("/wishes")).body)
        self.assertEqual(self.eve.client.get(self.path("/wishes")).json["wishes"], [])
        self.assertEqual([each["id"] for each in
                          self.ada.client.get(self.path("/wishes")).json["wishes"]], [made["id"]])

    def test_when_names_are_shown_again_they_are_there(self):
        self.settle(showsNames=True)
        self.assertEqual([each[2] for each in self.seen(self.eve)], [SECRET, "Bob", "New roof"])
        reply = self.try_booking(self.bob, "07-01", "07-04")
        self.assertEqual([each["night"] for each in reply.json["taken"]],
                         nights_of("07-01", "07-04"))
        self.assertEqual(reply.json["taken"][0]["event"]["id"], self.booking["id"])
