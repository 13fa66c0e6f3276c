#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/planner/context.h"
#include "apps/planner/model.h"
#include "apps/planner/preferences.h"
#include "apps/shared/bin.h"
#include "apps/shared/transaction.h"
#include "base/error.h"

namespace norn::planner {

apps::Bin bin_of(const Context& context);

// What DynamoDB allows in one transaction.
constexpr size_t kMaxActions = 100;

// Collects what one change writes, with its conditions: what it replaces or removes still has the
// version that was read, and what it creates does not exist. LINK items are written along.
class Transaction {
 public:
  Transaction(const Context& context, std::string user_id)
      : context_(context), user_id_(std::move(user_id)) {}

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
  void add(std::optional<apps::Action> action);
  // Puts what is removed into the bin, or takes it out of there.
  Result<void> put_into_bin(const apps::Deletion& deletion);
  void take_out_of_bin(const apps::Binned& binned);
  // An item out of the bin, as it was. The condition fails if there is one of its key.
  void put_back(store::Item item);
  // Raises longestEventMinutes if necessary, so that views look back far enough.
  void reach(const Meta& meta, const When& when);
  // Adds the condition that the person exists.
  void need_person() { needs_person_ = true; }

  // Returns false if a condition failed, and kConflict if there are more than kMaxActions.
  Result<bool> write();

 private:
  void put(const Event* old, const Event& next);
  void put(const Master* old, const Master& next);
  void put(const Instance* old, const Instance& next);
  void put_item(store::Item item, const Stamp* old);
  void remove_item(const std::string& sort_key, const Stamp& stamp);
  void change_links(std::string_view entity_type, const std::string& event_id, const Details* old,
                    const Details* next);

  const Context& context_;
  const std::string user_id_;
  std::vector<apps::Action> actions_;
  std::optional<Meta> meta_;
  int64_t longest_minutes_ = 0;
  bool needs_person_ = false;
};

}  // namespace norn::planner
