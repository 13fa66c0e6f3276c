#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "embedded/database.h"
#include "embedded/key_codec.h"
#include "store/requests/stream_requests.h"
#include "store/requests/table_requests.h"
#include "store/table_settings.h"

namespace norn::embedded {

// The latest version of docs/store_format.md, which says what a new one takes, that this Norn reads
// and writes. Data is in the first one until it has something that takes a later one, so that an
// older Norn can go on with the rest.
inline constexpr uint32_t kLayoutVersion = 2;
inline constexpr uint32_t kFirstLayout = 1;

// A stream of changes. It outlives its table, and the day it was turned off, by the retention time.
struct Stream {
  SpaceId id = 0;
  std::string arn;
  std::string table;
  std::string label;
  store::StreamView view = store::StreamView::kNewAndOldImages;
  int64_t created_ms = 0;
  std::optional<int64_t> closed_ms;
  store::KeySchema key;
};

struct Table {
  SpaceId id = 0;
  // Without counters: those change with every write and are kept in Counters.
  store::TableDescription description;
  // The same schema as in the description. Requests are compiled against it and keep it; a changed
  // table has another one, which is how a waiting write notices.
  std::shared_ptr<const store::TableSchema> schema;
  std::vector<SpaceId> index_ids;  // Parallel to schema->indexes.
  // Parallel too: how far a new index has been back-filled, as the last item key looked at (empty
  // at the start); nullopt when the index is complete. Items beyond it are not in the index yet, so
  // writes to them leave it alone: the back-fill will come to them.
  std::vector<std::optional<std::string>> backfill_cursors;
  store::TtlDescription ttl;
  store::Tags tags;
  store::TableSettings settings;
  bool ttl_backfilling = false;  // Items from before TTL was enabled are still being looked at.
  std::shared_ptr<const Stream> stream;  // When it is on.
};

// Everything the store knows about its tables: an immutable value. The committer makes a changed
// copy and publishes it when the change is durable; readers keep the one they started with.
class Catalog {
 public:
  // nullptr when there is no such table.
  const Table* find(std::string_view name) const;
  const Stream* find_stream(std::string_view arn) const;

  // Shared because a changed catalog shares all unchanged tables and streams with its predecessor.
  std::map<std::string, std::shared_ptr<const Table>, std::less<>> tables;
  std::map<std::string, std::shared_ptr<const Stream>, std::less<>> streams;  // By ARN.
  SpaceId next_id = 1;

  static Result<Catalog> load(Database& database);
  // Marks a new database with the first layout, and refuses one that a later version of Norn has
  // written.
  static Result<void> check_format(Database& database);
};

// The layout that a table takes: the second one if an index has a key of several attributes.
uint32_t layout_of(const store::TableSchema& schema);
// The record of a database's layout.
std::string layout_record(uint32_t layout);
Result<uint32_t> stored_layout(Database& database);

// How a catalog is stored in the meta family: one record per table and stream, and the next id.
std::string table_record_key(SpaceId table);
std::string stream_record_key(SpaceId stream);
std::string next_id_key();
std::string encode(const Table& table);
std::string encode(const Stream& stream);

}  // namespace norn::embedded
