#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "store/store.h"

// What must hold of every store at any time, whatever happened to it: checked by looking at
// everything. For stores whose global indexes are never behind.
namespace norn::testing {

// Sentences about what is wrong; empty when nothing is.
using Problems = std::vector<std::string>;
// The problems as one text, cut off when there are very many.
std::string to_text(const Problems& problems);

struct TableContent {
  store::TableDescription description;
  std::vector<store::Item> items;
};
// Throws when the store cannot be read.
TableContent read_table(store::Store& store, const std::string& table);

// Every index that is complete has exactly the entries that the items ask for, and the counters of
// table and indexes are right.
Problems check_indexes(store::Store& store, const TableContent& content);

// The sizes of item collections, as writes report them, are right. Only for tables with LSIs.
Problems check_collections(store::Store& store, const TableContent& content);

// Follows a stream of new and old images from its beginning, and knows what the table must hold.
class StreamReplay {
 public:
  // Reads on from where the last call stopped: sequence numbers have no gap, and every record
  // begins with the image at which the last one of its item ended.
  Problems advance(store::Store& store, const store::TableDescription& table);
  // The records so far lead to exactly these items.
  Problems compare(const TableContent& content) const;

 private:
  void apply(const store::StreamRecord& record, Problems& problems);

  uint64_t next_ = 1;
  store::StreamPosition position_;
  std::map<std::string, std::string> images_;  // The items' JSON by the JSON of their keys.
};

}  // namespace norn::testing
