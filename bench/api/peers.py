"""The other engines that speak DynamoDB's API, as run installed them."""

import os
import subprocess

from servers import Server, free_port


def dynalite(build, folder):
    port = free_port()
    program = os.path.join(build, "bench-peers", "node_modules", "dynalite", "cli.js")
    command = ["node", program, "--host", "127.0.0.1", "--port", str(port),
               "--createTableMs", "1"]
    return Server("dynalite", command, port, folder, "in memory")


def dynoxide(build, folder, in_memory):
    port = free_port()
    program = os.path.join(build, "bench-peers", "node_modules", "@dynoxide", "linux-x64",
                           "dynoxide")
    command = [program, "serve", "--port", str(port)]
    if not in_memory:
        command += ["--db-path", os.path.join(folder, "dynoxide.db")]
    name = "dynoxide in memory" if in_memory else "dynoxide on disk"
    return Server(name, command, port, folder, "in memory" if in_memory else "on disk")


def versions():
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
    return f"dynalite 4.0.0 on Node {node.stdout.strip()}", "dynoxide 1.2.1"
