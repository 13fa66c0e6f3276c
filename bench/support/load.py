"""Rates of requests, measured by wrk."""

import itertools
import json
import pathlib
import statistics
import subprocess

SCRIPT = pathlib.Path(__file__).with_name("requests.lua")
RUNS = itertools.count(1)


class Rate:
    """What one turn of wrk found."""

    def __init__(self, found, cpu_s):
        self.requests = found["requests"]
        self.per_second = found["requests"] / (found["duration_us"] / 1e6)
        self.reply_bytes = found["bytes"] / found["requests"]
        self.cpu_us = cpu_s * 1e6 / found["requests"]  # Of the server, per request.
        self.p50_ms = found["p50_us"] / 1000
        self.p99_ms = found["p99_us"] / 1000


def write_requests(path, method, headers, bodies=(), paths=()):
    """A file of requests that differ in their bodies or their paths only, for requests.lua."""
    with open(path, "w", encoding="utf-8") as out:
        out.write(method + "\n")
        for name, value in headers.items():
            out.write(f"{name}: {value}\n")
        out.write("\n")
        for body in bodies:
            out.write(json.dumps(body, separators=(",", ":")) + "\n")
        for each in paths:
            out.write(each + "\n")


def write_items(path, lines):
    """Pairs of a table and an item, for bench_fill."""
    with open(path, "w", encoding="utf-8") as out:
        for table, one in lines:
            out.write(f"{table}\t{json.dumps(one, ensure_ascii=False, separators=(',', ':'))}\n")


def run(server, url, requests, connections, seconds):
    """Keeps `connections` to the server busy for a while. Every reply must be a success."""
    command = ["wrk", "-t", "1", "-c", str(connections), "-d", f"{seconds}s", "--timeout", "30s",
               "-s", str(SCRIPT), url, "--", str(requests), str(next(RUNS))]
    before = server.cpu_s()
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = json.loads(output.strip().splitlines()[-1])
    if found["refused"] or found["broken"] or not found["requests"]:
        raise RuntimeError(f"{requests} of {server.name}: {found}")
    return Rate(found, server.cpu_s() - before)


def in_turns(measures, turns):
    """Runs every measure (name -> function) once per turn, so that all have the same neighbours.
    Returns the rates by name."""
    rates = {name: [] for name in measures}
    for turn in range(turns):
        names = list(measures)
        for name in names[turn % len(names):] + names[:turn % len(names)]:
            rates[name].append(measures[name]())
    return rates


def middle(rates, figure="per_second"):
    return statistics.median(getattr(rate, figure) for rate in rates)


def check_sizes(own, fixed):
    """Fails when replies were much smaller than the fixed ones that they are compared with."""
    if middle(own, "reply_bytes") < 0.95 * middle(fixed, "reply_bytes"):
        raise RuntimeError("the replies are not of the size of the fixed one")
