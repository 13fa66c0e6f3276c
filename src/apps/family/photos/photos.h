#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/family/access.h"
#include "apps/family/model/photo.h"
#include "apps/files/files.h"
#include "apps/shared/idempotency.h"
#include "pictures/picture.h"

namespace norn::family {

// What people can set. The caption is within the limits of apps/family/limits.h.
struct PhotoInput {
  std::string upload_id;
  std::optional<std::string> caption = {};
  LifeDate date = {};
};

// Absent members stay as they are.
struct PhotoPatch {
  std::optional<std::optional<std::string>> caption = {};
  std::optional<LifeDate> date = {};
  std::optional<bool> is_main = {};
};

enum class PhotoSize : uint8_t { kLarge, kThumbnail };

// The bytes of a photo, which are JPEG.
struct PhotoFile {
  files::FileReader reader;
  std::string etag;
};

// Makes of an upload what is kept of it: pictures/worker.h, outside of tests.
using ReEncode = std::function<Result<pictures::Outcome>(std::string_view bytes)>;

// The photos of people. They are seen by those who may see the person with all dates; to others
// there is none. Errors are those of `authorize` and base/faults.h. May block; safe from any
// thread.
class Photos {
 public:
  Photos(Context context, ReEncode re_encode)
      : context_(std::move(context)), re_encode_(std::move(re_encode)) {}

  // The main one first, then in the order in which they were added.
  Result<std::vector<Photo>> list(const std::string& user_id, const std::string& tree_id,
                                  const std::string& person_id);
  // Makes a photo of an upload of the user. The first one of a person without an address of a photo
  // becomes the main one. Returns kInvalid of "uploadId" for what is no picture, or too large a
  // one, kConflict of it if it is not there, and kTooManyRequests while too many are being made.
  Result<Photo> add(const std::string& user_id, const std::string& tree_id,
                    const std::string& person_id, const PhotoInput& input,
                    const apps::Creation& creation);
  Result<PhotoFile> open(const std::string& user_id, const std::string& tree_id,
                         const std::string& person_id, const std::string& photo_id, PhotoSize size);
  // Returns kStale if the photo does not have this tag. Making it the main photo, or not, changes
  // `PhotoUrl` of the person.
  Result<Photo> change(const std::string& user_id, const std::string& tree_id,
                       const std::string& person_id, const std::string& photo_id,
                       const PhotoPatch& patch, const std::string& etag);
  // For good, with its files.
  Result<void> remove(const std::string& user_id, const std::string& tree_id,
                      const std::string& person_id, const std::string& photo_id,
                      const std::string& etag);

 private:
  // The photo that this creation has made already.
  Result<std::optional<Photo>> made_before(const std::string& user_id, const std::string& tree_id,
                                           const std::string& person_id,
                                           const apps::Creation& creation);
  Result<pictures::Picture> picture_of(const std::string& user_id, const std::string& upload_id);

  Context context_;
  ReEncode re_encode_;
};

}  // namespace norn::family
