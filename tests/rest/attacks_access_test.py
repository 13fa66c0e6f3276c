"""Attacks by people who have an account, on what is not theirs."""

import uuid

from event_stream import EventStream
from people import (all_day, entry_path, make_calendar, make_entry, new_email, path_of, timed)
from rest_case import RestCase, on_every_store


@on_every_store
class ForeignThingsTest(RestCase):
    def test_what_is_not_theirs_looks_as_if_it_was_not_there(self):
        anna, sten = self.anna(), self.stranger()
        calendar = make_calendar(anna)
        entry = make_entry(anna, calendar)
        nowhere = {"id": str(uuid.uuid4())}
        def asked(path):
            return sten.client.send("GET", path)
        for theirs, none in ((path_of(calendar), path_of(nowhere)),
                             (entry_path(entry), entry_path(nowhere)),
                             (f"{path_of(calendar)}/members", f"{path_of(nowhere)}/members"),
                             (f"{path_of(calendar)}/entries?from=2024-01-01&to=2024-01-31",
                              f"{path_of(nowhere)}/entries?from=2024-01-01&to=2024-01-31")):
            self.assertEqual((asked(theirs).status, asked(theirs).json),
                             (404, asked(none).json))

    def test_foreign_ids_in_a_path_do_nothing(self):
        anna, sten = self.anna(), self.stranger()
        calendar = make_calendar(anna, reader=self.bob())
        entry = make_entry(anna, calendar)
        for method, path, body, etag in (
                ("PATCH", path_of(calendar), {"name": "x"}, calendar["etag"]),
                ("DELETE", path_of(calendar), None, None),
                ("POST", f"{path_of(calendar)}/entries", timed(), None),
                ("POST", f"{path_of(calendar)}/members",
                 {"email": sten.email, "role": "owner"}, None),
                ("PATCH", f"{path_of(calendar)}/members/{sten.id}", {"role": "owner"}, "x"),
                ("PATCH", f"{path_of(calendar)}/members/{anna.id}", {"role": "reader"}, "x"),
                ("DELETE", f"{path_of(calendar)}/members/{self.bob().id}", None, None),
                ("PATCH", entry_path(entry), {"title": "x"}, entry["etag"]),
                ("DELETE", entry_path(entry), None, entry["etag"]),
                ("PUT", f"{entry_path(entry)}/completed", {"completed": True}, None)):
            reply = sten.client.call(method, path, body, etag=etag, expect=404)
            self.assertNotIn("current", reply.json)
        self.assertEqual(anna.client.get(path_of(calendar)).json, calendar)
        self.assertEqual(anna.client.get(entry_path(entry)).json, entry)

    def test_foreign_ids_in_a_body_do_nothing(self):
        anna, sten = self.anna(), self.stranger()
        foreign, own = make_calendar(anna), make_calendar(sten)
        entry = make_entry(sten, own)
        sten.client.patch(entry_path(entry), {"calendarId": foreign["id"]}, etag=entry["etag"],
                          expect=404)
        self.assertEqual(sten.client.get(entry_path(entry)).json, entry)
        # Nor is an entry made anywhere else than where the path says.
        sten.client.post(f"{path_of(own)}/entries", timed(calendarId=foreign["id"]), expect=400)

    def test_an_entry_is_not_pulled_out_of_a_foreign_calendar(self):
        anna, sten = self.anna(), self.stranger()
        own, read_only = make_calendar(sten), make_calendar(anna, reader=sten)
        entry = make_entry(anna, read_only)
        sten.client.patch(entry_path(entry), {"calendarId": own["id"]}, etag=entry["etag"],
                          expect=403)
        self.assertEqual(anna.client.get(entry_path(entry)).json["calendarId"], read_only["id"])

    def test_ids_of_another_kind_are_nothing(self):
        anna = self.anna()
        calendar = make_calendar(anna)
        entry = make_entry(anna, calendar)
        anna.client.get(path_of(entry), expect=404)
        anna.client.get(entry_path(calendar), expect=404)
        anna.client.get(path_of({"id": anna.id}), expect=404)
        anna.client.delete(f"{path_of(calendar)}/members/{entry['id']}", expect=404)


@on_every_store
class PromotionTest(RestCase):
    def test_nobody_promotes_themselves(self):
        anna, bob, cleo = self.anna(), self.bob(), self.cleo()
        calendar = make_calendar(anna, reader=bob, writer=cleo)
        etags = {each["userId"]: each["etag"] for each in anna.client.get(
            f"{path_of(calendar)}/members").json["members"]}
        for person in (bob, cleo):
            own = f"{path_of(calendar)}/members/{person.id}"
            person.client.patch(own, {"role": "owner"}, etag=etags[person.id], expect=403)
            person.client.post(f"{path_of(calendar)}/members",
                               {"email": person.email, "role": "owner"}, expect=403)
            person.client.post(f"{path_of(calendar)}/members",
                               {"email": new_email(), "role": "owner"}, expect=403)
            person.client.patch(path_of(calendar), {"role": "owner"}, etag=calendar["etag"],
                                expect=400)
        self.assertEqual(bob.client.get(path_of(calendar)).json["role"], "reader")
        self.assertEqual(cleo.client.get(path_of(calendar)).json["role"], "writer")

    def test_nobody_makes_themselves_administrator(self):
        anna = self.anna()
        for body in ({"administrator": True}, {"name": "x", "administrator": True},
                     {"id": self.bob().id}, {"secondFactor": False}):
            anna.client.patch("/api/v1/account", body, expect=400)
        self.visitor().post("/api/v1/accounts", {
            "email": new_email(), "name": "x", "password": "correct horse battery",
            "administrator": True}, expect=400)
        self.assertFalse(anna.client.get("/api/v1/session").json["administrator"])
        anna.client.put("/api/v1/settings", {"signUp": "open"}, expect=403)

    def test_an_administrator_sees_no_calendars_of_others(self):
        calendar = make_calendar(self.anna())
        self.world.administrator.client.get(path_of(calendar), expect=404)

    def test_a_demoted_member_with_an_open_page_does_nothing_more_with_it(self):
        anna, bob = self.anna(), self.bob()
        calendar, other = make_calendar(anna, owner=bob), make_calendar(anna, reader=bob)
        stream = EventStream(bob.client)
        self.addCleanup(stream.close)
        self.assertEqual(stream.next().name, "hello")
        entry = make_entry(anna, calendar, all_day("Seen"))
        stream.until_title("Seen")
        etag = next(each["etag"] for each in anna.client.get(
            f"{path_of(calendar)}/members").json["members"] if each["userId"] == bob.id)
        anna.client.patch(f"{path_of(calendar)}/members/{bob.id}", {"role": "reader"}, etag=etag)
        bob.client.patch(entry_path(entry), {"title": "x"}, etag=entry["etag"], expect=403)
        bob.client.post(f"{path_of(calendar)}/members", {"email": new_email(), "role": "reader"},
                        expect=403)
        # They are told, go on reading, and when they are removed hear no more.
        told = stream.until("membership")[-1].data
        self.assertEqual((told["userId"], told["role"]), (bob.id, "reader"))
        make_entry(anna, calendar, all_day("Still read"))
        stream.until_title("Still read")
        anna.client.delete(f"{path_of(calendar)}/members/{bob.id}", expect=204)
        make_entry(anna, calendar, all_day("Secret"))
        make_entry(anna, other, all_day("Other"))
        titles = [event.data["entry"]["title"] for event in stream.until_title("Other")
                  if event.name == "entry"]
        self.assertEqual(titles, ["Other"])
