"""A person who forgot the password gets a link of an administrator; strangers lock nobody out."""

import urllib.parse

from authenticator import code_of, step_now
from people import PASSWORD
from planner_things import make_feed
from rest_case import RestCase, on_every_store

NEW_PASSWORD = "a quite different one"


@on_every_store
class PasswordLinkTest(RestCase):
    def setUp(self):
        self.admin = self.world.administrator.client
        self.nora = self.world.sign_up("Nora")

    def make_link(self, **body):
        return self.admin.post(f"/api/v1/users/{self.nora.id}/password-link", body,
                               expect=201).json

    def reset(self, secret, password=NEW_PASSWORD, expect=200, browser=None, **more):
        return (browser or self.visitor()).post(
            "/api/v1/password-reset", {"secret": secret, "newPassword": password} | more,
            expect=expect)

    def sign_in(self, password=NEW_PASSWORD, expect=200, browser=None, **more):
        return (browser or self.visitor()).post(
            "/api/v1/session", {"email": self.nora.email, "password": password} | more,
            expect=expect)

    def test_a_link_sets_a_password_once_and_ends_sessions(self):
        made = self.make_link()
        link = urllib.parse.urlsplit(made["link"])
        # Behind the #, so that it is in no log of a server.
        self.assertEqual((link.path, link.query, link.fragment), ("/reset", "", made["secret"]))
        token, feed = self.nora.token("account:read"), make_feed(self.nora)
        browser = self.visitor()
        reply = self.reset(made["secret"], browser=browser)
        self.assertEqual(reply.json, {"email": self.nora.email})
        browser.get("/api/v1/session", expect=401)  # It signs nobody in.
        self.nora.client.get("/api/v1/session", expect=401)
        self.sign_in(PASSWORD, expect=401)
        me = self.sign_in().json
        # They are told whose help it was.
        self.assertEqual(me["passwordHelp"]["by"], self.world.administrator.name)
        self.reset(made["secret"], expect=403)
        token.get("/api/v1/session")
        self.visitor().get(feed.path)

    def test_tokens_and_calendar_links_end_if_that_is_wanted(self):
        token, feed = self.nora.token("account:read"), make_feed(self.nora)
        self.reset(self.make_link()["secret"], endAccess=True)
        token.get("/api/v1/session", expect=401)
        self.visitor().get(feed.path, expect=404)

    def test_a_link_is_void_after_a_newer_one_or_a_new_password(self):
        first, second = self.make_link()["secret"], self.make_link()["secret"]
        self.reset(first, expect=403)
        self.nora.client.put("/api/v1/account/password", {
            "currentPassword": PASSWORD, "newPassword": NEW_PASSWORD})
        self.reset(second, expect=403)

    def test_a_password_that_is_not_good_leaves_the_link(self):
        secret = self.make_link()["secret"]
        for password in ("short", "password123", self.nora.email):
            self.assert_problem(self.reset(secret, password, expect=400), 400, "newPassword")
        self.reset(secret)

    def test_the_second_factor_stays_unless_the_administrator_removes_it(self):
        secret = self.nora.client.post("/api/v1/account/second-factor", {"password": PASSWORD},
                                       expect=201).json["secret"]
        self.nora.client.put("/api/v1/account/second-factor",
                             {"code": code_of(secret, step_now())})
        self.reset(self.make_link()["secret"])
        self.assert_problem(self.sign_in(expect=401), 401, "code")
        self.reset(self.make_link(removeSecondFactor=True)["secret"], PASSWORD)
        self.sign_in(PASSWORD)

    def test_nobody_makes_a_link_but_an_administrator_for_others(self):
        other = self.world.sign_up("Other")
        path = f"/api/v1/users/{self.nora.id}/password-link"
        other.client.post(path, {}, expect=403)
        self.visitor().post(path, {}, expect=401)
        own = f"/api/v1/users/{self.world.administrator.id}/password-link"
        self.admin.post(own, {}, expect=409)

    def test_a_link_is_not_guessed(self):
        secret = self.make_link()["secret"]
        for wrong in ("", "x", secret[:-1], secret[:36] + "." + "A" * 43,
                      self.world.administrator.id + secret[36:]):
            self.reset(wrong, expect=403)
        self.reset(secret)


@on_every_store
class KnownBrowserTest(RestCase):
    """Failed attempts of strangers do not lock out the browser of the owner."""

    def sign_in(self, browser, person, password, expect=None):
        body = {"email": person.email, "password": password}
        reply = browser.send("POST", "/api/v1/session", body)
        if expect:
            self.assertEqual(reply.status, expect)
        return reply

    def test_a_browser_that_has_signed_in_before_has_a_limit_of_its_own(self):
        nora = self.world.sign_up("Nora")
        own = nora.client
        cookie = next(each for each in own.cookies if each.endswith("norn-device"))
        own.delete("/api/v1/session")
        self.assertIn(cookie, own.cookies)
        # From the same network as the owner.
        stranger = self.visitor()
        stranger.address = own.address
        statuses = {self.sign_in(stranger, nora, "a wrong password").status for _ in range(12)}
        self.assertEqual(statuses, {401, 429})
        self.sign_in(stranger, nora, PASSWORD, 429)
        self.sign_in(own, nora, PASSWORD, 200)
        # Its own attempts are limited, too.
        own.delete("/api/v1/session")
        statuses = [self.sign_in(own, nora, "a wrong password").status for _ in range(11)]
        self.assertEqual(statuses, [401] * 10 + [429])

    def test_the_cookie_is_for_the_server_alone(self):
        nora = self.world.sign_up("Nora")
        reply = self.visitor().post("/api/v1/session",
                                    {"email": nora.email, "password": PASSWORD})
        header = next(each for each in reply.headers.get_all("Set-Cookie")
                      if each.startswith("norn-device="))
        self.assertIn("HttpOnly", header)
        self.assertIn("SameSite=Lax", header)
        self.assertIn("Max-Age=34560000", header)


@on_every_store
class ContactTest(RestCase):
    def test_whom_to_ask_is_told_if_the_settings_say_so(self):
        admin = self.world.administrator.client
        before = admin.get("/api/v1/settings").json
        self.addCleanup(admin.put, "/api/v1/settings", before | {"contact": ""})
        self.assertNotIn("contact", self.visitor().get("/api/v1/server").json)
        contact = "Ada, ada@example.org"
        admin.put("/api/v1/settings", before | {"contact": contact})
        self.assertEqual(self.visitor().get("/api/v1/server").json["contact"], contact)
        # Who does not speak of it leaves it.
        admin.put("/api/v1/settings", before)
        self.assertEqual(admin.get("/api/v1/settings").json["contact"], contact)
        admin.put("/api/v1/settings", before | {"contact": ""})
        self.assertNotIn("contact", admin.get("/api/v1/settings").json)
        self.assert_problem(admin.put("/api/v1/settings", before | {"contact": "x" * 201},
                                      expect=400), 400, "contact")
