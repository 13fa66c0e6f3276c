"""norn doctor: a sound store has no findings, and what is broken is named, and repaired."""

import json
import os
import pty
import subprocess

from norn_process import PATIENCE_S, PROGRAM, run
from tables_test import TablesCase, call

MACHINE = {"data folder", "disk space", "time zones", "clock", "versions", "backups",
           "continuous backups"}


def text(value):
    return {"S": value}


class DoctorTest(TablesCase):
    def doctor(self, *arguments):
        """The exit code, and by the name of a check what it says."""
        done = run("doctor", "--data", self.data, "--json", *arguments)
        self.assertEqual(done.stderr, "")
        report = json.loads(done.stdout)
        self.assertEqual(report["ok"], done.returncode == 0)
        return done.returncode, {check["name"]: check for check in report["checks"]}

    def repair_by_hand(self, answer):
        """Repairs on a terminal, where it is asked; returns the exit code and the question."""
        terminal, ours = pty.openpty()
        self.addCleanup(os.close, terminal)
        os.write(terminal, answer.encode() + b"\n")
        try:
            done = subprocess.run([PROGRAM, "doctor", "--data", self.data, "--repair"], stdin=ours,
                                  capture_output=True, text=True, timeout=PATIENCE_S, check=False)
        finally:
            os.close(ours)
        return done.returncode, done.stderr

    def assert_sound(self, checks):
        for name, check in checks.items():
            self.assertEqual(check["findings"], [], name)
            if name not in MACHINE:
                self.assertEqual(check["state"], "ok", check)

    def findings(self, checks):
        """"check: what" of every finding that is not repaired."""
        return sorted(f"{name}: {finding['what']}" for name, check in checks.items()
                      for finding in check["findings"] if not finding["repaired"])

    def test_a_demo_is_sound_with_and_without_a_server(self):
        self.assertEqual(run("demo", "--data", self.data).returncode, 0)
        code, checks = self.doctor()
        self.assert_sound(checks)
        self.assertEqual(code, 0)
        self.assertLess(MACHINE | {"tables", "store", "attention", "accounts: guards"},
                        set(checks))
        server = self.serve()
        code, checks = self.doctor()
        self.assert_sound(checks)
        self.assertEqual(code, 0)
        done = self.remote(server.api_url, "doctor")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"(?m)^left out +store ")
        self.assertRegex(done.stdout, r"(?m)^ok +family: trees +nothing is wrong$")
        self.assertNotIn("data folder", done.stdout)

    def test_what_is_broken_is_named_and_repaired(self):
        self.assertEqual(run("demo", "--data", self.data).returncode, 0)
        # Without the app: it mends by itself what it has not seen of the demo.
        url = self.serve_api_alone()

        def items(table):
            return call(url, "Scan", {"TableName": table})["Items"]

        def change(table, item, expression, values):
            call(url, "UpdateItem", {
                "TableName": table, "Key": {name: item[name] for name in ("PK", "SK")},
                "UpdateExpression": expression, "ExpressionAttributeValues": values})

        def delete(table, item):
            call(url, "DeleteItem", {"TableName": table,
                                     "Key": {name: item[name] for name in ("PK", "SK")}})

        guard = next(item for item in items("norn") if item["PK"]["S"].startswith("EMAIL#clara"))
        delete("norn", guard)
        tree = next(item for item in items("Yggdrasil") if item["SK"]["S"].startswith("TREE#"))
        change("Yggdrasil", tree, "SET PersonCount = :many", {":many": {"N": "7000"}})
        slot = next(item for item in items("cal-app-sam") if item["PK"]["S"].startswith("SLOT"))
        delete("cal-app-sam", slot)
        call(url, "PutItem", {"TableName": "cal-app-sam", "Item": {
            "PK": slot["PK"], "SK": text("2031-01-01"), "eventId": text("nothing")}})
        call(url, "PutItem", {"TableName": "calendsync", "Item": {
            "PK": text("ENTRY#x"), "SK": text("ENTRY#x"), "title": text("\x1b[31mred")}})

        code, checks = self.doctor()
        self.assertEqual(code, 1)
        broken = [
            "accounts: guards: The guard EMAIL#clara@example.org is missing: another account could "
            "get the same.",
            f"attention: {checks['attention']['findings'][0]['what']}",
            f"bookings: nights: The night of {slot['SK']['S']} is booked, and its slot is missing: "
            "others could book it, too.",
            "bookings: nights: The night is kept for the booking nothing, which is not there: "
            "nobody can book it.",
            f"family: trees: PersonCount is 7000, and the tree has {tree['PersonCount']['N']} "
            "people."]
        self.assertEqual(self.findings(checks), sorted(broken))
        self.assertEqual(checks["attention"]["state"], "warning")
        self.assertEqual(checks["attention"]["findings"][0]["pk"], "ENTRY#x")
        self.assertEqual(checks["store"]["state"], "ok")

        refused = run("doctor", "--data", self.data, "--repair")
        self.assert_refused(refused, "--force", code=4)
        asked = f"The data is in {self.data}\nRepair 3 findings? [y/N] "
        self.assertEqual(self.repair_by_hand("n"), (1, asked))
        self.assertEqual(self.findings(self.doctor()[1]), sorted(broken))
        self.assertEqual(self.repair_by_hand("y"), (1, asked))
        change("Yggdrasil", tree, "SET PersonCount = :many", {":many": {"N": "7000"}})
        code, checks = self.doctor("--repair", "--force")
        self.assertEqual(code, 1)
        self.assertEqual(checks["family: trees"]["text"], "1 finding, 1 repaired")
        left = sorted(line for line in broken if "nothing" in line or "attention" in line)
        self.assertEqual(self.findings(checks), left)
        self.assertEqual({name: value for name, value in call(url, "GetItem", {
            "TableName": "norn", "Key": {name: guard[name] for name in ("PK", "SK")}
        })["Item"].items() if name != "createdAt"},
            {name: value for name, value in guard.items() if name != "createdAt"})

        done = run("doctor", "--data", self.data)
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertRegex(done.stdout, r"(?m)^failed +bookings: nights +1 finding$")
        self.assertIn(f"    cal-app-sam  {slot['PK']['S']}  2031-01-01\n", done.stdout)
        delete("cal-app-sam", {"PK": slot["PK"], "SK": text("2031-01-01")})
        code, checks = self.doctor()
        self.assertEqual((code, self.findings(checks)),
                         (0, [line for line in broken if line.startswith("attention: ")]))

    def test_what_cannot_be_looked_at_is_said(self):
        self.assert_refused(run("doctor", "--data", self.data), "There is no data in", code=3)
        self.assert_refused(run("doctor", "--force"), "--force is for --repair", code=2)
        os.mkdir(self.data, 0o755)
        code, checks = self.doctor()
        self.assertEqual(code, 5)
        self.assertEqual((checks["data folder"]["state"], checks["store"]["state"]),
                         ("failed", "failed"))
        self.assertIn(f"chmod 700 {self.data}", checks["data folder"]["text"])
        os.chmod(self.data, 0o700)
        code, checks = self.doctor()
        self.assertEqual((code, checks["tables"]["state"]), (0, "warning"))
        self.assertEqual(run("deploy", "--data", self.data, "--force").returncode, 0)
        lost = run("deploy", "--data", self.data, "--destroy", "--force", "--table-name",
                   "norn-search")
        self.assertEqual(lost.returncode, 0, lost.stderr)
        code, checks = self.doctor()
        self.assertEqual((code, checks["tables"]["state"]), (1, "failed"))
        self.assertIn("Missing: norn-search.", checks["tables"]["text"])
        self.assertEqual(checks["accounts: guards"]["state"], "left out")
        self.assertEqual(run("deploy", "--data", self.data, "--force").returncode, 0)
        code, checks = self.doctor()
        self.assert_sound(checks)
        self.assertEqual(code, 0)
