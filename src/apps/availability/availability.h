#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "apps/accounts/users/users.h"
#include "apps/agenda/agenda.h"
#include "apps/agenda/preferences.h"
#include "apps/availability/intervals.h"
#include "apps/shared/company.h"
#include "apps/shared/tables.h"
#include "base/clock.h"
#include "base/error.h"
#include "store/store.h"

// When people are busy, by their agendas over all apps. Knows no app.
namespace norn::availability {

constexpr size_t kMaxPeople = 10;
constexpr int64_t kMaxDays = 31;
constexpr size_t kMaxSlots = 10;
constexpr size_t kMaxListedPeople = 500;
constexpr int64_t kMinSlotMinutes = 5;
constexpr int64_t kMaxSlotMinutes = 1'440;

// Who may see when a person is busy: nobody, or those who are members of something with them.
enum class SharedWith : uint8_t { kNobody, kMembers };
std::string_view to_text(SharedWith shared_with);  // "nobody"
std::optional<SharedWith> shared_with_from(std::string_view text);

struct BusyRequest {
  std::vector<std::string> people;
  Date from;  // The first and the last day,
  Date to;
  std::string tzid = {};  // in this zone; empty: the caller's own.
};

struct BusyPerson {
  std::string user_id;
  // Whether the caller may see it. False, too, for ids that nobody has, and for another person
  // whose agenda cannot be read.
  bool shares = false;
  std::vector<Interval> busy = {};
};

// Somebody who shares something with the caller.
struct Companion {
  std::string user_id;
  std::string name;
  bool shares = false;
};

struct Busy {
  std::string tzid;
  ical::TimeZone zone = ical::TimeZone::utc();
  std::vector<BusyPerson> people = {};
};

struct Slots {
  std::string tzid;
  ical::TimeZone zone = ical::TimeZone::utc();
  std::vector<Interval> slots = {};
  std::vector<std::string> not_shared = {};  // User ids.
};

// Shows when people are busy, and never with what. May block; safe from any thread.
class Availability final : public accounts::UserHook {
 public:
  // What is handed in outlives it.
  Availability(store::Store& store, apps::TableNames tables, const Clock& clock,
               accounts::Users& users, agenda::Agenda& agenda,
               agenda::AgendaPreferences& preferences, std::vector<apps::Company*> company)
      : store_(store),
        tables_(std::move(tables)),
        clock_(clock),
        users_(users),
        agenda_(agenda),
        preferences_(preferences),
        company_(std::move(company)) {}

  Result<SharedWith> shared_with(const std::string& user_id);
  // Returns kNotFound if the account does not exist.
  Result<void> set_shared_with(const std::string& user_id, SharedWith shared_with);

  // Those who share something with the caller, by name, kMaxListedPeople at most.
  Result<std::vector<Companion>> people(const std::string& user_id);
  // When people are busy, each once, in the order in which they are asked for. People see
  // themselves. What they have hidden in their agenda does not count. Returns kInvalid of "people",
  // "to" and "zone".
  Result<Busy> busy(const std::string& user_id, const BusyRequest& request);
  // The first times in which the caller and all of the people who share with them are free.
  // `request` names the people and days; of `wanted` the rest counts.
  Result<Slots> slots(const std::string& user_id, const BusyRequest& request, SlotRequest wanted);

  Result<bool> end_access(const std::string& user_id, int64_t until_ms) override;
  Result<std::vector<accounts::Action>> on_delete(const accounts::User& user) override;

 private:
  // The ids of those who share something with the person, who is among them.
  Result<std::set<std::string>> company_of(const std::string& user_id);
  Result<std::vector<Interval>> busy_times(const std::string& user_id, const BusyRequest& request,
                                           const Interval& bounds);

  store::Store& store_;
  const apps::TableNames tables_;
  const Clock& clock_;
  accounts::Users& users_;
  agenda::Agenda& agenda_;
  agenda::AgendaPreferences& preferences_;
  const std::vector<apps::Company*> company_;
};

}  // namespace norn::availability
