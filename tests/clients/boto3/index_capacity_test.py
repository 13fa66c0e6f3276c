"""What a write costs each index: only those whose entry it changes are charged and named."""

import unittest

from dynamodb_case import DynamoDbTest, unique

SET = "SET {} = :v"


class IndexCapacityTest(DynamoDbTest):
    TABLE = {"key": "pk:S sk:S", "gsis": [("Global", "g:S", "INCLUDE", ["shown"])],
             "lsis": [("Local", "pk:S l:S")]}

    def key(self):
        return {"pk": {"S": unique("item")}, "sk": {"S": "1"}}

    def item(self, **attributes):
        return self.key() | {name: {"S": value} for name, value in attributes.items()}

    def assert_capacity(self, reply, table=1.0, in_global=None, in_local=None):
        expected = {"TableName": self.table, "Table": {"CapacityUnits": table},
                    "CapacityUnits": table + (in_global or 0) + (in_local or 0)}
        if in_global:
            expected["GlobalSecondaryIndexes"] = {"Global": {"CapacityUnits": in_global}}
        if in_local:
            expected["LocalSecondaryIndexes"] = {"Local": {"CapacityUnits": in_local}}
        self.assertEqual(reply["ConsumedCapacity"], expected)

    def test_puts(self):
        rows = [({"x": "1"}, {}), ({"g": "1", "shown": "s"}, {"in_global": 1.0}),
                ({"l": "1"}, {"in_local": 1.0}),
                ({"g": "1", "l": "1"}, {"in_global": 1.0, "in_local": 1.0})]
        for attributes, expected in rows:
            item = self.item(**attributes)
            with self.subTest(attributes=attributes):
                self.assert_capacity(self.put(item, ReturnConsumedCapacity="INDEXES"), **expected)
                again = self.put(item, ReturnConsumedCapacity="INDEXES")
                self.assert_capacity(again)  # Nothing changed in any index.

    def test_a_total_has_no_parts(self):
        reply = self.put(self.item(g="1", l="1"), ReturnConsumedCapacity="TOTAL")
        self.assertEqual(reply["ConsumedCapacity"],
                         {"TableName": self.table, "CapacityUnits": 3.0})

    def test_updates(self):
        rows = [
            (SET.format("unseen"), {"in_local": 1.0}),
            (SET.format("shown"), {"in_global": 1.0, "in_local": 1.0}),
            # A new key is an entry taken out and an entry put in.
            (SET.format("g"), {"in_global": 2.0, "in_local": 1.0}),
            (SET.format("l"), {"in_local": 2.0}),
            ("REMOVE g", {"in_global": 1.0, "in_local": 1.0}),
        ]
        for expression, expected in rows:
            item = self.item(g="1", l="1", shown="s", unseen="h")
            self.put(item)
            values = {":v": {"S": "changed"}} if ":v" in expression else None
            options = {"ExpressionAttributeValues": values} if values else {}
            reply = self.client.update_item(
                TableName=self.table, Key={name: item[name] for name in ("pk", "sk")},
                UpdateExpression=expression, ReturnConsumedCapacity="INDEXES", **options)
            with self.subTest(expression=expression):
                self.assert_capacity(reply, **expected)

    def test_deletes(self):
        for attributes, expected in (({"g": "1", "l": "1"}, {"in_global": 1.0, "in_local": 1.0}),
                                     ({"x": "1"}, {})):
            item = self.item(**attributes)
            self.put(item)
            reply = self.client.delete_item(
                TableName=self.table, Key={name: item[name] for name in ("pk", "sk")},
                ReturnConsumedCapacity="INDEXES")
            with self.subTest(attributes=attributes):
                self.assert_capacity(reply, **expected)

    def test_batches(self):
        reply = self.client.batch_write_item(RequestItems={self.table: [
            {"PutRequest": {"Item": self.item(g="1", shown="s")}},
            {"PutRequest": {"Item": self.item(x="1")}}]}, ReturnConsumedCapacity="INDEXES")
        capacity, = reply["ConsumedCapacity"]
        self.assert_capacity({"ConsumedCapacity": capacity}, table=2.0, in_global=1.0)


if __name__ == "__main__":
    unittest.main()
