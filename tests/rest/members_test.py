"""Who is in a calendar: invitations, roles, leaving and being removed."""

from people import add_member, make_calendar, make_entry, new_email, path_of, timed
from rest_case import RestCase, on_every_store


class MembersCase(RestCase):
    def members(self, person, calendar):
        return person.client.get(f"{path_of(calendar)}/members").json

    def roles(self, person, calendar):
        return {each["userId"]: each["role"]
                for each in self.members(person, calendar)["members"]}

    def etag(self, person, calendar, member):
        return next(each["etag"] for each in self.members(person, calendar)["members"]
                    if each["userId"] == member.id)

    def change_role(self, person, calendar, member, role, expect=200):
        return person.client.patch(f"{path_of(calendar)}/members/{member.id}", {"role": role},
                                   etag=self.etag(self.anna(), calendar, member), expect=expect)

    def remove(self, person, calendar, member, expect=204):
        return person.client.delete(f"{path_of(calendar)}/members/{member.id}", expect=expect)

    def invite(self, person, calendar, email, role="reader", expect=201):
        return person.client.post(f"{path_of(calendar)}/members", {"email": email, "role": role},
                                  expect=expect)


@on_every_store
class InvitationsTest(MembersCase):
    def test_somebody_with_an_account_is_a_member_at_once(self):
        anna, bob = self.anna(), self.bob()
        calendar = make_calendar(anna)
        member = self.invite(anna, calendar, f" {bob.email.upper()} ", "writer").json["member"]
        self.assertEqual((member["userId"], member["name"], member["email"], member["role"]),
                         (bob.id, bob.name, bob.email, "writer"))
        self.assertEqual(bob.client.get(path_of(calendar)).json["role"], "writer")
        self.assertEqual(self.roles(bob, calendar), {anna.id: "owner", bob.id: "writer"})
        self.assert_soon(lambda: calendar["id"] in [
            each["id"] for each in bob.client.get("/api/v1/calendars").json["calendars"]], True)

    def test_anybody_else_is_one_when_they_sign_up(self):
        anna, email = self.anna(), new_email("later")
        first, second = make_calendar(anna), make_calendar(anna)
        pending = self.invite(anna, first, email.upper(), "writer").json["invitation"]
        self.assertEqual((pending["email"], pending["role"], pending["invitedBy"]),
                         (email, "writer", anna.id))
        self.invite(anna, second, email, "reader")
        self.assertEqual(self.members(anna, first)["invitations"], [pending])
        later = self.world.sign_up_invited("Later", email)
        self.assertEqual(later.client.get(path_of(first)).json["role"], "writer")
        self.assertEqual(later.client.get(path_of(second)).json["role"], "reader")
        self.assertEqual(self.members(anna, first)["invitations"], [])
        self.assertEqual(self.roles(anna, first), {anna.id: "owner", later.id: "writer"})

    def test_who_only_claims_an_address_gets_nothing_that_was_meant_for_it(self):
        anna, email = self.anna(), new_email("boss")
        calendar = make_calendar(anna)
        self.invite(anna, calendar, email, "owner")
        stranger = self.world.sign_up("Mallory", email=email)
        stranger.client.get(path_of(calendar), expect=404)
        self.assertEqual(len(self.members(anna, calendar)["invitations"]), 1)
        # The owner decides, and sees whom they let in.
        self.assert_problem(self.invite(anna, calendar, email, "owner", 409), 409, "role")
        member = self.invite(anna, calendar, email, "writer").json["member"]
        self.assertEqual((member["userId"], member["emailVerified"]), (stranger.id, False))
        self.assertEqual(self.members(anna, calendar)["invitations"], [])
        self.change_role(anna, calendar, stranger, "owner")
        proved = self.world.sign_up_invited("Known")
        member = self.invite(anna, calendar, proved.email, "owner").json["member"]
        self.assertEqual((member["role"], member["emailVerified"]), ("owner", True))

    def test_an_invitation_is_worth_nothing_without_the_owner_who_made_it(self):
        anna, bob, email = self.anna(), self.bob(), new_email("friend")
        calendar = make_calendar(anna, owner=bob)
        self.invite(bob, calendar, email, "owner")
        self.remove(anna, calendar, bob)
        friend = self.world.sign_up_invited("Friend", email)
        friend.client.get(path_of(calendar), expect=404)
        self.assertEqual(self.members(anna, calendar)["invitations"], [])

    def test_nobody_invites_all_the_time(self):
        nora, bob = self.world.sign_up("Nora"), self.bob()
        calendar = make_calendar(nora, reader=bob)
        for _ in range(99):
            self.invite(nora, calendar, bob.email, expect=409)
        refused = self.invite(nora, calendar, bob.email, expect=429)
        self.assertGreater(int(refused.headers["Retry-After"]), 3000)

    def test_only_owners_see_who_is_invited(self):
        anna, bob = self.anna(), self.bob()
        calendar = make_calendar(anna, writer=bob)
        self.invite(anna, calendar, new_email())
        self.assertEqual(self.members(bob, calendar)["invitations"], [])
        self.assertEqual(len(self.members(anna, calendar)["invitations"]), 1)

    def test_an_invitation_can_be_withdrawn(self):
        anna, email = self.anna(), new_email()
        calendar = make_calendar(anna, writer=self.bob())
        self.invite(anna, calendar, email)
        path = f"{path_of(calendar)}/invitations?email={email.replace('@', '%40')}"
        self.bob().client.delete(path, expect=403)
        self.stranger().client.delete(path, expect=404)
        anna.client.delete(path, expect=204)
        anna.client.delete(path, expect=404)
        self.assertEqual(self.members(anna, calendar)["invitations"], [])
        late = self.world.sign_up_invited("Late", email)
        late.client.get(path_of(calendar), expect=404)

    def test_nobody_is_in_it_twice(self):
        anna, bob = self.anna(), self.bob()
        calendar = make_calendar(anna, reader=bob)
        self.assert_problem(self.invite(anna, calendar, bob.email, "writer", expect=409), 409)
        self.assert_problem(self.invite(anna, calendar, anna.email, expect=409), 409)
        self.assertEqual(self.roles(anna, calendar), {anna.id: "owner", bob.id: "reader"})

    def test_what_is_no_invitation_is_refused_with_its_field(self):
        calendar = make_calendar(self.anna())
        for email, role, field in (("nobody", "reader", "email"), ("", "reader", "email"),
                                   ("a#b@example.com", "reader", "email"),
                                   (new_email(), "admin", "role"), (new_email(), "", "role"),
                                   (new_email(), None, "role")):
            self.assert_problem(self.invite(self.anna(), calendar, email, role, 400), 400, field)


@on_every_store
class RolesTest(MembersCase):
    def test_a_role_says_what_one_may_do(self):
        anna, bob = self.anna(), self.bob()
        calendar = make_calendar(anna, reader=bob)
        entry = make_entry(anna, calendar)
        path = f"/api/v1/entries/{entry['id']}"

        bob.client.get(path)
        bob.client.post(f"{path_of(calendar)}/entries", timed(), expect=403)
        bob.client.patch(path, {"title": "x"}, etag=entry["etag"], expect=403)
        bob.client.delete(path, etag=entry["etag"], expect=403)
        self.change_role(anna, calendar, bob, "writer")
        entry = bob.client.patch(path, {"title": "x"}, etag=entry["etag"]).json
        bob.client.patch(path_of(calendar), {"name": "x"}, etag=calendar["etag"], expect=403)
        self.invite(bob, calendar, new_email(), expect=403)
        self.change_role(bob, calendar, bob, "owner", expect=403)
        self.change_role(anna, calendar, bob, "owner")
        bob.client.patch(path_of(calendar), {"name": "x"}, etag=calendar["etag"])
        self.change_role(bob, calendar, anna, "reader")
        anna.client.delete(path, etag=entry["etag"], expect=403)

    def test_there_is_always_an_owner(self):
        anna, bob = self.anna(), self.bob()
        calendar = make_calendar(anna, writer=bob)
        self.assert_problem(self.change_role(anna, calendar, anna, "writer", 409), 409)
        self.assert_problem(self.remove(anna, calendar, anna, 409), 409)
        self.change_role(anna, calendar, bob, "owner")
        self.remove(anna, calendar, anna)
        self.assertEqual(self.roles(bob, calendar), {bob.id: "owner"})
        self.remove(bob, calendar, bob, 409)

    def test_everybody_else_may_leave(self):
        anna, bob, cleo = self.anna(), self.bob(), self.cleo()
        calendar = make_calendar(anna, reader=bob, writer=cleo)
        for person in (bob, cleo):
            self.remove(person, calendar, person)
            person.client.get(path_of(calendar), expect=404)
        self.assertEqual(self.roles(anna, calendar), {anna.id: "owner"})
        self.assert_soon(lambda: [each for each in bob.client.get(
            "/api/v1/calendars").json["calendars"] if each["id"] == calendar["id"]], [])
        # And may come back.
        add_member(anna, calendar, bob, "writer")
        self.assertEqual(bob.client.get(path_of(calendar)).json["role"], "writer")

    def test_only_owners_remove_others(self):
        anna, bob, cleo = self.anna(), self.bob(), self.cleo()
        calendar = make_calendar(anna, reader=bob, writer=cleo)
        self.remove(cleo, calendar, bob, 403)
        self.remove(self.stranger(), calendar, bob, 404)
        self.remove(anna, calendar, self.stranger(), 404)
        self.remove(anna, calendar, bob)
        bob.client.get(path_of(calendar), expect=404)

    def test_a_role_that_is_none_is_refused(self):
        anna, bob = self.anna(), self.bob()
        calendar = make_calendar(anna, reader=bob)
        for role in ("admin", "", "Owner", None, 1):
            self.assert_problem(self.change_role(anna, calendar, bob, role, 400), 400, "role")
        self.change_role(anna, calendar, bob, "reader")
