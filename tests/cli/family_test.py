"""norn family: the operator lists, imports and exports trees, with and without a running server."""

import io
import json
import os
import urllib.request
import zipfile

from norn_process import PATIENCE_S, NornTest, run

EMAIL = "ada@example.org"
FILE = ("0 HEAD\n1 GEDC\n2 VERS 7.0\n0 @I1@ INDI\n1 NAME Zoë /Berg/\n1 _OWN kept\n1 FAMS @F1@\n"
        "0 @I2@ INDI\n1 NAME Kai\n1 FAMC @F1@\n0 @F1@ FAM\n1 WIFE @I1@\n1 CHIL @I2@\n1 CHIL @I9@\n"
        "0 TRLR\n")
COUNTS = "People: 2\nFamilies: 1\nSources: 0\nFacts and notes: 0\n"


class FamilyTest(NornTest):
    def setUp(self):
        super().setUp()
        self.server = self.serve("--dynamodb-listen", "none")
        secret = self.server.stdout.readline().rsplit("#", 1)[1].strip()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.server.port}/api/v1/setup",
            json.dumps({"secret": secret, "email": EMAIL, "name": "Ada",
                        "password": "correct horse battery"}).encode(),
            {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as reply:
            self.assertEqual(reply.status, 201)

    def file(self, content, name="smith.ged"):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return path

    def family(self, *arguments):
        return run("family", *arguments, "--data", self.data)

    def bring(self, path, *arguments):
        return self.family("import", path, "--owner", EMAIL, *arguments)

    def trees(self):
        """The ids of the trees."""
        lines = self.family("list", "--owner", EMAIL).stdout.splitlines()
        return [line.split()[0] for line in lines if "people" in line]

    def with_and_without_a_server(self):
        for is_running in (True, False):
            if not is_running:
                self.stop(self.server)
            with self.subTest(is_running=is_running):
                yield is_running

    def test_a_file_comes_in_and_goes_out(self):
        path = self.file(FILE)
        for is_running in self.with_and_without_a_server():
            known = self.trees()
            preview = self.bring(path, "--preview")
            self.assertEqual((preview.returncode, preview.stderr), (0, ""))
            self.assertIn(COUNTS, preview.stdout)
            self.assertIn("Line 14: FAM.CHIL leads to @I9@", preview.stdout)
            self.assertIn("Line 6: INDI._OWN is not shown", preview.stdout)
            self.assertEqual(self.trees(), known)

            made = self.bring(path, "--name", f"Berg {is_running}")
            self.assertEqual((made.returncode, made.stderr), (0, ""))
            [tree] = set(self.trees()) - set(known)
            self.assertTrue(made.stdout.startswith(
                f"The family tree “Berg {is_running}” was made: {tree}\n{COUNTS}"), made.stdout)

            printed = self.family("export", "--tree", tree)
            self.assertEqual((printed.returncode, printed.stderr), (0, ""))
            for line in ("1 NAME Zoë /Berg/", "1 _OWN kept", "1 CHIL @I2@", "2 VERS 7.0"):
                self.assertIn(line, printed.stdout.splitlines())
            output = os.path.join(self.folder, "out.ged")
            said = self.family("export", "--tree", tree, "--gedcom", "5.5.1", "--output", output)
            self.assertEqual(said.stdout,
                             f"2 people of the family tree “Berg {is_running}” were exported.\n")
            said = self.family("export", "--tree", tree, "--output", output, "--json")
            self.assertEqual(json.loads(said.stdout),
                             {"tree": tree, "name": f"Berg {is_running}", "people": 2})
            self.family("export", "--tree", tree, "--gedcom", "5.5.1", "--output", output)
            with open(output, encoding="utf-8-sig") as file:
                self.assertIn("2 VERS 5.5.1", file.read().splitlines())

    def test_a_file_comes_into_its_tree_again(self):
        path = self.file(FILE)
        for is_running in self.with_and_without_a_server():
            known = self.trees()
            self.assertEqual(self.bring(path).returncode, 0)
            [tree] = set(self.trees()) - set(known)
            compared = json.loads(self.family("import", path, "--into", tree, "--preview",
                                              "--json").stdout)
            self.assertEqual((compared["tree"], compared["preview"]), (tree, True))
            self.assertEqual(compared["report"]["counts"]["new"], 0)
            same = self.family("import", path, "--into", tree, "--preview")
            self.assertEqual((same.returncode, same.stderr), (0, ""))
            self.assertTrue(same.stdout.startswith("This is what an import would bring.\n"
                                                   "new: 0 (0 people)\n"), same.stdout)
            newer = self.file(FILE.replace("Kai", "Kay").replace(
                "0 @F1@", "0 @I3@ INDI\n1 NAME Lea\n0 @F1@"), "newer.ged")
            for options, kai, lea in ((("--new", "skip", "--changed", "keep"), "Kai", False),
                                      ((), "Kai", True)):
                made = self.family("import", newer, "--into", tree, *options)
                self.assertEqual((made.returncode, made.stderr), (0, ""))
                self.assertIn("The file was imported into the family tree.\n", made.stdout)
                lines = self.family("export", "--tree", tree).stdout.splitlines()
                self.assertIn(f"1 NAME {kai}", lines)
                self.assertEqual("1 NAME Lea" in lines, lea)
                self.assertIn("1 _OWN kept", lines)
            self.assert_refused(self.family("import", path, "--into", "none"),
                                "There is no family tree with the id none.")

    def test_a_file_of_several_parts_comes_in(self):
        people = 150
        text = FILE.split("0 @I1@")[0] + "".join(
            f"0 @I{i}@ INDI\n1 NAME P{i}\n1 NOTE {'é' * 9_000}\n" for i in range(people))
        for name, content in (("long.ged", (text + "0 TRLR\n").encode()),
                              ("long.gdz", self.zipped(text + "0 TRLR\n"))):
            made = self.bring(self.file(content, name))
            self.assertEqual((made.returncode, made.stderr, made.stores), (0, "", [self.data]))
            self.assertIn(f"People: {people}\n", made.stdout)
        made = json.loads(self.bring(self.file(FILE), "--json").stdout)
        self.assertEqual(made["report"]["people"], 2)
        listed = json.loads(self.family("list", "--owner", EMAIL, "--json").stdout)["trees"]
        self.assertIn({"id": made["tree"], "name": "GEDCOM", "people": 2, "role": "owner"}, listed)
        [tree, *_] = [each["id"] for each in listed if each["people"] == people]
        self.assertEqual(self.family("export", "--tree", tree).stdout.count("é" * 9_000), people)

    @staticmethod
    def zipped(text):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("gedcom.ged", text)
        return out.getvalue()

    def test_what_is_wrong_is_told_alike_with_and_without_a_server(self):
        path, junk = self.file(FILE), self.file("Dear Ada,\n" * 200_000, "letter.txt")
        empty = self.file("", "empty.ged")
        for _ in self.with_and_without_a_server():
            missing = os.path.join(self.folder, "none.ged")
            self.assert_refused(self.bring(missing), f"There is no file {missing}.")
            self.assert_refused(self.bring(self.folder), "is not a file")
            self.assert_refused(self.bring(empty), "is empty")
            self.assert_refused(self.bring(junk), "This is not a GEDCOM file")
            for command in (("import", path), ("list",)):
                self.assert_refused(self.family(*command, "--owner", "ben@example.org"),
                                    "There is no account with the address ben@example.org.",
                                    "norn user list")
            self.assert_refused(self.family("export", "--tree", "none"),
                                "There is no family tree with the id none.", "norn family list")
            self.assertEqual(self.family("list", "--owner", EMAIL).stdout,
                             "There are no family trees.\n")

    def test_a_file_that_cannot_be_written_is_told(self):
        self.assertEqual(self.bring(self.file(FILE)).returncode, 0)
        nowhere = os.path.join(self.folder, "no", "where.ged")
        self.assert_refused(self.family("export", "--tree", self.trees()[0], "--output", nowhere),
                            "cannot write", nowhere)

    def test_the_command_line_is_checked(self):
        self.assert_refused(run("family"), "subcommand", code=2)
        self.assert_refused(run("family", "import", "--owner", EMAIL), "file", code=2)
        self.assert_refused(run("family", "import", "a.ged"), "--owner", code=2)
        self.assert_refused(run("family", "import", "a.ged", "--owner", EMAIL, "--into", "x"),
                            "--", code=2)
        self.assert_refused(run("family", "import", "a.ged", "--into", "x", "--new", "maybe"),
                            "--new", code=2)
        self.assert_refused(run("family", "import", "a.ged", "--owner", EMAIL, "--new", "add"),
                            "--into", code=2)
        self.assert_refused(run("family", "export"), "--tree", code=2)
        self.assert_refused(run("family", "export", "--tree", "x", "--gedcom", "6"), "--gedcom",
                            code=2)
        self.assertIn("norn family import", run("family", "--help").stdout)
        self.assertIn("norn family import", run("family", "export", "--help").stdout)
