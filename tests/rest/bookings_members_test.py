"""Who is in a place: invited, accepted, declined, changed, removed."""

from booking_case import BookingCase
from booking_things import PLACES, add_to_place, make_place, place_path
from people import make_calendar, new_email, path_of
from proving import prove_address, proving_world
from rest_case import on_every_store
from rest_client import quote


class MembersCase(BookingCase):
    def invite(self, email, role="viewer", person=None, expect=201):
        return (person or self.ada).client.post(self.path("/members"),
                                                {"email": email, "role": role}, expect=expect).json

    def members(self, person=None):
        return (person or self.ada).client.get(self.path("/members")).json

    def roles(self, person=None):
        return {each["name"]: each["role"] for each in self.members(person)["members"]}

    def own_invitations(self, person):
        return person.client.get(PLACES).json["invitations"]


@on_every_store
class PlaceMembersTest(MembersCase):
    def test_only_administrators_see_addresses(self):
        listed = self.members()
        self.assertEqual([(each["name"], each["email"], each["userId"], each["role"])
                          for each in listed["members"]],
                         [("Ada", self.ada.email, self.ada.id, "administrator"),
                          ("Bob", self.bob.email, self.bob.id, "member"),
                          ("Eve", self.eve.email, self.eve.id, "viewer")])
        self.invite("pending@example.org")
        self.assertEqual([each["email"] for each in self.members()["invitations"]],
                         ["pending@example.org"])
        for person in (self.bob, self.eve):
            reply = person.client.get(self.path("/members"))
            self.assertEqual([(each["name"], each["email"]) for each in reply.json["members"]],
                             [("Ada", None), ("Bob", None), ("Eve", None)])
            self.assertEqual(reply.json["invitations"], [])
            self.assertNotIn(b"@", reply.body)

    def test_somebody_with_an_account_is_a_member_at_once(self):
        nora = self.world.sign_up("Nora")
        made = self.invite(f" {nora.email.upper()} ", "member")
        self.assertEqual((made["member"]["userId"], made["member"]["role"]), (nora.id, "member"))
        self.assertEqual(nora.client.get(self.path()).json["role"], "member")
        again = self.ada.client.send("POST", self.path("/members"),
                                     {"email": nora.email, "role": "viewer"})
        self.assert_problem(again, 409, "email")

    def test_who_has_proved_nothing_comes_in_as_no_administrator(self):
        nora = self.world.sign_up("Nora")
        reply = self.ada.client.send("POST", self.path("/members"),
                                     {"email": nora.email, "role": "administrator"})
        self.assert_problem(reply, 409, "role")
        add_to_place(self.ada, self.place, nora, "administrator")
        self.assertEqual(nora.client.get(self.path()).json["role"], "administrator")
        proved = self.world.sign_up_invited("Pia")
        self.assertEqual(self.invite(proved.email, "administrator")["member"]["role"],
                         "administrator")

    def test_an_invitation_is_accepted_by_signing_up_with_a_proved_address(self):
        email = new_email("ines")
        made = self.invite(email, "member")
        self.assertEqual(made["invitation"], {
            "email": email, "role": "member", "invitedBy": self.ada.id,
            "createdAt": made["invitation"]["createdAt"]})
        calendar = make_calendar(self.ada)
        self.ada.client.post(f"{path_of(calendar)}/members", {"email": email, "role": "writer"},
                             expect=201)
        ines = self.world.sign_up_invited("Ines", email=email)
        self.assertEqual(ines.client.get(self.path()).json, self.place | {"role": "member"})
        self.assertEqual(ines.client.get(path_of(calendar)).json["role"], "writer")
        self.assertEqual(self.own_invitations(ines), [])
        self.assertEqual((self.roles()["Ines"], self.members()["invitations"]), ("member", []))
        ines.client.post(self.path("/invitation"), expect=404)

    def test_who_only_claims_an_address_has_no_invitation(self):
        email = new_email("mallory")
        self.invite(email)
        mallory = self.world.sign_up("Mallory", email=email)
        self.assertEqual(self.own_invitations(mallory), [])
        for method in ("POST", "DELETE"):
            self.assert_problem(mallory.client.send(method, self.path("/invitation")), 404)
        self.assertEqual(len(self.members()["invitations"]), 1)

    def test_an_invitation_is_withdrawn(self):
        email = new_email("late")
        self.invite(email)
        path = self.path(f"/invitations?email={quote(email)}")
        self.ada.client.delete(path, expect=204)
        self.ada.client.delete(path, expect=404)
        self.assertEqual(self.members()["invitations"], [])
        late = self.world.sign_up_invited("Late", email=email)
        late.client.get(self.path(), expect=404)
        late.client.post(self.path("/invitation"), expect=404)
        self.assert_problem(self.ada.client.send("DELETE", self.path("/invitations")), 400, "email")

    def test_roles_change(self):
        bob = next(each for each in self.members()["members"] if each["name"] == "Bob")
        path = self.path(f"/members/{self.bob.id}")
        changed = self.ada.client.patch(path, {"role": "viewer"}, etag=bob["etag"])
        self.assertEqual((changed.json["role"], changed.json["etag"]), ("viewer", changed.etag))
        self.assert_problem(self.try_booking(self.bob), 403)
        stale = self.ada.client.send("PATCH", path, {"role": "member"},
                                     {"If-Match": f'"{bob["etag"]}"'})
        self.assert_problem(stale, 409)
        self.assertEqual((stale.json["current"], stale.etag), (changed.json, changed.etag))
        for wrong in ("owner", "", None, 1):
            reply = self.ada.client.send("PATCH", path, {"role": wrong},
                                         {"If-Match": f'"{changed.etag}"'})
            self.assert_problem(reply, 400, "role")

    def test_an_administrator_stays(self):
        own = next(each for each in self.members()["members"] if each["name"] == "Ada")
        path = self.path(f"/members/{self.ada.id}")
        reply = self.ada.client.send("PATCH", path, {"role": "member"},
                                     {"If-Match": f'"{own["etag"]}"'})
        self.assert_problem(reply, 409, detail="A place needs at least one administrator.")
        self.assert_problem(self.ada.client.send("DELETE", path), 409)
        nora = self.world.sign_up("Nora")
        add_to_place(self.ada, self.place, nora, "administrator")
        self.ada.client.delete(path, expect=204)
        self.ada.client.get(self.path(), expect=404)

    def test_who_leaves_or_is_removed_sees_nothing_and_their_bookings_stay(self):
        booking = self.book(self.bob)
        self.bob.client.delete(self.path(f"/members/{self.bob.id}"), expect=204)
        self.ada.client.delete(self.path(f"/members/{self.eve.id}"), expect=204)
        for person in (self.bob, self.eve):
            person.client.get(self.path(), expect=404)
        self.assertEqual(self.get(self.ada, booking)["title"], "Bob")
        self.ada.client.delete(self.path(f"/members/{self.bob.id}"), expect=404)

    def test_others_than_administrators_change_nobody(self):
        bob = next(each for each in self.members()["members"] if each["name"] == "Bob")
        for person in (self.bob, self.eve):
            self.assert_problem(person.client.send(
                "POST", self.path("/members"), {"email": new_email(), "role": "viewer"}), 403)
            self.assert_problem(person.client.send(
                "PATCH", self.path(f"/members/{self.bob.id}"), {"role": "administrator"},
                {"If-Match": f'"{bob["etag"]}"'}), 403)
            self.assert_problem(person.client.send(
                "DELETE", self.path(f"/members/{self.ada.id}")), 403)
        self.assertEqual(self.roles(), {"Ada": "administrator", "Bob": "member", "Eve": "viewer"})

    def test_addresses_that_are_none_are_refused(self):
        for wrong in ("", "nobody", "a@b@c", "a b@example.com", "a#b@", "x" * 255, None, 1):
            reply = self.ada.client.send("POST", self.path("/members"),
                                         {"email": wrong, "role": "viewer"})
            self.assert_problem(reply, 400, "email")

    def test_an_invitation_counts_as_long_as_who_invited_may_invite(self):
        nora = self.world.sign_up("Nora")
        add_to_place(self.ada, self.place, nora, "administrator")
        email = new_email("ines")
        self.invite(email, person=nora)
        self.ada.client.delete(self.path(f"/members/{nora.id}"), expect=204)
        ines = self.world.sign_up_invited("Ines", email=email)
        self.assertEqual(self.own_invitations(ines), [])
        ines.client.post(self.path("/invitation"), expect=404)


@on_every_store
class ProvedLaterTest(MembersCase):
    """Somebody with an account proves that the address is theirs, and finds what waits for it."""

    @classmethod
    def setUpClass(cls):
        cls.world = proving_world(cls.STORE)
        cls.world.known.clear()
        cls.server = cls.world.server

    def newcomer(self, email):
        return prove_address(self.world.sign_up("Ines", email=email))

    def test_an_invitation_is_accepted_by_whoever_proves_the_address(self):
        email = new_email("ines")
        made = self.invite(email, "member")
        ines = self.newcomer(email)
        own = [{"placeId": self.place["id"], "placeName": "Cottage", "role": "member",
                "invitedBy": "Ada", "createdAt": made["invitation"]["createdAt"]}]
        self.assertEqual(self.own_invitations(ines), own)
        self.assertEqual(ines.client.get("/api/v1/place-invitations").json, {"invitations": own})
        ines.client.get(self.path(), expect=404)
        accepted = ines.client.post(self.path("/invitation"), expect=201)
        self.assertEqual(accepted.json, self.place | {"role": "member"})
        self.assertEqual(accepted.headers["Location"], self.path())
        self.assertEqual(self.own_invitations(ines), [])
        self.assertEqual((self.roles()["Ines"], self.members()["invitations"]), ("member", []))
        ines.client.post(self.path("/invitation"), expect=404)

    def test_an_invitation_is_declined(self):
        emails = [new_email("ines"), new_email("ines")]
        for email in emails:
            self.invite(email)
        ines = self.newcomer(emails[0])
        ines.client.delete(self.path("/invitation"), expect=204)
        ines.client.delete(self.path("/invitation"), expect=404)
        self.assertEqual([each["email"] for each in self.members()["invitations"]], emails[1:])

    def test_an_invitation_counts_as_long_as_who_invited_may_invite(self):
        nora = self.world.sign_up("Nora")
        add_to_place(self.ada, self.place, nora, "administrator")
        email = new_email("ines")
        self.invite(email, person=nora)
        self.ada.client.delete(self.path(f"/members/{nora.id}"), expect=204)
        ines = self.newcomer(email)
        self.assertEqual(self.own_invitations(ines), [])
        ines.client.post(self.path("/invitation"), expect=404)
        self.assertEqual(self.members()["invitations"], [])

    def test_invitations_to_several_places_are_all_there(self):
        email = new_email("ines")
        other = make_place(self.ada, "A boat")
        for place in (self.place, other):
            self.ada.client.post(place_path(place, "/members"), {"email": email, "role": "viewer"},
                                 expect=201)
        ines = self.newcomer(email)
        self.assertEqual([each["placeName"] for each in self.own_invitations(ines)],
                         ["A boat", "Cottage"])
        self.ada.client.delete(place_path(other), expect=204)
        self.assertEqual([each["placeName"] for each in self.own_invitations(ines)], ["Cottage"])

    def test_invitations_to_calendars_are_found_accepted_and_declined_in_the_same_way(self):
        email = new_email("ines")
        family, work = make_calendar(self.ada, "Family"), make_calendar(self.ada, "Work")
        for calendar in (family, work):
            self.ada.client.post(f"{path_of(calendar)}/members",
                                 {"email": email, "role": "writer"}, expect=201)
        ines = self.newcomer(email)
        self.assertEqual(ines.client.get("/api/v1/calendars").json["calendars"], [])
        own = ines.client.get("/api/v1/calendar-invitations").json["invitations"]
        self.assertEqual([(each["calendarId"], each["calendarName"], each["role"],
                           each["invitedBy"]) for each in own],
                         [(family["id"], "Family", "writer", "Ada"),
                          (work["id"], "Work", "writer", "Ada")])
        accepted = ines.client.post(f"{path_of(family)}/invitation", expect=201)
        self.assertEqual(accepted.json, family | {"role": "writer"})
        self.assertEqual(accepted.headers["Location"], path_of(family))
        ines.client.delete(f"{path_of(work)}/invitation", expect=204)
        for method in ("POST", "DELETE"):
            self.assert_problem(ines.client.send(method, f"{path_of(work)}/invitation"), 404)
        self.assertEqual(ines.client.get("/api/v1/calendar-invitations").json["invitations"], [])
        self.assertEqual(ines.client.get(path_of(family)).json["role"], "writer")
        ines.client.get(path_of(work), expect=404)
