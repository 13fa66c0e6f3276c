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
        self.per_second = found["requests"] / (found["duration_us"] / 1e6)
        self.reply_bytes = found["bytes"] / found["requests"]
        self.cpu_us = cpu_s * 1e6 / found["requests"]  # Of the server, per request.
        self.p50_ms = found["p50_us"] / 1000
        self.p99_ms = found["p99_us"] / 1000


def run(server, path, operation, bodies, connections, seconds):
    """Keeps `connections` busy for a while. Every reply must be a success."""
    command = ["wrk", "-t", "1", "-c", str(connections), "-d", f"{seconds}s", "--timeout", "30s",
               "-s", str(SCRIPT), server.url(path), "--", str(bodies), operation, str(next(RUNS))]
    before = server.cpu_s()
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = json.loads(output.strip().splitlines()[-1])
    if found["refused"] or found["broken"] or not found["requests"]:
        raise RuntimeError(f"{operation} of {server.name}: {found}")
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
