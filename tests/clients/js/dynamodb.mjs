// What the tests share: clients that never retry, tables that go away, and how errors are expected.
import assert from "node:assert/strict";

import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { DynamoDBStreamsClient } from "@aws-sdk/client-dynamodb-streams";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

const options = {
  endpoint: process.env.NORN_ENDPOINT,
  region: "us-east-1",
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
  maxAttempts: 1,
};

export const makeClient = () => new DynamoDBClient(options);
export const client = makeClient();
export const streams = new DynamoDBStreamsClient(options);
export const documents = DynamoDBDocumentClient.from(client, {
  marshallOptions: { removeUndefinedValues: true },
});

// The delays are in seconds; a table is ready long before the first of them.
export const patience = { client, maxWaitTime: 60, minDelay: 0.01, maxDelay: 0.1 };

let tables = 0;

export function uniqueName(name = "Things") {
  tables += 1;
  return `${name}-js-${process.pid}-${tables}`;
}

export function keySchema(...names) {
  return names.map((AttributeName, i) => ({ AttributeName, KeyType: i ? "RANGE" : "HASH" }));
}

export function definitions(types) {
  return Object.entries(types).map(([AttributeName, AttributeType]) => ({
    AttributeName,
    AttributeType,
  }));
}

// Creates a table that is ready and goes away with the test.
export async function createTable(t, changes = {}) {
  const TableName = uniqueName();
  const request = {
    TableName,
    KeySchema: keySchema("pk", "sk"),
    AttributeDefinitions: definitions({ pk: "S", sk: "N" }),
    BillingMode: "PAY_PER_REQUEST",
    ...changes,
  };
  await client.send(new CreateTableCommand(request));
  await waitUntilTableExists(patience, { TableName });
  t.after(() => client.send(new DeleteTableCommand({ TableName })).catch(() => {}));
  return TableName;
}

// The request is refused with this name, and with this message if one is given.
export async function refused(request, name, message) {
  const error = await request.then(
    () => assert.fail(`it was not refused with ${name}`),
    (caught) => caught,
  );
  assert.equal(error.name, name, error.message);
  if (message !== undefined) assert.equal(error.message, message);
  return error;
}
