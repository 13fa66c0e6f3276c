"""Prometheus understands its files, and every metric of a rule or a panel is one of Norn's."""

import http.client
import json
import os
import pathlib
import re
import subprocess
import tempfile
import time
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("NORN_PROGRAM", str(REPOSITORY / "build/release/norn"))
MONITORING = REPOSITORY / "packaging/monitoring"
PATIENCE_S = 60

METRIC = re.compile(r"\b(?:norn|process)_[a-z_]+\b")
OF_PROMETHEUS = {"up"}
LAST_METRIC = "norn_continuous_backup_latest_seconds"


def metrics_of_a_server():
    """The names of the metrics of a server that has answered something of each kind."""
    with tempfile.TemporaryDirectory(prefix="norn-metrics-") as folder:
        command = [PROGRAM, "serve", "--data", f"{folder}/data", "--listen", "127.0.0.1:0",
                   "--dynamodb-listen", "127.0.0.1:0"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True) as server:
            try:
                app, api = (int(re.search(r":(\d+)", server.stdout.readline())[1])
                            for _ in range(2))
                call(app, "GET", "/api/v1/server")
                call(api, "POST", "/", "{}", {
                    "Content-Type": "application/x-amz-json-1.0",
                    "X-Amz-Target": "DynamoDB_20120810.ListTables",
                    "X-Amz-Date": "20260101T000000Z",
                    "Authorization": "AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/dynamodb/"
                                     "aws4_request, SignedHeaders=host, Signature=00"})
                # Some are only there while continuous backups are on, one from the first second on
                # that can be restored.
                subprocess.run([PROGRAM, "backup", "continuous", "--on", "--data",
                                f"{folder}/data"],
                               check=True, timeout=PATIENCE_S, capture_output=True)
                deadline = time.monotonic() + PATIENCE_S
                text = call(app, "GET", "/metrics")
                while LAST_METRIC not in text and time.monotonic() < deadline:
                    time.sleep(0.1)
                    text = call(app, "GET", "/metrics")
            finally:
                server.terminate()
    checked = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True,
                             text=True, timeout=PATIENCE_S, check=False)
    return set(re.findall(r"(?m)^([a-z_]+)", text)), checked


def call(port, method, path, body=None, headers=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    try:
        connection.request(method, path, body, headers or {})
        return connection.getresponse().read().decode()
    finally:
        connection.close()


class MonitoringTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.metrics, cls.checked = metrics_of_a_server()

    def test_the_metrics_are_well_formed(self):
        self.assertEqual((self.checked.returncode, self.checked.stderr), (0, ""))

    def test_prometheus_understands_its_files(self):
        checked = subprocess.run(["promtool", "check", "config", MONITORING / "prometheus.yml"],
                                 capture_output=True, text=True, timeout=PATIENCE_S, check=False)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        self.assertIn("alerts.yml", checked.stdout)

    def test_every_metric_in_use_is_there(self):
        dashboard = json.loads((MONITORING / "grafana_dashboard.json").read_text())
        panels = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
        rules = re.findall(r"(?m)^\s*expr: (.*)$", (MONITORING / "alerts.yml").read_text())
        self.assertGreater(len(panels), 15)
        self.assertGreater(len(rules), 5)
        for expression in panels + rules:
            names = set(METRIC.findall(expression)) | (OF_PROMETHEUS & {expression.split("{")[0]})
            self.assertTrue(names, expression)
            self.assertEqual(names - self.metrics - OF_PROMETHEUS, set(), expression)

    def test_panels_are_told_apart(self):
        panels = json.loads((MONITORING / "grafana_dashboard.json").read_text())["panels"]
        for of in (lambda panel: panel["id"], lambda panel: panel["title"],
                   lambda panel: (panel["gridPos"]["x"], panel["gridPos"]["y"])):
            self.assertEqual(len({of(panel) for panel in panels}), len(panels))


if __name__ == "__main__":
    unittest.main()
