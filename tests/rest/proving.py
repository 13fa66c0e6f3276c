"""Addresses that are proved after an account was made: by a provider that has verified them."""

import atexit
import functools
import json
import pathlib
import tempfile
import urllib.parse

from norn_server import Server, stop_at_exit
from people import Person, World
from providers import changed, oauth_provider, openid_provider, visit
from rest_client import Client


def new_world_with_providers(store):
    """A server that knows the two providers. `test` is the OpenID provider."""
    folder = tempfile.TemporaryDirectory(prefix="norn-oidc-")
    atexit.register(folder.cleanup)
    file = pathlib.Path(folder.name) / "oidc.json"
    test = {"id": "test", "name": "Test"} | openid_provider().settings
    file.touch(mode=0o600)  # There are secrets in it.
    file.write_text(json.dumps({"providers": [test, oauth_provider().settings()]}))
    server = Server(store, "--oidc", str(file))
    atexit.register(stop_at_exit, server)
    openid_provider().admit(f"{server.url}/auth/test/callback")
    return World(server)


@functools.cache
def proving_world(store):
    """For tests that only want an address to be proved."""
    return new_world_with_providers(store)


def prove_address(person):
    """Somebody who has proved nothing yet, in the browser in which they have signed in with the
    provider. The one in which they made the account is signed out by that."""
    client = Client(person.client.server)
    started = client.send("GET", "/auth/test/start").headers["Location"]
    back = urllib.parse.urlsplit(visit(changed(started, login_hint=f"verified:{person.email}")))
    client.send("GET", f"{back.path}?{back.query}")
    return Person(client, client.get("/api/v1/session").json)
