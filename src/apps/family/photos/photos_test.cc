#include "apps/family/photos/photos.h"

#include <gtest/gtest.h>

#include "apps/family/inspection.h"
#include "apps/family/limits.h"
#include "apps/family/meter.h"
#include "apps/family/photos/photo_files.h"
#include "apps/family/test_world.h"

namespace norn::family {
namespace {

// What a worker makes of an upload: "bad" is no picture.
Result<pictures::Outcome> test_re_encode(std::string_view bytes) {
  if (bytes == "bad") return pictures::Refusal::kNoPicture;
  if (bytes == "busy") return pictures::Refusal::kBusy;
  return pictures::Picture{.large = "large " + std::string(bytes),
                           .thumbnail = "small " + std::string(bytes),
                           .width = 40,
                           .height = 30};
}

class PhotosTest : public FamilyTest {
 protected:
  PhotosTest() {
    must(apps::ensure_table(scene.store, apps::files_table(scene.tables), ""));
    files.add_sweeps();
    adam = scene.person(ada, smith, "Adam", "1850");
    carl = scene.person(ada, smith, "Carl", "1990");
  }

  std::string upload(const std::string& user, const std::string& content) {
    const auto upload =
        must(files.begin(user, {"me.jpg", static_cast<int64_t>(content.size())}, {}));
    must(files.put_part(user, upload.id, 1, content));
    return upload.id;
  }
  Result<Photo> try_add(const std::string& user, const std::string& person,
                        const std::string& content) {
    return photos.add(user, smith, person, {.upload_id = upload(user, content)}, {});
  }
  Photo add(const std::string& user, const std::string& person, const std::string& content = "x") {
    return must(try_add(user, person, content));
  }
  // The bytes that somebody gets, "" if none.
  std::string shown(const std::string& user, const Photo& photo,
                    PhotoSize size = PhotoSize::kLarge) {
    auto file = photos.open(user, smith, photo.person_id, photo.id, size);
    if (!file) return "";
    std::string bytes;
    while (must(file->reader.append_next(bytes))) {
    }
    return bytes;
  }
  std::optional<std::string> main_of(const std::string& person) {
    return must(scene.people.get(ada, smith, person)).person.photo_url;
  }
  // Also the sweeps that sweeps begin.
  void sweep() {
    must(scene.sweeps.run());
    must(scene.sweeps.run());
  }
  size_t file_items() {
    return must(testing::drain(scene.store, testing::scan(scene.tables.files()))).items.size();
  }
  void publish() {
    must(scene.trees.change(ada, smith, {.is_public = true, .shows_living_names = true},
                            scene.tree_of(ada, smith).etag));
  }

  files::Files files{scene.context};
  Photos photos{scene.context, test_re_encode};
  PhotoUpkeep upkeep{scene.context};
  std::string adam;
  std::string carl;
};

TEST_F(PhotosTest, AreMadeOfUploadsInTwoSizes) {
  const Photo first = add(bob, adam, "x");
  EXPECT_TRUE(first.is_main);
  EXPECT_EQ(main_of(adam), first.path());
  EXPECT_EQ(shown(eve, first), "large x");
  EXPECT_EQ(shown(eve, first, PhotoSize::kThumbnail), "small x");
  EXPECT_EQ(first.bytes, 14);
  clock.advance_ms(1'000);
  const Photo second = add(ada, adam, "y");
  EXPECT_FALSE(second.is_main) << "the first one is";
  EXPECT_EQ(must(photos.list(eve, smith, adam)), (std::vector{first, second}));
  sweep();
  EXPECT_EQ(file_items(), 8) << "four files, and nothing of the uploads";
  EXPECT_TRUE(must(photos.list(eve, smith, carl)).empty());
}

TEST_F(PhotosTest, AreAddedByWritersOfUploadsOfTheirOwn) {
  EXPECT_TRUE(fails(try_add(eve, adam, "x"), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(try_add(zoe, adam, "x"), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(try_add(ada, "nobody", "x"), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(try_add(ada, adam, "bad"), ErrorCode::kInvalid, "uploadId"));
  EXPECT_TRUE(fails(try_add(ada, adam, "busy"), ErrorCode::kTooManyRequests));
  EXPECT_TRUE(fails(photos.add(ada, smith, adam, {.upload_id = upload(bob, "x")}, {}),
                    ErrorCode::kConflict, "uploadId"));
  EXPECT_TRUE(must(photos.list(ada, smith, adam)).empty());
  // Another request makes a photo of the same upload first.
  const std::string once = upload(ada, "x");
  meanwhile([&] { must(photos.add(ada, smith, adam, {.upload_id = once}, {})); });
  EXPECT_TRUE(fails(photos.add(ada, smith, adam, {.upload_id = once}, {}), ErrorCode::kConflict,
                    "uploadId"));
  EXPECT_EQ(must(photos.list(ada, smith, adam)).size(), 1);
}

TEST_F(PhotosTest, OfTheLivingAreNotForStrangers) {
  const Photo dead = add(ada, adam);
  const Photo living = add(ada, carl);
  EXPECT_EQ(shown(zoe, dead), "") << "the tree is private";
  publish();
  EXPECT_EQ(shown(zoe, dead), "large x");
  EXPECT_EQ(must(photos.list(zoe, smith, adam)).at(0).created_by, std::nullopt);
  EXPECT_EQ(shown(zoe, living), "");
  EXPECT_EQ(shown(zoe, living, PhotoSize::kThumbnail), "");
  EXPECT_TRUE(must(photos.list(zoe, smith, carl)).empty());
  EXPECT_EQ(must(scene.people.get(zoe, smith, carl)).person.photo_url, std::nullopt);
  for (const std::string& user : {ada, bob, eve}) EXPECT_EQ(shown(user, living), "large x");
  // Under the name of another person it is not there either.
  EXPECT_TRUE(
      fails(photos.open(zoe, smith, adam, living.id, PhotoSize::kLarge), ErrorCode::kNotFound));
}

TEST_F(PhotosTest, AreChangedByTheirTagAndOneIsTheMainOne) {
  const Photo first = add(ada, adam, "x");
  const Photo second = add(ada, adam, "y");
  const Photo named =
      must(photos.change(bob, smith, adam, second.id, {.caption = "At sea"}, second.etag));
  EXPECT_EQ(named.caption, "At sea");
  EXPECT_EQ(named.updated_by, bob);
  EXPECT_TRUE(fails(photos.change(ada, smith, adam, second.id, {.caption = "No"}, second.etag),
                    ErrorCode::kStale));
  EXPECT_TRUE(fails(photos.change(eve, smith, adam, second.id, {.caption = "No"}, named.etag),
                    ErrorCode::kForbidden));
  const Photo main =
      must(photos.change(ada, smith, adam, second.id, {.is_main = true}, named.etag));
  EXPECT_TRUE(main.is_main);
  EXPECT_EQ(main_of(adam), second.path());
  EXPECT_TRUE(fails(photos.change(ada, smith, adam, first.id, {.is_main = true}, first.etag),
                    ErrorCode::kStale))
      << "it was the main one";
  must(photos.change(ada, smith, adam, second.id, {.is_main = false}, main.etag));
  EXPECT_EQ(main_of(adam), std::nullopt);
}

TEST_F(PhotosTest, KeepTheirPathInChangesOfThePerson) {
  const Photo photo = add(ada, adam);
  PersonPatch patch = {.last_name = "Jones", .photo_url = photo.path()};
  must(scene.people.change(ada, smith, adam, patch, scene.etag(ada, smith, adam)));
  patch.photo_url = "/api/v1/elsewhere";
  EXPECT_TRUE(fails(scene.people.change(ada, smith, adam, patch, scene.etag(ada, smith, adam)),
                    ErrorCode::kInvalid, "photoUrl"));
}

TEST_F(PhotosTest, GoWithTheirFiles) {
  const Photo first = add(ada, adam, "x");
  const Photo second = add(ada, adam, "y");
  EXPECT_TRUE(fails(photos.remove(eve, smith, adam, first.id, first.etag), ErrorCode::kForbidden));
  must(photos.remove(bob, smith, adam, first.id, first.etag));
  EXPECT_EQ(shown(ada, first), "");
  EXPECT_EQ(main_of(adam), std::nullopt);
  sweep();
  EXPECT_EQ(file_items(), 4);
  EXPECT_EQ(shown(ada, second), "large y");
}

TEST_F(PhotosTest, ComeBackWithThePersonAndGoForGood) {
  const Photo photo = add(ada, adam);
  scene.remove(ada, smith, adam);
  EXPECT_EQ(shown(ada, photo), "");
  sweep();
  must(scene.people.restore(ada, smith, adam));
  EXPECT_EQ(shown(ada, photo), "large x");
  scene.remove(ada, smith, adam);
  must(scene.people.remove_for_good(ada, smith, adam));
  sweep();
  EXPECT_EQ(file_items(), 0);
  EXPECT_EQ(scene.all_keys().find("MEDIA#"), std::string::npos);
}

TEST_F(PhotosTest, GoWithTheTree) {
  add(ada, adam);
  must(scene.trees.remove(ada, smith));
  must(scene.trees.remove_for_good(ada, smith));
  sweep();
  EXPECT_EQ(file_items(), 0);
}

TEST_F(PhotosTest, StayWhenTheTreeIsHandedOver) {
  const Photo photo = add(ada, adam);
  must(scene.trees.hand_over(ada, smith, bob));
  sweep();
  store::StreamRecord record;
  record.keys = apps::key_of(keys::user(ada), keys::media(adam, photo.id));
  record.old_image = to_item(photo);
  must(upkeep.follow({record}));
  sweep();
  EXPECT_EQ(shown(bob, photo), "large x");
  EXPECT_EQ(main_of(adam), photo.path());
}

TEST_F(PhotosTest, OfOtherProgramsNeitherFailNorShowOtherFiles) {
  const Photo photo = add(ada, adam);
  Photo thief = photo;
  thief.id = "thief";
  scene.put(to_item(thief).view().to_map());
  EXPECT_EQ(shown(ada, thief), "") << "the file belongs to another photo";
  store::Map broken = to_item(thief).view().to_map();
  broken["SK"] = keys::media(adam, "broken");
  broken.erase("FileId");
  broken.erase("ThumbnailId");
  scene.put(broken);
  EXPECT_EQ(must(photos.list(eve, smith, adam)).size(), 2);
  EXPECT_TRUE(FamilyInspector(scene.context).inspect(store::Item::from_map(broken)));
  // One that another program deletes takes its files along.
  store::DeleteRequest remove;
  remove.table = scene.tables.family();
  remove.key = apps::key_of(keys::user(ada), keys::media(adam, photo.id));
  must(scene.store.remove(remove));
  store::StreamRecord record;
  record.keys = remove.key;
  record.old_image = to_item(photo);
  must(upkeep.follow({record}));
  sweep();
  EXPECT_EQ(file_items(), 4) << "the other item still names them";
  remove.key = apps::key_of(keys::user(ada), keys::media(adam, "thief"));
  must(scene.store.remove(remove));
  must(upkeep.follow({record}));
  sweep();
  EXPECT_EQ(file_items(), 0);
}

TEST_F(PhotosTest, CountForTheTreeByTheirBytes) {
  const FamilyMeter meter(scene.context);
  const Photo photo = add(ada, adam);
  const auto use = meter.use_of(to_item(photo));
  ASSERT_TRUE(use);
  EXPECT_EQ(use->owner, keys::tree(smith));
  EXPECT_EQ(use->more_bytes, 14);
}

}  // namespace
}  // namespace norn::family
