#include "live/tails.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "store/limits.h"

namespace norn::live {

Tails::Tails(store::Store& store, const std::vector<Feed*>& feeds) {
  for (Feed* feed : feeds) {
    const std::string table = feed->table();
    auto tail = std::ranges::find(tails_, table, &Tail::table);
    if (tail == tails_.end()) {
      tails_.push_back({table, {}, store::StreamTail(store, table)});
      tail = std::prev(tails_.end());
    }
    tail->feeds.push_back(feed);
  }
}

Result<void> Tails::start_at_latest() {
  for (Tail& tail : tails_) {
    NORN_TRY(tail.stream.start_at_latest());
  }
  return {};
}

Result<bool> Tails::start_after(std::string_view position) {
  for (Tail& tail : tails_) {
    NORN_ASSIGN(const bool known, tail.stream.start_after(position));
    if (!known) return false;
  }
  return true;
}

void Tails::stop_at(const Tails& other) {
  for (size_t i = 0; i < tails_.size(); ++i) tails_[i].stream.stop_at(other.tails_[i].stream);
}

Result<Tails::Read> Tails::read(size_t limit, const Take& take) {
  const auto meaning = [](Feed& feed, const Records& records) -> Result<std::vector<Events>> {
    std::vector<Events> all;
    for (const store::StreamRecord& record : records) {
      NORN_ASSIGN(Events events, feed.events_of(record));
      all.push_back(std::move(events));
    }
    return all;
  };
  return read(limit, meaning, take);
}

Result<Tails::Read> Tails::catch_up(size_t limit, const Take& take) {
  const auto meaning = [](Feed& feed, const Records& records) { return feed.catch_up(records); };
  return read(limit, meaning, take);
}

Result<Tails::Read> Tails::read(size_t limit, Meaning meaning, const Take& take) {
  Read read;
  const auto at_once = static_cast<int64_t>(std::min(limit, store::kMaxStreamRecordsPerRead));
  for (size_t i = 0; i < tails_.size() && !read.stopped; ++i) {
    Tail& tail = tails_[i];
    std::string before = position_with(i, tail.stream.position());
    NORN_ASSIGN(const Records records, tail.stream.read(at_once));
    if (records.empty()) continue;
    read.full = read.full || std::ssize(records) >= at_once;
    const auto events = events_of(tail, records, meaning);
    if (!events) {
      read.failure = events.error();
      read.records += records.size();
      continue;
    }
    const size_t taken = send(i, records, *events, std::move(before), take);
    read.records += taken;
    read.stopped = taken < records.size();
    if (read.stopped) tail.stream.go_back_to(records[taken - 1]);
  }
  return read;
}

Result<std::vector<Events>> Tails::events_of(const Tail& tail, const Records& records,
                                             Meaning meaning) {
  std::vector<Events> all(records.size());
  for (Feed* feed : tail.feeds) {
    NORN_ASSIGN(std::vector<Events> events, meaning(*feed, records));
    for (size_t i = 0; i < all.size(); ++i)
      std::ranges::move(events[i], std::back_inserter(all[i]));
  }
  return all;
}

size_t Tails::most_shards() const {
  size_t most = 1;
  for (const Tail& tail : tails_) {
    // A position has a part for each shard.
    const auto commas = std::ranges::count(tail.stream.position(), ',');
    most = std::max(most, static_cast<size_t>(commas) + 1);
  }
  return most;
}

size_t Tails::send(size_t tail, const Records& records, const std::vector<Events>& events,
                   std::string position, const Take& take) const {
  for (size_t i = 0; i < records.size(); ++i) {
    bool goes_on = true;
    // Only the last event of a record has the position after it: a page that is disconnected
    // between two of them gets the first one again rather than missing the second.
    for (size_t event = 0; event < events[i].size(); ++event) {
      const bool last = event + 1 == events[i].size();
      if (last) position = position_with(tail, tails_[tail].stream.position_after(records[i]));
      goes_on = take(events[i][event], position);
    }
    if (!goes_on) return i + 1;
  }
  return records.size();
}

std::string Tails::position_with(size_t tail, const std::string& text) const {
  std::string joined;
  for (size_t i = 0; i < tails_.size(); ++i) {
    if (i > 0) joined.push_back(',');
    joined.append(i == tail ? text : tails_[i].stream.position());
  }
  return joined;
}

}  // namespace norn::live
