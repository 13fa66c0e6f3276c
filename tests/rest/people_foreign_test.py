"""People whom other programs stored: they are found, keep their ids and sign in with what they
have; nobody else gets their address."""

import uuid

from norn_server import EMBEDDED
from oidc_test import ProviderCase
from people import Person, new_email
from rest_case import on_stores

# "correct horse battery", as the Yggdrasil design hashes it.
BCRYPT = "$2a$10$abcdefghijklmnopqrstuuCj7fyLDJytXL.TfOiOeiv0fQvSOK1/2"
BCRYPT_PASSWORD = "correct horse battery"
TIME = "2024-01-15T10:30:00Z"


# A remote store is read every 12 seconds, which is too long to wait for.
@on_stores(EMBEDDED)
class PeopleForeignTest(ProviderCase):
    def setUp(self):
        super().setUp()
        self.email = new_email("grace")
        self.user_id = f"user {uuid.uuid4().hex[:8]}"

    def put_user(self, user_id=None, **attributes):
        """As the calendsync design shows it."""
        key = f"USER#{user_id or self.user_id}"
        self.table().put_item(Item={
            "PK": key, "SK": key, "GSI2PK": f"EMAIL#{self.email}", "GSI2SK": key,
            "entityType": "USER", "id": user_id or self.user_id, "name": "Grace Hopper",
            "email": self.email, "createdAt": TIME, "updatedAt": TIME, **attributes})

    def put_profile(self, user_id=None):
        """As the Yggdrasil design shows it."""
        key = f"USER#{user_id or self.user_id}"
        self.table("Yggdrasil").put_item(Item={
            "PK": key, "SK": "PROFILE", "EntityType": "User", "UserId": user_id or self.user_id,
            "Email": self.email, "PasswordHash": BCRYPT, "DisplayName": "Grace Hopper",
            "CreatedAt": TIME, "UpdatedAt": TIME, "GSI3PK": key, "GSI3SK": "PROFILE"})

    def await_register(self, user_id=None):
        """Until the reader of the table has seen the person."""
        key = (f"EMAIL#{self.email}", f"PERSON#{user_id or self.user_id}")
        self.assert_eventually(lambda: self.item(*key, table="norn") is not None, True)

    def sign_in_with_password(self, expect=200):
        browser = self.visitor()
        reply = browser.post("/api/v1/session", {"email": self.email, "password": BCRYPT_PASSWORD},
                             expect=expect)
        return Person(browser, reply.json) if expect == 200 else reply

    def test_a_person_of_the_family_design_signs_in_with_the_password(self):
        self.put_profile()
        self.await_register()
        calendar_id = f"cal-{uuid.uuid4().hex[:8]}"
        key = f"CAL#{calendar_id}"
        self.table().put_item(Item={
            "PK": key, "SK": key, "entityType": "CALENDAR", "id": calendar_id, "name": "Hers",
            "color": "#3B82F6", "createdAt": TIME, "updatedAt": TIME})
        self.table().put_item(Item={
            "PK": key, "SK": f"MEMBER#{self.user_id}", "GSI1PK": f"USER#{self.user_id}",
            "GSI1SK": key, "entityType": "MEMBERSHIP", "calendarId": calendar_id,
            "userId": self.user_id,
            "role": "owner", "createdAt": TIME, "updatedAt": TIME})
        grace = self.sign_in_with_password()
        self.assertEqual((grace.id, grace.name), (self.user_id, "Grace Hopper"))
        calendars = grace.client.get("/api/v1/calendars", expect=200).json["calendars"]
        self.assertIn(calendar_id, [each["id"] for each in calendars])
        grace.client.post("/api/v1/planner/events", {
            "title": "Debugging", "isAllDay": True, "startDate": "2024-01-15",
            "endDate": "2024-01-16"}, expect=201)
        people = self.world.administrator.client.get("/api/v1/users").json["users"]
        [listed] = [each for each in people if each["id"] == self.user_id]
        self.assertFalse(listed["administrator"])
        # The account is one like any other, and goes like any other.
        self.assertEqual(self.sign_in_with_password().id, self.user_id)
        token = grace.token("calendars:read")
        token.get("/api/v1/calendars", expect=200)
        grace.client.post("/api/v1/account/delete", {"password": BCRYPT_PASSWORD}, expect=204)
        self.assertIsNone(self.item(f"USER#{self.user_id}", "PROFILE", "Yggdrasil"))
        self.sign_in_with_password(expect=401)

    def test_nobody_else_gets_the_address(self):
        self.put_user()
        self.await_register()
        reply = self.visitor().post("/api/v1/accounts", {
            "email": self.email, "name": "Somebody", "password": "correct horse 1"}, expect=409)
        self.assert_problem(reply, 409, "email")

    def test_a_person_with_a_provider_signs_in_with_it(self):
        account = f"unverified:{self.email}"
        self.put_user(provider="test", providerSubject=account, GSI3PK=f"PROV#test#{account}",
                      GSI3SK=f"USER#{self.user_id}")
        self.put_profile()
        self.await_register()
        self.assertEqual(self.sign_in(account), "/")
        self.assertEqual((self.me()["id"], self.me()["hasPassword"]), (self.user_id, False))
        self.sign_in_with_password(expect=401)

    def test_a_verified_address_signs_in(self):
        self.put_user()
        self.await_register()
        self.assert_refused(self.sign_in(f"unverified:{self.email}"))
        self.sign_in(f"verified:{self.email}")
        self.assertEqual(self.me()["id"], self.user_id)

    def test_nobody_comes_in_while_sign_up_is_closed(self):
        self.put_profile()
        self.await_register()
        self.world.set_sign_up("closed")
        self.addCleanup(self.world.set_sign_up, "open")
        self.sign_in_with_password(expect=403)
        self.world.set_sign_up("invitation")
        self.assertEqual(self.sign_in_with_password().id, self.user_id)

    def test_an_administrator_invites_the_person(self):
        self.put_user()
        self.await_register()
        invited = self.world.administrator.client.post("/api/v1/invitations",
                                                       {"email": self.email}, expect=201).json
        grace = self.world.sign_up("Grace", self.email, invitation=invited["secret"])
        self.assertEqual((grace.id, grace.name), (self.user_id, "Grace Hopper"))

    def test_others_with_the_address_need_attention(self):
        self.put_profile()
        other = f"user-{uuid.uuid4().hex[:8]}"
        self.put_user(other)
        self.await_register()
        self.await_register(other)
        self.assertEqual(self.sign_in_with_password().id, self.user_id)
        admin = self.world.administrator.client

        def named():
            items = admin.get("/api/v1/attention-of-everybody", expect=200).json["items"]
            return [each["pk"] for each in items if other in str(each)]
        self.assert_eventually(named, [f"USER#{other}"])
        self.assertEqual(self.item(f"USER#{other}")["name"], "Grace Hopper")

    def test_administrators_see_no_hash_of_a_password_and_deleting_is_audited(self):
        self.put_user()
        other = f"user-{uuid.uuid4().hex[:8]}"
        self.put_profile(other)
        self.await_register()
        self.await_register(other)
        self.sign_in(f"verified:{self.email}")
        admin = self.world.administrator.client

        def of_other():
            items = admin.get("/api/v1/attention-of-everybody", expect=200).json["items"]
            return [each for each in items if each["pk"] == f"USER#{other}"]
        self.assert_eventually(lambda: len(of_other()), 1)
        item, = of_other()
        self.assertEqual(item["hidden"], ["PasswordHash"])
        self.assertEqual(item["item"]["Email"], {"S": self.email})
        self.assertNotIn(BCRYPT, str(item))
        self.visitor().send("DELETE", f"/api/v1/attention/{item['id']}")
        self.assertEqual(len(of_other()), 1)
        admin.delete(f"/api/v1/attention/{item['id']}", expect=204)
        self.assertEqual(of_other(), [])
        self.assertIsNone(self.item(f"USER#{other}", "PROFILE", "Yggdrasil"))
        line, = [line for line in self.server.main.said().splitlines()
                 if "audit operation=deleteAttentionItem" in line and item["id"] in line]
        self.assertIn(f"user={self.world.administrator.id}", line)
        self.assertIn(f'table=Yggdrasil keys="USER#{other} PROFILE"', line)
