#pragma once

// The types of projects and their items. An item has exactly the attributes of the design, and
// those that Norn adds (docs/data_model.md). What the design has is null where there is nothing;
// what Norn adds is left out then.
//
// The functions `*_from` read items that another program may have written. What may be missing has
// a default; kUnreadable says what is wrong with the rest. The keys are the contract, so ids are
// those of the keys. An `etag` is a hash of the item that a thing was read from. `*_attributes` are
// those that a change of the thing may write; others, of other programs, stay.
#include "apps/projects/model/activity.h"
#include "apps/projects/model/event.h"
#include "apps/projects/model/project.h"
#include "apps/projects/model/relations.h"
#include "apps/projects/model/task.h"
#include "apps/projects/model/task_parts.h"
#include "apps/projects/model/times.h"
