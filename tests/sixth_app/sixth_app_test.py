"""A program with one app more than Norn has: the app gets everything that an app gets from its two
folders and a line in each of the two lists."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "rest"))
os.environ["NORN_PROGRAM"] = os.environ.get("NORN_SIXTH_APP", "build/release/tests/sixth_app")

from event_stream import EventStream
from norn_server import PATIENCE_S, PROGRAM, Server
from people import World


class SixthAppTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.stop)
        cls.world = World(cls.server)

    def test_its_table_is_made(self):
        self.assertEqual(self.server.tables.Table("notes").key_schema[0]["AttributeName"], "PK")

    def test_its_route_checks_who_asks_and_its_events_reach_those_who_may_hear(self):
        nora = self.world.sign_up("Nora")
        deaf = EventStream(nora.token("calendars:read"))
        hears = EventStream(nora.token("notes:read"))
        other = EventStream(self.world.sign_up("Bob").client)
        for stream in (deaf, hears, other):
            self.addCleanup(stream.close)
            self.assertEqual(stream.next().name, "hello")
        nora.token("notes:read").post("/api/v1/notes", {"text": "no"}, expect=403)
        nora.token("notes:write").post("/api/v1/notes", {"text": ""}, expect=400)
        refused = nora.token("notes:write").post("/api/v1/notes", {"text": "Milk?"}, expect=400)
        self.assertEqual((refused.json["code"], refused.json["params"]),
                         ("noteIsQuestion", {"text": "Milk?"}))
        nora.token("notes:write").post("/api/v1/notes", {"text": "Milk"}, expect=201)
        event = hears.next()
        self.assertEqual((event.name, event.data), ("note", {"text": "Milk"}))
        # Whoever may not hear it hears what comes after it.
        calendar = {"name": "Family", "color": "#3B82F6"}
        nora.client.post("/api/v1/calendars", calendar, expect=201)
        self.assertNotEqual(deaf.next().name, "note")

    def test_its_files_are_in_what_a_person_takes_along(self):
        nora = self.world.sign_up("Nora")
        nora.token("notes:write").post("/api/v1/notes", {"text": "Milk"}, expect=201)
        with tempfile.TemporaryDirectory(prefix="norn-rest-") as folder:
            target = os.path.join(folder, "files")
            subprocess.run([PROGRAM, "export", "--person", nora.email, "--to", target, "--data",
                            os.path.join(self.server.folder.name, "data")], check=True,
                           capture_output=True, timeout=PATIENCE_S)
            with open(os.path.join(target, "notes", "notes.txt"), encoding="utf-8") as notes:
                self.assertEqual(notes.read(), "Milk\n")

    def test_it_is_described(self):
        openapi = self.world.administrator.client.get("/api/openapi.json").json
        self.assertEqual(openapi["paths"]["/api/v1/notes"]["post"]["x-scope"], "notes:write")
        self.assertIn("notes:read", openapi["components"]["schemas"]["ApiTokenScope"]["enum"])
        self.assertIn("`note`", openapi["paths"]["/api/v1/events"]["get"]["summary"])


if __name__ == "__main__":
    unittest.main()
