"""Norn as people use it: accounts, calendars and what is in them, over the REST API."""

import http.client
import itertools
import json
import re
import time

import servers

PASSWORD = "correct horse battery"
COOKIE = "norn"
# Sign-ups are counted by address, so everybody comes from another one of this machine.
ADDRESSES = (f"127.0.1.{number}" for number in itertools.count(1))


class Reply:
    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.text = response.read()

    @property
    def json(self):
        return json.loads(self.text)


class Person:
    """Somebody with a browser, who has an account once one of the replies has set a cookie."""

    def __init__(self, server):
        self.server = server
        self.address = next(ADDRESSES)
        self.email = f"person-{self.address}@example.com"
        self.credential = None  # The value of the cookie.

    def headers(self):
        return {"Cookie": f"{COOKIE}={self.credential}"} if self.credential else {}

    def call(self, method, path, body=None, headers=None):
        """The reply, which has to be a success, or the 304 of a GET."""
        sent = self.headers() if headers is None else dict(headers)
        if body is not None:
            sent["Content-Type"] = "application/json"
            body = json.dumps(body)
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.server.web_port, timeout=servers.PATIENCE_S,
            source_address=(self.address, 0))
        try:
            connection.request(method, path, body, sent)
            reply = Reply(connection.getresponse())
        finally:
            connection.close()
        if not 200 <= reply.status < 300 and reply.status != 304:
            raise servers.Refused(f"{method} {path}: {reply.status} {reply.text[:300]!r}")
        for cookie in reply.headers.get_all("Set-Cookie", ()):
            if match := re.match(rf"{COOKIE}=([^;]+)", cookie):
                self.credential = match[1]
        return reply

    def new_token(self):
        """The text of an API token that may read."""
        made = self.call("POST", "/api/v1/tokens", {"name": "bench", "scopes": ["calendars:read"]})
        return made.json["text"]

    def new_calendar(self, name):
        body = {"name": name, "color": "#3B82F6"}
        return self.call("POST", "/api/v1/calendars", body).json["id"]


def account(person, name):
    return {"email": person.email, "name": name, "password": PASSWORD}


def start_site(build, folder, *options):
    """A running server of one person, who is its administrator."""
    return set_up(servers.Norn(build, folder, "--rate-limit", "0", *options))


def set_up(server):
    """Starts a server that has nobody yet, and makes its administrator."""
    server.start()
    try:
        administrator = Person(server)
        administrator.call("POST", "/api/v1/setup", {
            "secret": setup_secret(server), **account(administrator, "Ada Admin")})
    except BaseException:
        server.stop()
        raise
    return server, administrator


def setup_secret(server):
    """Of the line that the server prints soon after it has begun to answer."""
    end = time.monotonic() + servers.PATIENCE_S
    while time.monotonic() < end:
        if match := re.search(r"/setup#(\S+)\n", (server.folder / "log").read_text()):
            return match[1]
        time.sleep(0.01)
    raise RuntimeError(f"no link for the first account: see {server.folder / 'log'}")


def sign_up(administrator, count):
    """People who may come without an invitation."""
    administrator.call("PUT", "/api/v1/settings", {"signUp": "open"})
    people = [Person(administrator.server) for _ in range(count)]
    for number, person in enumerate(people):
        person.call("POST", "/api/v1/accounts", account(person, f"Person {number}"))
    return people


def share(owner, calendar_id, people, role):
    for person in people:
        owner.call("POST", f"/api/v1/calendars/{calendar_id}/members",
                   {"email": person.email, "role": role})
