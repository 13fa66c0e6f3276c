#!/usr/bin/env python3
"""How fast does Norn answer DynamoDB's API, beside its peers and beside its own HTTP server with
fixed replies? docs/benchmarks.md explains the questions."""

import argparse
import contextlib
import os
import statistics
import sys

import connections
import data
import load
import peers
import servers
from report import Report, machine_facts, short

# operation -> how many times the better peer, and which part of the fixed reply.
TARGETS = {
    "GetItem": (10, 0.6),
    "Query": (40, 0.5),
    "PutItem": (5, None),
    "TransactWriteItems": (5, None),
    "BatchWriteItem": (5, None),
}
QUESTIONS = {
    "GetItem": "GetItem",
    "Query": f"Query of {data.PER_MONTH} items by a GSI",
    "PutItem": "PutItem",
    "TransactWriteItems": f"TransactWriteItems of {data.TRANSACTION}",
    "BatchWriteItem": f"BatchWriteItem of {data.BATCH}",
}
CACHE_MB = 268  # The block cache that Norn has by default: 256 MiB.
IDLE_CONNECTIONS = 10_000
SLOW_CONNECTIONS = 1_000


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build", help="the folder of builds and peers")
    parser.add_argument("--seconds", type=int, default=3, help="of one turn of one server")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--connections", type=int, nargs="+", default=[16, 64])
    parser.add_argument("--only", action="append", default=[],
                        choices=[*TARGETS, "start", "memory", "connections"])
    return parser.parse_args()


class Bench:
    def __init__(self, arguments):
        self.arguments = arguments
        self.build = os.path.abspath(arguments.build)
        self.folder = servers.clean(os.path.join(self.build, "bench-api"))
        self.report = Report()
        self.norn = None
        self.peers = []
        self.fixed = None

    def wants(self, question):
        return not self.arguments.only or question in self.arguments.only

    def operations(self):
        return [operation for operation in TARGETS if self.wants(operation)]

    def requests(self, operation):
        return os.path.join(self.folder, f"{operation}.requests")

    def write_requests(self, operation):
        load.write_requests(self.requests(operation), "POST", servers.headers_of(operation),
                            data.bodies(operation))

    def start(self, stack, server):
        stack.callback(server.stop)
        server.start()
        return server

    def start_servers(self, stack):
        place = os.path.join(self.folder, "{}").format
        self.norn = self.start(stack, servers.Norn(self.build, place("norn")))
        if self.operations():
            self.peers = [self.start(stack, peer) for peer in (
                peers.dynalite(self.build, place("dynalite")),
                peers.dynoxide(self.build, place("dynoxide-memory"), True),
                peers.dynoxide(self.build, place("dynoxide-disk"), False))]
        for server in [self.norn, *self.peers]:
            print(f"load {data.ITEMS} items into {server.name}", file=sys.stderr, flush=True)
            data.load(server.call)
        replies = {operation: self.norn.post(operation, data.bodies(operation)[0])
                   for operation in ("GetItem", "Query")}
        self.fixed = self.start(stack, servers.FixedReplies(
            self.build, place("fixed"), servers.HEADERS["Content-Type"], replies))

    def candidates(self, operation):
        """The servers that can do it, each after a reply that was right."""
        able = []
        for server in [self.norn, *self.peers]:
            try:
                data.check(operation, server.call(operation, data.bodies(operation)[0]))
                able.append(server)
            except servers.Refused as refusal:
                if server is self.norn:
                    raise
                print(f"  left out: {refusal}", file=sys.stderr, flush=True)
        return able

    def measure_operation(self, operation):
        self.write_requests(operation)
        able = self.candidates(operation)
        for count in self.arguments.connections:
            measures = {server.name: self.turn(server, operation, count) for server in able}
            _, part = TARGETS[operation]
            if part:
                measures[self.fixed.name] = self.turn(self.fixed, operation, count,
                                                      "/" + operation)
            rates = load.in_turns(measures, self.arguments.turns)
            if not part:
                for server in able:
                    data.check_written(server.call)
            self.judge(operation, count, rates)

    def turn(self, server, operation, count, path="/"):
        requests, seconds = self.requests(operation), self.arguments.seconds
        return lambda: load.run(server, server.url(path), requests, count, seconds)

    def judge(self, operation, count, rates):
        question = f"{QUESTIONS[operation]}, {count} connections"
        times, part = TARGETS[operation]
        middles = {name: load.middle(found) for name, found in rates.items()}
        ceiling = middles.pop(self.fixed.name, None)
        norn = middles.pop(self.norn.name)
        tail = f"p99 {load.middle(rates[self.norn.name], 'p99_ms'):.1f} ms"
        figures = ", ".join(f"{name} {short(rate)}" for name, rate in middles.items())
        best = max(middles.values())
        self.report.add(question, f"{norn / best:.1f} times the better peer",
                        f"{short(norn)}/s ({tail}); {figures}", f">= {times}",
                        norn >= times * best)
        if ceiling:
            own, fixed = rates[self.norn.name], rates[self.fixed.name]
            load.check_sizes(own, fixed)
            spent = f"{load.middle(own, 'cpu_us'):.0f} us of {load.middle(fixed, 'cpu_us'):.0f} us"
            self.report.add(question, f"{norn / ceiling:.0%} of a fixed reply",
                            f"{short(norn)}/s of {short(ceiling)}, which is "
                            f"{ceiling / best:.1f} times the better peer; processor time {spent}",
                            f">= {part:.0%}", norn >= part * ceiling)

    def measure_start(self):
        """The time to the first answer and the memory then: with no data, and with the table."""
        for question, again in (("start to first answer, new folder", False),
                                ("start to first answer, the table in it", True)):
            times, memory = [], []
            for turn in range(5):
                folder = os.path.join(self.folder, "norn" if again else f"new-{turn}")
                server = servers.Norn(self.build, folder)
                times.append(server.start())
                memory.append(server.memory_mb())
                server.stop()
            middle = statistics.median(times)
            self.report.add(question, f"{middle:.0f} ms",
                            f"between {min(times):.0f} and {max(times):.0f} ms", "< 100 ms",
                            middle < 100)
            if not again:
                idle = statistics.median(memory)
                self.report.add("memory when idle", f"{idle:.0f} MB", "after the first answer",
                                "< 40 MB", idle < 40)

    def measure_memory(self):
        held, most = self.norn.memory_mb(), self.norn.memory_mb("VmHWM")
        self.report.add("memory after the run", f"{held:.0f} MB",
                        f"at most {most:.0f} MB; block cache {CACHE_MB} MB",
                        f"< {CACHE_MB + 100} MB", held < CACHE_MB + 100)

    def measure_connections(self):
        if not connections.allow_files(IDLE_CONNECTIONS + 500):
            self.report.add(f"{IDLE_CONNECTIONS} idle connections", "not measured",
                            "the limit of open files is too low (ulimit -n)", "< 200 MB", False)
        else:
            self.measure_idle()
        self.measure_slow()

    def measure_idle(self):
        server = servers.Norn(self.build, os.path.join(self.folder, "idle"))
        server.start()
        try:
            before = server.memory_mb()
            with connections.idle(server.port, IDLE_CONNECTIONS) as still_open:
                held = server.memory_mb()
                open_now = still_open()
        finally:
            server.stop()
        remark = f"{before:.0f} MB before; {open_now} of them open when it was measured"
        self.report.add(f"memory with {IDLE_CONNECTIONS} idle connections", f"{held:.0f} MB",
                        remark, "< 200 MB", held < 200 and open_now == IDLE_CONNECTIONS)

    def measure_slow(self):
        """A healthy client's p99 beside clients that never finish their headers, in turns."""
        self.write_requests("GetItem")
        healthy = self.turn(self.norn, "GetItem", 4)
        alone, beside, replaced = [], [], 0
        for _ in range(self.arguments.turns):
            alone.append(healthy())
            with connections.Slow(self.norn.port, SLOW_CONNECTIONS) as slow:
                beside.append(healthy())
            replaced += slow.replaced
        before, after = load.middle(alone, "p99_ms"), load.middle(beside, "p99_ms")
        remark = (f"{after:.2f} ms, {before:.2f} ms without them; {short(load.middle(beside))}/s, "
                  f"{short(load.middle(alone))}/s without; {replaced} of them were cut off")
        self.report.add(f"a healthy client's p99 beside {SLOW_CONNECTIONS} slow ones",
                        f"{after / before:.2f} times", remark, "< 2", after < 2 * before)

    def run(self):
        with contextlib.ExitStack() as stack:
            self.start_servers(stack)
            for operation in self.operations():
                self.measure_operation(operation)
            if self.wants("memory"):
                self.measure_memory()
            if self.wants("connections"):
                self.measure_connections()
        if self.wants("start"):
            self.measure_start()
        self.report.write(os.path.join(self.build, "bench-api.md"),
                          machine_facts(*peers.versions()))


if __name__ == "__main__":
    Bench(parse_arguments()).run()
