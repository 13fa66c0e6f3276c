"""Every rule of tidy.py, seen to pass on a good sample and to fail on a bad one."""

import contextlib
import io
import pathlib
import tempfile
import unittest
import unittest.mock

import tidy

HEADER = "#pragma once\n"


def body(lines, head="void f() {"):
    """A function that is `lines` lines long from its brace to its brace."""
    return head + "\n" + "  g();\n" * (lines - 2) + "}\n"


class SampleTest(unittest.TestCase):
    """Writes sample trees and checks them."""

    def write(self, folder, files):
        root = pathlib.Path(folder).resolve()
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return root

    def findings(self, files):
        with tempfile.TemporaryDirectory() as folder:
            return tidy.check_tree(self.write(folder, files))

    def assert_clean(self, files):
        self.assertEqual(self.findings(files), [])

    def assert_finds(self, files, finding):
        self.assertEqual(self.findings(files), [finding])


class FileTest(SampleTest):
    def test_a_line_holds_100_columns(self):
        self.assert_clean({"src/base/a.cc": "x" * 100 + "\n"})
        self.assert_clean({"src/base/a.cc": "ä" * 100 + "\n"})
        self.assert_clean({"src/base/a.cc": "// https://" + "x" * 100 + "\n"})
        self.assert_finds({"src/base/a.cc": "x" * 101 + "\n"},
                          "src/base/a.cc:1: 101 columns; the limit is 100")

    def test_no_line_ends_in_space(self):
        self.assert_finds({"README.md": "a\nb \n"}, "README.md:2: trailing space")

    def test_nothing_is_left_unfinished(self):
        for word in ("TO" + "DO", "FIX" + "ME", "X" * 3):
            self.assert_finds(
                {"run": f"# {word}: later\n"},
                f"run:1: '{word}': finish it, or say in the docs that it is missing")
        self.assert_clean({"src/base/a.cc": '"/tmp/a.' + "X" * 6 + '"\n'})

    def test_nothing_refers_outside_of_the_repository(self):
        outside = "../" + "shared"
        self.assert_finds({"docs/a.md": f"see {outside}/B.md\n"},
                          f"docs/a.md:1: '{outside}' is outside of the repository")

    def test_no_package_runs_a_script_when_it_is_installed(self):
        # The words are put together here, because this file is checked, too.
        for command, found in (("npm " + "ci --no-audit", "npm " + "ci"),
                               ("npm " + "install x", "npm " + "install"),
                               ('["npm", ' + '"ci", "--no-fund"]', 'npm", ' + '"ci')):
            self.assert_finds({"run": f"{command}\n"},
                              f"run:1: '{found}' without --ignore-scripts")
        self.assert_clean({"run": 'npm ci --ignore-scripts\n["npm", "ci", "--ignore-scripts"]\n'})

    def test_files_of_more_than_600_lines_are_listed_and_no_finding(self):
        files = {"src/base/a.cc": "x\n" * 600, "src/base/b.cc": "x\n" * 601,
                 "src/base/c.cc": "x\n" * 700, "docs/long.md": "x\n" * 900}
        self.assert_clean(files)
        with tempfile.TemporaryDirectory() as folder:
            root = self.write(folder, files)
            self.assertEqual(tidy.long_files(root),
                             ["src/base/c.cc: 700 lines", "src/base/b.cc: 601 lines"])
            with unittest.mock.patch("sys.argv", ["tidy.py", folder]), \
                    contextlib.redirect_stdout(io.StringIO()) as printed:
                self.assertEqual(tidy.main(), 0)
            self.assertEqual(printed.getvalue(),
                             "Files of more than 600 lines; does each hold one idea?\n"
                             "  src/base/c.cc: 700 lines\n"
                             "  src/base/b.cc: 601 lines\n")

    def test_nothing_includes_a_source(self):
        self.assert_finds({"tests/crash/a.cc": '#include "base/b.cc"\n'},
                          "tests/crash/a.cc:1: base/b.cc is included; only batches, which CMake "
                          "makes, include sources")

    def test_a_header_starts_with_pragma_once(self):
        self.assert_clean({"src/base/a.h": "// Why.\n\n" + HEADER})
        self.assert_finds({"src/base/a.h": "#include <string>\n" + HEADER},
                          "src/base/a.h:1: a header starts with #pragma once")

    def test_a_source_includes_its_own_header_first(self):
        good = '#include "base/a.h"\n\n#include <string>\n'
        bad = '#include <string>\n#include "base/a.h"\n'
        self.assert_clean({"src/base/a.h": HEADER, "src/base/a.cc": good,
                           "src/base/a_test.cc": good, "src/base/alone.cc": "#include <string>\n"})
        for name in ("a.cc", "a_test.cc"):
            self.assert_finds(
                {"src/base/a.h": HEADER, f"src/base/{name}": bad},
                f'src/base/{name}:1: the first include is the own header, "base/a.h"')


class IncludeDirectionTest(SampleTest):
    def test_the_folder_table(self):
        allowed = [
            ("store/a.cc", "base/error.h"),
            ("embedded/a.cc", "store/item.h"),
            ("dynamodb/a.cc", "store/item.h"),
            ("dynamodb/a.cc", "http/server/server.h"),
            ("apps/family/service.cc", "store/item.h"),
            ("apps/family/service.cc", "ical/rule.h"),
            ("apps/family/service.cc", "apps/accounts/user.h"),
            ("apps/family/routes.cc", "http/router.h"),
            ("apps/family/routes_people.cc", "rest/api.h"),
            ("apps/family/service.cc", "apps/shared/items.h"),
            ("apps/family/service.cc", "apps/sharing/members.h"),
            ("apps/family/service_test.cc", "apps/app.h"),
            ("apps/family/service.cc", "apps/context.h"),
            ("apps/family/app.cc", "rest/api.h"),
            ("apps/all.cc", "apps/family/app.h"),
            ("apps/family/feed.cc", "live/feed.h"),
            ("apps/family/service_test.cc", "support/model_store.h"),
            ("live/hub.cc", "store/store.h"),
            ("rest/api.cc", "http/message.h"),
            ("cli/a.cc", "apps/family/service.h"),
            ("main.cc", "apps/family/service.h"),
            ("main.cc", "embedded/embedded_store.h"),
        ]
        for file, included in allowed:
            with self.subTest(file=file, included=included):
                self.assert_clean({f"src/{file}": f'#include "{included}"\n'})

    def test_the_other_directions(self):
        refused = [
            ("base/a.cc", "store/item.h"),
            ("base/a.cc", "main.h"),
            ("store/a.cc", "embedded/embedded_store.h"),
            ("store/a.cc", "http/server/server.h"),
            ("embedded/a.cc", "http/server/server.h"),
            ("http/a.cc", "store/item.h"),
            ("ical/a.cc", "store/item.h"),
            ("apps/family/service.cc", "http/router.h"),
            ("apps/family/service.cc", "rest/api.h"),
            ("apps/family/service.cc", "live/hub.h"),
            ("apps/family/service.cc", "support/model_store.h"),
            ("rest/api.cc", "store/store.h"),
            ("apps/family/service.cc", "apps/planner/keys.h"),
            ("apps/events/model.cc", "apps/planner/keys.h"),
            ("apps/family/service.cc", "apps/all.h"),
            ("apps/app.cc", "apps/family/app.h"),
            ("apps/sharing/members.cc", "apps/family/keys.h"),
            ("apps/family/service.cc", "embedded/embedded_store.h"),
            ("dynamodb/a.cc", "apps/family/service.h"),
            ("cli/a.cc", "other/a.h"),
        ]
        for file, included in refused:
            with self.subTest(file=file, included=included):
                self.assert_finds({f"src/{file}": f'#include "{included}"\n'},
                                  f"src/{file}:1: {file} may not include {included}")

    def test_a_new_folder_is_entered_in_the_table(self):
        self.assert_finds({"src/other/a.cc": "\n"},
                          "src/other/a.cc:1: src/other is not in the folder table of tools/tidy.py")


class FunctionLengthTest(SampleTest):
    def assert_too_long(self, text, line, length=71):
        self.assert_finds({"src/base/a.cc": text},
                          f"src/base/a.cc:{line}: a function of {length} lines; the limit is 70")

    def test_a_function_holds_70_lines(self):
        self.assert_clean({"src/base/a.cc": body(70)})
        self.assert_too_long(body(71), 1)

    def test_functions_are_found_wherever_they_stand(self):
        for head in ("Result<int> Type::name(int a) const {", "TEST(Suite, Case) {",
                     "Type::Type(int a) : a_{a}, b_(2) {", "Type::Type(int a) : b_(2), a_{a} {",
                     "bool operator==(const A&, const B&) {", "auto f() -> std::vector<int> {",
                     "const auto f = [](int a) {"):
            with self.subTest(head=head):
                self.assert_too_long(body(71, head), 1)
        self.assert_too_long("namespace a {\nclass B {\n" + body(71) + "};\n}\n", 3)

    def test_tables_and_types_may_be_long(self):
        rows = "    {1, 2},\n" * 100
        for head in ("constexpr Row kRows[] = {", "const std::map<int, int> kMap = {",
                     "std::vector<int> numbers{", "struct Options {", "namespace norn {",
                     "const auto kTable = make_table({"):
            with self.subTest(head=head):
                self.assert_clean({"src/base/a.cc": head + "\n" + rows + "};\n"})

    def test_braces_in_text_do_not_count(self):
        for line in ("  a('{');\n", '  a("{\\"{");\n', "  // {\n", '  a(R"({"a": {)");\n',
                     "  a(1'000'000, '}');\n"):
            with self.subTest(line=line):
                self.assert_clean(
                    {"src/base/a.cc": "void f() {\n" + line + "}\n" + body(69, "void g() {")})


if __name__ == "__main__":
    unittest.main()
