"""norn backup on a DynamoDB endpoint: the endpoint's own backups, of all of Norn's tables."""

import http.server
import json
import threading

from tables_test import TablesCase, call


class Engine(http.server.BaseHTTPRequestHandler):
    """An engine with transactions and without backups."""

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        name = "ValidationException" if "Transact" in self.headers["X-Amz-Target"] \
            else "UnknownOperationException"
        body = json.dumps({"__type": f"x#{name}", "message": "no"}).encode()
        self.send_response(400)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


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

    def test_what_an_endpoint_has_not_is_said(self):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Engine)
        self.addCleanup(server.server_close)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(server.shutdown)
        url = f"http://127.0.0.1:{server.server_port}"
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
