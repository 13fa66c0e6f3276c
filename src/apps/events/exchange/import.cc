#include "apps/events/exchange/import.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "apps/accounts/sentences.h"
#include "apps/events/exchange/ical_stored.h"
#include "apps/events/exchange/import_changes.h"
#include "apps/events/exchange/import_decision.h"
#include "apps/events/exchange/import_replace.h"
#include "apps/events/keys.h"
#include "apps/events/limits.h"
#include "apps/events/owner_meta.h"
#include "apps/events/sentences.h"
#include "apps/shared/items.h"
#include "apps/shared/transaction.h"
#include "base/faults.h"
#include "base/time_text.h"
#include "ical/civil.h"

namespace norn::events {
namespace {

using apps::Action;

constexpr size_t kMaxShownEvents = 100;
constexpr size_t kMaxShownNames = 20;

// One note about everything that is kept for other programs.
void note_kept(const ical::ReadCalendar& read, ImportNotes& notes) {
  std::string names;
  size_t count = 0;
  for (const auto& [name, times] : read.kept) {
    const bool is_ours = name.starts_with("X-NORN-");
    const bool is_skipped = name == "VJOURNAL" || name == "VFREEBUSY";
    if (is_ours || is_skipped || ++count > kMaxShownNames) continue;
    names += (names.empty() ? "" : ", ") + name.substr(0, 40);
  }
  if (names.empty()) return;
  const auto& kept = count > kMaxShownNames ? kImportKeptAndOthers : kImportKept;
  notes.add(0, kept(names));
}

void add(Decision decision, ImportReport& report, ImportNotes& notes) {
  report.created += decision.created;
  report.updated += decision.updated;
  report.unchanged += decision.unchanged;
  report.skipped += decision.skipped;
  notes.add_all(std::move(decision.notes));
  for (ImportedEvent& event : decision.events) {
    if (report.events.size() < kMaxShownEvents) report.events.push_back(std::move(event));
  }
}

void use(QuotaRoom& room, const Decision& decision) {
  room.events -= static_cast<int64_t>(decision.new_events);
  room.series -= static_cast<int64_t>(decision.new_series);
}

// Writes one import. UIDs are unique because an owner has one import at a time: a second import
// takes over the lease, and every transaction of an import has the condition that it still has the
// lease.
class ImportSession {
 public:
  // With `dry_run` nothing is written, and everything succeeds.
  ImportSession(const Context& context, const Owner& owner, OwnerMeta meta, bool dry_run);

  Result<void> begin();
  // Deletes the lease. If an import ends without this, the lease expires.
  void end();

  // Whether the changes fit into the current transaction.
  bool has_room(const std::vector<Changes>& changes) const;
  // Adds changes to the current transaction. Changes that do not fit into one are written at once:
  // the current transaction has to be written before. Returns false if something has changed
  // meanwhile.
  Result<bool> add(const std::vector<Changes>& changes);
  // Writes the current transaction. Returns false if something has changed meanwhile, and kConflict
  // if another import has taken over.
  Result<bool> write();

 private:
  Result<bool> write(std::vector<apps::Action> actions, int64_t longest_minutes);
  apps::Action still_ours() const;

  const Context& context_;
  const Owner& owner_;
  OwnerMeta meta_;
  bool dry_run_;
  std::string token_;
  std::vector<apps::Action> gathered_;
  size_t bytes_ = 0;
  int64_t longest_minutes_ = 0;
  bool wakes_sweeps_ = false;
};

ImportSession::ImportSession(const Context& context, const Owner& owner, OwnerMeta meta,
                             bool dry_run)
    : context_(context), owner_(owner), meta_(std::move(meta)), dry_run_(dry_run) {}

Result<void> ImportSession::begin() {
  if (dry_run_) return {};
  token_ = context_.ids.uuid();
  const int64_t now_ms = context_.clock.now_ms();
  store::PutRequest lease;
  lease.table = context_.tables.norn();
  lease.item =
      store::Item::from_map({{"PK", keys::user(owner_.id)},
                             {"SK", std::string(keys::kImport)},
                             {"entityType", "IMPORT"},
                             {"token", token_},
                             {"createdAt", timestamp_s(now_ms)},
                             {"ttl", store::Value::number(now_ms / 1000 + ical::kDaySeconds)}});
  std::vector<Action> actions = {lease};
  if (!owner_.is_shared()) {
    // The person has to exist: deleting the person deletes the lease.
    store::ConditionCheck person;
    person.table = context_.tables.planner();
    person.key = apps::key_of(keys::user(owner_.id), keys::user_meta(owner_.id));
    person.condition = "attribute_exists(PK)";
    actions.emplace_back(std::move(person));
  }
  NORN_ASSIGN(auto conditions, conditions_of(owner_));
  std::ranges::move(conditions, std::back_inserter(actions));
  const auto written = apps::transact(context_.store, std::move(actions));
  if (!written && apps::Refusals(written.error()).by_conditions())
    return not_found(accounts::kPersonNotFound);
  return written;
}

void ImportSession::end() {
  if (dry_run_) return;
  store::DeleteRequest lease;
  lease.table = context_.tables.norn();
  lease.key = apps::key_of(keys::user(owner_.id), keys::kImport);
  lease.condition = "#token = :token";
  lease.placeholders.names["#token"] = "token";
  lease.placeholders.values[":token"] = token_;
  static_cast<void>(context_.store.remove(lease));
}

Action ImportSession::still_ours() const {
  store::ConditionCheck lease;
  lease.table = context_.tables.norn();
  lease.key = apps::key_of(keys::user(owner_.id), keys::kImport);
  lease.condition = "#token = :token";
  lease.placeholders.names["#token"] = "token";
  lease.placeholders.values[":token"] = token_;
  return lease;
}

bool ImportSession::has_room(const std::vector<Changes>& changes) const {
  size_t actions = gathered_.size();
  size_t bytes = bytes_;
  for (const Changes& change : changes) {
    if (change.transactions.size() != 1) return false;
    actions += change.transactions.front().size();
    bytes += change.bytes;
  }
  return actions <= kMaxImportActions && bytes <= kMaxImportBytes;
}

Result<bool> ImportSession::add(const std::vector<Changes>& changes) {
  const bool fits = has_room(changes);
  for (const Changes& change : changes) {
    wakes_sweeps_ = wakes_sweeps_ || change.begins_sweep;
    if (fits) {
      const std::vector<Action>& actions = change.transactions.front();
      gathered_.insert(gathered_.end(), actions.begin(), actions.end());
      bytes_ += change.bytes;
      longest_minutes_ = std::max(longest_minutes_, change.longest_minutes);
      continue;
    }
    for (const std::vector<Action>& actions : change.transactions) {
      NORN_ASSIGN(const bool written, write(actions, change.longest_minutes));
      if (!written) return false;
    }
  }
  return true;
}

Result<bool> ImportSession::write() {
  bytes_ = 0;
  return write(std::exchange(gathered_, {}), std::exchange(longest_minutes_, 0));
}

Result<bool> ImportSession::write(std::vector<Action> actions, int64_t longest_minutes) {
  if (dry_run_ || actions.empty()) return true;
  actions.insert(actions.begin(), still_ours());
  NORN_ASSIGN(auto conditions, conditions_of(owner_));
  std::ranges::move(conditions, std::back_inserter(actions));
  auto longer = raise_longest(context_, owner_, meta_, longest_minutes);
  if (longer) actions.push_back(std::move(*longer));
  const auto written = apps::transact(context_.store, std::move(actions));
  if (written) {
    meta_.longest_event_minutes = std::max(meta_.longest_event_minutes, longest_minutes);
    meta_.exists = true;
    if (std::exchange(wakes_sweeps_, false)) context_.sweeps.wake();
    return true;
  }
  const apps::Refusals refusals(written.error());
  if (!refusals.by_conditions()) return std::unexpected(written.error());
  if (refusals.failed(0)) {
    return conflict(kImportOvertaken);
  }
  NORN_ASSIGN(meta_, read_owner_meta(context_, owner_));
  return false;
}

// Imports groups in order, many in a transaction. After a conflict it reads the stored events again
// and continues.
class Import {
 public:
  Import(const Context& context, const Owner& owner, OwnerMeta meta,
         const std::vector<ImportGroup>& groups, bool dry_run, ImportMode mode)
      : decider_(context, owner, meta.default_tzid, mode),
        session_(context, owner, std::move(meta), dry_run),
        context_(context),
        owner_(owner),
        groups_(groups) {}

  Result<void> run(ImportReport& report, ImportNotes& notes) {
    NORN_TRY(check_change(context_, owner_));
    NORN_ASSIGN(room_.events, events::room(context_, owner_, apps::kEventsQuota));
    NORN_ASSIGN(room_.series, events::room(context_, owner_, apps::kSeriesQuota));
    NORN_TRY(session_.begin());
    int refusals = 0;
    for (size_t done = 0; done < groups_.size();) {
      NORN_ASSIGN(const size_t next, import_from(done, report, notes));
      if (next == done && ++refusals == apps::kMaxAttempts) return apps::too_many_attempts();
      done = next;
    }
    session_.end();
    return {};
  }

  // Removes what no group is about, in a session of its own. Returns how much.
  Result<int64_t> remove_others() {
    NORN_TRY(session_.begin());
    int64_t removed = 0;
    for (int attempt = 0; attempt < apps::kMaxAttempts; ++attempt) {
      NORN_ASSIGN(const bool done, try_remove_others(removed));
      if (!done) continue;
      session_.end();
      return removed;
    }
    return apps::too_many_attempts();
  }

 private:
  // Returns false if something has changed meanwhile.
  Result<bool> try_remove_others(int64_t& removed) {
    std::unordered_set<std::string_view> uids;
    for (const ImportGroup& group : groups_) uids.insert(group.uid);
    NORN_ASSIGN(StoredEvents stored,
                read_stored(context_, owner_.id, [&uids](const std::string& uid) {
                  // As in KnownEvents: a changed occurrence without its series is an event.
                  const std::string_view text = uid;
                  return !uids.contains(text) && !uids.contains(text.substr(0, text.rfind('/')));
                }));
    std::vector<Whole> others;
    std::ranges::move(stored.events, std::back_inserter(others));
    std::ranges::move(stored.series, std::back_inserter(others));
    int64_t gathered = 0;
    const auto flush = [&]() -> Result<bool> {
      NORN_ASSIGN(const bool written, session_.write());
      if (written) removed += std::exchange(gathered, 0);
      return written;
    };
    for (const Whole& other : others) {
      const std::vector<Changes> changes = {removal_of(context_, owner_.id, other)};
      if (!session_.has_room(changes)) {
        NORN_ASSIGN(const bool written, flush());
        if (!written) return false;
      }
      NORN_ASSIGN(const bool added, session_.add(changes));
      if (!added) return false;
      ++gathered;
    }
    return flush();
  }

  // Imports groups from `first` on; returns the first one that is not imported yet.
  Result<size_t> import_from(size_t first, ImportReport& report, ImportNotes& notes) {
    NORN_ASSIGN(const KnownEvents known, KnownEvents::read(context_, owner_.id, groups_));
    std::vector<Decision> waiting;
    size_t done = first;
    size_t new_series = 0;
    QuotaRoom room = room_;
    const auto flush = [&]() -> Result<bool> {
      NORN_ASSIGN(const bool written, session_.write());
      if (!written) return false;
      done += waiting.size();
      for (Decision& decision : waiting) {
        use(room_, decision);
        add(std::move(decision), report, notes);
      }
      waiting.clear();
      return true;
    };
    for (size_t i = first; i < groups_.size(); ++i) {
      Decision decision = decider_.decide(groups_[i], known, new_series, room);
      new_series += decision.new_series;
      use(room, decision);
      const std::vector<Changes> changes = std::move(decision.changes);
      if (!session_.has_room(changes)) {
        NORN_ASSIGN(const bool written, flush());
        if (!written) return done;
      }
      NORN_ASSIGN(const bool written, session_.add(changes));
      if (!written) return done;
      waiting.push_back(std::move(decision));
    }
    NORN_TRY(flush());
    return done;
  }

  Decider decider_;
  ImportSession session_;
  const Context& context_;
  const Owner& owner_;
  const std::vector<ImportGroup>& groups_;
  QuotaRoom room_;  // After what is written.
};

}  // namespace

Result<ImportReport> import_calendar(const Context& context, const Owner& owner,
                                     std::string_view text, bool dry_run,
                                     const ImportTodos& import_todos) {
  if (text.size() > kMaxImportFileBytes) {
    return invalid("file", kImportTooLarge(text.size(), kMaxImportFileBytes));
  }
  NORN_ASSIGN(const ical::ReadCalendar read, ical::read_calendar(text));
  if (read.file.items.size() > kMaxImportedItems) {
    return invalid("file", kImportTooManyEvents(read.file.items.size(), kMaxImportedItems));
  }
  NORN_ASSIGN(OwnerMeta meta, read_owner_meta(context, owner));
  ImportNotes notes;
  for (const ical::Note& note : read.notes) notes.add(note.line, note.said);
  const ImportGroups groups = group_items(read.file, import_todos != nullptr, notes);
  ImportReport report;
  report.skipped = groups.skipped;
  Import import(context, owner, std::move(meta), groups.groups, dry_run, ImportMode::kMerge);
  NORN_TRY(import.run(report, notes));
  if (!groups.todos.empty()) NORN_TRY(import_todos(groups.todos, report, notes));
  note_kept(read, notes);
  report.notes = notes.take();
  return report;
}

Result<ReplaceReport> replace_calendar(const Context& context, const Owner& owner,
                                       const ical::ReadCalendar& read) {
  NORN_ASSIGN(OwnerMeta meta, read_owner_meta(context, owner));
  ImportNotes notes;
  const ImportGroups groups = group_items(read.file, false, notes);
  ImportReport report;
  Import import(context, owner, std::move(meta), groups.groups, false, ImportMode::kReplace);
  NORN_TRY(import.run(report, notes));
  NORN_ASSIGN(const int64_t removed, import.remove_others());
  return ReplaceReport{.created = report.created,
                       .updated = report.updated,
                       .unchanged = report.unchanged,
                       .skipped = groups.skipped + report.skipped,
                       .removed = removed};
}

}  // namespace norn::events
