"""Every item operation once through `aws dynamodb`, with paging."""

import unittest

from cli_case import CliTest


def item(pk, sk, **more):
    return {"pk": {"S": pk}, "sk": {"N": str(sk)}} | more


class ItemCommandsTest(CliTest):
    KEY = "pk:S sk:N"

    def test_one_item(self):
        self.aws("put-item", item=item("a", 1, name={"S": "n"}, b={"B": "AAE="}))
        found = self.aws("get-item", key=item("a", 1))
        self.assertEqual(found["Item"], item("a", 1, name={"S": "n"}, b={"B": "AAE="}))
        updated = self.aws("update-item", key=item("a", 1), update_expression="SET #n = :n",
                           expression_attribute_names={"#n": "name"},
                           expression_attribute_values={":n": {"S": "m"}},
                           return_values="UPDATED_NEW")
        self.assertEqual(updated["Attributes"], {"name": {"S": "m"}})
        with self.refused("(ConditionalCheckFailedException) when calling the DeleteItem "
                          "operation: The conditional request failed"):
            self.aws("delete-item", key=item("a", 1),
                     condition_expression="attribute_not_exists(pk)")
        deleted = self.aws("delete-item", key=item("a", 1), return_values="ALL_OLD")
        self.assertEqual(deleted["Attributes"]["name"], {"S": "m"})
        self.assertIsNone(self.aws("get-item", key=item("a", 1)))

    def test_many_items(self):
        written = self.cli.run("batch-write-item", request_items={self.table: [
            {"PutRequest": {"Item": item("many", n)}} for n in range(10)]})
        self.assertEqual(written, {"UnprocessedItems": {}})
        read = self.cli.run("batch-get-item", request_items={self.table: {
            "Keys": [item("many", 0), item("many", 1)]}})
        self.assertEqual(len(read["Responses"][self.table]), 2)

        query = {"key_condition_expression": "pk = :p",
                 "expression_attribute_values": {":p": {"S": "many"}}}
        self.assertEqual(self.numbers(self.aws("query", page_size="3", **query)), list(range(10)))
        first = self.aws("query", max_items="4", **query)
        self.assertEqual(self.numbers(first), [0, 1, 2, 3])
        rest = self.aws("query", starting_token=first["NextToken"], **query)
        self.assertEqual(self.numbers(rest), [4, 5, 6, 7, 8, 9])
        backwards = self.aws("query", "--no-scan-index-forward", max_items="1", **query)
        self.assertEqual(self.numbers(backwards), [9])

        page = self.aws("scan", max_items="3", page_size="2")
        others = self.aws("scan", starting_token=page["NextToken"])
        both = self.numbers(page) + self.numbers(others)
        self.assertEqual(sorted(both), sorted(set(both)))
        self.assertLessEqual(set(range(10)), set(both))
        self.assertEqual(self.aws("scan", select="COUNT", filter_expression="pk = :p",
                                  expression_attribute_values={":p": {"S": "many"}})["Count"], 10)

    def numbers(self, reply):
        return [int(found["sk"]["N"]) for found in reply["Items"]]

    def test_transactions(self):
        put = {"Put": {"TableName": self.table, "Item": item("t", 1),
                       "ConditionExpression": "attribute_not_exists(pk)"}}
        self.cli.run("transact-write-items", transact_items=[put])
        with self.refused("(TransactionCanceledException)", "[ConditionalCheckFailed]"):
            self.cli.run("transact-write-items", transact_items=[put])
        read = self.cli.run("transact-get-items", transact_items=[
            {"Get": {"TableName": self.table, "Key": item("t", 1)}}])
        self.assertEqual(read["Responses"], [{"Item": item("t", 1)}])

    def test_statements(self):
        self.cli.run("execute-statement", parameters=[{"S": "x"}],
                     statement=f"INSERT INTO \"{self.table}\" VALUE {{'pk': 'p', 'sk': 1, 'v': ?}}")
        select = f"SELECT * FROM \"{self.table}\" WHERE pk = 'p' AND sk = 1"
        found = self.cli.run("execute-statement", statement=select)
        self.assertEqual(found["Items"], [item("p", 1, v={"S": "x"})])
        found = self.cli.run("batch-execute-statement", statements=[{"Statement": select}])
        self.assertEqual(found["Responses"][0]["Item"], item("p", 1, v={"S": "x"}))
        self.cli.run("execute-transaction", transact_statements=[
            {"Statement": f"DELETE FROM \"{self.table}\" WHERE pk = 'p' AND sk = 1"}])
        self.assertIsNone(self.aws("get-item", key=item("p", 1)))


class StreamCommandsTest(CliTest):
    KEY = "pk:S sk:N"
    OPTIONS = {"stream_specification": "StreamEnabled=true,StreamViewType=NEW_AND_OLD_IMAGES"}

    def streams(self, *arguments, **options):
        return self.cli.run(*arguments, service="dynamodbstreams", **options)

    def test_a_stream_is_read(self):
        self.aws("put-item", item=item("s", 1))
        arn = self.streams("list-streams", table_name=self.table)["Streams"][0]["StreamArn"]
        shards = self.streams("describe-stream", stream_arn=arn)["StreamDescription"]["Shards"]
        records = []
        for shard in shards:
            iterator = self.streams("get-shard-iterator", stream_arn=arn,
                                    shard_id=shard["ShardId"], shard_iterator_type="TRIM_HORIZON")
            records += self.streams("get-records",
                                    shard_iterator=iterator["ShardIterator"])["Records"]
        self.assertEqual([record["dynamodb"]["NewImage"] for record in records], [item("s", 1)])


if __name__ == "__main__":
    unittest.main()
