#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apps/projects/exchange/import_file.h"

// Norn's own CSV: a row for each task, and its columns by name. Texts that are lists are separated
// by semicolons; a backslash in front of a semicolon or a backslash means the character itself. A
// checklist has a line for each entry, "[x] done" or "[ ] to do".
namespace norn::projects {

std::string csv_head();
// `person` is how the assignee is written.
void append_csv(std::string& out, const FileTask& task, const std::string& person);

}  // namespace norn::projects
