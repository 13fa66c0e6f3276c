#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "store/store.h"

namespace norn::apps {

// Which owners of a table's items have changed lately, by the table's stream: what caches ask
// before they use what they keep. It reads the stream when it is asked to, and needs indexes that
// are never behind their table: the embedded store. Not thread-safe.
class RecentChanges {
 public:
  // Appends the owners whose items a change concerns: a calendar, a person.
  using OwnersOf = std::function<void(const store::StreamRecord&, std::vector<std::string>&)>;
  using Moment = uint64_t;

  RecentChanges(store::Store& store, std::string table, OwnersOf owners_of);

  // Reads the new records. Returns false if the stream cannot be read.
  bool catch_up();
  // The moment of what was read last, to be taken before reading items; nullopt if the stream
  // cannot be read. Changes that are not read yet count as later ones, which is safe.
  std::optional<Moment> moment();
  // Whether no change of the owner was read since that moment. False if it is too long ago.
  bool is_unchanged(const std::string& owner, Moment moment) const;

  // Called during `catch_up`, for each owner of a change, and when changes were lost and every
  // owner may have changed.
  std::function<void(const std::string& owner)> on_change;
  std::function<void()> on_loss;

 private:
  // A position in the table's stream.
  struct Cursor {
    std::string arn;
    std::string shard;
    store::StreamPosition next;
  };

  std::optional<Cursor> latest_cursor();
  bool begin_anew();
  void take_in(const store::StreamRecord& record);

  store::Store& store_;
  const std::string table_;
  const OwnersOf owners_of_;
  std::optional<Cursor> cursor_;
  Moment now_ = 0;    // The number of changes read so far.
  Moment since_ = 0;  // `changed_` covers the changes after this moment.
  std::unordered_map<std::string, Moment> changed_;  // The last change of each owner.
  std::vector<std::string> owners_;                  // Of the change that is being read.
};

}  // namespace norn::apps
