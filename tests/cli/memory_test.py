"""norn serve --memory, as the tests of others start it."""

import datetime
import http.client
import os
import re
import threading
import time
import urllib.parse

from memory_process import TABLE, MemoryTest
from norn_process import PATIENCE_S, run


class MemoryServerTest(MemoryTest):
    def test_its_first_line_says_where_it_is(self):
        server = self.serve_memory()
        ready = server.ready
        self.assertEqual(ready["host"], "127.0.0.1")
        self.assertEqual(ready["endpoint"], f"http://127.0.0.1:{ready['port']}")
        self.assertEqual(ready["pid"], server.process.pid)
        self.assertTrue(re.fullmatch(r"\d+\.\d+\.\d+", ready["version"]), ready)

    def test_it_keeps_items_while_it_runs_and_nothing_on_disk(self):
        server = self.serve_memory()
        self.assertEqual(server.done("ListTables"), {"TableNames": []})
        server.done("CreateTable", TABLE)
        for number in range(100):
            server.put(f"{number:02}")
        self.assertEqual(server.items(), [f"{number:02}" for number in range(100)])
        statement = "DELETE FROM things WHERE pk = '07'"
        server.done("ExecuteStatement", {"Statement": statement})
        self.assertEqual(len(server.items()), 99)
        self.assertEqual(os.listdir(self.folder), [])
        open_files = [os.readlink(f"/proc/{server.process.pid}/fd/{fd}")
                      for fd in os.listdir(f"/proc/{server.process.pid}/fd")]
        self.assertEqual([path for path in open_files if path.startswith(self.folder)], [])
        self.assertEqual(self.stop(server.process), 0)
        self.assertEqual(server.process.stderr.read(), "")

    def test_what_needs_a_folder_is_refused(self):
        server = self.serve_memory()
        server.done("CreateTable", TABLE)
        for operation, parameters in (
                ("CreateBackup", {"TableName": "things", "BackupName": "b12"}),
                ("UpdateContinuousBackups", {
                    "TableName": "things",
                    "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": True}})):
            response = server.call(operation, parameters)
            self.assertEqual(response.status, 400, operation)
            self.assertTrue(response.json["__type"].endswith("#UnknownOperationException"),
                            response.json)
        # Tools that set up tables ask for it, and it is true.
        described = server.done("DescribeContinuousBackups", {"TableName": "things"})
        recovery = described["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"]
        self.assertEqual(recovery["PointInTimeRecoveryStatus"], "DISABLED")

    def test_it_listens_where_it_is_told(self):
        server = self.serve_memory("--dynamodb-listen", "127.0.0.2:0")
        self.assertEqual(server.ready["endpoint"], f"http://127.0.0.2:{server.ready['port']}")
        self.assertEqual(server.done("ListTables"), {"TableNames": []})

    def test_options_that_contradict_it_are_refused(self):
        for arguments, part in (
                (("--data", self.data), "--data does not go with --memory"),
                (("--store", "dynamodb"), "--store does not go with --memory"),
                (("--demo",), "--demo does not go with --memory"),
                (("--listen", "127.0.0.1:0"), "--listen does not go with --memory"),
                (("--dynamodb-listen", "none"), "--dynamodb-listen none"),
                (("--port", "1", "--dynamodb-listen", "127.0.0.1:0"), "not both")):
            self.assert_refused(run("serve", "--memory", *arguments), part, code=2)
        self.assert_refused(run("serve", "--port", "0"), "--port is for --memory", code=2)
        self.assert_refused(run("serve", "--isolate-keys"), "is for --memory", code=2)
        self.assert_refused(run("serve", "--memory", "--dynamodb-listen", "0.0.0.0:0"),
                            "--dynamodb-keys")


class ResetTest(MemoryTest):
    def test_everything_is_gone_after_it(self):
        server = self.serve_memory()
        server.done("CreateTable", {**TABLE, "StreamSpecification": {
            "StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}})
        server.put("a")
        self.assertEqual(server.control("POST", "reset"), {})
        self.assertEqual(server.done("ListTables"), {"TableNames": []})
        streams = server.done("ListStreams", service="DynamoDBStreams_20120810")
        self.assertEqual(streams["Streams"], [])
        server.done("CreateTable", TABLE)
        self.assertEqual(server.items(), [])

    def test_calls_under_way_are_answered(self):
        server = self.serve_memory()
        done = threading.Event()
        statuses = set()

        def write():
            while not done.is_set():
                server.call("CreateTable", TABLE)
                reply = server.call("PutItem", {"TableName": "things", "Item": {"pk": {"S": "a"}}})
                statuses.add((reply.status, reply.json.get("__type", "").partition("#")[2]))

        writers = [threading.Thread(target=write) for _ in range(4)]
        for writer in writers:
            writer.start()
        for _ in range(20):
            server.control("POST", "reset")
        done.set()
        for writer in writers:
            writer.join()
        self.assertLessEqual(statuses, {(200, ""), (400, "ResourceNotFoundException")})

    def test_web_pages_may_not(self):
        server = self.serve_memory()
        server.done("CreateTable", TABLE)
        port = server.ready["port"]
        for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"},
                        {"Origin": server.ready["endpoint"]}, {"Sec-Fetch-Site": "same-origin"},
                        {"Host": f"evil.example:{port}"}):
            self.assertEqual(server.request("POST", "/_norn/reset", "", headers).status, 403,
                             headers)
        self.assertEqual(server.done("ListTables"), {"TableNames": ["things"]})

    def test_there_is_no_such_route_elsewhere(self):
        server = self.serve_memory()
        self.assertEqual(server.request("POST", "/_norn/nothing").status, 404)
        self.assertEqual(server.request("GET", "/_norn/reset").status, 404)
        open_to_all = self.serve_memory("--dynamodb-listen", "0.0.0.0:0", "--dynamodb-insecure")
        open_to_all.ready["host"] = "127.0.0.1"
        open_to_all.done("CreateTable", TABLE)
        self.assertEqual(open_to_all.request("POST", "/_norn/reset").status, 404)
        self.assertEqual(open_to_all.done("ListTables"), {"TableNames": ["things"]})
        with_data = self.serve()
        url = urllib.parse.urlsplit(with_data.api_url)
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=PATIENCE_S)
        self.addCleanup(connection.close)
        connection.request("POST", "/_norn/reset")
        self.assertEqual(connection.getresponse().status, 404)


class IsolatedKeysTest(MemoryTest):
    def test_each_key_is_an_account(self):
        server = self.serve_memory("--isolate-keys")
        for key in ("one", "two"):
            self.assertEqual(server.done("ListTables", key=key), {"TableNames": []})
            server.done("CreateTable", TABLE, key=key)
            server.put(key, key=key)
        self.assertEqual(server.items(key="one"), ["one"])
        self.assertEqual(server.items(key="two"), ["two"])
        self.assertEqual(server.done("ListTables", key="three"), {"TableNames": []})

    def test_one_of_them_is_reset(self):
        server = self.serve_memory("--isolate-keys")
        for key in ("one", "two"):
            server.done("CreateTable", TABLE, key=key)
        server.control("POST", "reset?account=one")
        self.assertEqual(server.done("ListTables", key="one"), {"TableNames": []})
        self.assertEqual(server.done("ListTables", key="two"), {"TableNames": ["things"]})
        server.control("POST", "reset")
        self.assertEqual(server.done("ListTables", key="two"), {"TableNames": []})

    def test_many_at_once(self):
        server = self.serve_memory("--isolate-keys")
        seen = []

        def use(key):
            server.done("CreateTable", TABLE, key=key)
            server.put(key, key=key)
            seen.append((key, server.items(key=key)))

        keys = [f"key{number}" for number in range(30)]
        users = [threading.Thread(target=use, args=(key,)) for key in keys]
        for user in users:
            user.start()
        for user in users:
            user.join()
        self.assertEqual(sorted(seen), sorted((key, [key]) for key in keys))

    def test_without_it_all_keys_are_one(self):
        server = self.serve_memory()
        server.done("CreateTable", TABLE, key="one")
        self.assertEqual(server.done("ListTables", key="two"), {"TableNames": ["things"]})
        response = server.request("POST", "/_norn/reset?account=one")
        self.assertEqual(response.status, 400)
        self.assertIn("--isolate-keys", response.json["message"])


class FaultsTest(MemoryTest):
    def put_status(self, server, headers=None):
        item = {"TableName": "things", "Item": {"pk": {"S": "a"}}}
        reply = server.call("PutItem", item, headers=headers)
        return reply.status, reply.json.get("__type", "").partition("#")[2]

    def test_a_call_asks_for_them_by_a_header(self):
        server = self.serve_memory()
        server.done("CreateTable", TABLE)
        for error, status in (("ProvisionedThroughputExceededException", 400),
                              ("ThrottlingException", 400), ("InternalServerError", 500),
                              ("ServiceUnavailable", 503)):
            self.assertEqual(self.put_status(server, {"X-Norn-Fault": error}), (status, error))
        self.assertEqual(server.items(), [])
        before = time.monotonic()
        self.assertEqual(self.put_status(server, {"X-Norn-Delay-Ms": "60"}), (200, ""))
        self.assertGreaterEqual(time.monotonic() - before, 0.06)
        self.assertEqual(self.put_status(server, {"X-Norn-Fault": "Nonsense"}),
                         (400, "ValidationException"))

    def test_a_schedule_says_which_calls_have_them(self):
        server = self.serve_memory()
        server.done("CreateTable", TABLE)
        server.control("PUT", "faults", [
            {"operation": "PutItem", "error": "ThrottlingException", "skip": 1, "times": 2},
            {"operation": "GetItem", "error": "InternalServerError"}])
        throttled = (400, "ThrottlingException")
        self.assertEqual([self.put_status(server) for _ in range(4)],
                         [(200, ""), throttled, throttled, (200, "")])
        self.assertEqual(server.items(), ["a"])
        left = {"operation": "GetItem", "error": "InternalServerError", "skip": 0, "times": 1}
        self.assertEqual(server.control("GET", "faults"), [left])
        self.assertEqual(server.control("DELETE", "faults"), [])
        server.control("PUT", "faults", [{"error": "ThrottlingException", "times": 0}])
        self.assertEqual([self.put_status(server) for _ in range(3)], [throttled] * 3)
        server.control("POST", "reset")
        self.assertEqual(server.done("ListTables"), {"TableNames": []})

    def test_a_reply_is_lost_after_the_call_was_carried_out(self):
        server = self.serve_memory()
        server.done("CreateTable", TABLE)
        server.control("PUT", "faults", [
            {"operation": "PutItem", "error": "InternalServerError", "loseReply": True}])
        self.assertEqual(self.put_status(server), (500, "InternalServerError"))
        self.assertEqual(server.items(), ["a"])

    def test_slow_calls_do_not_delay_the_end(self):
        server = self.serve_memory()
        server.control("PUT", "faults", [{"operation": "ListTables", "delayMs": 600_000}])
        replies = []
        caller = threading.Thread(target=lambda: replies.append(server.done("ListTables")))
        caller.start()
        while server.control("GET", "faults"):  # Until the call is there.
            pass
        self.assertEqual(self.stop(server.process), 0)
        caller.join()
        self.assertEqual(replies, [{"TableNames": []}])

    def test_wrong_ones_are_refused(self):
        server = self.serve_memory()
        for faults, part in (([{"error": "Nonsense"}], "'Nonsense' is none of these errors"),
                             ([{}], "a fault has an error"), ([{"tims": 1}], "'tims' is not known"),
                             ([{"delayMs": -1}], "delayMs is from 0"), ({}, "JSON list"),
                             ([{"delayMs": 1, "loseReply": True}], "loseReply needs an error")):
            response = server.request("PUT", "/_norn/faults", faults)
            self.assertEqual(response.status, 400, faults)
            self.assertIn(part, response.json["message"])

    def test_an_account_has_its_own(self):
        server = self.serve_memory("--isolate-keys")
        server.control("PUT", "faults?account=one", [{"error": "ThrottlingException", "times": 0}])
        self.assertEqual(server.call("ListTables", key="one").status, 400)
        self.assertEqual(server.call("ListTables", key="two").status, 200)
        self.assertEqual(server.request("GET", "/_norn/faults").status, 400)


class CorsTest(MemoryTest):
    PAGE = "http://localhost:5173"

    def preflight(self, server, origin):
        return server.request("OPTIONS", "/", None, {
            "Origin": origin, "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization,content-type,x-amz-date,x-amz-target"})

    def test_pages_of_listed_origins_may_call(self):
        server = self.serve_memory("--cors-origin", self.PAGE, "https://app.example:8443")
        for origin in (self.PAGE, "https://app.example:8443"):
            reply = self.preflight(server, origin)
            self.assertEqual(reply.status, 204)
            self.assertEqual(reply.headers["Access-Control-Allow-Origin"], origin)
            self.assertEqual(reply.headers["Access-Control-Allow-Methods"], "POST")
            allowed = reply.headers["Access-Control-Allow-Headers"].split(", ")
            self.assertLessEqual({"authorization", "x-amz-target", "amz-sdk-request"}, set(allowed))
            reply = server.call("ListTables", headers={"Origin": origin})
            self.assertEqual((reply.status, reply.json), (200, {"TableNames": []}))
            self.assertEqual(reply.headers.get_all("Access-Control-Allow-Origin"), [origin])
            self.assertEqual(reply.headers["Vary"], "Origin")
        reply = server.call("DescribeTable", {"TableName": "things"},
                            headers={"Origin": self.PAGE, "X-Norn-Fault": "ThrottlingException"})
        self.assertEqual(reply.status, 400)
        self.assertEqual(reply.headers["Access-Control-Allow-Origin"], self.PAGE)

    def test_all_others_may_not(self):
        server = self.serve_memory("--cors-origin", self.PAGE)
        for origin in ("http://localhost:5174", "http://evil.example", "null", "https://localhost"):
            reply = self.preflight(server, origin)
            self.assertEqual(reply.status, 404)
            self.assertIsNone(reply.headers["Access-Control-Allow-Origin"])
            reply = server.call("ListTables", headers={"Origin": origin})
            self.assertTrue(reply.json["__type"].endswith("#AccessDeniedException"), reply.json)
        for path in ("reset", "faults"):
            reply = server.request("POST", f"/_norn/{path}", "", {"Origin": self.PAGE})
            self.assertEqual(reply.status, 403)
            self.assertIsNone(reply.headers["Access-Control-Allow-Origin"])
        for wrong in ("*", "localhost:5173", self.PAGE + "/"):
            self.assert_refused(run("serve", "--memory", "--port", "0", "--cors-origin", wrong),
                                "is no origin")
        self.assert_refused(run("serve", "--cors-origin", self.PAGE), "is for --memory", code=2)


class SnapshotTest(MemoryTest):
    def test_it_is_gone_back_to_any_number_of_times(self):
        server = self.serve_memory()
        streamed = {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}
        server.done("CreateTable", {**TABLE, "StreamSpecification": streamed})
        keys = [f"{number:03}" for number in range(300)]
        for key in keys:
            server.put(key)
        before = server.done("DescribeTable", {"TableName": "things"})
        self.assertEqual(server.control("POST", "snapshot", {"name": "seed"}), {})
        for _ in range(3):
            server.put("new")
            server.done("DeleteItem", {"TableName": "things", "Key": {"pk": {"S": "007"}}})
            server.done("CreateTable", {**TABLE, "TableName": "others"})
            self.assertNotEqual(server.items(), keys)
            self.assertEqual(server.control("POST", "restore", {"name": "seed"}), {})
            self.assertEqual(server.items(), keys)
            self.assertEqual(server.done("ListTables"), {"TableNames": ["things"]})
            self.assertEqual(server.done("DescribeTable", {"TableName": "things"}), before)
        server.done("DeleteTable", {"TableName": "things"})
        server.control("POST", "restore", {"name": "seed"})
        self.assertEqual(server.items(), keys)

    def test_there_are_several(self):
        server = self.serve_memory()
        server.control("POST", "snapshot", {"name": "empty"})
        server.done("CreateTable", TABLE)
        server.put("a")
        server.control("POST", "snapshot")
        server.put("b")
        server.control("POST", "snapshot")  # In the place of the one before.
        server.control("POST", "restore", {"name": "empty"})
        self.assertEqual(server.done("ListTables"), {"TableNames": []})
        server.control("POST", "restore")
        self.assertEqual(server.items(), ["a", "b"])
        server.control("POST", "reset")
        self.assertEqual(server.request("POST", "/_norn/restore").status, 404)

    def test_an_account_has_its_own(self):
        server = self.serve_memory("--isolate-keys")
        for key in ("one", "two"):
            server.done("CreateTable", TABLE, key=key)
        server.control("POST", "snapshot?account=one")
        for key in ("one", "two"):
            server.put("a", key=key)
        self.assertEqual(server.request("POST", "/_norn/restore?account=two").status, 404)
        server.control("POST", "restore?account=one")
        self.assertEqual((server.items(key="one"), server.items(key="two")), ([], ["a"]))
        self.assertEqual(server.request("POST", "/_norn/snapshot").status, 400)

    def test_wrong_ones_are_refused(self):
        server = self.serve_memory()
        for body in ({"name": ""}, {"name": 1}, {"nam": "a"}, [], {"name": "x" * 101}):
            self.assertEqual(server.request("POST", "/_norn/snapshot", body).status, 400, body)
        for number in range(16):
            server.control("POST", "snapshot", {"name": str(number)})
        self.assertEqual(server.request("POST", "/_norn/snapshot", {"name": "16"}).status, 400)


class ClockTest(MemoryTest):
    HOUR = 3600

    def seconds(self, server):
        time_text = server.control("GET", "clock")["time"]
        return datetime.datetime.fromisoformat(time_text.replace("Z", "+00:00")).timestamp()

    def test_items_expire_when_it_is_moved(self):
        server = self.serve_memory()
        server.done("CreateTable", TABLE)
        server.done("UpdateTimeToLive", {"TableName": "things", "TimeToLiveSpecification": {
            "Enabled": True, "AttributeName": "ttl"}})
        at = int(self.seconds(server)) + self.HOUR
        server.done("PutItem", {"TableName": "things", "Item": {
            "pk": {"S": "a"}, "ttl": {"N": str(at)}}})
        server.put("b")
        server.control("POST", "clock", {"advanceSeconds": self.HOUR - 60})
        self.assertEqual(server.items(), ["a", "b"])
        server.control("POST", "snapshot")
        server.control("POST", "clock", {"advanceSeconds": 61})
        self.assertEqual(server.items(), ["b"])
        server.control("POST", "restore")  # With the time that it was then.
        self.assertEqual(server.items(), ["a", "b"])
        server.control("POST", "clock", {"advanceSeconds": 61})
        self.assertEqual(server.items(), ["b"])

    def test_client_tokens_and_stream_records_go(self):
        server = self.serve_memory()
        streamed = {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}
        table = server.done("CreateTable", {**TABLE, "StreamSpecification": streamed})
        write = {"ClientRequestToken": "t", "TransactItems": [{"Update": {
            "TableName": "things", "Key": {"pk": {"S": "a"}},
            "UpdateExpression": "ADD n :one", "ExpressionAttributeValues": {":one": {"N": "1"}}}}]}

        def count():
            item = server.done("GetItem", {"TableName": "things", "Key": {"pk": {"S": "a"}}})
            return item["Item"]["n"]["N"]

        def records():
            service = "DynamoDBStreams_20120810"
            arn = table["TableDescription"]["LatestStreamArn"]
            shards = server.done("DescribeStream", {"StreamArn": arn}, service=service)
            shard = shards["StreamDescription"]["Shards"][0]["ShardId"]
            iterator = server.done("GetShardIterator", {
                "StreamArn": arn, "ShardId": shard, "ShardIteratorType": "TRIM_HORIZON"},
                service=service)
            return len(server.done("GetRecords", iterator, service=service)["Records"])

        for _ in range(2):
            server.done("TransactWriteItems", write)
        self.assertEqual((count(), records()), ("1", 1))
        server.control("POST", "clock", {"advanceSeconds": 601})
        server.done("TransactWriteItems", write)
        self.assertEqual((count(), records()), ("2", 2))
        server.control("POST", "clock", {"advanceSeconds": 25 * self.HOUR})
        self.assertEqual(records(), 0)

    def test_it_stands_still_and_goes_on(self):
        server = self.serve_memory()
        frozen = {"time": "2030-01-02T03:04:05.000Z", "frozen": True}
        self.assertEqual(server.control("POST", "clock", frozen), frozen)
        created = [server.done("CreateTable", {**TABLE, "TableName": f"table{number}"})
                   ["TableDescription"]["CreationDateTime"] for number in range(2)]
        self.assertEqual(created, [1893553445.0] * 2)
        self.assertEqual(server.control("GET", "clock"), frozen)
        moved = server.control("POST", "clock", {"frozen": False})
        self.assertFalse(moved["frozen"])
        self.assertTrue(moved["time"].startswith("2030-01-02T03:04:"), moved)
        self.assertTrue(server.control("DELETE", "clock")["time"] < "2030")
        server.control("POST", "clock", frozen)
        server.control("POST", "reset")
        self.assertFalse(server.control("GET", "clock")["frozen"])

    def test_an_account_has_its_own(self):
        server = self.serve_memory("--isolate-keys")
        server.control("POST", "clock?account=one", {"time": "2040-01-01T00:00:00Z"})
        self.assertGreater(server.control("GET", "clock?account=one")["time"], "2040")
        self.assertLess(server.control("GET", "clock?account=two")["time"], "2040")

    def test_signatures_are_verified_by_the_real_time(self):
        keys = os.path.join(self.folder, "keys")
        with open(keys, "w", encoding="ascii") as file:
            os.fchmod(file.fileno(), 0o600)
            file.write("AKIDTEST secret\n")
        server = self.serve_memory("--dynamodb-keys", keys)
        server.control("POST", "clock", {"time": "2040-01-01T00:00:00Z"})
        reply = server.call("ListTables", key="AKIDTEST",
                            headers={"X-Amz-Date": "20400101T000000Z"})
        self.assertTrue(reply.json["__type"].endswith("#InvalidSignatureException"), reply.json)
        self.assertIn("not yet current", reply.json["message"])

    def test_wrong_times_are_refused(self):
        server = self.serve_memory()
        for body in ([], {"time": "tomorrow"}, {"advanceSeconds": "1"}, {"advance": 1},
                     {"time": "9000-01-01T00:00:00Z"}, {"advanceSeconds": -10**10}, {"frozen": 1}):
            self.assertEqual(server.request("POST", "/_norn/clock", body).status, 400, body)
