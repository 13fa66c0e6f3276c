"""norn deploy and norn seed, and a norn serve without the app: tables as the person who runs it
meets them."""

import json
import os
import re
import subprocess
import unittest
import urllib.error
import urllib.request

from norn_process import PATIENCE_S, PROGRAM, NornTest, run

CALENDAR = "550e8400-e29b-41d4-a716-446655440002"
TABLES = ["ProductivityData", "Yggdrasil", "cal-app-sam", "calendar-app-data", "calendsync", "norn",
          "norn-files", "norn-search"]
API_ALONE = re.compile(r"The DynamoDB API is at (http://\S+) \(data in .+\)\n")
CREDENTIALS = {"AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local",
               "AWS_REGION": "us-east-1"}


def call(url, operation, body):
    """One request to the DynamoDB API."""
    request = urllib.request.Request(url, json.dumps(body).encode(), {
        "Content-Type": "application/x-amz-json-1.0",
        "X-Amz-Target": "DynamoDB_20120810." + operation, "X-Amz-Date": "20260101T000000Z",
        "Authorization": "AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/dynamodb/aws4_request, "
                         "SignedHeaders=host;x-amz-date;x-amz-target, Signature=" + "0" * 64})
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as reply:
        return json.load(reply)


class TablesCase(NornTest):
    def serve_api_alone(self):
        """A server without the app; returns its address."""
        command = [PROGRAM, "serve", "--data", self.data, "--listen", "none",
                   "--dynamodb-listen", "127.0.0.1:0"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  text=True)
        self.addCleanup(self.end, server)
        return API_ALONE.fullmatch(server.stdout.readline())[1]

    def remote(self, url, *arguments, **options):
        """A command on the data of a server that runs."""
        return run(*arguments, "--store", "dynamodb", "--endpoint-url", url,
                   env=os.environ | CREDENTIALS, **options)

    def names(self, url):
        return call(url, "ListTables", {})["TableNames"]


class ServeTest(TablesCase):
    def test_without_the_app_there_are_no_tables(self):
        self.assertEqual(self.names(self.serve_api_alone()), [])

    def test_a_server_says_that_it_does_not_use_the_environment(self):
        command = [PROGRAM, "serve", "--data", self.data, "--listen", "none",
                   "--dynamodb-listen", "127.0.0.1:0"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  text=True, env=os.environ | {"AWS_ENDPOINT_URL": "http://x:1"})
        self.addCleanup(self.end, server)
        self.assertEqual(server.stdout.readline(),
                         f"AWS_ENDPOINT_URL is set and not used: the data is in {self.data}. "
                         "--store dynamodb would use it.\n")
        self.assertRegex(server.stdout.readline(), API_ALONE)

    def test_nothing_to_serve_is_refused(self):
        result = run("serve", "--data", self.data, "--listen", "none", "--dynamodb-listen", "none")
        self.assert_refused(result, "There is nothing to serve", "--listen none")

    def test_a_table_of_another_kind_is_not_touched(self):
        url = self.serve_api_alone()
        call(url, "CreateTable", {
            "TableName": "calendsync", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]})
        result = self.remote(url, "serve", "--listen", "127.0.0.1:0")
        self.assert_refused(result, "There is a table calendsync already", "--table-prefix",
                            code=4)


class DeployTest(TablesCase):
    def test_all_tables_are_made_and_destroyed(self):
        url = self.serve_api_alone()
        for _ in range(2):
            result = self.remote(url, "deploy", "--force")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(self.names(url), TABLES)
        self.assertIn("calendsync is ready\n", result.stdout)
        result = self.remote(url, "deploy", "--destroy", "--force")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.names(url), [])
        result = self.remote(url, "deploy", "--destroy", "--force")
        self.assertIn("norn was not there\n", result.stdout)

    def test_one_table_under_another_name(self):
        url = self.serve_api_alone()
        result = self.remote(url, "deploy", "--table-name", "my-test-table", "--force")
        self.assertEqual((result.stores, result.stdout), ([url], "my-test-table is ready\n"))
        table = call(url, "DescribeTable", {"TableName": "my-test-table"})["Table"]
        self.assertEqual([index["IndexName"] for index in table["GlobalSecondaryIndexes"]],
                         ["GSI1", "GSI2", "GSI3"])
        self.assertEqual(self.names(url), ["my-test-table"])

    def test_it_asks_first(self):
        for answer, done in (("n\n", False), ("", False), ("y\n", True)):
            result = run("deploy", "--data", self.data, "--table-prefix", "x-", input=answer)
            self.assertIn("Create x-norn, x-norn-search, x-norn-files, x-calendsync", result.stderr)
            self.assertEqual(result.returncode, 0 if done else 4)
            if not done:
                self.assertIn("Nothing was done", result.stderr)

    def test_the_environment_says_where(self):
        url = self.serve_api_alone()
        for variable in ("AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_DYNAMODB", "DYNAMODB_ENDPOINT"):
            variables = os.environ | CREDENTIALS | {variable: url}
            home = {"XDG_DATA_HOME": self.folder, "HOME": self.folder}
            result = run("deploy", "--force", env=variables | home)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(result.stores, [url])
            self.assertEqual(self.names(url), TABLES)
            result = run("seed", "--calendar-id", CALENDAR, "--count", "1", env=variables | home)
            self.assertEqual(result.stores, [url])
            # The command line goes before it.
            own = os.path.join(self.folder, variable)
            result = run("deploy", "--destroy", "--force", "--data", own, env=variables)
            self.assertEqual(result.stores, [own])
            self.assertEqual(self.names(url), TABLES)
            result = run("deploy", "--destroy", "--force", env=variables | home)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(self.names(url), [])

    def test_nothing_is_destroyed_where_nobody_can_be_asked(self):
        run("deploy", "--data", self.data, "--force")
        result = run("deploy", "--data", self.data, "--destroy", input="y\n")
        self.assertEqual(result.returncode, 4)
        self.assertEqual((result.stores, result.stdout), ([self.data], ""))
        self.assertIn("--force", result.stderr)
        result = run("deploy", "--data", self.data, "--destroy", "--force", "--json")
        self.assertEqual(json.loads(result.stdout)["tables"][0],
                         {"name": "norn", "state": "deleted"})
        result = run("deploy", "--data", self.data, "--destroy", "--force")
        self.assertIn("norn was not there\n", result.stdout)

    def test_a_server_says_which_tables_are_gone(self):
        server = self.serve()
        result = self.remote(server.api_url, "deploy", "--destroy", "--force")
        self.assertEqual(result.returncode, 0, result.stderr)
        address = f"http://127.0.0.1:{server.port}"

        def get(path):
            try:
                with urllib.request.urlopen(address + path, timeout=PATIENCE_S) as reply:
                    return reply.status, reply.read().decode()
            except urllib.error.HTTPError as error:
                with error:
                    return error.code, error.read().decode()

        for path in ("/readyz", "/api/v1/server"):
            status, text = get(path)
            self.assertEqual(status, 503, text)
            for part in ("calendsync", "lacks", "norn deploy"):
                self.assertIn(part, text)
        self.assertEqual(get("/healthz")[0], 200)
        self.remote(server.api_url, "deploy", "--force")
        for path in ("/readyz", "/api/v1/server"):
            self.assertEqual(get(path)[0], 200, path)

    def test_data_that_a_server_uses_is_refused(self):
        self.serve()
        result = run("deploy", "--data", self.data, "--force")
        self.assert_refused(result, self.data, code=5)


class SeedTest(TablesCase):
    def entries(self, url):
        return call(url, "Query", {
            "TableName": "calendsync", "IndexName": "GSI1",
            "KeyConditionExpression": "GSI1PK = :c",
            "ExpressionAttributeValues": {":c": {"S": "CAL#" + CALENDAR}}})["Items"]

    def test_entries_of_all_kinds_around_a_day(self):
        url = self.serve_api_alone()
        result = self.remote(url, "seed", "--calendar-id", CALENDAR, "--highlighted-day",
                             "2024-06-15", "--count", "50")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("50 entries around 2024-06-15", result.stdout)
        entries = self.entries(url)
        self.assertEqual(len(entries), 50)
        kinds = {entry["kind"]["M"]["type"]["S"] for entry in entries}
        self.assertEqual(kinds, {"MultiDay", "AllDay", "Timed", "Task"})
        for entry in entries:
            self.assertTrue("2024-05" <= entry["date"]["S"] <= "2024-08", entry["date"])

    def test_what_is_no_calendar_is_refused(self):
        result = run("seed", "--data", self.data, "--calendar-id", "CAL#1")
        self.assert_refused(result, "--calendar-id", "UUID")


if __name__ == "__main__":
    unittest.main()
