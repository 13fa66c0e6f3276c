#include "apps/family/person_files.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "apps/family/test_world.h"

namespace norn::family {
namespace {

// Keeps the names of the photos, and does something when the first of them begins.
class InterruptedPhotoFiles final : public apps::PersonFiles {
 public:
  explicit InterruptedPhotoFiles(std::function<void()> happening)
      : happening_(std::move(happening)) {}
  Result<void> add(std::string_view /*bytes*/) override { return {}; }
  std::vector<std::string> photos;

 protected:
  Result<void> begin_path(std::string path, std::string_view /*about*/) override {
    if (!path.ends_with(".jpg")) return {};
    photos.push_back(std::move(path));
    if (const auto happening = std::exchange(happening_, nullptr)) happening();
    return {};
  }

 private:
  std::function<void()> happening_;
};

class FamilyPersonFiles : public FamilyTest {
 protected:
  FamilyPersonFiles() {
    must(apps::ensure_table(scene.store, apps::files_table(scene.tables), ""));
  }

  Photo add_photo(const std::string& person) {
    const auto upload = must(files.begin(ada, {"me.jpg", 1}, {}));
    must(files.put_part(ada, upload.id, 1, "x"));
    clock.advance_ms(1'000);
    return must(photos.add(ada, smith, person, {.upload_id = upload.id}, {}));
  }

  files::Files files{scene.context};
  Photos photos{scene.context, [](std::string_view bytes) -> Result<pictures::Outcome> {
                  return pictures::Picture{.large = std::string(bytes),
                                           .thumbnail = std::string(bytes),
                                           .width = 40,
                                           .height = 30};
                }};
};

TEST_F(FamilyPersonFiles, LeaveOutWhatIsDeletedMeanwhile) {
  const std::vector<std::string> all{scene.person(ada, smith, "Adam", "1850"),
                                     scene.person(ada, smith, "Carl", "1850")};
  for (const std::string& person : all) {
    for (int i = 0; i < 3; ++i) add_photo(person);
  }
  // Of the person whose photos come first, the second photo goes, and the other person as well.
  const std::string first = must(scene.people.list(ada, smith, 1, "")).people.at(0).person.id;
  InterruptedPhotoFiles taken([&] {
    const Photo second = must(photos.list(ada, smith, first)).at(1);
    must(photos.remove(ada, smith, first, second.id, second.etag));
    scene.remove(ada, smith, first == all[0] ? all[1] : all[0]);
  });
  const auto added = add_person_files(scene.context, scene.people, photos, ada, taken);
  ASSERT_TRUE(added.has_value()) << added.error().message;
  EXPECT_EQ(taken.photos.size(), 2U);
}

}  // namespace
}  // namespace norn::family
