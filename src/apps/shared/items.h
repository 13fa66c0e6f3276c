#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/errors.h"
#include "store/item.h"
#include "store/requests/write_requests.h"
#include "store/store.h"

// What every app does with items.
namespace norn::apps {

// {"PK": pk, "SK": sk}
store::Item key_of(std::string_view pk, std::string_view sk);

// Attributes of an item that is known to have them; what is not there or of another type is the
// empty text, 0 or false. For attributes that may be missing or null: nullopt.
std::string text_of(store::ItemView item, std::string_view name);
std::optional<std::string> optional_text_of(store::ItemView item, std::string_view name);
int64_t integer_of(store::ItemView item, std::string_view name);
bool boolean_of(store::ItemView item, std::string_view name);
// Null for nullopt: how the designs write what is not there.
store::Value text_or_null(const std::optional<std::string>& text);

// A short tag of a state: equal states have equal tags.
std::string etag_of(std::string_view state);
// The same, appended; `state` may be part of `out`.
void append_etag(std::string& out, std::string_view state);

// The condition that the attributes of `names` still are what they are in `item` (those that it
// does not have must not be there). For updates of items without a version: equal state means
// nobody changed it.
struct Unchanged {
  std::string condition;
  store::Placeholders placeholders;
};
Unchanged unchanged(store::ItemView item, const std::vector<std::string>& names);

// Why a transaction was refused, by action.
class Refusals {
 public:
  // Of the error of transact_write.
  explicit Refusals(const Error& error);
  // Whether it is a transaction that was cancelled because of conditions, and of nothing else.
  bool by_conditions() const { return by_conditions_; }
  // Whether the condition of the action at that place did not hold.
  bool failed(size_t action) const;
  // The item of that action, when it asked for it.
  const store::Item* item(size_t action) const;

 private:
  const store::Cancellation* cancellation_ = nullptr;
  bool by_conditions_ = false;
};

// All pages of a query, up to `max_items` (an error beyond: every reading has a bound).
Result<std::vector<store::Item>> query_all(store::Store& store, store::QueryRequest request,
                                           size_t max_items = 100'000);
// The items of these keys that are there, in no order, however many keys there are. Consistent.
Result<std::vector<store::Item>> get_all(store::Store& store, const std::string& table,
                                         const std::vector<store::Item>& keys);

}  // namespace norn::apps
