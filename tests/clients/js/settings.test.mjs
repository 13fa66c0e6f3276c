// What is kept beside tables, and global tables, through @aws-sdk/client-dynamodb.
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  CreateGlobalTableCommand,
  DeleteResourcePolicyCommand,
  DescribeContributorInsightsCommand,
  DescribeGlobalTableCommand,
  DescribeGlobalTableSettingsCommand,
  DescribeKinesisStreamingDestinationCommand,
  DescribeTableCommand,
  DescribeTableReplicaAutoScalingCommand,
  DisableKinesisStreamingDestinationCommand,
  EnableKinesisStreamingDestinationCommand,
  GetResourcePolicyCommand,
  ListGlobalTablesCommand,
  PutResourcePolicyCommand,
  UpdateContributorInsightsCommand,
  UpdateGlobalTableCommand,
  UpdateGlobalTableSettingsCommand,
  UpdateKinesisStreamingDestinationCommand,
  UpdateTableReplicaAutoScalingCommand,
  paginateListContributorInsights,
} from "@aws-sdk/client-dynamodb";

import { client, createTable, refused } from "./dynamodb.mjs";

const StreamArn = "arn:aws:kinesis:us-east-1:123456789012:stream/changes";

function policy(Action) {
  const Principal = { AWS: "arn:aws:iam::123456789012:root" };
  const statement = { Effect: "Allow", Principal, Action, Resource: "*" };
  return { Version: "2012-10-17", Statement: [statement] };
}

test("a resource policy is created with a table, replaced and deleted", async (t) => {
  const first = policy("dynamodb:GetItem");
  const TableName = await createTable(t, { ResourcePolicy: JSON.stringify(first, null, 2) });
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const ResourceArn = Table.TableArn;
  const read = () => client.send(new GetResourcePolicyCommand({ ResourceArn }));
  const created = await read();
  assert.deepEqual(JSON.parse(created.Policy), first);
  assert.match(created.RevisionId, /^\d{13}$/);

  const put = (action, ExpectedRevisionId) =>
    client.send(
      new PutResourcePolicyCommand({
        ResourceArn,
        Policy: JSON.stringify(policy(action)),
        ExpectedRevisionId,
        ConfirmRemoveSelfResourceAccess: true,
      }),
    );
  const changed = await put("dynamodb:Query", created.RevisionId);
  assert.ok(changed.RevisionId > created.RevisionId);
  assert.equal((await put("dynamodb:Query")).RevisionId, changed.RevisionId);
  await refused(
    put("dynamodb:Scan", created.RevisionId),
    "PolicyNotFoundException",
    "Resource-based policy not found for the provided ResourceArn: Requested update for policy " +
      `with revision id ${created.RevisionId}, but the policy associated to target table ` +
      `${TableName} has revision id ${changed.RevisionId}.`,
  );
  const deleted = await client.send(new DeleteResourcePolicyCommand({ ResourceArn }));
  assert.equal(deleted.RevisionId, changed.RevisionId);
  await refused(
    read(),
    "PolicyNotFoundException",
    `Resource-based policy not found for the provided ResourceArn: ${ResourceArn}`,
  );
});

test("contributor insights are turned on, listed and turned off", async (t) => {
  const TableName = await createTable(t);
  const update = (ContributorInsightsAction) =>
    client.send(new UpdateContributorInsightsCommand({ TableName, ContributorInsightsAction }));
  const describe = () => client.send(new DescribeContributorInsightsCommand({ TableName }));
  assert.equal((await describe()).ContributorInsightsStatus, "DISABLED");
  assert.equal((await update("ENABLE")).ContributorInsightsStatus, "ENABLING");
  const enabled = await describe();
  assert.equal(enabled.ContributorInsightsStatus, "ENABLED");
  assert.equal(enabled.ContributorInsightsMode, "ACCESSED_AND_THROTTLED_KEYS");
  assert.ok(enabled.LastUpdateDateTime instanceof Date);
  const listed = [];
  for await (const page of paginateListContributorInsights({ client, pageSize: 1 }, {})) {
    listed.push(...page.ContributorInsightsSummaries.map((summary) => summary.TableName));
  }
  assert.ok(listed.includes(TableName));
  assert.equal((await update("DISABLE")).ContributorInsightsStatus, "DISABLING");
  assert.equal((await describe()).ContributorInsightsStatus, "DISABLED");
});

test("a Kinesis destination fails, because there is no such stream", async (t) => {
  const TableName = await createTable(t);
  const destination = { TableName, StreamArn };
  const enabling = await client.send(new EnableKinesisStreamingDestinationCommand(destination));
  assert.equal(enabling.DestinationStatus, "ENABLING");
  const described = await client.send(
    new DescribeKinesisStreamingDestinationCommand({ TableName }),
  );
  assert.deepEqual(described.KinesisDataStreamDestinations, [
    {
      StreamArn,
      DestinationStatus: "ENABLE_FAILED",
      DestinationStatusDescription: "User does not have a permission to use kinesis stream",
    },
  ]);
  await refused(
    client.send(new DisableKinesisStreamingDestinationCommand(destination)),
    "ValidationException",
    "Table is not in a valid state to enable Kinesis Streaming Destination: " +
      "KinesisStreamingDestination must be ACTIVE to perform DISABLE operation.",
  );
  await refused(
    client.send(
      new UpdateKinesisStreamingDestinationCommand({
        ...destination,
        UpdateKinesisStreamingConfiguration: {
          ApproximateCreationDateTimePrecision: "MICROSECOND",
        },
      }),
    ),
    "ValidationException",
  );
});

test("a table of one region is no global table", async (t) => {
  const GlobalTableName = await createTable(t);
  const TableName = GlobalTableName;
  const Region = { RegionName: "us-east-1" };
  const ReplicaUpdates = [{ Delete: Region }];
  const listed = await client.send(new ListGlobalTablesCommand({}));
  assert.deepEqual(listed.GlobalTables, []);
  for (const [command, name] of [
    [
      new CreateGlobalTableCommand({ GlobalTableName, ReplicationGroup: [Region] }),
      "ValidationException",
    ],
    [new DescribeGlobalTableCommand({ GlobalTableName }), "GlobalTableNotFoundException"],
    [
      new UpdateGlobalTableCommand({ GlobalTableName, ReplicaUpdates }),
      "GlobalTableNotFoundException",
    ],
    [new DescribeGlobalTableSettingsCommand({ GlobalTableName }), "GlobalTableNotFoundException"],
    [new UpdateGlobalTableSettingsCommand({ GlobalTableName }), "GlobalTableNotFoundException"],
    [new DescribeTableReplicaAutoScalingCommand({ TableName }), "ResourceNotFoundException"],
    [
      new UpdateTableReplicaAutoScalingCommand({ TableName, ReplicaUpdates: [Region] }),
      "ResourceNotFoundException",
    ],
  ]) {
    await refused(client.send(command), name);
  }
});
