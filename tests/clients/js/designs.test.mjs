// The designs' own snippets, as their documents print them, on their own tables.
import assert from "node:assert/strict";
import { test } from "node:test";

import { CreateTableCommand, DeleteTableCommand, QueryCommand } from "@aws-sdk/client-dynamodb";
import * as lib from "@aws-sdk/lib-dynamodb";

import { client, definitions, documents as docClient, keySchema } from "./dynamodb.mjs";

async function designTable(t, TableName, indexes) {
  const names = ["PK", "SK", ...Object.values(indexes).flat()];
  await client.send(
    new CreateTableCommand({
      TableName,
      KeySchema: keySchema("PK", "SK"),
      AttributeDefinitions: definitions(Object.fromEntries(names.map((name) => [name, "S"]))),
      BillingMode: "PAY_PER_REQUEST",
      GlobalSecondaryIndexes: Object.entries(indexes).map(([IndexName, key]) => ({
        IndexName,
        KeySchema: keySchema(...key),
        Projection: { ProjectionType: "ALL" },
      })),
    }),
  );
  t.after(() => client.send(new DeleteTableCommand({ TableName })));
}

test("Nexus: getAgendaView", async (t) => {
  await designTable(t, "ProductivityData", { "GSI1-YearView": ["GSI1PK", "GSI1SK"] });
  for (let day = 10; day < 30; day += 1) {
    const start = `2025-12-${day}T14:00:00Z`;
    const Item = {
      PK: "USER#user_123",
      SK: `EVENT#evt_${day}`,
      GSI1PK: "USER#user_123#2025",
      GSI1SK: start,
      tags: new Set(["work", "engineering"]),
      reminderMinutes: new Set([15, 60]),
    };
    await docClient.send(new lib.PutCommand({ TableName: "ProductivityData", Item }));
  }

  async function getAgendaView(userId, fromDate) {
    const now = fromDate;
    const startUtc = now.toISOString();
    const endDate = new Date(now);
    endDate.setDate(endDate.getDate() + 7);
    const endUtc = endDate.toISOString();
    const year = now.getFullYear();
    return await client.send(
      new QueryCommand({
        TableName: "ProductivityData",
        IndexName: "GSI1-YearView",
        KeyConditionExpression: "GSI1PK = :pk AND GSI1SK BETWEEN :start AND :end",
        ExpressionAttributeValues: {
          ":pk": { S: `USER#${userId}#${year}` },
          ":start": { S: startUtc },
          ":end": { S: endUtc },
        },
        Limit: 100,
      }),
    );
  }

  const agenda = await getAgendaView("user_123", new Date("2025-12-12T12:00:00Z"));
  assert.deepEqual(
    agenda.Items.map((item) => item.SK.S),
    [12, 13, 14, 15, 16, 17, 18].map((day) => `EVENT#evt_${day}`),
  );
});

test("Yggdrasil: the five queries", async (t) => {
  const indexes = ["GSI1", "GSI2", "GSI3"].map((name) => [name, [`${name}PK`, `${name}SK`]]);
  await designTable(t, "Yggdrasil", Object.fromEntries(indexes));
  const user = "USER#550e8400-e29b-41d4-a716-446655440000";
  const items = [
    { SK: "PROFILE", DisplayName: "John Doe" },
    { SK: "TREE#tree-001" },
    { SK: "PERSON#person-001", GSI2PK: "TREE#tree-001", GSI2SK: "PERSON#person-001" },
    {
      SK: "PERSON#person-001#CHILD#person-003",
      GSI1PK: "PERSON#person-003",
      GSI1SK: "PARENT#person-001",
    },
  ];
  for (const item of items) {
    const Item = { PK: user, ...item };
    await docClient.send(new lib.PutCommand({ TableName: "Yggdrasil", Item }));
  }

  const profile = await docClient.send(
    new lib.GetCommand({ TableName: "Yggdrasil", Key: { PK: user, SK: "PROFILE" } }),
  );
  assert.equal(profile.Item.DisplayName, "John Doe");

  const query = async (prefix, pk, sk, IndexName) => {
    const result = await docClient.send(
      new lib.QueryCommand({
        TableName: "Yggdrasil",
        IndexName,
        KeyConditionExpression: `${prefix}PK = :pk AND begins_with(${prefix}SK, :sk)`,
        ExpressionAttributeValues: { ":pk": pk, ":sk": sk },
      }),
    );
    return result.Items.map((item) => item.SK);
  };
  assert.deepEqual(await query("", user, "TREE#"), ["TREE#tree-001"]);
  assert.deepEqual(await query("GSI2", "TREE#tree-001", "PERSON#", "GSI2"), ["PERSON#person-001"]);
  assert.deepEqual(await query("", user, "PERSON#person-001#CHILD#"), [items[3].SK]);
  assert.deepEqual(await query("GSI1", "PERSON#person-003", "PARENT#", "GSI1"), [items[3].SK]);
});
