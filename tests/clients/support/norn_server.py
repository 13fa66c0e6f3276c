"""One running norn with its DynamoDB API, for a whole test program.

With NORN_ENDPOINT in the environment the tests use the server that runs there, and start none.
"""

import atexit
import functools
import os
import re
import subprocess
import sys
import tempfile

PROGRAM = os.environ.get("NORN_PROGRAM", "build/release/norn")
# Generous: it only bounds how long a broken program can hold up a test.
PATIENCE_S = 60
READY = re.compile(r"The DynamoDB API is at (http://127\.0\.0\.1:\d+) \(data in .+\)\n")

# What every client needs to sign its requests. The server was given no keys, so it takes any.
CREDENTIALS = {
    "AWS_ACCESS_KEY_ID": "local",
    "AWS_SECRET_ACCESS_KEY": "local",
    "AWS_REGION": "us-east-1",
    "AWS_DEFAULT_REGION": "us-east-1",
    "AWS_EC2_METADATA_DISABLED": "true",
}


class Server:
    """A norn of its own on data of its own."""

    def __init__(self, *arguments):
        self.folder = tempfile.TemporaryDirectory(prefix="norn-clients-")
        self.errors = tempfile.TemporaryFile()
        self.command = [PROGRAM, "serve", "--data", os.path.join(self.folder.name, "data"),
                        "--listen", "none", "--dynamodb-listen", "127.0.0.1:0", *arguments]
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=self.errors,
                                        text=True)
        self.endpoint = self.await_ready()

    def restart_after_kill(self):
        """Ends it in the middle of whatever it does, and starts another on its data."""
        self.kill()
        self.process.stdout.close()
        self.start()

    def await_ready(self):
        output = ""
        for line in self.process.stdout:
            output += line
            if ready := READY.fullmatch(line):
                return ready[1]
        self.kill()
        raise RuntimeError(f"norn is not ready: {output}{self.read_errors()}")

    def read_errors(self):
        self.errors.seek(0)
        return self.errors.read().decode(errors="replace")

    def is_alive(self):
        return self.process.poll() is None

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE_S)

    def stop(self):
        """Stops it, and returns its exit code: 0 unless it crashed or a sanitizer complained."""
        if self.is_alive():
            self.process.terminate()
        try:
            code = self.process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.kill()
            code = -1
        self.process.stdout.close()
        self.folder.cleanup()
        if code != 0:
            print(f"norn ended with {code}: {self.read_errors()}", file=sys.stderr)
        self.errors.close()
        return code


def stop_at_exit(server):
    if server.stop() != 0:
        sys.stderr.flush()
        os._exit(1)  # The exit code of the program is decided already; only this changes it.


@functools.cache
def endpoint():
    """The URL of the server that all tests of this program share."""
    if given := os.environ.get("NORN_ENDPOINT"):
        return given
    server = Server()
    atexit.register(stop_at_exit, server)
    return server.endpoint
