"""The Debian package of the program that is tested, built once for all tests."""

import atexit
import functools
import os
import pathlib
import shutil
import subprocess
import tempfile

from debian_root import REPOSITORY

PROGRAM = os.environ.get("NORN_PROGRAM", str(REPOSITORY / "build/release/norn"))
PATIENCE_S = 300


@functools.cache
def built_package():
    output = tempfile.mkdtemp(prefix="norn-deb-")
    atexit.register(shutil.rmtree, output)
    done = subprocess.run(
        [REPOSITORY / "packaging/deb/build", "--program", PROGRAM, "--output", output],
        capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return pathlib.Path(done.stdout.strip())
