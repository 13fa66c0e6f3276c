"""PartiQL: statements by key, index and filter, in batches and in transactions."""

import unittest

from dynamodb_case import DynamoDbTest


def item(pk, sk, **more):
    return {"pk": {"S": pk}, "sk": {"N": str(sk)}} | more


class PartiQlCase(DynamoDbTest):
    TABLE = {"key": "pk:S sk:N", "gsis": [("ByKind", "kind:S")]}

    def run_statement(self, text, *parameters, **options):
        if parameters:
            options["Parameters"] = list(parameters)
        return self.client.execute_statement(Statement=text.replace("T!", f'"{self.table}"'),
                                             **options)

    def select(self, text, *parameters, **options):
        return self.run_statement(text, *parameters, **options)["Items"]

    def numbers(self, items):
        return sorted(int(item["sk"]["N"]) for item in items)


class StatementTest(PartiQlCase):
    def setUp(self):
        for n in range(6):
            self.put(item("a", n, kind={"S": "even" if n % 2 == 0 else "odd"},
                          doc={"M": {"steps": {"L": [{"N": str(n)}]}}}))

    def test_selects_by_key(self):
        self.assertEqual(self.select("SELECT * FROM T! WHERE pk = 'a' AND sk = 3")[0]["sk"],
                         {"N": "3"})
        rows = [
            ("pk = 'a'", [0, 1, 2, 3, 4, 5]), ("pk = 'a' AND sk > 3", [4, 5]),
            ("pk = 'a' AND sk BETWEEN 1 AND 2", [1, 2]), ("pk = 'a' AND sk IN [1, 4]", [1, 4]),
            ("pk = 'a' AND sk <= 1", [0, 1]), ("pk = 'nobody'", []),
        ]
        for where, expected in rows:
            with self.subTest(where=where):
                self.assertEqual(self.numbers(self.select(f"SELECT * FROM T! WHERE {where}")),
                                 expected)

    def test_selects_by_parameters(self):
        found = self.select("SELECT * FROM T! WHERE pk = ? AND sk >= ?", {"S": "a"}, {"N": "4"})
        self.assertEqual(self.numbers(found), [4, 5])

    def test_selects_by_filters(self):
        rows = [
            ("pk = 'a' AND kind = 'odd'", [1, 3, 5]), ("kind = 'odd' AND sk < 4", [1, 3]),
            ("pk = 'a' AND (sk = 1 OR kind = 'even')", [0, 1, 2, 4]),
            ("pk = 'a' AND begins_with(kind, 'ev')", [0, 2, 4]),
            ("pk = 'a' AND contains(kind, 'dd')", [1, 3, 5]),
            ("pk = 'a' AND NOT kind = 'odd'", [0, 2, 4]),
            ("pk = 'a' AND nothing IS MISSING AND sk < 2", [0, 1]),
            ("pk = 'a' AND kind IS NOT MISSING AND sk < 2", [0, 1]),
            ("pk = 'a' AND doc.steps[0] = 3", [3]),
            ("pk = 'a' AND attribute_type(kind, 'S') AND sk = 0", [0]),
            ("pk = 'a' AND size(kind) = 3", [1, 3, 5]),
        ]
        for where, expected in rows:
            with self.subTest(where=where):
                self.assertEqual(self.numbers(self.select(f"SELECT * FROM T! WHERE {where}")),
                                 expected)

    def test_values_of_every_type_are_compared(self):
        # (stored, equal to it, not equal to it)
        rows = [
            ({"SS": ["a", "b"]}, {"SS": ["b", "a"]}, {"SS": ["a", "c"]}),
            ({"NS": ["1", "2"]}, {"NS": ["2.0", "1"]}, {"NS": ["1"]}),
            ({"BS": [b"a", b"b"]}, {"BS": [b"b", b"a"]}, {"BS": [b"a"]}),
            ({"L": [{"S": "a"}, {"S": "b"}]}, {"L": [{"S": "a"}, {"S": "b"}]},
             {"L": [{"S": "b"}, {"S": "a"}]}),
            ({"M": {"x": {"N": "1"}}}, {"M": {"x": {"N": "1.0"}}}, {"M": {"x": {"N": "2"}}}),
            ({"B": b"ab"}, {"B": b"ab"}, {"B": b"a"}), ({"NULL": True}, {"NULL": True}, {"S": ""}),
        ]
        select = "SELECT pk FROM T! WHERE pk = 'types' AND sk = 1 AND val {} ?"
        for stored, same, different in rows:
            self.put(item("types", 1, val=stored))
            with self.subTest(stored=stored):
                for operator, value, count in (("=", same, 1), ("=", different, 0),
                                               ("<>", same, 0), ("<>", different, 1)):
                    found = self.select(select.format(operator), value)
                    self.assertEqual(len(found), count, (operator, value))
        for unordered in ({"BOOL": True}, {"NULL": True}, {"L": []}, {"M": {}}, {"SS": ["a"]}):
            for operator in ("<", "<=", ">", ">="):
                with self.invalid("Incorrect operand type for operator or function; operator or "
                                  f"function: {operator}, operand type: {next(iter(unordered))}"):
                    self.select(select.format(operator), unordered)

    def test_selects_parts(self):
        self.assertEqual(self.select("SELECT sk, kind FROM T! WHERE pk = 'a' AND sk = 1"),
                         [{"sk": {"N": "1"}, "kind": {"S": "odd"}}])
        found = self.select("SELECT doc.steps[0] FROM T! WHERE pk = 'a' AND sk = 2")
        self.assertEqual(len(found), 1)

    def test_selects_from_an_index(self):
        found = self.select("SELECT * FROM T!.\"ByKind\" WHERE kind = 'odd'")
        self.assertEqual(self.numbers(found), [1, 3, 5])

    def test_orders(self):
        found = self.select("SELECT * FROM T! WHERE pk = 'a' ORDER BY sk DESC")
        self.assertEqual([int(i["sk"]["N"]) for i in found], [5, 4, 3, 2, 1, 0])

    def test_pages(self):
        found, token = [], {}
        while True:
            reply = self.run_statement("SELECT * FROM T! WHERE pk = 'a'", Limit=4, **token)
            found += reply["Items"]
            if "NextToken" not in reply:
                break
            token = {"NextToken": reply["NextToken"]}
        self.assertEqual(self.numbers(found), [0, 1, 2, 3, 4, 5])

    def test_inserts(self):
        self.run_statement(
            "INSERT INTO T! VALUE {'pk': 'new', 'sk': 1, 's': 'it''s', 'yes': true, 'no': false, "
            "'nil': null, 'l': [1, 'two'], 'm': {'x': 1.5}, 'ss': <<'a', 'b'>>, 'ns': <<1, 2>>, "
            "'p': ?}", {"B": b"\x01"})
        stored = self.get(item("new", 1))
        stored["ss"]["SS"].sort()
        stored["ns"]["NS"].sort()
        self.assertEqual(stored, item(
            "new", 1, s={"S": "it's"}, yes={"BOOL": True}, no={"BOOL": False}, nil={"NULL": True},
            l={"L": [{"N": "1"}, {"S": "two"}]}, m={"M": {"x": {"N": "1.5"}}},
            ss={"SS": ["a", "b"]}, ns={"NS": ["1", "2"]}, p={"B": b"\x01"}))
        with self.refused("DuplicateItemException", "Duplicate primary key exists in table"):
            self.run_statement("INSERT INTO T! VALUE {'pk': 'new', 'sk': 1}")

    def test_updates(self):
        reply = self.run_statement("UPDATE T! SET kind = 'prime' SET n = ? REMOVE doc WHERE pk = "
                                   "'a' AND sk = 3 RETURNING ALL NEW *", {"N": "7"})
        self.assertEqual(reply["Items"], [item("a", 3, kind={"S": "prime"}, n={"N": "7"})])
        reply = self.run_statement("UPDATE T! SET n = n + 1 WHERE pk = 'a' AND sk = 3 "
                                   "RETURNING MODIFIED OLD *")
        self.assertEqual(reply["Items"], [{"n": {"N": "7"}}])
        self.run_statement("UPDATE T! SET l = list_append(?, ?) WHERE pk = 'a' AND sk = 3 AND "
                           "n = 8", {"L": [{"N": "1"}]}, {"L": [{"N": "2"}]})
        self.assertEqual(self.get(item("a", 3))["l"], {"L": [{"N": "1"}, {"N": "2"}]})
        with self.refused("ConditionalCheckFailedException", "The conditional request failed"):
            self.run_statement("UPDATE T! SET n = 1 WHERE pk = 'a' AND sk = 3 AND n = 1")
        with self.refused("ConditionalCheckFailedException", "The conditional request failed"):
            self.run_statement("UPDATE T! SET n = 1 WHERE pk = 'absent' AND sk = 1")

    def test_deletes(self):
        reply = self.run_statement("DELETE FROM T! WHERE pk = 'a' AND sk = 5 RETURNING ALL OLD *")
        self.assertEqual(self.numbers(reply["Items"]), [5])
        self.assertIsNone(self.get(item("a", 5)))
        with self.refused("ConditionalCheckFailedException"):
            self.run_statement("DELETE FROM T! WHERE pk = 'a' AND sk = 4 AND kind = 'odd'")
        self.run_statement("DELETE FROM T! WHERE pk = 'absent' AND sk = 1")

    def test_mistakes_are_named(self):
        for text in ("UPDATE T! SET n = 1 WHERE pk = 'a'", "DELETE FROM T! WHERE pk = 'a'"):
            with self.invalid("Where clause does not contain a mandatory equality on all key "
                              "attributes"):
                self.run_statement(text)
        for text in ("nonsense", "SELECT * FROM", "SELECT * FROM T! WHERE", "",
                     "SELECT * FROM T! WHERE pk = 'a", "DROP TABLE T!",
                     "SELECT " + "(" * 2000 + "x FROM T!"):
            with self.subTest(text=text[:30]), self.invalid():
                self.lenient.execute_statement(
                    Statement=text.replace("T!", f'"{self.table}"'))
        with self.invalid():
            self.run_statement("SELECT * FROM T! WHERE pk = ?")
        with self.refused("ResourceNotFoundException", "Requested resource not found"):
            self.run_statement('SELECT * FROM "Absent" WHERE pk = 1')
        with self.invalid():
            self.run_statement("INSERT INTO T! VALUE {'pk': 'only'}")


class BatchStatementTest(PartiQlCase):
    def batch(self, *statements):
        requests = []
        for text, *parameters in statements:
            request = {"Statement": text.replace("T!", f'"{self.table}"')}
            requests.append(request | ({"Parameters": parameters} if parameters else {}))
        return self.client.batch_execute_statement(Statements=requests)["Responses"]

    def test_each_statement_has_its_answer(self):
        self.put(item("b", 1))
        responses = self.batch(
            ("INSERT INTO T! VALUE {'pk': 'b', 'sk': ?}", {"N": "2"}),
            ("INSERT INTO T! VALUE {'pk': 'b', 'sk': 1}",),
            ("UPDATE T! SET x = 1 WHERE pk = 'b' AND sk = 9",))
        self.assertEqual(responses[0], {"TableName": self.table})
        self.assertEqual(responses[1]["Error"]["Code"], "DuplicateItem")
        self.assertEqual(responses[2]["Error"]["Code"], "ConditionalCheckFailed")
        self.assertEqual(self.get(item("b", 2)), item("b", 2))

    def test_reads(self):
        self.put(item("r", 1))
        responses = self.batch(("SELECT * FROM T! WHERE pk = 'r' AND sk = 1",),
                               ("SELECT * FROM T! WHERE pk = 'r' AND sk = 2",))
        self.assertEqual(responses[0], {"TableName": self.table, "Item": item("r", 1)})
        self.assertEqual(responses[1], {"TableName": self.table})

    def test_mistakes(self):
        responses = self.batch(("SELECT * FROM T! WHERE pk = 'r'",))
        self.assertEqual(responses[0]["Error"]["Code"], "ValidationError")
        with self.invalid():
            self.batch(*[("SELECT * FROM T! WHERE pk = 'r' AND sk = 2",)] * 26)


class StatementTransactionTest(PartiQlCase):
    def transact(self, *statements, **options):
        return self.client.execute_transaction(TransactStatements=[
            {"Statement": text.replace("T!", f'"{self.table}"')} for text in statements], **options)

    def test_all_or_nothing(self):
        self.put(item("t", 1))
        self.transact("INSERT INTO T! VALUE {'pk': 't', 'sk': 2}",
                      "UPDATE T! SET x = 1 WHERE pk = 't' AND sk = 1",
                      "DELETE FROM T! WHERE pk = 't' AND sk = 8")
        self.assertEqual(self.get(item("t", 1))["x"], {"N": "1"})
        with self.refused("TransactionCanceledException") as caught:
            self.transact("INSERT INTO T! VALUE {'pk': 't', 'sk': 5}",
                          "INSERT INTO T! VALUE {'pk': 't', 'sk': 1}")
        self.assertEqual([reason["Code"]
                          for reason in caught.exception.response["CancellationReasons"]],
                         ["None", "DuplicateItem"])
        self.assertIsNone(self.get(item("t", 5)))

    def test_a_condition_on_another_item(self):
        self.put(item("c", 1, open={"BOOL": True}))
        self.transact("EXISTS(SELECT * FROM T! WHERE pk = 'c' AND sk = 1 AND \"open\" = true)",
                      "INSERT INTO T! VALUE {'pk': 'c', 'sk': 2}")
        self.assertEqual(self.get(item("c", 2)), item("c", 2))
        with self.refused("TransactionCanceledException"):
            self.transact("EXISTS(SELECT * FROM T! WHERE pk = 'c' AND sk = 1 AND \"open\" = "
                          "false)", "INSERT INTO T! VALUE {'pk': 'c', 'sk': 3}")
        self.assertIsNone(self.get(item("c", 3)))

    def test_reads(self):
        self.put(item("g", 1))
        reply = self.transact("SELECT * FROM T! WHERE pk = 'g' AND sk = 1",
                              "SELECT * FROM T! WHERE pk = 'g' AND sk = 2")
        self.assertEqual(reply["Responses"], [{"Item": item("g", 1)}, {}])

    def test_reads_and_writes_do_not_mix(self):
        with self.invalid():
            self.transact("SELECT * FROM T! WHERE pk = 'g' AND sk = 1",
                          "INSERT INTO T! VALUE {'pk': 'g', 'sk': 9}")

    def test_a_token_makes_it_happen_once(self):
        self.put(item("n", 1, n={"N": "0"}))
        for _ in range(2):
            self.transact("UPDATE T! SET n = n + 1 WHERE pk = 'n' AND sk = 1",
                          ClientRequestToken="partiql-once")
        self.assertEqual(self.get(item("n", 1))["n"], {"N": "1"})


if __name__ == "__main__":
    unittest.main()
