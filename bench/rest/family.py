"""How long do imports of large family trees take, and questions about kinship, and how do they
grow?"""

import http.client
import json
import os
import random
import time

import family_data as data
import load
import people
from report import short

SIZES = (1_000, 10_000, 100_000)
PART_OF_UPLOAD = 1 << 20
# Larger files go by the form with parts, where the server has it.
LARGEST_BODY = 8 << 20
LONGEST_IMPORT_S = 1_200
GENERATIONS = 12
READERS = 2  # Of one person, no more than two requests of this kind run at a time.
SAMPLE_PAGES = 6  # Of 500 people each, in the order of random ids.
ASKED = 200
SCOPES = ["family:read"]


class Family:
    def __init__(self, arguments, build, folder, report):
        self.arguments = arguments
        self.build = build
        self.folder = os.path.join(folder, "family")
        self.report = report
        self.norn = self.owner = self.token = None
        self.dice = random.Random(3)

    def measure(self, stack):
        self.norn, self.owner = people.start_site(self.build, self.folder)
        stack.callback(lambda: self.norn.stop())
        made = self.owner.call("POST", "/api/v1/tokens", {"name": "bench", "scopes": SCOPES})
        self.token = made.json["text"]
        for size in SIZES:
            if size <= self.arguments.relatives:
                self.measure_tree(size)

    def measure_tree(self, size):
        village = data.Village(size)
        tree = self.measure_import(village, size)
        path = f"/api/v1/trees/{tree}"
        oldest, youngest = self.sample(path)
        kin = f"{path}/persons"
        of_so_many = f"in a tree of {short(size)}, {READERS} connections"
        self.ask(f"ancestors to {GENERATIONS} generations {of_so_many}",
                 [f"{kin}/{each}/ancestors?generations={GENERATIONS}" for each in youngest])
        self.ask(f"descendants to {GENERATIONS} generations {of_so_many}",
                 [f"{kin}/{each}/descendants?generations={GENERATIONS}" for each in oldest])
        self.ask(f"lines between two people of one generation {of_so_many}",
                 [f"{path}/kinship?from={one}&to={other}" for one, other in self.pairs(youngest)])
        self.ask(f"lines between a person and an ancestor's contemporary {of_so_many}",
                 [f"{path}/kinship?from={one}&to={self.dice.choice(oldest)}" for one in youngest])
        names = [f"{self.dice.choice(data.WOMEN)}%20{self.dice.choice(village.surnames[0])}"
                 for _ in range(ASKED)]
        self.ask(f"search by name {of_so_many}", [f"{path}/search?q={name}" for name in names])

    def measure_import(self, village, size):
        file = village.file()
        before = self.norn.cpu_s()
        begin = time.monotonic()
        tree = self.imported(file)
        seconds = time.monotonic() - begin
        if tree["personCount"] != village.people:
            raise RuntimeError(f"{tree['personCount']} of {village.people} people were imported")
        self.report.add(
            f"import of {short(size)} people", f"{seconds:.1f} s",
            f"{short(village.people / seconds)} people/s; a file of {len(file) / 1e6:.1f} MB, "
            f"processor time {self.norn.cpu_s() - before:.1f} s, "
            f"at most {self.norn.memory_mb('VmHWM'):.0f} MB of memory")
        self.norn.settle(LONGEST_IMPORT_S)
        return tree["treeId"]

    def imported(self, file):
        """The tree that the server makes of the file."""
        api = self.owner.call("GET", "/api/openapi.json").json
        if len(file) <= LARGEST_BODY or "/api/v1/tree-import-jobs" not in api["paths"]:
            return self.send("POST", "/api/v1/tree-imports?name=Village", file)["tree"]
        upload = self.owner.call("POST", "/api/v1/uploads", {
            "name": "village.ged", "size": len(file), "purpose": "familyTree"}).json
        part_bytes = upload.get("partBytes", PART_OF_UPLOAD)
        for number, begin in enumerate(range(0, len(file), part_bytes), 1):
            self.send("PUT", f"/api/v1/uploads/{upload['id']}/parts/{number}",
                      file[begin:begin + part_bytes])
        job = self.owner.call("POST", "/api/v1/tree-import-jobs", {
            "uploadId": upload["id"], "name": "Village"}).json
        deadline = time.monotonic() + LONGEST_IMPORT_S
        while job["state"] not in ("done", "failed") and time.monotonic() < deadline:
            time.sleep(0.1)
            job = self.owner.call("GET", f"/api/v1/tree-import-jobs/{job['id']}").json
        if job["state"] != "done":
            raise RuntimeError(f"The import is {job['state']}: {job['problem']}")
        return job["report"]["tree"]

    def send(self, method, path, body):
        connection = http.client.HTTPConnection("127.0.0.1", self.norn.web_port,
                                                timeout=LONGEST_IMPORT_S)
        try:
            connection.request(method, path, body, self.owner.headers() | {
                "Content-Type": "application/octet-stream"})
            response = connection.getresponse()
            text = response.read()
        finally:
            connection.close()
        if response.status >= 300:
            raise RuntimeError(f"{method} {path}: {response.status} {text[:300]!r}")
        return json.loads(text) if text else None

    def sample(self, path):
        """Some of the oldest and of the youngest people."""
        first = {str(year) for year in data.births_of(0)}
        last = {str(year) for year in data.births_of(data.GENERATIONS - 1)}
        oldest, youngest, cursor = [], [], ""
        for _ in range(SAMPLE_PAGES):
            page = self.owner.call("GET", f"{path}/persons?limit=500{cursor}").json
            for each in page["persons"]:
                year = each["birthDate"][:4]
                if year in first:
                    oldest.append(each["personId"])
                elif year in last:
                    youngest.append(each["personId"])
            if not page["next"]:
                break
            cursor = f"&cursor={page['next']}"
        return oldest[:ASKED], youngest[:ASKED]

    def pairs(self, ids):
        return [self.dice.sample(ids, 2) for _ in range(ASKED)]

    def ask(self, question, paths):
        requests = os.path.join(self.folder, "requests")
        load.write_requests(requests, "GET", {"Authorization": f"Bearer {self.token}"},
                            paths=paths)
        begin = time.monotonic()
        self.owner.call("GET", paths[0])
        first_ms = (time.monotonic() - begin) * 1000
        # Long enough for some replies, however slow they are.
        seconds = max(self.arguments.seconds, 1 + int(2 * first_ms / 1000))
        turn = lambda: load.run(self.norn, self.norn.web_url("/"), requests, READERS, seconds)
        rates = load.in_turns({"norn": turn}, self.arguments.turns)["norn"]
        self.report.add(
            question, f"p99 {load.middle(rates, 'p99_ms'):.2f} ms",
            f"p50 {load.middle(rates, 'p50_ms'):.2f} ms; {short(load.middle(rates))}/s, "
            f"{load.middle(rates, 'reply_bytes') / 1000:.0f} kB, processor time "
            f"{load.middle(rates, 'cpu_us'):.0f} us; the first one {first_ms:.0f} ms")
