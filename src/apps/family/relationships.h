#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/family/access.h"

namespace norn::family {

struct ParentChildInput {
  std::string parent_id;
  std::string child_id;
  ParentKind type = ParentKind::kBiological;
  LifeDate adoption = {};
  std::optional<std::string> notes = {};
};

struct CoupleInput {
  std::string person1_id;
  std::string person2_id;
  CoupleStatus status = CoupleStatus::kMarried;
  Marriage marriage = {};
  std::vector<Marriage> history = {};
  std::optional<std::string> notes = {};
};

// Absent members stay as they are.
struct ParentChildPatch {
  std::optional<ParentKind> type = {};
  std::optional<LifeDate> adoption = {};
  std::optional<std::optional<std::string>> notes = {};
};

struct CouplePatch {
  std::optional<CoupleStatus> status = {};
  std::optional<LifeDate> married = {};
  std::optional<std::optional<std::string>> place = {};
  std::optional<LifeDate> divorced = {};
  std::optional<std::vector<Citation>> marriage_citations = {};
  std::optional<std::vector<Citation>> divorce_citations = {};
  std::optional<std::vector<Marriage>> history = {};
  std::optional<std::optional<std::string>> notes = {};
};

// Some relationships of a tree. Parents come before couples.
struct RelationshipsPage {
  std::vector<ParentChild> parents = {};
  std::vector<Couple> couples = {};
  std::string next = {};  // The `after` of the next page; empty at the end.
};

enum class RelationshipKind : uint8_t { kAny, kParentChild, kSpousal };

// Who is related to whom. One couple is one item, with either of the two named first. Errors are
// those of `authorize` and of the rules (rules.h). May block; safe from any thread.
class Relationships {
 public:
  explicit Relationships(Context context) : context_(std::move(context)) {}

  Result<ParentChild> add_parent(const std::string& user_id, const std::string& tree_id,
                                 const ParentChildInput& input);
  Result<Couple> add_couple(const std::string& user_id, const std::string& tree_id,
                            const CoupleInput& input);
  // Those of people who are not there are left out. Returns kInvalid of "cursor" for an `after`
  // that cannot be.
  Result<RelationshipsPage> list(const std::string& user_id, const std::string& tree_id,
                                 RelationshipKind kind, size_t limit, const std::string& after);
  Result<ParentChild> parent(const std::string& user_id, const std::string& tree_id,
                             const std::string& parent_id, const std::string& child_id);
  // In either order.
  Result<Couple> couple(const std::string& user_id, const std::string& tree_id,
                        const std::string& person1_id, const std::string& person2_id);
  Result<ParentChild> change_parent(const std::string& user_id, const std::string& tree_id,
                                    const std::string& parent_id, const std::string& child_id,
                                    const ParentChildPatch& patch, const std::string& etag);
  Result<Couple> change_couple(const std::string& user_id, const std::string& tree_id,
                               const std::string& person1_id, const std::string& person2_id,
                               const CouplePatch& patch, const std::string& etag);
  Result<void> remove_parent(const std::string& user_id, const std::string& tree_id,
                             const std::string& parent_id, const std::string& child_id,
                             const std::string& etag);
  Result<void> remove_couple(const std::string& user_id, const std::string& tree_id,
                             const std::string& person1_id, const std::string& person2_id,
                             const std::string& etag);

 private:
  Context context_;
};

// New relationships with the conditions that they are new, for the transaction that makes them.
void add_new(const Context& context, const ParentChild& relationship, TreeChange& change);
void add_new(const Context& context, const Couple& relationship, TreeChange& change);

// Takes away what strangers must not see if one of the two is living: all but that there is a
// relationship.
void protect(ParentChild& relationship);
void protect(Couple& relationship);
// Takes away who made and changed it, for strangers, who get a tag of what they see.
void hide_authors(ParentChild& relationship);
void hide_authors(Couple& relationship);

}  // namespace norn::family
