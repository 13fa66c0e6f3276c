#pragma once

#include <string>
#include <utility>
#include <vector>

#include "apps/agenda/source.h"
#include "apps/events/agenda_items.h"
#include "apps/events/guests/invitations.h"
#include "apps/events/views/views.h"
#include "apps/planner/context.h"
#include "apps/planner/tasks/tasks.h"

namespace norn::planner {

// What a person's events have in common.
events::AgendaOrigin agenda_origin(const std::string& user_id);

// The events, occurrences and tasks of a person's planner, and the events of others that the person
// is invited to, for the agenda, in whose zone its days are.
class PlannerAgenda final : public agenda::AgendaSource {
 public:
  PlannerAgenda(Context context, Views& views, Tasks& tasks, Invitations& invitations)
      : context_(std::move(context)), views_(views), tasks_(tasks), invitations_(invitations) {}

  std::string app() const override { return "planner"; }
  std::string scope() const override { return "planner:read"; }
  agenda::Kinds kinds() const override {
    return agenda::Kinds::of({agenda::Kind::kEvent, agenda::Kind::kTask});
  }
  Result<agenda::Part> items(const std::string& user_id, const agenda::Query& query) override;
  Result<std::vector<agenda::Item>> unscheduled(const std::string& user_id, size_t limit) override;
  Result<std::optional<agenda::OwnZone>> own_zone(const std::string& user_id) override;
  std::vector<agenda::Watched> watched() const override;

 private:
  Result<void> add_events(const std::string& user_id, const agenda::Query& query,
                          agenda::Part& part);
  Result<void> add_invitations(const std::string& user_id, const agenda::Query& query,
                               agenda::Part& part);
  Result<void> add_tasks(const std::string& user_id, const agenda::Query& query,
                         agenda::Part& part);

  Context context_;
  Views& views_;
  Tasks& tasks_;
  Invitations& invitations_;
};

}  // namespace norn::planner
