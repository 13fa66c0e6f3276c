"""How fast is a month of a calendar of 10,000 entries read, beside a fixed reply of its bytes?"""

import os

import entries
import load
import people
import servers
from report import short

PART = 0.4  # Of the fixed reply.


class Month:
    def __init__(self, arguments, build, folder, report):
        self.arguments = arguments
        self.build = build
        self.folder = folder
        self.report = report
        self.norn = None
        self.fixed = None
        self.path = None

    def measure(self, stack):
        self.norn, owner = people.start_site(self.build, os.path.join(self.folder, "month"))
        stack.callback(self.norn.stop)
        calendar_id = owner.new_calendar("Family")
        entries.load(owner, calendar_id)
        first, last = entries.MONTH
        self.path = f"/api/v1/calendars/{calendar_id}/entries?from={first}&to={last}"
        reply = owner.call("GET", self.path)
        count = entries.check_month(reply.json)
        self.fixed = servers.FixedReplies(self.build, os.path.join(self.folder, "fixed"),
                                          reply.headers["Content-Type"], {"month": reply.text})
        stack.callback(self.fixed.stop)
        self.fixed.start()

        cookie, token = owner.headers(), {"Authorization": f"Bearer {owner.new_token()}"}
        what = f"{count} of {short(entries.ENTRIES)} entries, {len(reply.text) / 1000:.0f} kB"
        self.compare("a month by cookie", cookie, what)
        self.compare("a month by API token", token, what)
        self.measure_anew(calendar_id, cookie)
        self.measure_unchanged(owner, reply.headers.get("ETag"))

    def turn(self, server, url, name, headers):
        requests = os.path.join(self.folder, f"{name}.requests")
        load.write_requests(requests, "GET", headers)
        arguments = self.arguments
        return lambda: load.run(server, url, requests, arguments.connections, arguments.seconds)

    def compare(self, question, headers, what):
        url = self.norn.web_url(self.path)
        rates = load.in_turns({
            "norn": self.turn(self.norn, url, "month", headers),
            "fixed": self.turn(self.fixed, self.fixed.url("/month"), "month", headers),
        }, self.arguments.turns)
        own, fixed = rates["norn"], rates["fixed"]
        load.check_sizes(own, fixed)
        part = load.middle(own) / load.middle(fixed)
        spent = f"{load.middle(own, 'cpu_us'):.0f} us of {load.middle(fixed, 'cpu_us'):.0f} us"
        self.report.add(f"{question}, {self.arguments.connections} connections",
                        f"{part:.0%} of a fixed reply",
                        f"{what}; {short(load.middle(own))}/s of {short(load.middle(fixed))}; "
                        f"{tails(own)}; processor time {spent}", f">= {PART:.0%}", part >= PART)

    def measure_anew(self, calendar_id, headers):
        """What a month costs that was not asked for before: more different ones in turn than are
        kept."""
        requests = os.path.join(self.folder, "anew.requests")
        paths = [f"/api/v1/calendars/{calendar_id}/entries?from={first}&to={last}"
                 for first, last in entries.windows()]
        load.write_requests(requests, "GET", headers, paths=paths)
        arguments = self.arguments
        rates = load.in_turns({
            "norn": lambda: load.run(self.norn, self.norn.web_url("/"), requests,
                                     arguments.connections, arguments.seconds),
            "fixed": self.turn(self.fixed, self.fixed.url("/month"), "month", headers),
        }, arguments.turns)
        own, fixed = rates["norn"], rates["fixed"]
        self.report.add(f"{len(paths)} other ranges of a month in turn, made anew each time",
                        f"{load.middle(own) / load.middle(fixed):.0%} of a fixed reply",
                        f"{short(load.middle(own))}/s; {tails(own)}; processor time "
                        f"{load.middle(own, 'cpu_us'):.0f} us")

    def measure_unchanged(self, owner, etag):
        """What a page costs that asks again and has everything already."""
        question = f"the same, unchanged (304), {self.arguments.connections} connections"
        if etag is None:
            self.report.add(question, "not measured", "the reply has no ETag")
            return
        headers = owner.headers() | {"If-None-Match": etag}
        if owner.call("GET", self.path, headers=headers).status != 304:
            raise RuntimeError("what has not changed was sent again")
        turn = self.turn(self.norn, self.norn.web_url(self.path), "unchanged", headers)
        rates = load.in_turns({"norn": turn}, self.arguments.turns)["norn"]
        self.report.add(question, f"{short(load.middle(rates))}/s",
                        f"{tails(rates)}; processor time {load.middle(rates, 'cpu_us'):.0f} us")


def tails(rates):
    return (f"p50 {load.middle(rates, 'p50_ms'):.2f} ms, "
            f"p99 {load.middle(rates, 'p99_ms'):.2f} ms")
