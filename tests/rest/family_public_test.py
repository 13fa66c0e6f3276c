"""Public family trees without an account: only where an administrator allows it, only public trees,
and of the living nothing but that they are there."""

import itertools

from family_things import (SETTINGS, allow_public_trees, couple_path, link, make_relative,
                           make_tree, marry, tree_path)
from rest_case import RestCase, on_every_store

PUBLIC = "/api/v1/public/trees"
# What each of the people has of everything; "secret" is in all texts that may not be told.
LIVING = {"middleName": "Midsecret", "birthName": "Bornsecret", "preferredName": "Callsecret",
          "suffix": "Sufsecret", "gender": "Female", "birthDate": "1990-03-04",
          "birthPlace": "Placesecret", "biography": "Biosecret",
          "photoUrl": "https://example.org/secret.jpg"}
DEAD = LIVING | {"birthDate": "1850-03-04", "deathDate": "1900-05-06", "deathPlace": "Deathsecret"}
NAMES = ("firstName", "middleName", "lastName", "birthName", "preferredName", "suffix")
DETAILS = ("birthDate", "birthDateText", "deathDate", "deathDateText", "photoUrl")


@on_every_store
class PublicTreesTest(RestCase):
    def setUp(self):
        self.ada = self.world.sign_up("Ada")
        self.addCleanup(allow_public_trees, self.world.administrator, False)

    def allow(self, is_allowed=True):
        allow_public_trees(self.world.administrator, is_allowed)

    def family(self, **options):
        """A tree with a dead couple, their living child, and the child's spouse."""
        tree = make_tree(self.ada, "Open", description="About us", **options)
        self.dead = make_relative(self.ada, tree, "Dora", **DEAD)
        self.late = make_relative(self.ada, tree, "Dave", **DEAD)
        self.living = make_relative(self.ada, tree, "Firstsecret", "Lastsecret", **LIVING)
        self.spouse = make_relative(self.ada, tree, "Firstsecret", "Lastsecret", **LIVING)
        link(self.ada, self.dead, self.living, type="Adoptive", adoptionDate="1991-01-01",
             notes="Notesecret")
        for one, other in ((self.dead, self.late), (self.living, self.spouse)):
            marry(self.ada, one, other, status="Divorced")
            etag = self.ada.client.get(couple_path(one, other)).json["etag"]
            self.ada.client.patch(couple_path(one, other), {
                "marriageDate": "1890-06-07", "marriagePlace": "Wedsecret",
                "notes": "Notesecret"}, etag=etag)
        return tree

    def paths(self, tree, person):
        path = f"{PUBLIC}/{tree['treeId']}"
        return path, f"{path}/graph", f"{path}/persons/{person['personId']}"

    def test_who_reads_what(self):
        """Every setting and tree, by everybody: a session makes no difference here."""
        trees = {is_public: make_tree(self.ada, isPublic=is_public) for is_public in (True, False)}
        people = {key: make_relative(self.ada, tree, birthDate="1850-01-01")
                  for key, tree in trees.items()}
        clients = {"visitor": self.visitor(), "owner": self.ada.client,
                   "stranger": self.stranger().client}
        for is_allowed, is_public in itertools.product((False, True), (True, False)):
            self.allow(is_allowed)
            expected = 200 if is_allowed and is_public else 404
            for who, client in clients.items():
                for path in self.paths(trees[is_public], people[is_public]):
                    with self.subTest(who=who, is_allowed=is_allowed, is_public=is_public,
                                      path=path):
                        reply = client.send("GET", path)
                        self.assertEqual(reply.status, expected, reply.body)
                        if expected == 404:  # As if it did not exist.
                            none = client.send("GET", f"{PUBLIC}/none")
                            self.assertEqual(reply.json["code"], none.json["code"])
                        else:
                            self.assertIn("noindex", reply.headers["X-Robots-Tag"])

    def test_the_tree_says_nothing_of_its_owner(self):
        self.allow()
        tree = self.family(isPublic=True)
        reply = self.visitor().get(f"{PUBLIC}/{tree['treeId']}").json
        self.assertEqual(reply, {
            "treeId": tree["treeId"], "treeName": "Open", "description": "About us",
            "rootPersonId": self.dead["personId"], "personCount": 4})

    def test_of_the_living_nothing_is_told(self):
        self.allow()
        for shows_names in (False, True):
            with self.subTest(shows_names=shows_names):
                self.check_living(self.family(isPublic=True, showsLivingNames=shows_names),
                                  shows_names)

    def check_living(self, tree, shows_names):
        visitor = self.visitor()
        def graph():
            return visitor.get(f"{PUBLIC}/{tree['treeId']}/graph").json
        self.assert_soon(lambda: (len(graph()["persons"]), len(graph()["relationships"])), (4, 3))
        listed = {each["personId"]: each for each in graph()["persons"]}
        for person in (self.living, self.spouse):
            reply = visitor.send("GET", self.paths(tree, person)[2])
            for each in (listed[person["personId"]], reply.json["person"]):
                self.assertEqual((each["isLiving"], each["isHidden"], each["gender"],
                                  each["isDeceased"]), (True, not shows_names, "Unknown", False))
                for name in DETAILS:
                    self.assertIsNone(each[name], name)
                for name in NAMES:
                    self.assertEqual(each[name] or None,
                                     person[name] if shows_names else None, name)
            for name in ("birthPlace", "deathPlace", "biography"):
                self.assertIsNone(reply.json[name], name)
            if not shows_names:
                self.assertNotIn(b"secret", reply.body)
        for each in graph()["relationships"]:
            ids = {each.get("parentId"), each.get("childId"), each.get("person1Id"),
                   each.get("person2Id")}
            told = {key: value for key, value in each.items()
                    if not key.endswith("Id") and key != "relationshipType"}
            if {self.living["personId"], self.spouse["personId"]} & ids:
                self.assertEqual(set(told.values()), {None}, each)
            else:
                self.assertEqual(told, {"status": "Divorced", "marriageDate": "1890-06-07",
                                        "marriageDateText": None})

    def test_of_the_dead_it_is(self):
        self.allow()
        tree = self.family(isPublic=True)
        reply = self.visitor().get(self.paths(tree, self.dead)[2]).json
        person = reply["person"]
        for name in ("firstName", "lastName", "gender", "birthDate", "deathDate", "birthName"):
            self.assertEqual(person[name], self.dead[name], name)
        self.assertEqual((person["isLiving"], person["isHidden"]), (False, False))
        self.assertEqual((reply["birthPlace"], reply["deathPlace"], reply["biography"]),
                         ("Placesecret", "Deathsecret", "Biosecret"))
        # Nobody learns who wrote it, nor when.
        self.assertEqual(set(reply), {"person", "birthPlace", "deathPlace", "biography"})
        self.assertFalse({"createdBy", "updatedBy", "etag", "createdAt"} & set(person))

    def test_a_person_of_another_tree_is_not_there(self):
        self.allow()
        tree = self.family(isPublic=True)
        other = make_relative(self.ada, make_tree(self.ada, "Private"), birthDate="1850-01-01")
        for person_id in (other["personId"], "none", "a%23b"):
            reply = self.visitor().send("GET", f"{PUBLIC}/{tree['treeId']}/persons/{person_id}")
            self.assert_problem(reply, 404)
        # What becomes private is gone at once.
        etag = self.ada.client.get(tree_path(tree)).json["etag"]
        self.ada.client.patch(tree_path(tree), {"isPublic": False}, etag=etag)
        for path in self.paths(tree, self.dead):
            self.assert_problem(self.visitor().send("GET", path), 404)

    def test_the_setting_is_the_administrators(self):
        admin = self.world.administrator.client
        before = admin.get(SETTINGS).json
        self.assertFalse(before["publicTrees"])
        self.assertFalse(self.visitor().get("/api/v1/server").json["publicTrees"])
        changed = admin.put(SETTINGS, {"signUp": before["signUp"], "publicTrees": True}).json
        self.assertEqual(changed, before | {"publicTrees": True})
        self.assertTrue(self.visitor().get("/api/v1/server").json["publicTrees"])
        # Left out, it stays.
        admin.put(SETTINGS, {"signUp": before["signUp"]})
        self.assertTrue(admin.get(SETTINGS).json["publicTrees"])
        self.assert_problem(admin.send("PUT", SETTINGS, {"signUp": before["signUp"],
                                                         "publicTrees": "yes"}), 400,
                            "publicTrees")
        self.ada.client.put(SETTINGS, {"signUp": "open", "publicTrees": True}, expect=403)
