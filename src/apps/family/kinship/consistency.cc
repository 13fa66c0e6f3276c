#include "apps/family/kinship/consistency.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <tuple>
#include <utility>

namespace norn::family {
namespace {

constexpr std::array<std::string_view, 14> kCodeTexts = {
    "ownAncestor",           "deathBeforeBirth", "tooOld",          "parentBornAfterChild",
    "parentTooYoung",        "motherTooOld",     "fatherTooOld",    "bornAfterMothersDeath",
    "bornAfterFathersDeath", "siblingsTooClose", "marriedTooYoung", "marriedAfterDeath",
    "eventBeforeBirth",      "eventAfterDeath",
};
// Children of one mother whose births are compared.
constexpr size_t kMaxChildrenCompared = 200;
// Days that are known less exactly than this make no warning: the middle of a century says nothing.
constexpr int64_t kMaxLikelyDays = 4 * 366;
// And of siblings, where all is about months.
constexpr int64_t kMaxLikelySiblingDays = 62;

// 365.2425 days on average.
constexpr int64_t days_of_years(int64_t years) {
  return years * 3'652'425 / 10'000;
}

int64_t years_of_days(int64_t days) {
  return days * 10'000 / 3'652'425;
}

// Days from one event to another: not fewer than `least`, not more than `most`, as far as known;
// and `middle` if both are known well enough to guess.
struct Gap {
  std::optional<int64_t> least;
  std::optional<int64_t> most;
  std::optional<int64_t> middle;
};

// Other programs can write any year; so far away, sums of days are still small numbers.
std::optional<int64_t> sane_day(std::optional<int64_t> day) {
  constexpr int64_t kFarthestDay = 10'000'000;
  if (day && (*day < -kFarthestDay || *day > kFarthestDay)) return std::nullopt;
  return day;
}

std::optional<int64_t> middle_of(const DayBounds& day, int64_t most_days) {
  if (!day.earliest || !day.latest) return std::nullopt;
  if (*day.latest - *day.earliest > most_days) return std::nullopt;
  return *day.earliest + (*day.latest - *day.earliest) / 2;
}

Gap gap_between(const DayBounds& from, const DayBounds& to, int64_t most_days = kMaxLikelyDays) {
  Gap result;
  if (from.latest && to.earliest) result.least = *to.earliest - *from.latest;
  if (from.earliest && to.latest) result.most = *to.latest - *from.earliest;
  const auto from_middle = middle_of(from, most_days);
  const auto to_middle = middle_of(to, most_days);
  if (from_middle && to_middle) result.middle = *to_middle - *from_middle;
  return result;
}

// What is wrong with a gap, and how many days it has.
struct WrongGap {
  Certainty certainty = Certainty::kCertain;
  int64_t days = 0;
};

std::optional<WrongGap> longer_than(const Gap& gap, int64_t days) {
  if (gap.least && *gap.least > days) return WrongGap{Certainty::kCertain, *gap.least};
  if (gap.middle && *gap.middle > days) return WrongGap{Certainty::kLikely, *gap.middle};
  return std::nullopt;
}

std::optional<WrongGap> shorter_than(const Gap& gap, int64_t days) {
  if (gap.most && *gap.most < days) return WrongGap{Certainty::kCertain, *gap.most};
  if (gap.middle && *gap.middle < days) return WrongGap{Certainty::kLikely, *gap.middle};
  return std::nullopt;
}

struct Life {
  DayBounds birth;
  DayBounds death;
};

class ConsistencyCheck {
 public:
  ConsistencyCheck(const FamilyGraph& graph, std::span<const LifeDates> people)
      : graph_(graph), lives_(graph.size()) {
    for (const LifeDates& dates : people) {
      if (const auto person = graph.find(dates.id)) {
        lives_[*person] = {cleaned(dates.birth), cleaned(dates.death)};
      }
    }
  }

  ConsistencyReport run(std::span<const MarriageDates> marriages,
                        std::span<const LifeEvent> events) && {
    check_cycles();
    for (PersonIndex person = 0; person < graph_.size(); ++person) {
      check_life(person);
      for (const ParentEdge& edge : graph_.parents(person)) {
        if (edge.kind == ParentKind::kBiological) check_parent(edge.person, person);
      }
      if (graph_.gender(person) == Gender::kFemale) check_siblings(person);
    }
    for (const MarriageDates& dates : marriages) check_marriage(dates);
    for (const LifeEvent& event : events) check_event(event);
    std::ranges::stable_sort(report_.findings, {}, [](const Finding& finding) {
      return std::pair(finding.code, finding.certainty);
    });
    return std::move(report_);
  }

 private:
  // Without what makes no sense.
  static DayBounds cleaned(const DayBounds& day) {
    const DayBounds result{sane_day(day.earliest), sane_day(day.latest)};
    const bool is_reversed = result.earliest && result.latest && *result.latest < *result.earliest;
    return is_reversed ? DayBounds{} : result;
  }

  void add(FindingCode code, Certainty certainty, const std::vector<PersonIndex>& people,
           std::vector<FindingParameter> parameters = {}) {
    if (report_.findings.size() >= kMaxFindings) {
      report_.is_cut = true;
      return;
    }
    Finding finding{code, certainty, {}, std::move(parameters)};
    for (const PersonIndex person : people) finding.people.emplace_back(graph_.id(person));
    report_.findings.push_back(std::move(finding));
  }

  void add_days(FindingCode code, const std::optional<WrongGap>& wrong,
                std::initializer_list<PersonIndex> people) {
    if (wrong) add(code, wrong->certainty, people, {{"days", std::to_string(wrong->days)}});
  }

  void add_years(FindingCode code, const std::optional<WrongGap>& wrong,
                 std::initializer_list<PersonIndex> people) {
    if (!wrong) return;
    add(code, wrong->certainty, people, {{"years", std::to_string(years_of_days(wrong->days))}});
  }

  void check_life(PersonIndex person) {
    const Gap life = gap_between(lives_[person].birth, lives_[person].death);
    if (const auto wrong = shorter_than(life, 0)) {
      add(FindingCode::kDeathBeforeBirth, wrong->certainty, {person});
      return;
    }
    add_years(FindingCode::kTooOld, longer_than(life, days_of_years(kMaxAgeYears + 1) - 1),
              {person});
  }

  void check_parent(PersonIndex parent, PersonIndex child) {
    const DayBounds& birth = lives_[child].birth;
    const Gap age = gap_between(lives_[parent].birth, birth);
    if (const auto wrong = shorter_than(age, 0)) {
      add(FindingCode::kParentBornAfterChild, wrong->certainty, {parent, child});
    } else {
      add_years(FindingCode::kParentTooYoung, shorter_than(age, days_of_years(kMinParentYears)),
                {parent, child});
    }
    const Gap after_death = gap_between(lives_[parent].death, birth);
    if (graph_.gender(parent) == Gender::kFemale) {
      add_years(FindingCode::kMotherTooOld,
                longer_than(age, days_of_years(kMaxMotherYears + 1) - 1), {parent, child});
      add_days(FindingCode::kBornAfterMothersDeath, longer_than(after_death, 0), {parent, child});
    } else {
      add_years(FindingCode::kFatherTooOld,
                longer_than(age, days_of_years(kMaxFatherYears + 1) - 1), {parent, child});
      add_days(FindingCode::kBornAfterFathersDeath, longer_than(after_death, kMaxDaysAfterFather),
               {parent, child});
    }
  }

  // Neighbors by birth are enough: if two others are too close, so are those between them.
  void check_siblings(PersonIndex mother) {
    std::vector<PersonIndex> children;
    for (const ParentEdge& edge : graph_.children(mother)) {
      const DayBounds& birth = lives_[edge.person].birth;
      if (edge.kind != ParentKind::kBiological || !birth.earliest || !birth.latest) continue;
      children.push_back(edge.person);
      if (children.size() == kMaxChildrenCompared) break;
    }
    std::ranges::sort(children, {}, [&](PersonIndex child) {
      return std::tuple(*lives_[child].birth.earliest + *lives_[child].birth.latest, child);
    });
    for (size_t i = 1; i < children.size(); ++i) {
      const PersonIndex elder = children[i - 1];
      const PersonIndex younger = children[i];
      const Gap between =
          gap_between(lives_[elder].birth, lives_[younger].birth, kMaxLikelySiblingDays);
      const auto too_short = shorter_than(between, kMinSiblingDays);
      const auto no_twins = longer_than(between, kTwinDays);
      if (!too_short || !no_twins) continue;
      const Certainty certainty = std::max(too_short->certainty, no_twins->certainty);
      const int64_t days =
          certainty == Certainty::kCertain ? too_short->days : between.middle.value_or(0);
      add_days(FindingCode::kSiblingsTooClose, WrongGap{certainty, days}, {elder, younger, mother});
    }
  }

  void check_marriage(const MarriageDates& dates) {
    const auto first = graph_.find(dates.first_id);
    const auto second = graph_.find(dates.second_id);
    if (!first || !second) return;
    const DayBounds day = cleaned(dates.marriage);
    for (const auto& [one, other] : {std::pair(*first, *second), std::pair(*second, *first)}) {
      add_years(FindingCode::kMarriedTooYoung,
                shorter_than(gap_between(lives_[one].birth, day), days_of_years(kMinMarriageYears)),
                {one, other});
      add_days(FindingCode::kMarriedAfterDeath, longer_than(gap_between(lives_[one].death, day), 0),
               {one, other});
    }
  }

  void check_event(const LifeEvent& event) {
    const auto person = graph_.find(event.person_id);
    if (!person) return;
    const DayBounds day = cleaned(event.day);
    const auto report = [&](FindingCode code, const std::optional<WrongGap>& wrong) {
      if (!wrong) return;
      add(code, wrong->certainty, {*person},
          {{"eventId", std::string(event.event_id)}, {"days", std::to_string(wrong->days)}});
    };
    report(FindingCode::kEventBeforeBirth, longer_than(gap_between(day, lives_[*person].birth), 0));
    report(FindingCode::kEventAfterDeath, longer_than(gap_between(lives_[*person].death, day), 0));
  }

  // People who descend from each other: the strongly connected components of the links to parents
  // (Tarjan's algorithm, with a stack of its own, because lines can be long).
  void check_cycles() {
    struct Frame {
      PersonIndex person;
      size_t next_parent;
    };
    constexpr uint32_t kUnseen = UINT32_MAX;
    std::vector<uint32_t> order(graph_.size(), kUnseen);
    std::vector<uint32_t> lowest(graph_.size(), 0);
    std::vector<bool> is_open(graph_.size(), false);
    std::vector<PersonIndex> open;
    std::vector<Frame> frames;
    uint32_t seen = 0;
    const auto enter = [&](PersonIndex person) {
      order[person] = lowest[person] = seen++;
      is_open[person] = true;
      open.push_back(person);
      frames.push_back({person, 0});
    };
    for (PersonIndex start = 0; start < graph_.size(); ++start) {
      if (order[start] == kUnseen) enter(start);
      while (!frames.empty()) {
        Frame& frame = frames.back();
        const PersonIndex person = frame.person;
        const auto parents = graph_.parents(person);
        if (frame.next_parent < parents.size()) {
          const PersonIndex parent = parents[frame.next_parent++].person;
          if (order[parent] == kUnseen) {
            enter(parent);
          } else if (is_open[parent]) {
            lowest[person] = std::min(lowest[person], order[parent]);
          }
          continue;
        }
        frames.pop_back();
        if (!frames.empty()) {
          const PersonIndex child = frames.back().person;
          lowest[child] = std::min(lowest[child], lowest[person]);
        }
        if (lowest[person] == order[person]) close_component(person, open, is_open);
      }
    }
  }

  void close_component(PersonIndex root, std::vector<PersonIndex>& open,
                       std::vector<bool>& is_open) {
    const auto begin = std::find(open.rbegin(), open.rend(), root).base() - 1;
    std::vector<PersonIndex> members(begin, open.end());
    open.erase(begin, open.end());
    for (const PersonIndex member : members) is_open[member] = false;
    if (members.size() == 1 && !std::ranges::binary_search(graph_.problems().own_parents, root)) {
      return;
    }
    std::ranges::sort(members);
    members.resize(std::min(members.size(), kMaxPeopleOfFinding));
    add(FindingCode::kOwnAncestor, Certainty::kCertain, members);
  }

  const FamilyGraph& graph_;
  std::vector<Life> lives_;  // By person.
  ConsistencyReport report_;
};

}  // namespace

std::string_view code_text(FindingCode code) {
  return kCodeTexts[static_cast<size_t>(code)];
}

ConsistencyReport consistency_report(const FamilyGraph& graph, std::span<const LifeDates> people,
                                     std::span<const MarriageDates> marriages,
                                     std::span<const LifeEvent> events) {
  return ConsistencyCheck(graph, people).run(marriages, events);
}

}  // namespace norn::family
