"""Honest people: each looks at a month and a week, writes entries and events, at the pace of
somebody who is quick."""

import http.client
import json
import statistics
import time

import servers

PAUSE_S = 0.1
NIGHTS = "start=2026-05-01&end=2026-06-01"
DAYS = 27  # Of each month, one entry each: what is looked at does not grow.
WEEK = "/api/v1/planner/view?from=2026-05-04&to=2026-05-10"


class Worker:
    def __init__(self, person):
        self.person = person
        self.calendar = person.new_calendar("Work")
        self.place = person.call("POST", "/api/v1/places", {
            "name": "Cottage", "color": "#22C55E"}).json["id"]
        self.turn = 0

    def work(self, stopping, result):
        """In a process of its own; puts what it has seen into `result`."""
        connection = None
        latencies_ms, ids, failures = [], [], []
        while not stopping.is_set():
            for path, body in self.next_requests():
                if connection is None:
                    connection = http.client.HTTPConnection(
                        "127.0.0.1", self.person.server.web_port, timeout=servers.PATIENCE_S,
                        source_address=(self.person.address, 0))
                begin = time.perf_counter()
                try:
                    made = self.send(connection, path, body)
                    if made:
                        ids.append((path, made))
                except (OSError, http.client.HTTPException, servers.Refused) as error:
                    failures.append(type(error).__name__ if not isinstance(error, servers.Refused)
                                    else str(error))
                    connection.close()
                    connection = None
                latencies_ms.append((time.perf_counter() - begin) * 1000)
                time.sleep(PAUSE_S)
        result.put((latencies_ms, ids, failures))

    def next_requests(self):
        months, day = divmod(self.turn, DAYS)
        month = f"{2026 + months // 12}-{months % 12 + 1:02}"
        self.turn += 1
        yield (f"/api/v1/calendars/{self.calendar}/entries?from={month}-01&to={month}-{DAYS}",
               None)
        yield f"/api/v1/calendars/{self.calendar}/entries", {
            "title": f"Entry {self.turn}", "date": f"{month}-{day + 1:02}",
            "kind": {"type": "AllDay"}}
        yield WEEK, None
        yield "/api/v1/planner/events", {
            "title": f"Event {self.turn}", "isAllDay": True,
            "startDate": f"{month}-{day + 1:02}", "endDate": f"{month}-{day + 2:02}"}
        yield f"/api/v1/places/{self.place}/events?{NIGHTS}", None

    def send(self, connection, path, body):
        """The id of what was made, if something was."""
        headers = self.person.headers() | {"Content-Type": "application/json"}
        method = "GET" if body is None else "POST"
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        text = response.read()
        if not 200 <= response.status < 300:
            raise servers.Refused(f"{response.status}")
        return None if body is None else json.loads(text)["id"]

    def count_lost(self, runs):
        """How many of the things of these runs are not there any more."""
        lost = 0
        for path, made in (each for run in runs for each in run):
            base = "/api/v1/entries" if path.endswith("/entries") else "/api/v1/planner/events"
            lost += 0 if self.is_there(f"{base}/{made}") else 1
        return lost

    def is_there(self, path):
        while True:
            try:
                self.person.call("GET", path)
                return True
            except servers.Refused as error:
                if ": 404 " in str(error):
                    return False
                if ": 429 " not in str(error):
                    raise
                time.sleep(1)  # So many questions of one person are too many at once.


class Seen:
    """What all workers saw together."""

    def __init__(self, results):
        latencies = sorted(ms for each, _, _ in results for ms in each)
        self.ids = [ids for _, ids, _ in results]
        failures = [failure for _, _, each in results for failure in each]
        self.count = len(latencies)
        self.written = sum(len(ids) for ids in self.ids)
        self.failed = len(failures)
        self.failures = set(failures)
        self.median_ms = statistics.median(latencies)
        self.p99_ms = latencies[len(latencies) * 99 // 100]
