#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "apps/events/context.h"
#include "apps/events/views/owner_series.h"
#include "apps/events/views/view_item.h"
#include "apps/events/views/view_window.h"
#include "base/error.h"
#include "store/item.h"
#include "store/requests/read_requests.h"

// The queries of views.
namespace norn::events {

// Limits of one view, in pages of 1 MB. Pages without an item that overlaps the window are read but
// not kept.
constexpr size_t kMaxPagesKept = 16;
constexpr size_t kMaxPagesRead = 128;
// Most persons have no more series and exceptions than this; they are read with one query.
constexpr int64_t kFewItems = 200;

// "There is too much in this time; ask for fewer days."
std::unexpected<Error> too_much();

// The prefix of the tags of a day, "20251224"; and a text that sorts after all of them.
std::string tag_day(Date date);
std::string last_tag_of(Date date);

Result<ViewMeta> read_view_meta(const Context& context, const std::string& user_id);

// Reads the items of one view, within its limits. Skips invalid items with a warning, so that one
// item that another tool has broken does not hide all others.
class ViewReader {
 public:
  ViewReader(const Context& context, const std::string& user_id, ViewItems& into)
      : context_(context), user_id_(user_id), into_(into), now_ms_(context.clock.now_ms()) {}

  // Reads USER_META and all series, of which it takes none into the view. If there are few, this
  // query also returns all exceptions, and `read_instances` needs no query of its own.
  Result<std::shared_ptr<const OwnerSeries>> read_owner();
  // Reads events and exceptions that overlap the window, from GSI1, which may be behind.
  Result<void> read_window(const ViewWindow& window, int64_t longest_minutes);
  // Reads all series, in the order of their ids.
  Result<void> read_masters();
  // Takes the exceptions of a series in a range of tags, in their order; reads them if `owner` does
  // not have them.
  Result<void> read_instances(const OwnerSeries& owner, std::string_view master_id,
                              std::string_view first_tag, std::string_view last_tag);
  // Reads all items whose sort keys have the prefix.
  Result<void> read_all(std::string_view prefix);

 private:
  // Calls `offer` for each item.
  template <typename Offer>
  Result<void> read_pages(store::QueryRequest request, Offer offer);
  // `keep` filters items before they are parsed, `select` afterwards.
  template <typename Keep, typename Select>
  Result<void> read(store::QueryRequest request, Keep keep, Select select);
  template <typename Select>
  Result<void> take(store::ItemView item, Select select);
  store::QueryRequest query(std::string_view key_condition) const;
  store::QueryRequest all_with(std::string_view prefix) const;
  store::QueryRequest query_keys(std::string_view first, std::string_view last) const;

  const Context& context_;
  const std::string& user_id_;
  ViewItems& into_;
  const int64_t now_ms_;
  size_t pages_read_ = 0;
  size_t pages_kept_ = 0;
};

}  // namespace norn::events
