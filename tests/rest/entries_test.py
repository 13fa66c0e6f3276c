"""Entries of all four kinds: made, changed into one another, moved, listed by day."""

import itertools

from people import (all_day, entry_path, make_calendar, make_entry, multi_day, path_of, task, timed)
from rest_case import RestCase, on_every_store

KINDS = {
    "MultiDay": {"type": "MultiDay", "start": "2024-01-15", "end": "2024-01-17"},
    "AllDay": {"type": "AllDay"},
    "Timed": {"type": "Timed", "start": "10:00:00", "end": "11:30:00"},
    "Task": {"type": "Task", "completed": True},
}


class EntriesCase(RestCase):
    def change(self, entry, body, expect=200):
        return self.anna().client.patch(entry_path(entry), body, etag=entry["etag"], expect=expect)


@on_every_store
class EntriesTest(EntriesCase):
    def test_an_entry_is_what_was_sent(self):
        calendar = make_calendar(self.anna(), color="#AABBCC")
        rows = ((timed(start="09:00", end="09:30", description="Two\nlines", location="Zoom"),
                 {"date": "2024-01-15", "description": "Two\nlines", "location": "Zoom",
                  "kind": {"type": "Timed", "start": "09:00:00", "end": "09:30:00"}}),
                (all_day(color="#112233"), {"color": "#112233", "kind": {"type": "AllDay"}}),
                (task(completed=True), {"kind": {"type": "Task", "completed": True}}),
                (multi_day(), {"date": "2024-01-14", "kind": {
                    "type": "MultiDay", "start": "2024-01-14", "end": "2024-01-16"}}),
                (multi_day(date="2024-01-14"), {"date": "2024-01-14"}),
                (all_day("  Ünïcödé 🎉 "), {"title": "Ünïcödé 🎉"}))
        for body, expected in rows:
            reply = self.anna().client.post(f"{path_of(calendar)}/entries", body, expect=201)
            entry = reply.json
            self.assertEqual(reply.headers["Location"], entry_path(entry))
            self.assertEqual(reply.etag, entry["etag"])
            expected = {"calendarId": calendar["id"], "color": "#AABBCC", "description": None,
                        "location": None, "title": body["title"]} | expected
            self.assertEqual({name: entry[name] for name in expected}, expected)
            self.assertEqual(self.anna().client.get(entry_path(entry)).json, entry)

    def test_what_is_no_entry_is_refused_with_its_field(self):
        calendar = make_calendar(self.anna())
        rows = (
            (all_day(""), "title"), (all_day("x" * 501), "title"), (all_day("a\u0001"), "title"),
            (all_day(None), "title"), (all_day(date="2024-02-30"), "date"),
            (all_day(date="2024-1-5"), "date"), (all_day(date="tomorrow"), "date"),
            (all_day(date=20240115), "date"), ({"title": "x", "kind": {"type": "AllDay"}}, "date"),
            (all_day(color="red"), "color"), (all_day(description="x" * 10_001), "description"),
            (all_day(location="x" * 501), "location"), (all_day(location="a\nb"), "location"),
            ({"title": "x", "date": "2024-01-15"}, "kind"), (all_day(kind=None), "kind"),
            (all_day(kind="AllDay"), "kind"), (all_day(kind={"type": "Weekly"}), "kind.type"),
            (all_day(kind={}), "kind.type"), (timed(start="25:00"), "kind.start"),
            (timed(start="9:00"), "kind.start"), (timed(end="09:60"), "kind.end"),
            (timed(start="10:00", end="10:00"), "kind.end"),
            (timed(start="10:00", end="09:00"), "kind.end"),
            (timed(kind={"type": "Timed", "start": "09:00"}), "kind.end"),
            (multi_day(end="2024-01-13"), "kind.end"), (multi_day(end="2024-02-30"), "kind.end"),
            (multi_day(end="2054-01-13"), "kind.end"), (multi_day(date="2024-01-15"), "date"),
            (task(completed="yes"), "kind.completed"),
            (all_day(kind={"type": "AllDay", "start": "2024-01-15"}), "kind.start"),
            (all_day(calendarId=calendar["id"]), "calendarId"), (all_day(extra=1), "extra"))
        for body, field in rows:
            with self.subTest(body=str(body)[:120]):
                reply = self.anna().client.post(f"{path_of(calendar)}/entries", body, expect=400)
                self.assert_problem(reply, 400, field)

    def test_every_kind_becomes_every_other(self):
        calendar = make_calendar(self.anna())
        for before, after in itertools.permutations(KINDS, 2):
            with self.subTest(before=before, after=after):
                entry = make_entry(self.anna(), calendar, {
                    "title": before, "date": "2024-01-15", "kind": KINDS[before]})
                changed = self.change(entry, {"title": after, "kind": KINDS[after]}).json
                self.assertEqual((changed["kind"], changed["date"], changed["title"]),
                                 (KINDS[after], "2024-01-15", after))
                self.assertEqual(self.anna().client.get(entry_path(entry)).json, changed)

    def test_only_what_is_sent_changes(self):
        entry = make_entry(self.anna(), make_calendar(self.anna()),
                           timed(description="Long", location="Zoom"))
        changed = self.change(entry, {"location": None, "color": "#000000"}).json
        same = {name: changed[name] for name in entry if name not in (
            "location", "color", "etag", "updatedAt")}
        self.assertEqual(same, {name: entry[name] for name in same})
        self.assertEqual((changed["location"], changed["color"]), (None, "#000000"))

    def test_a_change_is_refused_like_a_creation(self):
        entry = make_entry(self.anna(), make_calendar(self.anna()))
        rows = (({"title": ""}, "title"), ({"title": None}, "title"), ({"date": "x"}, "date"),
                ({"color": "x"}, "color"), ({"kind": {"type": "Timed", "start": "10:00",
                                                      "end": "09:00"}}, "kind.end"),
                ({"calendarId": "x"}, "calendarId"), ({"id": entry["id"]}, "id"),
                ({"kind": {"type": "MultiDay", "start": "2024-01-15", "end": "2024-01-16"},
                  "date": "2024-01-16"}, "date"))
        for body, field in rows:
            with self.subTest(body=body):
                reply = self.anna().client.send("PATCH", entry_path(entry), body,
                                                {"If-Match": f'"{entry["etag"]}"'})
                self.assertIn(reply.status, (400, 404) if field == "calendarId" else (400,))
                self.assert_problem(reply, reply.status, field if reply.status == 400 else None)

    def test_a_task_is_ticked_off_and_on_again(self):
        entry = make_entry(self.anna(), make_calendar(self.anna()), task())
        path = f"{entry_path(entry)}/completed"
        for completed in (True, True, False):
            changed = self.anna().client.put(path, {"completed": completed}).json
            self.assertEqual(changed["kind"], {"type": "Task", "completed": completed})
        self.assert_problem(self.anna().client.put(path, {"completed": 1}, expect=400), 400,
                            "completed")
        self.assert_problem(self.anna().client.put(path, {}, expect=400), 400, "completed")

    def test_only_tasks_can_be_ticked_off(self):
        calendar = make_calendar(self.anna())
        for body in (all_day(), timed(), multi_day()):
            entry = make_entry(self.anna(), calendar, body)
            self.anna().client.put(f"{entry_path(entry)}/completed", {"completed": True},
                                   expect=409)

    def test_an_entry_moves_to_another_day(self):
        calendar = make_calendar(self.anna())
        entry = make_entry(self.anna(), calendar, timed("Dentist"))
        self.change(entry, {"date": "2024-02-05"})
        self.assert_soon(lambda: self.titles(self.anna(), calendar), [])
        self.assert_soon(lambda: self.titles(self.anna(), calendar, "2024-02-05", "2024-02-05"),
                         ["Dentist"])

    def test_a_multi_day_entry_moves_as_a_whole(self):
        entry = make_entry(self.anna(), make_calendar(self.anna()), multi_day())
        moved = self.change(entry, {"date": "2024-02-28"}).json
        self.assertEqual((moved["date"], moved["kind"]), ("2024-02-28", {
            "type": "MultiDay", "start": "2024-02-28", "end": "2024-03-01"}))

    def test_an_entry_moves_to_another_calendar(self):
        anna, bob = self.anna(), self.bob()
        here, there = make_calendar(anna), make_calendar(bob, writer=anna)
        only_read, foreign = make_calendar(bob, reader=anna), make_calendar(bob)
        entry = make_entry(anna, here, multi_day("Trip"))
        self.change(entry, {"calendarId": only_read["id"]}, expect=403)
        self.change(entry, {"calendarId": foreign["id"]}, expect=404)
        moved = self.change(entry, {"calendarId": there["id"]}).json
        self.assertEqual(moved["calendarId"], there["id"])
        self.assertEqual(bob.client.get(entry_path(entry)).json, moved)
        self.assert_soon(lambda: self.titles(anna, here), [])
        # It runs over the range that is asked for, in its new calendar too.
        self.assert_soon(lambda: self.titles(bob, there, "2024-01-16", "2024-01-20"), ["Trip"])

    def test_a_deleted_entry_is_gone(self):
        calendar = make_calendar(self.anna())
        entry = make_entry(self.anna(), calendar)
        self.anna().client.delete(entry_path(entry), etag=entry["etag"], expect=204)
        self.anna().client.get(entry_path(entry), expect=404)
        self.assert_soon(lambda: self.titles(self.anna(), calendar), [])


@on_every_store
class RangesTest(EntriesCase):
    def test_a_range_has_everything_that_touches_it(self):
        calendar = make_calendar(self.anna())
        for body in (multi_day("ends before", "2024-01-01", "2024-01-09"),
                     multi_day("ends on the first day", "2024-01-01", "2024-01-10"),
                     multi_day("runs all the time", "2023-01-01", "2025-01-01"),
                     multi_day("within", "2024-01-12", "2024-01-13"),
                     multi_day("begins on the last day", "2024-01-20", "2024-03-01"),
                     multi_day("begins after", "2024-01-21", "2024-01-22"),
                     all_day("before", "2024-01-09"), all_day("first", "2024-01-10"),
                     all_day("last", "2024-01-20"), all_day("after", "2024-01-21")):
            make_entry(self.anna(), calendar, body)
        self.assert_soon(lambda: self.titles(self.anna(), calendar, "2024-01-10", "2024-01-20"),
                         ["runs all the time", "ends on the first day", "first", "within",
                          "begins on the last day", "last"])

    def test_an_entry_that_became_longer_is_found(self):
        calendar = make_calendar(self.anna())
        entry = make_entry(self.anna(), calendar, all_day("Grows", "2024-01-01"))
        entry = self.change(entry, {"kind": {"type": "MultiDay", "start": "2024-01-01",
                                             "end": "2024-03-31"}}).json
        for start, end, found in (("2024-03-31", "2024-03-31", ["Grows"]),
                                  ("2024-04-01", "2024-04-01", [])):
            self.assert_soon(lambda: self.titles(self.anna(), calendar, start, end), found)

    def test_the_order_of_a_day(self):
        calendar = make_calendar(self.anna())
        for body in (timed("b late", start="15:00", end="16:00"), task("b task"), all_day("b day"),
                     multi_day("b trip"), timed("a late", start="15:00", end="15:30"),
                     timed("z early", start="08:00", end="08:30"), task("a task", completed=True),
                     all_day("a day"), multi_day("a trip")):
            make_entry(self.anna(), calendar, body)
        def fifteenth():
            range_ = self.entries(self.anna(), calendar, "2024-01-15", "2024-01-15")
            titles = {each["id"]: each["title"] for each in range_["entries"]}
            return [[titles[entry] for entry in day["entries"]] for day in range_["days"]]
        self.assert_soon(fifteenth, [["a trip", "b trip", "a day", "b day", "a task", "b task",
                                      "z early", "a late", "b late"]])

    def test_a_multi_day_entry_is_on_each_of_its_days(self):
        calendar = make_calendar(self.anna())
        trip = make_entry(self.anna(), calendar, multi_day("Trip", "2024-01-14", "2024-01-17"))
        day = make_entry(self.anna(), calendar, all_day("Day", "2024-01-16"))
        def days():
            range_ = self.entries(self.anna(), calendar, "2024-01-15", "2024-01-31")
            self.assertEqual((range_["from"], range_["to"]), ("2024-01-15", "2024-01-31"))
            return range_["days"]
        self.assert_soon(days, [{"date": "2024-01-15", "entries": [trip["id"]]},
                                {"date": "2024-01-16", "entries": [trip["id"], day["id"]]},
                                {"date": "2024-01-17", "entries": [trip["id"]]}])

    def test_a_range_that_is_none_is_refused(self):
        path = f"{path_of(make_calendar(self.anna()))}/entries"
        rows = (("", "from"), ("?from=2024-01-01", "to"), ("?to=2024-01-01", "from"),
                ("?from=2024-01-32&to=2024-02-01", "from"), ("?from=2024-01-01&to=x", "to"),
                ("?from=2024-01-02&to=2024-01-01", "to"), ("?from=2024-01-01&to=2025-02-05", "to"))
        for query, field in rows:
            with self.subTest(query=query):
                reply = self.anna().client.get(path + query, expect=400)
                self.assert_problem(reply, 400, field)
        self.anna().client.get(f"{path}?from=2024-01-01&to=2025-02-03")  # 400 days
