#include "apps/family/person_files.h"

#include <fmt/format.h>

#include <utility>

#include "apps/family/exchange/export.h"
#include "apps/family/trees.h"

namespace norn::family {
namespace {

constexpr size_t kPeoplePerPage = 100;

Result<void> add_photos_of(Photos& photos, const std::string& user_id, const Person& person,
                           const std::string& folder, apps::PersonFiles& files) {
  // People and photos may be deleted while the files are written, and what another program wrote
  // may lead to no file.
  const auto all = photos.list(user_id, person.tree_id, person.id);
  if (!all && all.error().code == ErrorCode::kNotFound) return {};
  if (!all) return std::unexpected(all.error());
  for (const Photo& photo : *all) {
    auto file = photos.open(user_id, person.tree_id, person.id, photo.id, PhotoSize::kLarge);
    if (!file && file.error().code == ErrorCode::kNotFound) continue;
    if (!file) return std::unexpected(file.error());
    NORN_TRY(files.begin(folder, person.full_name(), "jpg", photo.caption.value_or("a photo")));
    NORN_TRY(files.add_all(std::move(file->reader)));
  }
  return {};
}

Result<void> add_photos(People& people, Photos& photos, const std::string& user_id,
                        const Tree& tree, apps::PersonFiles& files) {
  const std::string folder =
      fmt::format("family/{} photos", apps::PersonFiles::file_name(tree.name));
  std::string after;
  do {
    NORN_ASSIGN(const PeoplePage page, people.list(user_id, tree.id, kPeoplePerPage, after));
    for (const SeenPerson& seen : page.people) {
      NORN_TRY(add_photos_of(photos, user_id, seen.person, folder, files));
    }
    after = page.next;
  } while (!after.empty());
  return {};
}

}  // namespace

Result<void> add_person_files(const Context& context, People& people, Photos& photos,
                              const std::string& user_id, apps::PersonFiles& files) {
  NORN_ASSIGN(const auto trees, trees_of(context, user_id));
  for (const TreeAccess& access : trees) {
    if (access.role != TreeRole::kOwner) continue;
    const Tree& tree = access.tree;
    NORN_ASSIGN(TreeExport exported,
                TreeExport::begin(context, user_id, tree.id, gedcom::Version::k70));
    NORN_TRY(files.begin("family", tree.name, "ged", "a family tree of yours (GEDCOM 7.0)"));
    NORN_TRY(files.add_all(std::move(exported)));
    NORN_TRY(add_photos(people, photos, user_id, tree, files));
  }
  return {};
}

}  // namespace norn::family
