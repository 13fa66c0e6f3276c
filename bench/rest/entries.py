"""The entries of a busy calendar, as items of the table: the same in every run."""

import datetime
import random
import uuid

TABLE = "calendsync"
ENTRIES = 10_000
DAYS = 1_015  # About 300 entries in a month.
FIRST_DAY = datetime.date(2025, 1, 1)
MONTH = (datetime.date(2026, 6, 1), datetime.date(2026, 6, 30))
LONGEST_DAYS = 14
BATCH = 25

TITLES = [
    "Standup", "Dentist", "Swimming lesson", "Parents' evening", "Choir rehearsal",
    "Lunch with Mia", "Zahnarzt für Jörg", "Réunion de l'équipe", "Board meeting: budget",
    "Pick up the parcel", "Water the plants", "Call the plumber", "Pay the rent",
    "Buy a birthday present for Zoë",
    "School trip", "Holidays in Brittany", "Conference", "Release of the new version",
    "Yoga", "Piano lesson", "Car inspection", "Book club: \"The Dispossessed\"", "Bin day (paper)"]
DESCRIPTIONS = [
    "Bring the documents of last year.", "Agenda:\n- figures of the quarter\n- hiring\n- other",
    "Room for twelve people; the projector is booked.",
    "Meet at the main entrance at ten to nine. Whoever comes later takes the side door, the code "
    "is in the mail of last week.", "https://meet.example.com/abc-defg-hij"]
LOCATIONS = ["Room 4.12", "Zoom", "Town hall, 1st floor", "At home", "Café Müller", "Main station"]
COLORS = ["#3B82F6", "#EF4444", "#10B981", "#F59E0B", "#8B5CF6"]


def kind_of(number, date, dice):
    """Of twenty entries one lasts several days, four a whole one, three are tasks."""
    place = number % 20
    if place == 0:
        last = date + datetime.timedelta(days=dice.randint(1, LONGEST_DAYS - 1))
        return {"type": {"S": "MultiDay"}, "start": {"S": str(date)}, "end": {"S": str(last)}}
    if place < 5:
        return {"type": {"S": "AllDay"}}
    if place < 8:
        return {"type": {"S": "Task"}, "completed": {"BOOL": dice.random() < 0.5}}
    hour, minute = dice.randint(7, 19), dice.choice((0, 15, 30, 45))
    return {"type": {"S": "Timed"}, "start": {"S": f"{hour:02}:{minute:02}:00"},
            "end": {"S": f"{hour + dice.randint(1, 3):02}:{minute:02}:00"}}


def item(calendar_id, number):
    dice = random.Random(number)
    entry_id = str(uuid.UUID(int=dice.getrandbits(128), version=4))
    date = FIRST_DAY + datetime.timedelta(days=number * DAYS // ENTRIES)
    written = {"S": f"{date - datetime.timedelta(days=dice.randint(1, 60))}T10:30:00Z"}

    def sometimes(texts):
        return {"S": dice.choice(texts)} if dice.random() < 0.4 else {"NULL": True}

    return {
        "PK": {"S": f"ENTRY#{entry_id}"},
        "SK": {"S": f"ENTRY#{entry_id}"},
        "GSI1PK": {"S": f"CAL#{calendar_id}"},
        "GSI1SK": {"S": f"ENTRY#{date}#{entry_id}"},
        "entityType": {"S": "ENTRY"},
        "id": {"S": entry_id},
        "calendarId": {"S": calendar_id},
        "title": {"S": dice.choice(TITLES)},
        "description": sometimes(DESCRIPTIONS),
        "location": sometimes(LOCATIONS),
        "date": {"S": str(date)},
        "color": {"S": dice.choice(COLORS)},
        "kind": {"M": kind_of(number, date, dice)},
        "createdAt": written,
        "updatedAt": written,
    }


def last_day(date, kind):
    """`kind` is as the REST API shows it."""
    return kind["end"] if kind["type"] == "MultiDay" else date


def expected_titles(first, last):
    """The titles of the entries that touch these days, by their ids."""
    titles = {}
    for number in range(1, ENTRIES):
        entry = item("", number)
        date = entry["date"]["S"]
        kind = {name: value.get("S") for name, value in entry["kind"]["M"].items()}
        if date <= last and last_day(date, kind) >= first:
            titles[entry["id"]["S"]] = entry["title"]["S"]
    return titles


def load(owner, calendar_id):
    """Fills the calendar. The first entry comes over REST and lasts as long as any, so that the
    calendar knows how far back a month has to be looked for."""
    last = FIRST_DAY + datetime.timedelta(days=LONGEST_DAYS - 1)
    owner.call("POST", f"/api/v1/calendars/{calendar_id}/entries", {
        "title": "Holidays", "kind": {"type": "MultiDay", "start": str(FIRST_DAY),
                                      "end": str(last)}})
    for first in range(1, ENTRIES, BATCH):
        numbers = range(first, min(first + BATCH, ENTRIES))
        puts = [{"PutRequest": {"Item": item(calendar_id, number)}} for number in numbers]
        reply = owner.server.call("BatchWriteItem", {"RequestItems": {TABLE: puts}})
        if reply.get("UnprocessedItems"):
            raise RuntimeError("not everything was written")


def windows():
    """All months of 30 days that lie in the time of the entries."""
    for day in range(LONGEST_DAYS, DAYS - 30):
        first = FIRST_DAY + datetime.timedelta(day)
        yield first, first + datetime.timedelta(29)


def check_month(reply):
    """Fails when the reply is not the month that was loaded. Returns how many entries it has."""
    first, last = map(str, MONTH)
    found = {entry["id"]: entry for entry in reply["entries"]}
    dates = [day["date"] for day in reply["days"]]
    right = dates == sorted(set(dates)) and first <= dates[0] and dates[-1] <= last
    titles = {id: entry["title"] for id, entry in found.items()}
    right = right and titles == expected_titles(first, last)
    for day in reply["days"]:
        touching = {id for id, entry in found.items()
                    if entry["date"] <= day["date"] <= last_day(entry["date"], entry["kind"])}
        right = right and set(day["entries"]) == touching
    if not right:
        raise RuntimeError("the month is not what was loaded")
    return len(found)
