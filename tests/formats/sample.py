"""What a sample of the store's layout has in it, and how it is read over the DynamoDB API."""

import base64
import hashlib
import json
import urllib.error
import urllib.request

PASSWORD = "correct horse battery"
EMAIL = "ada@example.org"
SIGNATURE = ("AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/dynamodb/aws4_request, "
             "SignedHeaders=host, Signature=00")

TABLE = {
    "TableName": "sample",
    "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"},
                             {"AttributeName": "SK", "AttributeType": "N"},
                             {"AttributeName": "kind", "AttributeType": "S"},
                             {"AttributeName": "raw", "AttributeType": "B"}],
    "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"},
                  {"AttributeName": "SK", "KeyType": "RANGE"}],
    "GlobalSecondaryIndexes": [{"IndexName": "byKind",
                                "KeySchema": [{"AttributeName": "kind", "KeyType": "HASH"}],
                                "Projection": {"ProjectionType": "ALL"}}],
    "LocalSecondaryIndexes": [{"IndexName": "byRaw",
                               "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"},
                                             {"AttributeName": "raw", "KeyType": "RANGE"}],
                               "Projection": {"ProjectionType": "KEYS_ONLY"}}],
    "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
    "BillingMode": "PAY_PER_REQUEST",
}


def bytes_of(value):
    return base64.b64encode(value).decode()


def items():
    """All kinds of values and keys; one item is larger than 64 KiB, which has another form."""
    numbers = ["-99999999999999999999999999999999999999e80", "-1.5", "0", "1e-130", "7"]
    for place, number in enumerate(numbers):
        yield {"PK": {"S": "numbers"}, "SK": {"N": number}, "kind": {"S": f"k{place % 2}"},
               "raw": {"B": bytes_of(bytes([0, place, 255]))}}
    yield {"PK": {"S": "größe \u0000木"}, "SK": {"N": "1"}, "kind": {"S": "k0"},
           "everything": {"M": {
               "text": {"S": "a\"b\\c\n\u0001"}, "number": {"N": "1E+3"}, "none": {"NULL": True},
               "yes": {"BOOL": True}, "list": {"L": [{"S": ""}, {"N": "-0"}, {"L": []}]},
               "texts": {"SS": ["b", "a"]}, "numbers": {"NS": ["10", "9"]},
               "raws": {"BS": [bytes_of(b"\x00"), bytes_of(b"")]}}}}
    yield {"PK": {"S": "large"}, "SK": {"N": "1"}, "text": {"S": "x" * 100_000}}


def call(port, operation, request):
    """One call of the DynamoDB API."""
    sent = urllib.request.Request(
        f"http://127.0.0.1:{port}/", json.dumps(request).encode(),
        {"Content-Type": "application/x-amz-json-1.0", "Authorization": SIGNATURE,
         "X-Amz-Date": "20260101T000000Z", "X-Amz-Target": f"DynamoDB_20120810.{operation}"})
    try:
        with urllib.request.urlopen(sent, timeout=60) as reply:
            return json.load(reply)
    except urllib.error.HTTPError as error:
        raise AssertionError(f"{operation}: {error.read()!r}") from error


def post(port, path, body):
    """One call of the HTTP API; returns its status."""
    sent = urllib.request.Request(f"http://127.0.0.1:{port}{path}", json.dumps(body).encode(),
                                  {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(sent, timeout=60) as reply:
            return reply.status
    except urllib.error.HTTPError as error:
        return error.code


def shortened(item):
    """The item with a hash in the place of a long text."""
    text = item.get("text", {}).get("S", "")
    return {**item, "text": hashlib.sha256(text.encode()).hexdigest()} if text else item


def contents(port):
    """Everything that a person of the sample wrote, as the API returns it."""
    def sorted_items(**request):
        found = call(port, "Scan", {"TableName": "sample", **request})["Items"]
        return sorted(map(shortened, found), key=lambda item: json.dumps(item, sort_keys=True))

    description = call(port, "DescribeTable", {"TableName": "sample"})["Table"]
    return {
        "items": sorted_items(),
        "byKind": sorted_items(IndexName="byKind"),
        "byRaw": sorted_items(IndexName="byRaw"),
        "inOrder": [item["SK"]["N"] for item in call(port, "Query", {
            "TableName": "sample", "KeyConditionExpression": "PK = :pk",
            "ExpressionAttributeValues": {":pk": {"S": "numbers"}}})["Items"]],
        "count": description["ItemCount"],
        "stream": description["LatestStreamArn"],
        "timeToLive": call(port, "DescribeTimeToLive", {"TableName": "sample"}),
        "tables": call(port, "ListTables", {})["TableNames"],
    }
