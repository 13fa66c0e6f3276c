"""TransactWriteItems and TransactGetItems: all or nothing, the reasons, and tokens."""

import unittest

from dynamodb_case import DynamoDbTest, unique
from raw_http import call


def key(name):
    return {"pk": {"S": name}}


class TransactionCase(DynamoDbTest):
    TABLE = {}

    def put_action(self, name, **options):
        item = key(name) | options.pop("item", {})
        return {"Put": {"TableName": self.table, "Item": item} | options}

    def check_action(self, name, condition, **options):
        return {"ConditionCheck": {"TableName": self.table, "Key": key(name),
                                   "ConditionExpression": condition} | options}

    def update_action(self, name, expression, values, **options):
        return {"Update": {"TableName": self.table, "Key": key(name),
                           "UpdateExpression": expression,
                           "ExpressionAttributeValues": values} | options}

    def delete_action(self, name, **options):
        return {"Delete": {"TableName": self.table, "Key": key(name)} | options}

    def write(self, *actions, **options):
        return self.client.transact_write_items(TransactItems=list(actions), **options)

    def canceled(self, *codes):
        return self.refused(
            "TransactionCanceledException", "Transaction cancelled, please refer cancellation "
            f"reasons for specific reasons [{', '.join(codes)}]")


class WriteTransactionTest(TransactionCase):
    def test_every_kind_of_action(self):
        self.put(key("checked") | {"n": {"N": "1"}})
        self.put(key("updated") | {"n": {"N": "1"}})
        self.put(key("deleted"))
        other = self.new_table()
        self.write(self.check_action("checked", "n = :n",
                                     ExpressionAttributeValues={":n": {"N": "1"}}),
                   self.put_action("put", ConditionExpression="attribute_not_exists(pk)"),
                   self.update_action("updated", "SET n = n + :n", {":n": {"N": "4"}}),
                   self.delete_action("deleted"),
                   {"Put": {"TableName": other, "Item": key("elsewhere")}})
        self.assertEqual(self.get(key("put")), key("put"))
        self.assertEqual(self.get(key("updated"))["n"], {"N": "5"})
        self.assertIsNone(self.get(key("deleted")))
        self.assertEqual(self.client.scan(TableName=other)["Count"], 1)

    def test_one_failed_condition_undoes_all_and_says_why(self):
        self.put(key("taken") | {"n": {"N": "7"}})
        with self.canceled("None", "ConditionalCheckFailed", "ConditionalCheckFailed") as caught:
            self.write(
                self.put_action("untouched"),
                self.put_action("taken", ConditionExpression="attribute_not_exists(pk)",
                                ReturnValuesOnConditionCheckFailure="ALL_OLD"),
                self.check_action("absent", "attribute_exists(pk)"))
        self.assertIsNone(self.get(key("untouched")))
        failed = {"Code": "ConditionalCheckFailed", "Message": "The conditional request failed"}
        self.assertEqual(caught.exception.response["CancellationReasons"],
                         [{"Code": "None"}, failed | {"Item": key("taken") | {"n": {"N": "7"}}},
                          failed])

    def test_an_action_that_cannot_be_done_is_a_reason(self):
        self.put(key("text") | {"n": {"S": "text"}})
        with self.canceled("ValidationError", "None") as caught:
            self.write(self.update_action("text", "SET n = n + :n", {":n": {"N": "1"}}),
                       self.put_action("untouched"))
        reason = caught.exception.response["CancellationReasons"][0]
        self.assertEqual(reason["Message"],
                         "An operand in the update expression has an incorrect data type")
        self.assertIsNone(self.get(key("untouched")))

    def test_a_hundred_actions(self):
        self.write(*(self.put_action(f"many{n}") for n in range(100)))
        self.assertEqual(self.get(key("many99")), key("many99"))
        with self.invalid(containing="Member must have length less than or equal to 100"):
            call("TransactWriteItems",
                 TransactItems=[self.put_action(f"many{n}") for n in range(101)])

    def test_mistakes_are_named(self):
        with self.invalid("Transaction request cannot include multiple operations on one item"):
            self.write(self.put_action("a"), self.delete_action("a"))
        with self.invalid(containing="TransactItems can only contain one of Check, Put, Update or "
                                     "Delete"):
            self.write(self.put_action("a") | self.delete_action("b"))
        with self.invalid("1 validation error detected: Value '[]' at 'transactItems' failed to "
                          "satisfy constraint: Member must have length greater than or equal to "
                          "1"):
            self.lenient.transact_write_items(TransactItems=[])
        with self.invalid(containing="Value null at 'transactItems.1.member.update."
                                     "updateExpression' failed to satisfy constraint: Member must "
                                     "not be null"):
            self.lenient.transact_write_items(TransactItems=[
                {"Update": {"TableName": self.table, "Key": key("a")}}])
        with self.refused("ResourceNotFoundException"):
            self.write({"Put": {"TableName": "Absent", "Item": key("a")}})

    def test_four_megabytes_are_the_limit(self):
        big = {"filler": {"S": "x" * 390_000}}
        with self.invalid():
            self.write(*(self.put_action(f"big{n}", item=big) for n in range(12)))
        self.assertIsNone(self.get(key("big0")))

    def test_an_item_that_is_too_large(self):
        limit = 400 * 1024 - len("pk") - len("large") - len("v")
        with self.invalid("Item size has exceeded the maximum allowed size"):
            self.write(self.put_action("large", item={"v": {"S": "x" * (limit + 1)}}))
        # Only the stored item tells how large an update makes it.
        with self.canceled("ValidationError") as caught:
            self.write(self.update_action("large", "SET v = :v", {":v": {"S": "x" * (limit + 1)}}))
        self.assertEqual(caught.exception.response["CancellationReasons"][0]["Message"],
                         "Item size to update has exceeded the maximum allowed size")
        self.write(self.update_action("large", "SET v = :v", {":v": {"S": "x" * limit}}))

    def test_capacity_is_twice_as_much(self):
        reply = self.write(self.put_action("capacity"), self.put_action("capacity2"),
                           ReturnConsumedCapacity="TOTAL")
        self.assertEqual([{k: v for k, v in entry.items() if k != "WriteCapacityUnits"}
                          for entry in reply["ConsumedCapacity"]],
                         [{"TableName": self.table, "CapacityUnits": 4.0}])


class TokenTest(TransactionCase):
    def test_a_token_makes_a_transaction_happen_once(self):
        token = unique("token")
        add = self.update_action("once", "ADD n :one", {":one": {"N": "1"}})
        for _ in range(3):
            self.write(add, ClientRequestToken=token)
        self.assertEqual(self.get(key("once"))["n"], {"N": "1"})
        self.write(add, ClientRequestToken=unique("token"))
        self.assertEqual(self.get(key("once"))["n"], {"N": "2"})

    def test_a_transaction_that_was_done_consumes_reads(self):
        token = unique("token")
        action = self.put_action("replayed", item={"v": {"S": "x" * 1500}})
        reply = self.write(action, ClientRequestToken=token, ReturnConsumedCapacity="TOTAL")
        self.assertEqual(reply["ConsumedCapacity"], [
            {"TableName": self.table, "CapacityUnits": 4.0, "WriteCapacityUnits": 4.0}])
        reply = self.write(action, ClientRequestToken=token, ReturnConsumedCapacity="TOTAL")
        self.assertEqual(reply["ConsumedCapacity"], [
            {"TableName": self.table, "CapacityUnits": 2.0, "ReadCapacityUnits": 2.0}])

    def test_a_token_is_of_one_request(self):
        token = unique("token")
        self.write(self.put_action("first"), ClientRequestToken=token)
        with self.assertRaises(self.client.exceptions.IdempotentParameterMismatchException):
            self.write(self.put_action("second"), ClientRequestToken=token)
        self.assertIsNone(self.get(key("second")))

    def test_a_transaction_that_failed_may_be_tried_again_with_its_token(self):
        token = unique("token")
        action = self.put_action("retried", ConditionExpression="attribute_not_exists(gate)")
        self.put(key("retried") | {"gate": {"BOOL": True}})
        with self.canceled("ConditionalCheckFailed"):
            self.write(action, ClientRequestToken=token)
        self.client.delete_item(TableName=self.table, Key=key("retried"))
        self.write(action, ClientRequestToken=token)
        self.assertEqual(self.get(key("retried")), key("retried"))

    def test_a_token_is_at_most_36_characters(self):
        with self.invalid(containing="at 'clientRequestToken' failed to satisfy constraint: "
                                     "Member must have length less than or equal to 36"):
            self.lenient.transact_write_items(TransactItems=[self.put_action("a")],
                                              ClientRequestToken="t" * 37)


class ReadTransactionTest(TransactionCase):
    def read(self, *gets, **options):
        return self.client.transact_get_items(TransactItems=[
            {"Get": {"TableName": self.table, "Key": key(name)} | more} for name, more in gets],
            **options)

    def test_items_come_in_the_order_asked(self):
        self.put(key("one") | {"a": {"N": "1"}, "b": {"N": "2"}})
        self.put(key("two"))
        reply = self.read(("two", {}), ("absent", {}), ("one", {"ProjectionExpression": "a"}),
                          ReturnConsumedCapacity="TOTAL")
        self.assertEqual(reply["Responses"],
                         [{"Item": key("two")}, {}, {"Item": {"a": {"N": "1"}}}])
        self.assertEqual(reply["ConsumedCapacity"][0]["CapacityUnits"], 6.0)

    def test_an_item_of_which_nothing_is_asked_is_left_out(self):
        self.put(key("bare") | {"a": {"N": "1"}})
        nothing = {"ProjectionExpression": "absent"}
        self.assertEqual(self.read(("bare", nothing))["Responses"], [{}])
        reply = self.client.get_item(TableName=self.table, Key=key("bare"), **nothing)
        self.assertEqual(reply["Item"], {})

    def test_mistakes_are_named(self):
        with self.invalid("Transaction request cannot include multiple operations on one item"):
            self.read(("a", {}), ("a", {}))
        with self.refused("ResourceNotFoundException"):
            self.client.transact_get_items(TransactItems=[
                {"Get": {"TableName": "Absent", "Key": key("a")}}])
        for wrong in ({"wrong": {"S": "a"}}, {}, {"pk": {"N": "5"}}):
            with self.subTest(key=wrong):
                with self.canceled("ValidationError") as caught:
                    self.client.transact_get_items(TransactItems=[
                        {"Get": {"TableName": self.table, "Key": wrong}}])
                self.assertEqual(caught.exception.response["CancellationReasons"][0]["Message"],
                                 "The provided key element does not match the schema")


if __name__ == "__main__":
    unittest.main()
