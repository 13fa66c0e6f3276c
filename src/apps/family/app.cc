#include "apps/family/app.h"

#include <utility>

#include "apps/family/adoption.h"
#include "apps/family/agenda.h"
#include "apps/family/checks.h"
#include "apps/family/commands.h"
#include "apps/family/demo.h"
#include "apps/family/inspection.h"
#include "apps/family/live_feed.h"
#include "apps/family/members/tree_sharing.h"
#include "apps/family/meter.h"
#include "apps/family/own_person.h"
#include "apps/family/person_files.h"
#include "apps/family/photos/photo_files.h"
#include "apps/family/routes/routes.h"
#include "apps/family/search.h"
#include "apps/family/sentences.h"
#include "apps/family/trees.h"
#include "apps/sharing/members.h"
#include "pictures/worker.h"

namespace norn::family {

struct FamilyApp::Services {
  explicit Services(const apps::Environment& environment)
      : context(environment.context),
        public_trees(context, environment.accounts.admission()),
        public_origin(environment.public_origin) {}

  Context context;
  Trees trees{context};
  TreeSharing sharing{context};
  sharing::Members members{context, sharing};
  People people{context};
  Relationships relationships{context};
  Facts facts{context};
  Merges merges{context};
  pictures::PictureWorkers workers;
  Photos photos{context, [this](std::string_view bytes) { return workers.re_encode(bytes); }};
  PhotoUpkeep photo_upkeep{context};
  Kinship kinship{context};
  TreeImports imports{context};
  TreeImportJobs import_jobs{context, imports};
  TreeReimports reimports{context, import_jobs};
  FamilyChanges changes{context};
  FamilyInspector inspector{context};
  FamilyMeter meter{context};
  TreeUpkeep upkeep{context};
  SearchUpkeep search_upkeep{context};
  FamilySearch search{context};
  FamilyAgenda agenda{context, kinship};
  accounts::PersonFeed feed_links = feed_links_of(context);
  OwnPeople own_people{context};
  PublicTrees public_trees;
  std::string public_origin;
};

FamilyApp::FamilyApp() = default;
FamilyApp::~FamilyApp() = default;

std::vector<apps::Table> FamilyApp::tables(const apps::TableNames& names) const {
  store::CreateTableRequest table = apps::single_table(names.family());
  apps::add_index(table, "GSI1", "GSI1PK", "GSI1SK");
  apps::add_index(table, "GSI2", "GSI2PK", "GSI2SK");
  apps::add_index(table, "GSI3", "GSI3PK", "GSI3SK");
  return {{.schema = std::move(table)}};
}

std::vector<apps::Scope> FamilyApp::scopes() const {
  return {{"family:read",
           {"tree", "tree-member", "tree-person", "tree-relationship", "tree-fact", "tree-source",
            "reminder"}},
          {"family:write"}};
}

Sentences FamilyApp::sentences() const {
  return kSentences;
}

void FamilyApp::open(const apps::Environment& environment) {
  services_ = std::make_unique<Services>(environment);
}

std::vector<accounts::UserHook*> FamilyApp::people() {
  return {&services_->members, &services_->feed_links, &services_->own_people,
          &services_->import_jobs};
}

std::vector<live::Feed*> FamilyApp::feeds() {
  return {&services_->changes};
}

std::vector<apps::Inspector*> FamilyApp::inspectors() {
  return {&services_->inspector};
}

std::vector<apps::Meter*> FamilyApp::meters() {
  return {&services_->meter};
}

search::Searcher* FamilyApp::search() {
  return &services_->search;
}

agenda::AgendaSource* FamilyApp::agenda() {
  return &services_->agenda;
}

std::vector<apps::Company*> FamilyApp::company() {
  return {&services_->members};
}

apps::OperatorCommands FamilyApp::commands() {
  return operator_commands(services_->context, services_->trees, services_->import_jobs,
                           services_->reimports);
}

std::vector<std::unique_ptr<apps::Check>> FamilyApp::checks(const apps::Context& context) const {
  return checks_of_family(context);
}

Result<void> FamilyApp::add_person_files(const std::string& user_id, apps::PersonFiles& files) {
  return family::add_person_files(services_->context, services_->people, services_->photos, user_id,
                                  files);
}

Result<apps::PersonMove::Part> FamilyApp::adopt_part(const std::string& from, const std::string& to,
                                                     const std::optional<store::Item>& after,
                                                     bool writes) {
  return TreeAdoption(services_->context, from, to).part(after, writes);
}

Result<void> FamilyApp::demo(apps::Demo& demo) {
  Services& all = *services_;
  return add_demo({all.context, all.trees, all.members, all.people, all.relationships, all.facts},
                  demo);
}

void FamilyApp::follow(apps::TableReaders& readers) {
  readers.add(services_->upkeep);
  readers.add(services_->photo_upkeep);
  readers.add(services_->search_upkeep);
}

void FamilyApp::add_routes(rest::Api& api) {
  family::add_routes(api, {.trees = services_->trees,
                           .members = services_->members,
                           .people = services_->people,
                           .relationships = services_->relationships,
                           .facts = services_->facts,
                           .merges = services_->merges,
                           .photos = services_->photos,
                           .kinship = services_->kinship,
                           .imports = services_->imports,
                           .import_jobs = services_->import_jobs,
                           .reimports = services_->reimports,
                           .feed_links = services_->feed_links,
                           .public_trees = services_->public_trees,
                           .public_origin = services_->public_origin,
                           .context = services_->context});
}

void FamilyApp::start(const apps::Background& /*background*/) {
  services_->import_jobs.start();
}

void FamilyApp::stop() {
  services_->import_jobs.stop();
}

}  // namespace norn::family
