"""What people must not be able to do with files."""

import gzip
import uuid

from file_things import BYTES, UPLOADS, make_file, make_upload, put_part, send_file, upload_path
from files_test import FileCase
from norn_server import EMBEDDED
from project_things import TABLE, make_project, make_project_task, task_path
from rest_case import on_stores

PAGE = b"<html><script>alert(document.cookie)</script>"
DRAWING = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'


@on_stores(EMBEDDED)
class FileAttacksTest(FileCase):
    def test_a_page_or_a_drawing_is_never_shown(self):
        for name, content in (("a.html", PAGE), ("a.svg", DRAWING), ("a.pdf", b"%PDF-"),
                              ("a.xml", b"<?xml version='1.0'?>"), ("a.html", PAGE * 5000)):
            file = make_file(self.bob, self.task, content, name)
            reply = self.cleo.client.get(file["file"])
            self.assertEqual(reply.body, content)
            self.assertEqual(reply.content_type, "application/octet-stream")
            self.assertEqual(reply.headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(reply.headers.get_all("Content-Security-Policy"),
                             ["sandbox; default-src 'none'"])
            self.assertTrue(reply.headers["Content-Disposition"].startswith("attachment; "))
            self.assertEqual(reply.headers["Cache-Control"], "private, no-store")
            self.assertEqual(reply.headers["Cross-Origin-Resource-Policy"], "same-origin")

    def test_others_get_nothing(self):
        file = make_file(self.bob, self.task, b"secret")
        sten = self.stranger()
        for person in (sten, self.world.administrator):
            self.assert_problem(person.client.get(file["file"], expect=404), 404)
        self.assert_problem(self.visitor().get(file["file"], expect=401), 401)
        # Not by a task of their own either.
        own = make_project_task(sten, make_project(sten, "Own"))
        self.assert_problem(sten.client.get(
            task_path(own, f"/attachments/{file['id']}/file"), expect=404), 404)
        # A member who was removed.
        members = task_path(self.task).replace("tasks/" + self.task["id"],
                                               f"projects/{self.project['id']}/members/")
        self.ada.client.delete(members + self.cleo.id, expect=204)
        self.assert_problem(self.cleo.client.get(file["file"], expect=404), 404)

    def test_an_upload_is_nobody_elses(self):
        upload = send_file(self.bob, b"secret")
        for person in (self.ada, self.cleo, self.stranger(), self.world.administrator):
            client = person.client
            self.assert_problem(client.get(upload_path(upload), expect=404), 404)
            self.assert_problem(client.delete(upload_path(upload), expect=404), 404)
            self.assert_problem(put_part(person, upload, 1, b"sabota", expect=404), 404)
        self.assert_problem(self.attach(self.ada, upload, expect=409), 409, "uploadId")
        for nonsense in (str(uuid.uuid4()), "x", "FILE#x", "../x", "\u202e", "x" * 128):
            refused = self.ada.client.send("POST", task_path(self.task, "/attachments"),
                                           {"uploadId": nonsense})
            self.assertIn(refused.status, (400, 409), nonsense)
        made = self.attach(self.bob, upload).json
        self.assertEqual(self.ada.client.get(made["file"]).body, b"secret")

    def test_those_who_only_read_attach_nothing(self):
        upload = send_file(self.cleo, b"mine")
        self.assert_problem(self.attach(self.cleo, upload, expect=403), 403)
        foreign = make_project_task(self.stranger(), make_project(self.stranger(), "Foreign"))
        self.assert_problem(self.attach(self.cleo, upload, expect=404, task=foreign), 404)

    def test_an_item_that_names_another_file_gets_nothing(self):
        """Another program writes attachments, of a person who may read them."""
        secret = make_file(self.ada, make_project_task(self.ada, make_project(self.ada, "Secret")),
                           b"secret")
        waiting = send_file(self.ada, b"waiting")
        table = self.table(TABLE)
        for file_id in (secret["uploadId"], waiting["id"], secret["id"], "", "nonsense", "../x",
                        f"FILE#{secret['uploadId']}", 7, None, ["x"], {"S": "x"}):
            key = f"ATTACHMENT#{uuid.uuid4()}"
            relation = {"GSI1PK": key, "GSI1SK": f"TASK#{self.task['id']}"}
            table.put_item(Item={
                "PK": key, "SK": key, "GSI1PK": key, "GSI1SK": key, "entityType": "ATTACHMENT",
                "taskId": self.task["id"], "userId": self.cleo.id, "name": "x\r\nX: y",
                "fileId": file_id, "size": "much", "createdAt": "2024-01-01T00:00:00Z"})
            table.put_item(Item={"PK": f"TASK#{self.task['id']}", "SK": key, **relation})
            path = task_path(self.task, f"/attachments/{key.partition('#')[2]}")
            reply = self.cleo.client.send("GET", path + "/file")
            self.assertIn(reply.status, (404, 422), file_id)
            self.assertNotIn(b"secret", reply.body)
            self.cleo.client.get(task_path(self.task, "/attachments"))
            # Nor is the file deleted with it.
            self.assertIn(self.ada.client.send("DELETE", path).status, (204, 404))
        self.assertEqual(self.ada.client.get(secret["file"]).body, b"secret")
        self.assertTrue(self.ada.client.get(upload_path(waiting)).json["complete"])

    def test_a_name_of_another_program_is_no_header(self):
        file = make_file(self.bob, self.task, b"x")
        table = self.table(TABLE)
        for name in ("a\r\nSet-Cookie: norn=x", '"; filename="b.exe', "../../etc/passwd",
                     "\u202etxt.exe", "x" * 5000, "..", "\x00", "文件\n"):
            key = f"ATTACHMENT#{file['id']}"
            table.update_item(
                Key={"PK": key, "SK": key}, UpdateExpression="SET #n = :n",
                ExpressionAttributeNames={"#n": "name"}, ExpressionAttributeValues={":n": name})
            reply = self.cleo.client.get(file["file"])
            self.assertEqual(reply.body, b"x")
            self.assertIsNone(reply.headers["Set-Cookie"])
            said = reply.headers["Content-Disposition"]
            self.assertTrue(said.startswith('attachment; filename="'), said)
            self.assertFalse(set(said.split('"')[1]) & set('/\\"\r\n\x00\u202e'), said)

    def test_a_form_of_another_site_uploads_nothing(self):
        upload = make_upload(self.bob, 5)
        path = upload_path(upload, "/parts/1")
        for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
            self.assert_problem(self.bob.client.put(
                path, b"bytes", headers=BYTES | headers, expect=403), 403)
        for kind in ("text/plain", "multipart/form-data", "application/x-www-form-urlencoded",
                     "application/json"):
            self.assert_problem(self.bob.client.put(
                path, b"bytes", headers={"Content-Type": kind}, expect=415), 415)
        self.assertEqual(self.bob.client.get(upload_path(upload)).json["parts"], [])

    def test_a_compressed_part_is_as_large_as_it_says(self):
        """A few bytes that become many."""
        upload = make_upload(self.bob, 5)
        path = upload_path(upload, "/parts/1")
        packed = BYTES | {"Content-Encoding": "gzip"}
        for content in (bytes(50_000_000), b"123456"):
            refused = self.bob.client.send("PUT", path, gzip.compress(content), packed)
            self.assertIn(refused.status, (400, 413))
        self.bob.client.put(path, gzip.compress(b"12345"), headers=packed, expect=200)

    def test_unfinished_uploads_are_bounded(self):
        percy = self.world.sign_up("Percy")
        statuses = [percy.client.send("POST", UPLOADS, {"name": "a", "size": 1}).status
                    for _ in range(21)]
        self.assertEqual(statuses, [201] * 20 + [409])
