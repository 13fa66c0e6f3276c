"""The Dockerfile's second stage, carried out step by step in a bare Debian, since there may be no
Docker here. Its first stage is packaging/deb/build, which other tests run."""

import json
import pathlib
import re
import shutil
import socket
import stat
import subprocess
import unittest
import urllib.error
import urllib.request

import yaml
from built_package import built_package
from debian_root import REPOSITORY, DebianRoot

DOCKERFILE = REPOSITORY / "packaging/docker/Dockerfile"
COMPOSE = REPOSITORY / "packaging/docker/compose.yaml"
PATIENCE_S = 120


def instructions():
    """[(stage, instruction, argument)], with continued lines joined."""
    stage, found = -1, []
    text = re.sub(r"\\\n", " ", DOCKERFILE.read_text())
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        word, argument = line.split(maxsplit=1)
        stage += word == "FROM"
        found.append((stage, word, argument))
    return found


class DockerfileTest(unittest.TestCase):
    def of_stage(self, stage, wanted):
        return [argument for number, word, argument in instructions()
                if number == stage and word == wanted]

    def test_its_instructions_are_known(self):
        known = {"FROM", "COPY", "RUN", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "STOPSIGNAL",
                 "ENTRYPOINT", "CMD"}
        self.assertEqual({word for _, word, _ in instructions()} - known, set())
        self.assertEqual(self.of_stage(1, "FROM"), self.of_stage(0, "FROM")[0].split()[:1])
        self.assertEqual(self.of_stage(0, "RUN"), ["/src/packaging/deb/build --output /package"])

    def test_the_image_runs_confined_and_tells_how_it_is(self):
        root = DebianRoot()
        self.addCleanup(root.close)
        for number, word, argument in instructions():
            if number == 1 and word == "COPY":
                self.assertEqual(argument, "--from=build /package/ /package/")
                root.path("/package").mkdir()
                shutil.copy(built_package(), root.path("/package"))
            if number == 1 and word == "RUN":
                root.run("sh", "-c", argument)
        user = self.of_stage(1, "USER")[0]
        self.assertNotIn(user, ("root", "0"))
        # The data, and its backups: without a volume of their own they would go with the container.
        volumes = self.of_stage(1, "VOLUME")[0].split()
        self.assertEqual(volumes, ["/var/lib/norn", "/var/lib/norn-backups"])
        for volume in volumes:
            self.assertEqual(root.path(volume).stat().st_uid, 970)
            self.assertEqual(stat.S_IMODE(root.path(volume).stat().st_mode), 0o700)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        entry = json.loads(self.of_stage(1, "ENTRYPOINT")[0])
        arguments = [word.replace("0.0.0.0:8080", f"127.0.0.1:{port}")
                     for word in json.loads(self.of_stage(1, "CMD")[0])]
        server = subprocess.Popen(
            root.command("setpriv", "--reuid", user, "--regid", user, "--clear-groups",
                         "--no-new-privs", "--pdeathsig", "KILL", *entry, *arguments,
                         writable=" ".join(volumes)),
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        line = server.stdout.readline()
        self.assertIn("Norn is ready", line)
        self.assertNotIn("DynamoDB", server.stdout.readline())
        # The console is not there, unless it is asked for.
        with self.assertRaises(urllib.error.HTTPError) as none:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/console", timeout=PATIENCE_S)
        none.exception.close()
        self.assertEqual(none.exception.code, 404)
        self.assertIn("--console \"${NORN_CONSOLE:-off}\"", entry[2])
        check = self.of_stage(1, "HEALTHCHECK")[0]
        command = json.loads(check[check.index("CMD") + 3:])
        healthy = root.run(*(word.replace(":8080", f":{port}") for word in command))
        self.assertEqual(healthy.stdout, '{"status":"ok"}\n')
        sick = root.run("norn", "health", "http://127.0.0.1:1", check=False)
        self.assertEqual(sick.returncode, 5, sick.stdout)


class ComposeTest(unittest.TestCase):
    def test_the_services_are_confined(self):
        services = yaml.safe_load(COMPOSE.read_text())["services"]
        for name, service in services.items():
            self.assertTrue(service["read_only"], name)
            self.assertEqual(service["cap_drop"], ["ALL"], name)
            self.assertIn("no-new-privileges:true", service["security_opt"], name)
        norn = services["norn"]
        self.assertEqual(norn["volumes"], ["norn-data:/var/lib/norn",
                                           "norn-backups:/var/lib/norn-backups"])
        context = (COMPOSE.parent / norn["build"]["context"]).resolve()
        self.assertEqual(context / norn["build"]["dockerfile"], DOCKERFILE)
        self.assertIn("127.0.0.1:8080", norn["command"])
        self.assertEqual(services["caddy"]["network_mode"], "service:norn")
        for volume in services["caddy"]["volumes"]:
            source = volume.split(":")[0]
            if source.startswith("."):
                self.assertTrue((COMPOSE.parent / source).exists(), source)

    def test_what_is_not_built_from_is_left_out(self):
        ignored = pathlib.Path(REPOSITORY / ".dockerignore").read_text().split("\n")
        self.assertIn("build", ignored)


if __name__ == "__main__":
    unittest.main()
