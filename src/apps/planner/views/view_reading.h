#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "apps/planner/context.h"
#include "apps/planner/views/view_item.h"
#include "apps/planner/views/view_window.h"
#include "base/error.h"
#include "store/item.h"
#include "store/read_requests.h"

// What a view reads from the store.
namespace norn::planner {

// What one question may cost: pages of the store are of 1 MB. Those before the window, in which
// nothing reaches into it, are only looked at.
constexpr size_t kMaxPagesKept = 16;
constexpr size_t kMaxPagesRead = 128;
// Series and changed occurrences of most people are no more, and are read at once.
constexpr int64_t kFewItems = 200;

// "There is too much in this time; ask for fewer days."
std::unexpected<Error> too_much();

// "20251224": what the tags of a day begin with; and what is behind all of them.
std::string tag_day(Date date);
std::string last_tag_of(Date date);

// What USER_META has for views.
struct ViewMeta {
  std::string default_tzid;
  int64_t longest_event_minutes = 0;
};
Result<ViewMeta> read_view_meta(const Context& context, const std::string& user_id);

// Items, and the pages that they stand in.
struct ReadItems {
  std::vector<ViewItem> items;
  std::vector<store::ItemList> pages;

  ReadItems() = default;
  ReadItems(ReadItems&&) = default;  // Not copied: the items would stand in the pages of another.
  ReadItems& operator=(ReadItems&&) = default;
};

// Reads for one view, into one place, within the bounds of one question. What another tool broke is
// left out, with a warning: one broken item must not hide all others.
class ViewReader {
 public:
  ViewReader(const Context& context, const std::string& user_id, ReadItems& into)
      : context_(context), user_id_(user_id), into_(into), now_ms_(context.clock.now_ms()) {}

  // USER_META, and all series, in the order of their ids. Changed occurrences stand beside them in
  // the table: when there are few of all, `read_instances` need not ask the store any more.
  Result<ViewMeta> read_person();
  // Events and changed occurrences that are in the window, by GSI1, which may be behind.
  Result<void> read_window(const ViewWindow& window, int64_t longest_minutes);
  // All series, in the order of their ids.
  Result<void> read_masters();
  // The changed occurrences of a series from one tag to another, by their tags.
  Result<void> read_instances(std::string_view master_id, std::string_view first_tag,
                              std::string_view last_tag);
  // All items with such sort keys.
  Result<void> read_all(std::string_view prefix);

 private:
  // `keep` looks at items before they are read, for those that can be told to be of no use;
  // `select` at those that were.
  template <typename Keep, typename Select>
  Result<void> read(store::QueryRequest request, Keep keep, Select select);
  template <typename Select>
  void take(store::ItemView item, Select select);
  store::QueryRequest query(std::string_view key_condition) const;
  store::QueryRequest query_keys(std::string_view first, std::string_view last) const;

  // An INSTANCE that was read already, but not looked at.
  struct KnownInstance {
    std::string_view sort_key;
    store::ItemView item;
  };

  const Context& context_;
  const std::string& user_id_;
  ReadItems& into_;
  const int64_t now_ms_;
  size_t pages_read_ = 0;
  bool knows_instances_ = false;
  std::vector<KnownInstance> instances_;  // By their keys.
};

}  // namespace norn::planner
