#include "live/hub_loop.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "base/check.h"

namespace norn::live {
namespace {

// The text of server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html
std::string event_text(std::string_view id, std::string_view name, std::string_view data) {
  NORN_CHECK(data.find_first_of("\r\n") == std::string_view::npos, "data is JSON in one line");
  std::string text;
  text.reserve(id.size() + name.size() + data.size() + 24);
  text.append("id: ").append(id).append("\nevent: ").append(name).append("\ndata: ").append(data);
  return text.append("\n\n");
}

// Prevents time-outs on the way, and lets pages notice a dead connection. It is an event, because
// browsers do not pass comments on to pages. A page that reconnects continues from its id, so it
// has little to catch up with even if it had no other events.
std::string keep_alive_text(std::string_view id) {
  return event_text(id, "ping", "{}");
}

using std::chrono::milliseconds;

// How many records are read before anything else gets its turn.
constexpr size_t kRecordsPerRound = 1'000;
constexpr size_t kReplayedPerTurn = 200;
constexpr milliseconds kReplayTime{5};
// How many pages of one person catch up at the same time.
constexpr size_t kReplaysPerUser = 2;

// The unread records are lost, so a retry is useless.
bool is_lost(const Error& error) {
  return error.code == ErrorCode::kTrimmedDataAccess || error.code == ErrorCode::kExpiredIterator ||
         error.code == ErrorCode::kResourceNotFound || error.code == ErrorCode::kTableNotFound;
}

bool is_gone(const Subscriber& subscriber) {
  return !subscriber.stream->is_open();
}

}  // namespace

HubLoop::HubLoop(store::Store& store, std::vector<Feed*> feeds, const HubOptions& options)
    : store_(store),
      feeds_(std::move(feeds)),
      options_(options),
      live_(store, feeds_),
      next_keep_alive_(SteadyClock::now() + milliseconds(options.keep_alive_ms)) {}

void HubLoop::round(std::vector<Subscriber> arrived) {
  std::ranges::move(arrived, std::back_inserter(waiting_));
  busy_ = false;
  const bool polls = is_poll_due();
  if (start() && polls) poll();
  // A subscriber that reconnects may receive only what it may see now, which is known when
  // everything up to now was read.
  if (started_ && !busy_) {
    if (polls && !unread_) admit_all();
    replay_to_all();
  }
  look_after();
  if (is_idle()) {
    // There are no subscribers to miss anything.
    started_ = missed_ = false;
  }
}

void HubLoop::publish(const Events& events) {
  if (!started_) return;
  for (const Event& event : events) {
    audience_.send(event.users, event.scope, event_text(live_.position(), event.name, event.data));
  }
}

milliseconds HubLoop::pause() const {
  if (busy_ && backoff_.pause() == milliseconds(0)) return milliseconds(0);
  if (!is_paced()) return std::max(milliseconds(options_.poll_ms), backoff_.pause());
  const auto until_poll = std::chrono::ceil<milliseconds>(next_poll_ - SteadyClock::now());
  return std::max({until_poll, backoff_.pause(), milliseconds(0)});
}

bool HubLoop::start() {
  if (started_) return true;
  if (const auto latest = live_.start_at_latest(); !latest) {
    backoff_.report(latest.error());
    return false;
  }
  started_ = true;
  if (std::exchange(missed_, false)) reset_all();
  return true;
}

void HubLoop::poll() {
  if (is_paced()) return poll_paced();
  for (size_t records = 0; records < kRecordsPerRound;) {
    const auto read = read_once();
    if (!read || read->records == 0) return;
    records += read->records;
  }
  busy_ = true;
}

// One call per shard, where the other poll looks again until there is nothing. A read of a stream
// ends at the first shard that has records, so it takes up to as many reads as there are shards to
// see them all. Each of them may call every shard, and the next poll is later by as much.
void HubLoop::poll_paced() {
  const size_t max_reads = live_.most_shards();
  size_t reads = 0;
  unread_ = false;
  while (reads < max_reads) {
    ++reads;
    const auto read = read_once();
    if (!read || read->records == 0) break;
    unread_ = unread_ || read->full;
  }
  const auto turns = static_cast<int64_t>(reads * std::max<size_t>(options_.readers(), 1));
  next_poll_ = SteadyClock::now() + milliseconds(options_.poll_ms * turns);
}

std::optional<Tails::Read> HubLoop::read_once() {
  const auto send = [this](const Event& event, const std::string& position) {
    audience_.send(event.users, event.scope, event_text(position, event.name, event.data));
    return true;
  };
  for (Feed* feed : feeds_) feed->begin_round();
  auto read = behind_ ? live_.catch_up(kRecordsPerRound, send) : live_.read(kRecordsPerRound, send);
  if (!read) {
    recover(read.error());
    return std::nullopt;
  }
  if (read->failure) {
    backoff_.report(*read->failure);
    behind_ = true;
    reset_all();
    return std::nullopt;
  }
  backoff_.succeeded();
  behind_ = behind_ && read->records > 0;
  return std::move(*read);
}

void HubLoop::recover(const Error& error) {
  backoff_.report(error);
  behind_ = true;
  if (!is_lost(error)) return;
  missed_ = true;
  started_ = false;
  start();
}

void HubLoop::admit_all() {
  if (waiting_.empty()) return;
  std::map<std::string, size_t> replays;
  for (const Replay& replay : replays_) ++replays[replay.subscriber.user_id];
  for (Subscriber& subscriber : std::exchange(waiting_, {})) {
    if (subscriber.last_event_id.empty()) {
      go_live(std::move(subscriber), "hello", R"({"resumed":false})");
      continue;
    }
    size_t& theirs = replays[subscriber.user_id];
    if (theirs >= kReplaysPerUser) {
      waiting_.push_back(std::move(subscriber));
    } else if (start_replay(subscriber)) {
      ++theirs;
    } else {
      go_live(std::move(subscriber), "reset", "{}");
    }
  }
}

bool HubLoop::start_replay(Subscriber& subscriber) {
  Tails tails(store_, feeds_);
  const auto known = tails.start_after(subscriber.last_event_id);
  if (!known || !*known) return false;
  replays_.push_back({std::move(subscriber), std::move(tails), kReplayedPerTurn});
  return true;
}

void HubLoop::replay_to_all() {
  const Time end = SteadyClock::now() + kReplayTime;
  for (size_t turns = replays_.size(); turns > 0; --turns) {
    Replay& replay = replays_.front();
    const bool waits = !is_gone(replay.subscriber) && !replay.subscriber.stream->has_room();
    busy_ = busy_ || !waits;
    if (waits || replay_to(replay)) {
      replays_.splice(replays_.end(), replays_, replays_.begin());
    } else {
      replays_.pop_front();
    }
    if (SteadyClock::now() > end) break;
  }
}

bool HubLoop::replay_to(Replay& replay) {
  Subscriber& subscriber = replay.subscriber;
  const auto send = [&](const Event& event, const std::string& position) {
    if (std::ranges::find(event.users, subscriber.user_id) == event.users.end()) return true;
    if (subscriber.may_receive && !subscriber.may_receive(event.scope)) return true;
    return subscriber.stream->send(event_text(position, event.name, event.data)) &&
           subscriber.stream->has_room();
  };
  if (is_gone(subscriber)) {
    drop(subscriber);
    return false;
  }
  replay.tails.stop_at(live_);
  const auto read = replay.tails.catch_up(replay.at_once, send);
  replay.records += read ? read->records : 0;
  if (!read || read->failure || replay.records > options_.max_replayed) {
    go_live(std::move(subscriber), "reset", "{}");
    return false;
  }
  // Reads less at a time for a slow client.
  replay.at_once = std::min(kReplayedPerTurn, read->stopped ? read->records : 2 * replay.at_once);
  if (read->records > 0) return true;
  go_live(std::move(subscriber), "hello", R"({"resumed":true})");
  return false;
}

void HubLoop::go_live(Subscriber subscriber, std::string_view name, std::string_view data) {
  if (subscriber.stream->send(event_text(live_.position(), name, data))) {
    audience_.add(std::move(subscriber.user_id), std::move(subscriber.stream),
                  std::move(subscriber.may_receive));
  } else {
    drop(subscriber);
  }
}

void HubLoop::reset_all() {
  audience_.send_to_all(event_text(live_.position(), "reset", "{}"));
  for (Replay& replay : std::exchange(replays_, {})) {
    go_live(std::move(replay.subscriber), "reset", "{}");
  }
}

void HubLoop::look_after() {
  const Time now = SteadyClock::now();
  if (now >= next_sweep_) {
    next_sweep_ = now + milliseconds(options_.sweep_ms);
    audience_.sweep();
    drop_gone();
  }
  if (started_ && now >= next_keep_alive_) {
    next_keep_alive_ = now + milliseconds(options_.keep_alive_ms);
    audience_.send_to_all(keep_alive_text(live_.position()));
  }
}

void HubLoop::drop_gone() {
  const auto is_dropped = [this](const Subscriber& subscriber) {
    const bool gone = is_gone(subscriber);
    if (gone) drop(subscriber);
    return gone;
  };
  std::erase_if(waiting_, is_dropped);
  replays_.remove_if([&](const Replay& replay) { return is_dropped(replay.subscriber); });
}

void HubLoop::drop(const Subscriber& subscriber) {
  dropped_.push_back(subscriber.user_id);
}

void HubLoop::close_all() {
  if (started_) poll();
  audience_.close_all();
  for (const Subscriber& subscriber : waiting_) subscriber.stream->close();
  for (const Replay& replay : replays_) replay.subscriber.stream->close();
}

std::vector<std::string> HubLoop::take_dropped() {
  std::vector<std::string> dropped = audience_.take_dropped();
  std::ranges::move(std::exchange(dropped_, {}), std::back_inserter(dropped));
  return dropped;
}

}  // namespace norn::live
