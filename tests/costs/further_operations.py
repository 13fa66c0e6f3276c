"""More of what is measured: what people do with each other, with files, and with what they have
deleted. It is measured after OPERATIONS, so that nothing here changes what those cost."""

import datetime
import time
import urllib.parse

from booking_things import PLACES, day, place_path, range_query
from family_things import marry, person_path, tree_path
from file_things import send_file
from people import all_day, entry_path, make_entry, path_of
from photo_things import photos_path, png_of
from planner_things import (CALENDAR_FILE, EXPORT, FEED, IMPORT, PLANNER, PREFERENCES, REMINDERS,
                            STATS, make_event, make_planner_task, meeting, planner_path, query_of,
                            reminder_id)
from planner_things import TASKS as PLANNER_TASKS
from project_things import (make_comment, make_link, make_project_task, make_tag, project_path,
                            task_path)
from rest_client import Client, quote

WEEK = {"from": "2025-12-15", "to": "2025-12-21"}
FREE_BUSY = "/api/v1/free-busy"
BELL = "/api/v1/notifications"
NOTIFICATIONS, FILE_BYTES = 20, 100_000
DORA = "dora.costs@example.com"


def extend(scene, tables):
    """What these operations need, besides."""
    world, ada = scene.world, scene.ada
    scene.cleo = world.sign_up("Cleo", email="cleo.costs@example.com")
    # Who was invited to a thing of each app before there was an account.
    for path, role in ((path_of(scene.calendar), "reader"), (place_path(scene.place), "viewer"),
                       (project_path(scene.project), "VIEWER"), (tree_path(scene.tree), "read")):
        ada.client.post(f"{path}/members", {"email": DORA, "role": role}, expect=201)
    scene.invited = world.administrator.client.post("/api/v1/invitations", {"email": DORA},
                                                    expect=201).json["secret"]
    scene.bob.client.put(f"{FREE_BUSY}/preferences", {"sharedWith": "members"})
    scene.entry = make_entry(ada, scene.calendar, all_day("Entry 998"))
    scene.deleted = make_entry(ada, scene.calendar, all_day("Entry 997"))
    ada.client.delete(entry_path(scene.deleted), etag=scene.deleted["etag"], expect=204)
    scene.event = make_event(ada, meeting("Reminding", reminderMinutes=[15]))
    scene.deleted_event = make_event(ada, meeting("Deleted"))
    ada.client.delete(planner_path(scene.deleted_event), etag=scene.deleted_event["etag"],
                      expect=204)
    scene.planned = make_planner_task(ada, "Task 998")
    scene.booking = scene.book("10-01", "10-04")
    scene.deleted_card = make_project_task(ada, scene.project, "Card 998")
    ada.client.delete(task_path(scene.deleted_card), etag=scene.deleted_card["etag"], expect=204)
    scene.card = make_project_task(ada, scene.project, "Card 997", assigneeId=scene.bob.id)
    make_comment(ada, scene.card, "A comment")
    scene.own_tag = make_tag(ada, scene.project, "tag 1")
    ring_the_bell(scene, tables)


def ring_the_bell(scene, tables):
    """As the reader of changes does it, which the test keeps from running."""
    table = tables.Table("norn")
    for number in range(NOTIFICATIONS):
        at = int(time.time() * 1000) + number
        created = datetime.datetime.fromtimestamp(at / 1000, datetime.timezone.utc)
        table.put_item(Item={
            "PK": f"BELL#{scene.ada.id}", "SK": f"AT#{at}-{number:032x}",
            "entityType": "NOTIFICATION", "app": "projects", "kind": "ASSIGNED",
            "projectId": scene.project["id"], "taskId": scene.card["id"],
            "actorId": scene.bob.id, "ttl": at // 1000 + 7_776_000,
            "createdAt": created.isoformat(timespec="milliseconds").replace("+00:00", "Z")})


def keep(name, act):
    """Does something, and keeps what it returns for later operations."""
    return lambda scene: setattr(scene, name, act(scene))


def sharing(app, thing, path, roles):
    """The rows of members and invitations, which are alike in all apps."""
    low, high = roles
    members = lambda scene: f"{path(scene)}/members"
    of_cleo = lambda scene: f"{members(scene)}/{scene.cleo.id}"
    unknown = "zoe.costs@example.com"

    def add(scene):
        reply = scene.client.post(members(scene), {"email": scene.cleo.email, "role": low},
                                  expect=201)
        return reply.json["member"]

    return [
        (app, f"add a member to a {thing}", keep("member", add)),
        (app, f"members of a {thing} (4)", lambda s: s.client.get(members(s))),
        (app, f"change what a member of a {thing} may do", lambda s: s.client.patch(
            of_cleo(s), {"role": high}, etag=s.member["etag"])),
        (app, f"leave a {thing}", lambda s: s.cleo.client.delete(of_cleo(s), expect=204)),
        (app, f"invite somebody without an account to a {thing}", lambda s: s.client.post(
            members(s), {"email": unknown, "role": low}, expect=201)),
        (app, f"take back an invitation to a {thing}", lambda s: s.client.delete(
            f"{path(s)}/invitations?email={quote(unknown)}", expect=204)),
        (app, f"remove a member of a {thing}", lambda s: s.client.delete(
            f"{members(s)}/{s.dora.id}", expect=204)),
    ]


def read_feed(scene):
    """As a program of calendars, which has nothing but the address."""
    Client(scene.world.server).get(urllib.parse.urlsplit(scene.feed).path)


def feed(app, what, path, body=None):
    return [
        (app, f"make the address of {what}",
         keep("feed", lambda s: s.client.post(path(s), body, expect=201).json["url"])),
        (app, f"a program reads {what}", read_feed),
    ]


def restore(app, bin_path, kind, thing):
    return [
        (app, f"the bin with {kind}", lambda s: s.client.get(bin_path(s))),
        (app, f"restore {kind}", lambda s: s.client.post(
            f"{bin_path(s)}/{thing(s)}/restore")),
    ]


def upload(scene):
    return send_file(scene.ada, b"x" * FILE_BYTES, "plan.pdf")


def attach(scene):
    return scene.client.post(task_path(scene.card, "/attachments"),
                             {"uploadId": scene.upload["id"]}, expect=201).json


def make_picture(scene):
    scene.picture = send_file(scene.ada, png_of(64, 64), "me.png")


def attach_photo(scene):
    return scene.client.post(photos_path(scene.persons[5]), {"uploadId": scene.picture["id"]},
                             expect=201).json


def guests(scene):
    return f"{planner_path(scene.event)}/guests"


def invitation(scene):
    return f"{PLANNER}/invitations/{scene.ada.id}/{scene.event['id']}"


def change_tag(scene):
    scene.client.patch(project_path(scene.project, f"/tags/{scene.own_tag['id']}"),
                       {"color": "#00FF00"}, etag=scene.own_tag["etag"])


def move_card(scene):
    scene.card = scene.client.post(task_path(scene.card, "/move"), {"status": "REVIEW"},
                                   etag=scene.card["etag"]).json


def wish(scene):
    return scene.bob.client.post(place_path(scene.place, "/wishes"),
                                 {"start": day("10-01"), "end": day("10-04")}, expect=201).json


CALENDARS, EVENTS, BOOKINGS = "`calendsync`", "`ProductivityData`", "`cal-app-sam`"
PROJECTS, TREES, ALL = "`calendar-app-data`", "`Yggdrasil`", "All apps"

FURTHER_OPERATIONS = [
    ("Accounts", "make an account, and become a member of 4 things by invitation",
     keep("dora", lambda s: s.world.sign_up("Dora", email=DORA, invitation=s.invited))),
    ("Accounts", "list one's sessions", lambda s: s.client.get("/api/v1/sessions")),
    ("Accounts", "make an API token", lambda s: s.client.post(
        "/api/v1/tokens", {"name": "program", "scopes": ["calendars:read"]}, expect=201)),
    *sharing(CALENDARS, "calendar", lambda s: path_of(s.calendar), ("reader", "writer")),
    *feed(CALENDARS, "the feed of a calendar", lambda s: f"{path_of(s.calendar)}/feed"),
    *restore(CALENDARS, lambda s: f"{path_of(s.calendar)}/bin", "an entry",
             lambda s: s.deleted["id"]),
    (EVENTS, "preferences", lambda s: s.client.get(PREFERENCES)),
    (EVENTS, "statistics of the planner", lambda s: s.client.get(STATS)),
    (EVENTS, "find events by a word", lambda s: s.client.get(f"{PLANNER}/search?q=meeting")),
    (EVENTS, "tasks of a week", lambda s: s.client.get(PLANNER_TASKS + query_of(**WEEK))),
    (EVENTS, "delete a task", lambda s: s.client.delete(
        f"{PLANNER_TASKS}/{s.planned['id']}", etag=s.planned["etag"], expect=204)),
    (EVENTS, "invite a guest", lambda s: s.client.post(
        guests(s), {"email": s.bob.email}, expect=201)),
    (EVENTS, "guests of an event (1)", lambda s: s.client.get(guests(s))),
    (EVENTS, "invitations to events (1)", lambda s: s.bob.client.get(f"{PLANNER}/invitations")),
    (EVENTS, "answer an invitation",
     lambda s: s.bob.client.put(f"{invitation(s)}/answer", {"answer": "yes"})),
    *feed(EVENTS, "the feed of the planner", lambda s: FEED),
    (EVENTS, "export the planner", lambda s: s.client.get(EXPORT)),
    (EVENTS, "import a file with an event", lambda s: s.client.post(IMPORT, CALENDAR_FILE)),
    *restore(EVENTS, lambda s: f"{PLANNER}/bin", "an event", lambda s: s.deleted_event["id"]),
    (BOOKINGS, "list places (3)", lambda s: s.client.get(PLACES)),
    (BOOKINGS, "one's own bookings of a year", lambda s: s.client.get(
        "/api/v1/bookings/own" + range_query())),
    (BOOKINGS, "read a booking", lambda s: s.client.get(
        place_path(s.place, f"/events/{s.booking['id']}"))),
    (BOOKINGS, "wish for 3 nights, with how much one has", wish),
    (BOOKINGS, "wishes for a place (1)", lambda s: s.client.get(place_path(s.place, "/wishes"))),
    (BOOKINGS, "statistics of a place", lambda s: s.client.get(
        place_path(s.place, "/statistics?year=") + day("01-01")[:4])),
    *sharing(BOOKINGS, "place", lambda s: place_path(s.place), ("viewer", "member")),
    *feed(BOOKINGS, "the feed of a place", lambda s: place_path(s.place, "/feed")),
    (PROJECTS, "one's tasks in all projects", lambda s: s.bob.client.get("/api/v1/tasks")),
    (PROJECTS, "move a task to another column", move_card),
    (PROJECTS, "comments on a task (1)", lambda s: s.client.get(
        task_path(s.card, "/comments"))),
    (PROJECTS, "create a tag", lambda s: make_tag(s.ada, s.project, "tag 2")),
    (PROJECTS, "tags of a project (2)", lambda s: s.client.get(project_path(s.project, "/tags"))),
    (PROJECTS, "change a tag", change_tag),
    (PROJECTS, "attach a link to a task", lambda s: make_link(s.ada, s.card)),
    (PROJECTS, "upload a file of 100 KB", keep("upload", upload)),
    (PROJECTS, "attach it to a task", keep("attachment", attach)),
    (PROJECTS, "attachments of a task (2)",
     lambda s: s.client.get(task_path(s.card, "/attachments"))),
    (PROJECTS, "read the file", lambda s: s.client.get(s.attachment["file"])),
    (PROJECTS, "statistics of a project",
     lambda s: s.client.get(project_path(s.project, "/statistics"))),
    (PROJECTS, f"the bell ({NOTIFICATIONS})", lambda s: s.client.get(BELL)),
    (PROJECTS, "mark all of it as read", lambda s: s.client.patch(BELL, {})),
    *sharing(PROJECTS, "project", lambda s: project_path(s.project), ("VIEWER", "MEMBER")),
    *restore(PROJECTS, lambda s: project_path(s.project, "/bin"), "a task",
             lambda s: s.deleted_card["id"]),
    (TREES, "make a couple", lambda s: marry(s.ada, s.persons[0], s.persons[20])),
    (TREES, "find people by name",
     lambda s: s.client.get(tree_path(s.tree, "/search?q=Person"))),
    (TREES, "ancestors of a person", lambda s: s.client.get(
        person_path(s.persons[9], "/ancestors"))),
    (TREES, "descendants of a person", lambda s: s.client.get(
        person_path(s.persons[0], "/descendants"))),
    (TREES, "relatives of a person", lambda s: s.client.get(
        person_path(s.persons[5], "/relatives"))),
    (TREES, "add a fact", lambda s: s.client.post(
        person_path(s.persons[5], "/facts"), {"kind": "Baptism"}, expect=201)),
    (TREES, "add a source", lambda s: s.client.post(
        tree_path(s.tree, "/sources"), {"title": "Register"}, expect=201)),
    (TREES, "look for contradictions (101 people)",
     lambda s: s.client.get(tree_path(s.tree, "/consistency"))),
    (TREES, "look for people who are in it twice",
     lambda s: s.client.get(tree_path(s.tree, "/duplicates"))),
    (TREES, "upload a photo of 64 by 64", make_picture),
    (TREES, "make it a photo of a person, with the removal of the upload",
     keep("photo", attach_photo)),
    (TREES, "photos of a person (1)", lambda s: s.client.get(photos_path(s.persons[5]))),
    (TREES, "read a photo", lambda s: s.client.get(
        photos_path(s.persons[5], f"/{s.photo['photoId']}?size=large"))),
    *sharing(TREES, "tree", lambda s: tree_path(s.tree), ("read", "write")),
    (ALL, "reminders that are due", lambda s: s.client.get(f"{REMINDERS}?due=true")),
    (ALL, "dismiss a reminder", lambda s: s.client.put(
        f"{REMINDERS}/{quote(reminder_id(s.ada.id, s.event['id'], 15))}", {"dismissed": True},
        expect=204)),
    (ALL, "when another person is busy in a week", lambda s: s.client.get(
        FREE_BUSY + query_of(people=s.bob.id, zone="UTC", **WEEK))),
    (ALL, "find a time for two in a week", lambda s: s.client.get(
        f"{FREE_BUSY}/slots" + query_of(people=s.bob.id, zone="UTC", minutes=60, **WEEK))),
    (ALL, "what one may still add", lambda s: s.client.get("/api/v1/quotas")),
]
