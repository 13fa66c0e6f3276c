"""What the tests of bookings share."""

from booking_things import (BOOKINGS, book, booking_path, make_place, place_path, range_query,
                            stay)
from rest_case import RestCase


class BookingCase(RestCase):
    """A place of its own for every test: Ada administers it, Bob books, Eve looks at it."""

    SETTINGS = {}

    def setUp(self):
        self.ada, self.bob, self.eve = (self.world.person(name) for name in ("Ada", "Bob", "Eve"))
        self.place = make_place(self.ada, "Cottage", member=self.bob, viewer=self.eve,
                                **self.SETTINGS)

    def path(self, rest=""):
        return place_path(self.place, rest)

    def settle(self, **changes):
        """Changes the settings of the place."""
        self.place = self.ada.client.patch(self.path(), changes, etag=self.place["etag"]).json
        return self.place

    def book(self, person, first="07-01", end="07-04", **options):
        return book(person, self.place, first, end, **options)

    def get(self, person, booking, expect=200):
        return person.client.get(booking_path(booking), expect=expect).json

    def change(self, person, booking, expect=200, **changes):
        """Of a booking as it was read: its ETag says what the change is based on."""
        return person.client.patch(booking_path(booking), changes,
                                   etag=booking["extendedProps"]["etag"], expect=expect).json

    def remove(self, person, booking):
        person.client.delete(booking_path(booking), etag=booking["extendedProps"]["etag"],
                             expect=204)

    def try_booking(self, person, first="07-01", end="07-04", **options):
        return person.client.send("POST", self.path("/events"), stay(first, end, **options))

    def try_change(self, person, booking, etag=None, **changes):
        etag = etag or booking["extendedProps"]["etag"]
        return person.client.send("PATCH", booking_path(booking), changes,
                                  {"If-Match": f'"{etag}"'})

    def assert_broken(self, reply, status, code, detail=None, field=None):
        """A rule was broken, and the problem says which."""
        self.assert_problem(reply, status, field)
        self.assertEqual(reply.json.get("code"), code, reply.body)
        if detail is not None:
            self.assertEqual(reply.json["detail"], detail)

    def bookings(self, person, first="01-01", end=None):
        return person.client.get(self.path("/events" + range_query(first, end))).json

    def everywhere(self, person, first="01-01", end=None):
        return person.client.get(BOOKINGS + range_query(first, end)).json

    def seen(self, person, first="01-01", end=None):
        """When and who, as the person sees it."""
        return [(each["start"], each["end"], each["title"])
                for each in self.bookings(person, first, end)]

    def quote(self, person, first, end, **query):
        return person.client.get(self.path("/quote" + range_query(first, end, **query))).json
