#include "apps/availability/availability.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>

#include "apps/accounts/keys.h"
#include "apps/accounts/sentences.h"
#include "apps/availability/keys.h"
#include "apps/availability/sentences.h"
#include "apps/shared/items.h"
#include "apps/shared/sentences.h"
#include "apps/shared/transaction.h"
#include "base/faults.h"
#include "base/time_text.h"
#include "base/work_budget.h"
#include "ical/civil.h"

namespace norn::availability {
namespace {

constexpr std::array<std::string_view, 2> kSharedWith = {"nobody", "members"};

store::Item shared_with_key(const std::string& user_id) {
  return apps::key_of(accounts::keys::user(user_id), keys::kPreferences);
}

// Anything else that another program wrote is nobody.
SharedWith shared_with_in(store::ItemView item) {
  return shared_with_from(apps::text_of(item, "sharedWith")).value_or(SharedWith::kNobody);
}

Result<void> check_asked(const BusyRequest& request) {
  if (request.people.empty() || request.people.size() > kMaxPeople) {
    return invalid("people", kTooManyPeople(kMaxPeople));
  }
  if (request.to < request.from) return invalid("to", apps::kRangeEndsBeforeStart);
  if ((request.to - request.from).count() >= kMaxDays) {
    return invalid("to", apps::kRangeTooLong(kMaxDays));
  }
  return {};
}

}  // namespace

std::string_view to_text(SharedWith shared_with) {
  return kSharedWith[static_cast<size_t>(shared_with)];
}

std::optional<SharedWith> shared_with_from(std::string_view text) {
  const auto* const found = std::ranges::find(kSharedWith, text);
  if (found == kSharedWith.end()) return std::nullopt;
  return static_cast<SharedWith>(found - kSharedWith.begin());
}

Result<SharedWith> Availability::shared_with(const std::string& user_id) {
  store::GetRequest request;
  request.table = tables_.norn();
  request.key = shared_with_key(user_id);
  request.consistent = true;
  NORN_ASSIGN(const auto found, store_.get(request));
  if (!found.item) return SharedWith::kNobody;
  return shared_with_in(*found.item);
}

Result<void> Availability::set_shared_with(const std::string& user_id, SharedWith shared_with) {
  store::PutRequest put;
  put.table = tables_.norn();
  put.item = store::Item::from_map({{"PK", accounts::keys::user(user_id)},
                                    {"SK", keys::kPreferences},
                                    {"entityType", "AVAILABILITY"},
                                    {"userId", user_id},
                                    {"sharedWith", to_text(shared_with)},
                                    {"updatedAt", timestamp_s(clock_.now_ms())}});
  // Otherwise nothing would ever delete it.
  store::ConditionCheck account;
  account.table = tables_.norn();
  account.key = apps::key_of(accounts::keys::user(user_id), accounts::keys::kAccount);
  account.condition = "attribute_exists(PK)";
  NORN_ASSIGN(const bool written, apps::write_all(store_, {std::move(put), std::move(account)}));
  if (!written) return not_found(accounts::kAccountNotFound);
  return {};
}

// In the person's own zone, in which their whole days and wall times are. That differs from the
// caller's by less than a day either way.
Result<std::vector<Interval>> Availability::busy_times(const std::string& user_id,
                                                       const BusyRequest& request,
                                                       const Interval& bounds) {
  using agenda::Kind;
  NORN_ASSIGN(const auto hidden, preferences_.get(user_id));
  NORN_ASSIGN(const auto page,
              agenda_.all(user_id,
                          {.from = request.from - std::chrono::days(2),
                           .to = request.to + std::chrono::days(2),
                           .kinds = agenda::Kinds::of({Kind::kEvent, Kind::kEntry, Kind::kStay})}));
  for (const agenda::Failure& failure : page.failed) {
    if (failure.owner && hidden.hides(*failure.owner)) continue;
    // There is nothing of the person in that app. Of any other, the person may seem to be free.
    if (failure.error.code != ErrorCode::kNotFound) return std::unexpected(failure.error);
  }
  std::vector<Interval> times;
  for (const agenda::Item& item : page.items) {
    if (hidden.hides(item)) continue;
    if (const auto time = busy_time_of(item, page.query.zone)) times.push_back(*time);
  }
  return merged(std::move(times), bounds);
}

Result<std::set<std::string>> Availability::company_of(const std::string& user_id) {
  std::set<std::string> company = {user_id};
  for (apps::Company* const one : company_) NORN_TRY(one->add_company_of(user_id, company));
  return company;
}

Result<std::vector<Companion>> Availability::people(const std::string& user_id) {
  NORN_ASSIGN(auto company, company_of(user_id));
  company.erase(user_id);
  NORN_ASSIGN(const auto users, users_.find_all({company.begin(), company.end()}));
  std::vector<Companion> people;
  for (const accounts::User& user : users) {
    people.push_back({.user_id = user.id, .name = user.name});
  }
  std::ranges::sort(people, {},
                    [](const Companion& one) { return std::tie(one.name, one.user_id); });
  if (people.size() > kMaxListedPeople) people.resize(kMaxListedPeople);
  std::vector<store::Item> keys;
  for (const Companion& person : people) keys.push_back(shared_with_key(person.user_id));
  NORN_ASSIGN(const auto items, apps::get_all(store_, tables_.norn(), keys));
  std::set<std::string> sharing;
  for (const store::Item& item : items) {
    if (shared_with_in(item) == SharedWith::kMembers) sharing.insert(apps::text_of(item, "PK"));
  }
  for (Companion& person : people) {
    person.shares = sharing.contains(accounts::keys::user(person.user_id));
  }
  return people;
}

Result<Busy> Availability::busy(const std::string& user_id, const BusyRequest& request) {
  NORN_TRY(check_asked(request));
  Busy result;
  // The caller's zone is that of their agenda.
  NORN_ASSIGN(const auto own, agenda_.list(user_id,
                                           {.from = request.from,
                                            .to = request.from,
                                            .tzid = request.tzid,
                                            .kinds = agenda::Kinds()},
                                           std::vector<bool>(agenda_.sources().size(), true)));
  result.tzid = own.query.tzid;
  result.zone = own.query.zone;
  const Interval bounds{result.zone.utc_of(midnight_s(request.from)),
                        result.zone.utc_of(midnight_s(request.to) + ical::kDaySeconds)};
  NORN_ASSIGN(const auto company, company_of(user_id));
  std::set<std::string_view> asked;
  for (const std::string& person : request.people) {
    if (!asked.insert(person).second) continue;
    BusyPerson& shown = result.people.emplace_back(BusyPerson{.user_id = person});
    if (!company.contains(person)) continue;
    if (person != user_id) {
      NORN_ASSIGN(const SharedWith allowed, shared_with(person));
      if (allowed == SharedWith::kNobody) continue;
    }
    auto times = busy_times(person, request, bounds);
    if (!times) {
      // What one of the others has in their agenda does not keep the caller from the rest.
      const bool is_of_other = person != user_id && fault_of(times.error()) != nullptr;
      if (!is_of_other || !WorkBudget::check()) return std::unexpected(times.error());
      continue;
    }
    shown.shares = true;
    shown.busy = *std::move(times);
  }
  return result;
}

Result<Slots> Availability::slots(const std::string& user_id, const BusyRequest& request,
                                  SlotRequest wanted) {
  NORN_TRY(check_asked(request));
  if (wanted.latest_s - wanted.earliest_s < wanted.minutes * 60) {
    return invalid("latest", kDayTooShort);
  }
  BusyRequest all = request;
  all.people.push_back(user_id);
  if (all.people.size() > kMaxPeople) {
    const auto own = std::ranges::find(request.people, user_id);
    if (own == request.people.end()) return invalid("people", kTooManyPeople(kMaxPeople - 1));
    all.people.pop_back();
  }
  NORN_ASSIGN(const Busy found, busy(user_id, all));
  Slots result{.tzid = found.tzid, .zone = found.zone};
  std::vector<Interval> times;
  for (const BusyPerson& person : found.people) {
    if (!person.shares) result.not_shared.push_back(person.user_id);
    std::ranges::copy(person.busy, std::back_inserter(times));
  }
  const Interval bounds{found.zone.utc_of(midnight_s(request.from)),
                        found.zone.utc_of(midnight_s(request.to) + ical::kDaySeconds)};
  wanted.from = request.from;
  wanted.to = request.to;
  wanted.not_before_s = clock_.now_s();
  result.slots = free_slots(merged(std::move(times), bounds), wanted, found.zone, kMaxSlots);
  return result;
}

// What was chosen later is the choice of the new owner of the account.
Result<bool> Availability::end_access(const std::string& user_id, int64_t until_ms) {
  store::DeleteRequest removal;
  removal.table = tables_.norn();
  removal.key = shared_with_key(user_id);
  removal.condition = "attribute_not_exists(updatedAt) OR updatedAt <= :until";
  removal.placeholders.values.emplace(":until", timestamp_s(until_ms));
  NORN_TRY(apps::write_all(store_, {std::move(removal)}));
  return false;
}

Result<std::vector<accounts::Action>> Availability::on_delete(const accounts::User& user) {
  store::DeleteRequest removal;
  removal.table = tables_.norn();
  removal.key = shared_with_key(user.id);
  return std::vector<accounts::Action>{std::move(removal)};
}

}  // namespace norn::availability
