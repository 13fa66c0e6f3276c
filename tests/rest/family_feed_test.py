"""Birthdays, death days and weddings of family trees as a calendar file that other calendars
subscribe to, and which person of a tree a member is."""

import datetime

from family_things import (TREE_FEED, add_to_tree, couple_path, make_relative, make_tree,
                           make_tree_feed, marry, person_path, tree_path)
from rest_case import RestCase, on_every_store
from rest_client import CALENDAR

YEAR = datetime.datetime.now(datetime.timezone.utc).year


@on_every_store
class FamilyFeedTest(RestCase):
    def setUp(self):
        self.ada, self.ben = self.world.sign_up("Ada"), self.world.sign_up("Ben")
        self.tree = make_tree(self.ada, read=self.ben)
        self.anna = self.born("Anna", YEAR - 80, gender="Female")
        self.tom = self.born("Tom", YEAR - 50, gender="Male", parents=[self.anna])
        self.mia = self.born("Mia", YEAR - 20, gender="Female", parents=[self.tom])

    def born(self, name, year, **options):
        return make_relative(self.ada, self.tree, name, birthDate=f"{year}-06-15", **options)

    def read(self, path, headers=None):
        return self.visitor().send("GET", path, headers=headers)

    def titles(self, path, headers=None):
        """Those of this year, in their order."""
        reply = self.read(path, headers)
        self.assertEqual((reply.status, reply.content_type), (200, CALENDAR), reply.body)
        lines = reply.body.decode().replace("\r\n ", "").split("\r\n")
        starts = [line for line in lines if line.startswith("DTSTART;VALUE=DATE:")]
        titles = [line.removeprefix("SUMMARY:").replace("\\", "") for line in lines
                  if line.startswith("SUMMARY:")]
        self.assertEqual(len(starts), len(titles))
        return [title for start, title in zip(starts, titles) if start[19:23] == str(YEAR)]

    def say(self, person, relative, expect=200):
        body = {"personId": relative and relative["personId"]}
        return person.client.put(tree_path(self.tree, "/self"), body, expect=expect).json

    def test_it_has_the_ages_and_what_people_are_to_the_reader(self):
        path = make_tree_feed(self.ben)
        self.assert_soon(lambda: self.titles(path),
                         ["Anna Smith, 80", "Mia Smith, 20", "Tom Smith, 50"])
        self.assertEqual(self.say(self.ben, self.mia), {"personId": self.mia["personId"]})
        named = ["Anna Smith (grandmother), 80", "Mia Smith, 20", "Tom Smith (father), 50"]
        self.assert_soon(lambda: self.titles(path), named)
        self.ben.client.patch("/api/v1/account", {"language": "de"})
        german = ["Anna Smith (Großmutter), 80", "Mia Smith, 20", "Tom Smith (Vater), 50"]
        self.assertEqual(self.titles(path, {"Accept-Language": "zh-CN"}), german)
        self.assertEqual(self.titles(make_tree_feed(self.ada), {"Accept-Language": "zh-CN"})[0],
                         "Anna Smith，80 岁")
        text = self.read(path).body.decode()
        self.assertIn("TRANSP:TRANSPARENT\r\n", text)
        self.assertIn("X-WR-CALNAME:Familientage\r\n", text)
        # One event for each year, whose UID stays.
        uid = f"birthday-{self.tree['treeId']}-{self.anna['personId']}-{YEAR}@norn"
        self.assertEqual(text.replace("\r\n ", "").count(uid), 1)
        listed = self.ben.client.get(
            f"/api/v1/tree-anniversaries?from={YEAR}-06-15&to={YEAR}-06-15").json
        self.assertEqual([each["persons"][0]["kinship"] for each in listed["anniversaries"]],
                         ["Großmutter", None, "Vater"])

    def test_its_kinds_are_chosen(self):
        otto = self.born("Otto", YEAR - 70)
        self.ada.client.patch(person_path(self.anna), {"deathDate": f"{YEAR - 2}-06-16"},
                              etag=self.anna["etag"])
        marry(self.ada, self.tom, otto, status="Married")
        couple = self.ada.client.get(couple_path(self.tom, otto)).json
        self.ada.client.patch(couple_path(self.tom, otto), {"marriageDate": f"{YEAR - 25}-06-17"},
                              etag=couple["etag"])
        death, wedding = ("Anna Smith, died 2 years ago",
                          "Tom Smith and Otto Smith, married for 25 years")
        path = make_tree_feed(self.ada, "?kinds=deathDay,wedding")
        self.assertTrue(path.endswith("?kinds=deathDay,wedding"), path)
        self.assert_soon(lambda: self.titles(path), [death, wedding])
        bare = path.partition("?")[0]
        self.assertEqual(self.titles(bare + "?kinds=wedding"), [wedding])
        self.assertEqual(self.titles(bare)[0], "Anna Smith, born 80 years ago")
        for wrong in ("birthdays", "birthday,,wedding", ",", "birthday;wedding"):
            self.assert_problem(self.read(f"{bare}?kinds={wrong}"), 400, "kinds")
            self.assert_problem(self.ada.client.send("POST", f"{TREE_FEED}?kinds={wrong}"), 400,
                                "kinds")

    def test_it_is_the_same_as_long_as_nothing_changes(self):
        path = make_tree_feed(self.ada)
        self.assert_soon(lambda: len(self.titles(path)), 3)
        first = self.read(path)
        self.assertEqual(first.headers["Cache-Control"], "private, no-cache")
        same = self.read(path, {"If-None-Match": f'"{first.etag}"'})
        self.assertEqual((same.status, same.body), (304, b""))
        self.born("Zoe", YEAR - 1)
        self.assert_soon(
            lambda: self.read(path, {"If-None-Match": f'"{first.etag}"'}).status, 200)

    def test_its_state_and_its_end(self):
        self.assertEqual(self.ben.client.get(TREE_FEED).json, {"exists": False})
        path = make_tree_feed(self.ben)
        state = self.ben.client.get(TREE_FEED).json
        self.assertEqual((state["exists"], state["lastReadAt"]), (True, None))
        self.titles(path)
        self.assertIsNotNone(self.ben.client.get(TREE_FEED).json["lastReadAt"])
        self.assertEqual(self.ada.client.get(TREE_FEED).json, {"exists": False})
        newer = make_tree_feed(self.ben)
        self.assertEqual((self.read(path).status, self.read(newer).status), (404, 200))
        self.ben.client.delete(TREE_FEED, expect=204)
        self.ben.client.delete(TREE_FEED, expect=204)
        self.assertEqual(self.read(newer).status, 404)
        # The secret of one feed is not that of another.
        secret = make_tree_feed(self.ben).split("/")[2]
        for other in ("planner.ics", "place.ics"):
            self.assertEqual(self.read(f"/ical/{secret}/{other}").status, 404)

    def test_it_has_the_trees_of_members_only(self):
        zoe = self.world.sign_up("Zoe")
        open_tree = make_tree(self.ada, "Open", isPublic=True)
        make_relative(self.ada, open_tree, "Jim", birthDate=f"{YEAR - 44}-06-15")
        path = make_tree_feed(zoe)
        self.assertEqual(self.titles(path), [])  # Whoever may read it: it is not hers.
        member = add_to_tree(self.ada, open_tree, zoe, "read")
        self.assert_soon(lambda: self.titles(path), ["Jim Smith, 44"])
        self.ada.client.delete(tree_path(open_tree, f"/members/{member['userId']}"), expect=204)
        self.assertEqual(self.titles(path), [])

    def test_who_one_is_is_ones_own_affair(self):
        path = tree_path(self.tree, "/self")
        self.assertEqual(self.ben.client.get(path).json, {"personId": None})
        self.say(self.ben, self.mia)
        self.assertEqual(self.ada.client.get(path).json, {"personId": None})
        self.say(self.ben, None)
        self.assertEqual(self.ben.client.get(path).json, {"personId": None})
        for wrong, status in (({"personId": "nobody"}, 409), ({}, 400), ({"personId": 1}, 400)):
            self.assert_problem(self.ben.client.send("PUT", path, wrong), status, "personId")
        zoe = self.world.sign_up("Zoe")
        self.say(zoe, self.mia, expect=404)
        open_tree = make_tree(self.ada, "Open", isPublic=True)
        self.assert_problem(zoe.client.send("GET", tree_path(open_tree, "/self")), 403)
