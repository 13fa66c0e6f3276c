"""The types of the web app are those of the program: tools/web_types.py has nothing to write."""

import os
import pathlib
import subprocess
import unittest

from norn_process import PATIENCE_S, PROGRAM

TOOL = pathlib.Path(__file__).resolve().parent.parent.parent / "tools" / "web_types.py"


class WebTypesTest(unittest.TestCase):
    def test_types_and_limits_are_up_to_date(self):
        environment = {**os.environ, "NORN_PROGRAM": PROGRAM}
        result = subprocess.run([TOOL, "--check"], env=environment, capture_output=True,
                                text=True, timeout=2 * PATIENCE_S, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
