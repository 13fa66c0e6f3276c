"""Hostile people: each has an account and does one thing without end. What the server says to it
does not matter; that it says it to nobody else's cost does."""

import http.client
import json
import os
import random
import socket
import time

import servers

SERIES = 300
LARGE = 200  # Events with a description of 10 kB.
IDLE_SOCKETS = 2000
STREAMS = 300
AT_ONCE = 8


def prepare(attackers):
    """What the attacks need to be expensive."""
    for attack, person in zip(ATTACKS, attackers):
        if attack in (ask_for_reminders, search):
            for number in range(SERIES):
                make(person, {
                    "title": f"Series {number}", "start": "2026-01-01T00:00",
                    "end": "2026-01-01T00:30", "startTzid": "UTC", "rrule": "FREQ=HOURLY",
                    "reminderMinutes": [5, 10, 15]})
        if attack is export:
            for number in range(LARGE):
                make(person, {
                    "title": f"Large {number}", "isAllDay": True, "startDate": "2026-01-01",
                    "endDate": "2026-01-02", "description": "x" * 10_000})


def make(person, event):
    """The server lets nobody write without end."""
    while True:
        try:
            return person.call("POST", "/api/v1/planner/events", event)
        except servers.Refused as refused:
            if ": 429 " not in str(refused):
                raise
            time.sleep(0.2)


def step_back():
    """Attackers have machines of their own; here they share ours, and get what the server, honest
    people and the kernel leave of it. SCHED_IDLE alone counts within a group of processes only: the
    kernel's own threads, which finish every write to the disk, wait for the group as a whole."""
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    for controller in ("/sys/fs/cgroup/cpu", "/sys/fs/cgroup"):  # Of version 1 and 2.
        group = os.path.join(controller, "norn-soak")
        try:
            os.makedirs(group, exist_ok=True)
            for name, value in (("cpu.idle", "1"), ("cgroup.procs", "0")):
                with open(os.path.join(group, name), "w", encoding="ascii") as file:
                    file.write(value)
            return
        except OSError:
            continue  # Without the rights for that, or without such groups.


def attack(what, person, stopping):
    """In a process of its own."""
    step_back()
    while not stopping.is_set():
        try:
            what(person, stopping)
        except (OSError, http.client.HTTPException, ValueError):
            time.sleep(0.05)  # Refused, which is as it should be.


def connect(person, timeout=servers.PATIENCE_S):
    return http.client.HTTPConnection("127.0.0.1", person.server.web_port, timeout=timeout,
                                      source_address=(person.address, 0))


def ask_often(person, stopping, path, seconds=10):
    """The same request many times at once, without waiting for the replies in turn."""
    connections = [connect(person) for _ in range(AT_ONCE)]
    end = time.monotonic() + seconds
    while not stopping.is_set() and time.monotonic() < end:
        for connection in connections:
            connection.request("GET", path, headers=person.headers())
        for connection in connections:
            connection.getresponse().read()
    for connection in connections:
        connection.close()


def ask_for_reminders(person, stopping):
    ask_often(person, stopping,
              "/api/v1/reminders?from=2026-05-01T00:00:00Z&to=2026-05-08T00:00:00Z")


def search(person, stopping):
    ask_often(person, stopping, "/api/v1/planner/search?q=nothing&from=2020-01-01&to=2060-01-01")


def export(person, stopping):
    ask_often(person, stopping, "/api/v1/planner/export")


def hold_sockets(person, stopping):
    """Connections that say nothing, and some that say half a request."""
    sockets = []
    for number in range(IDLE_SOCKETS):
        held = socket.socket()
        held.settimeout(2)
        try:
            held.bind((person.address, 0))
            held.connect(("127.0.0.1", person.server.web_port))
            if number % 2:
                held.sendall(b"GET /api/v1/calendars HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
            sockets.append(held)
        except OSError:
            held.close()
        if stopping.is_set():
            break
    stopping.wait(20)
    for held in sockets:
        held.close()


def own_calendar(person):
    calendars = person.call("GET", "/api/v1/calendars").json["calendars"]
    return calendars[0] if calendars else person.call(
        "POST", "/api/v1/calendars", {"name": "x" * 100, "color": "#000000"}).json


def hold_streams(person, stopping):
    """Streams of live changes that nobody reads, while things change."""
    streams = []
    for _ in range(STREAMS):
        connection = connect(person, timeout=2)
        try:
            connection.request("GET", "/api/v1/events", headers=person.headers())
            streams.append(connection)
        except OSError:
            connection.close()
    end = time.monotonic() + 20
    calendar = own_calendar(person)
    while not stopping.is_set() and time.monotonic() < end:
        name = random.choice("abcdefghij") * 100
        calendar = person.call("PATCH", f"/api/v1/calendars/{calendar['id']}", {"name": name},
                               person.headers() | {"If-Match": f'"{calendar["etag"]}"'}).json
        time.sleep(0.1)
    for connection in streams:
        connection.close()


def guess_passwords(person, stopping):
    connection = connect(person)
    while not stopping.is_set():
        connection.request("POST", "/api/v1/session", json.dumps({
            "email": f"person-{random.randrange(100)}@example.com",
            "password": f"guess {random.random()}"}), {"Content-Type": "application/json"})
        if connection.getresponse().read() is None:
            break
        time.sleep(0.02)


def send_nonsense(person, stopping):
    """Bodies that are none, are much too large or too deep."""
    bodies = (b"{", b"[" * 100_000, b'{"name":' + b"9" * 100_000 + b"}", b"\xff" * 1000,
              json.dumps({"name": "x" * 900_000, "color": "#000000"}).encode())
    while not stopping.is_set():
        connection = connect(person)
        try:
            connection.request("POST", "/api/v1/calendars", random.choice(bodies),
                               person.headers() | {"Content-Type": "application/json"})
            connection.getresponse().read()
        finally:
            connection.close()


def write_without_end(person, stopping):
    """As fast as it goes."""
    connection = connect(person)
    while not stopping.is_set():
        connection.request("POST", "/api/v1/planner/events", json.dumps({
            "title": "More", "isAllDay": True, "startDate": "2026-01-01",
            "endDate": "2026-01-02", "description": "x" * 5000}),
            person.headers() | {"Content-Type": "application/json"})
        connection.getresponse().read()


ATTACKS = (ask_for_reminders, search, export, hold_sockets, hold_streams, guess_passwords,
           send_nonsense, write_without_end)
