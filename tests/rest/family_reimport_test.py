"""Importing a GEDCOM file again into its tree: compared, chosen, written, undone."""

from family_things import compared, reimport_path, settled, tree_path
from family_files_test import FamilyFilesCase
from rest_case import on_every_store

FILE = """0 HEAD
1 GEDC
2 VERS 7.0
0 @I1@ INDI
1 NAME Adam /Berg/
1 BIRT
2 DATE 1850
1 OCCU Baker
1 _OWN kept
1 FAMS @F1@
0 @I2@ INDI
1 NAME Carl /Berg/
1 FAMC @F1@
0 @F1@ FAM
1 HUSB @I1@
1 CHIL @I2@
0 TRLR
"""
CHILD = "0 @I3@ INDI\n1 NAME Dora /Berg/\n1 FAMC @F1@\n0 @F1@ FAM\n1 CHIL @I3@\n"


@on_every_store
class FamilyReimportTest(FamilyFilesCase):
    def made(self, text=FILE):
        """A tree of a file."""
        job = self.begin(self.ada, self.send(self.ada, text.encode())).json
        return self.finished(self.ada, job)["report"]["tree"]

    def compared(self, tree, text):
        found = compared(self.ada, tree, self.send(self.ada, text.encode()))
        self.assertEqual((found["state"], found["problem"]), ("compared", None))
        return found

    def differences(self, reimport, kind):
        return self.ada.client.get(
            reimport_path(reimport, f"/differences?class={kind}")).json["differences"]

    def run_it(self, reimport, **choices):
        begun = self.ada.client.post(reimport_path(reimport, "/begin"), choices, expect=202).json
        self.assertIn(begun["state"], ("writing", "done"))
        return settled(self.ada, reimport)

    def people(self, tree):
        return sorted(person["firstName"] for person in
                      self.ada.client.get(tree_path(tree, "/persons")).json["persons"])

    def test_a_file_is_compared_chosen_written_and_undone(self):
        tree = self.made()
        self.assert_soon(lambda: self.people(tree), ["Adam", "Carl"])
        [adam] = [person for person in self.ada.client.get(tree_path(tree, "/persons"))
                  .json["persons"] if person["firstName"] == "Adam"]
        self.ada.client.patch(tree_path(tree, f"/persons/{adam['personId']}"),
                              {"birthDateText": "1849"}, etag=adam["etag"])
        found = self.compared(tree, FILE.replace("1850", "1851").replace("Baker", "Miller")
                              .replace("0 @F1@ FAM\n", CHILD))
        self.assertEqual(found["counts"], {"new": 2, "changed": 1, "conflict": 1, "refused": 0,
                                           "missing": 0, "same": found["counts"]["same"]})
        self.assertEqual(found["people"]["new"], 1)
        self.assertTrue([note for note in found["notes"] if note["code"] == "gedcomKept"])
        [conflict] = self.differences(found, "conflict")
        self.assertEqual((conflict["kind"], conflict["title"], conflict["default"]),
                         ("person", "Adam Berg", "keep"))
        self.assertEqual(conflict["people"], [{"id": adam["personId"], "name": "Adam Berg"}])
        self.assertEqual(conflict["attributes"], [
            {"name": "birth", "tree": "1849", "file": "1851", "last": "1850"}])
        new = self.differences(found, "new")
        self.assertEqual([each["kind"] for each in new], ["person", "parent"])
        self.assertEqual(new[1]["needs"], [new[0]["id"]])
        self.assertEqual(self.people(tree), ["Adam", "Carl"])  # Nothing is written yet.

        done = self.run_it(found, take=[conflict["id"]])
        self.assertEqual((done["state"], done["percent"], done["problem"]), ("done", 100, None))
        self.assertIsNotNone(done["undoUntil"])
        self.assertEqual(self.ada.client.get(tree_path(tree)).json["personCount"], 3)
        exported = [b"2 DATE 1851", b"1 OCCU Miller", b"1 NAME Dora /Berg/", b"1 _OWN kept"]
        self.assert_soon(lambda: [line in self.ada.client.get(tree_path(tree, "/export")).body
                                  for line in exported], [True] * len(exported))
        refused = self.ada.client.post(reimport_path(found, "/begin"), {}, expect=409)
        self.assertEqual(refused.json["code"], "reimportBegun")

        self.ada.client.post(reimport_path(found, "/undo"), expect=202)
        self.assertEqual(settled(self.ada, found)["state"], "undone")
        self.assert_soon(lambda: self.people(tree), ["Adam", "Carl"])
        self.assertEqual(self.ada.client.get(tree_path(tree)).json["personCount"], 2)

    def test_a_tree_that_was_changed_is_compared_again(self):
        tree = self.made()
        found = self.compared(tree, FILE.replace("1850", "1851"))
        self.ada.client.post(tree_path(tree, "/persons"), {"firstName": "Zoe"}, expect=201)
        failed = self.run_it(found)
        self.assertEqual((failed["state"], failed["problem"]["code"]),
                         ("failed", "treeChangedSinceComparison"))
        self.ada.client.post(tree_path(tree, "/persons"), {"firstName": "Yan"}, expect=201)
        self.ada.client.delete(reimport_path(found), expect=204)
        self.ada.client.get(reimport_path(found), expect=404)

    def test_what_is_no_file_fails_and_bad_choices_are_refused(self):
        tree = self.made()
        junk = compared(self.ada, tree, self.send(self.ada, b"PK\x03\x04" + bytes(5_000)))
        self.assertEqual((junk["state"], junk["counts"], junk["problem"]["code"]),
                         ("failed", None, "gedzipUnreadable"))
        self.ada.client.post(reimport_path(junk, "/begin"), {}, expect=409)
        self.ada.client.get(reimport_path(junk, "/differences"), expect=409)
        found = self.compared(tree, FILE)
        for choices in ({"new": "take"}, {"changed": True}, {"take": "n0-0"}, {"keep": ["Adam"]},
                        {"other": 1}):
            self.ada.client.post(reimport_path(found, "/begin"), choices, expect=400)
        for query in ("?class=none", "?cursor=x", "?cursor=-1"):
            self.ada.client.get(reimport_path(found, "/differences" + query), expect=400)
        self.assertEqual(self.differences(found, "missing"), [])
        self.ada.client.post(reimport_path(found, "/undo"), expect=409)


if __name__ == "__main__":
    import unittest
    unittest.main()
