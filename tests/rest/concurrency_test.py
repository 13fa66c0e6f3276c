"""What people do at the same time."""

import threading

from authenticator import code_of, step_now
from people import (PASSWORD, all_day, entry_path, make_calendar, make_entry, new_email, path_of,
                    task, timed)
from rest_case import RestCase, at_once, on_every_store, on_stores_with_tables
from rest_client import Client

ROUNDS = 15


@on_every_store
class ConcurrencyTest(RestCase):
    def members(self, person, calendar):
        return {each["userId"]: each
                for each in person.client.get(f"{path_of(calendar)}/members").json["members"]}

    def test_two_owners_demote_each_other(self):
        anna, bob = self.anna(), self.bob()
        for _ in range(ROUNDS):
            calendar = make_calendar(anna, owner=bob)
            members = self.members(anna, calendar)
            def demote(who, whom):
                return who.client.send(
                    "PATCH", f"{path_of(calendar)}/members/{whom.id}", {"role": "reader"},
                    {"If-Match": f'"{members[whom.id]["etag"]}"'}).status
            statuses = at_once(lambda: demote(anna, bob), lambda: demote(bob, anna))
            self.assertEqual(statuses.count(200), 1, statuses)
            self.assertTrue(set(statuses) <= {200, 403, 409}, statuses)
            roles = sorted(each["role"] for each in self.members(anna, calendar).values())
            self.assertEqual(roles, ["owner", "reader"])

    def test_two_owners_leave(self):
        anna, bob = self.anna(), self.bob()
        for _ in range(ROUNDS):
            calendar = make_calendar(anna, owner=bob)
            def leave(who):
                return who.client.send("DELETE", f"{path_of(calendar)}/members/{who.id}").status
            self.assertEqual(sorted(at_once(lambda: leave(anna), lambda: leave(bob))), [204, 409])
            stayed = [who for who in (anna, bob)
                      if who.client.send("GET", path_of(calendar)).status == 200]
            self.assertEqual(len(stayed), 1)
            self.assertEqual([each["role"] for each in self.members(stayed[0], calendar).values()],
                             ["owner"])

    def test_two_people_edit_one_entry(self):
        anna, bob = self.anna(), self.bob()
        calendar = make_calendar(anna, writer=bob)
        for _ in range(ROUNDS):
            entry = make_entry(anna, calendar)
            def edit(who):
                return who.client.send("PATCH", entry_path(entry), {"title": who.name},
                                       {"If-Match": f'"{entry["etag"]}"'})
            replies = at_once(lambda: edit(anna), lambda: edit(bob))
            self.assertEqual(sorted(reply.status for reply in replies), [200, 412])
            won, lost = sorted(replies, key=lambda reply: reply.status)
            self.assertEqual(lost.json["current"], won.json)
            self.assertEqual(anna.client.get(entry_path(entry)).json, won.json)

    def test_no_edit_is_lost(self):
        anna, bob = self.anna(), self.bob()
        calendar = make_calendar(anna, writer=bob)
        entry = make_entry(anna, calendar, all_day("0"))
        def count_up(client):
            done = 0
            while done < ROUNDS:
                now = client.get(entry_path(entry)).json
                body = {"title": str(int(now["title"]) + 1)}
                reply = client.send("PATCH", entry_path(entry), body,
                                    {"If-Match": f'"{now["etag"]}"'})
                self.assertIn(reply.status, (200, 412))
                done += reply.status == 200
        at_once(lambda: count_up(anna.client), lambda: count_up(bob.client),
                lambda: count_up(anna.client.copy()))
        self.assertEqual(anna.client.get(entry_path(entry)).json["title"], str(3 * ROUNDS))

    def test_a_task_is_ticked_by_many(self):
        anna, bob = self.anna(), self.bob()
        entry = make_entry(anna, make_calendar(anna, writer=bob), task())
        def tick(who, completed):
            for _ in range(ROUNDS):
                who.client.put(f"{entry_path(entry)}/completed", {"completed": completed})
        at_once(lambda: tick(anna, True), lambda: tick(bob, False))
        for completed in (True, False):
            anna.client.put(f"{entry_path(entry)}/completed", {"completed": completed})
            kind = bob.client.get(entry_path(entry)).json["kind"]
            self.assertEqual(kind, {"type": "Task", "completed": completed})

    def test_a_calendar_is_deleted_while_entries_are_written(self):
        anna, bob = self.anna(), self.bob()
        calendar = make_calendar(anna, writer=bob)
        written = []
        enough = threading.Event()

        def write(client):
            while True:
                reply = client.send("POST", f"{path_of(calendar)}/entries", timed())
                if reply.status != 201:
                    return reply.status
                written.append(reply.json)
                if len(written) >= ROUNDS:
                    enough.set()

        def delete():
            enough.wait()
            return anna.client.copy().send("DELETE", path_of(calendar)).status

        clients = (anna.client, bob.client, bob.client.copy())
        statuses = at_once(*(lambda client=client: write(client) for client in clients), delete)
        self.assertEqual(statuses, [404, 404, 404, 204])
        for entry in written:
            anna.client.get(entry_path(entry), expect=404)
        # What is in it stays where it is while it can be restored.
        anna.client.delete(f"/api/v1/calendar-bin/{calendar['id']}", expect=204)
        if self.server.api_url:
            self.assert_eventually(lambda: self.traces_of(calendar["id"]), [])

    def test_one_address_signs_up_once(self):
        email = new_email()
        body = {"email": email, "name": "Nora", "password": PASSWORD}
        clients = [Client(self.server) for _ in range(4)]
        replies = at_once(*(lambda client=client: client.send("POST", "/api/v1/accounts", body)
                            for client in clients))
        self.assertEqual(sorted(reply.status for reply in replies), [201, 409, 409, 409])

    def test_somebody_signs_up_while_they_are_invited(self):
        anna = self.anna()
        for _ in range(5):
            calendar, email = make_calendar(anna), new_email("invited")
            nora, _ = at_once(
                lambda: self.world.sign_up_invited("Nora", email),
                lambda: anna.client.post(f"{path_of(calendar)}/members",
                                         {"email": email, "role": "writer"}, expect=201))
            self.assertEqual(nora.client.get(path_of(calendar)).json["role"], "writer")

    def test_one_code_for_one_of_many(self):
        """Recovery codes work once, also for those who try them at the same time."""
        nora = self.world.sign_up("Nora")
        secret = nora.client.post("/api/v1/account/second-factor", {"password": PASSWORD},
                                  expect=201).json["secret"]
        codes = self.confirm(nora, secret)
        body = {"email": nora.email, "password": PASSWORD, "code": codes[0]}
        clients = [Client(self.server) for _ in range(4)]
        replies = at_once(*(lambda client=client: client.send("POST", "/api/v1/session", body)
                            for client in clients))
        self.assertEqual(sorted(reply.status for reply in replies), [200, 401, 401, 401])

    def confirm(self, person, secret):
        return person.client.put("/api/v1/account/second-factor",
                                 {"code": code_of(secret, step_now())}).json["recoveryCodes"]


@on_stores_with_tables
class LeavingTest(RestCase):
    """People who go while something else happens to them. What they leave behind is found by an
    index, which takes as long as the index is behind."""

    def delete(self, person):
        return person.client.send("POST", "/api/v1/account/delete", {"password": PASSWORD}).status

    def roles(self, person, calendar):
        members = person.client.get(f"{path_of(calendar)}/members").json["members"]
        return {each["userId"]: each["role"] for each in members}

    def test_somebody_is_invited_while_they_delete_their_account(self):
        anna = self.anna()
        for _ in range(5):
            nora, calendar = self.world.sign_up("Nora"), make_calendar(anna)
            body = {"email": nora.email, "role": "writer"}
            statuses = at_once(
                lambda: self.delete(nora),
                lambda: anna.client.send("POST", f"{path_of(calendar)}/members", body).status)
            self.assertEqual(statuses, [204, 201])
            self.assert_eventually(lambda: self.roles(anna, calendar), {anna.id: "owner"})

    def test_all_owners_delete_their_accounts(self):
        bob = self.bob()
        for _ in range(3):
            owners = [self.world.sign_up("Nora"), self.world.sign_up("Olga")]
            calendar = make_calendar(owners[0], owner=owners[1], reader=bob)
            statuses = at_once(*(lambda who=who: self.delete(who) for who in owners))
            self.assertTrue(set(statuses) <= {204, 409}, statuses)
            if statuses == [204, 204]:  # Whoever is left takes care of it.
                self.assert_eventually(lambda: self.roles(bob, calendar), {bob.id: "owner"})
            else:
                left = owners[statuses.index(409)]
                self.assert_eventually(lambda: self.roles(bob, calendar),
                                       {left.id: "owner", bob.id: "reader"})
