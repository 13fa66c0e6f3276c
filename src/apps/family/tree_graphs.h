#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "apps/family/access.h"
#include "apps/family/kinship/graph.h"

namespace norn::family {

// Trees in memory, for questions about kinship, which touch many people. A graph is that of the
// tree's `Revision`, so what Norn writes is seen at once; what another program writes is seen after
// kMinGraphLifeMs, or after kLifePerReading times as long as it took to read the graph, whichever
// is longer: reading a large tree again and again must not keep a processor busy. Thread-safe.
class TreeGraphs {
 public:
  explicit TreeGraphs(const Context& context) : context_(context) {}

  // For strangers without the births of the living, which decide some names of relations.
  Result<std::shared_ptr<const FamilyGraph>> of(const TreeAccess& access);
  // The same, when the graph lacks a person who is in the tree: read from the table, because the
  // index lags.
  Result<std::shared_ptr<const FamilyGraph>> up_to_date(const TreeAccess& access);

  static constexpr int64_t kMinGraphLifeMs = 5'000;
  static constexpr int64_t kLifePerReading = 50;
  // The processor time that reading a tree may take, besides what the request may use.
  static constexpr int64_t kMaxReadingMs = 10'000;
  static constexpr size_t kMaxKeptPeople = 500'000;  // Of all graphs together.

 private:
  struct Kept {
    std::string owner_id;
    std::string tree_id;
    bool is_for_strangers = false;
    int64_t revision = 0;
    int64_t expires_ms = 0;
    std::shared_ptr<const FamilyGraph> graph;  // Shared with the requests that use it.
  };

  enum class Source : uint8_t { kIndex, kTable };
  Result<std::shared_ptr<const FamilyGraph>> read_and_keep(const TreeAccess& access, Source source);
  Result<std::shared_ptr<const FamilyGraph>> read(const TreeAccess& access, Source source) const;
  std::shared_ptr<const FamilyGraph> find(const TreeAccess& access);
  void keep(Kept kept);

  Context context_;
  std::mutex mutex_;
  std::list<Kept> kept_;  // The one that was used last comes first. Guarded by mutex_.
};

}  // namespace norn::family
