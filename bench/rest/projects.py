"""How long do the replies of large projects take, and how do they grow?"""

import datetime
import os
import random
import subprocess
import sys
import time

import load
import people
import projects_data as data
import servers
from report import short

BOARD_TASKS = (200, 2_000)
ACTIVITIES = (1_000, 100_000)
OWN_EVENTS = 300
OTHER_PROJECTS = 1_000  # Each has a thousandth of the events of others.
SEARCHED_PROJECTS = 10
SEARCH_P99_MS = 20
# One person asks, and of somebody who asks for so much no more than two requests run at a time.
SEARCHERS = READERS = 2
SETTLING_S = 1_800
SCOPES = ["projects:read"]


class Projects:
    def __init__(self, arguments, build, folder, report):
        self.arguments = arguments
        self.build = build
        self.folder = os.path.join(folder, "projects")
        self.report = report
        self.norn = None
        self.owner = self.viewer = None  # Their tokens.
        self.titles = []
        self.dice = random.Random(2)

    def measure(self, stack):
        self.norn, owner = people.start_site(self.build, self.folder)
        stack.callback(lambda: self.norn.stop())
        viewer, = people.sign_up(owner, 1)
        ids = [each.call("GET", "/api/v1/session").json["id"] for each in (owner, viewer)]
        self.owner, self.viewer = (
            each.call("POST", "/api/v1/tokens", {"name": "bench", "scopes": SCOPES}).json["text"]
            for each in (owner, viewer))
        self.fill(self.own_items(*ids), [])
        self.measure_boards()
        self.measure_activity()
        self.measure_search()
        self.measure_range("beside none of others")
        others = [f"other-{number:04}" for number in range(OTHER_PROJECTS)]
        self.fill((), others)
        self.measure_range(f"beside {short(self.arguments.others)} of others")

    def own_items(self, owner_id, viewer_id):
        """Of the person who asks: boards, activities, events, and what is searched."""
        for size in BOARD_TASKS:
            words = data.Words(size)
            yield from data.project(f"board-{size}", owner_id)
            for number in range(size):
                yield from data.task(f"board-{size}", number, words)[0]
        for size in ACTIVITIES:
            yield from data.project(f"activity-{size}", owner_id)
            for number in range(size):
                yield from data.activity(f"activity-{size}", owner_id, number)
        yield from data.project("events", owner_id)
        for number in range(OWN_EVENTS):
            yield from data.event("events", number)
        words = data.Words(3)
        for place in range(SEARCHED_PROJECTS):
            # Another person sees a tenth of it.
            yield from data.project(f"search-{place}", owner_id, *[viewer_id][place:])
            for number in range(self.arguments.tasks // SEARCHED_PROJECTS):
                items, title = data.task(f"search-{place}", number, words)
                yield from items
                if place == 0:
                    self.titles.append(title)

    def fill(self, items, other_projects):
        """Writes items into the tables of the server, which is stopped meanwhile."""
        self.norn.stop()
        begin = time.monotonic()
        once, names, each = (os.path.join(self.folder, name) for name in ("once", "names", "each"))
        load.write_items(once, ((data.TABLE, item) for item in items))
        with open(names, "w", encoding="utf-8") as out:
            out.writelines(name + "\n" for name in other_projects)
        load.write_items(each, ((data.TABLE, item)
                                for number in range(self.arguments.others // OTHER_PROJECTS)
                                for item in data.event(data.PLACEHOLDER, number)))
        program = os.path.join(self.build, "release", "bench", "bench_fill")
        count = subprocess.run(
            [program, "--data", os.path.join(self.folder, "data"), "--once", once,
             "--names", names, "--each", each], stdout=subprocess.PIPE, check=True).stdout
        print(f"  {int(count)} items in {time.monotonic() - begin:.0f} s", file=sys.stderr)
        self.norn.start()
        begin = time.monotonic()
        self.norn.settle(SETTLING_S)
        print(f"  counted and indexed in {time.monotonic() - begin:.0f} s", file=sys.stderr)

    def ask(self, paths, token, connections):
        requests = os.path.join(self.folder, "requests")
        load.write_requests(requests, "GET", {"Authorization": f"Bearer {token}"}, paths=paths)
        turn = lambda: load.run(self.norn, self.norn.web_url("/"), requests, connections,
                                self.arguments.seconds)
        return load.in_turns({"norn": turn}, self.arguments.turns)["norn"]

    def add(self, question, rates, remark="", target=None):
        p99_ms = load.middle(rates, "p99_ms")
        self.report.add(
            question, f"p99 {p99_ms:.2f} ms",
            f"p50 {load.middle(rates, 'p50_ms'):.2f} ms; {short(load.middle(rates))}/s, "
            f"{load.middle(rates, 'reply_bytes') / 1000:.0f} kB, processor time "
            f"{load.middle(rates, 'cpu_us'):.0f} us{remark}",
            f"p99 < {target} ms" if target else "", not target or p99_ms < target)

    def measure_boards(self):
        for size in BOARD_TASKS:
            path = f"/api/v1/projects/board-{size}/tasks"
            self.add(f"a board of {size} tasks, asked for before, {READERS} connections",
                     self.ask([path], self.owner, READERS))
            # With a filter nothing is kept.
            self.add(f"the same, made anew each time, {READERS} connections",
                     self.ask([path + "?weekStart=1"], self.owner, READERS))

    def measure_activity(self):
        for size in ACTIVITIES:
            path = f"/api/v1/projects/activity-{size}/activity?limit=50"
            self.add(f"50 activities of {size} in a project, {READERS} connections",
                     self.ask([path], self.owner, READERS))

    def measure_range(self, beside):
        paths = []
        for _ in range(1_000):
            first = data.FIRST_DAY + datetime.timedelta(self.dice.randrange(data.DAYS - 31))
            paths.append(f"/api/v1/projects/events/events?from={first}"
                         f"&to={first + datetime.timedelta(30)}")
        self.add(f"31 days of the {OWN_EVENTS} events of a project {beside}, {READERS} connections",
                 self.ask(paths, self.owner, READERS))

    def searches(self):
        """Of what people write: a word, two words of one title, and the beginning of a word."""
        for title in self.dice.choices(self.titles, k=1_000):
            first, second = self.dice.sample(title, 2)
            yield from (first, f"{first}%20{second}", first[:3])

    def measure_search(self):
        path = "/api/v1/search?q="
        for words in list(self.searches())[:30]:
            connection = people.Person(self.norn)
            reply = connection.call("GET", path + words,
                                    headers={"Authorization": f"Bearer {self.viewer}"})
            if not reply.json["hits"] or not reply.json["complete"]:
                raise RuntimeError(f"{words}: {reply.text!r}")
        paths = [path + words for words in self.searches()]
        tenth = self.arguments.tasks // SEARCHED_PROJECTS
        self.add(f"search over {short(tenth)} tasks, {SEARCHERS} connections",
                 self.ask(paths, self.viewer, SEARCHERS), "; one project")
        self.add(f"search over {short(self.arguments.tasks)} tasks, {SEARCHERS} connections",
                 self.ask(paths, self.owner, SEARCHERS),
                 f"; {SEARCHED_PROJECTS} of the {SEARCHED_PROJECTS + 5} projects of the person",
                 SEARCH_P99_MS)
