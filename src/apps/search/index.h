#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "apps/search/text.h"
#include "apps/shared/tables.h"
#include "base/error.h"
#include "store/store.h"

namespace norn::search {

// A thing has at most so many words in the index: the first ones.
constexpr size_t kMaxWordsPerThing = 2'000;
// Things of a whole table that a follower collects before it updates the index.
constexpr size_t kThingsIndexedAtOnce = 200;

// What the index has of a thing.
struct IndexedThing {
  std::string thing;                     // A key of the app: "TASK#<id>".
  std::vector<std::string> groups = {};  // The ids of the groups in which it is found.
  std::vector<std::string> words = {};   // `index_words`. None: it is not in the index.
};

// An inverted index in the table `norn-search`: PK = <app>#<group>, SK = <word>#<thing>. A group is
// what people may or may not read as a whole, such as a project. Beside it, PK = <app>#<thing> and
// SK = INDEXED have the groups and words of each thing, so that what is outdated can be removed.
//
// What it finds may be out of date: compare it with the thing.
class Index {
 public:
  Index(store::Store& store, const apps::TableNames& tables, std::string app)
      : store_(store), table_(tables.search()), app_(std::move(app)) {}

  // Makes the index have this of each thing. If it is interrupted, it has to be repeated with the
  // same things in the same order: then nothing is missing, and nothing is left over.
  Result<void> update(const std::vector<IndexedThing>& things);

  // How many of the entries of frequent words are read: some hundreds of each, which is enough if
  // the words are often together, or some thousands.
  enum class Effort : uint8_t { kQuick, kThorough };
  struct Found {
    std::vector<std::string> things = {};  // They may have all terms; each once.
    bool may_be_more = false;              // With more effort.
  };
  // At most `most` things of a group. Beyond some thousands with each of the terms, it may miss
  // some.
  Result<Found> find(const std::string& group, const IndexQuery& query, size_t most,
                     Effort effort) const;

 private:
  Result<void> update_distinct(const std::vector<const IndexedThing*>& things);
  store::Item state_key(const std::string& thing) const;

  store::Store& store_;
  const std::string table_;
  const std::string app_;
};

}  // namespace norn::search
