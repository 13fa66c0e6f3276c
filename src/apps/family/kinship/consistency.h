#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/family/kinship/graph.h"
#include "apps/family/kinship/kinds.h"

// What in a tree cannot be right, or is not likely to be.
namespace norn::family {

inline constexpr int64_t kMinParentYears = 12;
inline constexpr int64_t kMaxMotherYears = 60;
inline constexpr int64_t kMaxFatherYears = 90;
inline constexpr int64_t kMinMarriageYears = 12;
inline constexpr int64_t kMaxAgeYears = 120;
inline constexpr int64_t kMaxDaysAfterFather =
    305;                                         // Ten months: from a father's death to a birth.
inline constexpr int64_t kTwinDays = 1;          // Twins are born around midnight as well.
inline constexpr int64_t kMinSiblingDays = 243;  // Eight months between two births.
inline constexpr size_t kMaxFindings = 1'000;
inline constexpr size_t kMaxPeopleOfFinding = 20;

struct LifeDates {
  std::string_view id;
  DayBounds birth = {};
  DayBounds death = {};
};

struct MarriageDates {
  std::string_view first_id;
  std::string_view second_id;
  DayBounds marriage = {};
};

// Anything that a living person does: a census, a baptism, a divorce. No burials.
struct LifeEvent {
  std::string_view person_id;
  std::string_view event_id;
  DayBounds day = {};
};

enum class FindingCode : uint8_t {
  kOwnAncestor,            // Everybody of a cycle, at most kMaxPeopleOfFinding.
  kDeathBeforeBirth,       // The person.
  kTooOld,                 // The person. years
  kParentBornAfterChild,   // Parent, child.
  kParentTooYoung,         // Parent, child. years
  kMotherTooOld,           // Parent, child. years
  kFatherTooOld,           // Parent, child; also parents who are neither man nor woman. years
  kBornAfterMothersDeath,  // Parent, child. days
  kBornAfterFathersDeath,  // Parent, child. days
  kSiblingsTooClose,       // Two children and their mother. days
  kMarriedTooYoung,        // The one who is too young, the other. years
  kMarriedAfterDeath,      // The one who is dead, the other. days
  kEventBeforeBirth,       // The person; eventId. days
  kEventAfterDeath,        // The person; eventId. days
};

// "ownAncestor", ...: the code as the API has it.
std::string_view code_text(FindingCode code);

enum class Certainty : uint8_t {
  kCertain,  // Wrong on whichever of the possible days things were.
  kLikely,   // Wrong if things were in the middle of what is possible.
};

struct FindingParameter {
  std::string_view name;
  std::string value;
};

struct Finding {
  FindingCode code = FindingCode::kOwnAncestor;
  Certainty certainty = Certainty::kCertain;
  std::vector<std::string> people;  // Ids, in the order that the code says.
  // Numbers are the closest to what is right that the bounds allow if the finding is certain, and
  // those of the middle days if it is likely.
  std::vector<FindingParameter> parameters;
};

struct ConsistencyReport {
  std::vector<Finding> findings;  // By code, what is certain first.
  bool is_cut = false;            // There are more than kMaxFindings.
};

// Dates of people who are not in the graph are left out. Births of the graph itself are not used.
// Who raised a child does not matter for dates: these are about biological parents.
ConsistencyReport consistency_report(const FamilyGraph& graph, std::span<const LifeDates> people,
                                     std::span<const MarriageDates> marriages,
                                     std::span<const LifeEvent> events);

}  // namespace norn::family
