"""Attacks on sessions: fixed and replayed ones, and requests that other sites make."""

import json

from people import PASSWORD, make_calendar, new_email, path_of
from rest_case import RestCase, on_every_store

CALENDAR = {"name": "Forged", "color": "#000000"}
FORM = "application/x-www-form-urlencoded"


@on_every_store
class SessionAttacksTest(RestCase):
    def sign_in(self, client, person):
        return client.post("/api/v1/session", {"email": person.email, "password": PASSWORD})

    def test_a_session_that_was_put_into_a_browser_does_not_become_the_victims(self):
        victim, attacker = self.world.sign_up("Victim"), self.world.sign_up("Mallory")
        planted = (attacker.client.cookies["norn"], f"{victim.id}.{'A' * 43}", "x" * 80)
        for value in planted:
            browser = self.visitor()
            browser.cookies["norn"] = value
            self.sign_in(browser, victim)
            self.assertNotEqual(browser.cookies["norn"], value)
            self.assertEqual(browser.get("/api/v1/session").json["id"], victim.id)
            thief = self.visitor()
            thief.cookies["norn"] = value
            reply = thief.send("GET", "/api/v1/session")
            self.assertTrue(reply.status == 401 or reply.json["id"] == attacker.id, reply.body)

    def test_every_sign_in_has_a_secret_of_its_own(self):
        browser, secrets = self.visitor(), set()
        for _ in range(3):
            self.sign_in(browser, self.anna())
            secrets.add(browser.cookies["norn"].rpartition(".")[2])
        self.assertEqual(len(secrets), 3)

    def test_signing_in_ends_the_session_that_the_browser_had(self):
        browser = self.visitor()
        self.sign_in(browser, self.anna())
        before = browser.copy()
        self.sign_in(browser, self.anna())
        before.get("/api/v1/session", expect=401)

    def test_a_cookie_is_worth_nothing_after_signing_out(self):
        browser = self.visitor()
        self.sign_in(browser, self.anna())
        stolen = browser.copy()
        stolen.get("/api/v1/session")
        browser.delete("/api/v1/session", expect=204)
        stolen.get("/api/v1/session", expect=401)
        stolen.post("/api/v1/calendars", CALENDAR, expect=401)

    def test_a_token_and_a_cookie_are_not_the_same(self):
        bob = self.bob()
        program = bob.token("calendars:read", "calendars:write")
        forged = self.visitor()
        forged.cookies["norn"] = program.token
        forged.get("/api/v1/session", expect=401)
        forged.cookies["norn"] = program.token.removeprefix("norn_")
        forged.get("/api/v1/session", expect=401)
        forged.cookies.clear()
        forged.token = f"norn_{bob.client.cookies['norn']}"
        forged.get("/api/v1/calendars", expect=401)


@on_every_store
class CrossSiteTest(RestCase):
    """What a page of another site can make a browser send, with the cookie of its user."""

    def foreign_headers(self):
        ours = self.server.url
        for origin in ("https://evil.example", "null", f"{ours}.evil.example", f"{ours}0",
                       ours.replace("http:", "https:"), ours.replace("127.0.0.1", "localhost"),
                       f"{ours}@evil.example", ours.rpartition(":")[0], ""):
            yield {"Origin": origin, "Sec-Fetch-Site": None}
        for site in ("cross-site", "same-site", "nonsense"):
            yield {"Sec-Fetch-Site": site}
            yield {"Origin": None, "Sec-Fetch-Site": site}

    def calendar_names(self, person):
        listed = person.client.get("/api/v1/calendars").json["calendars"]
        return {each["name"] for each in listed}

    def test_what_another_site_sends_does_nothing(self):
        anna = self.anna()
        calendar = make_calendar(anna)
        for headers in self.foreign_headers():
            with self.subTest(headers=headers):
                client = anna.client.copy()
                for method, path, body in (
                        ("POST", "/api/v1/calendars", CALENDAR),
                        ("DELETE", path_of(calendar), None),
                        ("DELETE", "/api/v1/sessions", None),
                        ("POST", "/api/v1/account/delete", {"password": PASSWORD})):
                    reply = client.send(method, path, body, headers)
                    self.assert_problem(reply, 403)
        anna.client.get(path_of(calendar))
        self.assertNotIn("Forged", self.calendar_names(anna))

    def test_a_form_does_nothing(self):
        """Forms and simple requests are what another site may send without asking first."""
        anna = self.anna()
        document = json.dumps(CALENDAR).encode()
        # The trick of a form field whose name and value make up JSON.
        disguised = b'{"name":"Forged","color":"#000000","description":"="}'
        for origin in ({}, {"Origin": None, "Sec-Fetch-Site": None}):
            for body, kind in ((b"name=Forged&color=%23000000", FORM), (document, FORM),
                               (document, "text/plain"), (disguised, "text/plain"),
                               (document, "text/plain; charset=application/json"),
                               (document, "multipart/form-data; boundary=x"),
                               (document, "application/jsonx"), (document, ""), (document, None)):
                with self.subTest(kind=kind, origin=origin):
                    reply = anna.client.send("POST", "/api/v1/calendars", body,
                                             {"Content-Type": kind} | origin)
                    self.assert_problem(reply, 415)
        self.assertNotIn("Forged", self.calendar_names(anna))

    def test_json_is_json_however_it_is_said(self):
        for kind in ("application/json", "application/json; charset=utf-8", "Application/JSON"):
            reply = self.anna().client.send("POST", "/api/v1/calendars",
                                            {"name": "Fine", "color": "#000000"},
                                            {"Content-Type": kind})
            self.assertEqual(reply.status, 201)

    def test_a_program_that_is_no_browser_needs_no_origin(self):
        reply = self.anna().client.send("POST", "/api/v1/calendars",
                                        {"name": "Fine", "color": "#000000"},
                                        {"Origin": None, "Sec-Fetch-Site": None})
        self.assertEqual(reply.status, 201)
        program = self.bob().token("calendars:read", "calendars:write")
        program.post("/api/v1/calendars", {"name": "Fine", "color": "#000000"}, expect=201,
                     headers={"Origin": "https://other.example"})

    def test_nobody_is_signed_in_or_up_by_another_site(self):
        mallory = self.bob()
        sign_in = {"email": mallory.email, "password": PASSWORD}
        sign_up = {"email": new_email(), "name": "Forged", "password": PASSWORD}
        for path, body in (("/api/v1/session", sign_in), ("/api/v1/accounts", sign_up)):
            for headers in (*self.foreign_headers(),):
                reply = self.visitor().send("POST", path, body, headers)
                self.assert_problem(reply, 403)
                self.assertIsNone(reply.cookie("norn"))
            for kind in (FORM, "text/plain"):
                reply = self.visitor().send("POST", path, json.dumps(body).encode(),
                                            {"Content-Type": kind})
                self.assert_problem(reply, 415)
                self.assertIsNone(reply.cookie("norn"))

    def test_other_sites_are_given_no_permission_to_read(self):
        anna = self.anna()
        for method, path in (("GET", "/api/v1/session"), ("GET", "/api/openapi.json"),
                             ("OPTIONS", "/api/v1/calendars"), ("OPTIONS", "/api/v1/session")):
            reply = anna.client.send(method, path, headers={
                "Origin": "https://evil.example", "Access-Control-Request-Method": "POST",
                "Access-Control-Request-Headers": "content-type"})
            self.assertLess(reply.status, 500)
            for name in reply.headers:
                self.assertFalse(name.lower().startswith("access-control-"), name)

    def test_replies_are_neither_framed_nor_guessed_nor_kept(self):
        anna = self.anna()
        for client, path in ((anna.client, "/api/v1/session"), (self.visitor(), "/api/v1/session"),
                             (anna.client, "/api/v1/calendars"), (self.visitor(), "/api")):
            headers = client.send("GET", path).headers
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            policy = headers["Content-Security-Policy"]
            self.assertIn("frame-ancestors 'none'", policy)
            self.assertNotIn("unsafe-eval", policy)
            self.assertNotRegex(policy, r"script-src[^;]*'unsafe-inline'")
            if path != "/api":
                self.assertIn("no-store", headers["Cache-Control"])


class PublicOriginTest(RestCase):
    """Behind a proxy that does TLS: what the server knows of it is only its address."""

    STORE = "embedded"
    ORIGIN = "https://norn.example"
    OWN_SERVER = ("--public-url", ORIGIN)

    def test_cookies_are_those_of_the_address_that_people_use(self):
        body = {"secret": self.server.setup_secret, "email": new_email(), "name": "Ada",
                "password": PASSWORD}
        theirs = {"Origin": self.ORIGIN}
        client = self.visitor()
        self.assert_problem(client.send("POST", "/api/v1/setup", body), 403)
        reply = client.send("POST", "/api/v1/setup", body, theirs)
        self.assertEqual(reply.status, 201)
        for name in ("__Host-norn", "__Host-norn-device"):
            cookie = reply.cookie(name)
            self.assertTrue(cookie["secure"] and cookie["httponly"])
            self.assertEqual((cookie["path"], cookie["domain"]), ("/", ""))
        for path in ("/", "/api/v1/session", "/api/v1/none", "/healthz"):
            self.assertEqual(client.send("GET", path).headers["Strict-Transport-Security"],
                             "max-age=31536000")
        # One that anybody could have planted over plain http counts for nothing.
        planted = self.visitor()
        planted.cookies["norn"] = client.cookies["__Host-norn"]
        planted.get("/api/v1/session", expect=401)

        invited = client.post("/api/v1/invitations", {}, expect=201, headers=theirs).json
        self.assertTrue(invited["link"].startswith(f"{self.ORIGIN}/join#"))
        client.delete("/api/v1/session", expect=204, headers=theirs)
        # What is left recognizes the browser, and lets nobody in.
        self.assertEqual(set(client.cookies), {"__Host-norn-device"})
        client.get("/api/v1/session", expect=401)
        client.cookies["__Host-norn"] = client.cookies["__Host-norn-device"]
        client.get("/api/v1/session", expect=401)


class TwoProxiesTest(RestCase):
    """Of two proxies in a row, the outer one knows the client. A client's own line counts for
    nothing, though it comes first."""

    STORE = "embedded"
    OWN_SERVER = ("--public-url", "https://norn.example", "--proxies", "2")

    def test_the_address_before_the_last_one_counts(self):
        client = self.visitor()
        client.address = "127.0.0.1"
        body = {"secret": self.server.setup_secret, "email": new_email(), "name": "Ada",
                "password": PASSWORD}
        client.send("POST", "/api/v1/setup", body, {
            "Origin": "https://norn.example", "X-Forwarded-For": "198.51.100.1",
            "x-forwarded-for": "203.0.113.7, 192.0.2.1"})
        sessions = client.get("/api/v1/sessions").json["sessions"]
        self.assertEqual([one["address"] for one in sessions], ["203.0.113.7"])


class ForwardedAddressTest(RestCase):
    """Whom a proxy on this machine speaks for, and who cannot say so."""

    STORE = "embedded"
    OWN_SERVER = ("--public-url", "https://norn.example")
    # The first line is the client's own.
    FORWARDED = {"Origin": "https://norn.example", "X-Forwarded-For": "198.51.100.1",
                 "x-forwarded-for": "198.51.100.2, 203.0.113.7"}

    def test_the_last_address_of_a_proxy_on_this_machine_counts(self):
        body = {"secret": self.server.setup_secret, "email": new_email(), "name": "Ada",
                "password": PASSWORD}
        proxied = self.visitor()
        proxied.address = "127.0.0.1"
        proxied.send("POST", "/api/v1/setup", body, self.FORWARDED)
        direct = self.visitor()
        sign_in = {"email": body["email"], "password": PASSWORD}
        self.assertEqual(
            direct.send("POST", "/api/v1/session", sign_in, self.FORWARDED).status, 200)
        sessions = proxied.get("/api/v1/sessions").json["sessions"]
        self.assertEqual({one["address"] for one in sessions}, {"203.0.113.7", direct.address})

    def test_nonsense_is_not_believed(self):
        proxied = self.visitor()
        proxied.address = "127.0.0.1"
        for nonsense in ("", ",", "unknown", "1.2.3.4:80", "x" * 500):
            reply = proxied.send("GET", "/api/v1/server", headers={"X-Forwarded-For": nonsense})
            self.assertEqual(reply.status, 200)

    def test_only_the_host_that_people_use_is_answered(self):
        client = self.visitor()
        for host in ("evil.example", "norn.example.evil.example", "192.0.2.1", "127.0.0.1"):
            reply = client.send("GET", "/", headers={"Host": host})
            self.assert_problem(reply, 421, detail="norn.example")
        self.assertEqual(client.send("GET", "/", headers={"Host": "norn.example:443"}).status, 200)
        for path in ("/healthz", "/readyz"):
            self.assertEqual(client.send("GET", path, headers={"Host": "localhost"}).status, 200)
            self.assertEqual(client.send("GET", path, headers={"Host": "evil.example"}).status, 421)


class PublicMetricsTest(RestCase):
    """Where others can reach the app, metrics are for administrators."""

    STORE = "embedded"
    OWN_SERVER = ("--public-url", "http://norn.example")

    def test_numbers_are_for_administrators(self):
        self.server.url = "http://norn.example"  # The origin of its pages.
        world = self.make_world()
        here = self.visitor()
        here.address = "127.0.0.1"
        self.assert_problem(here.send("GET", "/metrics"), 401)
        self.assert_problem(here.send("GET", "/metrics", headers={"Host": "localhost"}), 401)
        administrator, nora = world.administrator, world.sign_up("Nora")
        self.assert_problem(nora.client.send("GET", "/metrics"), 403)
        self.assert_problem(nora.token("metrics:read").send("GET", "/metrics"), 403)
        self.assert_problem(administrator.token("account:read").send("GET", "/metrics"), 403)
        program = administrator.token("metrics:read")
        for reply in (program.send("GET", "/metrics", headers={"Host": "localhost"}),
                      administrator.client.send("GET", "/metrics")):
            self.assertEqual((reply.status, reply.content_type), (200, "text/plain"))
            self.assertRegex(reply.body.decode(), r'(?m)^\w+\{.*"setUp".*\} \d')
            self.assertNotIn("Strict-Transport-Security", reply.headers)
        self.assert_problem(program.send("GET", "/api/v1/calendars"), 403)
