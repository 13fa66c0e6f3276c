"""The Debian package: built, installed, started, upgraded, removed and purged in a bare Debian."""

import gzip
import os
import pathlib
import re
import shlex
import signal
import socket
import subprocess
import tempfile
import unittest
import urllib.request

from built_package import PROGRAM, built_package
from debian_root import REPOSITORY, DebianRoot

UNIT = REPOSITORY / "packaging/systemd/norn.service"
PATIENCE_S = 120
# systemd's measure, from 0 to 10; Debian's own services are at about 9.
MOST_EXPOSED = 1.5


def with_version(package, version, output):
    """The same package under another version."""
    with tempfile.TemporaryDirectory(prefix="norn-deb-") as folder:
        subprocess.run(["dpkg-deb", "-R", package, folder], check=True, timeout=PATIENCE_S)
        control = pathlib.Path(folder) / "DEBIAN/control"
        text = re.sub(r"(?m)^Version: .*$", f"Version: {version}", control.read_text())
        control.write_text(text)
        other = pathlib.Path(output) / f"norn_{version}.deb"
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "-b", folder, other],
                       check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE_S)
    return other


def settings(unit):
    """The settings of a unit, as {name: [values]}."""
    found = {}
    for line in unit.splitlines():
        if match := re.fullmatch(r"(\w+)=(.*)", line):
            found.setdefault(match[1], []).append(match[2])
    return found


class Manager:
    """The side of systemd: the socket that a service tells how it is."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(path))
        path.chmod(0o666)
        self.socket.settimeout(PATIENCE_S)

    def wait_for(self, line):
        """The messages up to the first one with this line."""
        messages = []
        while not messages or line not in messages[-1].splitlines():
            messages.append(self.socket.recv(4096).decode())
        return messages


class PackageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="norn-deb-")
        cls.addClassCleanup(folder.cleanup)
        cls.new = built_package()
        cls.old = with_version(cls.new, "0.0.9-1", folder.name)
        cls.root = DebianRoot()
        cls.addClassCleanup(cls.root.close)

    def install(self, package):
        inside = self.root.path("/root") / package.name
        inside.write_bytes(package.read_bytes())
        self.root.run("apt-get", "-q", "-y", "--no-install-recommends",
                      "-o", "Dpkg::Options::=--force-confdef", "install", f"/root/{package.name}")
        inside.unlink()

    def status(self):
        return self.root.run("dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}", "norn",
                             check=False).stdout

    def is_enabled(self):
        wants = self.root.path("/etc/systemd/system/multi-user.target.wants")
        return (wants / "norn.service").is_symlink()

    def start(self):
        """Starts the service from its unit as systemd would, with the manager's socket."""
        unit = settings(self.root.path("/lib/systemd/system/norn.service").read_text())
        environment = list(unit["Environment"])
        for line in self.root.path("/etc/default/norn").read_text().splitlines():
            if line and not line.startswith("#"):
                environment += shlex.split(line)
        values = dict(entry.split("=", 1) for entry in environment)
        command = re.sub(r"\$\{?(\w+)\}?", lambda match: values[match[1]], unit["ExecStart"][0])
        self.root.run("install", "-d", "-m", unit["StateDirectoryMode"][0], "-o", unit["User"][0],
                      "-g", unit["Group"][0],
                      *(f"/var/lib/{name}" for name in unit["StateDirectory"][0].split()))
        notify = self.root.path("/run/notify")
        notify.unlink(missing_ok=True)
        manager = Manager(notify)
        self.addCleanup(manager.socket.close)
        server = subprocess.Popen(
            self.root.command("setpriv", "--reuid", unit["User"][0], "--regid", unit["Group"][0],
                              "--clear-groups", "--no-new-privs", "--pdeathsig", "KILL", "env",
                              "NOTIFY_SOCKET=/run/notify", "WATCHDOG_USEC=1500000",
                              *shlex.split(command)),
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        return server, manager

    def signal(self, number):
        """To the program itself: the process of that name whose root is ours."""
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                is_ours = (os.path.samefile(process / "root", self.root.folder)
                           and (process / "comm").read_text() == "norn\n")
            except OSError:  # It has ended, or is none of ours.
                continue
            if is_ours:
                return os.kill(int(process.name), number)
        return self.fail("the service does not run")

    def check_service(self):
        server, manager = self.start()
        first = server.stdout.readline()
        port = re.search(r"Norn is ready at http://127\.0\.0\.1:(\d+) \(data in /var/lib/norn\)",
                         first)
        self.assertTrue(port, first + ("" if server.poll() is None else server.stdout.read()))
        manager.wait_for("READY=1")
        with urllib.request.urlopen(f"http://127.0.0.1:{port[1]}/readyz") as reply:
            self.assertEqual(reply.read(), b'{"status":"ok"}')
        manager.wait_for("WATCHDOG=1")
        self.signal(signal.SIGHUP)
        self.assertTrue(any("RELOADING=1" in message for message in manager.wait_for("READY=1")))
        self.signal(signal.SIGTERM)
        manager.wait_for("STOPPING=1")
        rest = server.stdout.read()
        self.assertEqual(server.wait(PATIENCE_S), 0, rest)
        self.assertNotIn("DynamoDB API is at", first + rest)

    def check_generated_files(self):
        """What the program prints of itself is in the package as it prints it."""
        pages = self.root.path("/usr/share/man/man1/norn.1.gz")
        self.assertTrue(gzip.decompress(pages.read_bytes()).startswith(b".TH"))
        for shell, path in (("bash", "bash-completion/completions/norn"),
                            ("zsh", "zsh/vendor-completions/_norn"),
                            ("fish", "fish/vendor_completions.d/norn.fish")):
            printed = self.root.run("norn", "completion", shell, check=False)
            if printed.returncode == 0:
                packed = self.root.path(f"/usr/share/{path}").read_text()
                self.assertEqual(packed, printed.stdout)

    def test_its_life(self):
        self.install(self.old)
        self.assertEqual(self.status(), "installed 0.0.9-1")
        self.assertTrue(self.is_enabled())
        self.assertIn("norn ", self.root.run("norn", "--version").stdout)
        self.check_generated_files()

        settings_file = self.root.path("/etc/default/norn")
        self.assertIn("\nNORN_DYNAMODB_LISTEN=none\n", settings_file.read_text())
        self.assertIn("\nNORN_CONSOLE=off\n", settings_file.read_text())
        changed = settings_file.read_text().replace(":8080\n", ":0\n")
        settings_file.write_text(changed)
        self.check_service()

        self.install(self.new)
        self.assertRegex(self.status(), r"^installed \d")
        self.assertNotIn("0.0.9", self.status())
        self.assertEqual(settings_file.read_text(), changed)
        self.check_service()

        self.root.run("apt-get", "-q", "-y", "remove", "norn")
        self.assertRegex(self.status(), "^config-files ")
        self.assertFalse(self.root.path("/usr/bin/norn").exists())
        self.assertTrue(settings_file.exists())
        self.assertTrue(self.root.path("/var/lib/norn/CURRENT").exists())

        purged = self.root.run("apt-get", "-q", "-y", "purge", "norn")
        self.assertIn("the data stays in /var/lib/norn", purged.stdout)
        self.assertFalse(settings_file.exists())
        self.assertFalse(self.is_enabled())
        self.assertTrue(self.root.path("/var/lib/norn/CURRENT").exists())
        self.assertFalse(self.root.path("/etc/systemd/system/norn.service").is_symlink())

        # Who has never used it is left with nothing.
        self.root.run("rm", "-r", "/var/lib/norn")
        self.install(self.new)
        self.root.run("install", "-d", "-m", "700", "-o", "norn", "/var/lib/norn")
        self.root.run("apt-get", "-q", "-y", "purge", "norn")
        self.assertFalse(self.root.path("/var/lib/norn").exists())


class UnitTest(unittest.TestCase):
    def analyze(self, *arguments):
        return subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True,
                              timeout=PATIENCE_S, check=False)

    def test_systemd_understands_the_unit(self):
        with tempfile.TemporaryDirectory(prefix="norn-unit-") as folder:
            # It looks for the program and the manual, which are not installed on this machine.
            unit = UNIT.read_text().replace("/usr/bin/norn ", f"{os.path.abspath(PROGRAM)} ")
            path = pathlib.Path(folder) / "norn.service"
            path.write_text(re.sub(r"(?m)^Documentation=.*\n", "", unit))
            verified = self.analyze("verify", "--man=no", str(path))
        self.assertEqual((verified.returncode, verified.stderr), (0, ""))

    def test_the_service_is_confined(self):
        rated = self.analyze("security", "--offline=yes", f"--threshold={int(MOST_EXPOSED * 10)}",
                             str(UNIT))
        self.assertEqual(rated.returncode, 0, rated.stdout[-300:] + rated.stderr)

    def test_a_watchdog_and_the_api_that_is_off_are_in_the_unit(self):
        unit = settings(UNIT.read_text())
        self.assertEqual(unit["Type"], ["notify"])
        self.assertGreaterEqual(int(unit["WatchdogSec"][0]), 30)
        self.assertIn("NORN_DYNAMODB_LISTEN=none", unit["Environment"])
        self.assertIn("--dynamodb-listen ${NORN_DYNAMODB_LISTEN}", unit["ExecStart"][0])
        self.assertIn("NORN_CONSOLE=off", unit["Environment"])
        self.assertIn("--console ${NORN_CONSOLE}", unit["ExecStart"][0])


if __name__ == "__main__":
    unittest.main()
