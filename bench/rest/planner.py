"""How many week views of planners are made in a second, with recurring things expanded?"""

import datetime
import http.client
import os
import random
import shutil
import subprocess
import sys
import time

import load
import people
import planner_data as data
import servers
from report import short

RATE = 10_000  # Ten times what the design wants.
P99_MS = 20
CACHE_MB = 2048  # As somebody would choose who has so many people; everything is three times that.
CHECKED = 40   # People whose views are compared with what was loaded.
ASKED_PER_S = 25_000  # More than are answered, so that no turn comes round to where it began.
SETTLING_S = 900
WARM_UP_TURNS = 5  # Until as many replies are kept as ever.


class Planner:
    def __init__(self, arguments, build, folder, report):
        self.arguments = arguments
        self.build = build
        self.folder = os.path.join(folder, "planner")
        self.report = report
        self.norn = None
        self.client = None
        self.fixed = None
        self.people = []
        self.dice = random.Random(1)

    def measure(self, stack):
        lives = [data.Life(number) for number in range(data.LIVES)]
        self.people = [data.Person(number, lives) for number in range(self.arguments.people)]
        self.norn, self.client = people.start_site(self.build, self.folder, "--cache-mb",
                                                     str(CACHE_MB))
        self.norn.stop()
        self.fill(lives)
        self.norn.start()
        stack.callback(self.norn.stop)
        self.norn.settle(SETTLING_S)
        body, content_type = self.check()
        self.fixed = servers.FixedReplies(self.build, os.path.join(self.folder, "fixed"),
                                          content_type, {"week": body})
        stack.callback(self.fixed.stop)
        self.fixed.start()
        if self.arguments.beside:
            self.measure_beside(stack)
            return
        self.measure_current()
        self.measure_anew()

    def fill(self, lives):
        """Writes everybody's items into the tables of the server, which is not running."""
        begin = time.monotonic()
        paths = {name: os.path.join(self.folder, name) for name in ("once", "names")}
        load.write_items(paths["once"], ((data.ACCOUNTS, item) for person in self.people
                                         for item in person.account_items()))
        with open(paths["names"], "w", encoding="utf-8") as out:
            out.writelines(person.name + "\n" for person in self.people)
        each = []
        for number, life in enumerate(lives):
            path = os.path.join(self.folder, f"life-{number}")
            load.write_items(path, ((data.TABLE, item) for item in life.items()))
            each += ["--each", path]
        program = os.path.join(self.build, "release", "bench", "bench_fill")
        count = subprocess.run(
            [program, "--data", os.path.join(self.folder, "data"), "--once", paths["once"],
             "--names", paths["names"], *each], stdout=subprocess.PIPE, check=True).stdout
        print(f"  {int(count)} items in {time.monotonic() - begin:.0f} s", file=sys.stderr)

    def get(self, person, path):
        return self.client.call("GET", path, headers={"Cookie": person.cookie})

    def view_path(self, first):
        return f"/api/v1/planner/view?from={first}&to={first + datetime.timedelta(6)}"

    def check(self):
        """Fails when views are not what was loaded. Returns one of the usual size."""
        replies = []
        for person in self.dice.sample(self.people, CHECKED):
            for first in (monday(), self.random_day()):
                reply = self.get(person, self.view_path(first))
                shown = {one["id"]: one["title"] for one in reply.json["occurrences"]}
                if shown != person.expected(first, first + datetime.timedelta(6)):
                    raise RuntimeError(f"{reply.text!r} is not what was loaded")
                replies.append(reply)
        replies.sort(key=lambda reply: len(reply.text))
        usual = replies[len(replies) // 2]
        counts = [len(reply.json["occurrences"]) for reply in replies]
        self.report.add("what a week view shows", f"{sum(counts) / len(counts):.0f} things",
                        f"{len(usual.text) / 1000:.0f} kB; {len(counts)} views compared with what "
                        "was loaded")
        return usual.text, usual.headers["Content-Type"]

    def random_day(self):
        return data.FIRST_DAY + datetime.timedelta(self.dice.randrange(data.DAYS - 6))

    def turn(self, name, first_day, norn=None):
        """Asks for views of random people, other ones in each turn."""
        norn = norn or self.norn

        def run():
            requests = os.path.join(self.folder, f"{name}.requests")
            count = ASKED_PER_S * self.arguments.seconds
            paths = (f"{self.view_path(first_day())}\tCookie: {person.cookie}"
                     for person in self.dice.choices(self.people, k=count))
            load.write_requests(requests, "GET", {}, paths=paths)
            return load.run(norn, norn.web_url("/"), requests,
                            self.arguments.connections, self.arguments.seconds)
        return run

    def fixed_turn(self):
        requests = os.path.join(self.folder, "fixed.requests")
        load.write_requests(requests, "GET", {"Cookie": self.people[0].cookie})
        return load.run(self.fixed, self.fixed.url("/week"), requests,
                        self.arguments.connections, self.arguments.seconds)

    def look_once(self):
        """Everybody looks at this week, which is kept from then on."""
        connection = http.client.HTTPConnection("127.0.0.1", self.norn.web_port,
                                                timeout=servers.PATIENCE_S)
        for person in self.people:
            connection.request("GET", self.view_path(monday()), headers={"Cookie": person.cookie})
            reply = connection.getresponse()
            if not reply.read() or reply.status != 200:
                raise RuntimeError(f"{person.id}: {reply.status}")
        connection.close()

    def measure_current(self):
        """What people ask for who open the page."""
        self.look_once()
        turn = self.turn("current", monday)
        rates = load.in_turns({"norn": turn}, self.arguments.turns)["norn"]
        self.add("this week of a random person, asked for before", rates,
                 f"{short(len(self.people))} replies are kept")

    def measure_anew(self):
        rates = load.in_turns({"norn": self.turn("anew", self.random_day),
                               "fixed": self.fixed_turn}, self.arguments.turns)
        own, fixed = rates["norn"], rates["fixed"]
        part = load.middle(own) / load.middle(fixed)
        self.add("any seven days of a random person, made anew each time", own,
                 f"{part:.0%} of a fixed reply of {load.middle(fixed, 'reply_bytes') / 1000:.0f} "
                 f"kB: {short(load.middle(fixed))}/s, {load.middle(fixed, 'cpu_us'):.0f} us")

    def measure_beside(self, stack):
        """The processor time of two programs on the same data, which tells something on a machine
        that does other things, too."""
        self.norn.stop()
        folder = os.path.join(self.folder, "beside")
        shutil.copytree(os.path.join(self.folder, "data"), os.path.join(folder, "data"))
        other = servers.Norn(self.build, folder, "--rate-limit", "0", "--cache-mb", str(CACHE_MB))
        other.command[0] = self.arguments.beside
        programs = {"this": self.norn, "other": other}
        for program in programs.values():
            program.start()
            stack.callback(program.stop)
            program.settle(SETTLING_S)
        measures = {name: self.turn(name, self.random_day, program)
                    for name, program in programs.items()}
        load.in_turns(measures, WARM_UP_TURNS)
        rates = load.in_turns(measures, self.arguments.turns)
        own_us, other_us = (load.middle(rates[name], "cpu_us") for name in ("this", "other"))
        self.report.add("any seven days of a random person, made anew, beside the other program",
                        f"{own_us / other_us:.2f} of its processor time",
                        f"{own_us:.0f} us of {other_us:.0f} us; "
                        f"{short(load.middle(rates['this']))}/s of "
                        f"{short(load.middle(rates['other']))}")

    def add(self, question, rates, remark):
        rate, p99_ms = load.middle(rates), load.middle(rates, "p99_ms")
        self.report.add(
            f"{question}, {self.arguments.connections} connections", f"{short(rate)}/s",
            f"p50 {load.middle(rates, 'p50_ms'):.2f} ms, p99 {p99_ms:.2f} ms; processor time "
            f"{load.middle(rates, 'cpu_us'):.0f} us; {remark}",
            f">= {short(RATE)}/s, p99 < {P99_MS} ms", rate >= RATE and p99_ms < P99_MS)


def monday():
    today = datetime.date.today()
    return today - datetime.timedelta(today.weekday())
