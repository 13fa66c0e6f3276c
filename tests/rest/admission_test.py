"""Who may come in: the link of the first start, sign-up modes and invitations."""

from booking_things import make_place, place_path
from people import PASSWORD, make_calendar, new_email, path_of
from rest_case import RestCase, at_once, on_every_store


def person(**changes):
    return {"email": new_email(), "name": "Nora", "password": PASSWORD} | changes


@on_every_store
class FirstAccountTest(RestCase):
    OWN_SERVER = ()

    def server_says(self):
        return self.visitor().get("/api/v1/server").json

    def test_the_link_of_the_first_start_works_once(self):
        self.assertTrue(self.server_says()["setupNeeded"])
        self.assertFalse(self.server_says()["signedIn"])
        secret = self.server.setup_secret

        wrong = self.visitor().post("/api/v1/setup", person(secret="A" * len(secret)), expect=403)
        self.assert_problem(wrong, 403)
        short = self.visitor().post("/api/v1/setup", person(secret=secret, password="short"),
                                    expect=400)
        self.assert_problem(short, 400, "password")
        # Nobody can sign up before.
        self.visitor().post("/api/v1/accounts", person(), expect=403)
        self.assertTrue(self.server_says()["setupNeeded"])

        # Many find the link at the same time, and one of them is the administrator.
        visitors = [self.visitor() for _ in range(4)]
        replies = at_once(*(lambda who=who: who.send("POST", "/api/v1/setup",
                                                     person(secret=secret)) for who in visitors))
        winners = [reply for reply in replies if reply.status == 201]
        self.assertEqual(len(winners), 1, [reply.status for reply in replies])
        self.assertTrue({reply.status for reply in replies} <= {201, 403, 409})
        self.assertFalse(self.server_says()["setupNeeded"])

        administrator = next(who for who in visitors if who.cookies)
        self.assertTrue(administrator.get("/api/v1/session").json["administrator"])
        said = administrator.get("/api/v1/server").json
        self.assertTrue(said["signedIn"])
        self.assertEqual(said["me"], administrator.get("/api/v1/session").json)
        self.assertNotIn("me", self.server_says())
        late = self.visitor().send("POST", "/api/v1/setup", person(secret=secret))
        self.assertIn(late.status, (403, 409))


@on_every_store
class SignUpTest(RestCase):
    OWN_SERVER = ()

    def setUp(self):
        self.make_world()
        self.admin = self.world.administrator.client

    def sign_up(self, expect, **changes):
        return self.visitor().post("/api/v1/accounts", person(**changes), expect=expect)

    def invite(self, email=None):
        body = {"email": email} if email else {}
        return self.admin.post("/api/v1/invitations", body, expect=201).json

    def test_everybody_may_know_the_mode(self):
        for mode in ("closed", "invitation", "open"):
            self.world.set_sign_up(mode)
            settings = self.admin.get("/api/v1/settings").json
            self.assertEqual(settings["signUp"], mode)
            self.assertEqual(settings.keys(), {"signUp", "publicTrees", "quotas"})
            self.assertEqual(self.visitor().get("/api/v1/server").json["signUp"], mode)

    def test_nobody_comes_in_when_it_is_closed(self):
        self.world.set_sign_up("closed")
        self.sign_up(403)
        self.sign_up(403, invitation=self.invite()["secret"])

    def test_an_invitation_lets_one_person_in(self):
        self.world.set_sign_up("invitation")
        self.sign_up(403)
        self.sign_up(403, invitation="A" * 43)
        invited = self.invite()
        self.assertEqual(invited["link"], f"{self.server.url}/join#{invited['secret']}")
        self.assertEqual(self.invited_by(invited), self.world.administrator.id)
        self.sign_up(201, invitation=invited["secret"])
        self.sign_up(403, invitation=invited["secret"])
        self.assertNotIn(invited["invitation"]["id"], self.invitation_ids())

    def invited_by(self, invited):
        return invited["invitation"]["invitedBy"]

    def invitation_ids(self):
        return [each["id"] for each in self.admin.get("/api/v1/invitations").json["invitations"]]

    def test_an_invitation_for_an_address_is_for_nobody_else(self):
        self.world.set_sign_up("invitation")
        email = new_email("guest")
        invited = self.invite(email)
        self.sign_up(403, invitation=invited["secret"])
        me = self.sign_up(201, invitation=invited["secret"], email=email.upper()).json
        self.assertEqual(me["email"], email)

    def test_an_invitation_tells_who_invites_to_what_and_nothing_else(self):
        email, nora = new_email("guest"), self.world.sign_up_invited("Nora")
        calendar, place = make_calendar(nora, "Family"), make_place(nora, "Cottage")
        for path, role in ((path_of(calendar), "writer"), (place_path(place), "viewer")):
            nora.client.post(f"{path}/members", {"email": email, "role": role}, expect=201)
        secret = self.invite(email)["secret"]

        def preview(secret, expect=200):
            return self.visitor().post("/api/v1/invitation", {"secret": secret}, expect=expect)

        told = preview(secret).json
        self.assertEqual(told, {"invitedBy": "Ada Admin", "things": [
            {"kind": "calendar", "name": "Family", "role": "writer", "invitedBy": "Nora"},
            {"kind": "place", "name": "Cottage", "role": "viewer", "invitedBy": "Nora"}]})
        nora.client.delete(path_of(calendar), expect=204)
        self.assertEqual([each["name"] for each in preview(secret).json["things"]], ["Cottage"])
        self.assertEqual(preview(self.invite()["secret"]).json,
                         {"invitedBy": "Ada Admin", "things": []})
        self.sign_up(201, invitation=secret, email=email)
        self.assert_problem(preview(secret, 403), 403)
        self.assert_problem(preview("A" * 43, 403), 403)

    def test_an_invitation_that_is_withdrawn_does_nothing(self):
        self.world.set_sign_up("invitation")
        invited = self.invite()
        address = f"/api/v1/invitations/{invited['invitation']['id']}"
        self.assertIn(invited["invitation"]["id"], self.invitation_ids())
        self.admin.delete(address, expect=204)
        self.assertNotIn(invited["invitation"]["id"], self.invitation_ids())
        self.admin.delete(address, expect=404)
        self.sign_up(403, invitation=invited["secret"])

    def test_one_invitation_for_many_at_the_same_time_lets_one_in(self):
        self.world.set_sign_up("invitation")
        secret = self.invite()["secret"]
        statuses = at_once(*(lambda who=self.visitor(): who.send(
            "POST", "/api/v1/accounts", person(invitation=secret)).status for _ in range(4)))
        self.assertEqual(sorted(statuses), [201, 403, 403, 403])

    def test_anybody_comes_in_when_it_is_open(self):
        self.world.set_sign_up("open")
        me = self.sign_up(201).json
        self.assertFalse(me["administrator"])
        self.assertTrue(me["hasPassword"])
        self.assertFalse(me["secondFactor"])

    def test_an_address_has_one_account(self):
        self.world.set_sign_up("open")
        email = new_email()
        self.sign_up(201, email=email)
        for same in (email, email.upper(), f"  {email} "):
            self.assert_problem(self.sign_up(409, email=same), 409, "email")

    def test_what_is_no_account_is_refused_with_its_field(self):
        self.world.set_sign_up("open")
        rows = (("email", ""), ("email", "nobody"), ("email", "a b@example.com"),
                ("email", "a#b@example.com"), ("email", "a@"), ("email", "@example.com"),
                ("email", "a@b@example.com"), ("email", "a\u0000@example.com"),
                ("email", "a" * 250 + "@example.com"), ("email", 7), ("email", None),
                ("name", ""), ("name", "   "), ("name", "a\u0007b"), ("name", "x" * 1001),
                ("password", ""), ("password", "short"), ("password", "1234567890"),
                ("password", "x" * 2000), ("password", ["a password in a list"]))
        for field, value in rows:
            with self.subTest(field=field, value=value):
                self.assert_problem(self.sign_up(400, **{field: value}), 400, field)

    def test_only_administrators_decide_who_may_come(self):
        self.world.set_sign_up("open")
        client = self.world.person("Anna").client
        client.get("/api/v1/settings", expect=403)
        client.put("/api/v1/settings", {"signUp": "open"}, expect=403)
        client.get("/api/v1/invitations", expect=403)
        client.post("/api/v1/invitations", {}, expect=403)
        self.assert_problem(self.admin.put("/api/v1/settings", {"signUp": "maybe"}, expect=400),
                            400, "signUp")
