"""Live changes: what happens reaches the open pages of those whom it concerns, and nobody else."""

import functools

from event_stream import EventStream
from norn_server import EMBEDDED, LAGGING, LAGGING_PROGRAM, STORES
from people import (PASSWORD, add_member, all_day, entry_path, make_calendar, make_entry, path_of,
                    shared_world, timed)
from rest_case import RestCase, on_every_store
from rest_client import Client


class EventsCase(RestCase):
    def listen(self, who, last_event_id=None, path=EventStream.PATH):
        """An open page that is up to date."""
        stream = EventStream(getattr(who, "client", who), last_event_id, path)
        self.addCleanup(stream.close)
        self.assertEqual((stream.status, stream.content_type), (200, "text/event-stream"))
        if last_event_id is None and path == EventStream.PATH:
            self.assertEqual(stream.next().name, "hello")
        return stream

    def titles_of(self, events):
        return [event.data["entry"]["title"] for event in events
                if event.name == "entry" and event.data["entry"]]


@on_every_store
class EventsTest(EventsCase):
    def test_changes_of_an_entry_reach_all_members(self):
        anna, bob = self.anna(), self.bob()
        calendar = make_calendar(anna, reader=bob)
        streams = [self.listen(anna), self.listen(bob)]
        entry = make_entry(anna, calendar)
        changed = anna.client.patch(entry_path(entry), {"title": "Moved", "date": "2024-02-01"},
                                    etag=entry["etag"]).json
        anna.client.delete(entry_path(entry), etag=changed["etag"], expect=204)
        for stream in streams:
            events = [stream.until("entry")[-1] for _ in range(3)]
            for event, now in zip(events, (entry, changed, None)):
                self.assertEqual(event.data, {"calendarId": calendar["id"], "id": entry["id"],
                                              "entry": now})
            self.assertEqual(len({event.id for event in events}), 3)

    def test_changes_of_a_calendar_reach_all_members(self):
        anna, bob = self.anna(), self.bob()
        calendar = make_calendar(anna, reader=bob)
        streams = [self.listen(anna), self.listen(bob)]
        anna.client.patch(path_of(calendar), {"name": "Renamed"}, etag=calendar["etag"])
        for stream, role in zip(streams, ("owner", "reader")):
            event = stream.until("calendar")[-1]
            self.assertEqual(event.data["calendarId"], calendar["id"])
            self.assertEqual((event.data["calendar"]["name"], event.data["calendar"]["role"]),
                             ("Renamed", role))
        anna.client.delete(path_of(calendar), expect=204)
        for stream in streams:
            event = stream.until("calendar")[-1]
            self.assertEqual(event.data, {"calendarId": calendar["id"], "calendar": None})

    def test_changes_of_members_reach_them_too(self):
        anna, bob = self.anna(), self.bob()
        calendar = make_calendar(anna)
        streams = [self.listen(anna), self.listen(bob)]
        add_member(anna, calendar, bob, "reader")
        anna.client.delete(f"{path_of(calendar)}/members/{bob.id}", expect=204)
        for stream in streams:
            for role in ("reader", None):
                event = stream.until("membership")[-1]
                self.assertEqual(event.data, {"calendarId": calendar["id"], "userId": bob.id,
                                              "role": role})

    def test_a_new_member_hears_what_happens_from_then_on(self):
        anna, bob = self.anna(), self.bob()
        calendar = make_calendar(anna)
        stream = self.listen(bob)
        make_entry(anna, calendar, all_day("Before"))
        add_member(anna, calendar, bob, "reader")
        stream.until("membership")
        make_entry(anna, calendar, all_day("After"))
        self.assertEqual(self.titles_of(stream.until_title("After")), ["After"])

    def test_nobody_hears_of_calendars_that_they_are_not_in(self):
        anna, sten = self.anna(), self.stranger()
        own, foreign = make_calendar(sten), make_calendar(anna)
        stream = self.listen(sten)
        foreign = anna.client.patch(path_of(foreign), {"name": "Secret"},
                                    etag=foreign["etag"]).json
        make_entry(anna, foreign, all_day("Secret"))
        add_member(anna, foreign, self.bob(), "reader")
        anna.client.delete(path_of(foreign), expect=204)
        make_entry(sten, own, all_day("Own"))
        events = stream.until_title("Own")
        self.assertEqual([event.data["calendarId"] for event in events], [own["id"]])

    def test_who_is_removed_hears_nothing_any_more(self):
        anna, bob = self.anna(), self.bob()
        left, kept = make_calendar(anna, writer=bob), make_calendar(anna, writer=bob)
        stream = self.listen(bob)
        entry = make_entry(anna, left, all_day("Heard"))
        stream.until_title("Heard")
        anna.client.delete(f"{path_of(left)}/members/{bob.id}", expect=204)
        anna.client.patch(entry_path(entry), {"title": "Secret"}, etag=entry["etag"])
        make_entry(anna, left, all_day("Secret too"))
        make_entry(anna, kept, all_day("Still heard"))
        events = stream.until_title("Still heard")
        self.assertEqual(self.titles_of(events), ["Still heard"])

    def test_entries_that_move_away_are_gone_for_those_who_stay(self):
        anna, bob = self.anna(), self.bob()
        shared, private = make_calendar(anna, reader=bob), make_calendar(anna)
        entry = make_entry(anna, shared, all_day("Moves"))
        stream = self.listen(bob)
        anna.client.patch(entry_path(entry), {"calendarId": private["id"], "title": "Secret"},
                          etag=entry["etag"])
        make_entry(anna, shared, all_day("Next"))
        events = stream.until_title("Next")
        self.assertEqual([event.data for event in events if event.data.get("id") == entry["id"]],
                         [{"calendarId": shared["id"], "id": entry["id"], "entry": None}])

    def test_it_is_for_those_who_may_read(self):
        self.visitor().get(EventStream.PATH, expect=401)
        self.bob().token("account:read").get(EventStream.PATH, expect=403)
        calendar = make_calendar(self.bob())
        stream = self.listen(self.bob().token("calendars:read"))
        make_entry(self.bob(), calendar, all_day("For a program"))
        stream.until_title("For a program")


@on_every_store
class ResumeTest(EventsCase):
    def test_a_page_that_comes_back_gets_what_it_has_missed(self):
        anna, bob = self.anna(), self.bob()
        calendar, foreign = make_calendar(anna, reader=bob), make_calendar(anna)
        stream = self.listen(bob)
        make_entry(anna, calendar, all_day("1"))
        seen = stream.until_title("1")[-1].id
        make_entry(anna, calendar, all_day("2"))
        stream.until_title("2")
        stream.close()
        make_entry(anna, foreign, all_day("Secret"))
        make_entry(anna, calendar, all_day("3"))

        for again in (self.listen(bob, seen),
                      self.listen(bob, path=f"{EventStream.PATH}?lastEventId={seen}")):
            self.assertEqual(self.titles_of(again.until("hello")), ["2", "3"])
        make_entry(anna, calendar, all_day("4"))
        self.assertEqual(self.titles_of(again.until_title("4")), ["4"])

    def test_the_first_event_says_where_to_resume(self):
        calendar = make_calendar(self.anna())
        stream = self.listen(self.anna())
        stream.close()
        make_entry(self.anna(), calendar, all_day("Missed"))
        again = self.listen(self.anna(), stream.last_id)
        self.assertEqual(self.titles_of(again.until("hello")), ["Missed"])

    def test_nothing_that_a_member_may_no_longer_see_is_told_later(self):
        anna, bob = self.anna(), self.bob()
        calendar = make_calendar(anna, reader=bob)
        stream = self.listen(bob)
        stream.close()
        make_entry(anna, calendar, all_day("Secret"))
        anna.client.delete(f"{path_of(calendar)}/members/{bob.id}", expect=204)
        again = self.listen(bob, stream.last_id)
        self.assertEqual(self.titles_of(again.until("hello")), [])

    def test_who_cannot_be_told_what_they_missed_is_told_to_start_anew(self):
        for nonsense in ("x", "0", "-1", "1-2-3", "A" * 500, "%00", "99999999999999999999999",
                         "eyJhIjoxfQ", "../..", "caf\xe9"):
            with self.subTest(nonsense=nonsense):
                stream = self.listen(self.anna(), nonsense)
                self.assertEqual(stream.until("hello", "reset")[0].name, "reset")
                stream.close()


class EndedStreams:
    """Streams of a session that is signed out, one that is ended from elsewhere, a token that is
    removed and a person who is deleted; and one of a session that goes on."""

    def __init__(self, store):
        world = shared_world(store)
        self.person, gone = world.sign_up("Nora"), world.sign_up("Pat")
        client = self.person.client
        signed_out, ended = self.person.sign_in_again(), self.person.sign_in_again()
        session = next(each["id"] for each in ended.get("/api/v1/sessions").json["sessions"]
                       if each["current"])
        made = client.post("/api/v1/tokens", {"name": "t", "scopes": ["calendars:read"]},
                           expect=201).json
        program = Client(world.server, made["text"])
        self.going_on = EventStream(client)
        self.streams = [EventStream(who) for who in (signed_out, ended, program, gone.client)]
        for stream in (self.going_on, *self.streams):
            stream.until("hello")
        signed_out.delete("/api/v1/session", expect=204)
        client.delete(f"/api/v1/sessions/{session}", expect=204)
        client.delete(f"/api/v1/tokens/{made['token']['id']}", expect=204)
        gone.client.post("/api/v1/account/delete", {"password": PASSWORD}, expect=204)


@functools.cache
def ended_streams():
    """Of all stores at once: it takes the server some seconds to look, which we wait for once."""
    return {store: EndedStreams(store) for store in STORES
            if store != LAGGING or LAGGING_PROGRAM}


@on_every_store
class EndedStreamsTest(EventsCase):
    def test_a_stream_ends_with_the_session_or_the_token_that_opened_it(self):
        ended = ended_streams()[self.STORE]
        for stream in ended.streams:
            self.assertEqual(stream.until_end(), [])
            stream.close()
        make_entry(ended.person, make_calendar(ended.person), timed("Still there"))
        ended.going_on.until_title("Still there")
        ended.going_on.close()

    def test_nobody_opens_streams_without_end(self):
        nora = self.world.sign_up("Nora")
        for _ in range(100):
            stream = EventStream(nora.client)
            self.addCleanup(stream.close)
            if stream.status != 200:
                break
        self.assertEqual(stream.status, 429)
        self.listen(self.anna())


class RestartTest(EventsCase):
    STORE = EMBEDDED
    OWN_SERVER = ()

    def test_a_page_resumes_after_a_restart(self):
        self.make_world()
        anna = self.anna()
        calendar = make_calendar(anna)
        stream = self.listen(anna)
        make_entry(anna, calendar, all_day("1"))
        stream.until_title("1")
        make_entry(anna, calendar, all_day("2"))
        self.server.restart()
        heard = self.titles_of(stream.until_end())
        anna.client.close()
        make_entry(anna, calendar, all_day("3"))
        again = self.listen(anna, stream.last_id)
        # Whether the second one was told before the server ended or after: it was told once.
        self.assertEqual(heard + self.titles_of(again.until("hello")), ["2", "3"])
