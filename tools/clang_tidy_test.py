"""clang_tidy.py with a program that takes the place of clang-tidy, on small trees."""

import contextlib
import io
import json
import os
import pathlib
import shutil
import tempfile
import time
import unittest
import unittest.mock

import clang_tidy

# Notes which file it was called for and keeps the database. A file with BAD in it has a finding.
FAKE = """#!/bin/sh
[ "$1" = --version ] && { cat "$0.version"; exit; }
for file; do :; done
echo "$file" >>"$0.calls"
cp "$4/compile_commands.json" "$0.database"
grep -Hn BAD "$file" && exit 1
grep -q CRASH "$file" && { echo 'a stack' >&2; exit 139; }
[ ! -e "$0.during" ] || . "$0.during"
"""

# Takes the place of the compiler. A file with NEIGHBOUR in it does not compile by itself.
COMPILER = """#!/bin/sh
for file; do :; done
echo "$file" >>"$0.calls"
! grep -Hn NEIGHBOUR "$file"
"""

FLAGS = "-DFMT_SHARED -I{root}/src -O1 -Wall -fsanitize=thread -std=gnu++23"
PCH = ("-Winvalid-pch"
       " -Xclang -include-pch -Xclang {build}/CMakeFiles/norn_base.dir/cmake_pch.hxx.pch"
       " -Xclang -include -Xclang {build}/CMakeFiles/norn_base.dir/cmake_pch.hxx")
SOURCES = {
    ".clang-tidy": "Checks: bugprone-*\n",
    "src/base/a.h": "#pragma once\n#include <string>\n",
    "src/base/a.cc": '#include "base/a.h"\n',
    "src/base/b.h": '#pragma once\n#include "base/a.h"\n',
    "src/base/b.cc": '#include "base/b.h"\n',
    "src/base/c.cc": "#include <vector>\n",
    "src/base/c_test.cc": "BAD\n",
    "build/tsan/CMakeFiles/norn_base.dir/cmake_pch.hxx": "#include <vector>\n",
}
ALL = ["src/base/a.cc", "src/base/b.cc", "src/base/c.cc"]


class TidyTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.cache = self.folder / "cache"
        self.program = self.folder / "fake"
        self.program.write_text(FAKE, encoding="utf-8")
        self.program.chmod(0o755)
        self.compiler = self.folder / "compiler"
        self.compiler.write_text(COMPILER, encoding="utf-8")
        self.compiler.chmod(0o755)
        self.beside("version").write_text("fake 19", encoding="utf-8")
        self.packages = "installed libfmt-dev 9.1.0"
        self.root = self.folder / "clone"
        self.write(SOURCES)
        self.write_database([(name, name, PCH) for name in ALL])

    def beside(self, name):
        """A file of the fake program."""
        return self.folder / f"fake.{name}"

    def write(self, files):
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def write_database(self, entries):
        """Entries of (name of the object, compiled file, options)."""
        build = self.root / "build" / "tsan"
        commands = []
        for name, file, options in entries:
            options = f"{FLAGS} {options}".format(root=self.root, build=build)
            output = f"CMakeFiles/norn_base.dir/{name}.o"
            commands.append({
                "directory": str(build), "file": str(self.root / file), "output": output,
                "command": f"{self.compiler} {options} -o {output} -c {self.root / file}"})
        self.write({"build/tsan/compile_commands.json": json.dumps(commands)})

    def run_tidy(self):
        """(exit code, lines)"""
        for calls in (self.beside("calls"), self.folder / "compiler.calls"):
            calls.write_text("", encoding="utf-8")
        said = io.StringIO()
        with (unittest.mock.patch.dict(os.environ, {"NORN_TIDY_CACHE": str(self.cache)}),
              unittest.mock.patch("clang_tidy.installed_packages", lambda root: self.packages),
              contextlib.redirect_stdout(said)):
            code = clang_tidy.main(["--root", str(self.root), "--program", str(self.program)])
        return code, said.getvalue().splitlines()

    def assert_checks(self, expected, code=0):
        self.assertEqual(self.run_tidy()[0], code)
        self.assertEqual(self.calls(), expected)

    def calls(self):
        return self.files_in(self.beside("calls"))

    def compiled(self):
        return self.files_in(self.folder / "compiler.calls")

    def files_in(self, calls):
        lines = calls.read_text(encoding="utf-8").splitlines()
        return sorted(line.removeprefix(f"{self.root}/") for line in lines)

    def database(self):
        """What clang-tidy got: {source: arguments}"""
        entries = json.loads(self.beside("database").read_text(encoding="utf-8"))
        return {entry["file"].removeprefix(f"{self.root}/"): entry["arguments"]
                for entry in entries}


class CacheTest(TidyTest):
    def test_a_clean_file_is_checked_once(self):
        self.assertEqual(self.run_tidy(), (0, ["3 files, 3 checks, 0 from the cache"]))
        self.assertEqual(self.calls(), ALL)
        self.assertEqual(self.run_tidy(), (0, ["3 files, 3 checks, 3 from the cache"]))
        self.assertEqual(self.calls(), [])

    def test_a_finding_is_reported_each_time(self):
        self.write({"src/base/c.cc": "BAD\n"})
        finding = f"{self.root}/src/base/c.cc:1:BAD"
        self.assertEqual(self.run_tidy(), (1, [finding, "3 files, 3 checks, 0 from the cache"]))
        self.assertEqual(self.run_tidy(), (1, [finding, "3 files, 3 checks, 2 from the cache"]))
        self.write({"src/base/c.cc": "good\n"})
        self.assert_checks(["src/base/c.cc"])

    def test_a_crash_is_a_finding(self):
        self.write({"src/base/c.cc": "CRASH\n"})
        for _ in range(2):
            code, lines = self.run_tidy()
            self.assertEqual(code, 1)
            self.assertEqual(lines[:2], [
                "a stack", f"{self.program} failed on {self.root}/src/base/c.cc: 139"])

    def test_a_changed_header_checks_its_includers_again(self):
        self.run_tidy()
        self.write({"src/base/b.h": "#pragma once\n"})
        self.assert_checks(["src/base/b.cc"])
        self.write(SOURCES)
        self.assert_checks([])
        self.write({"src/base/a.h": "#pragma once\n"})
        self.assert_checks(["src/base/a.cc", "src/base/b.cc"])

    def test_a_header_that_hides_another_counts(self):
        self.run_tidy()
        self.write({"src/vector": "\n"})
        self.assert_checks(ALL)  # All have it from the precompiled header.
        self.write({"src/base/base/a.h": "#pragma once\n"})
        self.assert_checks(["src/base/a.cc", "src/base/b.cc"])

    def test_what_all_results_depend_on(self):
        self.run_tidy()
        self.write({".clang-tidy": "Checks: performance-*\n"})
        self.assert_checks(ALL)
        self.write({"src/base/.clang-tidy": "Checks: '*'\n"})
        self.assert_checks(ALL)
        self.write({"build/tsan/CMakeFiles/norn_base.dir/cmake_pch.hxx": "#include <map>\n"})
        self.assert_checks(ALL)
        self.packages = "installed libfmt-dev 9.1.1"
        self.assert_checks(ALL)
        self.beside("version").write_text("fake 20", encoding="utf-8")
        self.assert_checks(ALL)
        self.assert_checks([])

    def test_options_count_and_names_of_outputs_do_not(self):
        self.run_tidy()
        self.write_database([(name, name, PCH + (" -DA" if "c.cc" in name else ""))
                             for name in ALL])
        self.assert_checks(["src/base/c.cc"])
        self.write_database([("other/" + name, name, PCH + (" -DA" if "c.cc" in name else ""))
                             for name in ALL])
        self.assert_checks([])

    def test_a_clone_in_another_place_shares_the_results(self):
        generated = "build/tsan/generated/paths.h"
        self.write({"src/base/c.cc": '#include "paths.h"\n',
                    generated: f'#define ROOT "{self.root}"\n'})
        options = PCH + ' -DPACK=\\"{build}/web/app.pack\\" -I{build}/generated'
        self.write_database([(name, name, options) for name in ALL])
        self.assert_checks(ALL)
        other = self.folder / "elsewhere" / "clone"
        shutil.copytree(self.root, other)
        self.root = other
        self.write({generated: f'#define ROOT "{self.root}"\n'})
        self.write_database([(name, name, options) for name in ALL])
        self.assert_checks([])
        self.write({generated: '#define ROOT "/"\n'})
        self.assert_checks(["src/base/c.cc"])

    def test_a_file_that_changes_while_it_is_checked_is_not_clean(self):
        self.beside("during").write_text(
            f"echo '// New.' >>{self.root}/src/base/c.cc\n", encoding="utf-8")
        self.run_tidy()
        self.beside("during").unlink()
        self.write(SOURCES)
        self.assert_checks(["src/base/c.cc"])

    def test_a_result_that_is_not_used_is_removed(self):
        self.run_tidy()
        used = set(self.cache.iterdir())
        unused = self.cache / "0000"
        unused.touch()
        long_ago = time.time() - 31 * 24 * 3600
        for path in used | {unused}:
            os.utime(path, (long_ago, long_ago))
        self.assert_checks([])
        self.assertEqual(set(self.cache.iterdir()), used)


class PackageTest(unittest.TestCase):
    def test_packages_with_headers_and_those_of_clang_count(self):
        said = ("installed\tlibfmt-dev\t9.1.0\tlibfmt9 (= 9.1.0)\n"
                "installed\tlibfmt9\t9.1.0\tlibc6-dev | libother-dev\n"
                "installed\tlibc6-dev\t2.36\t\ninstalled\tlibother-dev\t1\t\n"
                "installed\tclang-19\t1:19\tlibclang-cpp19\ninstalled\tlibclang-cpp19\t1:19\t\n"
                "not-installed\tgone-dev\t\t\n")
        with (tempfile.TemporaryDirectory() as folder,
              unittest.mock.patch("clang_tidy.subprocess.run") as run):
            names = pathlib.Path(folder, "tools", "packages")
            names.parent.mkdir()
            names.write_text("# Packages\nbuild  libfmt-dev\nfull  clang-19 clang\n"
                             "full  gone-dev\n", encoding="utf-8")
            run.return_value.stdout = said
            self.assertEqual(clang_tidy.installed_packages(pathlib.Path(folder)).splitlines(), [
                "clang-19 1:19", "libc6-dev 2.36", "libclang-cpp19 1:19", "libfmt-dev 9.1.0"])


class CommandTest(TidyTest):
    BATCH = "build/tsan/batches/base_1.cc"

    def write_batch(self, names, options=PCH):
        self.write({self.BATCH: "".join(f'#include "{name}"\n' for name in names)})
        self.write_database([("batches/base_1.cc", self.BATCH, options)])

    def test_a_batch_is_checked_as_a_whole_and_its_sources_are_compiled_alone(self):
        self.write({self.BATCH: '#include "base/a.cc"\n#include "src/base/b.cc"\n'})
        self.write_database([("batches/base_1.cc", self.BATCH, PCH + " -DBATCH"),
                             ("src/base/c.cc", "src/base/c.cc", PCH)])
        self.assert_checks([self.BATCH, "src/base/c.cc"])
        self.assertEqual(self.compiled(), ["src/base/a.cc", "src/base/b.cc"])
        arguments = self.database()[self.BATCH]
        self.assertEqual(arguments[-2:], ["-c", f"{self.root}/{self.BATCH}"])
        self.assertIn("-DBATCH", arguments)
        self.assertNotIn("-o", arguments)
        self.assert_checks([])
        self.assertEqual(self.compiled(), [])

    def test_a_changed_source_compiles_alone_and_checks_its_batch(self):
        self.write_batch(ALL)
        self.run_tidy()
        self.write({"src/base/c.cc": "// New.\n"})
        self.assert_checks([self.BATCH])
        self.assertEqual(self.compiled(), ["src/base/c.cc"])

    def test_a_source_that_needs_its_neighbours_is_a_finding(self):
        self.write({"src/base/c.cc": "NEIGHBOUR\n"})
        self.write_batch(ALL)
        for _ in range(2):
            code, lines = self.run_tidy()
            self.assertEqual(code, 1)
            self.assertIn(f"{self.root}/src/base/c.cc does not compile by itself", lines)

    def test_the_precompiled_header_is_used_where_it_exists(self):
        compiled = "build/tsan/CMakeFiles/norn_base.dir/cmake_pch.hxx.pch"
        header = f"{self.root}/build/tsan/CMakeFiles/norn_base.dir/cmake_pch.hxx"
        self.run_tidy()
        arguments = self.database()["src/base/a.cc"]
        self.assertNotIn("-include-pch", arguments)
        self.assertIn(header, arguments)
        self.write({compiled: "compiled", ".clang-tidy": "Checks: '*'\n"})
        self.run_tidy()
        arguments = self.database()["src/base/a.cc"]
        at = arguments.index("-include-pch")
        self.assertEqual(arguments[at - 1:at + 6],
                         ["-Xclang", "-include-pch", "-Xclang", f"{self.root}/{compiled}",
                          "-Xclang", "-include", "-Xclang"])
        self.assertIn(header, arguments)

    def test_own_headers_of_the_precompiled_header_count(self):
        self.write({"build/tsan/CMakeFiles/norn_base.dir/cmake_pch.hxx":
                    f'#include "{self.root}/src/base/a.h"\n'})
        self.run_tidy()
        self.write({"src/base/a.h": "#pragma once\n"})
        self.assert_checks(ALL)

    def test_a_source_without_a_command_is_a_finding(self):
        self.write({"src/base/new.cc": "\n"})
        code, lines = self.run_tidy()
        self.assertEqual(code, 1)
        self.assertEqual(lines, [
            f"{self.root}/src/base/new.cc: {self.root}/build/tsan has no command that compiles it; "
            "build it first", "4 files, 3 checks, 0 from the cache"])

    def test_what_is_missing_is_named(self):
        (self.root / "build/tsan/compile_commands.json").unlink()
        with self.assertRaisesRegex(SystemExit, "has no compile_commands.json"):
            self.run_tidy()
        self.program.unlink()
        with self.assertRaisesRegex(SystemExit, "fake is missing"):
            self.run_tidy()


if __name__ == "__main__":
    unittest.main()
