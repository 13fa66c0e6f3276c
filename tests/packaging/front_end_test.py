"""The front ends, each checked by its own tool and then started in front of a real Norn."""

import http.client
import json
import os
import pathlib
import re
import socket
import ssl
import subprocess
import tempfile
import time
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("NORN_PROGRAM", str(REPOSITORY / "build/release/norn"))
PROXY = REPOSITORY / "packaging/proxy"
HOST = "home.example.org"
PATIENCE_S = 60


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class FrontEndTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="norn-proxy-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.port = free_port()
        self.home = {**os.environ, "HOME": folder.name, "XDG_DATA_HOME": folder.name,
                     "XDG_CONFIG_HOME": folder.name}

    def run_tool(self, *command):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              timeout=PATIENCE_S, check=False, env=self.home)
        self.assertEqual(done.returncode, 0, done.stdout)

    def start(self, *command):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                   text=True, env=self.home)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)
        return process

    def start_norn(self):
        """Returns its port, and the secret of the first account."""
        norn = self.start(PROGRAM, "serve", "--data", str(self.folder / "data"), "--listen",
                          "127.0.0.1:0", "--dynamodb-listen", "none", "--public-url",
                          f"https://{HOST}:{self.port}")
        port = re.search(r":(\d+) ", norn.stdout.readline())[1]
        return port, re.search(r"setup#(\S+)", norn.stdout.readline())[1]

    def connect(self):
        """A connection to the front end, which may take a moment to begin."""
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                plain = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S)
                break
            except ConnectionRefusedError:
                self.assertLess(time.monotonic(), deadline, "the front end does not listen")
                time.sleep(0.02)
        connection = http.client.HTTPSConnection(HOST, self.port)
        connection.sock = context.wrap_socket(plain, server_hostname=HOST)
        self.addCleanup(connection.close)
        return connection

    def call(self, method, path, body=None, cookie=None):
        headers = {"Origin": f"https://{HOST}:{self.port}", "Content-Type": "application/json",
                   "X-Forwarded-For": "198.51.100.7"}
        if cookie:
            headers["Cookie"] = cookie
        connection = self.connect()
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        response = connection.getresponse()
        self.addCleanup(response.close)
        return response

    def check_front_end(self, secret):
        self.assertEqual(self.call("GET", "/metrics").status, 404)
        made = self.call("POST", "/api/v1/setup", {
            "secret": secret, "email": "ada@example.org", "name": "Ada",
            "password": "correct horse battery"})
        self.assertEqual(made.status, 201, made.read())
        cookie = made.headers["Set-Cookie"].split(";")[0]
        # What the client itself claims to be is not believed; what the proxy adds is.
        sessions = json.loads(self.call("GET", "/api/v1/sessions", cookie=cookie).read())
        self.assertIn("127.0.0.1", json.dumps(sessions))
        self.assertNotIn("198.51.100.7", json.dumps(sessions))
        # The beginning of a stream arrives although its reply does not end.
        stream = self.call("GET", "/api/v1/events", cookie=cookie)
        self.assertEqual(stream.status, 200)
        self.assertTrue(stream.read1(1))

    def test_nginx(self):
        norn, secret = self.start_norn()
        certificate, key = self.folder / "cert.pem", self.folder / "key.pem"
        self.run_tool("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1",
                      "-subj", f"/CN={HOST}", "-keyout", str(key), "-out", str(certificate))
        site = (PROXY / "nginx.conf").read_text()
        site = re.sub(r"/etc/letsencrypt/\S+/fullchain.pem", str(certificate), site)
        site = re.sub(r"/etc/letsencrypt/\S+/privkey.pem", str(key), site)
        site = re.sub(r"listen \[::\].*\n", "", site).replace("listen 443", f"listen {self.port}")
        site = site.replace("listen 80;", f"listen {free_port()};").replace(":8080", f":{norn}")
        # The Host header of this test has a port, which is a part of --public-url, too.
        site = site.replace("Host $host;", "Host $http_host;")
        (self.folder / "site.conf").write_text(site)
        folders = "\n".join(
            f"  {kind}_temp_path {self.folder}/{kind};"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        settings = self.folder / "nginx.conf"
        settings.write_text(
            f"daemon off;\npid {self.folder}/pid;\nerror_log stderr;\nevents {{}}\n"
            f"http {{\n  access_log {self.folder}/access.log;\n{folders}\n"
            f"  include {self.folder}/site.conf;\n}}\n")
        self.folder.chmod(0o755)
        command = ("nginx", "-p", str(self.folder), "-c", str(settings), "-e", "stderr")
        self.run_tool(*command, "-t")
        self.start(*command)
        self.check_front_end(secret)
        self.check_log(self.folder / "access.log")

    def check_log(self, log):
        """What lets somebody in is not in the access log."""
        for path in ("/ical/SECRET/planner.ics", "/auth/test/start?invitation=SECRET",
                     "/auth/test/callback?state=SECRET&code=SECRET"):
            self.call("GET", path).read()
        self.call("GET", "/api/v1/server").read()
        deadline = time.monotonic() + PATIENCE_S
        while "/api/v1/server" not in log.read_text():
            self.assertLess(time.monotonic(), deadline, "nothing is logged")
            time.sleep(0.02)
        self.assertIn("/api/v1/setup", log.read_text())
        self.assertNotIn("SECRET", log.read_text())

    def test_caddy(self):
        self.run_tool("caddy", "validate", "--adapter", "caddyfile", "--config",
                      str(PROXY / "Caddyfile"))
        norn, secret = self.start_norn()
        site = (PROXY / "Caddyfile").read_text().replace(":8080", f":{norn}")
        # A certificate that Caddy makes itself, and no port but ours.
        site = site.replace(f"{HOST} {{", f"https://{HOST}:{self.port} {{\n\ttls internal")
        settings = self.folder / "Caddyfile"
        settings.write_text("{\n\tadmin off\n\tskip_install_trust\n\tgrace_period 1s\n"
                            "\tauto_https disable_redirects\n}\n" + site)
        self.start("caddy", "run", "--adapter", "caddyfile", "--config", str(settings))
        self.check_front_end(secret)


class ApparmorTest(unittest.TestCase):
    def test_the_profile_is_understood(self):
        # It includes the abstractions of its own package, wherever that is.
        parser = subprocess.run(["which", "apparmor_parser"], capture_output=True, text=True,
                                check=True).stdout.strip()
        base = pathlib.Path(parser).resolve().parents[1] / "etc/apparmor.d"
        if not base.exists():
            base = pathlib.Path("/etc/apparmor.d")
        done = subprocess.run(
            [parser, "-Q", "-K", "--base", str(base),
             str(REPOSITORY / "packaging/apparmor/usr.bin.norn")],
            capture_output=True, text=True, timeout=PATIENCE_S, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_the_profile_allows_what_the_documentation_tells_the_unit(self):
        profile = (REPOSITORY / "packaging/apparmor/usr.bin.norn").read_text()
        told = re.findall(r"^AmbientCapabilities=CAP_(\w+)$",
                          (REPOSITORY / "docs/operations.md").read_text(), re.MULTILINE)
        self.assertTrue(told)
        for capability in told:
            self.assertIn(f"\n  capability {capability.lower()},\n", profile)


if __name__ == "__main__":
    unittest.main()
