#include "apps/family/anniversaries.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <map>
#include <tuple>
#include <utility>

#include "apps/family/keys.h"
#include "apps/family/model/attributes.h"
#include "apps/family/own_person.h"
#include "apps/family/trees.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"

namespace norn::family {
namespace {

constexpr std::array<std::string_view, 3> kAnniversaryKinds = {"birthday", "deathDay", "wedding"};

// The days in the range on which a day comes round.
struct Round {
  Date day;
  int64_t years = 0;
};

std::vector<Round> rounds_of(const std::optional<std::string>& text, Date from, Date to) {
  std::vector<Round> rounds;
  const auto first = text ? parse_date(*text) : std::nullopt;
  if (!first) return rounds;
  const std::chrono::year_month_day date{*first};
  const auto year_of = [](Date day) { return std::chrono::year_month_day{day}.year(); };
  for (auto year = year_of(from); year <= year_of(to); ++year) {
    std::chrono::year_month_day same{year, date.month(), date.day()};
    // 29 February.
    if (!same.ok()) same = {year, date.month(), date.day() - std::chrono::days(1)};
    const Date day{same};
    const int64_t years = static_cast<int>(year) - static_cast<int>(date.year());
    if (day >= from && day <= to && years > 0) rounds.push_back({day, years});
  }
  return rounds;
}

// Finds the anniversaries of trees, and keeps at most kMaxAnniversaries of them.
class Collector {
 public:
  Collector(const Context& context, const AnniversaryQuery& query)
      : context_(context),
        today_(today(context)),
        query_(query),
        nearest_to_(query.nearest_to.value_or(query.from)) {}

  Result<void> add(const TreeAccess& access) {
    std::map<std::string, Person> alive;  // Who may have a wedding day.
    const auto look_at = [&](store::ItemView item) -> Result<void> {
      auto person = person_from(item);
      if (!person) return {};
      person->biography.reset();
      add_rounds(access, AnniversaryKind::kBirthday, person->birth, {&*person});
      add_rounds(access, AnniversaryKind::kDeathDay, person->death, {&*person});
      if (person->is_living(today_)) {
        std::string id = person->id;
        alive.emplace(std::move(id), *std::move(person));
      }
      return {};
    };
    NORN_TRY(visit_tree(context_, access.tree, keys::kPersonPrefix, look_at));
    return visit_tree(context_, access.tree, keys::kMarriagePrefix,
                      [&](store::ItemView item) -> Result<void> {
                        const auto couple = couple_from(item);
                        if (!couple || couple->status == CoupleStatus::kDivorced) return {};
                        const auto first = alive.find(couple->person1_id);
                        const auto second = alive.find(couple->person2_id);
                        if (first == alive.end() || second == alive.end()) return {};
                        add_rounds(access, AnniversaryKind::kWedding, couple->marriage.married,
                                   {&first->second, &second->second});
                        return {};
                      });
  }

  Anniversaries take() {
    std::ranges::sort(found_.all, {}, [](const Anniversary& one) {
      const Person& first = one.people.front().seen.person;
      return std::tuple(one.day, one.kind, first.last_name, first.first_name, first.id,
                        one.tree_id);
    });
    return std::move(found_);
  }

 private:
  int64_t distance_of(Date day) const { return std::abs((day - nearest_to_).count()); }

  void add_rounds(const TreeAccess& access, AnniversaryKind kind, const LifeDate& date,
                  const std::vector<const Person*>& people) {
    if (std::ranges::find(query_.kinds, kind) == query_.kinds.end()) return;
    for (const Round& round : rounds_of(date.day, query_.from, query_.to)) {
      const bool is_full = found_.all.size() == kMaxAnniversaries;
      found_.is_cut = found_.is_cut || is_full;
      if (is_full && distance_of(round.day) >= distance_of(found_.all.front().day)) continue;
      Anniversary one = {.day = round.day,
                         .kind = kind,
                         .years = round.years,
                         .tree_id = access.tree.id,
                         .tree_name = access.tree.name,
                         .people = {}};
      for (const Person* person : people) {
        one.people.push_back({.seen = seen_by(access, *person, today_)});
      }
      keep(std::move(one), is_full);
    }
  }

  // They are a heap with the farthest day on top, which gives way to a nearer one.
  void keep(Anniversary one, bool is_full) {
    const auto is_nearer_day = [this](const Anniversary& left, const Anniversary& right) {
      return distance_of(left.day) < distance_of(right.day);
    };
    if (is_full) {
      std::ranges::pop_heap(found_.all, is_nearer_day);
      found_.all.pop_back();
    }
    found_.all.push_back(std::move(one));
    std::ranges::push_heap(found_.all, is_nearer_day);
  }

  const Context& context_;
  const Date today_;
  const AnniversaryQuery& query_;
  const Date nearest_to_;
  Anniversaries found_;
};

// Adds what the people of a tree are to the person who the reader is in it.
Result<void> add_kinship(Kinship& kinship, const TreeAccess& access, const std::string& own_id,
                         std::string_view language, std::vector<Anniversary>& anniversaries) {
  std::vector<std::string> ids;
  for (const Anniversary& one : anniversaries) {
    if (one.tree_id != access.tree.id) continue;
    for (const AnniversaryPerson& person : one.people) ids.push_back(person.seen.person.id);
  }
  if (ids.empty()) return {};
  NORN_ASSIGN(const auto names, kinship.names(access, own_id, ids, language));
  for (Anniversary& one : anniversaries) {
    if (one.tree_id != access.tree.id) continue;
    for (AnniversaryPerson& person : one.people) {
      const auto found = names.find(person.seen.person.id);
      if (found != names.end()) person.kinship = found->second;
    }
  }
  return {};
}

}  // namespace

std::string_view to_text(AnniversaryKind kind) {
  return name_in(kAnniversaryKinds, kind);
}

std::optional<AnniversaryKind> anniversary_kind_from(std::string_view text) {
  return one_of<AnniversaryKind>(kAnniversaryKinds, text);
}

Result<Anniversaries> anniversaries_of(const Context& context, Kinship& kinship,
                                       const std::string& user_id, const AnniversaryQuery& query) {
  if (query.to < query.from) return invalid("to", apps::kRangeEndsBeforeStart);
  if ((query.to - query.from).count() >= kMaxAnniversaryDays) {
    return invalid("to", apps::kRangeTooLong(kMaxAnniversaryDays));
  }
  Collector collector(context, query);
  NORN_ASSIGN(const auto trees, trees_of(context, user_id));
  for (const TreeAccess& access : trees) NORN_TRY(collector.add(access));
  Anniversaries found = collector.take();
  NORN_ASSIGN(const auto own, own_people(context, user_id));
  for (const TreeAccess& access : trees) {
    const auto person = own.find(access.tree.id);
    if (person == own.end()) continue;
    NORN_TRY(add_kinship(kinship, access, person->second, query.language, found.all));
  }
  return found;
}

}  // namespace norn::family
