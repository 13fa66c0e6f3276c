#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/events/context.h"
#include "apps/events/model.h"
#include "apps/events/owner.h"
#include "apps/events/owner_meta.h"
#include "apps/shared/bin.h"
#include "apps/shared/transaction.h"
#include "base/error.h"

namespace norn::events {

apps::Bin bin_of(const Context& context);

// What DynamoDB allows in one transaction.
constexpr size_t kMaxActions = 100;

// Collects what one change writes, with its conditions: what it replaces or removes still has the
// version that was read, and what it creates does not exist. LINK items are written along.
class Transaction {
 public:
  // Both outlive it.
  Transaction(const Context& context, const Owner& owner) : context_(context), owner_(owner) {}

  template <typename T>
  void create(const T& thing) {
    put(nullptr, thing);
  }
  // Both have the same id.
  template <typename T>
  void replace(const T& old, const T& next) {
    put(&old, next);
  }
  void remove(const Event& event);
  void remove(const Master& master);
  void remove(const Instance& instance);
  // Writes the guests alone, with what else they are written with. The event itself is as it was
  // read; only its guests differ.
  void set_guests(const Event& old, const Guests& next);
  void set_guests(const Master& old, const Guests& next);
  // Adds the GUEST items of something out of the bin.
  void invite(const std::string& event_id, const Details& details, const Guests& guests);
  void add(std::optional<apps::Action> action);
  // Puts what is removed into the bin, or takes it out of there.
  Result<void> put_into_bin(const apps::Deletion& deletion);
  void take_out_of_bin(const apps::Binned& binned);
  // An item out of the bin, as it was. The condition fails if there is one of its key.
  void put_back(store::Item item);
  // Raises longestEventMinutes if necessary, so that views look back far enough.
  void reach(const OwnerMeta& meta, const When& when);
  // Adds the condition that the person exists; a shared thing gets its USER_META.
  void need_meta(const OwnerMeta& meta);

  // What it writes, with the conditions of the owner, as a part of a larger transaction. Returns
  // the owner's error if the acting person may not change events.
  Result<std::vector<apps::Action>> take();
  // Writes that. Returns false if a condition failed, the owner's error if the
  // acting person may not change events, and kConflict if there are more than kMaxActions.
  Result<bool> write();

 private:
  void put(const Event* old, const Event& next);
  void put(const Master* old, const Master& next);
  void put(const Instance* old, const Instance& next);
  // `guests_version`: of what is replaced or removed; nullopt if its kind has no guests.
  void put_item(store::Item item, const Stamp* old, std::optional<int64_t> guests_version = {});
  void remove_item(const std::string& sort_key, const Stamp& stamp,
                   std::optional<int64_t> guests_version = {});
  void update_guests(const std::string& sort_key, const Stamp& stamp, int64_t guests_version,
                     const Guests& next);
  void change_guests(const std::string& event_id, const Details* old_details, const Guests* old,
                     const Details* next_details, const Guests* next);
  void change_links(std::string_view entity_type, const std::string& event_id, const Details* old,
                    const Details* next);

  const Context& context_;
  const Owner& owner_;
  std::vector<apps::Action> actions_;
  std::optional<OwnerMeta> meta_;
  int64_t longest_minutes_ = 0;
  bool needs_meta_ = false;
};

}  // namespace norn::events
