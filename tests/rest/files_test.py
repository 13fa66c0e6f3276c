"""Uploads, and files of tasks, over HTTP: what people do with them."""

import random

from file_things import (UPLOADS, attachments_of, make_file, make_upload, put_part, send_file,
                         upload_path)
from norn_server import LAGGING
from project_things import make_project, make_project_task, project_path, task_path
from rest_case import RestCase, at_once, on_every_store


class FileCase(RestCase):
    def setUp(self):
        self.ada, self.bob, self.cleo = self.anna(), self.bob(), self.cleo()
        self.project = make_project(self.ada, MEMBER=self.bob, VIEWER=self.cleo)
        self.task = make_project_task(self.bob, self.project)

    def attach(self, person, upload, expect=201, task=None, **body):
        return person.client.post(task_path(task or self.task, "/attachments"),
                                  {"uploadId": upload["id"], **body}, expect=expect)

    def stored(self):
        """The keys of all files that are kept."""
        table, keys, start = self.table("norn-files"), set(), {}
        while start is not None:
            page = table.scan(ConsistentRead=True, ProjectionExpression="PK", **start)
            keys |= {item["PK"] for item in page["Items"]}
            last = page.get("LastEvaluatedKey")
            start = {"ExclusiveStartKey": last} if last else None
        return keys

    def assert_gone(self, attachment):
        if self.STORE == LAGGING:
            return  # It shows its tables to nobody.
        self.assert_eventually(lambda: f"FILE#{attachment['uploadId']}" in self.stored(), False)


@on_every_store
class FilesTest(FileCase):
    def test_a_file_is_uploaded_in_parts_attached_and_downloaded(self):
        content = random.Random(1).randbytes(2_500_000)
        upload = make_upload(self.bob, len(content), "Plan für Ada.pdf")
        self.assertEqual((upload["partBytes"], upload["parts"], upload["complete"]),
                         (1 << 20, [], False))
        size = upload["partBytes"]
        for part in (3, 1, 3):
            put_part(self.bob, upload, part, content[(part - 1) * size:part * size])
        there = self.bob.client.get(upload_path(upload)).json
        self.assertEqual((there["parts"], there["complete"]), ([1, 3], False))
        refused = self.attach(self.bob, upload, expect=409)
        self.assert_problem(refused, 409, "uploadId")
        self.assertEqual(refused.json["code"], "uploadIncomplete")
        self.assertTrue(put_part(self.bob, upload, 2, content[size:2 * size]).json["complete"])

        made = self.attach(self.bob, upload).json
        self.assertEqual((made["name"], made["size"], made["url"]),
                         ("Plan für Ada.pdf", len(content), None))
        self.assertEqual(made["file"], task_path(self.task, f"/attachments/{made['id']}/file"))
        self.assertEqual(attachments_of(self.cleo, self.task), [made])
        self.bob.client.get(upload_path(upload), expect=404)
        for person in (self.ada, self.bob, self.cleo):
            reply = person.client.get(made["file"])
            self.assertEqual(reply.body, content)
        self.assertEqual(reply.headers["Content-Disposition"],
                         "attachment; filename=\"Plan f_r Ada.pdf\"; "
                         "filename*=UTF-8''Plan%20f%C3%BCr%20Ada.pdf")
        self.ada.client.delete(task_path(self.task, f"/attachments/{made['id']}"), expect=204)
        self.cleo.client.get(made["file"], expect=404)
        self.assert_gone({"uploadId": upload["id"]})

    def test_sizes_and_names(self):
        for size in (0, -1, (25 << 20) + 1, 10**15, "5", 1.5, None):
            refused = self.bob.client.post(UPLOADS, {"name": "a", "size": size}, expect=400)
            self.assert_problem(refused, 400, "size")
        for name in ("", " ", "..", "../../etc/passwd", "a\\b", "a\r\nSet-Cookie: x=y", "x" * 201):
            refused = self.bob.client.post(UPLOADS, {"name": name, "size": 1}, expect=400)
            self.assert_problem(refused, 400, "name")
        upload = make_upload(self.bob, 5)
        for content in (b"", b"1234", b"123456"):
            self.assert_problem(put_part(self.bob, upload, 1, content, expect=400), 400)
        for part in ("0", "2", "-1", "x", "1x", "%2e", "99999999999999999999"):
            self.assert_problem(put_part(self.bob, upload, part, b"12345", expect=404), 404)
        self.assert_problem(put_part(self.bob, upload, 1, b"x" * ((1 << 20) + 1), expect=413), 413)
        self.bob.client.delete(upload_path(upload), expect=204)
        self.bob.client.get(upload_path(upload), expect=404)
        self.assert_gone({"uploadId": upload["id"]})

    def test_one_upload_is_one_attachment(self):
        upload = send_file(self.bob, b"once")
        statuses = at_once(*[lambda: self.bob.client.copy().send(
            "POST", task_path(self.task, "/attachments"), {"uploadId": upload["id"]}).status
            for _ in range(4)])
        self.assertEqual(sorted(statuses), [201, 409, 409, 409])
        self.assertEqual(len(attachments_of(self.ada, self.task)), 1)
        again = send_file(self.bob, b"again")
        made = [self.bob.client.post(task_path(self.task, "/attachments"), {
            "uploadId": again["id"], "name": "Again.txt"}, key="k", expect=201).json
            for _ in range(2)]
        self.assertEqual(made[0], made[1])
        self.assertEqual(made[0]["name"], "Again.txt")

    def test_files_stay_while_their_task_is_in_the_bin(self):
        file = make_file(self.bob, self.task, b"kept")
        self.bob.client.delete(task_path(self.task), etag=self.task["etag"], expect=204)
        self.bob.client.get(file["file"], expect=404)
        bin_path = project_path(self.project, f"/bin/{self.task['id']}")
        self.bob.client.post(bin_path + "/restore")
        self.assertEqual(self.cleo.client.get(file["file"]).body, b"kept")
        task = self.bob.client.get(task_path(self.task)).json
        self.bob.client.delete(task_path(self.task), etag=task["etag"], expect=204)
        self.ada.client.delete(bin_path, expect=204)
        self.assert_gone(file)

    def test_files_go_with_their_project_and_uploads_with_their_account(self):
        percy = self.world.sign_up("Percy")
        project = make_project(percy, "Own")
        file = make_file(percy, make_project_task(percy, project), b"gone")
        upload = send_file(percy, b"never used")
        percy.client.post("/api/v1/account/delete", {"password": percy.password}, expect=204)
        self.assert_gone(file)
        self.assert_gone({"uploadId": upload["id"]})

    def test_bytes_count_for_the_person_who_uploaded_them(self):
        percy = self.world.sign_up("Percy")
        path = f"/api/v1/users/{percy.id}/quotas"
        administrator = self.world.administrator.client
        task = make_project_task(percy, make_project(percy, "Own"))

        def used():
            quotas = percy.client.get("/api/v1/quotas").json["quotas"]
            return next(each["used"] for each in quotas if each["kind"] == "bytes")

        file = make_file(percy, task, b"x" * 500_000)
        self.assert_eventually(lambda: used() > 500_000, True)
        administrator.put(path, {"bytes": 700_000})
        refused = percy.client.post(UPLOADS, {"name": "a", "size": 400_000}, expect=403)
        self.assertEqual((refused.json["code"], refused.json["params"]["kind"]),
                         ("quotaReached", "bytes"))
        percy.client.delete(task_path(task, f"/attachments/{file['id']}"), expect=204)
        self.assert_eventually(
            lambda: percy.client.send("POST", UPLOADS, {"name": "a", "size": 400_000}).status, 201)
