#pragma once

#include <string>
#include <utility>
#include <vector>

#include "apps/agenda/source.h"
#include "apps/projects/access.h"
#include "apps/projects/events/events.h"
#include "apps/projects/service.h"
#include "apps/projects/tasks/task_lists.h"

namespace norn::projects {

// The tasks that a person is assigned to and the events of their projects, for the agenda.
class ProjectAgenda final : public agenda::AgendaSource {
 public:
  ProjectAgenda(Context context, Projects& projects, TaskLists& lists, Events& events)
      : context_(std::move(context)), projects_(projects), lists_(lists), events_(events) {}

  std::string app() const override { return "projects"; }
  std::string scope() const override { return "projects:read"; }
  agenda::Kinds kinds() const override {
    return agenda::Kinds::of({agenda::Kind::kEvent, agenda::Kind::kTask});
  }
  Result<agenda::Part> items(const std::string& user_id, const agenda::Query& query) override;
  Result<std::vector<agenda::Item>> unscheduled(const std::string& user_id, size_t limit) override;
  std::vector<agenda::Watched> watched() const override;

 private:
  Context context_;
  Projects& projects_;
  TaskLists& lists_;
  Events& events_;
};

}  // namespace norn::projects
