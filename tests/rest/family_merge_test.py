"""Merging two records of one person over HTTP, and taking it back."""

from family_things import (add_to_tree, link, make_relative, make_tree, marry, person_path,
                           tree_path)
from rest_case import RestCase, at_once, on_every_store


def if_match(etag):
    return {"If-Match": f'"{etag}"'}


def merge(user, person, other, *take, expect=None):
    body = {"otherId": other["personId"], "otherEtag": other["etag"], "take": list(take)}
    path = person_path(person, "/merge")
    if expect is None:
        return user.client.copy().send("POST", path, body, if_match(person["etag"]))
    return user.client.post(path, body, etag=person["etag"], expect=expect).json


def undo(user, person, other):
    return user.client.send("POST", person_path(person, "/merge/undo"),
                            {"otherId": other["personId"]})


@on_every_store
class FamilyMergeTest(RestCase):
    def setUp(self):
        self.ada, self.ben = self.world.sign_up("Ada"), self.world.sign_up("Ben")
        self.tree = make_tree(self.ada)

    def graph(self):
        return self.ada.client.get(tree_path(self.tree, "/graph")).json

    def size(self):
        graph = self.graph()
        return len(graph["persons"]), len(graph["relationships"])

    def test_two_records_become_one_and_two_again(self):
        john = make_relative(self.ada, self.tree, "John", birthDateText="ABT 1850")
        johnny = make_relative(self.ada, self.tree, "Johnny", birthDate="1850-03-31",
                               birthPlace="Leeds")
        ann, carl = (make_relative(self.ada, self.tree, name) for name in ("Ann", "Carl"))
        for each in (john, johnny):
            marry(self.ada, each, ann)
        link(self.ada, johnny, carl)
        self.ada.client.post(person_path(johnny, "/facts"), {"kind": "Note", "notes": "He sailed."},
                             expect=201)
        self.assert_soon(self.size, (4, 3))
        merged = merge(self.ada, john, johnny, "birthDate", expect=200)
        self.assertEqual((merged["firstName"], merged["birthDate"], merged["birthPlace"]),
                         ("John", "1850-03-31", "Leeds"))
        self.assert_soon(self.size, (3, 2))
        facts = self.ada.client.get(person_path(john, "/facts")).json["facts"]
        self.assertEqual([each["notes"] for each in facts], ["He sailed."])
        self.assertEqual(self.ada.client.get(tree_path(self.tree)).json["personCount"], 3)
        self.ada.client.get(person_path(johnny), expect=404)

        undone = undo(self.ada, john, johnny)
        self.assertEqual((undone.status, undone.json), (200, {"person": john, "other": johnny}))
        self.assertEqual(self.ada.client.get(person_path(johnny)).json, johnny)
        self.assert_soon(self.size, (4, 3))
        self.assert_problem(undo(self.ada, john, johnny), 404)

    def test_a_merge_is_in_the_bin(self):
        john, johnny = (make_relative(self.ada, self.tree, name) for name in ("John", "Johnny"))
        merge(self.ada, john, johnny, expect=200)
        binned = self.ada.client.get(tree_path(self.tree, "/bin")).json["things"]
        self.assertEqual([(each["kind"], each["title"]) for each in binned],
                         [("merge", "Johnny Smith")])
        self.ada.client.post(tree_path(self.tree, f"/bin/{johnny['personId']}/restore"))
        self.assertEqual(self.ada.client.get(person_path(john)).json, john)

    def test_what_is_wrong_is_said(self):
        john, johnny = (make_relative(self.ada, self.tree, name) for name in ("John", "Johnny"))
        path = person_path(john, "/merge")
        body = {"otherId": johnny["personId"], "otherEtag": johnny["etag"]}
        send = self.ada.client.send
        self.assert_problem(send("POST", path, body), 428)
        self.assert_problem(send("POST", path, {"otherId": "x"}, if_match(john["etag"])), 400,
                            "otherEtag")
        wrong = send("POST", path, {**body, "take": ["shoeSize"]}, if_match(john["etag"]))
        self.assert_problem(wrong, 400, "take")
        stale = send("POST", path, {**body, "otherEtag": "old"}, if_match(john["etag"]))
        self.assert_problem(stale, 412)
        self.assertEqual(stale.json["current"]["personId"], johnny["personId"])
        self.assertEqual(send("POST", path, body, if_match("old")).json["current"]["personId"],
                         john["personId"])
        nobody = send("POST", path, {**body, "otherId": "nobody"}, if_match(john["etag"]))
        self.assert_problem(nobody, 409, "otherId", detail="`nobody`")
        link(self.ada, john, johnny)
        self.assert_problem(merge(self.ada, john, johnny), 409, "otherId",
                            detail="Johnny Smith is a descendant of John Smith")

    def test_only_writers_merge(self):
        john, johnny = (make_relative(self.ada, self.tree, name) for name in ("John", "Johnny"))
        self.assert_problem(merge(self.ben, john, johnny), 404)
        add_to_tree(self.ada, self.tree, self.ben, "read")
        self.assert_problem(merge(self.ben, john, johnny), 403)
        merge(self.ada, john, johnny, expect=200)
        self.assert_problem(undo(self.ben, john, johnny), 403)

    def test_of_merges_at_once_one_is_made(self):
        people = [make_relative(self.ada, self.tree, f"John {i}") for i in range(3)]
        pairs = [(0, 1), (1, 0), (2, 1), (1, 2)]
        replies = at_once(*(lambda pair=pair: merge(self.ada, people[pair[0]], people[pair[1]])
                            for pair in pairs))
        statuses = [each.status for each in replies]
        self.assertEqual(statuses.count(200), 1, statuses)
        self.assertEqual(self.ada.client.get(tree_path(self.tree)).json["personCount"], 2)
        self.assert_soon(lambda: self.size()[0], 2)
