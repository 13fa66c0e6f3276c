"""The DynamoDB API of the real program: who may call it, from where, and over TLS."""

import http.client
import json
import os
import pathlib
import signal
import ssl
import subprocess
import unittest

from norn_process import ANY_API_PORT, ANY_PORT, PATIENCE_S, NornTest, run

TARGET = {"X-Amz-Target": "DynamoDB_20120810.ListTables",
          "Content-Type": "application/x-amz-json-1.0"}
# Complete, and signed by nobody.
SIGNED = {"X-Amz-Date": "20260101T000000Z",
          "Authorization": "AWS4-HMAC-SHA256 Credential=AKID/20260101/us-east-1/dynamodb/"
                           "aws4_request, SignedHeaders=host;x-amz-date;x-amz-target, "
                           "Signature=" + "0" * 64}


def list_tables(url, headers, context=None):
    """The status and body of a ListTables."""
    scheme, address = url.split("://")
    connect = http.client.HTTPSConnection if scheme == "https" else http.client.HTTPConnection
    options = {"context": context} if scheme == "https" else {}
    connection = connect(address, timeout=PATIENCE_S, **options)
    try:
        connection.request("POST", "/", "{}", TARGET | headers)
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()


class ExportFolderTest(NornTest):
    def test_buckets_have_nothing_to_do_with_the_data(self):
        exports = pathlib.Path(self.folder, "data-exports")
        exports.mkdir()
        link = pathlib.Path(self.folder, "link")
        link.symlink_to(self.data)
        self.stop(self.serve("--export-folder", str(exports)))
        inner = pathlib.Path(self.data, "transfers")
        self.assertTrue(inner.is_dir())
        for wrong in (self.data, inner, self.folder, link, exports / "missing"):
            with self.subTest(folder=wrong):
                result = run("serve", "--data", self.data, *ANY_PORT, *ANY_API_PORT,
                             "--export-folder", str(wrong))
                self.assert_refused(result, "--export-folder: ", str(wrong))
        result = run("serve", "--data", self.data, *ANY_PORT, "--dynamodb-listen", "none",
                     "--export-folder", str(exports))
        self.assert_refused(result, "--export-folder is for the DynamoDB API", code=2)


class CallersTest(NornTest):
    def keys_file(self, mode=0o600):
        path = pathlib.Path(self.folder, "keys")
        path.write_text("# who\nAKID secret\n", encoding="utf-8")
        path.chmod(mode)
        return str(path)

    def test_without_keys_any_signature_will_do(self):
        server = self.serve()
        names = ["ProductivityData", "Yggdrasil", "cal-app-sam", "calendar-app-data", "calendsync",
                 "norn", "norn-files", "norn-search"]
        status, body = list_tables(server.api_url, SIGNED)
        self.assertEqual((status, json.loads(body)), (200, {"TableNames": names}))
        status, body = list_tables(server.api_url, {})
        self.assertEqual(status, 400)
        self.assertIn("MissingAuthenticationTokenException", body)

    def test_without_keys_a_web_page_may_not_call(self):
        server = self.serve()
        status, body = list_tables(server.api_url, SIGNED | {"Origin": "http://evil.example"})
        self.assertEqual(status, 400)
        self.assertIn("AccessDeniedException", body)

    def test_without_keys_only_loopback_names_are_answered(self):
        server = self.serve()
        port = server.api_url.rsplit(":", 1)[1]
        for host in (f"localhost:{port}", "127.0.0.1", "[::1]:8000"):
            self.assertEqual(list_tables(server.api_url, SIGNED | {"Host": host})[0], 200, host)
        for host in ("evil.example", f"norn:{port}", "192.0.2.1"):
            status, body = list_tables(server.api_url, SIGNED | {"Host": host})
            self.assertEqual(status, 400)
            self.assertIn("AccessDeniedException", body)
            self.assertIn("--dynamodb-keys", body)
        # In a network of containers, clients have names of their own for it.
        self.data = os.path.join(self.folder, "other")
        server = self.serve("--dynamodb-listen", "0.0.0.0:0", "--dynamodb-insecure")
        self.assertEqual(list_tables(server.api_url, SIGNED | {"Host": "norn:8000"})[0], 200)

    def test_with_keys_a_wrong_signature_is_refused(self):
        server = self.serve("--dynamodb-keys", self.keys_file())
        status, body = list_tables(server.api_url, SIGNED)
        self.assertEqual(status, 400)
        self.assertIn("InvalidSignatureException", body)

    def test_a_keys_file_that_others_can_read_is_refused(self):
        result = run("serve", "--data", self.data, *ANY_PORT, *ANY_API_PORT, "--dynamodb-keys",
                     self.keys_file(0o644))
        self.assert_refused(result, "keys", "chmod 600")

    def test_beyond_loopback_it_needs_keys_or_to_be_told(self):
        result = run("serve", "--data", self.data, *ANY_PORT, "--dynamodb-listen", "0.0.0.0:0")
        self.assert_refused(result, "0.0.0.0:0", "--dynamodb-keys", "--dynamodb-insecure")
        open_to_all = ("--dynamodb-listen", "0.0.0.0:0")
        self.stop(self.serve(*open_to_all, "--dynamodb-insecure"))
        self.stop(self.serve(*open_to_all, "--dynamodb-keys", self.keys_file()))

    def test_it_can_be_turned_off(self):
        server = self.serve("--dynamodb-listen", "none")
        self.assertIsNone(server.api_url)
        self.assertEqual(self.stop(server), 0)

    def test_a_port_in_use_names_the_option(self):
        server = self.serve()
        address = server.api_url.split("://")[1]
        result = run("serve", "--data", os.path.join(self.folder, "other"), *ANY_PORT,
                     "--dynamodb-listen", address)
        self.assert_refused(result, f"Cannot listen on {address}", "--dynamodb-listen", code=5)


class TlsTest(NornTest):
    def make_certificate(self, name):
        """A certificate for 127.0.0.1 under fixed names, so that making one replaces the last."""
        cert, key = os.path.join(self.folder, "cert.pem"), os.path.join(self.folder, "key.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                        "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                        f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key,
                        "-out", cert], check=True, capture_output=True)
        return "--tls-cert", cert, "--tls-key", key

    def name_of(self, server):
        """The name in the certificate that the server shows now."""
        port = int(server.api_url.rsplit(":", 1)[1])
        shown = ssl.get_server_certificate(("127.0.0.1", port))
        text = subprocess.run(["openssl", "x509", "-noout", "-subject"], input=shown, text=True,
                              check=True, capture_output=True).stdout
        return text.strip().rsplit("=", 1)[1].strip()

    def await_log(self, server, text):
        for line in server.stderr:
            if text in line:
                return
        self.fail(f"the log does not say {text!r}")

    def test_it_serves_https_and_reads_its_files_again(self):
        files = self.make_certificate("first")
        server = self.serve(*files)
        self.assertTrue(server.api_url.startswith("https://"))
        context = ssl.create_default_context(cafile=files[1])
        self.assertEqual(list_tables(server.api_url, SIGNED, context)[0], 200)
        app = http.client.HTTPSConnection("127.0.0.1", server.port, context=context,
                                          timeout=PATIENCE_S)
        self.addCleanup(app.close)
        app.request("GET", "/healthz")
        self.assertEqual(app.getresponse().headers["Strict-Transport-Security"],
                         "max-age=31536000")
        self.assertEqual(self.name_of(server), "first")

        self.make_certificate("second")
        server.send_signal(signal.SIGHUP)
        self.await_log(server, "read again")
        self.assertEqual(self.name_of(server), "second")

        pathlib.Path(files[1]).write_text("no certificate", encoding="utf-8")
        server.send_signal(signal.SIGHUP)
        self.await_log(server, "stay as they were")
        self.assertEqual(self.name_of(server), "second")
        self.assertEqual(self.stop(server), 0)

    def test_files_that_cannot_be_used_are_refused(self):
        _, cert, _, key = self.make_certificate("any")
        os.chmod(key, 0o644)
        result = run("serve", "--data", self.data, *ANY_PORT, *ANY_API_PORT, "--tls-cert", cert,
                     "--tls-key", key)
        self.assert_refused(result, f"chmod 600 {key}", "644")
        os.chmod(key, 0o640)
        pathlib.Path(key).write_text("no key", encoding="utf-8")
        result = run("serve", "--data", self.data, *ANY_PORT, *ANY_API_PORT, "--tls-cert", cert,
                     "--tls-key", key)
        self.assert_refused(result, "key.pem")


if __name__ == "__main__":
    unittest.main()
