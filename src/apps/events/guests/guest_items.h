#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "apps/events/context.h"
#include "apps/events/model.h"
#include "apps/shared/transaction.h"
#include "base/error.h"
#include "store/item.h"
#include "store/store.h"

// The GUEST items: one in the partition of each guest who has an account, which leads to the event.
// They are written in the transaction that changes the guests of the event, or removes or moves it;
// the event decides who is invited.
namespace norn::events {

// By user id.
using GuestItems = std::map<std::string, store::Item>;
GuestItems guest_items(const std::string& owner_id, const std::string& event_id,
                       const Details& details, const Guests& guests);
// What turns the one into the other: a person who becomes a guest has to exist.
std::vector<apps::Action> guest_changes(const Context& context, const GuestItems& old,
                                        const GuestItems& next);

// The keys of the GUEST items of an EVENT or MASTER as it is stored, for those who remove it
// without a transaction.
std::vector<store::Item> guest_keys_of(store::ItemView event);

// What a GUEST item leads to; nullopt if its key is not one.
struct GuestKey {
  std::string owner_id;
  std::string event_id;
};
std::optional<GuestKey> guest_key_from(const std::string& sort_key);

// Whether this is a person, who has a partition of their own; and the condition that it stays so.
Result<bool> is_person(const Context& context, const std::string& user_id);
store::ConditionCheck person_is_there(const Context& context, const std::string& user_id);

// The guests without the accounts that are gone: their addresses stay, as those of anybody outside.
Result<Guests> without_deleted(const Context& context, Guests guests);
// The guests without this account.
Guests without_user(Guests guests, const std::string& user_id);

// Whether the shared thing that owns events is there, which it is not while it is in the bin; and
// the condition that it stays so. A person is there as long as their events are.
Result<bool> owner_is_there(const Context& context, const std::string& owner_id);
std::optional<store::ConditionCheck> owner_stays(const Context& context,
                                                 const std::string& owner_id);

// Whether a person is a member of the shared thing that owns events; and the condition that they
// stay one. A guest who is invited as a member, and not by address, is one only as long. A person
// has no members: then the first is true, and there is no condition.
Result<bool> member_is_there(const Context& context, const std::string& owner_id,
                             const std::string& user_id);
std::optional<store::ConditionCheck> member_stays(const Context& context,
                                                  const std::string& owner_id,
                                                  const std::string& user_id);

// Adds the condition that the guests still have the version that was read.
template <typename Request>
void expect_guests(Request& request, int64_t version) {
  if (version == 0) {
    request.condition += " AND attribute_not_exists(guestsVersion)";
    return;
  }
  request.condition += " AND guestsVersion = :guestsVersion";
  request.placeholders.values.emplace(":guestsVersion", store::Value::number(version));
}

}  // namespace norn::events
