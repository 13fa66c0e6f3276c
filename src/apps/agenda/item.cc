#include "apps/agenda/item.h"

#include <algorithm>
#include <array>

namespace norn::agenda {
namespace {

constexpr std::array<std::string_view, kKindCount> kKindNames = {
    "anniversary", "birthday", "blocked", "entry", "event", "stay", "task"};
constexpr std::array<std::string_view, 3> kTaskAsNames = {"due", "planned", "overdue"};

}  // namespace

std::string_view to_text(Kind kind) {
  return kKindNames[static_cast<size_t>(kind)];
}

std::optional<Kind> kind_from(std::string_view text) {
  const auto found = std::ranges::find(kKindNames, text);
  if (found == kKindNames.end()) return std::nullopt;
  return static_cast<Kind>(found - kKindNames.begin());
}

std::string_view to_text(TaskAs as) {
  return kTaskAsNames[static_cast<size_t>(as)];
}

}  // namespace norn::agenda
