#pragma once

#include <string>
#include <utility>
#include <vector>

#include "apps/family/access.h"
#include "apps/files/files.h"
#include "apps/shared/table_reader.h"

namespace norn::family {

// What the files of a photo belong to. Neither a new owner of the tree nor another person whom the
// photo is moved to changes it.
files::Thing photo_thing(const std::string& tree_id, const std::string& photo_id);

// The actions that delete the files of a photo with its item. Wake the sweeps afterwards.
Result<std::vector<Action>> photo_files_removal(const Context& context, store::ItemView photo);
// Deletes them before the item, for sweeps. Can be repeated.
Result<void> remove_photo_files(const Context& context, store::ItemView photo);

// Deletes the files of a photo that another program deleted, or Norn as an item that needs
// attention. A photo that was moved to another owner or person keeps them.
class PhotoUpkeep final : public apps::Follower {
 public:
  explicit PhotoUpkeep(Context context) : context_(std::move(context)) {}

  std::string table() const override { return context_.tables.family(); }
  Result<void> follow(const std::vector<store::StreamRecord>& records) override;

 private:
  Context context_;
};

}  // namespace norn::family
