#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/shared/item_reader.h"
#include "store/item.h"

// Which sources say something of a life: of a fact, a birth, a death, a marriage or a divorce. Not
// in the design.
namespace norn::family {

// Where a source says something.
struct Citation {
  static constexpr int64_t kBestQuality = 3;

  std::string source_id;
  std::optional<std::string> page = {};  // "p. 12, entry 7"
  std::optional<std::string> text = {};  // What it says.
  // GEDCOM's QUAY: 0 unreliable, 1 questionable, 2 secondary evidence, 3 primary evidence.
  std::optional<int64_t> quality = {};
  friend bool operator==(const Citation&, const Citation&) = default;
};

// Left out if there are none.
void put_citations(store::Map& item, std::string_view name, const std::vector<Citation>& citations);
// At most kMaxCitations. What is none is left out.
std::vector<Citation> citations_in(const apps::ItemReader& reader, std::string_view name);

// Of where and what.
size_t cited_bytes(const std::vector<Citation>& citations);

// The first ones, and those of `more` that are not among them, at most kMaxCitations.
std::vector<Citation> all_citations(std::vector<Citation> first, const std::vector<Citation>& more);

}  // namespace norn::family
