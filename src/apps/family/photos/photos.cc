#include "apps/family/photos/photos.h"

#include <algorithm>
#include <tuple>

#include "apps/family/keys.h"
#include "apps/family/limits.h"
#include "apps/family/photos/photo_files.h"
#include "apps/family/render.h"
#include "apps/family/sentences.h"
#include "apps/files/limits.h"
#include "apps/files/sentences.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/faults.h"

namespace norn::family {
namespace {

static_assert(files::kMaxFileBytes == int64_t{pictures::kMaxPictureBytes});

constexpr int64_t kRetryPictureAfterS = 10;

// A person with the photos' access: found, and as the item is.
struct Subject {
  TreeAccess access;
  store::Item item;
  Person person;
};

Result<Subject> find_subject(const Context& context, TreeAccess access,
                             const std::string& person_id) {
  NORN_ASSIGN(auto item, find_person_item(context, access.tree, person_id));
  if (!item) return not_found(kPersonNotFound);
  NORN_ASSIGN(Person person, person_from(*item));
  return Subject{std::move(access), *std::move(item), std::move(person)};
}

Result<Subject> subject_to_change(const Context& context, const std::string& user_id,
                                  const std::string& tree_id, const std::string& person_id) {
  NORN_ASSIGN(auto access, authorize_change(context, user_id, tree_id));
  return find_subject(context, std::move(access), person_id);
}

// Whether a photo is the main one is a part of its state.
Photo with_main(const Person& person, Photo photo) {
  photo.is_main = person.photo_url == photo.path();
  if (photo.is_main) photo.etag = apps::etag_of(photo.etag + "main");
  return photo;
}

Result<std::vector<Photo>> photos_of(const Context& context, const Subject& subject) {
  store::QueryRequest request;
  request.table = context.tables.family();
  request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  request.placeholders.values = {{":pk", keys::user(subject.access.tree.owner_id)},
                                 {":prefix", keys::media(subject.person.id, "")}};
  request.consistent = true;
  std::vector<Photo> photos;
  NORN_TRY(apps::query_each(context.store, request, [&](store::ItemView item) -> Result<void> {
    auto photo = photo_from(item);
    if (photo && photo->tree_id == subject.access.tree.id &&
        photos.size() < 2 * kMaxPhotosPerPerson) {
      photos.push_back(with_main(subject.person, *std::move(photo)));
    }
    return {};
  }));
  return photos;
}

// The item of a photo of this person.
Result<store::Item> find_photo(const Context& context, const Tree& tree,
                               const std::string& person_id, const std::string& photo_id) {
  if (apps::is_id(photo_id)) {
    NORN_ASSIGN(auto item, find_item(context, apps::key_of(keys::user(tree.owner_id),
                                                           keys::media(person_id, photo_id))));
    if (item && apps::text_of(*item, "TreeId") == tree.id) return *std::move(item);
  }
  return not_found(kPhotoNotFound);
}

std::unexpected<Error> stale_photo(const Photo& photo) {
  std::string current;
  append_json(current, photo);
  return stale("photo", std::move(current), photo.etag);
}

// Changes `PhotoUrl` of the person, and returns them as they are then.
Result<Person> set_main(const Context& context, const std::string& user_id, const Subject& subject,
                        const std::optional<std::string>& path, TreeChange& change) {
  Person next = subject.person;
  next.photo_url = path;
  next.updated_at = now_text(context);
  next.updated_by = user_id;
  Edit whole = edit(context, subject.item, to_item(next), {"PhotoUrl", "UpdatedAt", "UpdatedBy"});
  change.add(std::move(whole.action));
  return person_from(whole.item);
}

// The condition that the person is still there, for changes that do not change the person.
Action subject_stays(const Context& context, const Subject& subject) {
  store::ConditionCheck check;
  check.table = context.tables.family();
  check.key = person_key(subject.access.tree.owner_id, subject.person.id);
  check.condition = "attribute_exists(PK)";
  return check;
}

void add_all(TreeChange& change, std::vector<Action> actions) {
  for (Action& action : actions) change.add(std::move(action));
}

Result<void> check_photo_room(const Context& context, const Subject& subject, int64_t bytes) {
  NORN_ASSIGN(const auto photos, photos_of(context, subject));
  if (photos.size() >= kMaxPhotosPerPerson) return conflict(kTooManyPhotos(kMaxPhotosPerPerson));
  return context.quotas.check_change_in(keys::tree(subject.access.tree.id), bytes);
}

// The two files of a picture, stored but not claimed yet.
struct StoredPicture {
  std::string large_id;
  std::string thumbnail_id;
  const pictures::Picture& picture;

  int64_t bytes() const {
    return static_cast<int64_t>(picture.large.size() + picture.thumbnail.size());
  }
};

Result<std::optional<Photo>> try_add_photo(const Context& context, const std::string& user_id,
                                           const std::string& tree_id, const std::string& person_id,
                                           const PhotoInput& input, const StoredPicture& stored,
                                           const apps::Creation& creation) {
  NORN_ASSIGN(const Subject subject, subject_to_change(context, user_id, tree_id, person_id));
  NORN_TRY(check_photo_room(context, subject, stored.bytes()));
  const files::Files files(context);
  Photo photo = {.id = context.ids.uuid(),
                 .person_id = person_id,
                 .tree_id = tree_id,
                 .owner_id = subject.access.tree.owner_id,
                 .caption = input.caption,
                 .date = input.date,
                 .file_id = stored.large_id,
                 .thumbnail_id = stored.thumbnail_id,
                 .bytes = stored.bytes(),
                 .width = stored.picture.width,
                 .height = stored.picture.height};
  photo.created_at = photo.updated_at = now_text(context);
  photo.created_by = photo.updated_by = user_id;
  TreeChange change(context, subject.access, user_id);
  for (const std::string& file : {stored.large_id, stored.thumbnail_id}) {
    NORN_ASSIGN(auto claim, files.claim(user_id, file, photo_thing(tree_id, photo.id)));
    add_all(change, std::move(claim.actions));
  }
  NORN_ASSIGN(auto used, files.cancellation(user_id, input.upload_id));
  if (used.empty()) return conflict("uploadId", files::kUploadNotFound);
  add_all(change, std::move(used));
  const store::Item item = to_item(photo);
  change.add(put_new(context, item));
  Person person = subject.person;
  if (person.photo_url) {
    change.add(subject_stays(context, subject));
  } else {
    NORN_ASSIGN(person, set_main(context, user_id, subject, photo.path(), change));
  }
  if (auto remembered = context.idempotency.remember(creation, photo.id)) {
    change.add(std::move(*remembered));
  }
  NORN_ASSIGN(const bool written, change.write());
  if (!written) return std::nullopt;
  NORN_ASSIGN(photo, photo_from(item));
  return with_main(person, std::move(photo));
}

Photo patched_photo(const Photo& photo, const PhotoPatch& patch) {
  Photo next = photo;
  if (patch.caption) next.caption = *patch.caption;
  if (patch.date) next.date = *patch.date;
  if (patch.is_main) next.is_main = *patch.is_main;
  return next;
}

Result<std::optional<Photo>> try_change_photo(const Context& context, const std::string& user_id,
                                              const std::string& tree_id,
                                              const std::string& person_id,
                                              const std::string& photo_id, const PhotoPatch& patch,
                                              const std::string& etag) {
  NORN_ASSIGN(const Subject subject, subject_to_change(context, user_id, tree_id, person_id));
  NORN_ASSIGN(const auto item, find_photo(context, subject.access.tree, person_id, photo_id));
  NORN_ASSIGN(Photo read, photo_from(item));
  Photo now = with_main(subject.person, std::move(read));
  if (now.etag != etag) return stale_photo(now);
  Photo next = patched_photo(now, patch);
  if (next == now) return now;
  NORN_TRY(context.quotas.check_change_in(keys::tree(tree_id)));
  next.updated_at = now_text(context);
  next.updated_by = user_id;
  Edit whole = edit(context, item, to_item(next), photo_attributes());
  TreeChange change(context, subject.access, user_id);
  change.add(std::move(whole.action));
  Person person = subject.person;
  if (next.is_main != now.is_main) {
    const auto path = next.is_main ? std::optional(next.path()) : std::nullopt;
    NORN_ASSIGN(person, set_main(context, user_id, subject, path, change));
  } else {
    change.add(subject_stays(context, subject));
  }
  NORN_ASSIGN(const bool written, change.write());
  if (!written) return std::nullopt;
  NORN_ASSIGN(next, photo_from(whole.item));
  return with_main(person, std::move(next));
}

Result<std::optional<Done>> try_remove_photo(const Context& context, const std::string& user_id,
                                             const std::string& tree_id,
                                             const std::string& person_id,
                                             const std::string& photo_id, const std::string& etag) {
  NORN_ASSIGN(const Subject subject, subject_to_change(context, user_id, tree_id, person_id));
  NORN_ASSIGN(const auto item, find_photo(context, subject.access.tree, person_id, photo_id));
  NORN_ASSIGN(Photo read, photo_from(item));
  Photo now = with_main(subject.person, std::move(read));
  if (now.etag != etag) return stale_photo(now);
  TreeChange change(context, subject.access, user_id);
  change.add(remove_unchanged(context, item));
  NORN_ASSIGN(auto with_files, photo_files_removal(context, item));
  add_all(change, std::move(with_files));
  if (now.is_main) {
    NORN_TRY(set_main(context, user_id, subject, std::nullopt, change));
  }
  NORN_ASSIGN(const bool written, change.write());
  if (!written) return std::nullopt;
  return Done{};
}

std::unexpected<Error> refused(pictures::Refusal refusal) {
  switch (refusal) {
    case pictures::Refusal::kNoPicture:
      return invalid("uploadId", kNoPicture());
    case pictures::Refusal::kTooManyPixels:
      return invalid("uploadId", kPictureTooLarge(pictures::kMaxPixels / 1'000'000));
    case pictures::Refusal::kDamaged:
      return invalid("uploadId", kPictureDamaged());
    case pictures::Refusal::kTooMuchWork:
      return invalid("uploadId", kPictureTooMuchWork());
    case pictures::Refusal::kBusy:
      break;
  }
  return too_many_requests(kPicturesBusy(), kRetryPictureAfterS);
}

}  // namespace

Result<std::vector<Photo>> Photos::list(const std::string& user_id, const std::string& tree_id,
                                        const std::string& person_id) {
  NORN_ASSIGN(auto access, authorize(context_, user_id, tree_id, Right::kRead));
  NORN_ASSIGN(const Subject subject, find_subject(context_, std::move(access), person_id));
  const bool is_stranger = subject.access.is_stranger();
  if (is_stranger && subject.person.is_living(today(context_))) return std::vector<Photo>();
  NORN_ASSIGN(auto photos, photos_of(context_, subject));
  std::ranges::sort(photos, {}, [](const Photo& photo) {
    return std::tuple(!photo.is_main, photo.created_at, photo.id);
  });
  if (is_stranger) {
    for (Photo& photo : photos) {
      photo.created_by.reset();
      photo.updated_by.reset();
    }
  }
  return photos;
}

Result<std::optional<Photo>> Photos::made_before(const std::string& user_id,
                                                 const std::string& tree_id,
                                                 const std::string& person_id,
                                                 const apps::Creation& creation) {
  NORN_ASSIGN(const Subject subject, subject_to_change(context_, user_id, tree_id, person_id));
  NORN_ASSIGN(const auto made, context_.idempotency.find(creation));
  if (made) {
    NORN_ASSIGN(const auto item, find_photo(context_, subject.access.tree, person_id, *made));
    NORN_ASSIGN(Photo photo, photo_from(item));
    return with_main(subject.person, std::move(photo));
  }
  // Before the work, because it is in vain without room.
  NORN_TRY(check_photo_room(context_, subject, 1));
  return std::nullopt;
}

Result<pictures::Picture> Photos::picture_of(const std::string& user_id,
                                             const std::string& upload_id) {
  NORN_ASSIGN(auto reader, files::Files(context_).open_upload(user_id, upload_id));
  std::string bytes;
  bool more = true;
  while (more) {
    NORN_ASSIGN(more, reader.append_next(bytes));
  }
  NORN_ASSIGN(auto outcome, re_encode_(bytes));
  if (const auto* const refusal = std::get_if<pictures::Refusal>(&outcome)) {
    return refused(*refusal);
  }
  return std::get<pictures::Picture>(std::move(outcome));
}

Result<Photo> Photos::add(const std::string& user_id, const std::string& tree_id,
                          const std::string& person_id, const PhotoInput& input,
                          const apps::Creation& creation) {
  NORN_ASSIGN(auto made, made_before(user_id, tree_id, person_id, creation));
  if (made) return *std::move(made);
  NORN_ASSIGN(const pictures::Picture picture, picture_of(user_id, input.upload_id));
  const files::Files files(context_);
  StoredPicture stored = {.large_id = "", .thumbnail_id = "", .picture = picture};
  NORN_ASSIGN(stored.large_id, files.add(user_id, picture.large));
  NORN_ASSIGN(stored.thumbnail_id, files.add(user_id, picture.thumbnail));
  auto photo = decide_and_write([&] {
    return try_add_photo(context_, user_id, tree_id, person_id, input, stored, creation);
  });
  if (!photo) {
    // What cannot be cancelled now expires.
    for (const std::string& file : {stored.large_id, stored.thumbnail_id}) {
      static_cast<void>(files.cancel(user_id, file));
    }
  }
  context_.sweeps.wake();
  return photo;
}

Result<PhotoFile> Photos::open(const std::string& user_id, const std::string& tree_id,
                               const std::string& person_id, const std::string& photo_id,
                               PhotoSize size) {
  NORN_ASSIGN(const auto access, authorize(context_, user_id, tree_id, Right::kRead));
  NORN_ASSIGN(const Person person, find_person(context_, access.tree, person_id));
  if (access.is_stranger() && person.is_living(today(context_))) return not_found(kPhotoNotFound);
  NORN_ASSIGN(const auto item, find_photo(context_, access.tree, person_id, photo_id));
  NORN_ASSIGN(const Photo photo, photo_from(item));
  const std::string& file_id = size == PhotoSize::kThumbnail ? photo.thumbnail_id : photo.file_id;
  NORN_ASSIGN(auto reader, files::Files(context_).open(file_id, photo_thing(tree_id, photo_id)));
  if (!reader) return not_found(kPhotoNotFound);
  return PhotoFile{*std::move(reader), file_id};
}

Result<Photo> Photos::change(const std::string& user_id, const std::string& tree_id,
                             const std::string& person_id, const std::string& photo_id,
                             const PhotoPatch& patch, const std::string& etag) {
  return decide_and_write([&] {
    return try_change_photo(context_, user_id, tree_id, person_id, photo_id, patch, etag);
  });
}

Result<void> Photos::remove(const std::string& user_id, const std::string& tree_id,
                            const std::string& person_id, const std::string& photo_id,
                            const std::string& etag) {
  NORN_TRY(decide_and_write(
      [&] { return try_remove_photo(context_, user_id, tree_id, person_id, photo_id, etag); }));
  context_.sweeps.wake();
  return {};
}

}  // namespace norn::family
