"""People in the tables, where and as the designs show them, and gone from them afterwards."""

import json

from booking_things import add_to_place, book, booking_path, make_place, place_path
from people import (PASSWORD, add_member, all_day, entry_path, make_calendar, make_entry,
                    new_email, path_of)
from planner_things import make_calendar_event, make_event, planner_path, weekly
from rest_case import RestCase, on_every_store, on_stores_with_tables

# "correct horse battery", as the Yggdrasil design hashes it.
BCRYPT = "$2a$10$abcdefghijklmnopqrstuuCj7fyLDJytXL.TfOiOeiv0fQvSOK1/2"


@on_stores_with_tables
class UserItemsTest(RestCase):
    def test_a_user_of_calendsync(self):
        john = self.world.sign_up("John Doe", email=new_email("john"))
        key = f"USER#{john.id}"
        item = self.item(key)
        created = item["createdAt"]
        self.assertRegex(created, r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertEqual(item, {
            "PK": key, "SK": key, "GSI2PK": f"EMAIL#{john.email}", "GSI2SK": key,
            "entityType": "USER", "id": john.id, "name": "John Doe", "email": john.email,
            "createdAt": created, "updatedAt": created})

    def test_a_user_of_the_other_designs(self):
        john = self.world.sign_up("John Doe", email=new_email("john"))
        key = f"USER#{john.id}"
        profile = self.item(key, "PROFILE", "Yggdrasil")
        password_hash, created = profile.pop("PasswordHash"), profile["CreatedAt"]
        self.assertTrue(password_hash.startswith("$argon2id$"))
        self.assertRegex(created, r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
        self.assertEqual(profile, {
            "PK": key, "SK": "PROFILE", "EntityType": "User", "UserId": john.id,
            "Email": john.email, "DisplayName": "John Doe", "CreatedAt": created,
            "UpdatedAt": created, "GSI3PK": key, "GSI3SK": "PROFILE"})
        user = self.item(key, table="calendar-app-data")
        self.assertIsNone(user.pop("avatar", None))
        self.assertEqual(user, {
            "PK": key, "SK": key, "GSI1PK": key, "GSI1SK": key, "name": "John Doe",
            "email": john.email, "entityType": "USER", "createdAt": user["createdAt"],
            "updatedAt": user["createdAt"]})

    def test_a_change_reaches_all_of_them(self):
        john = self.world.sign_up("John Doe", email=new_email("john"))
        email, key = new_email("jack"), f"USER#{john.id}"
        john.client.patch("/api/v1/account",
                          {"name": "Jack", "email": email, "password": PASSWORD})
        item = self.item(key)
        self.assertEqual((item["name"], item["email"], item["GSI2PK"]),
                         ("Jack", email, f"EMAIL#{email}"))
        profile = self.item(key, "PROFILE", "Yggdrasil")
        self.assertEqual((profile["DisplayName"], profile["Email"]), ("Jack", email))
        user = self.item(key, table="calendar-app-data")
        self.assertEqual((user["name"], user["email"]), ("Jack", email))
        self.assertIsNone(self.item(f"EMAIL#{john.email}", table="norn"))
        self.assertIsNotNone(self.item(f"EMAIL#{email}", table="norn"))

    def test_no_secret_is_in_a_table(self):
        nora = self.world.sign_up("Nora")
        token = nora.client.post("/api/v1/tokens", {"name": "t", "scopes": ["calendars:read"]},
                                 expect=201).json["text"]
        invited = self.world.administrator.client.post("/api/v1/invitations", {}, expect=201)
        everything = json.dumps(list(self.all_items()), default=repr)
        for secret in (nora.client.cookies["norn"].rpartition(".")[2], token.rpartition(".")[2],
                       invited.json["secret"], PASSWORD):
            self.assertNotIn(secret, everything)

    def test_a_password_of_the_design_works_and_is_hashed_anew(self):
        nora = self.world.sign_up("Nora")
        key = {"PK": f"USER#{nora.id}", "SK": "PROFILE"}
        self.table("Yggdrasil").update_item(
            Key=key, UpdateExpression="SET PasswordHash = :hash",
            ExpressionAttributeValues={":hash": BCRYPT})
        sign_in = {"email": nora.email, "password": "not the password"}
        self.visitor().post("/api/v1/session", sign_in, expect=401)
        for _ in range(2):
            self.visitor().post("/api/v1/session", sign_in | {"password": PASSWORD})
            profile = self.item(key["PK"], key["SK"], "Yggdrasil")
            self.assertTrue(profile["PasswordHash"].startswith("$argon2id$"))


@on_every_store
class AccountDeletionTest(RestCase):
    def setUp(self):
        self.nora = self.world.sign_up("Nora")

    def delete(self, expect=204, password=PASSWORD):
        return self.nora.client.copy().post("/api/v1/account/delete", {"password": password},
                                            expect=expect)

    def assert_gone(self):
        """Nothing in any table knows of them."""
        if not self.server.api_url:
            return
        self.assert_eventually(lambda: self.traces_of(self.nora.id, self.nora.email), [])

    def test_it_needs_the_password(self):
        self.assert_problem(self.delete(403, "not the password"), 403, "password")
        self.nora.client.get("/api/v1/session")

    def test_everything_that_is_theirs_goes(self):
        bob = self.bob()
        alone = make_calendar(self.nora, "Alone")
        entry = make_entry(self.nora, alone)
        shared = make_calendar(bob, "Shared", writer=self.nora)
        kept = make_entry(self.nora, shared, all_day("Kept"))
        invited = self.nora.client.post(f"{path_of(alone)}/members",
                                        {"email": new_email(), "role": "reader"}, expect=201)
        self.assertIn("invitation", invited.json)
        program, other = self.nora.token("calendars:read"), self.nora.sign_in_again()
        reply = self.delete()
        self.assertEqual(reply.cookie("norn")["max-age"], "0")

        for client in (self.nora.client, other, program):
            client.get("/api/v1/calendars", expect=401)
        self.visitor().post("/api/v1/session",
                            {"email": self.nora.email, "password": PASSWORD}, expect=401)
        self.assert_gone()
        if self.server.api_url:
            self.assert_eventually(lambda: self.traces_of(alone["id"], entry["id"]), [])
        self.assert_eventually(
            lambda: [each["userId"] for each in
                     bob.client.get(f"{path_of(shared)}/members").json["members"]], [bob.id])
        self.assert_eventually(lambda: bob.client.get(entry_path(kept)).json,
                               kept | {"createdBy": None, "updatedBy": None})

    def test_nothing_says_any_more_what_they_made_and_changed(self):
        bob, cleo = self.bob(), self.cleo()
        left = make_calendar(bob, "Left", writer=self.nora)
        entry = make_entry(self.nora, left)
        shared = make_calendar(bob, "Shared", writer=[self.nora, cleo])
        moved = make_entry(self.nora, shared)
        place = make_place(bob)
        add_to_place(bob, place, self.nora, "administrator")
        add_to_place(bob, place, cleo, "member")
        for_cleo = book(self.nora, place, userId=cleo.id)
        changed = self.nora.client.patch(
            booking_path(booking := book(bob, place, "08-01", "08-03")), {"note": "By Nora"},
            etag=booking["extendedProps"]["etag"]).json
        self.nora.client.delete(f"{path_of(left)}/members/{self.nora.id}", expect=204)
        self.nora.client.delete(place_path(place, f"/members/{self.nora.id}"), expect=204)
        lesson = make_calendar_event(self.nora, shared, weekly())
        course = make_calendar_event(self.nora, shared, weekly())
        hers = make_calendar(cleo, "Cleo's")
        course = cleo.client.post(f"{path_of(shared)}/events/{course['id']}/move",
                                  {"to": hers["id"]}, etag=course["etag"]).json
        cleo.client.patch(entry_path(moved), {"calendarId": hers["id"]}, etag=moved["etag"])
        nora = {"userId": self.nora.id, "name": "Nora"}
        by_cleo = {"userId": cleo.id, "name": "Cleo"}
        paths = ((bob, entry_path(entry), (nora, nora)),
                 (cleo, entry_path(moved), (nora, by_cleo)),
                 (bob, f"{path_of(shared)}/events/{lesson['id']}", (nora, nora)),
                 (cleo, f"{path_of(hers)}/events/{course['id']}", (nora, by_cleo)),
                 (cleo, booking_path(for_cleo), (nora, nora)),
                 (bob, booking_path(changed), ({"userId": bob.id, "name": "Bob"}, nora)))
        for person, path, authors in paths:
            self.assertEqual(tuple(person.client.get(f"{path}/authors").json.values()), authors)
        self.delete()
        self.assert_gone()
        for person, path, authors in paths:
            left = tuple(None if author == nora else author for author in authors)
            self.assert_eventually(
                lambda path=path, person=person:
                tuple(person.client.get(f"{path}/authors").json.values()), left)
        self.assertEqual(bob.client.get(booking_path(changed)).json["extendedProps"]["version"], 2)

    def test_what_is_in_the_bin_goes_at_once(self):
        bob = self.bob()
        shared = make_calendar(bob, "Shared", writer=self.nora)
        entry = make_entry(self.nora, shared, all_day("Deleted"))
        self.nora.client.delete(entry_path(entry), etag=entry["etag"], expect=204)
        lesson = make_calendar_event(self.nora, shared, weekly())
        self.nora.client.delete(f"{path_of(shared)}/events/{lesson['id']}", etag=lesson["etag"],
                                expect=204)
        own = make_calendar(self.nora, "Own")
        make_entry(self.nora, own)
        self.nora.client.delete(path_of(own), expect=204)
        series = make_event(self.nora, weekly())
        self.nora.client.delete(planner_path(series), etag=series["etag"], expect=204)
        self.delete()
        self.assert_gone()
        if self.server.api_url:
            self.assert_eventually(lambda: self.traces_of(own["id"], series["id"]), [])
        self.assert_eventually(
            lambda: [(each["title"], each["deletedBy"])
                     for each in bob.client.get(f"{path_of(shared)}/bin").json["things"]],
            [("Weekly Team Standup", None), ("Deleted", None)])
        # At once, while the account is being forgotten in the bin.
        bob.client.post(f"{path_of(shared)}/bin/{entry['id']}/restore")
        self.assert_eventually(
            lambda: [bob.client.get(entry_path(entry)).json[each]
                     for each in ("id", "title", "createdBy", "updatedBy")],
            [entry["id"], "Deleted", None, None])

    def test_everything_that_goes_is_named_before(self):
        bob = self.bob()
        alone, shared = make_calendar(self.nora, "Alone"), make_calendar(bob, "Theirs")
        add_member(bob, shared, self.nora, "reader")
        make_event(self.nora)
        make_event(self.nora, weekly())
        make_place(self.nora, name="Cabin")
        read = lambda: self.nora.client.get("/api/v1/account/deletion").json
        named = {"kind": "calendar", "name": "Alone", "count": 1}
        self.assert_eventually(lambda: sorted(
            (each["kind"], each["name"], each["count"]) for each in read()["deletes"]), [
                ("calendar", "Alone", 1), ("event", None, 2), ("place", "Cabin", 1)])
        self.assertIn(named, read()["deletes"])
        self.assert_soon(lambda: read()["leaves"],
                         [{"kind": "calendar", "name": "Theirs", "count": 1}])
        self.assertEqual(read()["obstacles"], [])
        add_member(self.nora, alone, bob, "reader")
        self.assertIn("Alone", read()["obstacles"][0]["detail"])
        self.visitor().get("/api/v1/account/deletion", expect=401)

    def test_the_address_is_free_again(self):
        self.delete()
        again = self.world.sign_up("Nora", email=self.nora.email)
        self.assertNotEqual(again.id, self.nora.id)
        self.assertEqual(again.client.get("/api/v1/calendars").json["calendars"], [])

    def test_the_last_owner_of_a_shared_calendar_hands_it_over_first(self):
        calendar = make_calendar(self.nora, "Our garden", reader=self.bob())
        self.assert_problem(self.delete(409), 409, detail="Our garden")
        self.nora.client.get("/api/v1/session")
        cleo = self.cleo()
        add_member(self.nora, calendar, cleo, "owner")
        self.delete()
        self.assertEqual(cleo.client.get(path_of(calendar)).json["role"], "owner")
        self.assert_gone()
