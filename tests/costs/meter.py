"""A server on a remote store, and between the two a meter that adds up the capacity units of every
call. The store is another norn, which counts them as DynamoDB does."""

import collections
import dataclasses
import http.client
import http.server
import json
import os
import tempfile
import threading
import urllib.parse

import boto3

from norn_server import API_READY, PROGRAM, REGION, REMOTE, Process, Server
from people import World

# What processes do by themselves, whatever people do: heartbeats, leases, and looking for work. A
# transaction that has some of it is a person's, who leaves work to do.
BACKGROUND = ('"PROCESSES"', '"READER#', '"TREE_IMPORTS"', '{":pk":{"S":"SWEEPS"}}',
              '"WAITING_SWEEPS"}', 'SUBSCRIPTIONS')
WRITES = ("PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems")


@dataclasses.dataclass
class Units:
    """What an operation consumed, and by which calls."""

    read: float = 0
    write: float = 0
    calls: collections.Counter = dataclasses.field(default_factory=collections.Counter)


def units_of(operation, reply):
    """(read, write) of a reply's ConsumedCapacity."""
    consumed = reply.get("ConsumedCapacity") or []
    read = write = 0
    for each in consumed if isinstance(consumed, list) else [consumed]:
        if operation in WRITES:
            write += each["CapacityUnits"]
        else:
            read += each["CapacityUnits"]
    return read, write


class Meter(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, engine_url):
        super().__init__(("127.0.0.1", 0), Handler)
        address = urllib.parse.urlsplit(engine_url)
        self.engine = (address.hostname, address.port)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.lock = threading.Lock()
        self.units = Units()  # Guarded by lock.
        self.thread = threading.Thread(target=self.serve_forever, daemon=True)
        self.thread.start()

    def add(self, operation, body, reply):
        text = body.decode()
        if operation != "TransactWriteItems" and any(sign in text for sign in BACKGROUND):
            return
        read, write = units_of(operation, json.loads(reply))
        if not read and not write:
            return
        with self.lock:
            self.units.read += read
            self.units.write += write
            self.units.calls[operation] += 1

    def take(self):
        """What was consumed since it was asked last."""
        with self.lock:
            taken, self.units = self.units, Units()
            return taken

    def stop(self):
        self.shutdown()
        self.server_close()
        self.thread.join()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = 1 << 16
    connection_to_engine = None

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if not self.connection_to_engine:
            self.connection_to_engine = http.client.HTTPConnection(*self.server.engine)
        sent = {name: value for name, value in self.headers.items()
                if name.lower() not in ("content-length", "host")}
        self.connection_to_engine.request("POST", "/", body, sent)
        response = self.connection_to_engine.getresponse()
        reply = response.read()
        if response.status == 200:
            self.server.add(self.headers["X-Amz-Target"].split(".")[1], body, reply)
        self.send_response(response.status)
        for name, value in response.headers.items():
            if name.lower() not in ("content-length", "connection"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(reply)))
        self.end_headers()
        self.wfile.write(reply)

    def log_message(self, *_):
        pass


class MeteredServer:
    """A norn (.server, .world) whose calls go through a .meter. Nothing follows the changes of its
    tables: the leases on that are another process's, so that what is measured is the request."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="norn-costs-")
        self.engine = Process([PROGRAM, "serve", "--data", os.path.join(self.folder.name, "data"),
                               "--listen", "none", "--dynamodb-listen", "127.0.0.1:0"])
        self.meter = self.server = None
        try:
            url = self.engine.expect(API_READY)[1]
            self.meter = Meter(url)
            self.tables = boto3.resource("dynamodb", endpoint_url=url, region_name=REGION,
                                         aws_access_key_id="local", aws_secret_access_key="local")
            self.server = Server(REMOTE, engine_url=self.meter.url)
            self.server.main.stop()
            self.hold_leases()
            self.server.start(is_new=True)
            self.world = World(self.server)
        except BaseException:
            self.stop()
            raise

    def hold_leases(self):
        for table in [table.name for table in self.tables.tables.all()]:
            key = f"READER#{table}"
            self.tables.Table("norn").update_item(
                Key={"PK": key, "SK": key},
                UpdateExpression="SET #process = :us, leaseEndsMs = :end",
                ExpressionAttributeNames={"#process": "process"},
                ExpressionAttributeValues={":us": "the test", ":end": 1 << 52})

    def stop(self):
        if self.server:
            self.server.stop()
        if self.meter:
            self.meter.stop()
        self.engine.stop()
        self.folder.cleanup()
