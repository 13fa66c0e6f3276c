#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/agenda/agenda.h"
#include "apps/reminders/settings.h"
#include "apps/reminders/source.h"
#include "apps/shared/tables.h"
#include "base/clock.h"
#include "base/error.h"
#include "store/store.h"

namespace norn::reminders {

struct ListedReminder {
  Reminder reminder;
  std::optional<int64_t> snoozed_until_s = {};  // Due again at this time.
  // Whether the setting of its kind says when, and not the thing itself.
  bool is_of_kind = false;

  int64_t due_s() const { return snoozed_until_s.value_or(reminder.due_s); }
  std::string id() const;
};

// Reminders, and what they were read from, for those who keep something of it.
struct DueReminders {
  std::vector<ListedReminder> listed;
  std::vector<agenda::Dependency> dependencies = {};  // On the sources of the agenda.
  bool is_whole = true;                               // False if something was left out.
};

// The reminders of a person over all apps: of events as they say, of everything else in the agenda,
// and of events that say nothing, as the settings of its kind say. What a person did with one
// is an item of the table `norn`, with a ttl. Knows no app. May block; safe from any thread.
class Reminders {
 public:
  // All of it outlives this object.
  Reminders(store::Store& store, apps::TableNames tables, const Clock& clock,
            agenda::Agenda& agenda, std::vector<ReminderSource*> sources,
            ReminderSettings& settings)
      : store_(store),
        tables_(std::move(tables)),
        clock_(clock),
        agenda_(agenda),
        sources_(std::move(sources)),
        settings_(settings) {}

  // The reminders that are due (or due again) in [from, to) and not dismissed, in order, at most
  // kMaxListed. Those of an app that fails, and of something that cannot be read, are left out,
  // which is logged.
  Result<DueReminders> list(const std::string& user_id, int64_t from_s, int64_t to_s);
  // Returns kNotFound if the person has no such reminder: nothing is stored for arbitrary ids. Both
  // return kConflict if it is due in more than kMaxListDays.
  Result<void> dismiss(const std::string& user_id, const std::string& reminder_id);
  // From now. Returns kInvalid of "snoozeMinutes".
  Result<void> snooze(const std::string& user_id, const std::string& reminder_id, int64_t minutes);

  Result<Settings> settings(const std::string& user_id) { return settings_.get(user_id); }
  Result<Settings> change_settings(const std::string& user_id, SettingsChange change);
  // Sets the person's own minutes for something shared, or for one thing in it; nullopt: as it is
  // suggested. Returns kNotFound if the person has no such thing.
  Result<Settings> set_override(const std::string& user_id, const std::string& owner,
                                const std::string& thing_id, std::optional<Minutes> minutes);

  const std::vector<agenda::AgendaSource*>& agenda_sources() const { return agenda_.sources(); }
  // Counts what the person has snoozed and set, which the tables of the apps do not tell of. Some
  // others are counted with them.
  uint64_t changes(const std::string& user_id) const { return changes_[place_of(user_id)].load(); }

 private:
  static constexpr size_t kChangeCounts = 4'096;
  static size_t place_of(const std::string& user_id) {
    return std::hash<std::string>()(user_id) % kChangeCounts;
  }
  void count_change(const std::string& user_id) { ++changes_[place_of(user_id)]; }

  // Also adds what the person's zone was read from.
  Result<Query> query_of(const std::string& user_id, int64_t from_s, int64_t to_s,
                         std::vector<agenda::Dependency>& dependencies);
  void add_of_sources(const std::string& user_id, const Query& query,
                      std::vector<ListedReminder>& reminders, DueReminders& due);
  Result<void> add_of_kinds(const std::string& user_id, const Query& query,
                            std::vector<ListedReminder>& reminders, DueReminders& due);
  Result<std::optional<ListedReminder>> find(const std::string& user_id, const ReminderId& id,
                                             const Query& query);
  // What reminds by the settings of the kinds, whenever it is due.
  std::vector<ListedReminder> by_kinds(std::vector<agenda::Item> items, const Query& query) const;
  bool says_itself(const agenda::Item& item) const;
  Result<std::optional<ListedReminder>> find_of_kind(const std::string& user_id,
                                                     const ReminderId& id, const Query& query);
  Result<void> write_answer(const std::string& user_id, const std::string& reminder_id,
                            store::Map answer, int64_t matters_s);

  store::Store& store_;
  const apps::TableNames tables_;
  const Clock& clock_;
  agenda::Agenda& agenda_;
  const std::vector<ReminderSource*> sources_;
  ReminderSettings& settings_;
  std::array<std::atomic<uint64_t>, kChangeCounts> changes_ = {};  // By `place_of`.
};

}  // namespace norn::reminders
