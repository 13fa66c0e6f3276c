"""Refusals of requests by their shape: "N validation errors detected", and of table definitions."""

import unittest

from dynamodb_case import DynamoDbTest, index, table_request, unique
from raw_http import call

NULL = "Value null at '{}' failed to satisfy constraint: Member must not be null"
EMPTY_NAME = ("Value at 'TableName' failed to satisfy constraint: Member must have length greater "
              "than or equal to 1")
NAME_PATTERN = "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+"


class ConstraintTest(DynamoDbTest):
    TABLE = {}

    def assert_constraint(self, operation, content, *parts):
        """Refused with these violations, in whatever order."""
        with self.invalid() as caught:
            call(operation, **content)
        message = caught.exception.response["Error"]["Message"]
        count = f"{len(parts)} validation error{'s' if len(parts) > 1 else ''} detected: "
        self.assertTrue(message.startswith(count), message)
        self.assertCountEqual(message[len(count):].split("; "), parts)

    def test_one_violation(self):
        name = {"TableName": self.table}
        query = name | {"KeyConditionExpression": "pk = :p",
                        "ExpressionAttributeValues": {":p": {"S": "a"}}}
        rows = [
            ("ListTables", {"Limit": 0}, "Value '0' at 'limit' failed to satisfy constraint: "
             "Member must have value greater than or equal to 1"),
            ("ListTables", {"Limit": 101}, "Value '101' at 'limit' failed to satisfy constraint: "
             "Member must have value less than or equal to 100"),
            ("PutItem", name | {"Item": {"pk": {"S": "a"}}, "ReturnValues": "SOME"},
             "Failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, "
             "UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]"),
            ("PutItem", name, NULL.format("item")),
            ("GetItem", name, NULL.format("key")),
            ("Query", query | {"ReturnConsumedCapacity": "SOME"},
             "Value 'SOME' at 'returnConsumedCapacity' failed to satisfy constraint: Member must "
             "satisfy enum value set: [INDEXES, TOTAL, NONE]"),
            ("Query", query | {"IndexName": "a b"},
             f"Value 'a b' at 'indexName' failed to satisfy constraint: {NAME_PATTERN}"),
            ("Query", query | {"IndexName": "ab"}, "Value 'ab' at 'indexName' failed to satisfy "
             "constraint: Member must have length greater than or equal to 3"),
            ("Scan", name | {"Segment": -1, "TotalSegments": 2}, "Value '-1' at 'segment' failed "
             "to satisfy constraint: Member must have value greater than or equal to 0"),
        ]
        for operation, content, violation in rows:
            with self.subTest(operation=operation, content=content):
                self.assert_constraint(operation, content, violation)

    def test_several_violations(self):
        self.assert_constraint(
            "CreateTable", {"TableName": "abc;"},
            f"Value 'abc;' at 'tableName' failed to satisfy constraint: {NAME_PATTERN}",
            NULL.format("attributeDefinitions"), NULL.format("keySchema"))
        self.assert_constraint(
            "ListTables", {"Limit": 0, "ExclusiveStartTableName": "a;b"},
            "Value '0' at 'limit' failed to satisfy constraint: Member must have value greater "
            "than or equal to 1",
            f"Value 'a;b' at 'exclusiveStartTableName' failed to satisfy constraint: "
            f"{NAME_PATTERN}")

    def test_names_of_tables_of_items(self):
        item = {"Item": {"pk": {"S": "a"}}}
        long = "a" * 256
        self.assert_constraint("PutItem", item, NULL.format("tableName"))
        self.assert_constraint("PutItem", item | {"TableName": "", "ReturnValues": "SOME"},
                               EMPTY_NAME)
        self.assert_constraint("PutItem", item | {"TableName": long},
                               f"Value '{long}' at 'tableName' failed to satisfy constraint: "
                               "Member must have length less than or equal to 255")
        self.assert_constraint("PutItem", item | {"TableName": "bad name!"}, "Value 'bad name!' "
                               f"at 'tableName' failed to satisfy constraint: {NAME_PATTERN}")

    def test_table_names(self):
        for operation in ("DescribeTable", "DeleteTable"):
            with self.subTest(operation=operation):
                with self.invalid("The parameter 'TableName' is required but was not present in "
                                  "the request"):
                    call(operation)
                with self.invalid():
                    call(operation, TableName="ab")


class TableDefinitionTest(DynamoDbTest):
    def refuse(self, message, **changes):
        with self.subTest(changes=changes), self.invalid(message):
            call("CreateTable", **table_request(unique("Refused"), "pk:S sk:S") | changes)

    def definitions(self, *names):
        return [{"AttributeName": name, "AttributeType": "S"} for name in names]

    def test_keys(self):
        hash_key = {"AttributeName": "pk", "KeyType": "HASH"}
        self.refuse("Invalid KeySchema: Some index key attribute have no definition",
                    AttributeDefinitions=self.definitions("pk"))
        self.refuse("One or more parameter values were invalid: Some index key attributes are not "
                    "defined in AttributeDefinitions. Keys: [pk, sk], AttributeDefinitions: [pk, "
                    "x]", AttributeDefinitions=self.definitions("pk", "x"))
        self.refuse("One or more parameter values were invalid: Number of attributes in KeySchema "
                    "does not exactly match number of attributes defined in AttributeDefinitions",
                    AttributeDefinitions=self.definitions("pk", "sk", "more"))
        self.refuse("Invalid KeySchema: The first KeySchemaElement is not a HASH key type",
                    KeySchema=[{"AttributeName": "pk", "KeyType": "RANGE"}],
                    AttributeDefinitions=self.definitions("pk"))
        self.refuse("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type",
                    KeySchema=[hash_key, {"AttributeName": "sk", "KeyType": "HASH"}])
        self.refuse("Both the Hash Key and the Range Key element in the KeySchema have the same "
                    "name", KeySchema=[hash_key, {"AttributeName": "pk", "KeyType": "RANGE"}])

    def test_billing(self):
        self.refuse("One or more parameter values were invalid: Neither ReadCapacityUnits nor "
                    "WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST",
                    ProvisionedThroughput={"ReadCapacityUnits": 1, "WriteCapacityUnits": 1})
        self.refuse("1 validation error detected: Value 'FREE' at 'billingMode' failed to satisfy "
                    "constraint: Member must satisfy enum value set: [PROVISIONED, "
                    "PAY_PER_REQUEST]", BillingMode="FREE")

    def test_indexes(self):
        three = self.definitions("pk", "sk", "g")
        one = "One or more parameter values were invalid: "
        self.refuse(one + "List of GlobalSecondaryIndexes is empty", GlobalSecondaryIndexes=[])
        self.refuse(one + "List of LocalSecondaryIndexes is empty", LocalSecondaryIndexes=[])
        self.refuse(one + "Duplicate index name: ByG", AttributeDefinitions=three,
                    GlobalSecondaryIndexes=[index("ByG", "g:S"), index("ByG", "g:S")])
        self.refuse(one + "Index KeySchema does not have a range key for index: ByG",
                    AttributeDefinitions=self.definitions("pk", "sk"),
                    LocalSecondaryIndexes=[index("ByG", "pk:S")])
        self.refuse(one + "Index KeySchema does not have the same leading hash key as table "
                    "KeySchema for index: ByG. index hash key: g, table hash key: pk",
                    AttributeDefinitions=three, LocalSecondaryIndexes=[index("ByG", "g:S sk:S")])
        self.refuse(one + "ProjectionType is ALL, but NonKeyAttributes is specified",
                    AttributeDefinitions=three,
                    GlobalSecondaryIndexes=[index("ByG", "g:S", "ALL", ["x"])])
        self.refuse(one + "Number of LocalSecondaryIndexes exceeds per-table limit of 5",
                    LocalSecondaryIndexes=[index(f"By{n:03}", "pk:S sk:S") for n in range(6)])
        self.refuse(one + "GlobalSecondaryIndex count exceeds the per-table limit of 20",
                    AttributeDefinitions=three,
                    GlobalSecondaryIndexes=[index(f"By{n:03}", "g:S") for n in range(21)])

    def test_a_table_without_a_range_key_has_no_local_indexes(self):
        with self.invalid_value("Table KeySchema does not have a range key, which is required "
                                "when specifying a LocalSecondaryIndex"):
            call("CreateTable", **table_request(unique("Refused"), "pk:S",
                                                lsis=[("ByL", "pk:S l:S")]))

    def test_a_stream_has_a_view(self):
        for stream in ({"StreamEnabled": True},
                       {"StreamEnabled": False, "StreamViewType": "NEW_IMAGE"}):
            with self.subTest(stream=stream), self.invalid():
                call("CreateTable", **table_request(unique("Refused")),
                     StreamSpecification=stream)

    def test_a_projection_names_attributes_when_it_includes_some(self):
        for projection, include in (("INCLUDE", None), ("KEYS_ONLY", ["x"])):
            with self.subTest(projection=projection), self.invalid():
                call("CreateTable", **table_request(
                    unique("Refused"), gsis=[("ByG", "g:S", projection, include)]))

    def test_names_and_types(self):
        self.refuse("1 validation error detected: Value 'ab' at 'tableName' failed to satisfy "
                    "constraint: Member must have length greater than or equal to 3",
                    TableName="ab")
        self.refuse("The parameter 'TableName' is required but was not present in the request",
                    TableName=None)
        self.refuse("1 validation error detected: Value 'X' at 'attributeDefinitions.1.member."
                    "attributeType' failed to satisfy constraint: Member must satisfy enum value "
                    "set: [B, N, S]", KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
                    AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "X"}])
        self.refuse("1 validation error detected: Value 'X' at 'keySchema.1.member.keyType' "
                    "failed to satisfy constraint: Member must satisfy enum value set: [HASH, "
                    "RANGE]", KeySchema=[{"AttributeName": "pk", "KeyType": "X"}],
                    AttributeDefinitions=self.definitions("pk"))
        three = [("pk", "HASH"), ("sk", "RANGE"), ("x", "RANGE")]
        self.refuse("1 validation error detected: Value '["
                    + ", ".join(f"KeySchemaElement(attributeName={name}, keyType={kind})"
                                for name, kind in three)
                    + "]' at 'keySchema' failed to satisfy constraint: Member must have length "
                    "less than or equal to 2",
                    KeySchema=[{"AttributeName": name, "KeyType": kind} for name, kind in three],
                    AttributeDefinitions=self.definitions("pk", "sk", "x"))


if __name__ == "__main__":
    unittest.main()
