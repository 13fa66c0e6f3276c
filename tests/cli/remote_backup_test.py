"""norn backup on a DynamoDB endpoint: the endpoint's own backups, of all of Norn's tables."""

import datetime
import http.server
import json
import subprocess
import threading

from tables_test import TablesCase, call


class Engine(http.server.BaseHTTPRequestHandler):
    """An engine with transactions and without backups."""

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        status, reply = self.answer(self.headers["X-Amz-Target"].split(".")[1])
        body = json.dumps(reply).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def answer(self, operation):
        name = "ValidationException" if "Transact" in operation else "UnknownOperationException"
        if operation == "DescribeTable":
            name = "ResourceNotFoundException"
        return 400, {"__type": f"x#{name}", "message": "no"}

    def log_message(self, *arguments):
        pass


class DeletingEngine(Engine):
    """An engine whose backups are gone as soon as they are made."""

    def answer(self, operation):
        details = {"BackupArn": "arn:one", "BackupName": "one", "BackupStatus": "CREATING"}
        if operation == "CreateBackup":
            return 200, {"BackupDetails": details}
        if operation == "DescribeBackup":
            return 200, {"BackupDescription": {
                "BackupDetails": details | {"BackupStatus": "DELETED"}}}
        return super().answer(operation)


class RemoteBackupTest(TablesCase):
    def ok(self, url, *arguments):
        done = self.remote(url, "backup", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def items(self, url, table):
        return call(url, "Scan", {"TableName": table})["Items"]

    def test_all_tables_are_backed_up_and_restored_under_another_prefix(self):
        url = self.serve_api_alone()
        self.assertEqual(self.remote(url, "deploy", "--force").returncode, 0)
        tables = self.names(url)
        item = {"PK": {"S": "one"}, "SK": {"S": "x"}}
        call(url, "PutItem", {"TableName": "norn", "Item": item})
        made = json.loads(self.ok(url, "create", "--json"))
        self.assertEqual(sorted(one["table"] for one in made["backups"]), tables)
        self.assertRegex(made["name"], r"^norn-\d{8}T\d{6}Z$")
        call(url, "PutItem", {"TableName": "norn",
                              "Item": {"PK": {"S": "two"}, "SK": {"S": "x"}}})
        listed = json.loads(self.ok(url, "list", "--json"))["backups"]
        self.assertEqual([(one["name"], one["tables"]) for one in listed],
                         [(made["name"], len(tables))])

        text = self.ok(url, "restore", "--new-prefix", "old-")
        self.assertIn(f"The backups {made['name']} are restored into {len(tables)} tables.", text)
        self.assertEqual(self.names(url), sorted(tables + ["old-" + table for table in tables]))
        self.assertEqual(self.items(url, "old-norn"), [item])
        for table in tables:  # What a backup does not have is turned on again.
            before, after = (call(url, "DescribeTable", {"TableName": name})["Table"]
                             for name in (table, "old-" + table))
            self.assertEqual(after.get("StreamSpecification"), before.get("StreamSpecification"))
            before, after = (call(url, "DescribeTimeToLive", {"TableName": name})
                             for name in (table, "old-" + table))
            self.assertEqual(after, before)

        self.assert_fails(url, 4, "there is no terminal to ask on. Say --force.", "delete",
                          made["name"])
        self.assert_fails(url, 3, "called norn-none", "delete", made["name"], "norn-none",
                          "--force")
        self.assertEqual(len(self.summaries(url)), len(tables))
        self.assertEqual(self.ok(url, "delete", made["name"], "--force"),
                         f"Deleted the backups of {len(tables)} tables.\n")
        gone = self.remote(url, "backup", "delete", made["name"])
        self.assertEqual(gone.returncode, 3)
        self.assertIn("There are no backups of Norn's tables called norn-", gone.stderr)

    def summaries(self, url):
        return call(url, "ListBackups", {})["BackupSummaries"]

    def test_continuous_backups_restore_all_tables_to_one_second(self):
        url = self.serve_api_alone()
        self.assertEqual(self.remote(url, "deploy", "--force").returncode, 0)
        tables = self.names(url)
        self.assertEqual(self.ok(url, "continuous"), "Continuous backups are off.\n")
        latest = ("restore", "--at", "latest", "--new-prefix", "old-")
        self.assert_fails(url, 4, "Continuous backups are off. Nothing was restored.", *latest)
        self.ok(url, "continuous", "--on", "--table", "norn")
        self.assertIn(f"are on for 1 of {len(tables)} tables, and off for norn-search, ",
                      self.ok(url, "continuous"))
        self.assert_fails(url, 4, "Continuous backups are off for norn-search, ", *latest)
        items = [{"PK": {"S": "one"}, "SK": {"S": "x"}}, {"PK": {"S": "two"}, "SK": {"S": "x"}}]
        on = ("continuous", "--on", "--days", "7")
        self.assertRegex(self.ok(url, *on),
                         rf"^Continuous backups are on for {len(tables)} tables, and go back 7 d")

        def put_and_archived(item):
            call(url, "PutItem", {"TableName": "norn", "Item": item})
            written = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
            # Turning them on again makes the endpoint archive at once.
            while (shown := json.loads(self.ok(url, *on, "--json"))).get("latest", "") < written:
                self.assertTrue(shown["on"])
            return shown

        shown = put_and_archived(items[0])
        self.assertEqual(sorted((one["table"], one["on"], one["days"]) for one in shown["tables"]),
                         [(table, True, 7) for table in tables])
        self.assertRegex(self.ok(url, "continuous"), r"\nEvery second from .*Z to .*Z can be ")
        put_and_archived(items[1])

        made = json.loads(self.ok(url, "restore", "--at", shown["latest"], "--new-prefix", "old-",
                                  "--json"))
        self.assertEqual(made, {"at": shown["latest"], "tablePrefix": "old-",
                                "tables": len(tables)})
        self.assertEqual(self.names(url), sorted(tables + ["old-" + table for table in tables]))
        self.assertIn(items[0], self.items(url, "old-norn"))
        stream = call(url, "DescribeTable", {"TableName": "old-norn"})["Table"]
        self.assertTrue(stream["StreamSpecification"]["StreamEnabled"])
        self.assertEqual(self.ok(url, "restore", "--at", "latest", "--table", "norn"),
                         "The table norn is restored as norn-restored.\n")
        self.assertEqual(sorted(self.items(url, "norn-restored"), key=str), items)

        self.assert_fails(url, 5, "Table already exists: old-norn. Nothing was", *latest)
        self.assert_fails(url, 1, "and not to 2020-01-01T00:00:00Z. Nothing was restored.",
                          "restore", "--at", "2020-01-01T00:00:00Z", "--new-prefix", "new-")
        self.assert_fails(url, 4, "give up the times that could be restored?", "continuous",
                          "--off")
        self.assertEqual(self.ok(url, "continuous", "--off", "--force"),
                         "Continuous backups are off.\n")

    def assert_fails(self, url, code, part, *arguments):
        done = self.remote(url, "backup", *arguments, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertIn(part, done.stderr)

    def test_backups_of_some_tables_only_are_refused(self):
        url = self.serve_api_alone()
        self.assertEqual(self.remote(url, "deploy", "--force").returncode, 0)
        tables = self.names(url)
        # Under names that Norn would give later, and under one of another tool, which has all.
        for table in tables[1:]:
            call(url, "CreateBackup", {"TableName": table, "BackupName": "norn-29991118T151400Z"})
        for table in tables:
            call(url, "CreateBackup", {"TableName": table, "BackupName": "zzz"})
        none = self.remote(url, "backup", "restore", "--new-prefix", "old-")
        self.assertEqual(none.returncode, 3, none.stderr)
        self.assertIn("There is no set of backups that norn backup create has made", none.stderr)
        part = self.remote(url, "backup", "restore", "norn-29991118T151400Z",
                           "--new-prefix", "old-")
        self.assertEqual(part.returncode, 4, part.stderr)
        self.assertIn(f"not of all tables of Norn: {tables[0]} is missing", part.stderr)
        self.assertEqual(self.names(url), tables)
        self.assertIn(f"{len(tables) - 1} tables", self.ok(url, "list").splitlines()[0])
        self.assertIn(f"  without {tables[0]}\n", self.ok(url, "list"))
        listed = json.loads(self.ok(url, "list", "--json"))["backups"]
        self.assertEqual([one.get("missing") for one in listed], [[tables[0]], None])

        made = json.loads(self.ok(url, "create", "--json"))["name"]
        self.assertIn(f"The backups {made} are restored",
                      self.ok(url, "restore", "--new-prefix", "old-"))

    def test_nothing_is_left_of_a_backup_that_fails(self):
        url = self.serve_api_alone()
        self.assertEqual(self.remote(url, "deploy", "--force").returncode, 0)
        call(url, "DeleteTable", {"TableName": "norn-files"})
        failed = self.remote(url, "backup", "create")
        self.assertNotEqual(failed.returncode, 0)
        self.assertIn("norn-files", failed.stderr)
        self.assertEqual(self.summaries(url), [])

    def test_a_backup_that_is_deleted_meanwhile_is_not_waited_for(self):
        url = self.serve_engine(DeletingEngine)
        failed = self.remote(url, "backup", "create")
        self.assertNotEqual(failed.returncode, 0)
        self.assertIn("The backup arn:one was deleted.", failed.stderr)

    def serve_engine(self, engine):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), engine)
        self.addCleanup(server.server_close)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_port}"

    def test_what_an_endpoint_has_not_is_said(self):
        url = self.serve_engine(Engine)
        for arguments in (["create"], ["list"], ["restore", "--new-prefix", "x"], ["delete", "x"]):
            done = self.remote(url, "backup", *arguments)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn(f"The engine at {url} has no backups", done.stderr)
        at = ["restore", "--at", "latest"]
        for arguments in (["continuous"], ["continuous", "--on"], ["continuous", "--off"],
                          [*at, "--new-prefix", "x"], [*at, "--table", "norn"]):
            self.assert_fails(url, 1, f"The engine at {url} has no continuous backups", *arguments)
        for arguments, reason in ((["verify"], "This command is for a data folder"),
                                  (["schedule"], "This command is for a data folder"),
                                  (["restore"], "into new tables only"),
                                  (["restore", "--at", "latest"], "into new tables only"),
                                  (["restore", "--at", "latest", "--replace"], "Leave --from"),
                                  (["continuous", "--on", "--to", "/x"], "no folder to choose")):
            done = self.remote(url, "backup", *arguments)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn(reason, done.stderr)
