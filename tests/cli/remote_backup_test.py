"""norn backup on a DynamoDB endpoint: the endpoint's own backups, of all of Norn's tables."""

import http.server
import json
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

        self.assertEqual(self.ok(url, "delete", made["name"]),
                         f"Deleted the backups of {len(tables)} tables.\n")
        gone = self.remote(url, "backup", "delete", made["name"])
        self.assertEqual(gone.returncode, 3)
        self.assertIn("There are no backups of Norn's tables called norn-", gone.stderr)

    def summaries(self, url):
        return call(url, "ListBackups", {})["BackupSummaries"]

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
        for arguments, reason in ((["verify"], "This command is for a data folder"),
                                  (["schedule"], "This command is for a data folder"),
                                  (["restore"], "into new tables only")):
            done = self.remote(url, "backup", *arguments)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn(reason, done.stderr)
