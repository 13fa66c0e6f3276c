#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/shared/bin.h"
#include "apps/sharing/shared_things.h"

namespace norn::sharing {

// What is the same for all designs in which a thing is one item, and each member is another one of
// one partition, with an attribute `role`.
class StoredThings : public SharedThings {
 public:
  const Description& description() const override { return description_; }

  Result<bool> exists(const std::string& thing_id) override;
  Result<std::optional<Membership>> find(const std::string& thing_id,
                                         const std::string& user_id) override;
  Result<std::vector<Membership>> members_of(const std::string& thing_id) override;
  Result<bool> has_members_besides(const std::string& user_id,
                                   const std::string& thing_id) override;
  Result<Audience> audience_of(const std::string& thing_id) override;

  std::unexpected<Error> stale(std::string current, std::string etag) const override;
  Result<Action> is_there(const std::string& thing_id) const override;
  // That the member has a role with that right.
  Result<Action> still_may(const std::string& user_id, const std::string& thing_id,
                           Right right) const override;

 protected:
  StoredThings(store::Store& store, std::string table, Description description);

  virtual store::Item thing_key(const std::string& thing_id) const = 0;
  // The sort keys of all members begin with that of "".
  virtual store::Item member_key(const std::string& thing_id, const std::string& user_id) const = 0;
  // Returns kUnreadable.
  virtual Result<Membership> member_from(store::ItemView item) const = 0;

  // Deletes a thing that is in its own bin for good if nobody besides the user owns it.
  Result<void> remove_unowned(const apps::Bin& bin, const std::string& bin_owner,
                              const std::string& thing_id, const std::string& user_id);

 private:
  Result<std::optional<store::Item>> read(const store::Item& key) const;
  Result<std::vector<store::Item>> member_items(const std::string& thing_id) const;

  store::Store& store_;
  const std::string table_;
  const Description description_;
};

}  // namespace norn::sharing
