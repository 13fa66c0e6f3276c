"""Many who want the same nights at the same moment: each night is had by one."""

from booking_case import BookingCase
from booking_things import PLACES, day, nights_of, place_path, range_query, settings_of, stay
from rest_case import at_once, on_every_store

CLIENTS = 20
ROUNDS = 3


@on_every_store
class BookingConcurrencyTest(BookingCase):
    def clients(self, count=CLIENTS):
        """Browsers of the two who book."""
        return [(self.ada, self.bob)[n % 2].client.copy() for n in range(count)]

    def post(self, client, first, end, **options):
        return client.send("POST", self.path("/events"), stay(first, end, **options))

    def assert_one_each(self):
        """No night is in two bookings."""
        nights = [night for each in self.bookings(self.ada)
                  for night in nights_of(each["start"], each["end"])]
        self.assertEqual(len(nights), len(set(nights)))

    def test_one_of_twenty_has_the_night(self):
        for _ in range(ROUNDS):
            replies = at_once(*(lambda client=client: self.post(client, "07-01", "07-02")
                                for client in self.clients()))
            made = [reply.json for reply in replies if reply.status == 201]
            self.assertEqual(len(made), 1, [reply.status for reply in replies])
            for reply in replies:
                if reply.status == 201:
                    continue
                self.assert_broken(reply, 409, "overlap")
                self.assertEqual(reply.json["taken"], [{"night": day("07-01"), "event": {
                    "id": made[0]["id"], "title": made[0]["title"], "kind": "booking"}}])
            self.assertEqual([each["id"] for each in self.bookings(self.ada)], [made[0]["id"]])
            self.remove(self.ada, made[0])

    def test_stays_that_overlap_each_other(self):
        stays = [(f"07-{n:02}", f"07-{n + 4:02}") for n in range(1, CLIENTS + 1)]
        replies = at_once(*(lambda client=client, each=each: self.post(client, *each)
                            for client, each in zip(self.clients(), stays)))
        made = {reply.json["id"] for reply in replies if reply.status == 201}
        self.assertEqual({each["id"] for each in self.bookings(self.ada)}, made)
        self.assert_one_each()
        taken = {night for each in self.bookings(self.ada)
                 for night in nights_of(each["start"], each["end"])}
        for reply, each in zip(replies, stays):
            if reply.status != 201:
                self.assert_broken(reply, 409, "overlap")
                named = {night["night"] for night in reply.json["taken"]}
                self.assertTrue(named and named <= set(nights_of(*each)) & taken, reply.json)

    def test_bookings_that_move_towards_each_other(self):
        """Each begins alone; all want to be where the others are."""
        own = [self.book(self.bob, f"07-{1 + 3 * n:02}", f"07-{2 + 3 * n:02}") for n in range(8)]
        replies = at_once(*(lambda client=client, each=each: client.send(
            "PATCH", self.path(f"/events/{each['id']}"),
            {"start": day("08-01"), "end": day("08-03")}, {"If-Match": '"v1"'})
            for client, each in zip(self.clients(8), own)))
        statuses = sorted(reply.status for reply in replies)
        self.assertEqual(statuses, [200] + [409] * 7)
        self.assert_one_each()
        self.assertEqual(len(self.bookings(self.ada)), 8)
        freed = next(each for each, reply in zip(own, replies) if reply.status == 200)
        self.book(self.ada, freed["start"], freed["end"])

    def test_of_changes_of_one_version_one_counts(self):
        booking = self.book(self.bob)
        path = self.path(f"/events/{booking['id']}")
        bodies = [("PATCH", {"note": str(n)}) for n in range(6)] + [("DELETE", None)]
        replies = at_once(*(lambda client=client, each=each: client.send(
            each[0], path, each[1], {"If-Match": '"v1"'})
            for client, each in zip(self.clients(len(bodies)), bodies)))
        done = [reply for reply in replies if reply.status in (200, 204)]
        self.assertEqual(len(done), 1, [reply.status for reply in replies])
        gone = done[0].status == 204
        for reply in replies:
            if reply is done[0]:
                continue
            if gone:
                self.assert_problem(reply, 404)
            else:
                self.assert_broken(reply, 409, "staleVersion")
                self.assertEqual(reply.json["current"]["extendedProps"]["note"],
                                 done[0].json["extendedProps"]["note"])

    def test_one_key_makes_one_booking_for_many(self):
        headers = {"Idempotency-Key": "one-key-for-many"}
        replies = at_once(*(lambda client=client: client.send(
            "POST", self.path("/events"), stay("07-01", "07-04"), headers)
            for client in (self.bob.client.copy() for _ in range(8))))
        self.assertEqual({reply.status for reply in replies}, {201})
        self.assertEqual(len({reply.json["id"] for reply in replies}), 1)
        self.assertEqual(len(self.bookings(self.ada)), 1)

    def test_a_place_goes_while_it_is_booked(self):
        months = [f"{month:02}" for month in range(1, 13)]

        def work(client):
            for month in months:
                reply = self.post(client, f"{month}-01", f"{month}-20")
                self.assertIn(reply.status, (201, 404, 409))

        at_once(*(lambda client=client: work(client) for client in self.clients(4)),
                lambda: self.ada.client.copy().delete(self.path(), expect=204))
        self.ada.client.get(self.path("/events" + range_query()), expect=404)
        if self.server.api_url:
            self.assert_eventually(lambda: [item for table, item in
                                            self.traces_of(self.place["id"])
                                            if table == "cal-app-sam"], [])

    def test_one_key_makes_one_place_for_many(self):
        nora = self.world.sign_up("Nora")
        replies = at_once(*(lambda client=client: client.send(
            "POST", PLACES, settings_of(), {"Idempotency-Key": "one-place"})
            for client in (nora.client.copy() for _ in range(5))))
        made = {reply.json["id"] for reply in replies if reply.status == 201}
        self.assertEqual(len(made), 1)
        self.assertEqual([each["id"] for each in nora.client.get(PLACES).json["places"]],
                         list(made))
        nora.client.get(place_path(made.pop()))
