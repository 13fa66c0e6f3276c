"""People and what they have, made over the API."""

import functools
import itertools
import os
import time

from norn_server import shared_server
from rest_client import Client

PASSWORD = "correct horse battery"
COLOR = "#3B82F6"
CONFIRM_AFTER_S = 300
_numbers = itertools.count(1)


def new_email(name="person"):
    return f"{name.lower()}-{os.getpid()}-{next(_numbers)}@example.com"


class Person:
    """Somebody with an account, and the browser in which they are signed in."""

    def __init__(self, client, me, password=PASSWORD):
        self.client = client
        self.id = me["id"]
        self.email = me["email"]
        self.name = me["name"]
        self.password = password

    def sign_in_again(self):
        """Another browser in which they are signed in."""
        client = Client(self.client.server)
        client.post("/api/v1/session", {"email": self.email, "password": self.password})
        return client

    def token(self, *scopes):
        """A program with a token of theirs."""
        made = self.client.post("/api/v1/tokens", {"name": "a program", "scopes": list(scopes)},
                                expect=201)
        return Client(self.client.server, made.json["text"])


class World:
    """A server with its administrator, on which people come and go. Anybody may sign up."""

    def __init__(self, server):
        self.server = server
        client = Client(server)
        me = client.post("/api/v1/setup", {
            "secret": server.setup_secret, "email": new_email("admin"), "name": "Ada Admin",
            "password": PASSWORD}, expect=201).json
        self.one_administrator = Person(client, me.get("user", me))
        self.confirmed_at = time.monotonic()
        self.set_sign_up("open")
        self.known = {}

    @property
    def administrator(self):
        """Who set the server up. What only administrators may do takes a confirmation, or a
        sign-in, of the last ten minutes; tests can take longer."""
        if time.monotonic() - self.confirmed_at > CONFIRM_AFTER_S:
            self.one_administrator.client.post("/api/v1/confirmation", {"password": PASSWORD})
            self.confirmed_at = time.monotonic()
        return self.one_administrator

    def set_sign_up(self, mode):
        self.administrator.client.put("/api/v1/settings", {"signUp": mode})

    def sign_up(self, name="Nora", email=None, **options):
        """Somebody who says what their address is, and proves nothing."""
        client = Client(self.server)
        me = client.post("/api/v1/accounts", {"email": email or new_email(name), "name": name,
                                              "password": PASSWORD, **options}, expect=201).json
        return Person(client, me)

    def sign_up_invited(self, name="Nora", email=None):
        """Somebody with an invitation for their address, which proves that it is theirs."""
        email = email or new_email(name)
        made = self.administrator.client.post("/api/v1/invitations", {"email": email}, expect=201)
        return self.sign_up(name, email=email, invitation=made.json["secret"])

    def person(self, name):
        """Somebody whom tests share, for what does not change their account."""
        if name not in self.known:
            self.known[name] = self.sign_up(name)
        return self.known[name]


@functools.cache
def shared_world(store):
    return World(shared_server(store))


def make_calendar(owner, /, name="Personal", color=COLOR, **members):
    """A calendar; the members are given by role: reader=bob, or writer=[bob, cleo]."""
    body = {"name": name, "color": color}
    calendar = owner.client.post("/api/v1/calendars", body, expect=201).json
    for role, people in members.items():
        for person in people if isinstance(people, list) else [people]:
            add_member(owner, calendar, person, role)
    return calendar


def add_member(owner, calendar, person, role):
    """Adds somebody who has proved nothing: as an owner they come by way of another role."""
    members = f"{path_of(calendar)}/members"
    first = "writer" if role == "owner" else role
    member = owner.client.post(members, {"email": person.email, "role": first},
                               expect=201).json["member"]
    if first == role:
        return member
    return owner.client.patch(f"{members}/{person.id}", {"role": role}, etag=member["etag"]).json


def path_of(calendar):
    return f"/api/v1/calendars/{calendar['id']}"


def entry_path(entry):
    return f"/api/v1/entries/{entry['id']}"


def all_day(title="Holiday", date="2024-01-15", **options):
    return {"title": title, "date": date, "kind": {"type": "AllDay"}, **options}


def timed(title="Standup Meeting", date="2024-01-15", start="09:00:00", end="09:30:00", **options):
    return {"title": title, "date": date,
            "kind": {"type": "Timed", "start": start, "end": end}, **options}


def task(title="Call", date="2024-01-15", completed=False, **options):
    return {"title": title, "date": date, "kind": {"type": "Task", "completed": completed},
            **options}


def multi_day(title="Trip", start="2024-01-14", end="2024-01-16", **options):
    return {"title": title, "kind": {"type": "MultiDay", "start": start, "end": end}, **options}


def make_entry(person, calendar, body=None):
    return person.client.post(f"{path_of(calendar)}/entries", body or timed(), expect=201).json
