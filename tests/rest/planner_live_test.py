"""Live changes of a planner: they reach the open pages of its person, also those that come back."""

from event_stream import EventStream
from planner_case import PlannerCase
from planner_things import PLANNER, meeting, weekly
from rest_case import on_every_store


@on_every_store
class PlannerLiveTest(PlannerCase):
    def listen(self, client=None, last_event_id=None):
        stream = EventStream(client or self.client, last_event_id)
        self.addCleanup(stream.close)
        self.assertEqual(stream.status, 200)
        if last_event_id is None:
            stream.until("hello")
        return stream

    def heard(self, stream, count=1):
        """As many changes of the planner, in whatever order one transaction tells them."""
        changes = [stream.until("planner")[-1].data for _ in range(count)]
        return sorted(changes, key=lambda change: change["kind"])

    def test_what_is_changed_is_told_to_all_pages(self):
        streams = [self.listen(), self.listen(self.nora.sign_in_again())]
        event = self.create(meeting())
        self.remove(self.change(event, {"title": "Changed"}))
        one = {"id": event["id"], "kind": "event"}
        for stream in streams:
            self.assertEqual([self.heard(stream)[0] for _ in range(3)],
                             [one, one, one | {"gone": True}])

    def test_a_series_and_its_occurrences(self):
        stream = self.listen()
        series = self.create(weekly())
        master = {"id": series["id"], "kind": "series"}
        self.assertEqual(self.heard(stream), [master])
        one = self.change(self.occurrence(series, "20250113"), {"title": "Changed"})
        instance = {"id": one["id"], "kind": "occurrence", "masterId": series["id"]}
        self.assertEqual(self.heard(stream, 2), [instance, master])
        self.restore(one)
        self.assertEqual(self.heard(stream, 2), [instance | {"gone": True}, master])
        made = self.change(self.occurrence(series, "20250120"), {"title": "New"}, "following")
        ids = {each["id"] for each in self.heard(stream, 2)}
        self.assertEqual(ids, {series["id"], made["id"]})

    def test_a_page_that_comes_back_hears_what_it_has_missed(self):
        stream = self.listen()
        self.create(meeting("Before"))
        self.heard(stream)
        stream.close()
        changed, gone = self.create(meeting()), self.create(meeting())
        self.change(changed, {"title": "Changed"})
        self.remove(gone)
        self.client.patch(f"{PLANNER}/preferences", {"theme": "dark"}, etag="v1")
        again = self.listen(last_event_id=stream.last_id)
        missed = [(event.name, event.data) for event in again.until("hello")][:-1]
        # Of several changes of one thing the last says it all.
        self.assertEqual(missed, [
            ("planner", {"id": changed["id"], "kind": "event"}),
            ("planner", {"id": gone["id"], "kind": "event", "gone": True}),
            ("planner-preferences", {})])

    def test_a_program_that_may_not_read_it_does_not_hear_it_later_either(self):
        program = self.nora.token("calendars:read")
        stream = self.listen(program)
        stream.close()
        self.create(meeting("Secret"))
        self.client.patch(f"{PLANNER}/preferences", {"theme": "dark"}, etag="v1")
        again = self.listen(program, stream.last_id)
        self.assertEqual([event.name for event in again.until("hello")], ["hello"])
        reader = self.listen(self.nora.token("calendars:read", "planner:read"), stream.last_id)
        self.assertEqual([event.name for event in reader.until("hello")],
                         ["planner", "planner-preferences", "hello"])
