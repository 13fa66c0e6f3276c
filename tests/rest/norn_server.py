"""The server under test, on each of the three kinds of store that it has to behave alike on."""

import atexit
import functools
import os
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

import boto3
import botocore.config

PROGRAM = os.environ.get("NORN_PROGRAM", "build/release/norn")
# A server whose global indexes are behind its table by a random number of changes.
LAGGING_PROGRAM = os.environ.get("NORN_LAGGING_SERVER")
# Generous: it only bounds how long a broken program can hold up a test.
PATIENCE_S = 120

READY = re.compile(r"Norn is ready at (http://(\S+):(\d+)) \(data in .*\)\n")
API_READY = re.compile(r"The DynamoDB API is at (http://\S+:\d+)( \(data in .*\))?\n")
SETUP = re.compile(r"Create the first account at (https?://\S+)/setup#(\S+)\n")

CREDENTIALS = {"AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local"}
REGION = "us-east-1"

EMBEDDED, REMOTE, LAGGING = ALL_STORES = ("embedded", "remote", "lagging")
# Slow builds (those with sanitizers) look at one store; the others differ below the server.
STORES = tuple(os.environ.get("NORN_REST_STORES", " ".join(ALL_STORES)).split())
if os.environ.get("NORN_QUICK"):
    STORES = (EMBEDDED,)


class Process:
    """One program that says when it is ready. It never outlives the tests."""

    def __init__(self, command):
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors,
                                        text=True, env=os.environ | CREDENTIALS)

    def expect(self, pattern):
        """The next line that it prints, which has to be of this form."""
        line = self.process.stdout.readline()
        if match := pattern.fullmatch(line):
            return match
        self.process.kill()
        self.process.wait(PATIENCE_S)
        raise RuntimeError(f"not ready: {line!r} {self.said()}")

    def said(self):
        self.errors.seek(0)
        return self.errors.read().decode(errors="replace")

    def crash(self):
        self.process.kill()
        self.process.wait(PATIENCE_S)
        self.process.stdout.close()

    def stop(self):
        """Stops it; fails unless it ends well: it did not crash, no sanitizer complained."""
        if self.process.poll() is None:
            self.process.terminate()
        try:
            code = self.process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait(PATIENCE_S)
        self.process.stdout.close()
        if code != 0:
            raise RuntimeError(f"norn ended with {code}: {self.said()}")


class Server:
    """A norn that is ready: .url, .host, .port, .setup_secret and, but for lagging, .api_url.

    With an engine_url it shares a remote store with others, whose first account exists already.
    """

    def __init__(self, store=EMBEDDED, *arguments, engine_url=None):
        self.store = store
        self.arguments = arguments
        self.engine_url = engine_url
        self.folder = tempfile.TemporaryDirectory(prefix="norn-rest-")
        self.engine = None  # The server whose DynamoDB API is the remote store.
        self.api_url = None
        self.main = None
        try:
            self.start(is_new=engine_url is None)
        except BaseException:
            self.stop()
            raise

    def start(self, is_new):
        listen = ["--listen", "127.0.0.1:0"]
        if "--rate-limit" not in self.arguments:
            listen += ["--rate-limit", "0"]
        own_api = ("--dynamodb-listen", "127.0.0.1:0")
        data = os.path.join(self.folder.name, "data")
        if self.store == LAGGING:
            if not LAGGING_PROGRAM:
                raise unittest.SkipTest("NORN_LAGGING_SERVER is not set.")
            command = [LAGGING_PROGRAM, *listen, *self.arguments]
        elif self.store == REMOTE:
            if not self.engine_url:
                self.engine = Process([PROGRAM, "serve", "--data", data, "--listen", "none",
                                       *own_api])
            self.api_url = self.engine_url or self.engine.expect(API_READY)[1]
            command = [PROGRAM, "serve", "--store", "dynamodb", "--endpoint-url", self.api_url,
                       "--region", REGION, *listen, *self.arguments]
        else:
            command = [PROGRAM, "serve", "--data", data, *listen, *own_api, *self.arguments]
        self.main = Process(command)
        ready = self.main.expect(READY)
        self.url, self.host, self.port = ready[1], ready[2], int(ready[3])
        if self.store == EMBEDDED:
            self.api_url = self.main.expect(API_READY)[1]
        self.setup_secret = self.main.expect(SETUP)[2] if is_new else None
        vars(self).pop("tables", None)  # They are at another address now.

    @property
    def host_headers(self):
        """As a proxy in front passes them on: the host that people use."""
        if "--public-url" not in self.arguments:
            return {}
        url = self.arguments[self.arguments.index("--public-url") + 1]
        return {"Host": urllib.parse.urlsplit(url).netloc}

    def restart(self, crashing=False):
        """Ends it and starts it again on the same data; its port is another one then."""
        if crashing:
            self.main.crash()
        else:
            self.main.stop()
        self.start(is_new=False)

    def stop_processes(self):
        for process in (self.main, self.engine):
            if process:
                process.stop()
        self.main = self.engine = None

    def stop(self):
        try:
            self.stop_processes()
        finally:
            self.folder.cleanup()

    @functools.cached_property
    def tables(self):
        """The tables as any DynamoDB client sees them, as plain values."""
        return boto3.resource(
            "dynamodb", endpoint_url=self.api_url, region_name=REGION,
            aws_access_key_id="local", aws_secret_access_key="local",
            config=botocore.config.Config(retries={"max_attempts": 0}))


def stop_at_exit(server):
    try:
        server.stop()
    except RuntimeError as error:
        print(error, file=sys.stderr, flush=True)
        os._exit(1)  # The exit code of the program is decided already; only this changes it.


@functools.cache
def shared_server(store):
    """The server of a store that all tests of this program share."""
    server = Server(store)
    atexit.register(stop_at_exit, server)
    return server
