#pragma once

#include <string>
#include <vector>

#include "apps/family/exchange/import.h"
#include "apps/family/reimport/reimport.h"
#include "gedcom/file_bytes.h"

namespace norn::family {

// Compares a tree with a file and writes the journal of the reimport, which `begun` names with its
// tree, person and file. Nothing else is written. Returns the errors of TreeImports::preview, and
// those of the watch, on whose conditions the journal is written.
Result<TreeReimport> compare_with_file(const Context& context, const Tree& tree, TreeReimport begun,
                                       const gedcom::FileBytes& file, const TreeImportWatch& watch);

}  // namespace norn::family
