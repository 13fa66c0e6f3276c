"""Signing in and out, sessions, passwords, tokens, names and addresses."""

from booking_things import feed_path, make_place
from people import PASSWORD, make_calendar, new_email
from planner_things import make_feed
from rest_case import RestCase, on_every_store
from rest_client import Client

NEW_PASSWORD = "a quite different one"


@on_every_store
class SignInTest(RestCase):
    def sign_in(self, email, password, expect=200):
        client = self.visitor()
        reply = client.post("/api/v1/session", {"email": email, "password": password},
                            expect=expect)
        return client, reply

    def test_who_has_signed_in_is_known_until_they_sign_out(self):
        anna = self.anna()
        client, reply = self.sign_in(anna.email, anna.password)
        self.assertEqual(reply.json["id"], anna.id)
        self.assertEqual(client.get("/api/v1/session").json, reply.json)
        signed_out = client.delete("/api/v1/session", expect=204)
        self.assertEqual(signed_out.cookie("norn")["max-age"], "0")
        client.get("/api/v1/session", expect=401)

    def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(self):
        _, reply = self.sign_in(self.anna().email, PASSWORD)
        cookie = reply.cookie("norn")
        self.assertTrue(cookie["httponly"])
        self.assertEqual(cookie["samesite"], "Lax")
        self.assertEqual(cookie["path"], "/")
        self.assertEqual(cookie["domain"], "")
        self.assertGreater(int(cookie["max-age"]), 0)
        # A browser keeps no Secure cookie of a page without TLS.
        self.assertFalse(cookie["secure"])

    def test_an_address_is_known_however_it_is_typed(self):
        anna = self.anna()
        for typed in (anna.email.upper(), f" {anna.email}  "):
            self.assertEqual(self.sign_in(typed, PASSWORD)[1].json["email"], anna.email)

    def test_wrong_ones_are_refused_alike(self):
        anna = self.anna()
        _, wrong = self.sign_in(anna.email, "not the password", 401)
        _, unknown = self.sign_in(new_email(), "not the password", 401)
        self.assertEqual(wrong.json, unknown.json)
        for reply in (wrong, unknown):
            self.assertIsNone(reply.cookie("norn"))

    def test_nobody_is_signed_in_at_first(self):
        self.assert_problem(self.visitor().get("/api/v1/session", expect=401), 401)
        self.assert_problem(self.visitor().delete("/api/v1/session", expect=401), 401)
        self.assert_problem(self.visitor().get("/api/v1/sessions", expect=401), 401)

    def test_a_cookie_that_is_none_is_nobody(self):
        anna = self.anna()
        for value in ("x", "", "a.b", anna.id, f"{anna.id}.", f"{anna.id}.{'A' * 43}",
                      f"{anna.client.cookies['norn']}x", anna.client.cookies["norn"][:-1],
                      anna.client.cookies["norn"].upper()):
            with self.subTest(value=value):
                client = self.visitor()
                client.cookies["norn"] = value
                client.get("/api/v1/session", expect=401)


@on_every_store
class SessionsTest(RestCase):
    def setUp(self):
        self.nora = self.world.sign_up("Nora")

    def sessions(self, client=None):
        return (client or self.nora.client).get("/api/v1/sessions").json["sessions"]

    def test_a_person_sees_where_they_are_signed_in(self):
        other = Client(self.server)
        other.post("/api/v1/session", {"email": self.nora.email, "password": PASSWORD},
                   headers={"User-Agent": "A browser"})
        sessions = self.sessions()
        self.assertEqual(len(sessions), 2)
        self.assertEqual([each["current"] for each in sessions], [False, True])
        new = sessions[0]
        self.assertEqual((new["method"], new["address"], new["userAgent"]),
                         ("password", other.address, "A browser"))
        self.assertEqual([each["current"] for each in self.sessions(other)], [True, False])

    def test_a_session_can_be_ended_from_another(self):
        other = self.nora.sign_in_again()
        theirs = next(each for each in self.sessions() if not each["current"])
        self.nora.client.delete(f"/api/v1/sessions/{theirs['id']}", expect=204)
        other.get("/api/v1/session", expect=401)
        self.nora.client.get("/api/v1/session")
        self.assertEqual(len(self.sessions()), 1)
        self.nora.client.delete(f"/api/v1/sessions/{theirs['id']}", expect=404)

    def test_nobody_ends_the_session_of_another_person(self):
        own = self.sessions()[0]["id"]
        self.anna().client.delete(f"/api/v1/sessions/{own}", expect=404)
        self.nora.client.get("/api/v1/session")

    def test_signing_out_everywhere_ends_them_all(self):
        others = [self.nora.sign_in_again() for _ in range(2)]
        self.nora.client.copy().delete("/api/v1/sessions", expect=204)
        for client in (self.nora.client, *others):
            client.get("/api/v1/session", expect=401)
        again = self.nora.sign_in_again()
        self.assertEqual(len(self.sessions(again)), 1)

    def test_a_new_password_ends_all_other_sessions(self):
        other, before = self.nora.sign_in_again(), self.nora.client.copy()
        change = {"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD}
        wrong = self.nora.client.put("/api/v1/account/password",
                                     change | {"currentPassword": "no"}, expect=403)
        self.assert_problem(wrong, 403, "currentPassword")
        other.get("/api/v1/session")

        reply = self.nora.client.put("/api/v1/account/password", change)
        self.assertEqual(reply.json["id"], self.nora.id)
        self.assertIsNotNone(reply.cookie("norn"))
        self.nora.client.get("/api/v1/session")
        for client in (other, before):
            client.get("/api/v1/session", expect=401)
        sign_in = {"email": self.nora.email, "password": PASSWORD}
        self.visitor().post("/api/v1/session", sign_in, expect=401)
        self.visitor().post("/api/v1/session", sign_in | {"password": NEW_PASSWORD})

    def test_a_new_password_ends_tokens_and_calendar_links_if_that_is_wanted(self):
        token = self.nora.token("account:read", "planner:read")
        place = make_place(self.nora)
        links = [make_feed(self.nora).path, feed_path(self.nora, place)]
        def are_valid():
            return [token.send("GET", "/api/v1/session").status] + [
                self.visitor().send("GET", link).status for link in links]
        change = {"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD}
        self.nora.client.put("/api/v1/account/password", change)
        self.assertEqual(are_valid(), [200, 200, 200])
        back = {"currentPassword": NEW_PASSWORD, "newPassword": PASSWORD, "endAccess": True}
        self.nora.client.put("/api/v1/account/password", back)
        self.assertEqual(are_valid(), [401, 404, 404])
        self.assertEqual(self.nora.client.get("/api/v1/tokens").json["tokens"], [])
        # What is made now is valid.
        self.visitor().get(make_feed(self.nora).path)
        self.nora.token("account:read").get("/api/v1/session")

    def test_a_new_password_has_to_be_a_good_one(self):
        for password in ("short", "password123", self.nora.email, "x" * 2000):
            reply = self.nora.client.put(
                "/api/v1/account/password",
                {"currentPassword": PASSWORD, "newPassword": password}, expect=400)
            self.assert_problem(reply, 400, "newPassword")


@on_every_store
class TokensTest(RestCase):
    def make(self, expect=201, **changes):
        body = {"name": "backup", "scopes": ["calendars:read"]} | changes
        return self.bob().client.post("/api/v1/tokens", body, expect=expect)

    def listed(self):
        return {each["id"]: each for each in self.bob().client.get("/api/v1/tokens").json["tokens"]}

    def test_a_token_may_do_what_its_scopes_say(self):
        calendar = make_calendar(self.bob())
        address = f"/api/v1/calendars/{calendar['id']}"
        reader = self.bob().token("calendars:read")
        self.assertEqual(reader.get(address).json, calendar)
        reader.post("/api/v1/calendars", {"name": "x", "color": "#000000"}, expect=403)
        writer = self.bob().token("calendars:read", "calendars:write")
        writer.patch(address, {"name": "Work"}, etag=calendar["etag"])
        self.bob().token("account:read").get(address, expect=403)

    def test_a_token_never_reaches_the_account(self):
        program = self.bob().token("calendars:read", "calendars:write", "planner:read",
                                   "planner:write", "projects:read", "projects:write",
                                   "bookings:read", "bookings:write", "account:read")
        program.get("/api/v1/sessions", expect=403)
        program.get("/api/v1/tokens", expect=403)
        program.post("/api/v1/tokens", {"name": "more", "scopes": ["calendars:write"]}, expect=403)
        program.post("/api/v1/account/delete", {"password": PASSWORD}, expect=403)

    def test_the_text_is_shown_once(self):
        made = self.make().json
        self.assertTrue(made["text"].startswith("norn_"))
        listed = self.listed()[made["token"]["id"]]
        self.assertEqual(listed["name"], "backup")
        self.assertEqual(listed["scopes"], ["calendars:read"])
        self.assertNotIn(made["text"].rpartition(".")[2], str(self.listed()))

    def test_a_token_that_is_removed_does_nothing(self):
        made = self.make().json
        program = Client(self.server, made["text"])
        program.get("/api/v1/calendars")
        self.stranger().client.delete(f"/api/v1/tokens/{made['token']['id']}", expect=404)
        self.bob().client.delete(f"/api/v1/tokens/{made['token']['id']}", expect=204)
        program.get("/api/v1/calendars", expect=401)
        self.assertNotIn(made["token"]["id"], self.listed())

    def test_a_token_that_is_none_is_refused(self):
        for text in ("norn_", "norn_x.y", "x", f"norn_{self.bob().id}.{'A' * 43}",
                     self.bob().client.cookies["norn"]):
            Client(self.server, text).get("/api/v1/calendars", expect=401)

    def test_what_is_no_token_is_refused_with_its_field(self):
        rows = ((dict(name=""), "name"), (dict(scopes=["everything"]), "scopes"),
                (dict(scopes="calendars:read"), "scopes"), (dict(expiresAt="soon"), "expiresAt"),
                (dict(expiresAt="2001-01-01T00:00:00Z"), "expiresAt"))
        for change, field in rows:
            with self.subTest(change=change):
                reply = self.make(400, **change)
                self.assertTrue(reply.json["field"].startswith(field), reply.body)

    def test_a_token_can_have_an_end(self):
        made = self.make(expiresAt="2099-12-31T23:59:59Z").json
        self.assertTrue(made["token"]["expiresAt"].startswith("2099-12-31T23:59:59"))


@on_every_store
class NameAndAddressTest(RestCase):
    def setUp(self):
        self.nora = self.world.sign_up("Nora")

    def change(self, body, expect=200):
        return self.nora.client.patch("/api/v1/account", body, expect=expect)

    def test_a_person_can_be_renamed(self):
        self.assertEqual(self.change({"name": "  Nora Núñez "}).json["name"], "Nora Núñez")
        self.assertEqual(self.nora.client.get("/api/v1/session").json["name"], "Nora Núñez")
        for name in ("", " ", "a\nb", 5):
            self.assert_problem(self.change({"name": name}, 400), 400, "name")

    def test_the_language_of_the_web_app_is_kept_with_the_account(self):
        self.assertEqual(self.nora.client.get("/api/v1/session").json["language"], "")
        self.assertEqual(self.change({"language": "zh"}).json["language"], "zh")
        elsewhere = Client(self.server)
        signed_in = elsewhere.post("/api/v1/session",
                                   {"email": self.nora.email, "password": PASSWORD})
        self.assertEqual(signed_in.json["language"], "zh")
        both = self.change({"language": "", "name": "Nora N."}).json
        self.assertEqual((both["language"], both["name"]), ("", "Nora N."))
        for language in ("tlh", "DE", "de-DE", "en\n", 1):
            self.assert_problem(self.change({"language": language}, 400), 400, "language")

    def test_the_first_steps_are_for_the_person_who_set_norn_up_until_they_are_over(self):
        self.assertNotIn("firstSteps", self.nora.client.get("/api/v1/session").json)
        administrator = self.world.administrator.client
        self.assertIs(administrator.get("/api/v1/session").json["firstSteps"], True)
        over = administrator.patch("/api/v1/account", {"firstSteps": False}).json
        self.assertNotIn("firstSteps", over)
        self.assertNotIn("firstSteps", administrator.get("/api/v1/session").json)
        self.assertIs(self.change({"firstSteps": True}).json["firstSteps"], True)
        self.assert_problem(self.change({"firstSteps": "no"}, 400), 400, "firstSteps")

    def test_a_change_of_nothing_is_refused(self):
        for body in ({}, {"name": None}, {"language": None}, {"firstSteps": None},
                     {"password": PASSWORD}):
            reply = self.change(body, 400)
            self.assert_problem(reply, 400, detail="There is nothing to change.")
            self.assertNotIn("field", reply.json)

    def test_name_and_address_change_together_or_not_at_all(self):
        wish = {"name": "Other", "password": PASSWORD}
        self.change(wish | {"email": self.anna().email}, 409)
        self.change(wish | {"email": new_email(), "name": "a\nb"}, 400)
        me = self.nora.client.get("/api/v1/session").json
        self.assertEqual((me["name"], me["email"]), (self.nora.name, self.nora.email))
        email = new_email("other")
        me = self.change(wish | {"email": email}).json
        self.assertEqual((me["name"], me["email"]), ("Other", email))

    def test_an_address_changes_with_the_password_only(self):
        email = new_email("new")
        for password in ({}, {"password": "not the password"}):
            reply = self.nora.client.send("PATCH", "/api/v1/account", {"email": email, **password})
            self.assertIn(reply.status, (400, 403))
            self.assertEqual(reply.json["field"], "password")
        self.assertEqual(self.change({"email": email.upper(), "password": PASSWORD}).json["email"],
                         email)
        old = {"email": self.nora.email, "password": PASSWORD}
        self.visitor().post("/api/v1/session", old, expect=401)
        self.visitor().post("/api/v1/session", old | {"email": email})
        # The old address is free now.
        self.world.sign_up("Other", email=self.nora.email)

    def test_an_address_of_another_person_is_refused(self):
        reply = self.change({"email": self.anna().email, "password": PASSWORD}, 409)
        self.assert_problem(reply, 409, "email")
        self.assertEqual(self.nora.client.get("/api/v1/session").json["email"], self.nora.email)
