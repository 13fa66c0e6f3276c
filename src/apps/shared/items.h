#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/errors.h"
#include "store/item.h"
#include "store/requests/write_requests.h"
#include "store/store.h"

// Reading and conditioning items, for all apps.
namespace norn::apps {

// {"PK": pk, "SK": sk}
store::Item key_of(std::string_view pk, std::string_view sk);

// Attributes of an item. A missing attribute, or one of another type, reads as the empty text, 0 or
// false; as nullopt from optional_text_of.
std::string text_of(store::ItemView item, std::string_view name);
std::optional<std::string> optional_text_of(store::ItemView item, std::string_view name);
int64_t integer_of(store::ItemView item, std::string_view name);
bool boolean_of(store::ItemView item, std::string_view name);
// Null for nullopt: how the designs write an absent value.
store::Value text_or_null(const std::optional<std::string>& text);

// The ETag of a state: equal states have equal tags.
std::string etag_of(std::string_view state);
// The same, appended; `state` may be part of `out`.
void append_etag(std::string& out, std::string_view state);

// The condition that the attributes of `names` still have the values they have in `item`; those it
// lacks must still be missing. For updates of items without a version.
struct Unchanged {
  std::string condition;
  store::Placeholders placeholders;
};
Unchanged unchanged(store::ItemView item, const std::vector<std::string>& names);
// The attributes of an item by which a condition tells that it is as it was read: all but its key,
// or as many as a condition can have.
std::vector<std::string> compared_attributes(store::ItemView item);

// Why a transaction was refused, by action.
class Refusals {
 public:
  // Of the error of transact_write.
  explicit Refusals(const Error& error);
  // Whether failed conditions, and nothing else, cancelled the transaction.
  bool by_conditions() const { return by_conditions_; }
  // Whether the condition of that action failed.
  bool failed(size_t action) const;
  // Whether failed conditions, and updates that do not fit the item they change, cancelled the
  // transaction, and nothing else. Only items of other programs are so: an update adds to an
  // attribute that is no number, or the item gets too large.
  bool by_items() const { return by_items_; }
  // Whether the item of that action is the reason.
  bool refused(size_t action) const;
  // The current item, if the action asked for it.
  const store::Item* item(size_t action) const;

 private:
  const store::Cancellation* cancellation_ = nullptr;
  bool by_conditions_ = false;
  bool by_items_ = false;
};

// Visits all items of a query page by page, and keeps none of them.
Result<void> query_each(store::Store& store, store::QueryRequest request,
                        const std::function<Result<void>(store::ItemView)>& visit);
// All items of a query. Returns an error beyond `max_items` or the memory of the request
// (WorkBudget): every read has a bound.
Result<std::vector<store::Item>> query_all(store::Store& store, store::QueryRequest request,
                                           size_t max_items = 100'000);
// Visits the existing items among any number of keys, each of which is there once, in no order, and
// keeps none of them. Consistent. With `names`, the items have these attributes only.
Result<void> get_each(store::Store& store, const std::string& table,
                      const std::vector<store::Item>& keys, const std::vector<std::string>& names,
                      const std::function<Result<void>(store::ItemView)>& visit);
// All of them.
Result<std::vector<store::Item>> get_all(store::Store& store, const std::string& table,
                                         const std::vector<store::Item>& keys);

}  // namespace norn::apps
