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

// Reads what happens to one table, from a position on, through its stream: all shards, each in its
// order, and their children when they end. For one thread.
//
// A position is text that another process can go on from: for every shard a tag of its name, a dot
// and the sequence number of the last record that was read, with commas between them. It has only
// letters, digits, dots, commas and minus signs.
class StreamTail {
 public:
  StreamTail(Store& store, std::string table);

  // From now on: everything that is written after this returns will be read. kResourceNotFound when
  // the table has no stream that is on.
  Result<void> start_at_latest();
  // After a position, which may have parts that belong to other tables. False when it cannot be
  // gone on from here: it is no position of this stream, or what came after it is not kept any
  // more. After that, or after an error, start again.
  Result<bool> start_after(std::string_view position);
  // Reads no further than where `other`, a tail of the same table, has read to by now. What lies in
  // shards of which `other` does not know a sequence number yet is read to its end.
  void stop_at(const StreamTail& other);

  // What is new, of one shard at a time; empty when there is nothing. kTrimmedDataAccess when
  // records that were not read are gone, and when the stream has ended: start again.
  Result<std::vector<StreamRecord>> read(int64_t limit);

  // What came after a record of the last read is read once more.
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
  // Takes those away that lie behind the last sequence number to read.
  void cut(ReadStreamResult& read, const Cursor& cursor) const;
  std::optional<std::string> stop_of(const Cursor& cursor) const;
  // Whether this is a place that a tail may have come to, and everything after it can be read.
  Result<bool> is_kept(const Cursor& cursor);
  // Moves a new cursor to the end of its shard; `position` is a place in it, or its beginning.
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
