#include "apps/planner/person_files.h"

#include <utility>

#include "apps/events/exchange/export.h"
#include "apps/planner/preferences.h"
#include "apps/planner/render.h"
#include "apps/planner/tasks/task_exchange.h"

namespace norn::planner {

Result<void> add_person_files(const Context& context, const std::string& user_id,
                              apps::PersonFiles& files) {
  NORN_ASSIGN(events::CalendarExport calendar,
              events::CalendarExport::begin(
                  context, {.owners = {user_id},
                            .further = {exported_tasks(context, ArchivedTasks::kWith)},
                            .name = "Planner",
                            .guests = events::ExportedGuests::kWith}));
  NORN_TRY(files.begin("planner", "planner", "ics", "events, series and tasks of the planner"));
  NORN_TRY(files.add_all(std::move(calendar)));
  NORN_ASSIGN(const Meta meta, read_meta(context, user_id));
  return files.add_file("planner", "preferences", "json", "preferences of the planner",
                        json_of(meta) + "\n");
}

}  // namespace norn::planner
