"""The table `cal-app-sam`, used with an ordinary DynamoDB client: the items are those that the
design shows, its queries and transactions, run as it writes them, do what it says, and what such a
client writes is there over HTTP."""

import uuid

import botocore.exceptions

from booking_case import BookingCase
from booking_things import book, booking_path, day, make_place, nights_of, place_path
from rest_case import on_stores_with_tables

TABLE = "cal-app-sam"
DESIGN = ("PK", "SK", "startDate", "endDate", "title", "version")


class DesignCase(BookingCase):
    """On a server of its own, whose first place has the keys of the design."""

    OWN_SERVER = ()
    SETTINGS = {"maxNights": 99}

    def setUp(self):
        self.make_world()
        if not hasattr(type(self), "default_place"):
            type(self).people = [self.world.sign_up(name) for name in ("Ada", "Bob", "Eve")]
            ada, bob, eve = self.people
            type(self).default_place = make_place(ada, "Cottage", member=bob, viewer=eve,
                                                  **self.SETTINGS)
        self.ada, self.bob, self.eve = self.people
        self.place = self.default_place
        self.assertEqual(self.place["id"], "default")
        self.addCleanup(self.clear)

    def clear(self):
        """Every test begins with a place that is free."""
        for each in self.bookings(self.ada, "2000-01-01", "2009-01-01") + self.bookings(self.ada):
            self.remove(self.ada, self.get(self.ada, each))
        self.assertEqual(self.slots(), {})

    def query(self, condition, index=None, **values):
        options = {"IndexName": index} if index else {}
        return self.table(TABLE).query(
            KeyConditionExpression=condition, ConsistentRead=True,
            ExpressionAttributeValues={f":{name}": value for name, value in values.items()},
            **options)["Items"]

    def slots(self, partition="SLOT"):
        """Which event has which night."""
        return {item["SK"]: item.get("eventId") for item in self.query("PK = :pk", pk=partition)}

    def transact(self, *actions):
        """A transaction of the design, with actions as pairs: ("Put", {...})."""
        client = self.server.tables.meta.client
        client.transact_write_items(TransactItems=[
            {name: {"TableName": TABLE, **action}} for name, action in actions])

    def put(self, item):
        return ("Put", {"Item": item, "ConditionExpression": "attribute_not_exists(PK)"})

    def event_item(self, first, end, title="Grandma"):
        """With no more attributes than the design has."""
        return {"PK": "EVENT", "SK": str(uuid.uuid4()), "startDate": day(first),
                "endDate": day(end), "title": title, "version": 1}

    def create_event(self, first, end, title="Grandma"):
        """createEvent of the design, by a client that knows nothing of Norn."""
        event = self.event_item(first, end, title)
        self.transact(self.put(event),
                      *(self.put({"PK": "SLOT", "SK": night}) for night in nights_of(first, end)))
        return event


@on_stores_with_tables
class BookingsDesignTest(DesignCase):
    def test_an_event_and_its_slots_are_the_items_of_the_design(self):
        booking = self.book(self.bob, "07-01", "07-04")
        item = self.item("EVENT", booking["id"], TABLE)
        self.assertEqual({name: item[name] for name in DESIGN},
                         {"PK": "EVENT", "SK": booking["id"], "startDate": day("07-01"),
                          "endDate": day("07-04"), "title": "Bob", "version": 1})
        nights = nights_of("07-01", "07-04")
        self.assertEqual(self.slots(), dict.fromkeys(nights, booking["id"]))
        self.assertEqual(self.item("SLOT", nights[0], TABLE),
                         {"PK": "SLOT", "SK": nights[0], "eventId": booking["id"]})
        moved = self.change(self.bob, booking, start=day("07-03"), end=day("07-05"))
        self.assertEqual(self.item("EVENT", booking["id"], TABLE)["version"], 2)
        self.assertEqual(list(self.slots()), nights_of("07-03", "07-05"))
        self.remove(self.bob, moved)
        self.assertIsNone(self.item("EVENT", booking["id"], TABLE))
        self.assertEqual(self.slots(), {})

    def test_list_events(self):
        """startDateIndex: PK = 'EVENT', FROM < start-date < TO"""
        ids = [self.book(self.bob, first, end)["id"] for first, end in
               (("07-01", "07-04"), ("07-10", "07-12"), ("08-01", "08-03"))]
        items = self.query("PK = :pk AND startDate BETWEEN :from AND :to", "startDateIndex",
                           pk="EVENT", **{"from": day("07-01"), "to": day("07-31")})
        self.assertEqual([item["SK"] for item in items], ids[:2])

    def test_the_table_is_the_one_of_the_design(self):
        table = self.table(TABLE)
        index, = table.local_secondary_indexes
        self.assertEqual((index["IndexName"], index["KeySchema"]), ("startDateIndex", [
            {"AttributeName": "PK", "KeyType": "HASH"},
            {"AttributeName": "startDate", "KeyType": "RANGE"}]))
        self.assertFalse(table.global_secondary_indexes)

    def test_what_such_a_client_creates_is_a_booking(self):
        event = self.create_event("07-01", "07-04")
        booking = self.get(self.eve, {"resourceId": "default", "id": event["SK"]})
        self.assertEqual((booking["title"], booking["start"], booking["end"], booking["editable"]),
                         ("Grandma", day("07-01"), day("07-04"), False))
        self.assertEqual((booking["extendedProps"]["userId"], booking["extendedProps"]["kind"],
                          booking["extendedProps"]["etag"]), (None, "booking", "v1"))
        self.assertEqual(self.bookings(self.eve), [booking])
        reply = self.try_booking(self.bob, "07-03", "07-05")
        self.assert_broken(reply, 409, "overlap", "July 3 is taken by Grandma. Choose other "
                           "nights, or wish for these.")
        self.assertEqual(reply.json["taken"], [{"night": day("07-03"), "event": {
            "id": event["SK"], "title": "Grandma", "kind": "booking"}}])
        own = self.get(self.ada, booking)
        moved = self.change(self.ada, own, end=day("07-05"), note="x")
        self.assertEqual((moved["end"], moved["extendedProps"]["version"]), (day("07-05"), 2))
        self.assertEqual(list(self.slots()), nights_of("07-01", "07-05"))

    def test_such_a_client_cannot_overlap_what_is_booked(self):
        self.book(self.bob, "07-01", "07-04")
        with self.assertRaises(botocore.exceptions.ClientError) as raised:
            self.create_event("07-03", "07-05")
        reasons = [each["Code"] for each in raised.exception.response["CancellationReasons"]]
        self.assertEqual(reasons, ["None", "ConditionalCheckFailed", "None"])
        self.create_event("07-04", "07-05")
        self.assertEqual([each[2] for each in self.seen(self.eve)], ["Bob", "Grandma"])

    def test_what_such_a_client_updates_and_deletes(self):
        booking = self.book(self.bob, "07-01", "07-04")
        key = {"PK": "EVENT", "SK": booking["id"]}
        self.transact(
            ("Update", {"Key": key, "UpdateExpression": "SET startDate = :start, endDate = :end, "
                        "title = :title, version = version + :one",
                        "ConditionExpression": "version = :v", "ExpressionAttributeValues": {
                            ":start": day("07-02"), ":end": day("07-05"), ":title": "Theirs",
                            ":one": 1, ":v": 1}}),
            self.put({"PK": "SLOT", "SK": day("07-04")}),
            ("Delete", {"Key": {"PK": "SLOT", "SK": day("07-01")}}))
        stale = self.try_change(self.bob, booking, note="x")
        self.assert_broken(stale, 409, "staleVersion")
        current = stale.json["current"]
        self.assertEqual((current["title"], current["start"], current["extendedProps"]["version"]),
                         ("Theirs", day("07-02"), 2))
        self.book(self.ada, "07-01", "07-02")
        self.transact(("Delete", {"Key": key, "ConditionExpression": "version = :v",
                                  "ExpressionAttributeValues": {":v": 2}}),
                      *(("Delete", {"Key": {"PK": "SLOT", "SK": night}})
                        for night in nights_of("07-02", "07-05")))
        self.bob.client.get(booking_path(booking), expect=404)
        self.book(self.bob, "07-02", "07-05")

    def test_a_stay_of_99_nights_has_room_in_one_transaction(self):
        longest = self.book(self.bob, "07-01", "10-08")
        self.assertEqual(len(self.slots()), 99)
        self.remove(self.bob, longest)
        self.assert_problem(self.try_booking(self.bob, "07-01", "10-09"), 400)
        self.assertEqual(self.slots(), {})

    def test_further_places_have_keys_of_their_own(self):
        boat = make_place(self.ada, "Boat")
        booking = book(self.ada, boat, "07-01", "07-03")
        item = self.item(f"EVENT#{boat['id']}", booking["id"], TABLE)
        self.assertEqual((item["startDate"], item["version"]), (day("07-01"), 1))
        self.assertEqual(self.slots(f"SLOT#{boat['id']}"),
                         dict.fromkeys(nights_of("07-01", "07-03"), booking["id"]))
        self.assertEqual(self.slots(), {})
        self.ada.client.delete(place_path(boat), expect=204)

    def test_what_is_no_event_harms_nothing(self):
        """Somebody else writes to the table, and not what the design says: what cannot be read is
        a bug of theirs, which the log has, and other days are as they were."""
        event = self.event_item("07-01", "07-04") | {"startDate": day("07-01"), "endDate": "soon"}
        self.table(TABLE).put_item(Item=event)
        reply = self.eve.client.send("GET", self.path(f"/events/{event['SK']}"))
        self.assert_problem(reply, 422)
        self.assertNotIn("soon", reply.json["detail"])
        booking = self.book(self.bob, "02-01", "02-03")
        self.assertEqual([each["id"] for each in self.bookings(self.eve, "01-01", "05-01")],
                         [booking["id"]])
        self.table(TABLE).delete_item(Key={"PK": "EVENT", "SK": event["SK"]})
        self.assertEqual(len(self.bookings(self.eve)), 1)
