#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/family/kinship/kinds.h"
#include "apps/family/model/citation.h"
#include "apps/family/model/life_date.h"
#include "base/error.h"
#include "store/item.h"

namespace norn::family {

std::string_view to_text(ParentKind type);  // "Biological", "Adoptive", "Step", "Foster"
std::optional<ParentKind> parent_kind_from(std::string_view text);

std::string_view to_text(CoupleStatus status);  // "Married", ..., "Unknown"
std::optional<CoupleStatus> couple_status_from(std::string_view text);

struct ParentChild {
  std::string parent_id;
  std::string child_id;
  std::string tree_id = {};
  std::string owner_id = {};
  ParentKind type = ParentKind::kBiological;
  LifeDate adoption = {};  // Of adoptive parents only.
  std::optional<std::string> notes = {};
  std::string created_at = {};
  std::string updated_at = {};
  std::optional<std::string> created_by = {};  // Not in the design.
  std::optional<std::string> updated_by = {};
  std::string etag = {};
  bool is_protected = false;  // Not stored: of strangers, who are not told what it is.
  friend bool operator==(const ParentChild&, const ParentChild&) = default;
};

struct Marriage {
  LifeDate married = {};
  std::optional<std::string> place = {};
  LifeDate divorced = {};
  // Not in the design.
  std::vector<Citation> marriage_citations = {};
  std::vector<Citation> divorce_citations = {};
  friend bool operator==(const Marriage&, const Marriage&) = default;
};

// One item for each couple, with either of the two as the first.
struct Couple {
  std::string person1_id;
  std::string person2_id;
  std::string tree_id = {};
  std::string owner_id = {};
  CoupleStatus status = CoupleStatus::kMarried;
  Marriage marriage = {};  // The last one.
  std::optional<std::string> notes = {};
  std::vector<Marriage> history = {};  // Earlier ones of the same two. Not in the design.
  std::string created_at = {};
  std::string updated_at = {};
  std::optional<std::string> created_by = {};  // Not in the design.
  std::optional<std::string> updated_by = {};
  std::string etag = {};
  bool is_protected = false;  // Not stored: of strangers, who are not told what it is.
  friend bool operator==(const Couple&, const Couple&) = default;
};

store::Item to_item(const ParentChild& relationship);
store::Item to_item(const Couple& relationship);
// Return kUnreadable.
Result<ParentChild> parent_child_from(store::ItemView item);
Result<Couple> couple_from(store::ItemView item);

// The attributes that a change compares.
const std::vector<std::string>& parent_child_attributes();
const std::vector<std::string>& couple_attributes();

}  // namespace norn::family
