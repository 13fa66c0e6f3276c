"""The real program, started for a test and ended with it."""

import os
import re
import signal
import socket
import subprocess
import tempfile
import unittest

PROGRAM = os.environ.get("NORN_PROGRAM", "build/release/norn")
# Generous: it only bounds how long a broken program can hold up a test.
PATIENCE_S = 60

READY = re.compile(r"Norn is ready at https?://(\S+):(\d+) \(data in (.+)\)\n")
API_READY = re.compile(r"The DynamoDB API is at (https?://\S+:(\d+))\n")
# Tests run at the same time, so none may take the default ports.
ANY_PORT = ("--listen", "127.0.0.1:0")
ANY_API_PORT = ("--dynamodb-listen", "127.0.0.1:0")


# What a command says about where the data is, before it does anything.
ANNOUNCED = re.compile(r"(?:The data is in|It is copied to|The backups are in) (.+)\n")


def run(*arguments, **options):
    """Runs norn to its end. `stores` are those that it has announced on stderr, which has the rest
    then."""
    result = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True,
                            timeout=PATIENCE_S, check=False, **options)
    result.stores = []
    while announced := ANNOUNCED.match(result.stderr):
        result.stores.append(announced[1])
        result.stderr = result.stderr[announced.end():]
    return result


class NornTest(unittest.TestCase):
    """A test with a folder of its own, and servers that never outlive it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="norn-cli-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.data = os.path.join(folder.name, "data")

    def serve(self, *arguments, **options):
        """A server that is ready, on ports of its own, with .port and .api_url set."""
        app = () if "--listen" in arguments else ANY_PORT
        api = () if "--dynamodb-listen" in arguments else ANY_API_PORT
        command = [PROGRAM, "serve", "--data", self.data, *app, *api, *arguments]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  text=True, **options)
        self.addCleanup(self.end, server)
        line = server.stdout.readline()
        ready = READY.fullmatch(line)
        if not ready:
            server.kill()
            self.fail(f"not ready: {line!r} {server.stderr.read()!r}")
        server.port = int(ready[2])
        server.data = ready[3]
        server.api_url = None
        if "none" not in arguments:
            server.api_url = API_READY.fullmatch(server.stdout.readline())[1]
        return server

    @staticmethod
    def end(server):
        if server.poll() is None:
            server.kill()
        server.wait(PATIENCE_S)
        server.stdout.close()
        server.stderr.close()

    def stop(self, server, number=signal.SIGTERM):
        """Asks a server to stop, and returns its exit code."""
        server.send_signal(number)
        return server.wait(PATIENCE_S)

    @staticmethod
    def connect(server):
        return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S)

    def assert_refused(self, result, *parts, code=1):
        """A refusal is one line (a usage error: two) that says what to do, and nothing else."""
        self.assertEqual(result.returncode, code, result.stderr)
        self.assertEqual(result.stdout, "")
        self.assertTrue(result.stderr.startswith("norn: "), result.stderr)
        self.assertEqual(result.stderr.count("\n"), 2 if code == 2 else 1, result.stderr)
        for part in parts:
            self.assertIn(part, result.stderr)
