#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/family/access.h"
#include "apps/family/kinship.h"
#include "apps/family/people.h"

namespace norn::family {

enum class AnniversaryKind : uint8_t { kBirthday, kDeathDay, kWedding };
std::string_view to_text(AnniversaryKind kind);  // "birthday", "deathDay", "wedding"
std::optional<AnniversaryKind> anniversary_kind_from(std::string_view text);

struct AnniversaryPerson {
  SeenPerson seen;
  // What they are to the reader, "grandmother"; empty if the reader has not said who they are in
  // the tree, is this person, or is not related to them by descent or marriage.
  std::string kinship = {};
};

// A day on which something was a number of years ago.
struct Anniversary {
  Date day;
  AnniversaryKind kind = AnniversaryKind::kBirthday;
  int64_t years = 0;
  std::string tree_id;
  std::string tree_name;
  std::vector<AnniversaryPerson> people;  // One, or the two of a couple.
};

struct Anniversaries {
  std::vector<Anniversary> all;  // By day.
  bool is_cut = false;
};

struct AnniversaryQuery {
  Date from;
  Date to;  // Included.
  std::vector<AnniversaryKind> kinds = {AnniversaryKind::kBirthday, AnniversaryKind::kDeathDay,
                                        AnniversaryKind::kWedding};
  std::string language = "en";  // Of the names of kinship.
  // If there are too many, those that are nearest to this day stay; nullopt: to `from`.
  std::optional<Date> nearest_to = {};
};

constexpr int64_t kMaxAnniversaryDays = 1'200;
constexpr size_t kMaxAnniversaries = 5'000;

// The anniversaries of all trees that a person is a member of: birthdays also of the dead, weddings
// of couples who are both alive and not divorced. Only of days that are known exactly; 29 February
// is on the 28th in other years. Returns kInvalid for a range that is too long.
Result<Anniversaries> anniversaries_of(const Context& context, Kinship& kinship,
                                       const std::string& user_id, const AnniversaryQuery& query);

}  // namespace norn::family
