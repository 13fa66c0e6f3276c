"""Data of every released layout is opened, read and written by today's program."""

import json
import pathlib
import sys
import tarfile
import unittest

from norn_process import NornTest

FORMATS = pathlib.Path(__file__).resolve().parents[1] / "formats"
sys.path.insert(0, str(FORMATS))

import sample  # noqa: E402 (it is found by the line above)


class FormatsTest(NornTest):
    def open(self, archive):
        """A server on a copy of the data."""
        with tarfile.open(archive) as packed:
            packed.extractall(self.folder)
        server = self.serve()
        server.api_port = int(server.api_url.rsplit(":", 1)[1])
        return server

    def test_there_are_samples(self):
        self.assertTrue((FORMATS / "layout_1.tar.gz").exists())

    def test_samples_are_read_as_they_were_written(self):
        for archive in sorted(FORMATS.glob("*.tar.gz")):
            with self.subTest(archive.name):
                expected = json.loads(archive.with_name(f"{archive.name[:-7]}.json").read_text())
                server = self.open(archive)
                found = sample.contents(server.api_port)
                # A later version has further tables of its own.
                self.assertLessEqual(set(expected.pop("tables")), set(found.pop("tables")))
                self.assertEqual(found, expected)
                signed_in = {"email": sample.EMAIL, "password": sample.PASSWORD}
                self.assertEqual(sample.post(server.port, "/api/v1/session", signed_in), 200)
                item = {"PK": {"S": "new"}, "SK": {"N": "1"}}
                sample.call(server.api_port, "PutItem", {"TableName": "sample", "Item": item})
                self.assertEqual(self.stop(server), 0)
                # What was upgraded and written is there at the next start.
                server = self.serve()
                port = int(server.api_url.rsplit(":", 1)[1])
                got = sample.call(port, "GetItem", {"TableName": "sample", "Key": item})
                self.assertEqual(got["Item"], item)
                self.assertEqual(self.stop(server), 0)


if __name__ == "__main__":
    unittest.main()
