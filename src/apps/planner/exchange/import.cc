#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/planner/exchange/calendar_exchange.h"
#include "apps/planner/exchange/import_decision.h"
#include "apps/planner/exchange/import_session.h"
#include "apps/planner/preferences.h"
#include "base/faults.h"

namespace norn::planner {
namespace {

constexpr size_t kMaxItems = 20'000;
constexpr size_t kMaxShownEvents = 100;
constexpr size_t kMaxShownNames = 20;

// One sentence about all that is kept for others.
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
  notes.add(0, fmt::format("Kept for other programs, but without a meaning here: {}{}.", names,
                           count > kMaxShownNames ? " and others" : ""));
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

// Takes in groups one after another, many in a transaction, and begins again with what is there by
// then when somebody else has changed it.
class Import {
 public:
  Import(const Context& context, const std::string& user_id, Meta meta,
         const std::vector<ImportGroup>& groups, bool dry_run)
      : decider_(context, user_id, meta.preferences.default_tzid),
        session_(context, user_id, std::move(meta), dry_run),
        context_(context),
        user_id_(user_id),
        groups_(groups) {}

  Result<void> run(ImportReport& report, ImportNotes& notes) {
    NORN_TRY(session_.begin());
    int refusals = 0;
    for (size_t done = 0; done < groups_.size();) {
      NORN_ASSIGN(const size_t next, take_in(done, report, notes));
      if (next == done && ++refusals == apps::kMaxAttempts) return apps::too_many_attempts();
      done = next;
    }
    session_.end();
    return {};
  }

 private:
  // From one group on, as far as it goes; returns the first that is not taken in yet.
  Result<size_t> take_in(size_t first, ImportReport& report, ImportNotes& notes) {
    NORN_ASSIGN(const KnownEvents known, KnownEvents::read(context_, user_id_));
    std::vector<Decision> waiting;
    size_t done = first;
    size_t new_series = 0;
    const auto flush = [&]() -> Result<bool> {
      NORN_ASSIGN(const bool written, session_.write());
      if (!written) return false;
      done += waiting.size();
      for (Decision& decision : waiting) add(std::move(decision), report, notes);
      waiting.clear();
      return true;
    };
    for (size_t i = first; i < groups_.size(); ++i) {
      Decision decision = decider_.decide(groups_[i], known, new_series);
      new_series += decision.new_series;
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
  const std::string& user_id_;
  const std::vector<ImportGroup>& groups_;
};

}  // namespace

Result<ImportReport> import_calendar(const Context& context, const std::string& user_id,
                                     std::string_view text, bool dry_run) {
  if (text.size() > kMaxFileBytes) {
    return invalid("file", fmt::format("The file has {} bytes; {} can be taken in at once. Divide "
                                       "it into several.",
                                       text.size(), kMaxFileBytes));
  }
  NORN_ASSIGN(const ical::ReadCalendar read, ical::read_calendar(text));
  if (read.file.items.size() > kMaxItems) {
    return invalid("file", fmt::format("The file has {} events; {} can be taken in at once. Divide "
                                       "it into several.",
                                       read.file.items.size(), kMaxItems));
  }
  NORN_ASSIGN(Meta meta, read_meta(context, user_id));
  ImportNotes notes;
  for (const ical::Note& note : read.notes) notes.add(note.line, note.text);
  const ImportGroups groups = group_items(read.file, notes);
  ImportReport report;
  report.skipped = groups.skipped;
  Import import(context, user_id, std::move(meta), groups.groups, dry_run);
  NORN_TRY(import.run(report, notes));
  note_kept(read, notes);
  report.notes = notes.take();
  return report;
}

}  // namespace norn::planner
