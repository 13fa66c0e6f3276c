"""What the tests of the designs share: their tables as their documents describe them."""

import decimal
import pathlib
import sys
import unittest

import boto3

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "support"))
from norn_server import CREDENTIALS, endpoint


def index(name, hash_name, range_name):
    return {"IndexName": name, "Projection": {"ProjectionType": "ALL"},
            "KeySchema": [{"AttributeName": hash_name, "KeyType": "HASH"},
                          {"AttributeName": range_name, "KeyType": "RANGE"}]}


class DesignTest(unittest.TestCase):
    """A design's table, made anew for every test, and its items as plain values."""

    NAME = None
    INDEXES = ()  # (name, hash, range): global, all attributes, text.
    LOCAL = ()
    maxDiff = None

    def setUp(self):
        options = {"endpoint_url": endpoint(), "region_name": "us-east-1",
                   "aws_access_key_id": CREDENTIALS["AWS_ACCESS_KEY_ID"],
                   "aws_secret_access_key": CREDENTIALS["AWS_SECRET_ACCESS_KEY"]}
        self.client = boto3.client("dynamodb", **options)
        names = {"PK", "SK"}
        for _, *key in (*self.INDEXES, *self.LOCAL):
            names |= set(key)
        request = {
            "TableName": self.NAME, "BillingMode": "PAY_PER_REQUEST",
            "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"},
                          {"AttributeName": "SK", "KeyType": "RANGE"}],
            "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"}
                                     for name in sorted(names)]}
        if self.INDEXES:
            request["GlobalSecondaryIndexes"] = [index(*parts) for parts in self.INDEXES]
        if self.LOCAL:
            request["LocalSecondaryIndexes"] = [index(*parts) for parts in self.LOCAL]
        self.client.create_table(**request)
        self.addCleanup(self.client.delete_table, TableName=self.NAME)
        self.client.get_waiter("table_exists").wait(
            TableName=self.NAME, WaiterConfig={"Delay": 0, "MaxAttempts": 10000})
        self.table = boto3.resource("dynamodb", **options).Table(self.NAME)

    def put_all(self, *items):
        with self.table.batch_writer() as batch:
            for item in items:
                batch.put_item(Item=item)

    def query(self, condition, values, **options):
        return self.table.query(KeyConditionExpression=condition,
                                ExpressionAttributeValues=values, **options)["Items"]


def number(value):
    return decimal.Decimal(value)
