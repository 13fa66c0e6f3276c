"""What brought other servers down. Each is answered as it should be, and the next one, too."""

import json
import os
import unittest

from dynamodb_case import DynamoDbTest, await_table, make_client, table_request
from norn_server import Server, endpoint
from raw_http import DYNAMODB, STREAMS, post, send

MEGABYTE = 1024 * 1024
REQUEST_LIMIT = 16 * MEGABYTE


class CrasherTest(DynamoDbTest):
    """With a server of its own, so that a crash here is seen here."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server = None if "NORN_ENDPOINT" in os.environ else Server()
        if cls.server:
            cls.addClassCleanup(cls.server.stop)
        cls.url = cls.server.endpoint if cls.server else endpoint()
        client = make_client(url=cls.url)
        cls.table = f"Crashers-{os.getpid()}"
        client.create_table(**table_request(cls.table))
        await_table(client, cls.table)

    def tearDown(self):
        reply = post("DescribeTable", {"TableName": self.table}, self.url)
        self.assertEqual(reply.status, 200, "the server is not well")

    def send(self, operation, content):
        return post(operation, content, self.url)

    def put_raw(self, value_json):
        """Puts an item whose attribute v is this JSON, character by character."""
        body = f'{{"TableName":"{self.table}","Item":{{"pk":{{"S":"a"}},"v":'.encode()
        return self.send("PutItem", body + value_json + b"}}")

    def assert_refused(self, reply, kind="ValidationException"):
        self.assertEqual(reply.status, 400, reply.body[:200])
        self.assertEqual(reply.error_type.split("#")[1], kind, reply.body[:300])

    def condition(self, expression, values=None):
        content = {"TableName": self.table, "Item": {"pk": {"S": "a"}},
                   "ConditionExpression": expression}
        if values:
            content["ExpressionAttributeValues"] = values
        return self.send("PutItem", content)

    def test_in_against_an_absent_attribute(self):
        values = {":a": {"S": "a"}, ":b": {"N": "1"}}
        self.assert_refused(self.condition("absent IN (:a, :b)", values),
                            "ConditionalCheckFailedException")
        reply = self.send("Scan", {"TableName": self.table, "ExpressionAttributeValues": values,
                                   "FilterExpression": "absent IN (:a, :b)"})
        self.assertEqual((reply.status, reply.json["Count"]), (200, 0))

    def test_a_tag_without_a_value(self):
        arn = self.send("DescribeTable", {"TableName": self.table}).json["Table"]["TableArn"]
        for tags in ([{"Key": "k"}], [{}], [{"Value": "v"}], [{"Key": "k", "Value": None}]):
            self.assert_refused(self.send("TagResource", {"ResourceArn": arn, "Tags": tags}))
        reply = self.send("CreateTable", table_request("Tagged") | {"Tags": [{"Key": "k"}]})
        self.assert_refused(reply)

    def test_expressions_nested_thousands_deep(self):
        for expression in ("(" * 1500 + "a = :v" + ")" * 1500, "NOT " * 1000 + "a = :v",
                           "size(" * 700 + "a" + ")" * 700 + " = :v", "(" * 4096,
                           "a" + "[0]" * 1300 + " = :v", "a" + ".b" * 2000 + " = :v"):
            reply = self.condition(expression, {":v": {"S": "x"}})
            with self.subTest(expression=expression[:10]):
                self.assertEqual(reply.status, 400)
        for expression in ("SET a = " + "if_not_exists(a, " * 230 + ":v" + ")" * 230,
                           "SET a" + "[0]" * 1300 + " = :v", "SET " * 1000):
            reply = self.send("UpdateItem", {
                "TableName": self.table, "Key": {"pk": {"S": "a"}}, "UpdateExpression": expression,
                "ExpressionAttributeValues": {":v": {"S": "x"}}})
            with self.subTest(expression=expression[:10]):
                self.assertEqual(reply.status, 400)

    def test_expressions_longer_than_they_may_be(self):
        long = "a = :v" + " OR a = :v" * 400_000
        reply = self.condition(long, {":v": {"S": "x"}})
        self.assert_refused(reply)
        self.assertIn("Expression size has exceeded the maximum allowed size", reply.message)

    def test_a_statement_nested_deep(self):
        for text in ("SELECT * FROM t WHERE " + "(" * 4000 + "a = 1" + ")" * 4000,
                     f"INSERT INTO \"{self.table}\" VALUE {{'pk': 'a', 'v': "
                     + "[" * 4000 + "]" * 4000 + "}", "SELECT " + "NOT " * 2000):
            self.assert_refused(self.send("ExecuteStatement", {"Statement": text}))

    def test_a_body_of_sixteen_megabytes(self):
        head, tail = b'{"TableName":"' + self.table.encode() + b'","Filler":"', b'"}'
        filler = b"x" * (REQUEST_LIMIT - len(head) - len(tail))
        self.assertEqual(self.send("DescribeTable", head + filler + tail).status, 200)
        try:
            status = self.send("DescribeTable", head + filler + b"x" + tail).status
        except (BrokenPipeError, ConnectionError):
            status = 413  # It need not read what it refuses.
        self.assertEqual(status, 413)

    def test_a_body_of_one_value(self):
        item = {"pk": {"S": "a"}, "v": {"S": "x" * (REQUEST_LIMIT - 200)}}
        reply = self.send("PutItem", {"TableName": self.table, "Item": item})
        self.assert_refused(reply)
        self.assertEqual(reply.message, "Item size has exceeded the maximum allowed size")

    def test_numbers_of_a_thousand_digits(self):
        for number in ("9" * 1000, "-" + "9" * 1000, "0." + "1" * 1000, "1e" + "9" * 1000,
                       "1e-" + "9" * 1000, "1" * 1_000_000, "e", "-", ".", "1e", "+-1", "--1"):
            reply = self.put_raw(json.dumps({"N": number}).encode())
            with self.subTest(number=number[:10]):
                self.assert_refused(reply)
        for number in ("0" * 1000 + "1", "1." + "0" * 1000, "0." + "0" * 100 + "1"):
            with self.subTest(number=number[:10]):
                self.assertEqual(self.put_raw(json.dumps({"N": number}).encode()).status, 200)

    def test_json_numbers_beyond_all_bounds(self):
        for number in (b"9" * 1000, b"1e9999", b"-1e9999", b"9223372036854775808", b"1.5"):
            body = b'{"TableName":"' + self.table.encode() + b'","Limit":' + number + b"}"
            with self.subTest(number=number[:10]):
                self.assertLess(self.send("Scan", body).status, 500)

    def test_invalid_utf8(self):
        for text in (b"\xff", b"\xc3", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80",
                     b"ok\x80"):
            with self.subTest(text=text):
                self.assertEqual(self.put_raw(b'{"S":"' + text + b'"}').status, 400)

    def test_lone_surrogates(self):
        for text in (rb"\ud800", rb"\udc00", rb"\ud800\ud800", rb"a\udfffb", rb"\ud83d"):
            with self.subTest(text=text):
                self.assertLess(self.put_raw(b'{"S":"' + text + b'"}').status, 500)
        self.assertEqual(self.put_raw(rb'{"S":"\ud83d\ude00"}').status, 200)
        reply = self.send("GetItem", {"TableName": self.table, "Key": {"pk": {"S": "a"}}})
        self.assertEqual(reply.json["Item"]["v"], {"S": "\U0001f600"})

    def test_deeply_nested_json(self):
        for depth in (100, 10_000, 1_000_000):
            for opening, closing in ((b"[", b"]"), (b'{"a":', b"}"), (b'{"L":[', b"]}"),
                                     (b'{"M":{"a":', b"}}")):
                with self.subTest(depth=depth, opening=opening):
                    self.assertEqual(
                        self.put_raw(opening * depth + b"1" + closing * depth).status, 400)

    def test_values_nested_deep(self):
        for depth in (33, 500, 5000):
            value = b'{"L":[' * depth + b'{"S":"x"}' + b"]}" * depth
            self.assertEqual(self.put_raw(value).status, 400)

    def test_huge_arrays(self):
        many = b'{"L":[' + b'{"N":"1"},' * 300_000 + b'{"N":"1"}]}'
        self.assert_refused(self.put_raw(many))
        reply = self.put_raw(b'{"NS":[' + b",".join(b'"%d"' % n for n in range(200_000)) + b"]}")
        self.assert_refused(reply)
        reply = self.send("BatchGetItem", {"RequestItems": {self.table: {
            "Keys": [{"pk": {"S": str(n)}} for n in range(100_000)]}}})
        self.assert_refused(reply)
        reply = self.send("TransactGetItems", {"TransactItems": [{}] * 100_000})
        self.assert_refused(reply)

    def test_null_that_is_false(self):
        # AWS refused it for years, and took it for true in 2026.
        if self.put_raw(b'{"NULL":false}').status == 200:
            reply = self.send("GetItem", {"TableName": self.table, "Key": {"pk": {"S": "a"}}})
            self.assertEqual(reply.json["Item"]["v"], {"NULL": True})
        self.assertLess(self.put_raw(b'{"NULL":"no"}').status, 500)

    def test_empty_names_and_objects(self):
        name = {"TableName": self.table}
        rows = [
            ("PutItem", name | {"Item": {"pk": {"S": "a"}, "": {"S": "x"}}}),
            ("PutItem", name | {"Item": {}}), ("GetItem", name | {"Key": {"": {"S": "x"}}}),
            ("GetItem", name | {"Key": {"pk": {}}}), ("GetItem", name | {"Key": {"pk": None}}),
            ("CreateTable", {"TableName": ""}), ("DescribeTable", {"TableName": ""}),
            ("CreateTable", {"TableName": "Some", "KeySchema": [{}], "AttributeDefinitions": [{}]}),
            ("CreateTable", {"TableName": "Some", "KeySchema": [None]}),
            ("UpdateTable", name | {"GlobalSecondaryIndexUpdates": [{}]}),
            ("Query", name | {"KeyConditionExpression": "pk = :p",
                              "ExpressionAttributeValues": {":p": {}}}),
            ("Query", name | {"KeyConditions": {"pk": {}}}),
            ("BatchWriteItem", {"RequestItems": {self.table: [{}]}}),
            ("BatchWriteItem", {"RequestItems": {self.table: [{"PutRequest": {}}]}}),
            ("BatchGetItem", {"RequestItems": {self.table: {}}}),
            ("TransactWriteItems", {"TransactItems": [{}]}),
            ("TransactGetItems", {"TransactItems": [{"Get": {}}]}),
            ("ExecuteStatement", {"Statement": ""}), ("BatchExecuteStatement", {"Statements": []}),
            ("ExecuteTransaction", {"TransactStatements": [{}]}),
            ("TagResource", {"ResourceArn": "", "Tags": []}),
        ]
        for operation, content in rows:
            with self.subTest(operation=operation, content=str(content)[:60]):
                self.assertEqual(self.send(operation, content).status, 400)

    def test_every_operation_with_nothing(self):
        tables = ("CreateTable DescribeTable UpdateTable DeleteTable PutItem GetItem UpdateItem "
                  "DeleteItem Query Scan BatchGetItem BatchWriteItem TransactGetItems "
                  "TransactWriteItems UpdateTimeToLive DescribeTimeToLive TagResource "
                  "UntagResource ListTagsOfResource DescribeContinuousBackups ExecuteStatement "
                  "BatchExecuteStatement ExecuteTransaction")
        for operation in tables.split():
            with self.subTest(operation=operation):
                self.assertEqual(self.send(operation, {}).status, 400)
        for operation in ("DescribeStream", "GetShardIterator", "GetRecords"):
            with self.subTest(operation=operation):
                reply = send(b"{}", f"{STREAMS}.{operation}", url=self.url)
                self.assertEqual(reply.status, 400)

    def test_members_given_twice(self):
        body = (f'{{"TableName":"{self.table}","TableName":"Absent","Key":{{"pk":{{"S":"a"}},'
                f'"pk":{{"S":"b"}}}}}}').encode()
        self.assertLess(self.send("GetItem", body).status, 500)

    def test_a_target_of_any_bytes(self):
        for target in ("x" * 5000, DYNAMODB + "." + "\u00ff" * 10, "..", "DynamoDB_20120810."):
            with self.subTest(target=target[:20]):
                reply = send(b"{}", headers={"X-Amz-Target": target.encode("latin-1")},
                             url=self.url)
                self.assertIn(reply.status, (400, 431))


if __name__ == "__main__":
    unittest.main()
