"""What the boto3 tests share: clients, tables that go away, and refusals word for word."""

import contextlib
import functools
import itertools
import os
import pathlib
import re
import sys
import unittest

import boto3
import botocore.config
import botocore.exceptions

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "support"))
from norn_server import CREDENTIALS, endpoint
from raw_http import call

_numbers = itertools.count(1)
# AWS puts this in front of the message of a refused expression in some regions and not in others.
_ENVELOPE = re.compile(r"^\d+ validation errors? detected: ")


@functools.cache
def make_client(service="dynamodb", validate=True, url=None):
    """A client that never retries, so that a test sees what the server said first."""
    config = botocore.config.Config(retries={"max_attempts": 0}, parameter_validation=validate)
    return boto3.client(service, endpoint_url=url or endpoint(), region_name="us-east-1",
                        aws_access_key_id=CREDENTIALS["AWS_ACCESS_KEY_ID"],
                        aws_secret_access_key=CREDENTIALS["AWS_SECRET_ACCESS_KEY"], config=config)


def unique(name="Things"):
    return f"{name}-{os.getpid()}-{next(_numbers)}"


def schema(key):
    """"pk:S sk:N" as KeySchema and AttributeDefinitions; "a:S b:N | c:S d:B" has two of each."""
    partitions, _, sorts = key.partition("|" if "|" in key else " ")
    pairs = [part.split(":") for part in partitions.split() + sorts.split()]
    roles = ["HASH"] * len(partitions.split()) + ["RANGE"] * len(sorts.split())
    return ([{"AttributeName": name, "KeyType": role} for (name, _), role in zip(pairs, roles)],
            [{"AttributeName": name, "AttributeType": kind} for name, kind in pairs])


def index(name, key, projection="ALL", include=None):
    """A secondary index whose attributes are defined with the table's."""
    result = {"IndexName": name, "KeySchema": schema(key)[0],
              "Projection": {"ProjectionType": projection}}
    if include:
        result["Projection"]["NonKeyAttributes"] = include
    return result


def table_request(name, key="pk:S", gsis=(), lsis=(), **options):
    """The parameters of CreateTable; gsis and lsis are (name, key, projection, include)."""
    key_schema, definitions = schema(key)
    request = {"TableName": name, "KeySchema": key_schema, "AttributeDefinitions": definitions,
               "BillingMode": "PAY_PER_REQUEST"}
    for parameter, indexes in (("GlobalSecondaryIndexes", gsis), ("LocalSecondaryIndexes", lsis)):
        if indexes:
            request[parameter] = [index(*parts) for parts in indexes]
            for parts in indexes:
                definitions += [d for d in schema(parts[1])[1] if d not in definitions]
    return request | options


def await_table(client, name):
    client.get_waiter("table_exists").wait(
        TableName=name, WaiterConfig={"Delay": 0, "MaxAttempts": 10000})


def create_table(key="pk:S", name="Things", **options):
    """Creates a table that is ready, and returns its name."""
    request = table_request(unique(name), key, **options)
    call("CreateTable", **request)  # Debian's boto3 does not know all of its parameters.
    await_table(make_client(), request["TableName"])
    return request["TableName"]


def delete_table(name):
    with contextlib.suppress(botocore.exceptions.ClientError):
        make_client().delete_table(TableName=name)


class DynamoDbTest(unittest.TestCase):
    """A test against the shared server. A class says what table its tests share in TABLE."""

    TABLE = None  # The arguments of create_table.
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.client = make_client()
        cls.streams = make_client("dynamodbstreams")
        # Sends what botocore would not, so that the server's own checks are seen.
        cls.lenient = make_client(validate=False)
        if cls.TABLE is not None:
            cls.table = create_table(**cls.TABLE)
            cls.addClassCleanup(delete_table, cls.table)

    def new_table(self, *arguments, **options):
        name = create_table(*arguments, **options)
        self.addCleanup(delete_table, name)
        return name

    def put(self, item, **options):
        return self.client.put_item(TableName=self.table, Item=item, **options)

    def get(self, key, **options):
        options = {"ConsistentRead": True} | options
        return self.client.get_item(TableName=self.table, Key=key, **options).get("Item")

    @contextlib.contextmanager
    def refused(self, code, message=None, containing=None):
        """The request inside is refused with this type and, but for its envelope, this message."""
        with self.assertRaises(botocore.exceptions.ClientError) as caught:
            yield caught
        error = caught.exception.response["Error"]
        self.assertEqual(error["Code"], code, error["Message"])
        self.assertEqual(caught.exception.response["ResponseMetadata"]["HTTPStatusCode"], 400)
        if message is not None:
            self.assertEqual(_ENVELOPE.sub("", error["Message"]), _ENVELOPE.sub("", message))
        if containing is not None:
            self.assertIn(containing, error["Message"])

    def invalid(self, message=None, containing=None):
        return self.refused("ValidationException", message, containing)

    def invalid_value(self, message):
        return self.invalid("One or more parameter values were invalid: " + message)
