"""One valid request for every operation of the API, and the things that it is about."""

import functools
import uuid

from authenticator import code_of, step_now
from booking_things import (book, day, feed_secret, make_place, make_wish, settings_of)
from family_things import (add_to_tree, allow_public_trees, compared, couple_path, make_relative,
                           make_tree, make_tree_feed, parent_path, person_path, shared_tree,
                           tree_path)
from file_things import UPLOADS, make_file, make_upload, put_part
from people import (PASSWORD, add_member, entry_path, make_calendar, make_entry, new_email, path_of,
                    task, timed)
from photo_things import make_photo
from planner_things import (CALENDAR_FILE, PREFERENCES, THIS_WEEK, make_calendar_event, make_event,
                            make_feed, make_planner_task, meeting, occurrence_id,
                            planner_path, reminder_id, weekly)
from project_things import (add_to_project, make_comment, make_link, make_project,
                            make_project_event, make_project_task, make_tag, notification_of,
                            project_path, shared_project, task_path)
from proving import prove_address

FRESH_PASSWORD = "a quite different one"
SUBSCRIPTION = {"address": "https://feed.invalid/a.ics", "name": "Holidays", "color": "#3b82f6"}


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

    @functools.cached_property
    def other_administrator(self):
        """One who may enter wrong passwords."""
        person = self.world.sign_up("Olga")
        self.confirm_identity()
        self.world.administrator.client.patch(f"/api/v1/users/{person.id}",
                                              {"administrator": True})
        return person

    def confirm_identity(self):
        """The administrator confirms their password, if that does not hold."""
        client = self.world.administrator.client
        if not client.get("/api/v1/confirmation").json["confirmedUntil"]:
            client.post("/api/v1/confirmation", CONFIRMED)

    def anew(self, keeps=()):
        """Other things of the same people, since something happened to these; what is kept is as
        it was."""
        scene = Scene(self.world, vars(self).get("person"))
        vars(scene).update((name, vars(self)[name]) for name in keeps if name in vars(self))
        return scene

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
    def timed_entry(self):
        return make_entry(self.owner, self.calendar, timed())

    @functools.cached_property
    def turned_event(self):
        """An event that was an entry, and can be one again."""
        entry = make_entry(self.owner, self.calendar, timed())
        return self.owner.client.post(f"{path_of(self.calendar)}/entries/{entry['id']}/event", {},
                                      etag=entry["etag"], expect=201).json

    @functools.cached_property
    def calendar_event(self):
        return make_calendar_event(self.owner, self.calendar, meeting())

    @functools.cached_property
    def calendar_series(self):
        return make_calendar_event(self.owner, self.calendar, weekly())

    @functools.cached_property
    def subscription(self):
        return self.owner.client.post("/api/v1/subscriptions", SUBSCRIPTION, expect=201).json

    @functools.cached_property
    def calendar_feed_secret(self):
        url = self.owner.client.post(f"{path_of(self.calendar)}/feed", expect=201).json["url"]
        return url.split("/")[4]

    @functools.cached_property
    def calendars_feed_secret(self):
        url = self.owner.client.post("/api/v1/calendar-feed",
                                     {"calendarIds": [self.calendar["id"]]}, expect=201).json["url"]
        return url.split("/")[4]

    @functools.cached_property
    def deleted_entry(self):
        """In the bin of the calendar."""
        entry = make_entry(self.owner, self.calendar, task())
        self.owner.client.delete(entry_path(entry), etag=entry["etag"], expect=204)
        return entry

    @functools.cached_property
    def deleted_calendar(self):
        calendar = make_calendar(self.owner, writer=self.writer, reader=self.reader)
        self.owner.client.delete(path_of(calendar), expect=204)
        return calendar

    @functools.cached_property
    def deleted_planner_event(self):
        event = make_event(self.owner, meeting())
        self.owner.client.delete(planner_path(event), etag=event["etag"], expect=204)
        return event

    @functools.cached_property
    def planner_event(self):
        return make_event(self.owner, meeting(reminderMinutes=[15]))

    @functools.cached_property
    def planner_guest(self):
        return self.owner.client.post(f"{planner_path(self.planner_event)}/guests",
                                      {"email": new_email("guest")}, expect=201).json

    @functools.cached_property
    def calendar_guest(self):
        return self.owner.client.post(
            f"{path_of(self.calendar)}/events/{self.calendar_event['id']}/guests",
            {"email": new_email("guest")}, expect=201).json

    @functools.cached_property
    def invited_event(self):
        """Of the writer, who has invited the owner."""
        event = make_event(self.writer, meeting())
        self.writer.client.post(f"{planner_path(event)}/guests", {"email": self.owner.email},
                                expect=201)
        return event

    @functools.cached_property
    def planner_task(self):
        return make_planner_task(self.owner)

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
        """Somebody who is invited to the calendar, the place, the project and the tree, and has
        proved only now that the address is theirs."""
        email = self.place_pending
        add_to_tree(self.owner, self.tree, email, "read")
        add_to_project(self.owner, self.project, email, "VIEWER")
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
    def project(self):
        return shared_project(self.owner, "Garden", MEMBER=self.writer, VIEWER=self.reader)

    @functools.cached_property
    def other_project(self):
        return shared_project(self.owner, "Shed", MEMBER=self.writer, VIEWER=self.reader)

    @functools.cached_property
    def own_project(self):
        """For what changes who is in it, or ends it."""
        return make_project(self.owner, MEMBER=self.writer, VIEWER=self.reader)

    @functools.cached_property
    def project_member(self):
        return add_to_project(self.owner, self.own_project, self.victim, "VIEWER")

    @functools.cached_property
    def project_pending(self):
        email = new_email("pending")
        add_to_project(self.owner, self.project, email, "VIEWER")
        return email

    @functools.cached_property
    def project_task(self):
        return make_project_task(self.owner, self.project)

    @property
    def notification(self):
        """Of the owner: one for all, because it takes its time where the store is far."""
        known = vars(self.owner)
        if "known_notification" not in known:
            task = make_project_task(self.writer, self.project, assigneeId=self.owner.id)
            known["known_notification"] = notification_of(self.owner, task)
        return known["known_notification"]

    @functools.cached_property
    def deleted_project_task(self):
        """In the bin of the project."""
        task = make_project_task(self.owner, self.project)
        self.owner.client.delete(task_path(task), etag=task["etag"], expect=204)
        return task

    @functools.cached_property
    def deleted_project(self):
        """The same one as long as it can be restored: nobody may invite too often."""
        members = {"MEMBER": self.writer, "VIEWER": self.reader}
        project = shared_project(self.owner, "Deleted", **members)
        self.owner.client.send("POST", f"/api/v1/project-bin/{project['id']}/restore")
        if self.owner.client.send("GET", project_path(project)).status == 404:
            self.owner.shared_projects.pop("Deleted")
            project = shared_project(self.owner, "Deleted", **members)
        self.owner.client.delete(project_path(project), expect=204)
        return project

    @functools.cached_property
    def project_event(self):
        return make_project_event(self.owner, self.project)

    @functools.cached_property
    def shown_event(self):
        """In another project, too."""
        event = self.project_event
        path = f"/api/v1/project-events/{event['id']}/projects/{self.other_project['id']}"
        return self.owner.client.put(path).json

    @functools.cached_property
    def project_tag(self):
        return make_tag(self.owner, self.project)

    @functools.cached_property
    def comment(self):
        """Of somebody who may change it."""
        return make_comment(self.writer, self.project_task)

    @functools.cached_property
    def link(self):
        return make_link(self.writer, self.project_task)

    @functools.cached_property
    def tree(self):
        return shared_tree(self.owner, "Smith", write=self.writer, read=self.reader)

    @functools.cached_property
    def own_tree(self):
        """For what changes who is in it, or ends it."""
        return make_tree(self.owner, write=self.writer, read=self.reader)

    @functools.cached_property
    def public_person(self):
        """Of a public tree, which people without an account may read."""
        allow_public_trees(self.world.administrator)
        return make_relative(self.owner, shared_tree(self.owner, "Open", isPublic=True),
                             birthDate="1850-01-31")

    @functools.cached_property
    def tree_feed_secret(self):
        return make_tree_feed(self.owner).split("/")[2]

    @functools.cached_property
    def agenda_feed_secret(self):
        url = self.owner.client.post("/api/v1/agenda/feed", expect=201).json["url"]
        return url.split("/")[-2]

    @functools.cached_property
    def tree_member(self):
        return add_to_tree(self.owner, self.own_tree, self.victim, "read")

    @functools.cached_property
    def tree_pending(self):
        email = new_email("pending")
        add_to_tree(self.owner, self.tree, email, "read")
        return email

    @functools.cached_property
    def relative(self):
        return make_relative(self.owner, self.tree, birthDate="1850-01-31")

    @functools.cached_property
    def child(self):
        return make_relative(self.owner, self.tree, "Carl", parents=[self.relative])

    @functools.cached_property
    def spouse(self):
        return make_relative(self.owner, self.tree, "Sue", spouses=[self.relative])

    @functools.cached_property
    def stranger_in_tree(self):
        """Somebody who is related to nobody."""
        return make_relative(self.owner, self.tree, "Sten")

    @functools.cached_property
    def source(self):
        return self.owner.client.post(tree_path(self.tree, "/sources"),
                                      {"title": "Parish register"}, expect=201).json

    @functools.cached_property
    def fact(self):
        return self.owner.client.post(person_path(self.relative, "/facts"), {
            "kind": "Baptism", "dateText": "1850",
            "citations": [{"sourceId": self.source["sourceId"]}]}, expect=201).json

    @functools.cached_property
    def twin(self):
        """Another record of a relative."""
        return make_relative(self.owner, self.tree, "Twin")

    @functools.cached_property
    def merged_twin(self):
        twin = make_relative(self.owner, self.tree, "Merged")
        etag = self.owner.client.get(person_path(self.relative)).json["etag"]
        self.owner.client.post(person_path(self.relative, "/merge"), {
            "otherId": twin["personId"], "otherEtag": twin["etag"]}, etag=etag)
        return twin

    @functools.cached_property
    def tree_import_job(self):
        content = b"0 HEAD\n0 @I1@ INDI\n0 TRLR\n"
        upload = self.owner.client.post(UPLOADS, {
            "name": "smith.ged", "size": len(content), "purpose": "familyTree"}, expect=201).json
        put_part(self.owner, upload, 1, content)
        return self.owner.client.post("/api/v1/tree-import-jobs", {
            "uploadId": upload["id"], "preview": True}, expect=202).json

    @functools.cached_property
    def tree_reimport(self):
        """What was compared, and waits to be begun."""
        content = b"0 HEAD\n0 @I1@ INDI\n1 NAME New /Smith/\n0 TRLR\n"
        upload = self.owner.client.post(UPLOADS, {
            "name": "smith.ged", "size": len(content), "purpose": "familyTree"}, expect=201).json
        put_part(self.owner, upload, 1, content)
        return compared(self.owner, self.own_tree, upload)

    @functools.cached_property
    def photo(self):
        return make_photo(self.owner, self.relative)

    @functools.cached_property
    def deleted_relative(self):
        """In the bin of the tree."""
        person = make_relative(self.owner, self.tree, "Gone")
        self.owner.client.delete(person_path(person), etag=person["etag"], expect=204)
        return person

    @functools.cached_property
    def deleted_tree(self):
        """The same one as long as it can be restored: nobody may invite too often."""
        members = {"write": self.writer, "read": self.reader}
        tree = shared_tree(self.owner, "Deleted", **members)
        self.owner.client.send("POST", f"/api/v1/tree-bin/{tree['treeId']}/restore")
        if self.owner.client.send("GET", tree_path(tree)).status == 404:
            self.owner.shared_trees.pop("Deleted")
            tree = shared_tree(self.owner, "Deleted", **members)
        self.owner.client.delete(tree_path(tree), expect=204)
        return tree

    @functools.cached_property
    def upload(self):
        """Of five bytes, of which none was sent."""
        return make_upload(self.owner, 5)

    @functools.cached_property
    def attached_file(self):
        return make_file(self.writer, self.project_task, b"bytes")

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
        return self.made_invitation()["invitation"]["id"]

    @functools.cached_property
    def invitation_secret(self):
        return self.made_invitation()["secret"]

    def made_invitation(self):
        return self.world.administrator.client.post("/api/v1/invitations", {}, expect=201).json

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
                "projectId": lambda: self.project["id"],
                "taskId": lambda: self.project_task["id"],
                "tagId": lambda: self.project_tag["id"],
                "treeId": lambda: self.tree["treeId"],
                "personId": lambda: self.relative["personId"],
                "factId": lambda: self.fact["factId"],
                "sourceId": lambda: self.source["sourceId"],
                "photoId": lambda: self.photo["photoId"],
                "jobId": lambda: self.tree_import_job["id"],
                "reimportId": lambda: self.tree_reimport["id"],
                "parentId": lambda: self.relative["personId"],
                "childId": lambda: self.child["personId"],
                "person1Id": lambda: self.relative["personId"],
                "person2Id": lambda: self.spouse["personId"],
                "commentId": lambda: self.comment["id"],
                "notificationId": lambda: self.notification["id"],
                "attachmentId": lambda: self.link["id"],
                "uploadId": lambda: self.upload["id"], "part": lambda: "1",
                "reminderId": lambda: reminder_id(self.owner.id, self.planner_event["id"], 15),
                "owner": lambda: f"calendar:{self.calendar['id']}",
                "table": lambda: "calendsync", "backupId": lambda: "1",
                "thingId": lambda: self.calendar_event["id"],
                "subscriptionId": lambda: self.subscription["id"],
                "secret": lambda: self.feed_secret, "provider": lambda: "nobody"}[parameter]()


# Who may do it: see RIGHTS of routes_walk_test.py.
ANYONE, SIGNED_IN, SESSION, ADMINISTRATOR = "anyone", "signed in", "session", "administrator"
PERSON_READ, PERSON_WRITE = "person reads", "person writes"
READER, WRITER, OWNER = "reader", "writer", "owner"
WRITER_READ = "writer reads"  # What those who only read do not see.
# Of something that one person has, and nobody else ever sees.
OWN_READ, OWN_WRITE = "own reads", "own writes"
# Of a place: for its members, and no tokens; for whom it is, and administrators; for the invited.
READER_SESSION, WRITER_OWN, INVITED = "reader's session", "writer's own", "invited"
# Of a project: whoever reads it, with a token that writes; the writer who made it, and nobody else.
READER_WRITE, WRITER_ALONE = "reader writes", "writer alone"


CALENDAR = ("calendar",)


class Example:
    """How an operation is called by somebody who may."""

    def __init__(self, rights, body=None, query="", etag=None, harmful=False, success=None,
                 ids=None, own_etag=None, keeps=(), prepare=None, person=None):
        self.rights = rights
        self.ids = ids or {}  # What stands in its path, where that is not what the scene says.
        self.body = body or (lambda scene: None)
        self.query = query if callable(query) else lambda scene: query
        self.etag = etag or (lambda scene: "x")
        self.own_etag = own_etag  # Of what everybody has one of: asked for by whoever sends it.
        self.keeps = keeps  # What of the scene it leaves as it was: members are invited seldom.
        # Whoever sends it has to do this before.
        self.prepare = prepare or (Scene.confirm_identity if rights == ADMINISTRATOR
                                   else lambda scene: None)
        self.person = person  # Who may do it, if another one of them shall be used up.
        self.harmful = harmful  # Whoever does it is not the same afterwards.
        self.success = success  # The statuses of a success, where they are not those of all.


OWN_ITEM = {"PK": {"S": "USERS"}, "SK": {"S": "LATEST"}}


def console(body=None, **options):
    """Of the console."""
    return Example(ADMINISTRATOR, body, **options)


def new_person(_):
    return {"email": new_email(), "name": "Nora", "password": PASSWORD}


def calendar_etag(scene):
    return scene.calendar["etag"]


def entry_etag(scene):
    return scene.entry["etag"]


def deleted_entry_id(scene):
    return scene.deleted_entry["id"]


def deleted_calendar_id(scene):
    return scene.deleted_calendar["id"]


def deleted_project_task_id(scene):
    return scene.deleted_project_task["id"]


def deleted_project_id(scene):
    return scene.deleted_project["id"]


def deleted_planner_event_id(scene):
    return scene.deleted_planner_event["id"]


def planner_task_id(scene):
    return scene.planner_task["id"]


def planner_task_etag(scene):
    return scene.planner_task["etag"]


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


def task_etag(scene):
    return scene.project_task["etag"]


def project_etag(scene):
    return scene.owner.client.get(project_path(scene.project)).json["etag"]


def own_project_id(scene):
    return scene.own_project["id"]


def project_event_id(scene):
    return scene.project_event["id"]


def project_member_id(scene):
    return scene.project_member["userId"]


def own_tree_id(scene):
    return scene.own_tree["treeId"]


def public_tree_id(scene):
    return scene.public_person["treeId"]


def tree_member_id(scene):
    return scene.tree_member["userId"]


def deleted_relative_id(scene):
    return scene.deleted_relative["personId"]


def deleted_tree_id(scene):
    return scene.deleted_tree["treeId"]


def etag_at(path_of_scene):
    """Of what the owner reads at a path now."""
    return lambda scene: scene.owner.client.get(path_of_scene(scene)).json["etag"]


def strangers_relative(scene):
    stranger = scene.world.person("Sten")
    return make_relative(stranger, make_tree(stranger))


def strangers_task(scene):
    stranger = scene.world.person("Sten")
    return make_project_task(stranger, make_project(stranger))


def planner_guest_id(scene):
    return scene.planner_guest["id"]


def calendar_guest_id(scene):
    return scene.calendar_guest["id"]


def invitation_ids():
    return {"ownerId": lambda scene: scene.writer.id,
            "eventId": lambda scene: scene.invited_event["id"]}


def busy_days(scene):
    return f"?people={scene.reader.id}&from=2024-01-01&to=2024-01-31"


def feed_choice(scene):
    return {"calendarIds": [scene.calendar["id"]]}


def calendar_event_id(scene):
    return scene.calendar_event["id"]


def calendar_event_etag(scene):
    return scene.calendar_event["etag"]


def calendar_series_id(scene):
    return scene.calendar_series["id"]


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
    "previewInvitation": Example(ANYONE, lambda scene: {"secret": scene.invitation_secret}),
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
    "getConfirmation": Example(SESSION),
    "confirmIdentity": Example(SESSION, lambda scene: CONFIRMED),
    "endConfirmation": Example(SESSION, harmful=True),
    "previewAccountDeletion": Example(SESSION),
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
    "deleteAttentionItem": Example(SESSION, ids={"itemId": lambda scene: "none"}, success=(404,),
                                   prepare=Scene.confirm_identity),

    "listQuotas": Example(SESSION),
    "listQuotasOfUser": Example(ADMINISTRATOR),
    "changeQuotasOfUser": Example(ADMINISTRATOR, lambda scene: {"places": 90},
                                  ids={"userId": lambda scene: scene.newcomer.id}),

    "getConsole": Example(ADMINISTRATOR),
    "confirmForConsole": Example(ADMINISTRATOR, lambda scene: CONFIRMED,
                                 person=lambda scene: scene.other_administrator),
    "endConsoleConfirmation": Example(ADMINISTRATOR),
    "listConsoleTables": console(),
    "queryConsoleTable": console(lambda scene: {"partition": {"S": f"CAL#{scene.calendar['id']}"}},
                                 keeps=CALENDAR),
    "scanConsoleTable": console(lambda scene: {"limit": 3}),
    "listConsoleChanges": console(),
    # Norn's own tables can only be read.
    "putConsoleItem": console(lambda scene: {"item": OWN_ITEM}, ids={"table": lambda scene: "norn"},
                              success=(403,)),
    "deleteConsoleItem": console(lambda scene: {"item": OWN_ITEM},
                                 ids={"table": lambda scene: "norn"}, success=(403,)),
    "getConsoleHealth": console(),
    "listConsoleBackups": console(),
    # The lagging store and a remote one have none; and one may be running.
    "makeConsoleBackup": console(success=(202, 409)),
    "verifyConsoleBackup": console(success=(202, 404, 409)),
    "listSessionsOfUser": console(ids={"userId": lambda scene: scene.newcomer.id}),
    "endSessionsOfUser": console(ids={"userId": lambda scene: scene.newcomer.id}),

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
    "getEntryAuthors": Example(READER),
    "createEntry": Example(WRITER, lambda scene: timed(), keeps=CALENDAR),
    "changeEntry": Example(WRITER, lambda scene: {"title": "New"}, etag=entry_etag, keeps=CALENDAR),
    "completeTask": Example(WRITER, lambda scene: {"completed": True}, keeps=CALENDAR),
    "deleteEntry": Example(WRITER, etag=entry_etag, keeps=CALENDAR),
    "getCalendarView": Example(READER, query=THIS_WEEK),
    "searchCalendar": Example(READER, query="?q=standup"),
    "listLinkedCalendarEvents": Example(READER, query="?target=evt_1"),
    "exportCalendar": Example(READER),
    "listSubscriptions": Example(PERSON_READ),
    "createSubscription": Example(PERSON_WRITE, lambda scene: SUBSCRIPTION, keeps=CALENDAR),
    "getSubscription": Example(OWN_READ),
    "changeSubscription": Example(OWN_WRITE, lambda scene: {"name": "New"},
                                  etag=lambda scene: scene.subscription["etag"], keeps=CALENDAR),
    "deleteSubscription": Example(OWN_WRITE, keeps=CALENDAR),
    # 409: it was refreshed a moment ago.
    "refreshSubscription": Example(OWN_WRITE, success=(200, 409), keeps=CALENDAR),
    "getSubscriptionView": Example(OWN_READ, query=THIS_WEEK),
    "searchSubscription": Example(OWN_READ, query="?q=standup"),
    # There is nothing in it: 404 for all.
    "getSubscriptionEvent": Example(OWN_READ, success=(404,)),
    "getSubscriptionSeries": Example(OWN_READ, success=(404,)),
    "listLinkedSubscriptionEvents": Example(OWN_READ, query="?target=evt_1"),
    "getCalendarFeed": Example(READER),
    "createCalendarFeed": Example(READER_SESSION, keeps=CALENDAR),
    "deleteCalendarFeed": Example(READER_SESSION, keeps=CALENDAR),
    "readCalendarFeed": Example(ANYONE, ids={"secret": lambda scene: scene.calendar_feed_secret}),
    "getCalendarsFeed": Example(PERSON_READ),
    "createCalendarsFeed": Example(READER_SESSION, feed_choice, keeps=CALENDAR),
    # 404: there is no address yet.
    "chooseFeedCalendars": Example(READER_SESSION, feed_choice, success=(200, 404), keeps=CALENDAR),
    "deleteCalendarsFeed": Example(SESSION, keeps=CALENDAR),
    "readCalendarsFeed": Example(ANYONE, ids={"secret": lambda scene: scene.calendars_feed_secret}),
    "importIntoCalendar": Example(WRITER, lambda scene: CALENDAR_FILE, keeps=CALENDAR),
    "getCalendarEvent": Example(READER, ids={"eventId": calendar_event_id}),
    "getCalendarEventAuthors": Example(READER, ids={"eventId": calendar_event_id}),
    "listCalendarEventGuests": Example(READER, ids={"eventId": calendar_event_id}),
    "inviteCalendarEventGuest": Example(WRITER, lambda scene: {"email": new_email("guest")},
                                        ids={"eventId": calendar_event_id}, keeps=CALENDAR),
    "removeCalendarEventGuest": Example(
        WRITER, ids={"eventId": calendar_event_id, "guestId": calendar_guest_id}, keeps=CALENDAR),
    "getCalendarEventInvitation": Example(
        WRITER, ids={"eventId": calendar_event_id, "guestId": calendar_guest_id}),
    "getCalendarSeries": Example(READER, ids={"eventId": calendar_series_id}),
    "createCalendarEvent": Example(WRITER, lambda scene: meeting(), keeps=CALENDAR),
    "changeCalendarEvent": Example(WRITER, lambda scene: {"title": "New"},
                                   etag=calendar_event_etag, ids={"eventId": calendar_event_id},
                                   keeps=CALENDAR),
    "deleteCalendarEvent": Example(WRITER, etag=calendar_event_etag,
                                   ids={"eventId": calendar_event_id}, keeps=CALENDAR),
    "restoreCalendarOccurrence": Example(WRITER, etag=lambda scene: "v1.0", ids={
        "eventId": lambda scene: occurrence_id(scene.calendar_series, "20250106")}, keeps=CALENDAR),
    "turnEntryIntoEvent": Example(WRITER, lambda scene: {"rrule": "FREQ=WEEKLY"},
                                  etag=lambda scene: scene.timed_entry["etag"],
                                  ids={"entryId": lambda scene: scene.timed_entry["id"]},
                                  keeps=CALENDAR),
    "turnEventIntoEntry": Example(WRITER, lambda scene: timed("Back"),
                                  etag=lambda scene: scene.turned_event["etag"],
                                  ids={"eventId": lambda scene: scene.turned_event["id"]},
                                  keeps=CALENDAR),
    "moveCalendarEvent": Example(WRITER, lambda scene: {"to": scene.calendar["id"]},
                                 etag=calendar_event_etag, ids={"eventId": calendar_event_id},
                                 keeps=CALENDAR),
    "movePlannerEvent": Example(OWN_WRITE, lambda scene: {"to": scene.calendar["id"]},
                                etag=planner_etag, keeps=CALENDAR),
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
    "listCalendarBin": Example(WRITER_READ),
    "restoreEntry": Example(WRITER, ids={"binId": deleted_entry_id}),
    "deleteEntryForGood": Example(OWNER, ids={"binId": deleted_entry_id}),
    "emptyCalendarBin": Example(OWNER),
    "listDeletedCalendars": Example(PERSON_READ),
    "restoreCalendar": Example(OWNER, ids={"binId": deleted_calendar_id}),
    "deleteCalendarForGood": Example(OWNER, ids={"binId": deleted_calendar_id}),
    "deleteCalendarsForGood": Example(PERSON_WRITE),

    "getPlannerBootstrap": Example(PERSON_READ),
    "getPlannerView": Example(PERSON_READ, query=THIS_WEEK),
    "searchPlanner": Example(PERSON_READ, query="?q=standup"),
    "listLinkedPlannerEvents": Example(PERSON_READ, query="?target=evt_1"),
    "getPlannerPreferences": Example(PERSON_READ),
    "getPlannerStats": Example(PERSON_READ),
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
    "listPlannerEventGuests": Example(OWN_READ),
    "invitePlannerEventGuest": Example(OWN_WRITE, lambda scene: {"email": new_email("guest")},
                                       keeps=CALENDAR),
    "removePlannerEventGuest": Example(OWN_WRITE, ids={"guestId": planner_guest_id},
                                       keeps=CALENDAR),
    "getPlannerEventInvitation": Example(OWN_WRITE, ids={"guestId": planner_guest_id}),
    "listEventInvitations": Example(PERSON_READ),
    "getEventInvitation": Example(OWN_READ, ids=invitation_ids()),
    "answerEventInvitation": Example(OWN_WRITE, lambda scene: {"answer": "yes"},
                                     ids=invitation_ids(), keeps=CALENDAR),
    "removeEventInvitation": Example(OWN_WRITE, ids=invitation_ids(), keeps=CALENDAR),
    "getPlannerSeries": Example(OWN_READ, ids={"eventId": series_id}),
    "changePlannerEvent": Example(OWN_WRITE, lambda scene: {"title": "New"}, etag=planner_etag),
    "deletePlannerEvent": Example(OWN_WRITE, etag=planner_etag),
    "listPlannerTasks": Example(PERSON_READ),
    "createPlannerTask": Example(PERSON_WRITE, lambda scene: {"title": "Call the plumber"}),
    "getPlannerTask": Example(OWN_READ, ids={"taskId": planner_task_id}),
    "changePlannerTask": Example(OWN_WRITE, lambda scene: {"done": True}, etag=planner_task_etag,
                                 ids={"taskId": planner_task_id}),
    "deletePlannerTask": Example(OWN_WRITE, etag=planner_task_etag,
                                 ids={"taskId": planner_task_id}),
    "restorePlannerOccurrence": Example(OWN_WRITE, etag=lambda scene: "v1.0",
                                        ids={"eventId": first_occurrence_id}),
    "listPlannerBin": Example(PERSON_READ),
    "restoreFromPlannerBin": Example(OWN_WRITE, ids={"binId": deleted_planner_event_id}),
    "deleteFromPlannerBin": Example(OWN_WRITE, ids={"binId": deleted_planner_event_id}),
    "emptyPlannerBin": Example(PERSON_WRITE),

    "listPlaces": Example(PERSON_READ),
    "createPlace": Example(PERSON_WRITE, lambda scene: settings_of()),
    "listAllBookings": Example(PERSON_READ, query=DAYS),
    "listOwnBookings": Example(PERSON_READ),
    "listOwnWishes": Example(PERSON_READ),
    "getPlace": Example(READER),
    "listPlaceMembers": Example(READER),
    "listBookings": Example(READER, query=DAYS),
    "getBooking": Example(READER, ids={"eventId": booking_id}),
    "getBookingAuthors": Example(READER, ids={"eventId": booking_id}),
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

    "search": Example(PERSON_READ, query=lambda scene: "?q=garden"),
    "listReminders": Example(PERSON_READ),
    "settleReminder": Example(OWN_WRITE, lambda scene: {"snoozeMinutes": 10}, keeps=CALENDAR),
    "getReminderSettings": Example(SESSION),
    "changeReminderSettings": Example(SESSION, lambda scene: {"kinds": {"task": [5]}},
                                      keeps=CALENDAR),
    "setRemindersOfOwner": Example(READER_SESSION, lambda scene: {"minutes": [5]},
                                   keeps=CALENDAR),
    "resetRemindersOfOwner": Example(READER_SESSION, keeps=CALENDAR),
    "setRemindersOfThing": Example(READER_SESSION, lambda scene: {"minutes": [5]},
                                   keeps=(*CALENDAR, "calendar_event")),
    "resetRemindersOfThing": Example(READER_SESSION, keeps=(*CALENDAR, "calendar_event")),
    "getAgenda": Example(PERSON_READ, query="?from=2024-01-01&to=2024-01-31"),
    "listUnscheduledTasks": Example(PERSON_READ),
    "getAgendaPreferences": Example(SESSION),
    "getFreeBusy": Example(SESSION, query=busy_days),
    "findFreeSlots": Example(SESSION, query=busy_days),
    "listFreeBusyPeople": Example(SESSION),
    "getFreeBusyPreferences": Example(SESSION),
    "setFreeBusyPreferences": Example(SESSION, lambda scene: {"sharedWith": "members"},
                                      keeps=CALENDAR),
    "setAgendaPreferences": Example(SESSION, lambda scene: {
        "hiddenKinds": ["stay"], "hiddenOwners": [f"calendar:{scene.calendar['id']}"],
        "declinedHidden": False}),
    "getAgendaFeed": Example(PERSON_READ),
    "createAgendaFeed": Example(SESSION),
    "deleteAgendaFeed": Example(SESSION),
    "readAgendaFeed": Example(ANYONE, ids={"secret": lambda scene: scene.agenda_feed_secret}),
    "listNotifications": Example(PERSON_READ),
    "readAllNotifications": Example(PERSON_WRITE, lambda scene: {}),
    "readNotification": Example(OWN_WRITE, lambda scene: {"read": True}),
    "getNotificationSettings": Example(READER),
    "changeNotificationSettings": Example(READER_WRITE, lambda scene: {"due": False}),
    "getProjectStatistics": Example(READER),
    "listProjects": Example(PERSON_READ),
    "createProject": Example(PERSON_WRITE, lambda scene: {"name": "New", "color": "#123456"}),
    "listAssignedTasks": Example(PERSON_READ),
    "listEventsOfAllProjects": Example(PERSON_READ, query=RANGE),
    "listPersonActivity": Example(PERSON_READ),
    "changeProjectTasks": Example(PERSON_WRITE, lambda scene: {"changes": []}),
    "getProject": Example(READER),
    "listProjectMembers": Example(READER),
    "listProjectTasks": Example(READER),
    "listProjectEvents": Example(READER),
    "listProjectTags": Example(READER),
    "listProjectActivity": Example(READER),
    "getProjectTask": Example(READER),
    "listTaskComments": Example(READER),
    "listTaskAttachments": Example(READER),
    "listTaskActivity": Example(READER),
    "getProjectEvent": Example(READER, ids={"eventId": project_event_id}),
    "copyProject": Example(READER_WRITE, lambda scene: {"name": "Copy"}),
    "createProjectTask": Example(WRITER, lambda scene: {"title": "New"}),
    "changeProjectTask": Example(WRITER, lambda scene: {"title": "New"}, etag=task_etag),
    "moveProjectTask": Example(WRITER, lambda scene: {"status": "DONE"}, etag=task_etag),
    "deleteProjectTask": Example(WRITER, etag=task_etag),
    "createTaskComment": Example(WRITER, lambda scene: {"text": "Hello"}),
    "changeTaskComment": Example(WRITER_ALONE, lambda scene: {"text": "Bye"},
                                 etag=lambda scene: scene.comment["etag"]),
    "deleteTaskComment": Example(WRITER),
    "createTaskAttachment": Example(WRITER, lambda scene: {
        "name": "Plan", "url": "https://example.com/plan"}),
    "deleteTaskAttachment": Example(WRITER),
    "downloadTaskAttachment": Example(READER, ids={
        "attachmentId": lambda scene: scene.attached_file["id"]}),
    "beginUpload": Example(PERSON_WRITE, lambda scene: {"name": "plan.pdf", "size": 5}),
    "getUpload": Example(OWN_WRITE),
    "putUploadPart": Example(OWN_WRITE, lambda scene: "bytes"),
    "cancelUpload": Example(OWN_WRITE),
    "createProjectTag": Example(WRITER, lambda scene: {
        "name": f"tag {uuid.uuid4().hex}", "color": "#FF0000"}),
    "changeProjectTag": Example(WRITER, lambda scene: {"color": "#00FF00"},
                                etag=lambda scene: scene.project_tag["etag"]),
    "deleteProjectTag": Example(WRITER, etag=lambda scene: scene.project_tag["etag"]),
    "createProjectEvent": Example(WRITER, lambda scene: {
        "title": "Party", "startDate": "2024-01-15", "endDate": "2024-01-15", "allDay": True}),
    "changeProjectEvent": Example(WRITER, lambda scene: {"title": "New"},
                                  etag=lambda scene: scene.project_event["etag"],
                                  ids={"eventId": project_event_id}),
    "deleteProjectEvent": Example(WRITER, etag=lambda scene: scene.project_event["etag"],
                                  ids={"eventId": project_event_id}),
    "addEventToProject": Example(WRITER, ids={
        "eventId": project_event_id, "projectId": lambda scene: scene.other_project["id"]}),
    "removeEventFromProject": Example(WRITER, ids={
        "eventId": lambda scene: scene.shown_event["id"],
        "projectId": lambda scene: scene.other_project["id"]}),
    "changeProject": Example(OWNER, lambda scene: {"name": "New"}, etag=project_etag),
    "deleteProject": Example(OWNER, ids={"projectId": own_project_id}),
    "transferProject": Example(OWNER, lambda scene: {"userId": scene.project_member["userId"]},
                               ids={"projectId": own_project_id}),
    "limitProjectMember": Example(OWNER, lambda scene: {"permissions": []},
                                  etag=lambda scene: scene.project_member["etag"], ids={
                                      "projectId": own_project_id, "userId": project_member_id}),
    "inviteToProject": Example(OWNER, lambda scene: {"email": new_email(), "role": "VIEWER"}),
    "withdrawProjectInvitation": Example(
        OWNER, query=lambda scene: "?email=" + scene.project_pending),
    "changeProjectRole": Example(OWNER, lambda scene: {"role": "MEMBER"},
                                 etag=lambda scene: scene.project_member["etag"], ids={
                                     "projectId": own_project_id, "userId": project_member_id}),
    "removeProjectMember": Example(OWNER, ids={
        "projectId": own_project_id, "userId": project_member_id}),
    "listProjectBin": Example(WRITER_READ),
    "restoreInProject": Example(WRITER, ids={"binId": deleted_project_task_id}),
    "deleteInProjectForGood": Example(OWNER, ids={"binId": deleted_project_task_id}),
    "emptyProjectBin": Example(OWNER),
    "listDeletedProjects": Example(PERSON_READ),
    "restoreProject": Example(OWNER, ids={"binId": deleted_project_id}),
    "deleteProjectForGood": Example(OWNER, ids={"binId": deleted_project_id}),
    "deleteProjectsForGood": Example(PERSON_WRITE),
    "exportProject": Example(READER),
    "importProjects": Example(PERSON_WRITE, lambda scene: "title\nDig\n", "?format=csv"),
    "importIntoProject": Example(WRITER, lambda scene: "title\nDig\n", "?format=csv"),
    "listProjectInvitations": Example(PERSON_READ),
    "acceptProjectInvitation": Example(INVITED, harmful=True),
    "declineProjectInvitation": Example(INVITED, harmful=True),
    "listTrees": Example(PERSON_READ),
    "createTree": Example(PERSON_WRITE, lambda scene: {"treeName": "New"}),
    "getTree": Example(READER),
    "changeTree": Example(WRITER, lambda scene: {"treeName": "New"},
                          etag=etag_at(lambda scene: tree_path(scene.tree))),
    "deleteTree": Example(OWNER, ids={"treeId": own_tree_id}),
    "exportTree": Example(READER),
    "importTree": Example(PERSON_WRITE, lambda scene: "0 HEAD\n0 @I1@ INDI\n0 TRLR\n",
                          "?preview=true"),
    # Of an upload that is not theirs: family_files_test.py has those that are.
    "beginTreeImportJob": Example(PERSON_WRITE, lambda scene: {"uploadId": nobodys_id()},
                                  success=(409,)),
    "getTreeImportJob": Example(OWN_READ),
    "deleteTreeImportJob": Example(OWN_WRITE),
    "compareTreeWithFile": Example(WRITER, lambda scene: {"uploadId": nobodys_id()},
                                   success=(409,)),
    "getTreeReimport": Example(OWN_READ, ids={"treeId": own_tree_id}),
    "listTreeDifferences": Example(OWN_READ, ids={"treeId": own_tree_id}),
    "beginTreeReimport": Example(OWN_WRITE, lambda scene: {"conflicts": "take"},
                                 ids={"treeId": own_tree_id}),
    # One that is not done: family_reimport_test.py has those that are.
    "undoTreeReimport": Example(OWN_WRITE, ids={"treeId": own_tree_id}, success=(409,)),
    "deleteTreeReimport": Example(OWN_WRITE, ids={"treeId": own_tree_id}),
    "handOverTree": Example(OWNER, lambda scene: {"userId": scene.tree_member["userId"]},
                            ids={"treeId": own_tree_id}),
    "listPersons": Example(READER),
    "createPerson": Example(WRITER, lambda scene: {"firstName": "New", "parents": []}),
    "getPerson": Example(READER),
    "changePerson": Example(WRITER, lambda scene: {"firstName": "New"},
                            etag=etag_at(lambda scene: person_path(scene.relative))),
    "deletePerson": Example(WRITER, etag=etag_at(lambda scene: person_path(scene.relative))),
    "mergePersons": Example(WRITER, lambda scene: {
        "otherId": scene.twin["personId"], "otherEtag": scene.twin["etag"]},
        etag=etag_at(lambda scene: person_path(scene.relative))),
    "undoMerge": Example(WRITER, lambda scene: {"otherId": scene.merged_twin["personId"]}),
    "listRelationships": Example(READER),
    "createRelationship": Example(WRITER, lambda scene: {
        "relationshipType": "ParentChild", "parentId": scene.relative["personId"],
        "childId": scene.stranger_in_tree["personId"]}),
    "getParentChild": Example(READER),
    "changeParentChild": Example(
        WRITER, lambda scene: {"type": "Foster"},
        etag=etag_at(lambda scene: parent_path(scene.relative, scene.child))),
    "deleteParentChild": Example(
        WRITER, etag=etag_at(lambda scene: parent_path(scene.relative, scene.child))),
    "getCouple": Example(READER),
    "changeCouple": Example(
        WRITER, lambda scene: {"status": "Widowed"},
        etag=etag_at(lambda scene: couple_path(scene.relative, scene.spouse))),
    "deleteCouple": Example(
        WRITER, etag=etag_at(lambda scene: couple_path(scene.relative, scene.spouse))),
    "getFamilyGraph": Example(READER),
    "getKinship": Example(READER, query=lambda scene:
                          f"?from={scene.child['personId']}&to={scene.spouse['personId']}"),
    "getAncestors": Example(READER),
    "getDescendants": Example(READER),
    "getRelatives": Example(READER),
    "searchPersons": Example(READER, query="?q=ada&year=1900"),
    "getConsistency": Example(WRITER_READ),
    "getDuplicates": Example(WRITER_READ),
    "listAnniversaries": Example(PERSON_READ, query="?from=2024-01-01&to=2024-01-31"),
    "getOwnPerson": Example(READER),
    "setOwnPerson": Example(READER_WRITE,
                            lambda scene: {"personId": scene.relative["personId"]}),
    "getTreeFeed": Example(PERSON_READ),
    "createTreeFeed": Example(SESSION, query="?kinds=birthday"),
    "deleteTreeFeed": Example(SESSION),
    "readTreeFeed": Example(ANYONE, ids={"secret": lambda scene: scene.tree_feed_secret}),
    "getPublicTree": Example(ANYONE, ids={"treeId": public_tree_id}),
    "getPublicGraph": Example(ANYONE, ids={"treeId": public_tree_id}),
    "getPublicPerson": Example(ANYONE, ids={
        "treeId": public_tree_id, "personId": lambda scene: scene.public_person["personId"]}),
    "listFacts": Example(READER),
    "createFact": Example(WRITER, lambda scene: {"kind": "Burial"}),
    "changeFact": Example(WRITER, lambda scene: {"kind": "Burial"},
                          etag=lambda scene: scene.fact["etag"]),
    "deleteFact": Example(WRITER, etag=lambda scene: scene.fact["etag"]),
    "listPhotos": Example(READER),
    # Of an upload that is not theirs: family_photos_test.py has one that is.
    "addPhoto": Example(WRITER, lambda scene: {"uploadId": nobodys_id()}, success=(409,)),
    "getPhoto": Example(READER, query="?size=thumbnail"),
    "changePhoto": Example(WRITER, lambda scene: {"caption": "At sea"},
                           etag=lambda scene: scene.photo["etag"]),
    "deletePhoto": Example(WRITER, etag=lambda scene: scene.photo["etag"]),
    "listSources": Example(READER),
    "createSource": Example(WRITER, lambda scene: {"title": "Letters"}),
    "changeSource": Example(WRITER, lambda scene: {"title": "Letters"},
                            etag=lambda scene: scene.source["etag"]),
    "deleteSource": Example(WRITER, etag=lambda scene: scene.source["etag"]),
    "listTreeBin": Example(WRITER_READ),
    "restoreInTree": Example(WRITER, ids={"binId": deleted_relative_id}),
    "deleteInTreeForGood": Example(OWNER, ids={"binId": deleted_relative_id}),
    "emptyTreeBin": Example(OWNER),
    "listDeletedTrees": Example(PERSON_READ),
    "restoreTree": Example(OWN_WRITE, ids={"binId": deleted_tree_id}),
    "deleteTreeForGood": Example(OWN_WRITE, ids={"binId": deleted_tree_id}),
    "deleteTreesForGood": Example(PERSON_WRITE),
    "listTreeMembers": Example(READER),
    "inviteToTree": Example(OWNER, lambda scene: {"email": new_email(), "role": "read"}),
    "withdrawTreeInvitation": Example(OWNER, query=lambda scene: "?email=" + scene.tree_pending),
    "changeTreeRole": Example(OWNER, lambda scene: {"role": "write"},
                              etag=lambda scene: scene.tree_member["etag"], ids={
                                  "treeId": own_tree_id, "userId": tree_member_id}),
    "removeTreeMember": Example(OWNER, ids={"treeId": own_tree_id, "userId": tree_member_id}),
    "listTreeInvitations": Example(PERSON_READ),
    "acceptTreeInvitation": Example(INVITED, harmful=True),
    "declineTreeInvitation": Example(INVITED, harmful=True),
}

# Ids in the body of a request, something of that kind that a stranger has, and what is said to it.
FOREIGN_IDS = {
    ("inviteCalendarEventGuest", "userId"): (lambda scene: scene.world.person("Sten").id, 400),
    ("invitePlannerEventGuest", "userId"): (lambda scene: scene.world.person("Sten").id, 400),
    ("changeEntry", "calendarId"): (
        lambda scene: make_calendar(scene.world.person("Sten"))["id"], 404),
    # Somebody who is not in the place.
    ("createBooking", "userId"): (lambda scene: scene.world.person("Sten").id, 400),
    ("changeBooking", "userId"): (lambda scene: scene.world.person("Sten").id, 400),
    ("createProjectTask", "assigneeId"): (lambda scene: scene.world.person("Sten").id, 409),
    ("changeProjectTask", "assigneeId"): (lambda scene: scene.world.person("Sten").id, 409),
    ("changeProjectTask", "parentId"): (lambda scene: strangers_task(scene)["id"], 409),
    ("createProjectTask", "parentId"): (lambda scene: strangers_task(scene)["id"], 409),
    # Beside a URL; attacks_files_test.py has it alone.
    ("createTaskAttachment", "uploadId"): (
        lambda scene: make_upload(scene.world.person("Sten"), 5)["id"], 400),
    ("beginTreeImportJob", "uploadId"): (
        lambda scene: make_upload(scene.world.person("Sten"), 5)["id"], 409),
    ("compareTreeWithFile", "uploadId"): (
        lambda scene: make_upload(scene.world.person("Sten"), 5)["id"], 409),
    ("mergePersons", "otherId"): (
        lambda scene: make_relative(scene.world.person("Sten"),
                                    make_tree(scene.world.person("Sten")))["personId"], 409),
    ("undoMerge", "otherId"): (
        lambda scene: make_relative(scene.world.person("Sten"),
                                    make_tree(scene.world.person("Sten")))["personId"], 404),
    ("addPhoto", "uploadId"): (
        lambda scene: make_upload(scene.world.person("Sten"), 5)["id"], 409),
    ("moveProjectTask", "projectId"): (lambda scene: strangers_task(scene)["projectId"], 404),
    ("changeProjectEvent", "projectId"): (lambda scene: strangers_task(scene)["projectId"], 409),
    ("transferProject", "userId"): (lambda scene: scene.world.person("Sten").id, 409),
    ("handOverTree", "userId"): (lambda scene: scene.world.person("Sten").id, 409),
    ("changeTree", "rootPersonId"): (lambda scene: strangers_relative(scene)["personId"], 409),
    ("setOwnPerson", "personId"): (lambda scene: strangers_relative(scene)["personId"], 409),
    ("createRelationship", "parentId"): (
        lambda scene: strangers_relative(scene)["personId"], 409),
    ("createRelationship", "childId"): (
        lambda scene: strangers_relative(scene)["personId"], 409)}


def id_in(operation, parameter, scene):
    """What stands for a parameter in the path of an operation."""
    own = EXAMPLES[operation.id].ids.get(parameter)
    return own(scene) if own else scene.id_of(parameter)


class Request:
    """An operation as it is sent."""

    def __init__(self, operation, scene, replaced=None):
        self.example = EXAMPLES[operation.id]
        self.example.prepare(scene)
        self.method = operation.method
        self.path = operation.path
        for name in operation.parameters:
            is_replaced = replaced is not None and name in replaced
            value = replaced[name] if is_replaced else id_in(operation, name, scene)
            self.path = self.path.replace(f"{{{name}}}", value)
        self.path += self.example.query(scene)
        self.body = self.example.body(scene)
        self.headers = {}
        # The type of a body that is a text.
        content = operation.description.get("requestBody", {}).get("content", {})
        self.text_type = {"Content-Type": next(iter(content))} if isinstance(self.body, str) else {}
        if any(each.get("name") == "If-Match" for each in operation.description["parameters"]):
            self.headers["If-Match"] = f'"{self.example.etag(scene)}"'

    def send(self, client, **changes):
        headers = self.headers | changes.get("headers", {})
        if "body" not in changes:
            headers = self.text_type | headers
        if self.example.own_etag and "If-Match" not in changes.get("headers", {}):
            headers["If-Match"] = f'"{self.example.own_etag(client)}"'
        return client.send(self.method, self.path, changes.get("body", self.body), headers)


def nobodys_id():
    return str(uuid.uuid4())
