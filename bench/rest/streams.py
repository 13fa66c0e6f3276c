"""How long does a change take to reach the open pages of a calendar's members, and what does a page
that is only open cost?"""

import json
import os
import subprocess
import time

import people

READERS = 40
STREAMS_PER_READER = 25
CHANGES_PER_S = 20
SETTLE_S = 2
DELAY_MS = 50


class Streams:
    def __init__(self, arguments, build, folder, report):
        self.arguments = arguments
        self.build = build
        self.folder = os.path.join(folder, "streams")
        self.report = report
        self.count = READERS * STREAMS_PER_READER

    def measure(self, stack):
        server, owner = people.start_site(self.build, self.folder)
        stack.callback(server.stop)
        readers = people.sign_up(owner, READERS)
        calendar_id = owner.new_calendar("Family")
        people.share(owner, calendar_id, readers, "reader")
        # Checking passwords takes memory for a moment, which would hide what the streams take.
        server.stop()
        server.start()
        owner.call("GET", f"/api/v1/calendars/{calendar_id}")

        client = stack.enter_context(self.start_client(server, owner, readers, calendar_id))
        stack.callback(client.kill)
        self.measure_idle(server, client)
        self.measure_delays(client)

    def start_client(self, server, owner, readers, calendar_id):
        """The client that opens the streams when it is told to, and then makes the changes."""
        cookies = os.path.join(self.folder, "cookies")
        with open(cookies, "w", encoding="utf-8") as out:
            for person in [owner, *readers]:
                out.write(person.headers()["Cookie"] + "\n")
        changes = CHANGES_PER_S * self.arguments.stream_seconds
        return subprocess.Popen(
            [os.path.join(self.build, "release", "bench", "bench_rest"),
             "--port", str(server.web_port), "--cookies", cookies, "--calendar", calendar_id,
             "--streams", str(self.count), "--changes", str(changes),
             "--per-second", str(CHANGES_PER_S)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def tell(self, client, word):
        """Lets the client do its next step, and returns what it says when it is done."""
        client.stdin.write(word + "\n")
        client.stdin.flush()
        line = client.stdout.readline()
        if not line:
            raise RuntimeError(f"the client of the streams ended with {client.wait()}")
        return json.loads(line)

    def measure_idle(self, server, client):
        time.sleep(SETTLE_S)
        before_mb = server.memory_mb()
        opened = self.tell(client, "open")
        time.sleep(SETTLE_S)
        after_mb, begin_cpu_s = server.memory_mb(), server.cpu_s()
        time.sleep(self.arguments.stream_seconds)
        share = (server.cpu_s() - begin_cpu_s) / self.arguments.stream_seconds
        self.report.add(f"memory of a stream, {self.count} open",
                        f"{(after_mb - before_mb) * 1000 / self.count:.1f} kB",
                        f"{before_mb:.1f} MB before, {after_mb:.1f} MB with them; "
                        f"opened in {opened['open_ms']:.0f} ms")
        self.report.add(f"processor time of {self.count} idle streams", f"{share:.1%} of a core",
                        "watching for changes, and whether their sessions are still valid")

    def measure_delays(self, client):
        found = self.tell(client, "change")
        if found["missing"] or found["closed"]:
            raise RuntimeError(f"not everything arrived: {found}")
        after, whole = found["after_reply"], found["after_request"]
        question = f"a change reaches {self.count} streams"
        self.report.add(question, f"p99 {after['p99_ms']:.1f} ms after it is acknowledged",
                        f"{describe(after)}; {found['changes']} changes, {CHANGES_PER_S} a second",
                        f"< {DELAY_MS} ms", after["p99_ms"] < DELAY_MS)
        self.report.add("the same from when the request is sent",
                        f"p99 {whole['p99_ms']:.1f} ms", describe(whole))


def describe(delays):
    return f"p50 {delays['p50_ms']:.1f} ms, at most {delays['max_ms']:.1f} ms"
