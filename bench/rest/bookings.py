"""How many stays are booked in a second, and how near is that to the bare transactions?"""

import datetime
import itertools
import os
import time
import uuid

import load
import people
import servers
from report import short

TABLE = "cal-app-sam"
CLIENTS = 64
NIGHTS = 3
FIRST_NIGHT = datetime.date(2100, 1, 1)  # There are a million such stays until the year 9999.
PART = 0.6  # Of the bare transactions.
ASKED_PER_S = 20_000  # More than are answered: no stay must be asked for twice.
SCOPES = ["bookings:read", "bookings:write"]
IS_NEW = {"ConditionExpression": "attribute_not_exists(PK)",
          "ReturnValuesOnConditionCheckFailure": "ALL_OLD"}


class Bookings:
    def __init__(self, arguments, build, folder, report):
        self.arguments = arguments
        self.build = build
        self.folder = os.path.join(folder, "bookings")
        self.report = report
        self.norn = None
        self.token = None
        self.stays = {"rest": stays(), "api": stays()}
        self.acknowledged = {"rest": 1, "api": 0}

    def measure(self, stack):
        self.norn, owner = people.start_site(self.build, self.folder)
        stack.callback(self.norn.stop)
        self.token = owner.call("POST", "/api/v1/tokens",
                                {"name": "bench", "scopes": SCOPES}).json["text"]
        # The second place is only a key: its items are written straight into the table.
        place_ids = [owner.call("POST", "/api/v1/places", {"name": name, "color": "#3B82F6"})
                     .json["id"] for name in ("First", "Booked", "Written")]
        self.booked, self.written = place_ids[1:]
        self.model = self.book_one(owner)
        rates = load.in_turns({"rest": self.rest_turn, "api": self.api_turn}, self.arguments.turns)
        for name, place_id in (("rest", self.booked), ("api", self.written)):
            self.check(place_id, self.acknowledged[name])
        self.judge(rates["rest"], rates["api"])

    def events_path(self):
        return f"/api/v1/places/{self.booked}/events"

    def book_one(self, owner):
        """The items of a booking, which those that are written directly are made after."""
        start, end = next(self.stays["rest"])
        event_id = owner.call("POST", self.events_path(), {"start": start, "end": end}).json["id"]
        event, = self.query(f"EVENT#{self.booked}", "SK = :sk", {":sk": {"S": event_id}})
        slots = self.query(f"SLOT#{self.booked}", "SK >= :sk", {":sk": {"S": start}})
        if len(slots) != NIGHTS or {slot["eventId"]["S"] for slot in slots} != {event_id}:
            raise RuntimeError(f"{slots} are not the slots of {event}")
        return event, slots[0]

    def query(self, partition, condition, values):
        return self.norn.call("Query", {
            "TableName": TABLE, "ConsistentRead": True,
            "KeyConditionExpression": f"PK = :pk AND {condition}",
            "ExpressionAttributeValues": values | {":pk": {"S": partition}}})["Items"]

    def transaction(self, start, end):
        """What the server itself makes of a booking: its four actions, with their conditions."""
        event_id = {"S": str(uuid.uuid4())}
        event, slot = self.model
        event = event | {"PK": {"S": f"EVENT#{self.written}"}, "SK": event_id,
                         "startDate": {"S": start}, "endDate": {"S": end}}
        items = [event | {"id": event_id} if "id" in event else event]
        for night in range(NIGHTS):
            date = datetime.date.fromisoformat(start) + datetime.timedelta(night)
            items.append(slot | {"PK": {"S": f"SLOT#{self.written}"}, "SK": {"S": str(date)},
                                 "eventId": event_id})
        return {"TransactItems": [{"Put": {"TableName": TABLE, "Item": item} | IS_NEW}
                                  for item in items]}

    def next_stays(self, name):
        return itertools.islice(self.stays[name], ASKED_PER_S * self.arguments.seconds)

    def turn(self, name, url, headers, bodies):
        requests = os.path.join(self.folder, f"{name}.requests")
        load.write_requests(requests, "POST", headers, bodies)
        rate = load.run(self.norn, url, requests, CLIENTS, self.arguments.seconds)
        if rate.requests > ASKED_PER_S * self.arguments.seconds:
            raise RuntimeError("there were not enough stays")
        self.acknowledged[name] += rate.requests
        return rate

    def rest_turn(self):
        bodies = ({"start": start, "end": end} for start, end in self.next_stays("rest"))
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        return self.turn("rest", self.norn.web_url(self.events_path()), headers, bodies)

    def api_turn(self):
        bodies = (self.transaction(start, end) for start, end in self.next_stays("api"))
        return self.turn("api", self.norn.url(), servers.headers_of("TransactWriteItems"), bodies)

    def count(self, partition):
        request = {"TableName": TABLE, "Select": "COUNT", "KeyConditionExpression": "PK = :pk",
                   "ExpressionAttributeValues": {":pk": {"S": partition}}}
        found = 0
        while True:
            page = self.norn.call("Query", request)
            found += page["Count"]
            if "LastEvaluatedKey" not in page:
                return found
            request["ExclusiveStartKey"] = page["LastEvaluatedKey"]

    def counts(self, place_id):
        """Of events and slots, when nothing is under way any more: requests whose reply nobody
        waits for, because a turn is over, are done all the same."""
        before = None
        while True:
            now = self.count(f"EVENT#{place_id}"), self.count(f"SLOT#{place_id}")
            if now == before:
                return now
            before = now
            time.sleep(0.5)

    def check(self, place_id, acknowledged):
        """Fails when something that was acknowledged is not there."""
        events, slots = self.counts(place_id)
        if slots != NIGHTS * events or events < acknowledged:
            raise RuntimeError(f"{acknowledged} stays were booked: {events} events, {slots} slots")

    def judge(self, rest, api):
        part = load.middle(rest) / load.middle(api)
        what = f"a stay of {NIGHTS} nights is booked, {CLIENTS} clients"
        self.report.add(what, f"{short(load.middle(rest))}/s",
                        f"{tails(rest)}; processor time {load.middle(rest, 'cpu_us'):.0f} us")
        self.report.add(f"the same beside bare TransactWriteItems of its {NIGHTS + 1} actions",
                        f"{part:.0%} of them", f"{short(load.middle(api))}/s; {tails(api)}; "
                        f"processor time {load.middle(api, 'cpu_us'):.0f} us", f">= {PART:.0%}",
                        part >= PART)


def stays():
    """Stays that have no night in common, for ever."""
    for number in itertools.count():
        start = FIRST_NIGHT + datetime.timedelta(NIGHTS * number)
        yield str(start), str(start + datetime.timedelta(NIGHTS))


def tails(rates):
    return (f"p50 {load.middle(rates, 'p50_ms'):.2f} ms, "
            f"p99 {load.middle(rates, 'p99_ms'):.2f} ms")
