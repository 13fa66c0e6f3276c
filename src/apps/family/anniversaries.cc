#include "apps/family/anniversaries.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <tuple>
#include <utility>

#include "apps/family/keys.h"
#include "apps/family/model/attributes.h"
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

class Collector {
 public:
  Collector(const Context& context, Date from, Date to)
      : context_(context), today_(today(context)), from_(from), to_(to) {}

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
      return std::tuple(one.day, one.kind, one.people.front().person.last_name,
                        one.people.front().person.first_name, one.people.front().person.id);
    });
    return std::move(found_);
  }

 private:
  void add_rounds(const TreeAccess& access, AnniversaryKind kind, const LifeDate& date,
                  const std::vector<const Person*>& people) {
    for (const Round& round : rounds_of(date.day, from_, to_)) {
      if (found_.all.size() == kMaxAnniversaries) {
        found_.is_cut = true;
        return;
      }
      Anniversary one = {.day = round.day,
                         .kind = kind,
                         .years = round.years,
                         .tree_id = access.tree.id,
                         .tree_name = access.tree.name,
                         .people = {}};
      for (const Person* person : people) one.people.push_back(seen_by(access, *person, today_));
      found_.all.push_back(std::move(one));
    }
  }

  const Context& context_;
  const Date today_;
  const Date from_;
  const Date to_;
  Anniversaries found_;
};

}  // namespace

std::string_view to_text(AnniversaryKind kind) {
  return name_in(kAnniversaryKinds, kind);
}

Result<Anniversaries> anniversaries_of(const Context& context, const std::string& user_id,
                                       Date from, Date to) {
  if (to < from) return invalid("to", apps::kRangeEndsBeforeStart);
  if ((to - from).count() >= kMaxAnniversaryDays) {
    return invalid("to", apps::kRangeTooLong(kMaxAnniversaryDays));
  }
  Collector collector(context, from, to);
  NORN_ASSIGN(const auto trees, trees_of(context, user_id));
  for (const TreeAccess& access : trees) NORN_TRY(collector.add(access));
  return collector.take();
}

}  // namespace norn::family
