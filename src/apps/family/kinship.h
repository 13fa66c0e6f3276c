#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "apps/family/access.h"
#include "apps/family/kinship/lines.h"
#include "apps/family/kinship/relatives.h"
#include "apps/family/people.h"
#include "apps/family/tree_graphs.h"

namespace norn::family {

// A step of a line: what the person is to the one before.
struct KinStep {
  std::string person_id;
  StepKind kind = StepKind::kParent;
  ParentKind parent_kind = ParentKind::kBiological;     // Of parents and children.
  CoupleStatus couple_status = CoupleStatus::kUnknown;  // Of spouses.
  std::string other_parent_id = {};  // Whom two children share besides this parent; may be empty.
};

struct KinLine {
  std::string name;  // "second cousin once removed"
  LineForm form = LineForm::kDescent;
  ParentKind kind = ParentKind::kBiological;  // The loosest of its links.
  std::vector<KinStep> steps;
};

struct KinLines {
  std::vector<KinLine> lines;  // The nearest first.
  std::vector<std::string> common_ancestor_ids;
  std::vector<SeenPerson> people;  // Everybody in them.
  bool is_cut = false;
};

struct KinPerson {
  SeenPerson seen;
  int64_t generation = 0;
  ParentKind kind = ParentKind::kBiological;
  std::string previous_id;  // The next person towards the one who was asked for.
  int64_t more_lines = 0;
};

struct KinPeople {
  std::vector<KinPerson> people;
  bool is_cut = false;
};

struct KinRelative {
  SeenPerson seen;
  RelativeKind kind = RelativeKind::kParent;
  std::string name;  // "grandmother"
};

struct KinRelatives {
  std::vector<KinRelative> people;
  bool is_cut = false;
};

// Who is related to whom, and how. `language` is that of names: "en", "de" or "zh". Returns
// kNotFound for people who are not in the tree. May block; safe from any thread.
class Kinship {
 public:
  explicit Kinship(const Context& context) : context_(context), graphs_(context) {}

  Result<KinLines> lines(const std::string& user_id, const std::string& tree_id,
                         const std::string& from_id, const std::string& to_id,
                         std::string_view language);
  Result<KinPeople> ancestors(const std::string& user_id, const std::string& tree_id,
                              const std::string& person_id, int64_t generations);
  Result<KinPeople> descendants(const std::string& user_id, const std::string& tree_id,
                                const std::string& person_id, int64_t generations);
  Result<KinRelatives> relatives(const std::string& user_id, const std::string& tree_id,
                                 const std::string& person_id, std::string_view language);
  // What people are to one of them, by their ids, for a caller who has this access. Those who are
  // that person, not in the tree, or not related by descent or marriage are left out.
  Result<std::map<std::string, std::string>> names(const TreeAccess& access,
                                                   const std::string& from_id,
                                                   const std::vector<std::string>& to_ids,
                                                   std::string_view language);

 private:
  Context context_;
  TreeGraphs graphs_;
};

}  // namespace norn::family
