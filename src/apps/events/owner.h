#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/events/context.h"
#include "apps/shared/meter.h"
#include "apps/shared/reserved_ids.h"
#include "apps/shared/transaction.h"
#include "base/error.h"

namespace norn::events {

// Whose events the engine works on: a partition of the table, and what the partition's app lets the
// acting person do. The services of apps make owners, after they have checked who is asking.
struct Owner {
  // A person: what is theirs is nobody else's.
  Owner(std::string user) : id(std::move(user)), user_id(id), thing(apps::of_person(id)) {}
  using BringAuthor =
      std::function<Result<std::optional<std::vector<apps::Action>>>(const std::string& user_id)>;
  // A shared thing.
  struct Shared {
    std::string id;       // "cal_<calendar id>"
    std::string user_id;  // Who acts.
    std::string thing;    // The key of its quotas and its bin: "CAL#<calendar id>".
    // Decides, before every transaction, whether the acting person may change events here. The
    // actions restate the decision as conditions of that transaction.
    std::function<Result<std::vector<apps::Action>>()> may_change;
    // Set if its events name who created and changed them. For the transaction that brings an event
    // whose creator may never have been a member: what lets the deletion of their account find it;
    // nullopt if the account is gone.
    BringAuthor bring_author = {};
  };
  explicit Owner(Shared shared)
      : id(std::move(shared.id)),
        user_id(std::move(shared.user_id)),
        thing(std::move(shared.thing)),
        may_change(std::move(shared.may_change)),
        bring_author(std::move(shared.bring_author)) {}

  // The partition: PK = USER#<id>.
  std::string id;
  std::string user_id;
  std::string thing;
  std::function<Result<std::vector<apps::Action>>()> may_change = {};

  BringAuthor bring_author = {};

  bool is_shared() const { return apps::is_reserved_id(id); }
  bool names_authors() const { return static_cast<bool>(bring_author); }
};

// The conditions that restate what the owner's app decides now; none for a person.
inline Result<std::vector<apps::Action>> conditions_of(const Owner& owner) {
  if (!owner.may_change) return std::vector<apps::Action>();
  return owner.may_change();
}

// Quotas count for the person, or for the shared thing.
inline Result<void> check_new(const Context& context, const Owner& owner, std::string_view kind) {
  return owner.is_shared() ? context.quotas.check_new_in(owner.thing, kind)
                           : context.quotas.check_new(owner.id, kind);
}
inline Result<void> check_change(const Context& context, const Owner& owner) {
  return owner.is_shared() ? context.quotas.check_change_in(owner.thing)
                           : context.quotas.check_change(owner.id);
}
inline Result<void> check_restored(const Context& context, const Owner& owner,
                                   std::string_view kind) {
  return owner.is_shared() ? context.quotas.check_restored_in(owner.thing, kind)
                           : context.quotas.check_restored(owner.id, kind);
}
inline Result<int64_t> room(const Context& context, const Owner& owner, std::string_view kind) {
  return owner.is_shared() ? context.quotas.room_in(owner.thing, kind)
                           : context.quotas.room(owner.id, kind);
}

}  // namespace norn::events
