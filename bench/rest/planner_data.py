"""The planners of many people, as items of the tables: the same in every run of a year.

Everybody has the events and series of one of a few lives, with ids of their own."""

import base64
import datetime
import hashlib
import random
import zoneinfo

LIVES = 50
EVENTS = 300
PLACEHOLDER = "@@@@@@@@"  # bench_fill puts the name of a person there.
TABLE = "ProductivityData"
ACCOUNTS = "norn"
ZONES = ["Europe/Berlin", "America/New_York", "Asia/Kolkata"]
YEAR = datetime.date.today().year
FIRST_DAY = datetime.date(YEAR, 1, 1)
DAYS = 365
LONGEST_DAYS = 5
WRITTEN = f"{YEAR - 1}-11-03T10:30:00Z"
SESSION_DAYS = 30

TITLES = [
    "Standup", "Dentist", "Swimming lesson", "Parents' evening", "Choir rehearsal",
    "Lunch with Mia", "Zahnarzt für Jörg", "Réunion de l'équipe", "Board meeting: budget",
    "Pick up the parcel", "Water the plants", "Call the plumber", "Yoga", "Piano lesson",
    "Car inspection", "Book club: \"The Dispossessed\"", "Bin day (paper)", "Release"]
DESCRIPTIONS = [
    "Bring the documents of last year.", "Agenda:\n- figures of the quarter\n- hiring\n- other",
    "Meet at the main entrance at ten to nine. Whoever comes later takes the side door, the code "
    "is in the mail of last week.", "https://meet.example.com/abc-defg-hij"]
LOCATIONS = ["Room 4.12", "Zoom", "Town hall, 1st floor", "At home", "Café Müller"]
COLORS = ["#3B82F6", "#EF4444", "#10B981", "#F59E0B", "#8B5CF6"]
TAGS = ["work", "family", "health", "home", "travel"]

WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
# Ten series: about 25 occurrences in a week.
RULES = ["FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=WEEKLY;BYDAY=TU,TH", "FREQ=WEEKLY;BYDAY=SA",
         "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH", "FREQ=DAILY", "FREQ=DAILY", "FREQ=MONTHLY;BYMONTHDAY=15",
         "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=YEARLY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"]
ALL_DAY = {8}
MOVED = 0    # A weekly series: one occurrence is two hours later.
RENAMED = 4  # A daily one: one occurrence has another title, and one is left out.


def utc_text(instant):
    return instant.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


class Thing:
    """One event or occurrence: its id, its title, and when it is; days when it is all day."""

    def __init__(self, thing_id, title, start, end):
        self.id = thing_id
        self.title = title
        self.start = start
        self.end = end

    def is_in(self, first, last, zone):
        """Whether something of it is on these days (both included) in the zone."""
        begin, end = first, last + datetime.timedelta(1)
        if isinstance(self.start, datetime.datetime):
            begin, end = (datetime.datetime.combine(day, datetime.time(), zone)
                          for day in (begin, end))
        return self.start < end and self.end > begin


class Series:
    def __init__(self, life, place):
        dice = random.Random(f"series {life} {place}")
        self.id = f"mst_{new_uuid(dice)}"
        self.place = place
        self.rule = RULES[place]
        self.title = f"{dice.choice(TITLES)} {place}"
        self.details = details(dice)
        self.zone = zoneinfo.ZoneInfo(ZONES[(life + place) % len(ZONES)])
        self.time = datetime.time(dice.randint(7, 19), dice.choice((0, 30)))
        self.minutes = dice.choice((15, 30, 60, 90))
        # In the year before, so that there is something in every week.
        day = datetime.date(YEAR - 1, 3, dice.randint(1, 20))
        while not self.occurs(day, day):
            day += datetime.timedelta(1)
        self.first = day
        self.left_out = FIRST_DAY + datetime.timedelta(dice.randrange(DAYS))
        self.changed = FIRST_DAY + datetime.timedelta(dice.randrange(DAYS - 7))
        while not self.occurs(self.changed, self.first) or self.changed == self.left_out:
            self.changed += datetime.timedelta(1)

    def occurs(self, day, first):
        """Whether the rule has this day, when it begins on another."""
        parts = dict(part.split("=") for part in self.rule.split(";"))
        names = parts.get("BYDAY", "").split(",")
        match parts["FREQ"]:
            case "WEEKLY":
                weeks = (day - first + datetime.timedelta(first.weekday())).days // 7
                return (WEEKDAYS[day.weekday()] in names
                        and weeks % int(parts.get("INTERVAL", "1")) == 0)
            case "MONTHLY" if "BYMONTHDAY" in parts:
                return day.day == int(parts["BYMONTHDAY"])
            case "MONTHLY":  # The last Friday.
                return day.weekday() == 4 and (day + datetime.timedelta(7)).month != day.month
            case "YEARLY":
                return (day.month, day.day) == (first.month, first.day)
        return True

    def times(self, day, hours_later=0):
        if self.place in ALL_DAY:
            return day, day + datetime.timedelta(1)
        start = datetime.datetime.combine(day, self.time, self.zone)
        start = start.astimezone(datetime.timezone.utc) + datetime.timedelta(hours=hours_later)
        return start, start + datetime.timedelta(minutes=self.minutes)

    def occurrence(self, day):
        """None when it is left out."""
        if self.place == RENAMED and day == self.left_out:
            return None
        changed = day == self.changed and self.place in (MOVED, RENAMED)
        later = 2 if changed and self.place == MOVED else 0
        title = self.title + " (changed)" if changed and self.place == RENAMED else self.title
        return Thing(f"inst_{day:%Y%m%d}_{self.id[4:]}", title, *self.times(day, later))

    def occurrences(self, first, last):
        """Those of some days, and of those around them, in which they may be by other clocks."""
        for number in range(-2, (last - first).days + 3):
            day = first + datetime.timedelta(number)
            if day >= self.first and self.occurs(day, self.first):
                if found := self.occurrence(day):
                    yield found

    def items(self):
        keys = {"GSI2PK": text(f"MASTER#{self.id}"), "masterId": text(self.id)}
        has_exceptions = self.place in (MOVED, RENAMED)
        left_out = [text(f"{self.left_out:%Y%m%d}")] if self.place == RENAMED else []
        zone = None if self.place in ALL_DAY else str(self.zone)
        yield item("MASTER", f"MASTER#{self.id}", Thing(self.id, self.title,
                                                        *self.times(self.first)), zone) | {
            "GSI2SK": text("MASTER"), "rrule": text(self.rule), "rruleUntil": {"NULL": True},
            "exdate": {"L": left_out}, "rdate": {"L": []},
            "hasExceptions": {"BOOL": has_exceptions}, "icalUid": text(f"{self.id}@norn"),
            "sequence": {"N": "0"}} | keys | self.details
        if not has_exceptions:
            return
        tag = f"{self.changed:%Y%m%d}"
        fields = ["startUtc", "endUtc"] if self.place == MOVED else ["title"]
        yield item("INSTANCE", f"INSTANCE#{self.id}#{tag}", self.occurrence(self.changed), zone) | {
            "GSI2SK": text(f"INSTANCE#{tag}"),
            "recurrenceId": text(utc_text(self.times(self.changed)[0])),
            "modifiedFields": {"L": [text(name) for name in fields]}} | keys | self.details


class Life:
    def __init__(self, number):
        self.zone = zoneinfo.ZoneInfo(ZONES[number % len(ZONES)])
        self.events = [self.event(number, place) for place in range(EVENTS)]
        self.series = [Series(number, place) for place in range(len(RULES))]

    def event(self, life, place):
        """Of twenty events two are whole days, and one lasts several."""
        dice = random.Random(f"event {life} {place}")
        day = FIRST_DAY + datetime.timedelta(place * DAYS // EVENTS)
        event_id = f"evt_{new_uuid(dice)}"
        title = f"{dice.choice(TITLES)} {place}"
        if place % 20 < 3:
            days = dice.randint(2, LONGEST_DAYS) if place % 20 == 0 else 1
            thing = Thing(event_id, title, day, day + datetime.timedelta(days))
            return thing, None, details(dice)
        zone = zoneinfo.ZoneInfo(dice.choice(ZONES))
        start = datetime.datetime.combine(
            day, datetime.time(dice.randint(7, 19), dice.choice((0, 15, 30, 45))), zone)
        start = start.astimezone(datetime.timezone.utc)
        end = start + datetime.timedelta(minutes=dice.choice((30, 60, 90, 120)))
        return Thing(event_id, title, start, end), str(zone), details(dice)

    def things(self, first, last):
        """What there is on these days, both included, by id; ids have the placeholder."""
        everything = [event[0] for event in self.events]
        for series in self.series:
            everything += series.occurrences(first, last)
        return {thing.id: thing.title for thing in everything
                if thing.is_in(first, last, self.zone)}

    def items(self):
        yield user_meta(str(self.zone))
        for thing, zone, more in self.events:
            yield item("EVENT", f"EVENT#{thing.id}", thing, zone) | {
                "endTzid": {"NULL": True}, "icalUid": text(f"{thing.id}@norn"),
                "sequence": {"N": "0"}} | more
        for series in self.series:
            yield from series.items()


def text(value):
    return {"S": value}


def new_uuid(dice):
    """One whose first part is the person's."""
    digits = f"{dice.getrandbits(96):024x}"
    return f"{PLACEHOLDER}-{digits[:4]}-4{digits[5:8]}-8{digits[9:12]}-{digits[12:]}"


def user_id(name):
    return f"{name}-0000-4000-8000-000000000000"


def details(dice):
    """What else people say of a thing."""
    chosen = {"status": text("CONFIRMED"), "links": {"L": []}}
    if dice.random() < 0.4:
        chosen["description"] = text(dice.choice(DESCRIPTIONS))
    if dice.random() < 0.4:
        chosen["location"] = text(dice.choice(LOCATIONS))
    if dice.random() < 0.5:
        chosen["color"] = text(dice.choice(COLORS))
    if dice.random() < 0.5:
        chosen["tags"] = {"SS": sorted(dice.sample(TAGS, dice.randint(1, 2)))}
    if dice.random() < 0.7:
        chosen["reminderMinutes"] = {"NS": ["15"]}
    return chosen


def item(entity_type, sort_key, thing, zone):
    """What all kinds have."""
    owner = f"USER#{user_id(PLACEHOLDER)}"
    is_all_day = zone is None
    times = [str(time) if is_all_day else utc_text(time) for time in (thing.start, thing.end)]
    names = ("startDate", "endDate") if is_all_day else ("startUtc", "endUtc")
    return {
        "PK": text(owner), "SK": text(sort_key), "GSI1PK": text(f"{owner}#{times[0][:4]}"),
        "GSI1SK": text(times[0]), "entityType": text(entity_type), "eventId": text(thing.id),
        "title": text(thing.title), "isAllDay": {"BOOL": is_all_day},
        names[0]: text(times[0]), names[1]: text(times[1]),
        "startTzid": {"NULL": True} if is_all_day else text(zone),
        "version": {"N": "1"}, "createdAt": text(WRITTEN), "updatedAt": text(WRITTEN)}


def user_meta(zone):
    owner = user_id(PLACEHOLDER)
    number = {"N": "0"}
    return {
        "PK": text(f"USER#{owner}"), "SK": text(f"USER_META#{owner}"),
        "entityType": text("USER_META"), "userId": text(owner), "defaultTzid": text(zone),
        "longestEventMinutes": {"N": str(LONGEST_DAYS * 24 * 60)},
        "preferences": {"M": {
            "weekStart": {"N": "1"}, "defaultEventDuration": {"N": "30"},
            "defaultCalendarIncrement": {"N": "15"}, "defaultReminderMinutes": {"L": [{"N": "15"}]},
            "theme": text("auto"), "autoArchiveCompletedTasks": {"BOOL": True},
            "autoArchiveDelayHours": {"N": "24"}, "enableBrowserNotifications": {"BOOL": False},
            "enableSoundNotifications": {"BOOL": False}}},
        "stats": {"M": {
            "totalEvents": number, "totalTasks": number, "totalReminders": number,
            "totalNotes": number, "upcomingEvents": number, "overdueTasks": number,
            "lastEventCreated": {"NULL": True}, "lastTaskCompleted": {"NULL": True}}},
        "version": {"N": "1"}, "createdAt": text(WRITTEN), "updatedAt": text(WRITTEN)}


class Person:
    """Somebody who is signed in."""

    def __init__(self, number, lives):
        # Multiplying spreads them over all keys, each another one.
        self.name = f"{(number + 1) * 2654435761 % 2**32:08x}"
        self.id = user_id(self.name)
        self.life = lives[number % len(lives)]
        digest = hashlib.sha256(f"secret {number}".encode()).digest()
        self.secret = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()

    @property
    def cookie(self):
        return f"norn={self.id}.{self.secret}"

    def expected(self, first, last):
        return {thing_id.replace(PLACEHOLDER, self.name): title
                for thing_id, title in self.life.things(first, last).items()}

    def account_items(self):
        now = datetime.datetime.now(datetime.timezone.utc)

        def stamp(time):
            return text(time.strftime("%Y-%m-%dT%H:%M:%S.000Z"))

        end = now + datetime.timedelta(SESSION_DAYS)
        owner = text(f"USER#{self.id}")
        yield {"PK": owner, "SK": text("ACCOUNT"), "entityType": text("ACCOUNT"),
               "userId": text(self.id), "administrator": {"BOOL": False},
               "emailVerified": {"BOOL": True}, "sessionEpoch": {"N": "0"},
               "createdAt": stamp(now), "updatedAt": stamp(now)}
        secret_hash = hashlib.sha256(self.secret.encode()).hexdigest()
        yield {"PK": owner, "SK": text(f"SESSION#{secret_hash}"), "entityType": text("SESSION"),
               "id": text(self.id), "userId": text(self.id), "method": text("password"),
               "address": text("127.0.0.1"), "userAgent": text("wrk"), "epoch": {"N": "0"},
               "createdAt": stamp(now), "lastSeenAt": stamp(now), "expiresAt": stamp(end),
               "ttl": {"N": str(int(end.timestamp()))}}
