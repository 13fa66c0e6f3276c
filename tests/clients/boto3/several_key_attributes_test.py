"""Global indexes whose partition or sort key is made of several attributes."""

import unittest

from dynamodb_case import DynamoDbTest, schema, table_request, unique
from raw_http import call

KEY = "cup:S year:N | round:S court:N"
REFUSED_BY_PARTIQL = (
    "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or "
    "multi-attribute RANGE keys.")


def match(pk, year, stage, court, **more):
    return {"pk": {"S": pk}, "cup": {"S": "c"}, "year": {"N": str(year)}, "round": {"S": stage},
            "court": {"N": str(court)}} | more


class SeveralKeyAttributesTest(DynamoDbTest):
    TABLE = {"key": "pk:S", "gsis": [("Matches", KEY), ("Keys", KEY, "KEYS_ONLY")]}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for n in range(10):
            cls.client.put_item(TableName=cls.table, Item=match(
                str(n), 2026, "final" if n % 2 else "half", n, note={"S": "n"}))
        cls.client.put_item(TableName=cls.table, Item={"pk": {"S": "x"}, "cup": {"S": "c"}})

    def found(self, condition, values, **options):
        reply = self.client.query(
            TableName=self.table, IndexName="Matches", KeyConditionExpression=condition,
            ExpressionAttributeNames={"#y": "year"}, ExpressionAttributeValues={
                ":c": {"S": "c"}, ":y": {"N": "2026"}} | values, **options)
        return [i["pk"]["S"] for i in reply["Items"]]

    def test_a_table_describes_them_in_their_order(self):
        described = self.client.describe_table(TableName=self.table)["Table"]
        indexes = {i["IndexName"]: i["KeySchema"] for i in described["GlobalSecondaryIndexes"]}
        self.assertEqual(indexes, {"Matches": schema(KEY)[0], "Keys": schema(KEY)[0]})

    def test_queries_narrow_from_the_left(self):
        whole = "cup = :c AND #y = :y"
        self.assertEqual(self.found(whole, {}), list("1357902468"))
        self.assertEqual(self.found(whole, {}, ScanIndexForward=False), list("8642097531"))
        stage = {":r": {"S": "final"}}
        self.assertEqual(self.found(f"{whole} AND round = :r", stage), list("13579"))
        self.assertEqual(self.found(f"court > :n AND {whole} AND round = :r",
                                    stage | {":n": {"N": "4"}}), list("579"))
        with self.invalid("RANGE key attributes round must have equality conditions specified in "
                          "the query because a condition is present on key attribute court"):
            self.found(f"{whole} AND court > :n", {":n": {"N": "4"}})

    def test_pages_carry_all_of_them(self):
        pages = list(self.client.get_paginator("query").paginate(
            TableName=self.table, IndexName="Keys", KeyConditionExpression="cup = :c AND #y = :y",
            ExpressionAttributeNames={"#y": "year"},
            ExpressionAttributeValues={":c": {"S": "c"}, ":y": {"N": "2026"}},
            PaginationConfig={"PageSize": 3}))
        self.assertEqual([i["pk"]["S"] for page in pages for i in page["Items"]],
                         list("1357902468"))
        self.assertEqual(pages[0]["Items"][0], match("1", 2026, "final", 1))
        self.assertEqual(pages[0]["LastEvaluatedKey"], match("5", 2026, "final", 5))
        self.assertEqual(self.client.scan(TableName=self.table, IndexName="Keys")["Count"], 10)

    def test_key_conditions_may_be_as_many_as_the_index_has(self):
        def equal(value):
            return {"ComparisonOperator": "EQ", "AttributeValueList": [value]}

        conditions = {"cup": equal({"S": "c"}), "year": equal({"N": "2026"}),
                      "round": equal({"S": "half"}),
                      "court": {"ComparisonOperator": "LT", "AttributeValueList": [{"N": "4"}]}}
        reply = self.client.query(TableName=self.table, IndexName="Matches",
                                  KeyConditions=conditions)
        self.assertEqual([i["pk"]["S"] for i in reply["Items"]], ["0", "2"])
        with self.invalid("Conditions can be of length 1 or 2 only"):
            self.client.query(TableName=self.table, KeyConditions=conditions)

    def test_partiql_reads_the_table_but_not_such_an_index(self):
        with self.invalid(REFUSED_BY_PARTIQL):
            self.client.execute_statement(
                Statement=f"SELECT * FROM \"{self.table}\".\"Matches\" WHERE cup = 'c'")
        replies = self.client.batch_execute_statement(Statements=[
            {"Statement": f"SELECT * FROM \"{self.table}\".\"Matches\" WHERE cup = 'c'"},
            {"Statement": f"SELECT pk FROM \"{self.table}\" WHERE pk = '1'"}])["Responses"]
        self.assertEqual(replies[0]["Error"]["Message"], REFUSED_BY_PARTIQL)
        self.assertEqual(replies[1]["Item"], {"pk": {"S": "1"}})

    def test_only_global_indexes_have_them_and_at_most_four_of_each(self):
        def refuse(message, **options):
            with self.invalid(containing=message):
                call("CreateTable", **table_request(unique(), **options))

        two = "Member must have length less than or equal to 2"
        refuse(two, key="pk:S | a:S b:S")
        refuse(two, key="pk:S sk:S", lsis=[("Local", "pk:S | a:S b:S")])
        refuse("The KeySchema exceeds the maximum allowed number of HASH key attributes",
               gsis=[("Many", "a:S b:S c:S d:S e:S | f:S")])
        refuse("The KeySchema exceeds the maximum allowed number of RANGE key attributes",
               gsis=[("Many", "a:S | b:S c:S d:S e:S f:S")])


if __name__ == "__main__":
    unittest.main()
