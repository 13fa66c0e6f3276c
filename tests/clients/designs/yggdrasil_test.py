"""Yggdrasil: its five queries over users, trees, persons and relationships."""

import unittest

from design_case import DesignTest, number

USER = "USER#550e8400-e29b-41d4-a716-446655440000"
STAMP = "2025-11-18T12:00:00.000Z"
TIMES = {"UserId": USER[5:], "CreatedAt": STAMP, "UpdatedAt": STAMP}

PROFILE = {"PK": USER, "SK": "PROFILE", "EntityType": "User", "Email": "john@example.com",
           "PasswordHash": "$2a$10$...", "DisplayName": "John Doe", "GSI3PK": USER,
           "GSI3SK": "PROFILE", **TIMES}


def tree(name, people):
    return {"PK": USER, "SK": f"TREE#{name}", "EntityType": "Tree", "TreeId": name,
            "TreeName": "The Smith Family", "IsPublic": False, "PersonCount": number(people),
            "GSI1PK": f"TREE#{name}", "GSI1SK": USER, "GSI2PK": f"TREE#{name}",
            "GSI2SK": "TREE#METADATA", "GSI3PK": USER, "GSI3SK": f"TREE#{STAMP}", **TIMES}


def person(n):
    name = f"person-{n:03}"
    return {"PK": USER, "SK": f"PERSON#{name}", "EntityType": "Person", "PersonId": name,
            "TreeId": "tree-001", "FirstName": "John", "LastName": "Smith", "Gender": "Male",
            "BirthDate": "1950-05-15", "DeathDate": None, "GSI1PK": f"PERSON#{name}",
            "GSI1SK": "TREE#tree-001", "GSI2PK": "TREE#tree-001", "GSI2SK": f"PERSON#{name}",
            "GSI3PK": USER, "GSI3SK": f"PERSON#{STAMP}#{n}", **TIMES}


def relationship(kind, back, one, two):
    return {"PK": USER, "SK": f"PERSON#{one}#{kind}#{two}", "EntityType": "Relationship",
            "TreeId": "tree-001", "GSI1PK": f"PERSON#{two}", "GSI1SK": f"{back}#{one}",
            "GSI2PK": "TREE#tree-001", "GSI2SK": f"RELATIONSHIP#{back}#{one}#{two}", **TIMES}


class YggdrasilTest(DesignTest):
    NAME = "Yggdrasil"
    INDEXES = [("GSI1", "GSI1PK", "GSI1SK"), ("GSI2", "GSI2PK", "GSI2SK"),
               ("GSI3", "GSI3PK", "GSI3SK")]

    def setUp(self):
        super().setUp()
        self.put_all(PROFILE, tree("tree-001", 4), tree("tree-002", 0),
                     *(person(n) for n in range(1, 5)),
                     relationship("CHILD", "PARENT", "person-001", "person-003"),
                     relationship("CHILD", "PARENT", "person-001", "person-004"),
                     relationship("CHILD", "PARENT", "person-002", "person-003"),
                     relationship("SPOUSE", "SPOUSE", "person-001", "person-002"))

    def test_query_1_user_profile(self):
        found = self.table.get_item(Key={"PK": USER, "SK": "PROFILE"})
        self.assertEqual(found["Item"], PROFILE)

    def test_query_2_trees_of_a_user(self):
        found = self.query("PK = :pk AND begins_with(SK, :sk)", {":pk": USER, ":sk": "TREE#"})
        self.assertEqual(found, [tree("tree-001", 4), tree("tree-002", 0)])

    def test_query_3_persons_of_a_tree(self):
        found = self.query("GSI2PK = :pk AND begins_with(GSI2SK, :sk)",
                           {":pk": "TREE#tree-001", ":sk": "PERSON#"}, IndexName="GSI2")
        self.assertEqual(found, [person(n) for n in range(1, 5)])

    def test_query_4_children_of_a_parent(self):
        found = self.query("PK = :pk AND begins_with(SK, :sk)",
                           {":pk": USER, ":sk": "PERSON#person-001#CHILD#"})
        self.assertEqual([item["SK"].split("#")[-1] for item in found],
                         ["person-003", "person-004"])

    def test_query_5_parents_of_a_child(self):
        found = self.query("GSI1PK = :pk AND begins_with(GSI1SK, :sk)",
                           {":pk": "PERSON#person-003", ":sk": "PARENT#"}, IndexName="GSI1")
        self.assertEqual([item["GSI1SK"] for item in found],
                         ["PARENT#person-001", "PARENT#person-002"])

    def test_the_other_patterns_of_relationships(self):
        rows = [
            ("GSI2", "TREE#tree-001", "RELATIONSHIP#", 4),
            ("GSI2", "TREE#tree-001", "RELATIONSHIP#SPOUSE#", 1),
            ("GSI1", "PERSON#person-002", "SPOUSE#", 1), ("GSI3", USER, "TREE#", 2)]
        for name, pk, prefix, count in rows:
            found = self.query(f"{name}PK = :pk AND begins_with({name}SK, :sk)",
                               {":pk": pk, ":sk": prefix}, IndexName=name)
            with self.subTest(index=name, prefix=prefix):
                self.assertEqual(len(found), count)

    def test_a_user_by_address_is_a_scan(self):
        found = self.table.scan(FilterExpression="Email = :e",
                                ExpressionAttributeValues={":e": "john@example.com"})
        self.assertEqual(found["Items"], [PROFILE])


if __name__ == "__main__":
    unittest.main()
