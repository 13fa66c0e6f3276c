"""Items that other programs wrote to the table of family trees: cycles, relationships that lead
nowhere, ids of any form, values of any type. Everything that can be read is read then: no reply is
an error of the server, none takes long, and the rest of the tree is there."""

import itertools
import time
import urllib.parse

from family_things import TABLE, TREES, make_relative, make_tree, tree_path
from norn_server import EMBEDDED
from rest_case import RestCase, on_stores
from rest_client import contract_of

ATTENTION = "/api/v1/attention"
LONGEST_S = 5
# Everybody of a layer is a parent of everybody in the next: 4 ** 12 lines between two people.
LAYERS, PEOPLE_IN_LAYER = 13, 4
WRONG = (None, "nonsense", 7, ["x", 7, None], {"a": None}, True)
# What a required parameter of a query is; people are filled in.
DAYS = {"from": "2024-01-01", "to": "2024-12-31"}
TEXTS = {"q": "smith", "language": "zh", "version": "7.0"}


@on_stores(EMBEDDED)
class FamilyForeignTest(RestCase):
    def setUp(self):
        self.ada, self.ben = self.world.sign_up("Ada"), self.world.sign_up("Ben")
        self.own = make_tree(self.ada, "Own")
        make_relative(self.ada, self.own, "Olga")
        mine = self.ada.id[:8]
        self.user, self.tree = f"USER#{self.ada.id}", {"treeId": f"tree-{mine}"}
        self.key = f"TREE#tree-{mine}"
        self.person_ids, self.pairs = [], []
        self.put(self.key, TreeId=self.tree["treeId"], TreeName="Foreign", UserId=self.ada.id,
                 IsPublic=True, SharedWith=[self.ben.id, 7, None], PersonCount="many",
                 RootPersonId="gone", GSI1PK=self.key, GSI1SK=self.user, GSI2SK="TREE#METADATA")
        # A family as it should be, whom nothing may hide.
        for name, first in (("john", "John"), ("mary", "Mary"), ("kid", "Kid")):
            self.put_person(f"{name}-{mine}", FirstName=first, LastName="Smith")
        self.john, self.mary, self.kid = self.person_ids
        self.put_child(self.john, self.kid)
        self.put_child(self.mary, self.kid)
        self.put_couple(self.john, self.mary)

    def put(self, sort_key, **attributes):
        item = {"PK": self.user, "SK": sort_key, "TreeId": self.tree["treeId"],
                "GSI2PK": self.key, "GSI2SK": sort_key, **attributes}
        self.table(TABLE).put_item(Item=item)

    def put_person(self, person_id, **attributes):
        self.person_ids.append(person_id)
        self.put(f"PERSON#{person_id}", GSI1PK=f"PERSON#{person_id}",
                 **{"GSI1SK": self.key, **attributes})

    def put_child(self, parent, child, **attributes):
        self.pairs.append((parent, child))
        self.put(f"PERSON#{parent}#CHILD#{child}", GSI1PK=f"PERSON#{child}",
                 GSI1SK=f"PARENT#{parent}", GSI2SK=f"RELATIONSHIP#PARENT#{parent}#{child}",
                 **attributes)

    def put_couple(self, first, second, **attributes):
        self.pairs.append((first, second))
        self.put(f"PERSON#{first}#SPOUSE#{second}", GSI1PK=f"PERSON#{second}",
                 GSI1SK=f"SPOUSE#{first}", GSI2SK=f"RELATIONSHIP#SPOUSE#{first}#{second}",
                 **attributes)

    def family_reads(self):
        """Every GET of family trees that the API describes, those that are new included."""
        for path, methods in contract_of(self.server).document["paths"].items():
            operation = methods.get("get")
            if operation and "family" in operation["tags"]:
                yield path, operation

    def addresses(self, people, pairs):
        """What those GETs are asked for: with each of these people, and with each pair."""
        for path, operation in self.family_reads():
            names = [each["name"] for each in operation["parameters"] if each.get("required")
                     and each["in"] == "query"]
            takes_pair = path.count("{") > 2 or "kinship" in path
            wanted = pairs if takes_pair else [(one, one) for one in people]
            if "{personId}" not in path and not takes_pair:
                wanted = wanted[:1]
            for first, second in wanted:
                quoted = [urllib.parse.quote(each, safe="") for each in (first, second)]
                filled = path.replace("{treeId}", self.tree["treeId"])
                filled = filled.replace("{personId}", quoted[0])
                for name in ("{parentId}", "{person1Id}"):
                    filled = filled.replace(name, quoted[0])
                for name in ("{childId}", "{person2Id}"):
                    filled = filled.replace(name, quoted[1])
                while "{" in filled:
                    begin, _, rest = filled.partition("{")
                    filled = begin + "none" + rest.partition("}")[2]
                values = dict(zip(("from", "to"), quoted)) if "kinship" in path else DAYS
                query = "&".join(f"{name}={(TEXTS | values).get(name, '1')}" for name in names)
                yield f"{filled}?{query}" if query else filled

    def read_everything(self, people=None, pairs=None):
        # In turns: each of them reads in another way, and each address is read.
        readers = itertools.cycle((self.ada, self.ben, self.stranger(), self.ada))
        for address in self.addresses(people or self.person_ids, pairs or self.pairs):
            person = next(readers)
            with self.subTest(address[:120], person=person.email):
                begin = time.monotonic()
                reply = person.client.send("GET", address)
                self.assertLess(reply.status, 500, reply.body)
                self.assertLess(time.monotonic() - begin, LONGEST_S)
        self.assert_family_is_there()

    def assert_family_is_there(self):
        """In lists, in the chart, in searches, in files and in questions."""
        good = {self.john, self.mary, self.kid}
        for person in (self.ada, self.ben):
            def get(path, person=person):
                return person.client.get(tree_path(self.tree, path), expect=200)
            people, cursor = set(), ""
            while cursor is not None:
                page = get(f"/persons?limit=100{cursor}").json
                people |= {each["personId"] for each in page["persons"]}
                cursor = f"&cursor={page['next']}" if page["next"] else None
            self.assertLessEqual(good, people)
            graph = get("/graph").json
            self.assertLessEqual(good, {each["personId"] for each in graph["persons"]})
            parents = {each.get("parentId") for each in graph["relationships"]
                       if each.get("childId") == self.kid}
            self.assertLessEqual({self.john, self.mary}, parents)
            found = get("/search?q=smith").json["results"]
            self.assertLessEqual(good, {each["person"]["personId"] for each in found})
            above = get(f"/persons/{self.kid}/ancestors").json["persons"]
            self.assertLessEqual({self.john, self.mary},
                                 {each["person"]["personId"] for each in above})
            lines = get(f"/kinship?from={self.kid}&to={self.john}").json["lines"]
            self.assertEqual([each["name"] for each in lines][:1], ["parent"])
            for version in ("7.0", "5.5.1"):
                file = get(f"/export?version={version}").body.decode()
                self.assertIn("1 NAME Mary /Smith/", file)
                self.assertTrue(file.rstrip().endswith("0 TRLR"))
        own = self.ada.client.get(tree_path(self.own, "/persons"), expect=200).json["persons"]
        self.assertEqual([each["firstName"] for each in own], ["Olga"])
        names = [each["treeName"] for each in self.ada.client.get(TREES).json["trees"]]
        self.assertEqual(names, ["Foreign", "Own"])

    def test_cycles_of_parents_and_couples_of_one(self):
        for name in "abcdefgh":
            self.put_person(f"{name} 1", FirstName=name.upper(), LastName="Round")
        for first, second in (("a", "b"), ("b", "a"), ("c", "c"), ("d", "e"), ("e", "f"),
                              ("f", "d"), ("a", "d")):
            self.put_child(f"{first} 1", f"{second} 1")
        for first, second in (("g", "g"), ("g", "h"), ("h", "g"), ("a", "b")):
            self.put_couple(f"{first} 1", f"{second} 1", Status="Married")
        self.put_child(self.kid, "a 1")
        self.read_everything(pairs=self.pairs + [("a 1", "f 1"), (self.john, "f 1")])
        # They can be changed and deleted like all others.
        for name in "acdgh":
            path = tree_path(self.tree, f"/persons/{name}%201")
            etag = self.ada.client.get(path, expect=200).json["etag"]
            etag = self.ada.client.patch(path, {"birthDateText": "1850"}, etag=etag).json["etag"]
            self.ada.client.delete(path, etag=etag, expect=204)
        left = self.ada.client.get(tree_path(self.tree, "/graph")).json
        self.assertEqual([each["lastName"] for each in left["persons"]].count("Round"), 3)
        self.assert_family_is_there()

    def test_more_lines_than_can_be_counted(self):
        names = [[f"l{layer}-{number}" for number in range(PEOPLE_IN_LAYER)]
                 for layer in range(LAYERS)]
        for name in itertools.chain(*names):
            self.put_person(name, FirstName=name, LastName="Layer")
        for above, below in itertools.pairwise(names):
            for parent, child in itertools.product(above, below):
                self.put_child(parent, child)
        first, last = names[0][0], names[-1][-1]
        self.put_child(last, names[5][0])  # And some of them are their own ancestors.
        self.read_everything(people=[first, last, names[5][0]],
                             pairs=[(first, last), (last, first), (names[-1][0], last)])

    def test_relationships_that_lead_nowhere(self):
        self.put_child("gone", self.john)
        self.put_child(self.kid, "gone")
        self.put_couple(self.kid, "gone")
        self.put_couple("gone", "lost")
        self.put("FACT#gone#1", Kind="Birth")
        self.put("NOTE#gone#1", Kind="Note", Value="?")
        self.read_everything(people=self.person_ids + ["gone"])
        self.assertEqual(self.ada.client.send("GET", tree_path(
            self.tree, f"/kinship?from=gone&to={self.john}")).status, 404)

    def test_ids_of_any_form(self):
        for name in ("person-001", "7", "Oma & Opa", "奶奶", "x" * 128, "a?b=c", "%2e", "\U0001f333"):
            self.put_person(name, FirstName="Any", LastName="Form")
            self.put_child(self.kid, name)
            self.put_couple(name, self.mary)
        shown = self.ada.client.get(tree_path(self.tree, "/graph")).json["persons"]
        self.assertEqual([each["firstName"] for each in shown].count("Any"), 8)
        # These are no ids: they are left out.
        for name in ("a/b", "..", "x" * 129, "line\nbreak"):
            self.put_person(name, FirstName="Bad", LastName="Form")
        self.put("PERSON#", FirstName="Bad")
        self.read_everything()
        shown = self.ada.client.get(tree_path(self.tree, "/graph")).json["persons"]
        self.assertEqual([each["firstName"] for each in shown].count("Bad"), 0)

    def test_values_of_any_type(self):
        names = {"person": ("FirstName", "LastName", "MiddleName", "Gender", "BirthDate",
                            "BirthDateText", "DeathDate", "BirthPlace", "Biography", "PhotoUrl",
                            "IsDeceased", "BirthCitations", "DeathCitations", "CreatedAt",
                            "UpdatedAt", "TreeId", "PersonId"),
                 "child": ("Type", "AdoptionDate", "AdoptionDateText", "Notes", "ParentId",
                           "CreatedAt"),
                 "couple": ("Status", "MarriageDate", "MarriageDateText", "MarriagePlace",
                            "DivorceDate", "MarriageCitations", "DivorceCitations", "History",
                            "Notes", "Person1Id"),
                 "fact": ("Kind", "Date", "DateText", "Place", "Value", "Citations"),
                 "source": ("Title", "Author", "Url")}
        for number, wrong in enumerate(WRONG):
            all_wrong = {kind: dict.fromkeys(each, wrong) for kind, each in names.items()}
            self.put_person(f"all-{number}", **all_wrong["person"])
            # Without a tree it is in none.
            spoilt = {name: value for name, value in all_wrong["person"].items()
                      if name != "TreeId"}
            self.put_person(f"most-{number}", **spoilt)
            self.put_child(self.kid, f"most-{number}", **all_wrong["child"])
            self.put_couple(self.john, f"most-{number}", **all_wrong["couple"])
            for kind in ("FACT", "NOTE"):
                self.put(f"{kind}#{self.kid}#{number}", **all_wrong["fact"])
            self.put(f"SOURCE#{self.tree['treeId']}#{number}", **all_wrong["source"])
            self.put(f"GEDCOM#{self.tree['treeId']}#{number}", Lines=wrong, Text=wrong)
            table = self.table(TABLE)
            table.put_item(Item={"PK": self.user, "SK": f"SHARED#wrong-{number}",
                                 "TreeId": wrong, "OwnerId": wrong, "Access": wrong})
            table.put_item(Item={"PK": self.user, "SK": f"TREE#wrong-{number}",
                                 "TreeName": wrong, "TreeId": wrong, "IsPublic": wrong})
        self.put_person("impossible", FirstName="Im", LastName="Possible",
                        BirthDate="2024-02-30", DeathDate="-0001-00-00")
        self.put_child("impossible", self.kid, Type="Cousin", AdoptionDate="9999-99-99")
        trees = {each["treeName"] for each in self.ada.client.get(TREES).json["trees"]}
        self.assertLessEqual({"Foreign", "Own"}, trees)
        for number in range(len(WRONG)):  # The list of trees is the good ones' again.
            self.table(TABLE).delete_item(
                Key={"PK": self.user, "SK": f"TREE#wrong-{number}"})
        self.read_everything()

    def test_what_is_left_out_needs_attention_and_everything_can_be_deleted(self):
        self.put_person("broken", FirstName="Lost", TreeId=7)
        self.put(f"FACT#{self.kid}#1", Kind=None)
        self.put_child("gone", self.kid)

        def named():
            items = self.ada.client.get(ATTENTION, expect=200).json["items"]
            return sorted(each["sk"] for each in items if each["pk"] == self.user)
        self.assert_eventually(named, [f"FACT#{self.kid}#1", "PERSON#broken"])
        self.assertEqual(self.ben.client.get(ATTENTION).json["items"], [])
        self.assert_eventually(
            lambda: self.ada.client.get(tree_path(self.tree)).json["personCount"], 3)
        self.assertIsNone(self.ada.client.get(tree_path(self.tree)).json["rootPersonId"])
        for each in self.ada.client.get(ATTENTION).json["items"]:
            self.ada.client.delete(f"{ATTENTION}/{each['id']}", expect=204)
        self.ada.client.delete(tree_path(self.tree), expect=204)
        self.ada.client.delete(f"/api/v1/tree-bin/{self.tree['treeId']}", expect=204)
        self.assert_eventually(lambda: self.traces_of(self.key), [])


if __name__ == "__main__":
    import unittest
    unittest.main()
