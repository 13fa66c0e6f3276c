#pragma once

#include <functional>
#include <string>
#include <vector>

#include "apps/bookings/access.h"

namespace norn::bookings {

// Returns the settings trimmed, or kInvalid with the field that breaks a rule. Settings are checked
// as a whole, whichever of them changed, because some limit others.
Result<PlaceSettings> checked(PlaceSettings settings);

// Changes settings in place. `Places::change` may call it more than once.
using SettingsChange = std::function<void(PlaceSettings&)>;

// Places and their settings. The errors are those of base/faults.h.
class Places {
 public:
  // Registers the sweep of deleted places.
  explicit Places(Context context);

  // The creator becomes the administrator. The first place of an installation gets the keys of the
  // design. Returns kConflict if the user is in as many places as a person can be.
  Result<Access> create(const std::string& user_id, const PlaceSettings& settings,
                        const apps::Creation& creation);
  Result<std::vector<Access>> list(const std::string& user_id);
  Result<Access> get(const std::string& user_id, const std::string& place_id);
  // For administrators. Returns `version_conflict` if the place is no longer the one of `etag`.
  Result<Access> change(const std::string& user_id, const std::string& place_id,
                        const SettingsChange& change, const std::string& etag);
  // For administrators. The place disappears at once for all members; a sweep removes the rest.
  Result<void> remove(const std::string& user_id, const std::string& place_id);

 private:
  Context context_;
};

// The deletion of the place itself, for a transaction that also has `begin_place_sweep`.
Action remove_place(const Context& context, const std::string& place_id);

}  // namespace norn::bookings
