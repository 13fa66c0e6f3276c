"""BatchWriteItem and BatchGetItem: what they do, their limits, and what they leave undone."""

import unittest

from dynamodb_case import DynamoDbTest


def key(n):
    return {"pk": {"S": str(n)}}


def puts(numbers, **more):
    return [{"PutRequest": {"Item": key(n) | more}} for n in numbers]


class BatchTest(DynamoDbTest):
    TABLE = {}

    def write(self, requests, **options):
        return self.client.batch_write_item(RequestItems={self.table: requests}, **options)

    def get_batch(self, numbers, **options):
        return self.client.batch_get_item(RequestItems={
            self.table: {"Keys": [key(n) for n in numbers]} | options})

    def test_twenty_five_writes_and_a_hundred_reads(self):
        for start in range(0, 100, 25):
            reply = self.write(puts(range(start, start + 25), n={"N": str(start)}))
            self.assertEqual(reply["UnprocessedItems"], {})
        reply = self.get_batch(range(100))
        self.assertEqual(reply["UnprocessedKeys"], {})
        self.assertEqual({item["pk"]["S"] for item in reply["Responses"][self.table]},
                         {str(n) for n in range(100)})

    def test_puts_and_deletes_of_two_tables(self):
        other = self.new_table()
        self.write(puts(["gone", "kept"]))
        self.client.batch_write_item(RequestItems={
            self.table: [{"DeleteRequest": {"Key": key("gone")}}, *puts(["new"])],
            other: puts(["there"])})
        self.assertIsNone(self.get(key("gone")))
        self.assertEqual(self.get(key("new")), key("new"))
        reply = self.client.batch_get_item(RequestItems={
            self.table: {"Keys": [key("gone"), key("kept")], "ConsistentRead": True},
            other: {"Keys": [key("there")]}})
        self.assertEqual(reply["Responses"], {self.table: [key("kept")], other: [key("there")]})

    def test_a_table_is_called_what_the_request_calls_it(self):
        arn = self.client.describe_table(TableName=self.table)["Table"]["TableArn"]
        self.client.batch_write_item(RequestItems={arn: puts(["by arn"])})
        reply = self.client.batch_get_item(RequestItems={arn: {"Keys": [key("by arn")]}})
        self.assertEqual(reply["Responses"], {arn: [key("by arn")]})

    def test_projections(self):
        self.write(puts(["p"], a={"S": "1"}, b={"S": "2"}))
        reply = self.get_batch(["p"], ProjectionExpression="#a",
                               ExpressionAttributeNames={"#a": "a"})
        self.assertEqual(reply["Responses"][self.table], [{"a": {"S": "1"}}])
        reply = self.get_batch(["p"], AttributesToGet=["b"])
        self.assertEqual(reply["Responses"][self.table], [{"b": {"S": "2"}}])

    def test_items_that_are_not_there_are_left_out(self):
        self.assertEqual(self.get_batch(["absent"])["Responses"], {self.table: []})

    def test_a_reply_ends_at_sixteen_megabytes(self):
        for n in range(45):
            self.write(puts([f"big{n}"], filler={"S": "x" * 390_000}))
        wanted = {f"big{n}" for n in range(45)}
        keys, found, rounds = {self.table: {"Keys": [key(n) for n in wanted]}}, set(), 0
        while keys:
            reply = self.client.batch_get_item(RequestItems=keys)
            found |= {item["pk"]["S"] for item in reply["Responses"][self.table]}
            keys, rounds = reply["UnprocessedKeys"], rounds + 1
        self.assertEqual(found, wanted)
        self.assertEqual(rounds, 2)

    def test_mistakes_are_named(self):
        duplicates = "Provided list of item keys contains duplicates"
        with self.invalid(duplicates):
            self.write(puts(["a", "a"]))
        with self.invalid(duplicates):
            self.write([*puts(["a"]), {"DeleteRequest": {"Key": key("a")}}])
        with self.invalid(duplicates):
            self.get_batch(["a", "a"])
        with self.invalid("Too many items requested for the BatchGetItem call"):
            other = self.new_table()
            self.client.batch_get_item(RequestItems={
                self.table: {"Keys": [key(n) for n in range(60)]},
                other: {"Keys": [key(n) for n in range(60)]}})
        with self.invalid("Too many items requested for the BatchWriteItem call"):
            self.client.batch_write_item(RequestItems={self.table: puts(range(20)),
                                                       other: puts(range(20))})
        with self.invalid(f"Value at 'RequestItems.{self.table}.member' failed to satisfy "
                          "constraint: Member must have length less than or equal to 25"):
            self.lenient.batch_write_item(RequestItems={self.table: puts(range(26))})
        with self.invalid(f"Value at 'RequestItems.{self.table}.member.Keys' failed to satisfy "
                          "constraint: Member must have length less than or equal to 100"):
            self.lenient.batch_get_item(RequestItems={
                self.table: {"Keys": [key(n) for n in range(101)]}})
        with self.invalid("The provided key element does not match the schema"):
            self.write([{"DeleteRequest": {"Key": {"wrong": {"S": "a"}}}}])
        for item in ({"wrong": {"S": "a"}}, {"pk": {"N": "5"}}, {"pk": {"L": []}}):
            with self.invalid("The provided key element does not match the schema"):
                self.write([{"PutRequest": {"Item": item}}])
        with self.invalid("Supplied AttributeValue has more than one datatypes set, must contain "
                          "exactly one of the supported datatypes"):
            self.lenient.batch_write_item(RequestItems={self.table: [
                {"PutRequest": {"Item": key("a") | {"x": {"S": "a", "N": "1"}}}}]})
        with self.refused("ResourceNotFoundException", "Requested resource not found"):
            self.client.batch_get_item(RequestItems={"Absent": {"Keys": [key("a")]}})
        with self.refused("ResourceNotFoundException", "Requested resource not found"):
            self.client.batch_write_item(RequestItems={"Absent": puts(["a"])})

    def test_a_batch_of_nothing_is_refused(self):
        with self.invalid("The requestItems parameter is required for BatchWriteItem"):
            self.lenient.batch_write_item(RequestItems={})
        with self.invalid():
            self.lenient.batch_get_item(RequestItems={})

    def test_nothing_is_written_when_the_request_is_refused(self):
        with self.invalid():
            self.write([*puts(["untouched"]), *puts(["a", "a"])])
        self.assertIsNone(self.get(key("untouched")))

    def test_capacity(self):
        reply = self.write(puts(["c1", "c2"]), ReturnConsumedCapacity="TOTAL")
        self.assertEqual(reply["ConsumedCapacity"],
                         [{"TableName": self.table, "CapacityUnits": 2.0}])
        reply = self.client.batch_get_item(
            RequestItems={self.table: {"Keys": [key("c1"), key("c2"), key("absent")]}},
            ReturnConsumedCapacity="TOTAL")
        self.assertEqual(reply["ConsumedCapacity"],
                         [{"TableName": self.table, "CapacityUnits": 1.5}])


if __name__ == "__main__":
    unittest.main()
