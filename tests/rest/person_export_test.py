"""norn export --person: everything that is a person's own, as files that they can read, out of the
data of a server that is running."""

import csv
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from booking_things import book, make_place
from family_things import make_relative, make_tree
from file_things import make_file
from norn_server import EMBEDDED, PATIENCE_S, PROGRAM
from people import make_calendar, make_entry
from photo_things import make_photo
from planner_things import make_calendar_event, make_event, make_planner_task, meeting
from project_things import make_project, make_project_task
from rest_case import RestCase


class PersonExportTest(RestCase):
    STORE = EMBEDDED

    def export(self, email, *arguments):
        """The folder, and what the command said."""
        target = self.folder() / "files"
        return target, self.export_to(target, email, *arguments)

    def folder(self):
        folder = tempfile.TemporaryDirectory(prefix="norn-rest-")
        self.addCleanup(folder.cleanup)
        return pathlib.Path(folder.name)

    def export_to(self, target, email, *arguments):
        data = os.path.join(self.server.folder.name, "data")
        command = [PROGRAM, "export", "--person", email, "--to", target, "--data", data, *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S,
                              check=False)

    def test_a_person_gets_what_is_theirs_and_nothing_of_others(self):
        ada, ben = self.world.sign_up("Ada"), self.world.sign_up("Ben")
        make_event(ada, meeting("Dentist"))
        make_planner_task(ada, "Call the plumber")
        make_event(ben, meeting("Secret of Ben"))
        calendar = make_calendar(ada, name="Home / garden", writer=ben)
        make_entry(ben, calendar)
        make_calendar_event(ada, calendar, meeting("Planting"))
        make_calendar(ben, name="Of Ben", writer=ada)
        project = make_project(ada, name="Shed")
        task = make_project_task(ada, project, "Build it")
        make_file(ada, task, b"%PDF the plan", "Plan für Ada.pdf")
        make_project(ben, name="Project of Ben", MEMBER=ada)
        tree = make_tree(ada, name="Smith")
        make_photo(ada, make_relative(ada, tree, "Adam"), caption="At sea")
        place = make_place(ben, name="Cottage", member=[ada])
        book(ada, place, "07-01", "07-04")
        book(ben, place, "08-01", "08-04")

        folder, done = self.export(ada.email)
        self.assertEqual(done.returncode, 0, done.stderr)
        files = {str(path.relative_to(folder)): path.read_bytes()
                 for path in folder.rglob("*") if path.is_file()}
        self.assertEqual(set(files), {
            "README.txt", "account/profile.json", "planner/planner.ics", "planner/preferences.json",
            "calendars/Home   garden.ics", "projects/Shed.json", "projects/Shed.csv",
            "projects/Shed files/Plan für Ada.pdf", "family/Smith.ged",
            "family/Smith photos/Adam Smith.jpg", "bookings/Cottage.ics", "bookings/Cottage.csv"})
        planner = files["planner/planner.ics"].decode()
        for part in ("SUMMARY:Dentist", "BEGIN:VTODO", "SUMMARY:Call the plumber"):
            self.assertIn(part, planner)
        garden = files["calendars/Home   garden.ics"].decode()
        self.assertIn("SUMMARY:Planting", garden)
        self.assertEqual(garden.count("BEGIN:VEVENT") + garden.count("BEGIN:VTODO"), 2)
        self.assertEqual(files["projects/Shed files/Plan für Ada.pdf"], b"%PDF the plan")
        self.assertIn("Build it", files["projects/Shed.csv"].decode())
        self.assertIn("1 NAME Adam /Smith/", files["family/Smith.ged"].decode())
        self.assertTrue(files["family/Smith photos/Adam Smith.jpg"].startswith(b"\xff\xd8\xff"))
        stays = list(csv.DictReader(files["bookings/Cottage.csv"].decode().splitlines()))
        self.assertEqual([(stay["nights"], stay["yours"]) for stay in stays], [("3", "yes")])
        self.assertEqual(files["bookings/Cottage.ics"].decode().count("BEGIN:VEVENT"), 1)
        profile = json.loads(files["account/profile.json"])
        self.assertEqual(profile["email"], ada.email)
        for name in files:
            if name != "README.txt":
                self.assertIn(name + "\n", files["README.txt"].decode())
        everything = b"".join(files.values())
        self.assertNotIn(b"of Ben", everything)
        self.assertNotIn(b"argon2", everything)

    def test_an_address_without_an_account_is_refused(self):
        folder, done = self.export("nobody@example.org")
        self.assertEqual(done.returncode, 3)
        self.assertIn("There is no account with the address nobody@example.org", done.stderr)
        self.assertEqual(list(folder.parent.iterdir()), [])

    def test_a_folder_has_its_name_when_all_is_in_it(self):
        ada = self.world.sign_up("Ada")
        target = self.folder() / "files"
        unfinished = target.with_name("files.unfinished")
        # Somebody's own folder of that name is left alone.
        unfinished.mkdir()
        (unfinished / "mine.txt").write_text("mine")
        refused = self.export_to(target, ada.email)
        self.assertEqual(refused.returncode, 4, refused.stderr)
        self.assertIn("files.unfinished is there already and not of an export", refused.stderr)
        self.assertFalse(target.exists())
        # What an export that was cut off has left is replaced.
        (unfinished / "UNFINISHED.txt").write_text("cut off")
        done = self.export_to(target, ada.email, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        said = json.loads(done.stdout)
        self.assertEqual(said["to"], str(target))
        self.assertEqual(
            {str(path.relative_to(target)) for path in target.rglob("*") if path.is_file()},
            {"README.txt"} | {file["path"] for file in said["files"]})
        self.assertFalse(unfinished.exists())
        self.assertIn(f"{ada.email}: {len(said['files'])} items", done.stderr)  # The progress.
        again = self.export_to(target, ada.email)
        self.assertEqual(again.returncode, 4, again.stderr)
        self.assertIn("is there already and not empty", again.stderr)

    def test_a_folder_that_is_there_is_filled(self):
        ada = self.world.sign_up("Ada")
        target = self.folder()  # As a disk is, which cannot be renamed.
        # What an export that was cut off has left goes.
        (target / "UNFINISHED.txt").write_text("cut off")
        (target / "half.ics").write_text("half")
        done = self.export_to(target, ada.email, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(
            {str(path.relative_to(target)) for path in target.rglob("*") if path.is_file()},
            {"README.txt"} | {file["path"] for file in json.loads(done.stdout)["files"]})


if __name__ == "__main__":
    unittest.main()
