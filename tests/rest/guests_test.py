"""Guests of events, what they see and answer, and when people are busy, over HTTP."""

import urllib.parse

from booking_things import book, day, make_place
from people import add_member, make_calendar, make_entry, new_email, path_of, timed
from planner_things import (EXPORT, PLANNER, make_calendar_event, make_event, meeting, planner_path,
                            weekly)
from rest_case import RestCase, on_every_store

INVITATIONS = f"{PLANNER}/invitations"
AGENDA = "/api/v1/agenda"
FREE_BUSY = "/api/v1/free-busy"
SHARING = f"{FREE_BUSY}/preferences"


def at(time, until, title="Call", month_and_day="07-02", **options):
    return meeting(title, f"{day(month_and_day)}T{time}", f"{day(month_and_day)}T{until}",
                   startTzid="UTC", **options)


def guests_path(event, calendar=None):
    return f"{path_of(calendar)}/events/{event['id']}/guests" if calendar else (
        f"{planner_path(event)}/guests")


def invitation_path(event, owner_id):
    return f"{INVITATIONS}/{owner_id}/{event['id']}"


class GuestsCase(RestCase):
    def setUp(self):
        self.ada, self.ben = self.world.sign_up("Ada"), self.world.sign_up("Ben")

    def invite(self, person, event, guest, calendar=None):
        email = guest if isinstance(guest, str) else guest.email
        return person.client.post(guests_path(event, calendar), {"email": email}, expect=201).json

    def agenda(self, person):
        query = urllib.parse.urlencode({"from": day("07-01"), "to": day("07-31"), "zone": "UTC"})
        return person.client.get(f"{AGENDA}?{query}").json["items"]

    def answers(self, person, event, calendar=None):
        return {guest.get("email") or guest["name"]: guest["answer"] for guest in
                person.client.get(guests_path(event, calendar)).json["guests"]}


@on_every_store
class GuestsTest(GuestsCase):
    def test_an_invitation_is_answered_in_the_agenda(self):
        event = make_event(self.ada, at("09:00", "10:00", rrule="FREQ=WEEKLY;COUNT=2",
                                        description="Bring notes", location="Office",
                                        tags=["private"], reminderMinutes=[5]))
        self.invite(self.ada, event, self.ben)
        items = self.agenda(self.ben)
        self.assertEqual([item["start"] for item in items],
                         [f"{day('07-02')}T09:00:00", f"{day('07-09')}T09:00:00"])
        self.assertEqual({item["answer"] for item in items}, {"waiting"})
        self.assertEqual(items[0]["may"], ["answer"])
        self.assertEqual(items[0]["owner"]["name"], "Ada")
        path = items[0]["self"]
        self.assertEqual(path, invitation_path(event, self.ada.id))
        seen = self.ben.client.get(path)
        self.assertEqual(seen.json["event"]["description"], "Bring notes")
        for hidden in ("tags", "reminderMinutes", "links"):
            self.assertEqual(seen.json["event"][hidden], [])
        etag = seen.headers["ETag"]
        self.assertEqual(
            self.ben.client.send("GET", path, headers={"If-None-Match": etag}).status, 304)
        self.ben.client.put(f"{path}/answer", {"answer": "yes"})
        self.assertEqual(
            self.ben.client.send("GET", path, headers={"If-None-Match": etag}).status, 200)
        self.assertEqual({item["answer"] for item in self.agenda(self.ben)}, {"yes"})
        self.assertEqual(self.answers(self.ada, event), {self.ben.email: "yes"})
        # The event is what it was for those who have it open.
        self.ada.client.patch(planner_path(event), {"title": "Review"}, etag=event["etag"])
        self.assertEqual(self.ben.client.get(INVITATIONS).json["invitations"][0]["event"]["title"],
                         "Review")
        self.assert_problem(
            self.ben.client.send("PUT", f"{path}/answer", {"answer": "perhaps"}), 400, "answer")

    def test_an_address_does_not_tell_whether_it_has_an_account(self):
        event = make_event(self.ada, at("09:00", "10:00"))
        nobody = new_email("nobody")
        replies = [self.ada.client.post(guests_path(event), {"email": email}, expect=201)
                   for email in (self.ben.email, nobody)]
        for reply, email in zip(replies, (self.ben.email, nobody)):
            self.assertEqual(reply.json["email"], email)
            self.assertEqual(set(reply.json), {"id", "email", "answer", "invitedAt"})
        self.assertEqual(set(replies[0].headers), set(replies[1].headers))
        listed = self.ada.client.get(guests_path(event)).json["guests"]
        self.assertEqual([set(guest) for guest in listed], [set(replies[0].json)] * 2)
        self.assert_problem(
            self.ada.client.send("POST", guests_path(event), {"email": self.ada.email}), 400,
            "email")

    def test_only_guests_see_an_invitation_and_only_as_long_as_it_holds(self):
        cleo = self.world.sign_up("Cleo")
        calendar = make_calendar(self.ada, "Team", writer=cleo)
        event = make_calendar_event(self.ada, calendar, at("09:00", "10:00"))
        eve = self.world.sign_up("Eve")
        add_member(self.ada, calendar, eve, "reader")
        owner_id = f"cal_{calendar['id']}"
        path = invitation_path(event, owner_id)
        guest = self.invite(cleo, event, self.ben, calendar)
        # Guests of a calendar's event are no members of the calendar.
        self.assertEqual(self.ben.client.get(path).json["organizer"]["name"], "Cleo")
        self.assert_problem(self.ben.client.send("GET", guests_path(event, calendar)), 404)
        self.assert_problem(
            self.ben.client.send("GET", f"{path_of(calendar)}/events/{event['id']}"), 404)
        # Members who read see who comes, and change nothing.
        self.assertEqual(self.answers(eve, event, calendar), {self.ben.email: "waiting"})
        for method, suffix, body in (("POST", "", {"email": eve.email}),
                                     ("DELETE", f"/{guest['id']}", None),
                                     ("GET", f"/{guest['id']}/invitation.ics", None)):
            self.assert_problem(
                eve.client.send(method, guests_path(event, calendar) + suffix, body), 403)
        # A stranger and a member are not invited.
        for person in (eve, self.world.person("Sten"), cleo):
            self.assert_problem(person.client.send("GET", path), 404)
            self.assert_problem(
                person.client.send("PUT", f"{path}/answer", {"answer": "no"}), 404)
        # Members are invited by their ids, others are not.
        member = eve.id
        invited = cleo.client.post(guests_path(event, calendar), {"userId": member},
                                   expect=201).json
        self.assertEqual((invited["name"], invited["userId"]), ("Eve", member))
        self.assert_problem(cleo.client.send("POST", guests_path(event, calendar),
                                             {"userId": self.ben.id}), 400, "userId")
        eve.client.put(f"{path}/answer", {"answer": "maybe"})
        # In the bin a calendar is nobody's.
        self.ada.client.delete(path_of(calendar), expect=204)
        self.assert_problem(self.ben.client.send("GET", path), 404)
        self.assertEqual(self.agenda(self.ben), [])
        self.ada.client.post(f"/api/v1/calendar-bin/{calendar['id']}/restore")
        self.assertEqual(len(self.agenda(self.ben)), 1)
        # A removed guest sees nothing any more.
        cleo.client.delete(f"{guests_path(event, calendar)}/{guest['id']}", expect=204)
        self.assert_problem(self.ben.client.send("GET", path), 404)
        self.assertEqual(self.agenda(self.ben), [])
        self.assertEqual(self.ben.client.get(INVITATIONS).json["invitations"], [])
        # Nor does anybody of an event that is deleted.
        cleo.client.delete(f"{path_of(calendar)}/events/{event['id']}", etag=event["etag"],
                           expect=204)
        self.assert_problem(eve.client.send("GET", path), 404)

    def test_a_member_is_a_guest_as_long_as_they_are_a_member(self):
        cleo, eve = self.world.sign_up("Cleo"), self.world.sign_up("Eve")
        calendar = make_calendar(self.ada, "Team", reader=cleo)
        for person in (self.ben, eve):
            add_member(self.ada, calendar, person, "reader")
        event = make_calendar_event(self.ada, calendar, at("09:00", "10:00"))
        path = invitation_path(event, f"cal_{calendar['id']}")
        for person in (self.ben, cleo, eve):
            self.ada.client.post(guests_path(event, calendar), {"userId": person.id}, expect=201)
        # Eve is invited by address as well, which holds whether she is a member or not.
        self.invite(self.ada, event, eve, calendar)
        self.ben.client.put(f"{path}/answer", {"answer": "yes"})
        self.ada.client.delete(f"{path_of(calendar)}/members/{self.ben.id}", expect=204)
        self.ada.client.delete(f"{path_of(calendar)}/members/{eve.id}", expect=204)
        self.assert_problem(self.ben.client.send("GET", path), 404)
        self.assert_problem(
            self.ben.client.send("PUT", f"{path}/answer", {"answer": "no"}), 404)
        self.assertEqual(self.agenda(self.ben), [])
        self.assertEqual(self.ben.client.get(INVITATIONS).json["invitations"], [])
        for person in (cleo, eve):
            person.client.put(f"{path}/answer", {"answer": "maybe"})

    def test_a_guest_removes_an_invitation(self):
        event = make_event(self.ada, at("09:00", "10:00", rrule="FREQ=WEEKLY;COUNT=2"))
        self.invite(self.ada, event, self.ben)
        self.invite(self.ada, event, "zoe@example.org")
        path = invitation_path(event, self.ada.id)
        for person in (self.ada, self.world.person("Sten")):
            self.assert_problem(person.client.send("DELETE", path), 404)
        self.ben.client.delete(path, expect=204)
        self.assertEqual(self.agenda(self.ben), [])
        self.assert_problem(self.ben.client.send("DELETE", path), 404)
        self.assertEqual(self.answers(self.ada, event), {"zoe@example.org": "waiting"})
        self.invite(self.ada, event, self.ben)
        self.assertEqual(len(self.agenda(self.ben)), 2)

    def test_what_was_declined_can_be_hidden(self):
        event = make_event(self.ada, at("09:00", "10:00"))
        self.invite(self.ada, event, self.ben)
        self.ben.client.put(f"{invitation_path(event, self.ada.id)}/answer", {"answer": "no"})
        feed = urllib.parse.urlsplit(
            self.ben.client.post(f"{AGENDA}/feed", expect=201).json["url"]).path
        hidden = {"hiddenKinds": [], "hiddenOwners": [], "declinedHidden": True}
        self.assertEqual(self.agenda(self.ben)[0]["answer"], "no")
        self.assertIn(b"SUMMARY:Call", self.visitor().get(feed).body)
        self.ben.client.put(f"{AGENDA}/preferences", hidden)
        self.assertNotIn(b"SUMMARY:Call", self.visitor().get(feed).body)

    def test_an_invitation_is_a_file_for_those_outside(self):
        event = make_event(self.ada, weekly())
        guest = self.invite(self.ada, event, "zoe@example.org")
        self.invite(self.ada, event, self.ben)
        path = f"{guests_path(event)}/{guest['id']}/invitation.ics"
        file = self.ada.client.get(path).body.decode()
        for line in ("METHOD:REQUEST", f"ORGANIZER;CN=Ada:mailto:{self.ada.email}",
                     "RRULE:FREQ=WEEKLY;BYDAY=MO", f"UID:{event['icalUid']}"):
            self.assertIn(line, file.replace("\r\n ", ""))
        self.assertIn(":mailto:zoe@example.org", file.replace("\r\n ", ""))
        self.assertNotIn(self.ben.email, file.replace("\r\n ", ""))
        exported = self.ada.client.get(EXPORT).body.decode().replace("\r\n ", "")
        self.assertIn(f"PARTSTAT=NEEDS-ACTION:mailto:{self.ben.email}", exported)


@on_every_store
class FreeBusyTest(GuestsCase):
    def busy(self, person, *people, first="07-02", last="07-02"):
        query = urllib.parse.urlencode({"people": ",".join(people), "from": day(first),
                                        "to": day(last), "zone": "UTC"})
        reply = person.client.get(f"{FREE_BUSY}?{query}").json
        return {one["userId"]: [(each["start"][11:16], each["end"][11:16])
                                for each in one["busy"]] if one["shares"] else None
                for one in reply["people"]}

    def slots(self, person, *people, **options):
        query = urllib.parse.urlencode({"people": ",".join(people), "from": day("07-02"),
                                        "to": day("07-02"), "zone": "UTC", **options})
        return person.client.get(f"{FREE_BUSY}/slots?{query}").json

    def test_it_is_for_those_who_share_something_and_are_let(self):
        sten = self.world.sign_up("Sten")
        make_event(self.ben, at("09:00", "10:00", "Secret"))
        make_event(self.ben, at("09:30", "11:00", "Secret"))
        make_event(self.ben, at("14:00", "15:00", "Cancelled", status="CANCELLED"))
        declined = make_event(sten, at("16:00", "17:00"))
        self.invite(sten, declined, self.ben)
        self.ben.client.put(f"{invitation_path(declined, sten.id)}/answer", {"answer": "no"})
        self.ben.client.put(SHARING, {"sharedWith": "members"})
        unknown = "00000000-0000-4000-8000-000000000000"
        # They share nothing, and an id that nobody has looks the same.
        self.assertEqual(self.busy(self.ada, self.ben.id, unknown),
                         {self.ben.id: None, unknown: None})
        calendar = make_calendar(self.ada, "Team", reader=self.ben)
        make_entry(self.ada, calendar, timed("Lunch", day("07-02"), "12:00:00", "13:00:00"))
        self.assert_soon(lambda: self.busy(self.ada, self.ben.id, unknown),
                         {self.ben.id: [("09:00", "11:00"), ("12:00", "13:00")], unknown: None})
        self.assertEqual(self.busy(sten, self.ben.id), {self.ben.id: None})
        self.ben.client.put(SHARING, {"sharedWith": "nobody"})
        self.assertEqual(self.busy(self.ada, self.ben.id), {self.ben.id: None})
        self.assertEqual(self.busy(self.ben, self.ben.id),
                         {self.ben.id: [("09:00", "11:00"), ("12:00", "13:00")]})
        # It is for people and no programs, and nobody shares by default.
        self.assertEqual(self.ada.client.get(SHARING).json, {"sharedWith": "nobody"})

    def test_it_finds_a_time(self):
        place = make_place(self.ada, "Cottage", member=self.ben)
        book(self.ben, place, "07-03", "07-05")
        cleo = self.world.sign_up("Cleo")
        self.ben.client.put(SHARING, {"sharedWith": "members"})
        make_event(self.ben, at("09:00", "10:10"))
        make_event(self.ada, at("11:00", "17:00"))
        def found(*people, **options):
            reply = self.slots(self.ada, self.ben.id, *people, **options)
            return [slot["start"][5:16] for slot in reply["slots"]], reply["notShared"]
        self.assert_soon(lambda: found(cleo.id, minutes=60, earliest="08:00", latest="18:00"),
                         (["07-02T08:00", "07-02T17:00"], [cleo.id]))
        # Who is at the cottage is there until the last day.
        self.assert_soon(lambda: found(to=day("07-05"), minutes=240, latest="24:00"),
                         (["07-02T17:00", "07-03T08:00", "07-03T12:00", "07-05T10:00",
                           "07-05T14:00", "07-05T18:00"], []))
        for options, field in (({"minutes": 700}, "latest"), ({"earliest": "8"}, "earliest"),
                               ({"to": day("12-01")}, "to"), ({"zone": "Mars"}, "zone"),
                               ({"people": ",".join(["x"] * 11)}, "people"),
                               ({"minutes": 0}, "minutes")):
            query = urllib.parse.urlencode({"people": self.ben.id, "from": day("07-02"),
                                            "to": day("07-02"), **options})
            self.assert_problem(self.ada.client.send("GET", f"{FREE_BUSY}/slots?{query}"), 400,
                                field)
