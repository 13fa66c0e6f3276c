"""Keys that are wrong, in every operation that takes one: some refuse a transaction whole, some
cancel it with a reason."""

import unittest

from dynamodb_case import DynamoDbTest

EMPTY = ("One or more parameter values are not valid. The AttributeValue for a key attribute "
         "cannot contain an empty {} value. Key: pk")
EMPTY_INDEX = ("One or more parameter values are not valid. A value specified for a secondary "
               "index key is not supported. The AttributeValue for a key attribute cannot contain "
               "an empty string value. IndexName: AaG, IndexKey: g")
EMPTY_UPDATE = ("One or more parameter values are not valid. The update expression attempted to "
                "update a secondary index key to a value that is not supported. The "
                "AttributeValue for a key attribute cannot contain an empty string value.")
MISMATCH = "The provided key element does not match the schema"
KEY_TYPE = ("One or more parameter values were invalid: Type mismatch for key pk expected: S "
            "actual: ")
INDEX_TYPE = ("One or more parameter values were invalid: Type mismatch for Index Key g Expected: "
              "S Actual: {} IndexName: AaG")


class KeyFaultTest(DynamoDbTest):
    # The index that is named in a message is the first in the alphabet.
    TABLE = {"gsis": [("ZzG", "g:S"), ("AaG", "g:S")]}

    def actions(self, key):
        """Every way to name an item by its key in a transaction."""
        name = {"TableName": self.table, "Key": {"pk": key}}
        return [
            {"Delete": name}, {"ConditionCheck": name | {
                "ConditionExpression": "attribute_not_exists(pk)"}},
            {"Update": name | {"UpdateExpression": "SET a = :v",
                               "ExpressionAttributeValues": {":v": {"S": "x"}}}}]

    def transact(self, action):
        self.client.transact_write_items(TransactItems=[action])

    def assert_canceled(self, action, message):
        with self.refused("TransactionCanceledException", "Transaction cancelled, please refer "
                          "cancellation reasons for specific reasons [ValidationError]") as caught:
            self.transact(action)
        self.assertEqual(caught.exception.response["CancellationReasons"],
                         [{"Code": "ValidationError", "Message": message}])

    def put_action(self, item):
        return {"Put": {"TableName": self.table, "Item": item}}

    def update_action(self, value):
        return {"Update": {"TableName": self.table, "Key": {"pk": {"S": "a"}},
                           "UpdateExpression": "SET g = :v",
                           "ExpressionAttributeValues": {":v": value}}}

    def test_an_empty_key_refuses_the_whole_transaction(self):
        empty = {"S": ""}
        for action in [*self.actions(empty), self.put_action({"pk": empty})]:
            with self.subTest(action=next(iter(action))), self.invalid(EMPTY.format("string")):
                self.transact(action)
        with self.subTest(put="an index key"), self.invalid(EMPTY_INDEX):
            self.transact(self.put_action({"pk": {"S": "a"}, "g": empty}))
        with self.subTest(update="an index key"), self.invalid(EMPTY_UPDATE):
            self.transact(self.update_action(empty))

    def test_a_key_of_the_wrong_type_cancels_it(self):
        for key in ({"N": "5"}, {"L": [{"S": "x"}]}):
            for action in self.actions(key):
                with self.subTest(action=next(iter(action)), key=key):
                    self.assert_canceled(action, MISMATCH)
            with self.subTest(put=key):
                self.assert_canceled(self.put_action({"pk": key}), KEY_TYPE + next(iter(key)))
                self.assert_canceled(self.put_action({"pk": {"S": "a"}, "g": key}),
                                     INDEX_TYPE.format(next(iter(key))))
                self.assert_canceled(self.update_action(key), INDEX_TYPE.format(next(iter(key))))

    def test_single_writes(self):
        def put(item):
            return self.client.put_item(TableName=self.table, Item=item)
        with self.invalid(KEY_TYPE + "N"):
            put({"pk": {"N": "5"}})
        with self.invalid(EMPTY.format("string")):
            put({"pk": {"S": ""}})
        with self.invalid(INDEX_TYPE.format("L")):
            put({"pk": {"S": "a"}, "g": {"L": []}})
        with self.invalid(EMPTY_INDEX):
            put({"pk": {"S": "a"}, "g": {"S": ""}})
        for method in (self.client.get_item, self.client.delete_item, self.client.update_item):
            with self.invalid(EMPTY.format("string")):
                method(TableName=self.table, Key={"pk": {"S": ""}})

    def test_batches(self):
        def put(item):
            return self.client.batch_write_item(
                RequestItems={self.table: [{"PutRequest": {"Item": item}}]})
        for item, message in (({"pk": {"N": "5"}}, MISMATCH), ({"pk": {"L": []}}, MISMATCH),
                              ({"pk": {"S": ""}}, EMPTY.format("string")),
                              ({"pk": {"S": "a"}, "g": {"N": "5"}}, INDEX_TYPE.format("N")),
                              ({"pk": {"S": "a"}, "g": {"S": ""}}, EMPTY_INDEX)):
            with self.subTest(item=item), self.invalid(message):
                put(item)
        with self.invalid(EMPTY.format("string")):
            self.client.batch_get_item(RequestItems={self.table: {"Keys": [{"pk": {"S": ""}}]}})


class BinaryKeyFaultTest(DynamoDbTest):
    TABLE = {"key": "pk:B"}

    def test_an_empty_binary_key(self):
        key = {"pk": {"B": b""}}
        name = {"TableName": self.table}
        requests = [
            (self.client.put_item, name | {"Item": key}),
            (self.client.get_item, name | {"Key": key}),
            (self.client.delete_item, name | {"Key": key}),
            (self.client.update_item, name | {"Key": key}),
            (self.client.batch_get_item, {"RequestItems": {self.table: {"Keys": [key]}}}),
            (self.client.batch_write_item,
             {"RequestItems": {self.table: [{"PutRequest": {"Item": key}}]}}),
            (self.client.transact_write_items,
             {"TransactItems": [{"Put": name | {"Item": key}}]}),
            (self.client.transact_write_items,
             {"TransactItems": [{"Delete": name | {"Key": key}}]}),
        ]
        for method, parameters in requests:
            with self.subTest(method=method.__name__), self.invalid(EMPTY.format("binary")):
                method(**parameters)


if __name__ == "__main__":
    unittest.main()
