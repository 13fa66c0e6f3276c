// Item operations through @aws-sdk/client-dynamodb.
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  BatchExecuteStatementCommand,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  ExecuteStatementCommand,
  ExecuteTransactionCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
  TransactionCanceledException,
  UpdateItemCommand,
  paginateQuery,
  paginateScan,
} from "@aws-sdk/client-dynamodb";

import { client, createTable, definitions, keySchema, refused } from "./dynamodb.mjs";

const key = (pk, sk = 1) => ({ pk: { S: pk }, sk: { N: String(sk) } });

test("an item of every type comes back as it went", async (t) => {
  const TableName = await createTable(t);
  const Item = {
    ...key("all"),
    text: { S: "héllo 👋" },
    empty: { S: "" },
    number: { N: "12345678901234567890.123456789" },
    bytes: { B: new Uint8Array([0, 255, 1]) },
    yes: { BOOL: true },
    nothing: { NULL: true },
    list: { L: [{ S: "a" }, { M: { n: { N: "1" } } }] },
    strings: { SS: ["x"] },
    numbers: { NS: ["1"] },
    blobs: { BS: [new Uint8Array([7])] },
  };
  await client.send(new PutItemCommand({ TableName, Item }));
  const found = await client.send(new GetItemCommand({ TableName, Key: key("all") }));
  assert.deepEqual(found.Item, Item);
  const absent = await client.send(new GetItemCommand({ TableName, Key: key("none") }));
  assert.equal(absent.Item, undefined);
});

test("updates and deletes return what they are asked for", async (t) => {
  const TableName = await createTable(t);
  const updated = await client.send(
    new UpdateItemCommand({
      TableName,
      Key: key("u"),
      UpdateExpression: "SET #n = if_not_exists(#n, :zero) + :one",
      ExpressionAttributeNames: { "#n": "count" },
      ExpressionAttributeValues: { ":zero": { N: "0" }, ":one": { N: "1" } },
      ReturnValues: "UPDATED_NEW",
      ReturnConsumedCapacity: "TOTAL",
    }),
  );
  assert.deepEqual(updated.Attributes, { count: { N: "1" } });
  assert.equal(updated.ConsumedCapacity.CapacityUnits, 1);
  const deleted = await client.send(
    new DeleteItemCommand({ TableName, Key: key("u"), ReturnValues: "ALL_OLD" }),
  );
  assert.deepEqual(deleted.Attributes, { ...key("u"), count: { N: "1" } });
});

test("a failed condition is an exception that shows the item", async (t) => {
  const TableName = await createTable(t);
  const Item = { ...key("c"), version: { N: "3" } };
  await client.send(new PutItemCommand({ TableName, Item }));
  const request = new PutItemCommand({
    TableName,
    Item,
    ConditionExpression: "attribute_not_exists(pk)",
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  });
  const error = await refused(
    client.send(request),
    "ConditionalCheckFailedException",
    "The conditional request failed",
  );
  assert.ok(error instanceof ConditionalCheckFailedException);
  assert.deepEqual(error.Item, Item);
  assert.equal(error.$metadata.httpStatusCode, 400);
  assert.ok(error.$metadata.requestId);
});

test("queries and scans are paginated", async (t) => {
  const TableName = await createTable(t, {
    AttributeDefinitions: definitions({ pk: "S", sk: "N", kind: "S" }),
    GlobalSecondaryIndexes: [
      {
        IndexName: "ByKind",
        KeySchema: keySchema("kind", "sk"),
        Projection: { ProjectionType: "ALL" },
      },
    ],
  });
  const puts = Array.from({ length: 20 }, (_, n) => ({
    PutRequest: { Item: { ...key("q", n), kind: { S: n % 2 ? "odd" : "even" } } },
  }));
  const written = await client.send(
    new BatchWriteItemCommand({ RequestItems: { [TableName]: puts } }),
  );
  assert.deepEqual(written.UnprocessedItems, {});
  const query = {
    TableName,
    IndexName: "ByKind",
    KeyConditionExpression: "kind = :k",
    ExpressionAttributeValues: { ":k": { S: "odd" } },
  };
  const found = [];
  for await (const page of paginateQuery({ client, pageSize: 3 }, { ...query })) {
    assert.ok(page.Items.length <= 3);
    found.push(...page.Items.map((item) => Number(item.sk.N)));
  }
  assert.deepEqual(found, [1, 3, 5, 7, 9, 11, 13, 15, 17, 19]);
  const backwards = await client.send(
    new QueryCommand({ ...query, ScanIndexForward: false, Limit: 2 }),
  );
  assert.deepEqual(backwards.Items.map((item) => item.sk.N), ["19", "17"]);
  let count = 0;
  for await (const page of paginateScan({ client, pageSize: 7 }, { TableName })) {
    count += page.Count;
  }
  assert.equal(count, 20);
  const segment = new ScanCommand({ TableName, Segment: 0, TotalSegments: 1, Select: "COUNT" });
  assert.equal((await client.send(segment)).Count, 20);
});

test("batches read and write several items", async (t) => {
  const TableName = await createTable(t);
  const requests = [key("b", 1), key("b", 2)].map((Item) => ({ PutRequest: { Item } }));
  await client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } }));
  const Keys = [key("b", 1), key("b", 2), key("b", 3)];
  const reply = await client.send(
    new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys } } }),
  );
  assert.equal(reply.Responses[TableName].length, 2);
  assert.deepEqual(reply.UnprocessedKeys, {});
});

test("transactions are all or nothing and say why", async (t) => {
  const TableName = await createTable(t);
  const condition = { ConditionExpression: "attribute_not_exists(pk)" };
  const put = (sk) => ({ Put: { TableName, Item: key("t", sk), ...condition } });
  await client.send(new TransactWriteItemsCommand({ TransactItems: [put(1), put(2)] }));
  const error = await refused(
    client.send(new TransactWriteItemsCommand({ TransactItems: [put(3), put(1)] })),
    "TransactionCanceledException",
  );
  assert.ok(error instanceof TransactionCanceledException);
  assert.deepEqual(
    error.CancellationReasons.map((reason) => reason.Code),
    ["None", "ConditionalCheckFailed"],
  );
  const TransactItems = [1, 3].map((sk) => ({ Get: { TableName, Key: key("t", sk) } }));
  const read = await client.send(new TransactGetItemsCommand({ TransactItems }));
  assert.deepEqual(read.Responses.map((response) => response.Item), [key("t", 1), undefined]);
});

test("a token makes a transaction happen once", async (t) => {
  const TableName = await createTable(t);
  const Update = {
    TableName,
    Key: key("once"),
    UpdateExpression: "ADD hits :one",
    ExpressionAttributeValues: { ":one": { N: "1" } },
  };
  const request = { TransactItems: [{ Update }], ClientRequestToken: TableName.slice(-36) };
  await client.send(new TransactWriteItemsCommand(request));
  await client.send(new TransactWriteItemsCommand(request));
  const found = await client.send(new GetItemCommand({ TableName, Key: key("once") }));
  assert.deepEqual(found.Item.hits, { N: "1" });
});

test("PartiQL statements run alone, in batches and in transactions", async (t) => {
  const TableName = await createTable(t);
  await client.send(
    new ExecuteStatementCommand({
      Statement: `INSERT INTO "${TableName}" VALUE {'pk': ?, 'sk': ?, 'name': 'first'}`,
      Parameters: [{ S: "p" }, { N: "1" }],
    }),
  );
  const selected = await client.send(
    new ExecuteStatementCommand({
      Statement: `SELECT "name" FROM "${TableName}" WHERE pk = 'p' AND sk = 1`,
    }),
  );
  assert.deepEqual(selected.Items, [{ name: { S: "first" } }]);
  const batch = await client.send(
    new BatchExecuteStatementCommand({
      Statements: [
        { Statement: `INSERT INTO "${TableName}" VALUE {'pk': 'p', 'sk': 9}` },
        { Statement: `INSERT INTO "${TableName}" VALUE {'pk': 'p', 'sk': 1}` },
      ],
    }),
  );
  assert.equal(batch.Responses[0].Error, undefined);
  assert.equal(batch.Responses[1].Error.Code, "DuplicateItem");
  await client.send(
    new ExecuteTransactionCommand({
      TransactStatements: [
        { Statement: `DELETE FROM "${TableName}" WHERE pk = 'p' AND sk = 1` },
        { Statement: `DELETE FROM "${TableName}" WHERE pk = 'p' AND sk = 9` },
        { Statement: `INSERT INTO "${TableName}" VALUE {'pk': 'p', 'sk': 2}` },
      ],
    }),
  );
  const left = await client.send(new ScanCommand({ TableName }));
  assert.deepEqual(left.Items, [key("p", 2)]);
});

test("mistakes are named", async (t) => {
  const TableName = await createTable(t);
  await refused(
    client.send(new GetItemCommand({ TableName, Key: { pk: { S: "a" } } })),
    "ValidationException",
    "The provided key element does not match the schema",
  );
  await refused(
    client.send(new ScanCommand({ TableName: "Absent-js" })),
    "ResourceNotFoundException",
    "Requested resource not found",
  );
});
