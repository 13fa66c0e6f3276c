#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "store/store.h"

namespace norn::apps {

// A cache of replies. It never returns a stale one: each lookup first reads the new records of the
// table's stream, and every change invalidates the replies of the owners it concerns.
//
// This needs indexes that are never behind their table, and pays off where reading the stream costs
// microseconds: with the embedded store. All methods are thread-safe.
class KeptReplies {
 public:
  struct Reply {
    std::string body;
    std::string etag;
  };

  // Appends the owners whose replies a change invalidates: a calendar, a person.
  using OwnersOf = std::function<void(const store::StreamRecord&, std::vector<std::string>&)>;

  // Keeps at most `max_bytes` of replies; 0 turns the cache off.
  KeptReplies(store::Store& store, std::string table, size_t max_bytes, OwnersOf owners_of);

  // Returns nullptr if there is no valid reply. `key` distinguishes the replies of one owner.
  std::shared_ptr<const Reply> find(const std::string& owner, const std::string& key);

  // To be taken before reading the items of a reply; nullopt if nothing can be kept.
  using Moment = uint64_t;
  std::optional<Moment> moment();
  // Drops the reply if its owner has changed since that moment.
  void keep(const std::string& owner, const std::string& key, Moment moment, Reply reply);

 private:
  struct Kept {
    std::string owner;
    std::string key;
    std::shared_ptr<const Reply> reply;  // Shared with the requests that are sending it.
  };
  using Replies = std::list<Kept>;  // Most recently used first.
  using ByKey = std::map<std::string, Replies::iterator, std::less<>>;

  // A position in the table's stream.
  struct Cursor {
    std::string arn;
    std::string shard;
    store::StreamPosition next;
  };

  // Reads the new records. Returns false if the stream cannot be read.
  bool catch_up();
  std::optional<Cursor> latest_cursor();
  void take_in(const store::StreamRecord& record);
  void drop_all();
  void drop(Replies::iterator reply);

  store::Store& store_;
  const std::string table_;
  const size_t max_bytes_;
  const OwnersOf owners_of_;

  std::mutex mutex_;
  // Guarded by mutex_.
  std::optional<Cursor> cursor_;
  Moment now_ = 0;    // The number of changes read so far.
  Moment since_ = 0;  // `changed_` covers the changes after this moment.
  std::unordered_map<std::string, Moment> changed_;  // The last change of each owner.
  Replies replies_;
  std::unordered_map<std::string, ByKey> by_owner_;
  size_t bytes_ = 0;
  std::vector<std::string> owners_;  // Owners of the change that is being read.
};

}  // namespace norn::apps
