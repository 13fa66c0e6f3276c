#include "apps/events/service/edit_exceptions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "apps/events/limits.h"
#include "apps/events/sentences.h"
#include "apps/events/service/events.h"
#include "base/faults.h"

namespace norn::events {
namespace {

// In the order of the design's example.
constexpr std::array<std::string_view, 17> kFields = {
    "isAllDay", "startUtc",  "endUtc",  "startDate",       "endDate",     "startLocal",
    "endLocal", "startTzid", "endTzid", "title",           "description", "location",
    "color",    "status",    "tags",    "reminderMinutes", "links"};

// A three-way merge: an own value that differed before stays, any other becomes the new one.
template <typename T>
void merge(T& own, const T& before, const T& now) {
  if (own == before) own = now;
}

Details merged(Details own, const Details& before, const Details& now) {
  merge(own.title, before.title, now.title);
  merge(own.description, before.description, now.description);
  merge(own.location, before.location, now.location);
  merge(own.color, before.color, now.color);
  merge(own.status, before.status, now.status);
  merge(own.tags, before.tags, now.tags);
  merge(own.reminder_minutes, before.reminder_minutes, now.reminder_minutes);
  merge(own.links, before.links, now.links);
  merge(own.ical_other, before.ical_other, now.ical_other);
  own.ttl = now.ttl;
  return own;
}

// Merges start and duration separately. An exception with another kind of time stays as it is.
When merged(const When& own, const When& before, const When& now) {
  if (own == before) return now;
  if (own.kind != before.kind || own.kind != now.kind) return own;
  When next = own;
  const bool starts_as_before =
      own.start_s == before.start_s && own.start_tzid == before.start_tzid;
  if (starts_as_before) {
    next.start_s = now.start_s;
    next.start_tzid = now.start_tzid;
  }
  merge(next.end_tzid, before.end_tzid, now.end_tzid);
  const bool takes_as_long =
      own.end_s.has_value() == before.end_s.has_value() && own.duration_s() == before.duration_s();
  const When& length = takes_as_long ? now : own;
  next.end_s.reset();
  if (length.end_s) next.end_s = next.start_s + length.duration_s();
  if (!next.end_s) next.end_tzid.reset();
  return next;
}

}  // namespace

std::vector<std::string> modified_fields(const Instance& own, const Instance& as_series) {
  const store::Item left = to_item({}, own);
  const store::Item right = to_item({}, as_series);
  std::vector<std::string> fields;
  for (const std::string_view field : kFields) {
    if (left.value(field) != right.value(field)) fields.emplace_back(field);
  }
  return fields;
}

bool is_as_series(const Instance& own, const Instance& as_series) {
  return own.details == as_series.details && own.when == as_series.when;
}

Result<std::optional<Instance>> rebased(const Instance& exception, const Rebase& rebase) {
  NORN_ASSIGN(const auto old, rebase.from.find(exception.tag));
  if (!old) {
    // Another program wrote it for a day on which the series does not occur: it stays as it is.
    Instance kept = exception;
    kept.master_id = rebase.next.id;
    return kept;
  }
  const int64_t local_s = old->local_s + rebase.shift.seconds;
  NORN_ASSIGN(const auto found,
              find_at(rebase.to, rebase.next.when, local_s, rebase.from.is_sub_daily()));
  if (!found || std::ranges::binary_search(rebase.next.repeats.exdate, rebase.to.tag_of(*found))) {
    return std::nullopt;
  }
  const Instance before = rebase.from.instance_of(*old);
  const Instance now = rebase.to.instance_of(*found);
  Instance next = now;
  const bool is_edited = rebase.edited && rebase.edited->tag == exception.tag;
  const Instance& own = is_edited ? *rebase.edited : exception;
  next.details = merged(own.details, before.details, now.details);
  const bool is_moved = own.when != exception.when;
  next.when = is_moved ? own.when : merged(own.when, before.when, now.when);
  if (is_as_series(next, now)) return std::nullopt;
  next.modified_fields = modified_fields(next, now);
  next.stamp = exception.stamp;
  return next;
}

Result<std::vector<Instance>> rebased(const std::vector<Instance>& exceptions,
                                      const Rebase& rebase) {
  std::vector<Instance> next;
  for (const Instance& exception : exceptions) {
    NORN_ASSIGN(auto instance, rebased(exception, rebase));
    if (instance) next.push_back(*std::move(instance));
  }
  return next;
}

Result<void> write_exceptions(Transaction& transaction, const OwnerMeta& meta, const Stamp& series,
                              const std::vector<Instance>& stored, std::vector<Instance> next) {
  std::map<std::string, const Instance*> left;
  for (const Instance& exception : stored) left.emplace(exception.id(), &exception);
  size_t moved = 0;
  for (Instance& exception : next) {
    const auto place = left.find(exception.id());
    const Instance* const old = place != left.end() ? place->second : nullptr;
    if (old != nullptr) left.erase(place);
    if (old != nullptr && *old == exception) continue;
    exception.stamp.version = old != nullptr ? old->stamp.version + 1 : 1;
    exception.stamp.updated_at = series.updated_at;
    exception.stamp.updated_by = series.updated_by;
    transaction.reach(meta, exception.when);
    if (old != nullptr) {
      transaction.replace(*old, exception);
    } else {
      transaction.create(exception);
      ++moved;
    }
  }
  for (const auto& [id, exception] : left) transaction.remove(*exception);
  if (moved <= kMaxMovedExceptions) return {};
  return conflict(kTooManyMoved(moved, kMaxMovedExceptions));
}

}  // namespace norn::events
