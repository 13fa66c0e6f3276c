"""Live changes of places: they reach the open pages of all members, also those that come back."""

from booking_case import BookingCase
from booking_things import add_to_place, day
from event_stream import EventStream
from rest_case import on_every_store


@on_every_store
class BookingsLiveTest(BookingCase):
    def setUp(self):
        super().setUp()
        self.nora = self.world.sign_up("Nora")  # Who hears of no other place.
        add_to_place(self.ada, self.place, self.nora, "viewer")

    def listen(self, client=None, last_event_id=None):
        stream = EventStream(client or self.nora.client, last_event_id)
        self.addCleanup(stream.close)
        self.assertEqual(stream.status, 200)
        if last_event_id is None:
            stream.until("hello")
        return stream

    def told(self, booking, **more):
        return {"placeId": self.place["id"], "id": booking["id"], **more}

    def test_bookings_are_told_to_all_members(self):
        streams = [self.listen(), self.listen(self.nora.sign_in_again())]
        booking = self.book(self.bob)
        self.remove(self.bob, self.change(self.bob, booking, end=day("07-06")))
        for stream in streams:
            heard = [stream.next() for _ in range(3)]
            self.assertEqual([event.name for event in heard], ["booking"] * 3)
            self.assertEqual([event.data for event in heard],
                             [self.told(booking), self.told(booking),
                              self.told(booking, gone=True)])

    def test_the_place_and_who_is_in_it(self):
        stream = self.listen()
        self.settle(name="Changed")
        self.assertEqual(stream.until("place")[-1].data, {"id": self.place["id"]})
        add_to_place(self.ada, self.place, self.world.sign_up("Pia"), "viewer")
        self.assertEqual(stream.until("place-members")[-1].data, {"id": self.place["id"]})
        self.ada.client.delete(self.path(), expect=204)
        self.assertEqual(stream.until("place")[-1].data, {"id": self.place["id"], "gone": True})

    def test_who_comes_and_goes_hears_it(self):
        pia = self.world.sign_up("Pia")
        stream = self.listen(pia.client)
        add_to_place(self.ada, self.place, pia, "viewer")
        self.assertEqual(stream.until("place")[-1].data, {"id": self.place["id"]})
        self.ada.client.delete(self.path(f"/members/{pia.id}"), expect=204)
        while (data := stream.until("place")[-1].data) == {"id": self.place["id"]}:
            pass
        self.assertEqual(data, {"id": self.place["id"], "gone": True})
        # Nothing is heard of it any more; what comes next is of the person's own.
        self.book(self.bob)
        own = pia.client.post("/api/v1/places", {"name": "Own", "color": "#123456"},
                              expect=201).json
        heard = stream.until("place")
        while heard[-1].data["id"] != own["id"]:
            heard += stream.until("place")
        self.assertNotIn("booking", [event.name for event in heard])

    def test_strangers_hear_nothing(self):
        sten = self.world.sign_up("Sten")
        stream = self.listen(sten.client)
        self.book(self.bob)
        own = sten.client.post("/api/v1/places", {"name": "Own", "color": "#123456"},
                               expect=201).json
        self.assertEqual([event.data for event in stream.until("place")], [{"id": own["id"]}])

    def test_a_page_that_comes_back_hears_what_it_has_missed(self):
        stream = self.listen()
        self.book(self.bob, "06-01", "06-02")
        stream.until("booking")
        stream.close()
        changed, gone = self.book(self.bob), self.book(self.bob, "08-01", "08-04")
        self.change(self.bob, changed, note="x")
        self.remove(self.bob, gone)
        again = self.listen(last_event_id=stream.last_id)
        missed = [(event.name, event.data) for event in again.until("hello")][:-1]
        # Of several changes of one thing the last says it all.
        self.assertEqual(missed, [("booking", self.told(changed)),
                                  ("booking", self.told(gone, gone=True))])

    def test_a_token_hears_what_it_may_read(self):
        deaf = self.listen(self.nora.token("calendars:read", "planner:read"))
        hears = self.listen(self.nora.token("calendars:read", "bookings:read"))
        booking = self.book(self.bob)
        self.assertEqual(hears.until("booking")[-1].data, self.told(booking))
        # It was told, so whoever does not hear it before what comes next never will.
        self.nora.client.post("/api/v1/calendars", {"name": "Heard", "color": "#123456"},
                              expect=201)
        self.assertNotIn("booking", {event.name for event in deaf.until("calendar")})
        again = self.listen(self.nora.token("calendars:read"), deaf.last_id)
        self.assertEqual([event.name for event in again.until("hello")][-1], "hello")
