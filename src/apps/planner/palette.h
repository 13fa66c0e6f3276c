#pragma once

#include <array>
#include <string_view>

namespace norn::planner {

struct NamedColor {
  std::string_view name;
  std::string_view color;
};

// The colours of the design, which are offered. Any other may be used as well.
constexpr std::array<NamedColor, 12> kPalette = {{{"slate", "#64748b"},
                                                  {"gray", "#6b7280"},
                                                  {"zinc", "#71717a"},
                                                  {"red", "#ef4444"},
                                                  {"orange", "#f97316"},
                                                  {"amber", "#f59e0b"},
                                                  {"yellow", "#eab308"},
                                                  {"lime", "#84cc16"},
                                                  {"green", "#22c55e"},
                                                  {"cyan", "#06b6d4"},
                                                  {"blue", "#3b82f6"},
                                                  {"violet", "#8b5cf6"}}};

}  // namespace norn::planner
