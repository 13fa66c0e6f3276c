"""A backup that is restored: every table, index and stream is as it was, and what people uploaded
is there."""

import os
import random
import subprocess
import unittest

import boto3

from booking_things import book, make_place
from family_things import make_relative, make_tree
from file_things import make_file
from norn_server import API_READY, EMBEDDED, PATIENCE_S, PROGRAM, REGION, Process
from people import make_calendar, make_entry
from photo_things import make_photo
from planner_things import make_event, make_planner_task, meeting
from project_things import make_project, make_project_task
from rest_case import RestCase

FILE = random.Random(1).randbytes(600_000)  # Three parts of what it is stored in.


def norn(*arguments):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True,
                          timeout=PATIENCE_S, check=False)
    if done.returncode != 0:
        raise AssertionError(done.stderr)


def records_of(streams, arn):
    """All records of a stream that are there."""
    shards = streams.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"]
    for shard in shards:
        iterator = streams.get_shard_iterator(
            StreamArn=arn, ShardId=shard["ShardId"],
            ShardIteratorType="TRIM_HORIZON")["ShardIterator"]
        while iterator:
            reply = streams.get_records(ShardIterator=iterator)
            yield from reply["Records"]
            iterator = reply.get("NextShardIterator") if reply["Records"] else None


def content_of(data):
    """All that is in a data folder, as clients of the DynamoDB API see it: (table, what): values,
    in the order in which they come."""
    api = Process([PROGRAM, "serve", "--data", data, "--listen", "none", "--dynamodb-listen",
                   "127.0.0.1:0"])
    try:
        settings = {"endpoint_url": api.expect(API_READY)[1], "region_name": REGION,
                    "aws_access_key_id": "local", "aws_secret_access_key": "local"}
        tables, streams = (boto3.client(name, **settings)
                           for name in ("dynamodb", "dynamodbstreams"))
        found = {}
        for name in tables.list_tables()["TableNames"]:
            table = tables.describe_table(TableName=name)["Table"]
            found[name, "description"] = table
            found[name, "expiry"] = tables.describe_time_to_live(
                TableName=name)["TimeToLiveDescription"]
            indexes = (table.get("GlobalSecondaryIndexes", []) +
                       table.get("LocalSecondaryIndexes", []))
            for index in [None, *(each["IndexName"] for each in indexes)]:
                asked = {"IndexName": index} if index else {"ConsistentRead": True}
                found[name, index or "items"] = [
                    item for page in tables.get_paginator("scan").paginate(TableName=name, **asked)
                    for item in page["Items"]]
            if "LatestStreamArn" in table:
                found[name, "stream"] = list(records_of(streams, table["LatestStreamArn"]))
        return found
    finally:
        api.stop()


class RestoreTest(RestCase):
    STORE = EMBEDDED
    OWN_SERVER = ()

    def test_everything_is_as_it_was(self):
        world = self.make_world()
        ada, ben = world.sign_up("Ada"), world.sign_up("Ben")
        make_event(ada, meeting("Dentist"))
        make_planner_task(ada, "Call the plumber")
        make_entry(ben, make_calendar(ada, writer=ben))
        task = make_project_task(ada, make_project(ada, MEMBER=ben), "Build it")
        attachment = make_file(ada, task, FILE)
        photo = make_photo(ada, make_relative(ada, make_tree(ada), "Adam"))
        book(ada, make_place(ben, member=[ada]), "07-01", "07-04")
        picture = ada.client.get(photo["url"]).body

        self.server.main.stop()
        ada.client.close()
        data = os.path.join(self.server.folder.name, "data")
        norn("backup", "create", "--data", data)
        before = content_of(data)
        norn("backup", "restore", "--replace", "--data", data)
        after = content_of(data)
        self.assertEqual(list(after), list(before))
        for part, values in before.items():
            self.assertEqual(after[part], values, part)
        for part in (("norn-files", "items"), ("norn", "stream"), ("calendsync", "GSI1"),
                     ("calendsync", "stream"), ("ProductivityData", "GSI1-YearView"),
                     ("ProductivityData", "stream"), ("calendar-app-data", "GSI1"),
                     ("calendar-app-data", "stream"), ("cal-app-sam", "startDateIndex"),
                     ("cal-app-sam", "stream"), ("Yggdrasil", "GSI2"), ("Yggdrasil", "stream")):
            self.assertTrue(before[part], part)

        self.server.start(is_new=False)
        self.assertEqual(ada.client.get(attachment["file"]).body, FILE)
        self.assertEqual(ada.client.get(photo["url"]).body, picture)


if __name__ == "__main__":
    unittest.main()
