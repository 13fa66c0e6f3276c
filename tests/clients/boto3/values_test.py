"""Values: numbers of 38 digits, sets, binary, empty text and Unicode, as they come and go."""

import unittest

from dynamodb_case import DynamoDbTest

NINES = "9" * 38


class NumberTest(DynamoDbTest):
    TABLE = {"key": "pk:S sk:N"}

    def store(self, number):
        key = {"pk": {"S": "a"}, "sk": {"N": "1"}}
        self.put(key | {"n": {"N": number}})
        return self.get(key)["n"]["N"]

    def test_numbers_come_back_in_their_plain_form(self):
        rows = [
            ("0", "0"), ("-0", "0"), ("0.0", "0"), ("1", "1"), ("-1", "-1"), ("+1", "1"),
            ("007", "7"), ("1.50", "1.5"), ("1e3", "1000"), ("1E+3", "1000"), ("1e-3", "0.001"),
            ("12.30e1", "123"), (".5", "0.5"), ("5.", "5"), (NINES, NINES), ("-" + NINES,
             "-" + NINES), ("0." + NINES, "0." + NINES), ("1" + "0" * 125, "1" + "0" * 125),
            ("1e125", "1" + "0" * 125), ("1e-130", "0." + "0" * 129 + "1"),
            ("9.9999999999999999999999999999999999999E+125", NINES + "0" * 88),
            ("1" + "0" * 40, "1" + "0" * 40), ("0.1" + "0" * 60, "0.1"),
        ]
        for given, stored in rows:
            with self.subTest(given=given):
                self.assertEqual(self.store(given), stored)

    def test_what_is_no_number_is_refused(self):
        too_long = "Attempting to store more than 38 significant digits in a Number"
        overflow = ("Number overflow. Attempting to store a number with magnitude larger than "
                    "supported range")
        underflow = ("Number underflow. Attempting to store a number with magnitude smaller than "
                     "supported range")
        rows = [
            (NINES + "9", too_long), ("1" + "0" * 38 + "1", too_long), ("0." + NINES + "9",
             too_long), ("1e126", overflow), ("-1e126", overflow), ("1e999999999999", overflow),
            ("1e-131", underflow), ("-1e-131", underflow),
            ("abc", "The parameter cannot be converted to a numeric value: abc"),
            ("1a", "The parameter cannot be converted to a numeric value: 1a"),
            ("", "The parameter cannot be converted to a numeric value"),
            ("NaN", "The parameter cannot be converted to a numeric value: NaN"),
            ("Infinity", "The parameter cannot be converted to a numeric value: Infinity"),
            ("0x10", "The parameter cannot be converted to a numeric value: 0x10"),
            ("1 ", "The parameter cannot be converted to a numeric value: 1 "),
        ]
        for given, message in rows:
            with self.subTest(given=given), self.invalid(message):
                self.store(given)

    def test_sums_are_exact(self):
        key = {"pk": {"S": "sum"}, "sk": {"N": "1"}}
        self.put(key | {"n": {"N": "0.1"}})
        reply = self.client.update_item(
            TableName=self.table, Key=key, UpdateExpression="SET n = n + :a",
            ExpressionAttributeValues={":a": {"N": "0.2"}}, ReturnValues="UPDATED_NEW")
        self.assertEqual(reply["Attributes"], {"n": {"N": "0.3"}})

    def test_number_keys_order_as_numbers(self):
        numbers = ["-1" + "0" * 125, "-100", "-99.5", "-1", "-0.5", "-0." + "0" * 129 + "1", "0",
                   "0." + "0" * 129 + "1", "0.5", "1", "2", "10", "99.5", "100", "1" + "0" * 125]
        for number in reversed(numbers):
            self.put({"pk": {"S": "order"}, "sk": {"N": number}})
        reply = self.client.query(TableName=self.table, KeyConditionExpression="pk = :p",
                                  ExpressionAttributeValues={":p": {"S": "order"}})
        self.assertEqual([item["sk"]["N"] for item in reply["Items"]], numbers)

    def test_one_number_is_one_key(self):
        for number in ("7", "7.0", "70e-1", "007"):
            self.put({"pk": {"S": "same"}, "sk": {"N": number}, "last": {"S": number}})
        reply = self.client.query(TableName=self.table, KeyConditionExpression="pk = :p",
                                  ExpressionAttributeValues={":p": {"S": "same"}})
        self.assertEqual(reply["Items"],
                         [{"pk": {"S": "same"}, "sk": {"N": "7"}, "last": {"S": "007"}}])


class ValueTest(DynamoDbTest):
    TABLE = {}

    def store(self, value):
        self.put({"pk": {"S": "a"}, "v": value})
        return self.get({"pk": {"S": "a"}})["v"]

    def store_raw(self, value):
        return self.lenient.put_item(TableName=self.table, Item={"pk": {"S": "a"}, "v": value})

    def test_text_of_every_kind(self):
        for text in ("", " ", "\x00", "\n\t\"\\/", "é", "\u2028", "日本語", "👩‍👩‍👧", "\ufffe",
                     "\U0010ffff", "a" * 100_000):
            with self.subTest(text=text[:10]):
                self.assertEqual(self.store({"S": text}), {"S": text})

    def test_binary_of_every_byte(self):
        for data in (b"", bytes(range(256)), b"\x00" * 3):
            with self.subTest(length=len(data)):
                self.assertEqual(self.store({"B": data}), {"B": data})

    def test_names_of_every_kind(self):
        for name in ("a b", "a.b", "#a", ":a", "é", "日本語", "0", "a" * 1000, "__type"):
            self.put({"pk": {"S": "names"}, name: {"S": "x"}})
            with self.subTest(name=name[:10]):
                self.assertEqual(self.get({"pk": {"S": "names"}}),
                                 {"pk": {"S": "names"}, name: {"S": "x"}})

    def test_sets_keep_one_of_each(self):
        self.assertCountEqual(self.store({"NS": ["1", "2", "-3"]})["NS"], ["1", "2", "-3"])
        self.assertEqual(self.store({"SS": [""]}), {"SS": [""]})
        rows = [
            ({"SS": ["a", "a"]}, "One or more parameter values were invalid: Input collection "
             "[a, a] contains duplicates."),
            ({"BS": [b"a", b"a"]}, "One or more parameter values were invalid: Input collection "
             "[YQ==, YQ==]of type BS contains duplicates."),
            ({"NS": ["1", "1.0"]}, "Input collection contains duplicates"),
            ({"SS": []}, "One or more parameter values were invalid: An string set  may not be "
             "empty"),
            ({"NS": []}, "One or more parameter values were invalid: An number set  may not be "
             "empty"),
            ({"BS": []}, "One or more parameter values were invalid: Binary sets should not be "
             "empty"),
            ({"NS": ["x"]}, "The parameter cannot be converted to a numeric value: x"),
        ]
        for value, message in rows:
            with self.subTest(value=value), self.invalid(message):
                self.store_raw(value)

    def test_values_that_are_none(self):
        empty = ("Supplied AttributeValue is empty, must contain exactly one of the supported "
                 "datatypes")
        several = ("Supplied AttributeValue has more than one datatypes set, must contain exactly "
                   "one of the supported datatypes")
        rows = [({}, empty), ({"S": "a", "N": "1"}, several), ({"L": [{}]}, empty),
                ({"M": {"x": {}}}, empty)]
        for value, message in rows:
            with self.subTest(value=value), self.invalid(message):
                self.store_raw(value)

    def test_nesting_has_a_limit(self):
        def nested(levels):
            value = {"S": "x"}
            for _ in range(levels):
                value = {"L": [value]}
            return value
        self.assertEqual(self.store(nested(31)), nested(31))
        with self.invalid(containing="Nesting Levels have exceeded supported limits"):
            self.store(nested(33))


if __name__ == "__main__":
    unittest.main()
