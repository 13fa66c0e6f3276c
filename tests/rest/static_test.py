"""The web app as it is served: every file that was built, in every coding, and nothing else."""

import base64
import gzip
import hashlib
import http.client
import io
import json
import pathlib
import re
import socket
import subprocess

from norn_server import EMBEDDED, PATIENCE_S, PROGRAM
from rest_case import RestCase, on_stores

# What the build made the program's own files of.
BUILT = pathlib.Path(PROGRAM).resolve().parent / "web" / "dist"
TYPES = {
    ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".json": "application/json",
    ".png": "image/png", ".svg": "image/svg+xml", ".txt": "text/plain",
    ".webmanifest": "application/manifest+json", ".woff2": "font/woff2",
}
PAGES = ("/", "/setup", "/join", "/sign-in", "/calendar/week/2026-11-15", "/planner", "/bookings/",
         "/settings/", "/a/b/c/d/e/f/g", "/entries/0b8ff2ae-9c1f-4d5c-8f6e-0a1b2c3d4e5f",
         "/?q=../../etc/passwd")
NOT_THERE = ("/none.txt", "/assets/none.js", "/assets/", "/assets/none", "/favicon.svg/",
             "/INDEX.HTML", "/src/main.ts", "/package.json", "/api/v1/none", "/auth/none/none/none")


def brotli_decoded(texts):
    """All of them at a time: Python has no brotli, but the Node.js that built the app does."""
    program = """
        const { brotliDecompressSync } = require('node:zlib');
        const texts = JSON.parse(require('node:fs').readFileSync(0));
        console.log(JSON.stringify(texts.map((text) =>
          brotliDecompressSync(Buffer.from(text, 'base64')).toString('base64'))));"""
    texts = json.dumps([base64.b64encode(text).decode() for text in texts])
    done = subprocess.run(["node", "-e", program], input=texts, stdout=subprocess.PIPE, check=True,
                          timeout=PATIENCE_S, text=True)
    return [base64.b64decode(text) for text in json.loads(done.stdout)]


def built_files():
    """Path and content of every file."""
    return {"/" + path.relative_to(BUILT).as_posix(): path.read_bytes()
            for path in sorted(BUILT.rglob("*")) if path.is_file()}


def page_of(path, language="en"):
    """The page that is sent for a path: an app's own, which names what its view needs."""
    files = built_files()
    app, view = (path.partition("?")[0].split("/") + [""])[1:3]
    names = (f"/{app}.{view}.{language}.html", f"/{app}.{language}.html", f"/index.{language}.html")
    return next(files[name] for name in names if name in files)


def is_fixed(path):
    """Whether the name of a file changes with its content."""
    return re.fullmatch(r"/assets/.+-[\w-]{8}\.\w+", path) is not None


def some_fixed():
    """A script and a style, the largest of each."""
    files = {path: len(content) for path, content in built_files().items() if is_fixed(path)}
    return [max((path for path in files if path.endswith(kind)), key=files.get)
            for kind in (".js", ".css")]


class Received:
    """The file that http.client reads a reply from."""

    def __init__(self, data):
        self.data = data

    def makefile(self, *_):
        return io.BytesIO(self.data)


@on_stores(EMBEDDED)
class StaticFilesTest(RestCase):
    def setUp(self):
        self.client = self.visitor()

    def get(self, path, coding=None, method="GET", **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.send(method, path, headers={
            "Accept-Encoding": coding or "identity", **headers})

    def raw(self, target, method="GET"):
        """The reply to exactly these bytes, which no client would send."""
        with socket.create_connection((self.server.host, self.server.port), PATIENCE_S) as sock:
            sock.sendall(method.encode() + b" " + target +
                         b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            data = b""
            while received := sock.recv(65536):
                data += received
        reply = http.client.HTTPResponse(Received(data), method=method)
        reply.begin()
        return reply.status, reply.read(), reply.headers

    def assert_safe(self, reply):
        """The headers that a browser is protected by. Those of a page hold for its scripts and
        styles."""
        self.assertEqual(reply.headers.get_all("X-Content-Type-Options"), ["nosniff"])
        self.assertEqual(reply.headers["Referrer-Policy"], "no-referrer")
        self.assertEqual(reply.headers["Cross-Origin-Resource-Policy"], "same-origin")
        if re.match("text/(javascript|css)", reply.headers["Content-Type"]):
            return
        policy = dict(part.strip().partition(" ")[::2] for part in
                      reply.headers["Content-Security-Policy"].split(";"))
        self.assertEqual(policy["default-src"], "'none'")
        self.assertEqual(policy["script-src"], "'self'")
        self.assertEqual(policy["style-src"], "'self'")
        self.assertEqual(policy["img-src"], "'self' blob:")
        self.assertEqual(policy["frame-ancestors"], "'none'")
        self.assertEqual(policy["base-uri"], "'none'")
        self.assertEqual(policy["require-trusted-types-for"], "'script'")
        self.assertNotIn("unsafe", reply.headers["Content-Security-Policy"])
        self.assertEqual(reply.headers["Cross-Origin-Opener-Policy"], "same-origin")
        self.assertIn("camera=()", reply.headers["Permissions-Policy"])

    def test_every_built_file_is_served_as_it_was_built(self):
        files = built_files()
        self.assertIn("/index.html", files)
        self.assertTrue([path for path in files if is_fixed(path)])
        for path, content in files.items():
            with self.subTest(path):
                reply = self.get(path)
                self.assertEqual((reply.status, reply.body), (200, content))
                self.assertEqual(reply.content_type, TYPES[pathlib.PurePath(path).suffix])
                self.assertEqual(reply.headers["Vary"], "Accept-Encoding")
                self.assertEqual(reply.headers["Cache-Control"],
                                 "public, max-age=31536000, immutable" if is_fixed(path)
                                 else "no-cache")
                self.assert_safe(reply)

    def test_codings_are_smaller_and_decode_to_the_same(self):
        brotli = {}
        kinds = set()
        for path, content in built_files().items():
            plain, zipped, best = (self.get(path, accepted) for accepted in
                                   (None, "gzip", "gzip, deflate, br, zstd"))
            with self.subTest(path):
                self.assertNotIn("Content-Encoding", plain.headers)
                for reply, coding in ((zipped, "gzip"), (best, "br")):
                    if "Content-Encoding" not in reply.headers:
                        self.assertEqual(reply.body, content)
                        continue
                    self.assertEqual(reply.headers["Content-Encoding"], coding)
                    self.assertLess(len(reply.body), len(content))
                    kinds.add((coding, reply.content_type))
                if "Content-Encoding" in zipped.headers:
                    self.assertEqual(gzip.decompress(zipped.body), content)
                    self.assertEqual(len({plain.etag, zipped.etag, best.etag}), 3)
                if "Content-Encoding" in best.headers:
                    brotli[path] = best.body
        self.assertEqual(brotli_decoded(brotli.values()),
                         [built_files()[path] for path in brotli])
        for kind in ("text/javascript", "text/css", "text/html"):
            self.assertLessEqual({("gzip", kind), ("br", kind)}, kinds)

    def test_what_the_browser_has_is_not_sent_again(self):
        for path in ("/", "/index.html", "/favicon.svg", *some_fixed()):
            for coding in (None, "gzip", "br"):
                with self.subTest(path, coding=coding):
                    first = self.get(path, coding)
                    tag = first.headers["ETag"]
                    for condition in (tag, f"W/{tag}", f'"other", {tag}', "*"):
                        again = self.get(path, coding, If_None_Match=condition)
                        self.assertEqual((again.status, again.body), (304, b""))
                        self.assertEqual(again.headers["ETag"], tag)
                        self.assertEqual(again.headers["Cache-Control"],
                                         first.headers["Cache-Control"])
                        self.assertEqual(again.headers["Vary"], "Accept-Encoding")
                        self.assertNotIn("Content-Length", again.headers)
                    self.assertEqual(self.get(path, coding, If_None_Match='"other"').body,
                                     first.body)

    def test_head_tells_what_get_would_send(self):
        for path in ("/", "/some/page", *built_files()):
            for coding in (None, "br"):
                with self.subTest(path, coding=coding):
                    whole = self.get(path, coding)
                    head = self.get(path, coding, method="HEAD")
                    self.assertEqual((head.status, head.body), (200, b""))
                    self.assertEqual(head.headers["Content-Length"], str(len(whole.body)))
                    for name in ("ETag", "Content-Type", "Content-Encoding", "Cache-Control"):
                        self.assertEqual(head.headers[name], whole.headers[name])

    def test_every_page_is_the_app(self):
        for path in PAGES:
            with self.subTest(path):
                reply = self.get(path)
                self.assertEqual((reply.status, reply.content_type), (200, "text/html"))
                self.assertEqual(reply.body, page_of(path))
                self.assertEqual(reply.headers["Cache-Control"], "no-cache")
                self.assert_safe(reply)

    def test_a_page_names_the_messages_of_its_language(self):
        for headers, language in (({}, "en"),
                                  ({"Accept_Language": "de-CH,de;q=0.9,en;q=0.8"}, "de"),
                                  ({"Accept_Language": "fr,zh-CN"}, "zh"),
                                  ({"Accept_Language": "fr"}, "en"),
                                  ({"Accept_Language": "de", "Cookie": "norn-language=zh"}, "zh")):
            for path in ("/", "/sign-in", "/calendar", "/planner/week/2026-11-15", "/bookings"):
                with self.subTest(path, headers=headers):
                    reply = self.get(path, **headers)
                    self.assertEqual(reply.body, page_of(path, language))
                    self.assertIn("Accept-Language, Cookie", reply.headers.get_all("Vary"))
                    self.assertIn(f'"/assets/{language}-base-', reply.body.decode())

    def test_pages_ask_for_nothing_that_is_not_there(self):
        pages = {path: text.decode() for path, text in built_files().items()
                 if path.endswith(".html")}
        named = {path for page in pages.values()
                 for path in re.findall(r"(?:src|href)=\"([^\"]+)\"", page)}
        self.assertTrue([path for path in named if path.endswith(".js")])
        self.assertIn("/sign-in.de.html", pages)
        self.assertIn("/planner.week.zh.html", pages)
        for path in named:
            with self.subTest(path):
                self.assertEqual(self.get(path).status, 200)

    def test_what_is_not_there_is_not_found(self):
        for path in NOT_THERE:
            for method in ("GET", "HEAD"):
                with self.subTest(path, method=method):
                    status, _, headers = self.raw(path.encode(), method)
                    self.assertEqual(status, 404)
                    self.assertEqual(headers.get_content_type(), "application/problem+json")

    def test_pages_and_files_are_only_read(self):
        for path in ("/", "/setup", "/index.html", *some_fixed()):
            for method in ("POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
                with self.subTest(path, method=method):
                    reply = self.get(path, method=method)
                    self.assert_problem(reply, 405)
                    self.assertEqual(reply.headers["Allow"], "GET, HEAD")

    def test_no_spelling_of_a_path_leads_out(self):
        known = {hashlib.sha256(content).digest() for content in built_files().values()}
        for target in spellings():
            with self.subTest(target[:80]):
                status, body, headers = self.raw(target)
                self.assertNotIn("Location", headers)
                if status == 200:
                    self.assertIn(hashlib.sha256(body).digest(), known)
                else:
                    self.assertIn(status, (400, 404, 414, 431))
                    self.assertEqual(headers.get_content_type(), "application/problem+json")
                self.assertNotIn(b"root:", body)

    def test_a_path_is_taken_as_it_is_written(self):
        for target in (b"/assets/../index.html", b"/assets/..%2findex.html", b"/./index.html",
                       b"//index.html", b"/index%2ehtml", b"/index.html%00", b"/index.html%20",
                       b"/index.html;a", b"/index.html/", b"/%69ndex.html", b"/..", b"/%2e%2e/",
                       b"/\\..\\index.html"):
            with self.subTest(target):
                self.assertEqual(self.raw(target)[0], 404)
        page = built_files()["/index.html"]
        for target in (b"/index.html?../../etc/passwd", b"http://a/index.html",
                       b"HTTPS://elsewhere.example/index.html"):
            with self.subTest(target):
                self.assertEqual(self.raw(target)[:2], (200, page))
        self.assertEqual(self.raw(b"http://a")[:2], (200, page_of("/")))


def spellings():
    """Ways to write "up and then to a file", each with every way to write its parts."""
    ups = (b"..", b"%2e%2e", b".%2e", b"%2E.", b"%252e%252e", b"..%00", b"..;", b"...",
           b"%c0%ae%c0%ae", b"%e0%80%ae%e0%80%ae", b"%uff0e%uff0e", b"%ef%bc%8e%ef%bc%8e",
           b"\xc0\xae\xc0\xae")
    slashes = (b"/", b"%2f", b"%2F", b"%252f", b"\\", b"%5c", b"//", b"/./", b"%c0%af", b"\xc0\xaf")
    for up in ups:
        for slash in slashes:
            climb = (up + slash) * 8
            yield b"/" + climb + b"etc/passwd"
            yield b"/assets/" + climb + b"etc" + slash + b"passwd"
    for target in (b"//etc/passwd", b"///etc/passwd", b"/etc/passwd", b"/%2fetc/passwd",
                   b"etc/passwd", b"../etc/passwd", b"/\\etc\\passwd", b"\\etc\\passwd",
                   b"/c:/windows/win.ini", b"/file:///etc/passwd", b"file:///etc/passwd",
                   b"http://a/../etc/passwd",
                   b"http://a//etc/passwd", b"https://a/%2e%2e/etc/passwd", b"ftp://a/etc/passwd",
                   b"/proc/self/environ", b"/proc/self/exe", b"/.git/config", b"/.env", b"/~root",
                   b"/index.html%00.png", b"/%00", b"/\x00", b"/index.html\x00", b"/%", b"/%2",
                   b"/%zz", b"/\xff", b"/%ff", b"/*", b"*", b"", b"/web/package.json",
                   b"/assets/%2e%2e/%2e%2e/package.json", b"/" + b"a" * 7000,
                   b"/" + b"../" * 2500 + b"etc/passwd", b"/" + b"a" * 100_000):
        yield target
