"""norn demo and norn serve --demo: a family and a team in an empty store, and in no other."""

import datetime
import http.cookiejar
import json
import re
import urllib.error
import urllib.parse
import urllib.request

from norn_process import PATIENCE_S, run
from tables_test import TablesCase, call

PERSON = re.compile(r"  (\S+@example\.org) +([a-z2-9]{5}(?:-[a-z2-9]{5}){2})   (.+) \((.+)\)\n")
PEOPLE = 9


def people_in(text):
    """The addresses and passwords that were printed, the administrator's first."""
    return [match.group(1, 2) for match in PERSON.finditer(text)]


class Person:
    """A person who has signed in."""

    def __init__(self, server, email, password):
        self.origin = f"http://127.0.0.1:{server.port}"
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.opener = urllib.request.build_opener(cookies)
        body = json.dumps({"email": email, "password": password}).encode()
        self.me = self.send(urllib.request.Request(
            f"{self.origin}/api/v1/session", body, {"Content-Type": "application/json"}))

    def send(self, request):
        with self.opener.open(request, timeout=PATIENCE_S) as reply:
            return json.load(reply)

    def get(self, path, **query):
        asked = f"?{urllib.parse.urlencode(query)}" if query else ""
        return self.send(urllib.request.Request(f"{self.origin}{path}{asked}"))


class DemoTest(TablesCase):
    def demo(self, *arguments):
        return run("demo", "--data", self.data, *arguments)

    def assert_full(self, server, people):
        """Every app has something to show, and nothing needs attention."""
        today = datetime.date.today()
        week = datetime.timedelta(7)
        days = {"from": str(today - week), "to": str(today + week)}
        signed_in = {email.split("@")[0]: Person(server, email, password)
                     for email, password in people}
        self.assertEqual(len(signed_in), PEOPLE)
        self.assertEqual([name for name, person in signed_in.items()
                          if person.me["administrator"]], ["clara"])
        clara = signed_in["clara"]
        calendars = clara.get("/api/v1/calendars")["calendars"]
        self.assertEqual([(each["name"], each["role"]) for each in calendars],
                         [("Family", "owner"), ("Rowing club", "reader"), ("School", "owner")])
        for calendar in calendars:
            entries = clara.get(f"/api/v1/calendars/{calendar['id']}/entries", **days)["entries"]
            self.assertTrue(entries, calendar["name"])
        for person in signed_in.values():
            self.assertTrue(person.get("/api/v1/planner/view", **days)["occurrences"])
        self.assertEqual([each["name"] for each in clara.get("/api/v1/projects")["projects"]],
                         ["New kitchen", "Riverside Market website"])
        self.assertTrue(clara.get("/api/v1/tasks")["tasks"])
        self.assertEqual(clara.get("/api/v1/attention-of-everybody")["items"], [])
        self.assertEqual(len(clara.get("/api/v1/places")["places"]), 2)
        self.assertEqual(len(signed_in["daniel"].get("/api/v1/wishes")["wishes"]), 1)
        [tree] = signed_in["ben"].get("/api/v1/trees")["trees"]
        self.assertGreaterEqual(tree["personCount"], 40)

    def test_a_new_folder_gets_a_family_and_a_team(self):
        done = self.demo()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stores, [self.data])
        server = self.serve("--dynamodb-listen", "none")
        self.assert_full(server, people_in(done.stdout))
        self.assertEqual(self.stop(server), 0)
        self.assertNotIn("/setup", server.stdout.read())
        # What was printed is not in the log.
        log = server.stderr.read()
        for _, password in people_in(done.stdout):
            self.assertNotIn(password, log)

    def test_a_server_begins_with_the_demo(self):
        server = self.serve("--dynamodb-listen", "none", "--demo")
        lines = [server.stdout.readline() for _ in range(PEOPLE + 1)]
        self.assertTrue(lines[0].startswith("The demo is ready"), lines)
        people = people_in("".join(lines))
        self.assert_full(server, people)
        # It is there, so that neither another server nor the command makes it again.
        refused = self.demo()
        self.assertEqual(refused.returncode, 4)
        self.assertIn("The demo is here already", refused.stderr)
        self.assertEqual(self.stop(server), 0)
        self.assert_refused(run("serve", "--demo", "--data", self.data, "--listen", "127.0.0.1:0",
                                "--dynamodb-listen", "none"), "The demo is here already", self.data,
                            code=4)

    def test_a_running_server_makes_it_and_its_link_is_no_longer_valid(self):
        server = self.serve("--dynamodb-listen", "none")
        secret = server.stdout.readline().rsplit("#", 1)[1].strip()
        done = self.demo("--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        people = json.loads(done.stdout)["people"]
        self.assertEqual((len(people), people[0]["email"]), (PEOPLE, "clara@example.org"))
        self.assertTrue(Person(server, people[0]["email"], people[0]["password"]).me)
        body = json.dumps({"secret": secret, "email": "eve@example.org", "name": "Eve",
                           "password": "correct horse battery"}).encode()
        with self.assertRaises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(urllib.request.Request(
                f"http://127.0.0.1:{server.port}/api/v1/setup", body,
                {"Content-Type": "application/json"}), timeout=PATIENCE_S)
        self.assertEqual(refused.exception.code, 403)
        refused.exception.close()

    def test_a_store_with_people_is_refused(self):
        server = self.serve("--dynamodb-listen", "none")
        secret = server.stdout.readline().rsplit("#", 1)[1].strip()
        body = json.dumps({"secret": secret, "email": "ada@example.org", "name": "Ada",
                           "password": "correct horse battery"}).encode()
        urllib.request.urlopen(urllib.request.Request(
            f"http://127.0.0.1:{server.port}/api/v1/setup", body,
            {"Content-Type": "application/json"}), timeout=PATIENCE_S).close()
        for _ in range(2):
            refused = self.demo()
            self.assertEqual(refused.returncode, 4)
            self.assertIn("There is data in the table calendsync. The demo goes into an empty "
                          "store only", refused.stderr)
            self.assertEqual(people_in(refused.stdout), [])
            if server.poll() is None:
                self.stop(server)
        self.assertEqual(run("user", "list", "--data", self.data).stdout.count("\n"), 1)

    def test_one_that_was_interrupted_is_named_also_in_another_store(self):
        url = self.serve_api_alone()
        self.assertEqual(self.remote(url, "deploy", "--force").returncode, 0)
        # What a crash right after its beginning leaves behind.
        call(url, "PutItem", {"TableName": "norn", "Item": {
            "PK": {"S": "DEMO"}, "SK": {"S": "DEMO"}, "entityType": {"S": "DEMO"},
            "state": {"S": "BEGUN"}, "updatedAt": {"S": "2026-11-18T01:02:03Z"}}})
        refused = self.remote(url, "demo")
        self.assertEqual(refused.returncode, 4)
        self.assertIn("A demo was begun here at 2026-11-18T01:02:03Z and is not complete",
                      refused.stderr)
        self.assertIn("`norn deploy --destroy`", refused.stderr)
        self.assertEqual(self.remote(url, "deploy", "--destroy", "--force").returncode, 0)
        done = self.remote(url, "demo")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stores, [url])
        self.assertEqual(len(people_in(done.stdout)), PEOPLE)

    def test_it_needs_the_app(self):
        self.assert_refused(run("serve", "--demo", "--listen", "none", "--data", self.data),
                            "--demo needs the app", code=2)
