"""norn tables, get, query, scan, put, delete, sql and version: on a folder, through the server that
uses it, and on a remote store."""

import json
import os
import pty
import select
import subprocess
import time
import unittest

from norn_process import PATIENCE_S, PROGRAM, NornTest, run
from tables_test import CREDENTIALS, call

SHOP = {"TableName": "shop", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "kind", "AttributeType": "S"},
                                 {"AttributeName": "n", "AttributeType": "N"},
                                 {"AttributeName": "name", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "kind", "KeyType": "HASH"},
                      {"AttributeName": "n", "KeyType": "RANGE"}],
        "GlobalSecondaryIndexes": [{
            "IndexName": "by-name", "Projection": {"ProjectionType": "ALL"},
            "KeySchema": [{"AttributeName": "name", "KeyType": "HASH"}]}]}


class DataCommandsCase(NornTest):
    """The commands in three ways, which must not differ."""

    def setUp(self):
        super().setUp()
        self.server = self.serve()
        call(self.server.api_url, "CreateTable", SHOP)
        self.way = "server"

    def ways(self):
        """Through the server, on the server as a remote store, and without one."""
        for way in ("server", "remote", "folder"):
            self.way = way
            if way == "folder":
                self.stop(self.server)
            yield way

    def norn(self, *arguments, **options):
        where = ("--data", self.data)
        if self.way == "remote":
            where = ("--store", "dynamodb", "--endpoint-url", self.server.api_url)
        return run(*arguments, *where, env=os.environ | CREDENTIALS, **options)

    def done(self, *arguments, **options):
        result = self.norn(*arguments, **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def json(self, *arguments):
        return json.loads(self.done(*arguments, "--json"))


class DataCommandsTest(DataCommandsCase):
    def test_items_are_written_read_and_removed_alike(self):
        for _ in self.ways():
            put = self.norn("put", "shop",
                            '{"kind": "tea", "n": 1, "name": "Assam", "price": 2.50}')
            self.assertEqual((put.returncode, put.stdout), (0, "The item is in shop.\n"))
            self.assertEqual((len(put.stores), put.stderr), (1, ""))
            again = '{"kind": "tea", "n": 1, "name": "Assam", "price": 2.5}'
            self.assertEqual(self.json("put", "shop", again),
                             {"table": "shop", "replaced": json.loads(again)})
            self.assertEqual(self.json("put", "shop", '{"kind": "x", "n": 1}'),
                             {"table": "shop", "replaced": None})
            self.assertEqual(self.json("put", "shop", '{"kind": {"S": "x"}, "n": {"N": "1"}}',
                                       "--dynamodb-json")["replaced"],
                             {"kind": {"S": "x"}, "n": {"N": "1"}})
            self.done("delete", "shop", "kind=x", "n=1")
            self.done("put", "shop", "-", "--dynamodb-json",
                      input='{"kind": {"S": "tea"}, "n": {"N": "12"}, "tags": {"SS": ["b", "a"]}}')
            self.assertEqual(self.json("get", "shop", "n=1", "kind=tea"),
                             {"kind": "tea", "n": 1, "name": "Assam", "price": 2.5})
            got = self.norn("get", "shop", "kind=tea", "n=12", "--dynamodb-json", "--consistent")
            self.assertEqual((json.loads(got.stdout), got.stderr), (
                {"kind": {"S": "tea"}, "n": {"N": "12"}, "tags": {"SS": ["a", "b"]}}, ""))
            self.assertEqual(self.done("get", "shop", '{"kind": {"S": "tea"}, "n": {"N": "1"}}'),
                             "kind   tea\nn      1\nname   Assam\nprice  2.5\n")
            self.assertEqual(self.json("query", "shop", "kind=tea", "n>1"),
                             [{"kind": "tea", "n": 12, "tags": ["a", "b"]}])
            self.assertEqual(self.done("scan", "shop"), "kind  n   name   price  tags\n"
                             'tea   1   Assam  2.5\ntea   12                ["a","b"]\n')
            self.assertEqual(self.json("delete", "shop", "kind=tea", "n=12")["n"], 12)
            self.assertEqual(self.done("delete", "shop", "kind=tea", "n=1"),
                             "The item is no longer in shop.\n")
            gone = self.norn("get", "shop", "kind=tea", "n=1")
            self.assert_refused(gone, "The table shop has no item with the key kind=tea n=1.",
                                code=3)
            self.assertEqual(self.norn("delete", "shop", "kind=tea", "n=1").returncode, 3)
            self.assertEqual(self.json("scan", "shop"), [])

    def test_queries_go_on_until_the_limit(self):
        for n in range(1, 31):
            call(self.server.api_url, "PutItem", {"TableName": "shop", "Item": {
                "kind": {"S": "tea"}, "n": {"N": str(n)}, "name": {"S": f"x{n % 2}"},
                "text": {"S": "long " * 20_000}}})  # 100 KB each, so that there are pages.
        for way in self.ways():
            numbers = [item["n"] for item in self.json("query", "shop", "kind=tea", "--reverse")]
            self.assertEqual(numbers, list(range(30, 0, -1)))
            if way == "remote":
                continue
            self.assertEqual([item["n"] for item in self.json(
                "query", "shop", "kind=tea", "--limit", "15",
                "--filter", "#n = :x", "--names", '{"#n": "name"}', "--values", '{":x": "x0"}')],
                list(range(2, 31, 2)))
            self.assertEqual(len(self.json("query", "shop", "name=x1", "--index", "by-name",
                                           "--limit", "3")), 3)
            self.assertEqual([item["n"] for item in self.json(
                "query", "shop", "--key", "kind = :k AND n BETWEEN :a AND :b",
                "--values", '{":k": {"S": "tea"}, ":a": {"N": "3"}, ":b": {"N": "5"}}')], [3, 4, 5])
            self.assertEqual(len(self.json("scan", "shop", "--limit", "7")), 7)
            self.assertEqual(len(self.json("scan", "shop")), 30)
            self.assertEqual(len(self.json("sql", "SELECT n FROM shop WHERE kind = 'tea'")), 30)

    def test_tables_are_listed_and_described(self):
        for _ in self.ways():
            tables = {table["name"]: table for table in self.json("tables")}
            self.assertEqual(tables["shop"],
                             {"name": "shop", "items": 0, "bytes": 0, "indexes": ["by-name"]})
            self.assertIn("calendsync", tables)
            self.assertRegex(self.done("tables"), r"\nshop +0 +0  kind, n \(N\)  by-name\n")
            self.assertEqual(self.done("tables", "shop"),
                             "table    shop (ACTIVE)\nkey      kind, n (N)\nitems    0\n"
                             "bytes    0\nindex    by-name: name\n")
            self.assertEqual(self.json("tables", "shop")["TableName"], "shop")
            where = self.server.api_url if self.way == "remote" else self.data
            for arguments in (("tables",), ("get", "shop", "kind=tea", "n=1"), ("scan", "shop"),
                              ("query", "shop", "kind=tea"), ("sql", "SELECT * FROM shop"),
                              ("doctor",), ("user", "list"), ("token", "list", "x@example.org"),
                              ("family", "list", "--owner", "x@example.org"),
                              ("export", "--table", "shop", "--to", "-")):
                self.assertEqual(self.norn(*arguments).stores, [where], arguments)
            self.assertIn("expires  by", self.done("tables", "norn"))

    def test_what_is_wrong_is_told_alike(self):
        for _ in self.ways():
            for arguments in (("tables", "shops"), ("get", "shops", "kind=tea"), ("scan", "shops"),
                              ("sql", "SELECT * FROM shops"), ("put", "shops", "{}"),
                              ("sql", "DELETE FROM shops WHERE kind = 'x'")):
                result = self.norn(*arguments)
                self.assertEqual((result.returncode, result.stdout), (3, ""), arguments)
                self.assertIn("There is no table shops in ", result.stderr)
                self.assertIn("The tables are: ProductivityData, ", result.stderr)
            self.assert_refused(self.norn("query", "shop", "kind=tea", "--index", "by"),
                                "The table shop has no index by. It has: by-name.", code=3)
            self.assert_refused(self.norn("get", "shop", "kind=tea"), "kind=VALUE n=VALUE")
            self.assert_refused(self.norn("query", "shop", "nmae=tea"), "'nmae'", "kind=VALUE")
            self.assert_refused(self.norn("query", "shop"), "NAME=VALUE or --key", code=2)
            self.assert_refused(self.norn("put", "shop", "{"), "not a JSON object")
            self.assertIn("kind", self.norn("put", "shop", '{"n": 1}').stderr)
            self.done("put", "shop", '{"kind": "tea", "n": 1}')
            again = self.norn("put", "shop", '{"kind": "tea", "n": 1, "x": 2}', "--if-new")
            self.assertEqual(again.returncode, 4, again.stderr)
            self.assertIn("Nothing was changed: there is an item with this key.", again.stderr)
            self.assertEqual(self.norn("sql", "INSERT INTO shop VALUE {'kind': 'tea', 'n': 1}")
                             .returncode, 4)
            self.assert_refused(self.norn("sql", "SELECT"), "well formed", code=1)

    def test_tables_of_norn_are_written_to_with_force_only(self):
        item = '{"PK": "X", "SK": "Y", "entityType": "X"}'
        for _ in self.ways():
            for arguments in (("put", "norn", item), ("delete", "norn", "PK=X", "SK=Y"),
                              ("sql", f"INSERT INTO norn VALUE {item}".replace('"', "'")),
                              ("sql", "DELETE FROM \"norn\" WHERE PK = 'X' AND SK = 'Y'"),
                              ("sql", "UPDATE norn SET a = 1 WHERE PK = 'X' AND SK = 'Y'")):
                result = self.norn(*arguments)
                self.assertEqual((result.returncode, result.stdout), (4, ""), arguments)
                self.assertIn("norn is one of Norn's own tables", result.stderr)
                self.assertIn("--force", result.stderr)
            self.assertEqual(self.norn("get", "norn", "PK=X", "SK=Y").returncode, 3)
            self.done("put", "norn", item, "--force")
            self.assertEqual(self.json("get", "norn", "PK=X", "SK=Y")["entityType"], "X")
            self.done("sql", "UPDATE norn SET a = 1 WHERE PK = 'X' AND SK = 'Y'", "--force")
            self.done("delete", "norn", "PK=X", "SK=Y", "--force")

    def test_a_server_that_is_gone_is_named(self):
        result = run("tables", "--store", "dynamodb", "--endpoint-url", "http://127.0.0.1:1",
                     env=os.environ | CREDENTIALS)
        self.assert_refused(result, "127.0.0.1:1", code=5)
        result = run("tables", "--data", os.path.join(self.folder, "none"))
        self.assert_refused(result, "There is no data in", code=3)


class SqlTest(DataCommandsCase):
    def test_statements_of_the_input_end_with_semicolons(self):
        for _ in self.ways():
            result = self.norn("sql", input="-- tea;\nINSERT INTO shop VALUE {'kind': 'a;b',\n"
                               "'n': 1}; SELECT * FROM shop;\nUPDATE shop SET x = 2\n"
                               "WHERE kind = 'a;b' AND n = 1;\nSELECT x, n FROM shop;\n")
            self.assertEqual((result.returncode, result.stdout), (
                0, "Done.\nkind  n\na;b   1\nDone.\nx  n\n2  1\n"), result.stderr)
            self.assertEqual((len(result.stores), result.stderr), (1, ""))
            wrong = self.norn("sql", input="SELECT * FROM shop;\n\nSELECT * FORM shop;\nSELECT 1;")
            self.assertEqual(wrong.returncode, 1)
            self.assertIn("The statement that ends in line 3: ", wrong.stderr)
            self.assertEqual(wrong.stdout.count("a;b"), 1)
            self.assertIn("does not end with ;", self.norn("sql", input="SELECT 1").stderr)
            self.assertEqual(self.json("sql", "DELETE FROM shop WHERE kind = 'a;b' AND n = 1"), [])

    def read_until(self, terminal, text):
        """What it shows up to that text."""
        end = time.monotonic() + PATIENCE_S
        while text not in self.shown:
            self.assertTrue(select.select([terminal], [], [], max(0, end - time.monotonic()))[0],
                            self.shown)
            self.shown += os.read(terminal, 10_000).decode()
        before, self.shown = self.shown.split(text, 1)
        return before

    def test_a_person_types_into_a_shell(self):
        call(self.server.api_url, "PutItem", {"TableName": "shop", "Item": {
            "kind": {"S": "tea"}, "n": {"N": "1"}, "flavour": {"S": "smoky"}}})
        environment = os.environ | {"XDG_STATE_HOME": self.folder, "TERM": "xterm"}
        self.shown = ""
        mine, its = pty.openpty()
        shell = subprocess.Popen([PROGRAM, "sql", "--data", self.data], stdin=its, stdout=its,
                                 stderr=its, env=environment)
        os.close(its)
        self.addCleanup(shell.wait)
        self.addCleanup(shell.kill)
        shown = self.read_until(mine, "norn> ")
        self.assertIn(f"The data is in {self.data}", shown)
        # Tab completes a keyword and a table.
        os.write(mine, b"sele\t* FROM sho\t\n")
        self.read_until(mine, "  ... ")
        os.write(mine, b"WHERE kind = 'tea';\n")
        self.read_until(mine, "smoky")
        self.read_until(mine, "norn> ")
        # An attribute that was seen, and a mistake, after which it goes on.
        os.write(mine, b"SELECT fla\tFROM nowhere;\n")
        self.read_until(mine, "There is no table nowhere")
        self.read_until(mine, "norn> ")
        os.write(mine, b"tables\n")
        self.read_until(mine, "calendsync")
        self.read_until(mine, "norn> ")
        os.write(mine, b"quit\n")
        self.assertEqual(shell.wait(PATIENCE_S), 0)
        os.close(mine)
        history = os.path.join(self.folder, "norn", "sql_history")
        self.assertEqual(os.stat(history).st_mode & 0o777, 0o600)
        with open(history, encoding="utf-8") as file:
            self.assertIn("SELECT\\040flavour\\040FROM", file.read())


class VersionTest(unittest.TestCase):
    def test_it_is_that_of_the_option(self):
        self.assertEqual(run("version").stdout, run("--version").stdout)
        version = json.loads(run("version", "--json").stdout)
        self.assertEqual(run("--version").stdout, f"norn {version['version']}\n")
