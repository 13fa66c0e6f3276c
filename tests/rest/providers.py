"""Providers that people sign in with, on this machine: one that speaks OpenID Connect, which we did
not write (tests/oidc), and one that speaks OAuth 2 as GitHub does."""

import atexit
import base64
import functools
import hashlib
import http.client
import http.server
import json
import pathlib
import subprocess
import tempfile
import threading
import urllib.parse

from norn_server import PATIENCE_S

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "oidc"


class OpenIdProvider:
    """The npm package oidc-provider."""

    def __init__(self):
        if not (FOLDER / "node_modules").exists():
            raise RuntimeError(f"run `npm ci --ignore-scripts` in {FOLDER}, as ./check does")
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            ["node", str(FOLDER / "provider.mjs")], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=self.errors, text=True)
        atexit.register(self.stop)
        self.settings = json.loads(self.process.stdout.readline())

    def stop(self):
        if self.process.poll() is None:
            self.process.stdin.close()
            self.process.wait(PATIENCE_S)
            self.process.stdout.close()

    def admit(self, redirect_uri):
        """Lets the server with this address use it."""
        self.process.stdin.write(json.dumps({"redirectUri": redirect_uri}) + "\n")
        self.process.stdin.flush()
        if self.process.stdout.readline() != "ready\n":
            raise RuntimeError("the provider has not started")


@functools.cache
def openid_provider():
    return OpenIdProvider()


class OAuthProvider:
    """A server like GitHub's. Its accounts are what `accounts` has under the codes it gives: the
    reply of /user, and that of /user/emails."""

    def __init__(self):
        provider = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def reply(self, status, value, **headers):
                body = json.dumps(value).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                for name, text in headers.items():
                    self.send_header(name, text)
                self.end_headers()
                self.wfile.write(body)

            def do_GET(self):
                address = urllib.parse.urlsplit(self.path)
                if address.path == "/authorize":
                    location = provider.authorize(dict(urllib.parse.parse_qsl(address.query)))
                    return self.reply(302, {}, Location=location)
                person = provider.tokens.get(self.headers.get("Authorization", "")[7:])
                if not person:
                    return self.reply(401, {"message": "Bad credentials"})
                return self.reply(200, person["emails" if address.path.endswith("emails")
                                              else "user"])

            def do_POST(self):
                size = int(self.headers["Content-Length"])
                form = dict(urllib.parse.parse_qsl(self.rfile.read(size).decode()))
                # As GitHub says that something is wrong.
                self.reply(200, provider.token(form) or {"error": "bad_verification_code"})

        self.accounts, self.codes, self.tokens = {}, {}, {}
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def authorize(self, query):
        code = f"code-{len(self.codes)}"
        self.codes[code] = query
        back = urllib.parse.urlencode({"code": code, "state": query["state"]})
        return f"{query['redirect_uri']}?{back}"

    def token(self, form):
        query = self.codes.pop(form.get("code"), None)
        if not query or form.get("client_secret") != "secret":
            return None
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if (challenge != query.get("code_challenge")
                or form.get("redirect_uri") != query["redirect_uri"]):
            return None
        token = f"token-{len(self.tokens)}"
        self.tokens[token] = self.accounts[query["login"]]
        return {"access_token": token, "token_type": "bearer"}

    def settings(self):
        return {"id": "hub", "name": "Hub", "kind": "oauth2", "clientId": "norn",
                "clientSecret": "secret", "authorizationEndpoint": f"{self.url}/authorize",
                "tokenEndpoint": f"{self.url}/token", "userEndpoint": f"{self.url}/user",
                "emailsEndpoint": f"{self.url}/user/emails"}


@functools.cache
def oauth_provider():
    return OAuthProvider()


def changed(address, **parameters):
    """An address with other parameters in its query; None takes one out."""
    parts = urllib.parse.urlsplit(address)
    query = dict(urllib.parse.parse_qsl(parts.query)) | parameters
    query = {name: value for name, value in query.items() if value is not None}
    return urllib.parse.urlunsplit(parts._replace(query=urllib.parse.urlencode(query)))


def visit(address):
    """Goes to a provider as a browser of its own does, and returns the address of ours to which it
    is sent in the end."""
    host = urllib.parse.urlsplit(address).netloc
    cookies = {}
    connection = http.client.HTTPConnection(host, timeout=PATIENCE_S)
    for _ in range(10):
        parts = urllib.parse.urlsplit(address)
        connection.request("GET", f"{parts.path}?{parts.query}", headers={
            "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())})
        reply = connection.getresponse()
        body = reply.read()
        for header in reply.headers.get_all("Set-Cookie", ()):
            name, _, value = header.partition(";")[0].partition("=")
            cookies[name] = value
        if "Location" not in reply.headers:
            raise AssertionError(f"{address}: {reply.status} {body[:300]!r}")
        address = urllib.parse.urljoin(address, reply.headers["Location"])
        if urllib.parse.urlsplit(address).netloc != host:
            connection.close()
            return address
    raise AssertionError("the provider sends us around in circles")
