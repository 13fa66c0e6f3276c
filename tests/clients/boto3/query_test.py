"""Query: key conditions, order, paging, filters, Select and indexes."""

import unittest

from dynamodb_case import DynamoDbTest


def item(pk, sk, **more):
    return {"pk": {"S": pk}, "sk": {"N": str(sk)}} | more


class QueryCase(DynamoDbTest):
    def query(self, condition, values, table=None, **options):
        return self.client.query(
            TableName=table or self.table, KeyConditionExpression=condition,
            ExpressionAttributeValues={k: {"N" if isinstance(v, int) else "S": str(v)}
                                       for k, v in values.items()}, **options)

    def sort_keys(self, *arguments, **options):
        return [int(i["sk"]["N"]) for i in self.query(*arguments, **options)["Items"]]


class QueryTest(QueryCase):
    TABLE = {"key": "pk:S sk:N", "gsis": [("ByKind", "kind:S sk:N"),
                                          ("Keys", "kind:S", "KEYS_ONLY")],
             "lsis": [("ByRank", "pk:S rank:N", "INCLUDE", ["title"])]}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for n in range(-5, 15):
            cls.client.put_item(TableName=cls.table, Item=item(
                "a", n, rank={"N": str(100 - n)}, title={"S": f"t{n}"}, body={"S": f"b{n}"},
                kind={"S": "even" if n % 2 == 0 else "odd"}))
        cls.client.put_item(TableName=cls.table, Item=item("b", 0))

    def test_key_conditions(self):
        rows = [
            ("pk = :p", {}, range(-5, 15)),
            ("pk = :p AND sk = :a", {":a": 3}, [3]),
            ("pk = :p AND sk < :a", {":a": -3}, [-5, -4]),
            ("pk = :p AND sk <= :a", {":a": -3}, [-5, -4, -3]),
            ("pk = :p AND sk > :a", {":a": 12}, [13, 14]),
            ("pk = :p AND sk >= :a", {":a": 12}, [12, 13, 14]),
            ("pk = :p AND sk BETWEEN :a AND :b", {":a": -1, ":b": 1}, [-1, 0, 1]),
            ("sk > :a AND pk = :p", {":a": 12}, [13, 14]),
            ("(pk = :p) AND (sk > :a)", {":a": 12}, [13, 14]),
            (":p = pk AND :a < sk", {":a": 12}, [13, 14]),
        ]
        for condition, values, expected in rows:
            with self.subTest(condition=condition):
                self.assertEqual(self.sort_keys(condition, values | {":p": "a"}), list(expected))
                backwards = self.sort_keys(condition, values | {":p": "a"}, ScanIndexForward=False)
                self.assertEqual(backwards, list(expected)[::-1])

    def test_pages_make_the_whole(self):
        for limit in (1, 3, 7, 100):
            for forward in (True, False):
                pages = list(self.client.get_paginator("query").paginate(
                    TableName=self.table, KeyConditionExpression="pk = :p",
                    ExpressionAttributeValues={":p": {"S": "a"}}, ScanIndexForward=forward,
                    PaginationConfig={"PageSize": limit}))
                found = [int(i["sk"]["N"]) for page in pages for i in page["Items"]]
                self.assertEqual(found, sorted(range(-5, 15), reverse=not forward))
                self.assertTrue(all(len(page["Items"]) <= limit for page in pages))

    def test_a_page_ends_where_the_limit_is_even_when_nothing_follows(self):
        page = self.query("pk = :p", {":p": "b"}, Limit=1)
        self.assertEqual(page["LastEvaluatedKey"], item("b", 0))
        rest = self.query("pk = :p", {":p": "b"}, ExclusiveStartKey=page["LastEvaluatedKey"])
        self.assertEqual((rest["Count"], rest.get("LastEvaluatedKey")), (0, None))

    def test_pages_of_an_index_carry_all_keys(self):
        page = self.query("kind = :k", {":k": "even"}, IndexName="ByKind", Limit=2)
        self.assertEqual(page["LastEvaluatedKey"], item("a", -2, kind={"S": "even"}))
        pages = self.client.get_paginator("query").paginate(
            TableName=self.table, IndexName="ByKind", KeyConditionExpression="kind = :k",
            ExpressionAttributeValues={":k": {"S": "even"}}, PaginationConfig={"PageSize": 3})
        found = [int(i["sk"]["N"]) for page in pages for i in page["Items"]]
        self.assertEqual(found, [-4, -2, 0, 2, 4, 6, 8, 10, 12, 14])

    def test_a_filter_counts_what_it_read(self):
        reply = self.query("pk = :p", {":p": "a", ":k": "odd"}, FilterExpression="kind = :k")
        self.assertEqual((reply["Count"], reply["ScannedCount"]), (10, 20))
        reply = self.query("pk = :p", {":p": "a", ":k": "none"}, FilterExpression="kind = :k",
                           Limit=4)
        self.assertEqual((reply["Count"], reply["ScannedCount"]), (0, 4))
        self.assertEqual(reply["LastEvaluatedKey"], item("a", -2))

    def test_select(self):
        reply = self.query("pk = :p", {":p": "a"}, Select="COUNT")
        self.assertEqual((reply["Count"], reply.get("Items")), (20, None))
        reply = self.query("pk = :p AND sk = :s", {":p": "a", ":s": 1},
                           Select="SPECIFIC_ATTRIBUTES", ProjectionExpression="title")
        self.assertEqual(reply["Items"], [{"title": {"S": "t1"}}])
        reply = self.query("pk = :p AND #r = :r", {":p": "a", ":r": 99}, IndexName="ByRank",
                           ExpressionAttributeNames={"#r": "rank"})
        self.assertEqual(reply["Items"],
                         [item("a", 1, rank={"N": "99"}, title={"S": "t1"})])
        reply = self.query("pk = :p AND #r = :r", {":p": "a", ":r": 99}, IndexName="ByRank",
                           Select="ALL_ATTRIBUTES", ExpressionAttributeNames={"#r": "rank"})
        self.assertEqual(reply["Items"][0]["body"], {"S": "b1"})
        reply = self.query("kind = :k", {":k": "odd"}, IndexName="Keys", Limit=1)
        self.assertEqual(set(reply["Items"][0]), {"pk", "sk", "kind"})

    def test_consistent_reads(self):
        self.assertEqual(len(self.sort_keys("pk = :p", {":p": "a"}, ConsistentRead=True)), 20)
        self.assertEqual(self.query("pk = :p", {":p": "a"}, IndexName="ByRank",
                                    ConsistentRead=True)["Count"], 20)
        with self.invalid("Consistent reads are not supported on global secondary indexes"):
            self.query("kind = :k", {":k": "odd"}, IndexName="ByKind", ConsistentRead=True)

    def test_an_index_leaves_out_items_without_its_key(self):
        table = self.new_table("pk:S sk:N", gsis=[("ByX", "x:S")])
        self.client.put_item(TableName=table, Item=item("a", 1, x={"S": "1"}))
        self.client.put_item(TableName=table, Item=item("a", 2))
        self.assertEqual(self.client.scan(TableName=table, IndexName="ByX")["Count"], 1)
        self.client.update_item(TableName=table, Key=item("a", 1), UpdateExpression="REMOVE x")
        self.assertEqual(self.client.scan(TableName=table, IndexName="ByX")["Count"], 0)

    def test_mistakes_are_named(self):
        unsupported = "Query key condition not supported"
        one = "KeyConditionExpressions must only contain one condition per key"
        rows = [
            ("sk = :a", {":a": 1}, {}, "Query condition missed key schema element: pk"),
            ("pk > :p", {":p": "a"}, {}, unsupported),
            ("pk = :p AND extra = :a", {":p": "a", ":a": 1}, {},
             "Query condition missed key schema element: sk"),
            ("pk = :p AND sk <> :a", {":p": "a", ":a": 1}, {},
             "Invalid operator used in KeyConditionExpression: <>"),
            ("pk = :p OR sk = :a", {":p": "a", ":a": 1}, {},
             "Invalid operator used in KeyConditionExpression: OR"),
            ("pk = :p AND sk > :a AND sk < :b", {":p": "a", ":a": 1, ":b": 2}, {}, one),
            ("pk = :p AND sk.x = :a", {":p": "a", ":a": 1}, {},
             "KeyConditionExpressions cannot have conditions on nested attributes"),
            ("pk = :p AND sk = :s", {":p": "a", ":s": "text"}, {},
             "One or more parameter values were invalid: Condition parameter type does not match "
             "schema type"),
            ("pk = :p", {":p": "a"}, {"FilterExpression": "sk > :p"},
             "Filter Expression can only contain non-primary key attributes: Primary key "
             "attribute: sk"),
            ("pk = :p", {":p": "a"}, {"IndexName": "Absent"},
             "The table does not have the specified index: Absent"),
            ("pk = :p", {":p": "a"}, {"Select": "ALL_PROJECTED_ATTRIBUTES"},
             "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName"),
            ("kind = :p", {":p": "a"}, {"IndexName": "Keys", "Select": "ALL_ATTRIBUTES"},
             "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not "
             "supported for global secondary index Keys because its projection type is not ALL"),
            ("pk = :p", {":p": "a"}, {"ExclusiveStartKey": {"pk": {"S": "a"}}},
             "The provided starting key is invalid"),
            ("pk = :p", {":p": "a"}, {"ExclusiveStartKey": item("a", 1) | {"sk": {"S": "text"}}},
             "The provided starting key is invalid"),
            ("pk = :p", {":p": "a"}, {"ExclusiveStartKey": item("b", 1)},
             "The provided starting key is outside query boundaries based on provided conditions"),
            ("pk = :p AND sk > :a", {":p": "a", ":a": 5}, {"ExclusiveStartKey": item("a", 1)},
             "The provided starting key does not match the range key predicate"),
            ("pk = :p AND sk BETWEEN :a AND :b", {":p": "a", ":a": 5, ":b": 1}, {},
             "Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be "
             "greater than or equal to lower bound; lower bound operand: AttributeValue: {N:5}, "
             "upper bound operand: AttributeValue: {N:1}"),
        ]
        for condition, values, options, message in rows:
            with self.subTest(condition=condition, options=options), self.invalid(message):
                self.query(condition, values, **options)

    def test_a_condition_is_needed(self):
        with self.invalid("Either the KeyConditions or KeyConditionExpression parameter must be "
                          "specified in the request."):
            self.client.query(TableName=self.table)
        with self.invalid("Value at 'Limit' failed to satisfy constraint: Member must have value "
                          "greater than or equal to 1"):
            self.lenient.query(TableName=self.table, Limit=0, KeyConditionExpression="pk = :p",
                               ExpressionAttributeValues={":p": {"S": "a"}})


class BigQueryTest(QueryCase):
    TABLE = {"key": "pk:S sk:N"}

    def test_a_page_ends_at_a_megabyte(self):
        for n in range(12):
            self.put(item("big", n, filler={"S": "x" * 200_000}))
        page = self.query("pk = :p", {":p": "big"})
        self.assertIn("LastEvaluatedKey", page)
        self.assertIn(page["Count"], (5, 6))
        pages = list(self.client.get_paginator("query").paginate(
            TableName=self.table, KeyConditionExpression="pk = :p",
            ExpressionAttributeValues={":p": {"S": "big"}}))
        self.assertEqual(sum(page["Count"] for page in pages), 12)


class TextKeyTest(QueryCase):
    TABLE = {"key": "pk:S sk:S"}

    def test_text_orders_by_its_bytes_and_has_prefixes(self):
        names = ["", "A", "a", "aa", "ab", "b", "\u007f", "\u00e9", "\uffff", "\U00010000"]
        for name in names[1:]:
            self.put({"pk": {"S": "p"}, "sk": {"S": name}})
        found = [i["sk"]["S"] for i in self.query("pk = :p", {":p": "p"})["Items"]]
        self.assertEqual(found, names[1:])
        found = self.query("pk = :p AND begins_with(sk, :a)", {":p": "p", ":a": "a"})
        self.assertEqual([i["sk"]["S"] for i in found["Items"]], ["a", "aa", "ab"])


if __name__ == "__main__":
    unittest.main()
