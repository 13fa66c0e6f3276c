"""Every table operation once through `aws dynamodb`, with its waiters."""

import unittest

from cli_case import CliTest


class TableCommandsTest(CliTest):
    def test_the_life_of_a_table(self):
        created = self.cli.shell(
            f"aws dynamodb create-table --table-name {self.table} "
            "--attribute-definitions AttributeName=pk,AttributeType=S "
            "AttributeName=sk,AttributeType=S AttributeName=g,AttributeType=S "
            "--key-schema AttributeName=pk,KeyType=HASH AttributeName=sk,KeyType=RANGE "
            "--global-secondary-indexes 'IndexName=ByG,KeySchema=[{AttributeName=g,"
            "KeyType=HASH}],Projection={ProjectionType=ALL}' "
            "--billing-mode PAY_PER_REQUEST --tags Key=owner,Value=me "
            "--stream-specification StreamEnabled=true,StreamViewType=NEW_IMAGE "
            "--endpoint-url http://localhost:8000")
        self.assertEqual(created["TableDescription"]["TableStatus"], "CREATING")
        self.assertIsNone(self.aws("wait", "table-exists"))
        table = self.aws("describe-table")["Table"]
        self.assertEqual(table["TableStatus"], "ACTIVE")
        self.assertIn("LatestStreamArn", table)
        self.assertIn(self.table, self.cli.run("list-tables")["TableNames"])

        self.aws("update-table", billing_mode="PROVISIONED",
                 provisioned_throughput="ReadCapacityUnits=5,WriteCapacityUnits=6",
                 global_secondary_index_updates=[{"Update": {
                     "IndexName": "ByG", "ProvisionedThroughput": {
                         "ReadCapacityUnits": 1, "WriteCapacityUnits": 1}}}])
        self.aws("wait", "table-exists")
        self.assertEqual(
            self.aws("describe-table")["Table"]["ProvisionedThroughput"]["WriteCapacityUnits"], 6)

        arn = table["TableArn"]
        self.assertEqual(self.tags(arn), {"owner": "me"})
        self.cli.run("tag-resource", resource_arn=arn, tags=[{"Key": "more", "Value": ""}])
        self.cli.run("untag-resource", resource_arn=arn, tag_keys="owner")
        self.assertEqual(self.tags(arn), {"more": ""})

        self.aws("update-time-to-live",
                 time_to_live_specification="Enabled=true,AttributeName=expires")
        description = self.aws("describe-time-to-live")["TimeToLiveDescription"]
        self.assertEqual(description["AttributeName"], "expires")

        deleted = self.aws("delete-table")
        self.assertEqual(deleted["TableDescription"]["TableStatus"], "DELETING")
        self.assertIsNone(self.aws("wait", "table-not-exists"))
        with self.refused("(ResourceNotFoundException) when calling the DescribeTable operation: "
                          f"Requested resource not found: Table: {self.table} not found"):
            self.aws("describe-table")

    def tags(self, arn):
        tags = self.cli.run("list-tags-of-resource", resource_arn=arn)["Tags"]
        return {tag["Key"]: tag["Value"] for tag in tags}


class AccountCommandsTest(CliTest):
    KEY = "pk:S"

    def test_what_is_described(self):
        self.assertGreater(self.cli.run("describe-limits")["TableMaxReadCapacityUnits"], 0)
        self.assertEqual(len(self.cli.run("describe-endpoints")["Endpoints"]), 1)
        backups = self.aws("describe-continuous-backups")["ContinuousBackupsDescription"]
        self.assertEqual(backups["ContinuousBackupsStatus"], "ENABLED")


if __name__ == "__main__":
    unittest.main()
