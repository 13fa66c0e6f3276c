"""Several servers on one remote store: nothing about a request lives in one of them."""

from event_stream import EventStream
from norn_server import REMOTE, Server
from people import all_day, entry_path, make_calendar, make_entry, path_of
from rest_case import RestCase
from rest_client import Client


class SharedStoreTest(RestCase):
    STORE = REMOTE

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.other = Server(REMOTE, engine_url=cls.server.api_url)
        cls.addClassCleanup(cls.other.stop)

    def at_the_other(self, person):
        """The same browser, which a proxy sends to the other server."""
        client = Client(self.other)
        client.cookies = dict(person.client.cookies)
        return client

    def test_a_session_is_known_to_both_and_ends_at_both(self):
        nora = self.world.sign_up("Nora")
        there = self.at_the_other(nora)
        self.assertEqual(there.get("/api/v1/session").json["id"], nora.id)
        there.delete("/api/v1/session", expect=204)
        nora.client.get("/api/v1/session", expect=401)

    def test_what_is_changed_at_one_is_seen_at_the_other(self):
        anna = self.anna()
        calendar = make_calendar(anna)
        entry = make_entry(anna, calendar)
        there = self.at_the_other(anna)
        changed = there.patch(entry_path(entry), {"title": "New"}, etag=entry["etag"]).json
        self.assertEqual(anna.client.get(entry_path(entry)).json, changed)
        anna.client.patch(entry_path(entry), {"title": "Old"}, etag=entry["etag"], expect=412)

    def test_events_of_one_are_heard_at_the_other_and_resumed_there(self):
        anna, bob = self.anna(), self.bob()
        calendar = make_calendar(anna, reader=bob)
        there = self.at_the_other(bob)
        stream = EventStream(there)
        self.addCleanup(stream.close)
        stream.until("hello")
        make_entry(anna, calendar, all_day("1"))
        seen = stream.until_title("1")[-1].id
        stream.close()
        make_entry(anna, calendar, all_day("2"))
        here = EventStream(bob.client, seen)
        self.addCleanup(here.close)
        titles = [event.data["entry"]["title"] for event in here.until("hello")
                  if event.name == "entry"]
        self.assertEqual(titles, ["2"])

    def test_guessing_at_both_is_counted_once(self):
        victim = self.world.sign_up("Victim")
        wrong = {"email": victim.email, "password": "a wrong guess"}
        attackers = [Client(self.server), Client(self.other)]
        attackers[1].address = attackers[0].address
        statuses = [attacker.send("POST", "/api/v1/session", wrong).status
                    for _ in range(8) for attacker in attackers]
        self.assertEqual(statuses.count(401), 10)
        self.assertEqual(statuses[10:], [429] * 6)

    def test_a_calendar_that_one_deletes_is_gone_at_the_other(self):
        anna = self.anna()
        calendar = make_calendar(anna)
        self.at_the_other(anna).delete(path_of(calendar), expect=204)
        anna.client.get(path_of(calendar), expect=404)
