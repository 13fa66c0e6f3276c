"""Large GEDCOM files over HTTP: uploaded in parts, and imported in the background."""

from family_things import TREES, tree_path
from file_things import make_upload, put_part, upload_path
from rest_case import RestCase, on_every_store

JOBS = "/api/v1/tree-import-jobs"
MEBIBYTE = 1 << 20


def gedcom(people, note=""):
    """A line of people, each a child of the one before."""
    lines = ["0 HEAD", "1 GEDC", "2 VERS 7.0"]
    for i in range(people):
        lines += [f"0 @I{i}@ INDI", f"1 NAME Person{i} /Größe/", f"1 FAMS @F{i}@"]
        lines += [f"1 NOTE {note}"] if note else []
        lines += [f"1 FAMC @F{i - 1}@"] if i else []
    for i in range(people):
        lines += [f"0 @F{i}@ FAM", f"1 HUSB @I{i}@"]
        lines += [f"1 CHIL @I{i + 1}@"] if i + 1 < people else []
    return "\n".join([*lines, "0 TRLR", ""]).encode()


class FamilyFilesCase(RestCase):
    def setUp(self):
        self.ada, self.ben = self.anna(), self.bob()

    def send(self, person, content, name="smith.ged"):
        upload = person.client.post("/api/v1/uploads", {
            "name": name, "size": len(content), "purpose": "familyTree"}, expect=201).json
        self.assertEqual(upload["purpose"], "familyTree")
        for part in range((len(content) - 1) // MEBIBYTE + 1):
            upload = put_part(person, upload, part + 1,
                              content[part * MEBIBYTE:(part + 1) * MEBIBYTE]).json
        self.assertTrue(upload["complete"])
        return upload

    def begin(self, person, upload, expect=202, **options):
        return person.client.post(JOBS, {"uploadId": upload["id"], **options}, expect=expect)

    def finished(self, person, job):
        """The job when it is done or has failed."""
        def is_finished():
            return person.client.get(f"{JOBS}/{job['id']}").json["state"] in ("done", "failed")
        self.assert_eventually(is_finished, True)
        return person.client.get(f"{JOBS}/{job['id']}").json

    def trees(self):
        return {tree["treeId"] for tree in self.ada.client.get(TREES).json["trees"]}


@on_every_store
class FamilyFilesTest(FamilyFilesCase):
    def test_a_file_of_several_parts_is_previewed_and_imported(self):
        upload = self.send(self.ada, gedcom(120, "x" * 10_000))
        before = self.trees()
        job = self.begin(self.ada, upload, preview=True).json
        self.assertEqual((job["preview"], job["fileName"], job["report"], job["problem"]),
                         (True, "smith.ged", None, None))
        preview = self.finished(self.ada, job)
        self.assertEqual((preview["state"], preview["percent"]), ("done", 100))
        self.assertEqual((preview["report"]["people"], preview["report"]["tree"]), (120, None))
        self.assertEqual(self.trees(), before)

        reply = self.begin(self.ada, upload, name="Berg")
        self.assertEqual(reply.headers["Location"], f"{JOBS}/{reply.json['id']}")
        done = self.finished(self.ada, reply.json)
        self.assertEqual((done["state"], done["people"], done["peopleWritten"]), ("done", 120, 120))
        tree = done["report"]["tree"]
        self.assertEqual((tree["treeName"], tree["personCount"]), ("Berg", 120))
        self.assertEqual(self.trees() - before, {tree["treeId"]})
        self.ada.client.get(upload_path(upload), expect=404)
        self.assert_soon(lambda: self.ada.client.get(tree_path(tree, "/export"))
                         .body.count(b"1 FAMC @"), 119)
        self.ada.client.delete(tree_path(tree), expect=204)
        self.assertIsNone(self.ada.client.get(f"{JOBS}/{done['id']}").json["report"]["tree"])

    def test_what_is_no_gedcom_file_fails_and_can_be_cancelled(self):
        upload = self.send(self.ada, b"PK\x03\x04" + bytes(1_500_000))
        failed = self.finished(self.ada, self.begin(self.ada, upload).json)
        self.assertEqual((failed["state"], failed["report"]), ("failed", None))
        self.assertEqual(failed["problem"]["code"], "gedzipUnreadable")
        self.ada.client.delete(f"{JOBS}/{failed['id']}", expect=204)
        self.ada.client.get(f"{JOBS}/{failed['id']}", expect=404)
        self.ada.client.delete(upload_path(upload), expect=204)

    def test_uploads_are_for_one_purpose_and_of_one_person(self):
        upload = self.send(self.ada, gedcom(2))
        refused = self.begin(self.ben, upload, expect=409)
        self.assert_problem(refused, 409, "uploadId")
        attachment = make_upload(self.ada, 3)
        put_part(self.ada, attachment, 1, b"abc")
        refused = self.begin(self.ada, attachment, expect=409)
        self.assertEqual(refused.json["code"], "uploadPurpose")
        for purpose, size, status in (("familyTree", 256 * MEBIBYTE + 1, 400),
                                      ("attachment", 25 * MEBIBYTE + 1, 400), ("photo", 1, 400)):
            self.ada.client.post("/api/v1/uploads", {
                "name": "a", "size": size, "purpose": purpose}, expect=status)

    def test_jobs_are_of_one_person_and_idempotent(self):
        upload = self.send(self.ada, gedcom(2))
        body = {"uploadId": upload["id"], "preview": True}
        key = {"Idempotency-Key": "import-1"}
        job = self.ada.client.post(JOBS, body, headers=key, expect=202).json
        again = self.ada.client.post(JOBS, body, headers=key, expect=202).json
        self.assertEqual(again["id"], job["id"])
        self.finished(self.ada, job)
        self.ben.client.get(f"{JOBS}/{job['id']}", expect=404)
        self.ben.client.delete(f"{JOBS}/{job['id']}", expect=404)
        self.ada.client.post(JOBS, {"uploadId": upload["id"], "name": "x" * 101}, expect=400)
        self.ada.client.post(JOBS, {}, expect=400)


if __name__ == "__main__":
    import unittest
    unittest.main()
