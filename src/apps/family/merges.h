#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/family/access.h"
#include "apps/family/people.h"

namespace norn::family {

// A thing of this kind in the bin of a tree is what was there before a merge, by the id of the
// person who is gone.
inline constexpr std::string_view kBinnedMerge = "merge";

struct MergeInput {
  std::string other_id;
  std::string other_etag;               // The state of the other person that the caller saw.
  std::vector<std::string> taken = {};  // Members of merged_members() as the other person has them.
};

// Two people who are apart again.
struct Unmerged {
  SeenPerson person;
  SeenPerson other;
};

// Two records of one person become one, in one transaction. The relationships, facts and notes of
// the other person become those of the person who stays (apps/family/merged_records.h); those that
// both have become one. Errors are those of `authorize` and base/faults.h. May block; safe from any
// thread.
class Merges {
 public:
  explicit Merges(Context context) : context_(std::move(context)) {}

  // Returns kStale if one of the two does not have its tag, and kConflict if the two are a couple,
  // one descends from the other, a rule (rules.h) does not hold for the one that they become, or
  // the transaction would be too large.
  Result<SeenPerson> merge(const std::string& user_id, const std::string& tree_id,
                           const std::string& person_id, const std::string& etag,
                           const MergeInput& input);
  // Everything is as it was before the merge, within apps::kBinDays. Returns kNotFound if there is
  // no such merge, and kConflict if something that it wrote was changed since.
  Result<Unmerged> undo(const std::string& user_id, const std::string& tree_id,
                        const std::string& person_id, const std::string& other_id);

 private:
  Context context_;
};

// Undoes the merge that is in the bin by the id of the person who is gone; with `person_id`, only
// if it was into that person. Nullopt if it has to be decided again.
Result<std::optional<Unmerged>> try_undo_merge(const Context& context, const std::string& user_id,
                                               const std::string& tree_id,
                                               const std::optional<std::string>& person_id,
                                               const std::string& other_id);

// The sweep that follows a merge: a fact that was added to the other person at the same moment
// becomes one of the person who stays. Returns whether there may be more.
inline constexpr std::string_view kMergeSweep = "family-merge";
Result<bool> sweep_merge(const Context& context, const std::string& subject);

}  // namespace norn::family
