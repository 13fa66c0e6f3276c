#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "http/event_stream.h"
#include "live/feed.h"

// Pages and feeds for the tests of the hub.
namespace norn::live::testing {

inline constexpr std::chrono::seconds kLongEnough{20};

// Waits until something that another thread does is so.
template <typename Condition>
::testing::AssertionResult eventually(const Condition& condition) {
  const auto end = std::chrono::steady_clock::now() + kLongEnough;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return ::testing::AssertionFailure() << "never";
    std::this_thread::yield();
  }
  return ::testing::AssertionSuccess();
}

struct Heard {
  std::string id;
  std::string name;
  std::string data;
  friend bool operator==(const Heard&, const Heard&) = default;
};

// An open page: collects what it is sent, and reads it as a browser does.
class Page final : public http::EventStream {
 public:
  bool send(std::string_view text) override {
    const std::lock_guard lock(mutex_);
    if (!open_) return false;
    text_.append(text);
    for (size_t end = text_.find("\n\n"); end != std::string::npos; end = text_.find("\n\n")) {
      take(std::string_view(text_).substr(0, end + 1));
      text_.erase(0, end + 2);
    }
    changed_.notify_all();
    return true;
  }
  void close() override {
    const std::lock_guard lock(mutex_);
    open_ = false;
    changed_.notify_all();
  }
  bool is_open() const override {
    const std::lock_guard lock(mutex_);
    return open_;
  }
  bool has_room() const override { return !full_; }

  // As if much were waiting for it.
  void set_full(bool full) { full_ = full; }

  // What it has heard when there are `count` events, or when that takes too long.
  std::vector<Heard> events(size_t count) const {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kLongEnough, [&] { return events_.size() >= count; });
    return events_;
  }
  // The id that it would come back with.
  std::string last_id() const {
    const std::lock_guard lock(mutex_);
    return last_id_;
  }
  size_t kept_alive() const {
    const std::lock_guard lock(mutex_);
    return kept_alive_;
  }
  bool is_closed_soon() const {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, kLongEnough, [&] { return !open_; });
  }

 private:
  void take(std::string_view block) {
    Heard heard;
    while (!block.empty()) {
      const std::string_view line = block.substr(0, block.find('\n'));
      block.remove_prefix(line.size() + 1);
      if (line.starts_with("id: ")) heard.id = line.substr(4);
      if (line.starts_with("event: ")) heard.name = line.substr(7);
      if (line.starts_with("data: ")) heard.data = line.substr(6);
    }
    if (!heard.id.empty()) last_id_ = heard.id;
    if (heard.name == "ping") {
      ++kept_alive_;
    } else if (!heard.data.empty()) {
      events_.push_back(std::move(heard));
    }
  }

  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::string text_;
  std::vector<Heard> events_;
  std::string last_id_;
  size_t kept_alive_ = 0;
  bool open_ = true;
  std::atomic<bool> full_ = false;
};

// Items say who hears of them: {"pk":"...","users":"ada bob"}.
class ItemFeed final : public Feed {
 public:
  explicit ItemFeed(std::string table) : table_(std::move(table)) {}

  std::string table() const override { return table_; }
  Result<std::vector<Event>> events_of(const store::StreamRecord& record) override {
    if (failing_) {
      if (on_failure) on_failure();
      return fail(ErrorCode::kThrottled, "the feed fails");
    }
    const store::Item& item = record.new_image ? *record.new_image : *record.old_image;
    Event event;
    event.name = "thing";
    event.data = "\"" + item.value("pk")->as<std::string>() + "\"";
    const std::string all = item.value("users")->as<std::string>();
    for (size_t begin = 0; begin < all.size();) {
      const size_t end = std::min(all.find(' ', begin), all.size());
      event.users.push_back(all.substr(begin, end - begin));
      begin = end + 1;
    }
    return std::vector<Event>{event};
  }
  Result<std::vector<Events>> catch_up(const std::vector<store::StreamRecord>& records) override {
    std::vector<Events> all;
    for (const store::StreamRecord& record : records) {
      NORN_ASSIGN(Events events, events_of(record));
      all.push_back(std::move(events));
      ++caught_up_;
      if (on_caught_up) on_caught_up();
    }
    return all;
  }
  void begin_round() override { ++rounds_; }

  void set_failing(bool failing) { failing_ = failing; }
  int rounds() const { return rounds_; }
  size_t caught_up() const { return caught_up_; }  // Records.
  std::function<void()> on_caught_up;
  std::function<void()> on_failure;

 private:
  const std::string table_;
  std::atomic<bool> failing_ = false;
  std::atomic<int> rounds_ = 0;
  std::atomic<size_t> caught_up_ = 0;
};

}  // namespace norn::live::testing
