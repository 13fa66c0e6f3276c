"""Attacks with what is sent: ids that are none, JSON that breaks parsers, text that breaks out."""

import gzip
import json
import socket

from norn_server import EMBEDDED, PATIENCE_S
from people import all_day, make_calendar, make_entry, path_of, timed
from rest_case import RestCase, on_every_store, on_stores
from rest_client import contract_of, quote
from scene import ADMINISTRATOR, EXAMPLES, SESSION, Request, Scene, id_in

MEGABYTE = 1 << 20


@on_stores(EMBEDDED)  # The store makes no difference to it.
class IdsTest(RestCase):
    """No text in the place of an id reaches a key."""

    def wrong_ids(self, right):
        """As they stand in a path, with `right` as one that is there."""
        return (
            quote("#"), quote(f"{right}#"), quote(f"#{right}"), quote(f"CAL#{right}"),
            quote(f"EVENT#{right}"), f"evt_{right}", f"mst_{right}", f"inst_{right}",
            "inst_20250230_" + right.removeprefix("evt_"), right.replace("evt_", "inst_20250106_"),
            f"{right}%00", "%00", f"{right}%0a", "%0a", f"{right}%0d%0aX-Injected:%20yes",
            "%2e%2e", "..", "../..", "..%2f..", f"..%2fcalendars%2f{right}", f"{right}%2f..",
            "%2f", f"{right}%20", f"%20{right}", right.upper(), right.replace("-", ""),
            f"{{{right}}}", f"{right}x", right[:-1], right[:-1] + "g", "x" * 5000, "%F0%9F%8E%89",
            quote(right[:-1] + "１"), "%ff", "%c0%af", "%", "%zz", "%u0000", "*", "~", "'", '%22',
            "0", "-1", "null", "undefined", "true", quote("{}"), quote("[]"), "1e999",
            quote("' OR '1'='1"), quote("${jndi:ldap://x}"), quote("<script>"))

    def test_what_is_no_id_is_not_found(self):
        scene = Scene(self.world)
        for operation in contract_of(self.server).operations:
            rights = EXAMPLES[operation.id].rights
            client = (self.world.administrator if rights == ADMINISTRATOR else
                      scene.person if rights == SESSION else scene.owner).client
            for parameter in operation.parameters:
                if parameter == "provider":
                    continue
                right = id_in(operation, parameter, scene)
                for wrong in (one for one in self.wrong_ids(right) if one != right):
                    with self.subTest(operation=operation.id, parameter=parameter, wrong=wrong):
                        reply = Request(operation, scene, {parameter: wrong}).send(client)
                        self.assertIn(reply.status, (400, 404, 405))
                        self.assertNotIn("X-Injected", reply.headers)
        # Nothing happened to what is there.
        scene.owner.client.get(path_of(scene.calendar))
        scene.owner.client.get(f"/api/v1/entries/{scene.entry['id']}")

    def test_a_provider_that_is_none_leads_back(self):
        for wrong in ("x", "%00", "%0d%0aX-Injected:%20yes", "..%2f..", "x" * 3000, "%ff", "%23"):
            reply = self.visitor().send("GET", f"/auth/{wrong}/start?returnTo=/")
            self.assertIn(reply.status, (303, 400, 404))
            self.assertNotIn("X-Injected", reply.headers)
            if reply.status == 303:
                self.assertTrue(reply.headers["Location"].startswith("/sign-in?error="))


@on_stores(EMBEDDED)  # The store makes no difference to it.
class JsonTest(RestCase):
    def create(self, body, **headers):
        return self.anna().client.send("POST", "/api/v1/calendars", body, headers)

    def test_what_is_not_json_is_refused(self):
        deep = b'{"name":' + b"[" * 500 + b"]" * 500 + b"}"
        deeper = b'{"name":' + b'{"a":' * 100_000 + b"1" + b"}" * 100_000 + b"}"
        rows = (
            b"", b" ", b"{", b"}", b"{}{}", b"[]", b"null", b"1", b'"x"', b"{'name':'x'}",
            b'{"name":"x","color":"#000000",}', b'{"name":"x" "color":"#000000"}',
            b'{"name":"x","color":"#000000"}x', b'{"name":"x","color":"#000000"}\x00',
            b'\xef\xbb\xbf{"name":"x","color":"#000000"} ]', b'{"name":NaN}', b'{"name":Infinity}',
            b'{"name":01}', b'{"name":1e999}', b'{"name":-1e999}', b'{"name":' + b"9" * 4000 + b"}",
            b'{"name":"\xff","color":"#000000"}', b'{"name":"\xc0\xaf","color":"#000000"}',
            b'{"name":"\xed\xa0\x80","color":"#000000"}', b'{"name":"a\nb","color":"#000000"}',
            b'{"name":"\\ud800","color":"#000000"}', b'{"name":"\\u0000","color":"#000000"}',
            b'{"name":"\\x","color":"#000000"}', deep, deeper, b"[" * 200_000,
            b'{"name":"x","name":"y","color":"#000000"}',
            b'{"name":"x","color":"#000000","\\u006eame":"y"}',
            b'{"name":"x","color":"#000000","__proto__":{}}',
            b'{"name":"x","color":"#000000","Name":"y"}', b'{"name":"x","color":"#000000","":1}')
        for body in rows:
            with self.subTest(body=body[:60]):
                self.assert_problem(self.create(body), 400)

    def test_what_is_too_large_is_refused(self):
        large = json.dumps({"name": "x" * MEGABYTE, "color": "#000000"}).encode()
        self.assert_problem(self.create(large), 413)
        self.anna().client.close()
        just_fits = b" " * (MEGABYTE - 100) + b'{"name":"x","color":"#000000"}'
        self.assertEqual(self.create(just_fits).status, 201)

    def test_what_is_much_too_large_is_not_even_read(self):
        """A reply comes before the body, which the client never sends."""
        cookie = self.anna().client.own_headers("GET")["Cookie"]
        with socket.create_connection((self.server.host, self.server.port),
                                      timeout=PATIENCE_S) as connection:
            connection.sendall((
                "POST /api/v1/calendars HTTP/1.1\r\n"
                f"Host: {self.server.host}:{self.server.port}\r\nCookie: {cookie}\r\n"
                "Content-Type: application/json\r\nContent-Length: 100000000000\r\n\r\n").encode())
            self.assertIn(b"413", connection.recv(4096).partition(b"\r\n")[0])

    def test_what_is_packed_small_is_not_unpacked_without_end(self):
        bomb = gzip.compress(b'{"name":"' + b"x" * 50 * MEGABYTE + b'"}')
        self.assertLess(len(bomb), MEGABYTE)
        reply = self.create(bomb, **{"Content-Encoding": "gzip"})
        self.assertIn(reply.status, (400, 413, 415))
        for coding in ("gzip", "deflate", "br", "gzip, gzip", "nonsense"):
            reply = self.create(b"not packed at all", **{"Content-Encoding": coding})
            self.assertIn(reply.status, (400, 415))

    def test_values_of_another_type_are_refused(self):
        for value in (1, 1.5, True, None, [], ["x"], {}, {"$ne": None}, -2**63, 2**64 - 1, 1e308):
            with self.subTest(value=value):
                reply = self.create({"name": value, "color": "#000000"})
                self.assert_problem(reply, 400, "name")
                reply = self.create({"name": "x", "color": value})
                self.assert_problem(reply, 400, "color")


@on_every_store
class TextTest(RestCase):
    def test_control_characters_are_not_stored(self):
        calendar = make_calendar(self.anna())
        for number in (*range(0x20), 0x7f, 0x80, 0x85, 0x9f):
            text = f"a{chr(number)}b"
            for body, field in ((all_day(text), "title"), (all_day(location=text), "location")):
                reply = self.anna().client.send("POST", f"{path_of(calendar)}/entries", body)
                self.assert_problem(reply, 400, field)
            if text not in ("a\tb", "a\nb", "a\rb"):
                reply = self.anna().client.send("POST", f"{path_of(calendar)}/entries",
                                                all_day(description=text))
                self.assert_problem(reply, 400, "description")

    def test_markup_and_strange_text_come_back_as_they_were(self):
        calendar = make_calendar(self.anna())
        for text in ("<script>alert(1)</script>", "\"quoted\" \\ back", "</script>", "a\u2028b",
                     "{{7*7}}", "'; DROP TABLE calendsync; --", "שלום", "e\u0301", "👩‍👩‍👧",
                     "\ufeffx", "\uffff", "#hash ENTRY#", "x" * 500):
            entry = make_entry(self.anna(), calendar, timed(text))
            self.assertEqual(entry["title"], text)
            self.assertEqual(self.anna().client.get(f"/api/v1/entries/{entry['id']}").json, entry)

    def test_nothing_that_is_sent_becomes_a_header(self):
        client = self.anna().client
        injected = "x\r\nX-Injected: yes\r\nSet-Cookie: norn=planted"
        for method, path, body in (
                ("POST", "/api/v1/calendars", {"name": injected, "color": "#000000"}),
                ("PATCH", "/api/v1/account", {"name": injected}),
                ("GET", f"/auth/x/start?returnTo={quote('/' + injected)}", None),
                ("GET", f"/auth/x/callback?state={quote(injected)}&error={quote(injected)}", None),
                ("DELETE", f"/api/v1/calendars/x/invitations?email={quote(injected)}", None)):
            reply = client.copy().send(method, path, body)
            self.assertNotIn("X-Injected", reply.headers)
            cookie = reply.cookie("norn")
            self.assertTrue(cookie is None or cookie.value != "planted")

    def test_a_foreign_host_is_not_put_into_cookies(self):
        reply = self.visitor().send("GET", "/api/v1/server", headers={"Host": "evil.example"})
        self.assertEqual(reply.status, 421)
        self.assertIsNone(reply.cookie("norn"))
        self.assertNotIn(b"evil.example", reply.body)
