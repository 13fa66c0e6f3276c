"""Places, bookings and wishes, made over the API."""

import datetime
import itertools
import urllib.parse

PLACES = "/api/v1/places"
BOOKINGS = "/api/v1/bookings"
WISHES = "/api/v1/wishes"
COLOR = "#22C55E"


def today():
    """In UTC. Asked for when it is needed, because tests run past midnight."""
    return datetime.datetime.now(datetime.timezone.utc).date()


# Far enough away not to be over while tests run, and near enough to be among one's own bookings.
YEAR = today().year + 1
_numbers = itertools.count(1)


def day(text, year=YEAR):
    """ "07-01": of next year. A whole date stays as it is."""
    return text if len(text) > len("07-01") else f"{year}-{text}"


def days_from_today(count):
    return (today() + datetime.timedelta(days=count)).isoformat()


def nights_of(first, end):
    """The nights of a stay, one by one."""
    start, after = (datetime.date.fromisoformat(day(text)) for text in (first, end))
    return [(start + datetime.timedelta(days=n)).isoformat() for n in range((after - start).days)]


def settings_of(name="Cottage", **options):
    return {"name": name, "color": COLOR, "pricePerNight": 10_000, **options}


def make_place(administrator, /, name=None, member=(), viewer=(), **options):
    """A place; its members are given by role: member=bob, or viewer=[bob, cleo]."""
    body = settings_of(name or f"Cottage {next(_numbers)}", **options)
    place = administrator.client.post(PLACES, body, expect=201).json
    for role, people in (("member", member), ("viewer", viewer)):
        for person in people if isinstance(people, (list, tuple)) else [people]:
            add_to_place(administrator, place, person, role)
    return place


def add_to_place(administrator, place, person, role):
    """Adds somebody who has proved nothing: as an administrator they come by way of another
    role."""
    members = f"{place_path(place)}/members"
    first = "member" if role == "administrator" else role
    member = administrator.client.post(members, {"email": person.email, "role": first},
                                       expect=201).json["member"]
    if first == role:
        return member
    return administrator.client.patch(f"{members}/{person.id}", {"role": role},
                                      etag=member["etag"]).json


def place_path(place, rest=""):
    """Of a place, or of its id."""
    return f"{PLACES}/{place if isinstance(place, str) else place['id']}{rest}"


def booking_path(booking):
    return place_path(booking["resourceId"], f"/events/{booking['id']}")


def stay(first, end, **options):
    return {"start": day(first), "end": day(end), **options}


def book(person, place, first="07-01", end="07-04", **options):
    return person.client.post(place_path(place, "/events"), stay(first, end, **options),
                              expect=201).json


def make_wish(person, place, nights, **options):
    """For the nights of something that is in the way."""
    return person.client.post(place_path(place, "/wishes"),
                              {"start": nights["start"], "end": nights["end"], **options},
                              expect=201).json


def range_query(first="01-01", end=None, **options):
    return "?" + urllib.parse.urlencode(
        {"start": day(first), "end": day(end or f"{YEAR + 1}-01-01"), **options})


def feed_path(person, place):
    url = person.client.post(place_path(place, "/feed"), expect=201).json["url"]
    return urllib.parse.urlsplit(url).path


def feed_secret(person, place):
    return feed_path(person, place).split("/")[2]
