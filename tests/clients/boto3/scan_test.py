"""Scan: pages, segments, filters, indexes."""

import unittest

from dynamodb_case import DynamoDbTest


class ScanTest(DynamoDbTest):
    TABLE = {"key": "pk:S sk:N", "gsis": [("ByColour", "colour:S")]}
    KEYS = {(f"p{n % 40}", n) for n in range(200)}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        requests = [{"PutRequest": {"Item": {
            "pk": {"S": pk}, "sk": {"N": str(sk)}, "even": {"BOOL": sk % 2 == 0},
            **({"colour": {"S": "red"}} if sk % 10 == 0 else {})}}}
            for pk, sk in sorted(cls.KEYS)]
        for start in range(0, len(requests), 25):
            cls.client.batch_write_item(
                RequestItems={cls.table: requests[start:start + 25]})

    def keys(self, pages):
        return [(i["pk"]["S"], int(i["sk"]["N"])) for page in pages for i in page["Items"]]

    def scan_pages(self, size=None, **options):
        return list(self.client.get_paginator("scan").paginate(
            TableName=self.table, PaginationConfig={"PageSize": size}, **options))

    def test_pages_make_the_whole(self):
        for size in (1, 33, 500):
            with self.subTest(size=size):
                found = self.keys(self.scan_pages(size))
                self.assertEqual(len(found), len(self.KEYS))
                self.assertEqual(set(found), self.KEYS)

    def test_segments_make_the_whole(self):
        for total in (1, 2, 7, 100):
            found = []
            for segment in range(total):
                found += self.keys(self.scan_pages(5, Segment=segment, TotalSegments=total))
            with self.subTest(total=total):
                self.assertEqual(len(found), len(self.KEYS))
                self.assertEqual(set(found), self.KEYS)

    def test_filters(self):
        reply = self.client.scan(TableName=self.table, FilterExpression="even = :t AND sk < :n",
                                 ExpressionAttributeValues={":t": {"BOOL": True},
                                                            ":n": {"N": "100"}})
        self.assertEqual((reply["Count"], reply["ScannedCount"]), (50, 200))
        reply = self.client.scan(TableName=self.table, FilterExpression="even = :t", Limit=10,
                                 ExpressionAttributeValues={":t": {"NULL": True}})
        self.assertEqual((reply["Count"], reply["ScannedCount"]), (0, 10))
        self.assertIn("LastEvaluatedKey", reply)

    def test_select(self):
        reply = self.client.scan(TableName=self.table, Select="COUNT", ConsistentRead=True)
        self.assertEqual((reply["Count"], reply["ScannedCount"]), (200, 200))
        self.assertNotIn("Items", reply)
        items = self.client.scan(TableName=self.table, ProjectionExpression="pk")["Items"]
        self.assertTrue(all(set(item) == {"pk"} for item in items))

    def test_an_index(self):
        pages = self.scan_pages(3, IndexName="ByColour")
        self.assertEqual(len(self.keys(pages)), 20)
        first = self.client.scan(TableName=self.table, IndexName="ByColour", Limit=1)
        self.assertEqual(set(first["LastEvaluatedKey"]), {"pk", "sk", "colour"})
        with self.invalid("Consistent reads are not supported on global secondary indexes"):
            self.client.scan(TableName=self.table, IndexName="ByColour", ConsistentRead=True)

    def test_mistakes_are_named(self):
        rows = [
            ({"Segment": 0}, "The TotalSegments parameter is required but was not present in the "
             "request when Segment parameter is present"),
            ({"TotalSegments": 4}, "The Segment parameter is required but was not present in the "
             "request when parameter TotalSegments is present"),
            ({"Segment": 4, "TotalSegments": 4}, "The Segment parameter is zero-based and must be "
             "less than parameter TotalSegments: Segment: 4 is not less than TotalSegments: 4"),
            ({"IndexName": "Absent"}, "The table does not have the specified index: Absent"),
            ({"ExclusiveStartKey": {"pk": {"S": "a"}}}, "The provided starting key is invalid: "
             "The provided key element does not match the schema"),
            ({"Select": "SPECIFIC_ATTRIBUTES"}, "Must specify the AttributesToGet or "
             "ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES"),
            ({"FilterExpression": "attribute_exists(pk.b)"}, "Key attributes must be scalars; "
             "list random access '[]' and map lookup '.' are not allowed: Key: pk"),
            ({"FilterExpression": ""}, "Invalid FilterExpression: The expression can not be "
             "empty;"),
            ({"ProjectionExpression": ""}, "Invalid ProjectionExpression: The expression can not "
             "be empty;"),
        ]
        for options, message in rows:
            with self.subTest(options=options), self.invalid(message):
                self.client.scan(TableName=self.table, **options)
        with self.invalid("1 validation error detected: Value '1000001' at 'totalSegments' failed "
                          "to satisfy constraint: Member must have value less than or equal to "
                          "1000000"):
            self.lenient.scan(TableName=self.table, Segment=0, TotalSegments=1000001)

    def test_a_table_that_is_not_there(self):
        with self.refused("ResourceNotFoundException", "Requested resource not found"):
            self.client.scan(TableName="Absent")


if __name__ == "__main__":
    unittest.main()
