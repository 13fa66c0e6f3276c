"""Condition expressions: every operator and function, on a put, an update and a delete."""

import unittest

from dynamodb_case import DynamoDbTest
from raw_http import call

ITEM = {
    "pk": {"S": "subject"}, "n": {"N": "5"}, "s": {"S": "hello"}, "b": {"B": b"\x01\x02"},
    "yes": {"BOOL": True}, "nil": {"NULL": True}, "l": {"L": [{"N": "1"}, {"S": "two"}]},
    "m": {"M": {"in": {"M": {"deep": {"N": "7"}}}}}, "ss": {"SS": ["a", "b"]},
    "ns": {"NS": ["1", "2"]}, "bs": {"BS": [b"x"]}, "n2": {"N": "5.0"}, "note": {"S": "é𝄞"},
}
VALUES = {":4": {"N": "4"}, ":5": {"N": "5"}, ":6": {"N": "6"}, ":7": {"N": "7"},
          ":3": {"N": "3"}, ":2": {"N": "2"}, ":1": {"N": "1"}, ":12": {"N": "12"},
          ":h": {"S": "hello"}, ":he": {"S": "he"}, ":ell": {"S": "ell"}, ":z": {"S": "z"},
          ":a": {"S": "a"}, ":two": {"S": "two"}, ":t": {"BOOL": True}, ":nil": {"NULL": True},
          ":b": {"B": b"\x01"}, ":ba": {"SS": ["b", "a"]}, ":x": {"B": b"x"},
          ":l": {"L": [{"N": "1.0"}, {"S": "two"}]},
          ":S": {"S": "S"}, ":N": {"S": "N"}, ":NULL": {"S": "NULL"}, ":SS": {"S": "SS"},
          ":M": {"S": "M"}, ":BOOL": {"S": "BOOL"}}

TRUE = [
    "n = :5", "n <> :4", "n < :6", "n <= :5", "n > :4", "n >= :5", "n = n2", ":5 = n", "n <> s",
    "s < :z", "b > :b", "yes = :t", "nil = :nil", "l = :l", "ss = :ba", "absent <> :5",
    "n BETWEEN :4 AND :6", "n BETWEEN :5 AND :5", ":5 BETWEEN :4 AND n", "n IN (:4, :5)",
    "n IN (n2)", "NOT absent IN (:4, :5)", "attribute_exists(n)", "attribute_exists(m.#in.deep)",
    "attribute_exists(l[1])", "attribute_not_exists(absent)", "attribute_not_exists(l[2])",
    "attribute_not_exists(m.absent.deep)", "attribute_type(s, :S)", "attribute_type(n, :N)",
    "attribute_type(nil, :NULL)", "attribute_type(ss, :SS)", "attribute_type(m, :M)",
    "attribute_type(yes, :BOOL)", "begins_with(s, :he)", "begins_with(b, :b)", "contains(s, :ell)",
    "contains(ss, :a)", "contains(ns, :2)", "contains(bs, :x)", "contains(l, :two)",
    "contains(l, :1)", "size(s) = :5", "size(note) = :3", "size(l) = :2", "size(ss) = :2",
    "size(b) = :2", "size(m) = :1", "size(s) < size(s2) OR size(s) > :4", "m.#in.deep = :7",
    "l[0] = :1",
    "NOT n = :4", "NOT (n = :4 OR s = :z)", "n = :4 OR s = :h AND yes = :t",
    "(n = :4 OR s = :h) AND yes = :t", "n = :5 and s = :h or n = :4", "NOT NOT n = :5",
    "attribute_not_exists(m.s)", "n = :5 AND NOT s = :z AND attribute_exists(pk)",
]
FALSE = [
    "n = :4", "n <> :5", "n < :5", "n > :5", "n = s", "n < s", "s > n", "absent = :5",
    "absent < :5", "absent > :5", "absent IN (:4, :5)",
    "n IN (:4, :6, :h)", "n BETWEEN :6 AND :7", "absent BETWEEN :4 AND :6", "s BETWEEN :4 AND :6",
    "attribute_exists(absent)", "attribute_not_exists(n)", "attribute_type(n, :S)",
    "attribute_type(absent, :S)", "begins_with(s, :ell)", "begins_with(n, :he)",
    "begins_with(absent, :he)", "contains(s, :z)", "contains(ss, :z)", "contains(n, :5)",
    "contains(l, :z)", "contains(absent, :a)", "size(absent) = :1", "size(n) = :1",
    "n = :5 AND s = :z", "NOT n = :5", "l[7] = :1", "m.n = :5", "s.t = :h", "b = :h",
]
NAMES = {"#in": "in"}


def placeholders(expression, extra=None):
    """The names and values that an expression uses: unused ones are refused."""
    tokens = expression.replace("(", " ").replace(")", " ").replace(",", " ").replace(".", " ")
    tokens = set(tokens.split())
    options = {}
    values = {k: v for k, v in (VALUES | (extra or {})).items() if k in tokens}
    if values:
        options["ExpressionAttributeValues"] = values
    if "#in" in tokens:
        options["ExpressionAttributeNames"] = NAMES
    return options


class ConditionTest(DynamoDbTest):
    TABLE = {}

    def setUp(self):
        self.put(ITEM)

    def check(self, expression):
        return self.client.update_item(
            TableName=self.table, Key={"pk": ITEM["pk"]}, ConditionExpression=expression,
            **placeholders(expression))

    def test_what_is_true(self):
        for expression in TRUE:
            with self.subTest(expression=expression):
                self.check(expression)

    def test_what_is_false(self):
        for expression in FALSE:
            with self.subTest(expression=expression):
                with self.refused("ConditionalCheckFailedException",
                                  "The conditional request failed"):
                    self.check(expression)

    def test_puts_and_deletes_have_conditions_too(self):
        failed = self.refused("ConditionalCheckFailedException", "The conditional request failed")
        with failed:
            self.put(ITEM, ConditionExpression="attribute_not_exists(pk)")
        with self.refused("ConditionalCheckFailedException"):
            self.client.delete_item(TableName=self.table, Key={"pk": ITEM["pk"]},
                                    ConditionExpression="n = :n",
                                    ExpressionAttributeValues={":n": {"N": "6"}})
        self.put({"pk": {"S": "new"}}, ConditionExpression="attribute_not_exists(pk)")
        self.client.delete_item(TableName=self.table, Key={"pk": ITEM["pk"]},
                                ConditionExpression="n = :n",
                                ExpressionAttributeValues={":n": {"N": "5"}})
        self.assertIsNone(self.get({"pk": ITEM["pk"]}))

    def test_a_failed_check_shows_the_item_when_asked(self):
        # Debian's boto3 is older than this parameter.
        condition = {"TableName": self.table, "ConditionExpression": "attribute_not_exists(pk)",
                     "ReturnValuesOnConditionCheckFailure": "ALL_OLD"}
        item = {"pk": {"S": "shown"}, "n": {"N": "1"}}
        self.put(item)
        for operation, rest in (("PutItem", {"Item": item}),
                                ("DeleteItem", {"Key": {"pk": item["pk"]}}),
                                ("UpdateItem", {"Key": {"pk": item["pk"]}})):
            with self.subTest(operation=operation):
                with self.refused("ConditionalCheckFailedException") as caught:
                    call(operation, **condition, **rest)
                self.assertEqual(caught.exception.response["Item"], item)
                with self.refused("ConditionalCheckFailedException") as caught:
                    call(operation, **condition | rest
                         | {"ReturnValuesOnConditionCheckFailure": "NONE"})
                self.assertNotIn("Item", caught.exception.response)

    def test_an_absent_item_is_not_shown(self):
        with self.refused("ConditionalCheckFailedException") as caught:
            call("DeleteItem", TableName=self.table, Key={"pk": {"S": "absent"}},
                 ConditionExpression="attribute_exists(pk)",
                 ReturnValuesOnConditionCheckFailure="ALL_OLD")
        self.assertNotIn("Item", caught.exception.response)


BAD = [
    ("n = :undefined", "An expression attribute value used in expression is not defined; "
                       "attribute value: :undefined"),
    ("#undefined = :5", "An expression attribute name used in the document path is not defined; "
                        "attribute name: #undefined"),
    ("n = ", 'Syntax error; token: "<EOF>", near: "="'),
    ("n == :5", 'Syntax error; token: "=", near: "== :5"'),
    ("(n = :5", 'Syntax error; token: "<EOF>", near: ":5"'),
    ("n = :5 :6", 'Syntax error; token: ":6", near: ":5 :6"'),
    ("name = :5", "Attribute name is a reserved keyword; reserved keyword: name"),
    ("n = :5 AND Status = :h", "Attribute name is a reserved keyword; reserved keyword: Status"),
    ("unknown(n)", "Invalid function name; function: unknown"),
    ("attribute_exists(n, s)", "Incorrect number of operands for operator or function; operator "
                               "or function: attribute_exists, number of operands: 2"),
    ("attribute_exists(:5)", "Operator or function requires a document path; operator or "
                             "function: attribute_exists"),
    ("begins_with(s, :5)", "Incorrect operand type for operator or function; operator or "
                           "function: begins_with, operand type: N"),
    ("attribute_type(s, :5)", "Incorrect operand type for operator or function; operator or "
                              "function: attribute_type, operand type: N"),
    ("attribute_type(s, :h)", "Invalid attribute type name found; type: hello, valid types: "
                              "{B,NULL,SS,BOOL,L,BS,N,NS,S,M}"),
    ("n BETWEEN :6 AND :4", "The BETWEEN operator requires upper bound to be greater than or "
                            "equal to lower bound; lower bound operand: AttributeValue: {N:6}, "
                            "upper bound operand: AttributeValue: {N:4}"),
    ("n BETWEEN :5 AND :h", "The BETWEEN operator requires same data type for lower and upper "
                            "bounds; lower bound operand: AttributeValue: {N:5}, upper bound "
                            "operand: AttributeValue: {S:hello}"),
    ("n < :t", "Incorrect operand type for operator or function; operator or function: <, "
               "operand type: BOOL"),
    ("n = n", "The first operand must be distinct from the remaining operands for this operator "
              "or function; operator: =, first operand: [n]"),
    ("((n = :5))", "The expression has redundant parentheses;"),
    ("size(n)", None),
    ("", "The expression can not be empty;"),
]


class BadConditionTest(DynamoDbTest):
    TABLE = {}

    def test_mistakes_are_named(self):
        for expression, message in BAD:
            with self.subTest(expression=expression), self.invalid(
                    None if message is None else "Invalid ConditionExpression: " + message):
                self.client.put_item(TableName=self.table, Item={"pk": {"S": "a"}},
                                     ConditionExpression=expression, **placeholders(expression))

    def test_what_is_not_used_is_refused(self):
        base = {"TableName": self.table, "Item": {"pk": {"S": "a"}}}
        condition = base | {"ConditionExpression": "attribute_exists(pk)"}
        with self.invalid("Value provided in ExpressionAttributeValues unused in expressions: "
                          "keys: {:v}"):
            self.client.put_item(**condition, ExpressionAttributeValues={":v": {"S": "x"}})
        with self.invalid("Value provided in ExpressionAttributeNames unused in expressions: "
                          "keys: {#n}"):
            self.client.put_item(**condition, ExpressionAttributeNames={"#n": "x"})
        with self.invalid("ExpressionAttributeValues can only be specified when using expressions"):
            self.client.put_item(**base, ExpressionAttributeValues={":v": {"S": "x"}})
        with self.invalid("ExpressionAttributeNames can only be specified when using expressions"):
            self.client.put_item(**base, ExpressionAttributeNames={"#n": "x"})
        with self.invalid("ExpressionAttributeValues must not be empty"):
            self.client.put_item(**condition, ExpressionAttributeValues={})
        with self.invalid('ExpressionAttributeNames contains invalid key: Syntax error; '
                          'key: "n"'):
            self.client.put_item(**condition, ExpressionAttributeNames={"n": "x"})
        with self.invalid('ExpressionAttributeValues contains invalid key: Syntax error; '
                          'key: "v"'):
            self.client.put_item(**condition, ExpressionAttributeValues={"v": {"S": "x"}})


if __name__ == "__main__":
    unittest.main()
