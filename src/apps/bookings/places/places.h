#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "apps/bookings/access.h"

namespace norn::bookings {

constexpr size_t kMaxPlacesPerPerson = 100;
constexpr size_t kMaxMembersPerPlace = 200;
constexpr size_t kMaxPlaceNameCharacters = 100;
constexpr size_t kMaxDescriptionCharacters = 1'000;
constexpr size_t kMaxHouseRulesCharacters = 5'000;
constexpr size_t kMaxSeasons = 50;
constexpr size_t kMaxSeasonNameCharacters = 60;
constexpr int64_t kMaxPrice = 100'000'000;

// Checks and tidies what people choose: kInvalid of the member that is wrong.
Result<PlaceSettings> checked(PlaceSettings settings);

// Changes settings, in place. Given to `Places::change`, which may ask it more than once.
using SettingsChange = std::function<void(PlaceSettings&)>;

// Places and their settings. The errors are those of base/faults.h.
class Places {
 public:
  // Also tells the sweeps how to sweep a place.
  explicit Places(Context context);

  // Whoever makes a place is its administrator. The first place of all has the design's keys.
  Result<Access> create(const std::string& user_id, const PlaceSettings& settings,
                        const apps::Creation& creation);
  Result<std::vector<Access>> list(const std::string& user_id);
  Result<Access> get(const std::string& user_id, const std::string& place_id);
  // Administrators. `version_conflict` when it is not as `etag` says.
  Result<Access> change(const std::string& user_id, const std::string& place_id,
                        const SettingsChange& change, const std::string& etag);
  // Administrators. Gone for everybody at once; what belongs to it is swept after that.
  Result<void> remove(const std::string& user_id, const std::string& place_id);

 private:
  Context context_;
};

// For the transaction that takes a place out of sight, and for bookings that were written while it
// went: removes everything that is left over of it.
Action begin_place_sweep(const Context& context, const std::string& place_id);

}  // namespace norn::bookings
