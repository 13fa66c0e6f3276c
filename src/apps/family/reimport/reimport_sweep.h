#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "apps/family/access.h"
#include "apps/shared/sweeps.h"

// The work of a reimport: the tree is compared with its fingerprint and what was chosen is checked,
// then the pages of the journal are written, or taken back, and at the end the tree is released.
namespace norn::family {

constexpr std::string_view kReimportSweep = "tree-reimport";
constexpr std::string_view kReimportRemovalSweep = "tree-reimport-removal";

// The subject is "<tree>/<reimport>".
Result<std::optional<apps::Sweeps::Walked>> reimport_part(const Context& context,
                                                          const std::string& subject,
                                                          const std::string& from);
// Removes the journal of a reimport. Returns kUnavailable while it runs: that is tried again.
Result<bool> sweep_reimport(const Context& context, const std::string& reimport_id);

}  // namespace norn::family
