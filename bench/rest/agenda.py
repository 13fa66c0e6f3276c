"""What does one agenda of all apps cost beside asking each app by itself?"""

import datetime
import http.client
import os
import random
import zoneinfo

import family_data
import load
import people
import servers
from report import short

CALENDARS, ENTRIES = 12, 100
EVENTS, SERIES = 300, 10  # Of each calendar, and of the planner.
PROJECTS, TASKS, PROJECT_EVENTS = 5, 40, 40
PLACES, STAYS = 3, 40
RELATIVES = 500
# So small that hardly any reply is still kept when the same days are asked for again.
SMALL_CACHE_MB = 8
COST, PART, P99_MS = 1.3, 0.5, 20
BROWSER = {"Accept-Encoding": "gzip, deflate, br, zstd"}
SETTLING_S = 300
# Of one person, who gets no more than two such requests done at once.
READERS = 2
ASKED_PER_S = 3_000
ZONES = sorted(name for name in zoneinfo.available_timezones() if name.startswith("Europe/"))
YEAR = datetime.date.today().year + 1  # Places take bookings of days to come only.
FIRST_DAY = datetime.date(YEAR, 1, 1)
DAYS = 364
SCOPES = [f"{app}:read" for app in ("calendars", "planner", "projects", "bookings", "family")]
RULES = ["FREQ=WEEKLY;BYDAY=MO", "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=TU,TH", "FREQ=MONTHLY",
         "FREQ=WEEKLY;INTERVAL=2;BYDAY=WE"]


class Agenda:
    def __init__(self, arguments, build, folder, report):
        self.arguments = arguments
        self.build = build
        self.folder = os.path.join(folder, "agenda")
        self.report = report
        self.dice = random.Random(1)
        self.norn = None
        self.owner = None
        self.calendars = []

    def measure(self, stack):
        self.norn, self.owner = people.start_site(self.build, self.folder, "--cache-mb",
                                                  str(SMALL_CACHE_MB))
        stack.callback(self.norn.stop)
        self.fill()
        self.token = self.owner.call("POST", "/api/v1/tokens", {
            "name": "bench", "scopes": SCOPES}).json["text"]
        self.norn.settle(SETTLING_S)
        self.check()
        self.measure_anew()
        self.restart_with_usual_cache(stack)
        self.measure_kept()

    def restart_with_usual_cache(self, stack):
        """In the small one there is no room to keep the agenda of a person with so much."""
        self.norn.stop()
        self.norn = servers.Norn(self.build, self.folder, "--rate-limit", "0")
        self.norn.start()
        stack.callback(self.norn.stop)
        self.owner.server = self.norn
        self.norn.settle(SETTLING_S)

    def post(self, path, **body):
        return self.owner.call("POST", path, body).json

    def fill(self):
        for number in range(CALENDARS):
            calendar = self.owner.new_calendar(f"Calendar {number}")
            self.calendars.append(calendar)
            for _ in range(ENTRIES):
                self.post(f"/api/v1/calendars/{calendar}/entries", title="Parents' evening",
                          date=str(self.day()), location="Town hall, 1st floor",
                          kind=self.dice.choice([
                              {"type": "AllDay"}, {"type": "Task"},
                              {"type": "Timed", "start": "09:00:00", "end": "10:00:00"}]))
            self.fill_events(f"/api/v1/calendars/{calendar}/events")
        self.fill_events("/api/v1/planner/events")
        me = self.owner.call("GET", "/api/v1/session").json["id"]
        for number in range(PROJECTS):
            project = self.post("/api/v1/projects", name=f"Project {number}", color="#FF9900")
            path = f"/api/v1/projects/{project['id']}"
            for _ in range(TASKS):
                self.post(f"{path}/tasks", title="Order seeds", assigneeId=me,
                          dueDate=str(self.day()))
            for _ in range(PROJECT_EVENTS):
                day = self.day()
                self.post(f"{path}/events", title="Meeting", startDate=f"{day}T09:00:00Z",
                          endDate=f"{day}T10:00:00Z")
        for number in range(PLACES):
            place = self.post("/api/v1/places", name=f"Place {number}", color="#22C55E")
            for stay in range(STAYS):
                first = FIRST_DAY + datetime.timedelta(stay * DAYS // STAYS)
                self.post(f"/api/v1/places/{place['id']}/events", start=str(first),
                          end=str(first + datetime.timedelta(3)))
        self.import_tree()

    def fill_events(self, path):
        for number in range(EVENTS + SERIES):
            day = self.day() if number < EVENTS else FIRST_DAY
            repeats = {"rrule": RULES[number % len(RULES)]} if number >= EVENTS else {}
            hour = self.dice.randrange(7, 19)
            self.post(path, title="Choir rehearsal", location="Café Müller",
                      start=f"{day}T{hour:02}:00", end=f"{day}T{hour + 1:02}:00",
                      startTzid="Europe/Berlin", **repeats)

    def import_tree(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.norn.web_port)
        connection.request("POST", "/api/v1/tree-imports?name=Village",
                           family_data.Village(RELATIVES).file(),
                           self.owner.headers() | {"Content-Type": "application/octet-stream"})
        reply = connection.getresponse()
        if reply.status >= 300:
            raise RuntimeError(f"{reply.status} {reply.read()!r}")
        connection.close()

    def day(self):
        return FIRST_DAY + datetime.timedelta(self.dice.randrange(DAYS))

    def agenda_path(self, first, zone):
        return (f"/api/v1/agenda?from={first}&to={first + datetime.timedelta(6)}"
                f"&zone={zone.replace('/', '%2F')}")

    def part_paths(self, first, zone):
        """What a page would ask for that knows no agenda."""
        last, after = first + datetime.timedelta(6), first + datetime.timedelta(7)
        zone = zone.replace("/", "%2F")
        yield from (f"/api/v1/calendars/{calendar}/entries?from={first}&to={last}"
                    for calendar in self.calendars)
        yield from (f"/api/v1/calendars/{calendar}/view?from={first}&to={last}&tzid={zone}"
                    for calendar in self.calendars)
        yield f"/api/v1/planner/view?from={first}&to={last}&tzid={zone}"
        yield f"/api/v1/tasks?timeZone={zone}"
        yield f"/api/v1/project-events?from={first}&to={last}&timeZone={zone}"
        yield f"/api/v1/bookings?start={first - datetime.timedelta(1)}&end={after}"
        yield f"/api/v1/tree-anniversaries?from={first}&to={last}"

    def check(self):
        """Fails when an agenda has not as much as its parts."""
        first = FIRST_DAY + datetime.timedelta(100)
        agenda = self.owner.call("GET", self.agenda_path(first, "Europe/Berlin"))
        items = agenda.json["items"]
        counts = {app: sum(item["app"] == app for item in items)
                  for app in ("calendars", "planner", "projects", "bookings", "family")}
        parts = [self.owner.call("GET", path).json
                 for path in self.part_paths(first, "Europe/Berlin")]
        entries, views, planner = (parts[:CALENDARS], parts[CALENDARS:2 * CALENDARS],
                                   parts[2 * CALENDARS])
        expected = (sum(len(part["entries"]) for part in entries) +
                    sum(len(part["occurrences"]) for part in views),
                    len(planner["occurrences"]))
        if agenda.json["failed"] or (counts["calendars"], counts["planner"]) != expected or not \
                all(counts.values()):
            raise RuntimeError(f"{counts} is not what the apps say: {expected}")
        self.report.add("what the agenda of a week shows", f"{len(items)} things",
                        f"{len(agenda.text) / 1000:.0f} kB; " +
                        ", ".join(f"{count} of {app}" for app, count in counts.items()))

    def turn(self, name, paths, **headers):
        def run():
            requests = os.path.join(self.folder, f"{name}.requests")
            headers["Authorization"] = f"Bearer {self.token}"
            load.write_requests(requests, "GET", headers, paths=paths())
            return load.run(self.norn, self.norn.web_url("/"), requests,
                            READERS, self.arguments.seconds)
        return run

    def anew(self):
        for _ in range(ASKED_PER_S * self.arguments.seconds):
            yield self.agenda_path(self.day(), self.dice.choice(ZONES))

    def parts(self):
        for _ in range(ASKED_PER_S * self.arguments.seconds):
            yield from self.part_paths(self.day(), self.dice.choice(ZONES))

    def measure_anew(self):
        rates = load.in_turns({"agenda": self.turn("anew", self.anew),
                               "parts": self.turn("parts", self.parts)}, self.arguments.turns)
        own, parts = rates["agenda"], rates["parts"]
        count = len(list(self.part_paths(FIRST_DAY, "UTC")))
        own_us, parts_us = load.middle(own, "cpu_us"), load.middle(parts, "cpu_us") * count
        self.report.add(f"the agenda of any week, made anew, beside its {count} parts",
                        f"{own_us / parts_us:.2f} of their processor time",
                        f"{own_us:.0f} us; the parts together {parts_us:.0f} us; "
                        f"{short(load.middle(own))}/s, p50 {load.middle(own, 'p50_ms'):.2f} ms, "
                        f"p99 {load.middle(own, 'p99_ms'):.2f} ms",
                        f"<= {COST}", own_us <= COST * parts_us)

    def measure_kept(self):
        """As browsers ask, which take compressed replies, and as programs do that do not."""
        p99_ms = self.compare_kept("by a browser (zstd)", BROWSER, PART)
        self.compare_kept("not compressed", {})
        self.report.add(f"the first: the slowest of a hundred, {READERS} connections",
                        f"p99 {p99_ms:.2f} ms", "", f"< {P99_MS} ms", p99_ms < P99_MS)

    def compare_kept(self, how, headers, target=None):
        first = FIRST_DAY + datetime.timedelta(100)
        agenda, view = self.agenda_path(first, "Europe/Berlin"), (
            f"/api/v1/planner/view?from={first}&to={first + datetime.timedelta(6)}")
        rates = load.in_turns({"agenda": self.turn("kept", lambda: [agenda], **headers),
                               "planner": self.turn("view", lambda: [view], **headers)},
                              self.arguments.turns)
        own, planner = rates["agenda"], rates["planner"]
        part = load.middle(own) / load.middle(planner)
        self.report.add(f"a kept agenda of a week, beside a kept week of the planner, {how}",
                        f"{part:.0%} of its rate",
                        f"{short(load.middle(own))}/s of "
                        f"{load.middle(own, 'reply_bytes') / 1000:.0f} kB, processor time "
                        f"{load.middle(own, 'cpu_us'):.0f} us; the planner "
                        f"{short(load.middle(planner))}/s of "
                        f"{load.middle(planner, 'reply_bytes') / 1000:.0f} kB, "
                        f"{load.middle(planner, 'cpu_us'):.0f} us",
                        *([f">= {target:.0%}", part >= target] if target else []))
        return load.middle(own, "p99_ms")
