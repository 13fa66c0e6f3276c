"""What is served beside the API: how the server is, and pages that need nothing from elsewhere."""

import re

from norn_server import REMOTE
from rest_case import RestCase, on_every_store


@on_every_store
class PagesTest(RestCase):
    def test_the_server_says_how_it_is(self):
        for path in ("/healthz", "/readyz"):
            self.assertEqual(self.visitor().send("GET", path).status, 200)

    def test_numbers_are_for_this_machine_only(self):
        from_elsewhere = self.visitor()
        self.assertEqual(from_elsewhere.send("GET", "/metrics").status, 403)
        here = self.visitor()
        here.address = "127.0.0.1"
        reply = here.send("GET", "/metrics")
        self.assertEqual(reply.status, 200)
        text = reply.body.decode()
        self.assertRegex(text, r'(?m)^\w+\{.*"setUp".*\} \d')
        counted = re.findall(r'(?m)^norn_remote_(\w+)_total\{operation="PutItem"\} \d+$', text)
        self.assertEqual(counted, ["calls", "retries", "throttled", "failures"]
                         if self.STORE == REMOTE else [])

    def test_pages_load_nothing_from_elsewhere(self):
        for path in ("/api", "/", "/setup", "/join", "/sign-in"):
            with self.subTest(path):
                reply = self.visitor().send("GET", path)
                self.assertEqual((reply.status, reply.content_type), (200, "text/html"))
                page = reply.body.decode()
                self.assertNotRegex(page, r"(?:src|href)=[\"']?(?:https?:)?//")
                # Inline scripts and handlers would be refused by the page's own policy.
                self.assertNotRegex(page, r"<[^>]*\son\w+=")
                self.assertFalse([text for text in re.findall(r"<script[^>]*>(.*?)</script>", page)
                                  if text.strip()])
