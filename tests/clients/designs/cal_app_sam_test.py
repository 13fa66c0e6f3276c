"""cal-app-sam: events that never overlap, by write transactions over slots."""

import datetime
import unittest

from design_case import DesignTest

TABLE = "cal-app-sam"


def nights(start, end):
    """The dates of all nights from start to end; the end is the day of leaving."""
    day, last = datetime.date.fromisoformat(start), datetime.date.fromisoformat(end)
    found = set()
    while day < last:
        found.add(day.isoformat())
        day += datetime.timedelta(days=1)
    return found


def event_key(name):
    return {"PK": {"S": "EVENT"}, "SK": {"S": name}}


def slot_key(date):
    return {"PK": {"S": "SLOT"}, "SK": {"S": date}}


class CalAppSamTest(DesignTest):
    NAME = TABLE
    LOCAL = [("startDateIndex", "PK", "startDate")]

    def transact(self, *actions):
        return self.client.transact_write_items(TransactItems=list(actions))

    def put_slots(self, dates):
        return [{"Put": {"TableName": TABLE, "Item": slot_key(date),
                         "ConditionExpression": "attribute_not_exists(SK)"}}
                for date in sorted(dates)]

    def delete_slots(self, dates):
        return [{"Delete": {"TableName": TABLE, "Key": slot_key(date)}} for date in sorted(dates)]

    def create_event(self, name, start, end):
        item = event_key(name) | {"startDate": {"S": start}, "endDate": {"S": end},
                                  "title": {"S": name}, "version": {"N": "1"}}
        self.transact({"Put": {"TableName": TABLE, "Item": item,
                               "ConditionExpression": "attribute_not_exists(SK)"}},
                      *self.put_slots(nights(start, end)))

    def stored(self, name):
        return self.client.get_item(TableName=TABLE, Key=event_key(name)).get("Item")

    def delete_event(self, name, version):
        item = self.stored(name)
        self.transact({"Delete": {"TableName": TABLE, "Key": event_key(name),
                                  "ConditionExpression": "version = :version",
                                  "ExpressionAttributeValues": {":version": {"N": version}}}},
                      *self.delete_slots(nights(item["startDate"]["S"], item["endDate"]["S"])))

    def update_event(self, name, start, end):
        item = self.stored(name)
        before = nights(item["startDate"]["S"], item["endDate"]["S"])
        after = nights(start, end)
        self.transact({"Update": {
            "TableName": TABLE, "Key": event_key(name),
            "UpdateExpression": "SET startDate = :start, endDate = :end, version = version + :one",
            "ConditionExpression": "version = :version",
            "ExpressionAttributeValues": {":start": {"S": start}, ":end": {"S": end},
                                          ":one": {"N": "1"}, ":version": item["version"]}}},
            *self.put_slots(after - before), *self.delete_slots(before - after))

    def slots(self):
        return {item["SK"] for item in self.query("PK = :pk", {":pk": "SLOT"})}

    def reasons(self, caught):
        return [reason["Code"] for reason in caught.exception.response["CancellationReasons"]]

    def test_list_events(self):
        for name, start, end in (("c", "2025-03-01", "2025-03-02"), ("a", "2025-01-02",
                                 "2025-01-05"), ("b", "2025-01-10", "2025-01-12")):
            self.create_event(name, start, end)
        found = self.query("PK = :pk AND startDate BETWEEN :from AND :to",
                           {":pk": "EVENT", ":from": "2025-01-01", ":to": "2025-01-31"},
                           IndexName="startDateIndex")
        self.assertEqual([item["SK"] for item in found], ["a", "b"])
        self.assertEqual(found[0]["endDate"], "2025-01-05")

    def test_events_do_not_overlap(self):
        self.create_event("first", "2025-01-02", "2025-01-05")
        self.assertEqual(self.slots(), {"2025-01-02", "2025-01-03", "2025-01-04"})
        with self.assertRaises(self.client.exceptions.TransactionCanceledException) as caught:
            self.create_event("second", "2025-01-04", "2025-01-06")
        self.assertEqual(self.reasons(caught), ["None", "ConditionalCheckFailed", "None"])
        self.assertIsNone(self.stored("second"))
        self.create_event("third", "2025-01-05", "2025-01-06")

    def test_delete_event(self):
        self.create_event("first", "2025-01-02", "2025-01-05")
        with self.assertRaises(self.client.exceptions.TransactionCanceledException) as caught:
            self.delete_event("first", version="2")
        self.assertEqual(self.reasons(caught), ["ConditionalCheckFailed", "None", "None", "None"])
        self.delete_event("first", version="1")
        self.assertEqual((self.stored("first"), self.slots()), (None, set()))

    def test_update_event(self):
        self.create_event("first", "2025-01-02", "2025-01-05")
        self.create_event("second", "2025-01-07", "2025-01-08")
        self.update_event("first", "2025-01-04", "2025-01-07")
        self.assertEqual(self.slots(), {"2025-01-04", "2025-01-05", "2025-01-06", "2025-01-07"})
        self.assertEqual(self.stored("first")["version"], {"N": "2"})
        with self.assertRaises(self.client.exceptions.TransactionCanceledException):
            self.update_event("first", "2025-01-04", "2025-01-09")
        self.assertEqual(self.stored("first")["endDate"], {"S": "2025-01-07"})


if __name__ == "__main__":
    unittest.main()
