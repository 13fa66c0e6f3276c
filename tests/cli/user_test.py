"""norn user and norn token: what the operator does about people, with and without a server."""

import json
import os
import pty
import pwd
import socket
import stat
import subprocess
import urllib.error
import urllib.request

from norn_process import ANY_API_PORT, PATIENCE_S, PROGRAM, NornTest, run

OLD, NEW, NEWER = "correct horse battery", "quite another phrase", "and a third one here"
EMAIL = "ada@example.org"


class UserTest(NornTest):
    def call(self, server, path, body):
        request = urllib.request.Request(
            f"http://127.0.0.1:{server.port}{path}", json.dumps(body).encode(),
            {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as reply:
                return reply.status
        except urllib.error.HTTPError as error:
            return error.code

    def serve_with_person(self, *arguments):
        server = self.serve("--dynamodb-listen", "none", *arguments)
        secret = server.stdout.readline().rsplit("#", 1)[1].strip()
        self.assertEqual(self.call(server, "/api/v1/setup", {
            "secret": secret, "email": EMAIL, "name": "Ada", "password": OLD}), 201)
        return server

    def signs_in(self, server, password):
        return self.call(server, "/api/v1/session", {"email": EMAIL, "password": password}) == 200

    def user(self, *arguments, **options):
        return run("user", *arguments, "--data", self.data, **options)

    def socket_path(self):
        return os.path.join(self.data, "norn.sock")

    def test_a_running_server_sets_a_password(self):
        server = self.serve_with_person()
        mode = os.stat(self.socket_path()).st_mode
        self.assertTrue(stat.S_ISSOCK(mode))
        self.assertEqual(stat.S_IMODE(mode), 0o600)
        done = self.user("passwd", EMAIL, input=f"{NEW}\n")
        self.assertEqual((done.returncode, done.stderr, done.stores), (0, "", [self.data]))
        self.assertEqual(done.stdout,
                         f"The password of {EMAIL} is set, and all sessions have ended.\n")
        self.assertTrue(self.signs_in(server, NEW))
        self.assertFalse(self.signs_in(server, OLD))
        self.assertEqual(self.stop(server), 0)
        self.assertFalse(os.path.lexists(self.socket_path()))

    def test_passwords_are_bcrypt_for_those_who_run_the_program_of_the_design(self):
        server = self.serve_with_person("--password-hash", "bcrypt")
        self.assertTrue(self.signs_in(server, OLD))
        self.stop(server)
        items = self.json_of("scan", "Yggdrasil")
        [hashed] = [each["PasswordHash"] for each in items if "PasswordHash" in each]
        self.assertRegex(hashed, r"^\$2b\$10\$[./A-Za-z0-9]{53}$")

    def test_without_a_server_the_command_does_it(self):
        self.stop(self.serve_with_person())
        done = self.user("passwd", EMAIL, "--end-access", "--remove-second-factor",
                         input=f"{NEW}\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("API tokens", done.stdout)
        self.assertIn("second factor is off", done.stdout)
        changed = self.json_of("user", "passwd", EMAIL, input=f"{NEWER}\n")
        self.assertEqual((changed["email"], changed["administrator"], changed["disabled"]),
                         (EMAIL, True, False))
        server = self.serve("--dynamodb-listen", "none")
        self.assertTrue(self.signs_in(server, NEWER))

    def both_ways(self):
        """Once with a server that uses the folder, and once without."""
        server = self.serve_with_person()
        for is_running in (True, False):
            with self.subTest(is_running=is_running):
                yield "run" if is_running else "lone"
            self.stop(server)

    def json_of(self, *arguments, **options):
        done = run(*arguments, "--data", self.data, "--json", **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_people_are_added(self):
        for way in self.both_ways():
            email = f"ben-{way}@example.org"
            done = self.user("add", email.upper(), "--name", "Ben", input=f"{NEW}\n")
            self.assertEqual((done.returncode, done.stdout),
                             (0, f"Ben can sign in with the address {email} now.\n"), done.stderr)
            carl = self.json_of("user", "add", f"carl-{way}@example.org", "--name", "Carl",
                                "--administrator", input=f"{NEW}\n")
            self.assertEqual((carl["name"], carl["administrator"], carl["disabled"]),
                             ("Carl", True, False))
            for address, name, password, part, code in (
                    (email, "Ben", NEW, "already", 4), ("nonsense", "Ben", NEW, "name@example", 1),
                    ("x@example.org", "Ben", "short", "at least 10", 1),
                    ("x@example.org", "", NEW, "1 to", 1)):
                self.assert_refused(self.user("add", address, "--name", name,
                                              input=f"{password}\n"), part, code=code)
            self.assertIn(carl, self.json_of("user", "list")["users"])
        server = self.serve("--dynamodb-listen", "none")
        for way in ("run", "lone"):
            self.assertEqual(self.call(server, "/api/v1/session", {
                "email": f"ben-{way}@example.org", "password": NEW}), 200)

    def test_the_first_account_can_be_made_without_the_link(self):
        self.stop(self.serve("--dynamodb-listen", "none"))
        self.assert_refused(self.user("invite"), "norn user add --administrator", code=4)
        self.assert_refused(self.user("add", EMAIL, "--name", "Ada", input=f"{OLD}\n"),
                            "--administrator", code=4)
        done = self.user("add", EMAIL, "--name", "Ada", "--administrator", input=f"{OLD}\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        server = self.serve("--dynamodb-listen", "none")
        self.assertTrue(self.signs_in(server, OLD))
        self.assertEqual(self.call(server, "/api/v1/setup", {
            "secret": "x" * 43, "email": "b@example.org", "name": "B", "password": OLD}), 403)

    def test_an_invitation_is_a_link_for_one_account(self):
        for way in self.both_ways():
            email = f"ben-{way}@example.org"
            made = self.json_of("user", "invite", email, "--days", "3",
                                "--public-url", "https://home.example.org/")
            self.assertEqual(made["invitation"]["email"], email)
            self.assertEqual(made["link"], f"https://home.example.org/join#{made['secret']}")
            text = self.user("invite").stdout
            self.assertIn("It is not shown again.", text)
            self.assertEqual("--public-url" in text, way == "lone")  # A server knows where it is.
            if way == "run":
                secret = text.split("\n", 1)[0].rsplit("#", 1)[1]
        server = self.serve("--dynamodb-listen", "none")
        join = {"email": "cleo@example.org", "name": "Cleo", "password": NEW, "invitation": secret}
        self.assertEqual(self.call(server, "/api/v1/accounts", join), 201)
        self.assertEqual(self.call(server, "/api/v1/accounts",
                                   join | {"email": "dan@example.org"}), 403)

    def test_who_is_disabled_cannot_sign_in_until_enabled(self):
        server = self.serve_with_person()
        self.assert_refused(self.user("disable", EMAIL), "the only administrator", code=4)
        self.assert_refused(self.user("disable", "ben@example.org"), "norn user list", code=3)
        self.user("add", "ben@example.org", "--name", "Ben", "--administrator", input=f"{NEW}\n")
        done = self.user("disable", EMAIL)
        self.assertEqual((done.returncode, done.stdout), (
            0, f"The account of {EMAIL} is disabled, and all sessions have ended.\n"), done.stderr)
        self.assertFalse(self.signs_in(server, OLD))
        self.assertIn("(disabled)", self.user("list").stdout)
        self.stop(server)
        self.assertRegex(server.stderr.read(), r"audit operation=disableUser by=operator account=")
        self.assertIn("already", self.user("disable", EMAIL).stdout)
        self.assertFalse(self.json_of("user", "enable", EMAIL)["disabled"])
        self.assertTrue(self.signs_in(self.serve("--dynamodb-listen", "none"), OLD))

    def token(self, *arguments):
        return run("token", *arguments, "--data", self.data)

    def status_with(self, server, token):
        request = urllib.request.Request(f"http://127.0.0.1:{server.port}/api/v1/session",
                                         headers={"Authorization": f"Bearer {token}"})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as reply:
                return reply.status
        except urllib.error.HTTPError as error:
            return error.code

    def test_tokens_are_made_listed_and_revoked(self):
        made = {}
        for way in self.both_ways():
            done = self.token("create", EMAIL, "--name", way, "--scope", "account:read",
                              "--scope", "calendars:read")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout, r"^norn_\S+\n$")
            made[way] = done.stdout.strip()
            other = self.json_of("token", "create", EMAIL, "--name", "other", "--scope",
                                 "planner:write", "--days", "9")["token"]
            self.assertIn(other, self.json_of("token", "list", EMAIL)["tokens"])
            listed = self.token("list", EMAIL).stdout
            self.assertIn("account:read calendars:read", listed)
            self.assertNotIn(made[way], listed)
            self.assertIn(other["id"], self.token("revoke", EMAIL, other["id"]).stdout)
            self.assert_refused(self.token("revoke", EMAIL, other["id"]), "norn token list", code=3)
            self.assert_refused(self.token("create", EMAIL, "--name", "x", "--scope", "all"),
                                "calendars:read, ")
            self.assert_refused(self.token("list", "ben@example.org"), "norn user list", code=3)
        server = self.serve("--dynamodb-listen", "none")
        self.assertEqual([self.status_with(server, made[way]) for way in made], [200, 200])
        ids = [each["id"] for each in self.json_of("token", "list", EMAIL)["tokens"]]
        self.assertEqual(len(ids), 2)
        for each in ids:
            self.assertEqual(self.token("revoke", EMAIL, each).returncode, 0)
        self.assertEqual([self.status_with(server, made[way]) for way in made], [401, 401])

    def put(self, table, item):
        done = run("put", table, json.dumps(item), "--force", "--data", self.data)
        self.assertEqual(done.returncode, 0, done.stderr)

    def put_foreign_person(self):
        """Somebody whom another program stored, with a calendar, an event and a family tree."""
        time, user = "2026-01-02T03:04:05Z", "USER#u-1"
        self.put("calendsync", {
            "PK": user, "SK": user, "GSI2PK": f"EMAIL#{EMAIL}", "GSI2SK": user,
            "entityType": "USER", "id": "u-1", "name": "Ada", "email": EMAIL, "createdAt": time,
            "updatedAt": time})
        self.put("calendsync", {
            "PK": "CAL#c-1", "SK": "CAL#c-1", "entityType": "CALENDAR", "id": "c-1",
            "name": "From elsewhere", "color": "#3B82F6", "createdAt": time, "updatedAt": time})
        self.put("calendsync", {
            "PK": "CAL#c-1", "SK": "MEMBER#u-1", "GSI1PK": user, "GSI1SK": "CAL#c-1",
            "entityType": "MEMBERSHIP", "calendarId": "c-1", "userId": "u-1", "role": "owner",
            "createdAt": time, "updatedAt": time})
        self.put("ProductivityData", {
            "PK": user, "SK": "EVENT#evt_1", "GSI1PK": f"{user}#2026", "GSI1SK": time,
            "entityType": "EVENT", "eventId": "evt_1", "title": "Dentist", "startUtc": time,
            "endUtc": "2026-01-02T04:04:05Z", "startTzid": "UTC", "version": 1,
            "createdAt": time, "updatedAt": time})
        self.put("Yggdrasil", {
            "PK": user, "SK": "TREE#tree-001", "GSI1PK": "TREE#tree-001", "GSI1SK": user,
            "EntityType": "Tree", "TreeId": "tree-001", "UserId": "u-1", "TreeName": "The Smiths"})
        self.put("Yggdrasil", {
            "PK": user, "SK": "PERSON#person-001", "GSI2PK": "TREE#tree-001",
            "GSI2SK": "PERSON#person-001", "EntityType": "Person", "TreeId": "tree-001",
            "UserId": "u-1", "FirstName": "John"})

    def test_what_another_program_stored_is_moved_to_the_account(self):
        server = self.serve_with_person()
        self.put_foreign_person()
        adopt = ("adopt", EMAIL, "--from", "u-1")
        self.assert_refused(self.user(*adopt), "--force", code=4)
        self.assert_refused(self.user("adopt", EMAIL, "--from", "u-2"), "u-2", code=3)
        self.assert_refused(self.user("adopt", "ben@example.org"), "norn user list", code=3)
        for first in (True, False):
            done = self.user(*adopt, "--force")
            self.assertEqual(done.returncode, 0, done.stderr)
            for line in ("moves MEMBERSHIP: 1", "moves EVENT: 1", "moves Tree: 1",
                         "moved MEMBERSHIP: 1", "moved EVENT: 1", "moved Tree: 1"):
                self.assertEqual(line in done.stdout, first, done.stdout)
            self.assertIn("stays USER#u-1 USER#u-1", done.stdout)
            if first:
                self.stop(server)
        again = self.json_of("user", *adopt, "--force")
        self.assertEqual([(one["from"], one["moved"]) for one in again["adopted"]], [("u-1", {})])
        self.assertIn("USER#u-1 USER#u-1", again["adopted"][0]["stayed"])
        server = self.serve("--dynamodb-listen", "none")
        token = self.token("create", EMAIL, "--name", "x", "--scope", "calendars:read",
                           "--scope", "planner:read", "--scope", "family:read").stdout.strip()
        for path, text in (("/api/v1/calendars", "From elsewhere"),
                           ("/api/v1/planner/events/evt_1", "Dentist"),
                           ("/api/v1/trees", "The Smiths"),
                           ("/api/v1/trees/tree-001/persons", "John")):
            request = urllib.request.Request(f"http://127.0.0.1:{server.port}{path}",
                                             headers={"Authorization": f"Bearer {token}"})
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as reply:
                self.assertIn(text, reply.read().decode())

    def test_the_socket_of_a_killed_server_is_in_nobodys_way(self):
        server = self.serve_with_person()
        server.kill()
        server.wait(PATIENCE_S)
        self.assertTrue(os.path.lexists(self.socket_path()))
        self.assertEqual(self.user("passwd", EMAIL, input=f"{NEW}\n").returncode, 0)
        again = self.serve("--dynamodb-listen", "none")
        self.assertEqual(self.user("passwd", EMAIL, input=f"{NEWER}\n").returncode, 0)
        self.assertTrue(self.signs_in(again, NEWER))

    def test_people_are_listed(self):
        server = self.serve_with_person()
        running = self.user("list")
        self.assertRegex(running.stdout, rf"^\d{{4}}-\d\d-\d\d  {EMAIL}  Ada  \(administrator\)\n$")
        self.stop(server)
        self.assertEqual(self.user("list").stdout, running.stdout)
        self.assertEqual((running.stores, running.stderr), ([self.data], ""))

    def test_what_is_wrong_is_told_alike_with_and_without_a_server(self):
        server = self.serve_with_person()
        for is_running in (True, False):
            with self.subTest(is_running=is_running):
                self.assert_refused(self.user("passwd", "ben@example.org", input=f"{NEW}\n"),
                                    "There is no account with the address ben@example.org.", code=3)
                self.assert_refused(self.user("passwd", EMAIL, input="short\n"),
                                    "at least 10 characters")
                self.assert_refused(self.user("passwd", EMAIL, input=""), "one line of the input")
            self.stop(server)

    def test_a_remote_store_is_worked_on_directly(self):
        engine = self.serve()
        secret = engine.stdout.readline().rsplit("#", 1)[1].strip()
        self.assertEqual(self.call(engine, "/api/v1/setup", {
            "secret": secret, "email": EMAIL, "name": "Ada", "password": OLD}), 201)
        remote = ("--store", "dynamodb", "--endpoint-url", engine.api_url, "--region", "us-east-1")
        keys = {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"}
        done = run("user", "passwd", EMAIL, *remote, input=f"{NEW}\n", env=os.environ | keys)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(self.signs_in(engine, NEW))
        done = run("user", "add", "ben@example.org", "--name", "Ben", *remote, input=f"{NEWER}\n",
                   env=os.environ | keys)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.call(engine, "/api/v1/session", {
            "email": "ben@example.org", "password": NEWER}), 200)

    def test_a_folder_without_data_is_not_made(self):
        self.assert_refused(self.user("list"), "There is no data in", "--data", code=3)
        self.assertFalse(os.path.exists(self.data))

    def test_the_command_line_is_checked(self):
        self.assert_refused(run("user", "passwd"), "email", code=2)
        self.assert_refused(run("user", "paswd"), "paswd", code=2)
        self.assert_refused(run("user", "add", EMAIL), "--name", code=2)
        self.assert_refused(run("user", "invite", "--days", "91"), "--days", code=2)
        self.assert_refused(run("token", "create", EMAIL, "--name", "x"), "--scope", code=2)
        self.assertIn("norn user passwd", run("user", "--help").stdout)
        self.assertIn("norn user passwd", run("user", "passwd", "--help").stdout)

    def test_a_long_folder_has_a_socket_as_well(self):
        self.data = os.path.join(self.folder, "x" * 120, "data")
        os.makedirs(os.path.dirname(self.data))
        self.serve_with_person()
        self.assertIn(EMAIL, self.user("list").stdout)

    def test_nonsense_on_the_socket_harms_nothing(self):
        server = self.serve_with_person()
        for line in (b"nonsense\n", b"{}\n", b'{"command":"reboot"}\n', b"\n", b"no end"):
            with socket.socket(socket.AF_UNIX) as client:
                client.settimeout(PATIENCE_S)
                client.connect(self.socket_path())
                client.sendall(line)
                if line.endswith(b"\n"):
                    self.assertIn("error", json.loads(client.makefile().readline()))
        self.assertIn(EMAIL, self.user("list").stdout)
        self.assertEqual(self.stop(server), 0)

    def test_a_server_without_the_app_takes_commands_as_well(self):
        self.stop(self.serve_with_person())
        command = [PROGRAM, "serve", "--data", self.data, "--listen", "none", *ANY_API_PORT]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  text=True)
        self.addCleanup(self.end, server)
        self.assertIn("The DynamoDB API is at", server.stdout.readline())
        done = self.user("passwd", EMAIL, input=f"{NEW}\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(EMAIL, self.user("list").stdout)
        self.assertEqual(self.token("create", EMAIL, "--name", "x", "--scope",
                                    "calendars:read").returncode, 0)
        # The apps take part in a new account.
        self.assert_refused(self.user("add", "ben@example.org", "--name", "Ben", input=f"{NEW}\n"),
                            "without the app")
        self.assertEqual(self.stop(server), 0)
        self.assertFalse(os.path.lexists(self.socket_path()))
        self.assertTrue(self.signs_in(self.serve("--dynamodb-listen", "none"), NEW))

    def ask_as(self, user):
        """What the server answers a process of that user; nothing if it closes the connection."""
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.setgroups([])
                os.setgid(user.pw_gid)
                os.setuid(user.pw_uid)
                with socket.socket(socket.AF_UNIX) as client:
                    client.settimeout(PATIENCE_S)
                    client.connect(self.socket_path())
                    os.write(writing, b"connected ")
                    client.sendall(b'{"command":"user-list"}\n')
                    os.write(writing, client.recv(1000))
            finally:
                os._exit(0)  # Whatever was raised: a refused connection may break at any moment.
        os.close(writing)
        os.waitpid(child, 0)
        with os.fdopen(reading) as said:
            connected, answer = said.read().split(" ", 1)
        self.assertEqual(connected, "connected")
        return answer

    def test_other_users_of_the_machine_are_refused_whatever_the_modes_are(self):
        if os.geteuid() != 0:
            self.skipTest("only root can act as another user")
        server = self.serve_with_person()
        for path, mode in ((self.folder, 0o755), (self.data, 0o755), (self.socket_path(), 0o666)):
            os.chmod(path, mode)
        nobody = pwd.getpwnam("nobody")
        self.assertEqual(self.ask_as(nobody), "")
        self.assertIn(EMAIL, self.ask_as(pwd.getpwuid(0)))
        self.stop(server)
        self.assertIn("a command of another user of this machine was refused",
                      server.stderr.read())

    def type_on_terminal(self, *lines):
        """What `norn user passwd` shows, and its exit code, when a person types these lines."""
        mine, its = pty.openpty()
        command = subprocess.Popen([PROGRAM, "user", "passwd", EMAIL, "--data", self.data],
                                   stdin=its, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        os.close(its)
        shown = b""
        for line in lines:
            # The prompt comes when it does not show any more what is typed.
            while not shown.endswith((b"New password: ", b"The same again: ")):
                shown += command.stdout.read(1)
            os.write(mine, line.encode() + b"\n")
            shown += b"\n"
        rest, _ = command.communicate(timeout=PATIENCE_S)
        os.set_blocking(mine, False)
        try:
            echoed = os.read(mine, 10_000)
        except OSError:
            echoed = b""
        os.close(mine)
        return (shown + rest + echoed).decode(), command.returncode

    def test_a_person_types_it_twice_and_unseen(self):
        server = self.serve_with_person()
        shown, code = self.type_on_terminal(NEW, NEW)
        self.assertEqual(code, 0, shown)
        self.assertNotIn(NEW, shown)
        self.assertTrue(self.signs_in(server, NEW))
        shown, code = self.type_on_terminal(NEWER, NEW)
        self.assertEqual(code, 1)
        self.assertIn("two different passwords", shown)
        self.assertTrue(self.signs_in(server, NEW))
