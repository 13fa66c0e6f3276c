"""Update expressions: SET, REMOVE, ADD, DELETE, their functions and arithmetic, and mistakes."""

import unittest

from dynamodb_case import DynamoDbTest

N = {"N": "5"}
BEFORE = {"n": {"N": "5"}, "s": {"S": "hello"}, "l": {"L": [{"N": "0"}, {"N": "1"}, {"N": "2"}]},
          "m": {"M": {"a": {"N": "1"}, "b": {"M": {"c": {"S": "deep"}}}}},
          "ss": {"SS": ["a", "b"]}, "ns": {"NS": ["1", "2"]}}


def numbers(*values):
    return {"L": [{"N": str(value)} for value in values]}


# (expression, values, what becomes of the attributes that change; None: it is gone)
GOOD = [
    ("SET a = :v", {":v": N}, {"a": N}),
    ("SET a = n", {}, {"a": N}),
    ("SET n = n + :v", {":v": {"N": "0.5"}}, {"n": {"N": "5.5"}}),
    ("SET n = :v - n", {":v": {"N": "1"}}, {"n": {"N": "-4"}}),
    ("SET n = n + n", {}, {"n": {"N": "10"}}),
    ("SET a = if_not_exists(a, :v) + :v", {":v": {"N": "1"}}, {"a": {"N": "2"}}),
    ("SET n = if_not_exists(n, :v)", {":v": {"N": "9"}}, {"n": N}),
    ("SET a = if_not_exists(absent, n)", {}, {"a": N}),
    ("SET l = list_append(l, :v)", {":v": numbers(9)}, {"l": numbers(0, 1, 2, 9)}),
    ("SET l = list_append(:v, l)", {":v": numbers(9)}, {"l": numbers(9, 0, 1, 2)}),
    ("SET l = list_append(if_not_exists(x, :e), :v)", {":e": {"L": []}, ":v": numbers(9)},
     {"l": numbers(9)}),
    ("SET l[1] = :v", {":v": {"N": "9"}}, {"l": numbers(0, 9, 2)}),
    ("SET l[30] = :v", {":v": {"N": "9"}}, {"l": numbers(0, 1, 2, 9)}),
    ("SET m.a = :v, m.b.d = :v", {":v": N},
     {"m": {"M": {"a": N, "b": {"M": {"c": {"S": "deep"}, "d": N}}}}}),
    ("SET a = :v, n = n + :w", {":v": N, ":w": {"N": "1"}}, {"a": N, "n": {"N": "6"}}),
    # Every right side is the item as it was before.
    ("SET n = s, s = n", {}, {"n": {"S": "hello"}, "s": N}),
    ("REMOVE n, m.a", {}, {"n": None, "m": {"M": {"b": {"M": {"c": {"S": "deep"}}}}}}),
    ("REMOVE l[0], l[2]", {}, {"l": numbers(1)}),
    ("REMOVE absent, l[7]", {}, {}),
    ("ADD n :v", {":v": {"N": "-6"}}, {"n": {"N": "-1"}}),
    ("ADD a :v", {":v": {"N": "3"}}, {"a": {"N": "3"}}),
    ("ADD ss :v", {":v": {"SS": ["b", "c"]}}, {"ss": {"SS": ["a", "b", "c"]}}),
    ("ADD a :v", {":v": {"NS": ["1"]}}, {"a": {"NS": ["1"]}}),
    ("ADD m.a :v", {":v": {"N": "1"}},
     {"m": {"M": {"a": {"N": "2"}, "b": {"M": {"c": {"S": "deep"}}}}}}),
    ("DELETE ss :v", {":v": {"SS": ["b", "z"]}}, {"ss": {"SS": ["a"]}}),
    ("DELETE ss :v", {":v": {"SS": ["a", "b"]}}, {"ss": None}),
    ("DELETE absent :v", {":v": {"SS": ["a"]}}, {}),
    ("set a = :v remove n add ns :w delete ss :x",
     {":v": N, ":w": {"NS": ["3"]}, ":x": {"SS": ["a"]}},
     {"a": N, "n": None, "ns": {"NS": ["1", "2", "3"]}, "ss": {"SS": ["b"]}}),
]

INVALID = "Invalid UpdateExpression: "
OVERLAP = (INVALID + "Two document paths overlap with each other; must remove or rewrite one of "
           "these paths; ")
CONFLICT = (INVALID + "Two document paths conflict with each other; must remove or rewrite one of "
            "these paths; ")
WRONG_TYPE = "An operand in the update expression has an incorrect data type"
WRONG_PATH = "The document path provided in the update expression is invalid for update"
NO_ATTRIBUTE = "The provided expression refers to an attribute that does not exist in the item"
BAD = [
    ("SET a = absent", {}, NO_ATTRIBUTE),
    ("SET a = absent + :v", {":v": N}, NO_ATTRIBUTE),
    ("SET a = list_append(absent, :v)", {":v": numbers(1)}, NO_ATTRIBUTE),
    ("SET a = s + :v", {":v": N}, WRONG_TYPE),
    ("SET a = list_append(n, :v)", {":v": numbers(1)}, WRONG_TYPE),
    ("ADD s :v", {":v": N}, WRONG_TYPE),
    ("ADD ss :v", {":v": {"NS": ["1"]}}, WRONG_TYPE),
    ("DELETE ns :v", {":v": {"SS": ["1"]}}, WRONG_TYPE),
    ("SET n.a = :v", {":v": N}, WRONG_PATH),
    ("SET absent.a = :v", {":v": N}, WRONG_PATH),
    ("SET absent[0] = :v", {":v": N}, WRONG_PATH),
    ("SET m[0] = :v", {":v": N}, WRONG_PATH),
    ("SET l.a = :v", {":v": N}, WRONG_PATH),
    ("REMOVE absent.a", {}, WRONG_PATH),
    ("SET pk = :v", {":v": {"S": "x"}}, "One or more parameter values were invalid: Cannot update "
     "attribute pk. This attribute is part of the key"),
    ("REMOVE pk", {}, "One or more parameter values were invalid: Cannot update attribute pk. "
     "This attribute is part of the key"),
    ("SET a = :v, a = :v", {":v": N}, OVERLAP + "path one: [a], path two: [a]"),
    ("SET a = :v REMOVE a.b", {":v": N}, OVERLAP + "path one: [a], path two: [a, b]"),
    ("SET a.b = :v, a[1] = :v", {":v": N}, CONFLICT + "path one: [a, b], path two: [a, [1]]"),
    ("SET a = :v SET n = :v", {":v": N},
     INVALID + 'The "SET" section can only be used once in an update expression;'),
    ("SET a = :v + :s", {":v": N, ":s": {"S": "x"}},
     INVALID + "Incorrect operand type for operator or function; operator or function: +, operand "
     "type: S"),
    ("SET a = list_append(:v, l)", {":v": N},
     INVALID + "Incorrect operand type for operator or function; operator or function: "
     "list_append, operand type: N"),
    ("ADD a :v", {":v": {"S": "x"}},
     INVALID + "Incorrect operand type for operator or function; operator: ADD, operand type: "
     "STRING, typeSet: ALLOWED_FOR_ADD_OPERAND"),
    ("DELETE ss :v", {":v": N},
     INVALID + "Incorrect operand type for operator or function; operator: DELETE, operand type: "
     "NUMBER, typeSet: ALLOWED_FOR_DELETE_OPERAND"),
    ("SET a = unknown(n)", {}, INVALID + "Invalid function name; function: unknown"),
    ("SET a = if_not_exists(n)", {},
     INVALID + "Incorrect number of operands for operator or function; operator or function: "
     "if_not_exists, number of operands: 1"),
    ("SET a = attribute_exists(n)", {}, INVALID + "The function is not allowed in an update "
     "expression; function: attribute_exists"),
    ("SET name = :v", {":v": N},
     INVALID + "Attribute name is a reserved keyword; reserved keyword: name"),
    ("SET a = :w", {}, INVALID + "An expression attribute value used in expression is not "
     "defined; attribute value: :w"),
    ("SET #w = n", {}, INVALID + "An expression attribute name used in the document path is not "
     "defined; attribute name: #w"),
    ("INVALID SYNTAX HERE", {},
     INVALID + 'Syntax error; token: "INVALID", near: "INVALID SYNTAX"'),
    ("SET a", {}, INVALID + 'Syntax error; token: "<EOF>", near: "a"'),
    ("", {}, INVALID + "The expression can not be empty;"),
]


class UpdateTest(DynamoDbTest):
    TABLE = {}
    KEY = {"pk": {"S": "subject"}}

    def setUp(self):
        self.put(self.KEY | BEFORE)

    def update(self, expression, values):
        options = {"ExpressionAttributeValues": values} if values else {}
        return self.client.update_item(TableName=self.table, Key=self.KEY, ReturnValues="ALL_NEW",
                                       UpdateExpression=expression, **options)["Attributes"]

    def test_what_updates_do(self):
        for expression, values, changes in GOOD:
            with self.subTest(expression=expression):
                self.put(self.KEY | BEFORE)
                after = {k: v for k, v in (self.KEY | BEFORE | changes).items() if v is not None}
                returned = self.update(expression, values)
                for name in ("ss", "ns"):
                    for item in (returned, after):
                        if name in item:
                            kind, members = next(iter(item[name].items()))
                            item[name] = {kind: sorted(members)}
                self.assertEqual(returned, after)

    def test_mistakes_are_named_and_change_nothing(self):
        for expression, values, message in BAD:
            with self.subTest(expression=expression):
                with self.invalid(message):
                    self.update(expression, values)
        item = self.get(self.KEY)
        self.assertEqual(item["n"], N)
        self.assertNotIn("a", item)

    def test_removing_from_an_item_that_is_not_there_does_nothing(self):
        missing = {"pk": {"S": "missing"}}
        self.client.update_item(TableName=self.table, Key=missing,
                                UpdateExpression="REMOVE x.y, z[0]")
        self.assertIsNone(self.get(missing))

    def test_a_condition_is_of_the_item_before(self):
        with self.refused("ConditionalCheckFailedException"):
            self.client.update_item(
                TableName=self.table, Key=self.KEY, UpdateExpression="SET n = :n",
                ConditionExpression="n = :n", ExpressionAttributeValues={":n": {"N": "6"}})

    def test_a_counter_counts(self):
        for _ in range(20):
            self.update("ADD hits :one SET n = n + :one", {":one": {"N": "1"}})
        item = self.get(self.KEY)
        self.assertEqual((item["hits"], item["n"]), ({"N": "20"}, {"N": "25"}))

    def test_values_that_are_not_used_are_refused(self):
        with self.invalid("Value provided in ExpressionAttributeValues unused in expressions: "
                          "keys: {:x}"):
            self.update("SET a = :v", {":v": N, ":x": N})

    def test_an_index_key_keeps_its_type(self):
        table = self.new_table(gsis=[("ByG", "g:S")])
        with self.invalid_value("Type mismatch for Index Key g Expected: S Actual: N IndexName: "
                                "ByG"):
            self.client.put_item(TableName=table, Item=self.KEY | {"g": N})
        with self.invalid("One or more parameter values are not valid. A value specified for a "
                          "secondary index key is not supported. The AttributeValue for a key "
                          "attribute cannot contain an empty string value. IndexName: ByG, "
                          "IndexKey: g"):
            self.client.put_item(TableName=table, Item=self.KEY | {"g": {"S": ""}})
        self.client.put_item(TableName=table, Item=self.KEY | {"g": {"S": "x"}})
        with self.invalid_value("Type mismatch for Index Key g Expected: S Actual: N IndexName: "
                                "ByG"):
            self.client.update_item(TableName=table, Key=self.KEY, UpdateExpression="SET g = :g",
                                    ExpressionAttributeValues={":g": N})
        with self.invalid("One or more parameter values are not valid. The update expression "
                          "attempted to update a secondary index key to a value that is not "
                          "supported. The AttributeValue for a key attribute cannot contain an "
                          "empty string value."):
            self.client.update_item(TableName=table, Key=self.KEY, UpdateExpression="SET g = :g",
                                    ExpressionAttributeValues={":g": {"S": ""}})


if __name__ == "__main__":
    unittest.main()
