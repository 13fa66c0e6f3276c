"""Norn, its peers and the fixed replies, as processes that are asked over HTTP."""

import http.client
import json
import os
import pathlib
import shutil
import socket
import subprocess
import time

PATIENCE_S = 60
HEADERS = {
    "Content-Type": "application/x-amz-json-1.0",
    "X-Amz-Date": "20260101T000000Z",
    "Authorization": "AWS4-HMAC-SHA256 Credential=bench/20260101/us-east-1/dynamodb/aws4_request, "
                     "SignedHeaders=host;x-amz-date;x-amz-target, Signature=" + "0" * 64,
}


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
            headers = HEADERS | {"X-Amz-Target": "DynamoDB_20120810." + operation}
            connection.request("POST", "/", json.dumps(body), headers)
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

    def __init__(self, program, folder, replies):
        super().__init__("fixed reply", [str(program)], 0, folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        for name, text in replies.items():
            path = self.folder / f"{name}.json"
            path.write_bytes(text)
            self.command += ["--reply", f"{name}={path}"]

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE)
        self.port = int(self.process.stdout.readline())
        return 0


def norn(build, folder, name="norn"):
    """Norn as it comes: every acknowledged write is synced to the disk."""
    port = free_port()
    data = os.path.join(folder, "data")
    command = [os.path.join(build, "release", "norn"), "serve", "--data", data,
               "--listen", f"127.0.0.1:{free_port()}", "--dynamodb-listen", f"127.0.0.1:{port}",
               "--log-level", "warn"]
    return Server(name, command, port, folder, "synced")


def dynalite(build, folder):
    port = free_port()
    program = os.path.join(build, "bench-peers", "node_modules", "dynalite", "cli.js")
    command = ["node", program, "--host", "127.0.0.1", "--port", str(port),
               "--createTableMs", "1"]
    return Server("dynalite", command, port, folder, "in memory")


def dynoxide(build, folder, in_memory):
    port = free_port()
    program = os.path.join(build, "bench-peers", "node_modules", "@dynoxide", "linux-x64",
                           "dynoxide")
    command = [program, "serve", "--port", str(port)]
    if not in_memory:
        command += ["--db-path", os.path.join(folder, "dynoxide.db")]
    name = "dynoxide in memory" if in_memory else "dynoxide on disk"
    return Server(name, command, port, folder, "in memory" if in_memory else "on disk")


def clean(folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    return folder
