"""Several norn processes on one remote store, behind one address."""

import collections
import itertools
import os
import re
import select
import socket
import tempfile
import threading
import types
import urllib.parse

import boto3

from norn_server import API_READY, PROGRAM, REGION, REMOTE, SETUP, Process, Server
from people import World

CHUNK = 1 << 16


class Balancer:
    """One address for all of them: each connection goes to the next process that takes it. It is
    used as a server by clients."""

    def __init__(self, servers):
        self.servers = servers
        self.host_headers = {}
        self.turns = itertools.count()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.host, self.port = self.listener.getsockname()
        self.url = f"http://{self.host}:{self.port}"
        self.thread = threading.Thread(target=self.accept_forever, daemon=True)
        self.thread.start()

    def accept_forever(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return  # Stopped.
            threading.Thread(target=self.pass_on, args=(client,), daemon=True).start()

    def connect(self):
        for _ in self.servers:
            server = self.servers[next(self.turns) % len(self.servers)]
            try:
                return socket.create_connection((server.host, server.port))
            except OSError:
                continue  # It was killed; the next one.
        return None

    def pass_on(self, client):
        with client:
            server = self.connect()
            if server is None:
                return
            with server:
                other = {client: server, server: client}
                try:
                    while True:
                        for ready in select.select(list(other), [], [])[0]:
                            sent = ready.recv(CHUNK)
                            if not sent:
                                return
                            if ready is client:
                                self.saw(sent)
                            other[ready].sendall(sent)
                except OSError:
                    return  # One of them was killed.

    def saw(self, sent):
        """What a client has sent."""

    def stop(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.thread.join()


class Tap(Balancer):
    """Between the processes and their store: counts the calls that read the stream of each
    table."""

    RECORDS = re.compile(rb'"ShardIterator":"arn:[^"|]*:table/([^/"]+)/')

    def __init__(self, url):
        address = urllib.parse.urlsplit(url)
        self.counts = collections.Counter()
        super().__init__([types.SimpleNamespace(host=address.hostname, port=address.port)])

    def saw(self, sent):
        self.counts.update(table.decode() for table in self.RECORDS.findall(sent))


class Cluster:
    """An engine, some processes on it (.servers, through a .tap), one address (.balancer), and the
    first account (.world)."""

    def __init__(self, count, *arguments):
        self.folder = tempfile.TemporaryDirectory(prefix="norn-processes-")
        self.servers = []
        self.balancer = self.tap = None
        self.engine = Process([PROGRAM, "serve", "--data", os.path.join(self.folder.name, "data"),
                               "--listen", "none", "--dynamodb-listen", "127.0.0.1:0"])
        try:
            self.start_all(count, arguments)
        except BaseException:
            self.stop()
            raise

    def start_all(self, count, arguments):
        self.engine_url = self.engine.expect(API_READY)[1]
        credentials = {"endpoint_url": self.engine_url, "region_name": REGION,
                       "aws_access_key_id": "local", "aws_secret_access_key": "local"}
        self.tables = boto3.resource("dynamodb", **credentials)
        self.streams = boto3.client("dynamodbstreams", **credentials)
        self.tap = Tap(self.engine_url)
        for _ in range(count):
            self.servers.append(Server(REMOTE, *arguments, engine_url=self.tap.url))
        self.servers.reverse()
        self.balancer = Balancer(self.servers)
        first = self.servers[0]  # Of the secrets, the one that was printed last counts.
        first.setup_secret = first.main.expect(SETUP)[2]
        self.world = World(first)

    def stop(self):
        if self.balancer:
            self.balancer.stop()
        for server in self.servers:
            server.stop()
        if self.tap:
            self.tap.stop()
        self.engine.stop()
        self.folder.cleanup()

    def kill(self, server):
        """As kill -9 does; `start` starts it again, at another port."""
        server.main.crash()
        server.main = None

    def start(self, server):
        server.start(is_new=False)

    def items(self, partition):
        """The items of a partition of `norn`."""
        reply = self.tables.Table("norn").query(
            KeyConditionExpression="PK = :pk", ExpressionAttributeValues={":pk": partition},
            ConsistentRead=True)
        return reply["Items"]

    def item(self, key):
        reply = self.tables.Table("norn").get_item(Key={"PK": key, "SK": key}, ConsistentRead=True)
        return reply.get("Item")

    def set_lease(self, key, sort, attribute, end_ms):
        """As if time had passed, or as if the lease had just been renewed."""
        self.tables.Table("norn").update_item(
            Key={"PK": key, "SK": sort}, UpdateExpression="SET #a = :end",
            ConditionExpression="attribute_exists(#a)", ExpressionAttributeNames={"#a": attribute},
            ExpressionAttributeValues={":end": end_ms})

    def norn_changes(self):
        """All changes of the table `norn` since it was made, in their order: (old, new)."""
        arn = self.tables.Table("norn").latest_stream_arn
        shards = self.streams.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"]
        for shard in shards:
            iterator = self.streams.get_shard_iterator(
                StreamArn=arn, ShardId=shard["ShardId"],
                ShardIteratorType="TRIM_HORIZON")["ShardIterator"]
            while iterator:
                reply = self.streams.get_records(ShardIterator=iterator)
                for record in reply["Records"]:
                    change = record["dynamodb"]
                    yield change.get("OldImage", {}), change.get("NewImage", {})
                iterator = reply.get("NextShardIterator") if reply["Records"] else None


# How leases are written: of tables' readers, and of sweeps. The first is whose it is, the second
# until when, in milliseconds.
LEASES = {"READER": ("process", "leaseEndsMs"), "SWEEP": ("leaseOwner", "leaseUntil")}


def stolen_leases(changes, lease_ms):
    """The changes in which a process took a lease that another one had and that had not ended.
    `lease_ms` is how long each kind lasts from when it is written, which gives the time of the
    change."""
    stolen = []
    for old, new in changes:
        kind = new.get("entityType", {}).get("S")
        if kind not in LEASES:
            continue
        owner, end = LEASES[kind]
        before, after = old.get(owner, {}).get("S"), new.get(owner, {}).get("S")
        if not before or not after or before == after:
            continue
        taken_at = int(new[end]["N"]) - lease_ms[kind]
        if int(old[end]["N"]) > taken_at:
            stolen.append((old, new))
    return stolen
