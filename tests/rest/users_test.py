"""What administrators do about other people."""

import threading

from norn_server import EMBEDDED
from people import PASSWORD, World, add_member, make_calendar
from planner_things import make_feed
from rest_case import RestCase, on_every_store


def path_of(person):
    return f"/api/v1/users/{person.id}"


@on_every_store
class UsersTest(RestCase):
    OWN_SERVER = ()

    def setUp(self):
        self.make_world()
        self.admin = self.world.administrator

    def make(self, person, administrator, by=None, expect=200):
        return (by or self.admin).client.patch(path_of(person), {"administrator": administrator},
                                               expect=expect)

    def test_everybody_is_listed(self):
        nora = self.world.sign_up("Nora")
        nora.client.patch("/api/v1/account", {"name": "Nora N."})
        users = {each["id"]: each for each in
                 self.admin.client.get("/api/v1/users").json["users"]}
        self.assertTrue(users[self.admin.id]["administrator"])
        me = nora.client.get("/api/v1/session").json
        self.assertEqual(users[nora.id], {name: me[name] for name in
                                          ("id", "name", "email", "administrator", "createdAt")}
                         | {"disabled": False})
        nora.client.post("/api/v1/account/delete", {"password": PASSWORD}, expect=204)
        ids = [each["id"] for each in self.admin.client.get("/api/v1/users").json["users"]]
        self.assertNotIn(nora.id, ids)
        self.assertIn(self.admin.id, ids)

    def test_an_administrator_is_one_at_once_and_until_then(self):
        nora = self.world.sign_up("Nora")
        nora.client.get("/api/v1/users", expect=403)
        self.assertTrue(self.make(nora, True).json["administrator"])
        self.assertTrue(nora.client.get("/api/v1/session").json["administrator"])
        nora.client.get("/api/v1/users")
        self.assertFalse(self.make(nora, False).json["administrator"])
        nora.client.get("/api/v1/users", expect=403)

    def test_there_is_always_an_administrator(self):
        self.world.sign_up("Nora")
        refused = self.make(self.admin, False, expect=409)
        self.assertEqual(refused.json["detail"],
                         "Norn needs at least one administrator. "
                         "Make someone else an administrator first.")
        self.admin.client.post("/api/v1/account/delete", {"password": PASSWORD}, expect=409)

    def test_of_two_who_demote_each_other_at_once_one_succeeds(self):
        pair = [self.world.sign_up("One"), self.world.sign_up("Two")]
        for person in pair:
            self.make(person, True)
        statuses = []
        threads = [threading.Thread(target=lambda by=by, other=other: statuses.append(
            by.client.send("PATCH", path_of(other), {"administrator": False}).status))
            for by, other in (pair, pair[::-1])]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(statuses), [200, 403])
        for person in pair:
            self.make(person, False)

    def disable(self, person, disabled=True, by=None, expect=200):
        return (by or self.admin).client.patch(path_of(person), {"disabled": disabled},
                                               expect=expect)

    def sign_in(self, person, password=PASSWORD, expect=200):
        return self.visitor().post("/api/v1/session", {
            "email": person.email, "password": password}, expect=expect)

    def test_who_is_disabled_has_no_way_in_until_they_are_enabled(self):
        nora, ben = self.world.sign_up("Nora"), self.world.sign_up("Ben")
        calendar = make_calendar(nora, name="Work", reader=ben)
        token, feed = nora.token("account:read"), make_feed(nora)
        link = self.admin.client.post(f"{path_of(nora)}/password-link", {}, expect=201).json
        self.assertTrue(self.disable(nora).json["disabled"])
        nora.client.get("/api/v1/session", expect=401)
        token.get("/api/v1/session", expect=401)
        self.visitor().get(feed.path, expect=404)
        self.assertEqual(self.sign_in(nora, expect=403).json["code"], "accountDisabled")
        self.sign_in(nora, "a wrong password", expect=401)  # Strangers learn nothing.
        self.visitor().post("/api/v1/password-reset", {
            "secret": link["secret"], "newPassword": "a quite different one"}, expect=403)
        self.admin.client.post(f"{path_of(nora)}/password-link", {}, expect=409)
        ben.client.get(f"/api/v1/calendars/{calendar['id']}")  # What she has stays.
        users = self.admin.client.get("/api/v1/users").json["users"]
        self.assertEqual([each["id"] for each in users if each["disabled"]], [nora.id])
        self.assertFalse(self.disable(nora, False).json["disabled"])
        nora.client.get("/api/v1/session", expect=401)  # Her session has ended.
        token.get("/api/v1/session")
        self.visitor().get(feed.path)
        self.sign_in(nora)

    def test_only_administrators_disable_and_none_of_them_themselves(self):
        nora, ben = self.world.sign_up("Nora"), self.world.sign_up("Ben")
        self.disable(ben, by=nora, expect=403)
        token = self.admin.token("account:read")
        token.patch(path_of(ben), {"disabled": True}, expect=403)
        self.disable(self.admin, expect=409)
        self.make(nora, True)
        self.make(ben, True)
        self.disable(ben, by=nora)
        ben.client.get("/api/v1/users", expect=401)
        self.make(ben, False, by=nora)
        self.disable(ben, False, by=nora)
        for body in ({}, {"disabled": "yes"}, {"disabled": None}):
            nora.client.patch(path_of(ben), body, expect=400)
        self.make(nora, False)  # The other tests have one administrator.

    def test_an_administrator_deletes_others(self):
        nora, bob = self.world.sign_up("Nora"), self.world.sign_up("Bob")
        calendar = make_calendar(nora, name="Work")
        add_member(nora, calendar, bob, "reader")
        kept = self.admin.client.delete(path_of(nora), expect=409)
        self.assertIn('"Work"', kept.json["detail"])
        nora.client.delete(path_of(bob), expect=403)
        self.admin.client.delete(path_of(bob), expect=204)
        bob.client.get("/api/v1/session", expect=401)
        self.admin.client.delete(path_of(bob), expect=404)
        # Nobody else uses her calendar any more, as soon as what Bob left over is swept.
        self.assert_eventually(
            lambda: self.admin.client.send("DELETE", path_of(nora)).status, 204)
        nora.client.get("/api/v1/session", expect=401)
        self.admin.client.delete(path_of(self.admin), expect=409)


@on_every_store
class LastPersonTest(RestCase):
    OWN_SERVER = ()

    def test_who_goes_last_leaves_a_server_to_be_set_up(self):
        first = World(self.server).administrator
        first.client.post("/api/v1/account/delete", {"password": PASSWORD}, expect=204)
        self.assertTrue(self.visitor().get("/api/v1/server").json["setupNeeded"])
        if self.STORE != EMBEDDED:
            return  # The others cannot be started again on what they have.
        self.server.main.stop()
        self.server.start(is_new=True)  # It prints a link again.
        again = World(self.server).administrator
        self.assertNotEqual(again.id, first.id)
        users = again.client.get("/api/v1/users").json["users"]
        self.assertEqual([each["id"] for each in users], [again.id])
