"""Codes of an authenticator app (RFC 6238), and recovery codes."""

import base64
import urllib.parse

from authenticator import code_of, step_now
from people import PASSWORD
from rest_case import RestCase, on_every_store


@on_every_store
class SecondFactorTest(RestCase):
    """A code is good for its step and one step either way, so a test that uses the code of now and
    then that of the next step has at least 30 seconds for the first and 60 for the second."""

    def setUp(self):
        self.nora = self.world.sign_up("Nora")
        self.client = self.nora.client

    def offer(self):
        return self.client.post("/api/v1/account/second-factor", {"password": PASSWORD},
                                expect=201).json

    def turn_on(self):
        """The secret, the step whose code was used, and the recovery codes."""
        secret = self.offer()["secret"]
        step = step_now()
        codes = self.client.put("/api/v1/account/second-factor",
                                {"code": code_of(secret, step)}).json["recoveryCodes"]
        return secret, step, codes

    def sign_in(self, expect=200, **more):
        client = self.visitor()
        reply = client.post("/api/v1/session",
                            {"email": self.nora.email, "password": PASSWORD, **more},
                            expect=expect)
        return client, reply

    def test_the_offer_can_be_read_by_an_app(self):
        offer = self.offer()
        uri = urllib.parse.urlsplit(offer["uri"])
        self.assertEqual((uri.scheme, uri.netloc), ("otpauth", "totp"))
        self.assertIn(self.nora.email, urllib.parse.unquote(uri.path))
        self.assertEqual(urllib.parse.parse_qs(uri.query)["secret"], [offer["secret"]])
        self.assertGreaterEqual(len(base64.b32decode(offer["secret"])), 20)

    def test_it_needs_the_password(self):
        for body in ({"password": "not the password"}, {}):
            reply = self.client.send("POST", "/api/v1/account/second-factor", body)
            self.assertIn(reply.status, (400, 403))
            self.assertEqual(reply.json["field"], "password")

    def test_an_offer_does_nothing_until_it_is_confirmed(self):
        secret = self.offer()["secret"]
        self.sign_in()
        far_away = step_now() + 1000
        for code in (code_of(secret, far_away), "", "abcdef", "12345", "1234567"):
            reply = self.client.put("/api/v1/account/second-factor", {"code": code}, expect=400)
            self.assert_problem(reply, 400, "code")
        self.assertFalse(self.client.get("/api/v1/session").json["secondFactor"])

    def test_signing_in_needs_a_code_that_was_not_used(self):
        secret, step, _ = self.turn_on()
        self.assertTrue(self.client.get("/api/v1/session").json["secondFactor"])
        _, needed = self.sign_in(401)
        self.assert_problem(needed, 401, "code")
        # Only who has the right password hears that a code is needed.
        wrong = self.visitor().post("/api/v1/session",
                                    {"email": self.nora.email, "password": "wrong"}, expect=401)
        self.assertNotIn("field", wrong.json)

        # The code that turned it on was used, and so is an earlier one.
        self.sign_in(401, code=code_of(secret, step))
        self.sign_in(401, code=code_of(secret, step - 1))
        client, _ = self.sign_in(code=code_of(secret, step + 1))
        client.get("/api/v1/session")
        self.sign_in(401, code=code_of(secret, step + 1))

    def test_a_recovery_code_works_once(self):
        _, _, codes = self.turn_on()
        self.assertEqual(len(set(codes)), 10)
        self.sign_in(code=codes[3])
        self.sign_in(401, code=codes[3])
        self.sign_in(code=codes[4])

    def test_it_cannot_be_replaced_without_being_turned_off(self):
        self.turn_on()
        self.client.post("/api/v1/account/second-factor", {"password": PASSWORD}, expect=409)

    def test_it_is_turned_off_with_password_and_code(self):
        secret, step, codes = self.turn_on()
        off = "/api/v1/account/second-factor/off"
        for body in ({"password": "wrong", "code": codes[0]},
                     {"password": PASSWORD, "code": "000000"},
                     {"password": PASSWORD, "code": code_of(secret, step)},
                     {"code": codes[0]}):
            reply = self.client.send("POST", off, body)
            self.assertIn(reply.status, (400, 401, 403), reply.body)
        self.assertTrue(self.client.get("/api/v1/session").json["secondFactor"])
        self.client.post(off, {"password": PASSWORD, "code": codes[1]}, expect=204)
        self.assertFalse(self.client.get("/api/v1/session").json["secondFactor"])
        self.sign_in()
