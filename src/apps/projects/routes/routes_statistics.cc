#include <fmt/format.h>

#include <string>

#include "apps/projects/routes/routes.h"
#include "base/json_writer.h"

namespace norn::projects {
namespace {

constexpr int64_t kStatisticsWeeks = 12;

void append_statistics(std::string& out, const StatisticsView& view) {
  ObjectWriter object(out);
  ObjectWriter counts(object.key("counts"));
  for (size_t i = 0; i < kStatusCount; ++i) {
    counts.integer(to_text(static_cast<TaskStatus>(i)), view.tasks[i]);
  }
  counts.close();
  object.integer("overdue", view.overdue);
  ListWriter columns(object.key("columns"));
  for (size_t i = 0; i < kStatusCount; ++i) {
    ObjectWriter column(columns.next());
    column.text("status", to_text(static_cast<TaskStatus>(i)));
    column.integer("stays", view.columns[i].stays);
    if (view.columns[i].average_seconds) {
      column.integer("averageSeconds", *view.columns[i].average_seconds);
    } else {
      column.null("averageSeconds");
    }
    column.close();
  }
  columns.close();
  ListWriter weeks(object.key("weeks"));
  for (const StatisticsView::Week& week : view.weeks) {
    ObjectWriter one(weeks.next());
    one.text("start", date_text(week.start));
    one.integer("created", week.counts.created);
    one.integer("completed", week.counts.completed + week.counts.repeated);
    one.close();
  }
  weeks.close();
  ListWriter days(object.key("days"));
  for (const StatisticsView::Day& day : view.days) {
    ObjectWriter one(days.next());
    one.text("date", date_text(day.date));
    one.integer("remaining", day.remaining);
    one.integer("total", day.total);
    one.close();
  }
  days.close();
  object.close();
}

Result<void> get_statistics(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string project_id, project_of(call));
  StatisticsQuery query;
  NORN_ASSIGN(query.weeks, call.integer_query("weeks", kStatisticsWeeks, 1, kMaxStatisticsWeeks));
  NORN_ASSIGN(const int64_t week_start, call.integer_query("weekStart", 1, 0, 1));
  query.week_start = static_cast<int>(week_start);
  NORN_ASSIGN(query.zone, zone_of(call));
  NORN_ASSIGN(const auto view,
              parts.statistics.of_project(call.caller().user_id, project_id, query));
  append_statistics(call.json(), view);
  return {};
}

}  // namespace

void add_statistics_routes(rest::Api& api, const Parts& parts) {
  api.add_schema("ProjectStatistics", R"({"type":"object","additionalProperties":false,
    "description":"What there is now, and what happened. A few seconds old; days are of UTC.",
    "required":["counts","overdue","columns","weeks","days"],
    "properties":{
      "counts":{"type":"object","additionalProperties":false,
        "description":"Tasks by status.",
        "required":["TODO","IN_PROGRESS","REVIEW","DONE"],
        "properties":{"TODO":{"type":"integer"},"IN_PROGRESS":{"type":"integer"},
          "REVIEW":{"type":"integer"},"DONE":{"type":"integer"}}},
      "overdue":{"type":"integer","description":"Tasks that are not done, in the time zone."},
      "columns":{"type":"array","items":{"type":"object","additionalProperties":false,
        "description":"How long tasks were in a column before they left it.",
        "required":["status","stays","averageSeconds"],
        "properties":{"status":{"enum":["TODO","IN_PROGRESS","REVIEW","DONE"]},
          "stays":{"type":"integer"},"averageSeconds":{"type":["integer","null"]}}}},
      "weeks":{"type":"array","items":{"type":"object","additionalProperties":false,
        "required":["start","created","completed"],
        "properties":{"start":{"type":"string","format":"date"},
          "created":{"type":"integer"},"completed":{"type":"integer"}}}},
      "days":{"type":"array","items":{"type":"object","additionalProperties":false,
        "description":"The tasks at the end of a day, as far as they were not deleted.",
        "required":["date","remaining","total"],
        "properties":{"date":{"type":"string","format":"date"},
          "remaining":{"type":"integer"},"total":{"type":"integer"}}}}}})");
  api.add(
      {.method = "GET",
       .path = "/api/v1/projects/{projectId}/statistics",
       .operation = "getProjectStatistics",
       .tag = kTag,
       .summary = "Gets the statistics of a project: tasks by status, overdue ones, what was done "
                  "week by week, time in columns, and a burn-down.",
       .scope = kReadScope,
       .query = {{.name = "weeks",
                  .description = "How many weeks, the current one included.",
                  .schema =
                      fmt::format(R"({{"type":"integer","minimum":1,"maximum":{},"default":{}}})",
                                  kMaxStatisticsWeeks, kStatisticsWeeks)},
                 {.name = "weekStart",
                  .description = "0: weeks begin on Sunday. 1: on Monday.",
                  .schema = R"({"type":"integer","minimum":0,"maximum":1,"default":1})"},
                 zone_parameter()},
       .replies = {{.status = 200,
                    .description = "The statistics.",
                    .schema = "ProjectStatistics"}},
       .problems = {404},
       .handle = handled_by(parts, get_statistics)});
}

}  // namespace norn::projects
