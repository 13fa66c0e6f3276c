"""Tables: their states, waiters, descriptions, listing and deletion."""

import unittest

from dynamodb_case import (DynamoDbTest, await_table, create_table, delete_table, make_client,
                           table_request, unique)
from raw_http import call

QUICK = {"Delay": 0, "MaxAttempts": 10000}


class TableTest(DynamoDbTest):
    def test_a_table_is_created_becomes_active_and_is_deleted(self):
        name = unique()
        self.addCleanup(delete_table, name)
        created = self.client.create_table(**table_request(name, "pk:S sk:N"))["TableDescription"]
        self.assertEqual(created["TableStatus"], "CREATING")
        self.client.get_waiter("table_exists").wait(TableName=name, WaiterConfig=QUICK)
        table = self.client.describe_table(TableName=name)["Table"]
        self.assertEqual(table["TableStatus"], "ACTIVE")
        deleted = self.client.delete_table(TableName=name)["TableDescription"]
        self.assertEqual(deleted["TableStatus"], "DELETING")
        self.assertEqual(deleted["TableName"], name)
        self.client.get_waiter("table_not_exists").wait(TableName=name, WaiterConfig=QUICK)
        with self.refused("ResourceNotFoundException",
                          f"Requested resource not found: Table: {name} not found"):
            self.client.describe_table(TableName=name)

    def test_a_description_says_all_that_was_asked_for(self):
        name = self.new_table("pk:S sk:N", gsis=[("ByG", "g:B", "INCLUDE", ["x", "y"])],
                              lsis=[("ByL", "pk:S l:S", "KEYS_ONLY")])
        table = self.client.describe_table(TableName=name)["Table"]
        self.assertEqual(table["TableName"], name)
        self.assertEqual(table["KeySchema"], [{"AttributeName": "pk", "KeyType": "HASH"},
                                              {"AttributeName": "sk", "KeyType": "RANGE"}])
        self.assertEqual({d["AttributeName"]: d["AttributeType"]
                          for d in table["AttributeDefinitions"]},
                         {"pk": "S", "sk": "N", "g": "B", "l": "S"})
        self.assertEqual(table["BillingModeSummary"]["BillingMode"], "PAY_PER_REQUEST")
        self.assertEqual(table["ProvisionedThroughput"]["ReadCapacityUnits"], 0)
        self.assertEqual(table["ProvisionedThroughput"]["NumberOfDecreasesToday"], 0)
        self.assertEqual(table["ItemCount"], 0)
        self.assertEqual(table["TableSizeBytes"], 0)
        raw = call("DescribeTable", TableName=name)["Table"]
        self.assertIs(raw["DeletionProtectionEnabled"], False)
        self.assertRegex(table["TableArn"], rf"^arn:aws:dynamodb:[^:]+:\d{{12}}:table/{name}$")
        self.assertRegex(table["TableId"], r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
        self.assertGreater(table["CreationDateTime"].year, 2020)
        gsi, = table["GlobalSecondaryIndexes"]
        self.assertEqual(gsi["IndexName"], "ByG")
        self.assertEqual(gsi["IndexStatus"], "ACTIVE")
        self.assertEqual(gsi["KeySchema"], [{"AttributeName": "g", "KeyType": "HASH"}])
        self.assertEqual(gsi["Projection"]["ProjectionType"], "INCLUDE")
        self.assertCountEqual(gsi["Projection"]["NonKeyAttributes"], ["x", "y"])
        self.assertEqual(gsi["IndexArn"], f"{table['TableArn']}/index/ByG")
        lsi, = table["LocalSecondaryIndexes"]
        self.assertEqual(lsi["Projection"], {"ProjectionType": "KEYS_ONLY"})
        self.assertEqual(lsi["IndexArn"], f"{table['TableArn']}/index/ByL")
        self.assertNotIn("IndexStatus", lsi)

    def test_a_table_may_be_named_by_its_arn(self):
        name = self.new_table()
        arn = self.client.describe_table(TableName=name)["Table"]["TableArn"]
        self.assertEqual(call("DescribeTable", TableName=arn)["Table"]["TableName"], name)
        call("PutItem", TableName=arn, Item={"pk": {"S": "a"}})
        found = call("GetItem", TableName=arn, Key={"pk": {"S": "a"}})
        self.assertEqual(found["Item"], {"pk": {"S": "a"}})

    def test_a_table_is_created_once(self):
        name = self.new_table()
        with self.refused("ResourceInUseException", f"Table already exists: {name}"):
            self.client.create_table(**table_request(name))

    def test_what_is_not_there_is_not_found(self):
        absent = f"Requested resource not found: Table: {unique('Absent')} not found"
        name = absent.split()[5]
        for call in (self.client.describe_table, self.client.delete_table):
            with self.subTest(call=call), self.refused("ResourceNotFoundException", absent):
                call(TableName=name)
        with self.refused("ResourceNotFoundException", "Requested resource not found"):
            self.client.get_item(TableName=name, Key={"pk": {"S": "a"}})
        with self.refused("ResourceNotFoundException", absent):
            self.client.update_table(TableName=name, BillingMode="PAY_PER_REQUEST")

    def test_names_are_listed_in_pages(self):
        names = sorted(create_table(name="Listed") for _ in range(5))
        for name in names:
            self.addCleanup(delete_table, name)
        pages = list(self.client.get_paginator("list_tables").paginate(
            PaginationConfig={"PageSize": 2}))
        self.assertTrue(all(len(page["TableNames"]) <= 2 for page in pages))
        listed = [name for page in pages for name in page["TableNames"]]
        self.assertEqual(listed, sorted(listed))
        self.assertLessEqual(set(names), set(listed))
        page = self.client.list_tables(ExclusiveStartTableName=names[1], Limit=1)
        self.assertEqual(page["TableNames"], [names[2]])
        self.assertEqual(page["LastEvaluatedTableName"], names[2])

    def test_the_same_name_can_be_used_again(self):
        name = self.new_table()
        self.client.put_item(TableName=name, Item={"pk": {"S": "old"}})
        first = self.client.describe_table(TableName=name)["Table"]
        self.client.delete_table(TableName=name)
        self.client.get_waiter("table_not_exists").wait(TableName=name, WaiterConfig=QUICK)
        self.client.create_table(**table_request(name, "other:N"))
        await_table(self.client, name)
        second = self.client.describe_table(TableName=name)["Table"]
        self.assertNotEqual(first["TableId"], second["TableId"])
        self.assertEqual(self.client.scan(TableName=name)["Count"], 0)


class AccountTest(DynamoDbTest):
    def test_limits(self):
        limits = self.client.describe_limits()
        for name in ("AccountMaxReadCapacityUnits", "AccountMaxWriteCapacityUnits",
                     "TableMaxReadCapacityUnits", "TableMaxWriteCapacityUnits"):
            self.assertGreater(limits[name], 0)

    def test_endpoints(self):
        endpoint, = self.client.describe_endpoints()["Endpoints"]
        self.assertGreater(endpoint["CachePeriodInMinutes"], 0)
        self.assertIn(endpoint["Address"], make_client().meta.endpoint_url)

    def test_continuous_backups(self):
        name = self.new_table()
        backups = self.client.describe_continuous_backups(
            TableName=name)["ContinuousBackupsDescription"]
        self.assertEqual(backups["ContinuousBackupsStatus"], "ENABLED")
        self.assertEqual(backups["PointInTimeRecoveryDescription"],
                         {"PointInTimeRecoveryStatus": "DISABLED"})
        absent = unique("Absent")
        with self.refused("TableNotFoundException", f"Table not found: {absent}"):
            self.client.describe_continuous_backups(TableName=absent)


if __name__ == "__main__":
    unittest.main()
