"""norn licences: of everything that is inside the program."""

import json
import pathlib
import re
import subprocess
import unittest

from norn_process import PATIENCE_S, PROGRAM, run

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


class LicencesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.printed = run("licences")

    def test_it_has_its_own_and_those_of_the_web_app(self):
        self.assertEqual(self.printed.returncode, 0, self.printed.stderr)
        self.assertIn((REPOSITORY / "LICENSE").read_text(), self.printed.stdout)
        web = self.printed.stdout.split("==== The web app ====")[1]
        package = json.loads((REPOSITORY / "web/package.json").read_text())
        self.assertIn("svelte", web)
        for name in package["dependencies"]:
            if name != "temporal-polyfill":  # Left out of what browsers load.
                self.assertIn(name, web)

    def test_it_has_those_of_all_libraries_that_it_is_linked_with(self):
        linked = subprocess.run(["readelf", "-d", PROGRAM], capture_output=True, text=True,
                                timeout=PATIENCE_S, check=True).stdout
        sections = " ".join(re.findall(r"(?m)^==== (\S+) \S+ ====$", self.printed.stdout))
        # The C library, and what comes with the compiler: with sanitizers, their runtimes.
        system = {"libc", "libm", "libresolv", "libdl", "librt", "libpthread", "libgcc_s",
                  "libasan", "libubsan", "libtsan"}
        for library in re.findall(r"NEEDED.*\[(\S+?)\.so", linked):
            name = re.sub(r"^lib|[-\d.]+$", "", library)
            if library in system or library.startswith("ld-linux"):
                continue
            package = {"crypto": "ssl", "prometheus-cpp-core": "prometheus-cpp"}.get(name, name)
            self.assertIn(package, sections)

    def test_it_has_that_of_a_table_in_its_source(self):
        table = self.printed.stdout.split("==== Unicode CLDR, the table of Windows time zones ====")
        self.assertIn("UNICODE LICENSE V3", table[1])
        self.assertIn((REPOSITORY / "src/ical/cldr_licence.txt").read_text(), table[1])

    def test_a_licence_that_is_only_named_follows(self):
        self.assertIn("==== /usr/share/common-licenses/Apache-2.0 ====", self.printed.stdout)
        self.assertIn("Apache License", self.printed.stdout)


if __name__ == "__main__":
    unittest.main()
