#include "apps/events/views/view_reading.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "apps/accounts/sentences.h"
#include "apps/events/keys.h"
#include "apps/events/limits.h"
#include "apps/events/sentences.h"
#include "apps/events/series/when_zone.h"
#include "apps/shared/items.h"
#include "apps/shared/reserved_ids.h"
#include "base/faults.h"
#include "base/log.h"
#include "base/work_budget.h"

namespace norn::events {
namespace {

std::string_view plain(store::ItemView item, std::string_view name) {
  const auto attribute = item.find(name);
  const auto text = attribute ? attribute->plain_string() : std::nullopt;
  return text.value_or(std::string_view());
}

// Whether an item of GSI1 is an event or an exception that may overlap the window, without parsing
// it: if a person has one long event, most items of the query end before the window. `first_day` is
// the day before the window, in the form of the keys.
bool may_reach(store::ItemView item, std::string_view first_day) {
  const std::string_view sort_key = plain(item, "SK");
  if (!sort_key.starts_with(keys::kEvents) && !sort_key.starts_with(keys::kInstances)) return false;
  if (plain(item, "GSI1SK") >= first_day) return true;
  for (const std::string_view end : {"endUtc", "endDate", "endLocal"}) {
    if (plain(item, end) >= first_day) return true;
  }
  return false;
}

// Of a series in memory: its item, and the rule that was made ready; its texts are as long again as
// in the JSON.
constexpr size_t kSeriesBytes = sizeof(ViewSeries) + 1024;

constexpr auto kEverything = [](const auto&) { return true; };

// Nothing if it cannot be read.
std::optional<ViewItem> readable_item(store::ItemView item) {
  auto read = ViewItem::from(item);
  if (read) return *std::move(read);
  log::warn("An item is left out of a view. {}", read.error().message);
  return std::nullopt;
}

Result<void> add_owner_series(store::ItemView item, OwnerSeries& owner) {
  auto read = readable_item(item);
  if (!read) return {};
  NORN_TRY(WorkBudget::collect(item.json().size()));
  owner.series.emplace_back(*std::move(read));
  owner.bytes += kSeriesBytes + 2 * item.json().size();
  return {};
}

Result<void> add_owner_exception(store::ItemView item, OwnerSeries& owner) {
  auto read = readable_item(item);
  if (!read) return {};
  NORN_TRY(WorkBudget::collect(item.json().size()));
  owner.exceptions->push_back({std::string(plain(item, "SK")), *std::move(read)});
  owner.bytes += sizeof(OwnerSeries::Exception) + 2 * item.json().size();
  return {};
}

ViewMeta meta_of(store::ItemView item) {
  ViewMeta meta = {.default_tzid = apps::text_of(item, "defaultTzid"),
                   .longest_event_minutes = apps::integer_of(item, "longestEventMinutes")};
  if (!checked_zone("defaultTzid", meta.default_tzid)) meta.default_tzid = "UTC";
  return meta;
}

// A shared thing has its item from its first event on. Other programs may have written events
// without it: they can be as long as any.
Result<ViewMeta> meta_without_item(const Context& context, const std::string& owner_id) {
  if (!apps::is_reserved_id(owner_id)) return not_found(accounts::kPersonNotFound);
  store::QueryRequest request;
  request.table = context.tables.planner();
  request.key_condition = "PK = :pk";
  request.placeholders.values = {{":pk", keys::user(owner_id)}};
  request.limit = 1;
  request.consistent = true;
  NORN_ASSIGN(const auto page, context.store.query(request));
  const bool has_events = !page.items.empty();
  return ViewMeta{.default_tzid = "UTC",
                  .longest_event_minutes = has_events ? kMaxEventDays * 24 * 60 : 0,
                  .has_events = has_events};
}

}  // namespace

std::unexpected<Error> too_much() {
  return invalid("to", kTooMuchToShow);
}

std::string tag_day(Date date) {
  std::string text = date_text(date);
  std::erase(text, '-');
  return text;
}

// Tags with a time have the day as their prefix.
std::string last_tag_of(Date date) {
  return tag_day(date) + "~";
}

Result<ViewMeta> read_view_meta(const Context& context, const std::string& user_id) {
  store::GetRequest request;
  request.table = context.tables.planner();
  request.key = apps::key_of(keys::user(user_id), keys::user_meta(user_id));
  request.consistent = true;
  NORN_ASSIGN(const auto found, context.store.get(request));
  if (found.item) return meta_of(*found.item);
  return meta_without_item(context, user_id);
}

store::QueryRequest ViewReader::query(std::string_view key_condition) const {
  store::QueryRequest request;
  request.table = context_.tables.planner();
  request.key_condition = key_condition;
  request.placeholders.values = {{":pk", keys::user(user_id_)}};
  return request;
}

store::QueryRequest ViewReader::query_keys(std::string_view first, std::string_view last) const {
  store::QueryRequest request = query("PK = :pk AND SK BETWEEN :first AND :last");
  request.placeholders.values.insert_or_assign(":first", std::string(first));
  request.placeholders.values.insert_or_assign(":last", std::string(last));
  request.consistent = true;
  return request;
}

template <typename Select>
Result<void> ViewReader::take(store::ItemView item, Select select) {
  auto read = readable_item(item);
  if (!read || has_expired(read->details(), now_ms_) || !select(*read)) return {};
  NORN_TRY(WorkBudget::collect(item.json().size()));
  into_.add(*std::move(read));
  return {};
}

template <typename Offer>
Result<void> ViewReader::read_pages(store::QueryRequest request, Offer offer) {
  for (;;) {
    if (++pages_read_ > kMaxPagesRead) return too_much();
    NORN_ASSIGN(auto page, context_.store.query(request));
    const size_t before = into_.size();
    for (const store::ItemView item : page.items) NORN_TRY(offer(item));
    if (into_.size() > before) ++pages_kept_;
    if (!page.last_key) return {};
    request.start_after = std::move(page.last_key);
  }
}

template <typename Keep, typename Select>
Result<void> ViewReader::read(store::QueryRequest request, Keep keep, Select select) {
  return read_pages(std::move(request), [&](store::ItemView item) -> Result<void> {
    return keep(item) ? take(item, select) : Result<void>();
  });
}

Result<void> ViewReader::read_window(const ViewWindow& window, int64_t longest_minutes) {
  const KeyDays days = key_days(window, longest_minutes);
  const std::string first = date_text(days.first);
  const std::string last = date_text(days.last) + "~";
  const std::string before_window = date_text(key_days(window, 0).first);
  store::QueryRequest request = query("GSI1PK = :pk AND GSI1SK BETWEEN :first AND :last");
  request.index = "GSI1-YearView";
  request.placeholders.values.insert_or_assign(":first", first);
  request.placeholders.values.insert_or_assign(":last", last);
  const auto year_of = [](Date day) {
    return static_cast<int>(std::chrono::year_month_day(day).year());
  };
  const size_t pages_before = pages_kept_;
  for (int year = year_of(days.first); year <= year_of(days.last); ++year) {
    const std::string first_of_year = date_text(Date(std::chrono::year(year) / 1 / 1));
    request.placeholders.values.insert_or_assign(":pk", keys::year(user_id_, first_of_year));
    NORN_TRY(read(
        request, [&](store::ItemView item) { return may_reach(item, before_window); },
        [&](const ViewItem& item) {
          return window.overlaps(item.time_kind(), item.start_s(), item.duration_s());
        }));
    if (pages_kept_ - pages_before > kMaxPagesKept) return too_much();
  }
  return {};
}

Result<std::shared_ptr<const OwnerSeries>> ViewReader::read_owner() {
  const std::string meta_key = keys::user_meta(user_id_);
  store::QueryRequest request = query_keys(keys::kInstances, meta_key);
  request.limit = kFewItems;
  NORN_ASSIGN(const auto page, context_.store.query(request));
  auto owner = std::make_shared<OwnerSeries>();
  owner->bytes = sizeof(OwnerSeries);
  if (page.last_key) {
    NORN_ASSIGN(owner->meta, read_view_meta(context_, user_id_));
    NORN_TRY(read_pages(all_with(keys::kMasters),
                        [&](store::ItemView item) { return add_owner_series(item, *owner); }));
    return owner;
  }
  owner->exceptions.emplace();
  std::optional<ViewMeta> meta;
  for (const store::ItemView item : page.items) {
    const std::string_view sort_key = plain(item, "SK");
    if (sort_key.starts_with(keys::kMasters)) NORN_TRY(add_owner_series(item, *owner));
    if (sort_key.starts_with(keys::kInstances)) NORN_TRY(add_owner_exception(item, *owner));
    if (sort_key == meta_key) meta = meta_of(item);
  }
  if (!meta) {
    NORN_ASSIGN(meta, meta_without_item(context_, user_id_));
  }
  owner->meta = *std::move(meta);
  return owner;
}

Result<void> ViewReader::read_masters() {
  return read_all(keys::kMasters);
}

store::QueryRequest ViewReader::all_with(std::string_view prefix) const {
  store::QueryRequest request = query("PK = :pk AND begins_with(SK, :prefix)");
  request.placeholders.values.insert_or_assign(":prefix", std::string(prefix));
  request.consistent = true;
  return request;
}

Result<void> ViewReader::read_all(std::string_view prefix) {
  return read(all_with(prefix), kEverything, kEverything);
}

Result<void> ViewReader::read_instances(const OwnerSeries& owner, std::string_view master_id,
                                        std::string_view first_tag, std::string_view last_tag) {
  const std::string first = keys::instance(master_id, first_tag);
  const std::string last = keys::instance(master_id, last_tag);
  if (!owner.exceptions) return read(query_keys(first, last), kEverything, kEverything);
  const auto& known = *owner.exceptions;
  const auto begin = std::ranges::lower_bound(known, first, {}, &OwnerSeries::Exception::sort_key);
  for (auto one = begin; one != known.end() && one->sort_key <= last; ++one) {
    if (!has_expired(one->item.details(), now_ms_)) into_.add_shared(one->item);
  }
  return {};
}

}  // namespace norn::events
