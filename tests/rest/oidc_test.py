"""Signing in with a provider: the whole way of a browser, and what an attacker changes on it."""

import datetime
import functools
import urllib.parse

from authenticator import code_of, step_now
from people import PASSWORD, Person, make_calendar, new_email, path_of
from planner_things import make_feed
from providers import changed, oauth_provider, visit
from proving import new_world_with_providers
from rest_case import RestCase, on_every_store, on_stores_with_tables
from rest_client import Client


world_with_providers = functools.cache(new_world_with_providers)


class ProviderCase(RestCase):
    @classmethod
    def setUpClass(cls):
        cls.world = world_with_providers(cls.STORE)
        cls.server = cls.world.server

    def setUp(self):
        self.browser = self.visitor()

    def start(self, browser=None, provider="test", **query):
        """Begins to sign in; returns the address of the provider that the browser is sent to."""
        path = f"/auth/{provider}/start"
        if query:
            path += "?" + urllib.parse.urlencode(query)
        reply = (browser or self.browser).send("GET", path)
        self.assertEqual(reply.status, 303)
        return reply.headers["Location"]

    def come_back(self, address, browser=None):
        """What the server says to the browser that the provider sends back."""
        parts = urllib.parse.urlsplit(address)
        self.assertEqual(f"{parts.scheme}://{parts.netloc}", self.server.url)
        reply = (browser or self.browser).send("GET", f"{parts.path}?{parts.query}")
        self.assertEqual(reply.status, 303)
        return reply.headers["Location"]

    def sign_in(self, account, browser=None, **query):
        """The whole way; returns where the browser ends up."""
        address = changed(self.start(browser, **query), login_hint=account)
        return self.come_back(visit(address), browser)

    def me(self, browser=None):
        return (browser or self.browser).get("/api/v1/session").json

    def assert_refused(self, location, browser=None):
        # A code, and no text that a link to this page could replace by another.
        self.assertRegex(location, r"^/sign-in\?error=[a-z-]+(&provider=(test|hub))?$")
        self.assertNotIn("error=internal", location)
        (browser or self.browser).get("/api/v1/session", expect=401)


@on_every_store
class ProviderSignInTest(ProviderCase):
    def test_the_providers_are_told(self):
        providers = self.visitor().get("/api/v1/server").json["providers"]
        self.assertEqual(providers, [{"id": "test", "name": "Test"}, {"id": "hub", "name": "Hub"}])

    def test_a_provider_that_is_none_is_told(self):
        location = self.start(provider="nobody")
        self.assert_refused(location)
        self.assertEqual(location, "/sign-in?error=not-found")

    def test_one_address_does_not_begin_without_end(self):
        for _ in range(200):
            location = self.start(provider="hub")
            if location.startswith("/sign-in?error="):
                break
        self.assert_refused(location)
        self.start(self.visitor(), "hub")

    def test_somebody_new_comes_with_an_invitation(self):
        self.world.set_sign_up("invitation")
        self.addCleanup(self.world.set_sign_up, "open")
        email = new_email("anna")
        account = f"verified:{email}"
        self.assert_refused(self.sign_in(account))
        admin = self.world.administrator.client
        invited = admin.post("/api/v1/invitations", {}, expect=201).json["secret"]
        self.assertEqual(self.sign_in(account, invitation=invited, returnTo="/calendars"),
                         "/calendars")
        me = self.me()
        self.assertEqual((me["email"], me["name"], me["hasPassword"], me["provider"]),
                         (email, f"Name of {email}", False, "test"))
        self.assertEqual(self.browser.get("/api/v1/sessions").json["sessions"][0]["method"],
                         "test")
        # It was used up, and is not needed by who has come before.
        other = self.visitor()
        self.assert_refused(self.sign_in(f"verified:{new_email()}", other, invitation=invited),
                            other)
        again = self.visitor()
        self.assertEqual(self.sign_in(account, again), "/")
        self.assertEqual(self.me(again)["id"], me["id"])

    def test_a_verified_address_links_to_the_account_that_has_it(self):
        email = new_email("nora")
        invited = self.world.administrator.client.post("/api/v1/invitations", {"email": email},
                                                       expect=201).json
        nora = self.world.sign_up("Nora", email, invitation=invited["secret"])
        self.sign_in(f"verified:{nora.email}")
        self.assertEqual(self.me()["id"], nora.id)
        # Her password still works.
        nora.sign_in_again()

    def test_who_made_an_account_with_an_address_that_is_not_theirs_loses_it(self):
        email = new_email("nora")
        thief = self.world.sign_up("Not Nora", email)
        program = thief.token("account:read")
        program.get("/api/v1/session")
        self.sign_in(f"verified:{email}")
        self.assertEqual(self.me()["id"], thief.id)
        self.assertFalse(self.me()["hasPassword"])
        thief.client.get("/api/v1/session", expect=401)
        program.get("/api/v1/session", expect=401)
        self.visitor().post("/api/v1/session", {"email": email, "password": PASSWORD}, expect=401)

    def test_who_loses_an_account_keeps_nothing_of_it(self):
        email = new_email("nora")
        thief, accomplice = self.world.sign_up("Not Nora", email), self.world.sign_up("Mate")
        calendar = make_calendar(thief, writer=accomplice)
        thief.client.post(f"{path_of(calendar)}/members", {"email": new_email(), "role": "owner"},
                          expect=201)
        feed = make_feed(thief)
        accomplice.client.get(path_of(calendar))
        secret = thief.client.post("/api/v1/account/second-factor", {"password": PASSWORD},
                                   expect=201).json["secret"]
        thief.client.put("/api/v1/account/second-factor", {"code": code_of(secret, step_now())})
        self.sign_in(f"verified:{email}")
        self.assertEqual(self.me()["id"], thief.id)
        self.assertFalse(self.me()["secondFactor"])
        self.visitor().get(feed.path, expect=404)
        # An index may be behind for a moment.
        self.assert_eventually(
            lambda: accomplice.client.send("GET", path_of(calendar)).status, 404)
        members = self.browser.get(f"{path_of(calendar)}/members").json
        self.assertEqual([each["userId"] for each in members["members"]], [thief.id])
        self.assertEqual(members["invitations"], [])

    def test_an_address_that_is_not_verified_links_to_nothing(self):
        nora = self.world.sign_up("Nora")
        self.assert_refused(self.sign_in(f"unverified:{nora.email}"))
        self.assert_refused(self.sign_in(f"unverified:{new_email()}"))

    def test_a_second_identity_of_a_provider_links_to_nothing(self):
        email = new_email()
        self.sign_in(f"verified:{email}")
        other = self.visitor()
        location = self.sign_in(f"verified:{email}:another", other)
        self.assert_refused(location, other)
        self.assertEqual(location, "/sign-in?error=sign-in-first&provider=test")

    def test_a_provider_is_no_way_around_the_second_factor(self):
        nora = self.world.sign_up_invited("Nora")
        secret = nora.client.post("/api/v1/account/second-factor", {"password": PASSWORD},
                                  expect=201).json["secret"]
        nora.client.put("/api/v1/account/second-factor", {"code": code_of(secret, step_now())})
        self.assert_refused(self.sign_in(f"verified:{nora.email}"))

    def link(self, account, browser, **body):
        """Adds an identity to the account that is signed in, as a page of ours begins it; returns
        where the browser ends up."""
        begun = browser.post("/auth/test/link", body, expect=200).json
        return self.come_back(visit(changed(begun["location"], login_hint=account)), browser)

    def test_a_person_who_is_signed_in_can_link_an_identity(self):
        nora, account = self.world.sign_up("Nora"), f"verified:{new_email()}"
        self.assertEqual(self.link(account, nora.client, returnTo="/account"), "/account")
        self.assertEqual(self.me(nora.client)["id"], nora.id)
        self.sign_in(account)
        self.assertEqual(self.me()["id"], nora.id)
        # It is not anybody else's to link.
        other = self.world.sign_up("Other")
        self.assertTrue(self.link(account, other.client).startswith("/sign-in?error"))
        other.client.post("/auth/nobody/link", {}, expect=404)

    def test_linking_begins_on_a_page_of_ours(self):
        nora = self.world.sign_up("Nora")
        reply = nora.client.send("GET", "/auth/test/start?link=1",
                                 headers={"Sec-Fetch-Site": "cross-site"})
        self.assertTrue(reply.headers["Location"].startswith("/sign-in"))
        self.assertTrue(self.start(link="1").startswith("/sign-in"))
        # A link cannot begin it, wherever it is; a request of another site cannot either.
        self.assertEqual(self.start(nora.client, link="1"), "/sign-in")
        for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"},
                        {"Sec-Fetch-Site": "same-site"}):
            self.assert_problem(nora.client.send("POST", "/auth/test/link", {}, headers), 403)
        # A form of another site has no JSON in it.
        form = nora.client.send("POST", "/auth/test/link", "returnTo=%2F", {
            "Content-Type": "application/x-www-form-urlencoded"})
        self.assert_problem(form, 415)
        self.visitor().post("/auth/test/link", {}, expect=401)
        self.assert_problem(nora.client.send("GET", "/auth/test/link"), 405)

    def test_who_is_sent_to_the_provider_by_another_site_links_nothing(self):
        nora, account = self.world.sign_up("Nora"), f"verified:{new_email()}"
        reply = nora.client.send("GET", "/auth/test/start", headers={
            "Sec-Fetch-Site": "cross-site"})
        self.come_back(visit(changed(reply.headers["Location"], login_hint=account)), nora.client)
        # The identity has an account of its own.
        self.sign_in(account)
        self.assertNotEqual(self.me()["id"], nora.id)

    def test_who_changes_their_mind_is_not_signed_in(self):
        self.assert_refused(self.come_back(visit(changed(self.start(), login_hint="deny"))))

    def test_who_has_no_password_can_set_one_and_can_leave(self):
        email = new_email()
        self.sign_in(f"verified:{email}")
        self.browser.put("/api/v1/account/password", {"newPassword": PASSWORD})
        Person(self.browser, self.me()).sign_in_again()

        gone = self.visitor()
        account = f"verified:{new_email()}"
        self.sign_in(account, gone)
        before = self.me(gone)["id"]
        gone.post("/api/v1/account/delete", {}, expect=204)
        if self.server.api_url:
            self.assert_eventually(lambda: self.traces_of(before, account), [])
        self.sign_in(account, gone)
        self.assertNotEqual(self.me(gone)["id"], before)


@on_stores_with_tables
class ProviderOldSessionTest(ProviderCase):
    def test_a_session_that_is_not_new_gives_nobody_a_first_password(self):
        """Whoever has no password is told from a thief of a session by a new sign-in alone."""
        email = new_email()
        self.sign_in(f"verified:{email}")
        item, = self.table("norn").query(
            KeyConditionExpression="PK = :pk AND begins_with(SK, :session)",
            ExpressionAttributeValues={":pk": f"USER#{self.me()['id']}", ":session": "SESSION#"},
            ConsistentRead=True)["Items"]
        began = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(minutes=11)
        self.table("norn").put_item(Item=item | {
            "createdAt": began.strftime("%Y-%m-%dT%H:%M:%S.000Z")})
        for method, path, body in (
                ("PUT", "/api/v1/account/password", {"newPassword": PASSWORD}),
                ("PATCH", "/api/v1/account", {"email": new_email()}),
                ("POST", "/api/v1/account/second-factor", {}),
                ("POST", "/api/v1/account/delete", {}),
                ("POST", "/api/v1/confirmation", {})):
            reply = self.browser.send(method, path, body)
            self.assertEqual((reply.status, reply.json.get("code")), (403, "confirmBySigningIn"),
                             path)
        reply = self.browser.send("POST", "/auth/test/link", {})
        self.assertEqual((reply.status, reply.json["code"]), (403, "confirmationNeeded"))
        self.browser.patch("/api/v1/account", {"name": "Nora"})
        self.sign_in(f"verified:{email}")
        self.browser.put("/api/v1/account/password", {"newPassword": PASSWORD})


@on_stores_with_tables
class ProviderItemsTest(ProviderCase):
    def test_the_user_is_what_the_design_shows(self):
        email = new_email("john")
        self.sign_in(f"verified:{email}")
        me, subject = self.me(), f"verified:{email}"
        key = f"USER#{me['id']}"
        item = self.item(key)
        self.assertEqual(item, {
            "PK": key, "SK": key, "GSI2PK": f"EMAIL#{email}", "GSI2SK": key,
            "GSI3PK": f"PROV#test#{subject}", "GSI3SK": key, "entityType": "USER",
            "id": me["id"], "name": f"Name of {email}", "email": email, "provider": "test",
            "providerSubject": subject, "createdAt": item["createdAt"],
            "updatedAt": item["createdAt"]})
        # Access pattern 8 of the design.
        found = self.table().query(
            IndexName="GSI3", KeyConditionExpression="GSI3PK = :pk",
            ExpressionAttributeValues={":pk": f"PROV#test#{subject}"})["Items"]
        self.assertEqual(found, [item])


@on_every_store
class ProviderAttacksTest(ProviderCase):
    def account(self):
        return f"verified:{new_email()}"

    def test_the_request_has_all_that_protects_it(self):
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.start()).query))
        self.assertEqual((query["response_type"], query["code_challenge_method"]),
                         ("code", "S256"))
        for name in ("state", "nonce", "code_challenge"):
            self.assertGreaterEqual(len(query[name]), 43)
        again = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.start()).query))
        for name in ("state", "nonce", "code_challenge"):
            self.assertNotEqual(query[name], again[name])

    def test_a_state_that_is_missing_or_made_up_is_refused(self):
        for state in (None, "", "x", "A" * 43):
            back = visit(changed(self.start(), login_hint=self.account()))
            self.assert_refused(self.come_back(changed(back, state=state)))

    def test_a_state_works_once(self):
        back = visit(changed(self.start(), login_hint=self.account()))
        self.assertEqual(self.come_back(back), "/")
        thief = self.browser.copy()
        thief.cookies.pop("norn")
        self.assert_refused(self.come_back(back, thief), thief)

    def test_a_reply_for_another_browser_is_refused(self):
        """Somebody is signed in to the attacker's account, or an attacker to theirs."""
        victim = self.visitor()
        back = visit(changed(self.start(), login_hint=self.account()))
        self.assert_refused(self.come_back(back, victim), victim)
        # Nor is it good for the browser that it was for any more.
        self.assert_refused(self.come_back(back))

    def test_a_reply_for_another_browser_with_a_sign_in_of_its_own_is_refused(self):
        victim = self.visitor()
        self.start(victim)
        back = visit(changed(self.start(), login_hint=self.account()))
        self.assert_refused(self.come_back(back, victim), victim)

    def test_a_code_of_another_sign_in_is_refused(self):
        """The provider gives it for the challenge of the one, not of the other."""
        stolen = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(
            visit(changed(self.start(self.visitor()), login_hint=self.account()))).query))["code"]
        back = visit(changed(self.start(), login_hint=self.account()))
        self.assert_refused(self.come_back(changed(back, code=stolen)))

    def test_a_code_that_is_none_is_refused(self):
        for code in (None, "", "x", "A" * 43):
            back = visit(changed(self.start(), login_hint=self.account()))
            self.assert_refused(self.come_back(changed(back, code=code)))

    def test_another_nonce_is_refused(self):
        for nonce in ("another one", None):
            back = visit(changed(self.start(), login_hint=self.account(), nonce=nonce))
            self.assert_refused(self.come_back(back))

    def test_another_challenge_is_refused(self):
        back = visit(changed(self.start(), login_hint=self.account(), code_challenge="A" * 43))
        self.assert_refused(self.come_back(back))
        # The provider insists on one.
        back = visit(changed(self.start(), login_hint=self.account(), code_challenge=None,
                             code_challenge_method=None))
        self.assertIn("error=", back)
        self.assert_refused(self.come_back(back))

    def test_a_reply_of_another_provider_is_refused(self):
        back = visit(changed(self.start(), login_hint=self.account()))
        self.assert_refused(self.come_back(back.replace("/auth/test/", "/auth/hub/")))

    def test_the_way_back_leads_to_a_page_of_ours(self):
        account = self.account()
        for wish in ("https://evil.example/", "//evil.example", "///evil.example",
                     "/\\evil.example", "\\/evil.example", "javascript:alert(1)",
                     "evil.example", "/\t/evil.example", "/\n//evil.example", " //evil.example",
                     "/%0d%0aX-Injected: yes", "http:/evil.example", "/" + "x" * 5000, ""):
            with self.subTest(wish=wish[:40]):
                location = self.sign_in(account, returnTo=wish)
                target = urllib.parse.urlsplit(urllib.parse.urljoin(self.server.url, location))
                self.assertEqual(f"{target.scheme}://{target.netloc}", self.server.url)
                self.assertTrue(location.startswith("/") and location[1:2] not in ("/", "\\"))
        self.assertEqual(self.sign_in(account, returnTo="/calendars?day=2024-01-15"),
                         "/calendars?day=2024-01-15")

    def test_the_session_that_the_browser_had_is_ended(self):
        account = self.account()
        self.sign_in(account)
        before = self.browser.copy()
        self.sign_in(account)
        self.assertNotEqual(before.cookies["norn"], self.browser.cookies["norn"])
        before.get("/api/v1/session", expect=401)

    def test_the_cookie_of_a_sign_in_is_gone_afterwards(self):
        reply = self.browser.send("GET", "/auth/test/start")
        cookie = reply.cookie("norn-oidc")
        self.assertTrue(cookie["httponly"])
        self.assertEqual((cookie["samesite"], cookie["path"]), ("Lax", "/"))
        self.assertLessEqual(int(cookie["max-age"]), 600)
        self.come_back(visit(changed(reply.headers["Location"], login_hint=self.account())))
        self.assertNotIn("norn-oidc", self.browser.cookies)


@on_every_store
class OAuthProviderTest(ProviderCase):
    """One that tells who it is only when it is asked, as GitHub does."""

    def sign_in_as(self, login, browser=None, **query):
        address = changed(self.start(browser, "hub", **query), login=login)
        return self.come_back(visit(address), browser)

    def make_account(self, *emails, name="Mona"):
        accounts = oauth_provider().accounts
        login = f"mona-{len(accounts)}"
        accounts[login] = {"user": {"id": 1000 + len(accounts), "login": login, "name": name},
                           "emails": [{"email": email, "primary": primary, "verified": verified}
                                      for email, primary, verified in emails]}
        return login

    def test_a_person_signs_in(self):
        email = new_email("mona")
        login = self.make_account((new_email(), False, True), (email, True, True))
        self.assertEqual(self.sign_in_as(login, returnTo="/calendars"), "/calendars")
        me = self.me()
        self.assertEqual((me["email"], me["name"], me["provider"]), (email, "Mona", "hub"))
        again = self.visitor()
        self.sign_in_as(login, again)
        self.assertEqual(self.me(again)["id"], me["id"])

    def test_an_address_that_is_not_verified_counts_for_nothing(self):
        nora = self.world.sign_up("Nora")
        self.assert_refused(self.sign_in_as(self.make_account((nora.email, True, False))))
        self.assert_refused(self.sign_in_as(self.make_account()))

    def test_the_code_is_bound_to_the_browser_that_began(self):
        login = self.make_account((new_email(), True, True))
        back = visit(changed(self.start(provider="hub"), login=login))
        victim = self.visitor()
        self.start(victim, "hub")
        self.assert_refused(self.come_back(back, victim), victim)
        back = visit(changed(self.start(provider="hub"), login=login))
        self.assert_refused(self.come_back(changed(back, code="made-up")))

    def test_a_name_that_is_none_is_replaced(self):
        for name in (None, "", "\u0000", "x" * 5000):
            email = new_email("nameless")
            browser = Client(self.server)
            self.sign_in_as(self.make_account((email, True, True), name=name), browser)
            self.assertGreater(len(self.me(browser)["name"]), 0)
