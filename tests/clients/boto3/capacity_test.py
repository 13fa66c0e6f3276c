"""Consumed capacity and item collection metrics."""

import unittest

from dynamodb_case import DynamoDbTest


def item(sk, **more):
    return {"pk": {"S": "a"}, "sk": {"N": str(sk)}} | more


class CapacityTest(DynamoDbTest):
    TABLE = {"key": "pk:S sk:N", "gsis": [("ByG", "g:S")], "lsis": [("ByL", "pk:S l:S")]}

    def units(self, reply):
        self.assertEqual(reply["ConsumedCapacity"]["TableName"], self.table)
        return reply["ConsumedCapacity"]["CapacityUnits"]

    def test_nothing_is_said_unless_asked(self):
        self.assertNotIn("ConsumedCapacity", self.put(item(0)))
        self.assertNotIn("ConsumedCapacity", self.put(item(0), ReturnConsumedCapacity="NONE"))

    def test_writes_cost_by_the_kilobyte(self):
        rows = [({}, 1.0), ({"x": {"S": "x" * 900}}, 1.0), ({"x": {"S": "x" * 1500}}, 2.0),
                ({"x": {"S": "x" * 10000}}, 10.0)]
        for attributes, expected in rows:
            self.client.delete_item(TableName=self.table, Key=item(1))
            reply = self.put(item(1, **attributes), ReturnConsumedCapacity="TOTAL")
            with self.subTest(size=len(str(attributes))):
                self.assertEqual(self.units(reply), expected)
        reply = self.put(item(1), ReturnConsumedCapacity="TOTAL")
        self.assertEqual(self.units(reply), 10.0)  # The larger of what was and what is.

    def test_reads_cost_by_four_kilobytes(self):
        self.put(item(2, x={"S": "x" * 5000}))
        for consistent, expected in ((True, 2.0), (False, 1.0)):
            reply = self.client.get_item(TableName=self.table, Key=item(2),
                                         ConsistentRead=consistent, ReturnConsumedCapacity="TOTAL")
            self.assertEqual(self.units(reply), expected)
        reply = self.client.get_item(TableName=self.table, Key=item(99),
                                     ReturnConsumedCapacity="TOTAL")
        self.assertEqual(self.units(reply), 0.5)

    def test_a_query_costs_by_all_it_read(self):
        table = self.new_table("pk:S sk:N")
        for n in range(10):
            self.client.put_item(TableName=table, Item=item(n, x={"S": "x" * 1000}))
        options = {"TableName": table, "KeyConditionExpression": "pk = :p",
                   "ExpressionAttributeValues": {":p": {"S": "a"}},
                   "ReturnConsumedCapacity": "TOTAL"}
        self.assertEqual(self.client.query(**options)["ConsumedCapacity"]["CapacityUnits"], 1.5)
        self.assertEqual(self.client.query(**options, ConsistentRead=True)
                         ["ConsumedCapacity"]["CapacityUnits"], 3.0)
        self.assertEqual(self.client.scan(TableName=table, ReturnConsumedCapacity="TOTAL")
                         ["ConsumedCapacity"]["CapacityUnits"], 1.5)

    def test_indexes_are_told_apart(self):
        reply = self.put(item(3, g={"S": "g"}, l={"S": "l"}), ReturnConsumedCapacity="INDEXES")
        self.assertEqual(reply["ConsumedCapacity"], {
            "TableName": self.table, "CapacityUnits": 3.0, "Table": {"CapacityUnits": 1.0},
            "GlobalSecondaryIndexes": {"ByG": {"CapacityUnits": 1.0}},
            "LocalSecondaryIndexes": {"ByL": {"CapacityUnits": 1.0}}})
        reply = self.client.query(
            TableName=self.table, IndexName="ByG", KeyConditionExpression="g = :g",
            ExpressionAttributeValues={":g": {"S": "g"}}, ReturnConsumedCapacity="INDEXES")
        self.assertEqual(reply["ConsumedCapacity"], {
            "TableName": self.table, "CapacityUnits": 0.5, "Table": {"CapacityUnits": 0.0},
            "GlobalSecondaryIndexes": {"ByG": {"CapacityUnits": 0.5}}})

    def test_item_collections(self):
        metrics = {"ItemCollectionKey": {"pk": {"S": "a"}}, "SizeEstimateRangeGB": [0.0, 1.0]}
        reply = self.put(item(4), ReturnItemCollectionMetrics="SIZE")
        self.assertEqual(reply["ItemCollectionMetrics"], metrics)
        reply = self.client.batch_write_item(
            RequestItems={self.table: [{"PutRequest": {"Item": item(5)}}]},
            ReturnItemCollectionMetrics="SIZE")
        self.assertEqual(reply["ItemCollectionMetrics"], {self.table: [metrics]})
        self.assertNotIn("ItemCollectionMetrics", self.put(item(4)))

    def test_a_table_without_local_indexes_has_no_collections(self):
        reply = self.client.put_item(TableName=self.new_table("pk:S sk:N"), Item=item(1),
                                     ReturnItemCollectionMetrics="SIZE")
        self.assertNotIn("ItemCollectionMetrics", reply)


if __name__ == "__main__":
    unittest.main()
