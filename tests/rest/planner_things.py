"""Events, series and feeds of a planner, made over the API."""

import base64
import dataclasses
import urllib.parse

PLANNER = "/api/v1/planner"
EVENTS = f"{PLANNER}/events"
TASKS = f"{PLANNER}/tasks"
VIEW = f"{PLANNER}/view"
PREFERENCES = f"{PLANNER}/preferences"
STATS = f"{PLANNER}/stats"
FEED = f"{PLANNER}/feed"
IMPORT = f"{PLANNER}/import"
EXPORT = f"{PLANNER}/export"
REMINDERS = "/api/v1/reminders"

NEW_YORK = "America/New_York"
THIS_WEEK = "?from=2025-12-15&to=2025-12-21"

CALENDAR_FILE = "\r\n".join((
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//EN", "BEGIN:VEVENT",
    "UID:imported@example.com", "DTSTAMP:20251101T000000Z", "DTSTART:20251215T140000Z",
    "DTEND:20251215T143000Z", "SUMMARY:Imported", "END:VEVENT", "END:VCALENDAR", ""))


def meeting(title="Team Standup", start="2025-12-15T09:00", end="2025-12-15T09:30", **options):
    """Half an hour in New York, where it is five hours earlier than in UTC."""
    return {"title": title, "start": start, "end": end, "startTzid": NEW_YORK, **options}


def weekly(title="Weekly Team Standup", start="2025-01-06T10:00", end="2025-01-06T10:15",
           rrule="FREQ=WEEKLY;BYDAY=MO", **options):
    """On Mondays in New York."""
    return meeting(title, start, end, rrule=rrule, **options)


def whole_days(title="Holiday", first="2025-12-24", after="2025-12-27", **options):
    return {"title": title, "isAllDay": True, "startDate": first, "endDate": after, **options}


def make_event(person, body=None):
    return person.client.post(EVENTS, body or meeting(), expect=201).json


def make_planner_task(person, title="Call the plumber", **options):
    return person.client.post(TASKS, {"title": title, **options}, expect=201).json


def make_calendar_event(person, calendar, body=None):
    return person.client.post(f"/api/v1/calendars/{calendar['id']}/events", body or meeting(),
                              expect=201).json


def planner_path(thing, scope=None):
    """Of an event, a series or an occurrence, or of its id."""
    path = f"{EVENTS}/{thing if isinstance(thing, str) else thing['id']}"
    return f"{path}?scope={scope}" if scope else path


def reminder_id(owner_id, thing_id, minutes, app="planner"):
    """Of an event, or an occurrence, of a person's planner or of a calendar."""
    text = f"{app}#event#{owner_id}##{minutes}#{thing_id}"
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def occurrence_id(series, tag):
    return f"inst_{tag}_{series['id'].removeprefix('mst_')}"


def query_of(**parameters):
    return "?" + urllib.parse.urlencode({name: value for name, value in parameters.items()
                                         if value is not None},
                                        doseq=True)


@dataclasses.dataclass
class Feed:
    path: str
    secret: str


def make_feed(person):
    path = urllib.parse.urlsplit(person.client.post(FEED, expect=201).json["url"]).path
    return Feed(path, path.split("/")[2])
