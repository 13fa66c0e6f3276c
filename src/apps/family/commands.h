#pragma once

#include "apps/family/exchange/import_jobs.h"
#include "apps/family/reimport/reimports.h"
#include "apps/family/trees.h"
#include "apps/shared/commands.h"

namespace norn::family {

// What `norn family` asks for. Everything outlives the commands.
//
//   family-list           {"owner": e-mail, "json"?}: a line for each tree, or JSON
//   family-export         {"tree", "version", "json"?}: the file, in parts
//   family-import-begin   {"owner", "file", "size"}: the id of an upload
//   family-import-part    {"owner", "upload", "part", "content"}: a part of it, in base64
//   family-import-start   {"owner", "upload", "name", "preview"}: the id of a job
//   family-import-state   {"owner", "job"}: a JSON object with `state`, `percent`, `people`,
//                         `peopleWritten`; finished, also a `text`, the new `tree` and the `report`
//   family-import-end     {"owner", "upload"}: removes the upload, if it is still there
//   family-owner          {"tree"}: the e-mail address of its owner
//   family-compare        {"owner", "upload", "tree"}: the id of a reimport
//   family-reimport       {"owner", "tree", "reimport", "new", "changed", "conflicts"}: begins it
//   family-reimport-state {"owner", "tree", "reimport"}: as family-import-state
//   family-reimport-end   {"owner", "tree", "reimport"}: forgets it
apps::OperatorCommands operator_commands(const Context& context, Trees& trees, TreeImportJobs& jobs,
                                         TreeReimports& reimports);

}  // namespace norn::family
