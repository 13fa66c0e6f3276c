"""Attacks on signing in: guessing, and finding out who has an account."""

import os
import statistics
import time
import unittest

from authenticator import code_of, step_now
from norn_server import EMBEDDED, Server
from people import PASSWORD, new_email
from rest_case import RestCase, on_every_store
from rest_client import Client

# More than anybody needs who has forgotten a password.
MOST_TRIES = 60
MOST_TRIES_FROM_EVERYWHERE = 200


@on_every_store
class BruteForceTest(RestCase):
    def sign_in(self, client, email, password):
        return client.send("POST", "/api/v1/session", {"email": email, "password": password})

    def guess(self, email, new_client, most=MOST_TRIES):
        """Guesses until it is refused to go on; returns that refusal."""
        for _ in range(most):
            reply = self.sign_in(new_client(), email, "a wrong guess")
            if reply.status == 429:
                return reply
            self.assert_problem(reply, 401)
        self.fail(f"{most} guesses and no end")

    def test_guessing_comes_to_an_end(self):
        victim, attacker = self.world.sign_up("Victim"), self.visitor()
        refusal = self.guess(victim.email, lambda: attacker)
        self.assertGreater(int(refusal.headers["Retry-After"]), 0)
        # The right password is refused too, or the reply would tell that it is right.
        for email in (victim.email, victim.email.upper()):
            self.assertEqual(self.sign_in(attacker, email, PASSWORD).status, 429)
        # Who is signed in stays so, and who signs in elsewhere is not kept out; nor are others.
        victim.client.get("/api/v1/session")
        victim.sign_in_again()
        self.assertEqual(self.sign_in(attacker, self.anna().email, PASSWORD).status, 200)
        # Guessing for nobody looks the same.
        nobody = self.guess(new_email(), lambda: attacker)
        self.assertEqual(nobody.json, refusal.json)

    def test_guessing_comes_to_an_end_from_wherever_it_is_done(self):
        victim = self.world.sign_up("Victim")

        def elsewhere():
            client = Client(self.server)
            self.addCleanup(client.close)
            return client

        self.guess(victim.email, elsewhere, MOST_TRIES_FROM_EVERYWHERE)
        self.assertEqual(self.sign_in(elsewhere(), victim.email, PASSWORD).status, 429)
        victim.client.get("/api/v1/session")
        self.assertEqual(self.sign_in(elsewhere(), self.anna().email, PASSWORD).status, 200)

    def test_passwords_are_not_guessed_by_somebody_who_stole_a_session(self):
        victim = self.world.sign_up("Victim")
        for _ in range(MOST_TRIES):
            reply = victim.client.send("PUT", "/api/v1/account/password",
                                       {"currentPassword": "a wrong guess",
                                        "newPassword": "what the thief wants"})
            if reply.status == 429:
                break
            self.assert_problem(reply, 403, "currentPassword")
        self.assertEqual(reply.status, 429)

    def test_codes_are_not_guessed(self):
        victim = self.world.sign_up("Victim")
        secret = victim.client.post("/api/v1/account/second-factor", {"password": PASSWORD},
                                    expect=201).json["secret"]
        victim.client.put("/api/v1/account/second-factor", {"code": code_of(secret, step_now())})
        for number in range(MOST_TRIES):
            reply = Client(self.server).send(
                "POST", "/api/v1/session",
                {"email": victim.email, "password": PASSWORD, "code": f"{number:06}"})
            if reply.status == 429:
                break
            self.assertEqual(reply.status, 401)
        self.assertEqual(reply.status, 429)


@on_every_store
class EnumerationTest(RestCase):
    TRIES = 16

    def try_one(self, client, email):
        begin = time.perf_counter()
        reply = client.send("POST", "/api/v1/session", {"email": email, "password": "a wrong one"})
        return time.perf_counter() - begin, reply

    def test_neither_text_nor_time_tells_who_has_an_account(self):
        people = [self.anna(), self.bob(), self.cleo(), self.stranger()]
        client = self.visitor()
        times = {"known": [], "unknown": []}
        replies = []
        for number in range(self.TRIES):
            person = people[number % len(people)]
            for kind, email in (("known", person.email), ("unknown", new_email())):
                client.address = Client(self.server).address
                client.close()
                seconds, reply = self.try_one(client, email)
                self.assertEqual(reply.status, 401)
                times[kind].append(seconds)
                replies.append(reply)
        for person in people:
            person.sign_in_again()

        self.assertEqual(len({reply.body for reply in replies}), 1)
        names = [sorted(name.lower() for name in reply.headers) for reply in replies]
        self.assertTrue(all(each == names[0] for each in names))
        known, unknown = (statistics.median(times[kind]) for kind in ("known", "unknown"))
        self.assertLess(max(known, unknown) / min(known, unknown), 2, times)


class AddressThrottleTest(RestCase):
    """One address that tries many accounts is stopped; nobody else is."""

    STORE = "embedded"
    OWN_SERVER = ()
    MOST = 400

    def test_one_address_does_not_try_everybody(self):
        self.make_world()
        attacker = self.visitor()
        for _ in range(self.MOST):
            reply = attacker.send("POST", "/api/v1/session",
                                  {"email": new_email(), "password": "x"})
            if reply.status == 429:
                break
        self.assertEqual(reply.status, 429)
        self.assertGreater(int(reply.headers["Retry-After"]), 0)
        self.anna().sign_in_again()

    def test_one_address_does_not_guess_secrets(self):
        self.make_world().set_sign_up("invitation")
        self.addCleanup(self.world.set_sign_up, "open")
        for path, name in (("/api/v1/accounts", "invitation"), ("/api/v1/setup", "secret")):
            attacker = self.visitor()
            for number in range(self.MOST):
                reply = attacker.send("POST", path, {
                    "email": new_email(), "name": "x", "password": PASSWORD,
                    name: f"{number:043}"})
                if reply.status == 429:
                    break
                self.assertEqual(reply.status, 403)
            self.assertEqual(reply.status, 429)
            self.assertGreater(int(reply.headers["Retry-After"]), 0)


class RateLimitTest(RestCase):
    """Everybody may ask only so often, whatever they ask for."""

    STORE = "embedded"
    OWN_SERVER = ("--rate-limit", "1")

    def test_who_asks_too_often_waits(self):
        self.make_world()
        anna, bob = self.anna(), self.bob()
        for _ in range(1000):
            reply = anna.client.send("GET", "/api/v1/session")
            if reply.status == 429:
                break
        self.assert_problem(reply, 429)
        self.assertGreater(int(reply.headers["Retry-After"]), 0)
        bob.client.get("/api/v1/session")


class FailedSignInLogTest(unittest.TestCase):
    def test_failed_sign_ins_are_in_the_log_without_a_secret(self):
        server = Server(EMBEDDED)
        self.addCleanup(server.stop)
        email, guess = "nora@example.com", "a guess that is secret"
        client = Client(server)
        client.post("/api/v1/session", {"email": email, "password": guess}, expect=401)
        client.post("/api/v1/session", {"email": guess, "password": guess}, expect=400)
        # Not with seek, which would move the position at which the server writes.
        log = os.pread(server.main.errors.fileno(), 1 << 20, 0).decode()
        lines = [line for line in log.splitlines() if "a sign-in failed" in line]
        self.assertEqual(len(lines), 1)
        self.assertRegex(lines[0], r"failed: n\.\.\.@example\.com from 127\.[\d.]+: "
                                   r"wrong address or password request=[0-9a-f]{16}$")
        self.assertNotIn(guess, log)
        self.assertNotIn(email, log)
