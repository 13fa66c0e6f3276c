"""Calendars: made, seen, changed, deleted with all that is in them."""

import uuid

from norn_server import EMBEDDED
from people import (all_day, entry_path, make_calendar, make_entry, new_email, path_of, timed)
from rest_case import RestCase, at_once, on_every_store

MANY = 300


@on_every_store
class CalendarsTest(RestCase):
    def listed(self, person):
        return person.client.get("/api/v1/calendars").json["calendars"]

    def test_whoever_makes_a_calendar_owns_it(self):
        anna = self.anna()
        reply = anna.client.post("/api/v1/calendars", {"name": " Personal ", "color": "#3b82F6"},
                                 expect=201)
        calendar = reply.json
        self.assertEqual(reply.headers["Location"], path_of(calendar))
        self.assertEqual(reply.etag, calendar["etag"])
        self.assertEqual((calendar["name"], calendar["color"], calendar["description"],
                          calendar["role"]), ("Personal", "#3b82F6", None, "owner"))
        read = anna.client.get(path_of(calendar))
        self.assertEqual((read.json, read.etag), (calendar, calendar["etag"]))

    def test_a_person_sees_their_calendars_by_name(self):
        nora = self.world.sign_up("Nora")
        self.assertEqual(self.listed(nora), [])
        mine = [make_calendar(nora, name) for name in ("Work", "Garden")]
        theirs = make_calendar(self.bob(), "Family", reader=nora) | {"role": "reader"}
        self.assert_soon(lambda: self.listed(nora), [theirs, mine[1], mine[0]])

    def test_a_calendar_can_be_changed(self):
        anna = self.anna()
        calendar = make_calendar(anna)
        changed = anna.client.patch(path_of(calendar), {"name": "Work", "description": "Busy"},
                                    etag=calendar["etag"]).json
        self.assertEqual((changed["name"], changed["color"], changed["description"]),
                         ("Work", calendar["color"], "Busy"))
        self.assertNotEqual(changed["etag"], calendar["etag"])
        cleared = anna.client.patch(path_of(calendar), {"description": None},
                                    etag=changed["etag"]).json
        self.assertIsNone(cleared["description"])
        self.assertEqual(anna.client.get(path_of(calendar)).json, cleared)

    def test_what_is_no_calendar_is_refused_with_its_field(self):
        rows = (({"name": ""}, "name"), ({"name": "x" * 101}, "name"), ({"name": None}, "name"),
                ({"name": "a\u0000b"}, "name"), ({"name": {}}, "name"),
                ({"color": "blue"}, "color"), ({"color": "#12345"}, "color"),
                ({"color": "#12345g"}, "color"),
                ({"color": None}, "color"), ({"description": 5}, "description"),
                ({"description": "x" * 20_000}, "description"), ({"owner": "me"}, "owner"),
                ({"id": str(uuid.uuid4())}, "id"))
        for change, field in rows:
            with self.subTest(change=str(change)[:60]):
                body = {"name": "Work", "color": "#123456"} | change
                reply = self.anna().client.post("/api/v1/calendars", body, expect=400)
                self.assert_problem(reply, 400, field)

    def test_what_was_not_changed_is_not_sent_again(self):
        calendar = make_calendar(self.anna())
        tagged = {"If-None-Match": f'"{calendar["etag"]}"'}
        reply = self.anna().client.send("GET", path_of(calendar), headers=tagged)
        self.assertEqual((reply.status, reply.body), (304, b""))
        self.anna().client.patch(path_of(calendar), {"name": "New"}, etag=calendar["etag"])
        self.anna().client.get(path_of(calendar), expect=200, headers=tagged)

    def test_a_calendar_is_gone_for_everybody_at_once_and_then_to_the_last_item(self):
        anna, bob = self.anna(), self.bob()
        calendar = make_calendar(anna, writer=bob)
        entries = [make_entry(anna, calendar, timed(date=f"2024-01-{number % 28 + 1:02}"))
                   for number in range(MANY)]
        anna.client.post(f"{path_of(calendar)}/members",
                         {"email": new_email(), "role": "reader"}, expect=201)
        bob.client.delete(path_of(calendar), expect=403)
        anna.client.delete(path_of(calendar), expect=204)
        for person in (anna, bob):
            person.client.get(path_of(calendar), expect=404)
            for entry in (entries[0], entries[-1]):
                person.client.get(entry_path(entry), expect=404)
                person.client.patch(entry_path(entry), {"title": "x"}, etag=entry["etag"],
                                    expect=404)
            person.client.post(f"{path_of(calendar)}/entries", timed(), expect=404)
        anna.client.delete(path_of(calendar), expect=404)
        self.assert_eventually(
            lambda: [each for each in self.listed(bob) if each["id"] == calendar["id"]], [])
        bob.client.delete(f"/api/v1/calendar-bin/{calendar['id']}", expect=403)
        anna.client.delete(f"/api/v1/calendar-bin/{calendar['id']}", expect=204)
        if self.server.api_url:
            self.assert_eventually(lambda: self.traces_of(calendar["id"]), [])


@on_every_store
class ConcurrencyControlTest(RestCase):
    """Nothing is overwritten by somebody who has not seen it."""

    def assert_guarded(self, method, path, body, expect):
        """A change without a tag, with a stale one, and with the right one."""
        client = self.anna().client
        current = client.get(path)
        self.assert_problem(client.call(method, path, body, expect=428), 428)
        stale = client.call(method, path, body, etag="stale", expect=412)
        self.assertEqual(stale.json["current"], current.json)
        self.assertEqual(stale.etag, current.etag)
        self.assertEqual(client.get(path).json, current.json)
        client.call(method, path, body, etag=current.etag, expect=expect)
        # And it was used up.
        again = client.call(method, path, body, etag=current.etag,
                            expect=404 if expect == 204 else 412)
        self.assert_problem(again, again.status)

    def test_changing_a_calendar(self):
        calendar = make_calendar(self.anna())
        self.assert_guarded("PATCH", path_of(calendar), {"name": "New"}, 200)

    def test_changing_an_entry(self):
        entry = make_entry(self.anna(), make_calendar(self.anna()))
        self.assert_guarded("PATCH", entry_path(entry), {"title": "New"}, 200)

    def test_deleting_an_entry(self):
        entry = make_entry(self.anna(), make_calendar(self.anna()))
        self.assert_guarded("DELETE", entry_path(entry), None, 204)

    def test_changing_a_role(self):
        anna, bob = self.anna(), self.bob()
        calendar = make_calendar(anna, reader=bob)
        path = f"{path_of(calendar)}/members/{bob.id}"
        members = anna.client.get(f"{path_of(calendar)}/members").json["members"]
        bobs = next(each for each in members if each["userId"] == bob.id)
        anna.client.patch(path, {"role": "writer"}, expect=428)
        stale = anna.client.patch(path, {"role": "writer"}, etag="stale", expect=412)
        self.assertEqual(stale.json["current"], bobs)
        changed = anna.client.patch(path, {"role": "writer"}, etag=bobs["etag"]).json
        self.assertEqual(changed["role"], "writer")
        anna.client.patch(path, {"role": "reader"}, etag=bobs["etag"], expect=412)


@on_every_store
class IdempotencyTest(RestCase):
    """A creation that is sent twice, because its reply was lost, happens once."""

    BODY = {"name": "Once", "color": "#123456"}

    def create(self, key, person=None, body=None, expect=201):
        person = person or self.anna()
        return person.client.post("/api/v1/calendars", body or self.BODY, key=key, expect=expect)

    def test_the_same_key_makes_one_calendar(self):
        key = str(uuid.uuid4())
        first, second = self.create(key), self.create(key)
        self.assertEqual(first.json, second.json)
        self.assertEqual(first.headers["Location"], second.headers["Location"])
        self.assertNotEqual(self.create(str(uuid.uuid4())).json["id"], first.json["id"])

    def test_the_same_key_makes_one_entry(self):
        calendar, key = make_calendar(self.anna()), str(uuid.uuid4())
        path = f"{path_of(calendar)}/entries"
        ids = {self.anna().client.post(path, timed(), key=key, expect=201).json["id"]
               for _ in range(3)}
        self.assertEqual(len(ids), 1)
        self.assert_soon(lambda: self.titles(self.anna(), calendar), ["Standup Meeting"])
        self.anna().client.post(path, all_day(), key=key, expect=422)

    def test_a_key_with_other_content_is_a_mistake(self):
        key = str(uuid.uuid4())
        self.create(key)
        self.assert_problem(self.create(key, body=self.BODY | {"name": "Twice"}, expect=422), 422)

    def test_a_key_is_of_one_person_only(self):
        key = str(uuid.uuid4())
        self.assertNotEqual(self.create(key).json["id"], self.create(key, self.bob()).json["id"])

    def test_a_key_that_is_none_is_refused(self):
        for key in ("x" * 201, "a\tb", "\x80"):
            self.create(key, expect=400)

    def test_many_at_the_same_time_make_one(self):
        key = str(uuid.uuid4())
        ids = at_once(*(lambda client=self.anna().client.copy(): client.post(
            "/api/v1/calendars", self.BODY, key=key, expect=201).json["id"] for _ in range(6)))
        self.assertEqual(len(set(ids)), 1)


class CrashTest(RestCase):
    STORE = EMBEDDED
    OWN_SERVER = ()

    def test_what_was_deleted_goes_to_the_last_item_whatever_happens(self):
        self.make_world()
        anna = self.anna()
        calendar = make_calendar(anna)
        for _ in range(MANY):
            make_entry(anna, calendar)
        anna.client.delete(path_of(calendar), expect=204)
        anna.client.delete(f"/api/v1/calendar-bin/{calendar['id']}", expect=204)
        self.server.restart(crashing=True)
        anna.client.close()
        anna.client.get(path_of(calendar), expect=404)
        self.assert_eventually(lambda: self.traces_of(calendar["id"]), [])
        self.assertIsNone(self.item("SWEEPS", f"SWEEP#calendar#{calendar['id']}", "norn"))
