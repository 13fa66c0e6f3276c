"""Items: put, get, delete, update by key, projections, return values, and sizes."""

import unittest

from dynamodb_case import DynamoDbTest

EVERYTHING = {
    "pk": {"S": "everything"}, "sk": {"N": "1"},
    "string": {"S": "text"}, "empty": {"S": ""}, "number": {"N": "-12.5"},
    "binary": {"B": b"\x00\xff"}, "empty_binary": {"B": b""},
    "yes": {"BOOL": True}, "no": {"BOOL": False}, "nothing": {"NULL": True},
    "list": {"L": [{"N": "1"}, {"S": "two"}, {"L": []}]},
    "map": {"M": {"inner": {"M": {"deep": {"S": "x"}}}}},
    "strings": {"SS": ["a", "b"]}, "numbers": {"NS": ["1", "2.5"]}, "blobs": {"BS": [b"a", b"b"]},
}


class ItemTest(DynamoDbTest):
    TABLE = {"key": "pk:S sk:N"}

    def key(self, pk, sk=1):
        return {"pk": {"S": pk}, "sk": {"N": str(sk)}}

    def assert_same_item(self, item, expected):
        def sorted_sets(attributes):
            return {name: {kind: sorted(value) if kind in ("SS", "NS", "BS") else value
                           for kind, value in attribute.items()}
                    for name, attribute in attributes.items()}
        self.assertEqual(sorted_sets(item), sorted_sets(expected))

    def test_every_type_comes_back_as_it_went(self):
        self.put(EVERYTHING)
        self.assert_same_item(self.get(self.key("everything")), EVERYTHING)

    def test_a_put_replaces_the_whole_item(self):
        self.put(self.key("replaced") | {"a": {"S": "1"}, "b": {"S": "2"}})
        old = self.put(self.key("replaced") | {"c": {"S": "3"}}, ReturnValues="ALL_OLD")
        self.assertEqual(old["Attributes"],
                         self.key("replaced") | {"a": {"S": "1"}, "b": {"S": "2"}})
        self.assertEqual(self.get(self.key("replaced")), self.key("replaced") | {"c": {"S": "3"}})

    def test_a_first_put_has_no_old_attributes(self):
        self.assertNotIn("Attributes", self.put(self.key("first"), ReturnValues="ALL_OLD"))

    def test_an_item_that_is_not_there(self):
        reply = self.client.get_item(TableName=self.table, Key=self.key("absent"))
        self.assertNotIn("Item", reply)
        deleted = self.client.delete_item(TableName=self.table, Key=self.key("absent"),
                                          ReturnValues="ALL_OLD")
        self.assertNotIn("Attributes", deleted)

    def test_a_delete_gives_back_what_it_took(self):
        item = self.key("taken") | {"a": {"S": "1"}}
        self.put(item)
        deleted = self.client.delete_item(TableName=self.table, Key=self.key("taken"),
                                          ReturnValues="ALL_OLD")
        self.assertEqual(deleted["Attributes"], item)
        self.assertIsNone(self.get(self.key("taken")))

    def test_projections(self):
        self.put(self.key("projected") | {
            "list": {"L": [{"N": str(n)} for n in range(4)]},
            "doc": {"M": {"a": {"S": "1"}, "b": {"M": {"c": {"S": "2"}, "d": {"S": "3"}}}}},
            "name": {"S": "n"}})
        rows = [
            ("pk", {"pk": {"S": "projected"}}),
            ("pk, absent", {"pk": {"S": "projected"}}),
            ("absent", {}),
            ("#n", {"name": {"S": "n"}}),
            ("doc.b.c", {"doc": {"M": {"b": {"M": {"c": {"S": "2"}}}}}}),
            ("doc.a, doc.b.d", {"doc": {"M": {"a": {"S": "1"}, "b": {"M": {"d": {"S": "3"}}}}}}),
            ("#l[0], #l[2]", {"list": {"L": [{"N": "0"}, {"N": "2"}]}}),
            ("#l[3], #l[1]", {"list": {"L": [{"N": "1"}, {"N": "3"}]}}),
            ("#l[9]", {}),
            ("doc.absent.c", {}),
        ]
        for expression, expected in rows:
            names = {"#n": "name"} if "#n" in expression else {}
            if "#l" in expression:
                names["#l"] = "list"
            options = {"ExpressionAttributeNames": names} if names else {}
            with self.subTest(expression=expression):
                self.assertEqual(self.get(self.key("projected"), ProjectionExpression=expression,
                                          **options), expected)

    def test_projections_that_overlap_are_refused(self):
        for one, two, first, second in (("a", "a.b", "[a]", "[a, b]"), ("a", "a", "[a]", "[a]"),
                                        ("a[1]", "a", "[a, [1]]", "[a]")):
            with self.subTest(one=one, two=two), self.invalid(
                    "Invalid ProjectionExpression: Two document paths overlap with each other; "
                    "must remove or rewrite one of these paths; "
                    f"path one: {first}, path two: {second}"):
                self.get(self.key("x"), ProjectionExpression=f"{one}, {two}")

    def test_return_values_of_updates(self):
        rows = [
            ("NONE", None),
            ("ALL_OLD", {"a": {"N": "1"}, "b": {"M": {"c": {"N": "2"}, "d": {"N": "3"}}}}),
            ("UPDATED_OLD", {"a": {"N": "1"}, "b": {"M": {"c": {"N": "2"}}}}),
            ("ALL_NEW", {"a": {"N": "5"}, "b": {"M": {"c": {"N": "6"}, "d": {"N": "3"}}}}),
            ("UPDATED_NEW", {"a": {"N": "5"}, "b": {"M": {"c": {"N": "6"}}}}),
        ]
        for which, expected in rows:
            key = self.key("returned-" + which)
            self.put(key | rows[1][1])
            reply = self.client.update_item(
                TableName=self.table, Key=key, UpdateExpression="SET a = :a, b.c = :c",
                ExpressionAttributeValues={":a": {"N": "5"}, ":c": {"N": "6"}}, ReturnValues=which)
            if expected is not None and which.startswith("ALL"):
                expected = key | expected
            with self.subTest(which=which):
                self.assertEqual(reply.get("Attributes"), expected)

    def test_return_values_that_an_operation_does_not_have(self):
        with self.invalid("ReturnValues can only be ALL_OLD or NONE"):
            self.put(self.key("x"), ReturnValues="ALL_NEW")
        with self.invalid():
            self.client.delete_item(TableName=self.table, Key=self.key("x"),
                                    ReturnValues="UPDATED_NEW")

    def test_an_update_creates_what_is_not_there(self):
        self.client.update_item(TableName=self.table, Key=self.key("created"))
        self.assertEqual(self.get(self.key("created")), self.key("created"))

    def test_keys_must_be_the_tables(self):
        mismatch = "The provided key element does not match the schema"
        rows = [{"pk": {"S": "a"}}, {"sk": {"N": "1"}}, {"pk": {"N": "1"}, "sk": {"N": "1"}},
                self.key("a") | {"more": {"S": "x"}}, {"pk": {"S": "a"}, "other": {"N": "1"}}]
        for key in rows:
            with self.subTest(key=key):
                with self.invalid(mismatch):
                    self.get(key)
                with self.invalid(mismatch):
                    self.client.delete_item(TableName=self.table, Key=key)
                with self.invalid(mismatch):
                    self.client.update_item(TableName=self.table, Key=key)

    def test_an_item_has_the_tables_key(self):
        with self.invalid_value("Missing the key sk in the item"):
            self.put({"pk": {"S": "a"}})
        with self.invalid_value("Type mismatch for key sk expected: N actual: S"):
            self.put({"pk": {"S": "a"}, "sk": {"S": "1"}})
        with self.invalid("One or more parameter values are not valid. The AttributeValue for a "
                          "key attribute cannot contain an empty string value. Key: pk"):
            self.put({"pk": {"S": ""}, "sk": {"N": "1"}})

    def test_keys_have_a_greatest_size(self):
        self.put(self.key("k" * 2048))
        too_long = ("Size of hashkey has exceeded the maximum size limit of2048 bytes")
        with self.invalid_value(too_long):
            self.put(self.key("k" * 2049))
        with self.invalid_value(too_long):
            self.get(self.key("k" * 2049))

    def test_items_have_a_greatest_size(self):
        names = len("pk") + len("big") + len("sk") + len("size") + 2  # sk is a number of 2 bytes.
        self.put(self.key("size") | {"big": {"S": "x" * (400 * 1024 - names)}})
        with self.invalid("Item size has exceeded the maximum allowed size"):
            self.put(self.key("size") | {"big": {"S": "x" * (400 * 1024 - names + 1)}})
        with self.invalid("Item size to update has exceeded the maximum allowed size"):
            self.client.update_item(
                TableName=self.table, Key=self.key("size"), UpdateExpression="SET a = :a",
                ExpressionAttributeValues={":a": {"S": "x"}})


if __name__ == "__main__":
    unittest.main()
