// Table operations through @aws-sdk/client-dynamodb.
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeEndpointsCommand,
  DescribeLimitsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  ListTablesCommand,
  ListTagsOfResourceCommand,
  TagResourceCommand,
  UntagResourceCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  paginateListTables,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from "@aws-sdk/client-dynamodb";

import {
  client,
  createTable,
  definitions,
  keySchema,
  patience,
  refused,
  uniqueName,
} from "./dynamodb.mjs";

async function describe(TableName) {
  return (await client.send(new DescribeTableCommand({ TableName }))).Table;
}

test("a table lives from CREATING to gone", async () => {
  const TableName = uniqueName();
  const created = await client.send(
    new CreateTableCommand({
      TableName,
      KeySchema: keySchema("pk"),
      AttributeDefinitions: definitions({ pk: "S" }),
      BillingMode: "PAY_PER_REQUEST",
    }),
  );
  assert.equal(created.TableDescription.TableStatus, "CREATING");
  const waited = await waitUntilTableExists(patience, { TableName });
  assert.equal(waited.state, "SUCCESS");
  const table = await describe(TableName);
  assert.equal(table.TableStatus, "ACTIVE");
  assert.ok(table.CreationDateTime instanceof Date);
  const deleted = await client.send(new DeleteTableCommand({ TableName }));
  assert.equal(deleted.TableDescription.TableStatus, "DELETING");
  assert.equal((await waitUntilTableNotExists(patience, { TableName })).state, "SUCCESS");
  await refused(
    describe(TableName),
    "ResourceNotFoundException",
    `Requested resource not found: Table: ${TableName} not found`,
  );
});

test("a table that is there cannot be created", async (t) => {
  const TableName = await createTable(t);
  const request = {
    TableName,
    KeySchema: keySchema("pk"),
    AttributeDefinitions: definitions({ pk: "S" }),
    BillingMode: "PAY_PER_REQUEST",
  };
  await refused(
    client.send(new CreateTableCommand(request)),
    "ResourceInUseException",
    `Table already exists: ${TableName}`,
  );
});

test("tables are listed in pages", async (t) => {
  const names = [await createTable(t), await createTable(t), await createTable(t)];
  const found = [];
  for await (const page of paginateListTables({ client, pageSize: 2 }, {})) {
    assert.ok(page.TableNames.length <= 2);
    found.push(...page.TableNames);
  }
  for (const name of names) assert.ok(found.includes(name));
  const listed = await client.send(new ListTablesCommand({ Limit: 1 }));
  assert.equal(listed.TableNames.length, 1);
});

test("deletion protection keeps a table", async (t) => {
  const TableName = await createTable(t, { DeletionProtectionEnabled: true });
  assert.equal((await describe(TableName)).DeletionProtectionEnabled, true);
  await refused(
    client.send(new DeleteTableCommand({ TableName })),
    "ValidationException",
    "Resource cannot be deleted as it is currently protected against deletion. " +
      "Disable deletion protection first.",
  );
  await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
  assert.equal((await describe(TableName)).DeletionProtectionEnabled, false);
});

test("an index is created and deleted on a live table", async (t) => {
  const TableName = await createTable(t);
  const Create = {
    IndexName: "ByKind",
    KeySchema: keySchema("kind"),
    Projection: { ProjectionType: "ALL" },
  };
  await client.send(
    new UpdateTableCommand({
      TableName,
      AttributeDefinitions: definitions({ kind: "S" }),
      GlobalSecondaryIndexUpdates: [{ Create }],
    }),
  );
  let indexes;
  do {
    indexes = (await describe(TableName)).GlobalSecondaryIndexes;
  } while (indexes[0].IndexStatus !== "ACTIVE");
  const Delete = { IndexName: "ByKind" };
  await client.send(
    new UpdateTableCommand({ TableName, GlobalSecondaryIndexUpdates: [{ Delete }] }),
  );
  do {
    indexes = (await describe(TableName)).GlobalSecondaryIndexes;
  } while (indexes !== undefined && indexes.length > 0);
});

test("billing, class and stream are changed", async (t) => {
  const TableName = await createTable(t);
  await client.send(
    new UpdateTableCommand({
      TableName,
      BillingMode: "PROVISIONED",
      ProvisionedThroughput: { ReadCapacityUnits: 3, WriteCapacityUnits: 4 },
    }),
  );
  await waitUntilTableExists(patience, { TableName });
  assert.equal((await describe(TableName)).ProvisionedThroughput.WriteCapacityUnits, 4);
  await client.send(new UpdateTableCommand({ TableName, BillingMode: "PAY_PER_REQUEST" }));
  await waitUntilTableExists(patience, { TableName });
  await client.send(
    new UpdateTableCommand({ TableName, TableClass: "STANDARD_INFREQUENT_ACCESS" }),
  );
  await waitUntilTableExists(patience, { TableName });
  await client.send(
    new UpdateTableCommand({
      TableName,
      StreamSpecification: { StreamEnabled: true, StreamViewType: "KEYS_ONLY" },
    }),
  );
  await waitUntilTableExists(patience, { TableName });
  const table = await describe(TableName);
  assert.equal(table.BillingModeSummary.BillingMode, "PAY_PER_REQUEST");
  assert.equal(table.TableClassSummary.TableClass, "STANDARD_INFREQUENT_ACCESS");
  assert.equal(table.StreamSpecification.StreamViewType, "KEYS_ONLY");
});

test("tags come and go", async (t) => {
  const ResourceArn = (await describe(await createTable(t))).TableArn;
  const Tags = [
    { Key: "owner", Value: "me" },
    { Key: "empty", Value: "" },
  ];
  await client.send(new TagResourceCommand({ ResourceArn, Tags }));
  const listed = await client.send(new ListTagsOfResourceCommand({ ResourceArn }));
  assert.deepEqual(new Set(listed.Tags.map((tag) => tag.Key)), new Set(["owner", "empty"]));
  await client.send(new UntagResourceCommand({ ResourceArn, TagKeys: ["owner"] }));
  const rest = await client.send(new ListTagsOfResourceCommand({ ResourceArn }));
  assert.deepEqual(rest.Tags, [{ Key: "empty", Value: "" }]);
});

test("time to live is turned on", async (t) => {
  const TableName = await createTable(t);
  const TimeToLiveSpecification = { AttributeName: "expires", Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  const reply = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  assert.equal(reply.TimeToLiveDescription.AttributeName, "expires");
});

test("the account, the endpoint and backups are described", async (t) => {
  const limits = await client.send(new DescribeLimitsCommand({}));
  assert.ok(limits.TableMaxReadCapacityUnits > 0);
  const endpoints = await client.send(new DescribeEndpointsCommand({}));
  assert.equal(endpoints.Endpoints.length, 1);
  const TableName = await createTable(t);
  const backups = await client.send(new DescribeContinuousBackupsCommand({ TableName }));
  assert.equal(backups.ContinuousBackupsDescription.ContinuousBackupsStatus, "ENABLED");
});
