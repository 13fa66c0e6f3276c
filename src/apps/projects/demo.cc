#include "apps/projects/demo.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/projects/model.h"
#include "ical/time_zone.h"

namespace norn::projects {
namespace {

using apps::Demo;
using apps::DemoPerson;
using std::chrono::Saturday;
using std::chrono::Thursday;

struct DemoComment {
  const DemoPerson& author;
  std::string text;
  std::vector<std::string> mentions = {};
};

// Planned work on a day, on the clocks of the people.
struct DemoPlan {
  Date day;
  int hour;
  int hours;
};

struct DemoTask {
  std::string title;
  TaskStatus status;
  std::optional<std::string> assignee_id = {};
  std::optional<Date> due = {};
  Priority priority = Priority::kMedium;
  std::string tag = {};
  std::optional<std::string> description = {};
  std::vector<std::string> checklist = {};  // The first one is done.
  std::string waits_for = {};               // The title of a task before it.
  std::string part_of = {};                 // Likewise.
  std::optional<DemoPlan> plan = {};
  std::string repeats = {};
  std::vector<DemoComment> comments = {};
};

struct DemoProjectMember {
  const DemoPerson& person;
  Role role;
};

struct DemoProject {
  ProjectInput input;
  const DemoPerson& owner;
  std::vector<DemoProjectMember> members;
  std::vector<TagInput> tags;
  std::vector<DemoTask> tasks;
  std::vector<EventInput> events;
};

// A due date that stands for the whole day, and the first second of a day.
std::string end_of(Date day) {
  return date_text(day) + "T23:59:59Z";
}
std::string begin_of(Date day) {
  return date_text(day) + "T00:00:00Z";
}

std::vector<DemoTask> kitchen_tasks(const Demo& demo) {
  const auto& clara = demo.clara;
  const auto& daniel = demo.daniel;
  const auto& thomas = demo.thomas;
  return {
      {.title = "Measure the room",
       .status = TaskStatus::kDone,
       .assignee_id = daniel.id,
       .due = demo.in_days(-20)},
      {.title = "Choose the cupboards",
       .status = TaskStatus::kDone,
       .assignee_id = clara.id,
       .due = demo.in_days(-9),
       .tag = "shopping"},
      {.title = "New sockets behind the worktop",
       .status = TaskStatus::kReview,
       .assignee_id = thomas.id,
       .due = demo.in_days(-1),
       .priority = Priority::kHigh,
       .tag = "electrics",
       .comments = {{thomas,
                     "Four double sockets are in. Please check the height, "
                     "@Daniel Morgan.",
                     {daniel.id}},
                    {daniel, "Looks good. I will test them with the meter tomorrow."}}},
      {.title = "Take down the old cupboards",
       .status = TaskStatus::kInProgress,
       .assignee_id = daniel.id,
       .due = demo.in_days(1),
       .priority = Priority::kHigh,
       .tag = "carpentry",
       .checklist = {"Empty them", "Turn off the water", "Unscrew the wall units",
                     "Take everything to the tip"},
       .plan = DemoPlan{demo.on(Saturday), 10, 4}},
      {.title = "Fit the cupboards",
       .status = TaskStatus::kTodo,
       .assignee_id = thomas.id,
       .due = demo.in_days(9),
       .tag = "carpentry",
       .description = "The plan hangs on the fridge. **Level first, then fix.**",
       .waits_for = "Take down the old cupboards"},
      {.title = "Lend a spirit level",
       .status = TaskStatus::kTodo,
       .assignee_id = thomas.id,
       .part_of = "Fit the cupboards"},
      {.title = "Order the worktop",
       .status = TaskStatus::kInProgress,
       .assignee_id = clara.id,
       .due = demo.today,
       .priority = Priority::kUrgent,
       .tag = "shopping",
       .comments = {{clara, "The oak one takes three weeks, the ash one ten days."}}},
      {.title = "Paint the walls",
       .status = TaskStatus::kTodo,
       .due = demo.in_days(16),
       .description = "Lily wants *any colour but white*.",
       .waits_for = "Fit the cupboards"},
      {.title = "Water the herbs",
       .status = TaskStatus::kTodo,
       .assignee_id = clara.id,
       .due = demo.in_days(2),
       .priority = Priority::kLow,
       .repeats = "FREQ=DAILY;INTERVAL=3"},
      {.title = "Invite everyone to the first dinner", .status = TaskStatus::kTodo},
  };
}

DemoProject kitchen(const Demo& demo) {
  const auto& clara = demo.clara;
  const auto& daniel = demo.daniel;
  const auto& thomas = demo.thomas;
  return {
      .input = {.name = "New kitchen",
                .description = "Everything until we can cook again.",
                .color = "#EF4444"},
      .owner = daniel,
      .members = {{clara, Role::kOwner}, {thomas, Role::kMember}, {demo.margaret, Role::kViewer}},
      .tags = {{"electrics", "#F59E0B"}, {"carpentry", "#84CC16"}, {"shopping", "#3B82F6"}},
      .tasks = kitchen_tasks(demo),
      .events = {{.title = "Plumber",
                  .description = "Connects sink and dishwasher.",
                  .start_date = begin_of(demo.in_days(12)),
                  .end_date = begin_of(demo.in_days(12)),
                  .all_day = true}}};
}

std::vector<DemoTask> website_tasks(const Demo& demo) {
  const auto& clara = demo.clara;
  const auto& priya = demo.priya;
  const auto& jonas = demo.jonas;
  const auto& mei = demo.mei;
  return {
      {.title = "Interview six stallholders",
       .status = TaskStatus::kDone,
       .assignee_id = priya.id,
       .due = demo.in_days(-24),
       .tag = "content"},
      {.title = "Sketch the start page",
       .status = TaskStatus::kDone,
       .assignee_id = mei.id,
       .due = demo.in_days(-12),
       .tag = "design"},
      {.title = "Set up the test server",
       .status = TaskStatus::kDone,
       .assignee_id = jonas.id,
       .due = demo.in_days(-10),
       .tag = "code"},
      {.title = "Map of the stalls",
       .status = TaskStatus::kInProgress,
       .assignee_id = jonas.id,
       .due = demo.in_days(3),
       .priority = Priority::kHigh,
       .tag = "code",
       .checklist = {"Outline of the square", "Numbers of the stalls", "Search",
                     "Works on a phone"},
       .plan = DemoPlan{demo.on(Thursday), 13, 3},
       .comments = {{jonas,
                     "The outline is done. @Mei Chen, can I have the icons as SVG?",
                     {mei.id}},
                    {mei, "On the server, folder `icons`."}}},
      {.title = "Colours and type",
       .status = TaskStatus::kReview,
       .assignee_id = mei.id,
       .due = demo.in_days(-1),
       .tag = "design",
       .comments = {{clara, "I like the green. Is the contrast enough for small text?"}}},
      {.title = "Texts for the opening hours",
       .status = TaskStatus::kInProgress,
       .assignee_id = priya.id,
       .due = demo.in_days(-3),
       .priority = Priority::kHigh,
       .tag = "content"},
  };
}

// Those that are not begun.
std::vector<DemoTask> next_website_tasks(const Demo& demo) {
  const auto& clara = demo.clara;
  const auto& priya = demo.priya;
  const auto& mei = demo.mei;
  return {
      {.title = "Proof-read all texts",
       .status = TaskStatus::kTodo,
       .assignee_id = clara.id,
       .due = demo.in_days(5),
       .tag = "content",
       .waits_for = "Texts for the opening hours"},
      {.title = "Photos of every stall",
       .status = TaskStatus::kTodo,
       .assignee_id = mei.id,
       .due = demo.in_days(8),
       .tag = "content"},
      {.title = "Ask stallholders for permission",
       .status = TaskStatus::kTodo,
       .assignee_id = priya.id,
       .due = demo.in_days(4),
       .part_of = "Photos of every stall"},
      {.title = "Test with three visitors",
       .status = TaskStatus::kTodo,
       .assignee_id = clara.id,
       .due = demo.in_days(13),
       .waits_for = "Map of the stalls"},
      {.title = "Weekly note to the committee",
       .status = TaskStatus::kTodo,
       .assignee_id = clara.id,
       .due = demo.on(Thursday, demo.on(Thursday) < demo.today ? 1 : 0),
       .repeats = "FREQ=WEEKLY;BYDAY=TH"},
      {.title = "Name for the newsletter", .status = TaskStatus::kTodo, .priority = Priority::kLow},
  };
}

DemoProject website(const Demo& demo) {
  const auto& clara = demo.clara;
  const auto& priya = demo.priya;
  const auto& jonas = demo.jonas;
  const auto& mei = demo.mei;
  std::vector<DemoTask> tasks = website_tasks(demo);
  for (DemoTask& task : next_website_tasks(demo)) tasks.push_back(std::move(task));
  return {.input = {.name = "Riverside Market website",
                    .description = "Stalls, opening hours and a map, before the spring season.",
                    .color = "#8B5CF6"},
          .owner = clara,
          .members = {{priya, Role::kAdmin},
                      {jonas, Role::kMember},
                      {mei, Role::kMember},
                      {demo.daniel, Role::kViewer}},
          .tags = {{"design", "#EC4899"}, {"content", "#10B981"}, {"code", "#3B82F6"}},
          .tasks = std::move(tasks),
          .events = {{.title = "Presentation to the committee",
                      .start_date = begin_of(demo.in_days(18)),
                      .end_date = begin_of(demo.in_days(18)),
                      .all_day = true},
                     {.title = "The website goes live",
                      .start_date = begin_of(demo.in_days(32)),
                      .end_date = begin_of(demo.in_days(32)),
                      .all_day = true}}};
}

class ProjectDemo {
 public:
  ProjectDemo(const DemoServices& services, const Demo& demo, ical::TimeZone zone)
      : services_(services), demo_(demo), zone_(std::move(zone)) {}

  Result<void> add(const DemoProject& project) {
    const std::string& owner = project.owner.id;
    NORN_ASSIGN(const Access made, services_.projects.create(owner, project.input, {}));
    const std::string& id = made.project.id;
    for (const DemoProjectMember& member : project.members) {
      NORN_TRY(services_.members.invite(owner, id, member.person.email,
                                        std::string(to_text(member.role))));
    }
    for (const TagInput& input : project.tags) {
      NORN_ASSIGN(const Tag tag, services_.tags.create(owner, id, input, {}));
      ids_[tag.name] = tag.id;
    }
    for (const DemoTask& task : project.tasks) NORN_TRY(add_task(owner, id, task));
    for (const EventInput& event : project.events) {
      NORN_TRY(services_.events.create(owner, id, event, {}));
    }
    return {};
  }

 private:
  Result<void> add_task(const std::string& owner, const std::string& project_id,
                        const DemoTask& task) {
    TaskInput input{.title = task.title,
                    .description = task.description,
                    .status = task.status,
                    .priority = task.priority,
                    .assignee_id = task.assignee_id};
    if (task.due) input.due_date = end_of(*task.due);
    if (!task.tag.empty()) input.tag_ids = {ids_[task.tag]};
    if (!task.waits_for.empty()) input.blocked_by = {ids_[task.waits_for]};
    if (!task.part_of.empty()) input.parent_id = ids_[task.part_of];
    for (const std::string& text : task.checklist) {
      const size_t number = input.checklist.size() + 1;
      input.checklist.push_back({.id = std::to_string(number), .text = text, .done = number == 1});
    }
    if (task.plan) {
      input.planned_start = instant_of(task.plan->day, task.plan->hour);
      input.planned_end = instant_of(task.plan->day, task.plan->hour + task.plan->hours);
    }
    if (!task.repeats.empty()) {
      input.repeat = Repeat{.rule = task.repeats, .time_zone = demo_.zone};
    }
    NORN_ASSIGN(const Task made, services_.tasks.create(owner, project_id, input, {}));
    ids_[task.title] = made.id;
    for (const DemoComment& comment : task.comments) {
      NORN_TRY(services_.comments.create(comment.author.id, made.id,
                                         {.text = comment.text, .mentions = comment.mentions}, {}));
    }
    return {};
  }

  std::string instant_of(Date day, int hour) const {
    const std::chrono::sys_seconds local = day + std::chrono::hours(hour);
    return timestamp_s(zone_.utc_of(local.time_since_epoch().count()) * kMsPerSecond);
  }

  const DemoServices& services_;
  const Demo& demo_;
  const ical::TimeZone zone_;
  std::map<std::string, std::string> ids_;  // Of tags by name and of tasks by title.
};

}  // namespace

Result<void> add_demo(const DemoServices& services, const Demo& demo) {
  NORN_ASSIGN(ical::TimeZone zone, ical::TimeZone::find(demo.zone));
  ProjectDemo projects(services, demo, std::move(zone));
  NORN_TRY(projects.add(kitchen(demo)));
  return projects.add(website(demo));
}

}  // namespace norn::projects
