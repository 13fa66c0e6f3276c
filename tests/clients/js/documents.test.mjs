// Plain JavaScript values through @aws-sdk/lib-dynamodb.
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  ExecuteStatementCommand,
  GetCommand,
  NumberValue,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
  paginateQuery,
  paginateScan,
} from "@aws-sdk/lib-dynamodb";

import { createTable, documents, makeClient, refused } from "./dynamodb.mjs";

test("plain values come back as they went", async (t) => {
  const TableName = await createTable(t);
  const Item = {
    pk: "plain",
    sk: 1,
    text: "héllo",
    fraction: -0.125,
    yes: true,
    nothing: null,
    list: [1, "two", [3], { four: 4 }],
    map: { deep: { deeper: "x" } },
    bytes: new Uint8Array([1, 2, 255]),
    strings: new Set(["a", "b"]),
    numbers: new Set([1, 2]),
    blobs: new Set([new Uint8Array([9])]),
    absent: undefined,
  };
  await documents.send(new PutCommand({ TableName, Item }));
  const found = await documents.send(new GetCommand({ TableName, Key: { pk: "plain", sk: 1 } }));
  delete Item.absent;
  assert.deepEqual(found.Item, Item);
});

test("numbers beyond JavaScript's keep all their digits", async (t) => {
  const TableName = await createTable(t);
  const exact = DynamoDBDocumentClient.from(makeClient(), {
    unmarshallOptions: { wrapNumbers: true },
  });
  const digits = "12345678901234567890123456789012345678";
  const Item = {
    pk: "big",
    sk: 1,
    huge: 9007199254740993n,
    wrapped: NumberValue.from(digits),
    tiny: NumberValue.from("0.00000000000000000000000000000000000001"),
  };
  await exact.send(new PutCommand({ TableName, Item }));
  const found = (await exact.send(new GetCommand({ TableName, Key: { pk: "big", sk: 1 } }))).Item;
  assert.equal(String(found.huge.value), "9007199254740993");
  assert.equal(String(found.wrapped.value), digits);
  assert.equal(String(found.tiny.value), "0.00000000000000000000000000000000000001");
});

test("updates, queries and deletes", async (t) => {
  const TableName = await createTable(t);
  for (let sk = 0; sk < 12; sk += 1) {
    await documents.send(new PutCommand({ TableName, Item: { pk: "q", sk, even: sk % 2 === 0 } }));
  }
  const updated = await documents.send(
    new UpdateCommand({
      TableName,
      Key: { pk: "q", sk: 3 },
      UpdateExpression: "SET tags = :t, n = :n",
      ExpressionAttributeValues: { ":t": new Set(["x"]), ":n": 5 },
      ReturnValues: "UPDATED_NEW",
    }),
  );
  assert.deepEqual(updated.Attributes, { tags: new Set(["x"]), n: 5 });
  const query = {
    TableName,
    KeyConditionExpression: "pk = :p AND sk BETWEEN :a AND :b",
    ExpressionAttributeValues: { ":p": "q", ":a": 2, ":b": 9 },
  };
  const found = [];
  for await (const page of paginateQuery({ client: documents, pageSize: 3 }, { ...query })) {
    found.push(...page.Items.map((item) => item.sk));
  }
  assert.deepEqual(found, [2, 3, 4, 5, 6, 7, 8, 9]);
  const filtered = await documents.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: "pk = :p",
      FilterExpression: "even = :t",
      ExpressionAttributeValues: { ":p": "q", ":t": true },
    }),
  );
  assert.equal(filtered.Count, 6);
  let scanned = 0;
  for await (const page of paginateScan({ client: documents, pageSize: 5 }, { TableName })) {
    scanned += page.Items.length;
  }
  assert.equal(scanned, 12);
  const deleted = await documents.send(
    new DeleteCommand({ TableName, Key: { pk: "q", sk: 0 }, ReturnValues: "ALL_OLD" }),
  );
  assert.deepEqual(deleted.Attributes, { pk: "q", sk: 0, even: true });
});

test("batches", async (t) => {
  const TableName = await createTable(t);
  const puts = Array.from({ length: 25 }, (_, sk) => ({ PutRequest: { Item: { pk: "b", sk } } }));
  const written = await documents.send(
    new BatchWriteCommand({ RequestItems: { [TableName]: puts } }),
  );
  assert.deepEqual(written.UnprocessedItems, {});
  const Keys = Array.from({ length: 30 }, (_, sk) => ({ pk: "b", sk }));
  const read = await documents.send(
    new BatchGetCommand({ RequestItems: { [TableName]: { Keys } } }),
  );
  assert.equal(read.Responses[TableName].length, 25);
});

test("transactions", async (t) => {
  const TableName = await createTable(t);
  await documents.send(
    new TransactWriteCommand({
      TransactItems: [
        { Put: { TableName, Item: { pk: "t", sk: 1, n: 1 } } },
        {
          Update: {
            TableName,
            Key: { pk: "t", sk: 2 },
            UpdateExpression: "SET n = :n",
            ExpressionAttributeValues: { ":n": 2 },
          },
        },
      ],
    }),
  );
  const read = await documents.send(
    new TransactGetCommand({
      TransactItems: [1, 2].map((sk) => ({ Get: { TableName, Key: { pk: "t", sk } } })),
    }),
  );
  assert.deepEqual(read.Responses.map((response) => response.Item.n), [1, 2]);
  const ConditionCheck = {
    TableName,
    Key: { pk: "t", sk: 1 },
    ConditionExpression: "n = :n",
    ExpressionAttributeValues: { ":n": 9 },
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  };
  const error = await refused(
    documents.send(new TransactWriteCommand({ TransactItems: [{ ConditionCheck }] })),
    "TransactionCanceledException",
    "Transaction cancelled, please refer cancellation reasons for specific reasons " +
      "[ConditionalCheckFailed]",
  );
  assert.equal(error.CancellationReasons[0].Code, "ConditionalCheckFailed");
});

test("PartiQL", async (t) => {
  const TableName = await createTable(t);
  await documents.send(
    new ExecuteStatementCommand({
      Statement: `INSERT INTO "${TableName}" VALUE {'pk': ?, 'sk': ?, 'tags': ?}`,
      Parameters: ["p", 1, new Set(["x"])],
    }),
  );
  const found = await documents.send(new ScanCommand({ TableName }));
  assert.deepEqual(found.Items, [{ pk: "p", sk: 1, tags: new Set(["x"]) }]);
});
