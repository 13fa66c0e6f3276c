#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/store.h"

namespace norn::store {

// Reads the changes of one table from its stream, starting at a position: all shards, each in its
// order, and their child shards when they end. Not thread-safe.
//
// A position is text from which another process can continue: for every shard a tag of its name, a
// dot and the sequence number of the last record that was read, separated by commas. It consists of
// letters, digits, dots, commas and minus signs.
class StreamTail {
 public:
  StreamTail(Store& store, std::string table);

  // Starts at the end: reads everything that is written after this returns. kResourceNotFound if
  // the table has no enabled stream.
  Result<void> start_at_latest();
  // Starts at the oldest records that are still there. Errors are those of start_at_latest.
  Result<void> start_at_oldest();
  // Starts after a position, which may contain parts for other tables. Returns false if that is
  // impossible: it is no position of this stream, or records after it have been trimmed. After
  // that, or after an error, start again.
  Result<bool> start_after(std::string_view position);
  // Reads no further than `other`, a tail of the same table, has read by now. Shards for which
  // `other` has no sequence number yet are read to their end.
  void stop_at(const StreamTail& other);

  // The next records, of one shard at a time; empty if there are none. kTrimmedDataAccess if unread
  // records have been trimmed or the stream has ended: start again.
  Result<std::vector<StreamRecord>> read(int64_t limit);

  // Reads the records after `record`, which is one of the last read, once more.
  void go_back_to(const StreamRecord& record);

  // After everything that was read.
  std::string position() const { return position_with(nullptr); }
  // Just after a record of the last read.
  std::string position_after(const StreamRecord& record) const { return position_with(&record); }

 private:
  // How far a shard has been read.
  struct Cursor {
    std::string shard;
    std::string parent;
    std::string tag;
    StreamPosition next;  // Where to read on.
    std::string last;     // The sequence number before that; see kBeginning and kUnknown.
    bool ended = false;   // Read to its end; its children were not found yet.
  };
  struct Shards {
    std::vector<Shard> list;
    bool growing = true;  // False when the stream is off: there will be no more.
  };

  Result<Shards> describe();
  Cursor cursor_of(const Shard& shard, StreamPosition next) const;
  Result<ReadStreamResult> read_from(const Cursor& cursor, const StreamPosition& position,
                                     int64_t limit);
  Result<std::vector<StreamRecord>> read_shard(Cursor& cursor, int64_t limit);
  // Removes the records after the last sequence number to read.
  void cut(ReadStreamResult& read, const Cursor& cursor) const;
  std::optional<std::string> stop_of(const Cursor& cursor) const;
  // Whether this is a position that a tail can have reached, and everything after it can be read.
  Result<bool> is_kept(const Cursor& cursor);
  // Moves a new cursor to the end of its shard; `position` is a position in it, or its beginning.
  Result<void> go_to_end(Cursor& cursor, StreamPosition position);
  Result<void> follow_children();
  std::string position_with(const StreamRecord* record) const;

  Store& store_;
  const std::string table_;
  std::string arn_;
  std::vector<Cursor> cursors_;
  // How far another tail had read each of its shards, when this one stops there.
  std::optional<std::map<std::string, std::string>> stops_;
  size_t turn_ = 0;                   // The cursor that was read last.
  bool shard_ended_ = false;          // Since its children were looked for.
  size_t reads_until_described_ = 0;  // While children are waited for.
};

}  // namespace norn::store
