"""norn backup: backups of a running server and of a folder at rest, and their way back."""

import datetime
import glob
import json
import os
import pty
import resource
import signal
import subprocess

from norn_process import PATIENCE_S, PROGRAM, NornTest, run
from tables_test import call


class BackupTest(NornTest):
    def setUp(self):
        super().setUp()
        self.backups = self.data + "-backups"

    def backup(self, *arguments):
        return run("backup", *arguments, "--data", self.data)

    def ok(self, *arguments):
        done = self.backup(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def put(self, server, number):
        call(server.api_url, "PutItem", {"TableName": "things", "Item": {"id": {"N": str(number)}}})

    def numbers(self, server):
        items = call(server.api_url, "Scan", {"TableName": "things"})["Items"]
        return sorted(int(item["id"]["N"]) for item in items)

    def serve_with_table(self):
        server = self.serve()
        call(server.api_url, "CreateTable", {
            "TableName": "things", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "N"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]})
        return server

    def test_a_running_server_makes_backups_that_are_restored_elsewhere_and_in_place(self):
        server = self.serve_with_table()
        self.put(server, 1)
        self.assertRegex(self.ok("create"), rf"^Backup 1 is in {self.backups}: \d+ files, .*\.\n$")
        self.put(server, 2)
        made = json.loads(self.ok("create", "--json"))
        self.assertEqual((made["to"], made["backup"]["id"], made["deleted"]), (self.backups, 2, 0))
        self.assertEqual(os.stat(self.backups).st_mode & 0o777, 0o700)
        self.put(server, 3)
        self.assertRegex(self.ok("verify", "--all"),
                         r"^Backup 1 is whole: \d+ tables, \d+ items, .*\nBackup 2 is whole: ")
        self.assertRegex(self.ok("list"), r"^   1  \d{4}-.*  layout 1\n   2  ")

        # The server has to be stopped first, and data is not replaced unless that is said.
        self.assert_fails(self.backup("restore"), 4, "There is data in")
        self.assert_fails(self.backup("restore", "--replace"), 5, "is in use by another norn")
        self.assertEqual(self.stop(server), 0)
        restored = self.ok("restore", "1", "--replace")
        self.assertRegex(restored, rf"^Backup 1 of .* is restored to {self.data}\.\n"
                                   rf"The data from before is in {self.data}\.before-restore-")
        server = self.serve()
        self.assertEqual(self.numbers(server), [1])
        self.assertEqual(self.stop(server), 0)

        self.data = os.path.join(self.folder, "elsewhere")
        self.ok("restore", "--from", self.backups)
        self.assertEqual(self.numbers(self.serve()), [1, 2])

    def assert_fails(self, result, code, part):
        self.assertEqual(result.returncode, code, result.stderr)
        self.assertIn(part, result.stderr)

    def test_without_a_server_the_command_makes_them(self):
        server = self.serve_with_table()
        self.put(server, 1)
        self.stop(server, signal.SIGKILL)
        to = os.path.join(self.folder, "other disk")
        for number in (1, 2, 3):
            made = self.ok("create", "--to", to, "--keep", "2")
            self.assertIn(f"Backup {number} is in {to}", made)
        listed = json.loads(self.ok("list", "--from", to, "--json"))
        self.assertEqual([one["id"] for one in listed["backups"]], [2, 3])
        delete = ("backup", "delete", "2", "--from", to, "--data", self.data)
        self.assert_refused(run(*delete, input="y\n"), f"Delete 2 of {to}?", "--force", code=4)
        self.assertEqual(self.answer("n", *delete), (4, ""))
        self.assert_refused(self.backup("delete", "2", "9", "--from", to, "--force"),
                            "There is no backup 9", "Nothing was deleted", code=3)
        self.assertEqual(self.answer("y", *delete), (0, f"Deleted 1 backup in {to}.\n"))
        self.assert_refused(self.backup("delete", "2", "--from", to), "There is no backup 2",
                            code=3)
        verified = json.loads(self.ok("verify", "--from", to, "--json"))["verified"]
        self.assertEqual((verified[0]["id"], verified[0]["whole"]), (3, True))
        self.assertGreaterEqual(verified[0]["items"], 1)

    def answer(self, text, *arguments):
        """Runs a command on a terminal that a person answers on; its exit code and output."""
        ours, terminal = pty.openpty()
        self.addCleanup(os.close, ours)
        os.write(ours, text.encode() + b"\n")
        try:
            done = subprocess.run([PROGRAM, *arguments], stdin=terminal, capture_output=True,
                                  text=True, timeout=PATIENCE_S, check=False)
        finally:
            os.close(terminal)
        return done.returncode, done.stdout

    def test_a_damaged_file_is_named(self):
        self.serve_with_table()
        self.ok("create")
        largest = max(glob.glob(self.backups + "/shared_checksum/*.sst"), key=os.path.getsize)
        with open(largest, "r+b") as file:
            file.seek(os.path.getsize(largest) // 2)
            byte = file.read(1)[0]
            file.seek(-1, os.SEEK_CUR)
            file.write(bytes([byte ^ 1]))
        verified = self.backup("verify")
        self.assertEqual(verified.returncode, 1)
        self.assertIn(largest, verified.stdout)
        self.data = os.path.join(self.folder, "new")
        restored = self.backup("restore", "--from", self.backups)
        self.assertEqual(restored.returncode, 1)
        self.assertIn(largest, restored.stderr)
        self.assertFalse(os.path.exists(self.data))

    def test_an_interrupted_restore_is_not_started_on(self):
        server = self.serve_with_table()
        self.put(server, 1)
        self.ok("create")
        self.stop(server)
        os.makedirs(self.data + ".restoring/data", mode=0o700)
        os.chmod(self.data + ".restoring", 0o700)
        self.assert_refused(run("serve", "--data", self.data, "--listen", "127.0.0.1:0"),
                            f"A restore into {self.data} was interrupted", code=5)
        self.ok("restore", "--replace")
        self.assertEqual(self.numbers(self.serve()), [1])

    def restore_and_be_killed(self, *arguments):
        """The kernel kills it when it writes a file of more than 64 KB, which is the half of it."""
        half = 64 << 10

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (half, half))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        done = subprocess.run([PROGRAM, "backup", "restore", "--data", self.data, *arguments],
                              capture_output=True, text=True, timeout=PATIENCE_S, check=False,
                              preexec_fn=limit)
        self.assertEqual(done.returncode, -signal.SIGXFSZ, done.stderr)
        copied = os.path.join(self.data + ".restoring", "data")
        self.assertEqual(max(os.path.getsize(os.path.join(copied, name))
                             for name in os.listdir(copied)), half)
        self.assert_refused(run("serve", "--data", self.data, "--listen", "127.0.0.1:0"),
                            f"A restore into {self.data} was interrupted", code=5)

    def test_a_restore_that_is_killed_half_way_is_repeated(self):
        server = self.serve_with_table()
        for number in (1, 2):
            call(server.api_url, "PutItem", {"TableName": "things", "Item": {
                "id": {"N": str(number)}, "noise": {"S": os.urandom(100_000).hex()}}})
        self.ok("create")
        self.put(server, 3)
        self.stop(server)
        before = sorted(os.listdir(self.data))
        for _ in range(2):
            self.restore_and_be_killed("--replace")
            self.assertEqual(sorted(os.listdir(self.data)), before)
        self.ok("restore", "--replace")
        server = self.serve()
        self.assertEqual(self.numbers(server), [1, 2])
        self.stop(server)

        self.data = os.path.join(self.folder, "elsewhere")
        self.restore_and_be_killed("--from", self.backups)
        self.assertFalse(os.path.exists(self.data))
        self.ok("restore", "--from", self.backups)
        self.assertFalse(os.path.exists(self.data + ".restoring"))
        self.assertEqual(self.numbers(self.serve()), [1, 2])

    def test_a_schedule_is_kept_by_the_running_server_and_the_first_backup_made_at_once(self):
        server = self.serve_with_table()
        text = "A backup is made every day at 03:00 into {}, and the newest 5 are kept.\n"
        self.assertEqual(self.ok("schedule"), "No daily backups are scheduled.\n")
        to = os.path.join(self.folder, "nightly")
        self.assertEqual(self.ok("schedule", "--daily", "03:00", "--keep", "5", "--to", to),
                         text.format(to))
        self.stop(server)
        self.assertEqual(self.ok("schedule"), text.format(to))
        server = self.serve()  # It looks at the schedule when it starts.
        while '"id":1' not in self.backup("list", "--json").stdout:
            self.assertIsNone(server.poll())
        self.assertEqual(json.loads(self.ok("schedule", "--json")),
                         {"to": to, "daily": "03:00", "keep": 5})
        off = self.backup("schedule", "--off")
        self.assertEqual((off.returncode, off.stdout, off.stores),
                         (0, "No daily backups are scheduled.\n", [self.data]))
        self.assertEqual(os.listdir(self.data).count("backup_schedule.json"), 0)

    def test_continuous_backups_outlive_kills_and_restore_a_table_and_the_store(self):
        server = self.serve_with_table()
        self.put(server, 1)
        self.assertEqual(self.ok("continuous"), "Continuous backups are off.\n")
        self.assertRegex(self.ok("continuous", "--on", "--days", "7"),
                         rf"^Continuous backups are on since .*Z, in {self.backups} \(.*\), "
                         r"and go back 7 days\.\n")
        while "earliest" not in json.loads(self.ok("continuous", "--json")):
            self.assertIsNone(server.poll())
        self.put(server, 2)
        then = datetime.datetime.now(datetime.timezone.utc)
        self.stop(server, signal.SIGKILL)
        server = self.serve()
        at = then.strftime("%Y-%m-%dT%H:%M:%SZ")
        restore = ("restore", "--at", at, "--table", "things", "--as", "copy")
        while (done := self.backup(*restore)).returncode != 0:  # The second is not over yet.
            self.assertIn("that can be restored is", done.stderr)
        self.assertEqual(done.stdout, "The table things is restored as copy.\n")
        self.assertEqual(call(server.api_url, "Scan", {"TableName": "copy"})["Count"], 2)
        self.assert_fails(self.backup(*restore), 5, "Table already exists: copy")
        self.put(server, 3)
        self.assertEqual(self.stop(server, signal.SIGKILL), -signal.SIGKILL)
        shown = json.loads(self.ok("continuous", "--json"))
        self.assertEqual((shown["wholeStore"], shown["gaps"]), (True, []))
        self.assertRegex(self.ok("verify"), r"^The continuous backups in .* are whole: 1 bases, "
                                            r"[1-9]\d* segments\.\n$")
        archive = json.loads(self.ok("verify", "--json"))["archive"]
        self.assertEqual((archive["whole"], archive["bases"], archive["damage"]), (True, 1, []))
        continuous = os.path.join(self.backups, "continuous")
        os.rename(continuous, continuous + "-away")
        self.assert_fails(self.backup("verify"), 5, "Is its disk there?")
        os.rename(continuous + "-away", continuous)

        self.data = os.path.join(self.folder, "elsewhere")
        self.assertEqual(self.ok("restore", "--at", at, "--from", self.backups),
                         f"The store is restored to {self.data} as it was at the end of {at}.\n")
        server = self.serve()
        self.assertEqual(self.numbers(server), [1, 2])
        self.assertEqual(self.ok("continuous", "--off"), "Continuous backups are off.\n")
        self.assert_fails(self.backup("restore", "--at", "2020-01-01T00:00:00Z", "--replace",
                                      "--from", self.backups), 1, "is too early")

    def test_what_cannot_be_is_said(self):
        self.assert_refused(self.backup("create"), "There is no data in", code=3)
        self.assert_refused(self.backup("list"), f"There are no backups in {self.backups}.", code=3)
        self.assert_refused(self.backup("verify"), "There are no backups", code=3)
        self.assert_refused(self.backup("delete", "1"), "There are no backups", code=3)
        self.assertFalse(os.path.exists(self.backups))
        for arguments in (["schedule", "--daily", "3"], ["schedule", "--keep", "3"],
                          ["schedule", "--off", "--daily", "03:00"], ["create", "--keep", "0"],
                          ["restore", "1", "2"], ["restore", "--at", "yesterday"],
                          ["restore", "--table", "things"], ["continuous", "--on", "--off"],
                          ["continuous", "--days", "3"], ["continuous", "--table", "things"],
                          ["restore", "--at", "latest", "--table", "things", "--as", "a",
                           "--new-prefix", "b"], ["delete"], [],
                          ["continuous", "--force"]):
            self.assertEqual(self.backup(*arguments).returncode, 2, arguments)
        self.serve_with_table()
        self.assert_refused(self.backup("create", "--to", "/proc/none"),
                            "Cannot create the backup folder /proc/none", code=5)
        self.ok("create")
        self.assert_refused(self.backup("restore", "x"), "There is no backup 'x'", code=3)
