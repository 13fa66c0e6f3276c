"""What the tests of the planner share."""

from planner_things import (EVENTS, PLANNER, VIEW, make_event, occurrence_id, planner_path,
                            query_of)
from rest_case import RestCase


class PlannerCase(RestCase):
    """A planner of its own for every test."""

    def setUp(self):
        self.nora = self.world.sign_up("Nora")
        self.client = self.nora.client

    def create(self, body):
        return make_event(self.nora, body)

    def get(self, thing, expect=200):
        return self.client.get(planner_path(thing), expect=expect).json

    def change(self, thing, body, scope=None, expect=200):
        """Of something as it was read: its ETag says what the change is based on."""
        return self.client.patch(planner_path(thing, scope), body, etag=thing["etag"],
                                 expect=expect).json

    def remove(self, thing, scope=None):
        self.client.delete(planner_path(thing, scope), etag=thing["etag"], expect=204)

    def restore(self, thing):
        return self.client.post(f"{planner_path(thing)}/restore", etag=thing["etag"],
                                expect=200).json

    def occurrence(self, series, tag):
        return self.get(occurrence_id(series, tag))

    def refuse(self, body, field=None, status=400, path=EVENTS):
        reply = self.client.send("POST", path, body)
        self.assert_problem(reply, status, field)
        return reply.json

    def view(self, first, last=None, **query):
        parameters = query_of(**{"from": first, "to": last or first, **query})
        return self.client.get(VIEW + parameters).json

    def seen(self, first, last=None, **query):
        """When and what, by the clocks of the view."""
        return [(each["start"], each["title"])
                for each in self.view(first, last, **query)["occurrences"]]

    def days_of(self, first, last=None, **query):
        return [start[:10] for start, _ in self.seen(first, last, **query)]

    def found(self, words, **query):
        results = self.client.get(f"{PLANNER}/search{query_of(q=words, **query)}").json["results"]
        return [each["event"]["title"] for each in results]
