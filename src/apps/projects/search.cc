#include "apps/projects/search.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "apps/projects/keys.h"
#include "apps/projects/limits.h"
#include "apps/projects/tasks/task_lists.h"
#include "apps/projects/tasks/tasks.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/text.h"
#include "base/work_budget.h"

namespace norn::projects {
namespace {

// Things that are compared with the query: in each project, and in all of them.
constexpr size_t kMaxCompared = 200;
constexpr size_t kMinComparedPerProject = 10;
constexpr size_t kMaxComparedInAll = 1'000;
constexpr size_t kComparedAtOnce = 100;
// Of which it is looked up at once whether they are in their projects, in the order of the hits.
constexpr size_t kShownAtOnce = 20;
// Projects whose members are found by their names, how many of them, and in how many projects each
// is shown.
constexpr size_t kMaxProjectsOfPeople = 50;
constexpr size_t kMaxNamedPeople = 1'000;
constexpr size_t kMaxHitsPerPerson = 3;
constexpr size_t kShownHitCharacters = 200;
constexpr size_t kMaxRelationsOfThing = 50;

using search::IndexQuery;
using search::TextPart;

// Under what a thing with these texts is found.
std::vector<std::string> words_of(const std::string& title,
                                  const std::optional<std::string>& text = std::nullopt) {
  std::vector<TextPart> parts = search::parts_of(title);
  if (text) std::ranges::move(search::parts_of(*text), std::back_inserter(parts));
  return search::index_words(parts, search::kMaxWordsPerThing);
}

// The id of the task of a comment; empty if it has none. A comment of another program may not name
// it: then the relation tells.
Result<std::string> task_of_comment(const Context& context, const std::string& comment_id,
                                    const std::string& named_task_id) {
  if (!named_task_id.empty()) return named_task_id;
  NORN_ASSIGN(const auto relations,
              indexed_keys(context, keys::comment(comment_id), keys::kTaskPrefix, 1));
  if (relations.empty()) return std::string();
  std::string task_id = keys::after(keys::kTaskPrefix, apps::text_of(relations.front(), "PK"));
  return apps::is_id(task_id) ? task_id : std::string();
}

// The projects that an event is in, by itself and by its relations.
Result<std::vector<std::string>> projects_of_event(const Context& context, const Event& event) {
  std::set<std::string> ids(event.project_ids.begin(), event.project_ids.end());
  NORN_ASSIGN(const auto relations, indexed_keys(context, keys::event(event.id),
                                                 keys::kProjectPrefix, kMaxRelationsOfThing));
  for (const store::Item& relation : relations) {
    ids.insert(keys::after(keys::kProjectPrefix, apps::text_of(relation, "PK")));
  }
  return std::vector<std::string>(ids.begin(), ids.end());
}

// What people find by words has a key of its own.
bool is_searched(const std::string& pk) {
  return pk.starts_with(keys::kProjectPrefix) || pk.starts_with(keys::kTaskPrefix) ||
         pk.starts_with(keys::kEventPrefix) || pk.starts_with(keys::kCommentPrefix);
}

std::string shown_title(const std::string& text) {
  const std::string_view first = first_characters(text, kShownHitCharacters);
  return std::string(first) + (first.size() < text.size() ? "…" : "");
}

using ProjectsById = std::map<std::string, Project>;

Result<ProjectsById> projects_to_search(const Context& context, const std::string& user_id) {
  std::vector<std::string> ids;
  NORN_TRY(visit_indexed_projects(context, user_id, [&](const std::string& id) -> Result<bool> {
    ids.push_back(id);
    return ids.size() < 2 * static_cast<size_t>(kMaxProjectsPerPerson);
  }));
  NORN_ASSIGN(auto readable, readable_projects(context, user_id, ids));
  ProjectsById projects;
  for (Project& project : readable) {
    std::string id = project.id;
    projects.emplace(std::move(id), std::move(project));
  }
  return projects;
}

// The things that the index found.
struct Candidates {
  std::map<std::string, std::vector<const Project*>> projects_by_key;
  std::vector<const Project*> may_have_more;
};

Result<Candidates> candidates_in(const search::Index& index,
                                 const std::vector<const Project*>& projects,
                                 const IndexQuery& query, search::Index::Effort effort) {
  const size_t per_project =
      std::max(kMinComparedPerProject, kMaxCompared / std::max<size_t>(1, projects.size()));
  Candidates candidates;
  size_t count = 0;
  for (const Project* const project : projects) {
    if (count >= kMaxComparedInAll) break;
    NORN_ASSIGN(const auto found, index.find(project->id, query, per_project, effort));
    for (const std::string& key : found.things) candidates.projects_by_key[key].push_back(project);
    if (found.may_be_more) candidates.may_have_more.push_back(project);
    count += found.things.size();
  }
  return candidates;
}

// The kinds of hits in the order of what matters most.
enum HitKind : int { kProjectHit, kPersonHit, kTaskHit, kEventHit, kCommentHit };

// What matches the query, what it is ordered by, and what has to be in the project if it is shown.
struct Match {
  search::Hit hit;
  HitKind kind;
  bool is_by_title = true;
  bool is_done = false;
  std::string changed_at;
  std::string project_id = {};
  std::string task_id = {};  // Of a comment, which may not name it.
};

// Where in a thing the query was found.
enum class Found : uint8_t { kNowhere, kInText, kInTitle };

// Looks into these attributes alone: most of the time of a search would go into the others, and
// into texts behind a title that says enough.
Found look_into(store::ItemView item, const char* title_name, const char* text_name,
                const IndexQuery& query) {
  std::vector<TextPart> parts = search::parts_of(apps::text_of(item, title_name));
  if (query.is_in(parts)) return Found::kInTitle;
  const auto text = apps::optional_text_of(item, text_name);
  if (!text) return Found::kNowhere;
  std::ranges::move(search::parts_of(*text), std::back_inserter(parts));
  return query.is_in(parts) ? Found::kInText : Found::kNowhere;
}

std::optional<Match> project_match(store::ItemView item, const Project& project,
                                   const IndexQuery& query) {
  const Found found = look_into(item, "name", "description", query);
  if (found == Found::kNowhere) return std::nullopt;
  return Match{.hit = {.kind = "project", .id = project.id, .title = project.name},
               .kind = kProjectHit,
               .is_by_title = found == Found::kInTitle,
               .is_done = project.status != ProjectStatus::kActive,
               .changed_at = project.updated_at,
               .project_id = project.id};
}

search::Hit::Within within(const Project& project) {
  return {"project", project.id, project.name};
}

// A task that is in a project does not name another one: as in the lists.
bool may_be_in(const std::string& project_id, const Task& task) {
  return task.project_id.empty() || task.project_id == project_id;
}

std::optional<Match> task_match(store::ItemView item, const Project& project,
                                const IndexQuery& query) {
  const Found found = look_into(item, "title", "description", query);
  if (found == Found::kNowhere) return std::nullopt;
  auto task = task_from(item);
  if (!task || !may_be_in(project.id, *task)) return std::nullopt;
  return Match{.hit = {.kind = "task",
                       .id = std::move(task->id),
                       .title = std::move(task->title),
                       .within = within(project),
                       .at = std::move(task->due_date)},
               .kind = kTaskHit,
               .is_by_title = found == Found::kInTitle,
               .is_done = task->status == TaskStatus::kDone,
               .changed_at = std::move(task->updated_at),
               .project_id = project.id};
}

std::optional<Match> event_match(store::ItemView item, const Project& project,
                                 const IndexQuery& query) {
  const Found found = look_into(item, "title", "description", query);
  if (found == Found::kNowhere) return std::nullopt;
  const auto event = event_from(item);
  if (!event) return std::nullopt;
  constexpr size_t kDayCharacters = 10;
  return Match{.hit = {.kind = "event",
                       .id = event->id,
                       .title = event->title,
                       .within = within(project),
                       .at = event->all_day ? event->start_date.substr(0, kDayCharacters)
                                            : event->start_date},
               .kind = kEventHit,
               .is_by_title = found == Found::kInTitle,
               .changed_at = event->updated_at,
               .project_id = project.id};
}

// It is shown with its task, which is read later.
std::optional<Match> comment_match(store::ItemView item, const Project& project,
                                   const IndexQuery& query) {
  const auto comment = comment_from(item);
  if (!comment || !query.is_in(search::parts_of(comment->text))) return std::nullopt;
  return Match{.hit = {.kind = "comment", .id = comment->id, .title = shown_title(comment->text)},
               .kind = kCommentHit,
               .changed_at = comment->updated_at,
               .project_id = project.id,
               .task_id = comment->task_id};
}

std::optional<Match> match_of(const std::string& key, store::ItemView item, const Project& project,
                              const IndexQuery& query) {
  if (key == keys::project(project.id)) return project_match(item, project, query);
  if (key.starts_with(keys::kTaskPrefix)) return task_match(item, project, query);
  if (key.starts_with(keys::kEventPrefix)) return event_match(item, project, query);
  if (key.starts_with(keys::kCommentPrefix)) return comment_match(item, project, query);
  return std::nullopt;
}

// Compares the candidates with the query as they are now.
Result<std::vector<Match>> matches_among(const Context& context, const Candidates& candidates,
                                         const IndexQuery& query) {
  std::vector<Match> matches;
  const auto compare = [&](store::ItemView item) -> Result<void> {
    const auto found = candidates.projects_by_key.find(apps::text_of(item, "PK"));
    if (found == candidates.projects_by_key.end()) return {};
    for (const Project* const project : found->second) {
      if (auto match = match_of(found->first, item, *project, query)) {
        matches.push_back(*std::move(match));
      }
    }
    return {};
  };
  std::vector<store::Item> wanted;
  const auto& all = candidates.projects_by_key;
  for (auto next = all.begin(); next != all.end();) {
    wanted.push_back(thing_key((next++)->first));
    if (wanted.size() < kComparedAtOnce && next != all.end()) continue;
    NORN_TRY(apps::get_each(context.store, context.tables.projects(), wanted, {}, compare));
    NORN_TRY(WorkBudget::check());
    wanted.clear();
  }
  return matches;
}

// Looks more thoroughly where there may be more only if there are fewer than `wanted`: where words
// are frequent and often together, there are enough of them without reading all of their entries.
Result<std::vector<Match>> matches_in(const Context& context, const search::Index& index,
                                      const ProjectsById& projects, const IndexQuery& query,
                                      size_t wanted) {
  using Effort = search::Index::Effort;
  std::vector<const Project*> looked_at;
  for (const auto& [id, project] : projects) looked_at.push_back(&project);
  std::vector<Match> matches;
  for (const Effort effort : {Effort::kQuick, Effort::kThorough}) {
    NORN_ASSIGN(Candidates candidates, candidates_in(index, looked_at, query, effort));
    NORN_ASSIGN(std::vector<Match> found, matches_among(context, candidates, query));
    std::ranges::move(found, std::back_inserter(matches));
    if (matches.size() >= wanted || candidates.may_have_more.empty()) break;
    looked_at = std::move(candidates.may_have_more);
    std::erase_if(matches, [&](const Match& match) {
      return std::ranges::any_of(
          looked_at, [&](const Project* project) { return project->id == match.project_id; });
    });
  }
  return matches;
}

// The relations of matches to their projects that are there, and the tasks of comments.
struct Surroundings {
  std::set<std::pair<std::string, std::string>> relations;  // Their keys.
  std::map<std::string, Task> tasks;                        // By their ids.
};

// What has to be in the project of a match; empty if it is certain.
std::string contained_key(const Match& match) {
  switch (match.kind) {
    case kTaskHit:
      return keys::task(match.hit.id);
    case kEventHit:
      return keys::event(match.hit.id);
    case kCommentHit:
      return keys::task(match.task_id);
    case kProjectHit:
    case kPersonHit:
      break;
  }
  return "";
}

Result<Surroundings> surroundings_of(const Context& context, std::span<const Match> matches) {
  std::set<std::pair<std::string, std::string>> wanted;
  for (const Match& match : matches) {
    const std::string key = contained_key(match);
    if (key.empty()) continue;
    wanted.emplace(keys::project(match.project_id), key);
    if (match.kind == kCommentHit) wanted.emplace(key, key);
  }
  std::vector<store::Item> item_keys;
  for (const auto& [pk, sk] : wanted) item_keys.push_back(apps::key_of(pk, sk));
  Surroundings there;
  NORN_TRY(apps::get_each(context.store, context.tables.projects(), item_keys, {},
                          [&](store::ItemView item) -> Result<void> {
                            std::string pk = apps::text_of(item, "PK");
                            std::string sk = apps::text_of(item, "SK");
                            if (pk != sk) {
                              there.relations.emplace(std::move(pk), std::move(sk));
                            } else if (auto task = task_from(item)) {
                              std::string id = task->id;
                              there.tasks.emplace(std::move(id), *std::move(task));
                            }
                            return {};
                          }));
  return there;
}

// Whether it is in the project. A comment gets its task.
bool belongs(Match& match, const Surroundings& there) {
  const std::string key = contained_key(match);
  if (key.empty()) return true;
  if (!there.relations.contains({keys::project(match.project_id), key})) return false;
  if (match.kind != kCommentHit) return true;
  const auto task = there.tasks.find(match.task_id);
  if (task == there.tasks.end() || !may_be_in(match.project_id, task->second)) return false;
  match.hit.within = search::Hit::Within{"task", task->first, task->second.title};
  return true;
}

// The first ones that are in their projects, which is looked up for those that would be shown.
Result<std::vector<search::Hit>> first_hits(const Context& context, std::span<Match> matches,
                                            size_t limit) {
  std::vector<search::Hit> hits;
  std::set<std::pair<HitKind, std::string>> shown;  // An event can be found in several projects.
  while (!matches.empty() && hits.size() < limit) {
    const auto next = matches.first(std::min(matches.size(), kShownAtOnce));
    matches = matches.subspan(next.size());
    for (Match& match : next) {
      if (match.kind != kCommentHit) continue;
      NORN_ASSIGN(match.task_id, task_of_comment(context, match.hit.id, match.task_id));
    }
    NORN_ASSIGN(const Surroundings there, surroundings_of(context, next));
    NORN_TRY(WorkBudget::check());
    for (Match& match : next) {
      if (hits.size() == limit) break;
      if (!belongs(match, there)) continue;
      const bool is_new = shown.emplace(match.kind, match.hit.id).second;
      if (!is_new && match.kind != kPersonHit) continue;
      hits.push_back(std::move(match.hit));
    }
  }
  return hits;
}

// The projects that somebody is in, those first that are worked on.
using Shared = std::vector<const Project*>;

void put_in_order(Shared& shared) {
  std::ranges::sort(shared, [](const Project* left, const Project* right) {
    const bool left_is_over = left->status != ProjectStatus::kActive;
    const bool right_is_over = right->status != ProjectStatus::kActive;
    return std::tie(left_is_over, right->updated_at, left->id) <
           std::tie(right_is_over, left->updated_at, right->id);
  });
}

// A person is found once in each of a few projects that both are in, where their tasks are.
Result<void> find_people(const Context& context, const ProjectsById& projects,
                         const IndexQuery& query, std::vector<Match>& found) {
  std::map<std::string, Shared> shared;  // By the ids of people.
  size_t looked_at = 0;
  for (const auto& [project_id, project] : projects) {
    if (++looked_at > kMaxProjectsOfPeople || shared.size() >= kMaxNamedPeople) break;
    NORN_ASSIGN(const auto members, members_of(context, project_id));
    for (const Membership& member : members) shared[member.user_id].push_back(&project);
  }
  std::vector<std::string> ids;
  for (const auto& [id, in] : shared) ids.push_back(id);
  NORN_ASSIGN(const auto users, context.users.find_all(ids));
  for (const accounts::User& user : users) {
    if (!query.is_in(search::parts_of(user.name))) continue;
    Shared& in = shared[user.id];
    put_in_order(in);
    if (in.size() > kMaxHitsPerPerson) in.resize(kMaxHitsPerPerson);
    for (const Project* const project : in) {
      found.push_back(
          {.hit = {.kind = "person", .id = user.id, .title = user.name, .within = within(*project)},
           .kind = kPersonHit,
           .is_done = project->status != ProjectStatus::kActive,
           .changed_at = project->updated_at,
           .project_id = project->id});
    }
  }
  return {};
}

}  // namespace

Result<void> SearchUpkeep::add(const std::string& key, const store::Item* item,
                               Things& things) const {
  // Other programs may have written a key that is too long for the index.
  if (!apps::is_id(key.substr(key.find('#') + 1))) return {};
  search::IndexedThing thing = {.thing = key};
  if (item == nullptr) {
    things.push_back(std::move(thing));
    return {};
  }
  if (key.starts_with(keys::kProjectPrefix)) {
    if (const auto project = project_from(*item)) {
      thing.groups = {project->id};
      thing.words = words_of(project->name, project->description);
    }
  } else if (key.starts_with(keys::kTaskPrefix)) {
    if (const auto task = task_from(*item)) {
      NORN_ASSIGN(std::string project_id, project_of_task(context_, *item, task->id));
      if (!project_id.empty()) thing.groups = {std::move(project_id)};
      thing.words = words_of(task->title, task->description);
    }
  } else if (key.starts_with(keys::kEventPrefix)) {
    if (const auto event = event_from(*item)) {
      NORN_ASSIGN(thing.groups, projects_of_event(context_, *event));
      thing.words = words_of(event->title, event->description);
    }
  } else if (const auto comment = comment_from(*item)) {
    NORN_ASSIGN(const std::string task_id,
                task_of_comment(context_, comment->id, comment->task_id));
    const auto task = task_id.empty() ? Result<std::optional<store::Item>>(std::nullopt)
                                      : find_item(context_, thing_key(keys::task(task_id)));
    if (!task) return std::unexpected(task.error());
    if (*task) {
      NORN_ASSIGN(std::string project_id, project_of_task(context_, **task, task_id));
      if (!project_id.empty()) thing.groups = {std::move(project_id)};
    }
    thing.words = words_of(comment->text);
  }
  std::erase_if(thing.groups, [](const std::string& id) { return !apps::is_id(id); });
  if (thing.groups.empty()) thing.words.clear();
  things.push_back(std::move(thing));
  return {};
}

Result<void> SearchUpkeep::add_present(const std::string& key, Things& things) const {
  NORN_ASSIGN(const auto item, find_item(context_, thing_key(key)));
  return add(key, item ? &*item : nullptr, things);
}

Result<void> SearchUpkeep::add_comments(const std::string& task_id, Things& things) const {
  NORN_ASSIGN(const auto relations, sort_keys(context_, keys::task(task_id), keys::kCommentPrefix,
                                              2 * kMaxCommentsPerTask));
  for (const std::string& relation : relations) NORN_TRY(add_present(relation, things));
  return {};
}

// The relations matter for things of other programs, which may say nowhere else where they belong.
Result<void> SearchUpkeep::add_related(const std::string& pk, const std::string& sk,
                                       Things& things) const {
  const bool is_event = pk.starts_with(keys::kProjectPrefix) && sk.starts_with(keys::kEventPrefix);
  const bool is_comment = pk.starts_with(keys::kTaskPrefix) && sk.starts_with(keys::kCommentPrefix);
  if (is_event || is_comment) return add_present(sk, things);
  const bool is_task = pk.starts_with(keys::kProjectPrefix) && sk.starts_with(keys::kTaskPrefix);
  if (!is_task) return {};
  NORN_ASSIGN(const auto task, find_item(context_, thing_key(sk)));
  if (!task || apps::is_id(apps::text_of(*task, "projectId"))) return {};
  NORN_TRY(add(sk, &*task, things));
  return add_comments(keys::after(keys::kTaskPrefix, sk), things);
}

Result<void> SearchUpkeep::follow(const std::vector<store::StreamRecord>& records) {
  Things things;
  for (const store::StreamRecord& record : records) {
    const std::string pk = apps::text_of(record.keys, "PK");
    const std::string sk = apps::text_of(record.keys, "SK");
    if (pk != sk) {
      NORN_TRY(add_related(pk, sk, things));
      continue;
    }
    if (!is_searched(pk)) continue;
    NORN_TRY(add(pk, record.new_image ? &*record.new_image : nullptr, things));
    const bool is_moved = pk.starts_with(keys::kTaskPrefix) && record.old_image &&
                          record.new_image &&
                          apps::text_of(*record.old_image, "projectId") !=
                              apps::text_of(*record.new_image, "projectId");
    if (is_moved) NORN_TRY(add_comments(keys::after(keys::kTaskPrefix, pk), things));
  }
  return index_.update(things);
}

Result<void> SearchUpkeep::see(store::ItemView item) {
  const std::string pk = apps::text_of(item, "PK");
  if (apps::text_of(item, "SK") != pk || !is_searched(pk)) return {};
  const store::Item copy = store::Item::copy_of(item);
  NORN_TRY(add(pk, &copy, seen_));
  return seen_.size() < search::kThingsIndexedAtOnce ? Result<void>() : seen_all();
}

Result<void> SearchUpkeep::seen_all() {
  return index_.update(std::exchange(seen_, {}));
}

Result<std::vector<search::Hit>> ProjectSearch::search(const std::string& user_id,
                                                       const std::string& text, size_t limit) {
  const IndexQuery query(text);
  NORN_ASSIGN(const ProjectsById projects, projects_to_search(context_, user_id));
  NORN_ASSIGN(std::vector<Match> matches, matches_in(context_, index_, projects, query, limit));
  NORN_TRY(find_people(context_, projects, query, matches));
  std::ranges::sort(matches, [](const Match& left, const Match& right) {
    return std::tie(right.is_by_title, left.kind, left.is_done, right.changed_at, left.hit.id,
                    left.project_id) < std::tie(left.is_by_title, right.kind, right.is_done,
                                                left.changed_at, right.hit.id, right.project_id);
  });
  return first_hits(context_, matches, limit);
}

}  // namespace norn::projects
