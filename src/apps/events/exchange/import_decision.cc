#include "apps/events/exchange/import_decision.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "apps/events/authors.h"
#include "apps/events/exchange/ical_other.h"
#include "apps/events/limits.h"
#include "apps/events/sentences.h"
#include "apps/events/series/event_id.h"
#include "apps/events/series/when.h"
#include "apps/events/series/when_text.h"
#include "apps/events/service/events.h"
#include "apps/shared/quota_kinds.h"
#include "base/faults.h"
#include "base/time_text.h"

namespace norn::events {

using ical::CalendarItem;

namespace {

std::optional<int64_t> second_of(const std::string& timestamp) {
  const auto ms = parse_timestamp_ms(timestamp);
  return ms ? std::optional(*ms / 1000) : std::nullopt;
}

std::optional<int64_t> last_change_s(const Whole& whole) {
  if (const auto* const event = std::get_if<Event>(&whole)) {
    return second_of(event->stamp.updated_at);
  }
  const auto& series = std::get<WholeSeries>(whole);
  std::optional<int64_t> last = second_of(series.master.stamp.updated_at);
  for (const Instance& instance : series.exceptions) {
    last = std::max(last, second_of(instance.stamp.updated_at));
  }
  return last;
}

std::string start_text(const When& when) {
  if (when.kind == TimeKind::kAllDay) return date_text_of(when.start_s);
  return wall_text_of(start_local_s(when));
}

ImportedEvent imported(const Whole& whole) {
  return {.title = details_of(whole).title,
          .start = start_text(when_of(whole)),
          .is_series = std::holds_alternative<WholeSeries>(whole)};
}

// Keeps what a file does not contain.
void keep_ours(Details& details, const Details& ours) {
  details.links = ours.links;
  details.ttl = ours.ttl;
}

std::vector<Instance> exceptions_of(const Whole* existing) {
  const auto* const series = existing == nullptr ? nullptr : std::get_if<WholeSeries>(existing);
  return series == nullptr ? std::vector<Instance>() : series->exceptions;
}

void skip(Decision& decision, const CalendarItem& item, const Said& reason) {
  ++decision.skipped;
  decision.notes.add(item.line, kImportSkipped(shown_title(item), reason));
}

bool has_unread_rule(const CalendarItem& item) {
  return std::ranges::any_of(item.other, [](const ical::ContentLine& line) {
    return line.name == "RRULE" || line.name == "RDATE";
  });
}

// Both sides increment SEQUENCE, so the higher one is newer; then the later change; and if there is
// no difference, the file.
enum class Newer : uint8_t { kFile, kOurs, kSame };
template <typename Version>
Newer newer(const Version& file, const Whole& ours) {
  const int64_t sequence = ical_of(ours).sequence;
  if (file.sequence != sequence) return file.sequence > sequence ? Newer::kFile : Newer::kOurs;
  const auto changed_s = last_change_s(ours);
  if (file.changed_s && changed_s && *file.changed_s < *changed_s) return Newer::kOurs;
  return Newer::kSame;
}

}  // namespace

Result<KnownEvents> KnownEvents::read(const Context& context, const std::string& user_id,
                                      const std::vector<ImportGroup>& groups) {
  std::unordered_set<std::string_view> uids;
  for (const ImportGroup& group : groups) uids.insert(group.uid);
  NORN_ASSIGN(StoredEvents stored, read_stored(context, user_id, [&uids](const std::string& uid) {
                // Events that were changed occurrences without their series have its UID and a
                // time.
                const std::string_view text = uid;
                return uids.contains(text) || uids.contains(text.substr(0, text.rfind('/')));
              }));
  KnownEvents known;
  const int64_t now_ms = context.clock.now_ms();
  for (Event& event : stored.events) {
    if (has_expired(event.details, now_ms)) continue;
    std::string uid = event.ical.uid;
    known.events_.try_emplace(std::move(uid), std::move(event));
  }
  known.series_count_ = stored.series_count;
  for (WholeSeries& series : stored.series) {
    if (has_expired(series.master.details, now_ms)) continue;
    std::string uid = series.master.ical.uid;
    known.events_.try_emplace(std::move(uid), std::move(series));
  }
  return known;
}

const Whole* KnownEvents::find(const std::string& uid) const {
  const auto found = events_.find(uid);
  return found == events_.end() ? nullptr : &found->second;
}

Decision Decider::decide(const ImportGroup& group, const KnownEvents& known, size_t new_series,
                         const QuotaRoom& room) {
  Decision decision;
  new_series_ = new_series;
  room_ = room;
  decide_main(group, known, decision);
  return decision;
}

void Decider::decide_main(const ImportGroup& group, const KnownEvents& known, Decision& decision) {
  const ItemReader reader(zones_, context_.clock.now_ms());
  const Whole* const existing = known.find(group.uid);
  const Version version{group.sequence(), group.changed_s()};
  std::vector<const CalendarItem*> orphans = group.overrides;
  std::optional<WholeSeries> series;
  if (group.main != nullptr && is_series(*group.main)) {
    auto master = read_master(reader, *group.main, budget_, decision.notes);
    if (!master) {
      decision.skipped += static_cast<int64_t>(group.overrides.size());
      return skip(decision, *group.main, said_by(master.error()));
    }
    series = WholeSeries{.master = std::move(*master), .exceptions = {}};
    series->master.id = series_id(existing);
    if (existing != nullptr) keep_ours(series->master.details, details_of(*existing));
  } else if (group.main != nullptr) {
    const auto when = reader.when(*group.main, decision.notes);
    if (!when) return skip(decision, *group.main, said_by(when.error()));
    if (has_unread_rule(*group.main)) {
      decision.notes.add(group.main->line, kImportRuleUnread(shown_title(*group.main)));
    }
    Event event{.id = {},
                .details = reader.details(*group.main, decision.notes),
                .when = *when,
                .stamp = reader.stamp(*group.main),
                .ical = {}};
    decide_whole(std::move(event), group.uid, version, known, *group.main, decision);
  } else if (existing != nullptr && std::holds_alternative<WholeSeries>(*existing)) {
    // An update of one occurrence of a series that exists.
    series = std::get<WholeSeries>(*existing);
  }
  if (series) {
    const CalendarItem& item = group.main != nullptr ? *group.main : *group.overrides.front();
    auto others =
        add_overrides(reader, group.overrides, exceptions_of(existing), *series, decision.notes);
    if (!others) return skip(decision, item, said_by(others.error()));
    orphans = std::move(*others);
    decide_whole(std::move(*series), group.uid, version, known, item, decision);
  }
  for (const CalendarItem* const item : orphans) {
    decide_orphan(*item, group.uid, known, decision);
  }
}

std::string Decider::series_id(const Whole* existing) {
  const auto* const old = existing == nullptr ? nullptr : std::get_if<WholeSeries>(existing);
  return old != nullptr ? old->master.id : master_id(context_.ids.uuid());
}

void Decider::decide_orphan(const CalendarItem& item, const std::string& uid,
                            const KnownEvents& known, Decision& decision) {
  const ItemReader reader(zones_, context_.clock.now_ms());
  Event event;
  event.details = reader.details(item, decision.notes);
  if (event.details.status == Status::kCancelled) {
    return skip(decision, item, kImportCancelsNothing);
  }
  const auto when = reader.when(item, decision.notes);
  if (!when) return skip(decision, item, said_by(when.error()));
  event.when = *when;
  event.stamp = reader.stamp(item);
  decision.notes.add(item.line, kImportOrphan(shown_title(item)));
  const ical::DateTime id{ical::TimeForm::kUtc, item.recurrence_id->utc_s()};
  decide_whole(std::move(event), fmt::format("{}/{}", uid, ical::date_time_text(id)),
               {item.sequence, changed_s(item)}, known, item, decision);
}

void Decider::continue_existing(Whole& wanted, const Whole* existing) {
  const int64_t version = existing == nullptr ? 1 : stamp_of(*existing).version + 1;
  auto* const event = std::get_if<Event>(&wanted);
  auto* const series = std::get_if<WholeSeries>(&wanted);
  Details& details = event != nullptr ? event->details : series->master.details;
  Stamp& stamp = event != nullptr ? event->stamp : series->master.stamp;
  stamp.version = version;
  sign_new(owner_, stamp);
  if (existing != nullptr) {
    stamp.created_by = stamp_of(*existing).created_by;
    keep_ours(details, details_of(*existing));
    const Guests& guests = guests_of(*existing);
    (event != nullptr ? event->guests : series->master.guests) = guests;
    details.ical_other = without_attendees(details.ical_other, guests);
  }
  if (event != nullptr) {
    const auto* const old = existing == nullptr ? nullptr : std::get_if<Event>(existing);
    event->id = old != nullptr ? old->id : event_id(context_.ids.uuid());
    if (old != nullptr) event->stamp.created_at = old->stamp.created_at;
    return;
  }
  const auto* const old = existing == nullptr ? nullptr : std::get_if<WholeSeries>(existing);
  if (old != nullptr) series->master.stamp.created_at = old->master.stamp.created_at;
  for (Instance& instance : series->exceptions) {
    sign(owner_, instance.stamp);
    const Instance* const same =
        old != nullptr ? find_exception(old->exceptions, instance.tag) : nullptr;
    if (same == nullptr) continue;
    instance.stamp.version = same->stamp.version + 1;
    instance.stamp.created_at = same->stamp.created_at;
  }
}

void Decider::decide_whole(Whole wanted, const std::string& uid, const Version& version,
                           const KnownEvents& known, const CalendarItem& item, Decision& decision) {
  const Whole* const existing = known.find(uid);
  auto* const series = std::get_if<WholeSeries>(&wanted);
  Ical& ical = series != nullptr ? series->master.ical : std::get<Event>(wanted).ical;
  ical = {.uid = uid, .sequence = version.sequence};
  continue_existing(wanted, existing);
  if (existing != nullptr) {
    const Newer which = mode_ == ImportMode::kReplace ? Newer::kSame : newer(version, *existing);
    const bool is_same = which != Newer::kFile && content_text(wanted) == content_text(*existing);
    if (which == Newer::kOurs && !is_same) {
      decision.notes.add(item.line, kImportNewerHere(shown_title(item)));
    }
    if (which == Newer::kOurs || is_same) {
      ++decision.unchanged;
      return;
    }
  }
  const bool adds_series =
      series != nullptr && (existing == nullptr || !std::holds_alternative<WholeSeries>(*existing));
  if (adds_series &&
      known.series_count() + new_series_ + decision.new_series >= kMaxSeriesPerPerson) {
    return skip(decision, item, kImportTooManySeries(kMaxSeriesPerPerson));
  }
  const bool adds_event = series == nullptr && existing == nullptr;
  if (adds_series && static_cast<int64_t>(decision.new_series) >= room_.series) {
    return skip(decision, item, kImportQuotaReached(apps::kSeriesQuota));
  }
  if (adds_event && static_cast<int64_t>(decision.new_events) >= room_.events) {
    return skip(decision, item, kImportQuotaReached(apps::kEventsQuota));
  }
  if (adds_series) ++decision.new_series;
  if (adds_event) ++decision.new_events;
  ++(existing == nullptr ? decision.created : decision.updated);
  decision.events.push_back(imported(wanted));
  decision.changes.push_back(changes_to(context_, owner_.id, existing, wanted));
}

}  // namespace norn::events
