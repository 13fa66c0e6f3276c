"""web_types.py on small documents."""

import unittest

import web_types


def limits_of_schemas(**schemas):
    """The constants, without what stands above them."""
    text = web_types.limits({"components": {"schemas": schemas}}, "Limits.", lambda name: True)
    return text.split("\n\n", 1)[1] if "\n\n" in text else ""


class ShapeTest(unittest.TestCase):
    def test_descriptions_go_and_members_of_that_name_stay(self):
        text = {"type": "string", "description": "Words."}
        schema = {"description": "More.", "properties": {"description": text},
                  "oneOf": [{"items": text}]}
        self.assertEqual(web_types.shape(schema), {
            "properties": {"description": {"type": "string"}},
            "oneOf": [{"items": {"type": "string"}}]})


class LimitsTest(unittest.TestCase):
    def test_a_schema_with_limits_becomes_a_constant(self):
        title = {"type": "string", "minLength": 1, "maxLength": 500}
        self.assertEqual(
            limits_of_schemas(NewEntry={"properties": {"title": title, "done": {}}}),
            "export const newEntryLimits = {\n"
            "  title: {\n"
            "    minLength: 1,\n"
            "    maxLength: 500,\n"
            "  },\n"
            "} as const;\n")

    def test_items_choices_and_words_have_limits_too(self):
        days = {"x-maxDays": 3660}
        tags = {"maxItems": 20, "items": {"maxLength": 50}}
        text = limits_of_schemas(
            A={"properties": {"tags": tags}},
            B={"oneOf": [{"properties": {"end": days}}, {"properties": {"end": {}}}]},
            C={"enum": ["one", "it's"]})
        self.assertIn("  tags: {\n    maxItems: 20,\n    items: {\n      maxLength: 50,\n", text)
        self.assertIn("  end: {\n    maxDays: 3660,\n", text)
        self.assertIn("enum: ['one', 'it\\'s'],\n", text)

    def test_what_has_no_limit_or_a_name_of_its_own_is_left_out(self):
        self.assertEqual(limits_of_schemas(A={"properties": {"b": {"$ref": "#/x"}, "c": {}}}), "")


class SentencesTest(unittest.TestCase):
    def test_are_written_in_the_order_of_their_codes(self):
        code = {"x-sentences": {"tooLong": "At most {most} “here”.", "gone": "It is gone."}}
        document = {"components": {"schemas": {"Problem": {"properties": {"code": code}}}}}
        self.assertEqual(
            web_types.sentences(document),
            '{\n  "gone": "It is gone.",\n  "tooLong": "At most {most} “here”."\n}\n')


if __name__ == "__main__":
    unittest.main()
