#include "http/accept_encoding.h"

#include <charconv>
#include <optional>
#include <string>

#include "base/ascii.h"
#include "http/text.h"

namespace norn::http {
namespace {

// "q=0.5" (RFC 9110, 12.4.2) in thousandths; what is not one counts as a refusal.
int quality_of(std::string_view parameter) {
  if (!equals_ignoring_case(parameter.substr(0, 2), "q=")) return 1000;
  parameter.remove_prefix(2);
  if (parameter.empty() || parameter.size() > 5 || (parameter.size() > 1 && parameter[1] != '.')) {
    return 0;
  }
  std::string digits(parameter.substr(0, 1));
  if (parameter.size() > 2) digits += parameter.substr(2);
  digits.resize(4, '0');
  int thousandths = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + 4, thousandths);
  if (error != std::errc() || end != digits.data() + 4 || thousandths > 1000) return 0;
  return thousandths;
}

}  // namespace

int quality_of_coding(std::string_view accepted, std::string_view coding) {
  int of_others = 0;
  std::optional<std::string_view> list = accepted;
  while (const auto element = next_element(list, ',')) {
    std::optional<std::string_view> parts = element;
    const std::string_view name = next_element(parts, ';').value_or("");
    const auto parameter = next_element(parts, ';');
    const int quality = parameter ? quality_of(*parameter) : 1000;
    if (equals_ignoring_case(name, coding)) return quality;
    if (name == "*") of_others = quality;
  }
  return of_others;
}

}  // namespace norn::http
