"""A client that keeps cookies as a browser does, and holds every reply to the API's description."""

import functools
import http.client
import http.cookies
import itertools
import json
import socket
import time
import urllib.parse

from contract import Contract, Violation, parse
from norn_server import PATIENCE_S

# The server closes connections that are idle for long; a new one is certain to work.
FRESH_S = 3
JSON, CALENDAR = "application/json", "text/calendar"
_addresses = itertools.count(1)


def own_address():
    """An address of this machine that nobody else has used: tries are counted by address."""
    number = next(_addresses)
    return f"127.{1 + number // 62500}.{number // 250 % 250}.{number % 250 + 1}"


@functools.cache
def contract_of(server):
    connection = http.client.HTTPConnection(server.host, server.port, timeout=PATIENCE_S)
    connection.request("GET", "/api/openapi.json", headers=server.host_headers)
    reply = connection.getresponse()
    document = parse(reply.read())
    connection.close()
    return Contract(document)


def quote(text):
    return urllib.parse.quote(text, safe="")


class Reply:
    """What the server said."""

    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()
        has_type = "Content-Type" in self.headers
        self.content_type = self.headers.get_content_type() if has_type else ""

    @functools.cached_property
    def json(self):
        return parse(self.body)

    @property
    def etag(self):
        """Without its quotes."""
        text = self.headers["ETag"]
        if len(text) < 3 or text[0] != '"' or text[-1] != '"':
            raise Violation(f"ETag: {text}")
        return text[1:-1]

    def cookie(self, name):
        """A cookie that it sets, with its attributes; None when it does not."""
        for header in self.headers.get_all("Set-Cookie", ()):
            cookie = http.cookies.SimpleCookie(header)
            if name in cookie:
                return cookie[name]
        return None


class Client:
    """Somebody who talks to the server: a browser, or with a token a program."""

    def __init__(self, server, token=None):
        self.connection = None
        self.server = server
        self.token = token
        self.cookies = {}
        self.address = own_address()
        self.used_at = 0

    def close(self):
        if self.connection:
            self.connection.close()
            self.connection = None

    def __del__(self):
        self.close()

    def copy(self):
        """Another one with the same credentials: for another thread, or for what was stolen."""
        other = Client(self.server, self.token)
        other.cookies = dict(self.cookies)
        return other

    def fresh_connection(self):
        if not self.connection or time.monotonic() - self.used_at > FRESH_S:
            self.close()
            self.connection = http.client.HTTPConnection(
                self.server.host, self.server.port, timeout=PATIENCE_S,
                source_address=(self.address, 0))
            self.connection.connect()
            # Requests are small, and the next one waits for the reply to this one.
            self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self.connection

    def own_headers(self, method):
        headers = dict(self.server.host_headers)
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        elif method not in ("GET", "HEAD"):
            headers["Origin"] = self.server.url
            headers["Sec-Fetch-Site"] = "same-origin"
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}"
                                          for name, value in self.cookies.items())
        return headers

    def send(self, method, path, body=None, headers=None, keeps_cookies=True):
        """Sends a request and returns the reply, whatever it is. A body is bytes, the text of a
        calendar, or is made JSON; a header that is None is not sent."""
        sent = self.own_headers(method)
        if body is not None:
            sent["Content-Type"] = CALENDAR if isinstance(body, str) else JSON
            if isinstance(body, str):
                body = body.encode()
            elif not isinstance(body, bytes):
                body = json.dumps(body).encode()
        sent = {name: value for name, value in (sent | (headers or {})).items()
                if value is not None}
        connection = self.fresh_connection()
        try:
            connection.request(method, path, body, sent)
            reply = Reply(connection.getresponse())
        except (OSError, http.client.HTTPException):
            self.close()
            raise
        self.used_at = time.monotonic()
        if keeps_cookies:
            self.keep_cookies(reply)
        contract_of(self.server).check(method, path, reply)
        return reply

    def keep_cookies(self, reply):
        for header in reply.headers.get_all("Set-Cookie", ()):
            for name, cookie in http.cookies.SimpleCookie(header).items():
                if cookie["max-age"] == "0" or not cookie.value:
                    self.cookies.pop(name, None)
                else:
                    self.cookies[name] = cookie.value

    def call(self, method, path, body=None, expect=None, etag=None, key=None, headers=None):
        """Sends a request that has to be answered with `expect`, or with a success without it.
        `etag` is the state that a change is based on, `key` the Idempotency-Key."""
        headers = dict(headers or {})
        if etag is not None:
            headers["If-Match"] = f'"{etag}"'
        if key is not None:
            headers["Idempotency-Key"] = key
        reply = self.send(method, path, body, headers)
        if reply.status != expect if expect else not 200 <= reply.status < 300:
            raise AssertionError(f"{method} {path}: expected {expect or 'a success'}, "
                                 f"got {reply.status}: {reply.body[:500]!r}")
        if "ETag" in reply.headers and reply.content_type == JSON and reply.status < 300:
            if reply.json.get("etag", reply.etag) != reply.etag:
                raise Violation(f"{method} {path}: ETag {reply.etag}, body {reply.body[:300]!r}")
        return reply

    get = functools.partialmethod(call, "GET")
    post = functools.partialmethod(call, "POST")
    put = functools.partialmethod(call, "PUT")
    patch = functools.partialmethod(call, "PATCH")
    delete = functools.partialmethod(call, "DELETE")
