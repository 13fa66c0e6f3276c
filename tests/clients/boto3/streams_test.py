"""DynamoDB Streams: listing, describing, iterators of every type, and what records hold."""

import unittest

from dynamodb_case import DynamoDbTest


def key(name):
    return {"pk": {"S": name}}


class StreamTest(DynamoDbTest):
    def stream_table(self, view="NEW_AND_OLD_IMAGES", **options):
        table = self.new_table(StreamSpecification={"StreamEnabled": True,
                                                    "StreamViewType": view}, **options)
        return table, self.client.describe_table(TableName=table)["Table"]["LatestStreamArn"]

    def describe(self, arn, **options):
        return self.streams.describe_stream(StreamArn=arn, **options)["StreamDescription"]

    def shards(self, arn):
        pages, start = [], {}
        while True:
            page = self.describe(arn, **start)
            pages += page["Shards"]
            if "LastEvaluatedShardId" not in page:
                return [shard["ShardId"] for shard in pages]
            start = {"ExclusiveStartShardId": page["LastEvaluatedShardId"]}

    def iterator(self, arn, shard, kind="TRIM_HORIZON", **options):
        return self.streams.get_shard_iterator(
            StreamArn=arn, ShardId=shard, ShardIteratorType=kind, **options)["ShardIterator"]

    def read(self, iterator):
        """All records from an iterator on, and the iterator after them."""
        records = []
        while iterator:
            reply = self.streams.get_records(ShardIterator=iterator)
            if not reply["Records"]:
                return records, iterator
            records += reply["Records"]
            iterator = reply.get("NextShardIterator")
        return records, None

    def read_all(self, arn):
        return [record for shard in self.shards(arn)
                for record in self.read(self.iterator(arn, shard))[0]]

    def test_streams_are_listed(self):
        table, arn = self.stream_table()
        listed = self.streams.list_streams(TableName=table)["Streams"]
        self.assertEqual(listed, [{"StreamArn": arn, "TableName": table,
                                   "StreamLabel": arn.split("/stream/")[1]}])
        other, _ = self.stream_table()
        page = self.streams.list_streams(Limit=1)
        found = list(page["Streams"])
        while last := page.get("LastEvaluatedStreamArn"):
            page = self.streams.list_streams(Limit=1, ExclusiveStartStreamArn=last)
            found += page["Streams"]
        self.assertLessEqual({table, other}, {stream["TableName"] for stream in found})

    def test_a_stream_is_described(self):
        table, arn = self.stream_table("KEYS_ONLY", key="pk:S sk:N")
        stream = self.describe(arn)
        self.assertEqual(stream["StreamStatus"], "ENABLED")
        self.assertEqual(stream["StreamViewType"], "KEYS_ONLY")
        self.assertEqual(stream["TableName"], table)
        self.assertEqual(stream["KeySchema"], [{"AttributeName": "pk", "KeyType": "HASH"},
                                               {"AttributeName": "sk", "KeyType": "RANGE"}])
        self.assertGreater(stream["CreationRequestDateTime"].year, 2020)
        self.assertGreaterEqual(len(stream["Shards"]), 1)
        for shard in stream["Shards"]:
            self.assertRegex(shard["ShardId"], r"^shardId-.{20,57}$")
            self.assertRegex(shard["SequenceNumberRange"]["StartingSequenceNumber"], r"^\d{21,40}$")

    def test_records_tell_what_happened_in_order(self):
        table, arn = self.stream_table()
        self.client.put_item(TableName=table, Item=key("a") | {"n": {"N": "1"}})
        self.client.update_item(TableName=table, Key=key("a"), UpdateExpression="SET n = :n",
                                ExpressionAttributeValues={":n": {"N": "2"}})
        self.client.delete_item(TableName=table, Key=key("a"))
        records = self.read_all(arn)
        self.assertEqual([record["eventName"] for record in records],
                         ["INSERT", "MODIFY", "REMOVE"])
        first, second, third = (record["dynamodb"] for record in records)
        one, two = key("a") | {"n": {"N": "1"}}, key("a") | {"n": {"N": "2"}}
        self.assertEqual((first.get("OldImage"), first["NewImage"]), (None, one))
        self.assertEqual((second["OldImage"], second["NewImage"]), (one, two))
        self.assertEqual((third["OldImage"], third.get("NewImage")), (two, None))
        for record in records:
            self.assertEqual(record["eventSource"], "aws:dynamodb")
            self.assertEqual(record["eventVersion"], "1.1")
            self.assertEqual(record["awsRegion"], arn.split(":")[3])
            self.assertRegex(record["eventID"], r"^[0-9a-f]{32}$")
            self.assertNotIn("userIdentity", record)
            change = record["dynamodb"]
            self.assertEqual(change["Keys"], key("a"))
            self.assertEqual(change["StreamViewType"], "NEW_AND_OLD_IMAGES")
            self.assertGreater(change["SizeBytes"], 0)
            self.assertRegex(change["SequenceNumber"], r"^\d{21,40}$")
            self.assertGreater(change["ApproximateCreationDateTime"].year, 2020)
        numbers = [int(record["dynamodb"]["SequenceNumber"]) for record in records]
        self.assertEqual(numbers, sorted(set(numbers)))
        self.assertEqual(len({record["eventID"] for record in records}), 3)

    def test_every_view_shows_its_part(self):
        for view, images in (("KEYS_ONLY", set()), ("NEW_IMAGE", {"NewImage"}),
                             ("OLD_IMAGE", {"OldImage"}),
                             ("NEW_AND_OLD_IMAGES", {"NewImage", "OldImage"})):
            table, arn = self.stream_table(view)
            self.client.put_item(TableName=table, Item=key("a"))
            self.client.put_item(TableName=table, Item=key("a") | {"b": {"S": "c"}})
            record = self.read_all(arn)[-1]
            with self.subTest(view=view):
                self.assertEqual(record["eventName"], "MODIFY")
                self.assertEqual({"NewImage", "OldImage"} & set(record["dynamodb"]), images)

    def test_what_changes_nothing_leaves_no_record(self):
        table, arn = self.stream_table()
        self.client.put_item(TableName=table, Item=key("a"))
        self.client.put_item(TableName=table, Item=key("a"))
        self.client.delete_item(TableName=table, Key=key("absent"))
        self.assertEqual([record["eventName"] for record in self.read_all(arn)], ["INSERT"])

    def test_batches_and_transactions_are_recorded(self):
        table, arn = self.stream_table()
        self.client.batch_write_item(RequestItems={
            table: [{"PutRequest": {"Item": key(f"b{n}")}} for n in range(10)]})
        self.client.transact_write_items(TransactItems=[
            {"Put": {"TableName": table, "Item": key("t1")}},
            {"Delete": {"TableName": table, "Key": key("b0")}}])
        records = self.read_all(arn)
        self.assertEqual(sorted(record["eventName"] for record in records),
                         ["INSERT"] * 11 + ["REMOVE"])

    def test_iterators_of_every_type(self):
        table, arn = self.stream_table()
        before = {shard: self.iterator(arn, shard, "LATEST") for shard in self.shards(arn)}
        for n in range(5):
            self.client.put_item(TableName=table, Item=key("one") | {"n": {"N": str(n)}})
        with_records = [(shard, records) for shard in self.shards(arn)
                        if (records := self.read(self.iterator(arn, shard))[0])]
        (shard, records), = with_records  # One key's changes are all in one shard.
        self.assertEqual(len(records), 5)
        numbers = [record["dynamodb"]["SequenceNumber"] for record in records]

        def from_number(kind, number):
            found = self.read(self.iterator(arn, shard, kind, SequenceNumber=number))[0]
            return [record["dynamodb"]["SequenceNumber"] for record in found]

        self.assertEqual(from_number("AT_SEQUENCE_NUMBER", numbers[2]), numbers[2:])
        self.assertEqual(from_number("AFTER_SEQUENCE_NUMBER", numbers[2]), numbers[3:])
        self.assertEqual(from_number("AFTER_SEQUENCE_NUMBER", numbers[4]), [])
        self.assertEqual(self.read(self.iterator(arn, shard, "LATEST"))[0], [])
        self.assertEqual(self.read(before[shard])[0], records)
        limited = self.streams.get_records(ShardIterator=before[shard], Limit=2)
        self.assertEqual(limited["Records"], records[:2])
        rest = self.streams.get_records(ShardIterator=limited["NextShardIterator"])
        self.assertEqual(rest["Records"], records[2:])

    def test_a_stream_that_was_turned_off_can_still_be_read(self):
        table, arn = self.stream_table()
        self.client.put_item(TableName=table, Item=key("a"))
        self.client.update_table(TableName=table, StreamSpecification={"StreamEnabled": False})
        self.assertIn(self.describe(arn)["StreamStatus"], ("DISABLING", "DISABLED"))
        self.assertEqual(len(self.read_all(arn)), 1)

    def test_mistakes_are_named(self):
        _, arn = self.stream_table()
        shard = self.shards(arn)[0]
        absent = arn[:-1] + ("0" if arn[-1] != "0" else "1")
        with self.refused("ResourceNotFoundException",
                          f"Requested resource not found: Stream: {absent} not found"):
            self.describe(absent)
        with self.refused("ResourceNotFoundException"):
            self.iterator(arn, shard[:-1] + ("0" if shard[-1] != "0" else "1"))
        with self.refused("ValidationException"):
            self.iterator(arn, shard, "AT_SEQUENCE_NUMBER")
        with self.refused("ValidationException"):
            self.streams.get_records(ShardIterator="not an iterator")
        with self.refused("ValidationException", containing="enum value set"):
            self.iterator(arn, shard, "SOMEWHERE")


if __name__ == "__main__":
    unittest.main()
