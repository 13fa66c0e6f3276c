"""Projects and what is in them, made over the API."""

import time
import uuid

from norn_server import PATIENCE_S

PROJECTS = "/api/v1/projects"
TASKS = "/api/v1/tasks"
EVENTS = "/api/v1/project-events"
TABLE = "calendar-app-data"


def make_project(owner, /, name="Garden", color="#FF9900", **members):
    """A project; the members are given by role: VIEWER=bob, or MEMBER=[bob, cleo]."""
    project = owner.client.post(PROJECTS, {"name": name, "color": color}, expect=201).json
    for role, people in members.items():
        for person in people if isinstance(people, list) else [people]:
            add_to_project(owner, project, person, role)
    return project


def shared_project(owner, /, name, **members):
    """One project of an owner for all who ask for that name: nobody may invite too often."""
    known = vars(owner).setdefault("shared_projects", {})
    if name not in known:
        known[name] = make_project(owner, name, **members)
    return known[name]


def add_to_project(owner, project, person, role):
    """A person, or the address of somebody without an account."""
    email = person if isinstance(person, str) else person.email
    made = owner.client.post(project_path(project, "/members"), {"email": email, "role": role},
                             expect=201).json
    return made.get("member")


def project_path(project, rest=""):
    return f"{PROJECTS}/{project['id']}{rest}"


def task_path(task, rest=""):
    return f"{TASKS}/{task['id']}{rest}"


def make_project_task(person, project, title="Dig", **options):
    return person.client.post(project_path(project, "/tasks"), {"title": title, **options},
                              expect=201).json


def make_project_event(person, project, start="2024-01-15T09:00:00Z", end="2024-01-15T10:00:00Z",
                       **options):
    body = {"title": "Meeting", "startDate": start, "endDate": end, **options}
    return person.client.post(project_path(project, "/events"), body, expect=201).json


def make_tag(person, project, name=None, color="#FF0000"):
    name = name or f"tag {uuid.uuid4().hex}"
    return person.client.post(project_path(project, "/tags"), {"name": name, "color": color},
                              expect=201).json


def make_comment(person, task, text="Hello", **options):
    return person.client.post(task_path(task, "/comments"), {"text": text, **options},
                              expect=201).json


def make_link(person, task, url="https://example.com/plan"):
    return person.client.post(task_path(task, "/attachments"), {"name": "Plan", "url": url},
                              expect=201).json


def notification_of(person, task, kind="ASSIGNED"):
    """What a person was told of a task, as soon as they are."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        for each in person.client.get("/api/v1/notifications").json["notifications"]:
            if (each["taskId"], each["kind"]) == (task["id"], kind):
                return each
        time.sleep(0.05)
    raise AssertionError(f"nobody told of {task}")
