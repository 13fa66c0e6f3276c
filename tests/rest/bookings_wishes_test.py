"""Wishes for nights that are taken: offered when they become free, gone when they are had."""

from booking_case import BookingCase
from booking_things import (WISHES, day, days_from_today, make_place, make_wish, place_path, stay)
from event_stream import EventStream
from rest_case import on_every_store


class WishesCase(BookingCase):
    def setUp(self):
        super().setUp()
        self.nora = self.world.sign_up("Nora")  # Who has no other wishes.
        self.ada.client.post(self.path("/members"), {"email": self.nora.email, "role": "member"},
                             expect=201)

    def wish(self, first="07-01", end="07-04", person=None, **options):
        return make_wish(person or self.nora, self.place,
                         {"start": day(first), "end": day(end)}, **options)

    def try_wish(self, first, end, person=None, **options):
        return (person or self.nora).client.send("POST", self.path("/wishes"),
                                                 stay(first, end, **options))

    def own(self, person=None):
        return (person or self.nora).client.get(WISHES).json["wishes"]

    def wishes(self, person):
        return person.client.get(self.path("/wishes")).json["wishes"]


@on_every_store
class WishesTest(WishesCase):
    def test_a_wish_is_offered_when_all_of_its_nights_are_free(self):
        first, second = self.book(self.bob, "07-01", "07-03"), self.book(self.ada, "07-05", "07-07")
        wish = self.wish("07-02", "07-06", note=" Please. ")
        self.assertEqual(wish, {
            "id": wish["id"], "placeId": self.place["id"], "placeName": "Cottage",
            "userId": self.nora.id, "userName": "Nora", "start": day("07-02"),
            "end": day("07-06"), "nights": 4, "note": "Please.", "createdAt": wish["createdAt"],
            "offered": False})
        self.assertEqual((self.own(), self.wishes(self.nora)), ([wish], [wish]))
        self.remove(self.bob, first)
        self.assertEqual(self.own(), [wish])
        self.change(self.ada, second, start=day("07-06"), end=day("07-07"))
        self.assertEqual(self.own(), [wish | {"offered": True}])
        self.book(self.bob, "07-02", "07-03")  # Somebody else was quicker.
        self.assertEqual(self.own(), [wish])

    def test_whoever_books_them_has_no_wish_any_more(self):
        booking = self.book(self.bob)
        self.wish()
        other = self.wish("07-03", "07-08")
        self.remove(self.bob, booking)
        self.book(self.nora, "07-01", "07-04")
        self.assertEqual([each["id"] for each in self.own()], [other["id"]])
        moved = self.bookings(self.nora)[0]
        self.change(self.nora, moved, start=day("07-02"), end=day("07-08"))
        self.assertEqual(self.own(), [])

    def test_free_nights_are_booked_and_not_wished_for(self):
        own = self.book(self.nora, "07-01", "07-04")
        for first, end in (("08-01", "08-04"), ("07-01", "07-04")):
            self.assert_broken(self.try_wish(first, end), 409, "nightsAreFree",
                               "No one else has booked these nights: book them instead of wishing "
                               "for them.")
        self.wish(person=self.bob)
        self.remove(self.nora, own)

    def test_the_same_wish_is_one(self):
        self.book(self.bob)
        first, second = self.wish(note="a"), self.wish(note="b")
        self.assertEqual((first["id"], second["note"]), (second["id"], "b"))
        self.assertEqual(self.own(), [second])
        self.assertNotEqual(self.wish(person=self.ada)["id"], first["id"])

    def test_who_sees_and_removes_which(self):
        self.book(self.bob, "07-01", "07-08")
        wishes = [self.wish("07-01", "07-04"), self.wish("07-04", "07-06", person=self.ada)]
        self.assertEqual(sorted(each["id"] for each in self.wishes(self.ada)),
                         sorted(each["id"] for each in wishes))
        self.assertEqual((self.wishes(self.bob), self.wishes(self.eve)), ([], []))
        for person in (self.bob, self.eve, self.stranger()):
            reply = person.client.send("DELETE", self.path(f"/wishes/{wishes[0]['id']}"))
            self.assert_problem(reply, 404)
        self.ada.client.delete(self.path(f"/wishes/{wishes[0]['id']}"), expect=204)
        self.assertEqual(self.own(), [])
        self.nora.client.delete(self.path(f"/wishes/{wishes[1]['id']}"), expect=404)
        self.ada.client.delete(self.path(f"/wishes/{wishes[1]['id']}"), expect=204)
        self.ada.client.delete(self.path(f"/wishes/{wishes[1]['id']}"), expect=404)

    def test_a_wish_has_to_be_a_stay_that_could_be(self):
        self.settle(maxNights=7, minNights=2, allowsPast=True)
        self.book(self.bob, "07-01", "07-08")
        for first, end, code in (("07-01", "07-01", "endNotAfterStart"),
                                 ("07-01", "07-09", "tooLong"), ("07-01", "07-02", "tooShort"),
                                 (days_from_today(-2), days_from_today(1), "inThePast")):
            self.assert_broken(self.try_wish(first, end), 400, code)
        for field, wrong in (("start", "x"), ("end", None), ("note", "x" * 1001),
                             ("offered", True)):
            reply = self.nora.client.send("POST", self.path("/wishes"),
                                          stay("07-01", "07-04") | {field: wrong})
            self.assert_problem(reply, 400, field)
        self.assert_problem(self.try_wish("07-01", "07-04", person=self.eve), 403)
        self.assert_problem(self.try_wish("07-01", "07-04", person=self.stranger()), 404)

    def test_those_that_are_offered_come_first(self):
        boat = make_place(self.ada, "Boat", member=[self.bob, self.nora])
        self.book(self.bob, "07-01", "07-04")
        there = self.bob.client.post(place_path(boat, "/events"), stay("08-01", "08-04"),
                                     expect=201).json
        early = self.wish()
        late = make_wish(self.nora, boat, there)
        self.assertEqual([each["id"] for each in self.own()], [early["id"], late["id"]])
        self.remove(self.bob, there)
        self.assertEqual([(each["id"], each["placeName"], each["offered"]) for each in self.own()],
                         [(late["id"], "Boat", True), (early["id"], "Cottage", False)])

    def test_there_can_be_so_many(self):
        self.book(self.ada, "07-01", "10-08", kind="blocked")
        for n in range(50):
            self.wish(f"0{7 + n // 25}-{1 + n % 25:02}", f"0{7 + n // 25}-{2 + n % 25:02}")
        self.assert_problem(self.try_wish("09-01", "09-02"), 409)
        self.wish("07-01", "07-02", note="The same again is none more.")
        self.assertEqual(len(self.own()), 50)

    def test_who_leaves_wishes_for_nothing(self):
        self.book(self.bob)
        self.wish()
        self.nora.client.delete(self.path(f"/members/{self.nora.id}"), expect=204)
        self.assertEqual((self.own(), self.wishes(self.ada)), ([], []))


@on_every_store
class WishesLiveTest(WishesCase):
    def listen(self, person):
        stream = EventStream(person.client)
        self.addCleanup(stream.close)
        stream.until("hello")
        return stream

    def test_who_wished_hears_when_the_nights_become_free(self):
        booking = self.book(self.bob, "07-01", "07-08")
        stream, others = self.listen(self.nora), self.listen(self.bob)
        wish = self.wish("07-06", "07-08")
        told = {"placeId": self.place["id"], "id": wish["id"]}
        self.assertEqual(stream.until("wish")[-1].data, told)
        shorter = self.change(self.bob, booking, end=day("07-07"))
        self.assertEqual(len(stream.until("booking")), 1)  # One of its nights is free.
        shorter = self.change(self.bob, shorter, end=day("07-06"))
        heard = stream.until("wish")
        self.assertEqual([event.name for event in heard], ["booking", "wish"])
        self.assertEqual(heard[-1].data, told | {"offered": True})
        self.nora.client.delete(self.path(f"/wishes/{wish['id']}"), expect=204)
        self.assertEqual(stream.until("wish")[-1].data, told | {"gone": True})
        # Nobody else hears of it.
        self.remove(self.bob, shorter)
        names = []
        while not names or names[-1] != {"placeId": self.place["id"], "id": booking["id"],
                                         "gone": True}:
            event = others.next()
            self.assertEqual(event.name, "booking")
            names.append(event.data)
