#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/bookings/access.h"

// What has become of the nights that people wish for, read from the slots.
namespace norn::bookings {

// A wish that is still one.
struct OpenWish {
  Wish wish;
  bool is_offered = false;
};

// The wishes of a place whose first night is in [from, to), by first night; all that follow without
// `to`, and of everybody without `user_id`.
Result<std::vector<Wish>> wishes_between(const Context& context, const std::string& place_id,
                                         Date from, std::optional<Date> to,
                                         const std::optional<std::string>& user_id);

// Without those of which every night is booked by who wished for it.
Result<std::vector<OpenWish>> open_wishes(const Context& context, const std::string& place_id,
                                          std::vector<Wish> wishes);

// Whether somebody else has one of the nights.
Result<bool> is_in_the_way(const Context& context, const Wish& wish);

}  // namespace norn::bookings
