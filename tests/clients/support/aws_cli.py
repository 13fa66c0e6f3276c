"""The AWS CLI as a person at a shell runs it, but for the endpoint: the running server's."""

import json
import os
import subprocess
import tempfile

from norn_server import CREDENTIALS, PATIENCE_S, endpoint

PROGRAM = "/usr/bin/aws"


class CliError(Exception):
    """What the CLI said when it failed."""


class AwsCli:
    """Runs aws with a home of its own, so that no configuration of the machine matters."""

    def __init__(self):
        self.home = tempfile.TemporaryDirectory(prefix="norn-aws-")
        self.environment = CREDENTIALS | {
            "HOME": self.home.name, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8",
            "AWS_PAGER": "", "AWS_CLI_AUTO_PROMPT": "off", "AWS_DEFAULT_OUTPUT": "json",
            "PYTHONDONTWRITEBYTECODE": "1"}

    def close(self):
        self.home.cleanup()

    def run(self, *arguments, service="dynamodb", **options):
        """aws dynamodb ARGUMENTS: its output, from JSON; options are --option-names."""
        command = [PROGRAM, service, *arguments, "--endpoint-url", endpoint()]
        for name, value in options.items():
            command += ["--" + name.replace("_", "-"),
                        value if isinstance(value, str) else json.dumps(value)]
        return self.finish(command)

    def shell(self, text):
        """A command as a document prints it, run by a shell."""
        text = text.replace("http://localhost:8000", endpoint())
        return self.finish(["/bin/sh", "-c", text])

    def finish(self, command):
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S,
                              check=False, env=self.environment)
        if done.returncode != 0:
            raise CliError(done.stderr.strip())
        return json.loads(done.stdout) if done.stdout.strip() else None
