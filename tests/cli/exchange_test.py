"""norn export, norn import and norn copy, as the operator of a server uses them."""

import base64
import glob
import gzip
import hashlib
import http.server
import json
import os
import subprocess
import tempfile
import threading
import time
import unittest

from norn_process import PATIENCE_S, PROGRAM, NornTest, run

CREDENTIALS = {"AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local",
               "AWS_REGION": "us-east-1"}
DEFINITION = {
    "TableName": "things", "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]}
# Enough for several checkpoints, and hard to compress: a killed process has done some of it.
LARGE_ITEMS = 90
LARGE_BYTES = 190_000
KILL_ATTEMPTS = 5


def items_in(folder):
    """The sorted lines of every table of an export."""
    found = {}
    for path in glob.glob(os.path.join(folder, "*", "items.jsonl")):
        with open(path, encoding="utf-8") as lines:
            found[os.path.basename(os.path.dirname(path))] = sorted(lines)
    return found


def definitions_in(folder):
    """What the tables of an export are, without what is different in every store."""
    found = {}
    for path in glob.glob(os.path.join(folder, "*", "table.json")):
        with open(path, encoding="utf-8") as file:
            definition = json.load(file)
        table = definition["Table"]
        indexes = [{key: index[key] for key in ("IndexName", "KeySchema", "Projection")}
                   for index in table.get("GlobalSecondaryIndexes", [])]
        found[table["TableName"]] = (table["AttributeDefinitions"], table["KeySchema"], indexes,
                                     table.get("StreamSpecification"),
                                     definition["TimeToLiveDescription"])
    return found


class ExchangeCase(NornTest):
    def path(self, *names):
        return os.path.join(self.folder, *names)

    def ok(self, *arguments, **options):
        result = run(*arguments, **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def write_lines(self, name, lines):
        path = self.path(name)
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in lines)
        return path

    def write_definition(self):
        return self.write_lines("definition.txt", [json.dumps(DEFINITION)])

    def kill_in_the_middle(self, begin, member):
        """Begins work that leaves a journal when it is killed, and returns the arguments with which
        it can be continued. `begin` gets the number of the attempt, and returns the arguments, with
        a target of their own, and the journal: work may be done before it is killed."""
        for attempt in range(KILL_ATTEMPTS):
            arguments, journal = begin(attempt)
            code, error = self.kill_when(arguments, journal, member)
            self.assertIn(code, (0, -9), error)
            # At the very end the journal is gone, and the process is not.
            if code == -9 and os.path.exists(journal):
                return arguments
        self.fail(f"{KILL_ATTEMPTS} times the work was done before it could be killed")

    def kill_when(self, arguments, journal, member):
        """Runs a command and kills it as soon as its journal has noted some of the work. Returns
        its exit code, and what it said."""
        process = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE)
        deadline = time.monotonic() + PATIENCE_S
        while process.poll() is None and time.monotonic() < deadline:
            try:
                with open(journal, encoding="utf-8") as file:
                    if json.load(file)["tables"]["things"][member] > 0:
                        break
            except FileNotFoundError:
                pass
        process.kill()
        error = process.communicate(timeout=PATIENCE_S)[1]
        return process.returncode, error


class RoundTripTest(ExchangeCase):
    """All tests start from the same demo: making one takes seconds."""

    @classmethod
    def setUpClass(cls):
        cls.demo = tempfile.TemporaryDirectory(prefix="norn-cli-")
        cls.addClassCleanup(cls.demo.cleanup)
        made = run("demo", "--data", cls.demo.name)
        assert made.returncode == 0, made.stderr

    def setUp(self):
        super().setUp()
        self.data = self.demo.name

    def exported(self, name, *arguments):
        self.ok("export", "--to", self.path(name), "--quiet", *arguments)
        return items_in(self.path(name)), definitions_in(self.path(name))

    def test_a_store_comes_back_out_of_files_as_it_was(self):
        items, definitions = self.exported("first", "--data", self.data)
        self.assertEqual(len(items), 8)
        self.assertGreater(len(items["calendsync"]), 10)
        imported = json.loads(self.ok("import", self.path("first"), "--create", "--data",
                                      self.path("other"), "--json").stdout)
        self.assertEqual(imported, {"target": self.path("other"), "skipped": 0,
                                    "items": sum(len(all_of) for all_of in items.values())})
        exported = json.loads(self.ok("export", "--to", self.path("third"), "--data", self.data,
                                      "--table", "norn", "--json").stdout)
        self.assertEqual(exported, {"source": self.data, "to": self.path("third"),
                                    "tables": ["norn"], "items": len(items["norn"])})
        self.assertEqual(self.exported("second", "--data", self.path("other")),
                         (items, definitions))

    def test_while_a_server_uses_the_folder_the_server_does_it(self):
        items, definitions = self.exported("first", "--data", self.data)
        self.data = self.path("served")
        server = self.serve("--dynamodb-listen", "none")
        refused = run("import", self.path("first"), "--create", "--data", server.data, "--table",
                      "norn", "--quiet")
        self.assertEqual(refused.returncode, 4, refused.stderr)
        self.ok("import", self.path("first"), "--create", "--merge", "--data", server.data)
        self.ok("import", self.path("first", "calendsync"), "--table", "another", "--create",
                "--data", server.data)
        again, their_definitions = self.exported("second", "--data", server.data)
        self.assertEqual(again["another"], items["calendsync"])
        for table in ("calendsync", "Yggdrasil", "cal-app-sam", "calendar-app-data"):
            self.assertEqual(again[table], items[table])
            self.assertEqual(their_definitions[table], definitions[table])

    def test_a_store_is_copied_to_an_endpoint_and_back(self):
        items, definitions = self.exported("first", "--data", self.data)
        source, self.data = self.data, self.path("remote")
        command = [PROGRAM, "serve", "--data", self.data, "--listen", "none",
                   "--dynamodb-listen", "127.0.0.1:0"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  text=True)
        self.addCleanup(self.end, server)
        url = server.stdout.readline().split()[5]
        environment = os.environ | CREDENTIALS
        self.ok("copy", "--data", source, "--to-store", "dynamodb", "--to-endpoint-url", url,
                cwd=self.folder, env=environment)
        again = run("copy", "--data", source, "--to-store", "dynamodb", "--to-endpoint-url", url,
                    "--quiet", cwd=self.folder, env=environment)
        self.assertEqual(again.returncode, 4, again.stderr)
        self.assertIn("--merge", again.stderr)
        self.assertEqual(again.stores, [source, url])
        copied = json.loads(self.ok(
            "copy", "--data", source, "--to-store", "dynamodb", "--to-endpoint-url", url, "--merge",
            "--table", "calendsync", "--json", "--quiet", cwd=self.folder,
            env=environment).stdout)
        self.assertEqual(copied, {"source": source, "target": url, "tables": ["calendsync"],
                                  "items": len(items["calendsync"])})
        self.ok("copy", "--store", "dynamodb", "--endpoint-url", url, "--to-data",
                self.path("back"), cwd=self.folder, env=environment)
        self.assertEqual(self.exported("second", "--data", self.path("back")),
                         (items, definitions))
        self.assertFalse(os.path.exists(self.path("norn-copy.journal")))

    def test_an_export_for_s3_is_what_aws_documents(self):
        items, _ = self.exported("first", "--data", self.data)
        self.ok("export", "--data", self.data, "--format", "s3", "--table", "calendsync",
                "--to", self.path("bucket"))
        (folder,) = glob.glob(self.path("bucket", "calendsync", "AWSDynamoDB", "*"))
        self.assertRegex(os.path.basename(folder), r"^\d{14}-[0-9a-f]{8}$")
        self.assertEqual(os.path.getsize(os.path.join(folder, "_started")), 0)
        for name in ("manifest-files", "manifest-summary"):
            with open(os.path.join(folder, name + ".json"), "rb") as file:
                digest = base64.b64encode(hashlib.md5(file.read()).digest())
            with open(os.path.join(folder, name + ".md5"), "rb") as file:
                self.assertEqual(file.read(), digest)
        with open(os.path.join(folder, "manifest-summary.json"), encoding="utf-8") as file:
            summary = json.load(file)
        self.assertEqual(summary["itemCount"], len(items["calendsync"]))
        self.assertEqual(summary["outputFormat"], "DYNAMODB_JSON")
        lines = []
        with open(os.path.join(folder, "manifest-files.json"), encoding="utf-8") as file:
            entries = [json.loads(line) for line in file]
        for entry in entries:
            prefix, key = entry["dataFileS3Key"].split("/", 1)
            self.assertEqual(prefix, "calendsync")
            with open(self.path("bucket", "calendsync", key), "rb") as file:
                content = file.read()
            digest = hashlib.md5(content).digest()
            self.assertEqual(entry["md5Checksum"], base64.b64encode(digest).decode())
            self.assertEqual(entry["etag"], hashlib.md5(digest).hexdigest() + "-1")
            found = gzip.decompress(content).decode().splitlines(keepends=True)
            self.assertEqual(entry["itemCount"], len(found))
            lines += found
        self.assertEqual(sorted(lines), items["calendsync"])

    def test_one_table_goes_into_one_file_or_to_standard_output(self):
        items, _ = self.exported("first", "--data", self.data)
        said = self.ok("export", "--data", self.data, "--table", "calendsync", "--to", "-")
        self.assertEqual(sorted(said.stdout.splitlines(keepends=True)), items["calendsync"])
        path = self.path("entries.jsonl.gz")
        self.ok("export", "--data", self.data, "--table", "calendsync", "--to", path)
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            self.assertEqual(sorted(lines), items["calendsync"])
        self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)
        again = run("export", "--data", self.data, "--table", "calendsync", "--to", path)
        self.assert_refused(again, "is there already", code=4)


class KilledTest(ExchangeCase):
    def test_a_killed_import_and_a_killed_export_continue(self):
        lines = []
        source = self.path("things.jsonl")

        def begin_import(attempt):
            # More of it each time.
            lines.extend(json.dumps({"Item": {"id": {"S": f"item {attempt} {number}"},
                                              "text": {"S": os.urandom(LARGE_BYTES).hex()}}},
                                    separators=(",", ":")) for number in range(LARGE_ITEMS))
            self.write_lines("things.jsonl", lines)
            return (("import", source, "--table", "things", "--create", "--definition",
                     self.write_definition(), "--data", self.path(f"data {attempt}"), "--quiet"),
                    source + ".import-journal")

        arguments = self.kill_in_the_middle(begin_import, "line")
        data = arguments[arguments.index("--data") + 1]
        self.assertIn(f"{len(lines)} items", self.ok(*arguments).stdout)
        self.assertFalse(os.path.exists(source + ".import-journal"))

        def begin_export(attempt):
            target = self.path(f"out {attempt}.jsonl.gz")
            return (("export", "--table", "things", "--to", target, "--data", data),
                    target + ".journal")

        arguments = self.kill_in_the_middle(begin_export, "fileLength")
        target = arguments[arguments.index("--to") + 1]
        unfinished = run("import", target, "--table", "things", "--create", "--definition",
                         self.write_definition(), "--data", self.path("other"))
        self.assertEqual(unfinished.returncode, 1, unfinished.stderr)
        self.assertIn("is not finished", unfinished.stderr)
        result = self.ok(*arguments)
        self.assertIn("things: continues after ", result.stderr)
        self.assertIn(f"{len(lines)} items", result.stdout)
        self.ok("import", target, "--table", "things", "--create", "--definition",
                self.write_definition(), "--data", self.path("other"))
        back = self.ok("export", "--table", "things", "--to", "-", "--data", self.path("other"))
        self.assertEqual(sorted(back.stdout.splitlines()), sorted(lines))


class WrongNames(http.server.BaseHTTPRequestHandler):
    """An endpoint that has one empty table. `server.listed` is its name in lists, and
    `server.described` that in its description."""

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        operation = self.headers["X-Amz-Target"].split(".")[1]
        table = DEFINITION | {"TableName": self.server.described, "TableStatus": "ACTIVE",
                              "TableArn": "arn:aws:dynamodb:us-east-1:000000000000:table/things"}
        reply = {"TransactWriteItems": {},
                 "ListTables": {"TableNames": [self.server.listed]},
                 "DescribeTable": {"Table": table},
                 "DescribeTimeToLive": {"TimeToLiveDescription": {"TimeToLiveStatus": "DISABLED"}},
                 "ListTagsOfResource": {"Tags": []},
                 "Scan": {"Items": [], "Count": 0, "ScannedCount": 0}}[operation]
        body = json.dumps(reply).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/x-amz-json-1.0")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class WrongNamesTest(ExchangeCase):
    def test_a_name_leads_into_no_other_folder(self):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), WrongNames)
        self.addCleanup(server.server_close)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(server.shutdown)
        for number, (listed, described, is_good) in enumerate((
                ("things", "things", True), ("../outside", "../outside", False),
                ("things", "../outside", False), ("...", "...", False))):
            with self.subTest(listed=listed, described=described):
                server.listed, server.described = listed, described
                os.mkdir(self.path(str(number)))
                result = run("export", "--store", "dynamodb", "--endpoint-url",
                             f"http://127.0.0.1:{server.server_port}", "--to",
                             self.path(str(number), "export"), env=os.environ | CREDENTIALS)
                self.assertEqual(result.returncode == 0, is_good, result.stderr)
                if not is_good:
                    self.assertIn(f"'{described}'", result.stderr)
                    self.assertEqual(os.listdir(self.path(str(number))), [])


class BadInputTest(ExchangeCase):
    def import_lines(self, *arguments):
        path = self.write_lines("things.jsonl", [
            '{"Item":{"id":{"S":"a"}}}', "nonsense", '{"Item":{"id":{"N":"1"}}}',
            '{"Item":{"id":{"S":"b"}}}'])
        return run("import", path, "--table", "things", "--create", "--definition",
                   self.write_definition(), "--data", self.data, *arguments)

    def test_a_bad_line_ends_an_import_and_is_named(self):
        result = self.import_lines()
        self.assertEqual(result.returncode, 1)
        self.assertIn("things.jsonl, line 2: this is no JSON object", result.stderr)

    def test_bad_lines_are_skipped_and_counted_if_that_is_wanted(self):
        result = self.import_lines("--on-error", "skip", "--quiet")
        self.assertEqual(result.returncode, 1)
        self.assertIn("2 items were imported", result.stdout)
        self.assertIn("things.jsonl, line 2: ", result.stderr)
        self.assertIn("things.jsonl, line 3: ", result.stderr)
        self.assertIn("2 lines were skipped", result.stderr)

    def test_what_does_not_fit_together_is_said(self):
        self.ok("deploy", "--data", self.data, "--force")
        for arguments, part in (
                (("export", "--to", self.path("a.jsonl")), "a file takes the items of one table"),
                (("export", "--to", self.path("a.jsonl"), "--table", "norn", "--format", "s3"),
                 "needs a folder"),
                (("export", "--to", "-", "--table", "norn", "--json"), "--json and --to -"),
                (("copy",), "say where to copy to"),
                (("copy", "--to-data", self.path("x"), "--to-region", "y"), "--to-store dynamodb")):
            self.assert_refused(run(*arguments, "--data", self.data), part, code=2)
        missing = run("export", "--data", self.data, "--table", "nothing", "--to",
                      self.path("nothing"))
        self.assertEqual(missing.returncode, 3, missing.stderr)
        self.assertFalse(os.path.exists(self.path("nothing")))
        same = run("copy", "--data", self.data, "--to-data", self.data)
        self.assertEqual(same.returncode, 4, same.stderr)


if __name__ == "__main__":
    unittest.main()
