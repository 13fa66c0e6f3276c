#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "apps/projects/access.h"
#include "apps/shared/sweeps.h"

// What becomes of the assignments of people who leave a project, or whose account is deleted.
namespace norn::projects {

// Takes a former member off the tasks of a project, in the background.
constexpr std::string_view kUnassignSweep = "project-unassign";
std::string unassign_subject(const std::string& project_id, const std::string& user_id);
// For the transaction that removes a membership.
Action begin_unassign(const Context& context, const std::string& project_id,
                      const std::string& user_id);
// The walk of that sweep through all tasks of the person. Nothing happens to people who are members
// again.
Result<std::optional<apps::Sweeps::Walked>> unassign_former(const Context& context,
                                                            const std::string& subject,
                                                            const std::string& from);

// Removes a part of what a deleted account left: assignments and the list of what it did. Returns
// true if there may be more. Activities and comments stay, without a name.
Result<bool> forget_person(const Context& context, const std::string& user_id);

}  // namespace norn::projects
