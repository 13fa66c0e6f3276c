"""norn serve under a service manager: what it tells the manager's socket, and when."""

import os
import signal
import socket
import subprocess
import unittest

from norn_process import PATIENCE_S, NornTest

# How long the manager waits for a sign of life. Norn gives three in that time, and each takes a
# question to itself, which a busy machine answers late.
PROMPT_US = "1500000"


class ServiceManagerTest(NornTest):
    def setUp(self):
        super().setUp()
        self.path = os.path.join(self.folder, "notify")
        self.manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(self.manager.close)
        self.manager.bind(self.path)
        self.manager.settimeout(PATIENCE_S)

    def serve_with_manager(self, *arguments, **variables):
        return self.serve(*arguments, env={**os.environ, "NOTIFY_SOCKET": self.path, **variables})

    def next(self):
        return self.manager.recv(4096).decode().splitlines()

    def wait_for(self, line):
        while line not in self.next():
            pass

    def test_it_says_that_it_is_ready_reads_again_and_stops(self):
        server = self.serve_with_manager()
        self.assertEqual(self.next(), ["READY=1", f"STATUS=Ready at http://127.0.0.1:{server.port}"])
        server.send_signal(signal.SIGHUP)
        self.assertEqual(self.next()[0], "RELOADING=1")
        self.assertEqual(self.next()[0], "READY=1")
        self.assertEqual(self.stop(server), 0)
        self.assertEqual(self.next()[0], "STOPPING=1")

    def test_it_shows_that_it_answers(self):
        for arguments in ((), ("--dynamodb-listen", "none", "--public-url", "https://x.example")):
            server = self.serve_with_manager(*arguments, WATCHDOG_USEC=PROMPT_US)
            self.wait_for("READY=1")
            for _ in range(3):
                self.wait_for("WATCHDOG=1")
            self.assertEqual(self.stop(server), 0)

    def test_it_shows_that_it_answers_over_tls(self):
        certificate, key = (os.path.join(self.folder, name) for name in ("cert.pem", "key.pem"))
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1",
                        "-subj", "/CN=home.example.org", "-keyout", key, "-out", certificate],
                       check=True, capture_output=True, timeout=PATIENCE_S)
        os.chmod(key, 0o600)
        self.serve_with_manager("--tls-cert", certificate, "--tls-key", key,
                                WATCHDOG_USEC=PROMPT_US)
        self.wait_for("WATCHDOG=1")


if __name__ == "__main__":
    unittest.main()
