"""Family trees over HTTP, and their table, used with an ordinary DynamoDB client: the design's five
queries return what it says, and what its own program writes is like Norn's own."""

from event_stream import EventStream
from family_things import (TABLE, TREES, add_to_tree, couple_path, link, make_relative, make_tree,
                           marry, parent_path, person_path, tree_path)
from rest_case import RestCase, on_every_store, on_stores_with_tables
from rest_client import quote


@on_every_store
class FamilyTest(RestCase):
    def setUp(self):
        self.ada, self.ben = self.world.sign_up("Ada"), self.world.sign_up("Ben")
        self.tree = make_tree(self.ada)

    def test_a_family_of_three_generations(self):
        adam = make_relative(self.ada, self.tree, "Adam", birthDate="1900-01-31", gender="Male")
        eve = make_relative(self.ada, self.tree, "Eve", birthDateText="abt 1902", spouses=[adam])
        carl = make_relative(self.ada, self.tree, "Carl", parents=[adam, eve])
        dora = make_relative(self.ada, self.tree, "Dora", birthDateText="BET 1950 AND 1955")
        link(self.ada, carl, dora, type="Adoptive", adoptionDate="1960-05-01")
        self.assertEqual(eve["birthDateText"], "ABT 1902")
        self.assertEqual(self.ada.client.get(tree_path(self.tree)).json["personCount"], 4)
        def graph():
            return self.ada.client.get(tree_path(self.tree, "/graph")).json
        self.assert_soon(lambda: (len(graph()["persons"]), len(graph()["relationships"])), (4, 4))
        # A circle is refused, by name.
        refused = self.ada.client.send("POST", tree_path(self.tree, "/relationships"), {
            "relationshipType": "ParentChild", "parentId": dora["personId"],
            "childId": carl["personId"], "type": "Step"})
        self.assert_problem(refused, 409, "parentId", detail="Dora Smith is a descendant of Carl")
        self.assertEqual(refused.json["params"], {"parent": "Dora Smith", "child": "Carl Smith"})
        def related(query="", of="relationships"):
            return self.ada.client.get(tree_path(self.tree, f"/relationships{query}")).json[of]
        self.assert_soon(lambda: len(related()), 4)
        [couple] = related("?relationshipType=Spousal")
        self.assertEqual(couple, self.ada.client.get(couple_path(eve, adam)).json)
        cursor = related("?limit=3", "next")
        self.assertEqual(related(f"?limit=3&cursor={quote(cursor)}"), [couple])
        refused = self.ada.client.send("GET", tree_path(self.tree, "/relationships?"
                                                        "relationshipType=Friend"))
        self.assert_problem(refused, 400, "relationshipType")
        changed = self.ada.client.patch(couple_path(adam, eve), {
            "status": "Divorced", "marriageDateText": "1925", "divorceDate": "1940-02-03",
            "history": [{"marriageDateText": "BEF 1920", "divorceDateText": "1921"}]},
            etag=couple["etag"]).json
        self.assertEqual(changed["history"][0]["marriageDateText"], "BEF 1920")
        self.ada.client.delete(parent_path(carl, dora), etag=self.ada.client.get(
            parent_path(carl, dora)).json["etag"], expect=204)
        self.ada.client.delete(person_path(carl), etag=carl["etag"], expect=204)
        self.assert_soon(lambda: (len(graph()["persons"]), len(graph()["relationships"])), (3, 1))
        self.ada.client.post(tree_path(self.tree, f"/bin/{carl['personId']}/restore"))
        self.assert_soon(lambda: len(graph()["relationships"]), 3)

    def test_what_is_wrong_is_said(self):
        path = tree_path(self.tree, "/persons")
        for wrong, field in (({"birthDate": "1900"}, "birthDate"),
                             ({"birthDateText": "when the war was over"}, "birthDateText"),
                             ({"birthDate": "1900-01-01", "birthDateText": "1900"},
                              "birthDateText"),
                             ({"gender": "male"}, "gender"),
                             ({"photoUrl": "javascript:alert(1)"}, "photoUrl"),
                             ({"firstName": "x" * 201}, "firstName")):
            self.assert_problem(self.ada.client.send("POST", path, wrong), 400, field)
        dead = {"birthDate": "1900-01-01", "deathDateText": "BEF 1890"}
        self.assert_problem(self.ada.client.send("POST", path, dead), 409, "deathDate")
        lost = {"parents": [{"personId": "nobody"}]}
        self.assert_problem(self.ada.client.send("POST", path, lost), 409, "parents",
                            detail="`nobody`")

    def test_people_are_found_and_what_cannot_be_is_reported(self):
        moskowitz = make_relative(self.ada, self.tree, "Zoë", "Moskowitz", birthDate="1850-01-01",
                                  birthPlace="Kraków, Poland", deathDate="1880-05-01")
        child = make_relative(self.ada, self.tree, "Carl", "Smith", birthName="Moskowitz",
                              birthDate="1870-05-01", parents=[moskowitz])
        make_relative(self.ada, self.tree, "Carl", "Smith", birthDate="1870-05-01")
        def found(**query):
            text = "&".join(f"{name}={value}" for name, value in query.items())
            results = self.ada.client.get(tree_path(self.tree, f"/search?{text}")).json["results"]
            return [(each["person"]["firstName"], each["soundsAlike"]) for each in results]
        self.assert_soon(lambda: found(q="zoe"), [("Zoë", False)])
        self.assert_soon(lambda: found(q="moskovitz"), [("Zoë", True), ("Carl", True)])
        self.assertEqual(found(q="mosk", place="krakow"), [("Zoë", False)])
        self.assertEqual(found(q="zoe", year=1900), [])
        def kinship():
            path = f"/kinship?from={child['personId']}&to={moskowitz['personId']}&language=de"
            lines = self.ada.client.get(tree_path(self.tree, path)).json["lines"]
            return [each["name"] for each in lines]
        self.assert_soon(kinship, ["Elternteil"])
        def pairs():
            return len(self.ada.client.get(tree_path(self.tree, "/duplicates")).json["pairs"])
        self.assert_soon(pairs, 1)
        self.ada.client.patch(person_path(child), {"birthDate": "1860-01-01"}, etag=child["etag"])
        def is_found():
            report = self.ada.client.get(tree_path(self.tree, "/consistency")).json
            return "parentTooYoung" in [each["code"] for each in report["findings"]]
        self.assert_soon(is_found, True)

    def test_birth_and_marriage_cite_sources(self):
        source = self.ada.client.post(tree_path(self.tree, "/sources"), {"title": "Register"},
                                      expect=201).json
        cited = [{"sourceId": source["sourceId"], "page": "7", "text": None, "quality": 3}]
        adam = make_relative(self.ada, self.tree, "Adam", birthCitations=cited)
        self.assertEqual((adam["birthCitations"], adam["deathCitations"]), (cited, []))
        changed = self.ada.client.patch(person_path(adam), {"deathCitations": cited},
                                        etag=adam["etag"], expect=200).json
        self.assertEqual((changed["birthCitations"], changed["deathCitations"]), (cited, cited))
        for name, wrong, status in (("deathCitations", cited * 21, 400),
                                    ("birthCitations", [{"sourceId": "none"}], 409)):
            refused = self.ada.client.send("PATCH", person_path(adam), {name: wrong},
                                           headers={"If-Match": f'"{changed["etag"]}"'})
            self.assert_problem(refused, status, name)
        eve = make_relative(self.ada, self.tree, "Eve")
        couple = marry(self.ada, adam, eve)
        changed = self.ada.client.patch(couple_path(adam, eve), {
            "marriageCitations": cited, "divorceCitations": cited,
            "history": [{"marriageDate": "1890-06-07", "marriageCitations": cited}]},
            etag=couple["etag"], expect=200).json
        self.assertEqual((changed["marriageCitations"], changed["divorceCitations"]),
                         (cited, cited))
        self.assertEqual((changed["history"][0]["marriageCitations"],
                          changed["history"][0]["divorceCitations"]), (cited, []))

    def test_members_hear_of_changes(self):
        add_to_tree(self.ada, self.tree, self.ben, "read")
        stream = EventStream(self.ben.client)
        self.addCleanup(stream.close)
        stream.until("hello")
        adam = make_relative(self.ada, self.tree, "Adam")
        self.assertEqual(stream.until("tree-person")[-1].data["person"]["firstName"], "Adam")
        eve = make_relative(self.ada, self.tree, "Eve")
        marry(self.ada, adam, eve)
        self.assertEqual(stream.until("tree-relationship")[-1].data["relationshipType"], "Spousal")
        source = self.ada.client.post(tree_path(self.tree, "/sources"), {"title": "Register"},
                                      expect=201).json
        heard = stream.until("tree-source")[-1].data
        self.assertEqual(heard["source"]["title"], "Register")
        facts = f"{person_path(adam)}/facts"
        cited = [{"sourceId": source["sourceId"], "page": "7"}]
        fact = self.ada.client.post(facts, {"kind": "Baptism", "citations": cited},
                                    expect=201).json
        heard = stream.until("tree-fact")[-1].data
        self.assertEqual([heard["personId"], heard["fact"]["citations"][0]["page"]],
                         [adam["personId"], "7"])
        self.ada.client.delete(f"{facts}/{fact['factId']}", etag=fact["etag"], expect=204)
        heard = stream.until("tree-fact")[-1].data
        self.assertEqual([heard["factId"], heard["fact"]], [fact["factId"], None])
        self.ada.client.delete(tree_path(self.tree), expect=204)
        while (event := stream.until("tree")[-1].data)["tree"] is not None:
            pass
        self.assertEqual(event["treeId"], self.tree["treeId"])

    def test_a_public_tree_hides_the_living(self):
        public = make_tree(self.ada, isPublic=True)
        old = make_relative(self.ada, public, "Old", birthDate="1850-01-01",
                            biography="She sailed.")
        young = make_relative(self.ada, public, "Young", birthDate="2001-02-03", gender="Female",
                              birthPlace="Rome", biography="Lives next door.")
        link(self.ada, old, young, type="Adoptive")
        late = make_relative(self.ada, public, "Late", birthDate="1860-01-01")
        marry(self.ada, late, young, status="Divorced")
        def seen(person):
            return self.ben.client.get(person_path(person)).json
        self.assert_soon(lambda: self.ben.client.send("GET", tree_path(public)).status, 200)
        self.assertEqual(seen(old)["biography"], "She sailed.")
        hidden = seen(young)
        self.assertTrue(hidden["isLiving"] and hidden["isHidden"])
        for reply in (self.ben.client.get(person_path(young)),
                      self.ben.client.get(tree_path(public, "/persons")),
                      self.ben.client.get(tree_path(public, "/graph")),
                      self.ben.client.get(tree_path(public, "/relationships")),
                      self.ben.client.get(parent_path(old, young)),
                      self.ben.client.get(couple_path(late, young)),
                      self.ben.client.get(tree_path(public, "/search?q=Smith")),
                      self.ben.client.get(tree_path(public, "/search?q=Young")),
                      self.ben.client.get(tree_path(public, "/search?year=2001")),
                      self.ben.client.get(tree_path(public, "/search?place=Rome")),
                      self.ben.client.get(person_path(old, "/descendants")),
                      self.ben.client.get(person_path(old, "/relatives")),
                      self.ben.client.get(tree_path(public, "/kinship?from=" + old["personId"] +
                                                    "&to=" + young["personId"]))):
            for secret in ("Young", "2001", "Rome", "next door", "Female", "daughter", "Adoptive",
                           "adoptive", "Divorced", self.ada.id):
                self.assertNotIn(secret, str(reply.json) if secret != self.ada.id else
                                 str({k: v for k, v in reply.json.items() if k != "userId"}))
        def between():
            return [(each.get("type"), each.get("status")) for each in
                    self.ben.client.get(tree_path(public, "/graph")).json["relationships"]]
        self.assert_soon(between, [(None, None)] * 2)
        self.assertEqual(self.ben.client.get(parent_path(old, young)).json["type"], None)
        self.assertEqual(self.ben.client.get(couple_path(late, young)).json["status"], None)
        self.assertEqual(self.ben.client.get(TREES).json["trees"], [])
        self.assertEqual(self.ben.client.send("GET", tree_path(public, "/members")).status, 404)

    def test_a_gedcom_file_comes_in_and_goes_out(self):
        file = ("0 HEAD\n1 GEDC\n2 VERS 5.5.1\n1 CHAR UTF-8\n0 @I1@ INDI\n1 NAME Zoë /Berg/\n"
                "1 _OWN kept\n1 FAMS @F1@\n1 OCCU " + "x" * 10_000 + "\n"
                "0 @I2@ INDI\n1 NAME Kai\n1 FAMC @F1@\n"
                "0 @F1@ FAM\n1 WIFE @I1@\n1 CHIL @I2@\n1 CHIL @I9@\n0 TRLR\n")

        def send(query, body, expect=200):
            return self.ada.client.call("POST", f"/api/v1/tree-imports?{query}", body.encode(),
                                        expect=expect,
                                        headers={"Content-Type": "application/octet-stream"})
        preview = send("preview=true", file).json
        self.assertIsNone(preview["tree"])
        self.assertEqual((preview["people"], preview["families"]), (2, 1))
        self.assertEqual([(note["line"], note["code"]) for note in preview["notes"]],
                         [(16, "gedcomLinkMissing"), (7, "gedcomKept")])
        tree = send("name=Berg", file).json["tree"]
        self.assertEqual((tree["treeName"], tree["personCount"]), ("Berg", 2))

        def exported(version):
            reply = self.ada.client.get(tree_path(tree, f"/export?version={version}"), expect=200)
            return reply.body.decode("utf-8-sig").splitlines()
        for version in ("5.5.1", "7.0"):
            self.assert_soon(lambda version=version: "1 FAMC @F1@" in exported(version), True)
            self.assertIn("1 NAME Zoë /Berg/", exported(version))
            self.assertIn("1 _OWN kept", exported(version))
        # What was imported can be saved again, however long it is.
        people = self.ada.client.get(tree_path(tree, "/persons")).json["persons"]
        zoe = next(each for each in people if each["firstName"] == "Zoë")
        [fact] = self.ada.client.get(person_path(zoe, "/facts")).json["facts"]
        self.assertEqual(len(fact["value"]), 10_000)
        saved = self.ada.client.put(person_path(zoe, f"/facts/{fact['factId']}"),
                                    {"kind": fact["kind"], "value": fact["value"],
                                     "place": "Rome"}, etag=fact["etag"]).json
        self.assertEqual((saved["value"], saved["place"]), (fact["value"], "Rome"))
        self.assertEqual(send("", "Hello", expect=400).json["code"], "gedcomNotAFile")
        refused = self.ada.client.send("GET", tree_path(tree, "/export?version=6"))
        self.assert_problem(refused, 400, "version")

    def test_a_tree_is_handed_over(self):
        add_to_tree(self.ada, self.tree, self.ben, "read")
        adam = make_relative(self.ada, self.tree, "Adam")
        make_relative(self.ada, self.tree, "Carl", parents=[adam])
        self.ada.client.put(tree_path(self.tree, "/owner"), {"userId": self.ben.id})
        self.assert_eventually(
            lambda: self.ben.client.get(tree_path(self.tree)).json["role"], "owner")
        self.assertEqual(self.ada.client.get(tree_path(self.tree)).json["role"], "write")
        self.assert_soon(
            lambda: len(self.ada.client.get(tree_path(self.tree, "/persons")).json["persons"]), 2)


@on_stores_with_tables
class FamilyDesignTest(RestCase):
    """What the design's own program reads and writes."""

    def setUp(self):
        self.ada = self.world.sign_up("Ada")

    def query(self, condition, index=None, **values):
        options = {"IndexName": index} if index else {"ConsistentRead": True}
        return self.table(TABLE).query(
            KeyConditionExpression=condition,
            ExpressionAttributeValues={f":{name}": value for name, value in values.items()},
            **options)["Items"]

    def test_the_five_queries(self):
        user = f"USER#{self.ada.id}"
        tree = make_tree(self.ada)
        key = f"TREE#{tree['treeId']}"
        adam = make_relative(self.ada, tree, "Adam")
        eve = make_relative(self.ada, tree, "Eve", spouses=[adam])
        carl = make_relative(self.ada, tree, "Carl", parents=[adam, eve])
        profile = self.table(TABLE).get_item(Key={"PK": user, "SK": "PROFILE"})["Item"]
        self.assertEqual(profile["Email"], self.ada.email)
        trees = self.query("PK = :pk AND begins_with(SK, :sk)", pk=user, sk="TREE#")
        self.assertEqual([each["TreeName"] for each in trees], ["Smith"])
        self.assertEqual(trees[0]["PersonCount"], 3)
        self.assertEqual(trees[0]["RootPersonId"], adam["personId"])
        def people():
            return sorted(each["FirstName"] for each in self.query(
                "GSI2PK = :pk AND begins_with(GSI2SK, :sk)", "GSI2", pk=key, sk="PERSON#"))
        self.assert_soon(people, ["Adam", "Carl", "Eve"])
        children = self.query("PK = :pk AND begins_with(SK, :sk)", pk=user,
                              sk=f"PERSON#{adam['personId']}#CHILD#")
        self.assertEqual([each["ChildId"] for each in children], [carl["personId"]])
        def parents():
            return sorted(each["ParentId"] for each in self.query(
                "GSI1PK = :pk AND begins_with(GSI1SK, :sk)", "GSI1",
                pk=f"PERSON#{carl['personId']}", sk="PARENT#"))
        self.assert_soon(parents, sorted((adam["personId"], eve["personId"])))

    def test_what_its_program_writes_is_like_norns_own(self):
        user = f"USER#{self.ada.id}"
        times = {"CreatedAt": "2025-11-18T12:00:00.000Z", "UpdatedAt": "2025-11-18T12:00:00.000Z"}
        mine = self.ada.id[:8]
        tree_id, key = f"tree-{mine}", f"TREE#tree-{mine}"
        table = self.table(TABLE)
        table.put_item(Item={
            "PK": user, "SK": key, "EntityType": "Tree", "TreeId": tree_id, "UserId": self.ada.id,
            "TreeName": "The Smith Family", "IsPublic": False, "PersonCount": 2,
            "GSI1PK": key, "GSI1SK": user, "GSI2PK": key, "GSI2SK": "TREE#METADATA",
            "GSI3PK": user, "GSI3SK": "TREE#2025-11-18T12:00:00.000Z", **times})
        for number, name in ((1, "John"), (2, "Mary")):
            person_id = f"person-{mine}-{number}"
            table.put_item(Item={
                "PK": user, "SK": f"PERSON#{person_id}", "EntityType": "Person",
                "PersonId": person_id, "TreeId": tree_id, "UserId": self.ada.id,
                "FirstName": name, "LastName": "Smith", "Gender": "Male", "DeathDate": None,
                "GSI1PK": f"PERSON#{person_id}", "GSI1SK": key, "GSI2PK": key,
                "GSI2SK": f"PERSON#{person_id}", "GSI3PK": user,
                "GSI3SK": f"PERSON#2025-11-18T12:00:00.000Z#{number}", **times})
        tree = {"treeId": tree_id}
        self.assertEqual([each["treeName"] for each in self.ada.client.get(TREES).json["trees"]],
                         ["The Smith Family"])
        john = self.ada.client.get(tree_path(tree, f"/persons/person-{mine}-1")).json
        mary = self.ada.client.get(tree_path(tree, f"/persons/person-{mine}-2")).json
        link(self.ada, john, mary)
        changed = self.ada.client.patch(person_path(john), {"birthDateText": "1850"},
                                        etag=john["etag"]).json
        self.assertEqual(changed["birthDateText"], "1850")
        self.ada.client.delete(person_path(mary), etag=mary["etag"], expect=204)
        self.assertEqual(self.ada.client.get(tree_path(tree)).json["personCount"], 1)


if __name__ == "__main__":
    import unittest
    unittest.main()
