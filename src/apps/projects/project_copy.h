#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "apps/projects/access.h"
#include "apps/shared/sweeps.h"

// Copies what is in a project to a new one, part by part. The ids of the copies follow from those
// of the project and of the originals, so a part that is done again after a crash changes nothing.
namespace norn::projects {

constexpr std::string_view kCopySweep = "project-copy";

std::string copy_subject(const std::string& new_id, const std::string& source_id,
                         int64_t shift_days);
// The walk of the sweep through what the source has. It ends when a quota is reached, and says so
// in the activity of the new project.
Result<std::optional<apps::Sweeps::Walked>> copy_content(const Context& context,
                                                         const std::string& subject,
                                                         const std::string& from);

}  // namespace norn::projects
