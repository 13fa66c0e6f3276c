#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/family/access.h"
#include "apps/family/people.h"

namespace norn::family {

enum class AnniversaryKind : uint8_t { kBirthday, kDeathDay, kWedding };
std::string_view to_text(AnniversaryKind kind);  // "birthday", "deathDay", "wedding"

// A day on which something was a number of years ago.
struct Anniversary {
  Date day;
  AnniversaryKind kind = AnniversaryKind::kBirthday;
  int64_t years = 0;
  std::string tree_id;
  std::string tree_name;
  std::vector<SeenPerson> people;  // One, or the two of a couple.
};

struct Anniversaries {
  std::vector<Anniversary> all;  // By day.
  bool is_cut = false;
};

constexpr int64_t kMaxAnniversaryDays = 400;
constexpr size_t kMaxAnniversaries = 5'000;

// The anniversaries of all trees that a person is a member of, from one day to another, both
// included: birthdays also of the dead, weddings of couples who are both alive and not divorced.
// Only of days that are known exactly; 29 February is on the 28th in other years. Returns kInvalid
// for a range that is too long.
Result<Anniversaries> anniversaries_of(const Context& context, const std::string& user_id,
                                       Date from, Date to);

}  // namespace norn::family
