"""What the tests of the AWS CLI share."""

import contextlib
import itertools
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "support"))
from aws_cli import AwsCli, CliError

_numbers = itertools.count(1)


class CliTest(unittest.TestCase):
    """A test whose table, if its class names a KEY, is created and deleted with the CLI."""

    KEY = None  # "pk:S sk:N"
    OPTIONS = {}

    @classmethod
    def setUpClass(cls):
        cls.cli = AwsCli()
        cls.addClassCleanup(cls.cli.close)
        cls.table = f"Cli-{os.getpid()}-{next(_numbers)}"
        if cls.KEY:
            pairs = [part.split(":") for part in cls.KEY.split()]
            options = {
                "table_name": cls.table, "billing_mode": "PAY_PER_REQUEST",
                "key_schema": [{"AttributeName": name, "KeyType": role}
                               for (name, _), role in zip(pairs, ("HASH", "RANGE"))],
                "attribute_definitions": [{"AttributeName": name, "AttributeType": kind}
                                          for name, kind in pairs]}
            cls.cli.run("create-table", **options | cls.OPTIONS)

    def aws(self, *arguments, **options):
        return self.cli.run(*arguments, **{"table_name": self.table} | options)

    @contextlib.contextmanager
    def refused(self, *parts):
        with self.assertRaises(CliError) as caught:
            yield
        for part in parts:
            self.assertIn(part, str(caught.exception))
