#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/family/access.h"
#include "apps/shared/bin.h"
#include "apps/shared/idempotency.h"

namespace norn::family {

// What people can set of a person. The texts are within the limits of apps/family/limits.h.
struct PersonInput {
  std::string first_name;
  std::optional<std::string> middle_name = {};
  std::string last_name;
  std::optional<std::string> birth_name = {};
  std::optional<std::string> preferred_name = {};
  std::optional<std::string> suffix = {};
  Gender gender = Gender::kUnknown;
  LifeDate birth = {};
  LifeDate death = {};
  bool is_deceased = false;
  std::optional<std::string> birth_place = {};
  std::optional<std::string> death_place = {};
  std::optional<std::string> biography = {};
  std::optional<std::string> photo_url = {};
  std::vector<Citation> birth_citations = {};
  std::vector<Citation> death_citations = {};
};

// Absent members stay as they are.
struct PersonPatch {
  std::optional<std::string> first_name = {};
  std::optional<std::optional<std::string>> middle_name = {};
  std::optional<std::string> last_name = {};
  std::optional<std::optional<std::string>> birth_name = {};
  std::optional<std::optional<std::string>> preferred_name = {};
  std::optional<std::optional<std::string>> suffix = {};
  std::optional<Gender> gender = {};
  std::optional<LifeDate> birth = {};
  std::optional<LifeDate> death = {};
  std::optional<bool> is_deceased = {};
  std::optional<std::optional<std::string>> birth_place = {};
  std::optional<std::optional<std::string>> death_place = {};
  std::optional<std::optional<std::string>> biography = {};
  std::optional<std::optional<std::string>> photo_url = {};
  std::optional<std::vector<Citation>> birth_citations = {};
  std::optional<std::vector<Citation>> death_citations = {};
};

// The relatives that a new person gets in the same transaction.
struct NewRelatives {
  std::vector<std::pair<std::string, ParentKind>> parents = {};
  std::vector<std::pair<std::string, ParentKind>> children = {};
  std::vector<std::pair<std::string, CoupleStatus>> spouses = {};
};

// People as a reader of the tree sees them: of a public tree, strangers see nothing of the living.
struct SeenPerson {
  Person person;
  bool is_living = false;
  // Whether the gender, dates, places, notes and the photo are left out, and whether the name is.
  bool is_protected = false;
  bool is_nameless = false;
};

// Some of the people of a tree, in the order of their ids.
struct PeoplePage {
  std::vector<SeenPerson> people;
  std::string next;  // Empty at the end.
};

// The people of trees. Errors are those of `authorize` and base/faults.h. Every change is one
// transaction with the relationships that it concerns. May block; safe from any thread.
class People {
 public:
  explicit People(Context context) : context_(std::move(context)) {}

  // Returns kConflict if one of the relatives or of the cited sources is not in the tree, or a rule
  // is in the way.
  Result<SeenPerson> create(const std::string& user_id, const std::string& tree_id,
                            const PersonInput& input, const NewRelatives& relatives,
                            const apps::Creation& creation);
  Result<SeenPerson> get(const std::string& user_id, const std::string& tree_id,
                         const std::string& person_id);
  // A page of the people of a tree, in the order of their ids. `after` is the `next` of the page
  // before.
  Result<PeoplePage> list(const std::string& user_id, const std::string& tree_id, size_t limit,
                          const std::string& after);
  // Returns kStale if the person does not have this tag, and kConflict as `create`.
  Result<SeenPerson> change(const std::string& user_id, const std::string& tree_id,
                            const std::string& person_id, const PersonPatch& patch,
                            const std::string& etag);
  // Puts the person with all relationships into the bin of the tree.
  Result<void> remove(const std::string& user_id, const std::string& tree_id,
                      const std::string& person_id, const std::string& etag);

  // The people in the bin of a tree. These two need the right to write.
  Result<apps::BinPage> bin(const std::string& user_id, const std::string& tree_id, int64_t limit,
                            const std::string& after);
  // With the relationships to those who are still there.
  Result<SeenPerson> restore(const std::string& user_id, const std::string& tree_id,
                             const std::string& person_id);
  // The owner only.
  Result<void> remove_for_good(const std::string& user_id, const std::string& tree_id,
                               const std::string& person_id);
  Result<void> empty_bin(const std::string& user_id, const std::string& tree_id);

 private:
  Context context_;
};

// The error that a person was changed meanwhile, with the person as they are.
std::unexpected<Error> stale_person(const TreeAccess& access, Person person, Date today);
// A person as the one who has this access sees them.
SeenPerson seen_by(const TreeAccess& access, Person person, Date today);

}  // namespace norn::family
