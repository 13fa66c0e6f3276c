"""Requests made by hand, for what botocore refuses to send or is too old to know."""

import http.client
import json
import urllib.parse
import zlib
from typing import NamedTuple

import botocore.exceptions

from norn_server import PATIENCE_S, endpoint

# Well formed, and accepted because the server was given no keys.
AUTHORIZATION = ("AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, "
                 "SignedHeaders=host;x-amz-date;x-amz-target, Signature=" + "0" * 64)
HEADERS = {"Content-Type": "application/x-amz-json-1.0", "X-Amz-Date": "20260101T000000Z",
           "Authorization": AUTHORIZATION}
DYNAMODB = "DynamoDB_20120810"
STREAMS = "DynamoDBStreams_20120810"


class Reply(NamedTuple):
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def error_type(self):
        return self.json["__type"]

    @property
    def message(self):
        content = self.json
        return content.get("message", content.get("Message"))

    def crc_is_right(self):
        return int(self.headers["x-amz-crc32"]) == zlib.crc32(self.body)


def send(body=b"", target=None, headers=None, method="POST", path="/", url=None):
    """Sends bytes as they are. A header of None is left out."""
    address = urllib.parse.urlsplit(url or endpoint())
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=PATIENCE_S)
    all_headers = HEADERS | ({"X-Amz-Target": target} if target else {}) | (headers or {})
    all_headers = {name: value for name, value in all_headers.items() if value is not None}
    try:
        connection.request(method, path, body, all_headers)
        response = connection.getresponse()
        return Reply(response.status, response.headers, response.read())
    finally:
        connection.close()


def post(operation, content, url=None, service=DYNAMODB):
    """Sends an operation; content is JSON as bytes, or what becomes JSON."""
    body = content if isinstance(content, bytes) else json.dumps(content).encode()
    return send(body, f"{service}.{operation}", url=url)


def call(operation, **parameters):
    """The reply of an operation, or the error that boto3 would have raised."""
    reply = post(operation, parameters)
    if reply.status == 200:
        return reply.json
    error = {"Code": reply.error_type.split("#")[-1], "Message": reply.message or ""}
    response = reply.json | {"Error": error, "ResponseMetadata": {"HTTPStatusCode": reply.status}}
    raise botocore.exceptions.ClientError(response, operation)
