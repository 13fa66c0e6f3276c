#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "apps/family/exchange/import_plan.h"
#include "base/error.h"
#include "base/ids.h"
#include "gedcom/notes.h"
#include "store/item.h"

// The second pass through a GEDCOM file: the items of the tree, one record after the other.
namespace norn::family {

// Lines that are kept are attributes of at most so many bytes: beside what else an item has, and of
// items that have nothing else. Longer ones go on in further items.
constexpr size_t kMaxKeptBytesInItem = 100'000;
constexpr size_t kMaxKeptBytes = 290'000;

struct ImportedTree {
  std::string user_id;  // The owner of the tree.
  std::string tree_id;
  int64_t now_ms = 0;
  std::string author_id = {};  // Who imports it. Empty: the owner.
  // What records of the file are called in the tree, if that is something else.
  std::unordered_map<std::string, std::string> xrefs = {};
};

struct ImportCounts {
  int64_t people = 0;
  int64_t families = 0;
  int64_t sources = 0;
  int64_t facts = 0;                          // With notes.
  std::vector<std::string> first_names = {};  // Of the first people, in full.
  std::string tree_name = {};                 // What the file calls itself, if it does.
};

// Gets everything but the item of the tree itself. The first error ends the pass.
using ItemSink = std::function<Result<void>(store::Item item)>;

Result<ImportCounts> produce_items(const OpenGedcom& open, const ImportPlan& plan,
                                   const ImportedTree& tree, Ids& ids, const ItemSink& sink,
                                   const TellImport& tell, gedcom::Notes& notes);

}  // namespace norn::family
