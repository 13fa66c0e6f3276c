"""Backups of tables: made, listed, restored and deleted by a real client."""

import datetime
import unittest

from dynamodb_case import DynamoDbTest, await_table, unique


class BackupsTest(DynamoDbTest):
    def test_a_table_is_backed_up_and_restored(self):
        table = self.new_table(key="pk:S sk:N", gsis=[("ByColor", "color:S")])
        items = [{"pk": {"S": "a"}, "sk": {"N": str(n)}, "color": {"S": "red"}} for n in range(5)]
        for item in items:
            self.client.put_item(TableName=table, Item=item)
        arn = self.client.create_backup(TableName=table, BackupName="before")["BackupDetails"][
            "BackupArn"]
        described = self.client.describe_backup(BackupArn=arn)["BackupDescription"]
        self.assertEqual(described["BackupDetails"]["BackupStatus"], "AVAILABLE")
        self.assertEqual(described["SourceTableDetails"]["ItemCount"], 5)
        self.assertEqual(
            [one["BackupArn"] for one in
             self.client.list_backups(TableName=table)["BackupSummaries"]], [arn])
        self.client.delete_table(TableName=table)

        copy = unique("Copy")
        restored = self.client.restore_table_from_backup(TargetTableName=copy, BackupArn=arn)
        self.addCleanup(self.client.delete_table, TableName=copy)
        summary = restored["TableDescription"]["RestoreSummary"]
        self.assertEqual(summary["SourceBackupArn"], arn)
        await_table(self.client, copy)
        self.assertEqual(self.client.scan(TableName=copy)["Items"], items)
        self.assertEqual(self.client.scan(TableName=copy, IndexName="ByColor")["Count"], 5)
        with self.assertRaises(self.client.exceptions.TableAlreadyExistsException):
            self.client.restore_table_from_backup(TargetTableName=copy, BackupArn=arn)

        deleted = self.client.delete_backup(BackupArn=arn)["BackupDescription"]
        self.assertEqual(deleted["BackupDetails"]["BackupStatus"], "DELETED")
        with self.assertRaises(self.client.exceptions.BackupNotFoundException):
            self.client.describe_backup(BackupArn=arn)

    def test_a_table_is_restored_as_it_was(self):
        table = self.new_table()
        copy = unique("Then")
        restore = {"SourceTableName": table, "TargetTableName": copy,
                   "UseLatestRestorableTime": True}
        errors = self.client.exceptions
        with self.assertRaises(errors.PointInTimeRecoveryUnavailableException):
            self.client.restore_table_to_point_in_time(**restore)

        def switch(on):
            return self.client.update_continuous_backups(
                TableName=table,
                PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": on},
            )["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"]

        self.assertEqual(switch(True)["PointInTimeRecoveryStatus"], "ENABLED")
        self.client.put_item(TableName=table, Item={"pk": {"S": "a"}})
        second = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
        restore = {"SourceTableName": table, "TargetTableName": copy, "RestoreDateTime": second}
        while True:  # Until the base is made, and the second over.
            try:
                self.client.restore_table_to_point_in_time(**restore)
                break
            except errors.InvalidRestoreTimeException:
                status = self.client.describe_continuous_backups(TableName=table)[
                    "ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"]
                earliest = status.get("EarliestRestorableDateTime", second)
                restore["RestoreDateTime"] = max(second, earliest)
        self.addCleanup(self.client.delete_table, TableName=copy)
        await_table(self.client, copy)
        self.assertEqual(self.client.scan(TableName=copy)["Items"], [{"pk": {"S": "a"}}])
        self.assertEqual(switch(False)["PointInTimeRecoveryStatus"], "DISABLED")

    def test_a_table_that_is_not_there_has_no_backups(self):
        with self.assertRaises(self.client.exceptions.TableNotFoundException):
            self.client.create_backup(TableName=unique("None"), BackupName="before")


if __name__ == "__main__":
    unittest.main()
