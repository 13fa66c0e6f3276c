"""The log: ids of requests, slow ones, what administrators and tokens did, and nothing secret."""

import http.client
import json
import re
import threading
import unittest

from norn_process import PATIENCE_S, NornTest, run

PASSWORD = "correct horse battery"
WRONG = "incorrect horse battery"


class LogTest(NornTest):
    def serve_with_log(self, *arguments):
        """A server whose log is read meanwhile, with .secret of the first account."""
        server = self.serve("--dynamodb-listen", "none", "--log-level", "debug", *arguments)
        server.lines = []
        server.reader = threading.Thread(target=lambda: server.lines.extend(server.stderr))
        server.reader.start()
        self.addCleanup(server.reader.join)
        self.addCleanup(server.kill)
        server.secret = re.search(r"setup#(\S+)", server.stdout.readline())[1]
        return server

    def log_of(self, server):
        """The lines of a server, which ends."""
        self.assertEqual(self.stop(server), 0)
        server.reader.join(PATIENCE_S)
        return server.lines

    def call(self, server, method, path, body=None, status=200, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
        self.addCleanup(connection.close)
        names = {"request_id": "X-Request-Id", "cookie": "Cookie", "token": "Authorization"}
        sent = {names[name]: value for name, value in headers.items()}
        connection.request(method, path, None if body is None else json.dumps(body),
                           {"Content-Type": "application/json", **sent})
        reply = connection.getresponse()
        reply.text = reply.read().decode()
        self.assertEqual(reply.status, status, reply.text)
        return reply

    def first_account(self, server):
        """The cookie of the administrator."""
        made = self.call(server, "POST", "/api/v1/setup", {
            "secret": server.secret, "email": "ada@example.org", "name": "Ada",
            "password": PASSWORD}, 201)
        return made.headers["Set-Cookie"].split(";")[0]

    def use_secrets(self, server):
        """Uses secrets of all kinds, rightly and wrongly, and returns them."""
        cookie = self.first_account(server)
        for password in (WRONG, PASSWORD):
            self.call(server, "POST", "/api/v1/session",
                      {"email": "ada@example.org", "password": password},
                      200 if password == PASSWORD else 401)
        token = json.loads(self.call(server, "POST", "/api/v1/tokens", {
            "name": "a program", "scopes": ["calendars:read", "calendars:write"]}, 201,
            cookie=cookie).text)["text"]
        invited = json.loads(self.call(server, "POST", "/api/v1/invitations", {}, 201,
                                       cookie=cookie).text)
        invitation = re.search(r"join#([\w-]+)", json.dumps(invited))[1]
        self.call(server, "POST", "/api/v1/calendars", {"name": "Home", "color": "#3B82F6"}, 201,
                  token=f"Bearer {token}")
        self.call(server, "GET", "/api/v1/calendars", None, 401, token=f"Bearer {token}x")
        self.call(server, "GET", "/api/v1/users?password=" + PASSWORD.replace(" ", "-"),
                  cookie=cookie)
        self.call(server, "GET", "/api/v1/users", None, 403, token=f"Bearer {token}")
        return [server.secret, PASSWORD, WRONG, PASSWORD.replace(" ", "-"), token, invitation,
                cookie.split("=", 1)[1]]

    def test_nothing_secret_is_in_it(self):
        for form in ("text", "json"):
            with self.subTest(form):
                self.data += form
                server = self.serve_with_log("--log-format", form, "--slow-ms", "1")
                secrets = self.use_secrets(server)
                self.assertEqual(len({secret for secret in secrets if len(secret) >= 10}), 7)
                lines = self.log_of(server)
                self.assertTrue(any("audit" in line for line in lines))
                for secret in secrets:
                    self.assertEqual([line for line in lines if secret in line], [])

    def test_administrators_and_tokens_are_audited(self):
        server = self.serve_with_log("--log-format", "json")
        self.use_secrets(server)
        audited = [line for line in map(json.loads, self.log_of(server))
                   if line["message"] == "audit"]
        made, = (line for line in audited if line["path"] == "/api/v1/calendars")
        self.assertEqual((made["method"], made["status"], made["address"]),
                         ("POST", "201", "127.0.0.1"))
        self.assertTrue(made["user"] and made["token"] and made["request"])
        listed, refused = (line for line in audited if line["path"] == "/api/v1/users")
        self.assertEqual((listed["status"], refused["status"]), ("200", "403"))
        self.assertTrue(listed["session"])
        self.assertEqual(refused["token"], made["token"])

    def test_a_request_has_an_id_in_its_reply_and_in_the_log(self):
        server = self.serve_with_log("--public-url", "http://127.0.0.1")
        self.first_account(server)
        failed = self.call(server, "POST", "/api/v1/session",
                           {"email": "ada@example.org", "password": WRONG}, 401,
                           request_id="from-the-proxy.1")
        self.assertEqual(failed.headers["X-Request-Id"], "from-the-proxy.1")
        page = self.call(server, "GET", "/", request_id="no good one")
        self.assertRegex(page.headers["X-Request-Id"], "^[0-9a-f]{16}$")
        named = [line for line in self.log_of(server) if "request=from-the-proxy.1" in line]
        self.assertTrue(any("a sign-in failed" in line for line in named), named)

    def test_an_id_is_believed_of_proxies_only(self):
        server = self.serve_with_log()
        reply = self.call(server, "GET", "/api/v1/server", request_id="mine")
        self.assertRegex(reply.headers["X-Request-Id"], "^[0-9a-f]{16}$")

    def test_it_refuses_other_formats(self):
        self.assert_refused(run("serve", "--log-format", "xml"),
                            "'xml' is not a format of the log: use text or json.", code=2)


if __name__ == "__main__":
    unittest.main()
