#include "apps/events/service/deleted.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "apps/events/guests/guest_items.h"
#include "apps/events/keys.h"
#include "apps/events/limits.h"
#include "apps/events/sentences.h"
#include "apps/events/series/edit_repeats.h"
#include "apps/events/series/event_id.h"
#include "apps/events/service/edit_scopes.h"
#include "apps/events/service/events_transaction.h"
#include "apps/events/service/sweep.h"
#include "apps/shared/items.h"
#include "apps/shared/meter.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"

namespace norn::events {
namespace {

constexpr std::string_view kDeletedEvent = "event";
constexpr std::string_view kDeletedSeries = "series";
constexpr std::string_view kDeletedOccurrence = "occurrence";
constexpr std::string_view kDeletedRest = "following";
constexpr std::string_view kRestPrefix = "following_";

// A thing that is deleted, without its items.
apps::Deletion deletion_named(const Owner& owner, std::string id, std::string_view kind,
                              const Details& details, const When& when) {
  return {.owner = owner.thing,
          .id = std::move(id),
          .kind = std::string(kind),
          .title = details.title,
          .starts_at = start_key(when),
          .deleted_by = owner.user_id};
}

// Adds an item as it is stored. Returns false if it does not have this version.
Result<bool> add_stored(const Context& context, const Owner& owner, const std::string& sort_key,
                        const Stamp& stamp, std::vector<apps::BinnedItem>& items) {
  NORN_ASSIGN(auto stored, find_stored(context, owner.id, sort_key));
  if (!stored || apps::integer_of(*stored, "version") != stamp.version) return false;
  items.push_back({context.tables.planner(), *std::move(stored)});
  return true;
}

void add_links(const Context& context, const Owner& owner, std::string_view type,
               const std::string& id, const Details& details,
               std::vector<apps::BinnedItem>& items) {
  for (store::Item& link : link_items(owner.id, type, id, details)) {
    items.push_back({context.tables.planner(), std::move(link)});
  }
}

std::unexpected<Error> id_is_taken() {
  return conflict(apps::kBinIdTaken);
}

std::unexpected<Error> series_is_gone() {
  return conflict(kDeletedOfMissingSeries);
}

std::unexpected<Error> has_expired_meanwhile() {
  return not_found(kDeletedAutomatically);
}

struct Restoring {
  const Context& context;
  const Owner& owner;
  const apps::Binned& binned;
};

// Whether one of these items, but for links, is there again.
Result<bool> is_any_there(const Restoring& restoring, size_t from) {
  std::vector<store::Item> keys;
  for (size_t i = from; i < restoring.binned.items.size(); ++i) {
    const store::Item& item = restoring.binned.items[i].item;
    if (apps::text_of(item, "SK").starts_with(keys::kLinks)) continue;
    keys.push_back(store::Item::subset(item, {"PK", "SK"}));
  }
  NORN_ASSIGN(const auto there,
              apps::get_all(restoring.context.store, restoring.context.tables.planner(), keys));
  return !there.empty();
}

void put_back_all(const Restoring& restoring, size_t from, Transaction& transaction) {
  for (size_t i = from; i < restoring.binned.items.size(); ++i) {
    transaction.put_back(restoring.binned.items[i].item);
  }
  transaction.take_out_of_bin(restoring.binned);
}

// Puts back an event or a series with what belongs to it, and invites its guests again. Those whose
// accounts were deleted meanwhile are not among them.
template <typename T>
Result<void> put_back_whole(const Restoring& restoring, T& thing, Transaction& transaction) {
  const std::vector<apps::BinnedItem>& items = restoring.binned.items;
  const Guests before = thing.guests;
  NORN_ASSIGN(thing.guests, without_deleted(restoring.context, before));
  store::Map attributes = items.front().item.to_map();
  if (thing.guests != before) {
    ++thing.guests.version;
    attributes.insert_or_assign("guests", store::Value(list_of(thing.guests.list)));
    attributes.insert_or_assign("guestsVersion", store::Value::number(thing.guests.version));
  }
  transaction.put_back(store::Item::from_map(attributes));
  transaction.invite(thing.id, thing.details, thing.guests);
  put_back_all(restoring, 1, transaction);
  return {};
}

Result<std::optional<Thing>> restore_event(const Restoring& restoring) {
  const auto& [context, owner, binned] = restoring;
  if (binned.items.empty()) return not_found(kEventNotFound);
  NORN_ASSIGN(auto event, event_from(binned.items.front().item));
  if (has_expired(event.details, context.clock.now_ms())) return has_expired_meanwhile();
  NORN_ASSIGN(const bool is_taken, is_any_there(restoring, 0));
  if (is_taken) return id_is_taken();
  NORN_TRY(check_restored(context, owner, apps::kEventsQuota));
  NORN_ASSIGN(const OwnerMeta meta, read_owner_meta(context, owner));
  Transaction transaction(context, owner);
  NORN_TRY(put_back_whole(restoring, event, transaction));
  transaction.reach(meta, event.when);
  transaction.need_meta(meta);
  NORN_ASSIGN(const bool written, transaction.write());
  if (!written) return std::nullopt;
  return Thing(std::move(event));
}

Result<std::optional<Thing>> restore_series(const Restoring& restoring) {
  const auto& [context, owner, binned] = restoring;
  if (binned.items.empty()) return not_found(kEventNotFound);
  NORN_ASSIGN(auto master, master_from(binned.items.front().item));
  if (has_expired(master.details, context.clock.now_ms())) return has_expired_meanwhile();
  NORN_ASSIGN(const bool is_taken, is_any_there(restoring, 0));
  if (is_taken) return id_is_taken();
  NORN_TRY(check_series_limit(context, owner.id));
  NORN_TRY(check_restored(context, owner, apps::kSeriesQuota));
  NORN_ASSIGN(const OwnerMeta meta, read_owner_meta(context, owner));
  Transaction transaction(context, owner);
  NORN_TRY(put_back_whole(restoring, master, transaction));
  transaction.need_meta(meta);
  NORN_ASSIGN(const bool written, transaction.write());
  if (!written) return std::nullopt;
  return Thing(std::move(master));
}

// What the occurrence is now, unless it is deleted, wins over what it was.
Result<std::optional<Thing>> restore_deleted_occurrence(const Restoring& restoring) {
  const auto& [context, owner, binned] = restoring;
  const auto id = parse_event_id(binned.id);
  if (!id || id->kind != EventId::Kind::kInstance) return not_found(kEventNotFound);
  auto read = read_occurrence(context, owner.id, *id);
  if (!read && read.error().code == ErrorCode::kNotFound) return series_is_gone();
  if (!read) return std::unexpected(std::move(read).error());
  const FoundOccurrence& found = *read;
  Master master = touched(*found.master, context, owner);
  std::erase(master.repeats.exdate, id->tag);
  const bool was_exception = !binned.items.empty() && !found.is_stored();
  master.repeats.has_exceptions = master.repeats.has_exceptions || was_exception;
  Transaction transaction(context, owner);
  transaction.replace(*found.master, master);
  put_back_all(restoring, was_exception ? 0 : binned.items.size(), transaction);
  NORN_ASSIGN(const bool written, transaction.write());
  if (!written) return std::nullopt;
  if (was_exception) {
    NORN_ASSIGN(auto instance, instance_from(binned.items.front().item));
    return SeriesOccurrence{std::move(master), std::move(instance)};
  }
  NORN_ASSIGN(const Series series, Series::of(master));
  Instance instance = found.is_stored() ? found.instance : series.instance_of(found.occurrence);
  return SeriesOccurrence{std::move(master), std::move(instance)};
}

// The series goes on as it did. What else was changed of it since stays.
Result<std::optional<Thing>> restore_rest(const Restoring& restoring) {
  const auto& [context, owner, binned] = restoring;
  constexpr size_t kSeriesItems = 2;
  if (binned.items.size() < kSeriesItems) return not_found(kEventNotFound);
  NORN_ASSIGN(auto before, master_from(binned.items[0].item));
  NORN_ASSIGN(const auto left, master_from(binned.items[1].item));
  NORN_TRY(write_exdate_as_tags(before));
  auto read = read_master(context, owner.id, before.id);
  if (!read && read.error().code == ErrorCode::kNotFound) return series_is_gone();
  if (!read) return std::unexpected(std::move(read).error());
  NORN_TRY(write_exdate_as_tags(*read));
  const Repeats& now = read->repeats;
  const bool is_same = now.rrule == left.repeats.rrule && now.until_s == left.repeats.until_s &&
                       now.rdate == left.repeats.rdate && read->when == left.when;
  if (!is_same) {
    return conflict(kSeriesOccursOtherwise);
  }
  NORN_ASSIGN(const bool is_taken, is_any_there(restoring, kSeriesItems));
  if (is_taken) return id_is_taken();
  Master next = touched(*read, context, owner);
  next.repeats.until_s = before.repeats.until_s;
  next.repeats.rdate = before.repeats.rdate;
  std::ranges::copy(before.repeats.exdate, std::back_inserter(next.repeats.exdate));
  next.repeats.exdate = in_order(std::move(next.repeats.exdate));
  if (next.repeats.exdate.size() > kMaxListedTags) {
    return conflict(kTooManyDeleted(kMaxListedTags));
  }
  next.repeats.has_exceptions = now.has_exceptions || binned.items.size() > kSeriesItems;
  Transaction transaction(context, owner);
  transaction.replace(*read, next);
  put_back_all(restoring, kSeriesItems, transaction);
  NORN_ASSIGN(const bool written, transaction.write());
  if (!written) return std::nullopt;
  return Thing(std::move(next));
}

// The deletion of an id. With its first occurrence a series goes as a whole, by its own id.
Result<apps::Binned> find_deleted(const Context& context, const Owner& owner,
                                  const std::string& id) {
  const apps::Bin bin = bin_of(context);
  auto found = bin.find(owner.thing, id);
  if (found || !id.starts_with(kRestPrefix)) return found;
  const auto occurrence = parse_event_id(std::string_view(id).substr(kRestPrefix.size()));
  if (!occurrence || occurrence->kind != EventId::Kind::kInstance) return found;
  auto series = bin.find(owner.thing, occurrence->master_id);
  return series ? series : found;
}

}  // namespace

std::string deleted_rest_id(std::string_view occurrence_id) {
  return std::string(kRestPrefix).append(occurrence_id);
}

Result<std::optional<apps::Deletion>> deletion_of(const Context& context, const Owner& owner,
                                                  const Event& event) {
  apps::Deletion deletion =
      deletion_named(owner, event.id, kDeletedEvent, event.details, event.when);
  NORN_ASSIGN(const bool is_same,
              add_stored(context, owner, keys::event(event.id), event.stamp, deletion.items));
  if (!is_same) return std::nullopt;
  add_links(context, owner, kEventType, event.id, event.details, deletion.items);
  return deletion;
}

Result<std::optional<apps::Deletion>> deletion_of(const Context& context, const Owner& owner,
                                                  const Master& master) {
  apps::Deletion deletion =
      deletion_named(owner, master.id, kDeletedSeries, master.details, master.when);
  NORN_ASSIGN(const bool is_same,
              add_stored(context, owner, keys::master(master.id), master.stamp, deletion.items));
  if (!is_same) return std::nullopt;
  add_links(context, owner, kMasterType, master.id, master.details, deletion.items);
  deletion.sweep = apps::BinSweep{std::string(kSeriesSweep), sweep_subject(owner.id, master.id)};
  return deletion;
}

Result<std::optional<apps::Deletion>> deletion_of(const Context& context, const Owner& owner,
                                                  const FoundOccurrence& found) {
  const Instance& instance = found.instance;
  apps::Deletion deletion =
      deletion_named(owner, instance.id(), kDeletedOccurrence, instance.details, instance.when);
  if (!found.is_stored()) return deletion;
  NORN_ASSIGN(const bool is_same,
              add_stored(context, owner, keys::instance(instance.master_id, instance.tag),
                         instance.stamp, deletion.items));
  if (!is_same) return std::nullopt;
  add_links(context, owner, kInstanceType, instance.id(), instance.details, deletion.items);
  return deletion;
}

Result<std::optional<apps::Deletion>> deletion_of_rest(const Context& context, const Owner& owner,
                                                       const FoundOccurrence& found,
                                                       const Master& head,
                                                       const std::vector<Instance>& later) {
  apps::Deletion deletion =
      deletion_named(owner, deleted_rest_id(found.instance.id()), kDeletedRest,
                     found.instance.details, found.instance.when);
  NORN_ASSIGN(bool is_same, add_stored(context, owner, keys::master(found.master->id),
                                       found.master->stamp, deletion.items));
  if (!is_same) return std::nullopt;
  deletion.items.push_back({context.tables.planner(), to_item(owner.id, head)});
  for (const Instance& instance : later) {
    NORN_ASSIGN(is_same,
                add_stored(context, owner, keys::instance(instance.master_id, instance.tag),
                           instance.stamp, deletion.items));
    if (!is_same) return std::nullopt;
    add_links(context, owner, kInstanceType, instance.id(), instance.details, deletion.items);
  }
  return deletion;
}

Result<std::optional<Thing>> try_restore_deleted(const Context& context, const Owner& owner,
                                                 const std::string& id) {
  NORN_ASSIGN(const apps::Binned binned, find_deleted(context, owner, id));
  const Restoring restoring = {context, owner, binned};
  if (binned.kind == kDeletedEvent) return restore_event(restoring);
  if (binned.kind == kDeletedSeries) return restore_series(restoring);
  if (binned.kind == kDeletedOccurrence) return restore_deleted_occurrence(restoring);
  if (binned.kind == kDeletedRest) return restore_rest(restoring);
  return not_found(kEventNotFound);
}

}  // namespace norn::events
