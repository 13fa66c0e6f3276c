"""Servers as processes that are asked over HTTP: Norn and the fixed replies."""

import http.client
import json
import os
import pathlib
import shutil
import socket
import subprocess
import time

PATIENCE_S = 60
IDLE_SHARE = 0.1  # Of a core.
RESTING_S = 3
HEADERS = {
    "Content-Type": "application/x-amz-json-1.0",
    "X-Amz-Date": "20260101T000000Z",
    "Authorization": "AWS4-HMAC-SHA256 Credential=bench/20260101/us-east-1/dynamodb/aws4_request, "
                     "SignedHeaders=host;x-amz-date;x-amz-target, Signature=" + "0" * 64,
}


def headers_of(operation):
    """The headers of a request to the DynamoDB API."""
    return HEADERS | {"X-Amz-Target": "DynamoDB_20120810." + operation}


class Refused(RuntimeError):
    """The server answered with an error."""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A server on a port of its own, whose log goes to a file of its folder."""

    def __init__(self, name, command, port, folder, kind=""):
        self.name = name
        self.kind = kind
        self.port = port
        self.command = command
        self.folder = pathlib.Path(folder)
        self.process = None

    def start(self):
        """Starts it and returns the milliseconds until its first answer."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with open(self.folder / "log", "ab") as log:
            begin = time.perf_counter()
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log)
        while time.perf_counter() < begin + PATIENCE_S:
            try:
                self.call("ListTables", {})
                return (time.perf_counter() - begin) * 1000
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.0005)
        self.stop()
        raise RuntimeError(f"{self.name} did not start: see {self.folder / 'log'}")

    def stop(self):
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def post(self, operation, body):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            connection.request("POST", "/", json.dumps(body), headers_of(operation))
            response = connection.getresponse()
            text = response.read()
        finally:
            connection.close()
        if response.status != 200:
            raise Refused(f"{self.name}: {operation}: {response.status} {text[:300]!r}")
        return text

    def call(self, operation, body):
        return json.loads(self.post(operation, body))

    def memory_mb(self, field="VmRSS"):
        """What the process holds now; "VmHWM" is the most that it ever held."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            for line in status:
                if line.startswith(field + ":"):
                    return int(line.split()[1]) * 1024 / 1e6
        raise RuntimeError("the process is gone")

    def cpu_s(self):
        """The processor time that the process has used."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def url(self, path="/"):
        return f"http://127.0.0.1:{self.port}{path}"


class FixedReplies(Server):
    """Norn's HTTP server with the given replies, by path."""

    def __init__(self, build, folder, content_type, replies):
        program = os.path.join(build, "release", "bench", "bench_support")
        super().__init__("fixed reply", [program, "--type", content_type], 0, folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        for name, text in replies.items():
            path = self.folder / f"{name}.json"
            path.write_bytes(text)
            self.command += ["--reply", f"{name}={path}"]

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE)
        self.port = int(self.process.stdout.readline())
        return 0


class Norn(Server):
    """Norn as it comes: every acknowledged write is synced to the disk. Its port is that of the
    DynamoDB API; `web_port` is that of the pages and the REST API."""

    def __init__(self, build, folder, *options):
        port = free_port()
        self.web_port = free_port()
        command = [os.path.join(build, "release", "norn"), "serve",
                   "--data", os.path.join(folder, "data"),
                   "--listen", f"127.0.0.1:{self.web_port}",
                   "--dynamodb-listen", f"127.0.0.1:{port}", "--log-level", "warn", *options]
        super().__init__("norn", command, port, folder, "synced")

    def start(self):
        """The pages come a moment after the DynamoDB API, whose first answer is the one that is
        timed."""
        first_answer_ms = super().start()
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", self.web_port)).close()
                return first_answer_ms
            except OSError:
                time.sleep(0.001)
        self.stop()
        raise RuntimeError(f"no pages: see {self.folder / 'log'}")

    def settle(self, patience_s):
        """Waits until it has counted what bench_fill wrote without telling it, and has put its
        files in order: that must not go on while it is measured."""
        end = time.monotonic() + patience_s
        resting_s = 0
        while resting_s < RESTING_S:
            if time.monotonic() > end:
                raise RuntimeError("the server does not come to rest")
            before = self.cpu_s()
            time.sleep(1)
            resting_s = resting_s + 1 if self.cpu_s() - before < IDLE_SHARE else 0

    def web_url(self, path):
        return f"http://127.0.0.1:{self.web_port}{path}"


def clean(folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    return folder
