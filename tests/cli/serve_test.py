"""norn serve as the person who runs it meets it: start, health, refusals, stopping."""

import http.client
import json
import os
import pathlib
import re
import signal
import socket
import stat
import unittest

from norn_process import ANY_API_PORT, ANY_PORT, PATIENCE_S, NornTest, run


class ServeTest(NornTest):
    def get(self, server, path, method="GET"):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
        self.addCleanup(connection.close)
        connection.request(method, path)
        response = connection.getresponse()
        return response, response.read()

    def test_it_says_that_it_is_healthy(self):
        server = self.serve()
        response, body = self.get(server, "/healthz")
        self.assertEqual(response.status, 200)
        self.assertEqual(json.loads(body), {"status": "ok"})

    def test_it_answers_anything_else_with_problem_details(self):
        server = self.serve()
        response, body = self.get(server, "/nothing.txt")
        self.assertEqual(response.status, 404)
        self.assertEqual(response.headers["Content-Type"], "application/problem+json")
        self.assertEqual(json.loads(body)["status"], 404)
        response, _ = self.get(server, "/healthz", "DELETE")
        self.assertEqual(response.status, 405)
        self.assertEqual(response.headers["Allow"], "GET, HEAD")

    def test_its_data_is_for_its_owner_alone(self):
        before = os.umask(0)
        self.addCleanup(os.umask, before)
        server = self.serve()
        self.assertEqual(server.data, self.data)
        self.assertEqual(stat.S_IMODE(os.stat(self.data).st_mode), 0o700)
        files = list(pathlib.Path(self.data).iterdir())
        self.assertNotEqual(files, [])
        for path in files:
            self.assertEqual(stat.S_IMODE(path.stat().st_mode) & 0o077, 0, path)

    def test_a_folder_with_a_trailing_slash_is_as_private(self):
        self.data += "/"
        self.serve()
        self.assertEqual(stat.S_IMODE(os.stat(self.data).st_mode), 0o700)

    def test_it_starts_again_on_its_data(self):
        for _ in range(2):
            self.assertEqual(self.stop(self.serve()), 0)


class HostTest(NornTest):
    """A page whose own host name leads here may read nothing."""

    def status(self, port, path, host):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        self.addCleanup(connection.close)
        connection.request("GET", path, headers={"Host": host})
        response = connection.getresponse()
        body = response.read()
        if response.status == 421:
            self.assertIn("--public-url", json.loads(body)["detail"])
        return response.status

    def test_on_loopback_only_loopback_names_are_answered(self):
        server = self.serve()
        for path in ("/metrics", "/healthz", "/", "/api/v1/server"):
            self.assertEqual(self.status(server.port, path, "evil.example"), 421, path)
            self.assertEqual(self.status(server.port, path, "192.0.2.1"), 421, path)
            for host in ("localhost", f"127.0.0.1:{server.port}", "[::1]", "x.localhost"):
                self.assertEqual(self.status(server.port, path, host), 200, path)

    def test_beyond_it_addresses_and_the_names_of_the_machine_are(self):
        server = self.serve("--listen", "0.0.0.0:0")
        for host in ("192.0.2.1", "localhost", socket.gethostname()):
            self.assertEqual(self.status(server.port, "/api/v1/server", host), 200, host)
            self.assertEqual(self.status(server.port, "/metrics", host), 401, host)
        self.assertEqual(self.status(server.port, "/", "evil.example"), 421)
        self.assertEqual(self.status(server.port, "/", f"{socket.gethostname()}.evil.example"), 421)

    def test_metrics_may_have_a_listener_of_their_own(self):
        server = self.serve("--public-url", "https://norn.example", "--metrics-listen",
                            "127.0.0.1:0")
        port = int(re.fullmatch(r"Metrics are at http://127.0.0.1:(\d+)/metrics\n",
                                server.stdout.readline())[1])
        for path in ("/metrics", "/healthz", "/readyz"):
            self.assertEqual(self.status(port, path, "localhost"), 200)
            self.assertEqual(self.status(port, path, "evil.example"), 421)
        self.assertEqual(self.status(port, "/api/v1/server", "localhost"), 404)
        self.assertEqual(self.status(server.port, "/metrics", "localhost"), 401)
        self.assertEqual(self.stop(server), 0)


class RefusalTest(NornTest):
    def serve_refused(self, *arguments):
        return run("serve", "--data", self.data, *ANY_PORT, *ANY_API_PORT, *arguments)

    def test_a_second_process_on_the_same_data_is_refused(self):
        server = self.serve()
        self.assert_refused(self.serve_refused(), f"{self.data} is in use",
                            f"process {server.pid}", "--data", code=5)
        self.assertEqual(self.stop(server), 0)

    def test_a_port_in_use_is_refused(self):
        server = self.serve()
        address = f"127.0.0.1:{server.port}"
        other = os.path.join(self.folder, "other")
        result = run("serve", "--data", other, *ANY_API_PORT, "--listen", address)
        self.assert_refused(result, f"Cannot listen on {address}", "another program is using it",
                            "--listen", code=5)

    def test_a_folder_that_cannot_be_made_is_refused(self):
        pathlib.Path(self.folder, "file").write_text("", encoding="utf-8")
        self.data = os.path.join(self.folder, "file", "data")
        self.assert_refused(self.serve_refused(), self.data, "--data", code=5)

    def test_a_file_in_place_of_the_folder_is_refused(self):
        pathlib.Path(self.data).write_text("", encoding="utf-8")
        self.assert_refused(self.serve_refused(), f"{self.data} is not a folder", "--data",
                            code=5)

    def test_a_folder_that_others_can_read_is_refused(self):
        os.mkdir(self.data)
        os.chmod(self.data, 0o750)
        self.assert_refused(self.serve_refused(), f"chmod 700 {self.data}", "750", code=5)
        os.chmod(self.data, 0o700)
        self.assertEqual(self.stop(self.serve()), 0)

    def test_damaged_data_is_refused(self):
        self.assertEqual(self.stop(self.serve()), 0)
        manifests = list(pathlib.Path(self.data).rglob("MANIFEST-*"))
        self.assertNotEqual(manifests, [])
        for manifest in manifests:
            content = bytearray(manifest.read_bytes())
            content[len(content) // 2] ^= 0xFF
            manifest.write_bytes(content)
        self.assert_refused(self.serve_refused(), "is damaged", "backup")


class StopTest(NornTest):
    REQUEST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"

    def begin_request(self, server):
        """A client whose request the server has begun to read."""
        client = self.connect(server)
        self.addCleanup(client.close)
        client.sendall(self.REQUEST)
        self.assertIn(b'{"status":"ok"}', client.recv(4096))
        client.sendall(self.REQUEST[:10])
        return client

    def await_stopping(self, server):
        self.assertIn("stopping", server.stderr.readline())

    def test_both_signals_stop_it_cleanly(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(signal=number):
                self.assertEqual(self.stop(self.serve(), number), 0)

    def test_an_idle_client_does_not_keep_it(self):
        server = self.serve()
        with self.connect(server) as client:
            client.sendall(self.REQUEST)
            self.assertIn(b"200 OK", client.recv(4096))
            self.assertEqual(self.stop(server), 0)
            self.assertEqual(client.recv(4096), b"")

    def test_a_request_under_way_is_finished(self):
        server = self.serve()
        client = self.begin_request(server)
        server.send_signal(signal.SIGTERM)
        self.await_stopping(server)
        client.sendall(self.REQUEST[10:])
        reply = client.recv(4096)
        self.assertIn(b"200 OK", reply)
        self.assertIn(b"Connection: close", reply)
        self.assertEqual(server.wait(PATIENCE_S), 0)

    def test_a_second_signal_stops_it_at_once(self):
        server = self.serve()
        self.begin_request(server)
        server.send_signal(signal.SIGTERM)
        self.await_stopping(server)
        self.assertEqual(self.stop(server, signal.SIGTERM), 128 + signal.SIGTERM)
        # What it left behind opens again.
        self.assertEqual(self.stop(self.serve()), 0)


if __name__ == "__main__":
    unittest.main()
