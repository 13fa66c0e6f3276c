"""Time to live: turning it on and off."""

import unittest

from dynamodb_case import DynamoDbTest


class TimeToLiveTest(DynamoDbTest):
    def change(self, table, attribute, enabled):
        return self.client.update_time_to_live(TableName=table, TimeToLiveSpecification={
            "AttributeName": attribute, "Enabled": enabled})["TimeToLiveSpecification"]

    def describe(self, table):
        return self.client.describe_time_to_live(TableName=table)["TimeToLiveDescription"]

    def test_it_is_turned_on_and_off(self):
        table = self.new_table()
        self.assertEqual(self.describe(table), {"TimeToLiveStatus": "DISABLED"})
        self.assertEqual(self.change(table, "expires", True),
                         {"AttributeName": "expires", "Enabled": True})
        description = self.describe(table)
        self.assertEqual(description["AttributeName"], "expires")
        self.assertIn(description["TimeToLiveStatus"], ("ENABLING", "ENABLED"))
        self.change(table, "expires", False)
        self.assertIn(self.describe(table)["TimeToLiveStatus"], ("DISABLING", "DISABLED"))

    def test_what_is_so_already_is_refused(self):
        table = self.new_table()
        with self.invalid("TimeToLive is already disabled"):
            self.change(table, "expires", False)
        self.change(table, "expires", True)
        with self.invalid("TimeToLive is already enabled"):
            self.change(table, "expires", True)
        with self.invalid("TimeToLive is active on a different AttributeName: current "
                          "AttributeName is expires"):
            self.change(table, "other", False)

    def test_mistakes_are_named(self):
        table = self.new_table()
        with self.refused("ResourceNotFoundException",
                          "Requested resource not found: Table: Absent not found"):
            self.change("Absent", "expires", True)
        with self.refused("ResourceNotFoundException",
                          "Requested resource not found: Table: Absent not found"):
            self.describe("Absent")
        with self.invalid(containing="failed to satisfy constraint: Member must have length "
                                     "greater than or equal to 1"):
            self.lenient.update_time_to_live(TableName=table, TimeToLiveSpecification={
                "AttributeName": "", "Enabled": True})

    def test_an_item_of_the_future_stays(self):
        table = self.new_table()
        self.change(table, "expires", True)
        item = {"pk": {"S": "a"}, "expires": {"N": "99999999999"}}
        self.client.put_item(TableName=table, Item=item)
        self.assertEqual(self.client.scan(TableName=table)["Items"], [item])


if __name__ == "__main__":
    unittest.main()
