#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/family/model/life_date.h"
#include "base/error.h"
#include "store/item.h"

// A photo of a person that was uploaded. Not in the design, whose `PhotoUrl` of the person holds
// the path of the one that is shown first.
namespace norn::family {

struct Photo {
  std::string id;
  std::string person_id;
  std::string tree_id;
  std::string owner_id;
  std::optional<std::string> caption = {};
  LifeDate date = {};
  std::string file_id;       // Of the large picture.
  std::string thumbnail_id;  // Of the small one.
  int64_t bytes = 0;         // Of both.
  int64_t width = 0;
  int64_t height = 0;
  std::string created_at = {};
  std::string updated_at = {};
  std::optional<std::string> created_by = {};
  std::optional<std::string> updated_by = {};
  std::string etag = {};
  bool is_main = false;  // Not in its item: `PhotoUrl` of the person says so.

  // Where it is served, and what `PhotoUrl` is when it is the main one.
  std::string path() const;
  friend bool operator==(const Photo&, const Photo&) = default;
};

// What the paths of all photos of a person begin with.
std::string photos_path(const std::string& tree_id, const std::string& person_id);

store::Item to_item(const Photo& photo);
// Returns kUnreadable. `is_main` is false.
Result<Photo> photo_from(store::ItemView item);
// The attributes that a change compares.
const std::vector<std::string>& photo_attributes();

// The bytes of its files, also of an item that another program wrote.
int64_t photo_bytes_in(store::ItemView item);

}  // namespace norn::family
