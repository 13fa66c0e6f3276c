"""What norn says when it is asked, and when it is asked wrongly."""

import unittest

from norn_process import ANY_API_PORT, NornTest, run


class HelpTest(unittest.TestCase):
    def test_help_shows_how_to_start(self):
        result = run("--help")
        self.assertEqual(result.returncode, 0)
        self.assertIn("norn serve", result.stdout)
        self.assertEqual(result.stderr, "")

    def test_help_of_serve_has_examples_before_options(self):
        result = run("serve", "--help")
        self.assertEqual(result.returncode, 0)
        self.assertLess(result.stdout.index("Examples"), result.stdout.index("Options"))
        for option in ("--data", "--listen", "--cache-mb", "--log-level"):
            self.assertIn(option, result.stdout)

    def test_help_fits_a_terminal(self):
        for arguments in (["--help"], ["serve", "--help"]):
            for line in run(*arguments).stdout.splitlines():
                self.assertLessEqual(len(line), 100, line)

    def test_version_is_one_line(self):
        result = run("--version")
        self.assertEqual(result.returncode, 0)
        self.assertRegex(result.stdout, r"^norn \d+\.\d+\.\d+\n$")

    def test_without_a_command_it_shows_the_help_and_fails(self):
        result = run()
        self.assertEqual(result.returncode, 2)
        self.assertIn("norn serve", result.stderr)


class WrongUseTest(NornTest):
    def test_a_wrong_command_line_is_named_with_a_hint(self):
        rows = [
            (["--foo"], "unknown option '--foo'"),
            (["dance"], "unknown command 'dance'"),
            (["serve", "--foo"], "unknown option '--foo'"),
            (["serve", "--cache-mb", "lots"], "--cache-mb"),
            (["serve", "--log-level", "loud"], "'loud' is not a log level"),
        ]
        for arguments, what in rows:
            with self.subTest(arguments=arguments):
                self.assert_refused(run(*arguments), what, "--help`", code=2)

    def test_a_wrong_address_is_explained(self):
        for address in ("8080", "localhost:8080", "127.0.0.1:99999", "::1:8080"):
            with self.subTest(address=address):
                result = run("serve", "--data", self.data, *ANY_API_PORT, "--listen", address)
                self.assert_refused(result, f"'{address}' is not an address to listen on",
                                    "such as 127.0.0.1:8080")

    def test_an_address_of_another_machine_is_refused(self):
        result = run("serve", "--data", self.data, *ANY_API_PORT, "--listen", "192.0.2.1:8080")
        self.assert_refused(result, "Cannot listen on 192.0.2.1:8080", "--listen", code=5)


if __name__ == "__main__":
    unittest.main()
