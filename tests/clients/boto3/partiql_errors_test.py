"""What PartiQL refuses, word for word, and how batches and transactions carry it."""

import unittest

from dynamodb_case import DynamoDbTest

ONLY_ALL_OLD = ("Invalid returning clause: RETURNING {} *. Only RETURNING ALL OLD * is allowed in "
                "DELETE statements.")


class PartiQlErrorTest(DynamoDbTest):
    TABLE = {"key": "pk:S sk:S", "gsis": [("All", "g:S"), ("Some", "g:S", "INCLUDE", ["in1"])],
             "lsis": [("Keys", "pk:S l:S", "KEYS_ONLY")]}

    def run_statement(self, text, **options):
        return self.client.execute_statement(Statement=text.replace("T!", f'"{self.table}"'),
                                             **options)

    def batch(self, *texts, **options):
        return self.client.batch_execute_statement(Statements=[
            {"Statement": text.replace("T!", f'"{self.table}"')} for text in texts], **options)

    def transact(self, *texts):
        return self.client.execute_transaction(TransactStatements=[
            {"Statement": text.replace("T!", f'"{self.table}"')} for text in texts])

    def test_statements(self):
        one = "One or more parameter values were invalid: "
        delete = "DELETE FROM T! WHERE pk = 'x' AND sk = 'y' RETURNING {} *"
        rows = [
            *((delete.format(which), ONLY_ALL_OLD.format(which))
              for which in ("MODIFIED OLD", "ALL NEW", "MODIFIED NEW")),
            ("SELECT pk FROM T!.\"Some\" WHERE g = 'y' AND out1 = 'x'", one + "Secondary index "
             "Some does not project one or more filter attributes: [out1]"),
            ("SELECT pk FROM T!.\"Keys\" WHERE pk = 'p' AND out1 = 'x'", one + "Secondary index "
             "Keys does not project one or more filter attributes: [out1]"),
            ("SELECT out1 FROM T!.\"Some\" WHERE g = 'y'", one + "Global secondary index Some "
             "does not project [out1]"),
            ("SELECT * FROM T!.\"Absent\" WHERE pk = 'p'",
             "The table does not have the specified index"),
            ("SELECT * FROM T!.\"All\".\"more\" WHERE pk = 'p'",
             "A path may contain at most 2 components in the FROM clause"),
            ("SELECT * FROM T!.\"\" WHERE pk = 'p'", "Path component cannot be an empty string"),
            ("SELECT * FROM \"\" WHERE pk = 'p'", "Path component cannot be an empty string"),
            ("SLECT * FROM T!", "Statement wasn't well formed, can't be processed: Expected data "
             "manipulation"),
        ]
        for text, message in rows:
            with self.subTest(text=text), self.invalid(message):
                self.run_statement(text)

    def test_options(self):
        with self.invalid("Strongly consistent read is not supported on Global Secondary Indexes"):
            self.run_statement("SELECT * FROM T!.\"All\" WHERE g = 'x'", ConsistentRead=True)
        with self.invalid("Incorrect operand type for operator or function; operator or function: "
                          "<, operand type: BOOL"):
            self.run_statement("SELECT pk FROM T! WHERE pk = 'x' AND val < ?",
                               Parameters=[{"BOOL": True}])

    def test_transactions(self):
        with self.invalid("Validation failed in TransactStatements[0]: RETURNING clause is not "
                          "supported in ExecuteTransaction."):
            self.transact("UPDATE T! SET a = 'v' WHERE pk = 'x' AND sk = 'y' RETURNING ALL NEW *")
        with self.invalid("Validation failed in TransactStatements[0]: Reads on indices are not "
                          "supported within transactions."):
            self.transact("SELECT * FROM T!.\"All\" WHERE g = 'x'")

    def test_a_mistake_in_a_batch_is_its_own(self):
        self.put({"pk": {"S": "a"}, "sk": {"S": "b"}})
        responses = self.batch(
            "SLECT * FROM T!", "SELECT * FROM T! WHERE pk = 'a' AND sk = 'b'",
            "SELECT * FROM \"Absent\" WHERE pk = 'x'", "SELECT * FROM T! WHERE val = 'a'",
            "SELECT * FROM T!.\"All\" WHERE g = 'x'",
            "DELETE FROM T! WHERE pk = 'c' AND sk = 'd' RETURNING ALL NEW *")["Responses"]
        self.assertEqual(responses[0]["Error"], {
            "Code": "ValidationError", "Message": "Statement wasn't well formed, can't be "
            "processed: Expected data manipulation"})
        self.assertEqual(responses[1]["Item"], {"pk": {"S": "a"}, "sk": {"S": "b"}})
        self.assertEqual(responses[2]["Error"]["Code"], "ResourceNotFound")
        for response in responses[3:5]:
            self.assertEqual(response["Error"]["Code"], "ValidationError")
            self.assertIn("must specify the primary key in the where clause",
                          response["Error"]["Message"])
        self.assertEqual(responses[5]["Error"]["Message"], ONLY_ALL_OLD.format("ALL NEW"))

    def test_a_batch_returns_what_it_is_asked_for(self):
        item = {"pk": {"S": "r"}, "sk": {"S": "1"}, "v": {"S": "old"}}
        self.put(item)
        update = "UPDATE T! {} WHERE pk = 'r' AND sk = '1' RETURNING {} *"
        rows = [(update.format("SET v = 'new'", "MODIFIED NEW"), {"v": {"S": "new"}}),
                (update.format("SET v = 'newer'", "ALL OLD"), item | {"v": {"S": "new"}}),
                (update.format("REMOVE v", "MODIFIED NEW"), None),
                ("DELETE FROM T! WHERE pk = 'r' AND sk = '1' RETURNING ALL OLD *",
                 {"pk": {"S": "r"}, "sk": {"S": "1"}})]
        for text, expected in rows:
            response, = self.batch(text)["Responses"]
            with self.subTest(text=text):
                self.assertEqual(response.get("Item"), expected)
                self.assertEqual(response["TableName"], self.table)

    def test_a_nested_path_is_named_by_its_end(self):
        self.put({"pk": {"S": "n"}, "sk": {"S": "1"}, "doc": {"M": {"part": {"S": "deep"}}}})
        found = self.run_statement("SELECT doc.part FROM T! WHERE pk = 'n' AND sk = '1'")["Items"]
        self.assertEqual(found, [{"part": {"S": "deep"}}])

    def test_capacity(self):
        self.put({"pk": {"S": "c"}, "sk": {"S": "1"}})
        select = "SELECT * FROM T! WHERE pk = 'c' AND sk = '1'"
        reply = self.run_statement(select, ReturnConsumedCapacity="TOTAL")
        self.assertEqual(reply["ConsumedCapacity"],
                         {"TableName": self.table, "CapacityUnits": 0.5})
        reply = self.batch(select, ReturnConsumedCapacity="TOTAL")
        self.assertEqual(sum(c["CapacityUnits"] for c in reply["ConsumedCapacity"]), 0.5)


if __name__ == "__main__":
    unittest.main()
