"""Photos of people in family trees: what is made of an upload, and who sees it."""

from family_things import make_relative, make_tree, person_path, tree_path
from file_things import UPLOADS, send_file, upload_path
from photo_things import chunk, make_photo, photos_path, png_of
from rest_case import RestCase, on_every_store
from rest_client import Client

THUMBNAIL = "?size=thumbnail"


@on_every_store
class FamilyPhotosTest(RestCase):
    def setUp(self):
        self.ada, self.ben = self.world.sign_up("Ada"), self.world.sign_up("Ben")
        self.tree = make_tree(self.ada)
        self.adam = make_relative(self.ada, self.tree, "Adam", birthDate="1850-01-01")

    def main_of(self, person):
        return self.ada.client.get(person_path(person)).json["photoUrl"]

    def test_a_photo_is_made_shown_changed_and_deleted(self):
        place = chunk(b"tEXt", b"GPS\0N 48.8584 E 2.2945")
        photo = make_photo(self.ada, self.adam, png_of(3200, 400, place), caption="At sea",
                           dateText="abt 1870")
        self.assertEqual((photo["width"], photo["height"], photo["caption"], photo["dateText"],
                          photo["isMain"]), (1600, 200, "At sea", "ABT 1870", True))
        self.assertEqual(self.main_of(self.adam), photo["url"])
        large, small = (self.ada.client.get(photo["url"] + size) for size in ("", THUMBNAIL))
        for reply in (large, small):
            self.assertTrue(reply.body.startswith(b"\xff\xd8\xff"))
            self.assertNotIn(b"48.8584", reply.body)
            for name, value in (("Content-Type", "image/jpeg"),
                                ("X-Content-Type-Options", "nosniff"),
                                ("Content-Security-Policy", "sandbox; default-src 'none'"),
                                ("Content-Disposition", "inline"),
                                ("Cache-Control", "private, no-cache")):
                self.assertEqual(reply.headers[name], value)
        self.assertLess(len(small.body), len(large.body))
        again = self.ada.client.send("GET", photo["url"],
                                     headers={"If-None-Match": large.headers["ETag"]})
        self.assertEqual((again.status, again.body), (304, b""))
        self.assert_problem(self.ada.client.send("GET", photo["url"] + "?size=huge"), 400, "size")

        other = make_photo(self.ada, self.adam)
        self.assertFalse(other["isMain"])
        chosen = self.ada.client.patch(other["url"], {"isMain": True}, etag=other["etag"]).json
        self.assertEqual(self.main_of(self.adam), other["url"])
        listed = self.ada.client.get(photos_path(self.adam)).json["photos"]
        self.assertEqual([each["photoId"] for each in listed],
                         [other["photoId"], photo["photoId"]])
        self.ada.client.delete(other["url"], etag=chosen["etag"], expect=204)
        self.assertIsNone(self.main_of(self.adam))
        self.assertEqual(self.ada.client.send("GET", other["url"]).status, 404)

    def test_what_is_no_picture_is_refused(self):
        for content, code in ((b"<html><script>alert(1)</script>", "noPicture"),
                              (b"GIF89a" + bytes(50), "noPicture"),
                              (png_of(200, 100)[:60], "pictureDamaged"),
                              (png_of(1, 1).replace(b"\0\0\0\1\0\0\0\1",
                                                    b"\0\0\xc3\x51\0\0\x03\xe8"),
                               "pictureTooLarge")):
            with self.subTest(code=code):
                upload = send_file(self.ada, content)
                reply = self.ada.client.send("POST", photos_path(self.adam),
                                             {"uploadId": upload["id"]})
                self.assert_problem(reply, 400, "uploadId")
                self.assertEqual(reply.json["code"], code)
                self.ada.client.delete(upload_path(upload), expect=204)
        self.assertEqual(self.ada.client.get(photos_path(self.adam)).json["photos"], [])

    def test_photos_are_for_those_who_see_the_person(self):
        writer, reader = self.world.sign_up("Wim"), self.world.sign_up("Rea")
        stranger, nobody = self.world.sign_up("Sten"), Client(self.server)
        tree = make_tree(self.ada, "Public", write=writer, read=reader, isPublic=True,
                         showsLivingNames=True)
        dead = make_relative(self.ada, tree, "Dead", birthDate="1850-01-01")
        living = make_relative(self.ada, tree, "Living", birthDate="2001-01-01")
        photos = {"dead": make_photo(writer, dead), "living": make_photo(self.ada, living)}
        self.assert_soon(lambda: stranger.client.send("GET", tree_path(tree)).status, 200)
        for who, client, seen in (("owner", self.ada.client, (200, 200)),
                                  ("writer", writer.client, (200, 200)),
                                  ("reader", reader.client, (200, 200)),
                                  ("stranger", stranger.client, (200, 404)),
                                  ("nobody", nobody, (401, 401))):
            for size in ("", THUMBNAIL):
                statuses = tuple(client.send("GET", photos[each]["url"] + size).status
                                 for each in ("dead", "living"))
                self.assertEqual(statuses, seen, who)
        listed = [len(stranger.client.get(photos_path(each)).json["photos"])
                  for each in (dead, living)]
        self.assertEqual(listed, [1, 0])
        self.assertIsNone(stranger.client.get(person_path(living)).json["photoUrl"])
        upload = send_file(reader, png_of(2, 2))
        self.assertEqual(reader.client.send("POST", photos_path(dead),
                                            {"uploadId": upload["id"]}).status, 403)
        # A private tree says nothing to anybody else, and a token needs its scope.
        private = make_photo(self.ada, self.adam)
        self.assertEqual(self.ben.client.send("GET", private["url"]).status, 404)
        self.assertEqual(self.ada.token("projects:read").send("GET", private["url"]).status, 403)
        token = self.ada.token("family:write")
        self.assertEqual(token.send("POST", UPLOADS, {"name": "a", "size": 1}).status, 201)

    def test_photos_stay_with_the_tree_and_come_back_with_the_person(self):
        photo = make_photo(self.ada, self.adam)
        person = self.ada.client.get(person_path(self.adam)).json
        self.ada.client.delete(person_path(person), etag=person["etag"], expect=204)
        self.assertEqual(self.ada.client.send("GET", photo["url"]).status, 404)
        self.ada.client.post(tree_path(self.tree, f"/bin/{person['personId']}/restore"))
        self.assertEqual(self.ada.client.send("GET", photo["url"]).status, 200)
