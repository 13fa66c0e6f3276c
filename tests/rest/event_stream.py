"""The live changes of a person, as a page that is open hears them."""

import dataclasses
import http.client
import json

from norn_server import PATIENCE_S


@dataclasses.dataclass
class Event:
    name: str
    id: str
    data: object


class EventStream:
    """An open stream of server-sent events. Whoever reads it waits for what comes next."""

    PATH = "/api/v1/events"

    def __init__(self, client, last_event_id=None, path=PATH):
        self.connection = http.client.HTTPConnection(
            client.server.host, client.server.port, timeout=PATIENCE_S,
            source_address=(client.address, 0))
        headers = client.own_headers("GET") | {"Accept": "text/event-stream"}
        if last_event_id is not None:
            headers["Last-Event-ID"] = last_event_id
        self.connection.request("GET", path, headers=headers)
        self.response = self.connection.getresponse()
        self.status = self.response.status
        self.content_type = self.response.headers.get_content_type()
        self.last_id = last_event_id

    def close(self):
        self.response.close()
        self.connection.close()

    def next(self):
        """The next event that is no ping; None at the end of the stream."""
        fields = {}
        while True:
            try:
                line = self.response.readline()
            except (http.client.IncompleteRead, ConnectionError):
                return None
            if not line:
                return None
            text = line.decode().rstrip("\r\n")
            if not text:
                if "id" in fields:
                    self.last_id = fields["id"]
                if "data" in fields and fields.get("event") != "ping":
                    return Event(fields.get("event", "message"), self.last_id,
                                 json.loads(fields["data"]))
                fields = {}
            elif not text.startswith(":"):
                name, _, value = text.partition(":")
                value = value.removeprefix(" ")
                fields[name] = f"{fields[name]}\n{value}" if name in fields else value

    def until(self, *names):
        """All events up to the next one of these names, and that one."""
        events = []
        while True:
            event = self.next()
            if event is None:
                raise AssertionError(f"the stream ended before any of {names}: {events}")
            events.append(event)
            if event.name in names:
                return events

    def until_title(self, title):
        """All events up to the one of an entry with this title, and that one."""
        events = []
        while True:
            events += self.until("entry")
            entry = events[-1].data["entry"]
            if entry and entry["title"] == title:
                return events

    def until_end(self):
        events = []
        while (event := self.next()) is not None:
            events.append(event)
        return events
