"""UpdateTable: indexes, billing, protection, class, streams; and tags."""

import unittest

from dynamodb_case import DynamoDbTest, await_table, delete_table, index, table_request, unique
from raw_http import call

NOTHING_TO_DO = (
    "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
    "GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, ")


class UpdateTableTest(DynamoDbTest):
    def describe(self, name):
        return self.client.describe_table(TableName=name)["Table"]

    def await_index(self, table, name, present):
        """Waits until an index is there and active, or gone."""
        for _ in range(10000):
            description = self.describe(table)
            states = {i["IndexName"]: i["IndexStatus"]
                      for i in description.get("GlobalSecondaryIndexes", [])}
            if states.get(name) == ("ACTIVE" if present else None):
                return description
        return self.fail(f"{name} of {table} is {states}")

    def create_index(self, table):
        return self.client.update_table(
            TableName=table, AttributeDefinitions=[{"AttributeName": "g", "AttributeType": "S"}],
            GlobalSecondaryIndexUpdates=[{"Create": index("ByG", "g:S")}])["TableDescription"]

    def test_an_index_is_made_of_items_that_are_there(self):
        table = self.new_table()
        for n in range(30):
            self.client.put_item(TableName=table, Item={"pk": {"S": str(n)},
                                                        "g": {"S": str(n % 2)}})
        self.client.put_item(TableName=table, Item={"pk": {"S": "without"}})
        self.client.put_item(TableName=table, Item={"pk": {"S": "other"}, "g": {"N": "1"}})
        changed = self.create_index(table)
        self.assertEqual(changed["TableStatus"], "UPDATING")
        self.assertEqual(changed["GlobalSecondaryIndexes"][0]["IndexStatus"], "CREATING")
        description = self.await_index(table, "ByG", present=True)
        self.assertEqual(description["TableStatus"], "ACTIVE")
        found = self.client.query(TableName=table, IndexName="ByG", KeyConditionExpression="g = :g",
                                  ExpressionAttributeValues={":g": {"S": "1"}})
        self.assertEqual(found["Count"], 15)

    def test_an_index_is_deleted(self):
        table = self.new_table(gsis=[("ByG", "g:S")])
        changed = self.client.update_table(
            TableName=table, GlobalSecondaryIndexUpdates=[{"Delete": {"IndexName": "ByG"}}])
        states = [i["IndexStatus"]
                  for i in changed["TableDescription"].get("GlobalSecondaryIndexes", [])]
        self.assertEqual(states, ["DELETING"])
        description = self.await_index(table, "ByG", present=False)
        self.assertNotIn("GlobalSecondaryIndexes", description)
        self.assertEqual(description["AttributeDefinitions"],
                         [{"AttributeName": "pk", "AttributeType": "S"}])
        with self.invalid("The table does not have the specified index: ByG"):
            self.client.scan(TableName=table, IndexName="ByG")

    def test_an_index_that_is_not_there_cannot_be_deleted(self):
        table = self.new_table()
        with self.refused("ResourceNotFoundException"):
            self.client.update_table(
                TableName=table, GlobalSecondaryIndexUpdates=[{"Delete": {"IndexName": "None"}}])

    def test_a_request_that_changes_nothing_is_refused(self):
        table = self.new_table()
        with self.invalid(containing=NOTHING_TO_DO):
            self.client.update_table(TableName=table)

    def test_settings_without_an_effect_are_kept(self):
        # Debian's boto3 does not know all of them.
        table = self.new_table()
        self.assertEqual(call("DescribeTable", TableName=table)["Table"]["WarmThroughput"],
                         {"ReadUnitsPerSecond": 12000, "WriteUnitsPerSecond": 4000,
                          "Status": "ACTIVE"})
        call("UpdateTable", TableName=table, OnDemandThroughput={"MaxReadRequestUnits": 50})
        self.client.update_table(TableName=table, SSESpecification={"Enabled": True})
        described = call("DescribeTable", TableName=table)["Table"]
        self.assertEqual(described["OnDemandThroughput"], {"MaxReadRequestUnits": 50})
        self.assertEqual(described["SSEDescription"]["Status"], "ENABLED")

    def test_billing_changes_both_ways(self):
        table = self.new_table()
        with self.invalid_value("ProvisionedThroughput must be specified when BillingMode is "
                                "PROVISIONED"):
            self.client.update_table(TableName=table, BillingMode="PROVISIONED")
        self.client.update_table(
            TableName=table, BillingMode="PROVISIONED",
            ProvisionedThroughput={"ReadCapacityUnits": 7, "WriteCapacityUnits": 8})
        await_table(self.client, table)
        throughput = self.describe(table)["ProvisionedThroughput"]
        self.assertEqual((throughput["ReadCapacityUnits"], throughput["WriteCapacityUnits"]),
                         (7, 8))
        self.client.update_table(TableName=table, BillingMode="PAY_PER_REQUEST")
        await_table(self.client, table)
        description = self.describe(table)
        self.assertEqual(description["BillingModeSummary"]["BillingMode"], "PAY_PER_REQUEST")
        self.assertEqual(description["ProvisionedThroughput"]["ReadCapacityUnits"], 0)

    def test_throughput_that_stays_the_same_is_refused(self):
        same = {"ReadCapacityUnits": 5, "WriteCapacityUnits": 5}
        table = self.new_table(BillingMode="PROVISIONED", ProvisionedThroughput=same)
        with self.invalid(containing="The provisioned throughput for the table will not change."):
            self.client.update_table(TableName=table, ProvisionedThroughput=same)

    def test_protection_keeps_a_table(self):
        table = self.new_table(DeletionProtectionEnabled=True)
        self.addCleanup(delete_table, table)
        self.addCleanup(call, "UpdateTable", TableName=table, DeletionProtectionEnabled=False)
        description = call("DescribeTable", TableName=table)["Table"]
        self.assertIs(description["DeletionProtectionEnabled"], True)
        with self.invalid("Resource cannot be deleted as it is currently protected against "
                          "deletion. Disable deletion protection first."):
            self.client.delete_table(TableName=table)

    def test_a_table_has_a_class(self):
        table = self.new_table(TableClass="STANDARD_INFREQUENT_ACCESS")
        self.assertEqual(self.describe(table)["TableClassSummary"]["TableClass"],
                         "STANDARD_INFREQUENT_ACCESS")
        self.client.update_table(TableName=table, TableClass="STANDARD")
        await_table(self.client, table)
        self.assertEqual(
            self.describe(table).get("TableClassSummary", {}).get("TableClass", "STANDARD"),
            "STANDARD")

    def test_a_stream_is_turned_on_and_off(self):
        table = self.new_table()
        self.client.update_table(TableName=table, StreamSpecification={
            "StreamEnabled": True, "StreamViewType": "NEW_IMAGE"})
        await_table(self.client, table)
        description = self.describe(table)
        self.assertEqual(description["StreamSpecification"],
                         {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"})
        label = description["LatestStreamLabel"]
        self.assertEqual(description["LatestStreamArn"],
                         f"{description['TableArn']}/stream/{label}")
        with self.invalid(containing="Table already has an enabled stream"):
            self.client.update_table(TableName=table, StreamSpecification={
                "StreamEnabled": True, "StreamViewType": "NEW_IMAGE"})
        self.client.update_table(TableName=table, StreamSpecification={"StreamEnabled": False})
        await_table(self.client, table)
        description = self.describe(table)
        self.assertNotIn("StreamSpecification", description)
        self.assertEqual(description["LatestStreamLabel"], label)

    def test_a_provisioned_table_needs_its_throughput(self):
        request = table_request(unique(), BillingMode="PROVISIONED")
        with self.invalid(
                "One or more parameter values were invalid: ReadCapacityUnits and "
                "WriteCapacityUnits must both be specified when BillingMode is PROVISIONED"):
            self.client.create_table(**request)


class TagTest(DynamoDbTest):
    def setUp(self):
        self.table = self.new_table()
        self.arn = self.client.describe_table(TableName=self.table)["Table"]["TableArn"]

    def tags(self, arn=None):
        pages = self.client.get_paginator("list_tags_of_resource").paginate(
            ResourceArn=arn or self.arn)
        return {tag["Key"]: tag["Value"] for page in pages for tag in page["Tags"]}

    def test_tags_are_added_replaced_and_removed(self):
        self.assertEqual(self.tags(), {})
        self.client.tag_resource(ResourceArn=self.arn, Tags=[
            {"Key": "owner", "Value": "me"}, {"Key": "cost", "Value": "1"}])
        self.client.tag_resource(ResourceArn=self.arn, Tags=[{"Key": "cost", "Value": "2"}])
        self.assertEqual(self.tags(), {"owner": "me", "cost": "2"})
        self.client.untag_resource(ResourceArn=self.arn, TagKeys=["owner", "absent"])
        self.assertEqual(self.tags(), {"cost": "2"})

    def test_a_value_may_be_empty(self):
        self.client.tag_resource(ResourceArn=self.arn, Tags=[{"Key": "bare", "Value": ""}])
        self.assertEqual(self.tags(), {"bare": ""})

    def test_a_tag_without_a_value_is_refused(self):
        with self.invalid():
            self.lenient.tag_resource(ResourceArn=self.arn, Tags=[{"Key": "bare"}])
        self.assertEqual(self.tags(), {})

    def test_a_table_is_created_with_tags(self):
        table = self.new_table(Tags=[{"Key": "k", "Value": "v"}])
        arn = self.client.describe_table(TableName=table)["Table"]["TableArn"]
        self.assertEqual(self.tags(arn), {"k": "v"})

    def test_more_than_fifty_tags_are_refused(self):
        tags = [{"Key": str(n), "Value": "v"} for n in range(51)]
        with self.assertRaises(self.client.exceptions.ClientError):
            self.client.tag_resource(ResourceArn=self.arn, Tags=tags)
        self.client.tag_resource(ResourceArn=self.arn, Tags=tags[:50])
        self.assertEqual(len(self.tags()), 50)

    def test_a_resource_that_is_not_there(self):
        with self.refused("ResourceNotFoundException"):
            self.client.tag_resource(ResourceArn=self.arn + "x", Tags=[{"Key": "k", "Value": "v"}])
        with self.invalid():
            self.client.tag_resource(ResourceArn="not an arn", Tags=[{"Key": "k", "Value": "v"}])


if __name__ == "__main__":
    unittest.main()
