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

// The streams of all feeds as one, and what their records mean. For one thread.
class Tails {
 public:
  // Gets every event, and the position to go on from after it. False when it takes no more than the
  // rest of the events of the same record.
  using Take = std::function<bool(const Event& event, const std::string& position)>;

  Tails(store::Store& store, const std::vector<Feed*>& feeds);

  Result<void> start_at_latest();
  // False when not all of the streams can be gone on with from there.
  Result<bool> start_after(std::string_view position);
  void stop_at(const Tails& other);

  struct Read {
    size_t records = 0;            // Whose events were taken; 0: there was nothing new anywhere.
    bool stopped = false;          // It was not taken all; the rest is read once more.
    std::optional<Error> failure;  // Why it could not be found out what some of them mean.
  };
  // Reads up to `limit` records of every stream: what has just happened,
  Result<Read> read(size_t limit, const Take& take);
  // or what somebody has missed.
  Result<Read> catch_up(size_t limit, const Take& take);

  // After everything that was read.
  std::string position() const { return position_with(tails_.size(), ""); }

 private:
  struct Tail {
    Feed* feed;
    store::StreamTail stream;
  };

  using Records = std::vector<store::StreamRecord>;
  using Meaning = Result<std::vector<Events>> (*)(Feed& feed, const Records& records);

  Result<Read> read(size_t limit, Meaning meaning, const Take& take);
  // Returns how many records were taken before it was enough.
  size_t tell(size_t place, const Records& records, const std::vector<Events>& events,
              std::string position, const Take& take) const;
  // With another text in the place of one of the tails.
  std::string position_with(size_t place, const std::string& text) const;

  std::vector<Tail> tails_;
};

}  // namespace norn::live
