// DynamoDB Streams through @aws-sdk/client-dynamodb-streams.
import assert from "node:assert/strict";
import { test } from "node:test";

import { DescribeTableCommand, PutItemCommand, DeleteItemCommand } from "@aws-sdk/client-dynamodb";
import {
  DescribeStreamCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from "@aws-sdk/client-dynamodb-streams";

import { client, createTable, refused, streams } from "./dynamodb.mjs";

async function streamOf(TableName) {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  return Table.LatestStreamArn;
}

async function read(StreamArn, ShardId, more = { ShardIteratorType: "TRIM_HORIZON" }) {
  const iterator = await streams.send(
    new GetShardIteratorCommand({ StreamArn, ShardId, ...more }),
  );
  const reply = await streams.send(
    new GetRecordsCommand({ ShardIterator: iterator.ShardIterator }),
  );
  return reply.Records;
}

test("changes are read from the stream", async (t) => {
  const TableName = await createTable(t, {
    StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" },
  });
  const StreamArn = await streamOf(TableName);
  const listed = await streams.send(new ListStreamsCommand({ TableName }));
  assert.deepEqual(listed.Streams.map((stream) => stream.StreamArn), [StreamArn]);
  const Item = { pk: { S: "a" }, sk: { N: "1" }, bytes: { B: new Uint8Array([1, 2]) } };
  await client.send(new PutItemCommand({ TableName, Item }));
  const Key = { pk: Item.pk, sk: Item.sk };
  await client.send(new DeleteItemCommand({ TableName, Key }));
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  assert.equal(StreamDescription.StreamStatus, "ENABLED");
  const records = [];
  for (const { ShardId } of StreamDescription.Shards) {
    const found = await read(StreamArn, ShardId);
    records.push(...found);
    if (found.length > 0) {
      const SequenceNumber = found[0].dynamodb.SequenceNumber;
      const after = { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber };
      assert.equal((await read(StreamArn, ShardId, after)).length, found.length - 1);
      const at = { ShardIteratorType: "AT_SEQUENCE_NUMBER", SequenceNumber };
      assert.equal((await read(StreamArn, ShardId, at)).length, found.length);
    }
    assert.deepEqual(await read(StreamArn, ShardId, { ShardIteratorType: "LATEST" }), []);
  }
  assert.deepEqual(records.map((record) => record.eventName), ["INSERT", "REMOVE"]);
  assert.deepEqual(records[0].dynamodb.NewImage, Item);
  assert.deepEqual(records[1].dynamodb.OldImage, Item);
  assert.deepEqual(records[1].dynamodb.Keys, Key);
  assert.ok(records[0].dynamodb.ApproximateCreationDateTime instanceof Date);
});

test("a stream that is not there is not found", async (t) => {
  const TableName = await createTable(t);
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const StreamArn = `${Table.TableArn}/stream/2020-01-01T00:00:00.000`;
  await refused(
    streams.send(new DescribeStreamCommand({ StreamArn })),
    "ResourceNotFoundException",
    `Requested resource not found: Stream: ${StreamArn} not found`,
  );
});
