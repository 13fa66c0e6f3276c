"""The console of administrators: who may use it, what it shows, and above all what it hides."""

import datetime
import functools
import json
import pathlib
import re

from authenticator import code_of, step_now
from norn_server import EMBEDDED
from people import PASSWORD, make_calendar, make_entry, path_of
from proving import proving_world
from rest_case import RestCase, on_stores
from rest_client import Client, contract_of, quote
from scene import ADMINISTRATOR, EXAMPLES, Request, Scene

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONSOLE = "/api/v1/console"
CONFIRMATION = CONSOLE + "/confirmation"
HIDDEN = "(hidden)"
# A hash, or a secret in hex.
HASH = re.compile(r"[0-9a-f]{32,}")
# What is hidden of each kind of item of `norn`. A new attribute is hidden until redaction.cc shows
# it; then, or if it stays so, it is listed here.
HIDDEN_OF = {
    "ACCOUNT": {"totpSecret", "totpPending", "recoveryCodes"},
    "AGENDA_FEED": {"secretHash"}, "AGENDA_FEED_ADDRESS": {"PK", "SK"},
    "BINNED": {"content"}, "BIN_PART": {"content"},
    "CALENDAR_FEED": {"secretHash"}, "CALENDAR_FEED_ADDRESS": {"PK", "SK"},
    "CALENDARS_FEED": {"secretHash"}, "CALENDARS_FEED_ADDRESS": {"PK", "SK"},
    "CONSOLE_KEY": {"cursorKey"}, "DEVICE": {"SK"},
    "FEED": {"secretHash"}, "FEED_ADDRESS": {"PK", "SK"},
    "IDEMPOTENCY": {"PK", "SK", "digest"}, "IMPORT": {"token"}, "INVITATION": {"SK"},
    "LATEST_MARK": {"mark"}, "NOTIFICATION": {"SK"}, "PASSWORD_LINK": {"secretHash"},
    "PLACE_FEED": {"secretHash"}, "PLACE_FEED_ADDRESS": {"PK", "SK"},
    "SESSION": {"SK"}, "SETUP": {"secretHash"},
    "SUBSCRIPTION": {"address", "feedEtag", "contentHash", "leaseToken"},
    "SWEEP": {"PK", "SK"}, "THROTTLE": {"PK", "SK"}, "TOKEN": {"SK"},
    "TREE_FEED": {"secretHash"}, "TREE_FEED_ADDRESS": {"PK", "SK"},
    "TREE_REIMPORT": {"fingerprint", "fingerprintAfter"},
    "TREE_REIMPORT_PAGE": {"list", "writes"},
}


def table_path(table, rest):
    return f"{CONSOLE}/tables/{quote(table)}/{rest}"


def text(value):
    return {"S": value}


class ConsoleCase(RestCase):
    OWN_SERVER = ()

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.make_world()
        cls.admin = cls.world.administrator
        cls.confirm(cls.admin.client)

    @staticmethod
    def confirm(client, expect=200, **more):
        return client.post(CONFIRMATION, {"password": PASSWORD} | more, expect=expect)

    def new_administrator(self, name="Olga"):
        person = self.world.sign_up(name)
        self.admin.client.patch(f"/api/v1/users/{person.id}", {"administrator": True})
        return person

    def assert_code(self, reply, status, code):
        self.assertEqual((reply.status, reply.json.get("code")), (status, code), reply.body)

    def query(self, table, partition, expect=200, **more):
        return self.admin.client.post(table_path(table, "query"),
                                      {"partition": text(partition)} | more, expect=expect).json

    def all_of(self, table, **more):
        """Every item of a table, page by page, as it is shown."""
        after = None
        while True:
            page = self.admin.client.post(table_path(table, "scan"), {
                "limit": 100, "after": after} | more).json
            yield from page["items"]
            after = page["after"]
            if not after:
                return

    def session_of(self, client):
        """The item of the session in the table, which other programs do not find by the id."""
        mine = client.get("/api/v1/sessions").json["sessions"]
        wanted = next(each["id"] for each in mine if each["current"])
        return next(item for item in self.table("norn").scan(ConsistentRead=True)["Items"]
                    if item.get("id") == wanted)


@on_stores(EMBEDDED)
class ConsoleAccessTest(ConsoleCase):
    """Who may use it."""

    def operations(self):
        own = ("getConsole", "confirmForConsole", "endConsoleConfirmation")
        return [each for each in contract_of(self.server).operations
                if each.path.startswith(CONSOLE) and each.id not in own]

    def assert_all(self, client, status, code):
        scene = Scene(self.world)
        self.assertGreater(len(self.operations()), 10)
        for operation in self.operations():
            with self.subTest(operation=operation.id):
                self.assert_code(Request(operation, scene).send(client), status, code)

    def test_only_an_administrator_who_has_confirmed_may_use_it(self):
        other = self.new_administrator()
        state = other.client.get(CONSOLE).json
        self.assertEqual(state, {"confirmedUntil": None, "secondFactor": False,
                                 "hasPassword": True, "writesOwnTables": False})
        self.assert_all(other.client, 403, "confirmationNeeded")
        self.assert_all(self.anna().client, 403, "onlyAdministrators")
        self.assert_all(self.visitor(), 401, "notSignedIn")
        self.assert_all(self.admin.token("account:read", "metrics:read"), 403, "notWithToken")
        self.assert_problem(self.confirm(self.anna().client, expect=403), 403)
        self.assert_problem(self.confirm(self.admin.token("account:read"), expect=403), 403)

        for body in ({"password": "not the password"}, {"password": ""}, {}, {"password": None}):
            self.assert_problem(other.client.send("POST", CONFIRMATION, body), 403, "password")
        self.assertIsNone(other.client.get(CONSOLE).json["confirmedUntil"])
        self.assertTrue(self.confirm(other.client).json["confirmedUntil"])
        other.client.get(CONSOLE + "/health")

        # It holds in that session alone, until it is ended, and as long as they are administrators.
        again = other.sign_in_again()
        self.assert_all(again, 403, "confirmationNeeded")
        other.client.delete(CONFIRMATION, expect=204)
        self.assert_all(other.client, 403, "confirmationNeeded")
        self.confirm(other.client)
        self.admin.client.patch(f"/api/v1/users/{other.id}", {"administrator": False})
        self.assert_all(other.client, 403, "onlyAdministrators")

    def test_all_other_routes_for_administrators_take_it_or_a_sign_in_that_is_as_recent(self):
        other = self.new_administrator()
        other.client.get("/api/v1/users")  # They have just signed in.
        item = self.session_of(other.client)
        began = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(minutes=11)
        self.table("norn").put_item(Item=item | {
            "createdAt": began.strftime("%Y-%m-%dT%H:%M:%S.000Z")})
        scene = Scene(self.world)
        operations = [each for each in contract_of(self.server).operations
                      if EXAMPLES[each.id].rights == ADMINISTRATOR
                      and not each.path.startswith(CONSOLE)]
        self.assertGreater(len(operations), 10)
        for operation in operations:
            with self.subTest(operation=operation.id):
                self.assert_code(Request(operation, scene).send(other.client), 403,
                                 "confirmationNeeded")
        # Nor what nobody owns, or adding a way to sign in.
        self.assert_code(other.client.send("DELETE", "/api/v1/attention/none"), 403,
                         "confirmationNeeded")
        self.assert_code(other.client.send("POST", "/auth/test/link", {}), 403,
                         "confirmationNeeded")
        other.client.get("/api/v1/attention")
        other.client.post("/api/v1/confirmation", {"password": PASSWORD})
        other.client.get("/api/v1/users")
        other.client.get(CONSOLE + "/health")
        other.client.delete("/api/v1/confirmation", expect=204)
        self.assert_code(other.client.send("GET", "/api/v1/users"), 403, "confirmationNeeded")
        # A sign-in counts until it is said that it does not.
        again = other.sign_in_again()
        again.get("/api/v1/users")
        again.delete("/api/v1/confirmation", expect=204)
        self.assert_code(again.send("GET", "/api/v1/users"), 403, "confirmationNeeded")

    def test_a_new_password_is_no_second_factor(self):
        other = self.new_administrator()
        secret = other.client.post("/api/v1/account/second-factor", {"password": PASSWORD},
                                   expect=201).json["secret"]
        other.client.put("/api/v1/account/second-factor", {"code": code_of(secret, step_now())})
        other.client.get("/api/v1/users")
        other.client.put("/api/v1/account/password", {
            "currentPassword": PASSWORD, "newPassword": PASSWORD + " 2"})
        self.assert_code(other.client.send("GET", "/api/v1/users"), 403, "confirmationNeeded")

    def test_it_holds_for_ten_minutes(self):
        other = self.new_administrator()
        self.confirm(other.client)
        item = self.session_of(other.client)
        # Neither what is over, nor what a clock that was set back makes longer.
        for until, holds in (("2020-01-01T00:00:00.000Z", False),
                             ("2999-01-01T00:00:00.000Z", False), ("nonsense", False),
                             (item["confirmedUntil"], True)):
            self.table("norn").put_item(Item=item | {"confirmedUntil": until})
            reply = other.client.send("GET", CONSOLE + "/health")
            self.assertEqual(reply.status, 200 if holds else 403, until)

    def test_it_takes_the_second_factor(self):
        other = self.new_administrator()
        secret = other.client.post("/api/v1/account/second-factor", {"password": PASSWORD},
                                   expect=201).json["secret"]
        step = step_now()
        codes = other.client.put("/api/v1/account/second-factor",
                                 {"code": code_of(secret, step)}).json["recoveryCodes"]
        self.assertTrue(other.client.get(CONSOLE).json["secondFactor"])
        self.assert_code(self.confirm(other.client, 403), 403, "codeNeeded")
        wrong = self.confirm(other.client, 403, code=code_of(secret, step))
        self.assert_code(wrong, 403, "codeWrongOrUsed")
        self.assertEqual(wrong.json["field"], "code")
        self.assert_problem(other.client.send("POST", CONFIRMATION, {
            "password": "wrong", "code": codes[0]}), 403, "password")
        self.confirm(other.client, code=codes[0])
        other.client.delete(CONFIRMATION, expect=204)
        self.confirm(other.client, 403, code=codes[0])

    def test_guessing_is_throttled(self):
        other = self.new_administrator()
        for _ in range(10):
            self.confirm(other.client, 403, password="a guess")
        self.assertEqual(other.client.send("POST", CONFIRMATION, {"password": PASSWORD}).status,
                         429)

    def test_sessions_of_others_can_be_ended(self):
        nora = self.world.sign_up("Nora")
        second = nora.sign_in_again()
        path = f"{CONSOLE}/people/{nora.id}/sessions"
        sessions = self.admin.client.get(path).json["sessions"]
        self.assertEqual([each["current"] for each in sessions], [False, False])
        self.admin.client.delete(path, expect=204)
        for client in (nora.client, second):
            self.assertEqual(client.send("GET", "/api/v1/account/deletion").status // 100, 4)
            self.assertEqual(client.send("GET", "/api/v1/sessions").status, 401)
        self.assertEqual(self.admin.client.get(path).json["sessions"], [])

    def test_each_question_is_in_the_log_without_values(self):
        nora = self.world.sign_up("Nora")
        calendar = make_calendar(nora, name="Very private")
        self.query("calendsync", f"CAL#{calendar['id']}",
                   filter=[{"attribute": "name", "operator": "=", "value": text("Very private")}])
        lines = [line for line in self.server.main.said().splitlines() if calendar["id"] in line]
        line = next(each for each in lines if "what=query" in each)
        for part in ("table=calendsync", f"user={self.admin.id}", "address=127."):
            self.assertIn(part, line)
        self.assertNotIn("Very private", self.server.main.said())
        self.assertIn("path=/api/v1/console/tables/calendsync/query", self.server.main.said())


@on_stores(EMBEDDED)
class ConsoleTablesTest(ConsoleCase):
    """What it shows and changes."""

    def test_tables_are_described(self):
        tables = {each["name"]: each for each in
                  self.admin.client.get(CONSOLE + "/tables").json["tables"]}
        self.assertEqual({name for name, each in tables.items() if each["own"]},
                         {"norn", "norn-files", "norn-search"})
        calendars = tables["calendsync"]
        self.assertEqual(calendars["partitionKey"], {"name": "PK", "type": "S"})
        self.assertEqual(calendars["status"], "ACTIVE")
        self.assertTrue(calendars["stream"])
        self.assertEqual(calendars["indexes"][0]["kind"], "global")
        self.assertEqual(tables["norn"]["ttl"], "ttl")

    def test_items_are_found_page_by_page(self):
        table = self.table("ProductivityData")
        for number in range(7):
            table.put_item(Item={"PK": "USER#pages", "SK": f"N#{number}", "number": number,
                                 "even": number % 2 == 0})
        def numbers(**more):
            page = self.query("ProductivityData", "USER#pages", **more)
            return [int(each["item"]["number"]["N"]) for each in page["items"]], page
        self.assertEqual(numbers()[0], [0, 1, 2, 3, 4, 5, 6])
        self.assertEqual(numbers(descending=True, limit=2)[0], [6, 5])
        for operator, values, expected in (
                ("=", ["N#2"], [2]), ("<", ["N#2"], [0, 1]), (">=", ["N#5"], [5, 6]),
                ("between", ["N#2", "N#4"], [2, 3, 4]), ("begins_with", ["N#6"], [6])):
            sort = {"operator": operator, "values": [text(each) for each in values]}
            self.assertEqual(numbers(sort=sort)[0], expected, operator)
        first, page = numbers(limit=3, filter=[{"attribute": "even", "operator": "=",
                                                "value": {"BOOL": True}}])
        self.assertEqual(first, [0, 2, 4])
        self.assertEqual(page["scanned"], 5)
        rest, page = numbers(limit=3, after=page["after"], filter=[
            {"attribute": "even", "operator": "=", "value": {"BOOL": True}},
            {"attribute": "nothing", "operator": "not_exists"}])
        self.assertEqual((rest, page["after"]), ([6], None))
        # A position belongs to its question.
        after = self.query("ProductivityData", "USER#pages", limit=1)["after"]
        for table, partition, body in (("calendsync", "USER#pages", {}),
                                       ("ProductivityData", "USER#other", {}),
                                       ("ProductivityData", "USER#pages", {"descending": True})):
            reply = self.admin.client.send("POST", table_path(table, "query"), {
                "partition": text(partition), "after": after} | body)
            self.assert_code(reply, 400, "cursorInvalid")
        scanned = list(self.all_of("ProductivityData", filter=[
            {"attribute": "PK", "operator": "begins_with", "value": text("USER#pages")}]))
        self.assertEqual(len(scanned), 7)

    def test_a_wrong_question_says_what_is_wrong(self):
        for path, body, status, code in (
                (table_path("none", "query"), {"partition": text("x")}, 404,
                 "consoleTableNotFound"),
                (table_path("a b", "scan"), {}, 404, "consoleTableNotFound"),
                (table_path("calendsync", "scan"), {"index": "none"}, 404,
                 "consoleIndexNotFound"),
                (table_path("calendsync", "query"), {"partition": {"N": "1"}}, 400,
                 "storeRefuses"),
                (table_path("calendsync", "query"), {"partition": {"S": 1}}, 400, "storeRefuses"),
                (table_path("calendsync", "query"), {"partition": {}}, 400, "storeRefuses"),
                (table_path("calendsync", "query"),
                 {"partition": text("x"), "sort": {"operator": "between", "values": [text("a")]}},
                 400, "wrongOperands"),
                (table_path("calendsync", "scan"),
                 {"filter": [{"attribute": "x", "operator": "exists", "value": text("a")}]}, 400,
                 "wrongOperands"),
                (table_path("calendsync", "scan"), {"after": "nonsense"}, 400, "cursorInvalid")):
            self.assert_code(self.admin.client.send("POST", path, body), status, code)

    def test_items_are_written_as_long_as_they_are_as_they_were_shown(self):
        items = table_path("ProductivityData", "items")
        client = self.admin.client
        item = {"PK": text("USER#written"), "SK": text("A"), "count": {"N": "1"}}
        client.put(items, {"item": item, "replaces": None}, expect=204)
        reply = client.send("PUT", items, {"item": item})
        self.assert_code(reply, 409, "consoleItemChanged")
        self.assertEqual(reply.json["current"], {"item": item, "hidden": []})
        newer = item | {"count": {"N": "2"}}
        client.put(items, {"item": newer, "replaces": item}, expect=204)
        reply = client.send("PUT", items, {"item": item, "replaces": item})
        self.assert_code(reply, 409, "consoleItemChanged")
        self.assertEqual(reply.json["current"]["item"], newer)
        self.assert_code(client.send("POST", items + "/deletion", {"item": item}), 409,
                         "consoleItemChanged")
        self.assert_code(client.send("PUT", items, {"item": newer | {"SK": text("B")},
                                                    "replaces": newer}), 400, "itemKeyChanged")
        self.assert_code(client.send("PUT", items, {"item": {"PK": text("x")}}), 400,
                         "storeRefuses")
        client.post(items + "/deletion", {"item": newer}, expect=204)
        self.assert_code(client.send("POST", items + "/deletion", {"item": newer}), 409,
                         "itemGone")
        self.assert_code(client.send("PUT", items, {"item": item, "replaces": newer}), 409,
                         "itemGone")

    def test_own_tables_are_only_read(self):
        item = {"PK": text("A"), "SK": text("B")}
        for table in ("norn", "norn-files", "norn-search"):
            path = table_path(table, "items")
            for reply in (self.admin.client.send("PUT", path, {"item": item}),
                          self.admin.client.send("POST", path + "/deletion", {"item": item})):
                self.assert_code(reply, 403, "ownTableReadOnly")

    def test_changes_are_followed(self):
        path = table_path("Yggdrasil", "changes")
        begin = self.admin.client.get(path).json
        self.assertEqual([each["kind"] for each in begin["changes"]], ["INSERT"])  # The PROFILE.
        self.assertFalse(begin["missed"])
        key = {"PK": "USER#changed", "SK": "PROFILE"}
        self.table("Yggdrasil").put_item(Item=key | {"PasswordHash": "$2b$10$abc", "Name": "Ada"})
        self.table("Yggdrasil").delete_item(Key=key)
        after = self.admin.client.get(f"{path}?after={quote(begin['after'])}").json
        self.assertEqual([each["kind"] for each in after["changes"]], ["INSERT", "REMOVE"])
        self.assertEqual(after["changes"][0]["item"]["Name"], text("Ada"))
        self.assertEqual([each["hidden"] for each in after["changes"]], [["PasswordHash"]] * 2)
        self.assertNotIn("$2b$10$abc", json.dumps(after))
        rest = self.admin.client.get(f"{path}?after={quote(after['after'])}").json
        self.assertEqual(rest["changes"], [])
        lost = self.admin.client.get(f"{path}?after=nonsense").json
        self.assertTrue(lost["missed"])
        self.assertEqual([each["id"] for each in lost["changes"]],
                         [each["id"] for each in begin["changes"] + after["changes"]])
        self.assert_code(self.admin.client.send("GET", table_path("norn-files", "changes")), 409,
                         "noStream")

    def test_health_and_backups(self):
        health = self.admin.client.get(CONSOLE + "/health").json
        self.assertEqual(health["store"]["kind"], "embedded")
        self.assertGreater(health["store"]["bytes"], 0)
        self.assertEqual({each["name"] for each in health["checks"]}, {"store", "disk", "backups"})
        self.assertIn("process_open_fds", [each["name"] for each in health["metrics"]])
        path = CONSOLE + "/backups"
        self.assertTrue(self.admin.client.get(path).json["available"])
        self.admin.client.post(path, expect=202)
        def backups():
            state = self.admin.client.get(path).json
            self.assertIsNone(state["failure"])
            return state["running"], len(state["backups"])
        self.assert_eventually(backups, (None, 1))
        backup = self.admin.client.get(path).json["backups"][0]
        self.assertIsNone(backup["verified"])
        self.admin.client.post(f"{path}/{backup['id']}/verification", expect=202)
        self.assert_eventually(backups, (None, 1))
        self.assertTrue(self.admin.client.get(path).json["backups"][0]["verified"])
        for missing in ("99", "x", "1x", "-1"):
            self.assert_code(self.admin.client.send("POST", f"{path}/{missing}/verification"), 404,
                             "backupNotFound")


@on_stores(EMBEDDED)
class ConsoleSecretsTest(ConsoleCase):
    """What it hides, of everything that Norn itself writes."""

    @classmethod
    def setUpClass(cls):
        cls.world = proving_world(cls.STORE)
        cls.server = cls.world.server
        cls.admin = cls.world.administrator
        scene = Scene(cls.world)
        scene.confirm_identity()
        # Whatever a test of the API needs is there, so that a new kind of item is, too.
        for name, value in vars(Scene).items():
            if isinstance(value, functools.cached_property):
                getattr(scene, name)
        cls.admin.client.post(f"/api/v1/users/{scene.newcomer.id}/password-link",
                              {"removeSecondFactor": False}, expect=201)
        make_entry(scene.owner, scene.calendar)
        scene.owner.client.post(f"{path_of(scene.calendar)}/entries",
                                {"title": "Once", "date": "2024-01-15",
                                 "kind": {"type": "AllDay"}},
                                headers={"Idempotency-Key": "once"}, expect=201)
        cls.visitor_of_nobody = Client(cls.server)
        cls.visitor_of_nobody.send("POST", "/api/v1/session",
                                   {"email": "x@example.com", "password": "wrong"})
        # A sign-in with a provider that is under way, and what a later version may write.
        table = cls.server.tables.Table("norn")
        secret = "5e" * 32
        table.put_item(Item={"PK": f"OIDC#{secret}", "SK": f"OIDC#{secret}", "verifier": "v1-e-r",
                             "nonce": "n1-o-n", "provider": "google"})
        table.put_item(Item={"PK": "NEW#my-secret", "SK": "NEW#my-secret",
                             "entityType": "NEW_KIND", "address": "n3w-s3cret"})

    def raw(self, name):
        found = []
        start = {}
        while True:
            page = self.table(name).scan(ConsistentRead=True, **start)
            found += page["Items"]
            if "LastEvaluatedKey" not in page:
                return found
            start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}

    def secrets(self):
        """Everything in the tables that has to stay hidden."""
        secrets = {"v1-e-r", "n1-o-n", "my-secret", "n3w-s3cret"}
        for item in self.raw("norn"):
            for name in ("PK", "SK", "secretHash", "digest"):
                secrets |= set(HASH.findall(item.get(name, "")))
            for name in ("totpSecret", "totpPending", "verifier", "nonce", "cursorKey"):
                if name in item:
                    secrets.add(item[name])
            secrets |= set(item.get("recoveryCodes", ()))
            if item.get("entityType") == "SUBSCRIPTION":
                secrets.add(item["address"])
        for item in self.raw("Yggdrasil"):
            if "PasswordHash" in item:
                secrets.add(item["PasswordHash"])
        return secrets

    def test_no_secret_is_shown(self):
        secrets = self.secrets()
        self.assertGreater(len(secrets), 20)
        for table in ("norn", "Yggdrasil", "calendsync", "calendar-app-data", "norn-files",
                      "norn-search", "cal-app-sam", "ProductivityData"):
            shown = json.dumps(list(self.all_of(table)))
            self.assertGreater(len(shown), 2 if table == "cal-app-sam" else 100)
            for secret in secrets:
                self.assertNotIn(secret, shown, table)

    def test_every_kind_of_item_is_known_and_shows_what_is_no_secret(self):
        raw = {}
        for item in self.raw("norn"):
            raw.setdefault(item.get("entityType"), []).append(item)
        self.assertGreater(len(raw), 25, sorted(map(str, raw)))
        hidden = {}
        for each in self.all_of("norn"):
            kind = each["item"].get("entityType", {}).get("S")
            hidden.setdefault(kind, set()).update(each["hidden"])
        # Of kinds that nobody knows, there is nothing.
        self.assertLessEqual({"PK", "SK", "entityType", "address"}, hidden[None])
        for each in self.all_of("norn"):
            if "entityType" not in each["item"]:
                self.assertEqual(each["item"], {"PK": text(HIDDEN), "SK": text(HIDDEN)})
        self.assertLessEqual(set(raw) - {"NEW_KIND", None}, set(hidden))
        unknown = {kind: names - HIDDEN_OF.get(kind, set()) for kind, names in hidden.items()
                   if kind is not None and names - HIDDEN_OF.get(kind, set())}
        self.assertEqual(unknown, {}, "what is hidden has to be listed, or shown")

    def test_every_kind_of_the_data_model_is_known(self):
        model = (ROOT / "docs" / "data_model.md").read_text().split("\n## `norn`\n")[1]
        rows = re.findall(r"^\| ([A-Z_, ]+) \|", model.split("\n### ")[0], re.MULTILINE)
        kinds = {kind for row in rows for kind in row.split(", ")}
        self.assertGreater(len(kinds), 50)
        source = (ROOT / "src" / "apps" / "shared" / "redaction.cc").read_text()
        self.assertLessEqual(kinds, set(re.findall(r'^    \{"([A-Z_]+)"', source, re.MULTILINE)))

    def test_bytes_of_files_are_not_shown(self):
        parts = [each for each in self.all_of("norn-files") if "content" in each["hidden"]]
        self.assertTrue(parts)

    def test_what_is_hidden_cannot_be_asked_for(self):
        session = self.session_of(self.admin.client)
        feed = next(item for item in self.raw("norn") if item["PK"].startswith("FEED#")
                    or item["PK"].startswith("CALENDAR_FEED#"))
        client = self.admin.client
        for name in ("totpSecret", "secretHash", "recoveryCodes", "verifier", "nonce", "content",
                     "unheardOf"):
            for operator in ("=", "begins_with", "contains", "<", "exists"):
                value = {} if operator == "exists" else {"value": text("a")}
                reply = client.send("POST", table_path("norn", "scan"), {"filter": [
                    {"attribute": name, "operator": operator} | value]})
                self.assert_code(reply, 400, "attributeHidden")
        reply = client.send("POST", table_path("Yggdrasil", "scan"), {"filter": [
            {"attribute": "PasswordHash", "operator": "begins_with", "value": text("$")}]})
        self.assert_code(reply, 400, "attributeHidden")
        # Neither whole keys nor the beginnings of them.
        for operator, values in (("=", [session["SK"]]), ("begins_with", [session["SK"][:9]]),
                                 ("<", [session["SK"][:12]]),
                                 ("between", ["SESSION#", "SESSION#8"])):
            reply = client.send("POST", table_path("norn", "query"), {
                "partition": text(session["PK"]),
                "sort": {"operator": operator, "values": [text(each) for each in values]}})
            self.assert_code(reply, 400, "keyHidden")
        for partition in (feed["PK"], "OIDC#" + "5e" * 32, "X#" + "5e" * 32):
            reply = client.send("POST", table_path("norn", "query"),
                                {"partition": text(partition)})
            self.assert_code(reply, 400, "keyHidden")
        reply = client.send("POST", table_path("norn", "scan"), {"filter": [
            {"attribute": "SK", "operator": "contains", "value": text(session["SK"][8:50])}]})
        self.assert_code(reply, 400, "keyHidden")
        # What is not refused is compared with what is shown.
        half = session["SK"][12:30]
        for value, found in ((half, 0), ("(hidden)", 1)):
            page = self.query("norn", session["PK"], filter=[
                {"attribute": "SK", "operator": "contains", "value": text(value)}])
            self.assertGreaterEqual(len(page["items"]), found)
            if not found:
                self.assertEqual(page["items"], [])
        # The beginning up to the # is everybody's to know.
        page = self.query("norn", session["PK"], sort={"operator": "begins_with",
                                                       "values": [text("SESSION#")]})
        self.assertEqual({each["item"]["SK"]["S"] for each in page["items"]},
                         {"SESSION#" + HIDDEN})

    def test_a_position_is_no_key(self):
        pages = []
        after = None
        while True:
            page = self.admin.client.post(table_path("norn", "scan"),
                                          {"limit": 1, "after": after}).json
            after = page["after"]
            if not after:
                break
            pages.append(after)
        self.assertEqual(len(set(pages)), len(pages))
        said = " ".join(pages)
        for secret in self.secrets():
            self.assertNotIn(secret, said)
        self.assertNotIn("SESSION", said)

    def test_changes_hide_the_same(self):
        path = table_path("norn", "changes")
        after = self.admin.client.get(path).json["after"]
        nora = self.world.sign_up("Nora")
        nora.token("account:read")
        changes = self.admin.client.get(f"{path}?after={quote(after)}").json["changes"]
        self.assertGreater(len(changes), 4)
        said = json.dumps(changes)
        self.assertIn("SESSION#" + HIDDEN, said)
        for secret in self.secrets():
            self.assertNotIn(secret, said)

    def test_hidden_items_are_not_written(self):
        items = table_path("Yggdrasil", "items")
        profile = {"PK": text("USER#forged"), "SK": text("PROFILE"), "PasswordHash": text("$2b$")}
        self.assert_code(self.admin.client.send("PUT", items, {"item": profile}), 403,
                         "itemHidden")
        known = next(each for each in self.all_of("Yggdrasil")
                     if "PasswordHash" in each["hidden"])["item"]
        for reply in (self.admin.client.send("PUT", items, {"item": known, "replaces": known}),
                      self.admin.client.send("POST", items + "/deletion", {"item": known})):
            self.assert_code(reply, 403, "itemHidden")


@on_stores(EMBEDDED)
class ConsoleWritesTest(ConsoleCase):
    OWN_SERVER = ("--admin-writes",)

    def test_own_tables_are_written_but_for_secrets(self):
        self.assertTrue(self.admin.client.get(CONSOLE).json["writesOwnTables"])
        items = table_path("norn", "items")
        mark = {"PK": text("DEMO"), "SK": text("DEMO"), "entityType": text("DEMO"),
                "state": text("COMPLETE")}
        self.admin.client.put(items, {"item": mark}, expect=204)
        self.admin.client.post(items + "/deletion", {"item": mark}, expect=204)
        user = f"USER#{self.admin.id}"
        forged = {"PK": text(user), "SK": text("SESSION#" + "ab" * 32),
                  "entityType": text("SESSION"), "userId": text(self.admin.id)}
        for item in (forged, mark | {"secret": text("x")}, mark | {"entityType": text("NEW")},
                     # One whose place among the sessions would tell how their keys begin.
                     forged | {"SK": text("SESSION#8")},
                     forged | {"SK": text("SESSION#" + HIDDEN), "confirmedUntil": text("2999")}):
            reply = self.admin.client.send("PUT", items, {"item": item, "replaces": None})
            self.assert_code(reply, 403, "itemHidden")
        session = next(each for each in self.query("norn", user)["items"] if "SK" in each["hidden"])
        self.assert_code(self.admin.client.send("POST", items + "/deletion",
                                                {"item": session["item"]}), 409, "itemGone")
        self.admin.client.get(CONSOLE + "/health")  # The session is there.


@on_stores(EMBEDDED)
class ConsoleOffTest(RestCase):
    OWN_SERVER = ("--console", "off")

    def test_there_is_nothing(self):
        self.make_world()
        client = self.world.administrator.client
        for method, path in (("GET", CONSOLE), ("POST", CONFIRMATION),
                             ("GET", CONSOLE + "/tables"), ("GET", CONSOLE + "/health")):
            self.assert_problem(client.send(method, path, {} if method == "POST" else None), 404)
        self.assertFalse([each for each in contract_of(self.server).operations
                          if "console" in each.path])
        # Confirming is for others, too.
        client.delete("/api/v1/confirmation", expect=204)
        self.assert_problem(client.send("GET", "/api/v1/users"), 403)
        client.post("/api/v1/confirmation", {"password": PASSWORD})
        client.get("/api/v1/users")
