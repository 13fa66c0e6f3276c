#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "apps/projects/access.h"
#include "apps/shared/table_reader.h"
#include "apps/shared/tally.h"
#include "base/time_text.h"
#include "ical/time_zone.h"

// Statistics of projects. They follow from what the tasks are now, and from the activities of
// changes of their status; so counting by changes and counting anew come to the same.
namespace norn::projects {

constexpr size_t kStatusCount = 4;

// What a task or an activity adds to the statistics of its project. Days are those since 1970, in
// UTC. Small, because counting anew keeps all of them.
struct StatisticsPart {
  // Of a task:
  std::optional<TaskStatus> status = {};
  std::optional<int32_t> created_day = {};
  std::optional<int32_t> completed_day = {};  // Of one that is done.
  std::optional<int64_t> due_s = {};          // Of one that is not done.
  // Of an activity: the column that a task left and how long it was there; that a task was done and
  // is due again.
  std::optional<TaskStatus> left = {};
  int64_t seconds = 0;
  std::optional<int32_t> repeated_day = {};
};
struct PartOfProject {
  std::string project_id;
  StatisticsPart part = {};
};
// Nullopt for items that do not count.
std::optional<PartOfProject> statistics_part(store::ItemView item);

struct DayCounts {
  int64_t created = 0;
  int64_t completed = 0;
  int64_t repeated = 0;
  friend bool operator==(const DayCounts&, const DayCounts&) = default;
};

// What some parts add up to.
struct ProjectCounts {
  std::array<int64_t, kStatusCount> tasks = {};    // By status.
  std::array<int64_t, kStatusCount> stays = {};    // How often a task left the column,
  std::array<int64_t, kStatusCount> seconds = {};  // and how long they were there in all.
  std::map<int64_t, int64_t> due = {};             // Open tasks by due_s.
  std::map<int64_t, DayCounts> days = {};          // By day.

  void add(const StatisticsPart& part, int64_t sign);
  friend bool operator==(const ProjectCounts&, const ProjectCounts&) = default;
};

// Counts every change exactly once (apps::TableReader).
class StatisticsCounter final : public apps::Counter {
 public:
  explicit StatisticsCounter(Context context) : context_(std::move(context)) {}

  std::string name() const override { return "project-statistics"; }
  std::string table() const override { return context_.tables.projects(); }
  Result<std::vector<Action>> count(const std::vector<store::StreamRecord>& records) override;
  // A task that moves: two projects, two due dates, and two days in each project.
  size_t max_actions_per_change() const override { return 8; }
  // Removes what counts nothing any more, such as all of a deleted project.
  Result<void> tidy_up() override;
  void start_recount() override;
  Result<void> recount(store::ItemView item) override;
  Result<void> recount_changed(const std::vector<store::StreamRecord>& records) override;
  Result<bool> finish_recount(const Action& unmoved) override;

 private:
  using Counts = std::map<std::string, ProjectCounts>;  // By project.

  // The keys of the statistics that are stored, of these projects and of all others.
  Result<std::set<std::pair<std::string, std::string>>> stored_keys(const Counts& counts);
  std::optional<std::pair<ProjectCounts*, StatisticsPart>> counted_as(store::ItemView item);
  Result<void> remove_if_empty(const std::string& pk, const std::string& sk);
  Result<void> find_empty_projects();

  Context context_;
  std::set<std::pair<std::string, std::string>> lessened_;  // Keys of what was counted down.
  bool has_looked_for_empty_ = false;
  // While everything is counted anew: the projects, whose counts come at the end, and the parts.
  Counts recounted_;
  apps::Tally<std::pair<ProjectCounts*, StatisticsPart>> tally_;
};

// The statistics of a project, for those who may read it.
struct StatisticsView {
  std::array<int64_t, kStatusCount> tasks = {};
  int64_t overdue = 0;
  struct Column {
    int64_t stays = 0;
    std::optional<int64_t> average_seconds = {};
  };
  std::array<Column, kStatusCount> columns = {};
  struct Week {
    Date start;
    DayCounts counts;
  };
  std::vector<Week> weeks;  // In order, the current one included.
  struct Day {
    Date date;
    int64_t remaining = 0;  // Tasks that were there and not done at the end of the day.
    int64_t total = 0;
  };
  std::vector<Day> days;  // Of these weeks, until today.
};

struct StatisticsQuery {
  int64_t weeks = 12;                           // At most kMaxStatisticsWeeks.
  int week_start = 1;                           // 0 is Sunday, 1 is Monday.
  ical::TimeZone zone = ical::TimeZone::utc();  // In which a task is overdue. Days are of UTC.
};
constexpr int64_t kMaxStatisticsWeeks = 53;

// May block; safe from any thread.
class Statistics {
 public:
  explicit Statistics(Context context) : context_(std::move(context)) {}

  // A few seconds old.
  Result<StatisticsView> of_project(const std::string& user_id, const std::string& project_id,
                                    const StatisticsQuery& query);

 private:
  Result<int64_t> overdue(const std::string& project_id, const ical::TimeZone& zone);
  Result<std::map<int64_t, DayCounts>> days_since(const std::string& project_id, Date first);

  Context context_;
};

}  // namespace norn::projects
