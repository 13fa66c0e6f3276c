#include "apps/projects/app.h"

#include "apps/projects/agenda.h"
#include "apps/projects/bell/notifications.h"
#include "apps/projects/bell/ringer.h"
#include "apps/projects/checks.h"
#include "apps/projects/demo.h"
#include "apps/projects/inspection.h"
#include "apps/projects/live_feed.h"
#include "apps/projects/members/project_sharing.h"
#include "apps/projects/meter.h"
#include "apps/projects/person_files.h"
#include "apps/projects/routes/routes.h"
#include "apps/projects/search.h"
#include "apps/projects/sentences.h"
#include "apps/projects/service.h"
#include "apps/projects/statistics.h"
#include "apps/shared/kept_replies.h"
#include "apps/sharing/members.h"

namespace norn::projects {

struct ProjectsApp::Services {
  explicit Services(const apps::Environment& environment)
      : context(environment.context),
        kept_boards(context.store, context.tables.projects(), environment.kept_bytes, board_of) {}

  Context context;
  Projects projects{context};
  ProjectSharing sharing{context};
  sharing::Members members{context, sharing};
  Tasks tasks{context};
  TaskLists lists{context};
  Tags tags{context};
  Comments comments{context};
  Events events{context};
  Activities activities{context};
  ProjectBin bin{context};
  ProjectImports imports{context};
  apps::KeptReplies kept_boards;
  ProjectChanges changes{context};
  ProjectInspector inspector{context};
  ProjectMeter meter{context};
  EventUpkeep event_upkeep{context};
  TaskUpkeep task_upkeep{context};
  FileUpkeep file_upkeep{context};
  Notifications notifications{context};
  BellChanges bell_changes{context, notifications};
  Ringer ringer{context};
  SearchUpkeep search_upkeep{context};
  ProjectSearch search{context};
  ProjectAgenda agenda{context, projects, lists, events};
  StatisticsCounter statistics_counter{context};
  Statistics statistics{context};
};

ProjectsApp::ProjectsApp() = default;
ProjectsApp::~ProjectsApp() = default;

std::vector<apps::Table> ProjectsApp::tables(const apps::TableNames& names) const {
  store::CreateTableRequest table = apps::single_table(names.projects());
  apps::add_index(table, "GSI1", "GSI1PK", "GSI1SK");
  apps::add_index(table, "GSI2", "GSI2PK", "GSI2SK");
  return {{.schema = std::move(table)}};
}

std::vector<apps::Scope> ProjectsApp::scopes() const {
  return {{"projects:read",
           {"project", "project-member", "project-task", "project-event", "project-tag",
            "task-comment", "task-attachment", "notification", "reminder"}},
          {"projects:write"}};
}

Sentences ProjectsApp::sentences() const {
  return kSentences;
}

void ProjectsApp::open(const apps::Environment& environment) {
  services_ = std::make_unique<Services>(environment);
}

std::vector<accounts::UserHook*> ProjectsApp::people() {
  return {&services_->members, &services_->notifications};
}

std::vector<live::Feed*> ProjectsApp::feeds() {
  return {&services_->changes, &services_->bell_changes};
}

std::vector<apps::Inspector*> ProjectsApp::inspectors() {
  return {&services_->inspector};
}

std::vector<apps::Meter*> ProjectsApp::meters() {
  return {&services_->meter};
}

search::Searcher* ProjectsApp::search() {
  return &services_->search;
}

agenda::AgendaSource* ProjectsApp::agenda() {
  return &services_->agenda;
}

std::vector<apps::Company*> ProjectsApp::company() {
  return {&services_->members};
}

std::vector<apps::PersonKeys> ProjectsApp::person_keys(const apps::TableNames& names) const {
  return {{.table = names.projects(),
           .prefixes = {"USER#", "MEMBER#"},
           .attributes = {"userId", "ownerId", "assigneeId", "mentions", "createdBy", "updatedBy"},
           .owner_attribute = "ownerId",
           .member_prefix = "MEMBER#"}};
}

std::vector<std::unique_ptr<apps::Check>> ProjectsApp::checks(const apps::Context& context) const {
  return checks_of_projects(context);
}

Result<void> ProjectsApp::add_person_files(const std::string& user_id, apps::PersonFiles& files) {
  return projects::add_person_files(services_->context, services_->projects, services_->comments,
                                    user_id, files);
}

Result<void> ProjectsApp::demo(apps::Demo& demo) {
  Services& all = *services_;
  return add_demo({all.projects, all.members, all.tags, all.tasks, all.comments, all.events}, demo);
}

void ProjectsApp::follow(apps::TableReaders& readers) {
  readers.add(services_->event_upkeep);
  readers.add(services_->task_upkeep);
  readers.add(services_->file_upkeep);
  readers.add(services_->ringer);
  readers.add(services_->search_upkeep);
  readers.add(services_->statistics_counter);
}

void ProjectsApp::add_routes(rest::Api& api) {
  Services& all = *services_;
  projects::add_routes(api, {.projects = all.projects,
                             .members = all.members,
                             .tasks = all.tasks,
                             .lists = all.lists,
                             .tags = all.tags,
                             .comments = all.comments,
                             .events = all.events,
                             .activities = all.activities,
                             .bin = all.bin,
                             .imports = all.imports,
                             .users = all.context.users,
                             .notifications = all.notifications,
                             .statistics = all.statistics,
                             .context = all.context,
                             .kept_boards = all.kept_boards});
}

}  // namespace norn::projects
