#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/context.h"
#include "apps/files/files.h"
#include "apps/projects/model.h"
#include "apps/shared/item_changes.h"
#include "apps/shared/transaction.h"
#include "apps/sharing/rights.h"
#include "base/error.h"
#include "base/sentence.h"
#include "store/store.h"

// The check of who may do what, and the reads and writes that all parts of the service use.
namespace norn::projects {

using apps::Action;
using apps::Context;
using apps::decide_and_write;
using apps::Done;
using sharing::Right;

// A project, and the membership of the user who asked.
struct Access {
  Project project;
  Membership membership;
};

// THE check of who may do what. Returns kNotFound if the project does not exist or the user is no
// member or may not even read, so that others cannot find out which of them it is, and kForbidden
// if the member lacks the right. Reads the table, never an index.
Result<Access> authorize(const Context& context, const std::string& user_id,
                         const std::string& project_id, Right needed);
// The same for what is in the project: kNotFound says `missing`, and writing to a project that is
// archived is kConflict.
Result<Access> authorize_content(const Context& context, const std::string& user_id,
                                 const std::string& project_id, Right needed,
                                 const Sentence<>& missing);
// `authorize` as a condition of a transaction.
Action still_may(const Context& context, const std::string& user_id, const std::string& project_id,
                 Right needed);

// Consistent reads of the table.
Result<std::optional<store::Item>> find_item(const Context& context, const store::Item& key);
// The sort keys of a partition that begin with `prefix`, which may be empty; at most `most`, of
// those after the sort key `after`.
Result<std::vector<std::string>> sort_keys(const Context& context, const std::string& pk,
                                           std::string_view prefix, size_t most,
                                           const std::string& after = "");
// The same of GSI1: the keys of the items. The index may lag: use it to find, not to decide.
Result<std::vector<store::Item>> indexed_keys(const Context& context, const std::string& pk,
                                              std::string_view prefix, size_t most);

store::Item thing_key(const std::string& key);  // PK and SK are the same.
store::Item project_key(const std::string& project_id);
store::Item member_key(const std::string& project_id, const std::string& user_id);

// What the file of an attachment belongs to.
files::Thing file_owner(const std::string& attachment_id);

// All members of a project, from the table. Leaves out those that cannot be read.
Result<std::vector<Membership>> members_of(const Context& context, const std::string& project_id);
Result<std::optional<Membership>> find_membership(const Context& context,
                                                  const std::string& project_id,
                                                  const std::string& user_id);
// Visits the ids of a user's projects that the index has, until `visit` returns false. Reads keys
// only, so memberships that cannot be read are visited, too.
using VisitProject = std::function<Result<bool>(const std::string& project_id)>;
Result<void> visit_indexed_projects(const Context& context, const std::string& user_id,
                                    const VisitProject& visit);
// The memberships of a user that let them read, found by the index and read from the table.
Result<std::vector<Membership>> memberships_of(const Context& context, const std::string& user_id);
// The ids of the user's own projects that are not there: they are in the bin. By the index.
Result<std::vector<std::string>> deleted_projects_of(const Context& context,
                                                     const std::string& user_id);
// Whether the user would be in more than kMaxProjectsPerPerson projects with so many new ones, by
// the index.
Result<bool> has_most_projects(const Context& context, const std::string& user_id,
                               int64_t more = 1);

// Those of apps/shared/item_changes.h, on the table of the projects.
using apps::Edit;
Edit edit(const Context& context, store::ItemView old, const store::Item& next,
          const std::vector<std::string>& names);
Action remove_unchanged(const Context& context, store::ItemView old,
                        const std::vector<std::string>& names);
Action remove_unchanged(const Context& context, store::ItemView old);
Action put_new(const Context& context, store::Item item);
Action put_any(const Context& context, store::Item item);
Action remove_any(const Context& context, const store::Item& key);
Action is_there(const Context& context, store::Item key);
Action is_missing(const Context& context, store::Item key);

// Raises the longest event of a project. The condition fails if the project does not exist, or
// has one as long as this. What is no number is replaced.
store::UpdateRequest raise_longest_event(const Context& context, const std::string& project_id,
                                         int64_t minutes);

// A transaction in the making. The store takes one action for each item, so a condition that is
// asked for twice is written once, and not at all beside a write of its item: a write has to have
// the condition that the item is there.
class Changes {
 public:
  explicit Changes(const Context& context) : context_(context) {}

  void add(Action action) { actions_.push_back(std::move(action)); }
  void add_all(std::vector<Action> actions) {
    for (Action& action : actions) add(std::move(action));
  }
  // Conditions: the project exists; it exists and is not archived; the user has this right in it;
  // the user is a member of it.
  void needs_project(const std::string& project_id) { projects_.try_emplace(project_id, false); }
  void needs_open_project(const std::string& project_id) { projects_[project_id] = true; }
  void needs_right(const std::string& project_id, const std::string& user_id, Right right);
  void needs_member(const std::string& project_id, const std::string& user_id);
  // Whether so many more actions fit into the transaction.
  bool has_room_for(size_t more) const;
  // Adds an activity with its relations. Its id and time are set here.
  void record(Activity activity);

  // Writes everything or nothing; false if a condition does not hold any more. Returns kConflict if
  // it is too much for one transaction of the store: `what` is "task".
  Result<bool> write(std::string_view what);

 private:
  // Adds a condition to the action that writes the item; false if there is none.
  bool add_to_write(const store::ConditionCheck& check);

  const Context& context_;
  std::vector<Action> actions_;
  std::map<std::string, bool> projects_;  // True: not archived.
  // The right that is needed, or nullopt for any member.
  std::map<std::pair<std::string, std::string>, std::optional<Right>> members_;
};

// The actions of an activity and its relations; sets its id and time.
std::vector<Action> activity_actions(const Context& context, Activity activity);
// What differs between two items of a thing, for an activity.
std::vector<FieldChange> differences(store::ItemView before, store::ItemView after,
                                     const std::vector<std::string>& names);

// Returns kInvalid with the field "color" if there is a color that is malformed.
Result<void> check_color(const std::optional<std::string>& color);

// The current time in the format of items.
std::string now_text(const Context& context);

}  // namespace norn::projects
