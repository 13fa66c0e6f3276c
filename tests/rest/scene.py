"""One valid request for every operation of the API, and the things that it is about."""

import functools
import uuid

from authenticator import code_of, step_now
from booking_things import (book, day, feed_secret, make_place, make_wish, settings_of)
from people import (PASSWORD, add_member, make_calendar, make_entry, new_email, task, timed)
from planner_things import (CALENDAR_FILE, PREFERENCES, THIS_WEEK, make_event, make_feed, meeting,
                            occurrence_id, weekly)
from proving import prove_address

FRESH_PASSWORD = "a quite different one"


class Scene:
    """Fresh things of people whom tests share, made when they are needed."""

    def __init__(self, world, person=None):
        self.world = world
        self.given_person = person
        self.owner = world.person("Anna")
        self.writer = world.person("Cleo")
        self.reader = world.person("Bob")
        self.victim = world.person("Vic")  # A member whom somebody does something to.

    @functools.cached_property
    def person(self):
        """Somebody who can be done away with."""
        return self.given_person or self.world.sign_up("Percy")

    @functools.cached_property
    def newcomer(self):
        """Somebody whom an administrator can do away with."""
        return self.world.sign_up("Nils")

    def anew(self):
        """Other things of the same people, since something happened to these."""
        return Scene(self.world, vars(self).get("person"))

    @functools.cached_property
    def calendar(self):
        return make_calendar(self.owner, writer=self.writer, reader=self.reader)

    @functools.cached_property
    def member(self):
        return add_member(self.owner, self.calendar, self.victim, "reader")

    @functools.cached_property
    def pending(self):
        """The address of somebody without an account who is invited to the calendar."""
        email = new_email("pending")
        self.owner.client.post(f"/api/v1/calendars/{self.calendar['id']}/members",
                               {"email": email, "role": "reader"}, expect=201)
        return email

    @functools.cached_property
    def entry(self):
        return make_entry(self.owner, self.calendar, task())

    @functools.cached_property
    def planner_event(self):
        return make_event(self.owner, meeting(reminderMinutes=[15]))

    @functools.cached_property
    def planner_series(self):
        return make_event(self.owner, weekly())

    @functools.cached_property
    def feed_secret(self):
        """Of somebody who has no other: there is one at a time."""
        return make_feed(self.world.sign_up("Fred")).secret

    @functools.cached_property
    def place(self):
        return make_place(self.owner, member=self.writer, viewer=self.reader)

    @functools.cached_property
    def place_member(self):
        return self.owner.client.post(
            f"/api/v1/places/{self.place['id']}/members",
            {"email": self.victim.email, "role": "viewer"}, expect=201).json["member"]

    @functools.cached_property
    def place_pending(self):
        """The address of somebody without an account who is invited to the place."""
        email = new_email("pending")
        self.owner.client.post(f"/api/v1/places/{self.place['id']}/members",
                               {"email": email, "role": "viewer"}, expect=201)
        return email

    @functools.cached_property
    def invitee(self):
        """Somebody who is invited to the calendar and the place, and has proved only now that the
        address is theirs."""
        email = self.place_pending
        self.owner.client.post(f"/api/v1/calendars/{self.calendar['id']}/members",
                               {"email": email, "role": "reader"}, expect=201)
        return prove_address(self.world.sign_up("Ines", email=email))

    @functools.cached_property
    def booking(self):
        """Of somebody who may change no others."""
        return book(self.writer, self.place, "07-01", "07-04")

    @functools.cached_property
    def blocked(self):
        return book(self.owner, self.place, "08-01", "08-04", kind="blocked")

    @functools.cached_property
    def wish(self):
        return make_wish(self.writer, self.place, self.blocked)

    @functools.cached_property
    def place_feed_secret(self):
        return feed_secret(self.owner, self.place)

    @functools.cached_property
    def session_id(self):
        """Of another browser of the person."""
        other = self.person.sign_in_again().get("/api/v1/sessions").json["sessions"]
        return next(each["id"] for each in other if each["current"])

    @functools.cached_property
    def token_id(self):
        made = self.person.client.post("/api/v1/tokens", {"name": "t", "scopes": ["account:read"]},
                                       expect=201)
        return made.json["token"]["id"]

    @functools.cached_property
    def invitation_id(self):
        made = self.world.administrator.client.post("/api/v1/invitations", {}, expect=201)
        return made.json["invitation"]["id"]

    @property
    def password_link(self):
        """The secret of one that was not used."""
        return self.world.administrator.client.post(
            f"/api/v1/users/{self.newcomer.id}/password-link", {}, expect=201).json["secret"]

    @functools.cached_property
    def second_factor_secret(self):
        return self.person.client.post("/api/v1/account/second-factor", {"password": PASSWORD},
                                       expect=201).json["secret"]

    @functools.cached_property
    def recovery_codes(self):
        return self.person.client.put(
            "/api/v1/account/second-factor",
            {"code": code_of(self.second_factor_secret, step_now())}).json["recoveryCodes"]

    def id_of(self, parameter):
        """What stands in a path for one of its parameters."""
        return {"itemId": lambda: "none", "calendarId": lambda: self.calendar["id"],
                "entryId": lambda: self.entry["id"],
                "userId": lambda: self.member["userId"], "sessionId": lambda: self.session_id,
                "tokenId": lambda: self.token_id, "invitationId": lambda: self.invitation_id,
                "eventId": lambda: self.planner_event["id"],
                "placeId": lambda: self.place["id"], "wishId": lambda: self.wish["id"],
                "reminderId": lambda: self.planner_event["id"] + ".15",
                "secret": lambda: self.feed_secret, "provider": lambda: "nobody"}[parameter]()


# Who may do it: see RIGHTS of routes_walk_test.py.
ANYONE, SIGNED_IN, SESSION, ADMINISTRATOR = "anyone", "signed in", "session", "administrator"
PERSON_READ, PERSON_WRITE = "person reads", "person writes"
READER, WRITER, OWNER = "reader", "writer", "owner"
# Of something that one person has, and nobody else ever sees.
OWN_READ, OWN_WRITE = "own reads", "own writes"
# Of a place: for its members, and no tokens; for whom it is, and administrators; for the invited.
READER_SESSION, WRITER_OWN, INVITED = "reader's session", "writer's own", "invited"


class Example:
    """How an operation is called by somebody who may."""

    def __init__(self, rights, body=None, query="", etag=None, harmful=False, success=None,
                 ids=None, own_etag=None):
        self.rights = rights
        self.ids = ids or {}  # What stands in its path, where that is not what the scene says.
        self.body = body or (lambda scene: None)
        self.query = query if callable(query) else lambda scene: query
        self.etag = etag or (lambda scene: "x")
        self.own_etag = own_etag  # Of what everybody has one of: asked for by whoever sends it.
        self.harmful = harmful  # Whoever does it is not the same afterwards.
        self.success = success  # The statuses of a success, where they are not those of all.


def new_person(_):
    return {"email": new_email(), "name": "Nora", "password": PASSWORD}


def calendar_etag(scene):
    return scene.calendar["etag"]


def entry_etag(scene):
    return scene.entry["etag"]


def planner_etag(scene):
    return scene.planner_event["etag"]


def preferences_etag(client):
    return client.send("GET", PREFERENCES).json.get("etag", "x")


def place_etag(scene):
    return scene.place["etag"]


def booking_etag(scene):
    return scene.booking["extendedProps"]["etag"]


def booking_id(scene):
    return scene.booking["id"]


def nights(first="07-10", last="07-12"):
    return {"start": day(first), "end": day(last)}


def wished(scene):
    return {"start": scene.blocked["start"], "end": scene.blocked["end"]}


def series_id(scene):
    return scene.planner_series["id"]


def first_occurrence_id(scene):
    return occurrence_id(scene.planner_series, "20250106")


CONFIRMED = {"password": PASSWORD}
RANGE = "?from=2024-01-01&to=2024-01-31"
DAYS = f"?start={day('07-01')}&end={day('08-01')}"

EXAMPLES = {
    "getOpenApi": Example(ANYONE),
    "getApiPage": Example(ANYONE),
    "getServer": Example(ANYONE),
    "setUp": Example(ANYONE, lambda scene: new_person(scene) | {"secret": "A" * 43},
                     success=(403, 409)),
    "signUp": Example(ANYONE, new_person, harmful=True),
    "signIn": Example(ANYONE, lambda scene: {"email": scene.person.email, "password": PASSWORD},
                      harmful=True),
    "resetPassword": Example(ANYONE, lambda scene: {
        "secret": scene.password_link, "newPassword": FRESH_PASSWORD}),
    "startProviderSignIn": Example(ANYONE, success=(303,)),
    "finishProviderSignIn": Example(ANYONE, query="?state=x&code=x", success=(303,)),

    "linkProvider": Example(SESSION, lambda scene: {"returnTo": "/"}, success=(404,)),
    "getSession": Example(SIGNED_IN),
    "signOut": Example(SESSION, harmful=True),
    "listSessions": Example(SESSION),
    "signOutEverywhere": Example(SESSION, harmful=True),
    "endSession": Example(SESSION, harmful=True),
    "changeAccount": Example(SESSION, lambda scene: {"name": "Nora"}, harmful=True),
    "changePassword": Example(SESSION, lambda scene: {
        "currentPassword": PASSWORD, "newPassword": FRESH_PASSWORD}, harmful=True),
    "deleteAccount": Example(SESSION, lambda scene: CONFIRMED, harmful=True),
    "offerSecondFactor": Example(SESSION, lambda scene: CONFIRMED, harmful=True),
    "confirmSecondFactor": Example(SESSION, lambda scene: {
        "code": code_of(scene.second_factor_secret, step_now())}, harmful=True),
    "turnOffSecondFactor": Example(SESSION, lambda scene: CONFIRMED | {
        "code": scene.recovery_codes[0]}, harmful=True),
    "listTokens": Example(SESSION),
    "makeToken": Example(SESSION, lambda scene: {"name": "t", "scopes": ["calendars:read"]}),
    "removeToken": Example(SESSION, harmful=True),

    "listAttention": Example(SESSION),
    "listAllAttention": Example(ADMINISTRATOR),
    "deleteAttentionItem": Example(SESSION, ids={"itemId": lambda scene: "none"}, success=(404,)),

    "listQuotas": Example(SESSION),
    "listQuotasOfUser": Example(ADMINISTRATOR),
    "changeQuotasOfUser": Example(ADMINISTRATOR, lambda scene: {"places": 90},
                                  ids={"userId": lambda scene: scene.newcomer.id}),

    "getSettings": Example(ADMINISTRATOR),
    "changeSettings": Example(ADMINISTRATOR, lambda scene: {"signUp": "open"}),
    "listInvitations": Example(ADMINISTRATOR),
    "invite": Example(ADMINISTRATOR, lambda scene: {"email": new_email()}),
    "withdrawInvitation": Example(ADMINISTRATOR),
    "listUsers": Example(ADMINISTRATOR),
    "changeUser": Example(ADMINISTRATOR, lambda scene: {"administrator": False},
                          ids={"userId": lambda scene: scene.newcomer.id}),
    "makePasswordLink": Example(ADMINISTRATOR, lambda scene: {"removeSecondFactor": False},
                                ids={"userId": lambda scene: scene.newcomer.id}),
    "deleteUser": Example(ADMINISTRATOR, ids={"userId": lambda scene: scene.newcomer.id}),

    "listCalendars": Example(PERSON_READ),
    "createCalendar": Example(PERSON_WRITE, lambda scene: {"name": "New", "color": "#123456"}),
    "followEvents": Example(PERSON_READ),

    "getCalendar": Example(READER),
    "listMembers": Example(READER),
    "listEntries": Example(READER, query=RANGE),
    "getEntry": Example(READER),
    "createEntry": Example(WRITER, lambda scene: timed()),
    "changeEntry": Example(WRITER, lambda scene: {"title": "New"}, etag=entry_etag),
    "completeTask": Example(WRITER, lambda scene: {"completed": True}),
    "deleteEntry": Example(WRITER, etag=entry_etag),
    "changeCalendar": Example(OWNER, lambda scene: {"name": "New"}, etag=calendar_etag),
    "deleteCalendar": Example(OWNER),
    "inviteToCalendar": Example(OWNER, lambda scene: {"email": new_email(), "role": "reader"}),
    "withdrawCalendarInvitation": Example(OWNER, query=lambda scene: "?email=" + scene.pending),
    "listCalendarInvitations": Example(PERSON_READ),
    "acceptCalendarInvitation": Example(INVITED, harmful=True),
    "declineCalendarInvitation": Example(INVITED, harmful=True),
    "changeRole": Example(OWNER, lambda scene: {"role": "writer"},
                          etag=lambda scene: scene.member["etag"]),
    "removeMember": Example(OWNER),

    "getPlannerBootstrap": Example(PERSON_READ),
    "getPlannerView": Example(PERSON_READ, query=THIS_WEEK),
    "searchPlanner": Example(PERSON_READ, query="?q=standup"),
    "listLinkedPlannerEvents": Example(PERSON_READ, query="?target=evt_1"),
    "getPlannerPreferences": Example(PERSON_READ),
    "getPlannerStats": Example(PERSON_READ),
    "listPlannerReminders": Example(PERSON_READ),
    "getPlannerFeed": Example(PERSON_READ),
    "exportPlanner": Example(PERSON_READ),
    "createPlannerEvent": Example(PERSON_WRITE, lambda scene: meeting()),
    "changePlannerPreferences": Example(PERSON_WRITE, lambda scene: {"weekStart": 0},
                                        own_etag=preferences_etag),
    "importIntoPlanner": Example(PERSON_WRITE, lambda scene: CALENDAR_FILE),
    "createPlannerFeed": Example(SESSION),
    "deletePlannerFeed": Example(SESSION),
    "readPlannerFeed": Example(ANYONE),

    "getPlannerEvent": Example(OWN_READ),
    "getPlannerSeries": Example(OWN_READ, ids={"eventId": series_id}),
    "changePlannerEvent": Example(OWN_WRITE, lambda scene: {"title": "New"}, etag=planner_etag),
    "deletePlannerEvent": Example(OWN_WRITE, etag=planner_etag),
    "settlePlannerReminder": Example(OWN_WRITE, lambda scene: {"snoozeMinutes": 10}),
    "restorePlannerOccurrence": Example(OWN_WRITE, etag=lambda scene: "v1.0",
                                        ids={"eventId": first_occurrence_id}),

    "listPlaces": Example(PERSON_READ),
    "createPlace": Example(PERSON_WRITE, lambda scene: settings_of()),
    "listAllBookings": Example(PERSON_READ, query=DAYS),
    "listOwnBookings": Example(PERSON_READ),
    "listOwnWishes": Example(PERSON_READ),
    "getPlace": Example(READER),
    "listPlaceMembers": Example(READER),
    "listBookings": Example(READER, query=DAYS),
    "getBooking": Example(READER, ids={"eventId": booking_id}),
    "listNightPrices": Example(READER, query=DAYS),
    "quoteBooking": Example(READER, query=DAYS),
    "getPlaceStatistics": Example(READER, query="?year=2026"),
    "listWishes": Example(READER),
    "getPlaceFeed": Example(READER),
    "createPlaceFeed": Example(READER_SESSION),
    "deletePlaceFeed": Example(READER_SESSION),
    "readPlaceFeed": Example(ANYONE, ids={"secret": lambda scene: scene.place_feed_secret}),
    "createBooking": Example(WRITER, lambda scene: nights()),
    "changeBooking": Example(WRITER, lambda scene: {"note": "New"}, etag=booking_etag,
                             ids={"eventId": booking_id}),
    "deleteBooking": Example(WRITER, etag=booking_etag, ids={"eventId": booking_id}),
    "createWish": Example(WRITER, wished),
    "deleteWish": Example(WRITER_OWN),
    "changePlace": Example(OWNER, lambda scene: {"name": "New"}, etag=place_etag),
    "deletePlace": Example(OWNER),
    "inviteToPlace": Example(OWNER, lambda scene: {"email": new_email(), "role": "viewer"}),
    "withdrawPlaceInvitation": Example(OWNER, query=lambda scene: "?email=" + scene.place_pending),
    "changePlaceRole": Example(OWNER, lambda scene: {"role": "member"},
                               etag=lambda scene: scene.place_member["etag"],
                               ids={"userId": lambda scene: scene.place_member["userId"]}),
    "removePlaceMember": Example(OWNER, ids={"userId": lambda scene: scene.place_member["userId"]}),
    "listPlaceInvitations": Example(PERSON_READ),
    "acceptPlaceInvitation": Example(INVITED, harmful=True),
    "declinePlaceInvitation": Example(INVITED, harmful=True),
}

# Ids in the body of a request, something of that kind that a stranger has, and what is said to it.
FOREIGN_IDS = {
    ("changeEntry", "calendarId"): (
        lambda scene: make_calendar(scene.world.person("Sten"))["id"], 404),
    # Somebody who is not in the place.
    ("createBooking", "userId"): (lambda scene: scene.world.person("Sten").id, 400),
    ("changeBooking", "userId"): (lambda scene: scene.world.person("Sten").id, 400)}


class Request:
    """An operation as it is sent."""

    def __init__(self, operation, scene, replaced=None):
        self.example = EXAMPLES[operation.id]
        self.method = operation.method
        self.path = operation.path
        for name in operation.parameters:
            value = (replaced or {}).get(name)
            own = self.example.ids.get(name)
            self.path = self.path.replace(
                f"{{{name}}}", value or (own(scene) if own else scene.id_of(name)))
        self.path += self.example.query(scene)
        self.body = self.example.body(scene)
        self.headers = {}
        if any(each.get("name") == "If-Match" for each in operation.description["parameters"]):
            self.headers["If-Match"] = f'"{self.example.etag(scene)}"'

    def send(self, client, **changes):
        headers = self.headers | changes.get("headers", {})
        if self.example.own_etag and "If-Match" not in changes.get("headers", {}):
            headers["If-Match"] = f'"{self.example.own_etag(client)}"'
        return client.send(self.method, self.path, changes.get("body", self.body), headers)


def nobodys_id():
    return str(uuid.uuid4())
