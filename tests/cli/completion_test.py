"""norn completion and norn man, as shells and groff read them."""

import os
import re
import subprocess
import unittest

from norn_process import PATIENCE_S, NornTest, run

# The words in front of the cursor, with the one that is begun, and some of what is offered then.
ROWS = [
    (["se"], {"serve", "seed"}, {"user", "--listen"}),
    (["user", ""], {"passwd", "list"}, {"serve", "--listen"}),
    (["user", "passwd", "--"], {"--end-access", "--data"}, {"--listen"}),
    (["serve", "--st"], {"--store"}, {"--listen"}),
    (["serve", "--store", ""], {"embedded", "dynamodb"}, {"--listen", "serve"}),
    (["serve", "--listen", "x", "--password-hash", "b"], {"bcrypt"}, {"argon2id"}),
    (["family", "import", "--conflicts", ""], {"take", "keep"}, {"--into"}),
    (["family", "import", "--in"], {"--into"}, {"--owner"}),
    (["get", "--dynamodb-"], {"--dynamodb-json"}, {"--dynamodb-listen"}),
]

ZSH = """
compdef() {{ : }}
show() {{ for word in "$@"; do [[ $word == $PREFIX* ]] && print -r -- $word; done; true }}
compadd() {{ shift; show "$@" }}
_describe() {{ show ${{${{(P)2}}%%:*}} }}
_files() {{ : }}
source {script}
words=(norn {words}); CURRENT=$#words; PREFIX=$words[CURRENT]; _norn
"""
BASH = """
source {script}
COMP_WORDS=(norn {words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _norn
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
FISH = """
source {script}
complete -C {line} | string replace -r '\\t.*' ''; true
"""


class CompletionTest(NornTest):
    def script(self, shell):
        done = run("completion", shell)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        path = os.path.join(self.folder, f"norn.{shell}")
        with open(path, "w", encoding="utf-8") as file:
            file.write(done.stdout)
        return path

    def ask(self, shell, text):
        done = subprocess.run([shell, "-f", "-c", text] if shell == "zsh" else [shell, "-c", text],
                              capture_output=True, text=True, timeout=PATIENCE_S, check=False,
                              cwd=self.folder, env=os.environ | {"HOME": self.folder})
        self.assertEqual((done.returncode, done.stderr), (0, ""), text)
        return set(done.stdout.split())

    def assert_completes(self, shell, text):
        for words, offered, others in ROWS:
            quoted = " ".join(f"'{word}'" for word in words)
            line = f"'norn {' '.join(words)}'"
            found = self.ask(shell, text.format(script=self.script(shell), words=quoted, line=line))
            self.assertLessEqual(offered, found, words)
            self.assertEqual(others & found, set(), words)

    def test_bash_completes(self):
        self.assert_completes("bash", BASH)

    def test_zsh_completes(self):
        self.assert_completes("zsh", ZSH)

    def test_fish_completes(self):
        self.assert_completes("fish", FISH)

    def test_folders_are_completed_where_one_is_asked_for(self):
        os.mkdir(os.path.join(self.folder, "some-folder"))
        with open(os.path.join(self.folder, "some-file"), "w", encoding="utf-8"):
            pass
        script = self.script("bash")
        for option, found in (("--data", {"some-folder"}),
                              ("--oidc", {"some-folder", "some-file"}), ("--region", set())):
            self.assertEqual(self.ask("bash", BASH.format(
                script=script, words=f"serve {option} some")), found)

    def test_other_shells_are_refused(self):
        self.assert_refused(run("completion", "tcsh"), "tcsh", "bash", code=2)


class ManTest(unittest.TestCase):
    def test_groff_reads_it_without_a_warning(self):
        page = run("man").stdout
        done = subprocess.run(["groff", "-man", "-ww", "-Tutf8", "-P-cbou"], input=page,
                              capture_output=True, text=True, timeout=PATIENCE_S, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        text = done.stdout
        commands = re.findall(r"^  norn (\w+) ", run("--help").stdout, re.MULTILINE)
        for command in commands:
            self.assertRegex(text, rf"(?m)^ +norn {command}$")
        self.assertIn("--dynamodb-insecure", text)
        self.assertIn("5 the data, or an address to listen on", re.sub(r"\s+", " ", text))
        self.assertRegex(text, r"(?m)^ +norn serve --data /srv/norn --cache-mb 1024$")
        # An option and what it does: the text begins on the line of the option, or below it.
        self.assertRegex(text, r"--rate-limit N\n +requests +a +second")
        self.assertRegex(text, r"--proxies N\n +how +many +proxies")
        self.assertIn(f"norn {run('version').stdout.split()[1]}", text)
