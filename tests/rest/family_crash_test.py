"""What a crash of the server leaves of family trees: all that was answered, and nothing by half."""

import collections
import http.client
import random
import threading

from family_things import TABLE, make_tree, person_path, tree_path
from norn_server import EMBEDDED
from rest_case import RestCase, at_once

CRASHES = 3
CHANGES = 60  # That were answered, of all writers together, before each crash.
IMPORTED = 120  # People of a file: more than one transaction has room for.
COMPARED = {"firstName": "FirstName", "lastName": "LastName", "biography": "Biography"}
REFUSALS = (404, 409, 412)  # Others have changed the tree, or a rule is in the way.


def gedcom_file(people):
    """A line of fathers and sons."""
    lines = ["0 HEAD", "1 GEDC", "2 VERS 7.0"]
    for number in range(people):
        lines += [f"0 @I{number}@ INDI", f"1 NAME P{number} /Line/", "1 OCCU Smith"]
        lines += [f"1 FAMS @F{number}@"] if number + 1 < people else []
        lines += [f"1 FAMC @F{number - 1}@"] if number else []
    for number in range(people - 1):
        lines += [f"0 @F{number}@ FAM", f"1 HUSB @I{number}@", f"1 CHIL @I{number + 1}@"]
    return "\n".join([*lines, "0 TRLR", ""]).encode()


class TreeWriter:
    """A client that changes its own people in a tree that it shares with others, and knows what the
    server has answered."""

    def __init__(self, person, number, tree, other):
        self.person, self.number, self.tree, self.other = person, number, tree, other
        self.client = None
        self.answered = None  # Called after each change.
        self.chance = random.Random(number)
        self.people = {}   # What was answered last, by id; None of those that were deleted.
        self.facts = {}    # Their ids, by person.
        self.links = set()  # Of parents and children, both of whom are this writer's.
        self.imports = {}  # How many people each import may have left, by the name of the tree.
        self.unsure = set()  # The ids of people whom a crash may have changed or not.
        self.made = self.deleted = 0

    def send(self, ids, *call, etag=None, refusals=REFUSALS):
        """Before the reply, what became of these is not known. None if it was refused."""
        self.unsure |= set(ids)
        headers = {"If-Match": f'"{etag}"'} if etag else None
        reply = self.client.send(*call, headers=headers)
        self.unsure -= set(ids)
        if reply.status in refusals:
            return None
        if reply.status not in (200, 201, 202, 204):
            raise AssertionError(f"{call}: {reply.status} {reply.body}")
        self.answered()
        return reply

    def alive(self):
        return [each for each in self.people.values()
                if each and each["personId"] not in self.unsure]

    def create(self):
        self.made += 1
        body = {"firstName": f"P{self.number}-{self.made}", "lastName": "Crash"}
        parents = self.chance.sample(self.alive(), min(2, len(self.alive())))
        body["parents"] = [{"personId": each["personId"]} for each in parents]
        reply = self.send([], "POST", tree_path(self.tree, "/persons"), body)
        if reply:
            child = reply.json["personId"]
            self.people[child] = reply.json
            self.links |= {(each["personId"], child) for each in parents}

    def link(self):
        first, second = self.chance.sample([each["personId"] for each in self.alive()], 2)
        if self.chance.random() < .5:
            body = {"relationshipType": "Spousal", "person1Id": first, "person2Id": second}
        else:
            body = {"relationshipType": "ParentChild", "parentId": first, "childId": second}
        reply = self.send([], "POST", tree_path(self.tree, "/relationships"), body)
        if reply and "parentId" in body:
            self.links.add((first, second))

    def change(self):
        person = self.chance.choice(self.alive())
        self.made += 1
        reply = self.send([person["personId"]], "PATCH", person_path(person),
                          {"biography": f"Life {self.made}"}, etag=person["etag"])
        if reply:
            self.people[person["personId"]] = reply.json

    def add_fact(self):
        person = self.chance.choice(self.alive())
        kind = self.chance.choice(("Occupation", "Note"))
        reply = self.send([], "POST", person_path(person, "/facts"),
                          {"kind": kind, "value": "Smith"})
        if reply:
            self.facts.setdefault(person["personId"], set()).add(reply.json["factId"])

    def delete(self):
        person = self.chance.choice(self.alive())
        person_id = person["personId"]
        if self.send([person_id], "DELETE", person_path(person), etag=person["etag"]):
            self.people[person_id] = None
            self.deleted += 1
            self.links = {pair for pair in self.links if person_id not in pair}

    def restore(self):
        gone = [each for each, known in self.people.items()
                if known is None and each not in self.unsure]
        if gone:
            reply = self.send(gone[:1], "POST", tree_path(self.tree, f"/bin/{gone[0]}/restore"))
            if reply:
                self.people[gone[0]] = reply.json

    def import_file(self):
        name = f"Import {self.number}-{len(self.imports)}"
        self.imports[name] = {0, IMPORTED}
        reply = self.client.send(
            "POST", f"/api/v1/tree-imports?name={name.replace(' ', '%20')}",
            gedcom_file(IMPORTED), {"Content-Type": "application/octet-stream"})
        if reply.status != 200:
            raise AssertionError(f"{reply.status} {reply.body}")
        self.imports[name] = {IMPORTED}
        self.answered()

    def hand_over(self):
        """Only the owner may, which is one or the other."""
        self.send([], "PUT", tree_path(self.tree, "/owner"), {"userId": self.other.id},
                  refusals=(403, *REFUSALS))

    def work(self):
        if len(self.alive()) < 4:
            return self.create()
        turn = self.chance.random()
        if turn < .05:
            return self.import_file()
        if turn < .06:
            return self.hand_over()
        return self.chance.choice((self.create, self.create, self.link, self.change,
                                   self.add_fact, self.delete, self.restore))()


class FamilyCrashTest(RestCase):
    STORE = EMBEDDED
    OWN_SERVER = ()

    def work_and_crash(self, writers):
        changes, dead = threading.Semaphore(0), threading.Event()

        def repeat(writer):
            writer.client, writer.answered = writer.person.client.copy(), changes.release
            try:
                while not dead.is_set():
                    writer.work()
            except (OSError, http.client.HTTPException):
                pass
            finally:
                for _ in range(CHANGES if not dead.is_set() else 0):
                    changes.release()  # It has failed: the crash need not wait for it.

        def crash():
            for _ in range(CHANGES):
                changes.acquire()
            dead.set()
            self.server.restart(crashing=True)

        at_once(*(lambda writer=writer: repeat(writer) for writer in writers), crash)
        for writer in writers:
            writer.client.close()
            writer.person.client.close()

    def test_what_was_answered_is_there_and_everything_agrees(self):
        world = self.make_world()
        ada, ben = world.sign_up("Ada"), world.sign_up("Ben")
        tree = make_tree(ada, write=ben)
        writers = [TreeWriter(person, number, tree, other) for number, (person, other)
                   in enumerate(((ada, ben), (ada, ben), (ben, ada), (ben, ada)))]
        for _ in range(CRASHES):
            self.work_and_crash(writers)
            # A handover that was accepted is finished.
            self.assert_eventually(self.trees_on_the_way, [])
            sweeps, items = self.sweeps(), self.scan()
            self.assert_trees_agree(items, sweeps)
            graph = ada.client.get(tree_path(tree, "/graph")).json["persons"]
            people = {item["PersonId"]: item for item in items if item["TreeId"] == tree["treeId"]
                      and item["SK"] == f"PERSON#{item.get('PersonId')}"}
            self.assertEqual({each["personId"] for each in graph}, people.keys())
            keys = {item["SK"] for item in items}
            for writer in writers:
                self.assert_answered_is_there(writer, people, keys)
                self.assert_imports_are_whole(writer, items)
        known = [each for writer in writers for each in writer.people.values()]
        self.assertGreater(sum(writer.deleted for writer in writers), 0)
        self.assertGreater(sum(each is not None for each in known), 10)
        self.assertGreater(sum(len(writer.imports) for writer in writers), 0)

    def scan(self):
        return [item for table, item in self.all_items()
                if table == TABLE and item["SK"] != "PROFILE"]

    def sweeps(self):
        return [item["SK"] for _, item in self.all_items()
                if item["PK"] in ("SWEEPS", "WAITING_SWEEPS")]

    def trees_on_the_way(self):
        return [item["SK"] for item in self.scan() if "HandedTo" in item or "HandedFrom" in item]

    def assert_trees_agree(self, items, sweeps):
        """Counts, roots and relationships, of every tree."""
        trees = {(item["PK"], item["TreeId"]): item for item in items
                 if item["SK"].startswith("TREE#")}
        people, parents, couples = (collections.defaultdict(set) for _ in range(3))
        for item in items:
            kind, *ids = item["SK"].split("#")
            place = item["PK"], item.get("TreeId")
            if kind == "PERSON" and len(ids) == 1:
                people[place].add(ids[0])
            elif kind == "PERSON":
                (parents if ids[1] == "CHILD" else couples)[place].add((ids[0], ids[2]))
        for place, tree in trees.items():
            self.assertEqual(tree["PersonCount"], len(people[place]), tree)
            self.assertIn(tree.get("RootPersonId"), {None, *people[place]})
            for first, second in parents[place] | couples[place]:
                self.assertLessEqual({first, second}, people[place], "half a relationship")
            for first, second in couples[place]:
                self.assertNotIn((second, first), couples[place], "a couple twice")
            self.assert_no_cycle(parents[place])
        # What an import that did not end has written waits for the sweep that removes it.
        for _, tree_id in people.keys() - trees.keys():
            self.assertTrue(any(tree_id in sweep for sweep in sweeps), (tree_id, sweeps))

    def assert_no_cycle(self, links):
        links = set(links)
        while links:
            children = {child for _, child in links}
            rest = {(parent, child) for parent, child in links if parent in children}
            self.assertLess(len(rest), len(links), "a person is their own ancestor")
            links = rest

    def assert_answered_is_there(self, writer, people, keys):
        for person_id, known in writer.people.items():
            now = people.get(person_id)
            if person_id not in writer.unsure:
                self.assertEqual(now and {name: now.get(COMPARED[name]) for name in COMPARED},
                                 known and {name: known[name] for name in COMPARED})
            if now:
                facts = {f"{kind}#{person_id}#{each}" for kind in ("FACT", "NOTE")
                         for each in writer.facts.get(person_id, ())}
                self.assertEqual(len(facts & keys), len(facts) // 2)
        there = {each for each in writer.people if each in people}
        for parent, child in writer.links:
            if there.issuperset((parent, child)) and not writer.unsure & {parent, child}:
                self.assertIn(f"PERSON#{parent}#CHILD#{child}", keys)
        # Of what was unsure, the table says what it is now.
        for person_id in writer.people:
            path = tree_path(writer.tree, f"/persons/{person_id}")
            if person_id in writer.unsure:
                reply = writer.person.client.send("GET", path)
                self.assertEqual(reply.status, 200 if person_id in people else 404)
                writer.people[person_id] = reply.json if reply.status == 200 else None
        writer.links = {pair for pair in writer.links if there.issuperset(pair)
                        and not writer.unsure.intersection(pair)}
        writer.unsure.clear()

    def assert_imports_are_whole(self, writer, items):
        names = {item["TreeId"]: item["TreeName"] for item in items
                 if item["SK"].startswith("TREE#")}
        people, links, facts = (collections.Counter() for _ in range(3))
        for item in items:
            name, kind = names.get(item["TreeId"]), item["SK"].split("#")
            people[name] += kind[0] == "PERSON" and len(kind) == 2
            links[name] += kind[0] == "PERSON" and len(kind) == 4
            facts[name] += kind[0] == "FACT"
        for name, counts in writer.imports.items():
            self.assertIn(people[name], counts, name)
            if people[name]:
                self.assertEqual((links[name], facts[name]), (IMPORTED - 1, IMPORTED), name)
            writer.imports[name] = {people[name]}


if __name__ == "__main__":
    import unittest
    unittest.main()
