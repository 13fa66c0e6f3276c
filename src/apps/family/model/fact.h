#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/family/model/citation.h"
#include "apps/family/model/life_date.h"
#include "base/error.h"
#include "store/item.h"

// What is known of a life besides what the design has: events, properties and notes, and the
// sources that say so. Not in the design.
namespace norn::family {

// A note is a fact of this kind. It has a key of its own, so a fact never becomes a note.
inline constexpr std::string_view kNoteKind = "Note";

struct Fact {
  std::string id;
  std::string person_id;
  std::string tree_id;
  std::string owner_id;
  std::string kind;  // "Baptism", "Occupation"; people also name their own.
  LifeDate date = {};
  std::optional<std::string> place = {};
  std::optional<std::string> value = {};  // "Carpenter", of an occupation.
  std::optional<std::string> notes = {};  // The text of a note.
  std::vector<Citation> citations = {};
  std::string created_at = {};
  std::string updated_at = {};
  std::optional<std::string> created_by = {};
  std::optional<std::string> updated_by = {};
  std::string etag = {};

  bool is_note() const { return kind == kNoteKind; }
  std::string sort_key() const;
  friend bool operator==(const Fact&, const Fact&) = default;
};

// A book, a register, a letter: what citations refer to.
struct Source {
  std::string id;
  std::string tree_id;
  std::string owner_id;
  std::string title;
  std::optional<std::string> author = {};
  std::optional<std::string> publication = {};
  std::optional<std::string> url = {};
  std::optional<std::string> notes = {};
  std::string created_at = {};
  std::string updated_at = {};
  std::optional<std::string> created_by = {};
  std::optional<std::string> updated_by = {};
  std::string etag = {};
  friend bool operator==(const Source&, const Source&) = default;
};

store::Item to_item(const Fact& fact);
store::Item to_item(const Source& source);
// Return kUnreadable.
Result<Fact> fact_from(store::ItemView item);
Result<Source> source_from(store::ItemView item);

// The attributes that a change compares.
const std::vector<std::string>& fact_attributes();
const std::vector<std::string>& source_attributes();

}  // namespace norn::family
