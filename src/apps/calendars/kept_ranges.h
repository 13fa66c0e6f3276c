#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>

#include "base/time_text.h"
#include "store/store.h"

namespace norn::calendars {

// Replies that were made before, for pages that ask for the same days again. A reply is never out
// of date: it is kept with the place in the table's stream from before it was read, and whoever
// asks for it reads on from there. Only while nothing of the calendar has changed is it given out.
//
// This holds where an index is never behind its table, and pays where a look at the stream costs
// microseconds: for the embedded store. All methods may be called from any thread.
class KeptRanges {
 public:
  struct Reply {
    std::string body;
    std::string etag;
  };

  struct Key {
    std::string calendar_id;
    Date from;
    Date to;
    friend bool operator<(const Key& left, const Key& right) {
      return std::tie(left.calendar_id, left.from, left.to) <
             std::tie(right.calendar_id, right.from, right.to);
    }
  };

  // A place in the stream of the table.
  struct Place {
    std::string arn;
    std::string shard;
    store::StreamPosition next;
  };

  // Keeps no more than `max_bytes` of replies; 0 means none at all.
  KeptRanges(store::Store& store, std::string table, size_t max_bytes)
      : store_(store), table_(std::move(table)), max_bytes_(max_bytes) {}

  // nullptr when there is none, or it is no longer right.
  std::shared_ptr<const Reply> find(const Key& key);
  // To be taken before the range is read; nullopt when nothing can be kept.
  std::optional<Place> place();
  void keep(const Key& key, Place place, Reply reply);

 private:
  struct Kept {
    Key key;
    Place place;
    std::shared_ptr<const Reply> reply;  // Shared with those who are sending it.
  };
  using Replies = std::list<Kept>;  // Those that were used last are in front.

  // Moves the place on over changes of other calendars; false when this one has changed, or nobody
  // can tell.
  bool is_unchanged(const std::string& calendar_id, Place& place);
  void drop(std::map<Key, Replies::iterator>::iterator found);

  store::Store& store_;
  const std::string table_;
  const size_t max_bytes_;

  std::mutex mutex_;
  // Guarded by mutex_.
  Replies replies_;
  std::map<Key, Replies::iterator> by_key_;
  size_t bytes_ = 0;
};

}  // namespace norn::calendars
