"""Calendar feeds of others that people subscribe to, fetched from a server of the test's own."""

import gzip
import http.server
import threading

from event_stream import EventStream
from norn_server import EMBEDDED
from planner_things import query_of
from rest_case import RestCase, on_stores

SUBSCRIPTIONS = "/api/v1/subscriptions"
YEAR = query_of(**{"from": "2027-01-01", "to": "2027-12-31", "tzid": "UTC"})
MAX_BYTES = 5 << 20


def event(uid, title, day="20270101", more=""):
    return (f"BEGIN:VEVENT\r\nUID:{uid}\r\nDTSTAMP:20261101T000000Z\r\nDTSTART;VALUE=DATE:{day}\r\n"
            f"SUMMARY:{title}\r\n{more}END:VEVENT\r\n")


def calendar(*events):
    return ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:Holidays\r\n" + "".join(events)
            + "END:VCALENDAR\r\n").encode()


class Feeds(http.server.ThreadingHTTPServer):
    """Says at each path what the test wants it to say: (status, headers, body)."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.replies = {}
        self.asked = []
        self.thread = threading.Thread(target=self.serve_forever, daemon=True)
        self.thread.start()

    def url(self, path, host="127.0.0.1"):
        return f"http://{host}:{self.server_address[1]}{path}"

    def stop(self):
        self.shutdown()
        self.server_close()
        self.thread.join()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.asked.append((self.path, dict(self.headers)))
        status, headers, body = self.server.replies.get(self.path, (404, {}, b""))
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
        except OSError:
            pass  # It had enough.

    def log_message(self, *_):
        pass


@on_stores(EMBEDDED)
class SubscriptionsTest(RestCase):
    OWN_SERVER = ("--allow-feed-host", "127.0.0.1")

    def setUp(self):
        self.make_world()
        self.feeds = Feeds()
        self.addCleanup(self.feeds.stop)
        self.ada, self.ben = self.world.sign_up("Ada"), self.world.sign_up("Ben")
        self.say("/a.ics", calendar(event("a@x", "New Year")))

    def say(self, path, body, status=200, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        self.feeds.replies[path] = (status, headers, body)

    def create(self, address, **more):
        return self.ada.client.post(SUBSCRIPTIONS,
                                    {"address": address, "color": "#3b82f6", **more},
                                    expect=201).json

    def state(self, subscription):
        return self.ada.client.get(f"{SUBSCRIPTIONS}/{subscription['id']}").json

    def checked(self, subscription):
        """The subscription when it was fetched."""
        self.assert_eventually(lambda: self.state(subscription)["checkedAt"] is not None, True)
        return self.state(subscription)

    def problem_at(self, address):
        made = self.create(address)
        problem = self.checked(made)["problem"]
        self.ada.client.delete(f"{SUBSCRIPTIONS}/{made['id']}", expect=204)
        return problem

    def titles(self, subscription, person=None, expect=200):
        reply = (person or self.ada).client.get(
            f"{SUBSCRIPTIONS}/{subscription['id']}/view{YEAR}", expect=expect).json
        return [each["title"] for each in reply["occurrences"]] if expect == 200 else None

    def test_its_events_can_be_read_by_its_person(self):
        self.say("/a.ics", calendar(event("a@x", "New Year"),
                                    event("b@x", "Club", more="RRULE:FREQ=WEEKLY;COUNT=2\r\n")),
                 ETag='"1"')
        made = self.checked(self.create(self.feeds.url("/a.ics")))
        self.assertEqual((made["name"], made["problem"], made["eventCount"]), ("Holidays", None, 2))
        self.assertEqual(sorted(self.titles(made)), ["Club", "Club", "New Year"])
        self.titles(made, self.ben, expect=404)
        path = f"{SUBSCRIPTIONS}/{made['id']}"
        self.assertEqual(self.ada.client.get(SUBSCRIPTIONS).json["subscriptions"], [made])
        self.assertEqual(self.ben.client.get(SUBSCRIPTIONS).json["subscriptions"], [])
        found = self.ada.client.get(f"{path}/search?q=year").json["results"]
        event_path = f"{path}/events/{found[0]['event']['id']}"
        etag = self.ada.client.get(event_path).etag
        self.ada.client.patch(event_path, {"title": "Mine"}, etag=etag, expect=405)
        self.ada.client.post(f"{path}/refresh", expect=409)
        day = query_of(**{"from": "2027-01-01", "to": "2027-01-01", "zone": "UTC"})
        agenda = self.ada.client.get(f"/api/v1/agenda{day}").json
        self.assertIn("New Year", [each["title"] for each in agenda["items"]])
        self.ada.client.delete(path, expect=204)
        self.titles(made, expect=404)

    def test_it_follows_its_feed(self):
        made = self.checked(self.create(self.feeds.url("/a.ics")))
        self.say("/b.ics", calendar(event("a@x", "New Year's Day"), event("c@x", "Easter")))
        changed = self.ada.client.patch(f"{SUBSCRIPTIONS}/{made['id']}",
                                        {"address": self.feeds.url("/b.ics"), "name": "School"},
                                        etag=made["etag"]).json
        self.assert_eventually(lambda: sorted(self.titles(made)), ["Easter", "New Year's Day"])
        self.assertEqual(self.state(changed)["name"], "School")

    def test_a_refresh_tells_its_person_once_and_nobody_else(self):
        streams = []
        for person in (self.ada, self.ben):
            streams.append(EventStream(person.client))
            self.addCleanup(streams[-1].close)
            streams[-1].until("hello")
        mine, theirs = streams
        made = self.create(self.feeds.url("/a.ics"))
        self.assertEqual(mine.next().data, {"subscriptionId": made["id"], "subscription": made})
        heard = mine.next()
        self.assertEqual(heard.name, "subscription")
        self.assertEqual(heard.data["subscription"]["eventCount"], 1)
        self.say("/many.ics", calendar(*(event(f"{n}@x", f"Day {n}") for n in range(1_000))))
        path = f"{SUBSCRIPTIONS}/{made['id']}"
        self.ada.client.patch(path, {"address": self.feeds.url("/many.ics")}, etag=made["etag"])
        self.assertEqual(mine.next().data["subscription"]["eventCount"], 1)
        heard = mine.next().data
        self.assertEqual((heard["subscription"]["eventCount"], len(self.titles(made))),
                         (1_000, 1_000))
        self.assertEqual(heard["subscription"], self.state(made))
        changed = self.ada.client.patch(path, {"address": self.feeds.url("/none")},
                                        etag=heard["subscription"]["etag"]).json
        self.assertEqual(mine.next().data["subscription"]["address"], changed["address"])
        self.assertEqual(mine.next().data["subscription"]["problem"], "badStatus")
        self.ada.client.delete(path, expect=204)
        self.assertEqual(mine.next().data, {"subscriptionId": made["id"], "subscription": None})
        # What is told to the other one comes in order, so nothing was before this.
        own = self.ben.client.post(SUBSCRIPTIONS, {"address": self.feeds.url("/a.ics"),
                                                   "color": "#3b82f6"}, expect=201).json
        self.assertEqual(theirs.next().data["subscriptionId"], own["id"])

    def test_what_is_no_calendar_is_said(self):
        self.say("/html", b"<html>Sign in</html>")
        self.say("/empty", b"")
        self.say("/error", b"", status=500)
        self.say("/huge", b"x" * (MAX_BYTES + 1))
        self.say("/bomb", gzip.compress(b"\0" * (64 << 20)), Content_Encoding="gzip")
        self.say("/ftp", b"", status=302, Location="ftp://127.0.0.1/a.ics")
        self.say("/file", b"", status=302, Location="file:///etc/passwd")
        self.say("/loop", b"", status=302, Location="/loop")
        for path, problem in {"/html": "noCalendar", "/empty": "noCalendar", "/error": "badStatus",
                              "/none": "badStatus", "/huge": "tooLarge", "/bomb": "tooLarge",
                              "/ftp": "badRedirect", "/file": "badRedirect",
                              "/loop": "tooManyRedirects"}.items():
            with self.subTest(path=path):
                self.assertEqual(self.problem_at(self.feeds.url(path)), problem)

    def test_only_listed_hosts_may_have_private_addresses(self):
        self.say("/away", b"", status=302, Location=self.feeds.url("/a.ics", host="localhost"))
        self.say("/here", b"", status=301, Location="/a.ics")
        port = self.feeds.server_address[1]
        asked = len(self.feeds.asked)
        for address in (f"http://localhost:{port}/a.ics", f"http://127.0.0.2:{port}/a.ics",
                        f"http://[::1]:{port}/a.ics", f"http://[::ffff:127.0.0.1]:{port}/a.ics",
                        f"http://0.0.0.0:{port}/a.ics", "http://169.254.169.254/latest/meta-data/",
                        "http://10.0.0.1/", "http://192.168.0.1/"):
            with self.subTest(address=address):
                self.assertEqual(self.problem_at(address), "addressRefused")
        self.assertEqual(len(self.feeds.asked), asked)
        self.assertEqual(self.problem_at(self.feeds.url("/away")), "addressRefused")
        self.assertIsNone(self.problem_at(self.feeds.url("/here")))

    def test_other_addresses_are_refused_at_once(self):
        for address in ("", "nonsense", "ftp://x.example/a.ics", "file:///etc/passwd",
                        "javascript:alert(1)", "https://", "http://a b/", "https://x/\na",
                        "http://a%FFb.example/x"):
            with self.subTest(address=address):
                self.ada.client.post(SUBSCRIPTIONS, {"address": address, "color": "#3b82f6"},
                                     expect=400)
        webcal = self.create("webcal://calendar.invalid/a.ics", name="Club")
        self.assertEqual(webcal["address"], "https://calendar.invalid/a.ics")
        self.assertIn(self.checked(webcal)["problem"], ("notReached", "timedOut"))
