#include "dynamodb/input.h"

#include <algorithm>
#include <limits>

namespace norn::dynamodb {

using simdjson::dom::element;

std::optional<element> Input::find(std::string_view name) const {
  std::optional<element> found;
  if (!json_) return found;
  for (const auto& field : simdjson::dom::object(json_->get_object().value_unsafe())) {
    // Of several the last counts, as in check_constraints.
    if (field.key == name && !field.value.is_null()) found = field.value;
  }
  return found;
}

std::string_view Input::text(std::string_view name) const {
  const auto found = find(name);
  return found ? found->get_string().value_unsafe() : std::string_view();
}

std::optional<int64_t> Input::integer(std::string_view name) const {
  const auto found = find(name);
  if (!found) return std::nullopt;
  int64_t whole = 0;
  if (found->get(whole) == simdjson::SUCCESS) return whole;
  // 2^63: a larger number becomes the largest possible one, which every limit refuses.
  constexpr double kTooLarge = 9223372036854775808.0;
  const double number = found->get_double().value_unsafe();
  if (number >= kTooLarge) return std::numeric_limits<int64_t>::max();
  if (number < -kTooLarge) return std::numeric_limits<int64_t>::min();
  return static_cast<int64_t>(number);
}

std::optional<int64_t> Input::time_ms(std::string_view name) const {
  const auto found = find(name);
  double seconds = 0;
  if (!found || found->get_double().get(seconds) != simdjson::SUCCESS) return std::nullopt;
  constexpr double kMs = 1000;
  constexpr double kMaxSeconds = 1e12;
  return static_cast<int64_t>(std::clamp(seconds, -kMaxSeconds, kMaxSeconds) * kMs);
}

std::optional<bool> Input::boolean(std::string_view name) const {
  const auto found = find(name);
  if (!found) return std::nullopt;
  bool truth = false;
  if (found->get(truth) == simdjson::SUCCESS) return truth;
  const std::string_view text = found->get_string().value_unsafe();
  return !text.empty() && (text[0] == 't' || text[0] == 'T');
}

Input Input::structure(std::string_view name) const {
  const auto found = find(name);
  return found ? Input(*found) : Input();
}

size_t Input::count(std::string_view name) const {
  const auto found = find(name);
  if (!found) return 0;
  return found->is_array() ? found->get_array().value_unsafe().size()
                           : found->get_object().value_unsafe().size();
}

}  // namespace norn::dynamodb
