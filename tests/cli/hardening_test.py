"""How the program was built: what makes a mistake with memory harder to exploit is in it."""

import pathlib
import platform
import re
import subprocess
import unittest

from norn_process import PATIENCE_S, PROGRAM


def readelf(*options):
    return subprocess.run(["readelf", "--wide", *options, PROGRAM], capture_output=True, text=True,
                          check=True, timeout=PATIENCE_S).stdout


def build_type():
    cache = pathlib.Path(PROGRAM).with_name("CMakeCache.txt").read_text(encoding="utf-8")
    return re.search(r"(?m)^CMAKE_BUILD_TYPE:\w+=(.*)$", cache)[1]


@unittest.skipUnless(build_type() == "Release", "only what is shipped is built so")
class HardeningTest(unittest.TestCase):
    def test_its_addresses_are_not_known_beforehand(self):
        self.assertRegex(readelf("--file-header"), r"Type:\s+DYN \(Position-Independent Executable")

    def test_its_tables_of_functions_are_read_only(self):
        self.assertIn("GNU_RELRO", readelf("--program-headers"))
        self.assertRegex(readelf("--dynamic"), r"FLAGS_1\).*\bNOW\b")

    def test_its_stack_is_not_code(self):
        self.assertRegex(readelf("--program-headers"), r"GNU_STACK(\s+0x0+)+\s+RW\s")

    def test_overflows_are_noticed(self):
        symbols = readelf("--dyn-syms")
        self.assertIn("__stack_chk_fail", symbols)
        self.assertRegex(symbols, r"__(memcpy|read|snprintf|vsnprintf|strncpy|fprintf)_chk")

    @unittest.skipUnless(platform.machine() == "x86_64", "x86 has this")
    def test_indirect_calls_end_at_functions(self):
        code = subprocess.run(["objdump", "--disassemble=main", "--no-show-raw-insn", PROGRAM],
                              capture_output=True, text=True, check=True,
                              timeout=PATIENCE_S).stdout
        self.assertRegex(code, r"<main>:\n.*endbr64")


if __name__ == "__main__":
    unittest.main()
