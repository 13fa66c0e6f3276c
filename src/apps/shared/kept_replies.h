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

// Replies that were made before, for pages that ask for the same again. A reply is never out of
// date: whoever asks for one first reads what the table's stream has that is new, and every change
// ends the replies of those whom it concerns.
//
// This holds where an index is never behind its table, and pays where a look at the stream costs
// microseconds: for the embedded store. All methods may be called from any thread.
class KeptReplies {
 public:
  struct Reply {
    std::string body;
    std::string etag;
  };

  // Whose replies a change ends: a calendar's, a person's. Appends to the list.
  using OwnersOf = std::function<void(const store::StreamRecord&, std::vector<std::string>&)>;

  // Keeps no more than `max_bytes` of replies; 0 means none at all.
  KeptReplies(store::Store& store, std::string table, size_t max_bytes, OwnersOf owners_of);

  // nullptr when there is none, or it is no longer right. `key` tells the replies of one owner
  // apart.
  std::shared_ptr<const Reply> find(const std::string& owner, const std::string& key);

  // A moment, to be taken before what a reply is made of is read; nullopt when nothing can be kept.
  using Moment = uint64_t;
  std::optional<Moment> moment();
  // Not kept when its owner has changed since that moment.
  void keep(const std::string& owner, const std::string& key, Moment moment, Reply reply);

 private:
  struct Kept {
    std::string owner;
    std::string key;
    std::shared_ptr<const Reply> reply;  // Shared with those who are sending it.
  };
  using Replies = std::list<Kept>;  // Those that were used last are in front.
  using ByKey = std::map<std::string, Replies::iterator, std::less<>>;

  // A place in the stream of the table.
  struct Place {
    std::string arn;
    std::string shard;
    store::StreamPosition next;
  };

  // Reads what is new; false when nobody can tell what that is.
  bool catch_up();
  std::optional<Place> latest_place();
  void take_in(const store::StreamRecord& record);
  void drop_all();
  void drop(Replies::iterator reply);

  store::Store& store_;
  const std::string table_;
  const size_t max_bytes_;
  const OwnersOf owners_of_;

  std::mutex mutex_;
  // Guarded by mutex_.
  std::optional<Place> place_;
  Moment now_ = 0;    // Counts the changes that were read.
  Moment since_ = 0;  // What changed before it is not known any more.
  std::unordered_map<std::string, Moment> changed_;  // When owners changed last, since then.
  Replies replies_;
  std::unordered_map<std::string, ByKey> by_owner_;
  size_t bytes_ = 0;
  std::vector<std::string> owners_;  // Of the change that is being read.
};

}  // namespace norn::apps
