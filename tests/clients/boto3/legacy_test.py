"""The parameters that came before expressions."""

import unittest

from dynamodb_case import DynamoDbTest


def item(sk, **more):
    return {"pk": {"S": "a"}, "sk": {"N": str(sk)}} | more


class LegacyCase(DynamoDbTest):
    TABLE = {"key": "pk:S sk:N"}


class ExpectedTest(LegacyCase):
    ITEM = item(1, n={"N": "5"}, s={"S": "hello"}, ss={"SS": ["x", "y"]}, l={"L": [{"N": "1"}]})

    def put_if(self, expected, **options):
        self.put(self.ITEM)
        return self.client.put_item(TableName=self.table, Item=self.ITEM, Expected=expected,
                                    **options)

    def operator(self, name, *values):
        values = [{"N": str(v)} if isinstance(v, int) else {"S": v} for v in values]
        return {"ComparisonOperator": name} | ({"AttributeValueList": values} if values else {})

    def test_what_holds(self):
        rows = [
            {"n": {"Value": {"N": "5"}}}, {"absent": {"Exists": False}},
            {"n": {"Exists": True, "Value": {"N": "5"}}}, {"n": self.operator("EQ", 5)},
            {"n": self.operator("NE", 4)}, {"n": self.operator("LT", 6)},
            {"n": self.operator("LE", 5)}, {"n": self.operator("GT", 4)},
            {"n": self.operator("GE", 5)}, {"n": self.operator("BETWEEN", 4, 6)},
            {"n": self.operator("IN", 1, 5)}, {"n": self.operator("NOT_NULL")},
            {"absent": self.operator("NULL")}, {"s": self.operator("BEGINS_WITH", "he")},
            {"s": self.operator("CONTAINS", "ell")}, {"s": self.operator("NOT_CONTAINS", "z")},
            {"ss": self.operator("CONTAINS", "x")}, {"ss": self.operator("NOT_CONTAINS", "z")},
            {"n": {"Value": {"N": "5"}}, "s": {"Value": {"S": "hello"}}},
        ]
        for expected in rows:
            with self.subTest(expected=expected):
                self.put_if(expected)

    def test_what_does_not_hold(self):
        rows = [
            {"n": {"Value": {"N": "6"}}}, {"n": {"Exists": False}}, {"n": self.operator("NE", 5)},
            {"n": self.operator("LT", 5)}, {"n": self.operator("IN", 1, 2)},
            {"absent": self.operator("NOT_NULL")}, {"n": self.operator("NULL")},
            {"n": self.operator("EQ", "5")}, {"s": self.operator("CONTAINS", "z")},
            {"n": {"Value": {"N": "5"}}, "s": {"Value": {"S": "other"}}},
        ]
        for expected in rows:
            with self.subTest(expected=expected):
                with self.refused("ConditionalCheckFailedException",
                                  "The conditional request failed"):
                    self.put_if(expected)

    def test_or(self):
        self.put_if({"n": {"Value": {"N": "6"}}, "s": {"Value": {"S": "hello"}}},
                    ConditionalOperator="OR")
        with self.refused("ConditionalCheckFailedException"):
            self.put_if({"n": {"Value": {"N": "6"}}, "s": {"Value": {"S": "no"}}},
                        ConditionalOperator="OR")

    def test_deletes_and_updates(self):
        self.put(self.ITEM)
        for method in (self.client.delete_item, self.client.update_item):
            with self.refused("ConditionalCheckFailedException"):
                method(TableName=self.table, Key=item(1), Expected={"n": {"Value": {"N": "6"}}})

    def test_mistakes_are_named(self):
        with self.invalid("Can not use both expression and non-expression parameters in the same "
                          "request: Non-expression parameters: {Expected} Expression parameters: "
                          "{ConditionExpression}"):
            self.put_if({"n": {"Exists": False}}, ConditionExpression="attribute_exists(pk)")
        with self.invalid_value("Value must be provided when Exists is true for Attribute: n"):
            self.put_if({"n": {"Exists": True}})
        with self.invalid_value("Value cannot be used when Exists is false for Attribute: "
                                "n"):
            self.put_if({"n": {"Exists": False, "Value": {"N": "1"}}})
        with self.invalid_value("Invalid number of argument(s) for the EQ ComparisonOperator"):
            self.put_if({"n": self.operator("EQ", 1, 2)})


class AttributeUpdatesTest(LegacyCase):
    def update(self, updates, **options):
        self.put(item(2, n={"N": "5"}, ss={"SS": ["a", "b"]}, l={"L": [{"N": "1"}]}))
        return self.client.update_item(TableName=self.table, Key=item(2), AttributeUpdates=updates,
                                       ReturnValues="ALL_NEW", **options)["Attributes"]

    def test_actions(self):
        after = self.update({
            "n": {"Action": "ADD", "Value": {"N": "2"}}, "x": {"Value": {"S": "put"}},
            "y": {"Action": "ADD", "Value": {"N": "3"}},
            "ss": {"Action": "DELETE", "Value": {"SS": ["a"]}}, "l": {"Action": "DELETE"}})
        self.assertEqual(after, item(2, n={"N": "7"}, x={"S": "put"}, y={"N": "3"},
                                     ss={"SS": ["b"]}))
        after = self.update({"ss": {"Action": "ADD", "Value": {"SS": ["c"]}},
                             "l": {"Action": "ADD", "Value": {"L": [{"N": "2"}]}}})
        self.assertCountEqual(after["ss"]["SS"], ["a", "b", "c"])
        self.assertEqual(after["l"], {"L": [{"N": "1"}, {"N": "2"}]})

    def test_mistakes_are_named(self):
        with self.invalid("Type mismatch for attribute to update"):
            self.update({"n": {"Action": "ADD", "Value": {"SS": ["a"]}}})
        with self.invalid_value("Only DELETE action is allowed when no attribute value is "
                                "specified"):
            self.update({"n": {"Action": "PUT"}})
        with self.invalid("One or more parameter values were invalid: Cannot update attribute pk. "
                          "This attribute is part of the key"):
            self.update({"pk": {"Action": "PUT", "Value": {"S": "x"}}})
        with self.invalid("Can not use both expression and non-expression parameters in the same "
                          "request: Non-expression parameters: {AttributeUpdates} Expression "
                          "parameters: {UpdateExpression}"):
            self.update({"n": {"Value": {"N": "1"}}}, UpdateExpression="REMOVE n")


class LegacyReadTest(LegacyCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for n in range(10):
            cls.client.put_item(TableName=cls.table, Item=item(
                n, kind={"S": "odd" if n % 2 else "even"}, big={"BOOL": n > 4}))

    def condition(self, operator, *values):
        return {"ComparisonOperator": operator, "AttributeValueList": list(values)}

    def found(self, reply):
        return sorted(int(i["sk"]["N"]) for i in reply["Items"])

    def test_key_conditions(self):
        rows = [("EQ", [3], [3]), ("LT", [2], [0, 1]), ("LE", [1], [0, 1]), ("GT", [7], [8, 9]),
                ("GE", [8], [8, 9]), ("BETWEEN", [3, 5], [3, 4, 5])]
        for operator, values, expected in rows:
            with self.subTest(operator=operator):
                reply = self.client.query(TableName=self.table, KeyConditions={
                    "pk": self.condition("EQ", {"S": "a"}),
                    "sk": self.condition(operator, *({"N": str(v)} for v in values))})
                self.assertEqual(self.found(reply), expected)

    def test_filters(self):
        pk = {"pk": self.condition("EQ", {"S": "a"})}
        odd = {"kind": self.condition("EQ", {"S": "odd"})}
        big = {"big": self.condition("EQ", {"BOOL": True})}
        reply = self.client.query(TableName=self.table, KeyConditions=pk, QueryFilter=odd | big)
        self.assertEqual(self.found(reply), [5, 7, 9])
        reply = self.client.query(TableName=self.table, KeyConditions=pk, QueryFilter=odd | big,
                                  ConditionalOperator="OR")
        self.assertEqual(self.found(reply), [1, 3, 5, 6, 7, 8, 9])
        reply = self.client.scan(TableName=self.table, ScanFilter=odd | big)
        self.assertEqual(self.found(reply), [5, 7, 9])
        reply = self.client.scan(TableName=self.table, ScanFilter=odd | big,
                                 ConditionalOperator="OR")
        self.assertEqual(self.found(reply), [1, 3, 5, 6, 7, 8, 9])

    def test_attributes_to_get(self):
        self.assertEqual(self.get(item(1), AttributesToGet=["kind", "absent"]),
                         {"kind": {"S": "odd"}})
        reply = self.client.scan(TableName=self.table, AttributesToGet=["sk"])
        self.assertTrue(all(set(i) == {"sk"} for i in reply["Items"]))

    def test_mistakes_are_named(self):
        with self.invalid_value("Duplicate value in attribute name: kind"):
            self.get(item(1), AttributesToGet=["kind", "kind"])
        with self.invalid("QueryFilter can only contain non-primary key attributes: Primary key "
                          "attribute: sk"):
            self.client.query(TableName=self.table,
                              KeyConditions={"pk": self.condition("EQ", {"S": "a"})},
                              QueryFilter={"sk": self.condition("EQ", {"N": "1"})})
        with self.invalid("Attempted conditional constraint is not an indexable operation"):
            self.client.query(TableName=self.table, KeyConditions={
                "pk": self.condition("EQ", {"S": "a"}), "sk": self.condition("NE", {"N": "1"})})


if __name__ == "__main__":
    unittest.main()
