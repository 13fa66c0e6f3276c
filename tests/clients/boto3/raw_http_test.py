"""The wire itself, without a client library: headers, JSON that is wrong, and who may ask."""

import gzip
import http.client
import json
import socket
import unittest
import urllib.parse
import zlib

from dynamodb_case import DynamoDbTest
from norn_server import PATIENCE_S, endpoint
from raw_http import AUTHORIZATION, DYNAMODB, HEADERS, post, send

SERVICE = "com.amazon.coral.service#"
V20120810 = "com.amazonaws.dynamodb.v20120810#"


class HeaderTest(DynamoDbTest):
    TABLE = {}

    def test_a_reply_carries_its_id_and_its_checksum(self):
        replies = [post("ListTables", {}), post("ListTables", {"Limit": 0}),
                   post("DescribeTable", {"TableName": "Absent"})]
        for reply in replies:
            self.assertRegex(reply.headers["x-amzn-RequestId"], r"^[0-9A-Z]{52}$")
            self.assertEqual(reply.headers["Content-Type"], "application/x-amz-json-1.0")
            self.assertEqual(int(reply.headers["Content-Length"]), len(reply.body))
            self.assertTrue(reply.crc_is_right())
        self.assertEqual([reply.status for reply in replies], [200, 400, 400])
        self.assertEqual(len({reply.headers["x-amzn-RequestId"] for reply in replies}), 3)

    def test_the_checksum_is_of_what_is_sent(self):
        self.put({"pk": {"S": "zip"}, "text": {"S": "x" * 20_000}})
        body = json.dumps({"TableName": self.table, "Key": {"pk": {"S": "zip"}}}).encode()
        reply = send(body, f"{DYNAMODB}.GetItem", {"Accept-Encoding": "gzip"})
        self.assertEqual(int(reply.headers["x-amz-crc32"]), zlib.crc32(reply.body))
        content = reply.body
        if reply.headers["Content-Encoding"] == "gzip":
            content = gzip.decompress(content)
        self.assertEqual(json.loads(content)["Item"]["text"], {"S": "x" * 20_000})

    def test_a_compressed_request_is_read(self):
        body = gzip.compress(json.dumps({"TableName": self.table}).encode())
        reply = send(body, f"{DYNAMODB}.DescribeTable", {"Content-Encoding": "gzip"})
        self.assertEqual(reply.status, 200, reply.body)

    def test_the_server_is_healthy(self):
        reply = send(method="GET", headers={name: None for name in HEADERS})
        self.assertEqual(reply.status, 200)
        self.assertTrue(reply.body.startswith(b"healthy: "))

    def test_get_has_two_paths(self):
        address = urllib.parse.urlsplit(endpoint())
        for path, status in (("/", 200), ("/ping", 200), ("/?x", 200), ("/abc", 404), ("//", 404)):
            connection = http.client.HTTPConnection(address.hostname, address.port,
                                                    timeout=PATIENCE_S)
            self.addCleanup(connection.close)
            connection.request("GET", path)
            response = connection.getresponse()
            with self.subTest(path=path):
                self.assertEqual(response.status, status)
                start = b"healthy: " if status == 200 else b"<UnknownOperationException/>"
                self.assertTrue(response.read().startswith(start))

    def test_plain_json_is_a_content_type_too(self):
        reply = send(b"{}", f"{DYNAMODB}.ListTables", {"Content-Type": "application/json"})
        self.assertEqual(reply.status, 200)
        self.assertIn("TableNames", reply.json)

    def test_other_content_types_are_unknown(self):
        for content_type in ("text/plain", "application/x-www-form-urlencoded", None):
            reply = send(b"{}", f"{DYNAMODB}.ListTables", {"Content-Type": content_type})
            with self.subTest(content_type=content_type):
                self.assertEqual(reply.status, 404)
                self.assertIn(b"UnknownOperationException", reply.body)

    def test_one_connection_serves_many_requests(self):
        address = urllib.parse.urlsplit(endpoint())
        connection = http.client.HTTPConnection(address.hostname, address.port, timeout=PATIENCE_S)
        self.addCleanup(connection.close)
        for _ in range(5):
            connection.request("POST", "/", b"{}",
                               HEADERS | {"X-Amz-Target": f"{DYNAMODB}.ListTables"})
            response = connection.getresponse()
            self.assertEqual(response.status, 200)
            response.read()

    def test_expect_continue(self):
        address = urllib.parse.urlsplit(endpoint())
        headers = "".join(f"{name}: {value}\r\n" for name, value in HEADERS.items())
        with socket.create_connection((address.hostname, address.port), PATIENCE_S) as client:
            client.sendall((f"POST / HTTP/1.1\r\nHost: localhost\r\n{headers}"
                            f"X-Amz-Target: {DYNAMODB}.ListTables\r\nContent-Length: 2\r\n"
                            "Expect: 100-continue\r\n\r\n")
                           .encode())
            self.assertTrue(client.recv(100).startswith(b"HTTP/1.1 100 "))
            client.sendall(b"{}")
            self.assertTrue(client.recv(100).startswith(b"HTTP/1.1 200 "))


class WhoAsksTest(DynamoDbTest):
    def refusal(self, headers):
        reply = send(b"{}", f"{DYNAMODB}.ListTables", headers)
        self.assertEqual(reply.status, 400)
        return reply.error_type, reply.message

    def test_a_request_is_signed(self):
        self.assertEqual(self.refusal({"Authorization": None}), (
            SERVICE + "MissingAuthenticationTokenException",
            "Request is missing Authentication Token"))

    def test_a_signature_is_complete(self):
        kind, message = self.refusal({"Authorization": "AWS4-HMAC-SHA256 Credential=a"})
        self.assertEqual(kind, SERVICE + "IncompleteSignatureException")
        self.assertTrue(message.startswith(
            "Authorization header requires 'Signature' parameter. Authorization header requires "
            "'SignedHeaders' parameter."), message)

    def test_any_key_may_ask_a_server_without_keys(self):
        other = AUTHORIZATION.replace("=local/", "=AKIAOTHER/").replace("us-east-1", "eu-west-3")
        self.assertEqual(send(b"{}", f"{DYNAMODB}.ListTables", {"Authorization": other}).status,
                         200)


class OperationNameTest(DynamoDbTest):
    def test_unknown_operations(self):
        for target in (f"{DYNAMODB}.Nothing", "Other_20120810.ListTables", "ListTables", "",
                       f"{DYNAMODB}.listTables", f"{DYNAMODB}.ListTables.More", None):
            reply = send(b"{}", headers={"X-Amz-Target": target})
            with self.subTest(target=target):
                self.assertEqual(reply.status, 400)
                self.assertEqual(reply.error_type, SERVICE + "UnknownOperationException")

    def test_an_operation_of_streams_is_none_of_tables(self):
        reply = send(b"{}", f"{DYNAMODB}.ListStreams")
        self.assertEqual(reply.error_type, SERVICE + "UnknownOperationException")


class SerializationTest(DynamoDbTest):
    TABLE = {}

    def test_what_is_no_json(self):
        for body in (b"", b"{", b"nonsense", b"{]", b"{}{}", b"{'a': 1}",
                     b'{"TableName": }', b"\x00", b"\xff"):
            reply = send(body, f"{DYNAMODB}.DescribeTable")
            with self.subTest(body=body):
                self.assertEqual(reply.status, 400)
                self.assertEqual(reply.error_type, SERVICE + "SerializationException")

    def test_json_that_is_no_object(self):
        for body in (b"[]", b'"text"', b"1", b"null"):
            with self.subTest(body=body):
                self.assertEqual(send(body, f"{DYNAMODB}.DescribeTable").status, 400)

    def test_values_of_the_wrong_type(self):
        number, true = "NUMBER_VALUE cannot be converted to ", "TRUE_VALUE cannot be converted to "
        structure = "Start of structure or map found where not expected"
        rows = [
            ("DescribeTable", {"TableName": 23}, number + "String"),
            ("DescribeTable", {"TableName": True}, true + "String"),
            ("DescribeTable", {"TableName": []},
             "Unrecognized collection type class java.lang.String"),
            ("DescribeTable", {"TableName": {}}, structure),
            ("ListTables", {"Limit": "1"}, "STRING_VALUE cannot be converted to Integer"),
            ("ListTables", {"Limit": True}, true + "Integer"),
            ("Scan", {"ConsistentRead": 1}, number + "Boolean"),
            ("Scan", {"ConsistentRead": "perhaps"}, "Unexpected token received from parser"),
            ("CreateTable", {"KeySchema": "text"}, "Unexpected field type"),
            ("CreateTable", {"KeySchema": {}}, structure),
            ("CreateTable", {"KeySchema": ["text"]}, "Unexpected value type in payload"),
            ("CreateTable", {"ProvisionedThroughput": "text"}, "Unexpected field type"),
            ("PutItem", {"Item": "text"}, "Unexpected field type"),
            ("PutItem", {"Item": {"a": "text"}}, "Unexpected value type in payload"),
            ("PutItem", {"Item": {"a": {"S": 1}}}, number + "String"),
            ("PutItem", {"Item": {"a": {"N": 1}}}, number + "String"),
            ("PutItem", {"Item": {"a": {"B": 1}}},
             "only base-64-encoded strings are convertible to bytes"),
            ("PutItem", {"Item": {"a": {"B": "abc"}}},
             "Base64 encoded length is expected a multiple of 4 bytes but found: 3"),
            ("PutItem", {"Item": {"a": {"L": {}}}}, structure),
            ("PutItem", {"Item": {"a": {"SS": [1]}}}, number + "String"),
        ]
        for operation, content, message in rows:
            reply = post(operation, content)
            with self.subTest(operation=operation, content=content):
                self.assertEqual((reply.status, reply.error_type, reply.message),
                                 (400, SERVICE + "SerializationException", message))

    def test_nulls_and_unknown_members_are_not_there(self):
        reply = post("DescribeTable", {"TableName": self.table, "Unknown": {"a": [1]},
                                       "Other": None})
        self.assertEqual(reply.status, 200)
        reply = post("GetItem", {"TableName": self.table, "Key": {"pk": {"S": "a", "N": None}},
                                 "ProjectionExpression": None})
        self.assertEqual((reply.status, reply.json), (200, {}))
        reply = post("GetItem", {"TableName": self.table, "Key": {"pk": {"S": "a"}},
                                 "ExpressionAttributeValues": {":v": {"S": "of no use here"}}})
        self.assertEqual((reply.status, reply.json), (200, {}))


class ErrorTypeTest(DynamoDbTest):
    TABLE = {}

    def test_types_have_their_name_spaces(self):
        name = {"TableName": self.table}
        key = {"pk": {"S": "a"}}
        rows = [
            ("DescribeTable", {"TableName": "Absent"}, V20120810 + "ResourceNotFoundException"),
            ("ListTables", {"Limit": 0}, "com.amazon.coral.validate#ValidationException"),
            ("GetItem", name | {"Key": {}}, "com.amazon.coral.validate#ValidationException"),
            ("DeleteItem", name | {"Key": key, "ConditionExpression": "attribute_exists(pk)"},
             V20120810 + "ConditionalCheckFailedException"),
            ("TransactWriteItems", {"TransactItems": [{"Delete": name | {
                "Key": key, "ConditionExpression": "attribute_exists(pk)"}}]},
             V20120810 + "TransactionCanceledException"),
        ]
        for operation, content, expected in rows:
            reply = post(operation, content)
            with self.subTest(operation=operation):
                self.assertEqual((reply.status, reply.error_type), (400, expected))


if __name__ == "__main__":
    unittest.main()
