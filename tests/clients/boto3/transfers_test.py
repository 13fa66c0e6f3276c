"""Exports of tables to files and imports from them, by a real client."""

import gzip
import json
import os
import pathlib
import tempfile
import unittest
import uuid

from dynamodb_case import DynamoDbTest, await_table, make_client, schema, table_request, unique
from norn_server import Server

ITEMS = [
    {"pk": {"S": f"p{n % 3}"}, "sk": {"N": str(n)}, "text": {"S": 'ümlaut, "quoted"\n'},
     "bytes": {"B": b"\0\xff"}, "truth": {"BOOL": n % 2 == 0}, "nothing": {"NULL": True},
     "list": {"L": [{"N": "1.5"}, {"S": ""}]}, "map": {"M": {"inner": {"SS": ["a", "b"]}}},
     "numbers": {"NS": ["1", "2"]}, "binaries": {"BS": [b"x", b"y"]}} for n in range(25)]


def by_key(items):
    return sorted(items, key=lambda item: (item["pk"]["S"], float(item["sk"]["N"])))


def parameters(name, key="pk:S sk:N"):
    key_schema, definitions = schema(key)
    return {"TableName": name, "KeySchema": key_schema, "AttributeDefinitions": definitions,
            "BillingMode": "PAY_PER_REQUEST"}


class TransfersTest(DynamoDbTest):
    """A server with a folder of buckets, one of which is there."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        folder = tempfile.TemporaryDirectory(prefix="norn-buckets-")
        cls.addClassCleanup(folder.cleanup)
        cls.bucket = pathlib.Path(folder.name, "my-bucket")
        cls.bucket.mkdir()
        cls.server = Server("--export-folder", folder.name)
        cls.addClassCleanup(cls.server.stop)
        cls.client = make_client(url=cls.server.endpoint)

    def new_table_here(self):
        name = unique()
        arn = self.client.create_table(**table_request(name, "pk:S sk:N"))[
            "TableDescription"]["TableArn"]
        await_table(self.client, name)
        self.client.update_continuous_backups(
            TableName=name,
            PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True})
        return name, arn

    def export(self, arn, **options):
        started = self.client.export_table_to_point_in_time(
            TableArn=arn, S3Bucket="my-bucket", **options)["ExportDescription"]
        self.assertEqual(started["ExportStatus"], "IN_PROGRESS")
        return self.ended(lambda: self.client.describe_export(
            ExportArn=started["ExportArn"])["ExportDescription"], "ExportStatus")

    def import_into(self, name, prefix, **options):
        started = self.client.import_table(
            S3BucketSource={"S3Bucket": "my-bucket", "S3KeyPrefix": prefix},
            TableCreationParameters=parameters(name), **options)["ImportTableDescription"]
        self.assertEqual(started["ImportStatus"], "IN_PROGRESS")
        return self.ended(lambda: self.client.describe_import(
            ImportArn=started["ImportArn"])["ImportTableDescription"], "ImportStatus")

    @staticmethod
    def ended(describe, status):
        while (described := describe())[status] == "IN_PROGRESS":
            pass
        return described

    def test_a_table_is_exported_and_imported_item_by_item(self):
        name, arn = self.new_table_here()
        for item in ITEMS:
            self.client.put_item(TableName=name, Item=item)
        done = self.export(arn, S3Prefix="first")
        self.assertEqual(done["ExportStatus"], "COMPLETED", done)
        self.assertEqual(done["ItemCount"], len(ITEMS))

        summary = json.loads((self.bucket / done["ExportManifest"]).read_text())
        self.assertEqual((summary["exportArn"], summary["itemCount"], summary["s3Bucket"],
                          summary["s3Prefix"], summary["outputFormat"]),
                         (done["ExportArn"], len(ITEMS), "my-bucket", "first", "DYNAMODB_JSON"))
        lines = (self.bucket / summary["manifestFilesS3Key"]).read_text().splitlines()
        items = []
        for line in lines:
            data = (self.bucket / json.loads(line)["dataFileS3Key"]).read_bytes()
            items += [json.loads(one)["Item"] for one in gzip.decompress(data).splitlines()]
        self.assertEqual(len(items), len(ITEMS))

        copy = unique("Copy")
        prefix = str(pathlib.PurePosixPath(done["ExportManifest"]).parent / "data") + "/"
        imported = self.import_into(copy, prefix, InputFormat="DYNAMODB_JSON",
                                    InputCompressionType="GZIP")
        self.assertEqual(imported["ImportStatus"], "COMPLETED", imported)
        self.assertEqual((imported["ProcessedItemCount"], imported["ImportedItemCount"],
                          imported["ErrorCount"]), (len(ITEMS), len(ITEMS), 0))
        self.assertEqual(imported["TableCreationParameters"], parameters(copy))
        self.client.get_waiter("table_exists").wait(TableName=copy)
        self.assertEqual(by_key(self.client.scan(TableName=copy)["Items"]), by_key(ITEMS))

        summaries = self.client.list_exports(TableArn=arn)["ExportSummaries"]
        self.assertEqual([one["ExportArn"] for one in summaries], [done["ExportArn"]])
        with self.assertRaises(self.client.exceptions.ResourceInUseException):
            self.import_into(copy, prefix, InputFormat="DYNAMODB_JSON")

    def test_a_table_without_items_is_exported_and_imported(self):
        _, arn = self.new_table_here()
        done = self.export(arn, S3Prefix="empty")
        self.assertEqual((done["ExportStatus"], done["ItemCount"]), ("COMPLETED", 0), done)
        done = self.import_into(unique("Copy"), "empty/", InputFormat="DYNAMODB_JSON",
                                InputCompressionType="GZIP")
        self.assertEqual((done["ImportStatus"], done["ProcessedItemCount"]), ("COMPLETED", 0), done)

    def test_lists_come_in_pages(self):
        (self.bucket / "page.csv").write_text("pk,sk\na,1\n")
        names = [unique("Page") for _ in range(3)]
        for name in names:
            done = self.import_into(name, "page.csv", InputFormat="CSV")
            self.assertEqual(done["ImportStatus"], "COMPLETED", done)
        # Botocore checks how long a token is that it sends.
        found, options = [], {"PageSize": 1}
        while True:
            page = self.client.list_imports(**options)
            found += [one["TableArn"].split("/")[-1] for one in page["ImportSummaryList"]]
            if "NextToken" not in page:
                break
            options["NextToken"] = page["NextToken"]
        self.assertEqual([name for name in found if name in names], names[::-1])

    def test_values_of_a_csv_file(self):
        (self.bucket / "values.csv").write_text('a|1|"x|""y"""\nb|no|z\nc|3\n')
        name = unique("Values")
        done = self.import_into(
            name, "values", InputFormat="CSV",
            InputFormatOptions={"Csv": {"Delimiter": "|", "HeaderList": ["pk", "sk", "v"]}})
        self.assertEqual((done["ImportedItemCount"], done["ErrorCount"]), (1, 2))
        self.assertEqual(self.client.scan(TableName=name)["Items"],
                         [{"pk": {"S": "a"}, "sk": {"N": "1"}, "v": {"S": 'x|"y"'}}])

    def test_refusals_have_the_types_that_clients_know(self):
        name, arn = self.new_table_here()
        exceptions = self.client.exceptions
        with self.assertRaises(exceptions.TableNotFoundException):
            self.export(arn.replace(name, unique("None")))
        with self.assertRaises(exceptions.ExportNotFoundException):
            self.client.describe_export(ExportArn=f"{arn}/export/01700000000000-00000000")
        with self.assertRaises(exceptions.ImportNotFoundException):
            self.client.describe_import(ImportArn=f"{arn}/import/01700000000000-00000000")
        with self.assertRaises(exceptions.InvalidExportTimeException):
            self.export(arn, ExportTime=1_000_000_000)
        token = uuid.uuid4().hex
        self.export(arn, ClientToken=token)
        with self.assertRaises(exceptions.ExportConflictException):
            self.export(arn, ClientToken=token, S3Prefix="other")
        with self.invalid(containing="Invalid S3Prefix: '../x'"):
            self.export(arn, S3Prefix="../x")
        with self.invalid(containing="ION is not supported"):
            self.export(arn, ExportFormat="ION")

    def test_without_a_folder_it_says_which_option_is_missing(self):
        for call in (make_client().list_exports, make_client().list_imports):
            with self.invalid(containing="norn serve --export-folder DIR"):
                call()

    def test_a_process_that_is_killed_leaves_a_failed_import_and_no_table(self):
        with open(self.bucket / "large.csv", "w", encoding="ascii") as file:
            file.write("pk,sk\n")
            file.writelines(f"p{n},{n}\n" for n in range(400_000))
        server = Server("--export-folder", str(self.bucket.parent))
        self.addCleanup(server.stop)
        client = make_client(url=server.endpoint)
        name = unique("Large")
        arn = client.import_table(
            S3BucketSource={"S3Bucket": "my-bucket", "S3KeyPrefix": "large.csv"},
            InputFormat="CSV", TableCreationParameters=parameters(name))[
                "ImportTableDescription"]["ImportArn"]
        self.assertEqual(client.describe_table(TableName=name)["Table"]["TableStatus"], "CREATING")
        while client.describe_import(ImportArn=arn)["ImportTableDescription"][
                "ImportedItemCount"] == 0:
            pass
        server.restart_after_kill()
        client = make_client(url=server.endpoint)
        done = client.describe_import(ImportArn=arn)["ImportTableDescription"]
        self.assertEqual((done["ImportStatus"], done["FailureCode"]), ("FAILED", "Interrupted"))
        self.assertEqual(client.list_tables()["TableNames"], [])
        os.truncate(self.bucket / "large.csv", len("pk,sk\np0,0\n"))
        again = client.import_table(
            S3BucketSource={"S3Bucket": "my-bucket", "S3KeyPrefix": "large.csv"},
            InputFormat="CSV", TableCreationParameters=parameters(name))
        arn = again["ImportTableDescription"]["ImportArn"]
        done = self.ended(lambda: client.describe_import(ImportArn=arn)["ImportTableDescription"],
                          "ImportStatus")
        self.assertEqual(done["ImportedItemCount"], 1, done)


if __name__ == "__main__":
    unittest.main()
