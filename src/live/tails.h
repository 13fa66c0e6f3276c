#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "live/feed.h"
#include "store/store.h"
#include "store/stream_tail.h"

namespace norn::live {

// The streams of all feeds as one, and the events of their records. Feeds of the same table share
// one reading of its stream: a remote store allows few calls. Not thread-safe.
class Tails {
 public:
  // Gets every event, and the position after it. Returns false to stop after the events of the same
  // record.
  using Take = std::function<bool(const Event& event, const std::string& position)>;

  Tails(store::Store& store, const std::vector<Feed*>& feeds);

  Result<void> start_at_latest();
  // Returns false if some of the streams cannot be continued from there.
  Result<bool> start_after(std::string_view position);
  void stop_at(const Tails& other);

  struct Read {
    size_t records = 0;            // Whose events were taken; 0: there was nothing new.
    bool stopped = false;          // `take` has stopped; the rest is read once more.
    bool full = false;             // A stream gave as many as it may, so it has more.
    std::optional<Error> failure;  // A feed's error about some of them.
  };
  // Reads up to `limit` records of every stream, as changes that have just happened,
  Result<Read> read(size_t limit, const Take& take);
  // or as changes that a subscriber has missed.
  Result<Read> catch_up(size_t limit, const Take& take);

  // How many shards the stream with the most of them has.
  size_t most_shards() const;
  // After everything that was read.
  std::string position() const { return position_with(tails_.size(), ""); }

 private:
  struct Tail {
    std::string table;
    std::vector<Feed*> feeds;
    store::StreamTail stream;
  };

  using Records = std::vector<store::StreamRecord>;
  using Meaning = Result<std::vector<Events>> (*)(Feed& feed, const Records& records);

  Result<Read> read(size_t limit, Meaning meaning, const Take& take);
  // The events of each record, of all feeds of its table.
  static Result<std::vector<Events>> events_of(const Tail& tail, const Records& records,
                                               Meaning meaning);
  // Returns how many records were taken before `take` has stopped.
  size_t send(size_t tail, const Records& records, const std::vector<Events>& events,
              std::string position, const Take& take) const;
  // With another text as the position of one of the tails.
  std::string position_with(size_t tail, const std::string& text) const;

  std::vector<Tail> tails_;
};

}  // namespace norn::live
